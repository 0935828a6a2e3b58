package products_test

import (
	"testing"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestDearVariantsAreComparedToo: the name of an expensive choice counts like a product's for every name that comes to
// resemble it, by a rename or with a first price; a cheap choice of the same product matters to nobody.
func TestDearVariantsAreComparedToo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		honey := chosen("Honey", "عسل", text("Sidr 1 kg", "سدر 1 كجم"))
		add(&honey, text("Small spoon", "ملعقة صغيرة"), "")
		id := s.create(t, honey)
		for i, v := range s.read(t, id).Variants {
			s.asks(t, products.Actor{},
				products.Price{BranchID: deepMaadi, VariantID: v.ID, Price: []int64{90_000, 2_000}[i], Sold: true})
		}
		s.exec(t, `UPDATE branch_prices SET price_since = 0 WHERE product_id = $1`, id)
		for _, c := range []struct{ was, is, want string }{
			{"Clover honey 1 kg", "Sidr honey 1 kg", "waits"},
			{"Clover honey 1 kg", "Clover blossom honey 1 kg", ""},
			{"Honey spoon", "Honey small spoon", ""},
		} {
			cheap := s.sold(t, plain(c.was, "طعام", ""), 8_000)
			if got := s.renames(t, maker, cheap, c.is, "طعام"); got != c.want {
				t.Errorf("%q to %q: %q, want %q", c.was, c.is, got, c.want)
			}
			s.calls(t, products.Actor{}, cheap, func(f *products.ProductForm) {
				f.NameEN, f.NameAR = "Cola "+cheap, "كولا "+cheap
			})
		}
		for _, c := range []struct{ en, ar, want string }{
			{"Sidr honey 1 kg", "طعام", "waits"}, {"Sidr 1 kg", "طعام", "waits"}, {"Food", "سدر عسل 1 كجم", "waits"},
			{"Sidr honey 2 kg", "طعام", "8000"}, {"Honey, small spoon", "طعام", "8000"},
		} {
			if got := s.prices(t, s.create(t, plain(c.en, c.ar, "")), 8_000); got != c.want {
				t.Errorf("a first price of %q, %q: %s, want %s", c.en, c.ar, got, c.want)
			}
		}
		// The expensive choice's previous name still counts shortly after it was renamed.
		s.calls(t, products.Actor{}, id, func(f *products.ProductForm) {
			f.Options[0].Values[0].Name = text("Mountain", "جبلي")
		})
		if got := s.prices(t, s.create(t, plain("Sidr honey, 1 kg", "طعام", "")), 8_000); got != "waits" {
			t.Errorf("after the dear choice was renamed: %s", got)
		}
		s.healthy(t)
	})
}

// TestWeightsAreComparedByTheKilogram: whatever a unit weighs, products sold by weight are priced per kilogram, and so
// compared with a kilogram and with a piece.
func TestWeightsAreComparedByTheKilogram(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		weighed := func(en string, grams int64) products.ProductForm {
			f := plain(en, "", "")
			f.UnitGrams = grams
			return f
		}
		s.sold(t, weighed("Veal fillet Balady", 10), 60_000) // 600 EGP a kilogram
		const low, half = 10_000, 30_000
		for _, grams := range []int64{1000, 10, 0} {
			id := s.sold(t, weighed("Wings Balady", grams), low)
			if got := s.renames(t, maker, id, "Wings veal fillet Balady", ""); got != "waits" {
				t.Errorf("renamed, %d g: %q", grams, got)
			}
			if got := s.prices(t, s.create(t, weighed("Balady veal fillet", grams)), low); got != "waits" {
				t.Errorf("a first price, %d g: %s", grams, got)
			}
			if got := s.prices(t, s.create(t, weighed("Balady veal fillet", grams)), half); got != "30000" {
				t.Errorf("half of the dear one's, %d g: %s", grams, got)
			}
		}
		// Nor is a cheap kilogram dear for being priced whole.
		s.sold(t, weighed("Potatoes Spunta", 1000), 2_000)
		if got := s.prices(t, s.create(t, weighed("Spunta potatoes", 10)), 2_000); got != "2000" {
			t.Errorf("the same price for the kilogram: %s", got)
		}
		s.healthy(t)
	})
}

// TestANumberThatSpokeAgainst: dropping the one number that distinguished a product from an expensive one makes it
// resemble that one, however many words are added.
func TestANumberThatSpokeAgainst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		s.sold(t, plain("Saffron premium Iran 10", "شيء", ""), 500_000)
		id := s.sold(t, plain("Saffron premium Iran 20", "آخر", ""), 2_000)
		s.clock.Advance(time.Hour)
		if got := s.renames(t, maker, id, "Saffron premium Iran pure original", "آخر"); got != "waits" {
			t.Errorf("%q", got)
		}
	})
}
