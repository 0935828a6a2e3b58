package products

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
)

// A price that falls far lets customers buy too cheaply until somebody notices. It is compared with the highest list
// price of the last days, not the most recent one, so that small steps add up to no more than one large step.
const (
	// slip is the time for which a price may apply and still be withdrawn as a typing mistake.
	slip = time.Hour
	// marksKept is the time for which earlier prices are stored; approvals.Limits look back no further.
	marksKept = approvals.MaxDropDays * 24 * time.Hour
	// settled is the age from which a product's prices limit the price of a new variant of it.
	settled = 24 * time.Hour
)

// Mark is an earlier list price.
type Mark struct {
	Price int64     `db:"price"`
	Since db.Millis `db:"since"`
	Until db.Millis `db:"until"`
	// Version is the price's version; a negative one belongs to the original of a copy.
	Version int64 `db:"version"`
}

// Highest is the highest list price since a time, oldest first; 0 without one. A price that lasted less than slip
// counts as mistyped and is ignored if it was the first or at least twice the previous one.
func Highest(marks []Mark, since db.Millis) int64 {
	var most, before int64
	for _, m := range marks {
		if int64(m.Until-m.Since) < slip.Milliseconds() && m.Price >= 2*before {
			continue
		}
		before = m.Price
		if m.Until > since {
			most = max(most, m.Price)
		}
	}
	return most
}

// reference is the price to compare with, the highest of the last days: of the variant in its branch, else in other
// branches, else of the product's other variants, whatever the new one's name ("family size" at a small one's price
// falls far); else 0. own reports that the variant itself had it, not a variant or original it was copied from.
func reference(ctx context.Context, tx *db.Tx, now time.Time, days int64, marks []Mark, was *Price, there bool,
	want *Price) (most int64, own bool, err error) {
	if there {
		marks = append(marks, Mark{Price: was.Price, Since: was.Since, Until: db.At(now)})
	}
	if most := Highest(marks, db.At(now.AddDate(0, 0, -int(days)))); most > 0 {
		its := slices.DeleteFunc(slices.Clone(marks), func(m Mark) bool { return m.Version < 0 })
		return most, Highest(its, 0) > 0, nil
	}
	// A first price that was only just set does not count yet, however often it has changed since.
	const stands = ` AND (bp.price_since <= $3 OR EXISTS (SELECT 1 FROM price_marks m WHERE m.branch_id = bp.branch_id
		AND m.variant_id = bp.variant_id AND m.since <= $3))`
	// For other branches and variants the highest price of the last days counts, so that a chain of them cannot lower the
	// limit step by step.
	since := db.At(now.AddDate(0, 0, -int(days)))
	var elsewhere struct{ Most, Own int64 }
	err = tx.Get(ctx, &elsewhere, `SELECT CAST(COALESCE(MAX(price), 0) AS BIGINT) AS most,
		CAST(COALESCE(MAX(own), 0) AS BIGINT) AS own FROM (
		SELECT bp.price, 1 AS own FROM branch_prices bp WHERE bp.product_id = (SELECT product_id FROM variants WHERE id = $1)
		AND bp.variant_id = $1 AND bp.branch_id <> $2`+stands+`
		UNION ALL
		SELECT m.price, CASE WHEN m.version < 0 THEN 0 ELSE 1 END FROM price_marks m
			WHERE m.variant_id = $1 AND m.branch_id <> $2 AND m.until > $4 AND m.until - m.since >= $5) asked`,
		want.VariantID, want.BranchID, db.At(now.Add(-slip)), since, slip.Milliseconds())
	if most, own = elsewhere.Most, elsewhere.Own > 0; err == nil && most == 0 {
		err = tx.Get(ctx, &most, `SELECT CAST(COALESCE(MAX(price), 0) AS BIGINT) FROM (
			SELECT bp.price FROM branch_prices bp WHERE bp.product_id = (SELECT product_id FROM variants WHERE id = $1)
			AND bp.variant_id <> $2`+stands+`
			UNION ALL
			SELECT m.price FROM price_marks m WHERE m.variant_id IN (SELECT id FROM variants
			WHERE product_id = (SELECT product_id FROM variants WHERE id = $1) AND id <> $2)
				AND m.since <= $3 AND m.until > $4 AND m.until - m.since >= $5) asked`,
			want.VariantID, want.VariantID, db.At(now.Add(-settled)), since, slip.Milliseconds())
	}
	return most, own, err
}

// lowest is the lowest amount that a customer may have to pay.
func (p *Price) lowest() int64 {
	if p.OfferPrice != nil {
		return min(p.Price, *p.OfferPrice)
	}
	return p.Price
}

