package coupons_test

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/coupons"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
)

var boss = staff.Member{ID: "stf_boss", Role: staff.Owner}

// desk is the service over the small shop.
func desk(t *testing.T, d *db.DB) *coupons.Service {
	t.Helper()
	shoptest.Fill(t, d)
	pictures, err := files.New()
	if err != nil {
		t.Fatal(err)
	}
	c := clock.NewFake(noon)
	plain := func(s string) string { return s }
	version := func() int64 { return 1 }
	places := places.New(d, plain)
	shop := branches.New(branches.Deps{DB: d, Clock: c, Places: places, Pictures: pictures, Fold: plain, Version: version})
	goods := products.New(
		products.Deps{DB: d, Clock: c, Places: places, Branches: shop, Library: pictures, Fold: plain, Version: version})
	for _, load := range []func(context.Context) error{places.Load, shop.Load, goods.Load} {
		if err := load(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	// The boss is the shop's one owner, and needs no second person.
	if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO staff (id, email, name, role, password_hash, created_at)
			VALUES ($1, 'boss', 'Boss', 'owner', '', 1)`, boss.ID)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return coupons.New(coupons.Deps{DB: d, Clock: c, Branches: shop, Catalog: goods})
}

func amount(minor int64) *httpapi.Amount { return &httpapi.Amount{Minor: minor} }
func count(n int64) *httpapi.Int         { i := httpapi.Int(n); return &i }
func moment(d time.Duration) *db.Millis  { m := db.At(noon.Add(d)); return &m }

func TestEveryFieldOfAFormIsLookedAt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		good := coupons.Form{Kind: "percent", Value: amount(1250), Minimum: amount(100_00), Cap: amount(50_00),
			StartsAt: moment(0), EndsAt: moment(time.Hour), TotalLimit: count(5), CustomerLimit: count(1),
			Services: []string{"food"}, Categories: []string{"dairy"}, Listed: true}
		with := func(change func(*coupons.Form)) coupons.Form { f := good; change(&f); return f }
		for name, c := range map[string]struct {
			code string
			form coupons.Form
			want []string
		}{
			"code":        {"a b", good, []string{"code"}},
			"short code":  {"AB", good, []string{"code"}},
			"kind":        {"KIND", with(func(f *coupons.Form) { f.Kind = "gift" }), []string{"kind"}},
			"no value":    {"VALUE", with(func(f *coupons.Form) { f.Value = nil }), []string{"value"}},
			"nothing off": {"VALUE", with(func(f *coupons.Form) { f.Value = amount(0) }), []string{"value"}},
			"over 100 %":  {"VALUE", with(func(f *coupons.Form) { f.Value = amount(100_01) }), []string{"value"}},
			"huge amount": {"VALUE", with(func(f *coupons.Form) { f.Kind, f.Value = "amount", amount(1<<50) }),
				[]string{"value"}},
			"negative minimum": {"MIN", with(func(f *coupons.Form) { f.Minimum = amount(-1) }), []string{"minimum"}},
			"cap of nothing":   {"CAP", with(func(f *coupons.Form) { f.Cap = amount(0) }), []string{"cap"}},
			"ends first":       {"DATES", with(func(f *coupons.Form) { f.EndsAt = moment(0) }), []string{"ends_at"}},
			"limits": {"LIMITS", with(func(f *coupons.Form) { f.TotalLimit, f.CustomerLimit = count(0), count(-1) }),
				[]string{"total_limit", "customer_limit"}},
			"names": {"NAMES", with(func(f *coupons.Form) {
				f.Services, f.Stores, f.Categories = []string{"x"}, []string{"x"}, []string{"x"}
			}), []string{"services", "stores", "categories"}},
			"everything": {"", coupons.Form{}, []string{"code", "kind"}},
		} {
			_, err := s.Create(t.Context(), boss, c.code, c.form)
			var e *errs.Error
			if !asError(err, &e) || e.Kind != errs.KindInvalid {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var fields []string
			for _, f := range e.Fields {
				fields = append(fields, f.Name)
			}
			if !slices.Equal(fields, c.want) {
				t.Errorf("%s: %v are wrong, want %v", name, fields, c.want)
			}
		}
		var n int
		if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM coupons`); err != nil || n != 0 {
			t.Errorf("%d coupons were made: %v", n, err)
		}
		made, err := s.Create(t.Context(), boss, " spring٢٦ ", good)
		if err != nil || made.Code != "SPRING26" || made.Value != 1250 || !slices.Equal(made.Services, []string{"svc_food"}) {
			t.Errorf("made %+v: %v", made, err)
		}
		if _, err := s.Create(t.Context(), boss, "Spring26", good); !errs.Is(err, "promo.code_taken") {
			t.Errorf("the same code: %v", err)
		}
		var audited int
		if err := d.Get(t.Context(), &audited,
			`SELECT COUNT(*) FROM audit_log WHERE action = 'coupon.create' AND object = $1`,
			made.ID); err != nil || audited != 1 {
			t.Errorf("%d lines in the audit log: %v", audited, err)
		}
	})
}

