package app_test

import (
	"fmt"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// Changes by staff to products while customers buy them, from a barrier.

// bought checks that every customer with an order got it at the total they expected, that all others left nothing
// behind, and that the stock suffices for all orders.
func bought(t *testing.T, s *apptest.Shop, got map[string]int) {
	t.Helper()
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM orders`:                                           got[ok],
		`SELECT COUNT(*) FROM order_lines`:                                      got[ok],
		`SELECT COUNT(*) FROM idempotency WHERE caller LIKE 'usr_%'`:            got[ok],
		`SELECT COALESCE(SUM(qty), 0) FROM reservations WHERE state = 'active'`: 2 * got[ok],
		`SELECT COUNT(*) FROM stock WHERE on_hand < reserved OR reserved < 0`:   0,
		`SELECT COUNT(*) FROM order_lines WHERE unit_price NOT IN (4500, 4600)`: 0,
		`SELECT COUNT(*) FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.total <> 2 * l.unit_price + 1500
			OR o.user_id IN (SELECT id FROM users WHERE name = 'old') AND l.unit_price <> 4500
			OR o.user_id IN (SELECT id FROM users WHERE name = 'new') AND l.unit_price <> 4600`: 0,
	} {
		if n := apptest.Get[int](s, query); n != want {
			t.Errorf("%s: %d, want %d (%v)", query, n, want, got)
		}
	}
	for _, price := range []int{4500, 4600} { // otherwise the changes did not overlap
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM order_lines WHERE unit_price = $1`, price); n == 0 {
			t.Errorf("nobody bought at %d: %v", price, got)
		}
	}
	s.Healthy()
}

// few are the customers who buy at a time, so that changes by staff fall between them.
const few = 6

// expecting creates customers with two portions each in the cart: every other one expects the future price.
func expecting(s *apptest.Shop, n int) (buy func(i int) string) {
	people := s.Customers(n)
	s.Carts(people, apptest.TwoSmall)
	totals := make([]int64, n)
	for i, p := range people {
		name := "old"
		if totals[i] = 105_00; i%2 == 1 {
			name, totals[i] = "new", 107_00
		}
		s.Exec(`UPDATE users SET name = $2 WHERE id = $1`, p.ID, name)
	}
	return func(i int) string {
		return s.Send("POST", "/checkout", people[i].Token, people[i].Body("cod", totals[i]), apptest.Key("key")).Short()
	}
}

