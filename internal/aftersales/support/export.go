package support

import "wekala/internal/platform/export"

// Export is what a signed-in customer asked and was answered, without staff's notes and names. A letter by a guest has
// an unconfirmed number: its author is not known well enough to hand it out.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID, byNote}
	return []export.Table{
		{
			Name:    "tickets",
			Columns: `id, number, name, phone, email, lang, subject, category, order_id, state, created_at time, updated_at time, closed_at time`,
			From:    `tickets WHERE user_id = $1 ORDER BY created_at, id`, Args: who[:1]},
		{Name: "ticket_messages", Columns: `m.ticket_id, m.seq number, m.author, m.body, m.at time`,
			From: `ticket_messages m JOIN tickets t ON t.id = m.ticket_id WHERE t.user_id = $1 AND m.author <> $2
				ORDER BY m.ticket_id, m.seq`, Args: who},
	}
}
