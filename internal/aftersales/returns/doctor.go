package returns

import (
	"wekala/internal/money/loyalty"
	"wekala/internal/platform/doctor"
)

// paid lists the states in which a return has been booked.
const paid = `('settled', 'refunded')`

// Checks lists the invariants of returns.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "returns: returned <= delivered per line",
			Rows: `SELECT COUNT(*) FROM return_units`,
			Bad: `SELECT u.order_id || ' ' || u.line_id AS what FROM return_units u
				LEFT JOIN order_lines l ON l.order_id = u.order_id AND l.id = u.line_id
				WHERE l.id IS NULL OR u.unit > l.qty
				UNION ALL SELECT order_id || ' ' || line_id || ' twice' AS what FROM return_units WHERE live
				GROUP BY order_id, line_id, unit HAVING COUNT(*) > 1
				UNION ALL SELECT r.number || ' was not delivered' AS what FROM returns r JOIN orders o ON o.id = r.order_id
				WHERE o.delivered_at IS NULL OR o.user_id <> r.user_id OR o.branch_id <> r.branch_id`,
		},
		{
			Name: "returns: every line has its units",
			Rows: `SELECT COUNT(*) FROM return_lines`,
			Bad: `SELECT l.return_id || ' ' || l.id AS what FROM return_lines l
				LEFT JOIN (SELECT return_id, return_line_id, line_id, COUNT(*) AS n FROM return_units
					GROUP BY return_id, return_line_id, line_id) u
					ON u.return_id = l.return_id AND u.return_line_id = l.id AND u.line_id = l.line_id
				LEFT JOIN returns r ON r.id = l.return_id
				WHERE COALESCE(u.n, 0) <> l.qty OR r.id IS NULL OR r.order_id <> l.order_id`,
		},
		{
			Name: "returns: units are held while their return stands",
			Rows: `SELECT COUNT(*) FROM return_units`,
			Bad: `SELECT r.number || ' ' || u.line_id AS what FROM return_units u JOIN returns r ON r.id = u.return_id
				WHERE u.live <> (CASE WHEN r.state = 'withdrawn' OR (r.state = 'refused' AND u.outcome IS NULL) THEN 0
				ELSE 1 END = 1)
				OR (u.outcome IS NULL) <> (r.state IN ('requested', 'approved', 'withdrawn', 'picked_up', 'received')
					OR (r.state = 'refused' AND r.inspected_by IS NULL))
				OR (u.outcome = 'refuse' AND u.why = '' AND NOT EXISTS (SELECT 1 FROM users g WHERE g.id = r.user_id
				AND g.erased_at IS NOT NULL))`,
		},
		{
			Name: "returns: a refund is no more than was paid for its lines",
			Rows: `SELECT COUNT(*) FROM return_units`,
			Bad: `SELECT l.order_id || ' ' || l.id AS what FROM order_lines l
				JOIN (SELECT order_id, line_id, SUM(gross) AS gross, SUM(discount) AS discount, COUNT(*) AS n FROM return_units
					WHERE live AND (outcome IS NULL OR outcome <> 'refuse') GROUP BY order_id, line_id) u
					ON u.order_id = l.order_id AND u.line_id = l.id
				WHERE u.gross > l.line_total OR u.discount > l.discount OR u.gross - u.discount > l.line_total - l.discount
				OR (u.n = l.qty AND (u.gross <> l.line_total OR u.discount <> l.discount))`,
		},
		{
			Name: "returns: its amounts are its units' and its share of delivery",
			Rows: `SELECT COUNT(*) FROM returns`,
			Bad: `SELECT r.number AS what FROM returns r JOIN orders o ON o.id = r.order_id
				LEFT JOIN (SELECT return_id, SUM(gross) AS gross, SUM(discount) AS discount FROM return_units
					WHERE outcome IS NULL OR outcome <> 'refuse' GROUP BY return_id) u ON u.return_id = r.id
				WHERE r.gross <> COALESCE(u.gross, 0) OR r.discount <> COALESCE(u.discount, 0) + r.rounded + r.points_value
				OR r.refund < 0
				OR r.refund <> r.gross - r.discount + r.delivery OR r.rounded > o.rounded OR r.delivery < 0
				OR r.delivery > o.delivery_fee + o.service_fee`,
		},
		{
			Name: "returns: all refunds of an order <= what it paid",
			Rows: `SELECT COUNT(*) FROM returns WHERE state IN ` + paid,
			Bad: `SELECT o.number AS what FROM orders o
				JOIN (SELECT order_id, SUM(refund) AS refund, SUM(delivery) AS delivery FROM returns
				WHERE state IN ` + paid + ` GROUP BY order_id) r
					ON r.order_id = o.id
				WHERE r.refund > o.total - o.tip OR r.refund > o.paid OR r.delivery > o.delivery_fee + o.service_fee`,
		},
		{
			Name: "returns: each settled one has its ledger entry",
			Rows: `SELECT COUNT(*) FROM returns WHERE state IN ` + paid,
			Bad: `SELECT r.number AS what FROM returns r
				LEFT JOIN ledger_transactions t ON t.source = 'return:' || r.id || ':credit'
				LEFT JOIN (SELECT transaction_id, account, SUM(amount) AS amount FROM ledger_postings
				GROUP BY transaction_id, account) p
					ON p.transaction_id = t.id AND p.account = 'order:' || r.order_id
				WHERE (t.id IS NOT NULL) <> (r.state IN ` + paid + `)
				OR (t.id IS NOT NULL AND (t.kind <> 'return_credited' OR COALESCE(p.amount, 0) <> -r.refund))`,
		},
		{
			Name: "returns: used points that were deducted cost the platform less",
			Rows: `SELECT COUNT(*) FROM returns WHERE points_value > 0`,
			Bad: `SELECT r.number AS what FROM returns r
				LEFT JOIN ledger_transactions t ON t.source = 'return:' || r.id || ':credit'
				LEFT JOIN (SELECT transaction_id, SUM(amount) AS amount FROM ledger_postings WHERE account = '` + loyalty.Cost + `'
					GROUP BY transaction_id) p ON p.transaction_id = t.id
				WHERE r.state IN ` + paid + ` AND COALESCE(p.amount, 0) <> -r.points_value`,
		},
		{
			Name: "returns: each refund is in the ledger of what staff give",
			Rows: `SELECT COUNT(*) FROM returns WHERE refund > 0 AND state IN ` + paid,
			Bad: `SELECT r.number AS what FROM returns r LEFT JOIN given g ON g.object = 'return:' || r.id
				AND g.released_at IS NULL
				WHERE (g.object IS NOT NULL AND (r.state NOT IN ` + paid + ` OR g.amount <> r.refund OR g.receiver <> r.user_id
					OR (g.basis = 'alone' AND r.settled_by <> g.giver)))
				OR (g.object IS NULL AND r.refund > 0 AND r.state IN ` + paid + `)`,
		},
		{
			Name: "returns: each settled one has its stock moves",
			Rows: `SELECT COUNT(*) FROM return_units WHERE outcome IS NOT NULL`,
			Bad: `WITH judged (return_id, branch_id, variant_id, outcome, n) AS (
					SELECT u.return_id, r.branch_id, l.variant_id, u.outcome, COUNT(*) FROM return_units u
					JOIN returns r ON r.id = u.return_id AND r.state IN ` + paid + `
					JOIN order_lines l ON l.order_id = u.order_id AND l.id = u.line_id
					WHERE u.outcome IN ('restock', 'scrap') GROUP BY u.return_id, r.branch_id, l.variant_id, u.outcome)
				SELECT j.return_id || ' ' || j.variant_id AS what FROM judged j
				WHERE (j.outcome = 'restock' AND j.n <> (SELECT COALESCE(SUM(m.qty), 0) FROM stock_moves m
				WHERE m.branch_id = j.branch_id
					AND m.variant_id = j.variant_id AND m.reason = 'returned' AND m.source = 'return:' || j.return_id || ':restock'))
				OR (j.outcome = 'scrap' AND j.n <> (SELECT COALESCE(SUM(-m.qty), 0) FROM stock_moves m
				WHERE m.branch_id = j.branch_id
					AND m.variant_id = j.variant_id AND m.reason = 'scrapped' AND m.source = 'return:' || j.return_id || ':scrap'))`,
		},
		{
			Name: "returns: payouts add up to the refund",
			Rows: `SELECT COUNT(*) FROM return_payouts`,
			Bad: `SELECT r.number AS what FROM returns r
				LEFT JOIN (SELECT return_id, SUM(amount) AS amount, SUM(CASE WHEN done_at IS NULL THEN 1 ELSE 0 END) AS open
					FROM return_payouts GROUP BY return_id) p ON p.return_id = r.id
				WHERE COALESCE(p.amount, 0) <> CASE WHEN r.state IN ` + paid + ` THEN r.refund ELSE 0 END
				OR (r.state IN ` + paid + ` AND (COALESCE(p.open, 0) = 0) <> (r.state = 'refunded'))`,
		},
		{
			Name: "returns: events are numbered without a gap",
			Rows: `SELECT COUNT(*) FROM return_events`,
			Bad: `SELECT r.number AS what FROM returns r
				LEFT JOIN (SELECT return_id, COUNT(*) AS n, MIN(seq) AS low, MAX(seq) AS high FROM return_events
				GROUP BY return_id) e
					ON e.return_id = r.id
				WHERE e.return_id IS NULL OR e.low <> 1 OR e.high <> e.n OR e.high <> r.event_seq`,
		},
		{
			Name: "returns: every move is in the table, the last is the state",
			Rows: `SELECT COUNT(*) FROM return_events`,
			Bad: `WITH allowed (a, b) AS (VALUES ` + table.Pairs() + `)
				SELECT e.return_id || ' ' || COALESCE(e.from_state, 'nothing') || ' to ' || e.to_state AS what FROM return_events e
				WHERE (e.seq = 1 AND (e.from_state IS NOT NULL OR e.to_state <> 'requested'))
				OR (e.seq > 1 AND NOT EXISTS (SELECT 1 FROM allowed WHERE a = e.from_state AND b = e.to_state))
				OR (e.seq > 1 AND e.from_state <> (SELECT p.to_state FROM return_events p WHERE p.return_id = e.return_id
				AND p.seq = e.seq - 1))
				UNION ALL SELECT r.number AS what FROM returns r JOIN return_events e ON e.return_id = r.id AND e.seq = r.event_seq
				WHERE e.to_state <> r.state`,
		},
		{
			Name: "returns: an order stands where its returns say",
			Rows: `SELECT COUNT(*) FROM orders WHERE delivered_at IS NOT NULL`,
			Bad: `SELECT o.number || ' is ' || o.status AS what FROM orders o
				LEFT JOIN (SELECT order_id, SUM(CASE WHEN state IN ('approved', 'picked_up') THEN 1 ELSE 0 END) AS underway,
					SUM(CASE WHEN state IN ('received', 'inspected') THEN 1 ELSE 0 END) AS there,
					SUM(CASE WHEN state = 'settled' THEN 1 ELSE 0 END) AS unpaid FROM returns GROUP BY order_id) r
					ON r.order_id = o.id
				LEFT JOIN (SELECT u.order_id, COUNT(*) AS n FROM return_units u JOIN returns d ON d.id = u.return_id
				AND d.state IN ` + paid + `
					WHERE u.outcome IN ('restock', 'scrap') GROUP BY u.order_id) b ON b.order_id = o.id
				JOIN (SELECT order_id, SUM(qty) AS n FROM order_lines GROUP BY order_id) l ON l.order_id = o.id
				WHERE o.delivered_at IS NOT NULL AND o.status <> CASE WHEN COALESCE(r.underway, 0) > 0 THEN 'in_return'
					WHEN COALESCE(r.there, 0) > 0 THEN 'return_received' WHEN COALESCE(b.n, 0) < l.n THEN 'delivered'
					WHEN r.unpaid > 0 THEN 'return_received' ELSE 'returned' END`,
		},
		{
			Name: "returns: no account number is kept without need",
			Rows: `SELECT COUNT(*) FROM returns WHERE bank IS NOT NULL`,
			Bad: `SELECT number AS what FROM returns WHERE bank IS NOT NULL
				AND (refund_to <> 'bank' OR state IN ('refused', 'withdrawn', 'refunded'))`,
		},
	}
}