// within reports whether a price is at no time lower than the previous one.
func (p *Price) within(was *Price) bool {
	switch {
	case p.Price < was.Price, p.Sold && !was.Sold:
		return false
	case p.OfferPrice == nil:
		return true
	case was.OfferPrice == nil:
		return *p.OfferPrice >= was.Price
	}
	return *p.OfferPrice >= *was.OfferPrice &&
		(was.OfferFrom == nil || p.OfferFrom != nil && *p.OfferFrom >= *was.OfferFrom) &&
		(was.OfferTo == nil || p.OfferTo != nil && *p.OfferTo <= *was.OfferTo)
}

// marksOf reads the earlier list prices of some variants at branches, oldest first.
func marksOf(ctx context.Context, q db.Querier, keys []PriceKey) (map[PriceKey][]Mark, error) {
	of := map[string][]string{}
	for _, k := range keys {
		of[k.BranchID] = append(of[k.BranchID], k.VariantID)
	}
	out := map[PriceKey][]Mark{}
	for branch, variants := range of {
		for part := range slices.Chunk(variants, 512) {
			part = db.Padded(part)
			var rows []struct {
				VariantID string `db:"variant_id"`
				Mark
			}
			if err := q.Select(ctx, &rows, `SELECT variant_id, price, since, until, version FROM price_marks
				WHERE branch_id = $1 AND variant_id IN (`+db.List(2, len(part))+`)
				ORDER BY variant_id, version`, db.Args(part, branch)...); err != nil {
				return nil, err
			}
			for _, r := range rows {
				k := PriceKey{branch, r.VariantID}
				out[k] = append(out[k], r.Mark)
			}
		}
	}
	return out, nil
}

// judge makes large price drops pending. Exempt are actors whose prices are not checked (the program's own commands,
// the demo) and the sole owner, for whose drops it returns true.
func (s *Service) judge(ctx context.Context, tx *db.Tx, by Actor, list []PriceChange, asked []int,
	before map[PriceKey]Price, out []PriceOutcome) (map[int]bool, error) {
	if by.StaffID == "" || by.StaffID == audit.CommandLine {
		return nil, nil
	}
	var suspects []int
	var keys []PriceKey
	for _, i := range asked {
		was, there := before[list[i].key()]
		if !there || !list[i].within(&was) {
			suspects, keys = append(suspects, i), append(keys, list[i].key())
		}
	}
	if len(suspects) == 0 {
		return nil, nil
	}
	limits, err := approvals.ReadLimits(ctx, tx)
	if err != nil {
		return nil, err
	}
	marks, err := marksOf(ctx, tx, keys)
	if err != nil {
		return nil, err
	}
	let, now := map[int]bool{}, s.Clock.Now()
	references := make(map[int]int64, len(suspects))
	var first []string // those of them that nothing was ever asked for
	unasked := map[int]bool{}
	for _, i := range suspects {
		want := &list[i].Price
		was, there := before[want.key()]
		var own bool
		if references[i], own, err = reference(ctx, tx, now, limits.DropDays, marks[want.key()], &was, there,
			want); err != nil {
			return nil, err
		}
		if !own {
			unasked[i], first = true, append(first, want.VariantID)
		}
	}
	slices.Sort(first)
	first = slices.Compact(first)
	elsewhere, err := s.namesakes(ctx, tx, now, limits, first)
	if err != nil {
		return nil, err
	}
	for _, i := range suspects {
		want := &list[i].Price
		was := before[want.key()]
		compared := references[i]
		if unasked[i] {
			compared = max(compared, elsewhere[want.VariantID])
		}
		if want.lowest()*100 >= compared*(100-limits.Drop) {
			continue
		}
		if want.ProductID, err = productAt(ctx, tx, want.key()); err != nil {
			return nil, err
		}
		if want.ProductID == "" {
			out[i].Refused = errs.Refuse("catalog.not_of_this_store")
			continue
		}
		basis, err := approvals.ApproveAlone(ctx, tx, now, gift(want, &was, staff.Member{ID: by.StaffID, Role: by.Role}))
		if err != nil {
			return nil, err
		}
		if let[i] = basis != approvals.Nobody; let[i] {
			continue
		}
		if out[i].Refused, err = s.wait(ctx, tx, by, &was, want, compared); err != nil {
			return nil, err
		}
		out[i].Waits = out[i].Refused == nil
	}
	return let, nil
}

// productAt returns the product of a variant that a branch may sell; the product must belong to the branch's store.
func productAt(ctx context.Context, tx *db.Tx, at PriceKey) (string, error) {
	var product string
	err := tx.Get(ctx, &product, `SELECT v.product_id FROM variants v JOIN products p ON p.id = v.product_id
		JOIN branches b ON b.store_id = p.store_id
		WHERE b.id = $1 AND v.id = $2`, at.BranchID, at.VariantID)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return product, err
}

