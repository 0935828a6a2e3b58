// Package orders keeps orders from the moment they are placed: what was bought at which price, the current status, and
// who changed it when. The status table in status.go decides which transitions are allowed. Transition is the only way
// to change a status; each time it writes one numbered event and runs the hooks (stock, coupons, refunds, notices) in
// the same transaction.
//
// Customers see and cancel their own orders; staff work on those of their branches on the order board (console.go). An
// order that the caller may not see is reported as not found.
package orders

import (
	"context"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/pdf"
)

// Order is a row of orders. Amounts are in minor units of Currency.
type Order struct {
	ID            string     `db:"id"`
	Number        string     `db:"number"`
	UserID        string     `db:"user_id"`
	BranchID      string     `db:"branch_id"`
	StoreID       string     `db:"store_id"`
	ServiceID     string     `db:"service_id"`
	CartID        string     `db:"cart_id"`
	CartVersion   int64      `db:"cart_version"`
	Status        Status     `db:"status"`
	HeldFrom      *Status    `db:"held_from"`
	EventSeq      int64      `db:"event_seq"`
	Fulfilment    string     `db:"fulfilment"` // ToDoor or Pickup
	PaymentMethod string     `db:"payment_method"`
	PaymentState  string     `db:"payment_state"`
	Currency      string     `db:"currency"`
	ItemsTotal    int64      `db:"items_total"`
	Discount      int64      `db:"discount"`
	DeliveryFee   int64      `db:"delivery_fee"`
	ServiceFee    int64      `db:"service_fee"`
	Tip           int64      `db:"tip"`
	Tax           int64      `db:"tax"`
	Total         int64      `db:"total"`
	Paid          int64      `db:"paid"` // ever paid in, by whatever means
	Due           int64      `db:"due"`
	WalletPaid    int64      `db:"wallet_paid"`
	PointsPaid    int64      `db:"points_paid"`  // the value of the points
	PointsSpent   int64      `db:"points_spent"` // in points
	GivenBack     int64      `db:"given_back"`   // of Paid: back, or on its way
	CouponID      *string    `db:"coupon_id"`
	CouponCode    *string    `db:"coupon_code"`
	Address       string     `db:"address"` // JSON copy
	AddressID     string     `db:"address_id"`
	DistrictID    string     `db:"district_id"`
	Note          string     `db:"note"`
	ChangeFor     *int64     `db:"change_for"`
	ScheduledFrom *db.Millis `db:"scheduled_from"`
	ScheduledTo   *db.Millis `db:"scheduled_to"`
	PromisedAt    db.Millis  `db:"promised_at"`
	PINTries      int64      `db:"pin_tries"`
	CourierID     *string    `db:"courier_id"`
	CourierName   *string    `db:"courier_name"`
	Steps         string     `db:"steps"` // JSON of []pricing.Step
	TermsVersion  string     `db:"terms_version"`
	Lang          string     `db:"lang"`
	ExpiresAt     *db.Millis `db:"expires_at"`
	AcceptBy      *db.Millis `db:"accept_by"`
	Attempts      int64      `db:"attempts"`
	PickedAt      *db.Millis `db:"picked_at"`
	DeliveredAt   *db.Millis `db:"delivered_at"`
	CancelledBy   *string    `db:"cancelled_by"`
	CreatedAt     db.Millis  `db:"created_at"`
	UpdatedAt     db.Millis  `db:"updated_at"`

	// The amount the customer saw next to the total, frozen: another currency, its rate in millionths of Currency per
	// unit, and the total in its minor units.
	DisplayCurrency *string `db:"display_currency"`
	DisplayRate     *int64  `db:"display_rate"`
	DisplayTotal    *int64  `db:"display_total"`

	// Seller is the seller at the time of the order, as JSON of Seller; empty for old orders.
	Seller string `db:"seller"`

	// The data for the settlement with the store: its commission and the base, the party that delivers, and the party that
	// bears the discount.
	CommissionBP   int64  `db:"commission_bp"`
	CommissionBase int64  `db:"commission_base"`
	DeliveredBy    string `db:"delivered_by"`
	DiscountBy     string `db:"discount_by"`
	// StoreOwner is the owner of its store: branches.OwnedByPlatform or OwnedBySeller. It is "" for orders older than this
	// column; their commission tells the owner.
	StoreOwner string `db:"store_owner"`
	// FeeTo is the party that gets the delivery fee, and Waived the part of it that the coupon took off. For orders older
	// than these columns they are "" and 0, and the fee is the platform's.
	FeeTo  string `db:"fee_to"`
	Waived int64  `db:"waived"`
	// TipTo is the party that gets the tip: the one whose couriers deliver. It is "" for orders older than this column,
	// whose tip is booked to the branch.
	TipTo string `db:"tip_to"`

	// ConfirmBy is the time by which a call must have confirmed the order's number (package calls); nil if no call is
	// needed or it was confirmed. An order that ended unconfirmed keeps it.
	ConfirmBy *db.Millis `db:"confirm_by"`

	// ReachedAt is when the order reached its branch, from which PromisedAt counts; nil: when it was placed. 0: it is not
	// paid yet, or awaits its first call.
	ReachedAt *db.Millis `db:"reached_at"`

	// Promises is JSON of Promises; empty for old orders.
	Promises string `db:"promises"`

	// RoundStep is the step to which an amount due in cash was rounded down (0: no rounding), and Rounded the amount that
	// was taken off. RoundedBy bears it; "" for orders older than this column: the platform.
	RoundStep int64  `db:"round_step"`
	Rounded   int64  `db:"rounded"`
	RoundedBy string `db:"rounded_by"`

	// WeighedBack is the part of Paid that was refunded because the products weighed less.
	WeighedBack int64 `db:"weighed_back"`

	// HoldFor is the reason why an order awaits a call after it was placed: one of the program's own reasons; empty if it
	// does not.
	HoldFor string `db:"-"`
}

