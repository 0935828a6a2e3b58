package checkout_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func plentyOf(s *buytest.Shop, branch, variant string, units int) {
	s.Exec(`UPDATE stock SET on_hand = $3 WHERE branch_id = $1 AND variant_id = $2`, branch, variant, units)
	s.Exec(`UPDATE stock_moves SET qty = $3 WHERE branch_id = $1 AND variant_id = $2`, branch, variant, units)
}

// TestNoMoreThanTwoDraftsAreOpen: a draft holds its goods for nothing, so a customer has two at most,
// also where several are sent at the same moment.
func TestNoMoreThanTwoDraftsAreOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		plentyOf(s, buytest.Koshary, buytest.Small, 500)
		plentyOf(s, buytest.Bakala, buytest.Milk, 500)
		for round := range 5 {
			user := fmt.Sprint("usr_round", round)
			s.Customer(user, "maadi")
			first := s.Buy(user, "food", buytest.Koshary, buytest.Small, 2, "card")
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			s.Add(user, "grocery", buytest.Bakala, buytest.Milk, 3)
			bodies := []buytest.Order{s.Body(user, "food", "card"), s.Body(user, "grocery", "card")}
			got := burst(2, 2, func(i int) string { return outcome(s.Place(user, fmt.Sprint("key", i), bodies[i])) })
			if got["ok"] != 1 || got["400 unpaid_orders"] != 1 {
				t.Fatalf("two at once beside one: %v", got)
			}
			// The refused one succeeds in cash, or once another is cancelled, with its own key.
			refused := 0
			if buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE user_id = $1 AND service_id = 'svc_food'`, user) == 2 {
				refused = 1
			}
			if round%2 == 0 {
				if r := s.Do("POST", "/orders/"+first+"/cancel", user, buytest.Order{"reason": "other"}); r.Status != 200 {
					t.Fatal(r.Body)
				}
				if r := s.Place(user, fmt.Sprint("key", refused), bodies[refused]); r.Status != 200 {
					t.Errorf("after one was cancelled: %s", r.Body)
				}
			} else {
				bodies[refused]["payment_method"] = "cod"
				if r := s.Place(user, "cash", bodies[refused]); r.Status != 200 {
					t.Errorf("in cash: %s", r.Body)
				}
			}
			if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE user_id = $1 AND status = 'draft'`,
				user); n > orders.MaxDrafts {
				t.Errorf("%d drafts are open", n)
			}
		}
		s.Healthy()
	})
}

