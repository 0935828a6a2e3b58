package db_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"wekala/internal/platform/db"
)

// TestWhatIsDeletedLeavesTheFile: a copy of an SQLite file has nothing of a deleted row, so that erased customers
// cannot be read from a backup.
func TestWhatIsDeletedLeavesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deleted.db")
	ctx := context.Background()
	d, err := db.Open(ctx, "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	do := func(sql string, args ...any) {
		t.Helper()
		if err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, sql, args...)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	do(`CREATE TABLE people (id BIGINT PRIMARY KEY, name TEXT NOT NULL)`)
	for i, name := range []string{"stays one", "marker of who left", "stays two"} {
		do(`INSERT INTO people (id, name) VALUES ($1, $2)`, int64(i), name)
	}
	do(`DELETE FROM people WHERE id = 1`)
	marked := func() bool {
		t.Helper()
		log, err := os.ReadFile(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(log, []byte("marker of who left"))
	}
	if !marked() {
		t.Fatal("the log is not read as it is")
	}
	// While a reader uses the earlier state, the log is needed.
	if err := d.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		var n int64
		if err := q.Get(ctx, &n, `SELECT COUNT(*) FROM people`); err != nil {
			return err
		}
		do(`UPDATE people SET name = 'stays three' WHERE id = 0`)
		return d.TruncateLog(context.Background())
	}); err != nil {
		t.Fatal(err)
	}
	if err := d.TruncateLog(ctx); err != nil {
		t.Fatal(err)
	}
	if marked() {
		t.Error("a deleted row can be read in the log")
	}
	do(`UPDATE people SET name = 'stays four' WHERE id = 0`)
	if err := d.Close(); err != nil { // and with it the log is folded into the file
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(file, []byte("stays two")) {
		t.Fatal("the file is not read as it is")
	}
	if bytes.Contains(file, []byte("marker of who left")) {
		t.Error("a deleted row can be read in the file")
	}
}
