package checkout_test

import (
	"fmt"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAnOrderPromisesTheMinutesOfItsBranch: what the cart shows of its branch, the checkout says and
// the order says, at whatever second it is placed.
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
