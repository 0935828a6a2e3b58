package audit

import (
	"context"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func TestWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := time.Date(2026, 11, 20, 10, 15, 0, 0, time.UTC)
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return Write(ctx, tx, now, Entry{StaffID: "stf_1", Action: "order.move", Object: "ord_1",
				Before: map[string]string{"status": "pending"}, After: map[string]string{"status": "processing"},
				Reason: "accepted"})
		})
		if err != nil {
			t.Fatal(err)
		}
		var line struct {
			Before string    `db:"before"`
			After  string    `db:"after"`
			Reason string    `db:"reason"`
			At     db.Millis `db:"at"`
		}
		if err := d.Get(t.Context(), &line, `SELECT before, after, reason, at FROM audit_log
			WHERE object = 'ord_1' AND staff_id = 'stf_1' AND action = 'order.move'`); err != nil {
			t.Fatal(err)
		}
		if line.Before != `{"status":"pending"}` || line.After != `{"status":"processing"}` || line.Reason != "accepted" ||
			line.At != db.At(now) {
			t.Errorf("%+v", line)
		}
	})
}

// TestTheLogGoesBackFiveYears: entries that explain accounting records are kept as long as those, older ones are
// deleted.
func TestTheLogGoesBackFiveYears(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := time.Date(2031, 11, 20, 10, 15, 0, 0, time.UTC)
		for object, at := range map[string]time.Time{
			"old": now.AddDate(-5, 0, -6), "kept": now.AddDate(-5, 0, 0), "new": now} {
			if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return Write(ctx, tx, at, Entry{StaffID: "stf_1", Action: "order.move", Object: object})
			}); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			if err := Sweep(t.Context(), d, now); err != nil {
				t.Fatal(err)
			}
		}
		var left []string
		if err := d.Select(t.Context(), &left, `SELECT object FROM audit_log ORDER BY at`); err != nil || len(left) != 2 ||
			left[0] != "kept" {
			t.Errorf("%v, %v", left, err)
		}
	})
}
