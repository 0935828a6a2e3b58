package calls

import "wekala/internal/platform/doctor"

// Checks lists the invariants of orders that await, or awaited, a call.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "calls: an order waits here while it waits for its call, and was confirmed before it went on",
			Rows: `SELECT COUNT(*) FROM call_orders`,
			Bad: `SELECT 'order ' || c.order_id AS what FROM call_orders c LEFT JOIN orders o ON o.id = c.order_id
				WHERE o.id IS NULL OR o.user_id <> c.user_id OR (c.state = 'waiting') <> (o.status = 'on_hold'
				AND o.confirm_by IS NOT NULL)
				OR (c.state = 'confirmed') <> (o.confirm_by IS NULL) OR (c.state = 'confirmed') <> (c.confirmed_by IS NOT NULL)
				OR c.state = 'ended' AND o.status NOT IN ('cancelled', 'rejected')
				UNION ALL SELECT 'order ' || o.id FROM orders o WHERE o.confirm_by IS NOT NULL
				AND NOT EXISTS (SELECT 1 FROM call_orders c WHERE c.order_id = o.id)`,
		},
		{
			Name: "calls: places taken = orders that wait",
			Rows: `SELECT COUNT(*) FROM call_open`,
			Bad: `SELECT h.holder AS what FROM call_open h WHERE h.open <> (SELECT COUNT(*) FROM call_orders c
				WHERE c.state = 'waiting' AND (c.number_key = h.holder OR c.device_key = h.holder OR c.network_key = h.holder))
				UNION ALL SELECT 'order ' || c.order_id FROM call_orders c WHERE c.state = 'waiting' AND (
					NOT EXISTS (SELECT 1 FROM call_open h WHERE h.holder = c.number_key) OR
					NOT EXISTS (SELECT 1 FROM call_open h WHERE h.holder = c.device_key) OR
					NOT EXISTS (SELECT 1 FROM call_open h WHERE h.holder = c.network_key))`,
		},
		{
			Name: "calls: no code typed more than 5 times",
			Rows: `SELECT COUNT(*) FROM call_orders`,
			Bad: `SELECT 'order ' || order_id AS what FROM call_orders WHERE tries > 5 OR tries < 0
				OR state = 'confirmed' AND tries = 0`,
		},
		{
			Name: "calls: guests pay in cash, without coupon, wallet and points, and have no address book",
			Rows: `SELECT COUNT(*) FROM call_orders`,
			Bad: `SELECT 'order ' || o.id AS what FROM orders o JOIN call_orders c ON c.order_id = o.id
				WHERE o.payment_method <> 'cod' OR o.coupon_id IS NOT NULL OR o.wallet_paid <> 0 OR o.points_spent <> 0
				UNION ALL SELECT 'address ' || a.id FROM addresses a JOIN users u ON u.id = a.user_id
				WHERE u.guest_since IS NOT NULL`,
		},
	}
}
