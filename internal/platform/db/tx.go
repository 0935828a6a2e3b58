package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// session is a connection with an open transaction.
type session interface {
	Querier
	exec(ctx context.Context, query string, args []any) (int64, error)
	batch(ctx context.Context, stmts []Stmt) ([]int64, error)
	pipe() pipe
}

// Tx is a read-write transaction. Only the goroutine that InTx passed it to may use it, until the function returns.
// After its first failed statement it runs no others, and InTx will not commit it.
type Tx struct {
	s      session
	failed error
	over   bool
	after  []func()
}

type longKey struct{}

// WithoutGroupCommit marks the transactions begun under ctx as long ones, such as parts of an import. On SQLite, no
// short transaction shares a commit with them. It changes no outcome.
func WithoutGroupCommit(ctx context.Context) context.Context {
	return context.WithValue(ctx, longKey{}, true)
}

func isLong(ctx context.Context) bool { return ctx.Value(longKey{}) != nil }

// Stmt is a statement of a batch.
type Stmt struct {
	SQL  string
	Args []any
	// Into, if set, makes the statement a query. A pointer to a slice receives every row, a pointer to a struct or a
	// scalar the first one; without a row, a struct or scalar stays unchanged. The rows found are counted.
	Into any
	// Rows, if set, receives the number of rows changed or found.
	Rows *int64
	// Guard is the batch's error if the statement changes or finds no row. The transaction may continue to read the
	// reason, and must then be rolled back.
	Guard error
}

// Or returns the statement with a guard.
func (s Stmt) Or(guard error) Stmt {
	s.Guard = guard
	return s
}

// Counted makes the statement store the number of rows it changed or found.
func (s Stmt) Counted(rows *int64) Stmt {
	s.Rows = rows
	return s
}

var errOver = errors.New("db: the transaction is over")

// ready returns the reason why no statement may run: an earlier failure, the end of the transaction, or a cancelled
// caller.
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

// note records a failure. ErrNoRows doesn't count as one.
func (t *Tx) note(err error) error {
	if err != nil && !errors.Is(err, sql.ErrNoRows) && t.failed == nil {
		t.failed = err
	}
	return err
}

// Get scans the first row into dest; ErrNoRows if there is none. It also runs a guarded UPDATE … RETURNING.
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

// Exec runs a statement and returns the number of rows it changed.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := t.ready(ctx); err != nil {
		return 0, err
	}
	n, err := t.s.exec(ctx, query, args)
	return n, t.note(err)
}

// Batch runs the statements in order, on PostgreSQL in one round trip. All of them run; it returns the guard of the
// first guarded statement that changed no row. Callers sort updates of single rows of a table by key, so that two
// transactions lock in the same order.
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

// AfterCommit calls f once after the commit is durable, in the goroutine that called InTx; never after a rollback. The
// process may die in between, so f may only do work that can be lost (wake a job, refresh a cache). All else belongs in
// a job.
func (t *Tx) AfterCommit(f func()) { t.after = append(t.after, f) }

func (t *Tx) committed() {
	for _, f := range t.after {
		f()
	}
}

// eachExec runs a batch where a round trip costs nothing.
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
