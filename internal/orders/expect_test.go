package orders_test

import (
	"context"
	"testing"
	"time"

	"wekala/internal/checkout/buytest"
	"wekala/internal/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestALateOrderIsExpectedByWhatTheBranchTook: only a late order has an estimate, only
// where the branch has delivered a few, and none that has passed already.
func TestALateOrderIsExpectedByWhatTheBranchTook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		move := func(order string, to orders.Status, pin string) {
			t.Helper()
			_, err := s.Orders.Transition(context.Background(), orders.Transition{OrderID: order, To: to, PIN: pin, Actor: orders.StaffActor("stf", "O", "owner")})
			if err != nil {
				t.Fatal(err)
			}
		}
		look := func(order string) (v orders.View) {
			t.Helper()
			s.Do("GET", "/orders/"+order, "usr", nil).Into(t, &v)
			return v
		}
		sent := func() string {
			t.Helper()
			order := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
			for _, to := range []orders.Status{orders.Processing, orders.Shipped, orders.OutForDelivery} {
				s.Clock.Advance(time.Minute)
				move(order, to, "")
			}
			return order
		}
		deliver := func(order string, after time.Duration) {
			t.Helper()
			s.Clock.Advance(after)
			move(order, orders.Delivered, *look(order).PIN)
		}
		for _, minutes := range []time.Duration{9, 11, 10, 12} {
			deliver(sent(), minutes*time.Minute)
		}

		order := sent()
		left := s.Clock.Now()
		if at := look(order).ExpectedAt; at != nil {
			t.Errorf("in time it is expected at %v", at.Time())
		}
		s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, db.At(left.Add(time.Minute)))
		s.Clock.Advance(2 * time.Minute)
		if at := look(order).ExpectedAt; at != nil {
			t.Errorf("four deliveries tell nothing, and it is expected at %v", at.Time())
		}
		deliver(order, 38*time.Minute)

		order = sent()
		left = s.Clock.Now()
		s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, db.At(left.Add(time.Minute)))
		s.Clock.Advance(2 * time.Minute)
		at := look(order).ExpectedAt
		if at == nil || at.Time().Before(left.Add(40*time.Minute)) || at.Time().After(left.Add(45*time.Minute)) || at.Time().Minute()%5 != 0 {
			t.Errorf("left at %v, expected at %v", left, at)
		}
		s.Clock.Advance(44 * time.Minute)
		if at := look(order).ExpectedAt; at != nil {
			t.Errorf("what has passed is expected: %v", at.Time())
		}
		deliver(order, 0)
		if at := look(order).ExpectedAt; at != nil {
			t.Errorf("delivered, it is expected at %v", at)
		}
	})
}
