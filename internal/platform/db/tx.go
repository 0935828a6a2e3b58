package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// session is one connection with a transaction open on it.
type session interface {
	Querier
	exec(ctx context.Context, query string, args []any) (int64, error)
	batch(ctx context.Context, stmts []Stmt) ([]int64, error)
	pipe() pipe
}

// Tx is one read-write transaction. It belongs to the goroutine InTx gave it
// to and ends when the function returns. After its first failing statement it
// does nothing any more, and InTx will not commit it.
type Tx struct {
	s      session
	failed error
	over   bool
	after  []func()
}

type longKey struct{}

// WithoutGroupCommit marks the transactions begun under ctx as long ones, such as the parts of an import: on SQLite no
// short transaction shares a commit with them. It changes no outcome.
func WithoutGroupCommit(ctx context.Context) context.Context {
	return context.WithValue(ctx, longKey{}, true)
}

func isLong(ctx context.Context) bool { return ctx.Value(longKey{}) != nil }

// Stmt is one statement of a batch.
type Stmt struct {
	SQL  string
	Args []any
	// Into, where it is set, makes a question of it: a pointer to a slice takes
	// every row, one to a struct or a scalar the first. It counts the rows it
	// found; none leaves a struct or scalar as it was.
	Into any
	// Rows, where it is set, takes how many rows the statement touched, or found.
	Rows *int64
	// Guard is the batch's error if the statement touches no row, or finds none. The transaction may continue to read why,
	// and must be rolled back.
	Guard error
}

// Or gives the statement a guard.
func (s Stmt) Or(guard error) Stmt {
	s.Guard = guard
	return s
}

// Counted makes the statement store how many rows it touched, or found.
func (s Stmt) Counted(rows *int64) Stmt {
	s.Rows = rows
	return s
}

var errOver = errors.New("db: the transaction is over")

// ready returns why no statement may run: an earlier failure, the end of the transaction, or a cancelled caller.
func (t *Tx) ready(ctx context.Context) error {
	switch {
	case t.over:
		return errOver
	case t.failed != nil:
		return fmt.Errorf("db: the transaction failed before: %w", t.failed)
	}
	if err := ctx.Err(); err != nil {
		t.failed = err
		return err
	}
	return nil
}

// note remembers a failure. No row is an answer, not a failure.
func (t *Tx) note(err error) error {
	if err != nil && !errors.Is(err, sql.ErrNoRows) && t.failed == nil {
		t.failed = err
	}
	return err
}

// Get scans the first row into dest; ErrNoRows when there is none. A guarded
// UPDATE … RETURNING is asked this way.
func (t *Tx) Get(ctx context.Context, dest any, query string, args ...any) error {
	if err := t.ready(ctx); err != nil {
		return err
	}
	return t.note(t.s.Get(ctx, dest, query, args...))
}

// Select scans every row into dest, a pointer to a slice.
func (t *Tx) Select(ctx context.Context, dest any, query string, args ...any) error {
	if err := t.ready(ctx); err != nil {
		return err
	}
	return t.note(t.s.Select(ctx, dest, query, args...))
}

// Exec runs one statement and gives the number of rows it touched.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := t.ready(ctx); err != nil {
		return 0, err
	}
	n, err := t.s.exec(ctx, query, args)
	return n, t.note(err)
}

// Batch runs the statements in their order, on PostgreSQL in one round trip. Where several touched no row that have a
// guard, it returns the guard of the first; all have run. Updates of single rows of a table are given sorted by key, so
// that two transactions lock in the same order.
func (t *Tx) Batch(ctx context.Context, stmts []Stmt) error {
	rows, err := t.batch(ctx, stmts)
	if err != nil {
		return err
	}
	var failed error
	for i, stmt := range stmts {
		if stmt.Rows != nil {
			*stmt.Rows = rows[i]
		}
		if rows[i] == 0 && failed == nil {
			failed = stmt.Guard
		}
	}
	return failed
}

func (t *Tx) batch(ctx context.Context, stmts []Stmt) ([]int64, error) {
	if err := t.ready(ctx); err != nil || len(stmts) == 0 {
		return nil, err
	}
	rows, err := t.s.batch(ctx, stmts)
	return rows, t.note(err)
}

// AfterCommit calls f once when the transaction is durable, in the goroutine that called InTx; never after a rollback.
// The process may die in between, so f may only do what can be lost (a nudge, a cache); the rest belongs in a job.
func (t *Tx) AfterCommit(f func()) { t.after = append(t.after, f) }

func (t *Tx) committed() {
	for _, f := range t.after {
		f()
	}
}

// eachExec is a batch where a round trip costs nothing.
func eachExec(ctx context.Context, s session, stmts []Stmt) ([]int64, error) {
	rows := make([]int64, len(stmts))
	for i, st := range stmts {
		n, err := eachOne(ctx, s, st)
		if err != nil {
			return nil, err
		}
		rows[i] = n
	}
	return rows, nil
}

func eachOne(ctx context.Context, s session, st Stmt) (int64, error) {
	if st.Into == nil {
		return s.exec(ctx, st.SQL, st.Args)
	}
	if list, many := listOf(st.Into); many {
		list.SetZero()
		err := s.Select(ctx, st.Into, st.SQL, st.Args...)
		return int64(list.Len()), err
	}
	err := s.Get(ctx, st.Into, st.SQL, st.Args...)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return 1, err
}
