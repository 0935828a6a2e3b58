package dbtest

import (
	"context"
	"strings"
	"testing"

	"wekala/internal/platform/db"
)

// Plan returns the engine's plan for a query, one step per line.
func Plan(t *testing.T, d *db.DB, query string, args []any) string {
	t.Helper()
	var lines []string
	err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		lines = nil
		if d.Engine() == db.SQLite {
			var rows []struct {
				ID, Parent, Notused int64
				Detail              string
			}
			err := tx.Select(ctx, &rows, `EXPLAIN QUERY PLAN `+query, args...)
			for _, r := range rows {
				lines = append(lines, r.Detail)
			}
			return err
		}
		// Without rows the planner cannot compare costs, so only the index remains to be checked.
		for _, other := range []string{"seqscan", "bitmapscan", "hashjoin", "mergejoin"} {
			if _, err := tx.Exec(ctx, `SET LOCAL enable_`+other+` = off`); err != nil {
				return err
			}
		}
		var rows []struct {
			Plan string `db:"QUERY PLAN"`
		}
		err := tx.Select(ctx, &rows, `EXPLAIN `+query, args...)
		for _, r := range rows {
			lines = append(lines, r.Plan)
		}
		return err
	})
	if err != nil {
		t.Fatalf("%v:\n%s", err, query)
	}
	return strings.Join(lines, "\n")
}
