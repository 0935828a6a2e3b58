package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
	"github.com/jmoiron/sqlx/reflectx"
)

// pgEngine uses one pool for reads and writes.
type pgEngine struct {
	pool  *sqlx.DB
	conns int
}

const (
	// minConns is the pool's size on small machines; larger ones get four per core. "pool_max_conns" in the address
	// overrides both.
	minConns     = 16
	connsPerCore = 4
	// idleFor is how long an unused connection stays open.
	idleFor = 5 * time.Minute
	// endWithin bounds COMMIT and ROLLBACK, which ignore the caller's context, so that a caller who disconnects does not
	// make the outcome uncertain.
	endWithin = 30 * time.Second
	// oldestPostgres is server_version_num of 15.
	oldestPostgres = 150000
)

func openPostgres(ctx context.Context, url string) (*pgEngine, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("db: %w", err)
	}
	conns := max(minConns, connsPerCore*runtime.NumCPU())
	if s, ok := cfg.RuntimeParams["pool_max_conns"]; ok {
		delete(cfg.RuntimeParams, "pool_max_conns")
		if conns, err = strconv.Atoi(s); err != nil || conns < 2 {
			return nil, fmt.Errorf("db: pool_max_conns=%s is not a number of at least 2", s)
		}
	}
	if _, ok := cfg.RuntimeParams["application_name"]; !ok {
		cfg.RuntimeParams["application_name"] = "wekala"
	}
	pool := withMapper(sqlx.NewDb(stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(withoutJIT)), "pgx"))
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(idleFor)
	var version int
	err = pool.GetContext(ctx, &version, `SELECT CAST(current_setting('server_version_num') AS BIGINT)`)
	if err == nil && version < oldestPostgres {
		err = fmt.Errorf("PostgreSQL 15 or later is needed, this is %d", version/10000)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("db: %w", err), pool.Close())
	}
	return &pgEngine{pool, conns}, nil
}

// withoutJIT disables the server's just-in-time compilation: on a large catalogue, compiling our short statements took
// three times as long as running them.
func withoutJIT(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, "SET jit = off")
	return err
}

func (e *pgEngine) kind() Engine { return Postgres }

func (e *pgEngine) stats() Stats { return poolStats(e.pool) }

func (e *pgEngine) close() error { return e.pool.Close() }

func (e *pgEngine) Get(ctx context.Context, dest any, query string, args ...any) error {
	return e.repeated(func() error { return e.pool.GetContext(ctx, dest, query, args...) })
}

func (e *pgEngine) Select(ctx context.Context, dest any, query string, args ...any) error {
	list := reflect.ValueOf(dest).Elem()
	before := reflect.New(list.Type()).Elem()
	before.Set(list)
	return e.repeated(func() error {
		list.Set(before) // drop the rows received before the connection broke
		return e.pool.SelectContext(ctx, dest, query, args...)
	})
}

// repeated retries while connections turn out to be dead. After a restart of the server all connections in the pool may
// be dead, and the pool checks only those that were idle for a while.
func (e *pgEngine) repeated(ask func() error) error {
	for attempt := 0; ; attempt++ {
		if err := ask(); !lost(err) || attempt == e.conns {
			return err
		}
	}
}

func (e *pgEngine) snapshot(ctx context.Context, fn func(context.Context, Querier) error) error {
	var tx *sqlx.Tx
	err := e.repeated(func() (err error) {
		tx, err = e.pool.BeginTxx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
		return err
	})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return fn(ctx, sqlxQuerier{tx})
}

