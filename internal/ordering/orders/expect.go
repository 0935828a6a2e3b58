package orders

import (
	"context"
	"time"

	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

const (
	// The number of a branch's last deliveries on which an estimate is based.
	estimateOf    = 20
	estimateLeast = 3
	// They are searched for among this many orders, because a branch may hand over nearly all of its orders at its
	// counter.
	estimateAmong = 100
	// estimateStep is the step to which an estimate is rounded up, because it is not a promise.
	estimateStep = 5 * time.Minute
	// waitingStep is the step to which the estimate of an order that nobody has started is rounded up; such an estimate
	// moves on with the clock.
	waitingStep = 15 * time.Minute
	// minMore is the minimum by which an estimate that has passed moves on.
	minMore = 10 * time.Minute
	// toldAhead is how long before its promised time an order shows that it will be late.
	toldAhead = 10 * time.Minute
	// The time after its promise up to which an order's estimate is shown.
	minutesTellUntil = 4 * time.Hour
	daysTellUntil    = 7 * 24 * time.Hour
)

// expected is the estimate for an order that is or will be late, by the rule of docs/states.md; nil while the order may
// be on time, is on hold, or is so late that no rule applies. Its page, the customer's list and the notice of delay all
// show this time.
func (s *Service) expected(ctx context.Context, q db.Querier, o *Order, now time.Time) (*db.Millis, error) {
	promised := o.PromisedAt.Time()
	if !promised.Before(now) {
		return s.expectedLate(ctx, q, o, now)
	}
	if !late(o, now) {
		return nil, nil
	}
	last, err := begun(ctx, q, o)
	if err != nil || last.IsZero() {
		return nil, err
	}
	at, ok := time.Time{}, false
	switch o.Status {
	case Pending: // all of it is still to be done
		at, ok = s.promisedAgain(o, now, waitingStep)
	case Processing, Shipped, OutForDelivery:
		if o.Fulfilment == ToDoor {
			usual, err := usuallyTakes(ctx, q, o, o.Status)
			if err != nil {
				return nil, err
			}
			at, ok = clock.UpTo(last.Add(usual), estimateStep), usual > 0
		}
		if !ok || !at.After(now) {
			if again, known := s.promisedAgain(o, last, estimateStep); known && (!ok || again.After(at)) {
				at, ok = again, true
			}
		}
	}
	if !ok {
		return nil, nil
	}
	tell := minutesTellUntil
	if s.byDays(o) {
		tell = daysTellUntil
	}
	if now.Sub(promised) > tell {
		return nil, nil
	}
	if !at.After(now) {
		if at, ok = s.movedOn(o, last, at, now); !ok {
			return nil, nil
		}
	}
	way, err := s.wayFrom(ctx, q, o, now)
	if err != nil {
		return nil, err
	}
	if at.Before(way) {
		at = clock.UpTo(way, estimateStep)
	}
	ms := db.At(at)
	return &ms, nil
}

// expectedLate is the estimate for an order that is not late yet but will be, judging by the branch's last deliveries;
// nil where it may be on time, and until shortly before its promised time.
func (s *Service) expectedLate(ctx context.Context, q db.Querier, o *Order, now time.Time) (*db.Millis, error) {
	promised := o.PromisedAt.Time()
	underWay := o.Status == Processing || o.Status == Shipped || o.Status == OutForDelivery
	if promised.Sub(now) > toldAhead || !underWay || o.Fulfilment != ToDoor || s.byDays(o) {
		return nil, nil
	}
	at, err := s.wayFrom(ctx, q, o, now)
	if err != nil {
		return nil, err
	}
	// For a scheduled order only the delivery time counts: nobody starts on it early.
	if o.ScheduledFrom == nil || o.Status == OutForDelivery {
		last, err := begun(ctx, q, o)
		if err != nil || last.IsZero() {
			return nil, err
		}
		usual, err := usuallyTakes(ctx, q, o, o.Status)
		if err != nil {
			return nil, err
		}
		if by := last.Add(usual); at.Before(by) {
			at = by
		}
	}
	if at.Before(promised.Add(delayFrom)) {
		return nil, nil
	}
	ms := db.At(clock.UpTo(at, estimateStep))
	return &ms, nil
}

// begun is the time at which an order entered its current step: the time of its last event, or the hour for which it
// was scheduled.
func begun(ctx context.Context, q db.Querier, o *Order) (time.Time, error) {
	events, err := Events(ctx, q, o.ID, o.EventSeq-1)
	if err != nil || len(events) == 0 {
		return time.Time{}, err
	}
	at := events[len(events)-1].At.Time()
	if o.ScheduledFrom != nil && o.Status != OutForDelivery && at.Before(o.ScheduledFrom.Time()) {
		at = o.ScheduledFrom.Time()
	}
	return at, nil
}

// wayFrom is when an order that has not left would arrive if it left now; zero where the branch's last deliveries allow
// no estimate.
func (s *Service) wayFrom(ctx context.Context, q db.Querier, o *Order, now time.Time) (time.Time, error) {
	if o.Fulfilment != ToDoor || o.Status != Processing && o.Status != Shipped || s.byDays(o) {
		return time.Time{}, nil
	}
	way, err := usuallyTakes(ctx, q, o, OutForDelivery)
	if err != nil || way == 0 {
		return time.Time{}, err
	}
	return now.Add(way), nil
}

// movedOn is the next estimate after one that has passed: half as long again as the order took until then, because a
// long delay rarely ends within minutes. For promises of days, it is the branch's next day.
func (s *Service) movedOn(o *Order, last, at, now time.Time) (time.Time, bool) {
	if b, ok := s.Branches.Branch(o.BranchID); ok && s.byDays(o) {
		return b.Hours.PromisedBy(now, 0)
	}
	for !at.After(now) {
		at = clock.UpTo(at.Add(max(at.Sub(last)/2, minMore)), estimateStep)
	}
	return at, true
}

// byDays reports whether an order's promise is counted in days.
func (s *Service) byDays(o *Order) bool {
	b, ok := s.Branches.Branch(o.BranchID)
	return ok && o.Fulfilment == ToDoor && b.Kind.Promise == branches.ByDays
}

// usuallyTakes is the time within which four in five of the branch's last deliveries went from a status to the door; 0
// if there are too few. Scheduled orders are left out, because they waited for their hour.
func usuallyTakes(ctx context.Context, q db.Querier, o *Order, from Status) (time.Duration, error) {
	var took []int64
	err := q.Select(ctx, &took, `SELECT d.delivered_at - MAX(e.at) AS took
		FROM (SELECT id, delivered_at FROM (SELECT id, delivered_at, fulfilment, scheduled_from FROM orders
				WHERE branch_id = $1 AND status = 'delivered' ORDER BY created_at DESC, id DESC LIMIT $5) AS latest
			WHERE fulfilment = $2 AND scheduled_from IS NULL AND delivered_at IS NOT NULL LIMIT $3) d
		JOIN order_events e ON e.order_id = d.id AND e.to_status = $4
		GROUP BY d.id, d.delivered_at
		ORDER BY took`, o.BranchID, ToDoor, int64(estimateOf), string(from), int64(estimateAmong))
	if err != nil || len(took) < estimateLeast {
		return 0, err
	}
	return time.Duration(took[len(took)*4/5]) * time.Millisecond, nil
}

// promisedAgain is the branch's usual promise, counted from a time and rounded up to a step; false if the branch no
// longer delivers to the order's address.
func (s *Service) promisedAgain(o *Order, from time.Time, step time.Duration) (time.Time, bool) {
	b, ok := s.Branches.Branch(o.BranchID)
	if !ok {
		return time.Time{}, false
	}
	if o.Fulfilment == Pickup {
		zone, ok := b.Counter()
		return clock.UpTo(from.Add(b.MinutesFor(zone)), step), ok
	}
	if s.byDays(o) {
		return b.Hours.PromisedBy(from, b.Kind.PromiseDays)
	}
	zone, coverage := b.ZoneOf(s.placeOf(o))
	return clock.UpTo(from.Add(b.MinutesFor(zone)), step), coverage == branches.Reached
}

// placeOf is the destination of an order according to its stored address: the pin, or the district without one.
func (s *Service) placeOf(o *Order) places.Place {
	snap, err := addresses.ParseSnapshot(o.Address)
	at := places.Point{LatE6: snap.LatE6, LngE6: snap.LngE6}
	if err != nil || at == (places.Point{}) {
		return s.Places.Of(o.DistrictID, nil)
	}
	return s.Places.Of(o.DistrictID, &at)
}
