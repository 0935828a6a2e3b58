package checkout_test

import (
	"context"
	"encoding/json"
	"runtime"
	"testing"
	"time"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAnOrderThatWaitsPaysTheNewPrice: an order waits two seconds for another transaction, which changes a price
// meanwhile. It is refused with the new total and leaves nothing behind; it is never placed at the old price.
func TestAnOrderThatWaitsPaysTheNewPrice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("mona", "maadi")
		s.Add("mona", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("mona", "food", "cod")
		placed := make(chan buytest.Res, 1)
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			// The shelf's row, which an order takes from.
			if _, err := tx.Exec(ctx, `UPDATE stock SET reserved = reserved WHERE branch_id = $1 AND variant_id = $2`,
				buytest.Koshary, buytest.Small); err != nil {
				return err
			}
			go func() { placed <- s.Place("mona", "key", body) }()
			if d.Engine() == db.Postgres {
				waitsForALock(t, d)
			}
			for range 100 { // SQLite's queue cannot be read; whether it waits there already does not matter
				runtime.Gosched()
			}
			if _, err := tx.Exec(ctx, `UPDATE branch_prices SET price = 4600, version = version + 1 WHERE branch_id = $1
				AND variant_id = $2`,
				buytest.Koshary, buytest.Small); err != nil {
				return err
			}
			s.Clock.Advance(2 * time.Second)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if r := <-placed; r.Code() != "price_changed" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if n := buytest.Get[int64](s, `SELECT COUNT(*) FROM orders`) +
			buytest.Get[int64](s, `SELECT COUNT(*) FROM reservations`) +
			buytest.Get[int64](s, `SELECT reserved FROM stock WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary,
				buytest.Small); n != 0 {
			t.Errorf("%d left behind", n)
		}
		// Agreed to, it is placed with the same key.
		var a struct {
			Order struct {
				Total json.Number `json:"total"`
			} `json:"order"`
		}
		s.Place("mona", "key", s.Body("mona", "food", "cod")).Into(t, &a)
		if a.Order.Total != "107" {
			t.Errorf("total %s", a.Order.Total)
		}
		s.Healthy()
	})
}

// TestAnOrderThatWaitsIsPlaced: waiting alone refuses nothing.
func TestAnOrderThatWaitsIsPlaced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("mona", "maadi")
		s.Add("mona", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("mona", "food", "cod")
		placed := make(chan buytest.Res, 1)
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := tx.Exec(ctx, `UPDATE stock SET reserved = reserved WHERE branch_id = $1 AND variant_id = $2`,
				buytest.Koshary, buytest.Small); err != nil {
				return err
			}
			go func() { placed <- s.Place("mona", "key", body) }()
			if d.Engine() == db.Postgres {
				waitsForALock(t, d)
			}
			s.Clock.Advance(2 * time.Second)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if r := <-placed; r.Status != 200 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		s.Healthy()
	})
}

// waitsForALock returns once a transaction waits for a row that another one holds.
func waitsForALock(t *testing.T, d *db.DB) {
	t.Helper()
	for {
		var n int64
		if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock'`); err != nil {
			t.Error(err)
			return
		}
		if n > 0 {
			return
		}
	}
}