// Line is a row of order_lines: units of one variant as they were bought.
type Line struct {
	OrderID   string `db:"order_id"`
	ID        string `db:"id"`
	BranchID  string `db:"branch_id"`
	VariantID string `db:"variant_id"`
	ProductID string `db:"product_id"`
	NameEN    string `db:"name_en"`
	NameAR    string `db:"name_ar"`
	VariantEN string `db:"variant_en"`
	VariantAR string `db:"variant_ar"`
	Image     string `db:"image"`
	UnitPrice int64  `db:"unit_price"`
	ListPrice int64  `db:"list_price"`
	Qty       int64  `db:"qty"`
	LineTotal int64  `db:"line_total"`
	Discount  int64  `db:"discount"`
	VATBP     int64  `db:"vat_bp"`
	Tax       int64  `db:"tax"`
	Note      string `db:"note"`
	Extras    string `db:"extras"` // of extras.Frozen; contained in UnitPrice with ExtrasPrice
	Added     int64  `db:"extras_price"`
	UnitGrams int64  `db:"unit_grams"` // weight of a unit if sold by weight; 0: sold by the piece

	// The weight when the line was picked, and the weight that is charged; nil until it was weighed.
	WeighedGrams *int64 `db:"weighed_grams"`
	ChargedGrams *int64 `db:"charged_grams"`

	// The product's VAT class and return periods at the time of the order; nil for old lines.
	VATClass       *int64  `db:"vat_class"`
	AsNewHours     *int64  `db:"as_new_hours"`
	DefectiveHours *int64  `db:"defective_hours"`
	ReturnKind     *string `db:"return_kind"`

	// Cost is the unit cost at the time of the order, without VAT; nil if it was unknown. It is read when the line is
	// written, and never shown to customers.
	Cost *int64 `db:"cost"`
}

// Asked is the unit price as people see it: the price of a kilogram for products sold by weight.
func (l Line) Asked() int64 { return l.UnitPrice }

// Chosen returns the extras of a line.
func (l Line) Chosen() []extras.Frozen { return extras.Read(l.Extras) }

// Event is one transition of an order.
type Event struct {
	OrderID   string    `db:"order_id"`
	Seq       int64     `db:"seq"`
	From      *Status   `db:"from_status"`
	To        Status    `db:"to_status"`
	ActorKind string    `db:"actor_kind"`
	ActorID   string    `db:"actor_id"`
	Reason    string    `db:"reason"`
	At        db.Millis `db:"at"`
}

