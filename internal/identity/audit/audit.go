// Package audit records the actions of staff in a log. A feature writes its entry in the transaction of the action, so
// that neither exists without the other. Each operation declares which actions it logs (httpapi.Op.Audit). The package
// owns the table audit_log.
package audit

import (
	"context"
	"encoding/json"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// CommandLine replaces the staff id for actions of the program's own commands.
const CommandLine = "command line"

// SetUpLink replaces the staff id for the first owner, who has no inviter.
const SetUpLink = "set-up link"

// Entry is an action of a member of staff.
type Entry struct {
	StaffID string // or CommandLine
	Action  string // "order.move"
	Object  string // "ord_…"
	// Before and After are the object's states, as any JSON value. They must contain no secrets, nor texts that staff
	// wrote about a customer, which belong in Reason.
	Before, After any
	Reason        string // as staff typed it, if they did
}

// Write adds an entry with the time of the caller's clock.
func Write(ctx context.Context, tx *db.Tx, now time.Time, e Entry) error {
	return WriteAll(ctx, tx, now, []Entry{e})
}

// WriteAll adds entries in order, in one round trip.
func WriteAll(ctx context.Context, tx *db.Tx, now time.Time, all []Entry) error {
	stmts := make([]db.Stmt, len(all))
	for i, e := range all {
		before, err := json.Marshal(e.Before)
		if err != nil {
			return err
		}
		after, err := json.Marshal(e.After)
		if err != nil {
			return err
		}
		stmts[i] = db.Stmt{SQL: `
			INSERT INTO audit_log (id, staff_id, action, object, before, after, reason, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			Args: []any{id.New("aud"), e.StaffID, e.Action, e.Object, string(before), string(after), e.Reason, db.At(now)}}
	}
	return tx.Batch(ctx, stmts)
}

// keptFor is how long the log is kept: as long as the accounting records of the same actions
// (docs/decisions/2026-11-22-sweeps.md).
const keptFor = 5 * 366 * 24 * time.Hour

// Sweep deletes entries older than keptFor. A daily job.
func Sweep(ctx context.Context, d *db.DB, now time.Time) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM audit_log WHERE at < $1`, db.At(now.Add(-keptFor)))
		return err
	})
}

// Forget clears the reasons that staff wrote about objects of an erased customer. The member, action, object and time
// stay; nothing else in the log ever changes. Before and After hold only states and numbers.
func Forget(ctx context.Context, tx *db.Tx, objects ...string) error {
	for _, object := range objects {
		if _, err := tx.Exec(ctx, `UPDATE audit_log SET reason = '' WHERE object = $1 AND reason <> ''`, object); err != nil {
			return err
		}
	}
	return nil
}
