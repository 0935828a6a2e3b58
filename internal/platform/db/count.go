package db

import (
	"context"
	"sync/atomic"
)

// Counts counts the database statements of some code. Statements that begin and end transactions are not counted,
// because their number depends on other commits.
type Counts struct {
	statements, trips atomic.Int64
	// Asked, if set, is called with every statement.
	Asked func(query string, args []any)
}

// Take returns the statements and the round trips (a batch is one) since the last call.
func (c *Counts) Take() (statements, trips int64) {
	return c.statements.Swap(0), c.trips.Swap(0)
}

func (c *Counts) ask(query string, args []any) {
	c.add(1)
	if c.Asked != nil {
		c.Asked(query, args)
	}
}

// together counts statements that are sent in one round trip.
func (c *Counts) together(stmts []Stmt) {
	c.add(len(stmts))
	for _, s := range stmts {
		if c.Asked != nil {
			c.Asked(s.SQL, s.Args)
		}
	}
}

func (c *Counts) add(statements int) {
	c.statements.Add(int64(statements))
	c.trips.Add(1)
}

// Counted returns d with all its statements counted, for tests that check costs. Close d, not the result.
func Counted(d *DB, c *Counts) *DB {
	return &DB{engine: countedEngine{d.engine, c}, url: d.url}
}

type countedEngine struct {
	engine
	c *Counts
}

func (e countedEngine) Get(ctx context.Context, dest any, query string, args ...any) error {
	e.c.ask(query, args)
	return e.engine.Get(ctx, dest, query, args...)
}

func (e countedEngine) Select(ctx context.Context, dest any, query string, args ...any) error {
	e.c.ask(query, args)
	return e.engine.Select(ctx, dest, query, args...)
}

func (e countedEngine) snapshot(ctx context.Context, fn func(context.Context, Querier) error) error {
	return e.engine.snapshot(ctx, func(ctx context.Context, q Querier) error { return fn(ctx, countedQuerier{q, e.c}) })
}

func (e countedEngine) run(ctx context.Context, fn txFunc) error {
	return e.engine.run(ctx, func(ctx context.Context, tx *Tx) error {
		tx.s = countedSession{tx.s, e.c}
		return fn(ctx, tx)
	})
}

type countedQuerier struct {
	Querier
	c *Counts
}

func (q countedQuerier) Get(ctx context.Context, dest any, query string, args ...any) error {
	q.c.ask(query, args)
	return q.Querier.Get(ctx, dest, query, args...)
}

func (q countedQuerier) Select(ctx context.Context, dest any, query string, args ...any) error {
	q.c.ask(query, args)
	return q.Querier.Select(ctx, dest, query, args...)
}

type countedSession struct {
	session
	c *Counts
}

func (s countedSession) Get(ctx context.Context, dest any, query string, args ...any) error {
	s.c.ask(query, args)
	return s.session.Get(ctx, dest, query, args...)
}

func (s countedSession) Select(ctx context.Context, dest any, query string, args ...any) error {
	s.c.ask(query, args)
	return s.session.Select(ctx, dest, query, args...)
}

func (s countedSession) exec(ctx context.Context, query string, args []any) (int64, error) {
	s.c.ask(query, args)
	return s.session.exec(ctx, query, args)
}

func (s countedSession) batch(ctx context.Context, stmts []Stmt) ([]int64, error) {
	s.c.together(stmts)
	return s.session.batch(ctx, stmts)
}

func (s countedSession) pipe() pipe { return countedPipe(s.session.pipe(), s.c) }

func (e countedEngine) pipe() pipe { return countedPipe(e.engine.pipe(), e.c) }

func countedPipe(p pipe, c *Counts) pipe {
	if p == nil {
		return nil
	}
	return func(ctx context.Context, questions []Stmt) ([]int64, error) {
		c.together(questions)
		return p(ctx, questions)
	}
}
