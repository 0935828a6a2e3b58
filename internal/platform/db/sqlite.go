package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/jmoiron/sqlx"
	_ "modernc.org/sqlite" // registers the driver
)

// sqliteEngine has two pools on one file. With write-ahead logging, readers and the writer don't wait for each other.
type sqliteEngine struct {
	readers *sqlx.DB
	stmts   stmtCache
	writer  *writer
}

const (
	// cacheKiB is the page cache of each connection.
	cacheKiB = 64 << 10
	// maxReaders bounds the memory for caches on very large machines.
	maxReaders = 16
)

func openSQLite(ctx context.Context, path string, o options) (*sqliteEngine, error) {
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return nil, errors.New("db: sqlite needs the path of a file")
	}
	if err := createPrivate(path); err != nil {
		return nil, fmt.Errorf("db: %w", err)
	}
	write, err := sqlx.Open("sqlite", sqliteDSN(path, o, false))
	if err != nil {
		return nil, err
	}
	w, err := startWriter(ctx, withMapper(write), o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("db: open %s: %w", path, err), write.Close())
	}
	// The readers are opened last, because only the writer may switch the file to write-ahead logging.
	read, err := sqlx.Open("sqlite", sqliteDSN(path, o, true))
	if err != nil {
		return nil, errors.Join(err, w.stop())
	}
	n := min(max(2, runtime.NumCPU()), maxReaders)
	read.SetMaxOpenConns(n)
	read.SetMaxIdleConns(n)
	if err := read.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("db: open %s: %w", path, err), read.Close(), w.stop())
	}
	return &sqliteEngine{readers: withMapper(read), writer: w}, nil
}

// createPrivate creates the file before SQLite does, readable only by its owner, as it contains names, addresses and
// phone numbers. The log files get the same mode.
func createPrivate(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// sqliteDSN contains every setting, so that connections opened later by the pool are like the first.
func sqliteDSN(path string, o options, reader bool) string {
	sync := "FULL"
	if o.unsafe {
		sync = "OFF"
	}
	v := url.Values{"_dqs": {"0"}, "_error_rc": {"1"}}
	pragmas := []string{
		"busy_timeout(5000)",
		"foreign_keys(1)",
		// A memory-mapped file reads faster while nothing writes. But after each commit every reader maps it again, which
		// cost half of a busy server's processor time.
		"mmap_size(0)",
		fmt.Sprintf("cache_size(-%d)", cacheKiB),
		"temp_store(MEMORY)",
	}
	if reader {
		pragmas = append(pragmas, "query_only(1)")
	} else {
		v.Set("_txlock", "immediate")
		pragmas = append(pragmas,
			"journal_mode(WAL)",
			"synchronous("+sync+")",
			// Deleted data is overwritten, so that a copy of the file contains nothing of erased customers. Freed pages are
			// overwritten when they are reused.
			"secure_delete(FAST)",
			// Frequently changed pages are written to the file once per eight thousand pages of the log instead of once per
			// thousand. That allows a tenth more purchases; the log then has 32 MB.
			"wal_autocheckpoint(8000)",
			// A log that has grown once (by a large import) is truncated afterwards.
			"journal_size_limit(67108864)",
		)
	}
	v["_pragma"] = pragmas
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + v.Encode()
}

func (e *sqliteEngine) kind() Engine { return SQLite }

func (e *sqliteEngine) close() error {
	return errors.Join(e.writer.stop(), e.stmts.close(), e.readers.Close())
}

func (e *sqliteEngine) stats() Stats {
	s := poolStats(e.readers)
	s.Commits, s.Transactions = e.writer.commits.Load(), e.writer.committed.Load()
	return s
}

func (e *sqliteEngine) pipe() pipe { return nil }

func (e *sqliteEngine) run(ctx context.Context, fn txFunc) error { return e.writer.run(ctx, fn) }

func (e *sqliteEngine) Get(ctx context.Context, dest any, query string, args ...any) error {
	st, err := e.stmts.take(ctx, e.readers, query)
	if err != nil {
		return err
	}
	if st == nil {
		return e.readers.GetContext(ctx, dest, query, args...)
	}
	defer e.stmts.done(st)
	return st.GetContext(ctx, dest, args...)
}

func (e *sqliteEngine) Select(ctx context.Context, dest any, query string, args ...any) error {
	st, err := e.stmts.take(ctx, e.readers, query)
	if err != nil {
		return err
	}
	if st == nil {
		return e.readers.SelectContext(ctx, dest, query, args...)
	}
	defer e.stmts.done(st)
	return st.SelectContext(ctx, dest, args...)
}

// snapshot reads in one transaction: with write-ahead logging, its first read fixes the state for all later ones.
func (e *sqliteEngine) snapshot(ctx context.Context, fn func(context.Context, Querier) error) error {
	tx, err := e.readers.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return fn(ctx, sqlxQuerier{tx})
}

// sqlxQuerier makes a Querier of a sqlx queryer.
type sqlxQuerier struct {
	q interface {
		GetContext(ctx context.Context, dest any, query string, args ...any) error
		SelectContext(ctx context.Context, dest any, query string, args ...any) error
	}
}

func (s sqlxQuerier) Get(ctx context.Context, dest any, query string, args ...any) error {
	return s.q.GetContext(ctx, dest, query, args...)
}

func (s sqlxQuerier) Select(ctx context.Context, dest any, query string, args ...any) error {
	return s.q.SelectContext(ctx, dest, query, args...)
}
