package orders

import "wekala/internal/platform/export"

// Export returns a customer's orders and their events, with the reasons shown on the order's page. The names of the
// staff involved are left out.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "orders",
			Columns: `id, number, branch_id, store_id, service_id, status, fulfilment, payment_method, payment_state, currency, items_total money, discount money, delivery_fee money, service_fee money, tip money, tax money, total money, paid money, due money,
			wallet_paid money, points_paid money, points_spent number, given_back money, rounded money, coupon_code, address json, address_id, district_id,
			note, change_for money, scheduled_from time, scheduled_to time, promised_at time, terms_version, lang, picked_at time,
			delivered_at time, cancelled_by, display_currency, created_at time, updated_at time`,
			From: `orders WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
		{Name: "order_lines",
			Columns: `l.order_id, l.id, l.variant_id, l.product_id, l.name_en, l.name_ar, l.variant_en, l.variant_ar,
			l.unit_price money, l.list_price money, l.qty number, l.unit_grams number, l.weighed_grams number, l.charged_grams number, l.line_total money, l.discount money, l.tax money, l.note, l.extras`,
			From: `order_lines l JOIN orders o ON o.id = l.order_id WHERE o.user_id = $1 ORDER BY l.order_id, l.id`, Args: who},
		{Name: "order_events",
			Columns: `e.order_id, e.seq number, e.from_status, e.to_status, e.actor_kind AS by_whom, e.reason, e.at time`,
			From:    `order_events e JOIN orders o ON o.id = e.order_id WHERE o.user_id = $1 ORDER BY e.order_id, e.seq`,
			Args:    who},
	}
}
