package payments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"wekala/internal/identity/auth"
	"wekala/internal/money/ledger"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/money"
)

const (
	refundJob = "payments.refund"
	// refundTries covers about a day before a person has to intervene.
	refundTries = 40
	// bankLength limits the text with the account for a bank transfer, in runes.
	bankLength = 200
)

// The ways of refunding.
const (
	ToCard   = "card"   // by the gateway that took it
	ToWallet = "wallet" // at once
	ToBank   = "bank"   // finance transfers it and marks it paid
	ToPoints = "points" // at once, as the points that were spent
)

// The states of a refund.
const (
	RefundRequested = "requested" // the job has it
	RefundSent      = "sent"      // the gateway was asked and has not said
	RefundFailed    = "failed"    // the gateway will not; somebody has to look
	RefundWaiting   = "waiting"   // for finance to transfer it
	RefundDone      = "done"
)

// Back is an amount of an order to refund to its customer.
type Back struct {
	OrderID, UserID string
	Amount          int64  // minor units
	To              string // ToCard, ToWallet, ToBank or ToPoints
	Reason          string
	Source          string // once for each: "order:<id>:cancelled", "return:<id>"
	Bank            string // account and name, for ToBank
}

// Refunded is the data that hooks receive about a completed refund.
type Refunded struct {
	Source, OrderID, UserID string
	Amount                  int64
	To                      string
}

// RefundHook reacts to a completed refund, in its transaction.
type RefundHook func(ctx context.Context, tx *db.Tx, r Refunded) error

// OnRefunded adds a hook. Call it before the first refund.
func (s *Service) OnRefunded(h RefundHook) { s.refundHooks = append(s.refundHooks, h) }

type refundPayload struct {
	RefundID string `json:"refund_id"`
}

