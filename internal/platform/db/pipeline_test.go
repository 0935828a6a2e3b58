package db_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

type tongue string

// TestBatchAnswers asks questions between writes of one batch.
func TestBatchAnswers(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		exec(t, d, create(t, d, `CREATE TABLE things (
			id TEXT PRIMARY KEY, lang TEXT NOT NULL, note TEXT, active BOOLEAN NOT NULL, hidden BOOLEAN, made BIGINT NOT NULL,
			gone BIGINT, raw BYTES)`))
		type thing struct {
			ID     string
			Lang   tongue
			Note   *string
			Active bool
			Hidden *bool
			Made   db.Millis
			Gone   *db.Millis
			Raw    []byte
		}
		yes, note, at := true, "n", db.At(time.Date(2026, 11, 20, 10, 0, 0, 123e6, time.UTC))
		want := []thing{{"x", "ar", nil, true, nil, at, nil, []byte{0, 255}},
			{"y", "en", &note, false, &yes, at + 1, &at, nil}}
		insert := func(x thing) db.Stmt {
			return db.Stmt{
				SQL: `INSERT INTO things (id, lang, note, active, hidden, made, gone, raw)
					VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
				Args: []any{x.ID, string(x.Lang), x.Note, x.Active, x.Hidden, x.Made, x.Gone, x.Raw}}
		}
		const all = `SELECT id, lang, note, active, hidden, made, gone, raw FROM things ORDER BY id`
		begun := []thing{{ID: "of before"}}
		var none, both []thing
		var ids []string
		var first, missing thing
		var raw []byte
		var sum int64
		missing.ID = "as it was"
		ask := func(into any, query string, args ...any) db.Stmt { return db.Stmt{SQL: query, Args: args, Into: into} }
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			var rows [10]int64
			stmts := []db.Stmt{
				ask(&begun, all), insert(want[0]), insert(want[1]), ask(&both, all), ask(&none, all+` LIMIT 0`), ask(&first, all),
				ask(&missing, `SELECT id FROM things WHERE id = $1`, "z"), ask(&ids, `SELECT id FROM things ORDER BY id`),
				ask(&sum, `SELECT SUM(made) FROM things`), ask(&raw, `SELECT raw FROM things WHERE id = 'x'`),
			}
			for i := range stmts {
				stmts[i].Rows = &rows[i]
			}
			err := tx.Batch(ctx, stmts)
			if err == nil && rows != [10]int64{0, 1, 1, 2, 0, 1, 0, 2, 1, 1} {
				t.Errorf("rows %v", rows)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(begun) != 0 || len(none) != 0 || !reflect.DeepEqual(both, want) || !reflect.DeepEqual(first, want[0]) ||
			missing.ID != "as it was" || !reflect.DeepEqual(ids, []string{"x", "y"}) || sum != int64(2*at+1) ||
			!reflect.DeepEqual(raw, []byte{0, 255}) {
			t.Error(begun, none, both, first, missing, ids, sum, raw)
		}
		for _, bad := range []db.Stmt{
			ask(&sum, `SELECT note FROM things WHERE id = 'x'`),         // empty
			ask(&both, `SELECT id, 1 AS unknown FROM things`),           // no such field
			ask(&ids, `SELECT id, lang FROM things`),                    // two columns for one
			ask(&ids, `SELECT nothing FROM nowhere WHERE id = $1`, "x"), // no such table
		} {
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				err := tx.Batch(ctx, []db.Stmt{{SQL: `DELETE FROM things WHERE id = 'y'`}, bad})
				if err == nil {
					t.Errorf("%s: no error", bad.SQL)
				}
				return nil
			})
			if n := number(t, d, `SELECT COUNT(*) FROM things`); err == nil || n != 2 {
				t.Errorf("%s: %v, %d left", bad.SQL, err, n)
			}
		}
	})
}

// readers are every way to read, which all must serve Pipeline.
func readers(t *testing.T, d *db.DB, use func(ctx context.Context, q db.Querier) error) map[string]error {
	t.Helper()
	return map[string]error{
		"database": use(t.Context(), d),
		"snapshot": d.Snapshot(t.Context(), use),
		"ahead":    d.ReadAhead(t.Context(), use),
		"transaction": d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := tx.Exec(ctx, `UPDATE stock SET on_hand = on_hand WHERE id = 'a'`); err != nil {
				return err
			}
			return use(ctx, tx)
		}),
	}
}

func TestTogether(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 7)
		var counts db.Counts
		counted := db.Counted(d, &counts)
		ask := func(ids ...string) func(ctx context.Context, q db.Querier) error {
			return func(ctx context.Context, q db.Querier) error {
				for _, id := range ids {
					var n int64
					err := q.Get(ctx, &n, `SELECT on_hand FROM stock WHERE id = $1`, id)
					if id == "z" && errors.Is(err, db.ErrNoRows) {
						continue
					}
					if err != nil || n != 7 {
						return fmt.Errorf("%s: %d, %w", id, n, err)
					}
				}
				var all []string
				if err := q.Select(ctx, &all, `SELECT id FROM stock WHERE on_hand > $1 ORDER BY id`, int64(0)); err != nil ||
					len(all) != 3 {
					return fmt.Errorf("%v, %w", all, err)
				}
				return nil
			}
		}
		counts.Take()
		for how, err := range readers(t, counted, func(ctx context.Context, q db.Querier) error {
			counts.Take()
			err := db.Pipeline(ctx, q, ask("a"), ask("b", "z"), ask(), func(context.Context, db.Querier) error { return nil })
			statements, trips := counts.Take()
			if statements != 6 {
				t.Errorf("%d statements", statements)
			}
			if trips != 3 && trips != 6 || d.Engine() == db.SQLite && trips != 6 {
				t.Errorf("%d round trips", trips)
			}
			return err
		}) {
			if err != nil {
				t.Errorf("%s: %v", how, err)
			}
		}
		// Where a round trip costs something, three are made: the longest has three questions.
		counts.Take()
		if err := counted.ReadAhead(t.Context(), func(ctx context.Context, q db.Querier) error {
			return db.Pipeline(ctx, q, ask("a"), ask("b", "z"), ask())
		}); err != nil {
			t.Fatal(err)
		}
		want := map[db.Engine]int64{db.SQLite: 6, db.Postgres: 3}[d.Engine()]
		if statements, trips := counts.Take(); statements != 6 || trips != want {
			t.Errorf("%d statements in %d round trips, not %d", statements, trips, want)
		}
	})
}

func TestTogetherFails(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 7)
		mine := errors.New("mine")
		fine := func(ctx context.Context, q db.Querier) error {
			var n int64
			return q.Get(ctx, &n, `SELECT on_hand FROM stock WHERE id = 'a'`)
		}
		for how, err := range readers(t, d, func(ctx context.Context, q db.Querier) error {
			return db.Pipeline(ctx, q, fine, func(context.Context, db.Querier) error { return mine }, fine)
		}) {
			if !errors.Is(err, mine) {
				t.Errorf("%s: %v", how, err)
			}
		}
		for how, err := range readers(t, d, func(ctx context.Context, q db.Querier) error {
			return db.Pipeline(ctx, q, fine, func(ctx context.Context, q db.Querier) error {
				var n int64
				return q.Get(ctx, &n, `SELECT nothing FROM stock`)
			})
		}) {
			if err == nil || !strings.Contains(err.Error(), "nothing") {
				t.Errorf("%s: %v", how, err)
			}
		}
		func() {
			defer func() {
				if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "oh") {
					t.Errorf("panicked with %v", p)
				}
			}()
			_ = db.Pipeline(t.Context(), d, fine, func(context.Context, db.Querier) error { panic("oh") })
		}()
		// The *DB must not be used next to a ReadAhead, as within a transaction.
		for how, err := range map[string]error{
			"ahead": d.ReadAhead(t.Context(), func(ctx context.Context, _ db.Querier) error { return fine(ctx, d) }),
			"transaction": d.InTx(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				return db.Pipeline(ctx, d, fine, fine)
			}),
		} {
			if !errors.Is(err, db.ErrNested) {
				t.Errorf("%s: %v", how, err)
			}
		}
		if err := fine(t.Context(), d); err != nil {
			t.Error(err)
		}
	})
}

// TestReadAheadWaitsForItsGroup has a reader see a change in its group, whose commit then fails: the change never
// happened, so the reader runs again.
func TestReadAheadWaitsForItsGroup(t *testing.T) {
	d := dbtest.NewEmpty(t, db.SQLite)
	stockAndMoves(t, d)
	broken := false
	var seen []int64
	errs, _ := together(t, d, contexts(t, 3),
		func(ctx context.Context, tx *db.Tx) error { return takeOne(ctx, tx, "first") },
		func(ctx context.Context, tx *db.Tx) error {
			var n int64
			err := tx.Get(ctx, &n, `SELECT on_hand FROM stock WHERE id = 'a'`)
			seen = append(seen, n)
			return err
		},
		func(ctx context.Context, tx *db.Tx) error {
			if !broken {
				broken = true
				_, err := tx.Exec(ctx, `ROLLBACK`)
				return err
			}
			return nil
		})
	if errors.Join(errs...) != nil || len(seen) != 2 || seen[0] != seen[1] {
		t.Fatal(errs, seen)
	}
}
