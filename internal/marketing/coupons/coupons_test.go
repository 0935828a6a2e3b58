package coupons_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/marketing/coupons"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
)

var noon = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func add(t *testing.T, d *db.DB, id string, total, customer any) {
	t.Helper()
	err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO coupons (id, code, kind, value, total_limit, customer_limit, first_order, active)
			VALUES ($1, $2, 'percent', 1000, $3, $4, $5, $6)`, id, "CODE"+id, total, customer, false, true)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func redeem(d *db.DB, c coupons.Coupon, order, user string) error {
	return d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return tx.Batch(ctx, c.Redeem(order, user, 100, noon))
	})
}

func asError(err error, e **errs.Error) bool { return errors.As(err, e) }

func healthy(t *testing.T, d *db.DB) {
	t.Helper()
	results, err := doctor.Run(context.Background(), d, coupons.Checks())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			t.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

func TestReasons(t *testing.T) {
	at := func(d time.Duration) *db.Millis { m := db.At(noon.Add(d)); return &m }
	one := int64(1)
	ok := coupons.Coupon{Active: true}
	with := func(change func(*coupons.Coupon)) coupons.Coupon { c := ok; change(&c); return c }
	for want, c := range map[string]coupons.Coupon{
		"":                    ok,
		"promo.unknown":       {},
		"promo.not_yet":       with(func(c *coupons.Coupon) { c.StartsAt = at(time.Second) }),
		"promo.ended":         with(func(c *coupons.Coupon) { c.EndsAt = at(0) }),
		"promo.used_up":       with(func(c *coupons.Coupon) { c.TotalLimit, c.Uses = &one, 1 }),
		"promo.used_by_you":   with(func(c *coupons.Coupon) { c.CustomerLimit, c.CustomerUses = &one, 1 }),
		"promo.first_order":   with(func(c *coupons.Coupon) { c.FirstOrder = true }),
		"promo.other_service": with(func(c *coupons.Coupon) { c.Services = []string{"food"} }),
		"promo.other_store":   with(func(c *coupons.Coupon) { c.Stores = []string{"other"} }),
	} {
		err := c.Valid(coupons.Use{Now: noon, ServiceID: "grocery", StoreID: "store", Ordered: true})
		if errs.Key(err) != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	c := coupons.Coupon{Categories: []string{"dairy"}}
	if c.Covers([]string{"bread"}) || !c.Covers([]string{"food", "dairy"}) || !ok.Covers(nil) {
		t.Error("categories are not looked at")
	}
}

func TestACouponIsFoundHoweverItIsTyped(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		add(t, d, "A", nil, nil)
		c, err := coupons.ByCode(context.Background(), d, " codea ", "usr")
		if err != nil || c.ID != "A" {
			t.Errorf("%+v %v", c, err)
		}
		if _, err := coupons.ByCode(context.Background(), d, "nothing", ""); !errs.Is(err, "promo.unknown") {
			t.Error(err)
		}
	})
}

func TestALimitOfOneIsOneUseInABurst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for round := range 3 {
			id := fmt.Sprint(round)
			add(t, d, id, 1, nil)
			c, err := coupons.ByID(context.Background(), d, id, "")
			if err != nil {
				t.Fatal(err)
			}
			var used atomic.Int64
			start := make(chan struct{})
			var wg sync.WaitGroup
			for i := range 30 {
				wg.Go(func() {
					<-start
					switch err := redeem(d, c, fmt.Sprint("ord", i), fmt.Sprint("usr", i)); {
					case err == nil:
						used.Add(1)
					case !errs.Is(err, "promo.used_up"):
						t.Error(err)
					}
				})
			}
			close(start)
			wg.Wait()
			if used.Load() != 1 {
				t.Errorf("round %d: %d uses", round, used.Load())
			}
		}
		healthy(t, d)
	})
}

func TestACustomerUsesACouponAsOftenAsAllowedAndGetsItBackOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		add(t, d, "A", nil, 2)
		c, err := coupons.ByID(context.Background(), d, "A", "usr")
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{"", "", "promo.used_by_you"} {
			if err := redeem(d, c, fmt.Sprint("ord", i), "usr"); errs.Key(err) != want {
				t.Errorf("use %d: %v", i, err)
			}
		}
		for range 2 {
			err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				return coupons.Release(ctx, tx, "A", "ord1", noon)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		c, err = coupons.ByID(context.Background(), d, "A", "usr")
		if err != nil || c.Uses != 1 || c.CustomerUses != 1 {
			t.Errorf("after the release: %d uses, %d by the customer, %v", c.Uses, c.CustomerUses, err)
		}
		healthy(t, d)
	})
}
