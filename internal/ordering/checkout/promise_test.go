package checkout_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAnOrderPromisesTheMinutesOfItsBranch: cart, checkout and order show the same promise, at whatever second the
// order is placed.
func TestAnOrderPromisesTheMinutesOfItsBranch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		for i, later := range []time.Duration{time.Second, 90 * time.Second, 3*time.Minute + 59*time.Second} {
			s.Clock.Advance(later)
			user := fmt.Sprint("usr", i)
			s.Customer(user, "maadi")
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			var q checkout.Quote
			s.Do("GET", "/checkout?service_id=food", user, nil).Into(t, &q)
			var a checkout.Answer
			s.Place(user, "key", s.Body(user, "food", "cod")).Into(t, &a)
			want := s.Clock.Now().Truncate(time.Minute).Add(time.Duration(*q.Cart.Branch.DeliveryMinutes) * time.Minute)
			order := buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, a.Order.ID)
			if said := q.Times.Now.PromisedAt.Time(); !said.Equal(want) || !order.Time().Equal(want) {
				t.Errorf("placed at %s: the checkout says %s, the order %s, the branch %s", s.Clock.Now(), said, order.Time(), want)
			}
		}
	})
}

// TestAnOrderKeepsThePromiseItWasShown: for five minutes, never a later one, and none that
// the branch did not make.
func TestAnOrderKeepsThePromiseItWasShown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		for i, c := range []struct {
			what    string
			waited  time.Duration
			earlier time.Duration // than the quote said
			kept    bool
		}{
			{"four minutes later", 4 * time.Minute, 0, true},
			{"five minutes later", 5 * time.Minute, 0, true},
			{"eleven minutes later", 11 * time.Minute, 0, false},
			{"sooner than was shown, by more", 0, 6 * time.Minute, false},
			{"later than was shown", 0, -time.Minute, false},
			{"sooner than was shown, by five minutes", 0, 5 * time.Minute, false},
			{"sooner than was shown, by a minute", 0, time.Minute, false},
		} {
			user := fmt.Sprint("usr", i)
			s.Customer(user, "maadi")
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			var q checkout.Quote
			s.Do("GET", "/checkout?service_id=food", user, nil).Into(t, &q)
			body := s.Body(user, "food", "cod")
			s.Clock.Advance(c.waited)
			sent := db.At(q.Times.Now.PromisedAt.Time().Add(-c.earlier))
			body["promised_at"], body["promise_proof"] = sent, q.Times.Now.Proof
			var a checkout.Answer
			s.Place(user, "key", body).Into(t, &a)
			want := sent
			if !c.kept {
				want = db.At(s.Clock.Now().Truncate(time.Minute).Add(30 * time.Minute))
			}
			if got := buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, a.Order.ID); got != want {
				t.Errorf("%s: promised at %v, want %v", c.what, got.Time(), want.Time())
			}
		}
	})
}

// move moves an order as one person with every role.
func move(t *testing.T, s *buytest.Shop, orderID string, to ...orders.Status) {
	t.Helper()
	actor := orders.Actor{Kind: "staff", ID: "stf", Name: "Staff",
		Capacities: []orders.Capacity{orders.Branch, orders.Courier, orders.Ops}}
	for _, status := range to {
		m := orders.Transition{OrderID: orderID, To: status, Actor: actor, Reason: "stock_check"}
		if status == orders.Delivered {
			v, err := s.Orders.ViewOf(t.Context(), orderID, "en")
			if err != nil || v.PIN == nil {
				t.Fatal("no PIN", err)
			}
			m.PIN = *v.PIN
		}
		if _, err := s.Orders.Transition(t.Context(), m); err != nil {
			t.Fatal(status, err)
		}
	}
}

func payFor(t *testing.T, s *buytest.Shop, orderID string) {
	t.Helper()
	if problem, err := s.Sandbox.Pay(t.Context(), s.Ref(orderID), sandbox.Approved); err != nil || problem != "" {
		t.Fatal(problem, err)
	}
	s.RunJobs()
}

