package stock

import (
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
)

// expiryGrace is the time within which the sweep must end an expired reservation.
const expiryGrace = 5 * time.Minute

// Checks lists the invariants of stock at the given time.
func Checks(now time.Time) []doctor.Check {
	return []doctor.Check{
		{
			Name: "stock: 0 <= reserved <= on hand",
			Rows: `SELECT COUNT(*) FROM stock`,
			Bad: `SELECT branch_id || ' ' || variant_id AS what FROM stock
				WHERE reserved < 0 OR on_hand < 0 OR reserved > on_hand`,
		},
		{
			Name: "stock: reserved = active reservations",
			Rows: `SELECT COUNT(*) FROM stock`,
			Bad: `SELECT s.branch_id || ' ' || s.variant_id || ' reserves ' || CAST(s.reserved AS TEXT) || ', active ' ||
				CAST(COALESCE(r.qty, 0) AS TEXT) AS what
				FROM stock s
				LEFT JOIN (SELECT branch_id, variant_id, SUM(qty) AS qty FROM reservations WHERE state = 'active' AND counted
					GROUP BY branch_id, variant_id) r ON r.branch_id = s.branch_id AND r.variant_id = s.variant_id
				WHERE s.reserved <> COALESCE(r.qty, 0)`,
		},
		{
			Name: "stock: on hand = sum of stock moves",
			Rows: `SELECT COUNT(*) FROM stock_moves`,
			Bad: `SELECT s.branch_id || ' ' || s.variant_id || ' has ' || CAST(s.on_hand AS TEXT) || ', moves ' ||
				CAST(COALESCE(m.qty, 0) AS TEXT) AS what
				FROM stock s
				LEFT JOIN (SELECT branch_id, variant_id, SUM(qty) AS qty FROM stock_moves
					GROUP BY branch_id, variant_id) m ON m.branch_id = s.branch_id AND m.variant_id = s.variant_id
				WHERE s.on_hand <> COALESCE(m.qty, 0)`,
		},
		{
			Name: "stock: units committed = units moved out",
			Rows: `SELECT COUNT(*) FROM reservations WHERE state = 'committed'`,
			Bad: `SELECT r.order_id || ' ' || r.variant_id AS what FROM reservations r
				WHERE r.state = 'committed' AND CASE WHEN r.counted THEN r.qty
				ELSE 0 END <> (SELECT COALESCE(SUM(-m.qty), 0) FROM stock_moves m
					WHERE m.branch_id = r.branch_id AND m.variant_id = r.variant_id AND m.reason = 'sold' AND m.source = r.order_id)`,
		},
		{
			Name: "stock: what was written off has a fault, and nothing else has",
			Rows: `SELECT COUNT(*) FROM stock_moves WHERE reason = 'written_off'`,
			Bad: `SELECT branch_id || ' ' || variant_id || ' ' || id AS what FROM stock_moves
				WHERE (reason = 'written_off') <> (fault <> '') OR (reason = 'written_off' AND (qty >= 0 OR staff_id = ''))`,
		},
		{
			Name: "stock: nothing stays sold out past its time",
			Rows: `SELECT COUNT(*) FROM stock WHERE out_until IS NOT NULL`,
			Bad:  `SELECT branch_id || ' ' || variant_id AS what FROM stock WHERE out_until < $1`,
			Args: []any{db.At(now.Add(-expiryGrace))},
		},
		{
			Name: "stock: no active reservation past its time",
			Rows: `SELECT COUNT(*) FROM reservations WHERE state = 'active'`,
			Bad: `SELECT order_id || ' ' || variant_id AS what FROM reservations
				WHERE state = 'active' AND expires_at IS NOT NULL AND expires_at < $1`,
			Args: []any{db.At(now.Add(-expiryGrace))},
		},
	}
}
