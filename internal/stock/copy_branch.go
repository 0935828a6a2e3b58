package stock

import (
	"context"

	"wekala/internal/platform/db"
)

// CopySettings gives a new branch the stock settings of another: what is not counted, and
// how few left are worth a warning. No quantity goes along.
func (s *Service) CopySettings(ctx context.Context, tx *db.Tx, from, to string) (int64, error) {
	return tx.Exec(ctx, `INSERT INTO stock (branch_id, variant_id, on_hand, reserved, counted, warn_at)
		SELECT $2, variant_id, 0, 0, counted, warn_at FROM stock WHERE branch_id = $1`, from, to)
}
