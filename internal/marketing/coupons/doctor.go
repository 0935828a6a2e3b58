package coupons

import "wekala/internal/platform/doctor"

// Checks lists the invariants of coupons.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "coupons: uses = unreleased redemptions <= limit",
			Rows: `SELECT COUNT(*) FROM coupons`,
			Bad: `SELECT c.code || ' counts ' || CAST(c.uses AS TEXT) || ', redeemed ' || CAST(COALESCE(r.n, 0) AS TEXT) AS what
				FROM coupons c
				LEFT JOIN (SELECT coupon_id, COUNT(*) AS n FROM coupon_redemptions WHERE released_at IS NULL GROUP BY coupon_id) r
					ON r.coupon_id = c.id
				WHERE c.uses <> COALESCE(r.n, 0) OR (c.total_limit IS NOT NULL AND c.uses > c.total_limit)`,
		},
		{
			Name: "coupons: uses per customer = unreleased redemptions <= limit",
			Rows: `SELECT COUNT(*) FROM coupon_customers`,
			Bad: `SELECT s.coupon_id || ' ' || s.user_id AS what
				FROM coupon_customers s JOIN coupons c ON c.id = s.coupon_id
				LEFT JOIN (SELECT coupon_id, user_id, COUNT(*) AS n FROM coupon_redemptions WHERE released_at IS NULL
					GROUP BY coupon_id, user_id) r ON r.coupon_id = s.coupon_id AND r.user_id = s.user_id
				WHERE s.uses <> COALESCE(r.n, 0) OR (c.customer_limit IS NOT NULL AND s.uses > c.customer_limit)
					OR (c.first_order AND s.uses > 1)`,
		},
		{
			Name: "coupons: what waits for a second person is off, and somebody made it",
			Rows: `SELECT COUNT(*) FROM coupons WHERE waits_since IS NOT NULL`,
			Bad:  `SELECT code AS what FROM coupons WHERE waits_since IS NOT NULL AND (active OR makers = '[]')`,
		},
		{
			Name: "coupons: every redemption is counted for its customer",
			Rows: `SELECT COUNT(*) FROM coupon_redemptions`,
			Bad: `SELECT r.coupon_id || ' ' || r.order_id AS what FROM coupon_redemptions r
				WHERE NOT EXISTS (SELECT 1 FROM coupon_customers s WHERE s.coupon_id = r.coupon_id AND s.user_id = r.user_id)`,
		},
	}
}
