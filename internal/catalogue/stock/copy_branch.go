package stock

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
)

// CopySettings copies the stock settings of one branch to a new one: which variants are not counted, and the thresholds
// for low stock. It does not copy quantities.
func (s *Service) CopySettings(ctx context.Context, tx *db.Tx, from, to string) (int64, error) {
	return tx.Exec(ctx, `INSERT INTO stock (branch_id, variant_id, on_hand, reserved, counted, warn_at)
		SELECT $2, variant_id, 0, 0, counted, warn_at FROM stock WHERE branch_id = $1`, from, to)
}

// CopyProduct gives a copy the stock settings of its original in the branches that the member works for: which variants
// are not counted, and the thresholds for low stock.
func (s *Service) CopyProduct(ctx context.Context, tx *db.Tx, by products.Actor, c products.Copied) error {
	for _, v := range c.Variants {
		of, args := "", []any{v[0], v[1]}
		if by.Branches != nil {
			of = ` AND branch_id IN (` + db.List(3, len(by.Branches)) + `)`
			args = append(args, db.Args(by.Branches)...)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO stock (branch_id, variant_id, on_hand, reserved, counted, warn_at)
			SELECT branch_id, $2, 0, 0, counted, warn_at FROM stock WHERE variant_id = $1
			AND (NOT counted OR warn_at > 0)`+of, args...); err != nil {
			return err
		}
	}
	return nil
}
