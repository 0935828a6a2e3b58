package wallet

import (
	"context"

	"wekala/internal/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Erase refuses while there is money in the wallet (400), which would be lost,
// and otherwise empties what staff wrote about the customer when they gave some.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	balance, err := Balance(ctx, tx, userID)
	if err != nil {
		return err
	}
	if balance != 0 {
		return errs.Refuse("wallet.account_has_money")
	}
	var grants []string
	if err := tx.Select(ctx, &grants, `SELECT id FROM wallet_grants WHERE user_id = $1 ORDER BY id`, userID); err != nil {
		return err
	}
	if _, err := tx.Batch(ctx, []db.Stmt{
		{SQL: `UPDATE wallet_grants SET reason = '' WHERE user_id = $1 AND reason <> ''`, Args: []any{userID}},
		{SQL: `UPDATE wallet_entries SET note = '' WHERE user_id = $1 AND note <> ''`, Args: []any{userID}},
	}); err != nil {
		return err
	}
	return audit.Forget(ctx, tx, grants...)
}
