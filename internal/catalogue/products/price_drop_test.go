package products_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/settings"
)

const deepMaadi, deepZamalek = "br_koshary_maadi", "br_koshary_zamalek"

var (
	maker  = products.Actor{StaffID: "stf_editor", Role: staff.Editor}
	second = staff.Member{ID: "stf_finance", Role: staff.Finance}
)

func offer(v int64) *int64 { return &v }

// asks sets prices and returns the outcome of each: the list price as it is now, "waits", or the reason for the
// refusal.
func (s *shop) asks(t *testing.T, by products.Actor, list ...products.Price) (out []string) {
	t.Helper()
	changes := make([]products.PriceChange, len(list))
	for i, p := range list {
		p.Version = -1
		changes[i] = products.PriceChange{Price: p}
	}
	s.must(t, func(ctx context.Context, tx *db.Tx) error {
		done, err := s.SetPrices(ctx, tx, by, changes)
		out = out[:0]
		for _, o := range done {
			switch {
			case o.Refused != nil:
				out = append(out, o.Refused.Code())
			case o.Waits:
				out = append(out, "waits")
			case o.Changed:
				out = append(out, fmt.Sprint(o.Price.Price))
			default:
				out = append(out, "same")
			}
		}
		return err
	})
	return out
}

// charged is a branch's current price for a variant.
func (s *shop) charged(t *testing.T, branch, variant string) int64 {
	t.Helper()
	o, err := s.Offer(t.Context(), s.db, branch, variant)
	if err != nil {
		t.Fatal(err)
	}
	return o.Price
}

func (s *shop) waits(t *testing.T, branch, variant string) (products.Wait, bool) {
	t.Helper()
	all, err := products.Waiting(t.Context(), s.db, branch, []string{variant})
	if err != nil {
		t.Fatal(err)
	}
	w, ok := all[variant]
	return w, ok
}

