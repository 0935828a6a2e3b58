package products

import (
	"context"

	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
)

// PriceNewBranch copies prices from one branch to a new branch of the same store. It does not copy offers.
func (s *Service) PriceNewBranch(ctx context.Context, tx *db.Tx, from, to string) (int64, error) {
	n, err := tx.Exec(ctx, `INSERT INTO branch_prices (branch_id, variant_id, product_id, price, active, price_since)
		SELECT $2, variant_id, product_id, price, active, CAST($3 AS BIGINT) FROM branch_prices
		WHERE branch_id = $1`, from, to, db.At(s.Clock.Now()))
	if err != nil || n == 0 {
		return n, err
	}
	return n, changefeed.Publish(ctx, tx, changefeed.All)
}
