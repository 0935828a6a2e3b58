package quotations

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/pdf"
)

type pdfInput struct {
	ID      string `path:"id" maxLength:"64"`
	Lang    string `query:"lang" maxLength:"8" doc:"en or ar; the caller's otherwise."`
	Figures string `query:"figures" maxLength:"8" doc:"arab writes ٠١٢, anything else 012."`
}

// pdfFile is a document to be downloaded.
type pdfFile struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func (s *Service) pdf(ctx context.Context, in *pdfInput) (*pdfFile, error) {
	who := httpapi.Caller(ctx)
	lang := who.Lang
	if in.Lang == i18n.EN || in.Lang == i18n.AR {
		lang = in.Lang
	}
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
	sheet := s.sheet(f, name, lang, in.Figures == "arab")
	body, err := sheet.PDF()
	if err != nil {
		return nil, err
	}
	return &pdfFile{"application/pdf", `attachment; filename="` + f.q.Number + `.pdf"`, body}, nil
}

// words writes texts, figures and amounts of a document.
type words struct {
	lang   i18n.Lang
	arabic bool // figures
}

func (w words) t(key string, args ...any) string {
	return w.figures(i18n.T(w.lang, "quotations."+key, args...))
}

var arabicFigures = strings.NewReplacer("0", "٠", "1", "١", "2", "٢", "3", "٣", "4", "٤", "5", "٥", "6", "٦", "7", "٧", "8", "٨", "9", "٩")

func (w words) figures(s string) string {
	if w.arabic {
		return arabicFigures.Replace(s)
	}
	return s
}

// number groups the digits of an amount, with two decimals.
func (w words) number(minor int64) string {
	whole := strconv.FormatInt(minor/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	text := fmt.Sprintf("%s.%02d", whole, minor%100)
	if w.arabic {
		text = strings.NewReplacer(",", "٬", ".", "٫").Replace(text)
	}
	return w.figures(text)
}

func (w words) money(minor int64) string { return w.t("doc_money", "amount", w.number(minor)) }

// sheet is the standing offer as a document.
func (s *Service) sheet(f full, who Asker, lang i18n.Lang, arabic bool) *pdf.Sheet {
	w := words{lang, arabic && lang == i18n.AR}
	q, o := f.q, &f.offers[len(f.offers)-1]
	_, store, branch, district := s.seller(q, lang)
	from := pdf.Party{Title: w.t("doc_from"), Lines: []pdf.Fact{{Value: store.Name}, {Value: branch.Name}}}
	if b, ok := s.Branches.Branch(q.BranchID); ok {
		from.Lines = append(from.Lines, pdf.Fact{Value: b.Address.In(lang)})
		if b.Phone != "" {
			from.Lines = append(from.Lines, pdf.Fact{Label: w.t("doc_phone"), Value: b.Phone, LTR: true})
		}
	}
	to := pdf.Party{Title: w.t("doc_for")}
	if q.CompanyName != "" {
		to.Lines = append(to.Lines, pdf.Fact{Value: q.CompanyName})
	}
	to.Lines = append(to.Lines, pdf.Fact{Value: who.Name})
	if q.TaxID != "" {
		to.Lines = append(to.Lines, pdf.Fact{Label: w.t("doc_tax_id"), Value: w.figures(q.TaxID), LTR: true})
	}
	to.Lines = append(to.Lines, pdf.Fact{Label: w.t("doc_deliver"), Value: district.Name})
	sheet := &pdf.Sheet{
		Lang: lang, RTL: lang == i18n.AR, Brand: w.t("doc_brand"), Title: w.t("doc_title"), Number: q.Number,
		Facts: []pdf.Fact{
			{Label: w.t("doc_priced"), Value: w.figures(dayIn(lang, o.CreatedAt.Time()))},
			{Label: w.t("doc_until"), Value: w.figures(dayIn(lang, o.ExpiresAt.Time()))},
			{Label: w.t("doc_version"), Value: w.figures(strconv.FormatInt(o.Version, 10))},
			{Label: w.t("doc_total_sum"), Value: w.money(o.Total)},
		},
		Parties: []pdf.Party{from, to},
		Columns: []pdf.Column{{Title: w.t("doc_no"), Width: 30}, {Title: w.t("doc_item")},
			{Title: w.t("doc_qty"), Width: 58, Numbers: true}, {Title: w.t("doc_list"), Width: 78, Numbers: true},
			{Title: w.t("doc_unit"), Width: 78, Numbers: true}, {Title: w.t("doc_total"), Width: 88, Numbers: true}},
		Foot: w.t("doc_foot"),
		Page: func(n, of int) string { return w.t("doc_page", "n", n, "of", of) },
	}
	var list int64
	for i, l := range q.Lines {
		p := o.Prices[l.ID]
		list += max(p.ListPrice, p.UnitPrice) * l.Qty
		sheet.Rows = append(sheet.Rows, pdf.Row{Sub: l.variant(lang), Cells: []string{w.figures(strconv.Itoa(i + 1)), l.name(lang),
			w.figures(strconv.FormatInt(l.Qty, 10)), w.number(p.ListPrice), w.number(p.UnitPrice), w.number(p.UnitPrice * l.Qty)}})
	}
	sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.t("doc_items_sum"), Value: w.money(o.ItemsTotal)},
		pdf.Sum{Label: w.t("doc_delivery_sum"), Value: w.money(o.DeliveryFee)},
		pdf.Sum{Label: w.t("doc_tax_sum"), Value: w.money(o.Tax), Quiet: true})
	if saved := list - o.ItemsTotal; saved > 0 {
		sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.t("doc_saved"), Value: w.money(saved), Quiet: true})
	}
	sheet.Sums = append(sheet.Sums, pdf.Sum{Label: w.t("doc_total_sum"), Value: w.money(o.Total), Strong: true})
	for _, n := range []struct{ title, text string }{{"doc_branch_note", o.Note}, {"doc_shopper_note", q.Note}} {
		if n.text != "" {
			sheet.Notes = append(sheet.Notes, pdf.Party{Title: w.t(n.title), Lines: []pdf.Fact{{Value: n.text}}})
		}
	}
	return sheet
}