// run begins and ends the transaction with its own statements, so that the commit does not use the caller's context.
func (e *pgEngine) run(ctx context.Context, fn txFunc) (err error) {
	conn, err := e.pool.Connx(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	s := &pgSession{conn: conn}
	tx := &Tx{s: s}
	committed := false
	defer func() {
		tx.over = true
		// Also runs if fn panics, so that the pool gets back a clean connection.
		if !committed {
			s.end(ctx, "ROLLBACK")
		}
	}()
	if err := fn(ctx, tx); err != nil {
		return err
	}
	if tx.failed != nil {
		return tx.failed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	committed = true
	return s.end(ctx, "COMMIT")
}

// pgSession is a connection with an open transaction. BEGIN is sent together with the first statement, because a round
// trip costs more than most statements.
type pgSession struct {
	conn  *sqlx.Conn
	begun bool
}

// end runs COMMIT or ROLLBACK. PostgreSQL responds to the COMMIT of a failed transaction with a ROLLBACK and no error,
// which must not count as success.
func (s *pgSession) end(ctx context.Context, how string) error {
	if !s.begun {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer cancel()
	return s.raw(func(c *pgx.Conn) error {
		tag, err := c.Exec(ctx, how)
		if err == nil && tag.String() != how {
			err = fmt.Errorf("db: %s was answered with %s", how, tag)
		}
		return err
	})
}

// raw provides the pgx connection of the transaction. No other part of the program may use pgx.
func (s *pgSession) raw(fn func(c *pgx.Conn) error) error { return raw(s.conn, fn) }

func raw(conn *sqlx.Conn, fn func(c *pgx.Conn) error) error {
	return conn.Raw(func(dc any) error { return fn(dc.(*stdlib.Conn).Conn()) })
}

func (s *pgSession) exec(ctx context.Context, query string, args []any) (int64, error) {
	if !s.begun {
		rows, err := s.batch(ctx, []Stmt{{SQL: query, Args: args}})
		if err != nil {
			return 0, err
		}
		return rows[0], nil
	}
	res, err := s.conn.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (s *pgSession) Get(ctx context.Context, dest any, query string, args ...any) error {
	if !s.begun {
		rows, err := s.batch(ctx, []Stmt{{SQL: query, Args: args, Into: dest}})
		if err == nil && rows[0] == 0 {
			err = sql.ErrNoRows
		}
		return err
	}
	return s.conn.GetContext(ctx, dest, query, args...)
}

func (s *pgSession) Select(ctx context.Context, dest any, query string, args ...any) error {
	if !s.begun {
		_, err := s.batch(ctx, []Stmt{{SQL: query, Args: args, Into: dest}})
		return err
	}
	return s.conn.SelectContext(ctx, dest, query, args...)
}

// batch sends BEGIN together with the first statements.
func (s *pgSession) batch(ctx context.Context, stmts []Stmt) ([]int64, error) {
	if !s.begun {
		s.begun = true
		rows, err := s.send(ctx, append([]Stmt{{SQL: "BEGIN"}}, stmts...))
		if err != nil {
			return nil, err
		}
		return rows[1:], nil
	}
	return s.send(ctx, stmts)
}

func (s *pgSession) send(ctx context.Context, stmts []Stmt) ([]int64, error) {
	return send(ctx, s.conn, stmts)
}

func (s *pgSession) pipe() pipe { return s.batch }

// pipe sends several queries on one connection of the pool, outside any transaction.
func (e *pgEngine) pipe() pipe {
	return func(ctx context.Context, questions []Stmt) (rows []int64, err error) {
		err = e.repeated(func() error {
			conn, err := e.pool.Connx(ctx)
			if err != nil {
				return err
			}
			defer func() { _ = conn.Close() }()
			rows, err = send(ctx, conn, questions)
			return err
		})
		return rows, err
	}
}

// send sends all statements before it reads the first response.
func send(ctx context.Context, conn *sqlx.Conn, stmts []Stmt) ([]int64, error) {
	rows := make([]int64, len(stmts))
	err := raw(conn, func(c *pgx.Conn) error {
		b := &pgx.Batch{}
		for _, st := range stmts {
			b.Queue(st.SQL, st.Args...)
		}
		answers := c.SendBatch(ctx, b)
		for i, st := range stmts {
			n, err := answer(answers, st.Into)
			if err != nil {
				_ = answers.Close() // returns the same error again
				return err
			}
			rows[i] = n
		}
		return answers.Close()
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// answer reads the response to one statement of a batch: the number of changed rows, or the rows found, which it scans
// into their destination.
func answer(answers pgx.BatchResults, into any) (int64, error) {
	if into == nil {
		tag, err := answers.Exec()
		return tag.RowsAffected(), err
	}
	rows, err := answers.Query()
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	to := reflect.ValueOf(into).Elem()
	list, many := listOf(into)
	if many {
		to = reflect.New(list.Type().Elem()).Elem()
		list.SetZero()
	}
	places, err := placesOf(to, rows.FieldDescriptions())
	if err != nil {
		return 0, err
	}
	var n int64
	for rows.Next() {
		if !many && n > 0 {
			continue // only the first row is requested
		}
		to.SetZero()
		if err := rows.Scan(places()...); err != nil {
			return n, err
		}
		if many {
			list.Set(reflect.Append(list, to))
		}
		n++
	}
	return n, rows.Err()
}

// placesOf returns the destinations for the columns of a row, as sqlx does: the value itself if it is no struct or
// implements Scanner, otherwise its fields.
func placesOf(v reflect.Value, columns []pgconn.FieldDescription) (func() []any, error) {
	if v.Kind() != reflect.Struct || v.Addr().Type().Implements(scanner) {
		if len(columns) != 1 {
			return nil, fmt.Errorf("db: %d columns for one %s", len(columns), v.Type())
		}
		return func() []any { return []any{v.Addr().Interface()} }, nil
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	fields := mapper.TraversalsByName(v.Type(), names)
	for i, f := range fields {
		if len(f) == 0 {
			return nil, fmt.Errorf("db: no field of %s for the column %s", v.Type(), names[i])
		}
	}
	return func() []any {
		out := make([]any, len(fields))
		for i, f := range fields {
			out[i] = reflectx.FieldByIndexes(v, f).Addr().Interface()
		}
		return out
	}, nil
}
