package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/platform/db"
)

// ticksPerSecond is what Linux counts a process's time in, on every platform Go runs on.
const ticksPerSecond = 100

// cpu is the processor time the program has used so far.
func (s *shop) cpu() time.Duration { return processTime(s.cmd.Process.Pid, 2) }

// databaseCPU is what PostgreSQL has used so far: its first process, those that
// have ended, and those that run. 0 for SQLite, which is part of the program.
func (s *shop) databaseCPU(ctx context.Context) time.Duration {
	if s.db.Engine() != db.Postgres {
		return 0
	}
	var own int
	if err := s.db.Get(ctx, &own, `SELECT pg_backend_pid()`); err != nil {
		return 0
	}
	first := parentOf(own)
	all := processTime(first, 4)
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && parentOf(pid) == first {
			all += processTime(pid, 2)
		}
	}
	return all
}

// stat returns Linux's data about a process, after its name.
func stat(pid int) []string {
	raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return nil
	}
	// The name is in brackets and may contain spaces.
	text := string(raw)
	return strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
}

func parentOf(pid int) int {
	fields := stat(pid)
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(fields[1])
	return parent
}

// processTime adds up the first of a process's times: its own and the system's for
// it, then the same of those it has waited for.
func processTime(pid, times int) time.Duration {
	fields := stat(pid)
	if len(fields) < 15 {
		return 0
	}
	var ticks int64
	for _, f := range fields[11 : 11+times] {
		n, _ := strconv.ParseInt(f, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

// evening is a shop with customers who each buy once.
type evening struct {
	shop   *shop
	goods  wares
	people []buyer
	next   atomic.Int64
	note   func(what string, took time.Duration) // called with a purchase's quote and order; may be nil
}

// flows counts complete purchases: two adds of different products, a quote, an order, by at most so many customers. It
// returns the processor time of the server and of PostgreSQL per request.
func (e *evening) flows(ctx context.Context, conns, people int,
	d time.Duration) (r Result, server, database time.Duration) {
	last := min(int(e.next.Load())+people, len(e.people))
	var wg sync.WaitGroup
	var mu sync.Mutex
	var times []time.Duration
	ofDatabase, before := e.shop.databaseCPU(ctx), e.shop.cpu()
	began := time.Now()
	for range conns {
		wg.Go(func() {
			conn, err := dial(e.shop.addr)
			if err != nil {
				mu.Lock()
				r.Requests, r.Errors, r.First = r.Requests+1, r.Errors+1, err.Error()
				mu.Unlock()
				return
			}
			defer conn.close()
			for time.Since(began) < d {
				n := int(e.next.Add(1)) - 1
				if n >= last {
					return
				}
				start := time.Now()
				_, err := e.buy(conn, n)
				took := time.Since(start)
				mu.Lock()
				r.Requests++
				times = append(times, took)
				if err != nil {
					r.Errors++
					r.First = err.Error()
				}
				mu.Unlock()
				if err != nil {
					return // its connection may be in the middle of an answer
				}
			}
		})
	}
	wg.Wait()
	e.next.Store(min(e.next.Load(), int64(last)))
	took, used := time.Since(began), e.shop.cpu()-before
	ofDatabase = e.shop.databaseCPU(ctx) - ofDatabase
	r.PerSec = float64(r.Requests-r.Errors) / took.Seconds()
	r.P50, r.P99 = percentiles(times)
	if r.Requests == 0 {
		return r, 0, 0
	}
	requests := time.Duration(r.Requests * 4)
	return r, used / requests, ofDatabase / requests
}

// buy lets one of the customers buy two products and returns the order's id.
func (e *evening) buy(conn *wire, n int) (order string, err error) {
	who := e.people[n]
	headers := []string{"Authorization: Bearer " + who.token, "District-Id: " + e.goods.District}
	do := func(what string, s Shot) ([]byte, error) {
		began := time.Now()
		status, body, err := conn.do(s)
		if e.note != nil && err == nil {
			e.note(what, time.Since(began))
		}
		if err == nil && (status < 200 || status > 299) {
			err = fmt.Errorf("%d %.300s", status, body)
		}
		return body, err
	}
	for line := range 2 {
		variant := e.goods.Variants[(n*2+line)%len(e.goods.Variants)]
		body := fmt.Sprintf(`{"service_id":%q,"product":%q,"qty":1,"branch_id":%q}`, e.goods.Service, variant, e.goods.Branch)
		if _, err := do("add", post("/api/v1/order/add-to-cart", body, headers...)); err != nil {
			return "", err
		}
	}
	raw, err := do("quote",
		get("/api/v1/checkout?service_id="+e.goods.Service+"&address_id="+who.address+"&payment_method=cod", headers...))
	if err != nil {
		return "", err
	}
	total, err := quoted(raw)
	if err != nil {
		return "", err
	}
	body := fmt.Sprintf(`{"service_id":%q,"address_id":%q,"payment_method":"cod","accept_terms":true,"expected_total":%s}`,
		e.goods.Service, who.address, total)
	if raw, err = do("order",
		post("/api/v1/checkout", body, append(headers, "Idempotency-Key: bench-"+who.user)...)); err != nil {
		return "", err
	}
	var made struct {
		Response struct {
			Data struct {
				Order struct{ ID string } `json:"order"`
			}
		}
	}
	err = json.Unmarshal(raw, &made)
	return made.Response.Data.Order.ID, err
}

// quoted is the total of a quote.
func quoted(raw []byte) (json.Number, error) {
	var quote struct {
		Response struct {
			Data struct {
				Totals struct {
					Total json.Number `json:"total"`
				} `json:"totals"`
			} `json:"data"`
		} `json:"response"`
	}
	err := json.Unmarshal(raw, &quote)
	if err == nil && quote.Response.Data.Totals.Total == "" {
		err = errors.New("bench: a quote without a total")
	}
	return quote.Response.Data.Totals.Total, err
}

// purchases measures the flows of each shop in turn: ours, and another build's if it is given, each on a separate
// database.
func (b *bench) purchases(ctx context.Context, conns, people int, shops ...evening) error {
	type found struct {
		Result
		cpu, database time.Duration
	}
	best := make([]found, len(shops))
	for i := range shops {
		var err error
		if shops[i].people, err = shops[i].shop.buyers(ctx, people, shops[i].goods.District); err != nil {
			return err
		}
	}
	share := people / (b.rounds + 1)
	for round := range b.rounds + 1 {
		for i := range shops {
			r, cpu, database := shops[i].flows(ctx, conns, share, 4*b.slice)
			if r.Requests == 0 {
				return fmt.Errorf("no customer was left for round %d", round)
			}
			failed := best[i].Result
			failed.add(r)
			// The first is for the tables to have rows.
			if round > 0 && r.PerSec > best[i].PerSec {
				best[i] = found{r, cpu, database}
			}
			best[i].Errors, best[i].First = failed.Errors, failed.First
			if round > 0 {
				continue
			}
			if err := shops[i].shop.settle(ctx); err != nil {
				return err
			}
		}
	}
	for i, f := range best {
		what, limit := "two adds, a quote, an order", 0.0
		if i > 0 {
			what += ", the other build"
		} else if len(best) > 1 {
			limit = best[1].PerSec
		}
		cost := fmt.Sprintf("%.2f ms of the server's CPU a request", millisOf(f.cpu))
		if limit > 0 {
			cost += fmt.Sprintf(", %.2f of the other's", millisOf(f.cpu)/millisOf(best[1].cpu))
		}
		if f.database > 0 {
			cost += fmt.Sprintf("; PostgreSQL's %.2f ms", millisOf(f.database))
		}
		b.rows = append(b.rows, Row{Engine: b.engine, What: fmt.Sprintf("%s (%s)", what, cost), Conns: conns,
			Ours: f.PerSec, Limit: limit, P50: f.P50, P99: f.P99, Errors: f.Errors, First: f.First, Bar: "for orientation",
			Met: f.Errors == 0})
	}
	return nil
}

func millisOf(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// besideDatabase is a separate database for another build, next to the first.
func besideDatabase(ctx context.Context, engine, database, dir string) (string, error) {
	if engine != "postgres" {
		return "sqlite:" + filepath.Join(dir, "bench.db"), nil
	}
	u, err := url.Parse(database)
	if err != nil {
		return "", err
	}
	for _, statement := range []string{`DROP DATABASE IF EXISTS beside`, `CREATE DATABASE beside`} {
		if out, err := exec.CommandContext(ctx, "psql", "-X", "-q", "-c", statement, database).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w: %s", statement, err, out)
		}
	}
	u.Path = "/beside"
	return u.String(), nil
}
