package loyalty

import "wekala/internal/platform/export"

// Export lists a customer's points: earned, spent, expired, and owed.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "points_accounts", Columns: `debt number`, From: `points_accounts WHERE user_id = $1 ORDER BY user_id`,
			Args: who},
		{Name: "points_entries", Columns: `id, type, points number, order_id, expires_at time, at time`,
			From: `points_entries WHERE user_id = $1 ORDER BY at, id`, Args: who},
		{Name: "points_lots", Columns: `id, order_id, points number, unused number, earned_at time, expires_at time`,
			From: `points_lots WHERE user_id = $1 ORDER BY earned_at, id`, Args: who},
		{Name: "points_uses", Columns: `lot_id, kind, points number, given_back number, at time`,
			From: `points_uses WHERE user_id = $1 ORDER BY at, lot_id, source`, Args: who},
		{Name: "points_earned", Columns: `order_id, base money, points number, reversed number, at time`,
			From: `points_earned WHERE user_id = $1 ORDER BY at, order_id`, Args: who},
	}
}
