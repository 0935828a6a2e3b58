package catalog

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// mostPrice bounds a price, in minor units.
const mostPrice = 10_000_000_00

// Price is what a branch asks for a variant: amounts in minor units, moments in
// unix milliseconds.
type Price struct {
	BranchID   string     `db:"branch_id" json:"branch"`
	VariantID  string     `db:"variant_id" json:"variant"`
	ProductID  string     `db:"product_id" json:"-"`
	Price      int64      `json:"price"`
	OfferPrice *int64     `db:"offer_price" json:"offer_price"`
	OfferFrom  *db.Millis `db:"offer_from" json:"offer_from"`
	OfferTo    *db.Millis `db:"offer_to" json:"offer_to"`
	Sold       bool       `db:"active" json:"sold"`
	Version    int64      `json:"-"`
}

// PriceChange is a price as it shall be. Version is the one that was read: 0
// where there was none, below zero for whatever there is.
type PriceChange struct{ Price }

// PriceOutcome is what became of a change: the price as it is now, or why
// nothing was done.
type PriceOutcome struct {
	Price   Price
	Changed bool
	Refused *errs.Error
}

// wrong says what is wrong with a price.
func (p *Price) wrong() *errs.Error {
	switch {
	case p.Price <= 0 || p.Price > mostPrice:
		return errs.Invalid("price", "catalog.price_range", "most", mostPrice/100)
	case p.OfferPrice == nil && (p.OfferFrom != nil || p.OfferTo != nil):
		return errs.Invalid("offer_price", "catalog.offer_without_price")
	case p.OfferPrice == nil:
		return nil
	case *p.OfferPrice <= 0 || *p.OfferPrice >= p.Price:
		return errs.Invalid("offer_price", "catalog.offer_not_lower")
	case p.OfferFrom != nil && p.OfferTo != nil && *p.OfferFrom >= *p.OfferTo:
		return errs.Invalid("offer_to", "catalog.offer_ends_first")
	}
	return nil
}

func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

func (p *Price) equals(o *Price) bool {
	return p.Price == o.Price && p.Sold == o.Sold && same(p.OfferPrice, o.OfferPrice) && same(p.OfferFrom, o.OfferFrom) && same(p.OfferTo, o.OfferTo)
}

const priceColumns = `SELECT branch_id, variant_id, product_id, price, offer_price, offer_from, offer_to, active, version FROM branch_prices`

// SetPrices asks new prices at branches, each by itself: what is refused says
// why and leaves the others alone. The outcomes stand in the order of the
// changes. The catalogue's version is raised last, once for each branch.
func (s *Service) SetPrices(ctx context.Context, tx *db.Tx, by By, list []PriceChange) ([]PriceOutcome, error) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(list[a].BranchID, list[b].BranchID), cmp.Compare(list[a].VariantID, list[b].VariantID))
	})
	out := make([]PriceOutcome, len(list))
	changed := map[string][]string{}
	var at []string // the branches, in order
	for _, i := range order {
		done, err := s.setPrice(ctx, tx, by, list[i].Price)
		if err != nil {
			return nil, err
		}
		out[i] = done
		if !done.Changed {
			continue
		}
		b := list[i].BranchID
		if changed[b] == nil {
			at = append(at, b)
		}
		changed[b] = append(changed[b], done.Price.ProductID)
	}
	for _, b := range at {
		products := slices.Compact(slices.Sorted(slices.Values(changed[b])))
		if err := TouchPart(ctx, tx, Change{Kind: ChangedProduct, Branch: b, Aspect: AspectPrice}, products...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Service) setPrice(ctx context.Context, tx *db.Tx, by By, want Price) (PriceOutcome, error) {
	var was Price
	err := tx.Get(ctx, &was, priceColumns+` WHERE branch_id = $1 AND variant_id = $2`, want.BranchID, want.VariantID)
	there := err == nil
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return PriceOutcome{}, err
	}
	if no := want.wrong(); no != nil {
		return PriceOutcome{Price: was, Refused: no}, nil
	}
	if there && was.equals(&want) {
		return PriceOutcome{Price: was}, nil
	}
	moved := PriceOutcome{Price: was, Refused: errs.Conflict("catalog.price_moved_on")}
	if want.Version >= 0 && want.Version != was.Version {
		return moved, nil
	}
	var n int64
	if there {
		n, err = tx.Exec(ctx, `UPDATE branch_prices SET price = $4, offer_price = $5, offer_from = $6, offer_to = $7, active = $8, version = version + 1
			WHERE branch_id = $1 AND variant_id = $2 AND version = $3`,
			want.BranchID, want.VariantID, was.Version, want.Price, want.OfferPrice, want.OfferFrom, want.OfferTo, want.Sold)
	} else {
		// A branch sells what its own store has.
		n, err = tx.Exec(ctx, `INSERT INTO branch_prices (branch_id, variant_id, product_id, price, offer_price, offer_from, offer_to, active)
			SELECT b.id, v.id, v.product_id, CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BOOLEAN)
			FROM variants v JOIN products p ON p.id = v.product_id JOIN branches b ON b.store_id = p.store_id
			WHERE b.id = $1 AND v.id = $2 ON CONFLICT (branch_id, variant_id) DO NOTHING`,
			want.BranchID, want.VariantID, want.Price, want.OfferPrice, want.OfferFrom, want.OfferTo, want.Sold)
	}
	if err != nil {
		return PriceOutcome{}, err
	}
	var now Price
	err = tx.Get(ctx, &now, priceColumns+` WHERE branch_id = $1 AND variant_id = $2`, want.BranchID, want.VariantID)
	if errors.Is(err, db.ErrNoRows) {
		return PriceOutcome{Refused: errs.Refuse("catalog.not_of_this_store")}, nil
	}
	if err != nil {
		return PriceOutcome{}, err
	}
	if n == 0 {
		return PriceOutcome{Price: now, Refused: moved.Refused}, nil
	}
	if by.StaffID != "" {
		var before any
		if there {
			before = was
		}
		if err := s.log(ctx, tx, by, "price.set", want.VariantID, before, now); err != nil {
			return PriceOutcome{}, err
		}
	}
	return PriceOutcome{Price: now, Changed: true}, nil
}

// CopyPrices asks at one branch what another of its store asks, offers
// included: for everything there, or only for what has no price yet. It tells
// how many prices are new.
func (s *Service) CopyPrices(ctx context.Context, tx *db.Tx, by By, from, to string, missing bool) (int, error) {
	var rows []Price
	query := priceColumns + ` WHERE branch_id = $1`
	args := []any{from}
	if missing {
		query += ` AND variant_id NOT IN (SELECT variant_id FROM branch_prices WHERE branch_id = $2)`
		args = append(args, to)
	}
	if err := tx.Select(ctx, &rows, query+` ORDER BY variant_id`, args...); err != nil {
		return 0, err
	}
	changes := make([]PriceChange, len(rows))
	for i, r := range rows {
		r.BranchID, r.Version = to, -1
		changes[i] = PriceChange{r}
	}
	// One line in the log, not one for each price.
	out, err := s.SetPrices(ctx, tx, By{}, changes)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, o := range out {
		if o.Changed {
			n++
		}
	}
	return n, s.log(ctx, tx, by, "price.copy", to, nil, map[string]any{"from": from, "missing": missing, "changed": n})
}
