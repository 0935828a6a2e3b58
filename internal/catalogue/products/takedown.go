package products

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// held is the column that records one way in which the platform hides a seller's product.
type held string

const (
	heldArchived held = "held_archived"
	heldDraft    held = "held_draft"
)

// takeDown records that the platform hides a seller's product, and refuses the seller's staff, who are
// limited to stores, to show it again. The row must be locked.
func (by Actor) takeDown(ctx context.Context, tx *db.Tx, productID string, how held, down bool) error {
	if by.Stores == nil {
		_, err := tx.Exec(ctx, `UPDATE products SET `+string(how)+` =
			($2 AND (SELECT t.owned_by FROM stores t WHERE t.id = products.store_id) = 'seller') WHERE id = $1`, productID, down)
		return err
	}
	if down {
		return nil
	}
	var isHeld bool
	if err := tx.Get(ctx, &isHeld, `SELECT `+string(how)+` FROM products WHERE id = $1`, productID); err != nil {
		return err
	}
	if isHeld {
		return errs.Refuse("catalog.taken_down")
	}
	return nil
}
