package quotations

import (
	"context"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/pdf"
)

func (s *Service) pdf(ctx context.Context, in *httpapi.DocumentInput) (*httpapi.Document, error) {
	who, lang := httpapi.Caller(ctx), in.Language(ctx)
	f, err := s.read(ctx, mine(who.UserID, in.ID))
	if err != nil {
		return nil, err
	}
	if len(f.offers) == 0 {
		return nil, errs.Refuse("quotations.no_offer_yet")
	}
	name, err := asker(ctx, s.DB, who.UserID)
	if err != nil {
		return nil, err
	}
	sheet := s.sheet(f, name, lang, in.ArabicFigures())
	if s.Letterhead != nil {
		sheet.Head = s.Letterhead(ctx)
	}
	body, err := sheet.PDF()
	if err != nil {
		return nil, err
	}
	return httpapi.PDF(f.q.Number, body), nil
}

// sheet converts the current offer into a printable document.
func (s *Service) sheet(f full, who Asker, lang i18n.Lang, arabic bool) *pdf.Sheet {
	w := pdf.In(lang, arabic, "quotations.doc_")
	q, o := f.q, &f.offers[len(f.offers)-1]
	_, store, branch, district := s.seller(q, lang)
	from := pdf.Party{Title: w.T("from"), Lines: []pdf.Fact{{Value: store.Name}, {Value: branch.Name}}}
	if b, ok := s.Branches.Branch(q.BranchID); ok {
		from.Lines = append(from.Lines, pdf.Fact{Value: b.Address.In(lang)})
		if b.Phone != "" {
			from.Lines = append(from.Lines, pdf.Fact{Label: w.T("phone"), Value: b.Phone, LTR: true})
		}
	}
	to := pdf.Party{Title: w.T("for")}
	if q.CompanyName != "" {
		to.Lines = append(to.Lines, pdf.Fact{Value: q.CompanyName})
	}
	to.Lines = append(to.Lines, pdf.Fact{Value: who.Name})
	if q.TaxID != "" {
		to.Lines = append(to.Lines, pdf.Fact{Label: w.T("tax_id"), Value: w.Figures(q.TaxID), LTR: true})
	}
	to.Lines = append(to.Lines, pdf.Fact{Label: w.T("deliver"), Value: district.Name})
	sheet := &pdf.Sheet{
		Lang: lang, RTL: lang == i18n.AR, Brand: w.T("brand"), Title: w.T("title"), Number: q.Number,
		Facts: []pdf.Fact{
			{Label: w.T("priced"), Value: w.Figures(dayIn(lang, o.CreatedAt.Time()))},
			{Label: w.T("until"), Value: w.Figures(dayIn(lang, o.ExpiresAt.Time()))},
			{Label: w.T("version"), Value: w.Count(o.Version)},
			{Label: w.T("total_sum"), Value: w.Money(major(o.Total))},
		},
		Parties: []pdf.Party{from, to},
		Columns: []pdf.Column{{Title: w.T("no"), Width: 30}, {Title: w.T("item")},
			{Title: w.T("qty"), Width: 58, Numbers: true}, {Title: w.T("list"), Width: 78, Numbers: true},
			{Title: w.T("unit"), Width: 78, Numbers: true}, {Title: w.T("total"), Width: 88, Numbers: true}},
		Foot: w.T("foot"),
		Page: func(n, of int) string { return w.T("page", "n", n, "of", of) },
	}
	var list int64
	for i, l := range q.Lines {
		p := o.Prices[l.ID]
		list += l.times(max(p.ListPrice, p.UnitPrice))
		sheet.Rows = append(sheet.Rows, pdf.Row{Sub: l.details(lang), Cells: []string{w.Count(int64(i + 1)), l.name(lang),
			w.Amount(l.Qty, l.UnitGrams), w.Number(major(p.ListPrice)), w.Number(major(p.UnitPrice)),
			w.Number(major(l.times(p.UnitPrice)))}})
	}
	sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.T("items_sum"), Value: w.Money(major(o.ItemsTotal))},
		pdf.Sum{Label: w.T("delivery_sum"), Value: w.Money(major(o.DeliveryFee))})
	if saved := list - o.ItemsTotal; saved > 0 {
		sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.T("saved"), Value: w.Money(major(saved)), Quiet: true})
	}
	// The VAT is printed below the total, which contains it; above, it would look as if it were added.
	sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.T("total_sum"), Value: w.Money(major(o.Total)), Strong: true},
		pdf.Sum{Label: w.T("tax_sum"), Value: w.Money(major(o.Tax)), Quiet: true})
	for _, n := range []struct{ title, text string }{{"branch_note", o.Note}, {"customer_note", q.Note}} {
		if n.text != "" {
			sheet.Notes = append(sheet.Notes, pdf.Party{Title: w.T(n.title), Lines: []pdf.Fact{{Value: n.text}}})
		}
	}
	return sheet
}
