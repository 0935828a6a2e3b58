package payments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"wekala/internal/ledger"
	"wekala/internal/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

const (
	refundJob = "payments.refund"
	// refundTries spreads over about a day before a person has to look.
	refundTries = 40
)

type refundPayload struct {
	RefundID string `json:"refund_id"`
}

// onStatus gives the money of an order that ends without goods back.
func (s *Service) onStatus(ctx context.Context, tx *db.Tx, c orders.Change) error {
	o := c.Order
	switch c.To {
	case orders.Cancelled, orders.Rejected:
		if c.From == orders.Draft {
			return nil
		}
	case orders.ReturnReceived:
		if o.DeliveredAt != nil {
			return nil // the returns feature says how much goes back
		}
	default:
		return nil
	}
	if o.PaymentMethod == orders.Card && o.Paid > 0 {
		p, err := OfOrder(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		return s.request(ctx, tx, p, o.Paid, string(c.To), "order:"+o.ID+":"+string(c.To))
	}
	if c.To == orders.ReturnReceived && o.Paid == 0 {
		_, err := s.Orders.Move(ctx, tx, orders.Move{OrderID: o.ID, To: orders.Returned, Actor: orders.TheSystem})
		return err
	}
	return nil
}

// request writes a refund and the job that sends it, once for a source.
func (s *Service) request(ctx context.Context, tx *db.Tx, p *Payment, amount int64, reason, source string) error {
	refundID, now := id.New("rfd"), db.At(s.Clock.Now())
	n, err := tx.Exec(ctx, `INSERT INTO refunds (id, payment_id, order_id, amount, reason, state, source, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, 'requested', $6, $7, $7) ON CONFLICT (source) DO NOTHING`,
		refundID, p.ID, p.OrderID, amount, reason, source, now)
	if err != nil || n == 0 {
		return err
	}
	return jobs.Enqueue(ctx, tx, jobs.Job{Kind: refundJob, Payload: refundPayload{refundID}, UniqueKey: refundJob + ":" + refundID})
}

// refund sends one refund. The gateway sees the same key however often it is
// called, so a time-out after it took effect does not pay twice.
func (s *Service) refund(ctx context.Context, payload json.RawMessage) error {
	var in refundPayload
	if err := json.Unmarshal(payload, &in); err != nil {
		return jobs.GiveUp(err)
	}
	r, err := refundByID(ctx, s.DB, in.RefundID)
	if err != nil || r.State == "done" {
		return err
	}
	p, err := byID(ctx, s.DB, r.PaymentID)
	if err != nil {
		return err
	}
	if s.Gateway == nil || s.Gateway.Name() != p.Gateway || p.GatewayRef == nil {
		return fmt.Errorf("payments: refund %s needs the gateway %s", r.ID, p.Gateway)
	}
	if err := s.note(ctx, r.ID, "sent"); err != nil {
		return err
	}
	ask, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	ref, err := s.Gateway.Refund(ask, RefundRequest{Ref: *p.GatewayRef, Key: r.ID, Amount: r.Amount, Currency: p.Currency})
	if err != nil {
		if errors.Is(err, ErrRefused) || jobs.LastTry(ctx) {
			return jobs.GiveUp(errors.Join(err, s.note(ctx, r.ID, "failed")))
		}
		return err
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.refunded(ctx, tx, r, p, ref) })
}

func (s *Service) note(ctx context.Context, refundID, state string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE refunds SET state = $2, attempts = attempts + 1, updated_at = $3
			WHERE id = $1 AND state <> 'done'`, refundID, state, db.At(s.Clock.Now()))
		return err
	})
}

// refunded notes that the gateway gave the money back.
func (s *Service) refunded(ctx context.Context, tx *db.Tx, r *Refund, p *Payment, ref string) error {
	now := s.Clock.Now()
	n, err := tx.Exec(ctx, `UPDATE refunds SET state = 'done', gateway_ref = $2, updated_at = $3
		WHERE id = $1 AND state <> 'done'`, r.ID, ref, db.At(now))
	if err != nil || n == 0 {
		return err
	}
	var left int64
	err = tx.Get(ctx, &left, `UPDATE payments SET refunded = refunded + $2, updated_at = $3
		WHERE id = $1 AND refunded + $2 <= captured RETURNING captured - refunded`, p.ID, r.Amount, db.At(now))
	if errors.Is(err, db.ErrNoRows) {
		return fmt.Errorf("payments: refund %s is more than was captured", r.ID)
	}
	if err != nil {
		return err
	}
	_, err = ledger.Post(ctx, tx, ledger.Entry{Source: "refund:" + r.ID, Kind: "payment_refunded", At: now,
		Postings: []ledger.Posting{
			{Account: orders.Account(r.OrderID), Currency: p.Currency, Amount: r.Amount},
			{Account: ledger.Account("gateway", p.Gateway), Currency: p.Currency, Amount: -r.Amount},
		}})
	if err != nil || left > 0 {
		return err
	}
	err = s.Orders.MarkRefunded(ctx, tx, r.OrderID)
	if errs.Is(err, "orders.moved_on") {
		return fmt.Errorf("payments: order %s moved meanwhile: %w", r.OrderID, err)
	}
	return err
}
