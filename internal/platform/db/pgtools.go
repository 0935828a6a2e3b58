package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"wekala/internal/platform/id"
)

// ErrNoTools is returned if PostgreSQL's own tools are not installed.
var ErrNoTools = errors.New(
	"pg_dump and pg_restore are not installed on this machine (on Debian: apt install postgresql-client)")

// ErrNoScratch is returned if a backup cannot be examined because the database user may not create the database to
// restore it into.
var ErrNoScratch = errors.New(
	"the database user may not make a database to examine backups in: ALTER ROLE … CREATEDB lets them")

// libpqParameters are the parameters of an address that PostgreSQL's own tools accept; they refuse any other.
var libpqParameters = []string{"sslmode", "sslcert", "sslkey", "sslrootcert", "sslcrl", "connect_timeout",
	"application_name", "options", "target_session_attrs", "channel_binding", "gssencmode", "krbsrvname", "passfile",
	"service", "host", "port", "user", "dbname"}

// pgCommand runs one of PostgreSQL's tools. It passes the password in the environment, because every user of the
// machine can read a command line.
func pgCommand(ctx context.Context, address, name string, args ...string) error {
	u, err := url.Parse(address)
	if err != nil {
		return errors.New("db: the database's address cannot be read")
	}
	env := os.Environ()
	if password, ok := u.User.Password(); ok {
		env = append(env, "PGPASSWORD="+password)
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	if password := q.Get("password"); password != "" {
		env = append(env, "PGPASSWORD="+password)
	}
	for name := range q {
		if !slices.Contains(libpqParameters, name) {
			q.Del(name)
		}
	}
	u.RawQuery = q.Encode()
	path, err := exec.LookPath(name)
	if err != nil {
		return ErrNoTools
	}
	cmd := exec.CommandContext(ctx, path, append(args, "--no-password", "--dbname="+u.String())...)
	cmd.Env = env
	cmd.WaitDelay = 10 * time.Second
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lines := strings.TrimSpace(said.String())
		if len(lines) > 500 {
			lines = lines[:500]
		}
		return fmt.Errorf("%s: %w: %s", name, err, lines)
	}
	return nil
}

// pgDump doesn't compress, because the archive does.
func pgDump(ctx context.Context, address, path string) error {
	if err := pgCommand(ctx, address, "pg_dump", "--format=custom", "--compress=0", "--no-owner", "--no-privileges",
		"--file="+path); err != nil {
		return err
	}
	return settle(path)
}

func pgRestore(ctx context.Context, address, path string) error {
	return pgCommand(ctx, address, "pg_restore", "--no-owner", "--no-privileges", "--exit-on-error",
		"--single-transaction", path)
}

func pgReady(ctx context.Context, d *DB) error {
	for _, name := range []string{"pg_dump", "pg_restore"} {
		if _, err := exec.LookPath(name); err != nil {
			return ErrNoTools
		}
	}
	var may bool
	if err := d.Get(ctx, &may, `SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user`); err != nil {
		return err
	}
	if !may {
		return ErrNoScratch
	}
	return nil
}

// pgScratch creates a database on the same server. It first drops databases that killed programs left behind: those
// with such a name that are more than a day old.
func pgScratch(ctx context.Context, address string) (string, func() error, error) {
	e, err := openPostgres(ctx, address)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = e.close() }()
	var left []string
	if err := e.pool.SelectContext(ctx, &left, `SELECT datname FROM pg_database WHERE starts_with(datname, $1)
		ORDER BY datname`, scratchPrefix); err != nil {
		return "", nil, err
	}
	for _, name := range left {
		at, _, _ := strings.Cut(strings.TrimPrefix(name, scratchPrefix), "_")
		if seconds, err := strconv.ParseInt(at, 10, 64); err == nil && time.Since(time.Unix(seconds, 0)) > 24*time.Hour {
			_, _ = e.pool.ExecContext(ctx, `DROP DATABASE IF EXISTS `+name)
		}
	}
	name := fmt.Sprintf("%s%d_%s", scratchPrefix, time.Now().Unix(), id.Digest(id.Secret(8))[:12])
	// template0 is used because template1 may have other content.
	if _, err := e.pool.ExecContext(ctx, `CREATE DATABASE `+name+` TEMPLATE template0 ENCODING 'UTF8'`); err != nil {
		return "", nil, errors.Join(ErrNoScratch, err)
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", nil, err
	}
	u.Path = "/" + name
	drop := func() error {
		ctx, cancel := context.WithTimeout(context.Background(), endWithin)
		defer cancel()
		e, err := openPostgres(ctx, address)
		if err != nil {
			return err
		}
		_, err = e.pool.ExecContext(ctx, `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`)
		return errors.Join(err, e.close())
	}
	return u.String(), drop, nil
}

const scratchPrefix = "wekala_scratch_"

func pgVacant(ctx context.Context, address string) (bool, error) {
	e, err := openPostgres(ctx, address)
	if err != nil {
		return false, err
	}
	defer func() { _ = e.close() }()
	var n int
	err = e.pool.GetContext(ctx, &n, `SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()`)
	return n == 0, err
}

func pgIdle(ctx context.Context, address string) error {
	e, err := openPostgres(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = e.close() }()
	var n int
	// Connections of this pool don't count; it may have more than the one that asks.
	err = e.pool.GetContext(ctx, &n, `SELECT COUNT(*) FROM pg_stat_activity a WHERE a.datname = current_database()
		AND a.backend_type = 'client backend'
		AND a.pid <> pg_backend_pid()`)
	if err == nil && n > 0 {
		return ErrInUse
	}
	return err
}

func pgClear(ctx context.Context, address string) error {
	e, err := openPostgres(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = e.close() }()
	var tables []string
	if err := e.pool.SelectContext(ctx, &tables, `SELECT quote_ident(tablename) FROM pg_tables
		WHERE schemaname = current_schema() ORDER BY tablename`); err != nil {
		return err
	}
	if len(tables) == 0 {
		return nil
	}
	_, err = e.pool.ExecContext(ctx, `DROP TABLE `+strings.Join(tables, ", ")+` CASCADE`)
	return err
}