// The kinds of fulfilment: delivered to the door, or picked up by the customer at the branch, whose address is then the
// order's address.
const (
	ToDoor = "delivery"
	Pickup = "pickup"
)

// The payment methods of an order, for what wallet and points do not cover. Wallet means that they cover all of it.
const (
	COD    = "cod"
	Card   = "card"
	Wallet = "wallet"
)

// Rest is the amount that the gateway or the courier collects: the total at the time of payment, without the parts paid
// by wallet and points, rounded if it is paid in cash.
func (o *Order) Rest() int64 {
	return o.Total + o.WeighedBack - o.WalletPaid - o.PointsPaid - o.Rounded
}

// The states of an order's payment, separate from the status that customers see.
const (
	PaymentDue       = "due"       // to be taken at the door
	PaymentPending   = "pending"   // the gateway has not said yet
	PaymentPaid      = "paid"      //
	PaymentRefunding = "refunding" // money is on its way back
	PaymentRefunded  = "refunded"  //
	PaymentVoid      = "void"      // ended without any payment
)

// Change is the data about a transition that hooks receive. Order is the order after the transition.
type Change struct {
	Order *Order
	From  Status
	To    Status
	Event Event
	Actor Actor
}

// Noted is the party that the actor of a change works for; customers and the system count as the platform's.
func (c Change) Noted(ctx context.Context, q db.Querier) (parties.Party, error) {
	if c.Actor.Kind != "staff" {
		return parties.Platform, nil
	}
	return staff.PartyOf(ctx, q, c.Actor.ID, c.Order.DeliveredBy)
}

// Hook reacts to a transition in its transaction; its error rolls the transition back.
type Hook func(ctx context.Context, tx *db.Tx, c Change) error

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Secret   []byte // the program's key; delivery PINs are derived from it
	Staff    *staff.Service
	Branches *branches.Service
	Places   *places.Service
	Pictures *files.Library
	// Letterhead returns the design of printed documents; nil for the default design.
	Letterhead func(context.Context) pdf.Letterhead
	// CouponShare is the percentage a coupon takes off the goods, and its cap (coupons.Share). It is nil where coupons
	// have no percentage.
	CouponShare func(ctx context.Context, q db.Querier, couponID string) (value, most int64, err error)
	// Shop returns who may order: setup, soft or open; nil means everybody.
	Shop func() string
}

// Service changes and shows orders.
type Service struct {
	Deps
	hooks   []Hook
	weighed []func(ctx context.Context, tx *db.Tx, w Weighing) error
	payURL  PayURL
	late    LateCredits
	stop    chan struct{}
	poll    time.Duration
	beat    time.Duration
	readers readers
}

// PayURL returns the page where a draft's card payment continues; "" if it cannot continue.
type PayURL func(ctx context.Context, q db.Querier, orderID string) (string, error)

// LateCredits finds the credit that an order's customer gets, or got, because the order is late.
type LateCredits func(ctx context.Context, q db.Querier, o *Order) (LateCredit, error)

// New returns a Service.
func New(deps Deps) *Service {
	return &Service{Deps: deps, stop: make(chan struct{}), poll: time.Second, beat: beat,
		readers: readers{held: map[string]int{}}, payURL: func(context.Context, db.Querier, string) (string, error) {
			return "", nil
		},
		late: func(context.Context, db.Querier, *Order) (LateCredit, error) {
			return LateCredit{Steps: []LateStep{}}, nil
		}}
}

// OnStatus adds a hook. Call it before the first transition.
func (s *Service) OnStatus(h Hook) { s.hooks = append(s.hooks, h) }

// Payable registers the source of payment pages, which depends on this package.
func (s *Service) Payable(f PayURL) { s.payURL = f }

// CreditsLate registers the source of credits for late orders, which depends on this package.
func (s *Service) CreditsLate(f LateCredits) { s.late = f }

// Drain ends the event streams, so that the server can stop; clients resume elsewhere. Call it once.
func (s *Service) Drain() { close(s.stop) }

// Stopping is closed by Drain.
func (s *Service) Stopping() <-chan struct{} { return s.stop }