// TestWhoNeverTookADeliveryHoldsNotManyUnits: unpaid orders of a new account hold no more of a branch's stock than a
// household buys; after a delivery only unpaid orders count.
func TestWhoNeverTookADeliveryHoldsNotManyUnits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE products SET max_qty = 0`)
		plentyOf(s, buytest.Koshary, buytest.Small, 2000)
		plentyOf(s, buytest.Bakala, buytest.Milk, 2000)
		user := "usr_new"
		s.Customer(user, "maadi")
		fill := func(qty int) []buytest.Order {
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			s.Add(user, "grocery", buytest.Bakala, buytest.Milk, 3)
			s.Exec(
				`UPDATE cart_items SET qty = $1 WHERE cart_id IN (SELECT id FROM carts WHERE owner = $2 AND state = 'active')`, qty,
				user)
			return []buytest.Order{s.Body(user, "food", "cod"), s.Body(user, "grocery", "cod")}
		}
		bodies := fill(orders.MaxUnits/2 + 1)
		got := burst(2, 2, func(i int) string { return outcome(s.Place(user, fmt.Sprint("key", i), bodies[i])) })
		if got["ok"] != 1 || got["400 too_many_units"] != 1 {
			t.Fatalf("twice %d units at once: %v", orders.MaxUnits/2+1, got)
		}
		s.Exec(`UPDATE orders SET status = 'delivered', delivered_at = 1 WHERE user_id = $1`, user)
		served := map[string]int{}
		for i, body := range bodies {
			served[outcome(s.Place(user, fmt.Sprint("again", i), body))]++
		}
		if served["ok"] == 0 || served["400 too_many_units"] != 0 {
			t.Errorf("after a delivery: %v", served)
		}
		// A card draft costs nothing for any customer.
		for _, qty := range []int{orders.MaxUnits, orders.MaxUnits + 1} {
			s.Exec(`UPDATE orders SET status = 'delivered', delivered_at = 1 WHERE user_id = $1`, user)
			fill(qty)
			want := map[bool]string{true: "ok", false: "400 too_many_units"}[qty <= orders.MaxUnits]
			if got := outcome(s.Place(user, fmt.Sprint("card", qty), s.Body(user, "food", "card"))); got != want {
				t.Errorf("a draft of %d units after a delivery: %s", qty, got)
			}
		}
	})
}

// TestOrdersThatNobodyAcceptedAreFew: an order that costs nothing to place takes a place on the branch's board, in its
// hour and of its stock. So a customer may have few waiting ones, even when many are sent concurrently, and a customer
// who places and cancels all day is asked to pay first.
func TestOrdersThatNobodyAcceptedAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE products SET max_qty = 0`)
		plentyOf(s, buytest.Koshary, buytest.Small, 5000)
		plentyOf(s, buytest.Bakala, buytest.Milk, 5000)
		place := func(user, service, key string) string {
			switch service {
			case "food":
				s.Add(user, "food", buytest.Koshary, buytest.Small, 1)
			default:
				s.Add(user, "grocery", buytest.Bakala, buytest.Milk, 1)
			}
			s.Exec(`UPDATE cart_items SET qty = 4 WHERE cart_id IN (SELECT id FROM carts WHERE owner = $1 AND state = 'active')`,
				user)
			return outcome(s.Place(user, key, s.Body(user, service, "cod")))
		}
		waiting := func(user string) int {
			return buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE user_id = $1 AND status = 'pending'`, user)
		}
		t.Run("waiting", func(t *testing.T) {
			user := "usr_many"
			s.Customer(user, "maadi")
			for i := range orders.MaxWaiting - 1 {
				if got := place(user, "food", fmt.Sprint("w", i)); got != "ok" {
					t.Fatalf("order %d: %s", i, got)
				}
			}
			// Two concurrent ones with room for one.
			s.Add(user, "food", buytest.Koshary, buytest.Small, 4)
			s.Add(user, "grocery", buytest.Bakala, buytest.Milk, 10)
			bodies := []buytest.Order{s.Body(user, "food", "cod"), s.Body(user, "grocery", "cod")}
			got := burst(2, 2, func(i int) string { return outcome(s.Place(user, fmt.Sprint("last", i), bodies[i])) })
			if got["ok"] != 1 || got["400 too_many_unaccepted"] != 1 || waiting(user) != orders.MaxWaiting {
				t.Errorf("two at once beside %d: %v, %d wait", orders.MaxWaiting-1, got, waiting(user))
			}
			s.Exec(`UPDATE orders SET status = 'processing' WHERE user_id = $1`, user)
			if got := place(user, "food", "after"); got != "ok" {
				t.Errorf("once they are accepted: %s", got)
			}
		})
		t.Run("cancelled", func(t *testing.T) {
			user := "usr_fickle"
			s.Customer(user, "maadi")
			for i := range orders.MaxCancelled {
				if got := place(user, "food", fmt.Sprint("c", i)); got != "ok" {
					t.Fatalf("order %d: %s", i, got)
				}
				order := buytest.Get[string](s, `SELECT id FROM orders WHERE user_id = $1 AND status = 'pending'`, user)
				if r := s.Do("POST", "/orders/"+order+"/cancel", user, buytest.Order{"reason": "other"}); r.Status != 200 {
					t.Fatal(r.Body)
				}
			}
			if got := place(user, "food", "again"); got != "422 cash_cancelled" || waiting(user) != 0 {
				t.Errorf("after %d cancelled: %s", orders.MaxCancelled, got)
			}
			if r := s.Do("GET", "/checkout?service_id=food", user, nil); !strings.Contains(r.Body, "cancelled 5 cash orders") {
				t.Errorf("the quote offers cash all the same: %s", r.Body)
			}
			if r := s.Place(user, "card", s.Body(user, "food", "card")); r.Status != 200 {
				t.Errorf("by card: %s", r.Body)
			}
			s.Exec(`UPDATE orders SET created_at = created_at - 86400001 WHERE user_id = $1`, user)
			if got := place(user, "food", "tomorrow"); got != "ok" {
				t.Errorf("the next day: %s", got)
			}
		})
		t.Run("one hour", func(t *testing.T) {
			user := "usr_hour"
			s.Customer(user, "maadi")
			var outcomes []string
			for i := range orders.MaxInHour + 1 {
				s.Add(user, "food", buytest.Koshary, buytest.Small, 4)
				body := s.Body(user, "food", "cod")
				var q struct {
					Times struct {
						Slots []struct {
							ID string `json:"id"`
						} `json:"slots"`
					} `json:"times"`
				}
				s.Do("GET", "/checkout?service_id=food", user, nil).Into(t, &q)
				body["slot_id"] = q.Times.Slots[2].ID
				outcomes = append(outcomes, outcome(s.Place(user, fmt.Sprint("h", i), body)))
				if i == orders.MaxInHour {
					body["slot_id"] = q.Times.Slots[3].ID
					outcomes = append(outcomes, outcome(s.Place(user, "another", body)))
				}
			}
			if want := []string{"ok", "ok", "400 too_many_in_hour", "ok"}; !slices.Equal(outcomes, want) {
				t.Errorf("%v, want %v", outcomes, want)
			}
			if n := buytest.Get[int](s, `SELECT COALESCE(SUM(used), 0) FROM slot_bookings`); n != 3 {
				t.Errorf("%d places are taken", n)
			}
		})
		t.Run("units after a delivery", func(t *testing.T) {
			user := "usr_known"
			s.Customer(user, "maadi")
			place(user, "food", "first")
			s.Exec(`UPDATE orders SET status = 'delivered', delivered_at = 1 WHERE user_id = $1`, user)
			for _, c := range []struct {
				qty  int
				want string
			}{{2 * orders.MaxUnits, "ok"}, {4, "400 too_many_units"}} {
				s.Add(user, "food", buytest.Koshary, buytest.Small, 4)
				s.Exec(`UPDATE cart_items SET qty = $1 WHERE cart_id IN (SELECT id FROM carts WHERE owner = $2
					AND state = 'active')`, c.qty, user)
				if got := outcome(s.Place(user, fmt.Sprint("k", c.qty), s.Body(user, "food", "cod"))); got != c.want {
					t.Errorf("%d units: %s, want %s", c.qty, got, c.want)
				}
			}
		})
	})
}

// TestCallsOfADayAreFew: an order that waits for a call sends a message to a number that its customer typed. However
// often they cancel, no more than a few of a day do.
func TestCallsOfADayAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Checkout.Limits = func() checkout.Limits {
			l := checkout.Usual
			l.ConfirmFirst = 1
			return l
		}
		plentyOf(s, buytest.Koshary, buytest.Small, 500)
		user := "usr_caller"
		s.Customer(user, "maadi")
		var got []string
		for i := range orders.MaxCalls + 2 {
			s.Add(user, "food", buytest.Koshary, buytest.Small, 4)
			got = append(got, outcome(s.Place(user, fmt.Sprint("key", i), s.Body(user, "food", "cod"))))
			var open []string
			if err := s.DB.Select(t.Context(), &open, `SELECT id FROM orders WHERE user_id = $1 AND status = 'on_hold'`,
				user); err != nil {
				t.Fatal(err)
			}
			for _, id := range open {
				s.Do("POST", "/orders/"+id+"/cancel", user, buytest.Order{"reason": "other"})
			}
		}
		if want := []string{"ok", "ok", "ok", "422 cash_calls", "422 cash_calls"}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		if n := buytest.Get[int](s,
			`SELECT COUNT(*) FROM messages WHERE template = 'orders.notice_confirm'`); n != orders.MaxCalls {
			t.Errorf("%d messages", n)
		}
	})
}

// TestFirstOrdersEndWithADelivery: what holds for a first order in cash holds until one was delivered or collected.
// Orders that are not paid, wait or were cancelled cost nothing to place.
func TestFirstOrdersEndWithADelivery(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		plentyOf(s, buytest.Koshary, buytest.Small, 500)
		limits, ways := checkout.Usual, checkout.Ways{Cash: true, Card: true}
		s.Checkout.Limits = func() checkout.Limits { return limits }
		s.Checkout.Ways = func() checkout.Ways { return ways }
		for _, want := range []string{"on_hold", "422 cash_first"} {
			limits.ConfirmFirst, ways.CashFirst = 200_00, 0
			if want != "on_hold" {
				limits.ConfirmFirst, ways.CashFirst = 0, 200_00
			}
			user := "usr_" + strings.ReplaceAll(want, " ", "_")
			s.Customer(user, "maadi")
			big := func(beside string) string {
				t.Helper()
				s.Clock.Advance(time.Second)
				s.Add(user, "food", buytest.Koshary, buytest.Small, 8)
				r := s.Place(user, beside, s.Body(user, "food", "cod"))
				s.Exec(`UPDATE carts SET state = 'emptied' WHERE owner = $1 AND state = 'active'`, user)
				if got := outcome(r); got != "ok" {
					return got
				}
				var a checkout.Answer
				r.Into(t, &a)
				return s.Status(a.Order.ID)
			}
			s.Buy(user, "food", buytest.Koshary, buytest.Small, 2, "card")
			if got := big("a draft"); got != want {
				t.Errorf("beside an unpaid order: %s, want %s", got, want)
			}
			s.Clock.Advance(time.Second)
			small := s.Buy(user, "food", buytest.Koshary, buytest.Small, 2, "cod")
			if got := big("a pending one"); got != want {
				t.Errorf("beside an order that waits: %s, want %s", got, want)
			}
			s.Exec(`UPDATE orders SET status = 'delivered', delivered_at = 1 WHERE id = $1`, small)
			if got := big("a delivered one"); got != "pending" {
				t.Errorf("after a delivery: %s", got)
			}
		}
	})
}
