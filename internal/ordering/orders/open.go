package orders

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Limits on a customer's open orders, and on those started in a day without payment; see
// docs/decisions/2026-11-22-open-orders.md.
const (
	// MaxWaiting is the maximum number of a customer's orders that await acceptance by a branch.
	MaxWaiting = 5
	// MaxInHour is the maximum number of a customer's orders for one hour of one branch, because each takes one of its
	// places.
	MaxInHour = 2
	// MaxCancelled is the number of unpaid orders that a customer may cancel in a day and still order without payment.
	MaxCancelled = 5
	// MaxCalls is the maximum number of a customer's orders in a day that await a call: each sends a message to a number
	// that they typed.
	MaxCalls = 3
	// openDay is the period in which orders of a day are counted.
	openDay = 24 * time.Hour
	// deliveriesCount is the number of deliveries up to which the limit for unpaid orders grows.
	deliveriesCount = 9
)

// The parts of the guard; they count the customer's orders including the new one. $1 is the order, $2 the customer.
const (
	unitsOf = `SELECT COALESCE(SUM(CASE WHEN l.unit_grams > 0 THEN (l.qty * l.unit_grams + 999) / 1000 ELSE l.qty END), 0)
		FROM orders h JOIN order_lines l ON l.order_id = h.id WHERE h.user_id = $2 AND `
	waits      = `(h.status = 'pending' OR h.status = 'on_hold' AND h.held_from = 'pending')`
	live       = `h.status IN ('pending', 'processing', 'on_hold', 'shipped', 'out_for_delivery')`
	deliveries = `(SELECT COUNT(*) FROM (SELECT 1 FROM orders d WHERE d.user_id = $2 AND d.delivered_at IS NOT NULL
		LIMIT $4) AS taken)`
	// Using the branch id in an expression keeps planners from choosing its index: they would read all live orders of the
	// branch instead of the customer's few.
	inHour = `(SELECT COUNT(*) FROM orders h WHERE h.user_id = $2 AND (h.branch_id || '') = $6
		AND h.scheduled_from = $7 AND ` + live + `)`
	waiting   = `(SELECT COUNT(*) FROM orders h WHERE h.user_id = $2 AND ` + waits + `)`
	cancelled = `(SELECT COUNT(*) FROM orders h WHERE h.user_id = $2 AND h.created_at > $3
		AND h.status = 'cancelled' AND h.cancelled_by = 'customer' AND h.payment_method = 'cod')`
	called = `(SELECT COUNT(*) FROM orders h WHERE h.user_id = $2 AND h.created_at > $3 AND EXISTS (SELECT 1
		FROM order_events e WHERE e.order_id = h.id AND e.seq <= 3 AND e.to_status = 'on_hold' AND e.actor_kind = 'system'))`
)

// OpenGuard touches the order's row only if its customer, with this order, stays within the limits on waiting orders,
// orders in one hour and units; for unpaid orders also on today's cancellations and calls. The customer's row is locked
// before (auth.LockActiveUserStmt), so two concurrent orders count each other. See WhyTooMuchOpen.
func OpenGuard(o *Order, now time.Time) db.Stmt {
	// Before a first delivery, the units of all live orders count. After it, only those of drafts and of unpaid orders not
	// yet accepted count, and the limit for these grows with each delivery.
	args := []any{o.ID, o.UserID, MaxUnits, deliveriesCount, MaxWaiting}
	sql := `UPDATE orders SET event_seq = event_seq WHERE id = $1
		AND (` + unitsOf + `(h.status = 'draft' OR ` + live + ` AND NOT EXISTS (SELECT 1 FROM orders d
			WHERE d.user_id = $2 AND d.delivered_at IS NOT NULL))) <= $3
		AND (` + unitsOf + `(h.status = 'draft' OR ` + waits + ` AND h.due > 0)) <= $3 * (1 + ` + deliveries + `)
		AND ` + waiting + ` <= $5`
	if o.ScheduledFrom != nil {
		args = append(args, o.BranchID, o.ScheduledFrom, MaxInHour)
		sql += ` AND ` + inHour + ` <= $8`
	}
	if unpaid(o) {
		args = append(args, db.At(now.Add(-openDay)), MaxCancelled)
		day, most := argument(len(args)-1), argument(len(args))
		sql += ` AND ` + strings.ReplaceAll(cancelled, "$3", day) + ` < ` + most
		if o.Status == OnHold {
			args = append(args, MaxCalls)
			sql += ` AND ` + strings.ReplaceAll(called, "$3", day) + ` <= ` + argument(len(args))
		}
	}
	return db.Stmt{SQL: sql, Args: args, Guard: ErrTooMuchOpen}
}

