package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// The limit of a read is net/http answering with a prepared body of the same size, in a separate process, like the
// program.

// serveLimit is that process: it answers every request with size bytes.
func serveLimit(size int) error {
	body := []byte(strings.Repeat("x", size))
	length := []string{strconv.Itoa(size)}
	kind := []string{"application/json"}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Length"] = length
		w.Header()["Content-Type"] = kind
		_, _ = w.Write(body)
	}))
}

// startLimit starts the limit of a read and returns its address.
func startLimit(size int64) (addr string, stop func(), err error) {
	return startSelf("-limit", strconv.FormatInt(size, 10))
}

func startSelf(args ...string) (addr string, stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.Command(self, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	line := make([]byte, 64)
	n, err := out.Read(line)
	if err != nil && err != io.EOF {
		return "", nil, err
	}
	return strings.TrimSpace(string(line[:n])), func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }, nil
}

// The limit of a write is net/http around bare statements on the same database, in a separate process: those that write
// the same rows (samerows.go), and the least that could do the job. The statements without HTTP are measured too, to
// know what the database could do.

// serveWrites is that process: every request is one write, answered with size bytes.
func serveWrites(ctx context.Context, database, which string, size int) error {
	d, err := db.Open(ctx, database)
	if err != nil {
		return err
	}
	write, err := bareWrite(ctx, d, database, which)
	if err != nil {
		return err
	}
	body := []byte(strings.Repeat("x", size))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if err := write(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header()["Content-Type"] = []string{"application/json"}
		_, _ = w.Write(body)
	}))
}

func bareWrite(ctx context.Context, d *db.DB, database, which string) (func(ctx context.Context) error, error) {
	switch which {
	case "add":
		return bareAdd(d), nil
	case "checkout":
		return bareCheckout(d), nil
	case "same-add":
		return sameAdd(ctx, d)
	case "same-checkout":
		return sameCheckout(ctx, d, database)
	}
	return nil, fmt.Errorf("bench: no bare write is called %q", which)
}

// bareWrites repeats write from n workers for d and returns how many succeeded per second.
func bareWrites(d time.Duration, n int, write func(ctx context.Context) error) (perSec float64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	var done atomic.Int64
	var wg sync.WaitGroup
	var once sync.Once
	start := time.Now()
	for range n {
		wg.Go(func() {
			for ctx.Err() == nil {
				if e := write(context.WithoutCancel(ctx)); e != nil {
					once.Do(func() { err = e })
					return
				}
				done.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(done.Load()) / time.Since(start).Seconds(), err
}

// bareTables has only the columns that the bare writes need.
const bareTables = `
CREATE TABLE IF NOT EXISTS bench_stock (id TEXT PRIMARY KEY, left_over BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS bench_orders (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, total BIGINT NOT NULL,
at BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS bench_lines (order_id TEXT NOT NULL, line BIGINT NOT NULL, variant_id TEXT NOT NULL,
qty BIGINT NOT NULL, price BIGINT NOT NULL, PRIMARY KEY (order_id, line));
CREATE TABLE IF NOT EXISTS bench_postings (order_id TEXT NOT NULL, line BIGINT NOT NULL, account TEXT NOT NULL,
amount BIGINT NOT NULL, PRIMARY KEY (order_id, line))`

const bareStock = 1000

func prepareBare(ctx context.Context, d *db.DB) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, statement := range strings.Split(bareTables, ";") {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		for i := range bareStock {
			if _, err := tx.Exec(ctx, `INSERT INTO bench_stock (id, left_over) VALUES ($1, 1000000000) ON CONFLICT (id)
				DO NOTHING`, stockID(i)); err != nil {
				return err
			}
		}
		return nil
	})
}

func stockID(i int) string { return fmt.Sprintf("v%04d", i) }

var turn atomic.Int64

// bareCheckout: an order, three lines, three guarded stock rows, two postings.
func bareCheckout(d *db.DB) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		order := id.New("ord")
		n := int(turn.Add(1))
		stmts := make([]db.Stmt, 0, 9)
		for i := range 3 {
			stmts = append(stmts, db.Stmt{SQL: `UPDATE bench_stock SET left_over = left_over - $1 WHERE id = $2
				AND left_over >= $1`,
				Args: []any{int64(1), stockID((n*7 + i*331) % bareStock)}})
		}
		sortByID(stmts)
		stmts = append(stmts, db.Stmt{SQL: `INSERT INTO bench_orders (id, user_id, total, at) VALUES ($1, $2, $3, $4)`,
			Args: []any{order, "usr", int64(12050), int64(n)}})
		for i := range 3 {
			stmts = append(stmts, db.Stmt{SQL: `INSERT INTO bench_lines (order_id, line, variant_id, qty, price)
				VALUES ($1, $2, $3, $4, $5)`,
				Args: []any{order, int64(i), stockID(i), int64(1), int64(4000)}})
		}
		for i, account := range []string{"due", "payable"} {
			stmts = append(stmts, db.Stmt{SQL: `INSERT INTO bench_postings (order_id, line, account, amount)
				VALUES ($1, $2, $3, $4)`,
				Args: []any{order, int64(i), account, int64(12050 * (1 - 2*i))}})
		}
		return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			return tx.Batch(ctx, stmts)
		})
	}
}

// bareAdd: one guarded write.
func bareAdd(d *db.DB) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		n := int(turn.Add(1))
		return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE bench_stock SET left_over = left_over - $1 WHERE id = $2 AND left_over >= $1`,
				int64(1), stockID((n*13)%bareStock))
			return err
		})
	}
}

func sortByID(stmts []db.Stmt) {
	for i := 1; i < len(stmts); i++ {
		for j := i; j > 0 && stmts[j].Args[1].(string) < stmts[j-1].Args[1].(string); j-- {
			stmts[j], stmts[j-1] = stmts[j-1], stmts[j]
		}
	}
}
