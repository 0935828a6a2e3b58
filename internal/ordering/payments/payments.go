// Package payments takes card payments through a gateway and makes refunds. Card data never reaches us: the gateway's
// own page takes it, and we keep the gateway's reference, amounts and states.
//
// A browser that comes back from the gateway proves nothing. An order is paid only when the gateway, asked by us
// (Inquire), confirms it with our reference, amount and currency; a webhook or the reconciliation job is merely the
// reason to ask. The capture is one guarded update, so however often it is reported it happens once. Money that arrives
// for an order that has ended is refunded automatically.
//
// Calls to the gateway are made between transactions. Each can be repeated: an intent is named by our payment's id, a
// refund carries an idempotency key.
package payments

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/jobs"
)

// Intent is a request to a gateway to take money. Reference is our payment's id; requesting the same one again returns
// the same intent.
type Intent struct {
	Reference string
	Amount    int64 // minor units
	Currency  string
	ReturnURL string // address for the browser after the payment
	NotifyURL string // address for webhooks
	ExpiresAt time.Time
	Lang      string
	// Billing is the payer's data, for gateways that require it.
	Billing Billing
}

// Billing is the customer data that gateways ask for; unknown fields are empty.
type Billing struct {
	Name, Phone, Email                                         string
	Region, City, District, Street, Building, Floor, Apartment string
}

// Opened is an intent that a gateway has registered.
type Opened struct {
	Ref string // the gateway's own id
	URL string // its payment page
}

// The states that a gateway may report for an intent.
const (
	IntentOpen    = "open"    // not paid yet
	IntentPaid    = "paid"    // captured in full
	IntentExpired = "expired" // will never be paid
)

// GatewayStatus is a gateway's answer to an inquiry.
type GatewayStatus struct {
	Ref       string
	Reference string
	State     string
	Amount    int64
	Currency  string
	Refunded  int64
}

// RefundRequest is a request to a gateway to refund money. Key ensures that it happens only once.
type RefundRequest struct {
	Ref      string
	Key      string
	Amount   int64
	Currency string
}

// Notice is the content of a webhook. It is trusted only as a reason to inquire.
type Notice struct {
	ID        string // the gateway's id of the event
	Ref       string
	Reference string
	Amount    int64
	Currency  string
}

// QueryHeader passes the query of a webhook's address to Verify: some gateways put their signature there. The route
// sets it and overrides the request's own header.
const QueryHeader = "Webhook-Query"

// ErrForged is returned by Verify for a body that the gateway did not sign.
var ErrForged = errors.New("payments: the webhook's signature is not right")

// ErrRefused is wrapped by gateways' errors that a retry cannot resolve.
var ErrRefused = errors.New("payments: the gateway refused")

// Gateway is a card gateway. Its methods may fail or time out after they took effect, so callers retry them.
type Gateway interface {
	Name() string
	Create(ctx context.Context, in Intent) (Opened, error)
	Inquire(ctx context.Context, ref string) (GatewayStatus, error)
	Refund(ctx context.Context, r RefundRequest) (ref string, err error)
	// Verify checks the signature of a raw body before it parses it.
	Verify(header http.Header, body []byte) (Notice, error)
}

// Payment is a row of payments.
type Payment struct {
	ID          string    `db:"id"`
	Purpose     string    `db:"purpose"`  // ForOrder or ForTopUp
	OrderID     string    `db:"order_id"` // or the top-up's id
	UserID      string    `db:"user_id"`
	Gateway     string    `db:"gateway"`
	GatewayRef  *string   `db:"gateway_ref"`
	State       string    `db:"state"`
	Amount      int64     `db:"amount"`
	Currency    string    `db:"currency"`
	Captured    int64     `db:"captured"`
	Refunded    int64     `db:"refunded"`
	CheckoutURL *string   `db:"checkout_url"`
	CreatedAt   db.Millis `db:"created_at"`
	UpdatedAt   db.Millis `db:"updated_at"`
}

// The purposes of a payment.
const (
	ForOrder = "order"
	ForTopUp = "topup"
)

// The states of a payment.
const (
	Created   = "created"   // written with the order; the gateway does not know it yet
	Open      = "open"      // the customer can pay
	Captured  = "captured"  // the money is there
	Expired   = "expired"   // the gateway gave it up
	Abandoned = "cancelled" // the order ended before the gateway knew of it
)

// Deps are the service's dependencies. Gateway is nil if cards are off.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Orders  *orders.Service
	Wallet  *wallet.Service
	Loyalty *loyalty.Service
	Gateway Gateway
	// Gateways, when set, is used instead of Gateway.
	Gateways  *Gateways
	PublicURL string
	Log       *slog.Logger
}

// Service takes and refunds money.
type Service struct {
	Deps
	keys        *idempotency.Keys
	refundHooks []RefundHook
}

// New returns a Service and registers it with the orders: ended orders are refunded, and drafts get their payment page.
func New(deps Deps) *Service {
	if deps.Log == nil {
		deps.Log = slog.Default()
	}
	if deps.Gateways == nil {
		deps.Gateways = fixed(deps.Gateway)
	}
	s := &Service{Deps: deps, keys: idempotency.New(deps.DB, deps.Clock)}
	deps.Orders.OnStatus(s.onStatus)
	deps.Orders.OnWeighed(s.onWeighed)
	deps.Orders.Payable(s.payURL)
	return s
}

// Enabled reports whether card payments are accepted.
func (s *Service) Enabled() bool { return s.Gateways.Takes() != nil }

// Jobs registers the refund job and the reconciliation.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Handle(refundJob, s.refund, jobs.Attempts(refundTries))
	if len(s.Gateways.Names()) > 0 {
		r.Every("payments.reconcile", time.Minute, s.Reconcile)
	}
}
