package audit

import (
	"context"
	"strings"

	"wekala/internal/platform/db"
)

// Line is an entry as it was written.
type Line struct {
	ID      string    `db:"id"`
	StaffID string    `db:"staff_id"`
	Action  string    `db:"action"`
	Object  string    `db:"object"`
	Before  string    `db:"before"` // JSON
	After   string    `db:"after"`  // JSON
	Reason  string    `db:"reason"`
	At      db.Millis `db:"at"`
}

// Filter narrows the log. Empty fields don't filter.
type Filter struct {
	StaffID string
	Action  string   // "coupon.edit", or "coupon." for all actions on coupons
	Objects []string // any of them; empty doesn't filter
	From    *db.Millis
	Until   *db.Millis // exclusive
	// Before is the last entry already read; the result begins with the next older one.
	BeforeAt db.Millis
	BeforeID string
}

const lineColumns = `id, staff_id, action, object, before, after, reason, at`

// Read returns entries, newest first.
func Read(ctx context.Context, q db.Querier, f Filter, most int) ([]Line, error) {
	where, args := []string{"TRUE"}, []any{}
	and := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "?", db.List(len(args), 1), 1)
		}
		where = append(where, condition)
	}
	if f.StaffID != "" {
		and("staff_id = ?", f.StaffID)
	}
	if area, all := strings.CutSuffix(f.Action, "."); all {
		and("action >= ?", area+".")
		and("action < ?", area+"/") // the letter after the full stop
	} else if f.Action != "" {
		and("action = ?", f.Action)
	}
	if len(f.Objects) > 0 {
		and("object IN ("+strings.TrimSuffix(strings.Repeat("?,", len(f.Objects)), ",")+")", db.Args(f.Objects)...)
	}
	if f.From != nil {
		and("at >= ?", *f.From)
	}
	if f.Until != nil {
		and("at < ?", *f.Until)
	}
	if f.BeforeID != "" {
		and("(at < ? OR at = ? AND id < ?)", f.BeforeAt, f.BeforeAt, f.BeforeID)
	}
	args = append(args, int64(most))
	var lines []Line
	err := q.Select(ctx, &lines, `SELECT `+lineColumns+` FROM audit_log WHERE `+strings.Join(where, " AND ")+`
		ORDER BY at DESC, id DESC LIMIT `+db.List(len(args), 1), args...)
	return lines, err
}

// ByID returns one entry; db.ErrNoRows if it doesn't exist.
func ByID(ctx context.Context, q db.Querier, lineID string) (line Line, err error) {
	err = q.Get(ctx, &line, `SELECT `+lineColumns+` FROM audit_log WHERE id = $1`, lineID)
	return line, err
}
