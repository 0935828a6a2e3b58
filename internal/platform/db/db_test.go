package db_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// stock makes a table with one guarded row, the shape of every hot row here.
func stock(t testing.TB, d *db.DB, onHand int64) {
	t.Helper()
	exec(t, d, create(t, d, `CREATE TABLE stock (id TEXT PRIMARY KEY, on_hand BIGINT NOT NULL CHECK (on_hand >= 0))`))
	exec(t, d, `INSERT INTO stock (id, on_hand) VALUES ('a', $1), ('b', $1), ('c', $1)`, onHand)
}

// create translates a table of a test as the migration runner would.
func create(t testing.TB, d *db.DB, table string) string {
	t.Helper()
	stmts, err := db.Statements(d.Engine(), table)
	if err != nil {
		t.Fatal(err)
	}
	return stmts[0]
}

func exec(t testing.TB, d *db.DB, query string, args ...any) {
	t.Helper()
	err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func number(t testing.TB, q db.Querier, query string, args ...any) int64 {
	t.Helper()
	var n int64
	if err := q.Get(t.Context(), &n, query, args...); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestReadAndWrite(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		exec(t, d, create(t, d, `CREATE TABLE things (
			id TEXT PRIMARY KEY, active BOOLEAN NOT NULL, hidden BOOLEAN, made BIGINT NOT NULL, gone BIGINT, raw BYTES)`))
		type thing struct {
			ID     string     `db:"id"`
			Active bool       `db:"active"`
			Hidden *bool      `db:"hidden"`
			Made   db.Millis  `db:"made"`
			Gone   *db.Millis `db:"gone"`
			Raw    []byte     `db:"raw"`
		}
		yes, at := true, db.At(time.Date(2026, 11, 20, 10, 0, 0, 123e6, time.UTC))
		want := []thing{
			{"x", true, nil, at, nil, []byte{0, 255}},
			{"y", false, &yes, at + 1, &at, nil},
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, x := range want {
				n, err := tx.Exec(ctx, `INSERT INTO things (id, active, hidden, made, gone, raw) VALUES ($1, $2, $3, $4, $5, $6)`,
					x.ID, x.Active, x.Hidden, x.Made, x.Gone, x.Raw)
				if err != nil || n != 1 {
					return fmt.Errorf("%d rows, %w", n, err)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []thing
		if err := d.Select(t.Context(), &got, `SELECT id, active, hidden, made, gone, raw FROM things WHERE id IN (`+
			db.List(1, 2)+`) ORDER BY id`,
			db.Args([]string{"x", "y"})...); err != nil {
			t.Fatal(err)
		}
		if g, w := fmt.Sprintf("%+v", jsonOf(t, got)), fmt.Sprintf("%+v", jsonOf(t, want)); g != w {
			t.Errorf("got %s\nwant %s", g, w)
		}
		if n := number(t, d, `SELECT COUNT(*) FROM things WHERE active`); n != 1 {
			t.Errorf("%d active things", n)
		}
		var there bool
		if err := d.Get(t.Context(), &there, `SELECT EXISTS (SELECT 1 FROM things WHERE id = $1)`, "y"); err != nil ||
			!there {
			t.Errorf("EXISTS gave %v, %v", there, err)
		}
		// The optional parameter of a filter.
		var none *string
		if n := number(t, d, `SELECT COUNT(*) FROM things WHERE CAST($1 AS TEXT) IS NULL OR id = $1`, none); n != 2 {
			t.Errorf("%d things without a filter", n)
		}
		var missing thing
		if err := d.Get(t.Context(), &missing, `SELECT id FROM things WHERE id = $1`, "z"); !errors.Is(err, db.ErrNoRows) {
			t.Errorf("a missing row gave %v", err)
		}
	})
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestMillisOnTheWire(t *testing.T) {
	at := db.At(time.Date(2026, 11, 20, 12, 0, 0, 999e6, time.FixedZone("", 2*3600)))
	if got := jsonOf(t, at); got != `"2026-11-20T10:00:00Z"` {
		t.Errorf("got %s", got)
	}
	var back db.Millis
	if err := json.Unmarshal([]byte(`"2026-11-20T12:00:00+02:00"`), &back); err != nil ||
		back.Time() != at.Time().Truncate(time.Second) {
		t.Errorf("got %v, %v", back.Time(), err)
	}
}

func TestRollback(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 5)
		refused := errors.New("refused")
		ran := 0
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			tx.AfterCommit(func() { ran++ })
			if _, err := tx.Exec(ctx, `UPDATE stock SET on_hand = 0`); err != nil {
				return err
			}
			return refused
		})
		if err != refused {
			t.Errorf("got %v", err)
		}
		if n := number(t, d, `SELECT on_hand FROM stock WHERE id = 'a'`); n != 5 || ran != 0 {
			t.Errorf("%d on hand, %d calls after a commit that was not", n, ran)
		}
	})
}

