package ratings

import "wekala/internal/platform/export"

// Export returns a customer's ratings, the branches' answers, and which reviews the customer found helpful. Staff's
// reasons for hiding a rating are left out.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{
			Name: "ratings",
			Columns: `id, kind, subject, branch_id, order_id, line_id, stars number, delivery_stars number, text AS words, photos number,
			helpful number, answer, answered_at time, hidden_at time, created_at time, updated_at time`,
			From: `ratings WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
		{Name: "rating_votes", Columns: `rating_id, created_at time`,
			From: `rating_votes WHERE user_id = $1 ORDER BY created_at, rating_id`, Args: who},
	}
}
