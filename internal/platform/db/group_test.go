package db_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

const take = `UPDATE stock SET on_hand = on_hand - 1 WHERE id = 'a' AND on_hand >= 1`

var errSoldOut = errors.New("sold out")

// takeOne is one guarded write with a journal row, a purchase in small.
func takeOne(ctx context.Context, tx *db.Tx, who string) error {
	n, err := tx.Exec(ctx, take)
	if err != nil {
		return err
	}
	if n == 0 {
		return errSoldOut
	}
	_, err = tx.Exec(ctx, `INSERT INTO moves (id) VALUES ($1)`, who)
	return err
}

func moves(t testing.TB, d *db.DB) {
	t.Helper()
	exec(t, d, create(t, d, `CREATE TABLE moves (id TEXT PRIMARY KEY)`))
}

func TestNoUpdateIsLost(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		const units, customers, tries = 100, 32, 10
		stock(t, d, units)
		moves(t, d)
		var sold, refused atomic.Int64
		var wg sync.WaitGroup
		start := make(chan struct{})
		for s := range customers {
			wg.Go(func() {
				<-start
				for i := range tries {
					err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
						return takeOne(ctx, tx, fmt.Sprintf("%d-%d", s, i))
					})
					switch {
					case err == nil:
						sold.Add(1)
					case errors.Is(err, errSoldOut):
						refused.Add(1)
					default:
						t.Error(err)
					}
				}
			})
		}
		close(start)
		wg.Wait()
		left, moved := number(t, d, `SELECT on_hand FROM stock WHERE id = 'a'`), number(t, d, `SELECT COUNT(*) FROM moves`)
		if sold.Load() != units || refused.Load() != customers*tries-units || left != 0 || moved != units {
			t.Errorf("sold %d, refused %d, left %d, moved %d", sold.Load(), refused.Load(), left, moved)
		}
	})
}

// together runs the functions as one group: the first holds the connection
// until all the others wait behind it. It gives what InTx answered to each, and
// what each panicked with.
func together(t *testing.T, d *db.DB, ctxs []context.Context,
	fns ...func(ctx context.Context, tx *db.Tx) error) (errs []error, panics []any) {
	t.Helper()
	errs, panics = make([]error, len(fns)), make([]any, len(fns))
	var wg sync.WaitGroup
	started := make(chan struct{})
	var once sync.Once
	run := func(i int, fn func(ctx context.Context, tx *db.Tx) error) {
		wg.Go(func() {
			defer func() { panics[i] = recover() }()
			errs[i] = d.InTx(ctxs[i], fn)
		})
	}
	run(0, func(ctx context.Context, tx *db.Tx) error {
		once.Do(func() {
			close(started)
			for db.Waiting(d) < len(fns)-1 {
				runtime.Gosched()
			}
		})
		return fns[0](ctx, tx)
	})
	<-started
	for i, fn := range fns[1:] {
		for db.Waiting(d) < i { // keeps their order
			runtime.Gosched()
		}
		run(i+1, fn)
	}
	wg.Wait()
	return errs, panics
}

func contexts(t *testing.T, n int) []context.Context {
	out := make([]context.Context, n)
	for i := range out {
		out[i] = t.Context()
	}
	return out
}

