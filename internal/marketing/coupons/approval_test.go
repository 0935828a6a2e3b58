package coupons_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/staff"
	"wekala/internal/marketing/coupons"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
)

var (
	editor  = staff.Member{ID: "stf_editor", Role: staff.Editor}
	editor2 = staff.Member{ID: "stf_editor2", Role: staff.Editor}
	finance = staff.Member{ID: "stf_finance", Role: staff.Finance}
)

// twoOwners adds another owner, so that nobody is the only one.
func twoOwners(t *testing.T, d *db.DB) {
	t.Helper()
	if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO staff (id, email, name, role, password_hash, created_at)
			VALUES ('stf_other', 'other', 'Other', 'owner', '', 1)`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestWhatACouponCanGive: the most that a coupon can take off all orders together counts towards its maker's limit of
// that day; a coupon above the limit, or without bound, waits.
func TestWhatACouponCanGive(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		twoOwners(t, d)
		percent := func(bp int64, more func(*coupons.Form)) coupons.Form {
			f := coupons.Form{Kind: "percent", Value: amount(bp)}
			if more != nil {
				more(&f)
			}
			return f
		}
		for i, c := range []struct {
			name   string
			who    staff.Member
			form   coupons.Form
			active bool
		}{
			{"everything, without cap", editor, percent(100_00, nil), false},
			{"little, without cap", editor, percent(1_00, func(f *coupons.Form) { f.TotalLimit = count(1) }), false},
			{"capped, as often as one likes", editor, percent(10_00, func(f *coupons.Form) { f.Cap = amount(1_00) }), false},
			{"a customer limit bounds nothing", editor,
				percent(10_00, func(f *coupons.Form) { f.Cap, f.CustomerLimit = amount(1_00), count(1) }), false},
			{"a sum that does not fit into a number", editor,
				coupons.Form{Kind: "amount", Value: amount(100_000_00), TotalLimit: count(1 << 62)}, false},
			{"free delivery for all", editor, coupons.Form{Kind: "free_delivery"}, false},
			{"the largest amount once", editor, coupons.Form{Kind: "amount", Value: amount(100_000_00), TotalLimit: count(1)},
				false},
			{"an owner's", boss, percent(100_00, nil), false},
			{"300", editor, coupons.Form{Kind: "amount", Value: amount(100_00), TotalLimit: count(3)}, true},
			{"and 250 more", editor, coupons.Form{Kind: "amount", Value: amount(250_00), TotalLimit: count(1)}, false},
			{"and 200 more", editor, percent(100_00, func(f *coupons.Form) { f.Cap, f.TotalLimit = amount(50_00), count(4) }),
				true},
			{"and one more", editor, coupons.Form{Kind: "amount", Value: amount(1), TotalLimit: count(1)}, false},
			{"a colleague's 500", editor2, coupons.Form{Kind: "amount", Value: amount(5_00), TotalLimit: count(100)}, true},
		} {
			got, err := s.Create(t.Context(), c.who, fmt.Sprint("CODE", i), c.form)
			if err != nil || got.Active != c.active || (got.WaitsSince != nil) == c.active {
				t.Errorf("%s: %+v, %v", c.name, got, err)
			}
			if err := redeem(d, mustRead(t, d, got.ID), fmt.Sprint("ord", i), "usr"); (err == nil) != c.active {
				t.Errorf("%s is used: %v", c.name, err)
			}
		}
		s.Clock.(*clock.Fake).Advance(24 * time.Hour)
		if got, err := s.Create(t.Context(), editor, "TOMORROW",
			coupons.Form{Kind: "amount", Value: amount(500_00), TotalLimit: count(1)}); err != nil || !got.Active {
			t.Errorf("on the next day: %+v, %v", got, err)
		}
		wellGiven(t, d)
	})
}

// TestSellersSetNoFeeThatThePlatformPays: fees of sellers who deliver themselves don't count towards the cost of the
// platform's free delivery; if there are no others, one seller alone changes nothing.
func TestSellersSetNoFeeThatThePlatformPays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		exec := func(sql string) {
			t.Helper()
			if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, sql)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		capOf := func(code string) int64 {
			t.Helper()
			if err := s.Branches.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
			c, err := s.Create(t.Context(), boss, code, coupons.Form{Kind: coupons.FreeDelivery, TotalLimit: count(2)})
			if err != nil {
				t.Fatal(err)
			}
			return *mustRead(t, d, c.ID).DeliveryCap
		}
		const ofBakala = ` WHERE branch_id IN (SELECT id FROM branches WHERE store_id = 'sto_bakala')`
		exec(`UPDATE delivery_zones SET fee = 2000`)
		exec(`UPDATE stores SET owned_by = 'seller', delivers = 'store' WHERE id = 'sto_bakala'`)
		exec(`UPDATE delivery_zones SET fee = 500000` + ofBakala)
		if got := capOf("OTHERS"); got != 2000 {
			t.Errorf("beside a seller who charges 5,000 it pays %d", got)
		}
		exec(`UPDATE stores SET owned_by = 'platform' WHERE id = 'sto_bakala'`)
		if got := capOf("OURS"); got != 500000 {
			t.Errorf("where that store is the platform's it pays %d", got)
		}
		exec(`UPDATE stores SET owned_by = 'seller', delivers = 'store'`)
		if got := capOf("NOBODYS"); got != 2000 {
			t.Errorf("among sellers only it pays %d, want the median", got)
		}
	})
}

// TestFeesRaisedLaterAreNotPaid: a free delivery of the platform keeps the highest fee at the time of its approval,
// whatever sellers charge afterwards. A seller's has no limit: sellers bear it themselves.
func TestFeesRaisedLaterAreNotPaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		var dearest int64
		if err := d.Get(t.Context(), &dearest, `SELECT MAX(fee) FROM delivery_zones`); err != nil || dearest == 0 {
			t.Fatalf("%d, %v", dearest, err)
		}
		free := coupons.Form{Kind: coupons.FreeDelivery, TotalLimit: count(2)}
		ours, err := s.Create(t.Context(), boss, "OURS", free)
		if err != nil || !ours.Active {
			t.Fatalf("%+v, %v", ours, err)
		}
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE delivery_zones SET fee = $1`, 10*dearest)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.Branches.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, on := range []bool{false, true} {
			if got := mustRead(t, d, ours.ID); got.DeliveryCap == nil || *got.DeliveryCap != dearest {
				t.Errorf("ours pays at most %v of a fee, want %d", got.DeliveryCap, dearest)
			}
			if _, err := s.Switch(t.Context(), boss, ours.ID, on); err != nil {
				t.Fatal(err)
			}
		}
		if got := mustRead(t, d, ours.ID); !got.Active || *got.DeliveryCap != dearest {
			t.Errorf("switched on again it pays at most %d of a fee, want %d", *got.DeliveryCap, dearest)
		}
		free.Stores = []string{"sto_bakala"}
		theirs, err := s.Create(t.Context(), staff.Member{
			ID: "stf_seller", Role: staff.Owner, Branches: []string{"br_bakala_dokki", "br_bakala_maadi"}}, "THEIRS", free)
		if err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, d, theirs.ID); got.BorneBy != "store" || got.DeliveryCap != nil {
			t.Errorf("theirs is borne by %s, at most %v", got.BorneBy, got.DeliveryCap)
		}
	})
}

