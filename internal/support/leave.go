package support

import (
	"context"

	"wekala/internal/platform/db"
)

// OnDelete takes a shopper who leaves off their tickets: who they were, and what
// they wrote. That there was one, and what the shop answered, stays. The app
// joins it to account.
func OnDelete(ctx context.Context, tx *db.Tx, userID string) error {
	if _, err := tx.Exec(ctx, `UPDATE ticket_messages SET body = '' WHERE author = 'shopper'
		AND ticket_id IN (SELECT id FROM tickets WHERE user_id = $1)`, userID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM photos WHERE user_id = $1 AND EXISTS (
		SELECT 1 FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
		WHERE t.user_id = $1 AND photos.owner = 'ticket:' || m.ticket_id || ':' || CAST(m.seq AS TEXT))`, userID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE tickets SET name = '', phone = '', email = '', subject = '' WHERE user_id = $1`, userID)
	return err
}
