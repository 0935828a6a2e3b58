package jobs

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAHeldRunnerDoesWhatStaffAskForAlone: while it is held, periodic work and other
// kinds wait; afterwards they run.
func TestAHeldRunnerDoesWhatStaffAskForAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := clock.NewFake(time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC))
		r := New(d, now, slog.New(slog.NewTextHandler(io.Discard, nil)))
		held := true
		r.Held = func() bool { return held }
		var ran []string
		does := func(name string) Handler {
			return func(context.Context, json.RawMessage) error { ran = append(ran, name); return nil }
		}
		r.Handle("asked", does("asked"), WhileHeld())
		r.Handle("money", does("money"))
		r.Every("periodic", time.Minute, func(context.Context) error { ran = append(ran, "periodic"); return nil },
			WhileHeld())
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, kind := range []string{"asked", "money"} {
				if err := Enqueue(ctx, tx, Job{Kind: kind}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			now.Advance(time.Hour)
			if _, err := r.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(ran, []string{"asked"}) {
			t.Errorf("while held %v ran", ran)
		}
		held = false
		if _, err := r.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		slices.Sort(ran)
		if !slices.Equal(ran, []string{"asked", "money", "periodic"}) {
			t.Errorf("afterwards %v had run", ran)
		}
	})
}
