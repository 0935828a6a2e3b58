package quotations

import (
	"context"

	"wekala/internal/platform/db"
)

// Erase takes a shopper who leaves off their quotations: whose company it was
// for, and what they wrote with it.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `UPDATE quotations SET company_name = '', tax_id = '', note = '' WHERE user_id = $1`, userID)
	return err
}
