package support

import (
	"context"

	"wekala/internal/photos"
	"wekala/internal/platform/db"
)

// Erase takes a shopper who leaves off their tickets: who they were, and what
// they wrote. That there was one, and what the shop answered, stays.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if _, err := tx.Exec(ctx, `UPDATE ticket_messages SET body = '' WHERE author = 'shopper'
		AND ticket_id IN (SELECT id FROM tickets WHERE user_id = $1)`, userID); err != nil {
		return err
	}
	var written []struct {
		TicketID string `db:"ticket_id"`
		Seq      int64  `db:"seq"`
	}
	err := tx.Select(ctx, &written, `SELECT m.ticket_id, m.seq FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
		WHERE t.user_id = $1 AND m.author = 'shopper' ORDER BY m.ticket_id, m.seq`, userID)
	if err != nil {
		return err
	}
	owners := make([]string, len(written))
	for i, m := range written {
		owners[i] = owner(m.TicketID, m.Seq)
	}
	if err := photos.Drop(ctx, tx, userID, owners...); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE tickets SET name = '', phone = '', email = '', subject = '' WHERE user_id = $1`, userID)
	return err
}
