package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/id"
)

// load is the set of customers' orders, as far as they know.
type load struct {
	mu           sync.Mutex
	fresh        []apptest.Customer // have ordered nothing yet
	acknowledged map[string]string  // order's id: customer
	unanswered   map[string]attempt // by key
}

type attempt struct {
	who  apptest.Customer
	body apptest.Checkout
}

// atOnce is how many customers order concurrently.
const atOnce = 8

// next is a customer who has ordered nothing yet, because each may have only a few waiting orders.
func (l *load) next(t *testing.T) (who apptest.Customer, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.fresh) == 0 {
		t.Error("too few customers were made")
		return who, false
	}
	who, l.fresh = l.fresh[0], l.fresh[1:]
	return who, true
}

// run has customers order repeatedly until nothing answers any more; enough is called once, when so many orders were
// acknowledged.
func (l *load) run(t *testing.T, p *process, target int, enough func()) {
	t.Helper()
	var wg sync.WaitGroup
	var once sync.Once
	begin := make(chan struct{})
	target += len(l.acknowledged)
	for range atOnce {
		wg.Go(func() {
			<-begin
			var who apptest.Customer
			for placed := 0; ; placed++ {
				if placed%orders.MaxWaiting == 0 {
					var ok bool
					if who, ok = l.next(t); !ok {
						once.Do(enough)
						return
					}
				}
				status, text, err := p.post("/order/add-to-cart", who.Token, "",
					fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 2,
						"replace_cart": true})
				if err != nil {
					return
				}
				if status != 200 {
					t.Errorf("adding: %d %.300s", status, text)
					return
				}
				// An item whose answer was lost may have been added nevertheless.
				var cart struct {
					Response struct {
						Data struct {
							Units int64 `json:"items_quantity"`
						}
					}
				}
				if err := json.Unmarshal([]byte(text), &cart); err != nil {
					t.Error(err)
					return
				}
				a := attempt{who, who.Body("cod", 45_00*cart.Response.Data.Units+15_00)}
				key := id.New("key")
				l.mu.Lock()
				l.unanswered[key] = a
				l.mu.Unlock()
				status, text, err = p.post("/checkout", who.Token, key, a.body)
				if err != nil {
					return
				}
				if !l.take(t, key, status, text) {
					return
				}
				l.mu.Lock()
				done := len(l.acknowledged) >= target
				l.mu.Unlock()
				if done {
					once.Do(enough)
				}
			}
		})
	}
	close(begin)
	wg.Wait()
}

// take records an answer.
func (l *load) take(t *testing.T, key string, status int, text string) bool {
	var a struct {
		Response struct {
			Data struct {
				Order struct{ ID string }
			}
		}
	}
	if status != 200 || json.Unmarshal([]byte(text), &a) != nil || a.Response.Data.Order.ID == "" {
		t.Errorf("ordering: %d %.300s", status, text)
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acknowledged[a.Response.Data.Order.ID] = l.unanswered[key].who.ID
	delete(l.unanswered, key)
	return true
}

const roundTheClock = `[{"day":0,"open":"00:00","close":"24:00"},{"day":1,"open":"00:00","close":"24:00"},{"day":2,"open":"00:00","close":"24:00"},{"day":3,"open":"00:00","close":"24:00"},{"day":4,"open":"00:00","close":"24:00"},{"day":5,"open":"00:00","close":"24:00"},{"day":6,"open":"00:00","close":"24:00"}]`

// TestKilledUnderLoad repeatedly kills the program while customers order. After each restart every acknowledged order
// exists, unanswered requests can be repeated with their key and are ordered once, and doctor finds nothing. Finally
// the program is stopped gracefully and answers all accepted requests.
func TestKilledUnderLoad(t *testing.T) {
	kills, most := apptest.Count(1, 10), apptest.Count(60, 420) // orders before each
	for _, engine := range dbtest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			database, dir := dbtest.URL(t, engine), t.TempDir()
			r := rand.New(rand.NewPCG(42, 17))
			l := &load{fresh: furnish(t, database, (kills+1)*(most/orders.MaxWaiting+2*atOnce)),
				acknowledged: map[string]string{}, unanswered: map[string]attempt{}}
			p := start(t, database, dir)
			for round := range kills {
				l.run(t, p, 20+r.IntN(most-20), p.kill)
				p = start(t, database, dir)
				if apptest.Prove && p.up > 2*time.Second {
					t.Errorf("up again after %s", p.up)
				}
				lost := len(l.unanswered)
				for key, a := range l.unanswered {
					status, text, err := p.post("/checkout", a.who.Token, key, a.body)
					if err != nil {
						t.Fatal(err)
					}
					l.take(t, key, status, text)
				}
				t.Logf("kill %d: %d orders acknowledged, %d unanswered, up again in %s", round+1, len(l.acknowledged)-lost, lost,
					p.up)
				l.examine(t, database)
			}
			l.run(t, p, 20, func() {
				if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
					t.Error(err)
				}
			})
			if err := p.cmd.Wait(); err != nil {
				t.Errorf("asked to stop, it ended with %v", err)
			}
			l.examine(t, database)
		})
	}
}

