package db

// SQLite's waiting transactions share a commit, because the commit's fsync is by far the most expensive part of a small
// transaction: with 32 callers this is worth a factor of three.
//
// Each transaction runs between SAVEPOINT and RELEASE; after the last waiting one, one COMMIT makes all of them
// durable, and only then does any caller get its answer. These rules keep that safe:
//
//  1. If SAVEPOINT, ROLLBACK TO, RELEASE or COMMIT fails, everything is rolled back and every transaction of the group
//     runs again, alone. (A full disk makes SQLite roll back the whole group by itself; the next SAVEPOINT would then
//     begin a separate transaction.)
//  2. The driver never sees a caller's cancellation, since an interrupted statement may undo its neighbours' work too;
//     the caller's context is checked between statements.
//  3. Once queued, a caller waits for its outcome: it cannot know otherwise whether its change was made.
//  4. By rule 1 a transaction may run twice.
//  5. A long transaction (WithoutGroupCommit) shares no commit, so that no finished one waits for it.
//
// The functions run in their callers' goroutines, one at a time: the writer hands the connection over and waits. So a
// panic surfaces in its own caller and does not affect others.

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
	sqlite3 "modernc.org/sqlite/lib"
)

// writer owns SQLite's only writing connection and lets queued transactions share a commit. The comment of this file
// gives the reason and the rules that keep this safe.
type writer struct {
	pool    *sqlx.DB
	queue   chan *turn
	quit    chan struct{}
	stopped chan struct{}
	lone    bool

	commits, committed atomic.Int64

	// next is a long transaction that ended a group and must run now.
	next *turn

	// Used only by the goroutine that holds the connection.
	conn  *sqlx.Conn
	stmts stmtCache
}

const (
	groupSize = 128
	groupTime = 20 * time.Millisecond
	queueSize = 256
)

// turn is a caller's request to run a transaction.
type turn struct {
	ctx  context.Context
	fn   txFunc
	long bool
	hand chan *Tx   // from the writer: the connection
	ran  chan error // from the caller: the result of fn
	done chan error // from the writer: the outcome

	err  error // the last value received from ran
	gone bool  // the caller panicked and no longer waits
}

var errGone = errors.New("db: the transaction's function did not return")

func startWriter(ctx context.Context, pool *sqlx.DB, o options) (*writer, error) {
	pool.SetMaxOpenConns(1)
	w := &writer{
		pool:    pool,
		queue:   make(chan *turn, queueSize),
		quit:    make(chan struct{}),
		stopped: make(chan struct{}),
		lone:    o.lone,
	}
	if err := w.connect(ctx); err != nil {
		return nil, err
	}
	go w.loop()
	return w, nil
}

// stop lets the queued transactions finish and closes the connection.
func (w *writer) stop() error {
	close(w.quit)
	<-w.stopped
	err := w.stmts.close()
	if w.conn != nil {
		err = errors.Join(err, w.conn.Close())
	}
	return errors.Join(err, w.pool.Close())
}

// run queues a transaction and waits for its outcome. This goroutine uses the connection while fn runs.
func (w *writer) run(ctx context.Context, fn txFunc) error {
	t := &turn{ctx: ctx, fn: fn, long: isLong(ctx), hand: make(chan *Tx), ran: make(chan error, 1),
		done: make(chan error, 1)}
	select {
	case <-w.quit:
		return ErrClosed
	default:
	}
	select {
	case w.queue <- t:
	case <-ctx.Done():
		return ctx.Err()
	case <-w.quit:
		return ErrClosed
	}
	for {
		select {
		case tx := <-t.hand:
			t.call(tx)
		case err := <-t.done:
			return err
		case <-w.stopped:
			// The outcome may have arrived at the same time as the end.
			select {
			case err := <-t.done:
				return err
			default:
				return ErrClosed
			}
		}
	}
}

// call runs the function and always reports its result, even if it panics.
func (t *turn) call(tx *Tx) {
	err := errGone
	defer func() {
		tx.over = true
		t.ran <- err
	}()
	if cancelled := t.ctx.Err(); cancelled != nil {
		err = cancelled
		return
	}
	e := t.fn(t.ctx, tx)
	if e == nil {
		e = tx.failed
	}
	err = e
}

// give passes the connection to the caller until its function has returned.
func (w *writer) give(t *turn) error {
	t.hand <- &Tx{s: sqliteSession{w}}
	t.err = <-t.ran
	t.gone = t.err == errGone
	return t.err
}

func (w *writer) loop() {
	defer close(w.stopped)
	for {
		select {
		case t := <-w.queue:
			w.serve(t)
		case <-w.quit:
			for t := w.waiting(); t != nil; t = w.waiting() {
				w.serve(t)
			}
			return
		}
	}
}

// waiting returns the next queued turn, nil if the queue is empty.
func (w *writer) waiting() *turn {
	select {
	case t := <-w.queue:
		return t
	default:
		return nil
	}
}

func (w *writer) serve(first *turn) {
	for t := first; t != nil; t, w.next = w.next, nil {
		if w.lone || t.long {
			w.alone(t)
		} else {
			w.group(t)
		}
	}
}

