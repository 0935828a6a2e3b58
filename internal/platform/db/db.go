// Package db is the only way to the database, and the only package that knows which database it is.
//
// There are two engines. SQLite serves a whole shop on one machine: one connection writes and about as many as there
// are cores read. PostgreSQL 15 or later serves many nodes. Features write one SQL text for both, and every test runs
// on both (see dbtest). For that text:
//
//   - Parameters are $1, $2, …; one parameter has one type throughout. An
//     optional one is CAST($1 AS TEXT) IS NULL OR ….
//   - Columns are TEXT, BIGINT, BOOLEAN or BYTES; Migrate maps them. Moments are
//     Millis, ids are text made in Go, JSON is text that no query reads.
//   - A boolean is tested as WHERE active, not active = 1.
//   - Every list is ordered, down to the id, and never by a text people read:
//     the engines sort text differently. NULLs too, so they are not sorted by.
//   - RETURNING, ON CONFLICT, WITH and window functions work the same. RETURNING
//     names only columns of the table written.
//   - Given rows are passed as WITH v (a, b) AS (VALUES (CAST($1 AS TEXT), CAST($2 AS
//     BIGINT)), ($3, $4)), without duplicates.
//   - Not used, since only one engine has it or each means something else: FOR
//     UPDATE, LIKE, ILIKE, now(), arrays, sequences, triggers, LISTEN, advisory
//     locks, LastInsertId.
//
// Read with Get and Select of *DB, with Snapshot where several reads must agree with each other, or with ReadAhead
// where a write will depend on them. Queries that do not depend on each other's answers are sent in one round trip
// (Pipeline). All changes go through InTx. The function given to InTx may run more than once (a serialization failure,
// a deadlock, or a neighbour's failure in the same SQLite commit), so its effects outside the transaction must be
// harmless to repeat; such effects belong in a job or in Tx.AfterCommit.
//
// As in PostgreSQL, a transaction is dead after its first failing statement, on both engines: a rule therefore is a
// guarded UPDATE or a unique key with ON CONFLICT, never insert-and-catch.
package db

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/jmoiron/sqlx/reflectx"
)

// Engine is the name of a database engine.
type Engine string

// The engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Querier reads. *DB reads the newest committed state, one statement at a time; *Tx reads inside its transaction;
// Snapshot's reader sees one point in time.
type Querier interface {
	// Get scans the first row of the query into dest (a pointer to a struct with db tags, or to a scalar). It returns
	// ErrNoRows if there is none.
	Get(ctx context.Context, dest any, query string, args ...any) error
	// Select scans every row of the query into dest (a pointer to a slice).
	Select(ctx context.Context, dest any, query string, args ...any) error
}

// engine is the interface that both databases implement.
type engine interface {
	Querier
	kind() Engine
	// run begins a transaction, calls fn with it and commits if fn returns nil. It tries once; InTx repeats.
	run(ctx context.Context, fn txFunc) error
	snapshot(ctx context.Context, fn func(context.Context, Querier) error) error
	pipe() pipe
	stats() Stats
	close() error
}

type txFunc func(ctx context.Context, tx *Tx) error

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine
	url      string
	closing  sync.Once
	closeErr error
}

// options are settings for tests and measurements only.
type options struct {
	unsafe bool
	lone   bool
}

// Option changes how Open opens a database.
type Option func(*options)

// WithoutSync lets SQLite return before the disk has the data. It is for tests that don't check durability; operators
// cannot set it.
func WithoutSync() Option { return func(o *options) { o.unsafe = true } }

// CommitAlone switches off the grouping of SQLite's commits, to measure its benefit.
func CommitAlone() Option { return func(o *options) { o.lone = true } }

// Open connects to "sqlite:PATH", whose file it creates if necessary, or to a "postgres://" address. The caller closes
// the DB. Migrate creates the tables.
func Open(ctx context.Context, url string, opts ...Option) (*DB, error) {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	var e engine
	var err error
	switch {
	case strings.HasPrefix(url, "sqlite:"):
		e, err = openSQLite(ctx, strings.TrimPrefix(url, "sqlite:"), o)
	case strings.HasPrefix(url, "postgres://"), strings.HasPrefix(url, "postgresql://"):
		e, err = openPostgres(ctx, url)
	default:
		return nil, errors.New(`db: the database must be "sqlite:PATH" or "postgres://…"`)
	}
	if err != nil {
		return nil, err
	}
	return &DB{engine: e, url: url}, nil
}

