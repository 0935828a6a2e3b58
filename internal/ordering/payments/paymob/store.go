package paymob

import (
	"context"
	"fmt"

	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
)

// intent is an intention that we opened.
type intent struct {
	Reference     string    `db:"reference"`
	OrderID       string    `db:"order_id"`
	CheckoutURL   string    `db:"checkout_url"`
	Amount        int64     `db:"amount"`
	Currency      string    `db:"currency"`
	TransactionID *string   `db:"transaction_id"`
	ExpiresAt     db.Millis `db:"expires_at"`
}

const intentColumns = `reference, order_id, checkout_url, amount, currency, transaction_id, expires_at`

func intentOf(ctx context.Context, q db.Querier, reference string) (*intent, error) {
	var it intent
	err := q.Get(ctx, &it, `SELECT `+intentColumns+` FROM paymob_intents WHERE reference = $1`, reference)
	return &it, err
}

func intentByOrder(ctx context.Context, q db.Querier, orderID string) (*intent, error) {
	var it intent
	err := q.Get(ctx, &it, `SELECT `+intentColumns+` FROM paymob_intents WHERE order_id = $1`, orderID)
	return &it, err
}

// keep stores an intention and returns the first one with its reference, so that two tabs get the same page.
func (g *Gateway) keep(ctx context.Context, it intent, now db.Millis) (kept *intent, err error) {
	err = g.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO paymob_intents (reference, order_id, checkout_url, amount, currency, expires_at,
			created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (reference) DO NOTHING`,
			it.Reference, it.OrderID, it.CheckoutURL, it.Amount, it.Currency, it.ExpiresAt, now)
		if err != nil {
			return err
		}
		kept, err = intentOf(ctx, tx, it.Reference)
		return err
	})
	return kept, err
}

// paidBy records which transaction paid an intention. A transaction that paid another intention is refused.
func (g *Gateway) paidBy(ctx context.Context, orderID, transactionID string) error {
	return g.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var others int64
		err := tx.Get(ctx, &others, `SELECT COUNT(*) FROM paymob_intents
			WHERE transaction_id = $1 AND order_id <> $2`, transactionID, orderID)
		if err != nil {
			return err
		}
		if others > 0 {
			return fmt.Errorf("%w: transaction %s has paid another order", payments.ErrRefused, transactionID)
		}
		_, err = tx.Exec(ctx, `UPDATE paymob_intents SET transaction_id = $2
			WHERE order_id = $1 AND transaction_id IS NULL`, orderID, transactionID)
		return err
	})
}

// The states of a refund.
const (
	refundAsked   = "asked"
	refundDone    = "done"
	refundRefused = "refused"
)

type refund struct {
	Key      string    `db:"key"`
	OrderID  string    `db:"order_id"`
	Amount   int64     `db:"amount"`
	Refunded int64     `db:"refunded"`
	State    string    `db:"state"`
	Ref      *string   `db:"ref"`
	AskedAt  db.Millis `db:"asked_at"`
}

const refundColumns = `key, order_id, amount, refunded, state, ref, asked_at`

func refundOf(ctx context.Context, q db.Querier, key string) (*refund, error) {
	var r refund
	err := q.Get(ctx, &r, `SELECT `+refundColumns+` FROM paymob_refunds WHERE key = $1`, key)
	return &r, err
}

// begin records that a refund is about to be requested. ours is false if another refund of the same order is in
// progress, or this one on another node.
func (g *Gateway) begin(ctx context.Context, r payments.RefundRequest, refunded int64, before db.Millis,
	now db.Millis) (ours bool, err error) {
	err = g.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		ours = false
		n, err := tx.Exec(ctx, `INSERT INTO paymob_refunds (key, order_id, amount, refunded, state, asked_at)
			VALUES ($1, $2, $3, $4, 'asked', $5) ON CONFLICT DO NOTHING`, r.Key, r.Ref, r.Amount, refunded, now)
		if err != nil || n == 1 {
			ours = n == 1
			return err
		}
		// Retry: the refund was refused, or has not taken effect in time. Concurrent requests must not send it twice.
		n, err = tx.Exec(ctx, `UPDATE paymob_refunds SET state = 'asked', refunded = $2, asked_at = $3
			WHERE key = $1 AND (state = 'asked' AND asked_at <= $4 OR state = 'refused' AND NOT EXISTS
				(SELECT 1 FROM paymob_refunds o WHERE o.order_id = $5 AND o.state = 'asked'))`, r.Key, refunded, now, before, r.Ref)
		ours = n == 1
		return err
	})
	return ours, err
}

func (g *Gateway) end(ctx context.Context, key, state, ref string) error {
	return g.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE paymob_refunds SET state = $2, ref = $3 WHERE key = $1 AND state = 'asked'`, key,
			state, ref)
		return err
	})
}
