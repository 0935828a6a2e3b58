package returns

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// reasonLength limits the reason of a transition, in runes.
const reasonLength = 500

// Transition changes a return's state in its own transaction, with the functions in with, and returns the new return.
// Refusals: those of the table, and returns.moved_on (409) when another change came first. Callers have checked that
// the actor may see the return.
func (s *Service) Transition(ctx context.Context, t Transition,
	with ...func(ctx context.Context, tx *db.Tx, before, after *Return) error) (*Return, error) {
	var after *Return
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := s.take(ctx, tx, t)
		if err != nil {
			return err
		}
		was := *before
		if err := s.transition(ctx, tx, before, t); err != nil {
			return err
		}
		if after, err = byID(ctx, tx, t.ReturnID); err != nil {
			return err
		}
		for _, do := range with {
			if err := do(ctx, tx, &was, after); err != nil {
				return err
			}
		}
		return nil
	})
	return after, err
}

// take reads a return for a change, and locks the returns of its order.
func (s *Service) take(ctx context.Context, tx *db.Tx, t Transition) (*Return, error) {
	r, err := byID(ctx, tx, t.ReturnID)
	if err != nil {
		return nil, err
	}
	if err := orders.Lock(ctx, tx, r.OrderID); err != nil {
		return nil, err
	}
	if r, err = byID(ctx, tx, t.ReturnID); err != nil {
		return nil, err
	}
	if t.ExpectedSeq != nil && *t.ExpectedSeq != r.EventSeq {
		return nil, errs.Conflict("returns.moved_on")
	}
	return r, nil
}

// transition makes a transition of a return that take has read. It is the only way in which the state changes.
func (s *Service) transition(ctx context.Context, tx *db.Tx, r *Return, t Transition) error {
	t.Reason = strings.TrimSpace(t.Reason)
	if utf8.RuneCountInString(t.Reason) > reasonLength {
		return errs.Invalid("reason", "common.too_long", "len", reasonLength)
	}
	if t.To == Settled {
		// Other returns of the order settled in the meantime may affect the amount.
		if err := s.reckon(ctx, tx, r); err != nil {
			return err
		}
	}
	if err := check(r, t, httpapi.Caller(ctx).Lang); err != nil {
		return err
	}
	from, at := r.State, db.At(s.Clock.Now())
	r.State, r.EventSeq, r.UpdatedAt = t.To, r.EventSeq+1, at
	switch t.To {
	case Refused, Withdrawn, Refunded:
		r.Bank = nil // needed no longer
	case Inspected:
		r.InspectedBy = &t.Actor.ID
	case Settled:
		r.SettledBy = &t.Actor.ID
		if err := s.takePoints(ctx, tx, r); err != nil {
			return err
		}
		if err := s.approve(ctx, tx, r, t.Actor); err != nil {
			return err
		}
	}
	if err := updateReturn(ctx, tx, r, r.EventSeq-1); err != nil {
		return err
	}
	event := Event{ReturnID: r.ID, Seq: r.EventSeq, From: &from, To: t.To, ActorKind: t.Actor.Kind, ActorID: t.Actor.ID,
		Reason: t.Reason, At: at}
	if err := insertEvent(ctx, tx, event); err != nil {
		return err
	}
	if t.To == Withdrawn || t.To == Refused && from == Requested {
		if err := freeUnits(ctx, tx, r.ID); err != nil {
			return err
		}
	}
	if err := s.follow(ctx, tx, r.OrderID); err != nil {
		return err
	}
	if t.To != Settled {
		return s.tell(ctx, tx, r, event)
	}
	if err := s.settle(ctx, tx, r); err != nil {
		return err
	}
	// If all money was refunded immediately, the customer has been notified of that.
	after, err := byID(ctx, tx, r.ID)
	if err != nil || after.State != Settled {
		return err
	}
	return s.tell(ctx, tx, r, event)
}

// statusAfter is the order status that an order's returns require.
func statusAfter(list []Return, units []Unit, ordered int64) orders.Status {
	is := func(f func(State) bool) bool {
		return slices.ContainsFunc(list, func(r Return) bool { return f(r.State) })
	}
	switch {
	case is(State.underway):
		return orders.InReturn
	case is(State.atBranch):
		return orders.ReturnReceived
	}
	booked, paid := map[string]bool{}, true
	for _, r := range list {
		booked[r.ID] = r.State == Settled || r.State == Refunded
		paid = paid && r.State != Settled
	}
	var back int64
	for _, u := range units {
		if u.accepted() && booked[u.ReturnID] {
			back++
		}
	}
	switch {
	case back < ordered:
		return orders.Delivered
	case !paid:
		return orders.ReturnReceived // until the last of the money is there
	}
	return orders.Returned
}

// follow gives an order the status that its returns imply.
func (s *Service) follow(ctx context.Context, tx *db.Tx, orderID string) error {
	list, err := ofOrder(ctx, tx, orderID)
	if err != nil {
		return err
	}
	units, err := liveUnits(ctx, tx, orderID)
	if err != nil {
		return err
	}
	lines, err := orders.Lines(ctx, tx, orderID)
	if err != nil {
		return err
	}
	want := statusAfter(list, units, (&assessment{lines: lines}).ordered())
	// No target status needs more than two transitions.
	for range 3 {
		o, err := orders.Get(ctx, tx, orderID)
		if err != nil || o.Status == want {
			return err
		}
		if err := s.step(ctx, tx, o, want); err != nil {
			return err
		}
	}
	return nil
}

// step makes one transition of an order towards the wanted status, as the order's table allows it.
func (s *Service) step(ctx context.Context, tx *db.Tx, o *orders.Order, want orders.Status) error {
	m := orders.Transition{OrderID: o.ID, To: want, Actor: orders.TheSystem, Approved: true}
	switch o.Status {
	case orders.Delivered:
		// The customer requested the return and the branch agreed.
		m.To, m.Actor = orders.InReturn, orders.CustomerActor(o.UserID)
	case orders.InReturn:
		if want == orders.Delivered {
			m.Actor.Capacities, m.Reason = []orders.Capacity{orders.Ops}, orders.ReasonWithdrawn
			break
		}
		m.To, m.Actor.Capacities = orders.ReturnReceived, []orders.Capacity{orders.Branch}
	case orders.ReturnReceived:
		if want == orders.InReturn {
			return errs.Refuse("returns.another_being_settled")
		}
	}
	_, err := s.Orders.TransitionIn(ctx, tx, m)
	return err
}