func TestEditingNeverBreaksUsesAlreadyMade(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		form := coupons.Form{Kind: "amount", Value: amount(10_00), TotalLimit: count(5), CustomerLimit: count(3), Version: 1}
		made, err := s.Create(t.Context(), boss, "THRICE", form)
		if err != nil {
			t.Fatal(err)
		}
		read := func() coupons.Coupon {
			t.Helper()
			c, err := coupons.ByID(t.Context(), d, made.ID, "usr")
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		stale := read()
		for i := range 2 {
			if err := redeem(d, read(), fmt.Sprint("ord", i), "usr"); err != nil {
				t.Fatal(err)
			}
		}
		for field, change := range map[string]func(*coupons.Form){
			"total_limit":    func(f *coupons.Form) { f.TotalLimit = count(1) },
			"customer_limit": func(f *coupons.Form) { f.CustomerLimit = count(1) },
			"first_order":    func(f *coupons.Form) { f.FirstOrder = true },
		} {
			f := form
			change(&f)
			_, err := s.Edit(t.Context(), boss, made.ID, f)
			var e *errs.Error
			if !asError(err, &e) || e.Fields[0].Name != field {
				t.Errorf("%s: %v", field, err)
			}
		}
		form.Value, form.CustomerLimit = amount(99_00), count(2)
		if _, err := s.Edit(t.Context(), boss, made.ID, form); err != nil {
			t.Fatal(err)
		}
		// A member who read it before that change does not undo it.
		stolen := form
		stolen.Value = amount(1_00)
		if _, err := s.Edit(t.Context(), boss, made.ID, stolen); !errs.Is(err, "common.moved_on") || read().Value != 99_00 {
			t.Errorf("over a newer version: %v, it takes off %d", err, read().Value)
		}
		// A customer whose coupon was read before the change meets the new limit.
		if err := redeem(d, stale, "ord9", "usr"); !errs.Is(err, "promo.used_by_you") {
			t.Errorf("by what was read before: %v", err)
		}
		var discount int64
		if err := d.Get(t.Context(), &discount, `SELECT SUM(discount) FROM coupon_redemptions WHERE coupon_id = $1`,
			made.ID); err != nil || discount != 200 {
			t.Errorf("uses already made now take off %d: %v", discount, err)
		}
		if _, err := s.Switch(t.Context(), boss, made.ID, false); err != nil {
			t.Fatal(err)
		}
		if err := redeem(d, stale, "ord10", "other"); !errs.Is(err, "promo.used_up") {
			t.Errorf("switched off: %v", err)
		}
		if _, err := s.Edit(t.Context(), boss, "cpn_none", form); !errs.Is(err, "common.not_found") {
			t.Errorf("a coupon that is not there: %v", err)
		}
		healthy(t, d)
	})
}

