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

// TestALateOrderIsExpectedByARule: only a late order has an estimate, of the branch's last
// deliveries where there are a few, else of its promise, and none that has passed already.
func TestALateOrderIsExpectedByARule(t *testing.T) {
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
		makeLate := func(order string) {
			t.Helper()
			s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, db.At(s.Clock.Now().Add(time.Minute)))
			s.Clock.Advance(2 * time.Minute)
		}
		expect := func(what, order string, from time.Time) {
			t.Helper()
			at := look(order).ExpectedAt
			if at == nil || at.Time().Before(from) || !at.Time().Before(from.Add(5*time.Minute)) || at.Time().Minute()%5 != 0 {
				t.Errorf("%s: expected at %v, want from %v on", what, at, from)
			}
		}
		none := func(what, order string) {
			t.Helper()
			if at := look(order).ExpectedAt; at != nil {
				t.Errorf("%s, it is expected at %v", what, at.Time())
			}
		}
		for _, minutes := range []time.Duration{9, 11} {
			deliver(sent(), minutes*time.Minute)
		}

		order := sent()
		left := s.Clock.Now()
		none("in time", order)
		makeLate(order)
		expect("two deliveries tell nothing, the branch promises 30 minutes", order, left.Add(30*time.Minute))
		s.Clock.Advance(33 * time.Minute)
		none("the promise has passed once more", order)
		deliver(order, 3*time.Minute)

		order = sent()
		left = s.Clock.Now()
		makeLate(order)
		expect("four in five of three took 38 minutes", order, left.Add(38*time.Minute))
		s.Clock.Advance(41 * time.Minute)
		none("what it usually takes has passed", order)
		deliver(order, 0)
		none("delivered", order)

		// What the branch does to have it collected is not what it took to a door.
		order = s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		move(order, orders.Processing, "")
		accepted := s.Clock.Now()
		s.Exec(`UPDATE branches SET pickup_minutes = 20 WHERE id = $1`, buytest.Koshary)
		if err := s.Branches.Load(context.Background()); err != nil {
			t.Fatal(err)
		}
		s.Exec(`UPDATE orders SET fulfilment = 'pickup' WHERE id = $1`, order)
		makeLate(order)
		expect("it promises 20 minutes at the counter", order, accepted.Add(20*time.Minute))

		order = s.Buy("usr", "general", buytest.Nasr, buytest.Phone, 1, "cod")
		move(order, orders.Processing, "")
		makeLate(order)
		branch, _ := s.Branches.Branch(buytest.Nasr)
		by, _ := branch.Hours.PromisedBy(s.Clock.Now(), 2)
		if at := look(order).ExpectedAt; at == nil || !at.Time().Equal(by) {
			t.Errorf("days are promised: expected at %v, want %v", at, by)
		}
	})
}
