package demo

import (
	"context"
	"fmt"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// copyOf is an order like one placed for real, at another time. Of generated ones
// the customer is made as well.
type copyOf struct {
	model             *past
	order             PastOrder
	id, number, owner string // made where there is no owner
}

// copyRows writes every row an order leaves behind once more, under another id
// and moved in time, for all the copies of a batch: v lists the model, the copy,
// the shift in milliseconds, the copy's number and its customer. An id stands inside keys
// made of it, so it is replaced there as text. What was sold is received again,
// so that the shelves stay as they are.
var copyRows = []string{
	`INSERT INTO orders (id, number, user_id, branch_id, store_id, service_id, cart_id, cart_version, status, held_from, event_seq,
		payment_method, payment_state, currency, items_total, discount, delivery_fee, service_fee, tip, tax, total, paid, due,
		coupon_id, coupon_code, address, address_id, district_id, note, change_for, scheduled_from, scheduled_to, promised_at,
		pin_tries, courier_id, courier_name, steps, terms_version, lang, expires_at, accept_by, attempts, picked_at, delivered_at,
		cancelled_by, created_at, updated_at)
	SELECT v.copy, v.number, v.owner, o.branch_id, o.store_id, o.service_id, REPLACE(v.copy, 'ord_', 'crt_'), o.cart_version,
		o.status, o.held_from, o.event_seq, o.payment_method, o.payment_state, o.currency, o.items_total, o.discount, o.delivery_fee,
		o.service_fee, o.tip, o.tax, o.total, o.paid, o.due, o.coupon_id, o.coupon_code, o.address, o.address_id, o.district_id, o.note,
		o.change_for, o.scheduled_from, o.scheduled_to, o.promised_at + v.shift, o.pin_tries, o.courier_id, o.courier_name, o.steps,
		o.terms_version, o.lang, o.expires_at, o.accept_by + v.shift, o.attempts, o.picked_at + v.shift, o.delivered_at + v.shift,
		o.cancelled_by, o.created_at + v.shift, o.updated_at + v.shift
	FROM v JOIN orders o ON o.id = v.model`,
	// Copies are from before the points programme.
	`INSERT INTO points_earned (user_id, order_id, base, rate, points, at)
	SELECT v.owner, v.copy, e.base, 0, 0, e.at + v.shift
	FROM v JOIN orders o ON o.id = v.model JOIN points_earned e ON e.user_id = o.user_id AND e.order_id = v.model`,
	`INSERT INTO order_lines (order_id, id, branch_id, variant_id, product_id, name_en, name_ar, variant_en, variant_ar, image,
		unit_price, list_price, qty, line_total, discount, vat_bp, tax, note, extras, extras_price)
	SELECT v.copy, l.id, l.branch_id, l.variant_id, l.product_id, l.name_en, l.name_ar, l.variant_en, l.variant_ar, l.image,
		l.unit_price, l.list_price, l.qty, l.line_total, l.discount, l.vat_bp, l.tax, l.note, l.extras, l.extras_price
	FROM v JOIN order_lines l ON l.order_id = v.model`,
	`INSERT INTO order_events (order_id, seq, from_status, to_status, actor_kind, actor_id, reason, at)
	SELECT v.copy, e.seq, e.from_status, e.to_status, e.actor_kind, e.actor_id, e.reason, e.at + v.shift
	FROM v JOIN order_events e ON e.order_id = v.model`,
	`INSERT INTO reservations (branch_id, variant_id, order_id, qty, state, expires_at, created_at, ended_at, counted)
	SELECT r.branch_id, r.variant_id, v.copy, r.qty, r.state, r.expires_at, r.created_at + v.shift, r.ended_at + v.shift, r.counted
	FROM v JOIN reservations r ON r.order_id = v.model`,
	`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
	SELECT r.branch_id, r.variant_id, REPLACE(v.copy, 'ord_', 'mvi_'), r.qty, 'received', 'story:' || v.copy, r.created_at + v.shift
	FROM v JOIN reservations r ON r.order_id = v.model AND r.counted`,
	`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
	SELECT r.branch_id, r.variant_id, REPLACE(v.copy, 'ord_', 'mvo_'), -r.qty, 'sold', v.copy, r.ended_at + v.shift
	FROM v JOIN reservations r ON r.order_id = v.model AND r.counted`,
	`INSERT INTO ledger_transactions (id, source, kind, at)
	SELECT REPLACE(t.source, v.model, v.copy), REPLACE(t.source, v.model, v.copy), t.kind, t.at + v.shift
	FROM v JOIN ledger_transactions t ON t.source IN ('order:' || v.model || ':placed', 'order:' || v.model || ':cash')`,
	`INSERT INTO ledger_postings (transaction_id, line, account, currency, amount)
	SELECT REPLACE(t.source, v.model, v.copy), p.line, REPLACE(p.account, v.model, v.copy), p.currency, p.amount
	FROM v JOIN ledger_transactions t ON t.source IN ('order:' || v.model || ':placed', 'order:' || v.model || ':cash')
	JOIN ledger_postings p ON p.transaction_id = t.id`,
}

// ordersEach is how many copies one customer of a large shop has.
const ordersEach = 20

func ownerID(n int64) string { return fmt.Sprintf("usr_g%07d", n) }

// owner makes the customer of some copies, where an earlier batch has not.
func (h *historian) owner(ctx context.Context, tx *db.Tx, n int64) error {
	phone, now := fmt.Sprintf("+2015%08d", n), db.At(h.clock.Now())
	made, err := tx.Exec(ctx, `INSERT INTO users (id, phone, name, lang, created_at, updated_at) VALUES ($1, $2, $3, 'ar', $4, $4)
		ON CONFLICT (id) DO NOTHING`, ownerID(n), phone, fmt.Sprintf("عميل %d", n), now)
	if err != nil || made == 0 {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO user_phones (phone, user_id) VALUES ($1, $2)`, phone, ownerID(n))
	return err
}

// copy writes generated orders, a batch in one transaction.
func (h *historian) copy(ctx context.Context, list []copyOf) error {
	if len(list) == 0 {
		return nil
	}
	if h.copied == 0 {
		if err := h.node.DB.Get(ctx, &h.copied, `SELECT COUNT(*) FROM orders`); err != nil {
			return err
		}
	}
	var values strings.Builder
	values.WriteString("WITH v(model, copy, shift, number, owner) AS (VALUES ")
	args := make([]any, 0, 5*len(list))
	var owners []int64
	for i, c := range list {
		if c.owner == "" {
			h.copied++
			owner := h.copied / ordersEach
			if len(owners) == 0 || owners[len(owners)-1] != owner {
				owners = append(owners, owner)
			}
			c.id, c.number, c.owner = id.New("ord"), fmt.Sprintf("W-G%09d", h.copied), ownerID(owner)
		}
		args = append(args, c.model.id, c.id, c.order.PlacedAt.Sub(c.model.at).Milliseconds(), c.number, c.owner)
		if i == 0 {
			values.WriteString("(CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT))")
			continue
		}
		values.WriteString(", (" + db.List(5*i+1, 5) + ")")
	}
	values.WriteString(") ")
	return h.node.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, owner := range owners {
			if err := h.owner(ctx, tx, owner); err != nil {
				return err
			}
		}
		for _, rows := range copyRows {
			if _, err := tx.Exec(ctx, values.String()+rows, args...); err != nil {
				return err
			}
		}
		return nil
	})
}
