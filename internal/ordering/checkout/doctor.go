package checkout

import "wekala/internal/platform/doctor"

// Checks lists the invariants across carts, keys, coupons and orders.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "orders: every line of a cart has its cart",
			Rows: `SELECT COUNT(*) FROM cart_items`,
			Bad: `SELECT i.cart_id AS what FROM cart_items i
				WHERE NOT EXISTS (SELECT 1 FROM carts c WHERE c.id = i.cart_id)`,
		},
		{
			Name: "orders: an ordered cart has its order",
			Rows: `SELECT COUNT(*) FROM carts WHERE state = 'ordered'`,
			Bad: `SELECT c.id AS what FROM carts c WHERE c.state = 'ordered'
				AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.cart_id = c.id)`,
		},
		{
			Name: "orders: every kept key leads to an order",
			Rows: `SELECT COUNT(*) FROM idempotency WHERE operation = '` + operation.Name + `'`,
			Bad: `SELECT i.caller || ' ' || i.key AS what FROM idempotency i WHERE i.operation = '` + operation.Name + `'
				AND (i.subject <> i.caller OR NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = i.made AND o.user_id = i.caller))`,
		},
		{
			Name: "orders: every kept key of a guest leads to an order of their browser",
			Rows: `SELECT COUNT(*) FROM idempotency WHERE operation = '` + callOperation.Name + `'`,
			Bad: `SELECT i.caller || ' ' || i.key AS what FROM idempotency i WHERE i.operation = '` + callOperation.Name + `'
				AND NOT EXISTS (SELECT 1 FROM orders o JOIN carts c ON c.id = o.cart_id WHERE o.id = i.made AND o.user_id = i.subject AND c.owner = i.caller)`,
		},
		{
			Name: "policies: a version is accepted with an order that says so",
			Rows: `SELECT COUNT(*) FROM policy_acceptances`,
			Bad: `SELECT 'policies ' || p.user_id || ' ' || p.version AS what FROM policy_acceptances p
				LEFT JOIN orders o ON o.id = p.order_id
				WHERE o.id IS NULL OR o.terms_version <> p.version`,
		},
		{
			Name: "coupons: a redemption's discount is its order's",
			Rows: `SELECT COUNT(*) FROM coupon_redemptions`,
			Bad: `SELECT r.coupon_id || ' ' || r.order_id AS what FROM coupon_redemptions r JOIN orders o ON o.id = r.order_id
				WHERE r.user_id <> o.user_id OR o.coupon_id IS NULL OR o.coupon_id <> r.coupon_id OR r.discount < o.discount
				OR (r.released_at IS NULL) <> (o.status NOT IN ('cancelled', 'rejected', 'returned'))`,
		},
	}
}
