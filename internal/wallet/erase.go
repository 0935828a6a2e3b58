package wallet

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Erase keeps a shopper from leaving while there is money in their wallet
// (400): it would be lost.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	balance, err := Balance(ctx, tx, userID)
	if err == nil && balance != 0 {
		return errs.Refuse("wallet.account_has_money")
	}
	return err
}
