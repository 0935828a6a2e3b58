package favourites

import "wekala/internal/platform/export"

// Export is what a customer marked and the news sent about it.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{
			Name:    "favourites",
			Columns: `kind, ref, created_at time, district_id, branch_id, price money, seen_price money, seen_available bool, tell_price bool, tell_stock bool`,
			From:    `favourites WHERE user_id = $1 ORDER BY created_at, kind, ref`, Args: who},
		{Name: "favourite_news", Columns: `ref, what, price_was money, price money, created_at time, told_day`,
			From: `favourite_news WHERE user_id = $1 ORDER BY created_at, ref, what, change`, Args: who},
		{Name: "favourite_digests", Columns: `day, things number, sent_at time`,
			From: `favourite_digests WHERE user_id = $1 ORDER BY day`, Args: who},
	}
}
