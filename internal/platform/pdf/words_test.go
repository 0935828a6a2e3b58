package pdf_test

import (
	"testing"

	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/pdf"
)

func TestWordsWriteFiguresAsTheDocumentHasThem(t *testing.T) {
	latin, arabic := pdf.In(i18n.EN, true, "orders.doc_"), pdf.In(i18n.AR, true, "orders.doc_")
	for _, one := range []struct {
		what, got, want string
	}{
		{"an amount", latin.Number(money.EGP(1_234_567_05).Major()), "1,234,567.05"},
		{"less than a pound off", latin.Number(money.EGP(-5).Major()), "-0.05"},
		{"with its currency", latin.Money(money.EGP(999_99).Major()), "EGP 999.99"},
		{"a whole percentage", latin.Percent(money.EGP(14_00).Major()), "14%"},
		{"a percentage with decimals", latin.Percent(money.EGP(2_50).Major()), "2.5%"},
		{"English has no other figures", latin.Count(120), "120"},
		{"an amount in Arabic", arabic.Number(money.EGP(1_234_50).Major()), "١٬٢٣٤٫٥٠"},
		{"a count in Arabic", arabic.Count(120), "١٢٠"},
		{"Arabic without them", pdf.In(i18n.AR, false, "orders.doc_").Count(120), "120"},
		{"a text with figures", arabic.T("page", "n", 1, "of", 12), i18n.T(i18n.AR, "orders.doc_page", "n", "١", "of", "١٢")},
	} {
		if one.got != one.want {
			t.Errorf("%s: %q, want %q", one.what, one.got, one.want)
		}
	}
}
