package quotations

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
)

// Erase removes a customer's personal data from their quotations: the company, and the notes that customer and staff
// wrote. Offers and their prices stay.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	var ids []string
	if err := tx.Select(ctx, &ids, `SELECT id FROM quotations WHERE user_id = $1 ORDER BY id`, userID); err != nil {
		return err
	}
	for _, ref := range ids {
		if err := tx.Batch(ctx, []db.Stmt{
			{SQL: `UPDATE quotations SET company_name = '', tax_id = '', note = '' WHERE id = $1`, Args: []any{ref}},
			{SQL: `DELETE FROM quotation_proposals WHERE quotation_id = $1`, Args: []any{ref}},
			{SQL: `UPDATE quotation_events SET note = '' WHERE quotation_id = $1 AND note <> ''`, Args: []any{ref}},
			{SQL: `UPDATE quotation_offers SET note = '' WHERE quotation_id = $1 AND note <> ''`, Args: []any{ref}},
		}); err != nil {
			return err
		}
	}
	return audit.Forget(ctx, tx, ids...)
}