func mustRead(t *testing.T, d *db.DB, id string) coupons.Coupon {
	t.Helper()
	c, err := coupons.ByID(t.Context(), d, id, "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func wellGiven(t *testing.T, d *db.DB) {
	t.Helper()
	healthy(t, d)
	results, err := doctor.Run(t.Context(), d, approvals.Checks())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			t.Errorf("%s: %v", r.Check, r.First)
		}
	}
}

// TestASecondPersonLetsACoupon: a pending coupon is approved once, as shown, by a person who had no part in it;
// afterwards nothing that gives more is possible without them, neither by an edit nor by turning it off and on.
func TestASecondPersonLetsACoupon(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		twoOwners(t, d)
		tenth := coupons.Form{Kind: "percent", Value: amount(10_00), Minimum: amount(50_00), CustomerLimit: count(2),
			EndsAt: moment(48 * time.Hour), Services: []string{"food"}}
		made, err := s.Create(t.Context(), editor, "TENTH", tenth)
		if err != nil {
			t.Fatal(err)
		}
		decide := func(who staff.Member, approve bool) error {
			return s.Decide(t.Context(), who, made.ID, mustRead(t, d, made.ID).Version, approve, "")
		}
		edit := func(who staff.Member, f coupons.Form) coupons.Coupon {
			t.Helper()
			f.Version = mustRead(t, d, made.ID).Version
			c, err := s.Edit(t.Context(), who, made.ID, f)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		seen := made.Version
		edit(finance, tenth) // had a part in it now
		if err := s.Decide(t.Context(), boss, made.ID, seen, true, ""); !errs.Is(err, "common.moved_on") {
			t.Errorf("a version that is no more: %v", err)
		}
		for name, who := range map[string]staff.Member{"who made it": editor, "who edited it": finance} {
			if err := decide(who, true); !errs.Is(err, "giving.not_yourself") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if c, err := s.Switch(t.Context(), editor, made.ID, true); err != nil || c.Active {
			t.Errorf("turned on while it waits: %+v, %v", c, err)
		}
		var agreed atomic.Int64
		start, version := make(chan struct{}), mustRead(t, d, made.ID).Version
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				<-start
				switch err := s.Decide(context.Background(), boss, made.ID, version, true, ""); {
				case err == nil:
					agreed.Add(1)
				case !errs.Is(err, "promo.decided_already"):
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if c := mustRead(t, d, made.ID); agreed.Load() != 1 || !c.Active || len(c.Makers) != 0 {
			t.Fatalf("agreed %d times: %+v", agreed.Load(), c)
		}
		narrow := tenth
		narrow.Value, narrow.Cap, narrow.TotalLimit, narrow.Minimum, narrow.EndsAt = amount(9_00), amount(20_00), count(900),
			amount(60_00), moment(time.Hour)
		if c := edit(editor, narrow); !c.Active {
			t.Error("an edit that gives less made it wait")
		}
		for name, wider := range map[string]func(*coupons.Form){
			"more":             func(f *coupons.Form) { f.Value = amount(9_01) },
			"more at once":     func(f *coupons.Form) { f.Cap = amount(20_01) },
			"without cap":      func(f *coupons.Form) { f.Cap = nil },
			"more often":       func(f *coupons.Form) { f.TotalLimit = count(901) },
			"without limit":    func(f *coupons.Form) { f.TotalLimit = nil },
			"more to one":      func(f *coupons.Form) { f.CustomerLimit = count(3) },
			"for less":         func(f *coupons.Form) { f.Minimum = amount(59_99) },
			"for longer":       func(f *coupons.Form) { f.EndsAt = moment(2 * time.Hour) },
			"forever":          func(f *coupons.Form) { f.EndsAt = nil },
			"in all services":  func(f *coupons.Form) { f.Services = nil },
			"another service":  func(f *coupons.Form) { f.Services = []string{"food", "grocery"} },
			"another kind":     func(f *coupons.Form) { f.Kind, f.Value, f.Cap = "amount", amount(9_00), nil },
			"free of delivery": func(f *coupons.Form) { f.Kind = "free_delivery" },
		} {
			f := narrow
			wider(&f)
			f.Version = mustRead(t, d, made.ID).Version
			c, err := s.Edit(t.Context(), editor, made.ID, f)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if c.Active || c.WaitsSince == nil {
				t.Errorf("%s: it is on: %+v", name, c)
			}
			if err := redeem(d, mustRead(t, d, made.ID), "ord "+name, "usr"); err == nil {
				t.Errorf("%s: it was used", name)
			}
			edit(editor2, narrow)
			if err := decide(boss, true); err != nil {
				t.Errorf("%s: approved: %v", name, err)
			}
		}
		// Turning it off ends the approval; turning it on asks for approval again, even if it was approved before.
		if _, err := s.Switch(t.Context(), editor, made.ID, false); err != nil {
			t.Fatal(err)
		}
		if c, err := s.Switch(t.Context(), editor, made.ID, true); err != nil || c.Active || c.WaitsSince == nil {
			t.Errorf("turned on again: %+v, %v", c, err)
		}
		if err := decide(boss, false); err != nil {
			t.Fatal(err)
		}
		if c := mustRead(t, d, made.ID); c.Active || c.WaitsSince != nil {
			t.Errorf("declined: %+v", c)
		}
		if err := decide(boss, true); !errs.Is(err, "promo.decided_already") {
			t.Errorf("approved after it was declined: %v", err)
		}
		// Edited while it is off by one member, and turned on by another: neither can approve it.
		f := narrow
		f.Value = amount(100_00)
		edit(finance, f)
		if c, err := s.Switch(t.Context(), boss, made.ID, true); err != nil || c.Active {
			t.Errorf("turned on by another: %+v, %v", c, err)
		}
		for _, who := range []staff.Member{finance, boss, editor} {
			if err := decide(who, true); !errs.Is(err, "giving.not_yourself") {
				t.Errorf("%s: %v", who.ID, err)
			}
		}
		wellGiven(t, d)
	})
}

// TestRaisingACouponBitByBit: an amount that was counted once is not counted twice, and stays counted: lowering the
// coupon frees nothing.
func TestRaisingACouponBitByBit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		twoOwners(t, d)
		form := coupons.Form{Kind: "amount", Value: amount(100_00), TotalLimit: count(2)}
		made, err := s.Create(t.Context(), editor, "BITS", form)
		if err != nil || !made.Active {
			t.Fatalf("%+v, %v", made, err)
		}
		edit := func(limit int64) bool {
			t.Helper()
			f := form
			f.TotalLimit, f.Version = count(limit), mustRead(t, d, made.ID).Version
			c, err := s.Edit(t.Context(), editor, made.ID, f)
			if err != nil {
				t.Fatal(err)
			}
			return c.Active
		}
		if !edit(5) {
			t.Error("500 in all is too much")
		}
		if !edit(1) || !edit(5) {
			t.Error("down and up again to what was counted")
		}
		if edit(6) {
			t.Error("600 in all")
		}
		if other, err := s.Create(t.Context(), editor, "COPY",
			coupons.Form{Kind: "amount", Value: amount(1_00), TotalLimit: count(1)}); err != nil || other.Active {
			t.Errorf("a copy of it: %+v, %v", other, err)
		}
		wellGiven(t, d)
	})
}

// TestCouponsMadeAtOnce: many small coupons made concurrently by one person stay within the same limit as one large
// one.
func TestCouponsMadeAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		twoOwners(t, d)
		start := make(chan struct{})
		var on atomic.Int64
		var wg sync.WaitGroup
		for i := range 12 {
			wg.Go(func() {
				<-start
				c, err := s.Create(context.Background(), editor, fmt.Sprint("MANY", i),
					coupons.Form{Kind: "amount", Value: amount(90_00), TotalLimit: count(1)})
				if err != nil {
					t.Error(err)
				}
				if c.Active {
					on.Add(1)
				}
			})
		}
		close(start)
		wg.Wait()
		if on.Load() != 5 {
			t.Errorf("%d coupons of 90 are on", on.Load())
		}
		wellGiven(t, d)
	})
}
