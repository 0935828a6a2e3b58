package wallet_test

import (
	"context"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

// TestNobodyLeavesMoneyBehind: an account with money in its wallet stays.
func TestNobodyLeavesMoneyBehind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		ask := func(userID string) error {
			return d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error { return s.Wallet.MayErase(ctx, tx, userID) })
		}
		credit(t, s.Wallet, gift("usr", 1, "a piastre"))
		if err := ask("usr"); !errs.Is(err, "wallet.account_has_money") {
			t.Errorf("with a piastre: %v", err)
		}
		if err := ask("other"); err != nil {
			t.Errorf("without a wallet: %v", err)
		}
	})
}
