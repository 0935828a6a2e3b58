package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/jobs"
)

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func enqueue(t *testing.T, d *db.DB, all ...jobs.Job) {
	t.Helper()
	err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, j := range all {
			if err := jobs.Enqueue(ctx, tx, j); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// due runs the due jobs and leaves out errors the test expects.
func due(t *testing.T, r *jobs.Runner) error {
	t.Helper()
	_, err := r.RunDue(t.Context())
	return err
}

func number(t *testing.T, d *db.DB, query string, args ...any) int64 {
	t.Helper()
	var n int64
	if err := d.Get(t.Context(), &n, query, args...); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRunsOnceInOrderAfterItsMoment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := clock.NewFake(start)
		r := jobs.New(d, now, quiet())
		var seen []string
		r.Handle("test.note", func(_ context.Context, payload json.RawMessage) error {
			var p struct{ Name string }
			err := json.Unmarshal(payload, &p)
			seen = append(seen, p.Name)
			return err
		})
		note := func(name string, at db.Millis) jobs.Job {
			return jobs.Job{Kind: "test.note", Payload: map[string]string{"Name": name}, RunAt: at}
		}
		enqueue(t, d, note("later", db.At(start.Add(time.Minute))), note("قهوة", 0), note("second", 0))
		enqueue(t, d, jobs.Job{Kind: "test.unknown"})
		for range 2 {
			if err := due(t, r); err != nil {
				t.Fatal(err)
			}
		}
		if fmt.Sprint(seen) != "[قهوة second]" {
			t.Errorf("ran %v", seen)
		}
		now.Advance(time.Minute)
		if err := due(t, r); err != nil || len(seen) != 3 || seen[2] != "later" {
			t.Errorf("ran %v, %v", seen, err)
		}
		if b, err := jobs.Waiting(t.Context(), d, db.At(now.Now())); err != nil || b != (jobs.Backlog{Due: 1}) {
			t.Errorf("%+v, %v: the unknown kind waits for a node that knows it", b, err)
		}
	})
}

func TestRolledBackJobNeverRuns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		refused := errors.New("refused")
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(jobs.Enqueue(ctx, tx, jobs.Job{Kind: "test.x"}), refused)
		})
		if n := number(t, d, `SELECT COUNT(*) FROM jobs`); n != 0 || !errors.Is(err, refused) {
			t.Errorf("%d rows, %v", n, err)
		}
	})
}

func TestUniqueKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := jobs.New(d, clock.NewFake(start), quiet())
		runs := 0
		r.Handle("test.x", func(context.Context, json.RawMessage) error { runs++; return nil })
		enqueue(t, d, jobs.Job{Kind: "test.x", UniqueKey: "a"}, jobs.Job{Kind: "test.x", UniqueKey: "a"},
			jobs.Job{Kind: "test.x", UniqueKey: "b"})
		err := due(t, r)
		enqueue(t, d, jobs.Job{Kind: "test.x", UniqueKey: "a"})
		if err = errors.Join(err, due(t, r)); err != nil || runs != 2 {
			t.Errorf("%d runs, %v", runs, err)
		}
	})
}

func TestBackoffAndDeath(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := clock.NewFake(start)
		r := jobs.New(d, now, quiet())
		broken := errors.New("the other side is down \x00\xff")
		var last []bool
		r.Handle("test.x", func(ctx context.Context, _ json.RawMessage) error {
			last = append(last, jobs.LastTry(ctx))
			return broken
		}, jobs.Attempts(3))
		enqueue(t, d, jobs.Job{Kind: "test.x"})
		var pauses []time.Duration
		for range 3 {
			if err := due(t, r); !errors.Is(err, broken) {
				t.Fatalf("got %v", err)
			}
			if err := due(t, r); err != nil {
				t.Fatalf("it came back at once: %v", err)
			}
			next := db.Millis(number(t, d, `SELECT run_at FROM jobs WHERE kind = 'test.x'`))
			pauses = append(pauses, next.Time().Sub(now.Now()))
			now.Advance(time.Minute)
		}
		if fmt.Sprint(last) != "[false false true]" {
			t.Errorf("last tries %v", last)
		}
		if p := pauses[0]; p < 3*time.Second || p > 7*time.Second {
			t.Errorf("first pause %v", p)
		}
		if p := pauses[1]; p < 7*time.Second || p > 13*time.Second {
			t.Errorf("second pause %v", p)
		}
		now.Advance(24 * time.Hour)
		if err := due(t, r); err != nil || len(last) != 3 {
			t.Errorf("a dead job ran: %v, %v", last, err)
		}
		var row struct {
			Error string `db:"last_error"`
			Dead  *db.Millis
		}
		err := d.Get(t.Context(), &row, `SELECT last_error, dead_at AS dead FROM jobs WHERE kind = 'test.x'`)
		if err != nil || row.Dead == nil || !strings.HasPrefix(row.Error, "the other side is down") {
			t.Errorf("%+v, %v", row, err)
		}
	})
}