// A transaction is dead after its first failing statement, also when the
// function hides the failure.
func TestFailedTransactionIsNotCommitted(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 5)
		var next error
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := tx.Exec(ctx, `UPDATE stock SET on_hand = 1 WHERE id = 'b'`); err != nil {
				return err
			}
			_, _ = tx.Exec(ctx, `INSERT INTO stock (id, on_hand) VALUES ('a', 1)`)
			_, next = tx.Exec(ctx, `UPDATE stock SET on_hand = 1 WHERE id = 'c'`)
			return nil
		})
		if !db.IsUnique(err) || !db.IsUnique(next) {
			t.Errorf("got %v, and from the next statement %v", err, next)
		}
		if n := number(t, d, `SELECT CAST(SUM(on_hand) AS BIGINT) FROM stock`); n != 15 {
			t.Errorf("%d on hand", n)
		}
	})
}

func TestTransactionReadsItsOwnWrites(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 5)
		var kept *db.Tx
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			kept = tx
			var left int64
			if err := tx.Get(ctx, &left, `UPDATE stock SET on_hand = on_hand - $1 WHERE id = 'a' AND on_hand >= $1
				RETURNING on_hand`, 2); err != nil {
				return err
			}
			if err := tx.Get(ctx, &left, `UPDATE stock SET on_hand = on_hand - $1 WHERE id = 'a' AND on_hand >= $1
				RETURNING on_hand`, 4); !errors.Is(err, db.ErrNoRows) {
				t.Errorf("the guard gave %v", err)
			}
			var all []int64
			if err := tx.Select(ctx, &all, `SELECT on_hand FROM stock ORDER BY id`); err != nil {
				return err
			}
			if fmt.Sprint(all) != "[3 5 5]" {
				t.Errorf("inside: %v", all)
			}
			if n := number(t, d, `SELECT on_hand FROM stock WHERE id = 'a'`); n != 5 {
				t.Errorf("outside: %d", n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := kept.Exec(t.Context(), `DELETE FROM stock`); err == nil {
			t.Error("a transaction was used after its end")
		}
	})
}

// A second connection inside a transaction is refused immediately; under load it would be a deadlock.
func TestOneConnectionAtATime(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 5)
		var n int64
		use := func(ctx context.Context) {
			t.Helper()
			for _, err := range []error{
				d.Get(ctx, &n, `SELECT 1`),
				d.Select(ctx, &[]int64{}, `SELECT 1`),
				d.Snapshot(ctx, func(context.Context, db.Querier) error { return nil }),
				d.InTx(ctx, func(context.Context, *db.Tx) error { return nil }),
			} {
				if !errors.Is(err, db.ErrNested) {
					t.Errorf("got %v", err)
				}
			}
		}
		if err := d.InTx(t.Context(), func(ctx context.Context, _ *db.Tx) error { use(ctx); return nil }); err != nil {
			t.Error(err)
		}
		if err := d.Snapshot(t.Context(), func(ctx context.Context, _ db.Querier) error {
			use(ctx)
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
}

func TestBatch(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 5)
		const take = `UPDATE stock SET on_hand = on_hand - $2 WHERE id = $1 AND on_hand >= $2`
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			var rows [3]int64
			if err := tx.Batch(ctx, []db.Stmt{
				{SQL: take, Args: []any{"a", 2}, Rows: &rows[0], Guard: errors.New("unmet")},
				{SQL: take, Args: []any{"b", 6}, Rows: &rows[1]},
				{SQL: `UPDATE stock SET on_hand = on_hand + 1`, Rows: &rows[2]},
			}); err != nil {
				return err
			}
			if fmt.Sprint(rows) != "[1 0 3]" {
				t.Errorf("rows %v", rows)
			}
			// The batch is in the transaction, not outside.
			if n := number(t, d, `SELECT on_hand FROM stock WHERE id = 'a'`); n != 5 {
				t.Errorf("visible outside before the commit: %d", n)
			}
			if n := number(t, tx, `SELECT on_hand FROM stock WHERE id = 'a'`); n != 4 {
				t.Errorf("not visible inside: %d", n)
			}
			return tx.Batch(ctx, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		err = d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return tx.Batch(ctx, []db.Stmt{
				{SQL: take, Args: []any{"a", 1}},
				{SQL: `UPDATE stock SET on_hand = $1`, Args: []any{-1}},
				{SQL: take, Args: []any{"a", 1}},
			})
		})
		if err == nil {
			t.Error("a broken CHECK inside a batch gave no error")
		}
		if n := number(t, d, `SELECT on_hand FROM stock WHERE id = 'a'`); n != 4 {
			t.Errorf("%d after a failed batch", n)
		}
	})
}

