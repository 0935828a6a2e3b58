// Package checkout turns a cart into an order, in one transaction and a fixed order: the request's Idempotency-Key, the
// cart, the coupon, the hour, stock rows sorted; then the order with its lines, events and ledger entry, and the
// payment to request; then, if the customer wants it, the part that wallet and points pay; and last the change event
// for products that sold out.
//
// Everything is calculated from the database when the order is placed; the total the browser showed is only compared
// (expected_total). A repeated request with the same key gets the very bytes of the first answer. A card order is a
// draft that holds its stock for a quarter of an hour; the gateway is asked after the transaction, and if the program
// dies in between, the next request with the key, the customer's "pay" button or the reconciliation continues from
// there.
package checkout

import (
	"context"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/coupons"
	"wekala/internal/money/currency"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/quotations"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/jobs"
)

const (
	// placeTries is how often an order is tried when its cart changes in between.
	placeTries = 5

	noteLength = 500
)

// Limits are the owner's limits for orders. Amounts are minor units.
type Limits struct {
	Hold    time.Duration // that a card order keeps its stock while it is not paid
	TipMost int64
	// ConfirmFirst is the cash amount from which customers who never received an order need a confirmation call.
	// ConfirmLost is the number of failed deliveries from which every cash order does. Zero: never.
	ConfirmFirst, ConfirmLost int64
	// CashStep is the step to which amounts due in cash are rounded down; 0: no rounding.
	CashStep int64
}

// Usual applies where the owner has not decided.
var Usual = Limits{Hold: 15 * time.Minute, TipMost: 1_000_00}

// Deps are the service's dependencies.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Branches  *branches.Service
	Places    *places.Service
	Cart      *cart.Service
	Orders    *orders.Service
	Stock     *stock.Service
	Payments  *payments.Service
	Wallet    *wallet.Service
	Loyalty   *loyalty.Service
	Addresses *addresses.Service
	// Quotations may be nil; then no quotation can be ordered.
	Quotations *quotations.Service
	// Secret signs the promises that quotes show.
	Secret []byte
	// Cash and Card enable the payment methods.
	Cash, Card bool
	// Ways, when set, returns the owner's settings instead.
	Ways func() Ways
	// Sells returns the seller of a branch; nil uses the branch's own data.
	Sells func(*branches.Branch) orders.Seller
	// Limits returns the owner's limits; nil for Usual.
	Limits func() Limits
	// Promise stores the current rules on an order and its lines, given an offer for each line; nil if the rules of a
	// later day apply.
	Promise func(*orders.Order, []orders.Line, []products.Offer)
	// Terms returns the version of the current policies.
	Terms func(ctx context.Context) (string, error)
	// Freeze calculates the amount shown next to a total in another currency; nil if only the platform's own currency is
	// shown.
	Freeze func(chosen string, total int64) *currency.Frozen
}

// Ways are the enabled payment methods, and the maximum amounts due in cash: zero for no limit. CashFirst applies to
// customers who have never received an order.
type Ways struct {
	Cash, Card          bool
	CashMost, CashFirst int64
}

// Service places orders.
type Service struct {
	Deps
	keys *idempotency.Keys
}

// New returns a Service. app registers its OnStatus with the orders.
func New(deps Deps) *Service {
	if deps.Terms == nil {
		deps.Terms = func(context.Context) (string, error) { return "1", nil }
	}
	if deps.Limits == nil {
		deps.Limits = func() Limits { return Usual }
	}
	return &Service{deps, idempotency.New(deps.DB, deps.Clock)}
}

// OnStatus updates what depends on an order's status: the customer is notified; stock is deducted when the order ships,
// returned with it, and released, like its coupon, when the order ends before shipping.
func (s *Service) OnStatus(ctx context.Context, tx *db.Tx, c orders.Change) error {
	o := c.Order
	if err := s.Orders.Notices(ctx, tx, c); err != nil {
		return err
	}
	if err := s.leftUnpaid(ctx, tx, c); err != nil {
		return err
	}
	switch c.To {
	case orders.Pending:
		if c.From == orders.Draft {
			return s.Stock.KeepUntil(ctx, tx, o.ID, nil)
		}
	case orders.Shipped, orders.Delivered:
		return s.Stock.Commit(ctx, tx, o.ID)
	case orders.Cancelled, orders.Rejected:
		if err := s.giveBackCoupon(ctx, tx, o); err != nil {
			return err
		}
		if o.ScheduledFrom != nil {
			if err := shipping.GiveUp(ctx, tx, o.BranchID, *o.ScheduledFrom); err != nil {
				return err
			}
		}
		return s.Stock.Release(ctx, tx, o.ID)
	case orders.Returned:
		if err := s.giveBackCoupon(ctx, tx, o); err != nil {
			return err
		}
		if o.DeliveredAt != nil {
			return nil // the return decides for each unit where it goes
		}
		return s.Stock.Return(ctx, tx, o.ID)
	}
	return nil
}

func (s *Service) giveBackCoupon(ctx context.Context, tx *db.Tx, o *orders.Order) error {
	if o.CouponID == nil {
		return nil
	}
	return coupons.Release(ctx, tx, *o.CouponID, o.ID, s.Clock.Now())
}

// sweepEvery is the interval of the search for expired orders.
const sweepEvery = 10 * time.Second

// delaysEvery is the interval of the search for late orders.
const delaysEvery = time.Minute

// Jobs registers the periodic work: unpaid drafts, orders that nobody accepted, late orders and abandoned carts.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("orders.expire", sweepEvery, func(ctx context.Context) error {
		_, err := s.Orders.ExpireDrafts(ctx)
		return err
	})
	r.Every("orders.reject", sweepEvery, func(ctx context.Context) error {
		_, err := s.Orders.RejectUnaccepted(ctx)
		return err
	})
	r.Every("orders.delays", delaysEvery, func(ctx context.Context) error {
		_, err := s.Orders.TellDelays(ctx, shipping.When)
		return err
	})
	r.Every("checkout.sweep", time.Hour, func(ctx context.Context) error {
		return s.Cart.Sweep(ctx)
	})
	r.Every("carts.guests", 24*time.Hour, s.Cart.SweepGuests)
}
