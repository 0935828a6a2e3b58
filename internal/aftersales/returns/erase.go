package returns

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/photos"
	"wekala/internal/locations/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// MayErase refuses (400) while a return is in progress.
func (*Service) MayErase(ctx context.Context, q db.Querier, userID string) error {
	var rows []struct {
		Number string `db:"number"`
		State  State  `db:"state"`
	}
	if err := q.Select(ctx, &rows, `SELECT number, state FROM returns WHERE user_id = $1 ORDER BY id`,
		userID); err != nil {
		return err
	}
	for _, r := range rows {
		if !r.State.Over() {
			return errs.Refuse("returns.account_has_return", "number", r.Number)
		}
	}
	return nil
}

// Erase removes the customer's personal data from their returns: pickup address, bank account, and what they and the
// staff wrote. Pictures of refunded units stay, as evidence for the payment; other pictures are deleted.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	var rows []struct {
		ID      string `db:"id"`
		Address string `db:"address"`
	}
	if err := tx.Select(ctx, &rows, `SELECT id, address FROM returns WHERE user_id = $1 ORDER BY id`, userID); err != nil {
		return err
	}
	ids := make([]string, 0, len(rows))
	for _, r := range rows {
		ids = append(ids, r.ID)
		snap, err := addresses.ParseSnapshot(r.Address)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE returns SET address = $3, bank = NULL, bank_masked = '' WHERE user_id = $1
			AND id = $2`,
			userID, r.ID, snap.Anonymous().JSON()); err != nil {
			return err
		}
		// Reasons that the program sets are keys without personal data, and stay.
		if err := tx.Batch(ctx, []db.Stmt{
			{SQL: `UPDATE return_lines SET comment = '' WHERE return_id = $1 AND comment <> ''`, Args: []any{r.ID}},
			{SQL: `UPDATE return_units SET why = '' WHERE return_id = $1 AND why <> ''`, Args: []any{r.ID}},
			{SQL: `UPDATE return_events SET reason = '' WHERE return_id = $1 AND actor_kind <> $2 AND reason <> ''`,
				Args: []any{r.ID, theSystem.Kind}},
		}); err != nil {
			return err
		}
	}
	if err := audit.Forget(ctx, tx, ids...); err != nil {
		return err
	}
	var lines []Line
	err := tx.Select(ctx, &lines, `SELECT l.return_id, l.id FROM return_lines l JOIN returns r ON r.id = l.return_id
		WHERE r.user_id = $1 AND r.state <> 'refunded' ORDER BY l.return_id, l.id`, userID)
	if err != nil {
		return err
	}
	owners := make([]string, len(lines))
	for i, l := range lines {
		owners[i] = photoOwner(l)
	}
	return photos.Drop(ctx, tx, userID, owners...)
}
