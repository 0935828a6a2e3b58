package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/migrations"
)

func TestStatements(t *testing.T) {
	const src = `-- BIGINT; in a comment
CREATE TABLE a (
  id TEXT PRIMARY KEY, -- it's "one"
  n bigint NOT NULL DEFAULT 0, /* BYTES ; */
  active BOOLEAN NOT NULL DEFAULT true,
  "odd name" BOOLEAN,
  bigint_word TEXT DEFAULT 'BIGINT; it''s BOOLEAN',
  raw BYTES
) -- (done)
;
ALTER TABLE a ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT false;
INSERT INTO a (id, active) SELECT 'سكر;', CAST(1 AS BOOLEAN) WHERE CAST(NULL AS BIGINT) IS NULL;;
-- the end`
	for e, want := range map[db.Engine][]string{
		db.SQLite: {
			`-- BIGINT; in a comment
CREATE TABLE a (
  id TEXT PRIMARY KEY, -- it's "one"
  n INTEGER NOT NULL DEFAULT 0, /* BYTES ; */
  active INTEGER CHECK (active IN (0, 1)) NOT NULL DEFAULT true,
  "odd name" INTEGER CHECK ("odd name" IN (0, 1)),
  bigint_word TEXT DEFAULT 'BIGINT; it''s BOOLEAN',
  raw BLOB
) STRICT`,
			`ALTER TABLE a ADD COLUMN hidden INTEGER CHECK (hidden IN (0, 1)) NOT NULL DEFAULT false`,
			`INSERT INTO a (id, active) SELECT 'سكر;', CAST(1 AS INTEGER) WHERE CAST(NULL AS INTEGER) IS NULL`,
		},
		db.Postgres: {
			`-- BIGINT; in a comment
CREATE TABLE a (
  id TEXT PRIMARY KEY, -- it's "one"
  n bigint NOT NULL DEFAULT 0, /* BYTES ; */
  active BOOLEAN NOT NULL DEFAULT true,
  "odd name" BOOLEAN,
  bigint_word TEXT DEFAULT 'BIGINT; it''s BOOLEAN',
  raw BYTEA
)`,
			`ALTER TABLE a ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT false`,
			`INSERT INTO a (id, active) SELECT 'سكر;', CAST(1 AS BOOLEAN) WHERE CAST(NULL AS BIGINT) IS NULL`,
		},
	} {
		got, err := db.Statements(e, src)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, "\n;\n") != strings.Join(want, "\n;\n") {
			t.Errorf("%s:\n%s", e, strings.Join(got, "\n;\n"))
		}
	}
	for _, bad := range []string{`SELECT 'x`, `/* x`, `CREATE TABLE a AS SELECT 1`} {
		if got, err := db.Statements(db.SQLite, bad); err == nil {
			t.Errorf("%s gave %q", bad, got)
		}
	}
}

func files(texts ...string) fstest.MapFS {
	dir := fstest.MapFS{}
	for i, text := range texts {
		dir[fmt.Sprintf("%04d_step.sql", i+1)] = &fstest.MapFile{Data: []byte(text)}
	}
	return dir
}

const (
	first = `CREATE TABLE a (id TEXT PRIMARY KEY, active BOOLEAN NOT NULL); INSERT INTO a (id, active)
		VALUES ('x', true);`
	second = `ALTER TABLE a ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT false; ALTER TABLE a ADD COLUMN n BIGINT;`
)

func TestMigrate(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		for _, dir := range []fstest.MapFS{files(first), files(first, second), files(first, second)} {
			if err := db.Migrate(ctx, d, dir); err != nil {
				t.Fatal(err)
			}
		}
		var row struct{ Active, Hidden bool }
		if err := d.Get(ctx, &row, `SELECT active, hidden FROM a WHERE active AND NOT hidden`); err != nil || !row.Active ||
			row.Hidden {
			t.Errorf("%+v, %v", row, err)
		}
		// SQLite refuses what PostgreSQL refuses.
		for _, wrong := range []struct {
			query string
			arg   any
		}{
			{`INSERT INTO a (id, active) VALUES ('y', $1)`, int64(2)},
			{`INSERT INTO a (id, active, hidden) VALUES ('y', false, $1)`, int64(2)},
			{`INSERT INTO a (id, active, n) VALUES ('y', false, $1)`, "many"},
		} {
			err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, wrong.query, wrong.arg)
				return err
			})
			if err == nil {
				t.Errorf("%s took %v", wrong.query, wrong.arg)
			}
		}
	})
}

func TestMigrateRefuses(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		if err := db.Migrate(ctx, d, files(first, second)); err != nil {
			t.Fatal(err)
		}
		if err := db.Migrate(ctx, d, files(first)); !errors.Is(err, db.ErrNewer) {
			t.Errorf("a newer database gave %v", err)
		}
		if err := db.Migrate(ctx, d, files(first, second+" ")); err == nil || !strings.Contains(err.Error(), "changed") {
			t.Errorf("a changed file gave %v", err)
		}
		gap := files("", second)
		delete(gap, "0001_step.sql")
		if err := db.Migrate(ctx, d, gap); err == nil {
			t.Error("a missing file gave no error")
		}
		twice := files(first, second)
		twice["2_again.sql"] = twice["0002_step.sql"]
		if err := db.Migrate(ctx, d, twice); err == nil {
			t.Error("two files of one number gave no error")
		}
		if err := db.Migrate(ctx, d, fstest.MapFS{"first.sql": &fstest.MapFile{}}); err == nil {
			t.Error("a file without a number gave no error")
		}
	})
}

func TestFailedMigrationLeavesNothing(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		err := db.Migrate(t.Context(), d, files(first, second+`INSERT INTO nowhere (id) VALUES (1);`))
		if err == nil || !strings.Contains(err.Error(), "0002_step") {
			t.Errorf("got %v", err)
		}
		if n := number(t, d, `SELECT COUNT(*) FROM schema_migrations`); n != 1 {
			t.Errorf("%d recorded", n)
		}
		if err := db.Migrate(t.Context(), d, files(first, second)); err != nil {
			t.Errorf("mended: %v", err)
		}
	})
}

func TestNodesMigrateAtOnce(t *testing.T) {
	dbtest.Empty(t, func(t *testing.T, d *db.DB) {
		start := make(chan struct{})
		var wg sync.WaitGroup
		for range 4 {
			node := dbtest.Another(t, d)
			wg.Go(func() {
				<-start
				if err := db.Migrate(t.Context(), node, files(first, second)); err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if n := number(t, d, `SELECT COUNT(*) FROM a`); n != 1 {
			t.Errorf("%d rows: a file ran more than once", n)
		}
	})
}

// The shop's own migrations run on both engines, and again without a change.
func TestOwnMigrations(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if err := db.Migrate(t.Context(), d, migrations.FS); err != nil {
			t.Error(err)
		}
	})
}
