package stock

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

type costsInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Rows []costRow `json:"rows" maxItems:"500"`
	}
}

type costRow struct {
	VariantID string          `json:"variant_id" maxLength:"64"`
	Cost      *httpapi.Amount `json:"cost,omitempty" nullable:"true" doc:"Without VAT; of a kilogram where it is sold by weight. Null: not known."`
	Was       *httpapi.Amount `json:"was,omitempty" nullable:"true" doc:"The one that was read."`
}

func (s *Service) putCosts(ctx context.Context, in *costsInput) (*httpapi.Reply[Saved], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ids, err := variantsOf(in.Body.Rows, func(r costRow) string { return r.VariantID })
	if err != nil {
		return nil, err
	}
	minor := func(a *httpapi.Amount) *int64 {
		if a == nil {
			return nil
		}
		return &a.Minor
	}
	changes := make([]products.CostChange, len(in.Body.Rows))
	for i, r := range in.Body.Rows {
		changes[i] = products.CostChange{Cost: products.Cost{BranchID: b.ID, VariantID: r.VariantID, Cost: minor(r.Cost)},
			Was: minor(r.Was), Read: true}
	}
	lang, member := httpapi.Caller(ctx).Lang, staff.Caller(ctx)
	results := make([]RowResult, len(ids))
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, err := s.Catalog.SetCosts(ctx, tx, s.Catalog.Of(member), changes)
		for i, o := range out {
			results[i] = resultOf(lang, ids[i], o.Refused)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.replySaved(ctx, b.ID, results)
}