// Close waits for running transactions and closes every connection. A second call does nothing.
func (d *DB) Close() error {
	d.closing.Do(func() { d.closeErr = d.close() })
	return d.closeErr
}

// Engine returns the kind of the database. Only operations (backup, doctor) may depend on it, features may not.
func (d *DB) Engine() Engine { return d.kind() }

// URL returns the address that Open was called with. It may contain a password, so never log it.
func (d *DB) URL() string { return d.url }

// Stats are measurements for the operator's dashboard.
type Stats struct {
	// Open and InUse count connections that read (on PostgreSQL, all).
	Open, InUse int
	// Waits is the number of waits for a connection, and Waited their total duration.
	Waits  int64
	Waited time.Duration
	// Commits and Transactions show how many transactions share a commit. PostgreSQL groups commits itself and leaves them
	// 0.
	Commits, Transactions int64
}

// Stats returns the measurements since Open.
func (d *DB) Stats() Stats { return d.stats() }

func poolStats(p *sqlx.DB) Stats {
	s := p.Stats()
	return Stats{Open: s.OpenConnections, InUse: s.InUse, Waits: s.WaitCount, Waited: s.WaitDuration}
}

// holding marks the context of a function that holds a connection. If it requested a second one from the *DB, it would
// read another state than the transaction, and enough such callers would deadlock. So this is always an error, not only
// under load.
type holding struct{}

// ErrNested is returned if the *DB is used with the context of a transaction or a snapshot, where code must use the *Tx
// or the Querier.
var ErrNested = errors.New("db: the *DB was used inside a transaction or snapshot")

func hold(ctx context.Context) (context.Context, error) {
	if ctx.Value(holding{}) != nil {
		return nil, ErrNested
	}
	return context.WithValue(ctx, holding{}, true), nil
}

// Get scans the first row of the newest committed state into dest.
func (d *DB) Get(ctx context.Context, dest any, query string, args ...any) error {
	if ctx.Value(holding{}) != nil {
		return ErrNested
	}
	return d.engine.Get(ctx, dest, query, args...)
}

// Select scans every row of the newest committed state into dest.
func (d *DB) Select(ctx context.Context, dest any, query string, args ...any) error {
	if ctx.Value(holding{}) != nil {
		return ErrNested
	}
	return d.engine.Select(ctx, dest, query, args...)
}

// Snapshot calls fn with a reader that sees one point in time. The reader cannot write, and fn must not use the *DB.
func (d *DB) Snapshot(ctx context.Context, fn func(ctx context.Context, q Querier) error) error {
	ctx, err := hold(ctx)
	if err != nil {
		return err
	}
	return d.snapshot(ctx, fn)
}

const (
	retries      = 10
	retryAtMost  = 15 * time.Second
	firstBackoff = 2 * time.Millisecond
	lastBackoff  = 250 * time.Millisecond
)

// InTx runs fn in one read-write transaction and commits when fn returns nil; the change is then durable. Any error of
// fn rolls back and is returned unchanged. fn reads through tx, never through the *DB, and takes no lock that another
// goroutine may hold while it waits in InTx.
func (d *DB) InTx(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	// fn is repeated, after a random pause, after a serialization failure, a deadlock, a busy file, or a connection that
	// broke before the commit. It may also run twice when SQLite's commit of several waiting transactions failed.
	inside, err := hold(ctx)
	if err != nil {
		return err
	}
	begun := time.Now()
	pause := firstBackoff
	for attempt := 1; ; attempt++ {
		var last *Tx
		err := d.run(inside, func(ctx context.Context, tx *Tx) error {
			last = tx
			return fn(ctx, tx)
		})
		if err == nil {
			last.committed()
			return nil
		}
		// A connection that broke during a statement ended its open transaction. One that broke during the commit may have
		// committed: that error is not a statement's.
		again := retryable(err) || last != nil && (retryable(last.failed) || lost(last.failed))
		if !again || attempt == retries || time.Since(begun) > retryAtMost {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w while waiting to repeat: %w", ctx.Err(), err)
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause = min(2*pause, lastBackoff)
	}
}

// mapper maps fields to columns by db tag, or by their name in lower case.
var mapper = reflectx.NewMapperFunc("db", strings.ToLower)

func withMapper(d *sqlx.DB) *sqlx.DB {
	d.Mapper = mapper
	return d
}
