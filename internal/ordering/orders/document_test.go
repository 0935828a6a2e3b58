package orders

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wekala/internal/platform/bidi"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/pdf"
)

// printed is an invoice with every possible element.
func printed() Invoice {
	m := func(minor int64) money.Major { return money.EGP(minor).Major() }
	code := "SPRING"
	return Invoice{
		Number: "W-1042", IssuedAt: db.Millis(1795176000000), StatusLabel: "Delivered", Currency: "EGP", PaymentLabel: "Card",
		Seller: InvoiceParty{Name: "Koshary House", Branch: "Maadi", Address: "9 Road 9", Phone: "+20223580000"},
		Buyer:  InvoiceParty{Name: "منى حسن", Address: "12 Road 200", Phone: "+201001234567"},
		Lines: []InvoiceLine{
			{Name: "Koshary", Variant: "Large", Qty: 20, UnitPrice: m(65_00), LineTotal: m(1300_00), Discount: m(100_00),
				Total: m(1200_00), VAT: m(14_00), Tax: m(147_37)},
			{Name: "Bread", Qty: 1, UnitPrice: m(5_50), LineTotal: m(5_50), Total: m(5_50), VAT: m(5_50), Tax: m(29)},
		},
		VATGroups: []InvoiceVAT{{VAT: m(14_00), Net: m(1052_63), Tax: m(147_37), Gross: m(1200_00)}},
		Totals: InvoiceTotals{Price: m(1305_50), Discount: m(100_00), DeliveryPrice: m(20_00), Tip: m(5_00),
			Tax: m(150_00), Total: m(1230_50), Paid: m(1000_00), Due: m(230_50)},
		PaidBy:     []PaidBy{{Label: "Wallet", Amount: m(230_50)}, {Label: "Card", Amount: m(1000_00)}},
		CouponCode: &code,
	}
}

// TestAnInvoiceOnPaper checks the content of the sheet in both languages, and that it can be drawn.
func TestAnInvoiceOnPaper(t *testing.T) {
	for _, c := range []struct {
		lang   i18n.Lang
		arabic bool
		want   []string
		not    []string
	}{
		{
			i18n.EN, true, []string{"Invoice", "W-1042", "20/11/2026", "Koshary House", "منى حسن", "Coupon SPRING=EGP -100.00",
				"Total=EGP 1,230.50", "Amount due=EGP 230.50", "VAT 14% (included in EGP 1,200.00)=EGP 147.37", "5.5%",
				"Wallet EGP 230.50, Card EGP 1,000.00", "+201001234567"}, []string{"٢"}},
		{i18n.AR, false, []string{"فاتورة", "الكوبون SPRING=-100.00 ج.م.", "الإجمالي=1,230.50 ج.م."}, []string{"٢"}},
		{i18n.AR, true, []string{"فاتورة", "٢٠/١١/٢٠٢٦", "الإجمالي=١٬٢٣٠٫٥٠ ج.م.", "٥٫٥٪", "W-1042"}, []string{"1,230"}},
	} {
		sheet := sheetOf(printed(), c.lang, c.arabic)
		if sheet.RTL != (c.lang == i18n.AR) {
			t.Errorf("%s is written the wrong way", c.lang)
		}
		var all strings.Builder
		fmt.Fprintln(&all, sheet.Title, sheet.Number, sheet.Facts, sheet.Parties, sheet.Rows)
		for _, s := range sheet.Sums {
			fmt.Fprintln(&all, s.Label+"="+s.Value)
		}
		// Marks of direction are held by the tests of the documents' package.
		printed := bidi.Plain(all.String())
		for _, want := range c.want {
			if !strings.Contains(printed, want) {
				t.Errorf("%s, arabic figures %v: no %q in\n%s", c.lang, c.arabic, want, all.String())
			}
		}
		for _, not := range c.not {
			if strings.Contains(all.String(), not) {
				t.Errorf("%s, arabic figures %v: %q in\n%s", c.lang, c.arabic, not, all.String())
			}
		}
		total := slices.IndexFunc(sheet.Sums, func(s pdf.Sum) bool { return s.Strong })
		if vat := slices.IndexFunc(sheet.Sums, func(s pdf.Sum) bool { return s.Quiet }); vat < total {
			t.Errorf("%s: the VAT stands above the total as if it were added: %v", c.lang, sheet.Sums)
		}
		body, err := sheet.PDF()
		if err != nil || !bytes.HasPrefix(body, []byte("%PDF-1.7")) {
			t.Errorf("%s: no PDF: %v", c.lang, err)
		}
	}
	many := printed()
	for range 80 {
		many.Lines = append(many.Lines, many.Lines[0])
	}
	body, err := sheetOf(many, i18n.AR, true).PDF()
	if pages := bytes.Count(body, []byte("/Type/Page/")); err != nil || pages < 3 {
		t.Errorf("82 lines on %d pages: %v", pages, err)
	}
}
