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

// sqliteEngine has two pools on one file. In write-ahead logging readers do not
// wait for the writer, nor the writer for them.
type sqliteEngine struct {
	readers *sqlx.DB
	stmts   stmtCache
	writer  *writer
}

const (
	// cacheKiB is each connection's own page cache.
	cacheKiB = 64 << 10
	// maxReaders bounds the memory of the caches on very large machines.
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
	// Only now, because the writer has switched the file to write-ahead
	// logging, which a reader may not.
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

// createPrivate makes the file before SQLite does, readable to its owner only:
// it holds names, addresses and phone numbers. The log files take its mode over.
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

// sqliteDSN carries every setting, so that a connection the pool opens later is
// like the first.
func sqliteDSN(path string, o options, reader bool) string {
	sync := "FULL"
	if o.unsafe {
		sync = "OFF"
	}
	v := url.Values{"_dqs": {"0"}, "_error_rc": {"1"}}
	pragmas := []string{
		"busy_timeout(5000)",
		"foreign_keys(1)",
		// A mapped file reads faster while nothing writes; but after each commit every reader maps it again, which cost half
		// of a busy shop's processor time.
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
			// Deleted data is overwritten, so that a copy of the file has nothing of erased customers; freed pages are
			// overwritten when they are used again.
			"secure_delete(FAST)",
			// Pages that every order changes are written to the file once in eight thousand of the log
			// instead of once in a thousand: a tenth more purchases. The log is 32 MB then.
			"wal_autocheckpoint(8000)",
			// A log that once grew (a large import) is cut back afterwards.
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

// snapshot reads in one transaction: in write-ahead logging its first read
// fixes the moment for all that follow.
func (e *sqliteEngine) snapshot(ctx context.Context, fn func(context.Context, Querier) error) error {
	tx, err := e.readers.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return fn(ctx, sqlxQuerier{tx})
}

// sqlxQuerier makes a Querier of what sqlx calls its own.
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
