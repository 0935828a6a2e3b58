package orders

import (
	"crypto/rand"
	"time"

	"wekala/internal/money/ledger"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// numberLetters leaves out what is misread aloud or on a label.
const numberLetters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewNumber makes the number people say: W-7F3K-29QD.
func NewNumber() string {
	const length = 8
	out := make([]byte, 0, length+3)
	out = append(out, 'W', '-')
	var b [1]byte
	for n := 0; n < length; {
		_, _ = rand.Read(b[:]) // never fails
		// 240 is the largest multiple of the alphabet in a byte: no letter is
		// likelier than another.
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

// What may stand open of one customer at a time; see docs/decisions/2026-11-22-open-orders.md.
const (
	// MaxDrafts is how many of their orders may wait to be paid.
	MaxDrafts = 2
	// MaxUnits is how many units the orders of a customer may hold who has never taken a delivery; of what is sold
	// by weight a kilogram begun counts as one.
	MaxUnits = 100
	// draftsWithin is how far back drafts are looked for: none lives that long.
	draftsWithin = 24 * time.Hour
)

// Anchor touches an order's row, for guards of what stands in other features'
// tables: they add their conditions.
const Anchor = `UPDATE orders SET event_seq = event_seq WHERE id = $1`

// DraftGuard touches the order's row where its customer has no more drafts with it than they may.
// The customer's row is locked before (auth.LockActiveUserStmt), so two at a time count each other.
func DraftGuard(o *Order, now time.Time) db.Stmt {
	return db.Stmt{SQL: `UPDATE orders SET event_seq = event_seq WHERE id = $1 AND (SELECT COUNT(*) FROM orders d
		WHERE d.user_id = $2 AND d.status = 'draft' AND d.created_at > $3) <= $4`,
		Args:  []any{o.ID, o.UserID, db.At(now.Add(-draftsWithin)), MaxDrafts},
		Guard: errs.Refuse("checkout.unpaid_orders", "count", MaxDrafts)}
}

// FirstGuard touches the order's row where its customer has no other, besides those that came to nothing:
// an order that was begun beside it was not there yet when its coupon was judged. The customer's row is
// locked before.
func FirstGuard(o *Order) db.Stmt {
	return db.Stmt{SQL: `UPDATE orders SET event_seq = event_seq WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM orders d
		WHERE d.user_id = $2 AND d.id <> $1 AND d.status NOT IN ('cancelled', 'rejected'))`, Args: []any{o.ID, o.UserID}}
}

// Placing prepares the writes of a new order for a batch the caller sends: the
// order, its lines, its first events and, once it is the branch's to work on,
// its ledger entry. It sets Status, EventSeq and the payment fields: an order
// paid in cash is placed at once, one paid by card stays a draft until the
// money is there. What wallet and points pay counts as paid from the start;
// taking it is for the caller to do in the same transaction. When they pay all
// of it the order's payment method becomes Wallet.
func Placing(o *Order, lines []Line, now time.Time) ([]db.Stmt, []Event, error) {
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
