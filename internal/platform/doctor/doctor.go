// Package doctor re-derives the shop's numbers from their journals. Every
// feature lists its checks; the command runs them all on one snapshot of a
// live database or a copy, and any violation fails it.
package doctor

import (
	"context"
	"fmt"
	"io"

	"wekala/internal/platform/db"
)

// Check is one thing that must always hold.
type Check struct {
	// Name says what holds, in a few words: "stock: reserved = active reservations".
	Name string
	// Rows is SQL that counts the rows examined.
	Rows string
	// Bad is SQL without a limit or a final semicolon that selects one TEXT
	// column: a description of each violation. It must select nothing.
	Bad string
	// Args stand for $1, $2 … in Bad, for instance the present moment.
	Args []any
}

// Result is what a check found.
type Result struct {
	Check      string
	Rows       int64
	Violations int64
	First      []string // at most five
}

// Add counts a violation.
func (r *Result) Add(what string) {
	if r.Violations++; len(r.First) < 5 {
		r.First = append(r.First, what)
	}
}

// Run examines a snapshot and returns a result per check, in order.
func Run(ctx context.Context, d *db.DB, checks []Check) ([]Result, error) {
	var results []Result
	err := d.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		results = results[:0]
		for _, c := range checks {
			r := Result{Check: c.Name}
			if err := q.Get(ctx, &r.Rows, c.Rows); err != nil {
				return fmt.Errorf("%s: rows: %w", c.Name, err)
			}
			if err := q.Get(ctx, &r.Violations, "SELECT COUNT(*) FROM ("+c.Bad+") AS bad", c.Args...); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			if r.Violations > 0 {
				if err := q.Select(ctx, &r.First, "SELECT * FROM ("+c.Bad+") AS bad LIMIT 5", c.Args...); err != nil {
					return fmt.Errorf("%s: %w", c.Name, err)
				}
			}
			results = append(results, r)
		}
		return nil
	})
	return results, err
}

// Print writes one line per check and reports whether all hold.
func Print(w io.Writer, results []Result) bool {
	healthy := true
	for _, r := range results {
		mark := "ok  "
		if r.Violations > 0 {
			mark, healthy = "FAIL", false
		}
		fmt.Fprintf(w, "%s %-58s %8d rows %6d violations\n", mark, r.Check, r.Rows, r.Violations)
		for _, line := range r.First {
			fmt.Fprintf(w, "       %s\n", line)
		}
	}
	return healthy
}
