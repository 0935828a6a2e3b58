package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// The limit of an add and of an order: net/http around the bare statements that write the same rows into the shop's own
// tables and nothing else. Nothing is read, calculated or checked except by the guards of these statements.

// sameAdd raises the number of something in a cart: the cart's version and its line.
func sameAdd(ctx context.Context, d *db.DB) (func(ctx context.Context) error, error) {
	them, err := newStandIns(ctx, d)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		n := int(turn.Add(1))
		one, now := them.at(n), time.Now().UnixMilli()
		line := n / len(them.all) % linesEach
		return them.write(ctx, d, []db.Stmt{
			{SQL: `UPDATE carts SET version = version + 1, branch_id = $3, coupon_id = NULL, updated_at = $2 WHERE id = $1
				AND state = 'active'`,
				Args: []any{one.cart, now, them.branch}},
			{SQL: `UPDATE cart_items SET qty = $3, note = '', seen_price = $4, extras = '' WHERE cart_id = $1 AND id = $2`,
				Args: []any{one.cart, one.lines[line], int64(1 + n%9), int64(4000)}},
		})
	}, nil
}

// sameCheckout writes all rows of the shop's newest order again, with other ids: order, lines, history, reserved stock,
// ledger entry, key and accepted policies; it touches the rows of customer, cart and stock. The program touches the
// order's row once more, for a guard.
func sameCheckout(ctx context.Context, d *db.DB, database string) (func(ctx context.Context) error, error) {
	them, err := newStandIns(ctx, d)
	if err != nil {
		return nil, err
	}
	var model struct {
		ID     string `db:"id"`
		Number string `db:"number"`
		User   string `db:"user_id"`
		Cart   string `db:"cart_id"`
		Branch string `db:"branch_id"`
		Ledger string `db:"ledger"`
		Key    string `db:"key"`
	}
	if err := d.Get(ctx, &model, `SELECT o.id, o.number, o.user_id, o.cart_id, o.branch_id, t.id AS ledger, i.key
		FROM orders o
		JOIN ledger_transactions t ON t.source = 'order:' || o.id || ':placed'
		JOIN idempotency i ON i.caller = o.user_id ORDER BY o.created_at DESC, o.id DESC LIMIT 1`); err != nil {
		return nil, fmt.Errorf("an order to go by: %w", err)
	}
	var lines, variants []string
	if err := d.Select(ctx, &lines, `SELECT id FROM order_lines WHERE order_id = $1`, model.ID); err != nil {
		return nil, err
	}
	if err := d.Select(ctx, &variants, `SELECT variant_id FROM order_lines WHERE order_id = $1`, model.ID); err != nil {
		return nil, err
	}
	c := &copier{
		names: slices.Concat([]string{model.Key, model.ID, model.Number, model.User, model.Cart, model.Ledger}, lines,
			variants)}
	raw, err := openRaw(database)
	if err != nil {
		return nil, err
	}
	defer raw.Close()
	for _, from := range []struct{ table, where, key string }{
		{"idempotency", "caller = $1", model.User},
		{"reservations", "order_id = $1", model.ID},
		{"orders", "id = $1", model.ID},
		{"order_lines", "order_id = $1", model.ID},
		{"order_events", "order_id = $1", model.ID},
		{"ledger_transactions", "id = $1", model.Ledger},
		{"ledger_postings", "transaction_id = $1", model.Ledger},
		{"policy_acceptances", "order_id = $1", model.ID},
	} {
		if err := c.read(ctx, raw, from.table, from.where, from.key); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context) error {
		n := int(turn.Add(1))
		one, now := them.at(n), time.Now().UnixMilli()
		key := fmt.Sprint("bench-", n)
		fresh := []string{key, id.New("ord"), orders.NewNumber(), one.user, one.cart, id.New("ltx")}
		for range lines {
			fresh = append(fresh, id.New("oln"))
		}
		held := make([]string, len(variants))
		for i := range held {
			held[i] = them.variants[(n*len(held)+i)%len(them.variants)]
		}
		slices.Sort(held)
		stmts := []db.Stmt{
			{SQL: `UPDATE users SET updated_at = updated_at WHERE id = $1 AND erased_at IS NULL`, Args: []any{one.user}},
			{SQL: `UPDATE carts SET state = CASE WHEN state = 'active' THEN 'ordered' ELSE 'active' END, updated_at = $2
				WHERE id = $1`, Args: []any{one.cart, now}},
		}
		for _, v := range held {
			stmts = append(stmts, db.Stmt{SQL: `UPDATE stock SET reserved = reserved + $3 WHERE branch_id = $1
				AND variant_id = $2 AND on_hand - reserved >= $3`,
				Args: []any{model.Branch, v, int64(1)}})
		}
		return them.write(ctx, d, append(stmts, c.stmts(append(fresh, held...))...))
	}, nil
}

// standIns are customers whose rows the bare statements touch, each with a cart.
type standIns struct {
	branch   string
	variants []string
	all      []standIn
}

type standIn struct {
	user, cart string
	lines      []string
}

const (
	standInsMade = 1000
	linesEach    = 3
)

