package shipping

import "wekala/internal/platform/doctor"

// Checks lists the invariants of deliveries.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "delivery: an hour's bookings = its orders that were not given up",
			Rows: `SELECT COUNT(*) FROM slot_bookings`,
			Bad: `SELECT b.branch_id || ' ' || CAST(b.slot_at AS TEXT) || ' counts ' || CAST(b.used AS TEXT) AS what
				FROM slot_bookings b
				LEFT JOIN (SELECT branch_id, scheduled_from, COUNT(*) AS n FROM orders
					WHERE scheduled_from IS NOT NULL AND status NOT IN ('cancelled', 'rejected') GROUP BY branch_id, scheduled_from) o
					ON o.branch_id = b.branch_id AND o.scheduled_from = b.slot_at
				WHERE b.used <> COALESCE(o.n, 0)`,
		},
		{
			Name: "delivery: only late orders are made up for, with no more than they cost",
			Rows: `SELECT COUNT(*) FROM wallet_entries WHERE type = 'late'`,
			Bad: `SELECT e.source AS what FROM wallet_entries e LEFT JOIN orders o ON o.id = e.order_id
				WHERE e.type = 'late' AND (o.id IS NULL OR o.user_id <> e.user_id OR o.delivered_at IS NULL
					OR o.delivered_at <= o.promised_at OR e.amount > o.total)`,
		},
	}
}
