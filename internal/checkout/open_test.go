package checkout_test

import (
	"fmt"
	"testing"

	"wekala/internal/checkout/buytest"
	"wekala/internal/orders"
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
			// The one that was refused goes in cash, or once another is given up, with its own key.
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
			if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE user_id = $1 AND status = 'draft'`, user); n > orders.MostDrafts {
				t.Errorf("%d drafts are open", n)
			}
		}
		s.Healthy()
	})
}

// TestWhoNeverTookADeliveryHoldsNotManyUnits: unpaid orders of a new account take no more of a
// branch's stock than a household buys; after a delivery only what is not paid is counted.
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
			s.Exec(`UPDATE cart_items SET qty = $1 WHERE cart_id IN (SELECT id FROM carts WHERE owner = $2 AND state = 'active')`, qty, user)
			return []buytest.Order{s.Body(user, "food", "cod"), s.Body(user, "grocery", "cod")}
		}
		bodies := fill(orders.MostUnits/2 + 1)
		got := burst(2, 2, func(i int) string { return outcome(s.Place(user, fmt.Sprint("key", i), bodies[i])) })
		if got["ok"] != 1 || got["400 too_many_units"] != 1 {
			t.Fatalf("twice %d units at once: %v", orders.MostUnits/2+1, got)
		}
		s.Exec(`UPDATE orders SET status = 'delivered', delivered_at = 1 WHERE user_id = $1`, user)
		served := map[string]int{}
		for i, body := range bodies {
			served[outcome(s.Place(user, fmt.Sprint("again", i), body))]++
		}
		if served["ok"] == 0 || served["400 too_many_units"] != 0 {
			t.Errorf("after a delivery: %v", served)
		}
		// A card draft costs nothing, whoever begins it.
		for _, qty := range []int{orders.MostUnits, orders.MostUnits + 1} {
			s.Exec(`UPDATE orders SET status = 'delivered', delivered_at = 1 WHERE user_id = $1`, user)
			fill(qty)
			want := map[bool]string{true: "ok", false: "400 too_many_units"}[qty <= orders.MostUnits]
			if got := outcome(s.Place(user, fmt.Sprint("card", qty), s.Body(user, "food", "card"))); got != want {
				t.Errorf("a draft of %d units after a delivery: %s", qty, got)
			}
		}
	})
}
