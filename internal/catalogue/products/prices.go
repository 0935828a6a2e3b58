package products

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// maxPrice limits a price, in minor units.
const maxPrice = 10_000_000_00

// Price is a branch's price for a variant: amounts in minor units, times in unix milliseconds.
type Price struct {
	BranchID   string     `db:"branch_id" json:"branch"`
	VariantID  string     `db:"variant_id" json:"variant"`
	ProductID  string     `db:"product_id" json:"-"`
	Price      int64      `json:"price"`
	OfferPrice *int64     `db:"offer_price" json:"offer_price"`
	OfferFrom  *db.Millis `db:"offer_from" json:"offer_from"`
	OfferTo    *db.Millis `db:"offer_to" json:"offer_to"`
	Sold       bool       `db:"active" json:"sold"`
	Since      db.Millis  `db:"price_since" json:"-"` // the list price; 0: long enough, or let by somebody
	Version    int64      `json:"-"`
}

// PriceChange is a requested price. Version is the one that was read: 0 if there was none, negative for any.
type PriceChange struct{ Price }

// PriceOutcome is the result of a change: the current price, or the reason for a refusal.
type PriceOutcome struct {
	Price   Price
	Changed bool
	// Waits means that the price is far below the earlier ones, so it stays unchanged until a second person approves.
	Waits   bool
	Refused *errs.Error
}

