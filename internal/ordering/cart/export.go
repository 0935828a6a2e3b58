package cart

import "wekala/internal/platform/export"

// Export returns the content of a customer's carts, with the customer's notes.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "carts", Columns: `id, service_id, branch_id, state, coupon_id, created_at time, updated_at time`,
			From: `carts WHERE owner = $1 ORDER BY created_at, id`, Args: who},
		{
			Name:    "cart_items",
			Columns: `i.cart_id, i.id, i.variant_id, i.product_id, i.qty number, i.unit_grams number, i.note, i.seen_price money, i.created_at time`,
			From:    `cart_items i JOIN carts c ON c.id = i.cart_id WHERE c.owner = $1 ORDER BY i.cart_id, i.id`, Args: who},
	}
}
