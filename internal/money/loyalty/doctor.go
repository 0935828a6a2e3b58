package loyalty

import "wekala/internal/platform/doctor"

// Checks lists the invariants of points.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "points: lots add up to the balance",
			Rows: `SELECT COUNT(*) FROM points_lots`,
			Bad: `SELECT user_id || ' holds ' || CAST(SUM(held) AS TEXT) || ', lots ' || CAST(SUM(lots) AS TEXT)
					|| ', history ' || CAST(SUM(told) AS TEXT) AS what FROM (
				SELECT user_id, unused AS lots, 0 AS held, 0 AS told FROM points_lots
				UNION ALL SELECT user_id, 0 AS lots, 0 AS held, points AS told FROM points_entries
				UNION ALL SELECT SUBSTR(account, 8) AS user_id, 0 AS lots, -balance AS held, 0 AS told FROM ledger_balances
					WHERE SUBSTR(account, 1, 7) = 'points:' AND currency = 'PTS'
				) sides GROUP BY user_id HAVING SUM(lots) <> SUM(held) OR SUM(told) <> SUM(held)`,
		},
		{
			Name: "points: a lot is what is unused and what was used of it",
			Rows: `SELECT COUNT(*) FROM points_lots`,
			Bad: `SELECT l.user_id || ' ' || l.id AS what FROM points_lots l
				LEFT JOIN (SELECT user_id, lot_id, SUM(points - given_back) AS used FROM points_uses GROUP BY user_id, lot_id) u
					ON u.user_id = l.user_id AND u.lot_id = l.id
				WHERE l.points <> l.unused + COALESCE(u.used, 0)`,
		},
		{
			Name: "points: none spent after expiry",
			Rows: `SELECT COUNT(*) FROM points_uses WHERE kind IN ('spent', 'converted')`,
			Bad: `SELECT u.user_id || ' ' || u.source AS what FROM points_uses u
				JOIN points_lots l ON l.user_id = u.user_id AND l.id = u.lot_id
				WHERE u.kind IN ('spent', 'converted') AND u.at >= l.expires_at`,
		},
		{
			Name: "points: earned if and only if delivered",
			Rows: `SELECT COUNT(*) FROM points_earned`,
			Bad: `SELECT e.order_id AS what FROM points_earned e
				LEFT JOIN orders o ON o.id = e.order_id AND o.user_id = e.user_id
				WHERE o.id IS NULL OR o.delivered_at IS NULL OR o.items_total - o.discount - o.points_paid > e.base
				UNION ALL SELECT o.number AS what FROM orders o
				WHERE o.delivered_at IS NOT NULL
				AND NOT EXISTS (SELECT 1 FROM points_earned e WHERE e.user_id = o.user_id AND e.order_id = o.id)
				UNION ALL SELECT e.order_id AS what FROM points_earned e
				LEFT JOIN points_entries p ON p.user_id = e.user_id AND p.source = 'order:' || e.order_id || ':earned'
				WHERE e.points <> COALESCE(p.points, 0)`,
		},
		{
			Name: "points: reversed pro rata",
			Rows: `SELECT COUNT(*) FROM points_earned WHERE share > 0`,
			Bad: `SELECT order_id AS what FROM points_earned WHERE share > 0
				AND reversed <> (2 * points * returned + share) / (2 * share)`,
		},
		{
			Name: "points: what is owed is in the book",
			Rows: `SELECT COUNT(*) FROM points_accounts`,
			Bad: `SELECT a.user_id || ' owes ' || CAST(a.debt AS TEXT) AS what FROM points_accounts a
				LEFT JOIN (SELECT account, SUM(amount) AS owed FROM ledger_postings WHERE currency = 'PTS' GROUP BY account) p
					ON p.account = 'points_owed:' || a.user_id
				WHERE a.debt <> COALESCE(p.owed, 0)`,
		},
		{
			Name: "points: an order's points are what it spent less what came back",
			Rows: `SELECT COUNT(*) FROM orders WHERE points_spent > 0`,
			Bad: `SELECT o.number AS what FROM orders o
				LEFT JOIN (SELECT user_id, source, SUM(points) AS spent, SUM(given_back) AS back FROM points_uses
				GROUP BY user_id, source) u
					ON u.user_id = o.user_id AND u.source = 'order:' || o.id || ':points'
				LEFT JOIN (SELECT order_id, SUM(points) AS back FROM refunds WHERE way = 'points'
				GROUP BY order_id) r ON r.order_id = o.id
				WHERE o.points_spent <> COALESCE(u.spent, 0) OR COALESCE(u.back, 0) <> COALESCE(r.back, 0)`,
		},
	}
}