// onStatus refunds every tender of an order that ends without delivery, each the way it was paid.
func (s *Service) onStatus(ctx context.Context, tx *db.Tx, c orders.Change) error {
	o := c.Order
	switch c.To {
	case orders.Cancelled, orders.Rejected:
	case orders.ReturnReceived:
		if o.DeliveredAt != nil {
			return nil // the returns feature decides how much is refunded
		}
	default:
		return nil
	}
	if o.Paid == 0 {
		if c.To == orders.ReturnReceived {
			_, err := s.Orders.TransitionIn(ctx, tx, orders.Transition{
				OrderID: o.ID, To: orders.Returned, Actor: orders.TheSystem})
			return err
		}
		return nil
	}
	tenders, err := Tenders(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	source, left := ended(o.ID, c.To), int64(0)
	for _, t := range tenders {
		left += t.Amount - t.GivenBack
	}
	if err := s.sendBack(ctx, tx, o, Plan(tenders, left, ToCard), source, string(c.To)); err != nil {
		return err
	}
	after, err := orders.Get(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	*c.Order = *after
	return nil
}

// sendBack refunds parts of an order's payment, each once per source.
func (s *Service) sendBack(ctx context.Context, tx *db.Tx, o *orders.Order, parts []Part, source, reason string) error {
	// The customer's row is locked first, as purchases do; they lock stock before the wallet, and this code locks them the
	// other way round. An erased customer has no such row.
	if err := tx.Batch(ctx, []db.Stmt{auth.LockActiveUserStmt(o.UserID)}); err != nil {
		return err
	}
	for _, p := range parts {
		b := Back{OrderID: o.ID, UserID: o.UserID, Amount: p.Amount, To: p.To, Reason: reason, Source: source}
		if p.To != ToCard {
			b.Source += ":" + p.To
		}
		if err := s.GiveBack(ctx, tx, b); err != nil {
			return err
		}
	}
	return nil
}

// onWeighed refunds what was paid for goods that were not in the bag.
func (s *Service) onWeighed(ctx context.Context, tx *db.Tx, w orders.Weighing) error {
	if w.Back == 0 {
		return nil
	}
	tenders, err := Tenders(ctx, tx, w.Order.ID)
	if err != nil {
		return err
	}
	if err := s.sendBack(ctx, tx, w.Order, Plan(tenders, w.Back, ToWallet), "order:"+w.Order.ID+":weighed",
		orders.ReasonWeighed); err != nil {
		return err
	}
	w.Order.GivenBack += w.Back
	return nil
}

// ended is the source of refunds caused by an order's end, or its prefix.
func ended(orderID string, as orders.Status) string { return "order:" + orderID + ":" + string(as) }

// GiveBack refunds money of an order, once per source, and never more than was paid (orders.more_than_paid). Wallet and
// points are credited in this transaction; a job asks the gateway for cards; bank transfers wait for finance. Callers
// have credited the order's account (for a cancelled order its reversal does).
func (s *Service) GiveBack(ctx context.Context, tx *db.Tx, b Back) error {
	// Other refusals: payments.way_unknown, payments.not_by_card, payments.bank_required, payments.more_than_spent.
	if b.Amount <= 0 || b.Source == "" {
		return fmt.Errorf("payments: %d back for %q", b.Amount, b.Source)
	}
	b.Bank = strings.TrimSpace(b.Bank)
	switch b.To {
	case ToCard, ToWallet, ToPoints:
	case ToBank:
		if b.Bank == "" || len([]rune(b.Bank)) > bankLength {
			return errs.Invalid("bank", "payments.bank_required", "count", bankLength)
		}
	default:
		return errs.Invalid("to", "payments.way_unknown")
	}
	r := &Refund{ID: id.New("rfd"), OrderID: b.OrderID, UserID: b.UserID, Amount: b.Amount, Way: b.To, Source: b.Source,
		Bank: b.Bank, State: RefundRequested}
	if b.To == ToBank {
		r.State = RefundWaiting
	}
	var p *Payment
	if b.To == ToCard {
		var err error
		if p, err = OfOrder(ctx, tx, b.OrderID); errs.Key(err) != "" {
			return errs.Refuse("payments.not_by_card")
		} else if err != nil {
			return err
		}
		r.PaymentID = p.ID
	}
	added, err := s.addRefund(ctx, tx, r, b.Reason)
	if err != nil || !added {
		return err
	}
	o, err := s.Orders.GiveBack(ctx, tx, b.UserID, b.OrderID, b.Amount)
	if err != nil {
		return err
	}
	switch b.To {
	case ToCard:
		return s.backToCard(ctx, tx, r, p)
	case ToBank:
		return s.Wallet.Announce(ctx, tx, s.entryOf(r, wallet.RefundBank))
	case ToPoints:
		return s.backAsPoints(ctx, tx, r, o)
	}
	return s.done(ctx, tx, r, "", wallet.Account(r.UserID))
}

// historySource identifies the entry of a refund in a wallet; entries of points extend it.
const historySource = "refund:"

// SourcesOf returns the sources of refunds, by the sources of their entries in the wallet and points histories. Sources
// that do not belong to refunds are left out.
func SourcesOf(ctx context.Context, q db.Querier, sources []string) (map[string]string, error) {
	refunds := map[string]string{} // the refund of each source
	var ids []string
	for _, source := range sources {
		if rest, ok := strings.CutPrefix(source, historySource); ok {
			id, _, _ := strings.Cut(rest, ":")
			refunds[source], ids = id, append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []struct {
		ID     string `db:"id"`
		Source string `db:"source"`
	}
	err := q.Select(ctx, &rows, `SELECT id, source FROM refunds WHERE id IN (`+db.List(1, len(ids))+`) ORDER BY id`,
		db.Args(ids)...)
	if err != nil {
		return nil, err
	}
	made := map[string]string{}
	for _, r := range rows {
		made[r.ID] = r.Source
	}
	out := map[string]string{}
	for source, id := range refunds {
		if behind, ok := made[id]; ok {
			out[source] = behind
		}
	}
	return out, nil
}

func (s *Service) entryOf(r *Refund, kind string) wallet.Entry {
	return wallet.Entry{UserID: r.UserID, Amount: r.Amount, Type: kind, Source: historySource + r.ID,
		From: orders.Account(r.OrderID), OrderID: r.OrderID, At: s.Clock.Now()}
}

func (s *Service) backToCard(ctx context.Context, tx *db.Tx, r *Refund, p *Payment) error {
	// The order's row is locked, so no other refund of this payment can be requested meanwhile.
	asked, err := sumOf(ctx, tx, `payment_id = $1`, p.ID)
	if err != nil {
		return err
	}
	if asked > p.Captured {
		return errs.Refuse("payments.not_by_card")
	}
	if err := s.Wallet.Announce(ctx, tx, s.entryOf(r, wallet.RefundCard)); err != nil {
		return err
	}
	return jobs.Enqueue(ctx, tx,
		jobs.Job{Kind: refundJob, Payload: refundPayload{r.ID}, UniqueKey: refundJob + ":" + r.ID})
}

// backAsPoints returns spent points in proportion to the amount refunded as points; in the end all of them.
func (s *Service) backAsPoints(ctx context.Context, tx *db.Tx, r *Refund, o *orders.Order) error {
	all, err := sumOf(ctx, tx, `order_id = $1 AND way = 'points'`, o.ID)
	if err != nil {
		return err
	}
	if all > o.PointsPaid {
		return errs.Refuse("payments.more_than_spent")
	}
	before := money.RoundRatio(o.PointsSpent, all-r.Amount, o.PointsPaid)
	r.Points = money.RoundRatio(o.PointsSpent, all, o.PointsPaid) - before
	if r.Points > 0 {
		err := s.Loyalty.GiveBack(ctx, tx, loyalty.Return{UserID: r.UserID, OrderID: o.ID, Points: r.Points,
			SpentFor: SpentFor(o.ID), Source: historySource + r.ID})
		if err != nil {
			return err
		}
	}
	return s.done(ctx, tx, r, "", loyalty.Cost)
}

// SpentFor is the source with which an order's points were spent.
func SpentFor(orderID string) string { return "order:" + orderID + ":points" }

// refund sends one refund. The gateway sees the same key however often it is
// called, so a time-out after it took effect does not pay twice.
func (s *Service) refund(ctx context.Context, payload json.RawMessage) error {
	var in refundPayload
	if err := json.Unmarshal(payload, &in); err != nil {
		return jobs.GiveUp(err)
	}
	r, err := refundByID(ctx, s.DB, in.RefundID)
	if err != nil || r.State == RefundDone {
		return err
	}
	p, err := byID(ctx, s.DB, r.PaymentID)
	if err != nil {
		return err
	}
	gateway := s.Gateways.Of(p.Gateway)
	if gateway == nil || p.GatewayRef == nil {
		return fmt.Errorf("payments: refund %s needs the gateway %s", r.ID, p.Gateway)
	}
	if err := s.note(ctx, r, RefundSent); err != nil {
		return err
	}
	ask, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	ref, err := gateway.Refund(ask, RefundRequest{Ref: *p.GatewayRef, Key: r.ID, Amount: r.Amount, Currency: p.Currency})
	if err != nil {
		if errors.Is(err, ErrRefused) || jobs.LastTry(ctx) {
			return jobs.GiveUp(errors.Join(err, s.note(ctx, r, RefundFailed)))
		}
		return err
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.refunded(ctx, tx, r, p, ref) })
}

func (s *Service) note(ctx context.Context, r *Refund, state string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE refunds SET state = $2, attempts = attempts + 1, updated_at = $3
			WHERE id = $1 AND state <> 'done'`, r.ID, state, db.At(s.Clock.Now()))
		if err != nil || n == 0 || state != RefundFailed {
			return err
		}
		return s.Wallet.Settle(ctx, tx, r.UserID, historySource+r.ID, wallet.Failed)
	})
}

// refunded records that the gateway refunded the money.
func (s *Service) refunded(ctx context.Context, tx *db.Tx, r *Refund, p *Payment, ref string) error {
	var state string
	if err := s.Orders.Hold(ctx, tx, r.OrderID); err != nil {
		return err
	}
	if err := tx.Get(ctx, &state, `SELECT state FROM refunds WHERE id = $1`, r.ID); err != nil || state == RefundDone {
		return err
	}
	n, err := tx.Exec(ctx, `UPDATE payments SET refunded = refunded + $2, updated_at = $3
		WHERE id = $1 AND refunded + $2 <= captured`, p.ID, r.Amount, db.At(s.Clock.Now()))
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("payments: refund %s is more than was captured", r.ID)
	}
	return s.done(ctx, tx, r, ref, ledger.Account("gateway", p.Gateway))
}

// done completes a refund whose money has come back from the given account: it updates the ledger, the history and the
// order, and runs the hooks. The caller has locked the order's row.
func (s *Service) done(ctx context.Context, tx *db.Tx, r *Refund, ref, account string) error {
	now := s.Clock.Now()
	n, err := tx.Exec(ctx, `UPDATE refunds SET state = 'done', gateway_ref = $2, points = $3, bank = '', updated_at = $4
		WHERE id = $1 AND state <> 'done'`, r.ID, ref, r.Points, db.At(now))
	if err != nil || n == 0 {
		return err
	}
	if r.Way == ToWallet {
		err = s.Wallet.Credit(ctx, tx, s.entryOf(r, wallet.Refund))
	} else {
		_, err = ledger.Post(ctx, tx, ledger.Entry{Source: historySource + r.ID, Kind: "payment_refunded", At: now,
			Postings: []ledger.Posting{
				{Account: orders.Account(r.OrderID), Currency: money.Shop, Amount: r.Amount},
				{Account: account, Currency: money.Shop, Amount: -r.Amount},
			}})
		if err == nil {
			err = s.Wallet.Settle(ctx, tx, r.UserID, historySource+r.ID, wallet.Done)
		}
	}
	if err != nil {
		return err
	}
	if err := s.tell(ctx, tx, r); err != nil {
		return err
	}
	var open int64
	if err := tx.Get(ctx, &open, `SELECT COUNT(*) FROM refunds WHERE order_id = $1 AND state <> 'done'`,
		r.OrderID); err != nil {
		return err
	}
	if open == 0 {
		err := s.Orders.MarkRefunded(ctx, tx, r.OrderID)
		if errs.Is(err, "orders.moved_on") {
			return fmt.Errorf("payments: order %s moved meanwhile: %w", r.OrderID, err)
		}
		if err != nil {
			return err
		}
	}
	for _, h := range s.refundHooks {
		if err := h(ctx, tx, Refunded{r.Source, r.OrderID, r.UserID, r.Amount, r.Way}); err != nil {
			return err
		}
	}
	return nil
}
