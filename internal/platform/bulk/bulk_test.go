package bulk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/platform/bulk"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
)

// node is a program on the shop's database.
type node struct {
	api    *httpapi.API
	runner *jobs.Runner
}

type mayKey struct{}

func start(d *db.DB, c clock.Clock, resume func(context.Context) (context.Context, error),
	do func(ctx context.Context, id string) error) node {
	n := node{httpapi.New(httpapi.Options{}), jobs.New(d, c, slog.New(slog.DiscardHandler))}
	n.api.Allowed = func(ctx context.Context, _ httpapi.Capability, _ httpapi.BranchScope) bool {
		return ctx.Value(mayKey{}) != nil
	}
	s := bulk.New(d, c, "read", func(ctx context.Context, _ string) (context.Context, error) { return resume(ctx) })
	s.ConsoleRoutes(n.api)
	s.Jobs(n.runner)
	httpapi.Bulk(n.api,
		httpapi.Op{Method: http.MethodPost, Path: "/jars/bulk", ID: "bulk-jars", Tag: "console", Summary: "Open jars",
			Audience: httpapi.Staff, Capability: "open", Audit: []string{"jar.open"}}, httpapi.BulkActions{"open": do})
	return n
}

func may(ctx context.Context) (context.Context, error) {
	return context.WithValue(ctx, mayKey{}, true), nil
}

// TestARunGoesOnWhereItStood: a node that dies in the middle leaves the rest to the
// next one, and no row that was done is done again.
func TestARunGoesOnWhereItStood(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := clock.NewFake(time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC))
		var rows, done []string
		for i := range 120 {
			rows = append(rows, fmt.Sprintf("jar_%d", i))
		}
		ctx, die := context.WithCancel(t.Context())
		first := start(d, c, may, func(ctx context.Context, id string) error {
			if id == rows[40] {
				die()
				return ctx.Err()
			}
			done = append(done, id)
			return nil
		})
		run, err := first.api.StartBulk(httpapi.WithStaff(t.Context(), "stf_1", i18n.EN),
			httpapi.BulkWork{Op: "bulk-jars", Action: "open", IDs: rows})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = first.runner.RunDue(ctx) // it dies; its result does not matter
		if worked(t, d, run) != 40 || len(done) != 40 {
			t.Fatalf("%d rows are written down, %d were done", worked(t, d, run), len(done))
		}
		second := start(d, c, may, func(_ context.Context, id string) error {
			done = append(done, id)
			if id == rows[50] {
				return errs.Refuse("common.not_allowed")
			}
			if id == rows[60] {
				return errors.New("broken")
			}
			return nil
		})
		c.Advance(time.Hour)
		if _, err := second.runner.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(done, rows) {
			t.Errorf("done were %v", done)
		}
		var refused string
		if err := d.Get(t.Context(), &refused, `SELECT refused FROM bulk_runs WHERE id = $1 AND ended_at IS NOT NULL`,
			run); err != nil {
			t.Fatal(err)
		}
		if refused == "[]" || worked(t, d, run) != 120 {
			t.Errorf("%d rows, refused %s", worked(t, d, run), refused)
		}
	})
}

// TestRightsAreThoseOfTheMoment: who loses the capability in the middle has no more
// rows done.
func TestRightsAreThoseOfTheMoment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := clock.NewFake(time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC))
		done := 0
		n := start(d, c, func(ctx context.Context) (context.Context, error) {
			if done == 3 {
				return ctx, errs.Unauthorized()
			}
			return may(ctx)
		}, func(context.Context, string) error { done++; return nil })
		run, err := n.api.StartBulk(httpapi.WithStaff(t.Context(), "stf_1", i18n.EN),
			httpapi.BulkWork{Op: "bulk-jars", Action: "open", IDs: []string{"1", "2", "3", "4", "5"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := n.runner.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if done != 3 || worked(t, d, run) != 5 {
			t.Errorf("%d rows were done, %d worked through", done, worked(t, d, run))
		}
	})
}

func worked(t *testing.T, d *db.DB, run string) (n int) {
	t.Helper()
	if err := d.Get(t.Context(), &n, `SELECT worked FROM bulk_runs WHERE id = $1`, run); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRefusalsAreWrittenInBatches: each batch is written as a whole, and a run may be refused completely. A node that
// stops writes what it has.
func TestRefusalsAreWrittenInBatches(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := clock.NewFake(time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC))
		var rows []string
		for i := range 200 {
			rows = append(rows, fmt.Sprintf("jar_%d", i))
		}
		ctx, die := context.WithCancel(t.Context())
		seen, asked := map[string]bool{}, 0
		do := func(_ context.Context, id string) error {
			asked++
			var refused string
			if err := d.Get(t.Context(), &refused, `SELECT refused FROM bulk_runs`); err != nil {
				t.Fatal(err)
			}
			seen[refused] = true
			if id == rows[50] && ctx.Err() == nil {
				die()
				return ctx.Err()
			}
			return errs.Refuse("common.not_allowed")
		}
		n := start(d, c, may, do)
		run, err := n.api.StartBulk(httpapi.WithStaff(t.Context(), "stf_1", i18n.EN),
			httpapi.BulkWork{Op: "bulk-jars", Action: "open", IDs: rows})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = n.runner.RunDue(ctx) // it stops; its result does not matter
		if got := worked(t, d, run); got != 50 {
			t.Errorf("%d rows are written down when it stops", got)
		}
		c.Advance(time.Hour)
		if _, err := start(d, c, may, do).runner.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		var refused string
		if err := d.Get(t.Context(), &refused, `SELECT refused FROM bulk_runs WHERE ended_at IS NOT NULL`); err != nil {
			t.Fatal(err)
		}
		var all []httpapi.BulkRefusal
		if err := json.Unmarshal([]byte(refused), &all); err != nil || len(all) != 200 || all[199].ID != rows[199] {
			t.Errorf("%d are refused, %v", len(all), err)
		}
		if len(seen) > 12 || asked != 201 {
			t.Errorf("refusals were written %d times, for %d rows", len(seen), asked)
		}
	})
}

// TestFewRunsAtATime: a member's running runs are bounded, including those that start at the same moment; other members
// have their own bound.
func TestFewRunsAtATime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := clock.NewFake(time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC))
		n := start(d, c, may, func(context.Context, string) error { return nil })
		begin := func(who string) error {
			_, err := n.api.StartBulk(httpapi.WithStaff(t.Context(), who, i18n.EN),
				httpapi.BulkWork{Op: "bulk-jars", Action: "open", IDs: []string{"1", "2"}})
			return err
		}
		barrier, begun := make(chan struct{}), atomic.Int64{}
		var all sync.WaitGroup
		for range 12 {
			all.Go(func() {
				<-barrier
				switch err := begin("stf_1"); {
				case err == nil:
					begun.Add(1)
				case !errs.Is(err, "common.bulk_busy"):
					t.Error(err)
				}
			})
		}
		close(barrier)
		all.Wait()
		if begun.Load() != 3 {
			t.Errorf("%d runs began", begun.Load())
		}
		if err := begin("stf_2"); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		if _, err := n.runner.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := begin("stf_1"); err != nil {
			t.Errorf("when they have ended: %v", err)
		}
		c.Advance(time.Hour)
		for i := range 60 {
			if err := begin("stf_3"); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
			if _, err := n.runner.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := begin("stf_3"); !errs.Is(err, "common.bulk_busy") {
			t.Errorf("one run after another: %v", err)
		}
	})
}
