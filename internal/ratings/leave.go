package ratings

import (
	"context"

	"wekala/internal/catalog"
	"wekala/internal/platform/db"
)

// OnDelete takes a shopper's pictures off what they rated when they leave. Stars
// and words stay, without a name: others decided by them, and a branch answered.
// The app joins it to account.
func OnDelete(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM photos WHERE user_id = $1
		AND owner IN (SELECT 'rating:' || id FROM ratings WHERE user_id = $1)`, userID)
	if err != nil {
		return err
	}
	var changed []struct {
		Kind    string `db:"kind"`
		Subject string `db:"subject"`
	}
	err = tx.Select(ctx, &changed, `UPDATE ratings SET photos = 0, version = version + 1 WHERE user_id = $1 AND photos > 0
		RETURNING kind, subject`, userID)
	if err != nil {
		return err
	}
	for _, c := range changed {
		kind := catalog.ChangedProduct
		if c.Kind == OfBranch {
			kind = catalog.ChangedBranch
		}
		if err := catalog.Touch(ctx, tx, kind, c.Subject); err != nil {
			return err
		}
	}
	return nil
}
