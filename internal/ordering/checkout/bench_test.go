package checkout_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// These benchmarks show where the time goes; the targets are measured by the bench of the whole program.

var lines = []string{"var_prd_tin01", "var_prd_tin02", "var_prd_tin03"}

func plenty(b *testing.B, e db.Engine) *buytest.Shop {
	b.Helper()
	s := buytest.New(b, dbtest.New(b, e))
	s.Exec(`UPDATE stock SET on_hand = 1000000000`)
	s.Exec(`UPDATE branches SET minimum_order = 0`)
	s.Exec(`UPDATE products SET max_qty = 0`)
	if err := s.Branches.Load(context.Background()); err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkPlaceCash(b *testing.B) {
	for _, e := range dbtest.Engines {
		b.Run(string(e), func(b *testing.B) {
			s := plenty(b, e)
			for i := range b.N {
				user := fmt.Sprint("usr", i)
				err := s.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					stmts := []db.Stmt{
						{SQL: `INSERT INTO addresses (user_id, id, type, name, contact_name, phone, governorate_id, district_id, city,
							address, building, lat_e6, lng_e6, created_at, updated_at)
							VALUES ($1, $2, 'home', 'Home', 'Mona', '+201001234567', 'cairo', 'maadi', '', 'Road 9', '12', 29960000,
							31250000, 1, 1)`, Args: []any{user, "adr_" + user}},
						{SQL: `INSERT INTO carts (id, owner, service_id, branch_id, state, version, created_at, updated_at)
							VALUES ($1, $2, 'svc_grocery', $3, 'active', 1, 1, 1)`,
							Args: []any{"crt" + user, user, buytest.Bakala}},
					}
					for n, v := range lines {
						stmts = append(stmts, db.Stmt{SQL: `INSERT INTO cart_items (cart_id, id, variant_id, product_id, qty, seen_price,
							created_at) VALUES ($1, $2, $3, $4, 1, 1, 1)`,
							Args: []any{"crt" + user, fmt.Sprint("itm", n), v, v[4:]}})
					}
					return tx.Batch(ctx, stmts)
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			var next atomic.Int64
			b.SetParallelism(8)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					user := fmt.Sprint("usr", next.Add(1)-1)
					r := s.Place(user, "key", buytest.Order{"service_id": "grocery", "address_id": "adr_" + user,
						"payment_method": "cod", "accept_terms": true, "expected_total": 43})
					if r.Status != 200 {
						b.Error(r.Body)
						return
					}
				}
			})
		})
	}
}

func BenchmarkAddToCart(b *testing.B) {
	for _, e := range dbtest.Engines {
		b.Run(string(e), func(b *testing.B) {
			s := plenty(b, e)
			var next atomic.Int64
			b.SetParallelism(8)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					n := next.Add(1)
					r := s.Do("POST", "/order/add-to-cart", fmt.Sprint("usr", n%500), map[string]any{"service_id": "grocery",
						"branch_id": buytest.Bakala, "product": lines[n%3], "qty": 1}, buytest.Header{"district-id": "maadi"})
					if r.Status != 200 && r.Code() != "max_qty" {
						b.Error(r.Body)
						return
					}
				}
			})
		})
	}
}

// BenchmarkBareCheckout is the least work: an order, three lines, three guarded
// stock rows, two postings, in one batch.
func BenchmarkBareCheckout(b *testing.B) {
	for _, e := range dbtest.Engines {
		b.Run(string(e), func(b *testing.B) {
			s := plenty(b, e)
			s.Exec(`CREATE TABLE bare (id TEXT NOT NULL, line BIGINT NOT NULL, what TEXT NOT NULL, amount BIGINT NOT NULL,
				PRIMARY KEY (id, line))`)
			b.SetParallelism(8)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					order := id.New("ord")
					var stmts []db.Stmt
					for _, v := range lines {
						stmts = append(stmts, db.Stmt{SQL: `UPDATE stock SET on_hand = on_hand - 1 WHERE branch_id = $1
							AND variant_id = $2 AND on_hand >= 1`,
							Args: []any{buytest.Bakala, v}})
					}
					for n := range 6 {
						stmts = append(stmts, db.Stmt{SQL: `INSERT INTO bare (id, line, what, amount) VALUES ($1, $2, $3, $4)`,
							Args: []any{order, int64(n), "something", int64(n)}})
					}
					err := s.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
						return tx.Batch(ctx, stmts)
					})
					if err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}

func BenchmarkBareAdd(b *testing.B) {
	for _, e := range dbtest.Engines {
		b.Run(string(e), func(b *testing.B) {
			s := plenty(b, e)
			var next atomic.Int64
			b.SetParallelism(8)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					n := next.Add(1)
					err := s.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
						_, err := tx.Exec(ctx, `UPDATE stock SET on_hand = on_hand - 1 WHERE branch_id = $1 AND variant_id = $2
							AND on_hand >= 1`,
							buytest.Bakala, fmt.Sprintf("var_prd_tin%02d", n%60))
						return err
					})
					if err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
