// Package doctor recomputes the shop's numbers from their journals. Every feature lists its checks. The command runs
// all of them on one snapshot of a live database or a copy, and fails if any is violated.
package doctor

import (
	"context"
	"fmt"
	"io"

	"wekala/internal/platform/db"
)

// Check is an invariant of the data.
type Check struct {
	// Name states the rule in a few words: "stock: reserved = active reservations".
	Name string
	// Rows is SQL that counts the rows checked.
	Rows string
	// Bad is SQL without a limit or a final semicolon that selects one TEXT
	// column: a description of each violation. It must select nothing.
	Bad string
	// Args are the values of $1, $2 … in Bad, for instance the current time.
	Args []any
	// Each replaces Bad if SQL cannot decide. It selects what (a unique TEXT), sum (BIGINT) and text (TEXT), and Holds is
	// called for every row.
	Each  string
	Holds func(sum int64, text string) bool
}

// eachPart is the number of rows of Each read at a time.
const eachPart = 5000

// look calls Holds for every row.
func (c Check) look(ctx context.Context, q db.Querier, r *Result) error {
	for after := ""; ; {
		var rows []struct {
			What string
			Sum  int64
			Text string
		}
		if err := q.Select(ctx, &rows, "SELECT what, sum, text FROM ("+c.Each+
			") AS each_row WHERE what > $1 ORDER BY what LIMIT $2", after, int64(eachPart)); err != nil {
			return err
		}
		for _, row := range rows {
			if !c.Holds(row.Sum, row.Text) {
				r.Add(row.What)
			}
		}
		if len(rows) < eachPart {
			return nil
		}
		after = rows[len(rows)-1].What
	}
}

// Result is the result of a check.
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

// Run checks a snapshot and returns a result per check, in order.
func Run(ctx context.Context, d *db.DB, checks []Check) ([]Result, error) {
	var results []Result
	err := d.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		results = results[:0]
		for _, c := range checks {
			r := Result{Check: c.Name}
			if err := q.Get(ctx, &r.Rows, c.Rows); err != nil {
				return fmt.Errorf("%s: rows: %w", c.Name, err)
			}
			if c.Holds != nil {
				if err := c.look(ctx, q, &r); err != nil {
					return fmt.Errorf("%s: %w", c.Name, err)
				}
				results = append(results, r)
				continue
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