// TestGuardsOfABatch: all statements run, and the batch returns the first guard whose statement touched no row. The
// transaction can still be queried for the reason; nothing of it stays if the guard is returned.
func TestGuardsOfABatch(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 5)
		const take = `UPDATE stock SET on_hand = on_hand - $2 WHERE id = $1 AND on_hand >= $2`
		first, second := errors.New("first"), errors.New("second")
		var last, found int64
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			err := tx.Batch(ctx, []db.Stmt{
				{SQL: take, Args: []any{"a", 2}, Guard: second},
				{SQL: take, Args: []any{"a", 9}, Guard: first},
				db.Stmt{SQL: take, Args: []any{"b", 9}}.Or(second),
				db.Stmt{SQL: take, Args: []any{"c", 1}}.Counted(&last),
			})
			if n := number(t, tx, `SELECT on_hand FROM stock WHERE id = 'c'`); n != 4 || last != 1 {
				t.Errorf("behind the guards: %d, %d rows", n, last)
			}
			return err
		})
		if !errors.Is(err, first) {
			t.Error(err)
		}
		if n := number(t, d, `SELECT SUM(on_hand) FROM stock`); n != 15 {
			t.Errorf("%d stay", n)
		}
		err = d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return tx.Batch(ctx, []db.Stmt{{SQL: `SELECT on_hand FROM stock WHERE id = 'none'`, Into: &found, Guard: second}})
		})
		if !errors.Is(err, second) {
			t.Errorf("a question without an answer: %v", err)
		}
	})
}

func TestSnapshotIsOneMoment(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 5)
		err := d.Snapshot(t.Context(), func(ctx context.Context, q db.Querier) error {
			before := number(t, q, `SELECT on_hand FROM stock WHERE id = 'a'`)
			exec(t, d, `UPDATE stock SET on_hand = 1`)
			var all []int64
			if err := q.Select(ctx, &all, `SELECT on_hand FROM stock`); err != nil {
				return err
			}
			if before != 5 || fmt.Sprint(all) != "[5 5 5]" {
				t.Errorf("read %d and then %v", before, all)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := number(t, d, `SELECT on_hand FROM stock WHERE id = 'a'`); n != 1 {
			t.Errorf("afterwards %d", n)
		}
	})
}

func TestReadersCannotWrite(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 5)
		var n int64
		const write = `UPDATE stock SET on_hand = 0 WHERE id = 'a' RETURNING on_hand`
		err := d.Snapshot(t.Context(), func(ctx context.Context, q db.Querier) error { return q.Get(ctx, &n, write) })
		if err == nil {
			t.Error("a snapshot wrote")
		}
		if d.Engine() == db.SQLite && d.Get(t.Context(), &n, write) == nil {
			t.Error("a reader wrote")
		}
	})
}

func TestOpenRefusesOtherAddresses(t *testing.T) {
	for _, url := range []string{"", "mysql://x", "sqlite:", "sqlite::memory:"} {
		if _, err := db.Open(t.Context(), url); err == nil {
			t.Errorf("%q was opened", url)
		}
	}
}

func TestOddFileNames(t *testing.T) {
	path := t.TempDir() + "/سوق 100%?#.db"
	d, err := db.Open(t.Context(), "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	stock(t, d, 1)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := db.Open(t.Context(), "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if n := number(t, again, `SELECT COUNT(*) FROM stock`); n != 3 {
		t.Errorf("%d rows", n)
	}
	var settings struct {
		Sync int64  `db:"synchronous"`
		Mode string `db:"journal_mode"`
	}
	err = again.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return errors.Join(tx.Get(ctx, &settings.Sync, `PRAGMA synchronous`),
			tx.Get(ctx, &settings.Mode, `PRAGMA journal_mode`))
	})
	if err != nil || settings.Sync != 2 || !strings.EqualFold(settings.Mode, "wal") {
		t.Errorf("synchronous %d, journal %s, %v", settings.Sync, settings.Mode, err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if err := again.InTx(t.Context(), func(context.Context, *db.Tx) error { return nil }); !errors.Is(err, db.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}
