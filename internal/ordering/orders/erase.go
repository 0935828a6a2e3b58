package orders

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/locations/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// MayErase refuses (400) while an order is unfinished.
func (*Service) MayErase(ctx context.Context, q db.Querier, userID string) error {
	var rows []struct {
		Number string `db:"number"`
		Status Status `db:"status"`
	}
	if err := q.Select(ctx, &rows,
		`SELECT number, status FROM orders WHERE user_id = $1 ORDER BY created_at DESC, id DESC`, userID); err != nil {
		return err
	}
	for _, o := range rows {
		if o.Status.Live() {
			return errs.Refuse("orders.account_has_live_order", "number", o.Number)
		}
	}
	return nil
}

// Erase removes the customer's personal data from their orders: name, phone, address, notes and typed reasons. The
// goods, prices and district stay.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	var rows []struct {
		ID      string `db:"id"`
		Address string `db:"address"`
	}
	if err := tx.Select(ctx, &rows, `SELECT id, address FROM orders WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
		userID); err != nil {
		return err
	}
	ids := make([]string, 0, len(rows))
	for _, o := range rows {
		ids = append(ids, o.ID)
		snap, err := addresses.ParseSnapshot(o.Address)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE orders SET address = $3, note = '' WHERE user_id = $1 AND id = $2`, userID, o.ID,
			snap.Anonymous().JSON()); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE order_lines SET note = '' WHERE order_id = $1 AND note <> ''`, o.ID); err != nil {
			return err
		}
		// Reasons that the program sets are keys without personal data, and stay.
		if _, err := tx.Exec(ctx, `UPDATE order_events SET reason = '' WHERE order_id = $1 AND actor_kind <> $2
			AND reason <> ''`, o.ID, TheSystem.Kind); err != nil {
			return err
		}
	}
	return audit.Forget(ctx, tx, ids...)
}
