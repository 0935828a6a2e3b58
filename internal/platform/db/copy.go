package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// This file copies whole databases for backups: SQLite directly, PostgreSQL with its own tools (pgtools.go).

// ErrInUse reports that a database cannot be replaced because another program is connected to it.
var ErrInUse = errors.New("db: somebody is using the database")

// Dump writes a consistent snapshot of the database to a file that must not exist yet. Writers don't wait for it.
func (d *DB) Dump(ctx context.Context, path string) error {
	if d.Engine() == Postgres {
		return pgDump(ctx, d.url, path)
	}
	// It needs a separate connection, because the readers cannot write to any file.
	conn, err := sql.Open("sqlite", plainDSN(sqlitePath(d.url)))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "VACUUM INTO $1", path); err != nil {
		return fmt.Errorf("db: copy: %w", err)
	}
	return settle(path)
}

// truncateWait is how long truncating the log may block writers.
const truncateWait = 200 // milliseconds

// TruncateLog moves SQLite's write-ahead log into the file and empties it; until then, deleted data can be read in the
// log. During a long read it does nothing, and the next call does it.
func (d *DB) TruncateLog(ctx context.Context) error {
	if d.Engine() == Postgres {
		return nil
	}
	conn, err := sql.Open("sqlite", plainDSN(sqlitePath(d.url)))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	conn.SetMaxOpenConns(1)
	if _, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", truncateWait)); err != nil {
		return err
	}
	var busy, frames, moved int64
	return conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved)
}

// Undump fills the database at an address, which must be empty, from a file
// that Dump wrote.
func Undump(ctx context.Context, url, path string) error {
	if postgresURL(url) {
		return pgRestore(ctx, url, path)
	}
	if err := createPrivate(sqlitePath(url)); err != nil {
		return err
	}
	return copyFile(path, sqlitePath(url))
}

// CanDump returns the reason why a backup could not be made or examined, such as missing tools or rights, before any
// work is done.
func (d *DB) CanDump(ctx context.Context) error {
	if d.Engine() == SQLite {
		return nil
	}
	return pgReady(ctx, d)
}

// Scratch creates an empty database next to this one. The caller drops it. With SQLite it is a file in dir.
func (d *DB) Scratch(ctx context.Context, dir string) (url string, drop func() error, err error) {
	if d.Engine() == Postgres {
		return pgScratch(ctx, d.url)
	}
	return "sqlite:" + dir + "/scratch.db", func() error { return nil }, nil
}

// Vacant reports whether an address holds no data: no file, or no table.
func Vacant(ctx context.Context, url string) (bool, error) {
	if postgresURL(url) {
		return pgVacant(ctx, url)
	}
	info, err := os.Stat(sqlitePath(url))
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return err == nil && info.Size() == 0, err
}

// Idle returns ErrInUse while another connection to the database is open.
func Idle(ctx context.Context, url string) error {
	if postgresURL(url) {
		return pgIdle(ctx, url)
	}
	path := sqlitePath(url)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	conn, err := sql.Open("sqlite", plainDSN(path))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	conn.SetMaxOpenConns(1)
	// Leaving write-ahead logging needs exclusive access and doesn't change the content. The next program that opens the
	// file switches back.
	var mode string
	if err := conn.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode); err != nil || mode != "delete" {
		return ErrInUse
	}
	return nil
}

// Clear removes every table at a PostgreSQL address. Files are left to the caller.
func Clear(ctx context.Context, url string) error { return pgClear(ctx, url) }

// SQLitePath returns the file of an SQLite address, "" for another engine.
func SQLitePath(url string) string {
	if postgresURL(url) {
		return ""
	}
	return sqlitePath(url)
}

// EngineOf returns the engine of an address.
func EngineOf(url string) Engine {
	if postgresURL(url) {
		return Postgres
	}
	return SQLite
}

// Newest returns the number of the newest migration among the files.
func Newest(dir fs.FS) (int64, error) {
	all, err := readMigrations(dir)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	return all[len(all)-1].version, nil
}

func postgresURL(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

func sqlitePath(url string) string { return strings.TrimPrefix(url, "sqlite:") }

// plainDSN opens a file without changing its journal mode.
func plainDSN(path string) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?_pragma=busy_timeout(1000)&_error_rc=1"
}

// settle makes a file private and syncs it to disk.
func settle(path string) error {
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}
