package stock_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/catalogue/stock"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
)

var noon = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func in(t *testing.T, d *db.DB, fn func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := d.InTx(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func reserve(d *db.DB, s *stock.Service, order string, items ...stock.Item) error {
	return d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		r := s.Reserve(order, items, nil)
		if err := tx.Batch(ctx, r.Stmts); err != nil {
			return err
		}
		return s.Tell(ctx, tx, r)
	})
}

func available(t *testing.T, d *db.DB, variant string) int64 {
	t.Helper()
	var left []stock.Left
	err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return tx.Batch(ctx, []db.Stmt{stock.AvailableStmt("br", []string{variant}, &left)})
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(left) == 0 {
		return 0
	}
	return left[0].Available
}

func healthy(t *testing.T, d *db.DB) {
	t.Helper()
	results, err := doctor.Run(context.Background(), d, stock.Checks(noon))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			t.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

func TestUnitsAreHeldSoldReleasedAndReturnedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := stock.New(d, clock.NewFake(noon))
		var told []string
		s.OnAvailability(func(_ context.Context, _ *db.Tx, branch string, variants []string) error {
			told = append(told, fmt.Sprint(branch, variants))
			return nil
		})
		for range 2 {
			in(t, d, func(ctx context.Context, tx *db.Tx) error {
				return s.Receive(ctx, tx, []stock.Item{{"br", "a", 3}, {"br", "b", 5}}, stock.Opening, "import")
			})
		}
		if err := reserve(d, s, "ord1", stock.Item{"br", "b", 2}, stock.Item{"br", "a", 3}); err != nil {
			t.Fatal(err)
		}
		if err := reserve(d, s, "ord2", stock.Item{"br", "a", 1}); !errors.Is(err, stock.ErrShort) {
			t.Errorf("selling what is held: %v", err)
		}
		if a, b := available(t, d, "a"), available(t, d, "b"); a != 0 || b != 3 {
			t.Errorf("available %d and %d", a, b)
		}
		if err := reserve(d, s, "ord3", stock.Item{"br", "b", 1}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Release(ctx, tx, "ord1") })
			in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Commit(ctx, tx, "ord3") })
			in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Release(ctx, tx, "ord3") })
		}
		if a, b := available(t, d, "a"), available(t, d, "b"); a != 3 || b != 4 {
			t.Errorf("after release and sale: available %d and %d", a, b)
		}
		for range 2 {
			in(t, d, func(ctx context.Context, tx *db.Tx) error { return s.Return(ctx, tx, "ord3") })
		}
		if b := available(t, d, "b"); b != 5 {
			t.Errorf("after the return: %d", b)
		}
		if want := []string{"br[a]", "br[b]", "br[a]", "br[a]"}; !slices.Equal(told, want) {
			t.Errorf("availability told %v, want %v", told, want)
		}
		healthy(t, d)
	})
}

func TestExactlyAsManyAreSoldAsThereAre(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := stock.New(d, clock.NewFake(noon))
		in(t, d, func(ctx context.Context, tx *db.Tx) error {
			return s.Receive(ctx, tx, []stock.Item{{"br", "a", 20}, {"br", "b", 20}}, stock.Opening, "import")
		})
		var sold, refused atomic.Int64
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 60 {
			wg.Go(func() {
				items := []stock.Item{{"br", "a", 1}, {"br", "b", 1}}
				if i%2 == 1 {
					slices.Reverse(items)
				}
				<-start
				switch err := reserve(d, s, fmt.Sprint("ord", i), items...); {
				case err == nil:
					sold.Add(1)
				case errors.Is(err, stock.ErrShort):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if sold.Load() != 20 || refused.Load() != 40 {
			t.Errorf("sold %d, refused %d", sold.Load(), refused.Load())
		}
		healthy(t, d)
	})
}
