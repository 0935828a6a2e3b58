package wallet

import "wekala/internal/platform/export"

// Export is what came into a customer's wallet and went out of it. What staff
// asked each other to give stays among them; what was given is an entry.
func (*Service) Export(userID string) []export.Table {
	return []export.Table{
		{Name: "wallet_entries", Columns: `id, type, amount money, status, order_id, note, created_at time, done_at time`,
			From: `wallet_entries WHERE user_id = $1 ORDER BY created_at, id`, Args: []any{userID}},
	}
}
