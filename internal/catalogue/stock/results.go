package stock

import (
	"context"
	"slices"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// RowResult is the result for one row of a change.
type RowResult struct {
	VariantID string `json:"variant_id"`
	OK        bool   `json:"ok"`
	Code      string `json:"code" doc:"Why not, for programs. price_waits on a row that is ok: nothing changes until a second person agrees."`
	Field     string `json:"field" doc:"Which cell is wrong; empty for the row."`
	Message   string `json:"message" doc:"Why not, for people."`
}

func resultOf(lang i18n.Lang, variantID string, no *errs.Error) RowResult {
	r := RowResult{VariantID: variantID, OK: no == nil}
	if no != nil {
		r.Code, r.Message = no.Code(), i18n.T(lang, no.Key, no.Args...)
		if len(no.Fields) > 0 {
			r.Field = no.Fields[0].Name
		}
	}
	return r
}

// Saved is the result of a change of many rows: the result of each row, and the current rows.
type Saved struct {
	Results []RowResult `json:"results"`
	Rows    []SheetRow  `json:"rows"`
}

// saved reads the rows of variants after a change; those of other stores were refused and are left out.
func (s *Service) saved(ctx context.Context, branchID string, results []RowResult) (Saved, error) {
	out := Saved{Results: results, Rows: []SheetRow{}}
	ids := make([]string, len(results))
	for i, r := range results {
		ids[i] = r.VariantID
	}
	var products []string
	if err := s.db.Select(ctx, &products, `SELECT DISTINCT v.product_id FROM variants v
		JOIN products p ON p.id = v.product_id
		JOIN branches b ON b.store_id = p.store_id WHERE b.id = $1
		AND v.id IN
		(`+db.List(2, len(ids))+`) ORDER BY v.product_id`, append([]any{branchID}, db.Args(ids)...)...); err != nil {
		return out, err
	}
	rows, err := s.sheetRows(ctx, branchID, products, "", httpapi.Caller(ctx).Lang)
	if err != nil {
		return out, err
	}
	out.Rows = slices.DeleteFunc(rows, func(r SheetRow) bool { return !slices.Contains(ids, r.VariantID) })
	return out, nil
}

// eachOnce refuses a change without rows, with too many rows, or with the same variant twice.
func eachOnce(ids []string) error {
	if len(ids) == 0 || len(ids) > maxRows {
		return errs.Invalid("rows", "stock.rows_range", "most", maxRows)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(ids)))) < len(ids) {
		return errs.Invalid("rows", "stock.row_twice")
	}
	return nil
}

// variantsOf returns the variants of a change's rows, without duplicates.
func variantsOf[T any](rows []T, of func(T) string) ([]string, error) {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = of(r)
	}
	return ids, eachOnce(ids)
}

func (s *Service) replySaved(ctx context.Context, branchID string, results []RowResult) (*httpapi.Reply[Saved], error) {
	done, err := s.saved(ctx, branchID, results)
	if err != nil {
		return nil, err
	}
	message := "stock.rows_saved"
	if slices.ContainsFunc(results, func(r RowResult) bool { return r.OK && r.Code != "" }) {
		message = "stock.rows_wait"
	}
	if slices.ContainsFunc(results, func(r RowResult) bool { return !r.OK }) {
		message = "stock.rows_partly"
	}
	return httpapi.OKMessage(done, i18n.T(httpapi.Caller(ctx).Lang, message)), nil
}
