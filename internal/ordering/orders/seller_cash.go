package orders

import (
	"context"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// rewardsOfOne is how many times the limit of one person the rewards of one store may come to in a day.
const rewardsOfOne = 10

// CountReward counts what the platform gives the customer of an order whose cash the seller collects. The platform
// has only the seller's word for such an order, so a store's rewards of a business day are bounded: false means that
// this one would exceed the bound, and is not given.
func (o *Order) CountReward(ctx context.Context, tx *db.Tx, amount int64, now time.Time) (bool, error) {
	if amount <= 0 {
		return true, nil
	}
	limits, err := approvals.ReadLimits(ctx, tx)
	if err != nil || amount > rewardsOfOne*limits.Alone {
		return false, err
	}
	n, err := tx.Exec(ctx, `INSERT INTO seller_cash_rewards (store_id, day, amount) VALUES ($1, $2, $3)
		ON CONFLICT (store_id, day) DO UPDATE SET amount = seller_cash_rewards.amount + excluded.amount
		WHERE seller_cash_rewards.amount + excluded.amount <= $4`, o.StoreID, clock.BusinessDay(now), amount, rewardsOfOne*limits.Alone)
	return n > 0, err
}
