package orders

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/pdf"
)

type documentInput struct {
	ID      string `path:"id" maxLength:"64"`
	Lang    string `query:"lang" maxLength:"8" doc:"en or ar; the caller's otherwise."`
	Figures string `query:"figures" maxLength:"8" doc:"arab writes ٠١٢, anything else 012."`
}

// document is a file to be downloaded.
type document struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func (s *Service) invoicePDF(ctx context.Context, in *documentInput) (*document, error) {
	lang := httpapi.Caller(ctx).Lang
	if in.Lang == i18n.EN || in.Lang == i18n.AR {
		lang = in.Lang
	}
	inv, err := s.invoiceIn(ctx, in.ID, lang)
	if err != nil {
		return nil, err
	}
	body, err := sheetOf(inv, lang, in.Figures == "arab").PDF()
	if err != nil {
		return nil, err
	}
	return &document{"application/pdf", `attachment; filename="` + inv.Number + `.pdf"`, body}, nil
}

// words writes texts, figures and amounts of an invoice on paper.
type words struct {
	lang   i18n.Lang
	arabic bool // figures
}

func (w words) t(key string, args ...any) string {
	return w.figures(i18n.T(w.lang, "orders.doc_"+key, args...))
}

var arabicFigures = strings.NewReplacer("0", "٠", "1", "١", "2", "٢", "3", "٣", "4", "٤", "5", "٥", "6", "٦", "7", "٧", "8", "٨", "9", "٩")

func (w words) figures(s string) string {
	if w.arabic {
		return arabicFigures.Replace(s)
	}
	return s
}

// number groups the digits of an amount, with two decimals.
func (w words) number(m money.Major) string {
	minor, sign := m.Minor(), ""
	if minor < 0 {
		minor, sign = -minor, "-"
	}
	whole := strconv.FormatInt(minor/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	text := fmt.Sprintf("%s%s.%02d", sign, whole, minor%100)
	if w.arabic {
		text = strings.NewReplacer(",", "٬", ".", "٫").Replace(text)
	}
	return w.figures(text)
}

func (w words) money(m money.Major) string { return w.t("money", "amount", w.number(m)) }

// rate writes a percentage without decimals it does not need.
func (w words) rate(m money.Major) string {
	text := strings.TrimSuffix(strings.TrimSuffix(fmt.Sprintf("%d.%02d", m.Minor()/100, m.Minor()%100), "0"), ".0")
	if w.arabic {
		text = strings.ReplaceAll(text, ".", "٫")
	}
	return w.t("percent", "percent", text)
}

func (w words) party(title string, p InvoiceParty) pdf.Party {
	out := pdf.Party{Title: w.t(title)}
	for _, line := range []string{p.Name, p.Branch, p.Address} {
		if line != "" {
			out.Lines = append(out.Lines, pdf.Fact{Value: line})
		}
	}
	if p.Phone != "" {
		out.Lines = append(out.Lines, pdf.Fact{Label: w.t("phone"), Value: p.Phone, LTR: true})
	}
	return out
}

// sheetOf is an invoice as a document: what the invoice's page shows, on paper.
func sheetOf(inv Invoice, lang i18n.Lang, arabic bool) *pdf.Sheet {
	w := words{lang, arabic && lang == i18n.AR}
	paid := inv.PaymentLabel
	if len(inv.PaidBy) > 1 {
		var each []string
		for _, one := range inv.PaidBy {
			each = append(each, one.Label+" "+w.money(one.Amount))
		}
		paid = strings.Join(each, i18n.T(lang, "orders.comma"))
	}
	sheet := &pdf.Sheet{
		Lang: lang, RTL: lang == i18n.AR, Brand: w.t("brand"), Title: w.t("title"), Number: inv.Number,
		Facts: []pdf.Fact{
			{Label: w.t("date"), Value: w.figures(inv.IssuedAt.Time().In(clock.Cairo).Format("02/01/2006")), LTR: true},
			{Label: w.t("status"), Value: inv.StatusLabel},
			{Label: w.t("payment"), Value: paid},
			{Label: w.t("total"), Value: w.money(inv.Totals.Total)},
		},
		Parties: []pdf.Party{w.party("seller", inv.Seller), w.party("buyer", inv.Buyer)},
		Columns: []pdf.Column{{Title: w.t("no"), Width: 30}, {Title: w.t("item")}, {Title: w.t("qty"), Width: 52, Numbers: true},
			{Title: w.t("price"), Width: 74, Numbers: true}, {Title: w.t("discount"), Width: 70, Numbers: true},
			{Title: w.t("vat"), Width: 48, Numbers: true}, {Title: w.t("sum"), Width: 82, Numbers: true}},
		Foot: w.t("foot"),
		Page: func(n, of int) string { return w.t("page", "n", n, "of", of) },
	}
	for i, l := range inv.Lines {
		sheet.Rows = append(sheet.Rows, pdf.Row{Sub: l.Variant, Cells: []string{w.figures(strconv.Itoa(i + 1)), l.Name,
			w.figures(strconv.FormatInt(l.Qty, 10)), w.number(l.UnitPrice), w.number(l.Discount), w.rate(l.VAT), w.number(l.Total)}})
	}
	add := func(key string, amount money.Major, args ...any) {
		sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.t(key, args...), Value: w.money(amount)})
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
	for _, g := range inv.VATGroups {
		sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.t("vat_of", "percent", w.rate(g.VAT), "gross", w.money(g.Gross)), Value: w.money(g.Tax), Quiet: true})
	}
	sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.t("total"), Value: w.money(inv.Totals.Total), Strong: true})
	if inv.Totals.Paid.Minor() > 0 {
		add("paid", inv.Totals.Paid)
	}
	if inv.Totals.Due.Minor() > 0 {
		add("due", inv.Totals.Due)
	}
	return sheet
}