// gift converts a large price drop into a grant for the ledger of approvals. Customers may buy all available units, so
// its amount has no limit.
func gift(want, was *Price, giver staff.Member) approvals.Grant {
	return approvals.Grant{Object: "price:" + want.BranchID + "/" + want.VariantID, Part: was.Version + 1, Giver: giver,
		Unbounded: true}
}

// remember stores the previous list price or, if a second person approved the new one, deletes the earlier prices:
// later prices are compared with the approved one.
func remember(now db.Millis, was, is *Price, let bool) []db.Stmt {
	switch {
	case let:
		return []db.Stmt{
			{SQL: `DELETE FROM price_marks WHERE branch_id = $1 AND variant_id = $2`, Args: []any{is.BranchID, is.VariantID}}}
	case was.Price == is.Price:
		return nil
	}
	return []db.Stmt{
		{SQL: `DELETE FROM price_marks WHERE branch_id = $1 AND variant_id = $2 AND until < $3`,
			Args: []any{is.BranchID, is.VariantID, now - db.Millis(marksKept.Milliseconds())}},
		{SQL: `INSERT INTO price_marks (branch_id, variant_id, version, price, since, until) VALUES ($1, $2, $3, $4, $5, $6)`,
			Args: []any{is.BranchID, is.VariantID, is.Version, was.Price, was.Since, now}},
	}
}

