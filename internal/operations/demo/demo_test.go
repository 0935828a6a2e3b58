package demo_test

import (
	"context"
	"errors"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/marketing/coupons"
	"wekala/internal/operations/demo"
	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/i18n"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// told records the orders it receives.
type told struct {
	orders   []demo.PastOrder
	repeated []demo.Repeats
}

func (p *told) Place(_ context.Context, orders []demo.PastOrder) error {
	p.orders = append(p.orders, orders...)
	return nil
}

func (p *told) Repeat(_ context.Context, r demo.Repeats) error {
	p.repeated = append(p.repeated, r)
	return nil
}

func count(t *testing.T, d *db.DB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := d.Get(context.Background(), &n, query, args...); err != nil {
		t.Fatal(err)
	}
	return n
}

func healthy(t *testing.T, d *db.DB) {
	t.Helper()
	var checks []doctor.Check
	for _, c := range [][]doctor.Check{products.Checks(), stock.Checks(now), coupons.Checks(), addresses.Checks(),
		auth.Checks()} {
		checks = append(checks, c...)
	}
	results, err := doctor.Run(context.Background(), d, checks)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			t.Errorf("%s: %d of %d, first %v", r.Check, r.Violations, r.Rows, r.First)
		}
	}
}

func TestSeed(t *testing.T) {
	shop, err := data.Load()
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		c := clock.NewFake(now)
		who, err := auth.New(d, c,
			auth.Config{Secret: make([]byte, 32), Demo: true, Countries: map[string]auth.Methods{"EG": {SMS: true}}})
		if err != nil {
			t.Fatal(err)
		}
		history := &told{}
		o := demo.Options{Auth: who, Staff: staff.New(staff.Deps{DB: d, Clock: c}), Password: "Felucca-2026",
			History: history}
		for range 2 { // the second time changes nothing
			if err := demo.Seed(ctx, d, c, o); err != nil {
				t.Fatal(err)
			}
			c.Advance(26 * time.Hour)
			history.orders = history.orders[:len(shop.Orders)]
		}
		healthy(t, d)
		open := func() int64 {
			t.Helper()
			n, err := demo.OpenAccounts(ctx, d)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if n := open(); n != int64(count(t, d, `SELECT COUNT(*) FROM staff`)) || n == 0 {
			t.Errorf("%d accounts are open to anybody", n)
		}
		err = d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE staff SET disabled_at = 1`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := open(); n != 0 {
			t.Errorf("%d accounts are open once all are locked", n)
		}
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM services`:                       len(shop.Services),
			`SELECT COUNT(*) FROM branches`:                       len(shop.Branches),
			`SELECT COUNT(*) FROM products`:                       len(shop.Products),
			`SELECT COUNT(*) FROM banners`:                        len(shop.Banners),
			`SELECT COUNT(*) FROM coupons`:                        len(shop.Coupons),
			`SELECT COUNT(*) FROM users`:                          len(shop.Customers),
			`SELECT COUNT(*) FROM staff`:                          len(shop.Staff),
			`SELECT COUNT(*) FROM branch_prices WHERE NOT active`: 0,
			`SELECT COUNT(*) FROM stores WHERE cover = ''`:        0,
		} {
			if n := count(t, d, query); n != want {
				t.Errorf("%s: %d, want %d", query, n, want)
			}
		}
		first := history.orders[0]
		if first.UserID != "usr_mona" || first.AddressID != "adr_mona_1" || len(first.Lines) == 0 ||
			!first.PlacedAt.Before(now) {
			t.Errorf("%+v", first)
		}
		for _, p := range history.orders {
			for _, l := range p.Lines {
				if n := count(t, d, `SELECT COUNT(*) FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`, p.BranchID,
					l.VariantID); n != 1 {
					t.Errorf("%s does not sell %s", p.BranchID, l.VariantID)
				}
			}
			if n := count(t, d, `SELECT COUNT(*) FROM addresses WHERE user_id = $1 AND id = $2`, p.UserID, p.AddressID); n != 1 {
				t.Errorf("%s does not live at %s", p.UserID, p.AddressID)
			}
		}
	})
}

func TestALargeShop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		c := clock.NewFake(now)
		for _, n := range []int{20_900, 20_900, 21_000} {
			if err := demo.Seed(ctx, d, c, demo.Options{Products: n}); err != nil {
				t.Fatal(err)
			}
			if got := count(t, d, `SELECT COUNT(*) FROM products`); got != n {
				t.Errorf("%d products, want %d", got, n)
			}
		}
		healthy(t, d)
		if n := count(t, d, `SELECT COUNT(*) FROM variants v LEFT JOIN branch_prices bp ON bp.variant_id = v.id
			WHERE bp.variant_id IS NULL`); n != 0 {
			t.Errorf("%d variants are sold nowhere", n)
		}
		if n := count(t, d, `SELECT COUNT(DISTINCT name_en) FROM products`); n < 20_000 {
			t.Errorf("only %d different names", n)
		}
	})
}

func TestGeneratedOrders(t *testing.T) {
	d := dbtest.New(t, db.SQLite)
	history := &told{}
	if err := demo.Seed(context.Background(), d, clock.NewFake(now),
		demo.Options{History: history, Orders: 500}); err != nil {
		t.Fatal(err)
	}
	if r := history.repeated; len(r) != 1 || r[0].From.Add(time.Duration(r[0].Orders)*r[0].Apart).
		After(now.AddDate(0, 0, -44)) {
		t.Errorf("%+v", r)
	}
	if n := len(history.orders); n < 100 || n > 500 {
		t.Fatalf("%d orders", n)
	}
	for _, p := range history.orders {
		if len(p.Lines) == 0 || p.PlacedAt.After(now) {
			t.Fatalf("%+v", p)
		}
		for _, l := range p.Lines {
			if n := count(t, d, `SELECT COUNT(*) FROM stock WHERE branch_id = $1 AND variant_id = $2`, p.BranchID,
				l.VariantID); n != 1 {
				t.Fatalf("%s does not sell %s", p.BranchID, l.VariantID)
			}
		}
	}
}

func TestAnotherShopIsLeftAlone(t *testing.T) {
	d := dbtest.New(t, db.SQLite)
	shoptest.Fill(t, d)
	if err := demo.Seed(context.Background(), d, clock.NewFake(now), demo.Options{}); !errors.Is(err, demo.ErrNotFresh) {
		t.Errorf("%v", err)
	}
}

func TestStaffNames(t *testing.T) {
	// Customers see the courier's name, and it is a person's, written as they read.
	for _, lang := range i18n.Langs {
		names, err := demo.StaffNames(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, role := range []string{"picker", "courier", "manager", "owner"} {
			name := names[role]
			first, _ := utf8.DecodeRuneInString(name)
			if name == "" || name == role || unicode.Is(unicode.Arabic, first) != (lang == i18n.AR) {
				t.Errorf("the %s is called %q (%s)", role, name, lang)
			}
		}
	}
}
