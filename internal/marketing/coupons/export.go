package coupons

import "wekala/internal/platform/export"

// Export lists the coupons that a customer used.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "coupon_redemptions",
			Columns: `r.coupon_id, c.code, r.order_id, r.discount money, r.created_at time, r.released_at time`,
			From: `coupon_redemptions r JOIN coupons c ON c.id = r.coupon_id WHERE r.user_id = $1
				ORDER BY r.created_at, r.order_id`, Args: who},
		{Name: "coupon_customers", Columns: `coupon_id, uses number`,
			From: `coupon_customers WHERE user_id = $1 ORDER BY coupon_id`, Args: who},
	}
}
