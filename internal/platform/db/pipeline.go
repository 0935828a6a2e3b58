package db

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"runtime/debug"
)

// pipe sends several queries in one round trip and counts the rows of each; nil if a round trip costs nothing.
type pipe func(ctx context.Context, questions []Stmt) ([]int64, error)

// piped is a reader that supports pipelining.
type piped interface{ pipe() pipe }

// pipe returns the transaction's pipe.
func (t *Tx) pipe() pipe {
	if t.s.pipe() == nil {
		return nil
	}
	return t.batch
}

func (d *DB) pipe() pipe {
	p := d.engine.pipe()
	if p == nil {
		return nil
	}
	return func(ctx context.Context, questions []Stmt) ([]int64, error) {
		if ctx.Value(holding{}) != nil {
			return nil, ErrNested
		}
		return p(ctx, questions)
	}
}

// ReadAhead calls fn with a reader for data that a write will depend on. fn changes nothing, may run more than once as
// in InTx, and doesn't use the *DB.
func (d *DB) ReadAhead(ctx context.Context, fn func(ctx context.Context, q Querier) error) error {
	// SQLite reads on the writing connection here: unlike the readers' caches, its page cache survives its own commits. So
	// fn waits for its turn and may read changes of its group, which become valid when the group commits.
	if d.kind() == SQLite {
		return d.InTx(ctx, func(ctx context.Context, tx *Tx) error { return fn(ctx, tx) })
	}
	inside, err := hold(ctx)
	if err != nil {
		return err
	}
	return fn(inside, d.engine)
}

// Pipeline runs reads that are independent of each other and returns the first error. On PostgreSQL their first queries
// share one round trip, their second ones the next, and so on. Each read runs in its own goroutine then, but only one
// query at a time; otherwise they run one after the other.
func Pipeline(ctx context.Context, q Querier, readings ...func(ctx context.Context, q Querier) error) error {
	var p pipe
	if has, ok := q.(piped); ok && len(readings) > 1 {
		p = has.pipe()
	}
	if p == nil {
		for _, read := range readings {
			if err := read(ctx, q); err != nil {
				return err
			}
		}
		return nil
	}
	r := rounds{asked: make(chan *question), ended: make(chan struct{})}
	errs := make([]error, len(readings))
	for i, read := range readings {
		go r.call(ctx, read, &errs[i])
	}
	r.run(ctx, p, len(readings))
	for _, err := range errs {
		if broken, ok := err.(*panicked); ok {
			panic(broken.Error())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rounds collects the queries of several reads.
type rounds struct {
	asked chan *question
	ended chan struct{}
}

type question struct {
	Stmt
	rows int64
	done chan error
}

// run sends a round as soon as all reads that still run wait for a response.
func (r rounds) run(ctx context.Context, p pipe, reading int) {
	var waiting []*question
	for reading > 0 {
		select {
		case q := <-r.asked:
			waiting = append(waiting, q)
		case <-r.ended:
			reading--
		}
		if reading == 0 || len(waiting) < reading {
			continue
		}
		stmts := make([]Stmt, len(waiting))
		for i, q := range waiting {
			stmts[i] = q.Stmt
		}
		rows, err := p(ctx, stmts)
		for i, q := range waiting {
			if err == nil {
				q.rows = rows[i]
			}
			q.done <- err
		}
		waiting = nil
	}
}

// panicked carries a panic from a read's goroutine to its caller's.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("%v\n%s", p.value, p.stack) }

func (r rounds) call(ctx context.Context, read func(context.Context, Querier) error, err *error) {
	defer func() {
		if p := recover(); p != nil {
			*err = &panicked{p, debug.Stack()}
		}
		r.ended <- struct{}{}
	}()
	*err = read(ctx, r)
}

func (r rounds) ask(stmt Stmt) (int64, error) {
	q := &question{Stmt: stmt, done: make(chan error, 1)}
	r.asked <- q
	err := <-q.done
	return q.rows, err
}

func (r rounds) Get(_ context.Context, dest any, query string, args ...any) error {
	rows, err := r.ask(Stmt{SQL: query, Args: args, Into: dest})
	if err == nil && rows == 0 {
		return sql.ErrNoRows
	}
	return err
}

func (r rounds) Select(_ context.Context, dest any, query string, args ...any) error {
	_, err := r.ask(Stmt{SQL: query, Args: args, Into: dest})
	return err
}

// listOf returns the slice that receives every row; false if a single row is requested. Bytes and scanners count as
// single values.
func listOf(into any) (reflect.Value, bool) {
	v := reflect.ValueOf(into).Elem()
	return v, v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8 && !v.Addr().Type().Implements(scanner)
}

var scanner = reflect.TypeFor[sql.Scanner]()
