// Package returns takes goods back and refunds them.
//
// A customer requests the return of units of a delivered order, each with a reason; the rules of rules.go decide what
// may still be returned. The branch approves or refuses, the goods are picked up, received and inspected unit by unit;
// accepted units are restocked or scrapped, refused ones stay the customer's, with a reason. Settling books the
// branch's lost income and requests the refunds; when the last one has arrived the return is refunded. status.go is the
// table of all that.
//
// The units of a line are numbered, and each returned unit is a row with its share of the line's price and coupon. So
// two returns cannot contain the same unit, and however an order is returned, in one return or in many, its refunds add
// up to exactly what was paid for its goods (amounts.go).
//
// An order follows its returns: it is in return while one is on its way, received while one is at the branch or all of
// it is back and the refund pending, then returned when all of it is back and refunded, and delivered otherwise.
package returns

import (
	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/money/loyalty"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/idempotency"
)

// Return is a row of returns. Amounts are minor units of Currency.
type Return struct {
	ID          string    `db:"id"`
	Number      string    `db:"number"`
	UserID      string    `db:"user_id"`
	BranchID    string    `db:"branch_id"`
	OrderID     string    `db:"order_id"`
	OrderNumber string    `db:"order_number"`
	State       State     `db:"state"`
	EventSeq    int64     `db:"event_seq"`
	RefundTo    string    `db:"refund_to"`
	Bank        *string   `db:"bank"` // JSON of Bank
	BankMasked  string    `db:"bank_masked"`
	Address     string    `db:"address"` // JSON copy
	PickupFrom  db.Millis `db:"pickup_from"`
	PickupTo    db.Millis `db:"pickup_to"`
	Currency    string    `db:"currency"`
	Gross       int64     `db:"gross"`
	Discount    int64     `db:"discount"`
	Delivery    int64     `db:"delivery"`
	Rounded     int64     `db:"rounded"` // of the order's rounding in cash: not given back
	// value of points that the order earned and the customer used: deducted; an estimate until it is settled
	Points      int64     `db:"points_value"`
	Refund      int64     `db:"refund"`
	InspectedBy *string   `db:"inspected_by"`
	SettledBy   *string   `db:"settled_by"`
	Lang        string    `db:"lang"`
	CreatedAt   db.Millis `db:"created_at"`
	UpdatedAt   db.Millis `db:"updated_at"`
}

// Line is a row of return_lines: units of one line of the order, returned for one reason.
type Line struct {
	ReturnID  string `db:"return_id"`
	ID        string `db:"id"`
	OrderID   string `db:"order_id"`
	LineID    string `db:"line_id"`
	Qty       int64  `db:"qty"`
	ReasonID  string `db:"reason_id"`
	Defective bool   `db:"defective"`
	Comment   string `db:"comment"`
}

// Unit is a row of return_units: one returned unit.
type Unit struct {
	OrderID      string  `db:"order_id"`
	LineID       string  `db:"line_id"`
	Unit         int64   `db:"unit"`
	ReturnID     string  `db:"return_id"`
	ReturnLineID string  `db:"return_line_id"`
	Gross        int64   `db:"gross"`
	Discount     int64   `db:"discount"`
	Outcome      *string `db:"outcome"`
	Why          string  `db:"why"`
	Live         bool    `db:"live"`
}

// The outcomes of an inspected unit.
const (
	Restock = "restock" // accepted, and sold again
	Scrap   = "scrap"   // accepted, and thrown away
	Refuse  = "refuse"  // goes back to the customer, unpaid
)

// accepted reports whether a unit is refunded, as far as is known.
func (u Unit) accepted() bool { return u.Live && (u.Outcome == nil || *u.Outcome != Refuse) }

// Event is one transition of a return.
type Event struct {
	ReturnID  string    `db:"return_id"`
	Seq       int64     `db:"seq"`
	From      *State    `db:"from_state"`
	To        State     `db:"to_state"`
	ActorKind string    `db:"actor_kind"`
	ActorID   string    `db:"actor_id"`
	Reason    string    `db:"reason"`
	At        db.Millis `db:"at"`
}

// Payout is a row of return_payouts: a part of a refund.
type Payout struct {
	ReturnID string     `db:"return_id"`
	Way      string     `db:"way"` // card, wallet, bank or points
	Source   string     `db:"source"`
	Amount   int64      `db:"amount"`
	DoneAt   *db.Millis `db:"done_at"`
}

// Deps are the service's dependencies.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Branches  *branches.Service
	Catalog   *products.Service
	Orders    *orders.Service
	Stock     *stock.Service
	Payments  *payments.Service
	Addresses *addresses.Service
	Loyalty   *loyalty.Service
	Pictures  *files.Library
}

// Service processes returns.
type Service struct {
	Deps
	keys *idempotency.Keys
}

// New returns a Service and registers it with the payments: a return is refunded when all of its money has arrived. The
// histories of wallet and points show the returned items.
func New(deps Deps) *Service {
	s := &Service{deps, idempotency.New(deps.DB, deps.Clock)}
	deps.Payments.OnRefunded(s.onRefunded)
	deps.Loyalty.Wallet.ShowReturned(s.inHistories)
	return s
}
