package quotations

import (
	"context"

	"wekala/internal/platform/db"
)

// OnDelete takes a shopper who leaves off their quotations: whose company it was
// for, and what they wrote with it. The app joins it to account.
func OnDelete(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `UPDATE quotations SET company_name = '', tax_id = '', note = '' WHERE user_id = $1`, userID)
	return err
}
