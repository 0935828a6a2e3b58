package orders

import (
	"time"

	"wekala/internal/platform/db"
)

// Reached is the time at which an order reached its branch: when it was placed, paid, or confirmed by a call. It is
// zero while the branch has not received the order.
func (o *Order) Reached() time.Time {
	switch {
	case o.ReachedAt == nil:
		return o.CreatedAt.Time()
	case *o.ReachedAt == 0:
		return time.Time{}
	}
	return o.ReachedAt.Time()
}

// arrive extends the promise of an order by the time it took to reach its branch, because nobody could start on it
// before. This happens once, so later holds count against the promise.
func (s *Service) arrive(o *Order, to Status, now time.Time) {
	if o.Reached().IsZero() && (to == Pending || to == Processing) {
		at := db.At(now)
		o.PromisedAt, o.ReachedAt = s.promisedFrom(o, now), &at
	}
}

// promisedFrom is the promised time of an order. For an order that has not reached its branch, it is the promise if it
// did now; an hour that the customer chose stays.
func (s *Service) promisedFrom(o *Order, now time.Time) db.Millis {
	waits := o.Status == Draft || o.Status == OnHold
	if !waits || !o.Reached().IsZero() || o.ScheduledTo != nil {
		return o.PromisedAt
	}
	placed := o.CreatedAt.Time()
	if !s.byDays(o) { // whole minutes, like promises
		return db.At(o.PromisedAt.Time().Add(now.Truncate(time.Minute).Sub(placed.Truncate(time.Minute))))
	}
	b, _ := s.Branches.Branch(o.BranchID)
	then, known := b.Hours.PromisedBy(placed, b.Kind.PromiseDays)
	again, ok := b.Hours.PromisedBy(now, b.Kind.PromiseDays)
	if !known || !ok || again.Before(then) {
		return o.PromisedAt
	}
	return db.At(o.PromisedAt.Time().Add(again.Sub(then)))
}
