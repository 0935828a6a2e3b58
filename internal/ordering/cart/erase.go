package cart

import (
	"context"

	"wekala/internal/platform/db"
)

// Erase empties the carts of a customer who deletes their account, including their notes, and deletes carts that were
// never ordered.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	return tx.Batch(ctx, []db.Stmt{
		{SQL: `DELETE FROM cart_items WHERE cart_id IN (SELECT id FROM carts WHERE owner = $1)`, Args: []any{userID}},
		{SQL: `DELETE FROM carts WHERE owner = $1 AND state <> 'ordered'`, Args: []any{userID}},
	})
}
