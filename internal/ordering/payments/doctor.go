package payments

import "wekala/internal/platform/doctor"

// Checks lists the invariants of payments.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "money: refunds <= captures per payment",
			Rows: `SELECT COUNT(*) FROM payments`,
			Bad: `SELECT p.id AS what FROM payments p
				LEFT JOIN (SELECT payment_id, SUM(amount) AS asked, SUM(CASE WHEN state = 'done' THEN amount ELSE 0 END) AS done
					FROM refunds WHERE way = 'card' GROUP BY payment_id) r ON r.payment_id = p.id
				WHERE COALESCE(r.asked, 0) > p.captured OR COALESCE(r.done, 0) <> p.refunded OR p.captured > p.amount`,
		},
		{
			Name: "money: every captured payment has an order or goes back",
			Rows: `SELECT COUNT(*) FROM payments WHERE captured > 0`,
			Bad: `SELECT p.id AS what FROM payments p JOIN orders o ON o.id = p.order_id
				WHERE p.purpose = 'order' AND p.captured > 0 AND (o.status = 'draft'
				OR o.paid - o.wallet_paid - o.points_paid <> p.captured
				OR (o.status IN ('cancelled', 'rejected', 'returned') AND o.delivered_at IS NULL AND o.given_back <> o.paid))`,
		},
		{
			Name: "money: every captured payment belongs to exactly one order or top-up",
			Rows: `SELECT COUNT(*) FROM payments WHERE captured > 0`,
			Bad: `SELECT p.id AS what FROM payments p
				LEFT JOIN orders o ON o.id = p.order_id AND o.user_id = p.user_id
				LEFT JOIN topups t ON t.id = p.order_id AND t.user_id = p.user_id
				LEFT JOIN wallet_entries e ON e.user_id = p.user_id AND e.source = 'payment:' || p.id || ':captured'
				AND e.status = 'done'
				WHERE p.captured > 0 AND ((p.purpose = 'order') <> (o.id IS NOT NULL) OR (p.purpose = 'topup') <> (t.id IS NOT NULL)
				OR (p.purpose = 'topup') <> (e.id IS NOT NULL) OR e.amount <> p.captured
				OR (p.purpose = 'topup' AND (p.refunded > 0 OR t.amount <> p.captured)))`,
		},
		{
			Name: "money: refunds are done as the book says",
			Rows: `SELECT COUNT(*) FROM refunds`,
			Bad: `SELECT r.id AS what FROM refunds r
				WHERE (r.state = 'done') <> EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.source = 'refund:' || r.id)
				OR (r.state = 'waiting' AND r.way <> 'bank')`,
		},
		{
			Name: "money: what is paid by card was captured",
			Rows: `SELECT COUNT(*) FROM orders WHERE payment_method = 'card'`,
			Bad: `SELECT o.number AS what FROM orders o
				LEFT JOIN (SELECT order_id, SUM(captured) AS captured FROM payments GROUP BY order_id) p ON p.order_id = o.id
				WHERE o.payment_method = 'card' AND (p.order_id IS NULL OR o.paid - o.wallet_paid - o.points_paid <> p.captured)`,
		},
		{
			Name: "money: every kept key of a top-up leads to it",
			Rows: `SELECT COUNT(*) FROM idempotency WHERE operation = '` + toppingUp.Name + `'`,
			Bad: `SELECT i.caller || ' ' || i.key AS what FROM idempotency i WHERE i.operation = '` + toppingUp.Name + `'
				AND (i.subject <> i.caller OR NOT EXISTS (SELECT 1 FROM topups t WHERE t.id = i.made AND t.user_id = i.caller AND t.key = i.key))`,
		},
		{
			Name: "money: one capture posted per captured payment",
			Rows: `SELECT COUNT(*) FROM payments WHERE captured > 0`,
			Bad: `SELECT p.id AS what FROM payments p WHERE p.captured > 0 AND NOT EXISTS
				(SELECT 1 FROM ledger_transactions t WHERE t.source = 'payment:' || p.id || ':captured')`,
		},
	}
}
