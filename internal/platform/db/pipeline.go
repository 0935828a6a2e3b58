package db

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"runtime/debug"
)

// pipe asks several questions in one round trip and counts the rows of each; nil
// where a round trip costs nothing.
type pipe func(ctx context.Context, questions []Stmt) ([]int64, error)

// piped is a reader that has a pipe.
type piped interface{ pipe() pipe }

// pipe is the transaction's.
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

// ReadAhead calls fn with a reader for what a write is about to be made of. On
// SQLite it reads on the connection that writes, whose memory of the file its
// own commits leave alone while every reader's is lost with each; so it waits
// its turn, and its answers, which may be of changes of the same group, hold
// once the group is committed. On PostgreSQL any connection does. fn changes
// nothing, may run more than once as in InTx, and does not use the *DB beside it.
func (d *DB) ReadAhead(ctx context.Context, fn func(ctx context.Context, q Querier) error) error {
	if d.kind() == SQLite {
		return d.InTx(ctx, func(ctx context.Context, tx *Tx) error { return fn(ctx, tx) })
	}
	inside, err := hold(ctx)
	if err != nil {
		return err
	}
	return fn(inside, d.engine)
}

// Pipeline calls readings that do not wait for each other's answers. On
// PostgreSQL their first questions travel in one round trip, their second ones in
// the next, and so on; so each runs in a goroutine of its own, though nothing is
// asked at the same time. Elsewhere they are called one after the other. The
// error is that of the first which has one.
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

// rounds gathers what several readings ask.
type rounds struct {
	asked chan *question
	ended chan struct{}
}

type question struct {
	Stmt
	rows int64
	done chan error
}

// run sends a round each time everybody who still reads waits for an answer.
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

// panicked carries a panic from a reading's goroutine to its caller's.
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

// listOf gives the slice that every row goes into, false where one row is asked
// for. Bytes, and what scans itself, are one value.
func listOf(into any) (reflect.Value, bool) {
	v := reflect.ValueOf(into).Elem()
	return v, v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8 && !v.Addr().Type().Implements(scanner)
}

var scanner = reflect.TypeFor[sql.Scanner]()