func TestGiveUpAndPanic(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := jobs.New(d, clock.NewFake(start), quiet())
		r.Handle("test.hopeless", func(context.Context, json.RawMessage) error {
			return fmt.Errorf("wrapped: %w", jobs.GiveUp(errors.New("no such order")))
		})
		r.Handle("test.panic", func(context.Context, json.RawMessage) error { panic("oh") })
		enqueue(t, d, jobs.Job{Kind: "test.hopeless"}, jobs.Job{Kind: "test.panic"})
		if err := due(t, r); err == nil || !strings.Contains(err.Error(), "no such order") ||
			!strings.Contains(err.Error(), "panic: oh") {
			t.Errorf("got %v", err)
		}
		if n := number(t, d, `SELECT COUNT(*) FROM jobs WHERE dead_at IS NOT NULL AND kind = 'test.hopeless'`); n != 1 {
			t.Errorf("%d dead", n)
		}
		if n := number(t, d,
			`SELECT COUNT(*) FROM jobs WHERE dead_at IS NULL AND done_at IS NULL AND kind = 'test.panic'`); n != 1 {
			t.Errorf("%d to be repeated", n)
		}
	})
}

func TestPeriodsRunOnceOverAllNodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := clock.NewFake(start.Add(10 * time.Second))
		var runs int
		var nodes []*jobs.Runner
		for _, on := range []*db.DB{d, dbtest.Another(t, d)} {
			r := jobs.New(on, now, quiet())
			r.Every("test.minute", time.Minute, func(context.Context) error {
				runs++
				if runs == 3 {
					return errors.New("not now")
				}
				return nil
			})
			nodes = append(nodes, r)
		}
		for i, want := range []int{1, 2, 3} {
			for range 2 {
				for _, r := range nodes {
					if err := due(t, r); err != nil && runs != 3 {
						t.Fatal(err)
					}
				}
			}
			if runs != want {
				t.Errorf("period %d: %d runs", i, runs)
			}
			if i < 2 {
				now.Advance(time.Minute)
			}
		}
		// The third failed with time left in its minute.
		now.Advance(15 * time.Second)
		if err := due(t, nodes[1]); err != nil || runs != 4 {
			t.Errorf("%d runs, %v", runs, err)
		}
	})
}

// A node that dies in the middle leaves a lease that ends.
func TestLeaseOfADeadNode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := clock.NewFake(start)
		dying, other := jobs.New(d, now, quiet()), jobs.New(dbtest.Another(t, d), now, quiet())
		held := make(chan struct{})
		release := make(chan struct{})
		dying.Handle("test.x", func(context.Context, json.RawMessage) error {
			close(held)
			<-release
			return errors.New("too late to matter")
		}, jobs.Attempts(2))
		runs := 0
		other.Handle("test.x", func(context.Context, json.RawMessage) error { runs++; return nil }, jobs.Attempts(2))
		enqueue(t, d, jobs.Job{Kind: "test.x"})
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = due(t, dying)
		}()
		<-held
		if err := due(t, other); err != nil || runs != 0 {
			t.Errorf("a leased job ran again: %d, %v", runs, err)
		}
		now.Advance(2 * time.Minute)
		if err := due(t, other); err != nil || runs != 1 {
			t.Errorf("%d runs, %v", runs, err)
		}
		close(release)
		<-done
		if n := number(t, d,
			`SELECT COUNT(*) FROM jobs WHERE kind = 'test.x' AND done_at IS NOT NULL AND last_error IS NULL`); n != 1 {
			t.Error("the late answer overwrote the outcome")
		}
	})
}

