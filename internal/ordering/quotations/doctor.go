package quotations

import (
	"wekala/internal/catalogue/extras"
	"wekala/internal/platform/doctor"
)

// Checks lists the invariants of quotations.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "quotations: events are numbered without a gap",
			Rows: `SELECT COUNT(*) FROM quotation_events`,
			Bad: `SELECT q.number AS what FROM quotations q
				LEFT JOIN (SELECT quotation_id, COUNT(*) AS n, MIN(seq) AS low, MAX(seq) AS high FROM quotation_events
					GROUP BY quotation_id) e ON e.quotation_id = q.id
				WHERE e.quotation_id IS NULL OR e.low <> 1 OR e.high <> e.n OR e.high <> q.event_seq`,
		},
		{
			Name: "quotations: every move is in the table, the last is the state",
			Rows: `SELECT COUNT(*) FROM quotation_events`,
			Bad: `WITH allowed (a, b) AS (VALUES ` + table.Pairs() + `)
				SELECT e.quotation_id || ' ' || COALESCE(e.from_state, 'nothing') || ' to ' || e.to_state AS what
				FROM quotation_events e
				WHERE (e.seq = 1 AND (e.from_state IS NOT NULL OR e.to_state <> 'requested'))
				OR (e.seq > 1 AND NOT EXISTS (SELECT 1 FROM allowed WHERE a = e.from_state AND b = e.to_state))
				OR (e.seq > 1 AND e.from_state <> (SELECT p.to_state FROM quotation_events p
					WHERE p.quotation_id = e.quotation_id AND p.seq = e.seq - 1))
				OR EXISTS (SELECT 1 FROM quotations q WHERE q.id = e.quotation_id AND q.event_seq = e.seq
				AND q.state <> e.to_state)`,
		},
		{
			Name: "quotations: versions are numbered without a gap",
			Rows: `SELECT COUNT(*) FROM quotation_offers`,
			Bad: `SELECT q.number AS what FROM quotations q
				LEFT JOIN (SELECT quotation_id, COUNT(*) AS n, MIN(version) AS low, MAX(version) AS high FROM quotation_offers
					GROUP BY quotation_id) o ON o.quotation_id = q.id
				WHERE COALESCE(o.n, 0) <> q.version OR COALESCE(o.high, 0) <> q.version OR (q.version > 0 AND o.low <> 1)`,
		},
		{
			Name: "quotations: every offer prices every line and adds up",
			Rows: `SELECT COUNT(*) FROM quotation_offers`,
			Bad: `SELECT o.quotation_id || ' ' || CAST(o.version AS TEXT) AS what FROM quotation_offers o
				LEFT JOIN (SELECT p.quotation_id, p.version, COUNT(*) AS n, SUM(CASE
				WHEN l.unit_grams > 0 THEN (2 * p.unit_price * l.qty * l.unit_grams + 1000) / 2000
				ELSE p.unit_price * l.qty END) AS items FROM quotation_prices p
					JOIN quotation_lines l ON l.quotation_id = p.quotation_id AND l.id = p.line_id
					GROUP BY p.quotation_id, p.version) s ON s.quotation_id = o.quotation_id AND s.version = o.version
				WHERE s.n IS NULL OR s.items <> o.items_total OR o.total <> o.items_total + o.delivery_fee
				OR s.n <> (SELECT COUNT(*) FROM quotation_lines l WHERE l.quotation_id = o.quotation_id)`,
		},
		{
			Name: "quotations: what waits for a second person answers the last event",
			Rows: `SELECT COUNT(*) FROM quotation_proposals`,
			Bad: `SELECT p.quotation_id AS what FROM quotation_proposals p LEFT JOIN quotations q ON q.id = p.quotation_id
				AND q.event_seq = p.seq
				WHERE q.id IS NULL`,
		},
		{
			Name: "quotations: none accepted or ordered after it expired",
			Rows: `SELECT COUNT(*) FROM quotation_events WHERE to_state IN ('accepted', 'ordered')`,
			Bad: `SELECT e.quotation_id || ' ' || e.to_state AS what FROM quotation_events e
				LEFT JOIN quotation_offers o ON o.quotation_id = e.quotation_id AND o.version = e.version
				WHERE e.to_state IN ('accepted', 'ordered') AND e.actor_kind = 'customer'
				AND (o.version IS NULL OR e.at >= o.expires_at)`,
		},
		{
			Name: "quotations: a line's extras add up",
			Rows: `SELECT COUNT(*) FROM quotation_lines WHERE extras <> ''`,
			Each: `SELECT quotation_id || ' ' || id AS what, extras_price AS sum, extras AS text FROM quotation_lines
				WHERE extras <> ''`,
			Holds: extras.AddsUp,
		},
		{
			Name: "quotations: one order for each that is ordered",
			Rows: `SELECT COUNT(*) FROM quotations WHERE state = 'ordered'`,
			Bad: `SELECT q.number AS what FROM quotations q
				LEFT JOIN orders o ON o.id = q.order_id AND o.user_id = q.user_id AND o.branch_id = q.branch_id AND o.cart_id = q.id
				WHERE (q.state = 'ordered') <> (o.id IS NOT NULL) OR (q.order_id IS NOT NULL AND o.id IS NULL)
				UNION ALL
				SELECT q.number || ' has another order ' || o.number AS what FROM orders o JOIN quotations q ON q.id = o.cart_id
				WHERE (q.order_id IS NULL OR q.order_id <> o.id) AND (o.status <> 'cancelled'
					OR EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = o.id AND e.to_status = 'pending'))`,
		},
		{
			Name: "quotations: an order's lines are at the quoted prices",
			Rows: `SELECT COUNT(*) FROM order_lines l JOIN quotations q ON q.order_id = l.order_id`,
			Bad: `SELECT q.number || ' ' || l.variant_id AS what FROM quotations q
				JOIN (SELECT order_id, variant_id, unit_price, SUM(qty) AS qty FROM order_lines
				GROUP BY order_id, variant_id, unit_price) l
					ON l.order_id = q.order_id
				LEFT JOIN (SELECT a.quotation_id, p.version, a.variant_id, p.unit_price, SUM(a.qty) AS qty FROM quotation_lines a
					JOIN quotation_prices p ON p.quotation_id = a.quotation_id AND p.line_id = a.id
					GROUP BY a.quotation_id, p.version, a.variant_id, p.unit_price) a
					ON a.quotation_id = q.id AND a.version = q.version AND a.variant_id = l.variant_id AND a.unit_price = l.unit_price
				WHERE a.variant_id IS NULL OR a.qty <> l.qty
				UNION ALL
				SELECT q.number || ' is delivered for another fee' AS what FROM quotations q
				JOIN orders o ON o.id = q.order_id JOIN quotation_offers f ON f.quotation_id = q.id AND f.version = q.version
				WHERE o.delivery_fee <> f.delivery_fee
				OR (SELECT COUNT(*) FROM order_lines l WHERE l.order_id = o.id) <> (SELECT COUNT(*) FROM quotation_lines a
				WHERE a.quotation_id = q.id)`,
		},
	}
}
