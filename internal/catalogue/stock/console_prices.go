package stock

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

type pricesInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Rows      []priceRow `json:"rows" maxItems:"500"`
		BelowCost bool       `json:"below_cost,omitempty" doc:"Take prices that are below what the goods cost. Callers who see costs are asked first: such rows are refused as below_cost without it."`
	}
}

type priceRow struct {
	VariantID  string          `json:"variant_id" maxLength:"64"`
	Price      httpapi.Amount  `json:"price" doc:"Of a kilogram where it is sold by weight."`
	OfferPrice *httpapi.Amount `json:"offer_price,omitempty" nullable:"true"`
	OfferFrom  *db.Millis      `json:"offer_from,omitempty"`
	OfferTo    *db.Millis      `json:"offer_to,omitempty"`
	Sold       bool            `json:"sold"`
	Version    httpapi.Int     `json:"version" doc:"Of the price that was read; 0 where there was none."`
}

func (s *Service) putPrices(ctx context.Context, in *pricesInput) (*httpapi.Reply[Saved], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ids, err := variantsOf(in.Body.Rows, func(r priceRow) string { return r.VariantID })
	if err != nil {
		return nil, err
	}
	var changes []products.PriceChange
	for _, r := range in.Body.Rows {
		p := products.Price{BranchID: b.ID, VariantID: r.VariantID, Price: r.Price.Minor, OfferFrom: r.OfferFrom,
			OfferTo: r.OfferTo, Sold: r.Sold, Version: max(0, int64(r.Version))}
		if r.OfferPrice != nil {
			offer := r.OfferPrice.Minor
			p.OfferPrice = &offer
		}
		changes = append(changes, products.PriceChange{Price: p})
	}
	lang, member := httpapi.Caller(ctx).Lang, staff.Caller(ctx)
	results := make([]RowResult, len(ids))
	err = s.comparing(ctx, func(ctx context.Context, tx *db.Tx) error {
		below := map[string]string{}
		// Other members could infer the cost from this question.
		if !in.Body.BelowCost && member.May(staff.ReadCosts) {
			if below, err = s.BelowCost(ctx, tx, b.ID, changes, nil); err != nil {
				return err
			}
		}
		var taken []products.PriceChange
		var places []int
		for i, c := range changes {
			if field, asks := below[c.VariantID]; asks {
				results[i] = resultOf(lang, ids[i], errs.Refuse("stock.below_cost").About(errs.Field{Name: field}))
				continue
			}
			taken, places = append(taken, c), append(places, i)
		}
		if len(taken) == 0 {
			return nil
		}
		out, err := s.Catalog.SetPrices(ctx, tx, s.Catalog.Of(member), taken)
		for n, o := range out {
			i := places[n]
			results[i] = resultOf(lang, ids[i], o.Refused)
			if o.Waits {
				results[i].Code, results[i].Message = "price_waits", i18n.T(lang, "catalog.price_waits")
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.replySaved(ctx, b.ID, results)
}

// comparing runs a transaction that may compare names (products.Comparing).
func (s *Service) comparing(ctx context.Context, write func(ctx context.Context, tx *db.Tx) error) error {
	return s.Catalog.Comparing(ctx, func(ctx context.Context) error { return s.db.InTx(ctx, write) })
}

type withdrawPriceInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		VariantID string `json:"variant_id" maxLength:"64"`
	}
}

// withdrawPrice withdraws a pending price, and returns the current row.
func (s *Service) withdrawPrice(ctx context.Context, in *withdrawPriceInput) (*httpapi.Reply[Saved], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	member := staff.Caller(ctx)
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Catalog.Withdraw(ctx, tx, s.Catalog.Of(member), b.ID, in.Body.VariantID)
	})
	if err != nil {
		return nil, err
	}
	return s.replySaved(ctx, b.ID, []RowResult{{VariantID: in.Body.VariantID, OK: true}})
}

type copyInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		From      string `json:"from" maxLength:"64" doc:"Another branch of the store."`
		Missing   bool   `json:"missing" doc:"Only what has no price here yet."`
		BelowCost bool   `json:"below_cost,omitempty" doc:"Copy prices that are below what the goods cost here. Callers who see costs are asked first: without it nothing is copied while there are such prices."`
	}
}

// Copied is the number of prices that were copied.
type Copied struct {
	Changed   int `json:"changed"`
	Waiting   int `json:"waiting" doc:"Those that fall far and wait for a second person."`
	BelowCost int `json:"below_cost" doc:"Prices that would be below what the goods cost here. Nothing was copied for them: ask, and send below_cost."`
}

func (s *Service) copyPrices(ctx context.Context, in *copyInput) (*httpapi.Reply[Copied], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	from, ok := s.Branches.Branch(in.Body.From)
	if !ok || !staff.Caller(ctx).Sees(from.ID) || from.ID == b.ID || from.Store.ID != b.Store.ID {
		return nil, errs.Invalid("from", "stock.other_branch")
	}
	member, out := staff.Caller(ctx), Copied{}
	err = s.comparing(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		out = Copied{}
		// Other members could infer the cost from this question.
		if !in.Body.BelowCost && member.May(staff.ReadCosts) {
			changes, err := products.PricesToCopy(ctx, tx, from.ID, b.ID, in.Body.Missing)
			if err != nil {
				return err
			}
			below, err := s.BelowCost(ctx, tx, b.ID, changes, nil)
			if out.BelowCost = len(below); err != nil || len(below) > 0 {
				return err
			}
		}
		out.Changed, out.Waiting, err = s.Catalog.CopyPrices(ctx, tx, s.Catalog.Of(member), from.ID, b.ID, in.Body.Missing)
		return err
	})
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	if out.BelowCost > 0 {
		return httpapi.OKMessage(out, i18n.T(lang, "stock.copy_below_cost", "count", out.BelowCost)), nil
	}
	message := i18n.T(lang, "stock.prices_copied", "count", out.Changed)
	if out.Waiting > 0 {
		message += " " + i18n.T(lang, "stock.prices_wait", "count", out.Waiting)
	}
	return httpapi.OKMessage(out, message), nil
}