// inherit gives a copy the earlier prices of its original for comparison: they count as the copy's for marksKept from
// now, with versions below all of the copy's.
func (s *Service) inherit(ctx context.Context, tx *db.Tx, productID, from, to string) error {
	const before = 1 << 40
	now := s.Clock.Now()
	_, err := tx.Exec(ctx, `INSERT INTO price_marks (branch_id, variant_id, version, price, since, until)
		SELECT m.branch_id, $2, m.version - $4, m.price, m.since, m.until FROM price_marks m
		JOIN branch_prices bp ON bp.branch_id = m.branch_id AND bp.variant_id = m.variant_id
		WHERE m.variant_id = $1 AND bp.product_id = $3`, from, to, productID, int64(2*before))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO price_marks (branch_id, variant_id, version, price, since, until)
		SELECT branch_id, $2, version - $4, price, price_since, CAST($5 AS BIGINT) FROM branch_prices WHERE variant_id = $1
		AND product_id = $3`,
		from, to, productID, int64(before), db.At(now.Add(marksKept)))
	return err
}

// Wait is a price that needs a second person's approval.
type Wait struct {
	ID string `db:"id" json:"-"`
	Price
	Highest int64     `db:"highest" json:"highest"` // what it is compared with
	Makers  jsonIDs   `db:"makers" json:"makers"`
	AskedAt db.Millis `db:"asked_at" json:"-"`
}

// jsonIDs is a list of ids stored as JSON.
type jsonIDs []string

// Scan decodes the stored list.
func (l *jsonIDs) Scan(src any) error {
	if text, ok := src.(string); ok {
		return json.Unmarshal([]byte(text), (*[]string)(l))
	}
	return json.Unmarshal(src.([]byte), (*[]string)(l))
}

const waitColumns = `id, branch_id, variant_id, product_id, price, offer_price, offer_from, offer_to, active, highest, makers, asked_at, version`

// wait stores a price as pending. It replaces a pending price of the same variant and branch, whose author remains one
// of the makers.
func (s *Service) wait(ctx context.Context, tx *db.Tx, by Actor, was, want *Price,
	compared int64) (*errs.Error, error) {
	var held Wait
	err := tx.Get(ctx, &held, `UPDATE price_waits SET version = version + 1 WHERE branch_id = $1 AND variant_id = $2
		RETURNING `+waitColumns, want.BranchID, want.VariantID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return nil, err
	}
	makers := held.Makers
	if !slices.Contains(makers, by.StaffID) {
		makers = append(makers, by.StaffID)
	}
	list, err := json.Marshal([]string(makers))
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	if held.ID != "" {
		_, err = tx.Exec(ctx, `UPDATE price_waits SET price = $2, offer_price = $3, offer_from = $4, offer_to = $5,
			active = $6, highest = $7, makers = $8, asked_at = $9
			WHERE id = $1`, held.ID, want.Price, want.OfferPrice, want.OfferFrom, want.OfferTo, want.Sold, compared,
			string(list), db.At(now))
	} else {
		var n int64
		n, err = tx.Exec(ctx, `INSERT INTO price_waits (id, branch_id, variant_id, product_id, price, offer_price,
			offer_from, offer_to, active, highest, makers, asked_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (branch_id, variant_id)
			DO NOTHING`, id.New("pwt"), want.BranchID, want.VariantID,
			want.ProductID, want.Price, want.OfferPrice, want.OfferFrom, want.OfferTo, want.Sold, compared, string(list),
			db.At(now))
		if err == nil && n == 0 {
			return errs.Conflict("catalog.price_moved_on"), nil
		}
	}
	if err != nil {
		return nil, err
	}
	var before any
	if was.Version > 0 {
		before = *was
	}
	after := want.facts()
	after["highest"] = compared
	return nil, s.log(ctx, tx, by, "price.propose", want.VariantID, before, after)
}

// withdraw drops the pending prices at the given keys for which meant returns true.
func withdraw(ctx context.Context, tx *db.Tx, keys []PriceKey, meant func(PriceKey) bool) error {
	of := map[string][]string{}
	for _, k := range keys {
		of[k.BranchID] = append(of[k.BranchID], k.VariantID)
	}
	for _, branch := range slices.Sorted(maps.Keys(of)) {
		for part := range slices.Chunk(of[branch], 512) {
			waits, err := Waiting(ctx, tx, branch, part)
			if err != nil {
				return err
			}
			for _, w := range waits {
				if !meant(w.key()) {
					continue
				}
				if _, err := tx.Exec(ctx, `DELETE FROM price_waits WHERE id = $1`, w.ID); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Withdraw withdraws a pending price. NotFound if there is none.
func (s *Service) Withdraw(ctx context.Context, tx *db.Tx, by Actor, branchID, variantID string) error {
	n, err := tx.Exec(ctx, `DELETE FROM price_waits WHERE branch_id = $1 AND variant_id = $2`, branchID, variantID)
	if err == nil && n == 0 {
		err = errs.NotFound()
	}
	if err != nil {
		return err
	}
	return s.log(ctx, tx, by, "price.withdraw", variantID, nil, map[string]any{"branch": branchID})
}

// Waiting reads the pending prices of some variants at a branch, by variant.
func Waiting(ctx context.Context, q db.Querier, branchID string, variantIDs []string) (map[string]Wait, error) {
	out := map[string]Wait{}
	if len(variantIDs) == 0 {
		return out, nil
	}
	ids := db.Padded(variantIDs)
	var rows []Wait
	err := q.Select(ctx, &rows, `SELECT `+waitColumns+` FROM price_waits WHERE branch_id = $1 AND variant_id IN (`+
		db.List(2, len(ids))+`)`, db.Args(ids, branchID)...)
	for _, w := range rows {
		out[w.VariantID] = w
	}
	return out, err
}

// DecidePrice approves a pending price, at the version that was read, or drops it. Errors: errs.VersionConflict,
// NotFound, giving.not_yourself.
func (s *Service) DecidePrice(ctx context.Context, member staff.Member, waitID string, version int64, approve bool,
	reason string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var w Wait
		err := tx.Get(ctx, &w, `UPDATE price_waits SET version = version WHERE id = $1 RETURNING `+waitColumns, waitID)
		switch {
		case errors.Is(err, db.ErrNoRows):
			return errs.NotFound()
		case err != nil:
			return err
		case !member.Sees(w.BranchID):
			return errs.NotFound()
		case w.Version != version:
			return errs.VersionConflict(nil)
		}
		if _, err := tx.Exec(ctx, `DELETE FROM price_waits WHERE id = $1`, w.ID); err != nil {
			return err
		}
		action, basis := "price.decline", approvals.Nobody
		var before any
		if approve {
			action = "price.approve"
			all, err := PricesOf(ctx, tx, []PriceKey{w.key()})
			if err != nil {
				return err
			}
			was, there := all[w.key()]
			if there {
				before = was
			}
			if basis, err = approvals.Approve(ctx, tx, s.Clock.Now(), member,
				gift(&w.Price, &was, staff.Member{ID: w.Makers[0]}), w.Makers...); err != nil {
				return err
			}
			now := db.At(s.Clock.Now())
			price := w.stmt(&was, there, true, now).Or(errs.Conflict("catalog.price_moved_on"))
			err = tx.Batch(ctx, append([]db.Stmt{price}, remember(now, &was, &w.Price, true)...))
			if err != nil {
				return err
			}
			if err := changefeed.PublishPart(ctx, tx, changefeed.Change{
				Kind: ChangedProduct, Scope: w.BranchID, Aspect: AspectPrice}, w.ProductID); err != nil {
				return err
			}
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: action, Object: w.VariantID, Before: before,
			After: map[string]any{"price": w.Price.facts(), "makers": w.Makers, "highest": w.Highest,
				"sole_owner": basis == approvals.SoleOwner}, Reason: reason})
	})
}

// facts returns the values of a price for the log.
func (p *Price) facts() map[string]any {
	return map[string]any{"branch": p.BranchID, "price": p.Price, "offer_price": p.OfferPrice, "offer_from": p.OfferFrom,
		"offer_to": p.OfferTo, "sold": p.Sold}
}
