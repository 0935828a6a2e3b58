package db

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strconv"
	"strings"
	"time"
)

// ErrNewer is returned by Migrate for a database that a newer program has migrated, as this program would misread it.
var ErrNewer = errors.New("the database belongs to a newer version of this program")

// ErrNotMigrated is returned by Migrated for a database that lacks tables of this program.
var ErrNotMigrated = errors.New(
	"the database is empty or of an older version of this program: wekala migrate brings it up to date")

// migration is one file: NNNN_name.sql.
type migration struct {
	version  int64
	name     string
	text     string
	checksum string
}

// Migrate runs the numbered *.sql files of dir, each once in its own transaction, and records their checksums. A file
// that changed after it ran is an error. If several nodes start at once, the record's key lets one run a file while the
// others wait. A database with newer files returns ErrNewer.
func Migrate(ctx context.Context, d *DB, dir fs.FS) error {
	want, err := readMigrations(dir)
	if err != nil {
		return fmt.Errorf("db: migrations: %w", err)
	}
	if err := createRecord(ctx, d); err != nil {
		return fmt.Errorf("db: migrations: %w", err)
	}
	if err := compare(ctx, d, want); err != nil {
		return fmt.Errorf("db: migrations: %w", err)
	}
	for _, m := range want {
		if err := m.apply(ctx, d); err != nil {
			return fmt.Errorf("db: migration %s: %w", m.name, err)
		}
	}
	return nil
}

// Migrated checks that the tables are as Migrate would leave them, and changes nothing.
func Migrated(ctx context.Context, d *DB, dir fs.FS) error {
	want, err := readMigrations(dir)
	if err != nil {
		return fmt.Errorf("db: migrations: %w", err)
	}
	var have int
	if err := d.Get(ctx, &have, `SELECT COUNT(*) FROM schema_migrations`); err != nil {
		return fmt.Errorf("%w (%v)", ErrNotMigrated, err)
	}
	if err := compare(ctx, d, want); err != nil {
		return err
	}
	if have < len(want) {
		return ErrNotMigrated
	}
	return nil
}

func readMigrations(dir fs.FS) ([]migration, error) {
	names, err := fs.Glob(dir, "*.sql")
	if err != nil {
		return nil, err
	}
	var out []migration
	for _, name := range names {
		number, _, ok := strings.Cut(name, "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if !ok || err != nil || version < 1 {
			return nil, fmt.Errorf("%s is not called NNNN_name.sql", name)
		}
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		out = append(out,
			migration{version, strings.TrimSuffix(path.Base(name), ".sql"), string(text), hex.EncodeToString(sum[:])})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].version < out[j].version })
	for i := 1; i < len(out); i++ {
		if out[i].version == out[i-1].version {
			return nil, fmt.Errorf("%s and %s have one number", out[i-1].name, out[i].name)
		}
	}
	return out, nil
}

const recordTable = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version    BIGINT PRIMARY KEY,
  name       TEXT NOT NULL,
  checksum   TEXT NOT NULL,
  applied_at BIGINT NOT NULL
)`

// createRecord creates the table of the record. On PostgreSQL two nodes may try that at the same time: the second one
// fails, and finds the table when it retries.
func createRecord(ctx context.Context, d *DB) error {
	stmts, err := statements(d.Engine(), recordTable)
	if err != nil {
		return err
	}
	for attempt := 1; ; attempt++ {
		err := d.InTx(ctx, func(ctx context.Context, tx *Tx) error {
			_, err := tx.Exec(ctx, stmts[0])
			return err
		})
		code := pgCode(err)
		raced := IsUnique(err) || code == pgTableExists || code == pgTypeExists
		if !raced || attempt == retries {
			return err
		}
	}
}

// compare refuses a database whose recorded migrations differ from the files.
func compare(ctx context.Context, d *DB, want []migration) error {
	var have []struct {
		Version  int64
		Name     string
		Checksum string
	}
	if err := d.Select(ctx, &have, `SELECT version, name, checksum FROM schema_migrations ORDER BY version`); err != nil {
		return err
	}
	known := make(map[int64]migration, len(want))
	var newest int64
	for _, m := range want {
		known[m.version], newest = m, m.version
	}
	for _, h := range have {
		m, ok := known[h.Version]
		switch {
		case h.Version > newest:
			return fmt.Errorf("%w: it has %s", ErrNewer, h.Name)
		case !ok:
			return fmt.Errorf("%s ran on this database and is not among the files", h.Name)
		case m.checksum != h.Checksum:
			return fmt.Errorf("%s was changed after it ran; write a new one instead", m.name)
		}
	}
	return nil
}

// apply runs the file unless another node has run it. Inserting its row first acts as the lock: a second node's insert
// waits until the first has committed, and then finds nothing left to do.
func (m migration) apply(ctx context.Context, d *DB) error {
	stmts, err := statements(d.Engine(), m.text)
	if err != nil {
		return err
	}
	return d.InTx(ctx, func(ctx context.Context, tx *Tx) error {
		n, err := tx.Exec(ctx, `INSERT INTO schema_migrations (version, name, checksum, applied_at)
			VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, m.version, m.name, m.checksum, At(time.Now()))
		if err != nil || n == 0 {
			return err
		}
		for _, s := range stmts {
			if _, err := tx.Exec(ctx, s); err != nil {
				return fmt.Errorf("%w, in: %s", err, firstLine(s))
			}
		}
		return nil
	})
}

// firstLine shortens a statement for an error and skips the comment above it.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "--") {
			return line
		}
	}
	return ""
}
