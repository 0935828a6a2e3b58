package db_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// A checkout's writes in small: order, three lines, three guarded stock rows, two postings. One benchmark operation is
// one such transaction, run by 32 clients concurrently. Compare the sub-benchmarks of one run, not figures of different
// days.

var checkoutTables = []string{
	`CREATE TABLE orders (id TEXT PRIMARY KEY, customer TEXT NOT NULL, total BIGINT NOT NULL)`,
	`CREATE TABLE lines (order_id TEXT NOT NULL, n BIGINT NOT NULL, item TEXT NOT NULL, PRIMARY KEY (order_id, n))`,
	`CREATE TABLE shelf (item TEXT PRIMARY KEY, on_hand BIGINT NOT NULL)`,
	`CREATE TABLE postings (id TEXT PRIMARY KEY, account TEXT NOT NULL, amount BIGINT NOT NULL)`,
}

const items = 300

func prepare(b *testing.B, d *db.DB) {
	for _, table := range checkoutTables {
		exec(b, d, create(b, d, table))
	}
	for i := range items {
		exec(b, d, `INSERT INTO shelf (item, on_hand) VALUES ($1, 1000000000)`, fmt.Sprintf("i%03d", i))
	}
}

func checkout(n int64) []db.Stmt {
	id := fmt.Sprintf("o%d", n)
	stmts := []db.Stmt{{SQL: `INSERT INTO orders (id, customer, total) VALUES ($1, $2, $3)`, Args: []any{id, "s", n}}}
	for line := range int64(3) {
		item := fmt.Sprintf("i%03d", (n*7)%(items/3)+line*items/3)
		stmts = append(stmts,
			db.Stmt{SQL: `INSERT INTO lines (order_id, n, item) VALUES ($1, $2, $3)`, Args: []any{id, line, item}},
			db.Stmt{SQL: `UPDATE shelf SET on_hand = on_hand - $2 WHERE item = $1 AND on_hand >= $2`,
				Args: []any{item, int64(1)}})
	}
	for i, account := range []string{"cash", "sales"} {
		stmts = append(stmts, db.Stmt{SQL: `INSERT INTO postings (id, account, amount) VALUES ($1, $2, $3)`,
			Args: []any{fmt.Sprintf("%s-%d", id, i), account, n}})
	}
	return stmts
}

func benchmark(b *testing.B, d *db.DB, place func(ctx context.Context, tx *db.Tx, stmts []db.Stmt) error) {
	prepare(b, d)
	var n atomic.Int64
	b.SetParallelism(16)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			stmts := checkout(n.Add(1))
			if err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				return place(ctx, tx, stmts)
			}); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tx/s")
	if s := d.Stats(); s.Commits > 0 {
		b.ReportMetric(float64(s.Transactions)/float64(s.Commits), "tx/commit")
	}
}

func batched(ctx context.Context, tx *db.Tx, stmts []db.Stmt) error {
	return tx.Batch(ctx, stmts)
}

func oneByOne(ctx context.Context, tx *db.Tx, stmts []db.Stmt) error {
	for _, s := range stmts {
		if _, err := tx.Exec(ctx, s.SQL, s.Args...); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkCheckoutSQLite compares commits shared by waiting transactions with a
// commit each, both waiting for the disk.
func BenchmarkCheckoutSQLite(b *testing.B) {
	for name, opts := range map[string][]db.Option{"grouped": nil, "alone": {db.CommitAlone()}} {
		b.Run(name, func(b *testing.B) {
			d, err := db.Open(b.Context(), "sqlite:"+filepath.Join(b.TempDir(), "bench.db"), opts...)
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = d.Close() }()
			benchmark(b, d, batched)
		})
	}
}

// BenchmarkCheckoutPostgres compares one round trip for all statements with one
// each. The server is the tests' and does not wait for the disk unless
// WEKALA_TEST_POSTGRES names a durable one.
func BenchmarkCheckoutPostgres(b *testing.B) {
	for name, place := range map[string]func(context.Context, *db.Tx, []db.Stmt) error{
		"batch": batched, "one by one": oneByOne} {
		b.Run(name, func(b *testing.B) { benchmark(b, dbtest.NewEmpty(b, db.Postgres), place) })
	}
}

// BenchmarkRead is one row by key, the smallest query of a page.
func BenchmarkRead(b *testing.B) {
	for _, e := range dbtest.Engines {
		b.Run(string(e), func(b *testing.B) {
			d := dbtest.NewEmpty(b, e)
			prepare(b, d)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					var n int64
					if err := d.Get(context.Background(), &n, `SELECT on_hand FROM shelf WHERE item = $1`, "i007"); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
