package stock

import (
	"context"
	"maps"
	"slices"
	"unicode/utf8"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
)

type stockInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Source string     `json:"source" minLength:"1" maxLength:"100" doc:"A name of the caller's making for this request."`
		Rows   []stockRow `json:"rows" maxItems:"500"`
	}
}

type stockRow struct {
	VariantID  string       `json:"variant_id" maxLength:"64"`
	Counted    *bool        `json:"counted,omitempty" doc:"Whether it is counted here; absent: as it is."`
	WarnAt     *httpapi.Int `json:"warn_at,omitempty"`
	OnHand     *httpapi.Int `json:"on_hand,omitempty" doc:"A stock-take: what is on the shelf, held for orders included; in grams where it is sold by weight, like all of these."`
	Was        *httpapi.Int `json:"was,omitempty" doc:"What the shelf was said to hold."`
	Received   *httpapi.Int `json:"received,omitempty"`
	WrittenOff *httpapi.Int `json:"written_off,omitempty"`
	Fault      string       `json:"fault,omitempty" doc:"Who bears what is written off: branch, courier, shop, customer or supplier."`
	Note       string       `json:"note,omitempty"`
}

// change validates a row; grams is the weight of a unit, or 0 for products sold by the piece. The error belongs to the
// row.
func (r stockRow) change(branchID string, grams int64) (Change, *errs.Error) {
	c := Change{BranchID: branchID, VariantID: r.VariantID, UnitGrams: grams, Counted: r.Counted,
		Note: httpapi.Clean(r.Note)}
	of := max(1, grams)
	ways := 0
	for _, part := range []struct {
		name  string
		from  *httpapi.Int
		to    **int64
		least int64
	}{{"warn_at", r.WarnAt, &c.WarnAt, 0}, {"on_hand", r.OnHand, &c.OnHand, 0}, {"was", r.Was, &c.Was, 0},
		{"received", r.Received, &c.Received, 1}, {"written_off", r.WrittenOff, &c.WrittenOff, 1}} {
		if part.from == nil {
			continue
		}
		n := int64(*part.from)
		if n < part.least || n > maxUnits*of {
			return c, errs.Invalid(part.name, "stock.units_range", "least", part.least, "most", maxUnits*of)
		}
		if n%of != 0 {
			return c, errs.Invalid(part.name, "stock.weight_step", "step", i18n.Weight(grams))
		}
		n /= of
		*part.to = &n
		if part.name != "warn_at" && part.name != "was" {
			ways++
		}
	}
	if ways > 1 {
		return c, errs.Invalid("on_hand", "stock.one_way")
	}
	if utf8.RuneCountInString(c.Note) > maxNote {
		return c, errs.Invalid("note", "common.too_long", "len", maxNote)
	}
	if c.WrittenOff != nil {
		c.Fault = r.Fault
	}
	return c, nil
}

// faultOfPlatform reports whether a seller's member of staff assigns a write-off to the platform or its couriers.
func faultOfPlatform(member staff.Member, delivers, fault string) bool {
	return member.Party() == parties.Seller && (fault == "shop" || fault == "courier" && delivers != parties.Seller)
}

// ofStore returns which of some variants belong to a store.
func ofStore(ctx context.Context, q db.Querier, storeID string, variantIDs []string) (map[string]bool, error) {
	var ids []string
	err := q.Select(ctx, &ids, `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
		WHERE p.store_id = $1 AND v.id IN (`+db.List(2, len(variantIDs))+`) ORDER BY v.id`, db.Args(variantIDs, storeID)...)
	theirs := make(map[string]bool, len(ids))
	for _, id := range ids {
		theirs[id] = true
	}
	return theirs, err
}

func (s *Service) putStock(ctx context.Context, in *stockInput) (*httpapi.Reply[Saved], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ids, err := variantsOf(in.Body.Rows, func(r stockRow) string { return r.VariantID })
	if err != nil {
		return nil, err
	}
	if problem := idempotency.Problem(in.Body.Source); problem != nil {
		return nil, errs.Invalid("source", "common.required")
	}
	theirs, err := ofStore(ctx, s.db, b.Store.ID, ids)
	if err != nil {
		return nil, err
	}
	grams, err := products.UnitsOfWeight(ctx, s.db, ids)
	if err != nil {
		return nil, err
	}
	lang, member := httpapi.Caller(ctx).Lang, staff.Caller(ctx)
	results := make([]RowResult, len(ids))
	var changes []Change
	var at []int
	for i, r := range in.Body.Rows {
		c, no := r.change(b.ID, grams[r.VariantID])
		if no == nil && c.WrittenOff != nil && faultOfPlatform(member, b.Store.Delivers, c.Fault) {
			no = errs.Invalid("fault", "stock.fault_of_shop")
		}
		if no == nil && !theirs[r.VariantID] {
			no = errs.Refuse("catalog.not_of_this_store")
		}
		results[i] = resultOf(lang, r.VariantID, no)
		if no == nil {
			changes, at = append(changes, c), append(at, i)
		}
	}
	// The source includes the member, so that other callers cannot use the same one.
	by := Actor{StaffID: member.ID, Source: "staff:" + id.Digest(member.ID + "/" + in.Body.Source)[:24]}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, err := s.Apply(ctx, tx, by, changes)
		for n, o := range out {
			results[at[n]] = resultOf(lang, ids[at[n]], o.Refused)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.replySaved(ctx, b.ID, results)
}

type soldOutInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Variants []string `json:"variants" minItems:"1" maxItems:"500"`
		SoldOut  bool     `json:"sold_out"`
	}
}

func (s *Service) putSoldOut(ctx context.Context, in *soldOutInput) (*httpapi.Reply[Saved], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := eachOnce(in.Body.Variants); err != nil {
		return nil, err
	}
	theirs, err := ofStore(ctx, s.db, b.Store.ID, in.Body.Variants)
	if err != nil {
		return nil, err
	}
	lang, member := httpapi.Caller(ctx).Lang, staff.Caller(ctx)
	results := make([]RowResult, len(in.Body.Variants))
	for i, v := range in.Body.Variants {
		var no *errs.Error
		if !theirs[v] {
			no = errs.Refuse("catalog.not_of_this_store")
		}
		results[i] = resultOf(lang, v, no)
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := s.SellOut(ctx, tx, Actor{StaffID: member.ID}, b.ID, slices.Collect(maps.Keys(theirs)), in.Body.SoldOut)
		return err
	})
	if err != nil {
		return nil, err
	}
	done, err := s.saved(ctx, b.ID, results)
	if err != nil {
		return nil, err
	}
	message := "stock.back_again"
	if in.Body.SoldOut {
		message = "stock.now_sold_out"
	}
	return httpapi.OKMessage(done, i18n.T(lang, message)), nil
}
