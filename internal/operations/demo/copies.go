package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"wekala/internal/platform/db"
)

// copyOf is an order like one placed for real, at another time.
type copyOf struct {
	model             *past
	order             PastOrder
	id, number, owner string
}

// readRows writes once more what lists and pages of orders read of one, under another id
// and moved in time, for all the copies of a batch: v lists the model, the copy,
// the shift in milliseconds, the copy's number, its customer, and who brought it (NULL: who brought the model).
var readRows = []string{
	`INSERT INTO orders (id, number, user_id, branch_id, store_id, service_id, cart_id, cart_version, status, held_from,
		event_seq,
		payment_method, payment_state, currency, items_total, discount, delivery_fee, service_fee, tip, tax, total, paid, due,
		coupon_id, coupon_code, address, address_id, district_id, note, change_for, scheduled_from, scheduled_to,
		promised_at, seller,
		pin_tries, courier_id, courier_name, steps, terms_version, lang, expires_at, accept_by, attempts, picked_at,
		delivered_at,
		cancelled_by, created_at, updated_at)
	SELECT v.copy, v.number, v.owner, o.branch_id, o.store_id, o.service_id, REPLACE(v.copy, 'ord_', 'crt_'),
	o.cart_version,
		o.status, o.held_from, o.event_seq, o.payment_method, o.payment_state, o.currency, o.items_total, o.discount,
		o.delivery_fee,
		o.service_fee, o.tip, o.tax, o.total, o.paid, o.due, o.coupon_id, o.coupon_code, o.address, o.address_id,
		o.district_id, o.note,
		o.change_for, o.scheduled_from, o.scheduled_to, o.promised_at + v.shift, o.seller, o.pin_tries,
		CASE WHEN o.courier_id IS NOT NULL THEN COALESCE(v.courier, o.courier_id) END, o.courier_name, o.steps,
		o.terms_version, o.lang, o.expires_at, o.accept_by + v.shift, o.attempts, o.picked_at + v.shift,
		o.delivered_at + v.shift,
		o.cancelled_by, o.created_at + v.shift, o.updated_at + v.shift
	FROM v JOIN orders o ON o.id = v.model`,
	`INSERT INTO order_lines (order_id, id, branch_id, variant_id, product_id, name_en, name_ar, variant_en, variant_ar,
		image,
		unit_price, list_price, qty, line_total, discount, vat_bp, tax, note, extras, extras_price)
	SELECT v.copy, l.id, l.branch_id, l.variant_id, l.product_id, l.name_en, l.name_ar, l.variant_en, l.variant_ar,
	l.image,
		l.unit_price, l.list_price, l.qty, l.line_total, l.discount, l.vat_bp, l.tax, l.note, l.extras, l.extras_price
	FROM v JOIN order_lines l ON l.order_id = v.model`,
	`INSERT INTO order_events (order_id, seq, from_status, to_status, actor_kind, actor_id, reason, at)
	SELECT v.copy, e.seq, e.from_status, e.to_status, e.actor_kind, e.actor_id, e.reason, e.at + v.shift
	FROM v JOIN order_events e ON e.order_id = v.model`,
}

// bookedRows writes everything else an order leaves behind. An id is part of keys made from it, so it is replaced there
// as text. Sold goods are received again, so that the stock stays unchanged.
var bookedRows = []string{
	// Copies are from before the points programme.
	`INSERT INTO points_earned (user_id, order_id, base, rate, points, at)
	SELECT v.owner, v.copy, e.base, 0, 0, e.at + v.shift
	FROM v JOIN orders o ON o.id = v.model JOIN points_earned e ON e.user_id = o.user_id AND e.order_id = v.model`,
	`INSERT INTO reservations (branch_id, variant_id, order_id, qty, state, expires_at, created_at, ended_at, counted)
	SELECT r.branch_id, r.variant_id, v.copy, r.qty, r.state, r.expires_at, r.created_at + v.shift, r.ended_at + v.shift,
	r.counted
	FROM v JOIN reservations r ON r.order_id = v.model`,
	`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
	SELECT r.branch_id, r.variant_id, REPLACE(v.copy, 'ord_', 'mvi_'), r.qty, 'received', 'story:' || v.copy,
	r.created_at + v.shift
	FROM v JOIN reservations r ON r.order_id = v.model AND r.counted AND r.state <> 'released'`,
	`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
	SELECT r.branch_id, r.variant_id, REPLACE(v.copy, 'ord_', 'mvo_'), -r.qty, 'sold', v.copy, r.ended_at + v.shift
	FROM v JOIN reservations r ON r.order_id = v.model AND r.counted AND r.state <> 'released'`,
	`INSERT INTO ledger_transactions (id, source, kind, at)
	SELECT REPLACE(t.source, v.model, v.copy), REPLACE(t.source, v.model, v.copy), t.kind, t.at + v.shift
	FROM v JOIN ledger_transactions t ON t.source IN ('order:' || v.model || ':placed', 'order:' || v.model || ':cash',
	'order:' || v.model || ':reversed')`,
	`INSERT INTO ledger_postings (transaction_id, line, account, currency, amount)
	SELECT REPLACE(t.source, v.model, v.copy), p.line, REPLACE(p.account, v.model, v.copy), p.currency, p.amount
	FROM v JOIN ledger_transactions t ON t.source IN ('order:' || v.model || ':placed', 'order:' || v.model || ':cash',
	'order:' || v.model || ':reversed')
	JOIN ledger_postings p ON p.transaction_id = t.id`,
}