// wrong returns the errors of a price.
func (p *Price) wrong() *errs.Error {
	switch {
	case p.Price <= 0 || p.Price > maxPrice:
		return errs.Invalid("price", "catalog.price_range", "most", maxPrice/100)
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
	return p.Price == o.Price && p.Sold == o.Sold && same(p.OfferPrice, o.OfferPrice) && same(p.OfferFrom, o.OfferFrom) &&
		same(p.OfferTo, o.OfferTo)
}

const priceColumns = `SELECT branch_id, variant_id, product_id, price, offer_price, offer_from, offer_to, active,
	price_since, version FROM branch_prices`

// PriceKey identifies a variant at a branch.
type PriceKey struct{ BranchID, VariantID string }

// PricesOf reads the prices of some variants, one branch at a time: the primary key begins with the branch, and without
// it the query would scan all prices.
func PricesOf(ctx context.Context, q db.Querier, keys []PriceKey) (map[PriceKey]Price, error) {
	all, err := atBranches[Price](ctx, q, priceColumns, keys)
	out := make(map[PriceKey]Price, len(keys))
	for _, p := range all {
		out[p.key()] = p
	}
	return out, err
}

// atBranches reads rows of variants at branches, in batches for each branch.
func atBranches[T any](ctx context.Context, q db.Querier, columns string, keys []PriceKey) (all []T, err error) {
	of := map[string][]string{}
	for _, k := range keys {
		of[k.BranchID] = append(of[k.BranchID], k.VariantID)
	}
	for _, branch := range slices.Sorted(maps.Keys(of)) {
		slices.Sort(of[branch])
		for part := range slices.Chunk(slices.Compact(of[branch]), 512) {
			part = db.Padded(part)
			var rows []T
			if err := q.Select(ctx, &rows, columns+` WHERE branch_id = $1 AND variant_id IN (`+db.List(2, len(part))+`)`,
				db.Args(part, branch)...); err != nil {
				return nil, err
			}
			all = append(all, rows...)
		}
	}
	return all, nil
}

// UnitsOfWeight reads the weight of one unit for those variants that are sold by weight; variants sold by the piece are
// absent.
func UnitsOfWeight(ctx context.Context, q db.Querier, variantIDs []string) (map[string]int64, error) {
	out := map[string]int64{}
	for part := range slices.Chunk(variantIDs, 512) {
		part = db.Padded(part)
		var rows []struct {
			ID    string
			Grams int64
		}
		if err := q.Select(ctx, &rows, `SELECT v.id, p.unit_grams AS grams FROM variants v
			JOIN products p ON p.id = v.product_id
			WHERE v.id IN (`+db.List(1, len(part))+`) AND p.unit_grams > 0 ORDER BY v.id`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[r.ID] = r.Grams
		}
	}
	return out, nil
}

// SetPrices sets prices at branches, each independently, and returns outcomes in the order of the changes. It raises
// the catalogue's version last, once per branch. Every price change passes through here: a large drop
// (approvals.Limits) needs a second person's approval, whatever its source.
func (s *Service) SetPrices(ctx context.Context, tx *db.Tx, by Actor, list []PriceChange) ([]PriceOutcome, error) {
	return s.askAll(ctx, tx, by, list, true)
}

// askAll is SetPrices with a log entry for each price, or only for large drops.
func (s *Service) askAll(ctx context.Context, tx *db.Tx, by Actor, list []PriceChange,
	each bool) ([]PriceOutcome, error) {
	out := make([]PriceOutcome, len(list))
	order, err := inTurns(len(list), func(i int) PriceKey { return list[i].key() }, func(now []int) error {
		return s.setPrices(ctx, tx, by, list, now, out, each)
	})
	if err != nil {
		return nil, err
	}
	changed := map[string][]string{}
	var at []string // the branches, in order
	for _, i := range order {
		if !out[i].Changed {
			continue
		}
		b := list[i].BranchID
		if changed[b] == nil {
			at = append(at, b)
		}
		changed[b] = append(changed[b], out[i].Price.ProductID)
	}
	for _, b := range at {
		products := slices.Compact(slices.Sorted(slices.Values(changed[b])))
		if err := changefeed.PublishPart(ctx, tx, changefeed.Change{Kind: ChangedProduct, Scope: b, Aspect: AspectPrice},
			products...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// inTurns sorts changes by key, so that concurrent writers lock rows in the same order. Two changes of the same key run
// one after the other. It returns that order.
func inTurns(n int, key func(i int) PriceKey, set func(now []int) error) (order []int, err error) {
	order = make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(key(a).BranchID, key(b).BranchID), cmp.Compare(key(a).VariantID, key(b).VariantID))
	})
	for left := order; len(left) > 0; {
		var now, later []int
		for n, i := range left {
			if n > 0 && key(left[n-1]) == key(i) {
				later = append(later, i)
			} else {
				now = append(now, i)
			}
		}
		if err := set(now); err != nil {
			return nil, err
		}
		left = later
	}
	return order, nil
}

func (p *Price) key() PriceKey { return PriceKey{p.BranchID, p.VariantID} }

const (
	changePrice = `UPDATE branch_prices SET price = $4, offer_price = $5, offer_from = $6, offer_to = $7, active = $8,
		price_since = $9, version = version + 1
		WHERE branch_id = $1 AND variant_id = $2 AND version = $3`
	// A branch sells only its own store's products.
	newPrice = `INSERT INTO branch_prices (branch_id, variant_id, product_id, price, offer_price, offer_from, offer_to,
		active, price_since)
		SELECT b.id, v.id, v.product_id, CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT),
		CAST($7 AS BOOLEAN), CAST($8 AS BIGINT)
		FROM variants v JOIN products p ON p.id = v.product_id JOIN branches b ON b.store_id = p.store_id
		WHERE b.id = $1 AND v.id = $2 ON CONFLICT (branch_id, variant_id) DO NOTHING`
)

// stmt writes a price if the stored price is still the one it was compared with. let means that it is a large drop and
// was approved.
func (p *Price) stmt(was *Price, there, let bool, now db.Millis) db.Stmt {
	since := was.Since
	switch {
	case let:
		since = 0
	case !there || was.Price != p.Price:
		since = now
	}
	if there {
		return db.Stmt{SQL: changePrice, Args: []any{
			p.BranchID, p.VariantID, was.Version, p.Price, p.OfferPrice, p.OfferFrom, p.OfferTo, p.Sold, since}}
	}
	return db.Stmt{
		SQL: newPrice, Args: []any{p.BranchID, p.VariantID, p.Price, p.OfferPrice, p.OfferFrom, p.OfferTo, p.Sold, since}}
}

// setPrices sets some prices of a list, each for a different variant and branch, and records their outcomes. It needs a
// few round trips for any number of prices, and some more for each large drop.
func (s *Service) setPrices(ctx context.Context, tx *db.Tx, by Actor, list []PriceChange, which []int,
	out []PriceOutcome, each bool) error {
	keys := make([]PriceKey, len(which))
	for n, i := range which {
		keys[n] = list[i].key()
	}
	before, err := PricesOf(ctx, tx, keys)
	if err != nil {
		return err
	}
	var asked []int
	for _, i := range which {
		want := &list[i].Price
		was, there := before[want.key()]
		out[i].Price = was
		switch no := want.wrong(); {
		case no != nil:
			out[i].Refused = no
		case there && was.equals(want):
		case want.Version >= 0 && want.Version != was.Version:
			out[i].Refused = errs.Conflict("catalog.price_moved_on")
		default:
			asked = append(asked, i)
		}
	}
	let, err := s.judge(ctx, tx, by, list, asked, before, out)
	if err != nil {
		return err
	}
	now := db.At(s.Clock.Now())
	var stmts []db.Stmt
	var sent []int
	written := make([]int64, len(list))
	for _, i := range asked {
		if out[i].Waits || out[i].Refused != nil {
			continue
		}
		was, there := before[list[i].key()]
		stmts = append(stmts, list[i].stmt(&was, there, let[i], now).Counted(&written[i]))
		sent = append(sent, i)
	}
	if len(stmts) == 0 {
		return nil
	}
	if err := tx.Batch(ctx, stmts); err != nil {
		return err
	}
	keys = keys[:0]
	for _, i := range sent {
		keys = append(keys, list[i].key())
	}
	after, err := PricesOf(ctx, tx, keys)
	if err != nil {
		return err
	}
	var entries []audit.Entry
	var past []db.Stmt
	for _, i := range sent {
		key := list[i].key()
		is, there := after[key]
		switch {
		case !there:
			out[i] = PriceOutcome{Refused: errs.Refuse("catalog.not_of_this_store")}
		case written[i] == 0:
			out[i] = PriceOutcome{Price: is, Refused: errs.Conflict("catalog.price_moved_on")}
		default:
			out[i] = PriceOutcome{Price: is, Changed: true}
			var was any
			if p, ok := before[key]; ok {
				was = p
				past = append(past, remember(now, &p, &is, let[i])...)
			}
			if each || let[i] {
				entries = append(entries, audit.Entry{StaffID: by.StaffID, Action: "price.set", Object: is.VariantID, Before: was,
					After: priceSet{is, let[i]}})
			}
		}
	}
	if len(past) > 0 {
		if err := tx.Batch(ctx, past); err != nil {
			return err
		}
	}
	// The latest change counts, so the older pending price is obsolete.
	if err := withdraw(ctx, tx, keys, func(k PriceKey) bool { return after[k].Version > before[k].Version }); err != nil ||
		by.StaffID == "" {
		return err
	}
	return audit.WriteAll(ctx, tx, s.Clock.Now(), entries)
}

// priceSet is a price as the log records it.
type priceSet struct {
	Price
	SoleOwner bool `json:"sole_owner,omitempty"`
}

// PricesToCopy returns the price changes that give one branch the prices of another.
func PricesToCopy(ctx context.Context, q db.Querier, from, to string, missing bool) ([]PriceChange, error) {
	var rows []Price
	query := priceColumns + ` WHERE branch_id = $1`
	args := []any{from}
	if missing {
		query += ` AND variant_id NOT IN (SELECT variant_id FROM branch_prices WHERE branch_id = $2)`
		args = append(args, to)
	}
	if err := q.Select(ctx, &rows, query+` ORDER BY variant_id`, args...); err != nil {
		return nil, err
	}
	changes := make([]PriceChange, len(rows))
	for i, r := range rows {
		r.BranchID, r.Version = to, -1
		changes[i] = PriceChange{r}
	}
	return changes, nil
}

// CopyPrices copies the prices of one branch to another of the same store, offers included: all of them, or only those
// missing there. It returns how many prices are new, and how many are pending approval.
func (s *Service) CopyPrices(ctx context.Context, tx *db.Tx, by Actor, from, to string,
	missing bool) (changed, waiting int, err error) {
	changes, err := PricesToCopy(ctx, tx, from, to, missing)
	if err != nil {
		return 0, 0, err
	}
	// Write one log entry, not one for each price.
	out, err := s.askAll(ctx, tx, by, changes, false)
	if err != nil {
		return 0, 0, err
	}
	for _, o := range out {
		if o.Changed {
			changed++
		}
		if o.Waits {
			waiting++
		}
	}
	return changed, waiting, s.log(ctx, tx, by, "price.copy", to, nil,
		map[string]any{"from": from, "missing": missing, "changed": changed, "waiting": waiting})
}
