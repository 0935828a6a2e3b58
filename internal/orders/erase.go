package orders

import (
	"context"

	"wekala/internal/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Erase keeps a shopper from leaving while something is still to happen to
// an order of theirs (400), and otherwise takes the person off their orders:
// name, phone, door and notes go; what was sold, for how much and to which
// district stays.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	var rows []struct {
		ID      string `db:"id"`
		Number  string `db:"number"`
		Status  Status `db:"status"`
		Address string `db:"address"`
	}
	if err := tx.Select(ctx, &rows, `SELECT id, number, status, address FROM orders WHERE user_id = $1 ORDER BY created_at DESC, id DESC`, userID); err != nil {
		return err
	}
	for _, o := range rows {
		if o.Status.Live() {
			return errs.Refuse("orders.account_has_live_order", "number", o.Number)
		}
	}
	for _, o := range rows {
		snap, err := addresses.ParseSnapshot(o.Address)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE orders SET address = $3, note = '' WHERE user_id = $1 AND id = $2`, userID, o.ID, snap.Anonymous().JSON()); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE order_lines SET note = '' WHERE order_id = $1 AND note <> ''`, o.ID); err != nil {
			return err
		}
	}
	return nil
}
