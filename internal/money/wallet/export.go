package wallet

import "wekala/internal/platform/export"

// Export lists the money that came into a customer's wallet and left it. Credits that staff only proposed are not
// exported; completed ones are among the entries.
func (*Service) Export(userID string) []export.Table {
	return []export.Table{
		{Name: "wallet_entries", Columns: `id, type, amount money, status, order_id, note, created_at time, done_at time`,
			From: `wallet_entries WHERE user_id = $1 ORDER BY created_at, id`, Args: []any{userID}},
	}
}
