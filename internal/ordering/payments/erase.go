package payments

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// MayErase refuses (400) while money is being refunded to a customer, or may still be credited to their wallet.
func (*Service) MayErase(ctx context.Context, q db.Querier, userID string) error {
	var open int64
	err := q.Get(ctx, &open, `SELECT COUNT(*) FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.user_id = $1
		AND r.state <> 'done'`, userID)
	if err != nil {
		return err
	}
	if open > 0 {
		return errs.Refuse("payments.account_has_refund")
	}
	// The states are spelled out because an index covers exactly these few rows.
	err = q.Get(ctx, &open, `SELECT COUNT(*) FROM payments WHERE user_id = $1 AND purpose = $2
		AND state IN ('created', 'open')`, userID, ForTopUp)
	if err != nil {
		return err
	}
	if open > 0 {
		return errs.Refuse("payments.account_has_top_up")
	}
	return nil
}

// Erase deletes the bank accounts to which a customer's money was refunded, and the gateways' messages about the payer.
// The body of an event that was not processed yet is still needed.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	return tx.Batch(ctx, []db.Stmt{
		{SQL: `UPDATE refunds SET bank = '' WHERE bank <> '' AND order_id IN (SELECT id FROM orders WHERE user_id = $1)`,
			Args: []any{userID}},
		{SQL: `UPDATE payment_events SET body = '' WHERE state <> 'received'
			AND payment_id IN (SELECT id FROM payments WHERE user_id = $1)`, Args: []any{userID}},
	})
}
