package payments

import "wekala/internal/platform/export"

// Export returns a customer's payments and refunds, with the bank account used. Gateways' messages about them are left
// out.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{
			Name:    "payments",
			Columns: `id, order_id, purpose, gateway, state, amount money, currency, captured money, refunded money, created_at time, updated_at time`,
			From:    `payments WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
		{
			Name: "refunds",
			Columns: `r.id, r.payment_id, r.order_id, r.amount money, r.reason, r.state, r.way, r.gateway_ref AS reference, r.bank json,
			r.points number, r.created_at time, r.updated_at time`,
			From: `refunds r WHERE r.user_id = $1 OR r.order_id IN (SELECT id FROM orders WHERE user_id = $1)
				ORDER BY r.created_at, r.id`, Args: who},
		{Name: "topups", Columns: `id, amount money, lang, created_at time, expires_at time`,
			From: `topups WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
	}
}
