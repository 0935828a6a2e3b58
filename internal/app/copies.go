package app

import (
	"context"
	"fmt"

	"wekala/internal/demo"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// copyOf is a generated order: one placed for real, at another time.
type copyOf struct {
	model *past
	order demo.PastOrder
}

// copyRows writes every row an order leaves behind once more, under another id
// and moved in time: $1 the model, $2 the copy, $3 the shift in milliseconds,
// $4 the copy's number. An id stands inside keys made of it, so it is replaced
// there as text. What was sold is received again beforehand, so that the
// shelves stay as they are.
var copyRows = []string{
	`INSERT INTO orders (id, number, user_id, branch_id, store_id, service_id, cart_id, cart_version, status, held_from, event_seq,
		payment_method, payment_state, currency, items_total, discount, delivery_fee, service_fee, tip, tax, total, paid, due,
		coupon_id, coupon_code, address, address_id, district_id, note, change_for, scheduled_from, scheduled_to, promised_at,
		pin_tries, courier_id, courier_name, steps, terms_version, lang, expires_at, accept_by, attempts, picked_at, delivered_at,
		cancelled_by, created_at, updated_at)
	SELECT CAST($2 AS TEXT), CAST($4 AS TEXT), user_id, branch_id, store_id, service_id, REPLACE(CAST($2 AS TEXT), 'ord_', 'crt_'), cart_version,
		status, held_from, event_seq, payment_method, payment_state, currency, items_total, discount, delivery_fee, service_fee, tip, tax,
		total, paid, due, coupon_id, coupon_code, address, address_id, district_id, note, change_for, scheduled_from, scheduled_to,
		promised_at + CAST($3 AS BIGINT), pin_tries, courier_id, courier_name, steps, terms_version, lang, expires_at,
		accept_by + CAST($3 AS BIGINT), attempts, picked_at + CAST($3 AS BIGINT), delivered_at + CAST($3 AS BIGINT), cancelled_by,
		created_at + CAST($3 AS BIGINT), updated_at + CAST($3 AS BIGINT)
	FROM orders WHERE id = CAST($1 AS TEXT)`,
	`INSERT INTO order_lines (order_id, id, branch_id, variant_id, product_id, name_en, name_ar, variant_en, variant_ar, image,
		unit_price, list_price, qty, line_total, discount, vat_bp, tax, note)
	SELECT CAST($2 AS TEXT), id, branch_id, variant_id, product_id, name_en, name_ar, variant_en, variant_ar, image,
		unit_price, list_price, qty, line_total, discount, vat_bp, tax, note
	FROM order_lines WHERE order_id = CAST($1 AS TEXT)`,
	`INSERT INTO order_events (order_id, seq, from_status, to_status, actor_kind, actor_id, reason, at)
	SELECT CAST($2 AS TEXT), seq, from_status, to_status, actor_kind, actor_id, reason, at + CAST($3 AS BIGINT)
	FROM order_events WHERE order_id = CAST($1 AS TEXT)`,
	`INSERT INTO reservations (branch_id, variant_id, order_id, qty, state, expires_at, created_at, ended_at)
	SELECT branch_id, variant_id, CAST($2 AS TEXT), qty, state, expires_at, created_at + CAST($3 AS BIGINT), ended_at + CAST($3 AS BIGINT)
	FROM reservations WHERE order_id = CAST($1 AS TEXT)`,
	`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
	SELECT branch_id, variant_id, REPLACE(CAST($2 AS TEXT), 'ord_', 'mvi_'), qty, 'received', 'story:' || CAST($2 AS TEXT), created_at + CAST($3 AS BIGINT)
	FROM reservations WHERE order_id = CAST($1 AS TEXT)`,
	`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
	SELECT branch_id, variant_id, REPLACE(CAST($2 AS TEXT), 'ord_', 'mvo_'), -qty, 'sold', CAST($2 AS TEXT), ended_at + CAST($3 AS BIGINT)
	FROM reservations WHERE order_id = CAST($1 AS TEXT)`,
	`INSERT INTO ledger_transactions (id, source, kind, at)
	SELECT REPLACE(source, CAST($1 AS TEXT), CAST($2 AS TEXT)), REPLACE(source, CAST($1 AS TEXT), CAST($2 AS TEXT)), kind, at + CAST($3 AS BIGINT)
	FROM ledger_transactions WHERE source IN ('order:' || CAST($1 AS TEXT) || ':placed', 'order:' || CAST($1 AS TEXT) || ':cash')`,
	`INSERT INTO ledger_postings (transaction_id, line, account, currency, amount)
	SELECT REPLACE(t.source, CAST($1 AS TEXT), CAST($2 AS TEXT)), p.line, REPLACE(p.account, CAST($1 AS TEXT), CAST($2 AS TEXT)), p.currency, p.amount
	FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
	WHERE t.source IN ('order:' || CAST($1 AS TEXT) || ':placed', 'order:' || CAST($1 AS TEXT) || ':cash')`,
}

// copyArgs says which of the four parameters a statement uses: PostgreSQL
// refuses to be given others.
var copyArgs = [][]int{{1, 2, 3, 4}, {1, 2}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2}}

// copy writes generated orders, a batch in one transaction.
func (h *historian) copy(ctx context.Context, list []copyOf) error {
	if len(list) == 0 {
		return nil
	}
	if h.copied == 0 {
		if err := h.app.DB.Get(ctx, &h.copied, `SELECT COUNT(*) FROM orders`); err != nil {
			return err
		}
	}
	var stmts []db.Stmt
	for _, c := range list {
		h.copied++
		values := []any{c.model.id, id.New("ord"), c.order.PlacedAt.Sub(c.model.at).Milliseconds(), fmt.Sprintf("W-G%09d", h.copied)}
		for i, sql := range copyRows {
			args := make([]any, len(copyArgs[i]))
			for n, which := range copyArgs[i] {
				args[n] = values[which-1]
			}
			stmts = append(stmts, db.Stmt{SQL: sql, Args: args})
		}
	}
	return h.app.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Batch(ctx, stmts)
		return err
	})
}
