// Package apptest runs the whole program over a test's database and the small shop of shoptest: all features are
// connected as in production, the node listens on its own port, and its clock moves only when a test moves it.
// Nothing runs in the background: tests move the clock, run the jobs and apply changes themselves. Healthy runs
// doctor and fails if a server error was logged.
package apptest

import (
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/identity/auth"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
)

// Branches and variants of shoptest that tests buy from.
const (
	Koshary = "br_koshary_maadi" // food, minimum 50.00, fee 15.00 to Maadi
	Zamalek = "br_koshary_zamalek"
	Bakala  = "br_bakala_maadi" // grocery, minimum 100.00
	Nasr    = "br_gadgets_nasr" // general, two-day promise

	Small = "var_koshary_s" // 45.00 at Koshary, 50 in stock
	Large = "var_koshary_l" // 65.00 at Koshary, 50 in stock
	Milk  = "var_milk"      // 35.00 at Bakala, 20 in stock
	Phone = "var_phone"     // 12,500.00 at Nasr, 5 in stock
)

// Secret keys codes, PINs and the sandbox gateway's webhooks in tests.
var Secret = []byte("apptest-secret-apptest-secret-32")

// Prove reports whether the fault tests run at their full counts (make prove).
var Prove = os.Getenv("WEKALA_PROVE") != ""

// Count returns how often a test repeats its scenario: small in daily runs, full when the fault tests are proven.
func Count(small, full int) int {
	if Prove {
		return full
	}
	return small
}

// Shop is one running node.
type Shop struct {
	TB    testing.TB
	DB    *db.DB
	Clock *clock.Fake
	App   *app.App
	URL   string
	// Wire uses HTTP/2 without TLS to the node, over one connection.
	Wire *http.Client

	auth   *auth.Service
	faults *faults
	stop   context.CancelFunc
	done   chan error
	people int
}

type setup struct {
	change []func(*config.Serve)
	how    []app.Option
	pages  bool
}

// Option changes how a node is set up.
type Option func(*setup)

// Set changes the operator's settings.
func Set(change func(*config.Serve)) Option {
	return func(s *setup) { s.change = append(s.change, change) }
}

// How changes how the node is built.
func How(o app.Option) Option { return func(s *setup) { s.how = append(s.how, o) } }

// Pages lets the node render pages too, which needs the web files.
func Pages() Option { return func(s *setup) { s.pages = true } }

// New fills d with the small shop and runs a node on it.
func New(tb testing.TB, d *db.DB, opts ...Option) *Shop {
	tb.Helper()
	shoptest.Fill(tb, d)
	if err := content.EnsureSeeded(context.Background(), d, shoptest.Now); err != nil {
		tb.Fatal(err)
	}
	return Node(tb, d, clock.NewFake(shoptest.Now), opts...)
}

