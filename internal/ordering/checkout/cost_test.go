package checkout_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestWhatACheckoutCosts pins the number of database statements and round trips of a quote and an order: the customer
// waits for all of them. A card order includes the sandbox gateway's own statements.
func TestWhatACheckoutCosts(t *testing.T) {
	type cost struct{ statements, trips int64 }
	most := map[db.Engine]map[string]cost{
		db.SQLite:   {"quote": {7, 7}, "cod": {15, 3}, "cod again": {2, 2}, "card": {25, 13}, "card again": {2, 2}},
		db.Postgres: {"quote": {7, 1}, "cod": {15, 2}, "cod again": {3, 2}, "card": {25, 12}, "card again": {3, 2}},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		shoptest.Fill(t, d)
		var counts db.Counts
		s := buytest.Build(t, db.Counted(d, &counts), clock.NewFake(shoptest.Now))
		// As the shop does: what lateness is worth is noted on the order, and not asked for.
		s.Checkout.Promise = func(o *orders.Order, _ []orders.Line, _ []products.Offer) {
			o.Promises = orders.Promises{Late: json.RawMessage(`{}`)}.JSON()
		}
		for _, method := range []string{"cod", "card"} {
			user := "usr_" + method
			s.Customer(user, "maadi")
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			counts.Take()
			body := s.Body(user, "food", method)
			var got cost
			got.statements, got.trips = counts.Take()
			t.Logf("quote: %+v", got)
			if allowed := most[d.Engine()]["quote"]; got.statements > allowed.statements || got.trips > allowed.trips ||
				got.statements == 0 {
				t.Errorf("quote: %+v, at most %+v", got, allowed)
			}
			for _, what := range []string{method, method + " again"} {
				if r := s.Place(user, "key", body); r.Status != 200 {
					t.Fatal(r.Body)
				}
				got.statements, got.trips = counts.Take()
				t.Logf("%s: %+v", what, got)
				if allowed := most[d.Engine()][what]; got.statements > allowed.statements || got.trips > allowed.trips ||
					got.statements == 0 {
					t.Errorf("%s: %+v, at most %+v", what, got, allowed)
				}
			}
		}
	})
}

// TestWhatAnAddCosts pins the same for adding to a cart: a first product, one more of it, and another product. Each
// takes one round trip if this node remembers the cart and the product.
func TestWhatAnAddCosts(t *testing.T) {
	type cost struct{ statements, trips int64 }
	most := map[db.Engine][]cost{db.SQLite: {{4, 3}, {3, 1}, {4, 2}, {3, 1}},
		db.Postgres: {{4, 2}, {3, 1}, {4, 2}, {3, 1}}}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		shoptest.Fill(t, d)
		var counts db.Counts
		s := buytest.Build(t, db.Counted(d, &counts), clock.NewFake(shoptest.Now))
		s.Customer("mona", "maadi")
		counts.Take()
		for i, variant := range []string{buytest.Small, buytest.Small, buytest.Large, buytest.Large} {
			v := s.Add("mona", "food", buytest.Koshary, variant, 1)
			var got cost
			got.statements, got.trips = counts.Take()
			t.Logf("add %d: %+v", i+1, got)
			if allowed := most[d.Engine()][i]; got.statements > allowed.statements || got.trips > allowed.trips ||
				got.statements == 0 {
				t.Errorf("add %d: %+v, at most %+v", i+1, got, allowed)
			}
			if v.ItemsQuantity != int64(i+1) {
				t.Errorf("%d in the cart", v.ItemsQuantity)
			}
		}
	})
}

// TestACheckoutReadsNoBranchsOrders: no query of a purchase scans tables or a branch's orders, which would take longer
// the more orders a branch has in progress.
func TestACheckoutReadsNoBranchsOrders(t *testing.T) {
	whole := regexp.MustCompile(
		`(?m)(^SCAN|Seq Scan on) (orders|order_lines|order_events|carts|cart_items|variants|users|sessions)\b|orders_board|orders_updated`)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		shoptest.Fill(t, d)
		asked := map[string][]any{}
		var mu sync.Mutex
		counts := db.Counts{Asked: func(query string, args []any) {
			mu.Lock()
			defer mu.Unlock()
			asked[query] = args
		}}
		s := buytest.Build(t, db.Counted(d, &counts), clock.NewFake(shoptest.Now))
		for _, scheduled := range []bool{false, true} {
			user := fmt.Sprint("usr_", scheduled)
			s.Customer(user, "maadi")
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			body := s.Body(user, "food", "cod")
			if scheduled {
				var q checkout.Quote
				s.Do("GET", "/checkout?service_id=food", user, nil).Into(t, &q)
				body["slot_id"] = q.Times.Slots[1].ID
			}
			if got := outcome(s.Place(user, "key", body)); got != "ok" {
				t.Fatal(got)
			}
		}
		guards := 0
		for query, args := range asked {
			if strings.Contains(query, "scheduled_from = ") {
				guards++
			}
			if plan := dbtest.Plan(t, d, query, args); whole.MatchString(plan) {
				t.Errorf("%s\n%s", query, plan)
			}
		}
		if guards == 0 {
			t.Error("nothing asked about orders of one hour")
		}
	})
}