// copy writes copies, a batch in one transaction.
func (h *historian) copy(ctx context.Context, list []copyOf) error {
	if len(list) == 0 {
		return nil
	}
	var values strings.Builder
	values.WriteString("WITH w(model, copy, shift, number, owner) AS (VALUES ")
	args := make([]any, 0, 5*len(list))
	for i, c := range list {
		args = append(args, c.model.id, c.id, c.order.PlacedAt.Sub(c.model.at).Milliseconds(), c.number, c.owner)
		if i == 0 {
			values.WriteString("(CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT))")
			continue
		}
		values.WriteString(", (" + db.List(5*i+1, 5) + ")")
	}
	values.WriteString("), v AS (SELECT model, copy, shift, number, owner, CAST(NULL AS TEXT) AS courier FROM w) ")
	return h.node.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return write(ctx, tx, values.String(), args, readRows, bookedRows)
	})
}

func write(ctx context.Context, tx *db.Tx, v string, args []any, rows ...[]string) error {
	for _, statement := range slices.Concat(rows...) {
		if _, err := tx.Exec(ctx, v+statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// Of the orders of a large shop. The database counts them up itself, as it does
// products; nothing travels but the list of models.
const (
	repeated   = 20_000 // in one transaction
	ordersEach = 50     // of a customer
	couriers   = 40     // who bring them; they have left since
)

// repeats lists copies for readRows and bookedRows. Numbers hold 0 and 1, which no number that is drawn does.
const repeats = `, v AS (SELECT m.id AS model, 'ord_01G000000000000000' || n.i AS copy,
	CAST($3 AS BIGINT) + (n.i - CAST($1 AS BIGINT)) * CAST($4 AS BIGINT) - m.at AS shift,
	'W-' || SUBSTR(CAST(n.i AS TEXT), 1, 4) || '-' || SUBSTR(CAST(n.i AS TEXT), 5) AS number,
	'usr_g' || (CAST($1 AS BIGINT) + n.i % CAST($5 AS BIGINT)) AS owner, 'stf_g' || (n.i % CAST($6 AS BIGINT)) AS courier
FROM number n CROSS JOIN model m WHERE m.k = n.i % CAST($7 AS BIGINT)) `

// Repeat implements History.
func (h *historian) Repeat(ctx context.Context, r Repeats) error {
	if r.Orders <= 0 {
		return nil
	}
	var list string
	if err := h.node.DB.Get(ctx, &list, `SELECT value FROM settings WHERE key = $1`, modelled); err != nil {
		return fmt.Errorf("the orders to copy: %w", err)
	}
	var ids []string
	if err := json.Unmarshal([]byte(list), &ids); err != nil {
		return err
	}
	var models strings.Builder
	for k, id := range ids {
		var at db.Millis
		if err := h.node.DB.Get(ctx, &at, `SELECT created_at FROM orders WHERE id = $1`, id); err != nil {
			return err
		}
		if k > 0 {
			models.WriteString(", ")
		}
		fmt.Fprintf(&models, "(CAST(%d AS BIGINT), '%s', CAST(%d AS BIGINT))", k, id, at)
	}
	v := counted + `, model (k, id, at) AS (VALUES ` + models.String() + `)` + repeats
	rows := [][]string{readRows, bookedRows}
	if r.Bare {
		rows = rows[:1]
	}
	for done := int64(0); done < r.Orders; {
		n := min(repeated, r.Orders-done)
		people := max(1, n/ordersEach)
		err := h.node.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			from, err := numbers(ctx, tx, n, h.now)
			if err != nil {
				return err
			}
			for _, made := range []string{
				`INSERT INTO users (id, phone, name, lang, created_at, updated_at)
					SELECT 'usr_g' || i, '+2015' || i, 'عميل ' || i, 'ar', CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM number`,
				`INSERT INTO user_phones (phone, user_id) SELECT '+2015' || i, 'usr_g' || i FROM number
					WHERE CAST($3 AS BIGINT) > 0`,
			} {
				if _, err := tx.Exec(ctx, counted+made, from, from+people, db.At(r.From)); err != nil {
					return err
				}
			}
			at := r.From.Add(time.Duration(done) * r.Apart)
			return write(ctx, tx, v,
				[]any{from, from + n, db.At(at), r.Apart.Milliseconds(), people, int64(couriers), int64(len(ids))}, rows...)
		})
		if err != nil {
			return err
		}
		done += n
		if done%500_000 == 0 {
			r.Log.Info("orders", "written", done, "of", r.Orders)
		}
	}
	return analyzed(ctx, h.node.DB)
}
