package db

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestPreparedStatementsMakeRoom(t *testing.T) {
	d, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "s.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	e := d.engine.(*sqliteEngine)
	e.stmts.most, e.writer.stmts.most = 3, 3
	ask := func(ctx context.Context, q Querier, i int) error {
		var got int
		if err := q.Get(ctx, &got, fmt.Sprintf(`SELECT %d + $1`, i%7), 1); err != nil {
			return err
		}
		if got != i%7+1 {
			return fmt.Errorf("asked %d, got %d", i%7, got)
		}
		return nil
	}
	start := make(chan struct{})
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			<-start
			for i := range 200 {
				if err := ask(t.Context(), d, i*(worker+1)); err != nil {
					t.Error(err)
				}
				err := d.InTx(t.Context(), func(ctx context.Context, tx *Tx) error { return ask(ctx, tx, i+worker) })
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	close(start)
	wg.Wait()
	for name, c := range map[string]*stmtCache{"readers": &e.stmts, "writer": &e.writer.stmts} {
		if len(c.m) > 3 {
			t.Errorf("%s keep %d", name, len(c.m))
		}
		for text, st := range c.m {
			if st.users != 0 {
				t.Errorf("%s: %q has %d users", name, text, st.users)
			}
		}
	}
	// A statement that is used again and again stays cached, whatever else is run.
	for i := range 20 {
		for _, text := range []string{`SELECT 1`, fmt.Sprintf(`SELECT 1 + %d`, i)} {
			var one int
			if err := d.Get(t.Context(), &one, text); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept := e.stmts.m[`SELECT 1`]
	if kept == nil {
		t.Fatal("what is asked most often was pushed out")
	}
	// One that is pushed out while it is used is closed by its user.
	used, err := e.stmts.take(t.Context(), e.readers, `SELECT 1`)
	if err != nil || used != kept {
		t.Fatal(used, err)
	}
	for i := range 5 {
		if err := ask(t.Context(), d, i); err != nil {
			t.Fatal(err)
		}
	}
	var one int
	if err := used.GetContext(t.Context(), &one); err != nil || !used.out {
		t.Errorf("in use: %v, out %v", err, used.out)
	}
	e.stmts.done(used)
	if err := used.GetContext(t.Context(), &one); err == nil {
		t.Error("it was not closed")
	}
}

// TestLimitsDoNotPlanAnew compares a query that takes longer to plan than to run with a limit
// that is an argument and with one that is written out.
func TestLimitsDoNotPlanAnew(t *testing.T) {
	d, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "s.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	query := `SELECT 1` +
		strings.Repeat(` + (SELECT COUNT(*) FROM (SELECT a.name FROM sqlite_schema a
			JOIN sqlite_schema b ON b.rowid = a.rowid WHERE a.name = 'none') AS x)`, 8)
	fastest := map[string]time.Duration{}
	for range 30 {
		for _, limit := range []string{"1", "$1"} {
			var one int
			var args []any
			if limit == "$1" {
				args = []any{1}
			}
			began := time.Now()
			if err := d.Get(t.Context(), &one, query+` LIMIT `+limit, args...); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); fastest[limit] == 0 || took < fastest[limit] {
				fastest[limit] = took
			}
		}
	}
	t.Log(fastest)
	if fastest["$1"] > 3*fastest["1"] {
		t.Errorf("with an argument %s, without %s", fastest["$1"], fastest["1"])
	}
}
