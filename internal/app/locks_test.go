package app_test

import (
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestEndingsPassPurchases: an order that is placed and one that ends lock their shared rows in the same order. In
// opposite order, a dozen customers blocked PostgreSQL, and all other buyers of the same products, for half a minute.
func TestEndingsPassPurchases(t *testing.T) {
	for _, how := range []string{"an hour", "a coupon", "the wallet"} {
		t.Run(how, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := apptest.New(t, d)
				s.Stock(apptest.Koshary, apptest.Small, 1000)
				people := s.Customers(12)
				s.Exec(`INSERT INTO coupons (id, code, kind, value, cap, first_order, active)
					VALUES ('cpn_race', 'RACE10', 'percent', 1000, 500, $1, $2)`, false, true)
				order := func(i int) func() apptest.Answer {
					p, body := people[i], people[i].Body("cod", 105_00)
					s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
					switch how {
					case "an hour":
						var q struct {
							Times struct{ Slots []struct{ ID string } }
						}
						s.Do("GET", "/checkout?service_id=food&address_id="+p.Address, p.Token, nil).Into(t, &q)
						body["slot_id"] = q.Times.Slots[0].ID
					case "a coupon":
						if a := s.Do("POST", "/add_coupon", p.Token, fields{
							"service_id": "food", "coupon_code": "RACE10"}); a.Status != 200 {
							t.Fatal(a.Body)
						}
						body["expected_total"] = 100
					case "the wallet":
						body["wallet_amount"] = 50
					}
					return func() apptest.Answer { return s.Send("POST", "/checkout", p.Token, body, apptest.Key(id.New("key"))) }
				}
				if how == "the wallet" {
					boss := s.Staff("owner")
					for _, p := range people {
						if a := s.Do("POST", "/console/wallet/credits", boss,
							fields{"phone": p.Phone, "amount": 100, "reason": "of the test"}, apptest.Key(id.New("key"))); a.Status != 200 {
							t.Fatal(a.Body)
						}
					}
				}
				placed := func(a apptest.Answer) string {
					var got struct{ Order struct{ ID string } }
					a.Into(t, &got)
					return got.Order.ID
				}
				old, next := make([]string, len(people)), make([]func() apptest.Answer, len(people))
				for i := range people {
					old[i] = placed(order(i)())
					next[i] = order(i)
				}
				start := time.Now()
				got := apptest.Burst(2*len(people), 2*len(people), func(n int) string {
					if i := n / 2; n%2 == 1 {
						return s.Send("POST", "/orders/"+old[i]+"/cancel", people[i].Token, map[string]any{}).Short()
					}
					return next[n/2]().Short()
				})
				// PostgreSQL detects each deadlock after a second.
				if took := time.Since(start); got["200"] != 2*len(people) || took > 4*time.Second {
					t.Errorf("after %v: %v", took, got)
				}
				s.Healthy()
			})
		})
	}
}
