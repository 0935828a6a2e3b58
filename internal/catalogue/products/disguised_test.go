package products_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/i18n"
)

func text(en, ar string) i18n.Text { return i18n.Text{EN: en, AR: ar} }

// chosen is a product with an option whose values are its variants.
func chosen(en, ar string, values ...i18n.Text) products.ProductForm {
	f := plain(en, ar, "")
	f.Options = []products.Option{{ID: "kind", Name: text("Kind", "النوع")}}
	f.Variants = nil
	for _, v := range values {
		add(&f, v, "")
	}
	return f
}

// add gives a product another choice.
func add(f *products.ProductForm, name i18n.Text, barcode string) {
	at := string(rune('a' + len(f.Options[0].Values)))
	f.Options[0].Values = append(f.Options[0].Values, products.Value{ID: at, Name: name})
	f.Variants = append(f.Variants, products.VariantForm{
		Choices: map[string]string{"kind": at}, Active: true, Barcode: barcode})
}

// prices asks for a price of the last variant of a product.
func (s *shop) prices(t *testing.T, id string, price int64) string {
	t.Helper()
	all := s.read(t, id).Variants
	return s.asks(t, maker,
		products.Price{BranchID: deepMaadi, VariantID: all[len(all)-1].ID, Price: price, Sold: true})[0]
}

// TestVariantsComeBackAsWhatTheyWere: a variant that is removed and added back is compared with the name it had when
// customers could last choose it, even if its option values changed in between; under its old name it comes back
// without approval.
func TestVariantsComeBackAsWhatTheyWere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		small, large := text("Small", "صغير"), text("Large", "كبير")
		const fixed = "catalog.choices_fixed"
		for name, c := range map[string]struct {
			prices [2]int64
			out    func(f *products.ProductForm) // beside leaving it out
			back   i18n.Text
			want   string
		}{
			"renamed meanwhile": {[2]int64{4_000, 20_000},
				func(f *products.ProductForm) { f.Options[0].Values[0].Name = text("Mega tray", "صينية كبرى") },
				text("Mega tray", "صينية كبرى"), fixed},
			"renamed in Arabic": {[2]int64{4_000, 20_000},
				func(f *products.ProductForm) { f.Options[0].Values[0].Name = text("Small", "صينية كبرى") },
				text("Small", "صينية كبرى"), fixed},
			"its value taken off": {[2]int64{4_000, 20_000},
				func(f *products.ProductForm) { f.Options[0].Values = f.Options[0].Values[1:] }, text("Mega tray", "صينية كبرى"),
				fixed},
			"beside no dear one": {[2]int64{20_000, 20_000},
				func(f *products.ProductForm) { f.Options[0].Values = f.Options[0].Values[1:] }, text("Mega tray", "صينية كبرى"),
				"waits"},
			"as it was": {[2]int64{4_000, 20_000}, func(*products.ProductForm) {}, small, ""},
			"as it was, its value": {[2]int64{4_000, 20_000},
				func(f *products.ProductForm) { f.Options[0].Values = f.Options[0].Values[1:] }, small, ""},
		} {
			id := s.sold(t, chosen("Dish "+name, "طبق "+name, small, large), c.prices[1])
			is := s.read(t, id)
			s.exec(t, `UPDATE branch_prices SET price = $2 WHERE variant_id = $1`, is.Variants[0].ID, c.prices[0])
			if got := s.calls(t, maker, id, func(f *products.ProductForm) {
				f.Variants = f.Variants[1:]
				c.out(f)
			}); got != "" {
				t.Fatalf("%s: left out: %q", name, got)
			}
			got := s.calls(t, maker, id, func(f *products.ProductForm) {
				values := slices.DeleteFunc(f.Options[0].Values, func(v products.Value) bool { return v.ID == "a" })
				f.Options[0].Values = append(values, products.Value{ID: "a", Name: c.back})
				at := slices.IndexFunc(f.Variants, func(v products.VariantForm) bool { return v.ID == is.Variants[0].ID })
				f.Variants[at].Active = true
			})
			if got != c.want {
				t.Errorf("%s: taken back as %q: %q, want %q", name, c.back.EN, got, c.want)
			}
			// Nor may a copy have it at its price under the value's new name.
			if got == fixed {
				s.must(t, func(ctx context.Context, tx *db.Tx) error {
					copied, err := s.Duplicate(ctx, tx, maker, id, true)
					if err == nil {
						var n int64
						err = tx.Get(ctx, &n, `SELECT COUNT(*) FROM variants WHERE product_id = $1 AND name_en <> 'Large'`, copied)
						if n > 0 {
							t.Errorf("%s: the copy has it", name)
						}
					}
					return err
				})
			}
		}
		s.healthy(t)
	})
}

