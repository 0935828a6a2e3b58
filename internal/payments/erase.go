package payments

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Erase keeps a shopper from leaving while money is on its way back to them,
// or may still come into their wallet (400), and otherwise forgets the bank
// accounts it went to.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	var open int64
	err := tx.Get(ctx, &open, `SELECT COUNT(*) FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.user_id = $1 AND r.state <> 'done'`, userID)
	if err != nil {
		return err
	}
	if open > 0 {
		return errs.Refuse("payments.account_has_refund")
	}
	// The states to the letter: those are the few rows of an index.
	err = tx.Get(ctx, &open, `SELECT COUNT(*) FROM payments WHERE user_id = $1 AND purpose = $2 AND state IN ('created', 'open')`, userID, ForTopUp)
	if err != nil {
		return err
	}
	if open > 0 {
		return errs.Refuse("payments.account_has_top_up")
	}
	_, err = tx.Exec(ctx, `UPDATE refunds SET bank = '' WHERE bank <> '' AND order_id IN (SELECT id FROM orders WHERE user_id = $1)`, userID)
	return err
}