// TestDeepPricesWait: a price far below the highest of the last thirty days waits, whether it falls in one step or in
// several, as a price or as an offer, by the sheet or by a copy; weekly changes don't.
func TestDeepPricesWait(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		// Two owners: nobody acts alone.
		for _, name := range []string{"one", "two"} {
			if _, err := staff.New(staff.Deps{DB: d, Clock: s.clock}).
				Add(t.Context(), staff.NewMember{Email: name + "@example.com", Name: name, Password: "Felucca-2026!",
					Role: staff.Owner}); err != nil {
				t.Fatal(err)
			}
		}
		product := s.read(t, s.create(t, soup()))
		small, large := product.Variants[0].ID, product.Variants[1].ID
		at := func(branch, variant string, price int64, offers ...int64) products.Price {
			p := products.Price{BranchID: branch, VariantID: variant, Price: price, Sold: true}
			if len(offers) > 0 {
				p.OfferPrice = &offers[0]
			}
			return p
		}
		days := func(n int) { s.clock.Advance(time.Duration(n) * 24 * time.Hour) }
		for i, c := range []struct {
			after time.Duration
			ask   products.Price
			want  string
		}{
			{0, at(deepMaadi, small, 1_000_000), "1000000"}, // mistyped
			{59 * time.Minute, at(deepMaadi, small, 10000), "10000"},
			{2 * time.Hour, at(deepMaadi, small, 1), "waits"},
			{0, at(deepMaadi, small, 4999), "waits"},
			{0, at(deepMaadi, small, 10000, 4999), "waits"},
			{0, at(deepMaadi, small, 10000, 5000), "10000"}, // a half-price offer
			{0, at(deepMaadi, small, 5100), "5100"},
			{2 * time.Hour, at(deepMaadi, small, 4999), "waits"}, // in steps
			{0, at(deepMaadi, small, 10400), "10400"},
			{2 * time.Minute, at(deepMaadi, small, 5300), "5300"}, // what was asked for two minutes counts for nothing
			{29 * 24 * time.Hour, at(deepMaadi, small, 4900), "waits"},
			{2 * 24 * time.Hour, at(deepMaadi, small, 4900), "4900"}, // no longer within thirty days
			// The first price of another branch and of another variant.
			{0, at(deepZamalek, small, 1), "waits"},
			{0, at(deepZamalek, small, 2649), "waits"}, // 5300 was asked lately
			{0, at(deepZamalek, small, 2650), "2650"},
			{0, at("br_koshary_old", small, 1300), "waits"}, // no chain of branches leads down
			{0, at(deepMaadi, large, 1), "waits"},
			{0, at(deepMaadi, large, 9000), "9000"},
			// Another store's branch sells none of it, far below or not.
			{0, at("br_bakala_maadi", small, 1), "not_of_this_store"},
		} {
			s.clock.Advance(c.after)
			if got := s.asks(t, maker, c.ask); got[0] != c.want {
				t.Errorf("%d: %v, want %v", i, got, c.want)
			}
		}
		// A pending price that a later change withdrew is no longer pending.
		if _, waiting := s.waits(t, deepMaadi, small); waiting {
			t.Error("it still waits")
		}
		// Copying prices follows the same rule and reports it.
		days(40)
		s.must(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE branch_prices SET price = 20000 WHERE branch_id = $1 AND variant_id = $2`,
				deepZamalek, small)
			return err
		})
		var changed, waiting int
		s.must(t, func(ctx context.Context, tx *db.Tx) (err error) {
			changed, waiting, err = s.CopyPrices(ctx, tx, maker, deepMaadi, deepZamalek, false)
			return err
		})
		if got := s.charged(t, deepZamalek, small); got != 20000 || waiting != 1 || changed == 0 {
			t.Errorf("after a copy: %d, %d changed, %d wait", got, changed, waiting)
		}
		// The machine's own commands and the demo are judged by nobody.
		for _, by := range []products.Actor{{StaffID: audit.CommandLine}, {}} {
			if got := s.asks(t, by, at(deepZamalek, small, 100), at(deepZamalek, small, 20000)); !slices.Equal(got,
				[]string{"100", "20000"}) {
				t.Errorf("%+v: %v", by, got)
			}
		}
		// An approved offer may be ended, raised and shortened, but not lowered or extended.
		from, to := db.At(s.clock.Now()), db.At(s.clock.Now().Add(48*time.Hour))
		deal := at(deepZamalek, small, 20000, 3000)
		deal.OfferFrom, deal.OfferTo = &from, &to
		s.asks(t, maker, deal)
		s.decide(t, second, deepZamalek, small, true, "")
		longer, lower, dearer := deal, deal, deal
		longer.OfferTo, lower.OfferPrice, dearer.OfferPrice = nil, offer(2999), offer(3001)
		if got := s.asks(t, maker, longer, lower); !slices.Equal(got, []string{"waits", "waits"}) {
			t.Errorf("more than was let: %v", got)
		}
		if got := s.asks(t, maker, dearer); got[0] != "20000" {
			t.Errorf("less than was let: %v", got)
		}
	})
}

func (s *shop) decide(t *testing.T, who staff.Member, branch, variant string, approve bool, want string) {
	t.Helper()
	w, ok := s.waits(t, branch, variant)
	if !ok {
		t.Fatalf("nothing waits for %s at %s", variant, branch)
	}
	if err := s.DecidePrice(t.Context(), who, w.ID, w.Version, approve, ""); errs.Key(err) != want {
		t.Errorf("deciding as %s: %v, want %q", who.ID, err, want)
	}
}

// TestTheSecondPersonLetsAPrice: nobody who asked for it, as it was seen, and from
// then on it is what later prices are compared with. The one owner needs nobody.
func TestTheSecondPersonLetsAPrice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		people := staff.New(staff.Deps{DB: d, Clock: s.clock})
		owner, err := people.Add(t.Context(), staff.NewMember{
			Email: "one@example.com", Name: "one", Password: "Felucca-2026!", Role: staff.Owner})
		if err != nil {
			t.Fatal(err)
		}
		small := s.read(t, s.create(t, soup())).Variants[0].ID
		ask := func(by products.Actor, price int64) string {
			return s.asks(t, by, products.Price{BranchID: deepMaadi, VariantID: small, Price: price, Sold: true})[0]
		}
		ask(maker, 10000)
		s.clock.Advance(2 * time.Hour)
		if got := ask(maker, 3000); got != "waits" {
			t.Fatal(got)
		}
		seen, _ := s.waits(t, deepMaadi, small)
		// Another editor asks for less: both are its makers, and who saw the first has not seen this.
		ask(products.Actor{StaffID: "stf_other", Role: staff.Finance}, 2000)
		if err := s.DecidePrice(t.Context(), second, seen.ID, seen.Version, true, ""); errs.Key(err) != "common.moved_on" {
			t.Errorf("what was not seen: %v", err)
		}
		for _, id := range []string{"stf_editor", "stf_other"} {
			s.decide(t, staff.Member{ID: id, Role: staff.Finance}, deepMaadi, small, true, "giving.not_yourself")
		}
		if err := s.DecidePrice(t.Context(), staff.Member{ID: "stf_far", Role: staff.Finance,
			Branches: []string{deepZamalek}}, seen.ID, 2, true, ""); errs.Key(err) != errs.Key(errs.NotFound()) {
			t.Errorf("of another branch: %v", err)
		}
		if got := s.charged(t, deepMaadi, small); got != 10000 {
			t.Errorf("while it waits customers pay %d", got)
		}
		before := s.news.Version()
		s.decide(t, second, deepMaadi, small, true, "")
		if got := s.charged(t, deepMaadi, small); got != 2000 {
			t.Errorf("once it was let customers pay %d", got)
		}
		var version int64
		if err := d.Get(t.Context(), &version, `SELECT version FROM catalog_version`); err != nil || version <= before {
			t.Errorf("pages do not hear of it: %d, %v", version, err)
		}
		if got := [2]string{ask(maker, 999), ask(maker, 1000)}; got != [2]string{"waits", "1000"} {
			t.Errorf("after it was let: %v", got)
		}
		ask(maker, 100)
		s.decide(t, second, deepMaadi, small, false, "")
		if got := s.charged(t, deepMaadi, small); got != 1000 {
			t.Errorf("after it was declined customers pay %d", got)
		}
		// The one owner.
		if got := ask(products.Actor{StaffID: owner.ID, Role: staff.Owner}, 10); got != "10" {
			t.Errorf("the one owner: %v", got)
		}
		var rows []struct {
			Object, Basis string
		}
		if err := d.Select(t.Context(), &rows, `SELECT object, basis FROM given ORDER BY at, part`); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(rows) != fmt.Sprintf("[{price:%[1]s/%[2]s two} {price:%[1]s/%[2]s sole_owner}]", deepMaadi, small) {
			t.Errorf("the ledger has %v", rows)
		}
		var audited int64
		if err := d.Get(t.Context(), &audited, `SELECT COUNT(*) FROM audit_log WHERE object = $1
			AND (action IN ('price.propose', 'price.approve', 'price.decline')
			OR after LIKE '%"sole_owner":true%')`, small); err != nil || audited != 4+2+1 {
			t.Errorf("%d lines of the log, %v", audited, err)
		}
	})
}

// TestHowFarIsSet by the shop.
func TestHowFarIsSet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		small := s.read(t, s.create(t, soup())).Variants[0].ID
		ask := func(price int64) string {
			return s.asks(t, maker, products.Price{BranchID: deepMaadi, VariantID: small, Price: price, Sold: true})[0]
		}
		ask(10000)
		s.clock.Advance(2 * time.Hour)
		s.must(t, func(ctx context.Context, tx *db.Tx) error {
			return settings.Write(ctx, tx, "giving", approvals.Limits{Alone: 500_00, Drop: 20, DropDays: 7}, s.clock.Now())
		})
		if got := [2]string{ask(7999), ask(8000)}; got != [2]string{"waits", "8000"} {
			t.Error(got)
		}
		s.clock.Advance(8 * 24 * time.Hour)
		if got := ask(6500); got != "6500" {
			t.Error(got)
		}
	})
}

// twoOwners has nobody act alone.
func twoOwners(t *testing.T, s *shop) {
	t.Helper()
	for _, name := range []string{"one", "two"} {
		if _, err := staff.New(staff.Deps{DB: s.DB, Clock: s.clock}).
			Add(t.Context(), staff.NewMember{Email: name + "@example.com", Name: name, Password: "Felucca-2026!",
				Role: staff.Owner}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCheapVariantsKeepTheirNames: a small variant renamed to large would be a large one at the price of a small, in
// one step or in several.
func TestCheapVariantsKeepTheirNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		id := s.create(t, soup())
		r := s.read(t, id)
		small, large := r.Variants[0].ID, r.Variants[1].ID
		prices := func(first, second int64) {
			t.Helper()
			s.asks(t, products.Actor{}, products.Price{BranchID: deepMaadi, VariantID: small, Price: first, Sold: true},
				products.Price{BranchID: deepMaadi, VariantID: large, Price: second, Sold: true})
		}
		save := func(by products.Actor, change func(f *products.ProductForm)) string {
			t.Helper()
			is := s.read(t, id)
			f := is.ProductForm
			change(&f)
			err := s.tx(t, func(ctx context.Context, tx *db.Tx) error {
				_, err := s.Update(ctx, tx, by, id, is.Version, f)
				return err
			})
			if err == nil {
				return ""
			}
			if e := (*errs.Error)(nil); errors.As(err, &e) && len(e.Fields) > 0 {
				return e.Fields[0].Name + " " + e.Fields[0].Key
			}
			t.Fatal(err)
			return ""
		}
		swap := func(f *products.ProductForm) {
			f.Variants[0].Choices, f.Variants[1].Choices = f.Variants[1].Choices, f.Variants[0].Choices
		}
		names := func(first, second string) func(f *products.ProductForm) {
			return func(f *products.ProductForm) {
				f.Options[0].Values[0].Name, f.Options[0].Values[1].Name = i18n.Text{EN: first, AR: "صغير"},
					i18n.Text{EN: second, AR: "كبير"}
			}
		}
		twoOwners(t, s)
		prices(2000, 9000)
		const kept = "variants.0 catalog.choices_fixed"
		for name, c := range map[string]struct {
			change func(f *products.ProductForm)
			want   string
		}{
			"exchanged":         {swap, kept},
			"renamed":           {names("Large", "Small"), kept},
			"a name of its own": {names("Family", "Large"), kept},
			"in Arabic":         {func(f *products.ProductForm) { f.Options[0].Values[0].Name.AR = "عائلي" }, kept},
			"without the option": {func(f *products.ProductForm) {
				f.Options, f.Variants = nil, f.Variants[:1]
				f.Variants[0].Choices = nil
			}, kept},
			"as it was":    {func(f *products.ProductForm) { f.NameEN = "Soup" }, ""},
			"in capitals":  {names("SMALL", "Large"), ""},
			"the dear one": {names("SMALL", "Huge"), ""},
		} {
			if got := save(maker, c.change); got != c.want {
				t.Errorf("%s: %q", name, got)
			}
		}
		// The expensive one became cheap a moment ago, or is no longer sold.
		s.clock.Advance(2 * time.Hour)
		prices(2000, 2000)
		if got := save(maker, swap); got != kept {
			t.Errorf("after the dear one fell: %q", got)
		}
		s.clock.Advance(31 * 24 * time.Hour)
		if got := save(maker, swap); got != "" {
			t.Errorf("of one price for a month: %q", got)
		}
		s.healthy(t)
	})
}

// TestNewVariantsAreComparedWithTheDearest: the name of a new variant doesn't matter, so a family size is not sold at
// the price of a small one, nor after the expensive one fell.
func TestNewVariantsAreComparedWithTheDearest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		twoOwners(t, s)
		product := s.create(t, soup())
		is := s.read(t, product)
		at := func(variant string, price int64) products.Price {
			return products.Price{BranchID: deepMaadi, VariantID: variant, Price: price, Sold: true}
		}
		large := is.Variants[1].ID
		s.asks(t, products.Actor{}, at(is.Variants[0].ID, 2000), at(large, 20000))
		f := is.ProductForm
		f.Options[0].Values = append(f.Options[0].Values, products.Value{Name: i18n.Text{EN: "Family size", AR: "حجم عائلي"}})
		added := f.Variants[0]
		added.ID, added.SKU, added.Barcode, added.Choices = "", "", "", map[string]string{f.Options[0].ID: "family-size"}
		f.Variants = append(f.Variants, added)
		s.must(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.Update(ctx, tx, maker, product, is.Version, f)
			return err
		})
		family := s.read(t, product).Variants[2].ID
		s.clock.Advance(25 * time.Hour)
		if got := s.asks(t, maker, at(family, 2000)); got[0] != "waits" {
			t.Errorf("at the price of the small one: %v", got)
		}
		if got := s.asks(t, maker, at(large, 10000), at(family, 9999)); got[0] != "10000" || got[1] != "waits" {
			t.Errorf("beside a dear one that fell: %v", got)
		}
		if got := s.asks(t, maker, at(family, 10000)); got[0] != "10000" {
			t.Errorf("half of the dearest: %v", got)
		}
		s.healthy(t)
	})
}

// TestAFirstPriceRemembersWhatOtherBranchesAsked: to lower them first leads no
// further down.
func TestAFirstPriceRemembersWhatOtherBranchesAsked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		twoOwners(t, s)
		variant := s.read(t, s.create(t, soup())).Variants[0].ID
		at := func(branch string, price int64) products.Price {
			return products.Price{BranchID: branch, VariantID: variant, Price: price, Sold: true}
		}
		s.asks(t, products.Actor{}, at(deepZamalek, 32000))
		s.clock.Advance(25 * time.Hour)
		if got := s.asks(t, maker, at(deepZamalek, 16000)); got[0] != "16000" {
			t.Fatalf("half of it elsewhere: %v", got)
		}
		if got := s.asks(t, maker, at(deepMaadi, 8000)); got[0] != "waits" {
			t.Errorf("half of the half here: %v", got)
		}
		if got := s.asks(t, maker, at(deepMaadi, 16000)); got[0] != "16000" {
			t.Errorf("half of what was asked: %v", got)
		}
		s.healthy(t)
	})
}

// TestTheOneOwnerRenamesAlone: the only owner renames variants without approval, and the log records it.
func TestTheOneOwnerRenamesAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		m, err := staff.New(staff.Deps{DB: d, Clock: s.clock}).Add(t.Context(),
			staff.NewMember{Email: "one@example.com", Name: "one", Password: "Felucca-2026!", Role: staff.Owner})
		if err != nil {
			t.Fatal(err)
		}
		id := s.create(t, soup())
		r := s.read(t, id)
		s.asks(t, products.Actor{}, products.Price{BranchID: deepMaadi, VariantID: r.Variants[0].ID, Price: 2000, Sold: true},
			products.Price{BranchID: deepMaadi, VariantID: r.Variants[1].ID, Price: 9000, Sold: true})
		f := r.ProductForm
		f.Variants[0].Choices, f.Variants[1].Choices = f.Variants[1].Choices, f.Variants[0].Choices
		s.must(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.Update(ctx, tx, products.Actor{StaffID: m.ID, Role: m.Role}, id, r.Version, f)
			return err
		})
		if n := count(t, d, `SELECT COUNT(*) FROM audit_log WHERE object = $1 AND action = 'product.edit'
			AND after LIKE '%"sole_owner":true%'`, id); n != 1 {
			t.Errorf("%d lines say so", n)
		}
	})
}

// TestACopyIsComparedWithItsOriginal, whether or not its prices are copied.
func TestACopyIsComparedWithItsOriginal(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		twoOwners(t, s)
		for _, along := range []bool{true, false} {
			f := soup()
			f.Variants[0].SKU, f.Variants[1].SKU = "", ""
			id := s.create(t, f)
			from := s.read(t, id).Variants[0].ID
			s.asks(t, products.Actor{}, products.Price{BranchID: deepMaadi, VariantID: from, Price: 10000, Sold: true})
			s.clock.Advance(24 * time.Hour)
			s.asks(t, products.Actor{}, products.Price{BranchID: deepMaadi, VariantID: from, Price: 6000, Sold: true})
			var copied string
			s.must(t, func(ctx context.Context, tx *db.Tx) (err error) {
				copied, err = s.Duplicate(ctx, tx, maker, id, along)
				return err
			})
			to := s.read(t, copied).Variants[0].ID
			for price, want := range map[int64]string{1: "waits", 4999: "waits"} {
				if got := s.asks(t, maker,
					products.Price{BranchID: deepMaadi, VariantID: to, Price: price, Sold: true}); got[0] != want {
					t.Errorf("along %t: %d: %v", along, price, got)
				}
			}
			if got := s.asks(t, maker,
				products.Price{BranchID: deepMaadi, VariantID: to, Price: 5000, Sold: true}); got[0] != "5000" {
				t.Errorf("along %t: half of it: %v", along, got)
			}
			s.clock.Advance(31 * 24 * time.Hour)
			if got := s.asks(t, maker,
				products.Price{BranchID: deepMaadi, VariantID: to, Price: 2900, Sold: true}); got[0] != "waits" {
				t.Errorf("along %t: below half of the original's of now: %v", along, got)
			}
			s.healthy(t)
		}
	})
}