// TestFirstPricesInDisguise: a cheap product's new choice, a copy and a name in two parts are compared with all
// products of similar names or the same codes, not only with the product's other choices or the copy's original.
// Everyday changes need no approval.
func TestFirstPricesInDisguise(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		s.sold(t, plain("Compact printer", "طابعة صغيرة", ""), 490_000)
		s.sold(t, plain("Chicken", "دجاجة", ""), 30_000)
		films := 0
		film := func() string {
			films++ // none is called like another
			return s.sold(t,
				chosen(fmt.Sprint("Screen protector ", films), fmt.Sprint("واقي شاشة ", films), text("Glossy", "لامع")), 12_000)
		}
		for _, c := range []struct {
			name        i18n.Text
			barcode     string
			price       int64
			want, about string
		}{
			{text("Compact printer", "آخر"), "", 7_000, "waits", "a dear one's name"},
			{text("Other", "طابعة صغيرة"), "", 7_000, "waits", "in Arabic"},
			{text("printer, compact", "آخر"), "", 245_000, "245000", "half of the dear one's"},
			{text("Cоmpact prіnter", "آخر"), "", 7_000, "waits", "in letters that look like others"},
			{text("Other", "آخر"), "6999-1", 7_000, "waits", "a dear one's barcode"},
			{text("Matte", "مطفي"), "", 11_000, "11000", "a choice of the same level"},
			{text("Matte", "مطفي"), "", 5_000, "waits", "a price far below the other"},
			{text("Matte, large", "مطفي كبير"), "123", 6_000, "6000", "half of the other"},
			{text("Printer", "طابعة"), "", 7_000, "7000", "a word of a dear one's"},
			{text("For compact printer", "لطابعة"), "", 7_000, "7000", "for a dear one"},
		} {
			id := film()
			if got := s.calls(t, maker, id, func(f *products.ProductForm) { add(f, c.name, c.barcode) }); got != "" {
				t.Fatalf("%s: %q", c.about, got)
			}
			if got := s.prices(t, id, c.price); got != c.want {
				t.Errorf("a new choice with %s: %s, want %s", c.about, got, c.want)
			}
		}
		// Dear for a moment, and cheap again before it counts.
		id := film()
		s.calls(t, maker, id, func(f *products.ProductForm) { add(f, text("Compact printer", "آخر"), "") })
		if got := [2]string{s.prices(t, id, 490_000), s.prices(t, id, 7_000)}; got != [2]string{"490000", "waits"} {
			t.Errorf("dear for a moment: %v", got)
		}
		// A name in two parts; the dear one's letters.
		for _, c := range []struct {
			f    products.ProductForm
			want string
		}{
			{chosen("Compact", "منتج", text("printer", "واحد")), "waits"},
			{chosen("printer", "منتج", text("Compact", "واحد")), "waits"},
			{chosen("Samsung Galaxy", "منتج", text("A15 128 GB", "واحد")), "waits"},
			{chosen("Compact", "منتج", text("mirror", "واحد")), "7000"},
			{chosen("Sandwich", "ساندوتش", text("Chicken", "دجاجة")), "7000"}, // no whole chicken
			{plain("Cоmpact prіnter", "منتج", ""), "waits"},
			{plain("ϹΟΜΡΑCΤ ΡRΙΝΤΕR", "منتج", ""), "waits"},
			{plain("Compact\u3164\u3164 pri\u115f\u1160nter\uffa0\uffa0", "منتج", ""), "waits"}, // letters that nobody sees
			{plain("ᴄᴏᴍᴘᴀᴄᴛ ᴘʀɪɴᴛᴇʀ", "منتج", ""), "waits"},
			{plain("Cօmpɑct prіոter", "منتج", ""), "waits"},
			{plain("Product", "طابعة\u3164\u3164 صغـــيرة", ""), "waits"},
		} {
			if got := s.prices(t, s.create(t, c.f), 7_000); got != c.want {
				t.Errorf("%q %+v: %s, want %s", c.f.NameEN, c.f.Options, got, c.want)
			}
		}
		// A renamed copy without prices; a copy that keeps its name is compared with its original.
		cheap := film()
		for _, c := range []struct{ en, ar, want string }{
			{"Compact printer", "طابعة صغيرة", "waits"}, {"Compact printer", "واقي", "waits"},
			{"Screen protector, thick", "واقي شاشة سميك", "7000"},
		} {
			var id string
			s.must(t, func(ctx context.Context, tx *db.Tx) (err error) {
				id, err = s.Duplicate(ctx, tx, maker, cheap, false)
				return err
			})
			if got := s.renames(t, maker, id, c.en, c.ar); got != "" {
				t.Fatal(got)
			}
			if got := s.prices(t, id, 7_000); got != c.want {
				t.Errorf("a copy called %q: %s, want %s", c.en, got, c.want)
			}
			if c.want != "waits" {
				continue
			}
			// Once a second person approves it, the price applies and is compared with itself from then on.
			v := s.read(t, id).Variants[0].ID
			s.decide(t, staff.Member{ID: second.ID, Role: staff.Finance}, deepMaadi, v, true, "")
			if got := s.prices(t, id, 6_000); got != "6000" {
				t.Errorf("after it was let: %s", got)
			}
		}
		// The first price of a variant in another branch is compared with the variant's own price in this one.
		twin := s.sold(t, plain("Bracelet", "سوار", ""), 50_000)
		other := s.sold(t, plain("Bracelet", "سوار", ""), 1_000)
		s.clock.Advance(25 * time.Hour)
		v := s.read(t, other).Variants[0].ID
		if got := s.asks(t, maker,
			products.Price{BranchID: deepZamalek, VariantID: v, Price: 900, Sold: true}); got[0] != "900" || twin == other {
			t.Errorf("another branch: %v", got)
		}
		s.healthy(t)
	})
}

