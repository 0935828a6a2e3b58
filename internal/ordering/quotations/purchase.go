package quotations

import (
	"context"
	"time"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Agreed is an accepted quotation that can be ordered now: its lines with their prices, and the delivery.
type Agreed struct {
	*Quotation
	Offer *Offer
}

// Agreed reads a customer's accepted quotation for checkout. Refusals: NotFound for another customer's,
// quotations.already_ordered (409), expired, not_accepted.
func (s *Service) Agreed(ctx context.Context, qr db.Querier, userID, ref string) (*Agreed, error) {
	q, err := Owned(ctx, qr, userID, ref)
	if err != nil {
		return nil, err
	}
	switch {
	case q.State == Ordered:
		return nil, errs.Conflict("quotations.already_ordered")
	case q.State == Expired, q.State == Accepted && q.expired(s.Clock.Now()):
		return nil, errs.Refuse("quotations.expired")
	case q.State != Accepted:
		return nil, errs.Refuse("quotations.not_accepted")
	}
	o, err := offer(ctx, qr, q.ID, q.Version)
	if err != nil {
		return nil, err
	}
	return &Agreed{q, o}, nil
}

// Order is the guarded write that turns an accepted quotation, as it was read, into an ordered one while the offer is
// valid. If it touches no row, the quotation has changed, expired or been ordered since.
func (a *Agreed) Order(orderID string, now time.Time) db.Stmt {
	return db.Stmt{SQL: `UPDATE quotations SET state = 'ordered', order_id = $4, event_seq = event_seq + 1, updated_at = $5
		WHERE id = $1 AND user_id = $2 AND state = 'accepted' AND event_seq = $3 AND expires_at > $5`,
		Args: []any{a.ID, a.UserID, a.EventSeq, orderID, db.At(now)}}
}

// Events returns the statements that record the order in the quotation's history, to be sent with Order.
func (a *Agreed) Events(now time.Time) []db.Stmt {
	from := Accepted
	s := eventStmt(Event{QuotationID: a.ID, Seq: a.EventSeq + 1, From: &from, To: Ordered, Version: a.Version,
		ActorKind: string(customer), ActorID: a.UserID, At: db.At(now)})
	// If Order touched no row, another transaction has written this event; the caller notices and rolls back the rest.
	s.SQL += ` ON CONFLICT (quotation_id, seq) DO NOTHING`
	return []db.Stmt{s}
}

// OnStatus makes a quotation available to its customer again when its order was never placed, because its card was not
// charged in time. app registers it with the orders.
func (s *Service) OnStatus(ctx context.Context, tx *db.Tx, c orders.Change) error {
	if c.From != orders.Draft || c.To != orders.Cancelled {
		return nil
	}
	var held []Quotation
	err := tx.Select(ctx, &held, `SELECT `+columns+` FROM quotations WHERE id = $1 AND order_id = $2 AND state = 'ordered'
		ORDER BY id`, c.Order.CartID, c.Order.ID)
	if err != nil || len(held) == 0 {
		return err
	}
	q, now := &held[0], s.Clock.Now()
	m := Transition{To: Accepted, By: theSystem, Note: "unpaid"}
	if err := check(q, m, now); err != nil {
		return err
	}
	if err := write(ctx, tx, q, m, now); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE quotations SET order_id = NULL WHERE id = $1 AND event_seq = $2`, q.ID, q.EventSeq)
	return err
}