// A job that ends the process each time must end some day itself.
func TestJobThatKillsItsProcess(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := clock.NewFake(start)
		r := jobs.New(d, now, quiet())
		runs := 0
		r.Handle("test.x", func(context.Context, json.RawMessage) error { runs++; return nil }, jobs.Attempts(2))
		enqueue(t, d, jobs.Job{Kind: "test.x"})
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE jobs SET attempts = 2, leased_by = 'gone', leased_until = $1`, db.At(start))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := due(t, r); err == nil || runs != 0 {
			t.Errorf("%d runs, %v", runs, err)
		}
		if n := number(t, d, `SELECT COUNT(*) FROM jobs WHERE kind = 'test.x' AND dead_at IS NOT NULL`); n != 1 {
			t.Errorf("%d dead", n)
		}
	})
}

func TestSweep(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := clock.NewFake(start)
		r := jobs.New(d, now, quiet())
		r.Handle("test.x", func(_ context.Context, p json.RawMessage) error {
			if string(p) == `"bad"` {
				return jobs.GiveUp(errors.New("bad"))
			}
			return nil
		})
		enqueue(t, d, jobs.Job{Kind: "test.x"}, jobs.Job{Kind: "test.x", Payload: "bad"},
			jobs.Job{Kind: "test.x", RunAt: db.At(start.AddDate(1, 0, 0))})
		_ = due(t, r)
		for _, step := range []struct {
			days int
			left int64
		}{{6, 3}, {2, 2}, {30, 1}} {
			now.Advance(time.Duration(step.days) * 24 * time.Hour)
			if err := due(t, r); err != nil {
				t.Fatal(err)
			}
			if n := number(t, d, `SELECT COUNT(*) FROM jobs WHERE kind = 'test.x'`); n != step.left {
				t.Errorf("%d left after %d more days", n, step.days)
			}
		}
	})
}

// Two nodes at full speed: each job once, woken by the commits.
func TestManyJobsOnTwoNodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const n = 200
		var runs [n]atomic.Int64
		var left sync.WaitGroup
		left.Add(n)
		for _, on := range []*db.DB{d, dbtest.Another(t, d)} {
			r := jobs.New(on, clock.System, quiet())
			r.Handle("test.x", func(_ context.Context, p json.RawMessage) error {
				var i int
				if err := json.Unmarshal(p, &i); err != nil {
					return err
				}
				if runs[i].Add(1) == 1 {
					left.Done()
				}
				return nil
			})
			r.Start(t.Context())
			defer func() {
				if err := r.Stop(t.Context()); err != nil {
					t.Error(err)
				}
			}()
		}
		var wg sync.WaitGroup
		for w := range 4 {
			wg.Go(func() {
				for i := w; i < n; i += 4 {
					enqueue(t, d, jobs.Job{Kind: "test.x", Payload: i})
				}
			})
		}
		wg.Wait()
		left.Wait()
		for i := range runs {
			if got := runs[i].Load(); got != 1 {
				t.Errorf("job %d ran %d times", i, got)
			}
		}
	})
}

func TestSlowKindLeavesRoom(t *testing.T) {
	d := dbtest.New(t, db.SQLite)
	r := jobs.New(d, clock.System, quiet())
	release, quick := make(chan struct{}), make(chan struct{})
	r.Handle("test.slow", func(context.Context, json.RawMessage) error { <-release; return nil })
	r.Handle("test.quick", func(context.Context, json.RawMessage) error { close(quick); return nil })
	for range 40 {
		enqueue(t, d, jobs.Job{Kind: "test.slow"})
	}
	enqueue(t, d, jobs.Job{Kind: "test.quick"})
	r.Start(t.Context())
	<-quick
	close(release)
	if err := r.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestStop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := jobs.New(d, clock.System, quiet())
		var began sync.WaitGroup
		began.Add(2)
		finish := make(chan struct{})
		r.Handle("test.good", func(ctx context.Context, _ json.RawMessage) error {
			began.Done()
			<-finish
			return ctx.Err()
		})
		r.Handle("test.endless", func(ctx context.Context, _ json.RawMessage) error {
			began.Done()
			<-ctx.Done()
			return ctx.Err()
		})
		ctx, end := context.WithCancel(t.Context())
		r.Start(ctx)
		enqueue(t, d, jobs.Job{Kind: "test.good"}, jobs.Job{Kind: "test.endless"})
		began.Wait()
		// The end of Start's context does not cut running jobs short.
		end()
		close(finish)
		for number(t, d, `SELECT COUNT(*) FROM jobs WHERE kind = 'test.good' AND done_at IS NOT NULL`) == 0 {
			runtime.Gosched()
		}
		impatient, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.Stop(impatient); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if n := number(t, d, `SELECT COUNT(*) FROM jobs WHERE kind = 'test.endless' AND attempts = 0 AND leased_by IS NULL
			AND done_at IS NULL`); n != 1 {
			t.Error("the job that was cut short was not given back")
		}
		enqueue(t, d, jobs.Job{Kind: "test.good"})
		if n := number(t, d,
			`SELECT COUNT(*) FROM jobs WHERE kind = 'test.good' AND leased_by IS NULL AND done_at IS NULL`); n != 1 {
			t.Error("a stopped runner took a job")
		}
	})
}
