package orders_test

import (
	"context"
	"maps"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// kitchen is a shop whose orders the test advances as time passes.
type kitchen struct {
	*buytest.Shop
	t *testing.T
}

func newKitchen(t *testing.T, d *db.DB) kitchen {
	k := kitchen{buytest.New(t, d), t}
	k.Customer("usr", "maadi")
	return k
}

func (k kitchen) move(order string, to orders.Status, pin string) {
	k.t.Helper()
	_, err := k.Orders.Transition(context.Background(),
		orders.Transition{OrderID: order, To: to, PIN: pin, Actor: orders.StaffActor("stf", "O", "owner")})
	if err != nil {
		k.t.Fatal(err)
	}
}

// look reads an order's page; the list must show the same estimate.
func (k kitchen) look(order string) (v orders.View) {
	k.t.Helper()
	k.Do("GET", "/orders/"+order, "usr", nil).Into(k.t, &v)
	var list []orders.Summary
	k.Do("GET", "/orders", "usr", nil).Into(k.t, &list)
	for _, one := range list {
		if one.ID == order && !reflect.DeepEqual(one.ExpectedAt, v.ExpectedAt) {
			k.t.Errorf("the list expects it at %v, its page at %v", one.ExpectedAt, v.ExpectedAt)
		}
	}
	return v
}

func (k kitchen) buy() string {
	k.t.Helper()
	k.Clock.Advance(time.Second) // two of one moment are one order
	return k.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
}

// sent is an order that has left, a minute after each step.
func (k kitchen) sent() string {
	k.t.Helper()
	order := k.buy()
	for _, to := range []orders.Status{orders.Processing, orders.Shipped, orders.OutForDelivery} {
		k.Clock.Advance(time.Minute)
		k.move(order, to, "")
	}
	return order
}

func (k kitchen) deliver(order string, after time.Duration) {
	k.t.Helper()
	k.Clock.Advance(after)
	k.move(order, orders.Delivered, *k.look(order).PIN)
}

// expect fails unless an order is expected within five minutes from a moment on.
func (k kitchen) expect(what, order string, from time.Time) {
	k.t.Helper()
	at := k.look(order).ExpectedAt
	if at == nil || at.Time().Before(from) || !at.Time().Before(from.Add(5*time.Minute)) || at.Time().Minute()%5 != 0 {
		k.t.Errorf("%s: expected at %v, want from %v on", what, at, from)
	}
}

func (k kitchen) none(what, order string) {
	k.t.Helper()
	if at := k.look(order).ExpectedAt; at != nil {
		k.t.Errorf("%s, it is expected at %v", what, at.Time())
	}
}

// TestALateOrderIsExpectedByARule: a late order has an estimate, from the branch's last deliveries if there are enough,
// else from its promise. An estimate that has passed moves on by half as long again, until the order is too late for
// any.
func TestALateOrderIsExpectedByARule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newKitchen(t, d)
		s := k.Shop
		makeLate := func(order string) {
			t.Helper()
			s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, db.At(s.Clock.Now().Add(time.Minute)))
			s.Clock.Advance(2 * time.Minute)
		}
		for _, minutes := range []time.Duration{9, 11} {
			k.deliver(k.sent(), minutes*time.Minute)
		}

		order := k.sent()
		left := s.Clock.Now()
		k.none("in time", order)
		makeLate(order)
		k.expect("two deliveries tell nothing, the branch promises 30 minutes", order, left.Add(30*time.Minute))
		first := *k.look(order).ExpectedAt
		s.Clock.Advance(first.Time().Sub(s.Clock.Now()) - time.Minute)
		if at := *k.look(order).ExpectedAt; at != first {
			t.Errorf("it moves before it has passed: from %v to %v", first.Time(), at.Time())
		}
		s.Clock.Advance(time.Minute)
		k.expect("the promise has passed once more: half as long later", order, first.Time().Add(first.Time().Sub(left)/2))
		for passed := k.look(order).ExpectedAt; s.Clock.Now().Sub(left) < 4*time.Hour; passed = k.look(order).ExpectedAt {
			if now := s.Clock.Now(); passed == nil || !passed.Time().After(now) {
				t.Fatalf("%v after it left it is expected at %v, now %v", now.Sub(left), passed, now)
			}
			s.Clock.Advance(passed.Time().Sub(s.Clock.Now()))
		}
		s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, db.At(s.Clock.Now().Add(-241*time.Minute)))
		k.none("four hours late", order)
		// It took as long as those before, for what follows.
		s.Exec(`UPDATE order_events SET at = $2 WHERE order_id = $1`, order, db.At(s.Clock.Now().Add(-35*time.Minute)))
		k.deliver(order, 3*time.Minute)

		order = k.sent()
		left = s.Clock.Now()
		makeLate(order)
		k.expect("four in five of three took 38 minutes", order, left.Add(38*time.Minute))
		first = *k.look(order).ExpectedAt
		s.Clock.Advance(first.Time().Sub(s.Clock.Now()))
		k.expect("what it usually takes has passed: half as long later", order, first.Time().Add(first.Time().Sub(left)/2))
		k.deliver(order, 0)
		k.none("delivered", order)

		// Nobody has started on it: the whole promise is still ahead, and moves on by quarters of an hour.
		order = k.buy()
		k.none("placed, in time", order)
		makeLate(order)
		at := k.look(order).ExpectedAt
		if whole := s.Clock.Now().Add(30 * time.Minute); at == nil || at.Time().Before(whole) ||
			!at.Time().Before(whole.Add(15*time.Minute)) || at.Time().Minute()%15 != 0 {
			t.Errorf("nobody has begun: expected at %v, want 30 minutes from %v on", at, s.Clock.Now())
		}
		_, err := s.Orders.Transition(context.Background(),
			orders.Transition{OrderID: order, To: orders.OnHold, Reason: "stock_check",
				Actor: orders.StaffActor("stf", "O", "owner")})
		if err != nil {
			t.Fatal(err)
		}
		k.none("on hold", order)

		// The times of pickup orders do not count for deliveries.
		order = k.buy()
		k.move(order, orders.Processing, "")
		accepted := s.Clock.Now()
		s.Exec(`UPDATE branches SET pickup_minutes = 20 WHERE id = $1`, buytest.Koshary)
		if err := s.Branches.Load(context.Background()); err != nil {
			t.Fatal(err)
		}
		s.Exec(`UPDATE orders SET fulfilment = 'pickup' WHERE id = $1`, order)
		makeLate(order)
		k.expect("it promises 20 minutes at the counter", order, accepted.Add(20*time.Minute))

		order = s.Buy("usr", "general", buytest.Nasr, buytest.Phone, 1, "cod")
		k.move(order, orders.Processing, "")
		makeLate(order)
		branch, _ := s.Branches.Branch(buytest.Nasr)
		by, _ := branch.Hours.PromisedBy(s.Clock.Now(), 2)
		if at := k.look(order).ExpectedAt; at == nil || !at.Time().Equal(by) {
			t.Errorf("days are promised: expected at %v, want %v", at, by)
		}
		s.Clock.Advance(by.Sub(s.Clock.Now()))
		next, _ := branch.Hours.PromisedBy(by, 0)
		if at := k.look(order).ExpectedAt; at == nil || !at.Time().Equal(next) {
			t.Errorf("those days have passed: expected at %v, want the next one, %v", at, next)
		}
		s.Clock.Advance(8 * 24 * time.Hour)
		k.none("a week late", order)
	})
}

