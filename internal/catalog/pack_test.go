package catalog

import (
	"testing"

	"wekala/internal/platform/i18n"
)

func TestPack(t *testing.T) {
	holds := i18n.Text{EN: "400 g", AR: "400 جم"}
	for _, c := range []struct {
		what    string
		of      listing
		content i18n.Text
		en, ar  string
	}{
		{"its own name", listing{NameEN: "Tea", VariantEN: "Large", VariantAR: "كبير", UnitEN: "cup", UnitAR: "كوب"}, holds, "Large", "كبير"},
		{"what it holds", listing{NameEN: "Tea box", NameAR: "شاي", UnitEN: "box", UnitAR: "علبة"}, holds, "400 g", "400 جم"},
		{"its unit", listing{NameEN: "Rice pudding", NameAR: "أرز باللبن", UnitEN: "cup", UnitAR: "كوب"}, i18n.Text{}, "cup", "كوب"},
		{"nothing that the name says", listing{NameEN: "Koshary Sandwich", NameAR: "ساندوتش كشري", UnitEN: "sandwich", UnitAR: "ساندوتش"}, i18n.Text{}, "", ""},
		{"its unit where one language alone says it", listing{NameEN: "Shish wrap", NameAR: "ساندوتش شيش", UnitEN: "sandwich", UnitAR: "ساندوتش"}, i18n.Text{}, "sandwich", "ساندوتش"},
		{"its unit where letters alone are the same", listing{NameEN: "Candle", NameAR: "شمعة", UnitEN: "can", UnitAR: "شمع"}, i18n.Text{}, "can", "شمع"},
	} {
		if en, ar := c.of.pack(c.content, i18n.EN), c.of.pack(c.content, i18n.AR); en != c.en || ar != c.ar {
			t.Errorf("%s: %q and %q, want %q and %q", c.what, en, ar, c.en, c.ar)
		}
	}
}
