package checkout

import (
	"context"
	"time"

	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
)

// callOperation names orders of guests among the requests with an idempotency key.
var callOperation = idempotency.Operation{Name: "place-call-order", Keep: operation.Keep}

// ByCall is the order of a guest whose number the branch confirms by a call. Package calls decides who may order this
// way and which user the order belongs to.
type ByCall struct {
	// Device is the owner of the cart (cart.Guest).
	Device  string
	Address addresses.Address
	// Most is the maximum amount due in cash, in minor units.
	Most int64 `json:"-"`
	// Until is the time by which a call must have confirmed the order.
	Until func(b *branches.Branch, now time.Time) time.Time `json:"-"`
	// Begin is the first step of the transaction: it creates the guest, or refuses them. Placed is the last step, after
	// the order is written.
	Begin  func(ctx context.Context, tx *db.Tx) (userID string, err error) `json:"-"`
	Placed func(ctx context.Context, tx *db.Tx, o *orders.Order) error     `json:"-"`
}

// PlaceByCall places a guest's order once per key and returns its id. It is paid in
// cash, on hold until it is confirmed, and takes no coupon. Refusals are those of Place
// and of Begin.
func (s *Service) PlaceByCall(ctx context.Context, in Request) (orderID string, err error) {
	if in.Method != orders.COD || !s.takes(orders.COD) {
		return "", errs.Invalid("payment_method", "checkout.method_off")
	}
	answer, err := s.Place(ctx, in)
	return string(answer), err
}

// CallAsked is a guest's request for a quote.
type CallAsked struct {
	ServiceID, SlotID string
	Device            string
	Place             places.Place
	Most              int64
}

// QuoteByCall prices a guest's cart as PlaceByCall would order it.
func (s *Service) QuoteByCall(ctx context.Context, in CallAsked) (*Quote, error) {
	serviceID, err := s.serviceOrQuotation(in.ServiceID, "")
	if err != nil {
		return nil, err
	}
	q, err := s.quote(ctx, choice{serviceID: serviceID, slotID: in.SlotID, call: &in})
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	if q.Due.Minor()-q.CashRounding.Minor() > in.Most {
		refused := errs.Refuse("calls.too_much", "amount", major(in.Most).String())
		q.Problems = append(q.Problems, cart.Problem{
			Code: refused.Code(), Message: i18n.T(lang, refused.Key, refused.Args...)})
		q.CanPlace = false
	}
	return q, nil
}

// withoutCoupon removes the coupon, which needs an account: a guest's earlier uses of a coupon cannot be counted.
func (src *source) withoutCoupon() {
	if src.cart != nil {
		src.cart.CouponID = nil
	}
}
