package checkout_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// counts gives the small number of every day, or the full one of the fault
// table when WEKALA_PROVE is set.
func counts(small, full int) int {
	if os.Getenv("WEKALA_PROVE") != "" {
		return full
	}
	return small
}

// burst starts n functions from a barrier, at most clients at a time, and counts their results.
func burst(n, clients int, fn func(i int) string) map[string]int {
	start := make(chan struct{})
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	var mu sync.Mutex
	answers := map[string]int{}
	var wg sync.WaitGroup
	for range clients {
		wg.Go(func() {
			<-start
			for i := range next {
				a := fn(i)
				mu.Lock()
				answers[a]++
				mu.Unlock()
			}
		})
	}
	close(start)
	wg.Wait()
	return answers
}

// crowd inserts n customers, each with units of a variant in the cart, as rows: filling ten thousand carts through the
// API is not part of the test.
func crowd(s *buytest.Shop, n int, branch, variant, product, service string, qty, price int) {
	s.TB.Helper()
	for from := 0; from < n; from += 500 {
		var stmts []db.Stmt
		for i := from; i < min(n, from+500); i++ {
			user := fmt.Sprint("usr", i)
			stmts = append(stmts, s.CustomerRows(user, "maadi")...)
			stmts = append(stmts,
				db.Stmt{SQL: `INSERT INTO carts (id, owner, service_id, branch_id, state, version, created_at, updated_at)
					VALUES ($1, $2, $3, $4, 'active', 1, 1, 1)`,
					Args: []any{"crt" + user, user, service, branch}},
				db.Stmt{SQL: `INSERT INTO cart_items (cart_id, id, variant_id, product_id, qty, seen_price, created_at)
					VALUES ($1, 'itm', $2, $3, $4, $5, 1)`,
					Args: []any{"crt" + user, variant, product, int64(qty), int64(price)}})
		}
		err := s.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			return tx.Batch(ctx, stmts)
		})
		if err != nil {
			s.TB.Fatal(err)
		}
	}
}

func outcome(r buytest.Res) string {
	if r.Status == 200 {
		return "ok"
	}
	return fmt.Sprint(r.Status, " ", r.Code())
}

func TestOversell(t *testing.T) {
	customers := counts(150, 10_000)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE branches SET minimum_order = 0`)
		if err := s.Branches.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Exec(`UPDATE stock SET on_hand = 100 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		s.Exec(`UPDATE stock_moves SET qty = 100 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		crowd(s, customers, buytest.Koshary, buytest.Small, "prd_koshary", "svc_food", 1, 4500)
		got := burst(customers, 64, func(i int) string {
			user := fmt.Sprint("usr", i)
			return outcome(s.Place(user, "key", buytest.Order{"service_id": "food", "address_id": "adr_" + user,
				"payment_method": "cod", "accept_terms": true, "expected_total": 60}))
		})
		if got["ok"] != 100 || got["400 out_of_stock"] != customers-100 {
			t.Errorf("100 units: %v", got)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders`); n != 100 {
			t.Errorf("%d orders", n)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM catalog_changes WHERE kind = 'variant' AND ref = $1`,
			buytest.Small); n != 1 {
			t.Errorf("the catalogue was told %d times", n)
		}
		s.Healthy()
	})
}

func TestDoubleClick(t *testing.T) {
	carts, posts := counts(12, 500), counts(10, 20)
	for _, method := range []string{"cod", "card"} {
		t.Run(method, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := buytest.New(t, d)
				s.Exec(`UPDATE stock SET on_hand = 5000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
				s.Exec(`UPDATE stock_moves SET qty = 5000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
				crowd(s, carts, buytest.Koshary, buytest.Small, "prd_koshary", "svc_food", 2, 4500)
				var mu sync.Mutex
				bodies := map[string]map[string]int{}
				// Two tabs: each with its key, clicked many times.
				got := burst(carts*posts, 32, func(i int) string {
					user, tab := fmt.Sprint("usr", i%carts), i/carts%2
					r := s.Place(user, fmt.Sprint("tab", tab), buytest.Order{"service_id": "food", "address_id": "adr_" + user,
						"payment_method": method, "accept_terms": true, "expected_total": 105})
					if r.Status == 200 {
						mu.Lock()
						if bodies[user] == nil {
							bodies[user] = map[string]int{}
						}
						bodies[user][r.Body]++
						mu.Unlock()
					}
					return outcome(r)
				})
				if got["ok"] != carts*posts/2 || got["409 already_ordered"] != carts*posts/2 {
					t.Errorf("%v", got)
				}
				for user, answers := range bodies {
					if len(answers) != 1 {
						t.Errorf("%s got %d different answers", user, len(answers))
					}
				}
				if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders`); n != carts {
					t.Errorf("%d orders of %d carts", n, carts)
				}
				payments := 0
				if method == "card" {
					payments = carts
				}
				if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payments`); n != payments {
					t.Errorf("%d payment attempts", n)
				}
				if n := buytest.Get[int](s, `SELECT COUNT(*) FROM sandbox_intents`); n != payments {
					t.Errorf("%d intents at the gateway", n)
				}
				s.Healthy()
			})
		})
	}
}

func TestCouponBurst(t *testing.T) {
	rounds, customers := counts(2, 100), counts(20, 200)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE stock SET on_hand = 100000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		s.Exec(`UPDATE stock_moves SET qty = 100000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		crowd(s, customers+rounds, buytest.Koshary, buytest.Small, "prd_koshary", "svc_food", 2, 4500)
		people := make([]string, customers+rounds)
		for i := range people {
			people[i] = fmt.Sprint("usr", i)
		}
		for round := range rounds {
			coupon := fmt.Sprint("cpn", round)
			s.Exec(`INSERT INTO coupons (id, code, kind, value, total_limit, first_order, active)
				VALUES ($1, $1, 'amount', 1000, 1, $2, $3)`, coupon, false, true)
			s.Exec(`UPDATE carts SET state = 'active', version = version + 1, coupon_id = $1`, coupon)
			got := burst(customers, customers, func(i int) string {
				user := people[i]
				return outcome(
					s.Place(user, fmt.Sprint("key", round), buytest.Order{"service_id": "food", "address_id": "adr_" + user,
						"payment_method": "cod", "accept_terms": true, "expected_total": 95}))
			})
			// The winner leaves the group: a customer may have few orders that no branch has accepted yet.
			winner := buytest.Get[string](s, `SELECT user_id FROM orders WHERE coupon_id = $1`, coupon)
			people = slices.DeleteFunc(people, func(user string) bool { return user == winner })
			// Later customers are refused because the coupon, or the total, has changed.
			if got["ok"] != 1 || got["400 used_up"]+got["400 price_changed"] != customers-1 {
				t.Errorf("round %d: %v", round, got)
			}
		}
		s.Exec(`UPDATE carts SET state = 'emptied' WHERE state = 'ordered' AND id NOT IN (SELECT cart_id FROM orders)`)
		s.Healthy()
	})
}