// ErrTooMuchOpen is the guard of OpenGuard.
var ErrTooMuchOpen = errors.New("orders: too much is open")

// argument returns the placeholder of a statement's nth argument.
func argument(n int) string { return "$" + strconv.Itoa(n) }

// unpaid reports whether an order is paid only at its end, if at all.
func unpaid(o *Order) bool { return o.PaymentMethod == COD && o.Due > 0 }

// WhyTooMuchOpen returns, in the transaction in which OpenGuard failed, which of its limits the order exceeds.
func WhyTooMuchOpen(ctx context.Context, q db.Querier, o *Order, now time.Time) error {
	var n struct {
		Waiting int64 `db:"waiting"`
		InHour  int64 `db:"in_hour"`
	}
	err := q.Get(ctx, &n, `SELECT (SELECT COUNT(*) FROM orders h WHERE h.user_id = $2 AND `+waits+`) AS waiting,
		(SELECT COUNT(*) FROM orders h WHERE h.user_id = $2 AND (h.branch_id || '') = $1 AND h.scheduled_from = $3
		AND `+live+`) AS in_hour`,
		o.BranchID, o.UserID, o.ScheduledFrom)
	if err != nil {
		return err
	}
	if unpaid(o) {
		day, err := UnpaidToday(ctx, q, o.UserID, now)
		if err != nil {
			return err
		}
		if o.Status == OnHold {
			day.Called-- // this order is among those called about by now
		}
		if refused := day.Refused(o.Status == OnHold); refused != nil {
			return refused
		}
	}
	switch {
	case n.Waiting > MaxWaiting:
		return errs.Refuse("checkout.too_many_unaccepted", "count", MaxWaiting)
	case n.InHour > MaxInHour:
		return errs.Refuse("checkout.too_many_in_hour", "count", MaxInHour)
	}
	return errs.Refuse("checkout.too_many_units", "count", MaxUnits)
}

// UnpaidDay counts the outcomes of a customer's unpaid orders in a day.
type UnpaidDay struct {
	Cancelled int64 `db:"cancelled"` // by themselves
	Called    int64 `db:"called"`    // waited for a call, whatever became of them
}

// UnpaidToday counts the outcomes of a customer's unpaid orders in the day before now.
func UnpaidToday(ctx context.Context, q db.Querier, userID string, now time.Time) (day UnpaidDay, err error) {
	err = q.Get(ctx, &day,
		`SELECT `+strings.NewReplacer("$2", "$1", "$3", "$2").Replace(cancelled+` AS cancelled, `+called)+` AS called`,
		userID, db.At(now.Add(-openDay)))
	return day, err
}

// Refused refuses (422) the customer's next order if it would be unpaid and too many were cancelled in a day, or if it
// needs a call and too many calls were needed; otherwise nil. It is checked before ordering; OpenGuard enforces it.
func (day UnpaidDay) Refused(calls bool) *errs.Error {
	switch {
	case day.Cancelled >= MaxCancelled:
		return errs.Invalid("payment_method", "checkout.cash_cancelled", "count", MaxCancelled)
	case calls && day.Called >= MaxCalls:
		return errs.Invalid("payment_method", "checkout.cash_calls", "count", MaxCalls)
	}
	return nil
}
