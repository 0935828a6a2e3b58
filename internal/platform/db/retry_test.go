package db_test

import (
	"context"
	"database/sql"
	"strings"
	"sync"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// Two transactions that lock two rows in opposite order: the database ends one
// of them, and InTx repeats it.
func TestDeadlockIsRepeated(t *testing.T) {
	d := dbtest.NewEmpty(t, db.Postgres)
	stock(t, d, 10)
	var both sync.WaitGroup
	both.Add(2)
	var wg sync.WaitGroup
	runs := [2]int{}
	for i, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		wg.Go(func() {
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				runs[i]++
				for j, id := range order {
					if _, err := tx.Exec(ctx, `UPDATE stock SET on_hand = on_hand - 1 WHERE id = $1`, id); err != nil {
						return err
					}
					if j == 0 && runs[i] == 1 {
						both.Done()
						both.Wait()
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	// The one that is repeated may meet the other again.
	if runs[0]+runs[1] < 3 {
		t.Errorf("runs %v", runs)
	}
	if n := number(t, d, `SELECT CAST(SUM(on_hand) AS BIGINT) FROM stock`); n != 26 {
		t.Errorf("%d on hand", n)
	}
}

func TestSerializationFailureIsRepeated(t *testing.T) {
	d := dbtest.NewEmpty(t, db.Postgres)
	stock(t, d, 10)
	runs, after := 0, 0
	err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		runs++
		tx.AfterCommit(func() { after++ })
		if _, err := tx.Exec(ctx, `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`); err != nil {
			return err
		}
		seen := number(t, tx, `SELECT on_hand FROM stock WHERE id = 'a'`)
		if runs == 1 {
			exec(t, d, `UPDATE stock SET on_hand = 7 WHERE id = 'a'`)
		}
		_, err := tx.Exec(ctx, `UPDATE stock SET on_hand = $1 WHERE id = 'a'`, seen-1)
		return err
	})
	if n := number(t, d, `SELECT on_hand FROM stock WHERE id = 'a'`); err != nil || runs != 2 || n != 6 || after != 1 {
		t.Errorf("%v after %d runs, %d on hand, told %d times", err, runs, n, after)
	}
}

// The server was restarted: every connection of the pool is dead, but no query fails.
func TestDeadConnectionsAreReplaced(t *testing.T) {
	d := dbtest.NewEmpty(t, db.Postgres)
	stock(t, d, 1000)
	server := dbtest.Another(t, d)
	const callers = 12
	crowd := func(ask func() error) {
		t.Helper()
		var wg sync.WaitGroup
		for range callers {
			wg.Go(func() {
				if err := ask(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	takeOne := func() error {
		return d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, take)
			return err
		})
	}
	var together sync.WaitGroup
	for name, ask := range map[string]func() error{
		"a transaction that writes first": takeOne,
		"a transaction that reads first": func() error {
			return d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				var n int
				if err := tx.Get(ctx, &n, `SELECT on_hand FROM stock WHERE id = 'b'`); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, `UPDATE stock SET on_hand = on_hand WHERE id = 'b'`)
				return err
			})
		},
		"one row": func() error {
			var n int
			return d.Get(t.Context(), &n, `SELECT on_hand FROM stock WHERE id = 'a'`)
		},
		"rows": func() error {
			var list []string
			err := d.Select(t.Context(), &list, `SELECT id FROM stock ORDER BY id`)
			if err == nil && len(list) != 3 {
				t.Errorf("%v", list)
			}
			return err
		},
		"a snapshot": func() error {
			return d.Snapshot(t.Context(), func(ctx context.Context, q db.Querier) error {
				var n int
				return q.Get(ctx, &n, `SELECT on_hand FROM stock WHERE id = 'a'`)
			})
		},
	} {
		// As many connections as callers: each holds one until all have one.
		together.Add(callers)
		crowd(func() error {
			return d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				var n int
				err := tx.Get(ctx, &n, `SELECT on_hand FROM stock WHERE id = 'a'`)
				together.Done()
				together.Wait()
				return err
			})
		})
		before := number(t, server, `SELECT on_hand FROM stock WHERE id = 'a'`)
		ended := number(t, server, `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
			AND state = 'idle'`)
		if ended < callers {
			t.Fatalf("%s: %d connections were ended", name, ended)
		}
		crowd(ask)
		want := before
		if name == "a transaction that writes first" {
			want -= callers
		}
		if n := number(t, server, `SELECT on_hand FROM stock WHERE id = 'a'`); n != want {
			t.Errorf("%s: %d on hand instead of %d", name, n, want)
		}
	}
}

func TestBusyIsRepeated(t *testing.T) {
	d := dbtest.NewEmpty(t, db.SQLite)
	stockAndMoves(t, d)
	// Another program's tool, without patience.
	other, err := sql.Open("sqlite", strings.TrimPrefix(d.URL(), "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	runs := 0
	err = d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		runs++
		if err := takeOne(ctx, tx, "x"); err != nil || runs > 1 {
			return err
		}
		_, busy := other.Exec(`BEGIN IMMEDIATE`)
		return busy
	})
	if n := number(t, d, `SELECT COUNT(*) FROM moves`); err != nil || runs != 2 || n != 1 {
		t.Errorf("%v after %d runs, %d moves", err, runs, n)
	}
}

// Two programs on one file (the shop and a command line tool) take turns.
func TestTwoProgramsOnOneDatabase(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		stock(t, d, 400)
		other := dbtest.Another(t, d)
		var wg sync.WaitGroup
		for i := range 8 {
			on := []*db.DB{d, other}[i%2]
			wg.Go(func() {
				for range 50 {
					err := on.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
						_, err := tx.Exec(ctx, take)
						return err
					})
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		if n := number(t, other, `SELECT on_hand FROM stock WHERE id = 'a'`); n != 0 {
			t.Errorf("%d left", n)
		}
	})
}
