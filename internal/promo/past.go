package promo

import (
	"context"

	"wekala/internal/account"
	"wekala/internal/platform/db"
)

// SpentOffers tells whether a customer has used a coupon for a first order.
func (*Service) SpentOffers(ctx context.Context, q db.Querier, userID string) ([]string, error) {
	var used bool
	err := q.Get(ctx, &used, `SELECT EXISTS (SELECT 1 FROM coupon_redemptions r JOIN coupons c ON c.id = r.coupon_id
		WHERE r.user_id = $1 AND r.released_at IS NULL AND c.first_order)`, userID)
	if err != nil || !used {
		return nil, err
	}
	return []string{account.FirstOrder}, nil
}