// TestAnOrderThatWillBeLateSaysSo: an order shows a delay shortly before its promised time, if the branch's last
// deliveries show that it cannot be kept; an order that has not left is never expected before its delivery could be
// made.
func TestAnOrderThatWillBeLateSaysSo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newKitchen(t, d)
		promise := func(order string, in time.Duration) time.Time {
			t.Helper()
			at := k.Clock.Now().Add(in)
			k.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, db.At(at))
			return at
		}
		accepted := func() string {
			t.Helper()
			order := k.buy()
			k.move(order, orders.Processing, "")
			return order
		}

		order := accepted()
		promise(order, 2*time.Minute)
		k.none("no delivery tells how long it takes", order)
		// The kitchen takes 30 minutes, the way 10.
		for range 3 {
			order := accepted()
			k.Clock.Advance(30 * time.Minute)
			k.move(order, orders.Shipped, "")
			k.move(order, orders.OutForDelivery, "")
			k.deliver(order, 10*time.Minute)
		}
		now := k.Clock.Now

		order = accepted()
		since := now()
		promise(order, 11*time.Minute)
		k.none("eleven minutes before", order)
		promise(order, 10*time.Minute)
		k.expect("accepted just now, ten minutes before", order, since.Add(40*time.Minute))
		k.Clock.Advance(35 * time.Minute)
		promise(order, 2*time.Minute)
		k.expect("still in the kitchen two minutes before: the way is to be made", order, now().Add(10*time.Minute))
		k.Clock.Advance(3 * time.Minute)
		k.expect("it has become late there", order, now().Add(10*time.Minute))

		tell := func() int {
			t.Helper()
			told, err := k.Orders.TellDelays(context.Background(), shipping.When)
			if err != nil {
				t.Fatal(err)
			}
			return told
		}
		k.Clock.Advance(10 * time.Minute)
		tell() // of the one before
		order = k.sent()
		left := now()
		k.Clock.Advance(time.Minute)
		at := promise(order, 4*time.Minute)
		k.expect("its way ends five minutes after its promise", order, left.Add(10*time.Minute))
		promise(order, 4*time.Minute+time.Second)
		k.none("a second less than five minutes, of which nobody is told", order)
		k.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, db.At(at))
		if told := tell(); told != 0 {
			t.Errorf("%d messages tell of a delay that is ahead", told)
		}
		k.Exec(`UPDATE orders SET fulfilment = 'pickup', status = 'processing' WHERE id = $1`, order)
		k.none("collected", order)
		k.Exec(`UPDATE orders SET fulfilment = 'delivery', status = 'on_hold' WHERE id = $1`, order)
		k.none("on hold", order)

		order = k.buy()
		promise(order, 2*time.Minute)
		k.none("nobody has begun with it", order)

		// A scheduled order is accepted long before its hour, and nobody starts on it until then.
		order = accepted()
		scheduled := func(order string, from time.Time) {
			t.Helper()
			k.Exec(`UPDATE orders SET scheduled_from = $2, scheduled_to = $3, promised_at = $3 WHERE id = $1`, order,
				db.At(from), db.At(from.Add(30*time.Minute)))
		}
		k.Clock.Advance(2 * time.Hour)
		scheduled(order, now().Add(-22*time.Minute))
		k.none("eight minutes before its hour ends, and the way takes 10", order)
		scheduled(order, now().Add(-28*time.Minute))
		k.expect("two minutes before it has not left", order, now().Add(10*time.Minute))
		scheduled(order, now().Add(-36*time.Minute))
		k.expect("its hour has passed: counted from it, and not before the way", order, now().Add(10*time.Minute))
		k.move(order, orders.Shipped, "")
		k.move(order, orders.OutForDelivery, "")
		scheduled(order, now().Add(-28*time.Minute))
		k.expect("it leaves two minutes before: its way is as long as any", order, now().Add(10*time.Minute))
		k.deliver(order, time.Minute)
		// An order that took two hours because it was scheduled says nothing about immediate ones.
		order = accepted()
		since = now()
		promise(order, 10*time.Minute)
		k.expect("after a delivery for an hour", order, since.Add(40*time.Minute))

		for range 3 {
			order = k.Buy("usr", "general", buytest.Nasr, buytest.Phone, 1, "cod")
			for _, to := range []orders.Status{orders.Processing, orders.Shipped, orders.OutForDelivery} {
				k.move(order, to, "")
			}
			k.deliver(order, time.Hour)
		}
		order = k.Buy("usr", "general", buytest.Nasr, buytest.Phone, 1, "cod")
		k.move(order, orders.Processing, "")
		promise(order, 2*time.Minute)
		k.none("days are promised", order)
	})
}

