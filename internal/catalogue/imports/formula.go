package imports

import (
	"bytes"
	"context"

	"wekala/internal/catalogue/stock"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
	"wekala/internal/platform/sheets"
)

// Formula calculates a price from another price.
type Formula struct {
	Kind  string `json:"kind" enum:"percent,amount"`
	By    int64  `json:"by" minimum:"-1000000000" maximum:"1000000000" doc:"Hundredths: of a per cent, or piastres."`
	Round string `json:"round" enum:"none,0.95,0.50,0" doc:"What a price ends in; the nearest one, the dearer of two as near."`
}

// Of returns the calculated price in minor units; 0 if the result would not be positive.
func (f Formula) Of(minor int64) int64 {
	next := minor + f.By
	if f.Kind == "percent" {
		next = money.RoundRatio(minor, 10_000+f.By, 10_000)
	}
	if f.Round != "none" {
		ending := map[string]int64{"0.95": 95, "0.50": 50}[f.Round]
		over := ((next-ending)%100 + 100) % 100
		if next -= over; over >= 50 {
			next += 100
		}
	}
	return max(0, next)
}

// name is the formula's name in the list of runs.
func (f Formula) name() string {
	sign, by := "+", f.By
	if by < 0 {
		sign, by = "-", -by
	}
	name := sign + pounds(by)
	if f.Kind == "percent" {
		name += "%"
	}
	if f.Round != "none" {
		name += " ending " + f.Round
	}
	return name
}

type formulaInput struct {
	Body struct {
		BranchID string `json:"branch_id" maxLength:"64"`
		Cell     string `json:"cell" enum:"price,offer_price" doc:"An offer is reckoned from the price."`
		Formula
		stock.SheetFilter
	}
}

// postFormula calculates the prices of all filtered rows of a branch's sheet and stores them as a file with a dry run.
// It can then be imported and undone like any other file.
func (s *Service) postFormula(ctx context.Context, in *formulaInput) (*httpapi.Reply[RunView], error) {
	by := byOf(ctx)
	b, ok := s.Branches.Branch(in.Body.BranchID)
	if !ok || !by.Rights.sees(b.ID) {
		return nil, errs.Invalid("branch_id", "common.one_of")
	}
	rows, err := s.Stock.PricedRows(ctx, b.ID, in.Body.SheetFilter)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errs.Invalid("by", "imports.formula_none")
	}
	columns := []Column{SKU, Branch, Column(in.Body.Cell)}
	var file bytes.Buffer
	w := sheets.NewCSV(&file)
	head := make([]string, len(columns))
	for i, c := range columns {
		head[i] = string(c)
	}
	if err := w.Row(head); err != nil {
		return nil, err
	}
	for _, r := range rows {
		// Prices of zero or below are refused in their own row, where the user sees them.
		if err := w.Row([]string{sheets.Inert(r.SKU), b.Slug, pounds(in.Body.Of(r.Price))}); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	name := b.Slug + " " + in.Body.Formula.name() + ".csv"
	r, err := s.recognise(ctx, by, "", name, bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		return nil, err
	}
	r.Format, r.Columns, r.Options.Branches = Prices, columns, []string{b.ID}
	if err := s.keep(ctx, by, r); err != nil {
		return nil, err
	}
	if err := s.Check(ctx, by, r.ID, -1); err != nil {
		return nil, err
	}
	return s.getRun(ctx, &runInput{r.ID})
}
