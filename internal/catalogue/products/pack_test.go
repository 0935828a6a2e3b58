package products

import (
	"testing"

	"wekala/internal/platform/i18n"
)

func TestPack(t *testing.T) {
	holds := i18n.Text{EN: "400 g", AR: "400 جم"}
	for _, c := range []struct {
		what    string
		of      listing
		tint    string
		content i18n.Text
		en, ar  string
	}{
		{"its own name", listing{NameEN: "Tea", VariantEN: "Large", VariantAR: "كبير", UnitEN: "cup", UnitAR: "كوب"},
			"grocery", holds, "Large", "كبير"},
		{"what it holds", listing{NameEN: "Tea box", NameAR: "شاي", UnitEN: "box", UnitAR: "علبة"}, "grocery", holds, "400 g",
			"400 جم"},
		{"its unit", listing{NameEN: "Rice pudding", NameAR: "أرز باللبن", UnitEN: "cup", UnitAR: "كوب"}, "grocery",
			i18n.Text{}, "1 cup", "1 كوب"},
		{
			"nothing that the name says", listing{NameEN: "Koshary Sandwich", NameAR: "ساندوتش كشري", UnitEN: "sandwich",
				UnitAR: "ساندوتش"}, "grocery", i18n.Text{}, "", ""},
		{"its unit where one language alone says it",
			listing{NameEN: "Shish wrap", NameAR: "ساندوتش شيش", UnitEN: "sandwich", UnitAR: "ساندوتش"}, "grocery", i18n.Text{},
			"1 sandwich", "1 ساندوتش"},
		{"its unit where letters alone are the same", listing{NameEN: "Candle", NameAR: "شمعة", UnitEN: "can", UnitAR: "شمع"},
			"grocery", i18n.Text{}, "1 can", "1 شمع"},
		{"nothing of a dish", listing{NameEN: "Lentil soup", NameAR: "شوربة عدس", UnitEN: "plate", UnitAR: "طبق"}, "food",
			i18n.Text{}, "", ""},
		{
			"the size of a dish", listing{NameEN: "Lentil soup", NameAR: "شوربة عدس", VariantEN: "Large", VariantAR: "كبير",
				UnitEN: "plate", UnitAR: "طبق"}, "food", i18n.Text{}, "Large", "كبير"},
		{"a measure as it is", listing{NameEN: "Juice", NameAR: "عصير", UnitEN: "250 ml", UnitAR: "250 مل"}, "grocery",
			i18n.Text{}, "250 ml", "250 مل"},
		{"a weight as it is", listing{NameEN: "Tomatoes", NameAR: "طماطم", UnitEN: "kg", UnitAR: "كجم", UnitGrams: 250},
			"grocery", i18n.Text{}, "kg", "كجم"},
		{"none", listing{NameEN: "Tea", NameAR: "شاي"}, "general", i18n.Text{}, "", ""},
	} {
		if en, ar := c.of.pack(c.content, c.tint, i18n.EN), c.of.pack(c.content, c.tint, i18n.AR); en != c.en || ar != c.ar {
			t.Errorf("%s: %q and %q, want %q and %q", c.what, en, ar, c.en, c.ar)
		}
	}
}
