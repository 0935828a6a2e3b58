package app_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// The tests of internal/ordering/checkout for its service are repeated here for the whole program: real sessions, a
// real server, every client on one HTTP/2 connection.

const (
	noStock = "There is not enough stock available."
	clients = 64
)

// TestOversell has many customers concurrently buy the last units.
func TestOversell(t *testing.T) {
	customers := apptest.Count(200, 10_000)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Exec(`UPDATE branches SET minimum_order = 0`)
		reload(t, s)
		s.Stock(apptest.Koshary, apptest.Small, 100)
		people := s.Customers(customers)
		one := apptest.TwoSmall
		one.Qty = 1
		s.Carts(people, one)
		got := apptest.Burst(customers, clients, func(i int) string {
			a := s.Send("POST", "/checkout", people[i].Token, people[i].Body("cod", 60_00), apptest.Key("key"))
			if a.Status == 200 {
				return ok
			}
			return fmt.Sprint(a.Status, " ", a.Message())
		})
		if got[ok] != 100 || got["400 "+noStock] != customers-100 || len(got) != 2 {
			t.Errorf("of %d for 100 units: %v", customers, got)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM orders`); n != 100 {
			t.Errorf("%d orders", n)
		}
		s.Healthy()
	})
}

// TestDoubleClick repeatedly posts each of many carts from two concurrent tabs: one order, one payment attempt, the
// same answer to the byte.
func TestDoubleClick(t *testing.T) {
	carts, posts := apptest.Count(15, 500), apptest.Count(10, 20)
	for _, method := range []string{"cod", "card"} {
		t.Run(method, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := apptest.New(t, d)
				s.Stock(apptest.Koshary, apptest.Small, 100_000)
				people := s.Customers(carts)
				s.Carts(people, apptest.TwoSmall)
				var mu sync.Mutex
				answers := map[int]map[string]bool{}
				got := apptest.Burst(carts*posts, clients, func(i int) string {
					p, tab := i%carts, i/carts%2
					a := s.Send("POST", "/checkout", people[p].Token, people[p].Body(method, 105_00),
						apptest.Key(fmt.Sprint("tab", tab)))
					if a.Status == 200 {
						mu.Lock()
						defer mu.Unlock()
						if answers[p] == nil {
							answers[p] = map[string]bool{}
						}
						answers[p][a.Body] = true
					}
					return a.Short()
				})
				if got[ok] != carts*posts/2 || got["409 already_ordered"] != carts*posts/2 {
					t.Errorf("%v", got)
				}
				for p, bodies := range answers {
					if len(bodies) != 1 {
						t.Errorf("customer %d got %d different answers", p, len(bodies))
					}
				}
				attempts := 0
				if method == "card" {
					attempts = carts
				}
				for query, want := range map[string]int{
					`SELECT COUNT(*) FROM orders`:                                           carts,
					`SELECT COUNT(*) FROM payments`:                                         attempts,
					`SELECT COUNT(*) FROM sandbox_intents`:                                  attempts,
					`SELECT COUNT(*) FROM idempotency`:                                      carts,
					`SELECT COALESCE(SUM(qty), 0) FROM reservations WHERE state = 'active'`: 2 * carts,
				} {
					if n := apptest.Get[int](s, query); n != want {
						t.Errorf("%s: %d, want %d", query, n, want)
					}
				}
				// The winner's key with another body.
				for p := range people {
					key := apptest.Get[string](s, `SELECT key FROM idempotency WHERE caller = $1`, people[p].ID)
					body := people[p].Body(method, 105_00)
					body["note"] = "another"
					if a := s.Send("POST", "/checkout", people[p].Token, body,
						apptest.Key(key)); a.Short() != "422 idempotency_mismatch" {
						t.Errorf("the key with another body: %s", a.Short())
					}
				}
				s.Healthy()
			})
		})
	}
}

// TestCrowdedCart has one customer's tabs concurrently change one cart while another tab orders it: the order matches
// a cart that existed.
func TestCrowdedCart(t *testing.T) {
	rounds := apptest.Count(6, 200)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 1_000_000)
		people := s.Customers(rounds)
		r := rand.New(rand.NewPCG(5, 5))
		for round, p := range people {
			s.Carts(people[round:round+1], apptest.TwoSmall)
			item := s.Lines(`SELECT i.id FROM cart_items i JOIN carts c ON c.id = i.cart_id WHERE c.owner = $1`, p.ID)[0]
			what := r.Perm(12)
			got := apptest.Burst(len(what), len(what), func(i int) string {
				switch what[i] % 4 {
				case 0:
					return s.Send("POST", "/order/update-cart", p.Token,
						fields{"service_id": "food", "item_id": item, "qty": 2 + what[i]/4}).Short()
				case 1:
					return s.Send("POST", "/order/add-to-cart", p.Token,
						fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Large, "qty": 1}).Short()
				case 2:
					return s.Send("POST", "/checkout", p.Token, p.Body("cod", 105_00), apptest.Key(fmt.Sprint("key", what[i]))).Short()
				}
				return s.Send("DELETE", "/orders/item/"+item+"?service_id=food", p.Token, nil).Short()
			})
			for short := range got {
				if short[0] == '5' || short == "" {
					t.Errorf("round %d: %v", round, got)
				}
			}
			if n := apptest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE user_id = $1 AND total <> 10500`, p.ID); n != 0 {
				t.Errorf("round %d: somebody paid another total than agreed to", round)
			}
		}
		s.Healthy()
	})
}

// reload makes the node load changes that a test made by rows.
func reload(t *testing.T, s *apptest.Shop) {
	t.Helper()
	if err := s.DB.InTx(t.Context(), touchAll); err != nil {
		t.Fatal(err)
	}
	if err := s.App.Poll(t.Context()); err != nil {
		t.Fatal(err)
	}
}
