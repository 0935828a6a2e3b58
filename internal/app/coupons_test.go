package app_test

import (
	"fmt"
	"slices"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestCouponBurst has many customers concurrently use a coupon with one use left, alternating between two nodes of
// the same database.
func TestCouponBurst(t *testing.T) {
	rounds, customers := apptest.Count(2, 100), apptest.Count(24, 200)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		first := apptest.New(t, d)
		nodes := []*apptest.Shop{first, apptest.Node(t, d, first.Clock)}
		first.Stock(apptest.Koshary, apptest.Small, 1_000_000)
		people := first.Customers(customers)
		for round := range rounds {
			coupon := fmt.Sprint("cpn", round)
			first.Exec(`INSERT INTO coupons (id, code, kind, value, total_limit, first_order, active)
				VALUES ($1, $2, 'amount', 1000, 1, $3, $4)`,
				coupon, fmt.Sprint("ONE", round), false, true)
			first.Exec(`UPDATE carts SET state = 'emptied' WHERE state = 'active'`)
			first.Carts(people, apptest.TwoSmall)
			first.Exec(`UPDATE carts SET coupon_id = $1 WHERE state = 'active'`, coupon)
			got := apptest.Burst(customers, customers, func(i int) string {
				node := nodes[i%len(nodes)]
				return node.Send("POST", "/checkout", people[i].Token, people[i].Body("cod", 95_00),
					apptest.Key(fmt.Sprint("key", round))).Short()
			})
			// Later customers get the error that the coupon is used up, or that the total changed.
			if got[ok] != 1 || got["400 used_up"]+got["400 price_changed"] != customers-1 {
				t.Errorf("round %d: %v", round, got)
			}
			// The winner's order is removed, because a customer may have few orders that no branch has accepted yet.
			winner := apptest.Get[string](first, `SELECT user_id FROM orders WHERE coupon_id = $1`, coupon)
			people = slices.DeleteFunc(people, func(p apptest.Customer) bool { return p.ID == winner })
			people = append(people, first.Customers(customers-len(people))...)
			if n := apptest.Get[int](first, `SELECT uses FROM coupons WHERE id = $1`, coupon); n != 1 {
				t.Errorf("round %d: %d uses", round, n)
			}
			if n := apptest.Get[int](first, `SELECT COUNT(*) FROM orders WHERE coupon_id = $1`, coupon); n != 1 {
				t.Errorf("round %d: %d orders have it", round, n)
			}
		}
		for _, node := range nodes {
			node.Healthy()
		}
	})
}

// TestCouponGuessesOverTwoNodes has one customer guess codes on both nodes concurrently.
func TestCouponGuessesOverTwoNodes(t *testing.T) {
	guesses := apptest.Count(60, 1_000)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		first := apptest.New(t, d)
		nodes := []*apptest.Shop{first, apptest.Node(t, d, first.Clock)}
		p := first.Customer()
		first.Carts([]apptest.Customer{p}, apptest.TwoSmall)
		got := apptest.Burst(guesses, 32, func(i int) string {
			return nodes[i%2].Send("POST", "/add_coupon", p.Token,
				fields{"service_id": "food", "coupon_code": fmt.Sprint("NO", i)}).Short()
		})
		if got["400 unknown"] != 10 || got["429 too_many_codes"]+got["429 too_many"] != guesses-10 ||
			got["429 too_many_codes"] == 0 {
			t.Errorf("%d guesses: %v", guesses, got)
		}
		last := first.Do("POST", "/add_coupon", p.Token, fields{"service_id": "food", "coupon_code": "NO"})
		if last.Status != 429 || last.Header.Get("Retry-After") == "" {
			t.Errorf("and another: %s, to be repeated after %q", last.Short(), last.Header.Get("Retry-After"))
		}
		first.Healthy()
	})
}
