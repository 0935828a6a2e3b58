package orders

import (
	"context"
	"slices"
	"time"

	"wekala/internal/platform/db"
)

const (
	// An estimate is made of the branch's last deliveries, if there are enough of them.
	estimateOf    = 20
	estimateLeast = 5
	// estimateStep is what an estimate is rounded up to: it is no promise.
	estimateStep = 5 * time.Minute
)

// expected is when a late order is expected now: as long after its last step as
// four in five of the branch's last deliveries took from there. nil while it is
// in time, where too little was delivered, and where it took longer already.
func expected(ctx context.Context, q db.Querier, o *Order, events []Event, now time.Time) (*db.Millis, error) {
	if !late(o, now) || o.Fulfilment != ToDoor || !slices.Contains([]Status{Processing, Shipped, OutForDelivery}, o.Status) || len(events) == 0 {
		return nil, nil
	}
	var took []int64
	err := q.Select(ctx, &took, `SELECT d.delivered_at - MAX(e.at) AS took
		FROM (SELECT id, delivered_at FROM orders WHERE branch_id = $1 AND status = 'delivered' AND fulfilment = $2
			AND delivered_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT $3) d
		JOIN order_events e ON e.order_id = d.id AND e.to_status = $4
		GROUP BY d.id, d.delivered_at ORDER BY took`, o.BranchID, ToDoor, int64(estimateOf), string(o.Status))
	if err != nil || len(took) < estimateLeast {
		return nil, err
	}
	usual := time.Duration(took[len(took)*4/5]) * time.Millisecond
	at := events[len(events)-1].At.Time().Add(usual)
	if rounded := at.Truncate(estimateStep); rounded.Before(at) {
		at = rounded.Add(estimateStep)
	}
	if !at.After(now) {
		return nil, nil
	}
	ms := db.At(at)
	return &ms, nil
}
