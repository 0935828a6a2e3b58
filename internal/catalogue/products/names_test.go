package products_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// plain is a product of one variant.
func plain(en, ar, sku string) products.ProductForm {
	return products.ProductForm{StoreID: "sto_koshary", CategoryID: "cat_meals", NameEN: en, NameAR: ar, VATBP: 1400,
		Variants: []products.VariantForm{{SKU: sku, Active: true}}}
}

// sold creates a product with a price that has applied for days.
func (s *shop) sold(t *testing.T, f products.ProductForm, price int64) string {
	t.Helper()
	id := s.create(t, f)
	for _, v := range s.read(t, id).Variants {
		s.asks(t, products.Actor{}, products.Price{BranchID: deepMaadi, VariantID: v.ID, Price: price, Sold: true})
	}
	s.must(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE branch_prices SET price_since = 0 WHERE product_id = $1`, id)
		return err
	})
	return id
}

// calls changes a product on behalf of an actor and returns the outcome: "", "waits", or the reason for the refusal.
func (s *shop) calls(t *testing.T, by products.Actor, id string, change func(f *products.ProductForm)) string {
	t.Helper()
	is := s.read(t, id)
	f := is.ProductForm
	f.Variants = slices.Clone(f.Variants)
	change(&f)
	var waits bool
	err := s.tx(t, func(ctx context.Context, tx *db.Tx) (err error) {
		waits, err = s.Update(ctx, tx, by, id, is.Version, f)
		return err
	})
	switch {
	case err != nil:
		return errs.Key(err)
	case waits:
		if now := s.read(t, id); now.Version != is.Version || now.NameEN != is.NameEN || now.NameAR != is.NameAR {
			t.Errorf("%s waits and was changed: version %d, %q", id, now.Version, now.NameEN)
		}
		return "waits"
	}
	return ""
}

func (s *shop) renames(t *testing.T, by products.Actor, id, en, ar string) string {
	t.Helper()
	return s.calls(t, by, id, func(f *products.ProductForm) { f.NameEN, f.NameAR = en, ar })
}

type namesShop struct {
	*shop
	phone, album string
}

// names is a shop of two owners with a dear thing and a cheap one.
func openNames(t *testing.T, d *db.DB) namesShop {
	s := open(t, d)
	twoOwners(t, s)
	dear := plain("Samsung Galaxy A15 128 GB", "سامسونج جالاكسي A15", "PHONE-A15")
	dear.Variants[0].Barcode = "6999-1"
	out := namesShop{shop: s, phone: s.sold(t, dear, 800_000)}
	out.album = s.sold(t, plain("Sticker album football", "ألبوم ملصقات كرة", "ALBUM-1"), 2_000)
	return out
}

// TestNamesThatGoFarWait: a name of a priced product that goes far from all its names of the last days needs a second
// person; editors' everyday changes need none.
func TestNamesThatGoFarWait(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		for _, c := range []struct {
			was, is [2]string
			want    string
		}{
			// spelling
			{[2]string{"Chocolate bar", "شوكولاتة"}, [2]string{"Chocolate bar.", "شوكولاته"}, ""},
			// a letter
			{[2]string{"Choclate bar", "شوكولاتة"}, [2]string{"Chocolate bar", "شوكولاتة"}, ""},
			// the order
			{[2]string{"Fresh tomatoes", "طماطم"}, [2]string{"Tomatoes, fresh", "طماطم"}, ""},
			// a brand
			{[2]string{"Chocolate", "شوكولاتة"}, [2]string{"Corona Chocolate", "شوكولاتة كورونا"}, ""},
			// of two words
			{[2]string{"Tea", "شاي"}, [2]string{"Lipton Yellow Tea", "شاي"}, ""},
			// a size where there was none
			{[2]string{"Chocolate", "شوكولاتة"}, [2]string{"Chocolate 30 g", "شوكولاتة 30 جم"}, ""},
			// a translation
			{[2]string{"Chocolate 30 g", ""}, [2]string{"Chocolate 30 g", "شوكولاتة 30 جم"}, ""},
			// shorter
			{[2]string{"Chocolate bar special offer", "شوكولاتة"}, [2]string{"Chocolate bar", "شوكولاتة"}, ""},
			// a larger pack
			{[2]string{"Chocolate 30 g", "شوكولاتة"}, [2]string{"Chocolate 400 g", "شوكولاتة"}, "waits"},
			// in Arabic alone
			{[2]string{"Chocolate 30 g", "شوكولاتة 30 جم"}, [2]string{"Chocolate 30 g", "شوكولاتة 400 جم"}, "waits"},
			// something else
			{[2]string{"Chocolate bar", "شوكولاتة"}, [2]string{"Gold ring", "شوكولاتة"}, "waits"},
			// in Arabic alone
			{[2]string{"Chocolate bar", "شوكولاتة"}, [2]string{"Chocolate bar", "خاتم ذهب"}, "waits"},
			// drowned in others
			{[2]string{"Tea", "شاي"}, [2]string{"Tea perfume gold edition", "شاي"}, "waits"},
			// near its own name, and nearer to a dear one's
			{[2]string{"Case for Galaxy A15", "جراب"}, [2]string{"Galaxy A15", "جراب"}, "waits"},
			// likewise, by adding
			{[2]string{"A15 sticker", "ملصق"}, [2]string{"Samsung Galaxy A15 sticker", "ملصق"}, "waits"},
			// as near as it was
			{[2]string{"Samsung Galaxy A15 case", "جراب"}, [2]string{"Samsung Galaxy A15 cases", "جراب"}, ""},
			// mistyped on purpose
			{[2]string{"Samsng Galaxyy A15 case", "جراب"}, [2]string{"Samsng Galaxyy A15", "جراب"}, "waits"},
			// only in part
			{[2]string{"Case for phone", "جراب موبايل"}, [2]string{"Case for phone", "جراب جالاكسي موبايل"}, ""},
			// the same numbers
			{[2]string{"Chocolate 2 x 5", "شوكولاتة"}, [2]string{"Chocolate 5 x 2", "شوكولاتة"}, ""},
			// as other figures
			{[2]string{"Chocolate ٣٠ جم", "شوكولاتة ٣٠ جم"}, [2]string{"Chocolate 30 جم", "شوكولاتة 30 جم"}, ""},
			// a draft may lose one
			{[2]string{"Chocolate bar", "شوكولاتة"}, [2]string{"", "شوكولاتة"}, ""},
			// the attack as it was reported
			{[2]string{"Cola can", "كولا كان"}, [2]string{"Samsung Galaxy A15 128 GB", "سامسونج جالاكسي A15"}, "waits"},
		} {
			id := s.sold(t, plain(c.was[0], c.was[1], ""), 2_000)
			if got := s.renames(t, maker, id, c.is[0], c.is[1]); got != c.want {
				t.Errorf("%q to %q: %q, want %q", c.was, c.is, got, c.want)
			}
			// out of the others' way
			s.calls(t, products.Actor{}, id, func(f *products.ProductForm) { f.NameEN, f.NameAR = "Cola "+id, "كولا "+id })
		}
		// In steps: each is near to the one before it, and the last is far from the first.
		id := s.sold(t, plain("Mineral water", "مياه", ""), 500)
		for _, step := range []struct{ name, want string }{{"Mineral water perfume", ""}, {"Water perfume gold", ""},
			{"Perfume gold edition", "waits"}, {"Perfume gold", "waits"}} {
			s.clock.Advance(24 * time.Hour)
			if got := s.renames(t, maker, id, step.name, "مياه"); got != step.want {
				t.Errorf("in steps, %q: %q, want %q", step.name, got, step.want)
			}
		}
		// A text emptied as a draft and filled in again.
		id = s.sold(t, plain("Green tea", "شاي أخضر", ""), 500)
		s.renames(t, maker, id, "Green tea", "")
		if got := s.renames(t, maker, id, "Green tea", "عطر فاخر"); got != "waits" {
			t.Errorf("emptied before: %q", got)
		}
		// The unit, the SKU, the barcode, and a variant's name.
		for name, c := range map[string]struct {
			change func(f *products.ProductForm)
			want   string
		}{
			"another unit":            {func(f *products.ProductForm) { f.UnitEN, f.UnitAR = "carton", "كرتونة" }, "waits"},
			"a unit spelt otherwise":  {func(f *products.ProductForm) { f.UnitEN = "Piece" }, ""},
			"a dear one's barcode":    {func(f *products.ProductForm) { f.Variants[0].Barcode = "69991" }, "waits"},
			"a SKU like a dear one's": {func(f *products.ProductForm) { f.Variants[0].SKU = "phone a15" }, "waits"},
			"a SKU of its own":        {func(f *products.ProductForm) { f.Variants[0].SKU = "NEW-" + f.Variants[0].SKU }, ""},
			"a barcode of its own": {func(f *products.ProductForm) { f.Variants[0].Barcode = "123" + f.Variants[0].SKU },
				""},
			"texts, a picture's place": {func(f *products.ProductForm) { f.DescriptionEN, f.Keywords = "Good", "words" }, ""},
		} {
			f := plain("Glue "+name, "صمغ", "")
			f.UnitEN, f.UnitAR = "piece", "قطعة"
			if got := s.calls(t, maker, s.sold(t, f, 500), c.change); got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
		sized := plain("Spice", "بهار", "")
		sized.Options = []products.Option{
			{Name: i18n.Text{EN: "Size", AR: "الحجم"}, Values: []products.Value{
				{ID: "v", Name: i18n.Text{EN: "30 g", AR: "30 جم"}}}}}
		sized.Variants[0].Choices = map[string]string{"size": "v"}
		id = s.sold(t, sized, 500)
		if got := s.calls(t, maker, id, func(f *products.ProductForm) {
			f.Options[0].Values[0].Name = i18n.Text{EN: "400 g", AR: "400 جم"}
		}); got != "waits" {
			t.Errorf("a larger size: %q", got)
		}
		// A SKU that a dear one gave away a moment before.
		if got := s.calls(t, maker, s.phone, func(f *products.ProductForm) { f.Variants[0].SKU = "OTHER" }); got != "" {
			t.Errorf("the dear one's SKU: %q", got)
		}
		if got := s.calls(t, maker, s.album, func(f *products.ProductForm) {
			f.Variants[0].SKU = "PHONE-A15"
		}); got != "waits" {
			t.Errorf("the SKU that was a dear one's: %q", got)
		}
		// And a name that it gave away.
		s.calls(t, products.Actor{}, s.phone, func(f *products.ProductForm) {
			f.NameEN, f.NameAR = "Something dear", "شيء غال"
		})
		id = s.sold(t, plain("Galaxy sticker", "ملصق", ""), 2_000)
		if got := s.renames(t, maker, id, "Galaxy sticker Samsung A15", "ملصق"); got != "waits" {
			t.Errorf("the name that was a dear one's: %q", got)
		}
		s.healthy(t)
	})
}

// TestWhatNobodyCanHaveBoughtIsCalledAnything: as long as its prices are from today and it never had stock; afterwards
// it is no longer exempt, and neither is one that takes an expensive product's name.
func TestWhatNobodyCanHaveBoughtIsCalledAnything(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		fresh := func() string {
			id := s.create(t, plain("New thing", "جديد", ""))
			s.asks(t, maker,
				products.Price{BranchID: deepMaadi, VariantID: s.read(t, id).Variants[0].ID, Price: 500, Sold: true})
			return id
		}
		for name, c := range map[string]struct {
			before func(id, variant string)
			is     string
			want   string
		}{
			"of today":        {nil, "Perfume gold", ""},
			"like a dear one": {nil, "Samsung Galaxy A15", "waits"},
			"since yesterday": {func(string, string) { s.clock.Advance(25 * time.Hour) }, "Perfume gold", "waits"},
			"on a shelf": {func(_, v string) {
				s.exec(t, `INSERT INTO stock (branch_id, variant_id, on_hand, reserved) VALUES ($1, $2, 3, 0)`, deepMaadi, v)
			}, "Perfume gold", "waits"},
			"on a shelf, emptied": {func(_, v string) {
				s.exec(t, `INSERT INTO stock (branch_id, variant_id, on_hand, reserved) VALUES ($1, $2, 0, 0)`, deepMaadi, v)
			}, "Perfume gold", ""},
			"on a shelf, sold out": {func(_, v string) {
				s.exec(t, `INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
					VALUES ($1, $2, $2, -1, 'sold', 'x', 1)`, deepMaadi, v)
			}, "Perfume gold", "waits"},
			"on a shelf, uncounted": {func(_, v string) {
				s.exec(t, `INSERT INTO stock (branch_id, variant_id, on_hand, reserved, counted) VALUES ($1, $2, 0, 0, FALSE)`,
					deepMaadi, v)
			}, "Perfume gold", "waits"},
			"its price was new-born": {func(_, v string) {
				s.clock.Advance(25 * time.Hour)
				s.asks(t, maker, products.Price{BranchID: deepMaadi, VariantID: v, Price: 600, Sold: true})
			}, "Perfume gold", "waits"},
		} {
			id := fresh()
			if c.before != nil {
				c.before(id, s.read(t, id).Variants[0].ID)
			}
			if got := s.renames(t, maker, id, c.is, "جديد"); got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
		// Without a price it is nobody's bargain; the price is then compared.
		id := s.create(t, plain("Anything", "أي شيء", ""))
		if got := s.renames(t, maker, id, "Samsung Galaxy A15 128 GB", "أي شيء"); got != "" {
			t.Errorf("without a price: %q", got)
		}
		if got := s.asks(t, maker, products.Price{BranchID: deepMaadi, VariantID: s.read(t, id).Variants[0].ID, Price: 500,
			Sold: true}); got[0] != "waits" {
			t.Errorf("its first price: %v", got)
		}
	})
}

func (s *shop) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	s.must(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	})
}

func (s *shop) nameWait(t *testing.T, id string) (waitID string, version int64) {
	t.Helper()
	var row struct {
		ID      string
		Version int64
	}
	if err := s.db.Get(t.Context(), &row, `SELECT id, version FROM name_waits WHERE product_id = $1`, id); err != nil {
		t.Fatal(err)
	}
	return row.ID, row.Version
}

// TestTheSecondPersonLetsAName: nobody who asked for it, as they saw it; the last
// word counts, and the one owner needs nobody.
func TestTheSecondPersonLetsAName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		other := products.Actor{StaffID: "stf_other", Role: staff.Editor}
		decide := func(who staff.Member, version int64, approve bool) string {
			t.Helper()
			id, is := s.nameWait(t, s.album)
			if version == 0 {
				version = is
			}
			return errs.Key(s.DecideName(t.Context(), who, id, version, approve, ""))
		}
		if got := s.renames(t, maker, s.album, "Panini sticker album football", "ألبوم ملصقات كرة"); got != "" {
			t.Fatal(got)
		}
		if got := s.renames(t, maker, s.album, "Gold ring", "خاتم ذهب"); got != "waits" {
			t.Fatal(got)
		}
		if got := decide(staff.Member{ID: maker.StaffID, Role: staff.Finance}, 0, true); got != "giving.not_yourself" {
			t.Errorf("oneself: %q", got)
		}
		// Another member replaces it: both are its makers, and the version that was read is outdated.
		if got := s.renames(t, other, s.album, "Silver ring", "خاتم فضة"); got != "waits" {
			t.Fatal(got)
		}
		if got := decide(second, 1, true); got != "common.moved_on" {
			t.Errorf("as it was seen before: %q", got)
		}
		for _, who := range []products.Actor{maker, other} {
			if got := decide(staff.Member{ID: who.StaffID, Role: staff.Owner}, 0, true); got != "giving.not_yourself" {
				t.Errorf("%s: %q", who.StaffID, got)
			}
		}
		if got := decide(staff.Member{ID: second.ID, Role: staff.Finance, Branches: []string{"br_bakala_maadi"}}, 0,
			true); got != "common.not_found" {
			t.Errorf("of another store: %q", got)
		}
		if got := decide(second, 0, true); got != "" {
			t.Fatal(got)
		}
		if r := s.read(t, s.album); r.NameEN != "Silver ring" || r.Variants[0].SKU != "ALBUM-1" {
			t.Errorf("after it was let: %q %q", r.NameEN, r.Variants[0].SKU)
		}
		if n := count(t, d, `SELECT COUNT(*) FROM audit_log WHERE object = $1 AND action = 'product.approve'
			AND after LIKE '%stf_editor%' AND after LIKE '%stf_other%'`, s.album); n != 1 {
			t.Errorf("%d lines say who asked", n)
		}
		if n := count(t, d, `SELECT COUNT(*) FROM given WHERE object = $1 AND basis = 'two' AND second = $2`,
			"product:"+s.album, second.ID); n != 1 {
			t.Errorf("%d lines of the ledger", n)
		}
		// From here on it is compared with the approved name.
		if got := s.renames(t, maker, s.album, "Fine silver ring", "خاتم فضة"); got != "" {
			t.Errorf("near what was let: %q", got)
		}
		if got := s.renames(t, maker, s.album, "Panini sticker album football", "ألبوم ملصقات كرة"); got != "waits" {
			t.Errorf("what it was before: %q", got)
		}
		// Any other change drops what waits; so does turning it down.
		if got := s.calls(t, other, s.album, func(f *products.ProductForm) { f.Keywords = "ring" }); got != "" {
			t.Fatal(got)
		}
		if n := count(t, d, `SELECT COUNT(*) FROM name_waits`); n != 0 {
			t.Errorf("%d wait", n)
		}
		s.renames(t, maker, s.album, "Gold ring", "خاتم ذهب")
		if got := decide(second, 0, false); got != "" || s.read(t, s.album).NameEN != "Fine silver ring" {
			t.Errorf("turned down: %q", got)
		}
		// Showing it, or not, is no word about its name.
		s.renames(t, maker, s.album, "Gold ring", "خاتم ذهب")
		s.must(t, func(ctx context.Context, tx *db.Tx) error { return s.Publish(ctx, tx, other, s.album, true) })
		if got := decide(second, 0, true); got != "" || s.read(t, s.album).NameEN != "Gold ring" ||
			!s.read(t, s.album).Active {
			t.Errorf("after it was shown: %q", got)
		}
		// The machine's own commands are judged by nobody.
		if got := s.renames(t, products.Actor{StaffID: audit.CommandLine}, s.album, "Samsung Galaxy A15 128 GB",
			"سامسونج"); got != "" {
			t.Errorf("the machine's: %q", got)
		}
		s.healthy(t)
	})
}

// TestTheOneOwnerCallsThingsAlone: the only owner renames products without approval, and the log records it.
func TestTheOneOwnerCallsThingsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		m, err := staff.New(staff.Deps{DB: d, Clock: s.clock}).Add(t.Context(),
			staff.NewMember{Email: "one@example.com", Name: "one", Password: "Felucca-2026!", Role: staff.Owner})
		if err != nil {
			t.Fatal(err)
		}
		owner := products.Actor{StaffID: m.ID, Role: m.Role}
		s.sold(t, plain("Samsung Galaxy A15", "سامسونج", ""), 800_000)
		id := s.sold(t, plain("Sticker", "ملصق", ""), 500)
		if got := s.renames(t, owner, id, "Samsung Galaxy A15", "سامسونج"); got != "" {
			t.Errorf("renaming: %q", got)
		}
		if n := count(t, d, `SELECT COUNT(*) FROM audit_log WHERE object = $1 AND action = 'product.edit'
			AND after LIKE '%"sole_owner":true%'`, id); n != 1 {
			t.Errorf("%d lines say so", n)
		}
		id = s.create(t, plain("Samsung Galaxy A15", "سامسونج", ""))
		if got := s.asks(t, owner, products.Price{BranchID: deepMaadi, VariantID: s.read(t, id).Variants[0].ID, Price: 500,
			Sold: true}); got[0] != "500" {
			t.Errorf("a first price: %v", got)
		}
	})
}

// TestAFirstPriceIsComparedWithNamesakes: a new product that has an expensive product's name, in one language, in
// another order or with a typo, or its former code, cannot be sold cheaply, not even by a member who may do everything.
func TestAFirstPriceIsComparedWithNamesakes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		owner := products.Actor{StaffID: "stf_owner", Role: staff.Owner}
		for _, c := range []struct {
			en, ar, unit, barcode string
			price                 int64
			want                  string
		}{
			{"Samsung Galaxy A15 128 GB", "هاتف", "", "", 1, "waits"},
			{"Galaxy A15 Samsung 128GB", "هاتف", "", "", 399_999, "waits"},
			{"Galaxy A15 Samsung 128GB", "هاتف", "", "", 400_000, "400000"},
			{"Samsng Galaxy A15 128 GB", "هاتف", "", "", 1, "waits"},
			{"Phone", "جالاكسي سامسونج A15", "", "", 1, "waits"},
			{"Samsung Galaxy A15 256 GB", "هاتف", "", "", 1, "1"},
			{"Cover Samsung Galaxy A15 128 GB", "جراب", "", "", 1, "1"}, // said to be open in the decision
			{"Anything else", "شيء آخر", "", "6999-1", 1, "waits"},
		} {
			f := plain(c.en, c.ar, "")
			f.Variants[0].Barcode = c.barcode
			id := s.create(t, f)
			if got := s.asks(t, owner, products.Price{BranchID: deepMaadi, VariantID: s.read(t, id).Variants[0].ID,
				Price: c.price, Sold: true}); got[0] != c.want {
				t.Errorf("%q at %d: %v, want %s", c.en, c.price, got, c.want)
			}
		}
		// A namesake in another unit is another thing; in another store, too.
		rice := plain("Rice", "أرز", "")
		rice.UnitEN, rice.UnitAR = "25 kg", "25 كجم"
		s.sold(t, rice, 90_000)
		rice.UnitEN, rice.UnitAR = "1 kg", "1 كجم"
		id := s.create(t, rice)
		if got := s.asks(t, owner, products.Price{BranchID: deepMaadi, VariantID: s.read(t, id).Variants[0].ID, Price: 4_000,
			Sold: true}); got[0] != "4000" {
			t.Errorf("a small bag: %v", got)
		}
		// Products created on the shop's first day are compared with nothing.
		for _, price := range []int64{50_000, 1_000} {
			id := s.create(t, plain("Bracelet", "سوار", ""))
			if got := s.asks(t, owner, products.Price{BranchID: deepMaadi, VariantID: s.read(t, id).Variants[0].ID, Price: price,
				Sold: true}); got[0] == "waits" {
				t.Errorf("on one day at %d: %v", price, got)
			}
		}
	})
}

// TestANameAndAFirstPriceAtOnce: if one member gives an unpriced product an expensive product's name while another sets
// its price, at most one of them succeeds.
func TestANameAndAFirstPriceAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openNames(t, d)
		for range 12 {
			id := s.create(t, plain("Sticker", "ملصق", ""))
			r := s.read(t, id)
			f := r.ProductForm
			f.NameEN, f.NameAR = "Samsung Galaxy A15 128 GB", "سامسونج جالاكسي A15"
			var wg sync.WaitGroup
			wg.Add(2)
			go func() {
				defer wg.Done()
				_ = s.db.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := s.Update(ctx, tx, maker, id, r.Version, f)
					return err
				})
			}()
			go func() {
				defer wg.Done()
				_ = s.db.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := s.SetPrices(ctx, tx, maker, []products.PriceChange{
						{Price: products.Price{BranchID: deepMaadi, VariantID: r.Variants[0].ID, Price: 500, Sold: true, Version: -1}}})
					return err
				})
			}()
			wg.Wait()
			renamed := strings.HasPrefix(s.read(t, id).NameEN, "Samsung")
			priced := count(t, d, `SELECT COUNT(*) FROM branch_prices WHERE product_id = $1`, id) > 0
			if renamed && priced {
				t.Fatal("it is called like the dear one and sold at 5")
			}
			if !renamed && !priced {
				t.Error("neither was done")
			}
			s.exec(t, `DELETE FROM name_waits`)
			s.exec(t, `DELETE FROM price_waits`)
			s.calls(t, products.Actor{}, id, func(f *products.ProductForm) { f.NameEN, f.NameAR = "Thing "+id, "شيء "+id })
		}
		s.healthy(t)
	})
}