func newStandIns(ctx context.Context, d *db.DB) (*standIns, error) {
	s := &standIns{}
	var where struct {
		Branch  string `db:"branch_id"`
		Service string `db:"service_id"`
	}
	if err := d.Get(ctx, &where, `SELECT o.branch_id, o.service_id FROM carts o WHERE o.state = 'active'
		ORDER BY o.id DESC LIMIT 1`); err != nil {
		return nil, fmt.Errorf("a cart to go by: %w", err)
	}
	s.branch = where.Branch
	if err := d.Select(ctx, &s.variants, `SELECT variant_id FROM stock WHERE branch_id = $1 AND on_hand > 1000000
		ORDER BY variant_id LIMIT 200`, s.branch); err != nil {
		return nil, err
	}
	now := time.Now().UnixMilli()
	return s, d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		s.all = nil
		var stmts []db.Stmt
		add := func(sql string, args ...any) { stmts = append(stmts, db.Stmt{SQL: sql, Args: args}) }
		for range standInsMade {
			one := standIn{user: id.New("usr"), cart: id.New("crt")}
			add(`INSERT INTO users (id, phone, name, lang, created_at, updated_at) VALUES ($1, $2, 'Bench', 'en', $3, $3)`,
				one.user, "+2"+one.user, now)
			add(`INSERT INTO carts (id, owner, service_id, branch_id, state, version, created_at, updated_at)
				VALUES ($1, $2, $3, $4, 'active', 1, $5, $5)`,
				one.cart, one.user, where.Service, where.Branch, now)
			for i := range linesEach {
				one.lines = append(one.lines, id.New("itm"))
				add(`INSERT INTO cart_items (cart_id, id, variant_id, product_id, qty, seen_price, created_at, extras, unit_grams)
					VALUES ($1, $2, $3, $3, 1, 4000, $4, '', 0)`,
					one.cart, one.lines[i], s.variants[i], now)
			}
			s.all = append(s.all, one)
		}
		return tx.Batch(ctx, stmts)
	})
}

func (s *standIns) at(n int) standIn { return s.all[n%len(s.all)] }

// write sends the statements as one transaction, of which each must touch a row.
func (s *standIns) write(ctx context.Context, d *db.DB, stmts []db.Stmt) error {
	for i := range stmts {
		stmts[i].Guard = fmt.Errorf("bench: no row was touched by %.60s", stmts[i].SQL)
	}
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.Batch(ctx, stmts) })
}

// copier writes the rows of a model again, with fresh values for the names that identify it.
type copier struct {
	names []string
	from  []copied
}

// copied is the rows of one table.
type copied struct {
	sql   string
	cells []cell
}

// cell is a value of the model. If name is not negative, the value contains that name.
type cell struct {
	value         any
	name          int
	before, after string
}

func openRaw(database string) (*sql.DB, error) {
	if path := db.SQLitePath(database); path != "" {
		return sql.Open("sqlite", "file:"+path)
	}
	return sql.Open("pgx", database)
}

func (c *copier) read(ctx context.Context, raw *sql.DB, table, where, key string) error {
	found, err := raw.QueryContext(ctx, `SELECT * FROM `+table+` WHERE `+where, key)
	if err != nil {
		return err
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return err
	}
	var of copied
	var values []string
	row, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range row {
		into[i] = &row[i]
	}
	for found.Next() {
		if err := found.Scan(into...); err != nil {
			return err
		}
		values = append(values, "("+db.List(1+len(of.cells), len(columns))+")")
		for i, v := range row {
			if columns[i] == "version" { // of the policies: each customer accepts one once
				of.cells = append(of.cells, cell{name: 0})
				continue
			}
			of.cells = append(of.cells, c.cell(v))
		}
	}
	if err := found.Err(); err != nil {
		return err
	}
	if len(values) == 0 {
		return fmt.Errorf("bench: an order without %s", table)
	}
	of.sql = `INSERT INTO ` + table + ` (` + strings.Join(columns, ", ") + `) VALUES ` + strings.Join(values, ", ")
	c.from = append(c.from, of)
	return nil
}

func (c *copier) cell(v any) cell {
	text, ok := v.(string)
	if !ok {
		return cell{value: v, name: -1}
	}
	for i, name := range c.names {
		if name == "" {
			continue
		}
		if before, after, found := strings.Cut(text, name); found {
			return cell{name: i, before: before, after: after}
		}
	}
	return cell{value: v, name: -1}
}

// stmts writes the rows with fresh in place of the names.
func (c *copier) stmts(fresh []string) []db.Stmt {
	out := make([]db.Stmt, len(c.from))
	for i, of := range c.from {
		args := make([]any, len(of.cells))
		for k, cell := range of.cells {
			switch {
			case cell.name < 0:
				args[k] = cell.value
			case cell.before == "" && cell.after == "":
				args[k] = fresh[cell.name]
			default:
				args[k] = cell.before + fresh[cell.name] + cell.after
			}
		}
		out[i] = db.Stmt{SQL: of.sql, Args: args}
	}
	return out
}
