package stock_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/catalogue/stock"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func ptr[T any](v T) *T { return &v }

// change makes one change to a stock level and returns its outcome.
func change(t *testing.T, d *db.DB, s *stock.Service, source string, c stock.Change) stock.Outcome {
	t.Helper()
	c.BranchID = "br"
	var out []stock.Outcome
	in(t, d, func(ctx context.Context, tx *db.Tx) (err error) {
		out, err = s.Apply(ctx, tx, stock.Actor{StaffID: "stf", Source: source}, []stock.Change{c})
		return err
	})
	return out[0]
}

// TestWhatIsNotCountedIsAlwaysThere: any number is sold without stock until staff mark the variant as sold out;
// counting it again while orders are in progress takes no units that were not reserved.
func TestWhatIsNotCountedIsAlwaysThere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := stock.New(d, clock.NewFake(noon))
		change(t, d, s, "1", stock.Change{VariantID: "soup", Counted: ptr(false)})
		if n := available(t, d, "soup"); n < 1000 {
			t.Errorf("available %d", n)
		}
		for _, o := range []string{"ord1", "ord2", "ord3"} {
			if err := reserve(d, s, o, stock.Item{BranchID: "br", VariantID: "soup", Qty: 40}); err != nil {
				t.Fatal(err)
			}
		}
		in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Commit(ctx, tx, "ord1") })
		in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Release(ctx, tx, "ord2") })
		healthy(t, d)
		if out := change(t, d, s, "2", stock.Change{VariantID: "soup", OnHand: ptr(int64(5))}); out.Refused == nil ||
			out.Refused.Key != "stock.not_counted" {
			t.Errorf("a stock-take of what is not counted: %+v", out)
		}
		// From here on it is counted; an order from before holds none of it.
		if out := change(t, d, s, "3", stock.Change{VariantID: "soup", Counted: ptr(true),
			OnHand: ptr(int64(5))}); out.Refused != nil || out.StockLevel.OnHand != 5 || out.StockLevel.Reserved != 0 {
			t.Errorf("counting it: %+v", out)
		}
		if err := reserve(d, s, "ord4", stock.Item{BranchID: "br", VariantID: "soup", Qty: 5}); err != nil {
			t.Fatal(err)
		}
		change(t, d, s, "4", stock.Change{VariantID: "soup", Counted: ptr(false)})
		in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Commit(ctx, tx, "ord3") })
		in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Commit(ctx, tx, "ord4") })
		in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Return(ctx, tx, "ord1") })
		change(t, d, s, "5", stock.Change{VariantID: "soup", Counted: ptr(true)})
		if n := available(t, d, "soup"); n != 0 {
			t.Errorf("available %d of 5 counted and sold", n)
		}
		healthy(t, d)
	})
}

// TestSoldOutUntilTheNextBusinessDay: one tap marks a variant as sold out, counted or not; it comes back automatically
// at five in the morning, or earlier when staff mark it as available.
func TestSoldOutUntilTheNextBusinessDay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := clock.NewFake(noon) // 12:00 in Cairo
		s := stock.New(d, c)
		told := 0
		s.OnAvailability(func(context.Context, *db.Tx, string, []string) error { told++; return nil })
		change(t, d, s, "1", stock.Change{VariantID: "tea", OnHand: ptr(int64(9))})
		change(t, d, s, "1", stock.Change{VariantID: "soup", Counted: ptr(false)})
		tap := func(out bool) {
			in(t, d, func(ctx context.Context, tx *db.Tx) error {
				_, err := s.SellOut(ctx, tx, stock.Actor{StaffID: "stf"}, "br", []string{"tea", "soup"}, out)
				return err
			})
		}
		told = 0
		tap(true)
		tap(true)
		if told != 1 {
			t.Errorf("told %d times", told)
		}
		for _, v := range []string{"tea", "soup"} {
			if err := reserve(d, s, "ord"+v, stock.Item{BranchID: "br", VariantID: v, Qty: 1}); !errors.Is(err, stock.ErrShort) {
				t.Errorf("%s sold: %v", v, err)
			}
		}
		tap(false)
		if n := available(t, d, "tea"); n != 9 {
			t.Errorf("taken back: %d", n)
		}
		tap(true)
		back := func() {
			if err := s.Back(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		c.Set(time.Date(2026, 11, 21, 2, 59, 0, 0, time.UTC)) // 04:59
		back()
		if n := available(t, d, "tea"); n != 0 {
			t.Errorf("back before the day begins: %d", n)
		}
		c.Advance(time.Minute)
		back()
		if n, m := available(t, d, "tea"), available(t, d, "soup"); n != 9 || m < 1000 {
			t.Errorf("at five: %d and %d", n, m)
		}
		healthy(t, d)
	})
}

