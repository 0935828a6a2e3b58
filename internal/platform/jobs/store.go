package jobs

import (
	"context"
	"sort"

	"wekala/internal/platform/db"
)

// row is a due job in its state before it was claimed.
type row struct {
	ID       string `db:"id"`
	Kind     string `db:"kind"`
	Payload  string `db:"payload"`
	Attempts int64  `db:"attempts"`
}

func insert(ctx context.Context, tx *db.Tx, id string, j Job, payload string, now db.Millis) error {
	var key *string
	if j.UniqueKey != "" {
		key = &j.UniqueKey
	}
	_, err := tx.Exec(ctx, `INSERT INTO jobs (id, kind, payload, unique_key, run_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (unique_key) DO NOTHING`,
		id, j.Kind, payload, key, j.RunAt, now)
	return err
}

// due returns the oldest jobs that no node has claimed. Other nodes may see them too.
func due(ctx context.Context, q db.Querier, kinds []string, now db.Millis, limit int) ([]row, error) {
	if len(kinds) == 0 || limit == 0 {
		return nil, nil
	}
	sort.Strings(kinds)
	var rows []row
	err := q.Select(ctx, &rows, `SELECT id, kind, payload, attempts FROM jobs
		WHERE done_at IS NULL AND dead_at IS NULL AND run_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
		  AND kind IN (`+db.List(3, len(kinds))+`)
		ORDER BY run_at, id LIMIT $2`, db.Args(kinds, now, limit)...)
	return rows, err
}

// take claims the rows for the holder and returns those that it got. The number of attempts is the guard, because every
// claim increases it.
func take(ctx context.Context, d *db.DB, rows []row, until func(row) db.Millis, holder string) ([]row, error) {
	// All nodes lock the rows in the same order.
	sort.Slice(rows, func(i, j int) bool { return rows[i].ID < rows[j].ID })
	stmts, claimed := make([]db.Stmt, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		stmts[i] = db.Stmt{
			Rows: &claimed[i],
			SQL: `UPDATE jobs SET attempts = attempts + 1, leased_until = $3, leased_by = $4
				WHERE id = $1 AND attempts = $2 AND done_at IS NULL AND dead_at IS NULL`,
			Args: []any{r.ID, r.Attempts, until(r), holder},
		}
	}
	var got []row
	err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		got = got[:0]
		if err := tx.Batch(ctx, stmts); err != nil {
			return err
		}
		for i, r := range rows {
			if claimed[i] == 1 {
				r.Attempts++
				got = append(got, r)
			}
		}
		return nil
	})
	return got, err
}

// outcome is the result of a claimed job.
type outcome struct {
	done, dead *db.Millis
	runAt      *db.Millis // the time of the next attempt
	err        *string
	// returned means that a shutdown interrupted the attempt, which is therefore not counted.
	returned bool
}

// settle writes the outcome, unless another holder has the lease in the meantime.
func settle(ctx context.Context, d *db.DB, r row, holder string, o outcome) error {
	attempts := r.Attempts
	if o.returned {
		attempts--
	}
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE jobs SET done_at = $4, dead_at = $5, run_at = COALESCE(CAST($6 AS BIGINT), run_at),
				last_error = $7, attempts = $8, leased_until = NULL, leased_by = NULL
			WHERE id = $1 AND attempts = $2 AND leased_by = $3`,
			r.ID, r.Attempts, holder, o.done, o.dead, o.runAt, o.err, attempts)
		return err
	})
}

// removeOld removes some rows that ended before the given times, done ones first, and returns their number.
func removeOld(ctx context.Context, tx *db.Tx, done, dead db.Millis, limit int) (int64, error) {
	n, err := tx.Exec(ctx, `DELETE FROM jobs WHERE id IN
		(SELECT id FROM jobs WHERE done_at IS NOT NULL AND done_at < $1 ORDER BY done_at, id LIMIT $2)`, done, limit)
	if err != nil || n == int64(limit) {
		return n, err
	}
	m, err := tx.Exec(ctx, `DELETE FROM jobs WHERE id IN
		(SELECT id FROM jobs WHERE dead_at IS NOT NULL AND dead_at < $1 ORDER BY dead_at, id LIMIT $2)`, dead, limit)
	return n + m, err
}

// Backlog contains the numbers that an operator monitors.
type Backlog struct {
	Due  int64 `db:"due"`
	Dead int64 `db:"dead"`
}

// Waiting counts the overdue jobs and the dead ones.
func Waiting(ctx context.Context, q db.Querier, now db.Millis) (Backlog, error) {
	var b Backlog
	err := q.Get(ctx, &b, `SELECT
		(SELECT COUNT(*) FROM jobs WHERE done_at IS NULL AND dead_at IS NULL AND run_at <= $1) AS due,
		(SELECT COUNT(*) FROM jobs WHERE dead_at IS NOT NULL) AS dead`, now)
	return b, err
}
