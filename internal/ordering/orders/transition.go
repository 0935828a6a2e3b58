package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// minAccept is the minimum time that a branch has to accept an order that reaches it late, after payment or after a
// hold.
const minAccept = 10 * time.Minute

// reasonLength limits the reason of a transition, in runes.
const reasonLength = 500

// Transition changes an order's status in its own transaction, with the hooks in with, and returns the new order.
// Refusals: those of the table, and orders.moved_on (409) when another change came first. PINs are counted before they
// are compared, which limits guessing (orders.pin_locked). Callers check access.
func (s *Service) Transition(ctx context.Context, t Transition, with ...Hook) (*Order, error) {
	if t.PIN != "" {
		right, err := s.tryPIN(ctx, t.OrderID, t.PIN)
		if err != nil {
			return nil, err
		}
		t.pinRight = right
	}
	var after *Order
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		after, err = s.transition(ctx, tx, t, with)
		return err
	})
	return after, err
}

// TransitionIn changes an order's status inside a transaction. It is the only way in which the status changes.
func (s *Service) TransitionIn(ctx context.Context, tx *db.Tx, t Transition) (*Order, error) {
	return s.transition(ctx, tx, t, nil)
}

func (s *Service) transition(ctx context.Context, tx *db.Tx, t Transition, with []Hook) (*Order, error) {
	o, err := byID(ctx, tx, t.OrderID)
	if err != nil {
		return nil, err
	}
	if t.ExpectedSeq != nil && *t.ExpectedSeq != o.EventSeq {
		return nil, errs.Conflict("orders.moved_on")
	}
	t.Reason = strings.TrimSpace(t.Reason)
	if r := []rune(t.Reason); len(r) > reasonLength {
		return nil, errs.Invalid("reason", "common.too_long", "len", reasonLength)
	}
	now := s.Clock.Now()
	if err := check(o, t, now, httpapi.Caller(ctx).Lang); err != nil {
		return nil, err
	}
	from := o.Status
	weighed, err := s.weighing(ctx, tx, o, t)
	if err != nil {
		return nil, err
	}
	if weighed != nil {
		o = weighed.Order
	}
	event := Event{OrderID: o.ID, Seq: o.EventSeq + 1, From: &from, To: t.To,
		ActorKind: t.Actor.Kind, ActorID: t.Actor.ID, Reason: t.Reason, At: db.At(now)}
	s.arrive(o, t.To, now)
	o.become(t, now)
	write := eventStmt([]Event{event})
	// If another change came first, its event has this number; the guard of the update must report that, not a broken key.
	write.SQL += ` ON CONFLICT (order_id, seq) DO NOTHING`
	err = tx.Batch(ctx, []db.Stmt{updateStmt(o, event.Seq-1).Or(errs.Conflict("orders.moved_on")), write})
	if err != nil {
		return nil, err
	}
	if weighed != nil {
		if err := s.writeWeights(ctx, tx, weighed); err != nil {
			return nil, err
		}
	}
	c := Change{Order: o, From: from, To: t.To, Event: event, Actor: t.Actor}
	if err := s.book(ctx, tx, c); err != nil {
		return nil, err
	}
	for _, h := range slices.Concat(s.hooks, with) {
		if err := h(ctx, tx, c); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// become applies a transition to the row.
func (o *Order) become(t Transition, now time.Time) {
	at := db.At(now)
	from := o.Status
	o.Status, o.EventSeq, o.UpdatedAt = t.To, o.EventSeq+1, at
	o.HeldFrom = nil
	switch t.To {
	case OnHold:
		o.HeldFrom = &from
	case Pending:
		o.ExpiresAt, o.ConfirmBy = nil, nil
		least := at.Add(minAccept)
		if o.AcceptBy == nil || *o.AcceptBy < least {
			o.AcceptBy = &least
		}
	case Shipped:
		if o.PickedAt == nil {
			o.PickedAt = &at
		}
		if from == OutForDelivery || from == Shipped {
			o.Attempts++
			o.CourierID, o.CourierName = nil, nil
		}
		o.PINTries = 0
	case OutForDelivery:
		if slices.Contains(t.Actor.Capacities, Courier) {
			o.CourierID, o.CourierName = &t.Actor.ID, &t.Actor.Name
		}
		o.PINTries = 0
	case Delivered:
		if o.DeliveredAt == nil {
			o.DeliveredAt = &at
		}
		if o.CourierID == nil && o.Fulfilment == ToDoor && slices.Contains(t.Actor.Capacities, Courier) {
			o.CourierID, o.CourierName = &t.Actor.ID, &t.Actor.Name // the holder of the cash
		}
		if o.PaymentMethod == COD && o.Due > 0 {
			o.Paid, o.Due, o.PaymentState = o.Paid+o.Due, 0, PaymentPaid
		}
	case Cancelled, Rejected:
		o.CancelledBy = &t.Actor.Kind
		o.ExpiresAt, o.AcceptBy = nil, nil
		o.close()
	case Returned:
		o.close()
	}
}

// close settles the payment of an order that ends without goods: nothing is due, and payments are refunded.
func (o *Order) close() {
	o.Due = 0
	switch {
	case o.Paid == 0:
		o.PaymentState = PaymentVoid
	case o.Status == Returned && o.DeliveredAt != nil:
		// The refunds are complete; the part that is not refunded (delivery) stays paid.
		o.PaymentState = PaymentRefunded
	case o.PaymentState != PaymentRefunded:
		o.PaymentState = PaymentRefunding
	}
}

// MarkPaid records that a draft's whole total was captured, in the transaction of the capture and before the draft
// becomes pending.
func (s *Service) MarkPaid(ctx context.Context, tx *db.Tx, orderID string) error {
	n, err := tx.Exec(ctx, `UPDATE orders SET paid = total, due = 0, payment_state = 'paid', updated_at = $2
		WHERE id = $1 AND status = 'draft' AND payment_state = 'pending'`, orderID, db.At(s.Clock.Now()))
	if err == nil && n == 0 {
		return errs.Conflict("orders.moved_on")
	}
	return err
}

// MarkLatePaid records that a cancelled order was paid after all and will be refunded.
func (s *Service) MarkLatePaid(ctx context.Context, tx *db.Tx, orderID string, amount int64) error {
	_, err := tx.Exec(ctx, `UPDATE orders SET paid = paid + $2, payment_state = 'refunding', updated_at = $3
		WHERE id = $1 AND status = 'cancelled'`, orderID, amount, db.At(s.Clock.Now()))
	return err
}

// GiveBack records a refund of part of what a customer paid for an order, and locks the order's row until the
// transaction ends. It refuses more than was paid with orders.more_than_paid; another customer's order is not found.
func (s *Service) GiveBack(ctx context.Context, tx *db.Tx, userID, orderID string, amount int64) (*Order, error) {
	n, err := tx.Exec(ctx, `UPDATE orders SET given_back = given_back + $3, updated_at = $4
		WHERE user_id = $1 AND id = $2 AND given_back + $3 <= paid`, userID, orderID, amount, db.At(s.Clock.Now()))
	if err != nil {
		return nil, err
	}
	o, err := byID(ctx, tx, orderID)
	switch {
	case err != nil:
		return nil, err
	case o.UserID != userID:
		return nil, errs.NotFound()
	case n == 0:
		return nil, errs.Refuse("orders.more_than_paid")
	}
	return o, nil
}

// Lock locks an order's row until the transaction ends and changes nothing. It is for features whose own rows depend on
// the order.
func Lock(ctx context.Context, tx *db.Tx, orderID string) error {
	_, err := tx.Exec(ctx, `UPDATE orders SET event_seq = event_seq WHERE id = $1`, orderID)
	return err
}

// Hold locks an order's row until the transaction ends.
func (s *Service) Hold(ctx context.Context, tx *db.Tx, orderID string) error {
	_, err := tx.Exec(ctx, `UPDATE orders SET updated_at = $2 WHERE id = $1`, orderID, db.At(s.Clock.Now()))
	return err
}

// MarkRefunded records that all requested refunds are complete, if they cover everything that was paid; it then closes
// an order whose goods came back undelivered. Callers have checked that no refund of the order is pending.
func (s *Service) MarkRefunded(ctx context.Context, tx *db.Tx, orderID string) error {
	n, err := tx.Exec(ctx, `UPDATE orders SET payment_state = 'refunded', updated_at = $2
		WHERE id = $1 AND payment_state IN ('refunding', 'paid', 'due') AND paid > 0 AND given_back = paid`,
		orderID, db.At(s.Clock.Now()))
	if err != nil || n == 0 {
		return err
	}
	o, err := byID(ctx, tx, orderID)
	if err != nil || o.Status != ReturnReceived || o.DeliveredAt != nil {
		return err
	}
	_, err = s.TransitionIn(ctx, tx, Transition{OrderID: orderID, To: Returned, Actor: TheSystem})
	return err
}