// TestMovesByHand: each with its reason, none below the reserved units, one request once.
func TestMovesByHand(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := stock.New(d, clock.NewFake(noon))
		n := func(v int64) *int64 { return &v }
		for i, c := range []struct {
			source string
			change stock.Change
			want   int64
			key    string
		}{
			{"a", stock.Change{Received: n(10)}, 10, ""},
			{"a", stock.Change{Received: n(10)}, 10, ""},
			{"b", stock.Change{OnHand: n(8), Was: n(10)}, 8, ""},
			{"c", stock.Change{OnHand: n(7), Was: n(10)}, 8, "stock.moved_on"},
			{"d", stock.Change{OnHand: n(8), Was: n(10)}, 8, ""},
			{"e", stock.Change{WrittenOff: n(1), Note: "torn"}, 8, "stock.fault_needed"},
			{"f", stock.Change{WrittenOff: n(1), Fault: "supplier"}, 8, "common.required"},
			{"g", stock.Change{WrittenOff: n(9), Fault: "supplier", Note: "torn"}, 8, "stock.not_so_many"},
			{"h", stock.Change{WrittenOff: n(2), Fault: "supplier", Note: "torn"}, 6, ""},
		} {
			c.change.VariantID = "tin"
			out := change(t, d, s, c.source, c.change)
			key := ""
			if out.Refused != nil {
				key = out.Refused.Key
			}
			if out.StockLevel.OnHand != c.want || key != c.key {
				t.Errorf("%d: %d %q, want %d %q", i, out.StockLevel.OnHand, key, c.want, c.key)
			}
		}
		if err := reserve(d, s, "ord", stock.Item{BranchID: "br", VariantID: "tin", Qty: 4}); err != nil {
			t.Fatal(err)
		}
		if out := change(t, d, s, "i", stock.Change{VariantID: "tin", OnHand: n(3)}); out.Refused == nil ||
			out.Refused.Key != "stock.below_reserved" {
			t.Errorf("a stock-take below what is held: %+v", out)
		}
		healthy(t, d)
	})
}

// TestStockTakesBesidePurchases: written-off units and units bought at the same moment are never the same.
func TestStockTakesBesidePurchases(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := stock.New(d, clock.NewFake(noon))
		change(t, d, s, "begin", stock.Change{VariantID: "tin", Received: ptr(int64(20))})
		var sold, gone atomic.Int64
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				<-start
				err := reserve(d, s, fmt.Sprint("ord", i), stock.Item{BranchID: "br", VariantID: "tin", Qty: 1})
				if err == nil {
					sold.Add(1)
				} else if !errors.Is(err, stock.ErrShort) {
					t.Error(err)
				}
			})
			wg.Go(func() {
				<-start
				err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					out, err := s.Apply(ctx, tx, stock.Actor{StaffID: "stf", Source: fmt.Sprint("w", i)}, []stock.Change{
						{BranchID: "br", VariantID: "tin", WrittenOff: ptr(int64(1)), Fault: "shop", Note: "dropped"}})
					if err == nil && out[0].Refused == nil {
						tx.AfterCommit(func() { gone.Add(1) })
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if sold.Load()+gone.Load() != 20 || available(t, d, "tin") != 0 {
			t.Errorf("sold %d, written off %d, left %d", sold.Load(), gone.Load(), available(t, d, "tin"))
		}
		healthy(t, d)
	})
}

// TestCountingBesidePurchases: counting can be switched on and off while people buy; the books agree with the stock
// afterwards.
func TestCountingBesidePurchases(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := stock.New(d, clock.NewFake(noon))
		change(t, d, s, "begin", stock.Change{VariantID: "soup", Counted: ptr(false)})
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				<-start
				order := fmt.Sprint("ord", i)
				if err := reserve(d, s, order, stock.Item{BranchID: "br", VariantID: "soup", Qty: 2}); err != nil &&
					!errors.Is(err, stock.ErrShort) {
					t.Error(err)
					return
				}
				if err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					return s.Commit(ctx, tx, order)
				}); err != nil {
					t.Error(err)
				}
			})
		}
		for i := range 6 {
			wg.Go(func() {
				<-start
				err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					c := stock.Change{BranchID: "br", VariantID: "soup", Counted: ptr(i%2 == 0)}
					if i%2 == 0 {
						c.Received = ptr(int64(3))
					}
					_, err := s.Apply(ctx, tx, stock.Actor{StaffID: "stf", Source: fmt.Sprint("s", i)}, []stock.Change{c})
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		healthy(t, d)
	})
}