// TestEditingWhileItIsUsed lowers a limit while customers use the coupon.
func TestEditingWhileItIsUsed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		for round := range 4 {
			form := coupons.Form{Kind: "amount", Value: amount(10_00), CustomerLimit: count(5)}
			made, err := s.Create(t.Context(), boss, fmt.Sprint("ROUND", round), form)
			if err != nil {
				t.Fatal(err)
			}
			c, err := coupons.ByID(t.Context(), d, made.ID, "usr")
			if err != nil {
				t.Fatal(err)
			}
			start := make(chan struct{})
			var wg sync.WaitGroup
			for i := range 8 {
				wg.Go(func() {
					<-start
					if i == 4 {
						lower := form
						lower.Version = 1
						lower.CustomerLimit, lower.TotalLimit = count(2), count(2)
						if _, err := s.Edit(t.Context(), boss, made.ID, lower); err != nil && errs.Key(err) == "" {
							t.Error(err)
						}
						return
					}
					if err := redeem(d, c, fmt.Sprint("ord", round, i), "usr"); err != nil && errs.Key(err) == "" {
						t.Error(err)
					}
				})
			}
			close(start)
			wg.Wait()
		}
		healthy(t, d)
	})
}

func TestGuessingEndsAfterAFewWrongCodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		add(t, d, "A", nil, nil)
		limits := coupons.Limits{PerOwner: 3, PerBlock: 8}
		find := func(owner, ip, code string) error {
			_, err := coupons.Find(t.Context(), d, coupons.Guess{
				Code: code, Owner: owner, IP: netip.MustParseAddr(ip), Now: noon}, limits)
			return err
		}
		// Right ones are given back, however often.
		for range 20 {
			if err := find("usr", "10.0.0.1", "codea"); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range []string{"promo.unknown", "promo.unknown", "promo.unknown", "promo.too_many_codes"} {
			if err := find("usr", "10.0.0.1", fmt.Sprint("no", i)); errs.Key(err) != want {
				t.Errorf("wrong code %d: %v", i, err)
			}
		}
		// From another network it is the same customer; even the right code is refused.
		err := find("usr", "192.168.7.7", "codea")
		var e *errs.Error
		if !asError(err, &e) || e.Kind != errs.KindTooMany || e.RetryAfter <= 0 || e.RetryAfter > time.Hour {
			t.Errorf("the right code after too many wrong ones: %v", err)
		}
		// Others of the block may go on until the block has had its share, guests without a cart too.
		wrong := 0
		for i := range 20 {
			owner := fmt.Sprint("guest", i)
			if i%2 == 0 {
				owner = ""
			}
			switch err := find(owner, "10.0.0.200", fmt.Sprint("no", i)); errs.Key(err) {
			case "promo.unknown":
				wrong++
			case "promo.too_many_codes":
			default:
				t.Error(err)
			}
		}
		if wrong != 5 {
			t.Errorf("%d more wrong codes from a block of 8 that had used 3", wrong)
		}
		if err := find("guest9", "10.0.1.1", "no"); !errs.Is(err, "promo.unknown") {
			t.Errorf("the block next door: %v", err)
		}
	})
}

func TestABurstOfGuessesIsCountedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var looked atomic.Int64
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 40 {
			wg.Go(func() {
				<-start
				_, err := coupons.Find(t.Context(), d, coupons.Guess{
					Code: fmt.Sprint("no", i), Owner: "usr", IP: netip.MustParseAddr("10.0.0.1"), Now: noon},
					coupons.Limits{PerOwner: 10, PerBlock: 60})
				switch errs.Key(err) {
				case "promo.unknown":
					looked.Add(1)
				case "promo.too_many_codes":
				default:
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if looked.Load() != 10 {
			t.Errorf("%d codes were looked up", looked.Load())
		}
	})
}