// TestCommitsReachTheDisk counts what kill -9 cannot show: SQLite syncs at least once for each order acknowledged
// after another. (PostgreSQL syncs in its own process, as configured by its operator.) It needs strace, which make
// prove provides; daily runs without it skip this test.
func TestCommitsReachTheDisk(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil && !apptest.Prove {
		t.Log("strace is not here: nothing was counted")
		return
	}
	placed := apptest.Count(10, 200)
	database, dir := dbtest.URL(t, db.SQLite), t.TempDir()
	people := furnish(t, database, placed)
	trace := filepath.Join(dir, "trace")
	p := start(t, database, dir, strace, "-D", "-f", "-e", "trace=fsync,fdatasync", "-o", trace)
	calls := func() int {
		raw, err := os.ReadFile(trace)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(raw), "fsync(") + strings.Count(string(raw), "fdatasync(")
	}
	before := calls()
	for i, who := range people {
		for _, ask := range []struct {
			path string
			body any
		}{
			{"/order/add-to-cart",
				fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 2}},
			{"/checkout", who.Body("cod", 105_00)},
		} {
			if status, text, err := p.post(ask.path, who.Token, fmt.Sprint("key", i), ask.body); err != nil || status != 200 {
				t.Fatalf("%s: %d %s %v", ask.path, status, text, err)
			}
		}
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("asked to stop, it ended with %v", err)
	}
	if n := calls() - before; n < 2*placed {
		t.Errorf("%d commits were acknowledged, the disk was asked for %d times", 2*placed, n)
	} else {
		t.Logf("%d commits, %d fsync", 2*placed, n)
	}
}

// furnish fills a database with the small shop and with the given number of customers.
func furnish(t *testing.T, database string, people int) []apptest.Customer {
	t.Helper()
	d, err := db.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	s := apptest.New(t, d)
	s.Clock.Set(time.Now()) // the program uses the real time
	s.Exec(`UPDATE branches SET hours = $1`, roundTheClock)
	s.Stock(apptest.Koshary, apptest.Small, 10_000_000)
	customers := s.Customers(people)
	if err := errors.Join(s.Stop(), d.Close()); err != nil {
		t.Fatal(err)
	}
	return customers
}

// examine compares what customers know with the database. Only the restarted program has opened it before, so any
// recovery has been done.
func (l *load) examine(t *testing.T, database string) {
	t.Helper()
	d, err := db.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	var rows []struct {
		ID     string `db:"id"`
		UserID string `db:"user_id"`
	}
	if err := d.Select(t.Context(), &rows, `SELECT id, user_id FROM orders ORDER BY id`); err != nil {
		t.Fatal(err)
	}
	stored := map[string]string{}
	for _, row := range rows {
		stored[row.ID] = row.UserID
	}
	for order, who := range l.acknowledged {
		if stored[order] != who {
			t.Errorf("order %s was acknowledged and is not there", order)
		}
	}
	if len(stored) != len(l.acknowledged) {
		t.Errorf("%d orders are there, %d were acknowledged", len(stored), len(l.acknowledged))
	}
	results, err := doctor.Run(t.Context(), d, app.Checks(time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			t.Errorf("doctor: %s: %d of %d: %v", r.Check, r.Violations, r.Rows, r.First)
		}
	}
}
