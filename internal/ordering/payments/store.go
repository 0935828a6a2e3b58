package payments

import (
	"context"
	"errors"

	"wekala/internal/money/wallet"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
)

const columns = `id, purpose, order_id, user_id, gateway, gateway_ref, state, amount, currency, captured, refunded,
	checkout_url, created_at, updated_at`

// Opening is the write that records, with a new order, a payment that must be requested from the gateway.
func (s *Service) Opening(orderID, userID string, amount int64, currency string) db.Stmt {
	now := db.At(s.Clock.Now())
	return db.Stmt{
		SQL: `INSERT INTO payments (id, order_id, user_id, gateway, state, amount, currency, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 'created', $5, $6, $7, $7)`,
		Args: []any{id.New("pay"), orderID, userID, s.taking(), amount, currency, now}}
}

func get(ctx context.Context, q db.Querier, where string, args ...any) (*Payment, error) {
	var p Payment
	err := q.Get(ctx, &p, `SELECT `+columns+` FROM payments WHERE `+where, args...)
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	return &p, err
}

func byID(ctx context.Context, q db.Querier, paymentID string) (*Payment, error) {
	return get(ctx, q, `id = $1`, paymentID)
}

// OfOrder reads an order's card payment; an order without one is not found.
func OfOrder(ctx context.Context, q db.Querier, orderID string) (*Payment, error) {
	return get(ctx, q, `order_id = $1 AND gateway <> 'cod'`, orderID)
}

// keepOpened records the gateway's reference and page of a payment.
func (s *Service) keepOpened(ctx context.Context, tx *db.Tx, paymentID string, o Opened) error {
	_, err := tx.Exec(ctx, `UPDATE payments SET state = 'open', gateway_ref = $2, checkout_url = $3, updated_at = $4
		WHERE id = $1 AND state = 'created'`, paymentID, o.Ref, o.URL, db.At(s.Clock.Now()))
	return err
}

// unsettled lists payments of one purpose that await the gateway and were not checked since before. Customers take
// turns, so that one with many payments does not delay the others.
func unsettled(ctx context.Context, q db.Querier, purpose string, before db.Millis, limit int) ([]Payment, error) {
	var list []Payment
	err := q.Select(ctx, &list, `SELECT `+columns+` FROM (SELECT `+columns+`,
			ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY updated_at, id) AS turn FROM payments
			WHERE state IN ('created', 'open') AND updated_at <= $1 AND purpose = $2) AS waiting
		ORDER BY turn, updated_at, id LIMIT $3`, before, purpose, int64(limit))
	return list, err
}

// touch moves a payment to the end of the queue of payments to check. An ended top-up is shown as failed in the
// customer's history; if its money arrives after all, it is credited.
func (s *Service) touch(ctx context.Context, p *Payment, state string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE payments SET state = $2, updated_at = $3
			WHERE id = $1 AND captured = 0 AND (state <> 'expired' OR CAST($2 AS TEXT) = 'expired')`,
			p.ID, state, db.At(s.Clock.Now()))
		if err != nil || n == 0 || p.Purpose != ForTopUp || state != Expired && state != Abandoned {
			return err
		}
		if err := s.Wallet.Settle(ctx, tx, p.UserID, captureSource(p), wallet.Failed); err != nil {
			return err
		}
		return s.tellTopUpFailed(ctx, tx, p)
	})
}

// captureSource is the ledger's source of a payment's capture.
func captureSource(p *Payment) string { return "payment:" + p.ID + ":captured" }

// Refund is a row of refunds.
type Refund struct {
	ID        string    `db:"id"`
	PaymentID string    `db:"payment_id"` // only of ToCard
	OrderID   string    `db:"order_id"`
	UserID    string    `db:"user_id"`
	Amount    int64     `db:"amount"`
	Points    int64     `db:"points"` // only of ToPoints
	State     string    `db:"state"`
	Way       string    `db:"way"`
	Source    string    `db:"source"`
	Bank      string    `db:"bank"`
	Reason    string    `db:"reason"`
	CreatedAt db.Millis `db:"created_at"`
	UpdatedAt db.Millis `db:"updated_at"`
}

const refundColumns = `id, payment_id, order_id, user_id, amount, points, state, way, source, bank, reason, created_at, updated_at`

func refundByID(ctx context.Context, q db.Querier, refundID string) (*Refund, error) {
	var r Refund
	err := q.Get(ctx, &r, `SELECT `+refundColumns+` FROM refunds WHERE id = $1`, refundID)
	return &r, err
}

// addRefund writes a refund unless one exists for its source.
func (s *Service) addRefund(ctx context.Context, tx *db.Tx, r *Refund, reason string) (added bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO refunds (id, payment_id, order_id, user_id, amount, reason, state, way, source,
		bank, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) ON CONFLICT (source) DO NOTHING`,
		r.ID, r.PaymentID, r.OrderID, r.UserID, r.Amount, reason, r.State, r.Way, r.Source, r.Bank, db.At(s.Clock.Now()))
	return n == 1, err
}

// sumOf adds up the refunds that match a condition.
func sumOf(ctx context.Context, q db.Querier, where string, args ...any) (int64, error) {
	var sum int64
	err := q.Get(ctx, &sum, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM refunds WHERE `+where, args...)
	return sum, err
}

// keepEvent stores a webhook's raw body once and returns the event's state so far.
func (s *Service) keepEvent(ctx context.Context, name string, n Notice, body []byte) (state string, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		added, err := tx.Exec(ctx, `INSERT INTO payment_events (gateway, event_id, payment_id, body, state, at)
			VALUES ($1, $2, $3, $4, 'received', $5) ON CONFLICT (gateway, event_id) DO NOTHING`,
			name, n.ID, n.Reference, string(body), db.At(s.Clock.Now()))
		if err != nil || added == 1 {
			state = "received"
			return err
		}
		return tx.Get(ctx, &state, `SELECT state FROM payment_events WHERE gateway = $1 AND event_id = $2`,
			name, n.ID)
	})
	return state, err
}

func (s *Service) endEvent(ctx context.Context, name string, n Notice, state string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// The body is no longer needed if the customer's account has been erased.
		_, err := tx.Exec(ctx, `UPDATE payment_events SET state = $3, body = CASE
			WHEN EXISTS (SELECT 1 FROM payments p JOIN users u ON u.id = p.user_id
				WHERE p.id = payment_events.payment_id AND u.erased_at IS NOT NULL) THEN '' ELSE body END
			WHERE gateway = $1 AND event_id = $2`,
			name, n.ID, state)
		return err
	})
}

// taking is the name of the gateway for new payments. If it was just switched off, its name is still returned, but the
// payment cannot be opened.
func (s *Service) taking() string {
	if g := s.Gateways.Takes(); g != nil {
		return g.Name()
	}
	return "off"
}

// Health returns when a gateway last took a payment, and how many refunds it has refused since a time.
func Health(ctx context.Context, q db.Querier, gateway string,
	since db.Millis) (paid *db.Millis, failed int64, err error) {
	if err = q.Get(ctx, &paid, `SELECT MAX(updated_at) FROM payments WHERE gateway = $1 AND captured > 0`,
		gateway); err != nil {
		return nil, 0, err
	}
	err = q.Get(ctx, &failed, `SELECT COUNT(*) FROM refunds r JOIN payments p ON p.id = r.payment_id
		WHERE p.gateway = $1 AND r.state = 'failed' AND r.updated_at >= $2`, gateway, since)
	return paid, failed, err
}