// TestNodesThatFindTheSameDelayTellItOnce: the second node that finds a delay sends nothing.
func TestNodesThatFindTheSameDelayTellItOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		_, err := s.Orders.Transition(t.Context(), orders.Transition{
			OrderID: id, To: orders.Processing, Actor: orders.StaffActor("stf", "O", "owner")})
		if err != nil {
			t.Fatal(err)
		}
		s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, id, db.At(s.Clock.Now().Add(-10*time.Minute)))
		start := make(chan struct{})
		var all sync.WaitGroup
		var told atomic.Int64
		for range 4 {
			all.Go(func() {
				<-start
				sent, err := s.Orders.TellDelay(context.Background(), id, shipping.When)
				if err != nil {
					t.Error(err)
				}
				if sent {
					told.Add(1)
				}
			})
		}
		close(start)
		all.Wait()
		sent := buytest.Get[int64](s, `SELECT COUNT(*) FROM messages WHERE template = $1`, orders.DelayTemplate)
		if told.Load() != 1 || sent != 1 {
			t.Errorf("%d nodes tell it, %d messages", told.Load(), sent)
		}
	})
}

// TestTheCouriersNumberIsToldOnTheWayOnly: an order's customer sees the courier's number from departure to arrival, and
// nobody else does.
func TestTheCouriersNumberIsToldOnTheWayOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		const number = "+201060001177"
		s.Exec(`INSERT INTO staff (id, email, phone, name, role, password_hash, created_at)
			VALUES ('stf_courier', 'karim@example.com', $1, 'Karim', 'courier', '', 1)`, number)
		s.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at)
			VALUES ('other', '+201009999999', 'Nada', 'en', 1, 1)`)
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		told := func(when string, want bool) {
			t.Helper()
			if r := s.Do("GET", "/orders/"+id, "usr", nil); r.Status != 200 || strings.Contains(r.Body, number) != want {
				t.Errorf("%s: the number is told: %v\n%s", when, !want, r.Body)
			}
			if r := s.Do("GET", "/orders", "usr", nil); r.Status != 200 || strings.Contains(r.Body, number) {
				t.Errorf("%s, in the list: %s", when, r.Body)
			}
			for _, who := range []string{"other", ""} {
				if r := s.Do("GET", "/orders/"+id, who, nil); r.Status == 200 || strings.Contains(r.Body, number) {
					t.Errorf("%s, to %q: %s", when, who, r.Body)
				}
			}
		}
		to := func(who, status string, more map[string]any) {
			t.Helper()
			body := map[string]any{"to": status}
			maps.Copy(body, more)
			if r := move(s, who, id, body); r.Status != 200 {
				t.Fatalf("%s: %s", status, r.Body)
			}
		}
		told("placed", false)
		to("picker", "processing", nil)
		to("picker", "shipped", nil)
		told("ready", false)
		to("courier", "out_for_delivery", nil)
		told("on its way", true)
		to("courier", "shipped", map[string]any{"reason": "no_answer"})
		told("back at the branch", false)
		to("courier", "out_for_delivery", nil)
		told("on its way again", true)
		var view orders.View
		s.Do("GET", "/orders/"+id, "usr", nil).Into(t, &view)
		to("courier", "delivered", map[string]any{"pin": *view.PIN})
		told("delivered", false)
	})
}

// TestAnOrderSaysWhetherItsAddressHasAPin: the centre of a district is no pin, and a pickup order has no destination.
func TestAnOrderSaysWhetherItsAddressHasAPin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		pinned := func() bool {
			t.Helper()
			var v orders.View
			s.Do("GET", "/orders/"+s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod"), "usr", nil).Into(t, &v)
			s.Clock.Advance(time.Minute)
			return v.Pinned
		}
		if pinned() {
			t.Error("an address in the middle of its district")
		}
		s.Exec(`UPDATE addresses SET lat_e6 = lat_e6 + 1 WHERE user_id = 'usr'`)
		if !pinned() {
			t.Error("an address beside the middle")
		}
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		s.Exec(`UPDATE orders SET fulfilment = 'pickup' WHERE id = $1`, id)
		var v orders.View
		if s.Do("GET", "/orders/"+id, "usr", nil).Into(t, &v); v.Pinned {
			t.Error("what is collected")
		}
	})
}
