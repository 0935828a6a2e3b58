package orders

import (
	"crypto/rand"
	"time"

	"wekala/internal/money/ledger"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// numberLetters leaves out characters that are easily misread or misheard.
const numberLetters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewNumber makes an order number that people can read out: W-7F3K-29QD.
func NewNumber() string {
	const length = 8
	out := make([]byte, 0, length+3)
	out = append(out, 'W', '-')
	var b [1]byte
	for n := 0; n < length; {
		_, _ = rand.Read(b[:]) // never fails
		// 240 is the largest multiple of the alphabet's length in a byte, so that all characters are equally likely.
		if int(b[0]) >= 256-256%len(numberLetters) {
			continue
		}
		if n == length/2 {
			out = append(out, '-')
		}
		out = append(out, numberLetters[int(b[0])%len(numberLetters)])
		n++
	}
	return string(out)
}

// Limits on a customer's open orders; see docs/decisions/2026-11-22-open-orders.md.
const (
	// MaxDrafts is the maximum number of a customer's orders that await payment.
	MaxDrafts = 2
	// MaxUnits is the maximum number of units in open orders of a customer who has never accepted a delivery; for products
	// sold by weight, each started kilogram counts as one.
	MaxUnits = 100
	// draftsWithin is the period in which drafts are searched for; none lives that long.
	draftsWithin = 24 * time.Hour
)

// Anchor touches an order's row. Guards about other features' tables append their conditions to it.
const Anchor = `UPDATE orders SET event_seq = event_seq WHERE id = $1`

// DraftGuard touches the order's row only if its customer has no more drafts than allowed, this one included. The
// customer's row is locked before (auth.LockActiveUserStmt), so two concurrent drafts count each other.
func DraftGuard(o *Order, now time.Time) db.Stmt {
	return db.Stmt{SQL: `UPDATE orders SET event_seq = event_seq WHERE id = $1 AND (SELECT COUNT(*) FROM orders d
		WHERE d.user_id = $2 AND d.status = 'draft' AND d.created_at > $3) <= $4`,
		Args:  []any{o.ID, o.UserID, db.At(now.Add(-draftsWithin)), MaxDrafts},
		Guard: errs.Refuse("checkout.unpaid_orders", "count", MaxDrafts)}
}

// FirstGuard touches the order's row only if its customer has no other order, except failed ones: an order started
// concurrently did not exist yet when its coupon was checked. The customer's row is locked before.
func FirstGuard(o *Order) db.Stmt {
	return db.Stmt{SQL: `UPDATE orders SET event_seq = event_seq WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM orders d
		WHERE d.user_id = $2 AND d.id <> $1 AND d.status NOT IN ('cancelled', 'rejected'))`, Args: []any{o.ID, o.UserID}}
}

// Placing prepares the writes of a new order for the caller's batch: order, lines, first events and, unless it is a
// draft, its ledger entry. It sets Status, EventSeq and the payment fields; card orders stay drafts until they are
// paid.
func Placing(o *Order, lines []Line, now time.Time) ([]db.Stmt, []Event, error) {
	// The parts paid by wallet and points count as paid from the start; the caller charges them in the same transaction.
	// If they cover the whole total, the payment method becomes Wallet.
	at := db.At(now)
	o.Currency, o.CreatedAt, o.UpdatedAt = money.Shop, at, at
	o.Status, o.EventSeq = Draft, 1
	if o.Fulfilment == "" {
		o.Fulfilment = ToDoor
	}
	o.Paid = o.WalletPaid + o.PointsPaid
	o.Rounded = 0
	if o.PaymentMethod == COD {
		o.Rounded = OffCash(o.Total-o.Paid, o.RoundStep)
	}
	o.Due = o.Total - o.Paid - o.Rounded
	if o.Paid > 0 && o.Due == 0 {
		o.PaymentMethod, o.ChangeFor = Wallet, nil
	}
	customer := CustomerActor(o.UserID)
	events := []Event{{OrderID: o.ID, Seq: 1, To: Draft, ActorKind: customer.Kind, ActorID: customer.ID, At: at}}
	if o.PaymentMethod == Card {
		o.PaymentState, o.ReachedAt = PaymentPending, new(db.Millis)
		return []db.Stmt{{SQL: insertOrder, Args: o.values()}, lineStmt(lines), eventStmt(events)}, events, nil
	}
	o.PaymentState, o.Status, o.EventSeq, o.ExpiresAt = PaymentDue, Pending, 2, nil
	if o.PaymentMethod == Wallet {
		o.PaymentState = PaymentPaid
	}
	draft := Draft
	events = append(events, Event{OrderID: o.ID, Seq: 2, From: &draft, To: Pending,
		ActorKind: TheSystem.Kind, ActorID: TheSystem.ID, At: at})
	if o.HoldFor != "" && o.PaymentMethod == COD {
		pending := Pending
		o.Status, o.EventSeq, o.HeldFrom, o.ReachedAt = OnHold, 3, &pending, new(db.Millis)
		events = append(events, Event{OrderID: o.ID, Seq: 3, From: &pending, To: OnHold,
			ActorKind: TheSystem.Kind, ActorID: TheSystem.ID, Reason: o.HoldFor, At: at})
	}
	book, err := ledger.Statements(placed(o, now))
	if err != nil {
		return nil, nil, err
	}
	stmts := []db.Stmt{{SQL: insertOrder, Args: o.values()}, lineStmt(lines), eventStmt(events)}
	return append(stmts, book...), events, nil
}
