package app_test

import (
	"context"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// dbWire is a connection between the program and its database that a test can slow down, cut and restore.
type dbWire struct {
	to       string
	listener net.Listener

	mu    sync.Mutex
	cut   bool
	delay time.Duration
	open  map[net.Conn]bool
	ended int // connections that were cut
}

// newDBWire listens in front of a PostgreSQL and returns the address to use.
func newDBWire(t *testing.T, address string) (*dbWire, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &dbWire{to: u.Host, listener: listener, open: map[net.Conn]bool{}}
	t.Cleanup(func() {
		_ = listener.Close()
		w.reset()
	})
	go w.accept()
	u.Host = listener.Addr().String()
	return w, u.String()
}

func (w *dbWire) accept() {
	for {
		from, err := w.listener.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", w.to)
		w.mu.Lock()
		if err != nil || w.cut {
			w.mu.Unlock()
			_ = from.Close()
			if err == nil {
				_ = to.Close()
			}
			continue
		}
		w.open[from], w.open[to] = true, true
		w.mu.Unlock()
		go w.carry(from, to)
		go w.carry(to, from)
	}
}

func (w *dbWire) carry(from, to net.Conn) {
	defer func() {
		_ = from.Close()
		_ = to.Close()
		w.mu.Lock()
		delete(w.open, from)
		w.mu.Unlock()
	}()
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		w.mu.Lock()
		delay := w.delay
		w.mu.Unlock()
		time.Sleep(delay)
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// slow delays everything.
func (w *dbWire) slow(delay time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.delay = delay
}

// reset closes every connection; new ones are accepted.
func (w *dbWire) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.open {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = c.Close()
		w.ended++
	}
}

func (w *dbWire) cutSoFar() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ended
}

// unplug closes every connection and accepts none until plugged in again.
func (w *dbWire) unplug(out bool) {
	w.mu.Lock()
	w.cut = out
	w.mu.Unlock()
	if out {
		w.reset()
	}
}

// TestDatabaseSlowCutAndReset orders while the connection to PostgreSQL is slow, breaks repeatedly, and is gone for a
// while. No order is partial, answered customers have exactly one, unanswered ones have one after a repeat; reads
// from memory continue; and the program recovers automatically.
func TestDatabaseSlowCutAndReset(t *testing.T) {
	buyers := apptest.Count(12, 200)
	straight := dbtest.URL(t, db.Postgres)
	w, through := newDBWire(t, straight)
	d, err := db.Open(context.Background(), through, db.WithoutSync())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	s := apptest.New(t, d)
	s.Stock(apptest.Koshary, apptest.Small, 100_000)

	order := func(people []apptest.Customer) (answered map[string]int, got []string) {
		got = make([]string, len(people))
		answered = apptest.Burst(len(people), 16, func(i int) string {
			got[i] = s.Send("POST", "/checkout", people[i].Token, people[i].Body("cod", 105_00),
				apptest.Key("key-"+people[i].ID)).Short()
			return got[i]
		})
		return answered, got
	}
	// repeat has every customer try again with their key, and counts the answers.
	repeat := func(what string, people []apptest.Customer) {
		t.Helper()
		answered, _ := order(people)
		if answered[ok] != len(people) {
			t.Errorf("%s, repeated afterwards: %v", what, answered)
		}
		for _, p := range people {
			if n := apptest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE user_id = $1`, p.ID); n != 1 {
				t.Errorf("%s: %d orders of one customer", what, n)
			}
		}
	}
	healed := func(what string) {
		t.Helper()
		for until := time.Now().Add(30 * time.Second); ; {
			var one int
			if err := d.Get(t.Context(), &one, `SELECT 1`); err == nil {
				return
			} else if time.Now().After(until) {
				t.Fatalf("%s: it does not heal: %v", what, err)
			}
		}
	}
	customers := func() []apptest.Customer {
		people := s.Customers(buyers)
		s.Carts(people, apptest.TwoSmall)
		return people
	}

	// Slow: everything still comes, later.
	people := customers()
	w.slow(5 * time.Millisecond)
	if answered, _ := order(people); answered[ok] != buyers {
		t.Errorf("slow: %v", answered)
	}
	w.slow(0)
	repeat("slow", people)

	// Reset in the middle of a crowd.
	people = customers()
	w.slow(3 * time.Millisecond)
	before := w.cutSoFar()
	stop := make(chan struct{})
	var resets sync.WaitGroup
	resets.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(40 * time.Millisecond):
				w.reset()
			}
		}
	})
	order(people)
	close(stop)
	resets.Wait()
	w.slow(0)
	if w.cutSoFar() == before {
		t.Error("nothing was cut while they ordered")
	}
	healed("reset")
	repeat("reset", people)

	// Gone: what is read from memory goes on, nobody orders, nothing is half done.
	if a := s.Send("GET", "/services", "", nil); a.Status != 200 {
		t.Fatalf("before: %s", a.Short())
	}
	people = customers()
	w.unplug(true)
	if a := s.Send("GET", "/services", "", nil); a.Status != 200 {
		t.Errorf("reading without a database: %s", a.Short())
	}
	answered, _ := order(people)
	if answered[ok] != 0 {
		t.Errorf("orders without a database: %v", answered)
	}
	w.unplug(false)
	healed("gone")
	if n := apptest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE user_id = $1`, people[0].ID); n != 0 {
		t.Errorf("%d orders of who was refused", n)
	}
	repeat("gone", people)

	if n := apptest.Get[int](s, `SELECT COUNT(*) FROM orders o
		WHERE NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id)
		OR NOT EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = o.id)`); n != 0 {
		t.Errorf("%d orders are half there", n)
	}
	if held := apptest.Get[int](s, `SELECT reserved FROM stock WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary,
		apptest.Small); held != 2*3*buyers {
		t.Errorf("%d units are held for %d orders of two", held, 3*buyers)
	}
	s.Forgive()
	s.Healthy()
}
