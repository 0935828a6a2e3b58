package support

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/photos"
	"wekala/internal/platform/db"
)

// Erase removes a customer's data from their tickets: who they were, and all messages, since answers quote and name the
// customer. It does the same with letters they wrote as a guest, which have their phone or confirmed e-mail. The
// ticket's existence, its time and who answered stay.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	u, err := auth.UserByID(ctx, tx, userID)
	if err != nil {
		return err
	}
	email := ""
	if u.Email != nil && u.EmailVerified {
		email = *u.Email
	}
	var ids []string
	err = tx.Select(ctx, &ids, `SELECT id FROM tickets WHERE user_id = $1
		OR (user_id = '' AND ((phone <> '' AND phone = $2) OR (email <> '' AND LOWER(email) = $3)))
		ORDER BY id`, userID, u.Phone, email)
	if err != nil {
		return err
	}
	var written []struct {
		TicketID string `db:"ticket_id"`
		Seq      int64  `db:"seq"`
	}
	err = tx.Select(ctx, &written, `SELECT m.ticket_id, m.seq FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
		WHERE t.user_id = $1 AND m.author = 'customer' ORDER BY m.ticket_id, m.seq`, userID)
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
	for _, ticket := range ids {
		if err := tx.Batch(ctx, []db.Stmt{
			{SQL: `UPDATE ticket_messages SET body = '' WHERE ticket_id = $1 AND body <> ''`, Args: []any{ticket}},
			{SQL: `UPDATE tickets SET name = '', phone = '', email = '', subject = '' WHERE id = $1`, Args: []any{ticket}},
		}); err != nil {
			return err
		}
	}
	return audit.Forget(ctx, tx, ids...)
}
