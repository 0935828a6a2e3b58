package orders

import (
	"context"
	"slices"
	"strings"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/pdf"
)

func (s *Service) invoicePDF(ctx context.Context, in *httpapi.DocumentInput) (*httpapi.Document, error) {
	lang := in.Language(ctx)
	inv, err := s.invoiceIn(ctx, in.ID, lang)
	if err != nil {
		return nil, err
	}
	sheet := sheetOf(inv, lang, in.ArabicFigures())
	if s.Letterhead != nil {
		sheet.Head = s.Letterhead(ctx)
	}
	body, err := sheet.PDF()
	if err != nil {
		return nil, err
	}
	return httpapi.PDF(inv.Number, body), nil
}

// vatColumn is the index of the VAT column.
const vatColumn = 5

func partyOf(w pdf.Words, title string, p InvoiceParty) pdf.Party {
	out := pdf.Party{Title: w.T(title)}
	for _, line := range []string{p.Name, p.Branch, p.LegalName, p.Address} {
		if line != "" {
			out.Lines = append(out.Lines, pdf.Fact{Value: line})
		}
	}
	if p.Phone != "" {
		out.Lines = append(out.Lines, pdf.Fact{Label: w.T("phone"), Value: p.Phone, LTR: true})
	}
	for _, id := range []struct{ label, value string }{
		{"tax_number", p.TaxNumber}, {"vat_number", p.VATNumber}, {"commercial", p.Commercial}, {"code", p.Code}} {
		if id.value != "" {
			out.Lines = append(out.Lines, pdf.Fact{Label: w.T(id.label), Value: w.Figures(id.value), LTR: true})
		}
	}
	return out
}

// sheetOf converts an invoice into a printable document with the content of the invoice's page.
func sheetOf(inv Invoice, lang i18n.Lang, arabic bool) *pdf.Sheet {
	w := pdf.In(lang, arabic, "orders.doc_")
	paid := inv.PaymentLabel
	if len(inv.PaidBy) > 1 {
		var each []string
		for _, one := range inv.PaidBy {
			each = append(each, one.Label+" "+w.Money(one.Amount))
		}
		paid = strings.Join(each, i18n.T(lang, "orders.comma"))
	}
	sheet := &pdf.Sheet{
		Lang: lang, RTL: lang == i18n.AR, Brand: w.T("brand"), Title: w.T("title"), Number: inv.Number,
		Facts: []pdf.Fact{
			{Label: w.T("date"), Value: w.Figures(inv.IssuedAt.Time().In(clock.Cairo).Format("02/01/2006")), LTR: true},
			{Label: w.T("status"), Value: inv.StatusLabel},
			{Label: w.T("payment"), Value: paid},
			{Label: w.T("total"), Value: w.Money(inv.Totals.Total)},
		},
		Parties: []pdf.Party{partyOf(w, "seller", inv.Seller), partyOf(w, "buyer", inv.Buyer)},
		Columns: []pdf.Column{{Title: w.T("no"), Width: 30}, {Title: w.T("item")},
			{Title: w.T("qty"), Width: 52, Numbers: true},
			{Title: w.T("price"), Width: 74, Numbers: true}, {Title: w.T("discount"), Width: 70, Numbers: true},
			{Title: w.T("vat"), Width: 48, Numbers: true}, {Title: w.T("sum"), Width: 82, Numbers: true}},
		Foot: w.T("foot"),
		Page: func(n, of int) string { return w.T("page", "n", n, "of", of) },
	}
	if inv.Untaxed {
		sheet.Foot = w.T("foot_untaxed")
		sheet.Columns = slices.Delete(sheet.Columns, vatColumn, vatColumn+1)
	}
	for i, l := range inv.Lines {
		perKilo := ""
		if l.UnitGrams > 0 {
			perKilo = i18n.T(lang, "common.per_kilo")
		}
		amount := w.Amount(l.Qty, l.UnitGrams)
		if l.Grams != nil {
			amount = w.Amount(*l.Grams, 1)
		}
		cells := []string{w.Count(int64(i + 1)), l.Name,
			amount, w.Number(l.UnitPrice), w.Number(l.Discount), w.Percent(l.VAT), w.Number(l.Total)}
		if inv.Untaxed {
			cells = slices.Delete(cells, vatColumn, vatColumn+1)
		}
		sheet.Rows = append(sheet.Rows, pdf.Row{Sub: []string{l.Variant, l.Extras, perKilo}, Cells: cells})
	}
	add := func(key string, amount money.Major, args ...any) {
		sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.T(key, args...), Value: w.Money(amount)})
	}
	add("items", inv.Totals.Price)
	if d := inv.Totals.Discount.Minor(); d > 0 {
		less := money.Of(-d, inv.Currency).Major()
		if inv.CouponCode != nil {
			add("coupon_code", less, "code", *inv.CouponCode)
		} else {
			add("coupon", less)
		}
	}
	add("delivery", inv.Totals.DeliveryPrice)
	if inv.Totals.Tip.Minor() > 0 {
		add("tip", inv.Totals.Tip)
	}
	sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.T("total"), Value: w.Money(inv.Totals.Total), Strong: true})
	// The VAT is printed below the total, which contains it; above, it would look as if it were added.
	for _, g := range inv.VATGroups {
		sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.T("vat_of", "percent", w.Percent(g.VAT), "gross", w.Money(g.Gross)),
			Value: w.Money(g.Tax), Quiet: true})
	}
	if r := inv.Totals.Rounding.Minor(); r > 0 {
		add("rounding", money.Of(-r, inv.Currency).Major())
	}
	if inv.Totals.Paid.Minor() > 0 {
		add("paid", inv.Totals.Paid)
	}
	if r := inv.Totals.Refund.Minor(); r > 0 {
		add("refund", money.Of(-r, inv.Currency).Major())
	}
	if inv.Totals.Due.Minor() > 0 {
		add("due", inv.Totals.Due)
	}
	return sheet
}
