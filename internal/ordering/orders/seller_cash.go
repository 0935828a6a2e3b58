package orders

import (
	"context"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// rewardFactor times the amount that one person may grant alone is the limit of a store's rewards in a day.
const rewardFactor = 10

// CountReward counts points or late credit for an order whose delivery only the seller confirms. It returns false, and
// counts nothing, if the store's rewards in the business day would exceed their limit.
func (o *Order) CountReward(ctx context.Context, tx *db.Tx, amount int64, now time.Time) (bool, error) {
	if amount <= 0 {
		return true, nil
	}
	limits, err := approvals.ReadLimits(ctx, tx)
	if err != nil || amount > rewardFactor*limits.Alone {
		return false, err
	}
	n, err := tx.Exec(ctx, `INSERT INTO seller_cash_rewards (store_id, day, amount) VALUES ($1, $2, $3)
		ON CONFLICT (store_id, day) DO UPDATE SET amount = seller_cash_rewards.amount + excluded.amount
		WHERE seller_cash_rewards.amount + excluded.amount <= $4`,
		o.StoreID, clock.BusinessDay(now), amount, rewardFactor*limits.Alone)
	return n > 0, err
}
