package notify_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

// TestMessagesGoAfterNinetyDays: only settled messages are deleted, and none that still has a stand-in.
func TestMessagesGoAfterNinetyDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		sh := newShop(t, d, notify.Config{Demo: true, Channels: []string{"sms", "email"}})
		old, young := db.At(sh.clock.Now().Add(-91*24*time.Hour)), db.At(sh.clock.Now().Add(-89*24*time.Hour))
		insert := func(name, state string, at db.Millis, replaces *string) {
			t.Helper()
			if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO messages (id, channel, recipient, template, lang, params, state, attempts,
					created_at, replaces)
					VALUES ($1, 'sms', '+201001234567', 'notify.subject', 'en', '{}', $2, 1, $3, $4)`, name, state, at, replaces)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, state := range []string{"sent", "delivered", "failed", "undelivered", "skipped", "stale", "resent"} {
			insert("old-"+state, state, old, nil)
		}
		insert("young", "sent", young, nil)
		insert("waits", "queued", old, nil)
		first, second := "stood-in-for", "old-stood-in-for"
		insert(first, "undelivered", old, nil)
		insert("stands-in", "sent", young, &first)
		insert(second, "undelivered", old, nil)
		insert("old-stands-in", "sent", old, &second)
		for range 2 {
			if err := sh.s.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		var left []string
		if err := d.Select(t.Context(), &left, `SELECT id FROM messages ORDER BY id`); err != nil {
			t.Fatal(err)
		}
		if want := []string{"stands-in", "stood-in-for", "waits", "young"}; !slices.Equal(left, want) {
			t.Errorf("left are %v", left)
		}
	})
}
