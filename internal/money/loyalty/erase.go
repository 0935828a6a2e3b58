package loyalty

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// MayErase refuses while a customer owes points (400): they spent points whose orders were later returned. The text
// contains the amount of money that settles the debt.
func (*Service) MayErase(ctx context.Context, q db.Querier, userID string) error {
	debt, err := debtOf(ctx, q, userID)
	if err != nil || debt == 0 {
		return err
	}
	terms, err := ReadTerms(ctx, q)
	if err != nil {
		return err
	}
	return errs.Refuse("loyalty.account_owes", "count", debt, "amount", money.EGP(terms.Value(debt)).Major())
}

func debtOf(ctx context.Context, q db.Querier, userID string) (debt int64, err error) {
	err = q.Get(ctx, &debt, `SELECT CAST(COALESCE(SUM(debt), 0) AS BIGINT) FROM points_accounts WHERE user_id = $1`,
		userID)
	return debt, err
}

// Owed returns the number of points that a customer owes, which their next earnings pay first.
func Owed(ctx context.Context, q db.Querier, userID string) (int64, error) {
	return debtOf(ctx, q, userID)
}
