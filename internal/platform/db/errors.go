package db

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrNoRows is returned by Get if the query has no row.
var ErrNoRows = sql.ErrNoRows

// ErrClosed is returned by InTx after Close.
var ErrClosed = errors.New("db: closed")

// The SQLSTATE codes of PostgreSQL that this package handles.
const (
	pgSerialization = "40001"
	pgDeadlock      = "40P01"
	pgUnique        = "23505"
	pgTableExists   = "42P07"
	pgTypeExists    = "42710"
	pgShutdown      = "57P01"
	pgCrash         = "57P02"
)

func pgCode(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// sqliteCode returns the extended result code, 0 if err is not SQLite's. Its low byte is the primary code.
func sqliteCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// retryable reports whether repeating the whole transaction may succeed.
func retryable(err error) bool {
	if err == nil {
		return false
	}
	switch pgCode(err) {
	case pgSerialization, pgDeadlock:
		return true
	}
	return sqliteCode(err)&0xff == sqlite3.SQLITE_BUSY
}

// lost reports whether an established connection to PostgreSQL turned out to be dead. A failure to connect doesn't
// count, because then the server is unavailable.
func lost(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	if _, away := errors.AsType[*pgconn.ConnectError](err); away {
		return false
	}
	switch pgCode(err) {
	case pgShutdown, pgCrash:
		return true
	}
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE} {
		if errors.Is(err, end) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}

// IsUnique reports whether err is a violated unique or primary key. It makes the transaction fail, so ON CONFLICT is
// nearly always better.
func IsUnique(err error) bool {
	switch sqliteCode(err) {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return true
	}
	return pgCode(err) == pgUnique
}