// TestSmuggledBodies sends checkouts with strange fields and values. Every accepted order has the server's prices.
func TestSmuggledBodies(t *testing.T) {
	bodies := counts(300, 50_000)
	names := []string{"total", "price", "unit_price", "status", "user_id", "branch_id", "discount", "paid", "items", "qty",
		"payment_state", "delivery_price", "coupon_id", "Service_ID", "EXPECTED_TOTAL", "__proto__", "service_id",
		"address_id",
		"payment_method", "slot_id", "tip", "change_for", "accept_terms", "expected_total", "note"}
	values := []string{`0`, `-1`, `1e9`, `0.001`, `"0"`, `"١"`, `null`, `true`, `[]`, `{}`, `"svc_food"`, `"adr_other"`,
		`"card"`,
		`99999999999999999999`, `"\u202e"`, `"<script>"`, `105`, `-0`, `"1,0"`}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE stock SET on_hand = 1000000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		s.Exec(`UPDATE stock_moves SET qty = 1000000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary,
			buytest.Small)
		s.Customer("other", "maadi")
		s.Customer("usr", "maadi")
		r := rand.New(rand.NewPCG(1, 2))
		for i := range bodies {
			if i == 0 || buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE owner = 'usr' AND state = 'active'`) == 0 {
				s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
			}
			fields := []string{`"service_id":"food"`, `"address_id":"adr_usr"`, `"payment_method":"cod"`, `"accept_terms":true`,
				`"expected_total":105`}
			for range 1 + r.IntN(3) {
				extra := `"` + names[r.IntN(len(names))] + `":` + values[r.IntN(len(values))]
				if at := r.IntN(len(fields) + 2); at < len(fields) && r.IntN(2) == 0 {
					fields[at] = extra
				} else {
					fields = append(fields, extra)
				}
			}
			body := `{` + strings.Join(fields, ",") + `}`
			if got := s.Place("usr", fmt.Sprint("key", i), body); got.Status != 200 && got.Status != 400 && got.Status != 422 {
				t.Fatalf("%s: %d %s", body, got.Status, got.Body)
			}
		}
		bad := `SELECT COUNT(*) FROM orders WHERE user_id <> 'usr' OR items_total <> 9000 OR total <> 10500 + tip OR tip < 0
			OR discount <> 0 OR delivery_fee <> 1500 OR paid <> 0 OR status NOT IN ('pending', 'draft')`
		if n := buytest.Get[int](s, bad); n != 0 {
			t.Errorf("%d orders took something over from a body", n)
		}
		s.Healthy()
	})
}