func TestGroup(t *testing.T) {
	type fn = func(ctx context.Context, tx *db.Tx) error
	buy := func(who string) fn {
		return func(ctx context.Context, tx *db.Tx) error { return takeOne(ctx, tx, who) }
	}
	refused := errors.New("refused")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	half, cancelHalf := context.WithCancel(t.Context())
	late, cancelLate := context.WithCancel(t.Context())

	for name, tc := range map[string]struct {
		ctx    context.Context
		middle fn
		want   func(err error, panicked any) bool
		moved  int64
	}{
		"one refuses": {
			middle: func(ctx context.Context, tx *db.Tx) error {
				return errors.Join(takeOne(ctx, tx, "x"), refused)
			},
			want:  func(err error, _ any) bool { return errors.Is(err, refused) },
			moved: 2,
		},
		"a statement fails": {
			middle: func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO moves (id) VALUES ('first')`)
				return err
			},
			want:  func(err error, _ any) bool { return db.IsUnique(err) },
			moved: 2,
		},
		"a failure is hidden": {
			middle: func(ctx context.Context, tx *db.Tx) error {
				_, _ = tx.Exec(ctx, `nonsense`)
				_, _ = tx.Exec(ctx, `INSERT INTO moves (id) VALUES ('x')`)
				return nil
			},
			want:  func(err error, _ any) bool { return err != nil },
			moved: 2,
		},
		"one left before its turn": {
			ctx:    cancelled,
			middle: buy("x"),
			want:   func(err error, _ any) bool { return errors.Is(err, context.Canceled) },
			moved:  2,
		},
		"one leaves in the middle": {
			ctx: half,
			middle: func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.Exec(ctx, take); err != nil {
					return err
				}
				cancelHalf()
				_, err := tx.Exec(ctx, `INSERT INTO moves (id) VALUES ('x')`)
				return err
			},
			want:  func(err error, _ any) bool { return errors.Is(err, context.Canceled) },
			moved: 2,
		},
		"one leaves after its last statement": {
			ctx: late,
			middle: func(ctx context.Context, tx *db.Tx) error {
				err := takeOne(ctx, tx, "x")
				cancelLate()
				return err
			},
			// It was made, so its caller must hear that.
			want:  func(err error, _ any) bool { return err == nil },
			moved: 3,
		},
		"one panics": {
			middle: func(ctx context.Context, tx *db.Tx) error {
				if err := takeOne(ctx, tx, "x"); err != nil {
					return err
				}
				panic("oh")
			},
			want:  func(_ error, panicked any) bool { return panicked == "oh" },
			moved: 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := dbtest.NewEmpty(t, db.SQLite)
			stockAndMoves(t, d)
			before := d.Stats()
			ctxs := contexts(t, 3)
			if tc.ctx != nil {
				ctxs[1] = tc.ctx
			}
			middle := tc.middle
			if tc.ctx == cancelled {
				// It queues with a living context and then leaves.
				var leave context.CancelFunc
				ctxs[1], leave = context.WithCancel(t.Context())
				first := buy("first")
				errs, _ := together(t, d, ctxs, func(ctx context.Context, tx *db.Tx) error {
					leave()
					return first(ctx, tx)
				}, middle, buy("last"))
				check(t, d, errs, tc.want(errs[1], nil), tc.moved)
				return
			}
			errs, panics := together(t, d, ctxs, buy("first"), middle, buy("last"))
			check(t, d, errs, tc.want(errs[1], panics[1]), tc.moved)
			if got := d.Stats().Commits - before.Commits; got != 1 {
				t.Errorf("%d commits", got)
			}
		})
	}
}

func stockAndMoves(t *testing.T, d *db.DB) {
	t.Helper()
	stock(t, d, 10)
	moves(t, d)
}

// check compares the neighbours' outcomes with the sums.
func check(t *testing.T, d *db.DB, errs []error, middle bool, moved int64) {
	t.Helper()
	if errs[0] != nil || errs[2] != nil || !middle {
		t.Errorf("outcomes %v", errs)
	}
	left, n := number(t, d, `SELECT on_hand FROM stock WHERE id = 'a'`), number(t, d, `SELECT COUNT(*) FROM moves`)
	if n != moved || left != 10-moved {
		t.Errorf("%d moves, %d left", n, left)
	}
}

// SQLite sometimes rolls back the whole transaction by itself. Every member's work is then done again, once each.
func TestLostGroupRunsAgain(t *testing.T) {
	d := dbtest.NewEmpty(t, db.SQLite)
	stockAndMoves(t, d)
	var runs [3]int
	fn := func(i int, spoil bool) func(ctx context.Context, tx *db.Tx) error {
		return func(ctx context.Context, tx *db.Tx) error {
			runs[i]++
			if err := takeOne(ctx, tx, fmt.Sprint(i)); err != nil {
				return err
			}
			if spoil && runs[i] == 1 {
				_, err := tx.Exec(ctx, `ROLLBACK`)
				return err
			}
			return nil
		}
	}
	errs, _ := together(t, d, contexts(t, 3), fn(0, false), fn(1, true), fn(2, false))
	check(t, d, errs, errs[1] == nil, 3)
	// The third had not begun when the group was lost.
	if runs != [3]int{2, 2, 1} {
		t.Errorf("runs %v", runs)
	}
}

// A promise that is checked at COMMIT only (a deferred foreign key) is broken by
// one: the others must not pay for it.
func TestFailedCommitHitsOnlyItsCause(t *testing.T) {
	d := dbtest.NewEmpty(t, db.SQLite)
	stockAndMoves(t, d)
	exec(t, d, `CREATE TABLE child (id TEXT PRIMARY KEY,
		parent TEXT REFERENCES moves (id) DEFERRABLE INITIALLY DEFERRED) STRICT`)
	errs, _ := together(t, d, contexts(t, 3),
		func(ctx context.Context, tx *db.Tx) error { return takeOne(ctx, tx, "first") },
		func(ctx context.Context, tx *db.Tx) error {
			if err := takeOne(ctx, tx, "x"); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `INSERT INTO child (id, parent) VALUES ('c', 'nobody')`)
			return err
		},
		func(ctx context.Context, tx *db.Tx) error { return takeOne(ctx, tx, "last") },
	)
	check(t, d, errs, errs[1] != nil, 2)
}

// On a full disk the big transaction fails, the small ones continue, and when there is room again it succeeds.
func TestFullDisk(t *testing.T) {
	d := dbtest.NewEmpty(t, db.SQLite)
	stockAndMoves(t, d)
	exec(t, d, `CREATE TABLE big (body BLOB NOT NULL) STRICT`)
	limit := func(more int64) {
		t.Helper()
		pages := number(t, d, `PRAGMA page_count`)
		exec(t, d, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+more))
	}
	limit(4)
	fill := func(ctx context.Context, tx *db.Tx) error {
		if err := takeOne(ctx, tx, "x"); err != nil {
			return err
		}
		// Hides the failure and continues, the worst a feature could do.
		_, _ = tx.Exec(ctx, `INSERT INTO big (body) VALUES (zeroblob(1000000))`)
		_, _ = tx.Exec(ctx, `INSERT INTO moves (id) VALUES ('y')`)
		return nil
	}
	errs, _ := together(t, d, contexts(t, 3),
		func(ctx context.Context, tx *db.Tx) error { return takeOne(ctx, tx, "first") },
		fill,
		func(ctx context.Context, tx *db.Tx) error { return takeOne(ctx, tx, "last") },
	)
	check(t, d, errs, errs[1] != nil, 2)
	limit(1 << 20)
	if err := d.InTx(t.Context(), fill); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// Ending a goroutine inside a transaction, as a failing test does, leaves the
// writer to the others.
func TestGoexitInside(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 10)
		moves(t, d)
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				_ = takeOne(ctx, tx, "x")
				runtime.Goexit()
				return nil
			})
		}()
		<-done
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error { return takeOne(ctx, tx, "y") })
		if n := number(t, d, `SELECT COUNT(*) FROM moves`); n != 1 || err != nil {
			t.Errorf("%d moves, %v", n, err)
		}
	})
}

func TestCloseWithTransactionsWaiting(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 1000)
		moves(t, d)
		other := dbtest.Another(t, d)
		var ok atomic.Int64
		var wg sync.WaitGroup
		start := make(chan struct{})
		for s := range 8 {
			wg.Go(func() {
				for i := 0; ; i++ {
					err := other.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
						return takeOne(ctx, tx, fmt.Sprintf("%d-%d", s, i))
					})
					if err != nil {
						return
					}
					if ok.Add(1) == 20 {
						close(start)
					}
				}
			})
		}
		<-start
		if err := other.Close(); err != nil {
			t.Error(err)
		}
		wg.Wait()
		if n := number(t, d, `SELECT COUNT(*) FROM moves`); n != ok.Load() {
			t.Errorf("%d acknowledged, %d there", ok.Load(), n)
		}
	})
}

// Transactions that are done get their answer before a long one behind them begins.
func TestLongOnesShareNoCommit(t *testing.T) {
	d := dbtest.NewEmpty(t, db.SQLite)
	stock(t, d, 10)
	moves(t, d)
	buy := func(who string) func(ctx context.Context, tx *db.Tx) error {
		return func(ctx context.Context, tx *db.Tx) error { return takeOne(ctx, tx, who) }
	}
	errs, _ := together(t, d, []context.Context{t.Context(), db.WithoutGroupCommit(t.Context()), t.Context(), t.Context()},
		buy("first"),
		func(ctx context.Context, tx *db.Tx) error {
			// Read outside the transaction, which sees committed data.
			if n := number(t, d, `SELECT COUNT(*) FROM moves`); n != 1 {
				t.Errorf("%d committed before the long one", n)
			}
			return takeOne(ctx, tx, "long")
		},
		func(ctx context.Context, tx *db.Tx) error {
			if n := number(t, d, `SELECT COUNT(*) FROM moves`); n != 2 {
				t.Errorf("%d committed after the long one", n)
			}
			return takeOne(ctx, tx, "behind")
		},
		buy("last"))
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if n := number(t, d, `SELECT COUNT(*) FROM moves`); n != 4 {
		t.Errorf("%d of 4 were made", n)
	}
}