// Node runs a node on a filled database.
func Node(tb testing.TB, d *db.DB, c *clock.Fake, opts ...Option) *Shop {
	tb.Helper()
	var set setup
	for _, opt := range opts {
		opt(&set)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	s := &Shop{TB: tb, DB: d, Clock: c, URL: "http://" + listener.Addr().String(), faults: &faults{},
		done: make(chan error, 1)}
	cfg := config.Serve{Demo: true, Payments: "cod,card", CodeChannels: "sms,whatsapp", Secret: Secret,
		PublicURL: s.URL, DataDir: tb.TempDir(), ProviderNetworks: "127.0.0.0/8"} // simulated providers listen there
	for _, change := range set.change {
		change(&cfg)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stop = cancel
	how := set.how
	if !set.pages {
		how = append(how, app.WithoutPages())
	} else {
		how = append(how, app.WithPatience(2*time.Minute))
	}
	s.App, err = app.Build(ctx, cfg, d, c, slog.New(s.faults), how...)
	if err != nil {
		cancel()
		_ = listener.Close()
		tb.Fatal(err)
	}
	if s.auth, err = auth.New(d, c, auth.Config{Secret: Secret}); err != nil {
		tb.Fatal(err)
	}
	s.Wire = Client()
	go func() { s.done <- app.Serve(ctx, listener, s.App, func() {}) }()
	tb.Cleanup(func() {
		if err := s.Stop(); err != nil {
			tb.Errorf("the node did not stop well: %v", err)
		}
	})
	return s
}

// Client uses HTTP/2 without TLS over one connection, however many requests are under way.
func Client() *http.Client {
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	return &http.Client{
		Timeout: 2 * time.Minute,
		Transport: &http.Transport{
			Protocols:       &protocols,
			HTTP2:           &http.HTTP2Config{StrictMaxConcurrentRequests: true},
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS13},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Stop asks the node to stop, as a signal does, and waits until requests in flight have finished. Calling it twice is
// harmless.
func (s *Shop) Stop() error {
	// Closing connections first avoids HTTP/2's second of grace.
	s.Wire.CloseIdleConnections()
	s.stop()
	err, running := <-s.done
	if !running {
		return nil
	}
	close(s.done)
	s.App.Close()
	return err
}

// Stopping begins a stop without waiting for its end.
func (s *Shop) Stopping() { s.stop() }

// RunJobs runs due jobs until none is left.
func (s *Shop) RunJobs() {
	s.TB.Helper()
	for range 5_000 {
		n, err := s.App.Jobs.RunDue(context.Background())
		if err != nil {
			s.TB.Logf("jobs: %v", err)
		}
		if n == 0 {
			return
		}
	}
	s.TB.Error("there is always another job due")
}

// After advances the clock and runs the jobs that are due then.
func (s *Shop) After(d time.Duration) {
	s.TB.Helper()
	s.Clock.Advance(d)
	s.RunJobs()
}

// Healthy fails the test for every finding of doctor and for every server error that was logged.
func (s *Shop) Healthy() {
	s.TB.Helper()
	results, err := doctor.Run(context.Background(), s.DB, app.Checks(s.Clock.Now()))
	if err != nil {
		s.TB.Fatal(err)
	}
	if len(results) == 0 {
		s.TB.Error("doctor looked at nothing")
	}
	for _, r := range results {
		if r.Violations > 0 {
			s.TB.Errorf("doctor: %s: %d of %d: %v", r.Check, r.Violations, r.Rows, r.First)
		}
	}
	for _, line := range s.faults.take() {
		s.TB.Errorf("logged as our fault: %s", line)
	}
}

// Forgive discards the server errors logged so far, for tests that break the program's dependencies.
func (s *Shop) Forgive() { s.faults.take() }

// faults collects what a node logs as an error.
type faults struct {
	mu    sync.Mutex
	lines []string
}

func (f *faults) take() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	lines := f.lines
	f.lines = nil
	return lines
}

// Enabled implements slog.Handler.
func (f *faults) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }

// Handle implements slog.Handler.
func (f *faults) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	b.WriteString(r.Message)
	r.Attrs(func(a slog.Attr) bool {
		b.WriteString(" " + a.String())
		return true
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.lines) < 20 {
		f.lines = append(f.lines, b.String())
	}
	return nil
}

// WithAttrs implements slog.Handler.
func (f *faults) WithAttrs([]slog.Attr) slog.Handler { return f }

// WithGroup implements slog.Handler.
func (f *faults) WithGroup(string) slog.Handler { return f }

// Exec runs one statement.
func (s *Shop) Exec(query string, args ...any) {
	s.TB.Helper()
	shoptest.Exec(s.TB, s.DB, query, args...)
}

// Get reads one value.
func Get[T any](s *Shop, query string, args ...any) T {
	s.TB.Helper()
	var v T
	if err := s.DB.Get(context.Background(), &v, query, args...); err != nil {
		s.TB.Fatalf("%s: %v", query, err)
	}
	return v
}

// Lines reads rows of one text column, in their order, to compare the database before and after.
func (s *Shop) Lines(query string, args ...any) []string {
	s.TB.Helper()
	var lines []string
	if err := s.DB.Select(context.Background(), &lines, query, args...); err != nil {
		s.TB.Fatalf("%s: %v", query, err)
	}
	slices.Sort(lines)
	return lines
}

// Burst runs n functions from a barrier, at most clients at a time, and counts their results.
func Burst(n, clients int, fn func(i int) string) map[string]int {
	start := make(chan struct{})
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	var mu sync.Mutex
	answers := map[string]int{}
	var wg sync.WaitGroup
	for range min(n, clients) {
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

func closeBody(b io.Closer) { _ = b.Close() }
