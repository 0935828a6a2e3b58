package ratings

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/photos"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
)

// Erase removes a customer's pictures from their ratings, and what staff wrote when they hid one. Stars and text stay,
// without a name: others relied on them, and a branch answered.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	var ids []string
	if err := tx.Select(ctx, &ids, `SELECT id FROM ratings WHERE user_id = $1 ORDER BY id`, userID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE ratings SET hidden_reason = '' WHERE user_id = $1 AND hidden_reason <> ''`,
		userID); err != nil {
		return err
	}
	if err := audit.Forget(ctx, tx, ids...); err != nil {
		return err
	}
	var changed []Rating
	err := tx.Select(ctx, &changed, `UPDATE ratings SET photos = 0, version = version + 1 WHERE user_id = $1 AND photos > 0
		RETURNING id, kind, subject`, userID)
	if err != nil {
		return err
	}
	for _, c := range changed {
		if err := photos.Drop(ctx, tx, userID, c.owner()); err != nil {
			return err
		}
		kind := products.ChangedProduct
		if c.Kind == OfBranch {
			kind = branches.Changed
		}
		if err := changefeed.Publish(ctx, tx, kind, c.Subject); err != nil {
			return err
		}
	}
	return nil
}
