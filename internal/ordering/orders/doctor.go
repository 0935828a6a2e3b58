package orders

import (
	"wekala/internal/catalogue/extras"
	"wekala/internal/platform/doctor"
)

// Checks lists the invariants of orders.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "orders: the book has a coupon's cost with the party that bears it",
			Rows: `SELECT COUNT(*) FROM orders WHERE fee_to <> '' AND coupon_id IS NOT NULL`,
			Bad: `SELECT o.number AS what FROM orders o
				JOIN (SELECT t.source, SUM(CASE WHEN p.account = 'coupon_cost:shop' THEN p.amount ELSE 0 END) AS cost
				FROM ledger_transactions t
					JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.kind = 'order_placed'
					GROUP BY t.source) placed ON placed.source = 'order:' || o.id || ':placed'
				LEFT JOIN (SELECT t.source, SUM(CASE WHEN p.account = 'coupon_cost:shop' THEN p.amount ELSE 0 END) AS cost
				FROM ledger_transactions t
					JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.kind = 'order_weighed'
					GROUP BY t.source) weighed ON weighed.source = 'order:' || o.id || ':weighed'
				WHERE o.fee_to <> '' AND placed.cost + COALESCE(weighed.cost, 0) <>
					CASE WHEN o.discount_by <> 'shop' THEN 0 WHEN o.fee_to = 'store' THEN o.discount + o.waived ELSE o.discount END`,
		},
		{
			Name: "orders: the book has a tip with the party that delivers",
			Rows: `SELECT COUNT(*) FROM orders WHERE tip > 0`,
			Bad: `SELECT o.number AS what FROM orders o
				JOIN ledger_transactions t ON t.source = 'order:' || o.id || ':placed'
				LEFT JOIN ledger_postings p ON p.transaction_id = t.id
					AND p.account = 'tips_payable:' || CASE WHEN o.tip_to = 'shop' THEN 'shop' ELSE o.branch_id END
				WHERE o.tip > 0 AND COALESCE(p.amount, 0) <> -o.tip
				UNION ALL SELECT number AS what FROM orders WHERE tip > 0 AND tip_to <> '' AND tip_to <> delivered_by`,
		},
		{
			Name: "orders: total = items - discount + delivery + fee + tip",
			Rows: `SELECT COUNT(*) FROM orders`,
			Bad: `SELECT number AS what FROM orders WHERE total <> items_total - discount + delivery_fee + service_fee + tip
				OR total < 0 OR discount < 0 OR tax < 0 OR tax > total`,
		},
		{
			Name: "orders: lines add up to the order",
			Rows: `SELECT COUNT(*) FROM order_lines`,
			Bad: `SELECT o.number AS what FROM orders o
				LEFT JOIN (SELECT order_id, SUM(line_total) AS items, SUM(discount) AS discount, SUM(tax) AS tax FROM order_lines
					GROUP BY order_id) l ON l.order_id = o.id
				WHERE l.order_id IS NULL OR l.items <> o.items_total OR l.discount <> o.discount OR l.tax > o.tax`,
		},
		{
			Name: "orders: every line and event has its order",
			Rows: `SELECT COUNT(*) FROM order_lines`,
			Bad: `SELECT l.order_id AS what FROM order_lines l WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = l.order_id)
				UNION ALL SELECT e.order_id AS what FROM order_events e
				WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = e.order_id)`,
		},
		{
			Name: "orders: each line = unit x quantity",
			Rows: `SELECT COUNT(*) FROM order_lines`,
			Bad: `SELECT order_id || ' ' || id AS what FROM order_lines
				WHERE line_total <> CASE WHEN unit_grams = 0 THEN unit_price * qty
				ELSE (2 * unit_price * COALESCE(charged_grams, qty * unit_grams) + 1000) / 2000 END
				OR qty <= 0 OR discount < 0 OR discount > line_total`,
		},
		{
			Name: "orders: what was weighed is within what may be picked, and nobody pays for more",
			Rows: `SELECT COUNT(*) FROM order_lines WHERE weighed_grams IS NOT NULL OR charged_grams IS NOT NULL`,
			Bad: `SELECT order_id || ' ' || id AS what FROM order_lines WHERE (weighed_grams IS NOT NULL
				OR charged_grams IS NOT NULL)
				AND (unit_grams = 0 OR weighed_grams IS NULL OR charged_grams IS NULL OR charged_grams > weighed_grams
				OR weighed_grams * 100 < qty * unit_grams * 90 OR weighed_grams * 100 > qty * unit_grams * 110
				OR charged_grams < weighed_grams AND charged_grams <> qty * unit_grams)`,
		},
		{
			Name: "orders: extras are contained in the unit price",
			Rows: `SELECT COUNT(*) FROM order_lines WHERE extras <> ''`,
			Bad: `SELECT order_id || ' ' || id AS what FROM order_lines
				WHERE extras_price < 0 OR extras_price > unit_price OR extras_price > 0 AND extras = ''`,
		},
		{
			Name: "orders: a line's extras add up",
			Rows: `SELECT COUNT(*) FROM order_lines WHERE extras <> ''`,
			Each: `SELECT order_id || ' ' || id AS what, extras_price AS sum, extras AS text FROM order_lines
				WHERE extras <> ''`,
			Holds: extras.AddsUp,
		},
		{
			Name: "orders: paid + due = total and what went back for its weight, while it stands",
			Rows: `SELECT COUNT(*) FROM orders WHERE status NOT IN ('cancelled', 'rejected', 'returned')`,
			Bad: `SELECT number AS what FROM orders WHERE status NOT IN ('cancelled', 'rejected', 'returned')
				AND (paid + due <> total + weighed_back - rounded OR paid < 0 OR due < 0)`,
		},
		{
			Name: "orders: nothing is due once it has ended",
			Rows: `SELECT COUNT(*) FROM orders WHERE status IN ('cancelled', 'rejected', 'returned')`,
			Bad:  `SELECT number AS what FROM orders WHERE status IN ('cancelled', 'rejected', 'returned') AND due <> 0`,
		},
		{
			Name: "orders: events are numbered without a gap",
			Rows: `SELECT COUNT(*) FROM order_events`,
			Bad: `SELECT o.number AS what FROM orders o
				LEFT JOIN (SELECT order_id, COUNT(*) AS n, MIN(seq) AS low, MAX(seq) AS high FROM order_events GROUP BY order_id) e
					ON e.order_id = o.id
				WHERE e.order_id IS NULL OR e.low <> 1 OR e.high <> e.n OR e.high <> o.event_seq`,
		},
		{
			Name: "orders: the last event is the status",
			Rows: `SELECT COUNT(*) FROM orders`,
			Bad: `SELECT o.number AS what FROM orders o JOIN order_events e ON e.order_id = o.id AND e.seq = o.event_seq
				WHERE e.to_status <> o.status`,
		},
		{
			Name: "orders: every move is in the table",
			Rows: `SELECT COUNT(*) FROM order_events`,
			Bad: `WITH allowed (a, b) AS (VALUES ` + table.Pairs() + `)
				SELECT e.order_id || ' ' || COALESCE(e.from_status, 'nothing') || ' to ' || e.to_status AS what FROM order_events e
				WHERE (e.seq = 1 AND (e.from_status IS NOT NULL OR e.to_status <> 'draft'))
				OR (e.seq > 1 AND NOT EXISTS (SELECT 1 FROM allowed WHERE a = e.from_status AND b = e.to_status))
				OR (e.seq > 1 AND e.from_status <> (SELECT p.to_status FROM order_events p
					WHERE p.order_id = e.order_id AND p.seq = e.seq - 1))`,
		},
		{
			Name: "orders: one order per cart version",
			Rows: `SELECT COUNT(*) FROM orders`,
			Bad:  `SELECT cart_id AS what FROM orders GROUP BY cart_id, cart_version HAVING COUNT(*) > 1`,
		},
		{
			Name: "stock: every line is of its order's branch",
			Rows: `SELECT COUNT(*) FROM order_lines`,
			Bad: `SELECT o.number || ' ' || l.id AS what FROM order_lines l JOIN orders o ON o.id = l.order_id
				WHERE l.branch_id <> o.branch_id`,
		},
		{
			Name: "stock: units sold = units moved or held",
			Rows: `SELECT COUNT(*) FROM order_lines`,
			Bad: `SELECT o.number || ' ' || l.variant_id AS what
				FROM (SELECT order_id, branch_id, variant_id, SUM(qty) AS qty FROM order_lines
				GROUP BY order_id, branch_id, variant_id) l
				JOIN orders o ON o.id = l.order_id
				LEFT JOIN reservations r ON r.branch_id = l.branch_id AND r.variant_id = l.variant_id AND r.order_id = o.id
				WHERE r.order_id IS NULL OR r.qty <> l.qty OR r.state <> CASE
					WHEN o.status IN ('draft', 'pending', 'on_hold', 'processing') THEN 'active'
					WHEN o.status IN ('cancelled', 'rejected') THEN 'released' ELSE 'committed' END`,
		},
		{
			Name: "money: an order's account holds what is open",
			Rows: `SELECT COUNT(*) FROM orders`,
			Bad: `SELECT o.number || ' is open with ' || CAST(COALESCE(p.amount, 0) AS TEXT) AS what FROM orders o
				LEFT JOIN (SELECT account, SUM(amount) AS amount FROM ledger_postings
					GROUP BY account) p ON p.account = 'order:' || o.id
				WHERE COALESCE(p.amount, 0) <>
					CASE WHEN o.status = 'draft' OR (o.status IN ('cancelled', 'rejected', 'returned') AND o.delivered_at IS NULL)
						THEN 0 ELSE o.total - o.rounded END
					- o.paid ` + returnedCredit("+") + `
					+ COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.order_id = o.id AND r.state = 'done'), 0)`,
		},
		{
			Name: "money: nothing stays open once an order has ended and its refunds are done",
			Rows: `SELECT COUNT(*) FROM orders WHERE status IN ('cancelled', 'rejected', 'returned', 'delivered')`,
			Bad: `SELECT o.number || ' is open with ' || CAST(p.amount AS TEXT) AS what FROM orders o
				JOIN (SELECT account, SUM(amount) AS amount FROM ledger_postings
					GROUP BY account HAVING SUM(amount) <> 0) p ON p.account = 'order:' || o.id
				WHERE o.status IN ('cancelled', 'rejected', 'returned', 'delivered')
				AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.state <> 'done')`,
		},
		{
			Name: "money: cash is rounded down by less than its step, and nothing else is",
			Rows: `SELECT COUNT(*) FROM orders WHERE round_step > 0 OR rounded > 0`,
			Bad: `SELECT number AS what FROM orders WHERE (round_step > 0 OR rounded > 0) AND (payment_method <> 'cod'
				OR rounded >= round_step
				OR rounded <> CASE WHEN total + weighed_back - wallet_paid - points_paid < round_step THEN 0
					ELSE (total + weighed_back - wallet_paid - points_paid) % round_step END)`,
		},
		{
			Name: "money: what rounding costs is what orders were rounded by, less what returns kept",
			Rows: `SELECT COUNT(*) FROM ledger_postings WHERE account = '` + platformRounding + `'`,
			Bad: `SELECT o.number || ' by ' || CAST(o.rounded AS TEXT) AS what FROM orders o
				LEFT JOIN (SELECT t.source, p.amount FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
					WHERE p.account = '` + platformRounding + `') p
					ON p.source IN ('order:' || o.id || ':placed', 'order:' || o.id || ':weighed', 'order:' || o.id || ':reversed')
				WHERE o.rounded > 0 AND o.rounded_by <> 'store' GROUP BY o.id, o.number, o.rounded, o.status, o.delivered_at
				HAVING COALESCE(SUM(p.amount), 0) <>
					CASE WHEN o.status IN ('cancelled', 'rejected', 'returned') AND o.delivered_at IS NULL THEN 0 ELSE o.rounded END
				UNION ALL SELECT 'all of it' AS what FROM (SELECT COALESCE(SUM(amount), 0) AS booked FROM ledger_postings
					WHERE account = '` + platformRounding + `') l
				WHERE l.booked <> (SELECT COALESCE(SUM(rounded), 0) FROM orders WHERE rounded_by <> 'store'
						AND status <> 'draft' AND NOT (status IN ('cancelled', 'rejected', 'returned') AND delivered_at IS NULL))
					- (SELECT COALESCE(SUM(r.rounded), 0) FROM returns r JOIN orders o ON o.id = r.order_id
						WHERE r.state IN ('settled', 'refunded') AND o.rounded_by <> 'store')`,
		},
		{
			Name: "money: wallet and points pay no more than the order",
			Rows: `SELECT COUNT(*) FROM orders WHERE wallet_paid + points_paid > 0`,
			Bad: `SELECT number AS what FROM orders WHERE wallet_paid < 0 OR points_paid < 0 OR points_spent < 0
				OR wallet_paid + points_paid > total + weighed_back OR (points_paid > 0) <> (points_spent > 0)
				OR (payment_method = 'wallet' AND wallet_paid + points_paid <> total + weighed_back)`,
		},
		{
			Name: "money: what went back for its weight was refunded",
			Rows: `SELECT COUNT(*) FROM orders WHERE weighed_back > 0`,
			Bad: `SELECT o.number AS what FROM orders o
				LEFT JOIN (SELECT order_id, SUM(amount) AS amount FROM refunds
				WHERE reason = '` + ReasonWeighed + `' GROUP BY order_id) r ON r.order_id = o.id
				WHERE o.weighed_back <> COALESCE(r.amount, 0)`,
		},
		{
			Name: "money: cash that was handed over is that of its orders",
			Rows: `SELECT COUNT(*) FROM cash_handovers`,
			Bad: `SELECT h.id AS what FROM cash_handovers h
				LEFT JOIN (SELECT handover_id, SUM(amount) AS amount, COUNT(*) AS n FROM cash_handed
				GROUP BY handover_id) o ON o.handover_id = h.id
				WHERE h.expected <> COALESCE(o.amount, 0) OR h.orders <> COALESCE(o.n, 0)
				OR (h.counted <> h.expected AND h.reason = '')`,
		},
		{
			Name: "money: cash that was handed over is due no more",
			Rows: `SELECT COUNT(*) FROM cash_handovers`,
			Bad: `SELECT h.id AS what FROM cash_handovers h
				LEFT JOIN ledger_transactions t ON t.source = 'handover:' || h.id
				LEFT JOIN ledger_postings p ON p.transaction_id = t.id AND p.account = 'cash_due:' || h.branch_id
				WHERE COALESCE(p.amount, 0) <> -h.expected`,
		},
		{
			Name: "money: cash is open or handed over, and was taken",
			Rows: `SELECT COUNT(*) FROM cash_open`,
			Bad: `SELECT c.order_id AS what FROM (SELECT order_id, amount FROM cash_open UNION ALL SELECT order_id, amount
				FROM cash_handed) c
				LEFT JOIN ledger_transactions t ON t.source = 'order:' || c.order_id || ':cash'
				LEFT JOIN ledger_postings p ON p.transaction_id = t.id AND p.account = 'order:' || c.order_id
				GROUP BY c.order_id HAVING COUNT(*) > 1 OR SUM(c.amount + COALESCE(p.amount, 0)) <> 0`,
		},
		{
			Name: "money: what goes back was asked for, and was paid",
			Rows: `SELECT COUNT(*) FROM orders WHERE paid > 0`,
			Bad: `SELECT o.number AS what FROM orders o
				LEFT JOIN (SELECT order_id, SUM(amount) AS asked FROM refunds GROUP BY order_id) r ON r.order_id = o.id
				WHERE o.given_back <> COALESCE(r.asked, 0) OR o.given_back > o.paid`,
		},
	}
}

// returnedCredit is the sum that returns have credited to an order's account, as SQL with a sign before it: such
// postings are credits.
func returnedCredit(sign string) string {
	return sign +
		` COALESCE((SELECT SUM(l.amount) FROM ledger_postings l JOIN ledger_transactions t ON t.id = l.transaction_id
		WHERE l.account = 'order:' || o.id AND t.kind = 'return_credited'), 0)`
}