// TestWhatADearOneWasCalledStaysDear: an expensive product may get a cheap one's name, as an order of that name still
// delivers it; but its former name is not free for a cheap product.
func TestWhatADearOneWasCalledStaysDear(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		dear := s.sold(t, plain("Compact photo printer", "طابعة صور صغيرة", ""), 490_000)
		cheap := s.sold(t, plain("Photo printer cleaning paper", "ورق تنظيف طابعة صور", ""), 8_000)
		if got := s.renames(t, maker, dear, "Photo printer paper", "ورق طابعة صور"); got != "" {
			t.Errorf("the dear one: %q", got)
		}
		for _, c := range [][2]string{{"Compact photo printer", "ورق تنظيف طابعة صور"},
			{"Photo printer cleaning paper", "طابعة صور صغيرة"}} {
			if got := s.renames(t, maker, cheap, c[0], c[1]); got != "waits" {
				t.Errorf("the cheap one as %q, %q: %q", c[0], c[1], got)
			}
			if got := s.prices(t, s.create(t, plain(c[0], c[1], "")), 8_000); got != "waits" {
				t.Errorf("a new one as %q, %q: %s", c[0], c[1], got)
			}
		}
		s.healthy(t)
	})
}

// TestANameInAnotherLanguage: a first name in a language is compared with names in that language; a name that was
// removed comes back as it was, or waits.
func TestANameInAnotherLanguage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		s.sold(t, plain("", "ثلاجة كبيرة", ""), 490_000)
		s.sold(t, plain("Steel oven", "", ""), 490_000)
		for _, c := range []struct{ en, ar, isEN, isAR, want string }{
			{"Cable", "", "Cable", "ثلاجة كبيرة", "waits"},
			{"", "كابل", "Steel oven", "كابل", "waits"},
			{"", "كابل", "ثلاجة كبيرة", "كابل", "waits"},
			{"Cable", "", "Cable", "كابل", ""},
		} {
			id := s.sold(t, plain(c.en, c.ar, ""), 8_000)
			if got := s.renames(t, maker, id, c.isEN, c.isAR); got != c.want {
				t.Errorf("%q, %q as %q, %q: %q, want %q", c.en, c.ar, c.isEN, c.isAR, got, c.want)
			}
		}
		id := s.sold(t, plain("Plug", "قابس", ""), 8_000)
		if got := s.renames(t, maker, id, "Plug", ""); got != "" {
			t.Fatalf("taken off: %q", got)
		}
		if got := s.renames(t, maker, id, "Plug", "براد"); got != "waits" {
			t.Errorf("as something else: %q", got)
		}
		s.healthy(t)
	})
}

// TestAFirstChoiceSaysWhatTheProductIs: when the only variant of a priced product gets a name, both names together must
// be near the earlier name.
func TestAFirstChoiceSaysWhatTheProductIs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		for _, c := range []struct {
			value i18n.Text
			name  string
			want  string
		}{
			{text("Hair dryer 2000 W", "عادي"), "Insect spray", "waits"},
			{text("Plain", "مجفف شعر ٢٠٠٠ وات"), "Insect spray", "waits"},
			{text("Large steel hair dryer", "عادي"), "Insect spray", "waits"},
			{text("400 ml", "٤٠٠ مل"), "Insect spray", ""},
			{text("Large", "كبير"), "Insect spray", ""},
			{text("Lavender", "لافندر"), "Insect sprays", ""},
			{text("900 ml", "عادي"), "Insect spray 400 ml", "waits"},
		} {
			id := s.sold(t, plain("Insect spray", "مبيد حشرات", ""), 9_500)
			if c.name == "Insect spray 400 ml" {
				s.calls(t, products.Actor{}, id, func(f *products.ProductForm) { f.NameEN = c.name })
			}
			if got := s.calls(t, maker, id, func(f *products.ProductForm) {
				f.NameEN = c.name
				v := f.Variants[0]
				f.Options, f.Variants = []products.Option{{ID: "kind", Name: text("Kind", "النوع")}}, nil
				add(f, c.value, "")
				v.Choices = f.Variants[0].Choices
				f.Variants[0] = v
			}); got != c.want {
				t.Errorf("%q of %q: %q, want %q", c.value, c.name, got, c.want)
			}
		}
		// A product renamed to the part of an expensive product's name that its choice lacks.
		id := s.create(t, chosen("Glossy", "لامع", text("Galaxy A15", "واحد")))
		s.prices(t, id, 2_000)
		if got := s.renames(t, maker, id, "Samsung", "لامع"); got != "waits" {
			t.Errorf("with its choice: %q", got)
		}
		s.healthy(t)
	})
}