// TestAPriceChangesWhileOrdersCome: an order is placed at the price its customer saw, or refused without writing
// anything.
func TestAPriceChangesWhileOrdersCome(t *testing.T) {
	customers := apptest.Count(36, 400)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 100_000)
		owner := s.Staff("owner")
		buy := expecting(s, customers)
		version := apptest.Get[int64](s, `SELECT version FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
			apptest.Koshary, apptest.Small)
		got := apptest.Burst(customers+1, few, func(i int) string {
			if i == customers/3 {
				return "price " + s.Send("PUT", "/console/branches/"+apptest.Koshary+"/prices", owner,
					fields{"rows": []fields{{"variant_id": apptest.Small, "price": 46, "sold": true, "version": version}}}).Short()
			}
			if i > customers/3 {
				i--
			}
			return buy(i)
		})
		if got["price 200"] != 1 || got[ok]+got["400 price_changed"] != customers || len(got) > 3 {
			t.Errorf("%v", got)
		}
		bought(t, s, got)
		// The next customers pay only the new price.
		for i, buy := 0, expecting(s, 2); i < 2; i++ {
			if got, want := buy(i), []string{"400 price_changed", ok}[i]; got != want {
				t.Errorf("after it: %s, want %s", got, want)
			}
		}
	})
}

// TestAnImportBesideCheckouts: a file with a new price and a new count of products that are being bought, and with
// new products, is imported completely.
func TestAnImportBesideCheckouts(t *testing.T) {
	const customers, fresh = 60, 40
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 40)
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		var file strings.Builder
		file.WriteString("handle,name_en,name_ar,category,sku,branch,price,stock,published\n")
		for i := range fresh {
			if i == fresh/2 {
				fmt.Fprintf(&file, ",,,,%s,koshary-maadi,46,44,\n", sku)
			}
			fmt.Fprintf(&file, "race-%d,Dish %d,طبق %d,Drinks,RACE-%d,koshary-maadi,30,7,yes\n", i, i, i, i)
		}
		run := started(t, s, file.String(),
			wanted{id: "imp_race", store: "koshary-house", branches: []string{apptest.Koshary}})
		buy := expecting(s, customers)
		first := buy(0)
		brought := make(chan struct{})
		// Some buy during the import, and some after it.
		got := apptest.Burst(customers, few, func(i int) string {
			if i > 0 {
				if i > customers/2 {
					<-brought
				}
				return buy(i)
			}
			defer close(brought)
			done, err := s.App.Imports().Finish(t.Context(), run.ID)
			if err != nil {
				return err.Error()
			}
			return "import " + done.State
		})
		got[first]++
		if got["import "+imports.Done] != 1 || got[ok] == 0 ||
			got[ok]+got["400 price_changed"]+got["400 out_of_stock"]+got["400 not_enough_stock"] != customers {
			t.Errorf("%v", got)
		}
		bought(t, s, got)
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM variants WHERE sku LIKE 'RACE-%'`: fresh,
			`SELECT COUNT(*) FROM branch_prices p JOIN variants v ON v.id = p.variant_id WHERE v.sku LIKE 'RACE-%'
				AND p.price = 3000`: fresh,
			`SELECT COUNT(*) FROM stock k JOIN variants v ON v.id = k.variant_id WHERE v.sku LIKE 'RACE-%'
				AND k.on_hand = 7`: fresh,
			`SELECT on_hand FROM stock WHERE variant_id = '` + apptest.Small + `' AND branch_id = '` + apptest.Koshary +
				`'`: 44,
			`SELECT price FROM branch_prices WHERE variant_id = '` + apptest.Small + `' AND branch_id = '` + apptest.Koshary +
				`'`: 4600,
		} {
			if n := apptest.Get[int](s, query); n != want {
				t.Errorf("%s: %d, want %d", query, n, want)
			}
		}
	})
}

// TestTwoPeopleEditOneProduct: when two people save changes based on the same version, one of them is refused with
// the product as the other saved it, and their changes are not mixed.
func TestTwoPeopleEditOneProduct(t *testing.T) {
	rounds := apptest.Count(6, 100)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Exec(`UPDATE products SET images = '[]'`)
		editors := []string{s.Staff("editor"), s.Staff("owner")}
		const path = "/console/products/prd_koshary"
		for range rounds {
			var is map[string]any
			s.Do("GET", path, editors[0], nil).Into(t, &is)
			body := func(i int) fields {
				out := fields{}
				for name := range productBody() {
					out[name] = is[name]
				}
				out["version"] = is["version"]
				out["description_en"], out["description_ar"] = fmt.Sprint("By ", i), fmt.Sprint("من ", i)
				return out
			}
			answers := make([]apptest.Answer, 2)
			got := apptest.Burst(2, 2, func(i int) string {
				answers[i] = s.Send("PUT", path, editors[i], body(i))
				return answers[i].Short()
			})
			if got["200"] != 1 || got["409 moved_on"] != 1 {
				t.Fatalf("%v", got)
			}
			won := 0
			if answers[1].Status == 200 {
				won = 1
			}
			now := apptest.Get[string](s,
				`SELECT description_en || ' ' || description_ar FROM products WHERE id = 'prd_koshary'`)
			if now != fmt.Sprintf("By %d من %d", won, won) ||
				!strings.Contains(answers[1-won].Body, fmt.Sprintf(`"description_en":"By %d"`, won)) {
				t.Errorf("%s was kept; refused with %s", now, answers[1-won].Body)
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'product.edit'`); n != rounds {
			t.Errorf("%d lines of the log for %d changes", n, rounds)
		}
		s.Healthy()
	})
}
