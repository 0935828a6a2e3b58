package notify_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/notify"
)

const secret = "a secret of sixteen or more"

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// shop is a node that sends messages to a provider of a test.
type shop struct {
	t      *testing.T
	d      *db.DB
	clock  *clock.Fake
	s      *notify.Service
	runner *jobs.Runner
	live   bool // whether codes are still of use
}

func newShop(t *testing.T, d *db.DB, cfg notify.Config) *shop {
	t.Helper()
	sh := &shop{t: t, d: d, clock: clock.NewFake(start), live: true}
	var err error
	sh.s, err = notify.New(d, sh.clock, cfg, func(_ context.Context, challengeID string) (string, bool, error) {
		if challengeID == "otp_gone" {
			return "", false, db.ErrNoRows
		}
		return "4821", sh.live, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sh.s.Serves = func(_ context.Context, phone string) (bool, error) { return strings.HasPrefix(phone, "+201"), nil }
	sh.runner = jobs.New(d, sh.clock, slog.New(slog.DiscardHandler))
	sh.s.Jobs(sh.runner)
	return sh
}

func (sh *shop) send(m notify.Message) {
	sh.t.Helper()
	m.At = sh.clock.Now()
	err := sh.d.InTx(sh.t.Context(), func(ctx context.Context, tx *db.Tx) error { return notify.Send(ctx, tx, m) })
	if err != nil {
		sh.t.Fatal(err)
	}
}

// run runs the due jobs. Failing jobs are not an error here: they are retried.
func (sh *shop) run() {
	sh.t.Helper()
	if _, err := sh.runner.RunDue(sh.t.Context()); err != nil {
		sh.t.Log(err)
	}
}

type status struct {
	State     string     `db:"state"`
	Attempts  int64      `db:"attempts"`
	LastError *string    `db:"last_error"`
	SentAt    *db.Millis `db:"sent_at"`
}

func (sh *shop) status() status {
	sh.t.Helper()
	var all []status
	if err := sh.d.Select(sh.t.Context(), &all, `SELECT state, attempts, last_error, sent_at FROM messages
		ORDER BY created_at DESC, id DESC`); err != nil || len(all) == 0 {
		sh.t.Fatalf("no message: %v", err)
	}
	return all[0]
}

func (sh *shop) want(state string, attempts int64) {
	sh.t.Helper()
	got := sh.status()
	if got.State != state || got.Attempts != attempts || (got.SentAt != nil) != (state == "sent") {
		sh.t.Errorf("message %+v, want %s after %d attempts", got, state, attempts)
	}
	if got.LastError != nil && strings.Contains(*got.LastError, "4821") {
		sh.t.Errorf("the error kept holds the code: %s", *got.LastError)
	}
}
