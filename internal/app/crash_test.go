package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
)

// childOf names the database that this test program serves instead of running
// tests: so there is a process to kill, also where the web files are not built
// and the program itself would not start. WEKALA_BINARY names the program for
// the real thing (make prove).
const childOf = "WEKALA_TEST_SERVE"

func TestMain(m *testing.M) {
	if url := os.Getenv(childOf); url != "" {
		if err := serveChild(url); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// serveChild does what `wekala serve` does, without pages.
func serveChild(url string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	cfg := config.Serve{Listen: listener.Addr().String(), Database: url, DataDir: os.Getenv("WEKALA_DATA_DIR"), Payments: "cod"}
	if err := cfg.Complete(); err != nil {
		return err
	}
	d, err := app.OpenDatabase(ctx, url, clock.System)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	a, err := app.Build(ctx, cfg, d, clock.System, log, app.WithoutPages())
	if err != nil {
		return err
	}
	a.Start(ctx)
	defer a.Close()
	return app.Serve(ctx, listener, a, func() { fmt.Printf("  the shop: %s\n", cfg.PublicURL) })
}

// process is the program, running on a database of its own.
type process struct {
	cmd  *exec.Cmd
	url  string
	up   time.Duration // from the start to the first good /healthz
	wire *http.Client
}

// start runs the program; under a tracer when one is given with its arguments.
func start(t *testing.T, database, dir string, tracer ...string) *process {
	t.Helper()
	p := &process{wire: apptest.Client()}
	if binary := os.Getenv("WEKALA_BINARY"); binary != "" {
		p.cmd = exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--database", database, "--data-dir", dir,
			"--code-channels=", "--payments", "cod", "--log-level", "error")
		p.cmd.Env = os.Environ()
	} else {
		p.cmd = exec.Command(os.Args[0])
		p.cmd.Env = append(os.Environ(), childOf+"="+database, "WEKALA_DATA_DIR="+dir)
	}
	if len(tracer) > 0 {
		traced := exec.Command(tracer[0], append(tracer[1:], p.cmd.Args...)...)
		traced.Env = p.cmd.Env
		p.cmd = traced
	}
	var trouble strings.Builder
	p.cmd.Stderr = &trouble
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.kill() })
	lines := bufio.NewScanner(out)
	for p.url == "" && lines.Scan() {
		if _, url, found := strings.Cut(lines.Text(), "the shop:"); found {
			p.url = strings.TrimSpace(url)
		}
	}
	if p.url == "" {
		p.kill()
		t.Fatalf("the program did not start: %s", &trouble)
	}
	go func() { // whatever else it says must not fill the pipe
		for lines.Scan() {
			continue
		}
	}()
	res, err := p.wire.Get(p.url + "/healthz")
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("/healthz: %v %v", res, err)
	}
	_ = res.Body.Close()
	p.up = time.Since(began)
	return p
}

// kill ends the process as a power cut would.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}

// post sends JSON; an error means that no answer came.
func (p *process) post(path, token, key string, body any) (int, string, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return 0, "", err
	}
	r, err := http.NewRequest(http.MethodPost, p.url+httpapi.Base+path, strings.NewReader(string(raw)))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Idempotency-Key", key)
	res, err := p.wire.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = res.Body.Close() }()
	var text strings.Builder
	_, err = bufio.NewReader(res.Body).WriteTo(&text)
	return res.StatusCode, text.String(), err
}

// load is what shoppers have ordered, as far as they know.
type load struct {
	mu           sync.Mutex
	acknowledged map[string]string  // order's id: shopper
	unanswered   map[string]attempt // by key
}

type attempt struct {
	who  apptest.Shopper
	body apptest.Checkout
}

// run has every shopper order again and again until nothing answers any more;
// enough is called once, when so many orders were acknowledged.
func (l *load) run(t *testing.T, p *process, people []apptest.Shopper, orders int, enough func()) {
	t.Helper()
	var wg sync.WaitGroup
	var once sync.Once
	begin, target := make(chan struct{}), len(l.acknowledged)+orders
	for _, who := range people {
		wg.Go(func() {
			<-begin
			for {
				status, text, err := p.post("/order/add-to-cart", who.Token, "",
					fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 2, "replace_cart": true})
				if err != nil {
					return
				}
				if status != 200 {
					t.Errorf("adding: %d %.300s", status, text)
					return
				}
				// An addition whose answer was lost is there all the same.
				var cart struct {
					Response struct {
						Data struct {
							Units float64 `json:"items_quantity"`
						}
					}
				}
				if err := json.Unmarshal([]byte(text), &cart); err != nil {
					t.Error(err)
					return
				}
				a := attempt{who, who.Body("cod", 45*cart.Response.Data.Units+15)}
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

// take notes an answer.
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

// TestKilledUnderLoad kills the program again and again while shoppers order.
// After each restart every acknowledged order is there, what was not answered
// can be repeated with its key and is ordered once, and doctor finds nothing.
// In the end it is asked to stop, and answers what it has taken.
func TestKilledUnderLoad(t *testing.T) {
	kills := apptest.Count(1, 10)
	for _, engine := range dbtest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			database, dir := dbtest.URL(t, engine), t.TempDir()
			people := furnish(t, database)
			r := rand.New(rand.NewPCG(42, 17))
			l := &load{acknowledged: map[string]string{}, unanswered: map[string]attempt{}}
			p := start(t, database, dir)
			for round := range kills {
				l.run(t, p, people, 20+r.IntN(apptest.Count(40, 400)), p.kill)
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
				t.Logf("kill %d: %d orders acknowledged, %d unanswered, up again in %s", round+1, len(l.acknowledged)-lost, lost, p.up)
				l.examine(t, database)
			}
			l.run(t, p, people, 20, func() {
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

// TestCommitsReachTheDisk counts what kill -9 cannot show: SQLite asks for the
// disk at least once for each order acknowledged after another. (PostgreSQL
// does so in a process of its own, as its operator has set it.) It needs
// strace, which make prove brings; without it the day's run leaves this out.
func TestCommitsReachTheDisk(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil && !apptest.Prove {
		t.Log("strace is not here: nothing was counted")
		return
	}
	orders := apptest.Count(10, 200)
	database, dir := dbtest.URL(t, db.SQLite), t.TempDir()
	who := furnish(t, database)[0]
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
	for i := range orders {
		for _, ask := range []struct {
			path string
			body any
		}{
			{"/order/add-to-cart", fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 2}},
			{"/checkout", who.Body("cod", 105)},
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
	if n := calls() - before; n < 2*orders {
		t.Errorf("%d commits were acknowledged, the disk was asked for %d times", 2*orders, n)
	} else {
		t.Logf("%d commits, %d fsync", 2*orders, n)
	}
}

// furnish fills a database with the small shop, and with people to order.
func furnish(t *testing.T, database string) []apptest.Shopper {
	t.Helper()
	d, err := db.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	s := apptest.New(t, d)
	s.Clock.Set(time.Now()) // the program goes by the real time
	s.Exec(`UPDATE branches SET hours = $1`, roundTheClock)
	s.Stock(apptest.Koshary, apptest.Small, 10_000_000)
	people := s.Shoppers(8)
	if err := errors.Join(s.Stop(), d.Close()); err != nil {
		t.Fatal(err)
	}
	return people
}

// examine compares what shoppers know with what the database says. Only the
// restarted program has opened it before: whatever had to be recovered was.
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