// TestAPromiseCountsFromWhenTheBranchHasTheOrder: the wait for the payment, or for the platform's call, does not count
// against the branch. A later hold does.
func TestAPromiseCountsFromWhenTheBranchHasTheOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Checkout.Limits = func() checkout.Limits {
			l := checkout.Usual
			l.ConfirmFirst = 1
			return l
		}
		for name, c := range map[string]struct {
			method string
			wait   time.Duration
			goOn   func(id string)
			later  time.Duration // than was promised first
		}{
			"paid at once": {"card", 0, func(id string) { payFor(t, s, id) }, 0},
			"paid before its time is up": {"card", 14*time.Minute + 50*time.Second, func(id string) { payFor(t, s, id) },
				15 * time.Minute},
			"confirmed after an hour": {"cod", time.Hour, func(id string) { move(t, s, id, orders.Pending) }, time.Hour},
			"begun without waiting":   {"cod", time.Hour, func(id string) { move(t, s, id, orders.Processing) }, time.Hour},
			"held again": {"cod", 10 * time.Minute, func(id string) {
				move(t, s, id, orders.Pending, orders.OnHold)
				s.Clock.Advance(20 * time.Minute)
				move(t, s, id, orders.Pending, orders.Processing, orders.OnHold)
				s.Clock.Advance(20 * time.Minute)
				move(t, s, id, orders.Processing)
			}, 10 * time.Minute},
			"held by the platform once the branch had it": {"card", 0, func(id string) {
				payFor(t, s, id)
				move(t, s, id, orders.OnHold)
				s.Clock.Advance(20 * time.Minute)
				move(t, s, id, orders.Pending)
			}, 0},
		} {
			user := "usr_" + strings.ReplaceAll(name, " ", "_")
			s.Customer(user, "maadi")
			s.Clock.Advance(time.Minute - time.Duration(s.Clock.Now().Second())*time.Second + 10*time.Second)
			id := s.Buy(user, "food", buytest.Koshary, buytest.Small, 2, c.method)
			promised := func() time.Time {
				return buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, id).Time()
			}
			shown := func() time.Time {
				t.Helper()
				var v orders.View
				s.Do("GET", "/orders/"+id, user, nil).Into(t, &v)
				return v.PromisedAt.Time()
			}
			first := promised()
			s.Clock.Advance(c.wait)
			if got := shown(); c.wait > 0 && !got.Equal(first.Add(c.later)) {
				t.Errorf("%s: %s later is shown while it waits, want %s", name, got.Sub(first), c.later)
			}
			c.goOn(id)
			if got := promised(); !got.Equal(first.Add(c.later)) || !shown().Equal(got) {
				t.Errorf("%s: %s later is promised, %s shown, want %s", name, got.Sub(first), shown().Sub(first), c.later)
			}
		}
		s.Healthy()
	})
}

// TestACustomersOwnWaitPaysNothing: a customer who pays as late as they may, and has their order as soon after that as
// was promised, is owed nothing.
func TestACustomersOwnWaitPaysNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, c := range []struct {
			over time.Duration // than promised, from the payment on
			owed int64
		}{{5 * time.Minute, 0}, {16 * time.Minute, 10_00}} {
			t.Run(c.over.String(), func(t *testing.T) {
				s := buytest.New(t, dbtest.New(t, d.Engine()))
				s.Customer("usr", "maadi")
				id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "card")
				promised := buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, id)
				takes := promised.Time().Sub(s.Clock.Now())
				s.Clock.Advance(14*time.Minute + 50*time.Second)
				payFor(t, s, id)
				move(t, s, id, orders.Processing, orders.Shipped, orders.OutForDelivery)
				s.Clock.Advance(takes + c.over)
				move(t, s, id, orders.Delivered)
				if got := buytest.Get[int64](s, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM wallet_entries
					WHERE type = 'late'`); got != c.owed {
					t.Errorf("%d is credited, want %d", got, c.owed)
				}
				s.Healthy()
			})
		}
	})
}

// TestAChosenHourStays: however long the order waited for its payment.
func TestAChosenHourStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		var q checkout.Quote
		s.Do("GET", "/checkout?service_id=food", "usr", nil).Into(t, &q)
		body := s.Body("usr", "food", "card")
		body["slot_id"] = q.Times.Slots[1].ID
		var a checkout.Answer
		s.Place("usr", "key", body).Into(t, &a)
		promised := func() db.Millis {
			return buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, a.Order.ID)
		}
		first := promised()
		s.Clock.Advance(14 * time.Minute)
		payFor(t, s, a.Order.ID)
		if got := promised(); got != first || s.Status(a.Order.ID) != "pending" {
			t.Errorf("promised at %s, first %s, %s", got.Time(), first.Time(), s.Status(a.Order.ID))
		}
	})
}

// TestAPromiseOfDaysMovesByDays: an order that reaches its branch on the day it was placed keeps the end of business it
// was promised by, and one that waited over night has another day.
func TestAPromiseOfDaysMovesByDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Checkout.Limits = func() checkout.Limits {
			l := checkout.Usual
			l.ConfirmFirst = 1
			return l
		}
		s.Clock.Advance(25 * time.Hour) // a Saturday
		b, _ := s.Branches.Branch(buytest.Nasr)
		for i, wait := range []time.Duration{30 * time.Minute, 24 * time.Hour} {
			user := fmt.Sprint("usr", i)
			s.Customer(user, "nasr-city")
			id := s.Buy(user, "general", buytest.Nasr, buytest.Phone, 1, "cod")
			promised := func() time.Time {
				return buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, id).Time()
			}
			first := promised()
			s.Clock.Advance(wait)
			move(t, s, id, orders.Pending)
			want, _ := b.Hours.PromisedBy(s.Clock.Now(), b.Kind.PromiseDays)
			if got := promised(); !got.Equal(want) || got.Equal(first) != (i == 0) {
				t.Errorf("after %s: %s, first %s, want %s", wait, got, first, want)
			}
		}
	})
}
