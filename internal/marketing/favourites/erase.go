package favourites

import (
	"context"

	"wekala/internal/platform/db"
)

// Erase deletes the marks of a customer who deletes their account, and their pending news.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	return tx.Batch(ctx, []db.Stmt{
		{SQL: `DELETE FROM favourites WHERE user_id = $1`, Args: []any{userID}},
		{SQL: `DELETE FROM favourite_news WHERE user_id = $1`, Args: []any{userID}},
		{SQL: `DELETE FROM favourite_digests WHERE user_id = $1`, Args: []any{userID}},
	})
}
