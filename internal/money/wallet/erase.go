package wallet

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// MayErase refuses while the wallet contains money (400), which would be lost.
func (*Service) MayErase(ctx context.Context, q db.Querier, userID string) error {
	balance, err := Balance(ctx, q, userID)
	if err == nil && balance != 0 {
		return errs.Refuse("wallet.account_has_money", "amount", money.EGP(balance).Major())
	}
	return err
}

// Erase clears the texts that staff wrote about the customer with their credits, and declines pending credits, which
// nobody could spend.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	var grants []string
	if err := tx.Select(ctx, &grants, `SELECT id FROM wallet_grants WHERE user_id = $1 ORDER BY id`, userID); err != nil {
		return err
	}
	if err := tx.Batch(ctx, []db.Stmt{
		{SQL: `UPDATE wallet_grants SET state = $2, decided_at = $3 WHERE user_id = $1 AND state = $4`,
			Args: []any{userID, grantDeclined, db.At(s.Clock.Now()), grantWaiting}},
		{SQL: `UPDATE wallet_grants SET reason = '' WHERE user_id = $1 AND reason <> ''`, Args: []any{userID}},
		{SQL: `UPDATE wallet_entries SET note = '' WHERE user_id = $1 AND note <> ''`, Args: []any{userID}},
	}); err != nil {
		return err
	}
	return audit.Forget(ctx, tx, grants...)
}