// group runs first and the transactions queued after it, as one commit.
func (w *writer) group(first *turn) {
	if err := w.begin(); err != nil {
		// Another process has locked the file. All queued transactions get the same error now and retry, instead of waiting
		// for the time-out one by one.
		for t := first; t != nil; t = w.waiting() {
			t.done <- err
		}
		return
	}
	begun := time.Now()
	var members []*turn
	whole := true
	for t := first; t != nil; t = w.joins(len(members), begun) {
		members = append(members, t)
		if whole = w.member(t); !whole {
			break
		}
	}
	if whole {
		whole = w.commit(len(members)) == nil
	}
	if !whole {
		w.rollback()
	}
	for _, t := range members {
		switch {
		case t.gone:
		case whole:
			t.done <- t.err
		default:
			w.alone(t)
		}
	}
}

// joins returns the next turn that can join the group. It returns nil if the group should commit now: the queue is
// empty, its members have waited long enough, or the next transaction is a long one.
func (w *writer) joins(members int, begun time.Time) *turn {
	if members >= groupSize || time.Since(begun) >= groupTime {
		return nil
	}
	t := w.waiting()
	if t != nil && t.long {
		w.next = t
		return nil
	}
	return t
}

// member runs one transaction inside the group. False means that the group has failed.
func (w *writer) member(t *turn) bool {
	if w.control("SAVEPOINT member") != nil {
		return false
	}
	if w.give(t) != nil && w.control("ROLLBACK TO member") != nil {
		return false
	}
	return w.control("RELEASE member") == nil
}

// alone runs one transaction with its own commit.
func (w *writer) alone(t *turn) {
	if err := w.begin(); err != nil {
		t.done <- err
		return
	}
	err := w.give(t)
	if err == nil {
		err = w.commit(1)
	}
	if err != nil {
		w.rollback()
	}
	if !t.gone {
		t.done <- err
	}
}

// begin takes the file's write lock. A connection that is still in a transaction cannot be trusted, so it is replaced.
func (w *writer) begin() error {
	if w.conn == nil {
		if err := w.connect(context.Background()); err != nil {
			return err
		}
	}
	err := w.control("BEGIN IMMEDIATE")
	if err == nil || sqliteCode(err)&0xff == sqlite3.SQLITE_BUSY {
		return err
	}
	w.drop()
	if err := w.connect(context.Background()); err != nil {
		return err
	}
	return w.control("BEGIN IMMEDIATE")
}

func (w *writer) connect(ctx context.Context) error {
	conn, err := w.pool.Connx(ctx)
	if err != nil {
		return err
	}
	w.conn = conn
	return nil
}

// drop closes the connection for good instead of returning it to the pool.
func (w *writer) drop() {
	_ = w.stmts.close()
	_ = w.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = w.conn.Close()
	w.conn = nil
}

func (w *writer) commit(members int) error {
	err := w.control("COMMIT")
	if err == nil {
		w.commits.Add(1)
		w.committed.Add(int64(members))
	}
	return err
}

// rollback leaves the connection outside any transaction. It ignores the error if SQLite has rolled back already.
func (w *writer) rollback() { _ = w.control("ROLLBACK") }

func (w *writer) control(query string) error {
	_, err := sqliteSession{w}.exec(context.Background(), query, nil)
	return err
}

// sqliteSession is the writing connection during a transaction.
type sqliteSession struct{ w *writer }

func (s sqliteSession) exec(ctx context.Context, query string, args []any) (int64, error) {
	ctx = context.WithoutCancel(ctx)
	st, err := s.w.stmts.take(ctx, s.w.conn, query)
	if err != nil {
		return 0, err
	}
	var res driver.Result
	if st != nil {
		defer s.w.stmts.done(st)
		res, err = st.ExecContext(ctx, args...)
	} else {
		res, err = s.w.conn.ExecContext(ctx, query, args...)
	}
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (s sqliteSession) Get(ctx context.Context, dest any, query string, args ...any) error {
	ctx = context.WithoutCancel(ctx)
	st, err := s.w.stmts.take(ctx, s.w.conn, query)
	if err != nil {
		return err
	}
	if st == nil {
		return s.w.conn.GetContext(ctx, dest, query, args...)
	}
	defer s.w.stmts.done(st)
	return st.GetContext(ctx, dest, args...)
}

func (s sqliteSession) Select(ctx context.Context, dest any, query string, args ...any) error {
	ctx = context.WithoutCancel(ctx)
	st, err := s.w.stmts.take(ctx, s.w.conn, query)
	if err != nil {
		return err
	}
	if st == nil {
		return s.w.conn.SelectContext(ctx, dest, query, args...)
	}
	defer s.w.stmts.done(st)
	return st.SelectContext(ctx, dest, args...)
}

func (s sqliteSession) batch(ctx context.Context, stmts []Stmt) ([]int64, error) {
	return eachExec(ctx, s, stmts)
}

func (s sqliteSession) pipe() pipe { return nil }
