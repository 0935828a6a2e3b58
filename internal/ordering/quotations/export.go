package quotations

import "wekala/internal/platform/export"

// Export returns a customer's requests and the offers made, with the notes of both sides.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{
			Name: "quotations",
			Columns: `id, number, branch_id, store_id, service_id, district_id, state, version number, company_name, tax_id, note,
			lang, expires_at time, order_id, created_at time, updated_at time`,
			From: `quotations WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
		{
			Name:    "quotation_lines",
			Columns: `l.quotation_id, l.id, l.variant_id, l.product_id, l.name_en, l.name_ar, l.variant_en, l.variant_ar, l.qty number, l.unit_grams number, l.extras`,
			From: `quotation_lines l JOIN quotations q ON q.id = l.quotation_id WHERE q.user_id = $1
				ORDER BY l.quotation_id, l.id`, Args: who},
		{
			Name: "quotation_offers",
			Columns: `f.quotation_id, f.version number, f.delivery_fee money, f.note, f.items_total money, f.tax money, f.total money,
			f.expires_at time, f.created_at time`,
			From: `quotation_offers f JOIN quotations q ON q.id = f.quotation_id WHERE q.user_id = $1
				ORDER BY f.quotation_id, f.version`, Args: who},
		{Name: "quotation_prices",
			Columns: `p.quotation_id, p.version number, p.line_id, p.unit_price money, p.list_price money`,
			From: `quotation_prices p JOIN quotations q ON q.id = p.quotation_id WHERE q.user_id = $1
				ORDER BY p.quotation_id, p.version, p.line_id`, Args: who},
		{
			Name:    "quotation_events",
			Columns: `e.quotation_id, e.seq number, e.from_state, e.to_state, e.version number, e.actor_kind AS by_whom, e.note, e.at time`,
			From: `quotation_events e JOIN quotations q ON q.id = e.quotation_id WHERE q.user_id = $1
				ORDER BY e.quotation_id, e.seq`, Args: who},
		{Name: "quotation_customers", Columns: `asked_at time`,
			From: `quotation_customers WHERE user_id = $1 ORDER BY asked_at`, Args: who},
	}
}
