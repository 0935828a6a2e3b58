package checkout_test

import (
	"fmt"
	"testing"
	"time"

	"wekala/internal/checkout"
	"wekala/internal/checkout/buytest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAnOrderKeepsThePromiseItWasShown: for five minutes at least, never a later one, and none that
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
		} {
			user := fmt.Sprint("usr", i)
			s.Customer(user, "maadi")
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			var q checkout.Quote
			s.Do("GET", "/checkout?service_id=food", user, nil).Into(t, &q)
			body := s.Body(user, "food", "cod")
			s.Clock.Advance(c.waited)
			sent := db.At(q.Times.Now.PromisedAt.Time().Add(-c.earlier))
			body["promised_at"] = sent
			var a checkout.Answer
			s.Place(user, "key", body).Into(t, &a)
			want := sent
			if !c.kept {
				want = db.At(clock.UpTo(s.Clock.Now().Add(30*time.Minute), 5*time.Minute))
			}
			if got := buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, a.Order.ID); got != want {
				t.Errorf("%s: promised at %v, want %v", c.what, got.Time(), want.Time())
			}
		}
	})
}
