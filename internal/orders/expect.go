package orders

import (
	"context"
	"slices"
	"time"

	"wekala/internal/addresses"
	"wekala/internal/branches"
	"wekala/internal/places"
	"wekala/internal/platform/db"
)

const (
	// An estimate is made of the branch's last deliveries, if there are enough of them.
	estimateOf    = 20
	estimateLeast = 3
	// estimateStep is what an estimate is rounded up to: it is no promise.
	estimateStep = 5 * time.Minute
)

// expected is when a late order is expected now, by the rule of docs/states.md:
// as long after its last step as the branch's last deliveries took from there, else
// as long as the branch promises. nil while it is in time, and where both have passed.
func (s *Service) expected(ctx context.Context, q db.Querier, o *Order, events []Event, now time.Time) (*db.Millis, error) {
	if !late(o, now) || !slices.Contains([]Status{Processing, Shipped, OutForDelivery}, o.Status) || len(events) == 0 {
		return nil, nil
	}
	last := events[len(events)-1].At.Time()
	if o.Fulfilment == ToDoor {
		usual, err := usuallyTakes(ctx, q, o)
		if err != nil {
			return nil, err
		}
		if at := roundedUp(last.Add(usual)); usual > 0 && at.After(now) {
			ms := db.At(at)
			return &ms, nil
		}
	}
	if at, ok := s.promisedAgain(o, last); ok && at.After(now) {
		ms := db.At(at)
		return &ms, nil
	}
	return nil, nil
}

// usuallyTakes is how long four in five of the branch's last deliveries took from an
// order's status on; 0 where there are too few.
func usuallyTakes(ctx context.Context, q db.Querier, o *Order) (time.Duration, error) {
	var took []int64
	err := q.Select(ctx, &took, `SELECT d.delivered_at - MAX(e.at) AS took
		FROM (SELECT id, delivered_at FROM orders WHERE branch_id = $1 AND status = 'delivered' AND fulfilment = $2
			AND delivered_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT $3) d
		JOIN order_events e ON e.order_id = d.id AND e.to_status = $4
		GROUP BY d.id, d.delivered_at ORDER BY took`, o.BranchID, ToDoor, int64(estimateOf), string(o.Status))
	if err != nil || len(took) < estimateLeast {
		return 0, err
	}
	return time.Duration(took[len(took)*4/5]) * time.Millisecond, nil
}

// promisedAgain is what the order's branch promises, counted from a moment; false
// where it no longer comes to where the order goes.
func (s *Service) promisedAgain(o *Order, from time.Time) (time.Time, bool) {
	b, ok := s.Branches.Branch(o.BranchID)
	if !ok {
		return time.Time{}, false
	}
	if o.Fulfilment == Pickup {
		zone, ok := b.Counter()
		return roundedUp(from.Add(b.MinutesFor(zone))), ok
	}
	if b.Kind.Promise == branches.ByDays {
		return b.Hours.PromisedBy(from, b.Kind.PromiseDays)
	}
	snap, err := addresses.ParseSnapshot(o.Address)
	if err != nil {
		return time.Time{}, false
	}
	zone, coverage := b.ZoneAt(o.DistrictID, places.Point{LatE6: snap.LatE6, LngE6: snap.LngE6})
	return roundedUp(from.Add(b.MinutesFor(zone))), coverage == branches.Reached
}

func roundedUp(at time.Time) time.Time {
	if whole := at.Truncate(estimateStep); whole.Before(at) {
		return whole.Add(estimateStep)
	}
	return at
}
