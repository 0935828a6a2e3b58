package checkout

import (
	"context"
	"time"

	"wekala/internal/identity/account"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// NowView is delivery as soon as possible, without a slot.
type NowView struct {
	Available  bool      `json:"available"`
	PromisedAt db.Millis `json:"promised_at"`
	Proof      string    `json:"promise_proof,omitempty" doc:"To be sent with promised_at."`
	Label      string    `json:"label"`
}

// SlotView is a delivery slot that the customer can choose.
type SlotView struct {
	ID    string    `json:"id"`
	From  db.Millis `json:"from"`
	To    db.Millis `json:"to"`
	Label string    `json:"label"`
}

// Times lists when the order can be delivered.
type Times struct {
	Now   *NowView   `json:"now"`
	Slots []SlotView `json:"slots"`
}

// Method is a payment method.
type Method struct {
	ID        string  `json:"id" enum:"cod,card"`
	Name      string  `json:"name"`
	Available bool    `json:"available"`
	Reason    *string `json:"reason"`
}

// PickupView is the branch at which the order can be picked up.
type PickupView struct {
	Branch  wire.Ref `json:"branch"`
	Address string   `json:"address"`
	Lat     float64  `json:"lat"`
	Lng     float64  `json:"lng"`
	Minutes int64    `json:"minutes" doc:"Until it is ready, while the branch is open."`
}

// Totals are the totals of the order.
type Totals struct {
	Price          money.Major `json:"price"`
	CouponDiscount money.Major `json:"coupon_discount" doc:"Off the items: price less it is cart_total. A waived delivery is told by its step."`
	CartTotal      money.Major `json:"cart_total"`
	DeliveryPrice  money.Major `json:"delivery_price"`
	Tip            money.Major `json:"tip"`
	Tax            money.Major `json:"tax"`
	Total          money.Major `json:"total"`
	Currency       string      `json:"currency"`
}

// WalletOffer is what the customer's wallet can pay of the order, and what it pays as requested.
type WalletOffer struct {
	Balance money.Major `json:"balance"`
	Most    money.Major `json:"most" doc:"What it can pay of this order."`
	Used    money.Major `json:"used"`
}

// PointsOffer is what the customer's points can pay of the order, and what they pay as requested.
type PointsOffer struct {
	Points int64       `json:"points" doc:"What the customer has."`
	Value  money.Major `json:"value"`
	Most   int64       `json:"most" doc:"Points that this order can take."`
	Used   int64       `json:"used"`
	Worth  money.Major `json:"worth" doc:"Of the points used."`
}

// Quote is everything the checkout page shows.
type Quote struct {
	Cart           *cart.View       `json:"cart"`
	Fulfilment     string           `json:"fulfilment" enum:"delivery,pickup"`
	Pickup         *PickupView      `json:"pickup" doc:"Where it could be collected; null where nothing is."`
	Address        *addresses.View  `json:"address"`
	Addresses      []addresses.View `json:"addresses"`
	Unreached      []string         `json:"unreached" doc:"Ids of the addresses that the branch does not deliver to."`
	Times          Times            `json:"times"`
	PaymentMethods []Method         `json:"payment_methods"`
	Totals         Totals           `json:"totals"`
	Steps          []cart.Step      `json:"steps"`
	Wallet         WalletOffer      `json:"wallet"`
	Points         PointsOffer      `json:"points"`
	Due            money.Major      `json:"due" doc:"What is left for the payment method."`
	CashRounding   money.Major      `json:"cash_rounding" doc:"What is taken off it when it is paid in cash."`
	CashSteps      []cart.Step      `json:"cash_steps" doc:"The steps when it is paid in cash and that is rounded; empty where they are steps."`
	Problems       []cart.Problem   `json:"problems"`
	TermsVersion   string           `json:"terms_version"`
	TipMost        money.Major      `json:"tip_most" doc:"A tip is no more than this."`
	HoldMinutes    int64            `json:"hold_minutes" doc:"How long a card order keeps its products while it is not paid."`
	TermsAccepted  bool             `json:"terms_accepted" doc:"Whether the customer accepted this version with an earlier order."`
	CanPlace       bool             `json:"can_place"`
}

func major(minor int64) money.Major { return money.EGP(minor).Major() }

// choice is the customer's current choice.
type choice struct {
	serviceID, quotationID, addressID, slotID string
	pickup                                    bool
	tip                                       int64
	use                                       wish
	// call is set for a guest whose number a call has to confirm.
	call *CallAsked
}

// owner is the owner of the cart.
func (in choice) owner(userID string) string {
	if in.call != nil {
		return in.call.Device
	}
	return userID
}

// quote prices the caller's cart of a service, or their quotation, for an address or for pickup. An empty cart is
// refused with checkout.empty_cart.
func (s *Service) quote(ctx context.Context, in choice) (q *Quote, err error) {
	who := httpapi.Caller(ctx)
	// An order usually follows.
	err = s.DB.ReadAhead(ctx, func(ctx context.Context, r db.Querier) error {
		f, err := s.read(ctx, r, who.UserID, in)
		if err == nil {
			q, err = s.offer(ctx, r, who, in, f)
		}
		return err
	})
	return q, err
}

// facts is the data for a quote that can be read in one round trip.
type facts struct {
	source
	addresses []addresses.Address
	version   string
	accepted  bool
	balance   int64
	points    int64
	terms     loyalty.Terms
	before    bool  // they have ordered before; where a rule asks
	lost      int64 // deliveries nobody took; where a rule asks
	unpaid    orders.UnpaidDay
}

func (s *Service) read(ctx context.Context, q db.Querier, userID string, in choice) (f facts, err error) {
	if f.version, err = s.Terms(ctx); err != nil {
		return f, err
	}
	err = db.Pipeline(ctx, q, func(ctx context.Context, q db.Querier) (err error) {
		f.source, err = s.sourceOf(ctx, q, in.owner(userID), in.serviceID, in.quotationID)
		if err == nil && in.call != nil {
			f.source.withoutCoupon()
		}
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		f.addresses, err = addresses.List(ctx, q, userID)
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		f.accepted, err = account.AcceptedPolicies(ctx, q, userID, f.version)
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		f.balance, err = wallet.Balance(ctx, q, userID)
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		f.points, err = loyalty.Balance(ctx, q, userID, s.Clock.Now())
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		f.terms, err = loyalty.ReadTerms(ctx, q)
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		if s.ways().asksBefore() || s.Limits().ConfirmFirst > 0 {
			f.before, err = orders.HasReceived(ctx, q, userID)
		}
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		if most := s.Limits().ConfirmLost; most > 0 {
			f.lost, err = orders.LostDeliveries(ctx, q, userID, most)
		}
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		f.unpaid, err = orders.UnpaidToday(ctx, q, userID, s.Clock.Now())
		return err
	})
	return f, err
}

// offer makes the quote from the data that was read.
func (s *Service) offer(ctx context.Context, r db.Querier, who *httpapi.Who, in choice, f facts) (*Quote, error) {
	q := &Quote{Addresses: []addresses.View{}, Unreached: []string{}, Times: Times{Slots: []SlotView{}},
		Fulfilment: orders.ToDoor, TermsVersion: f.version, TermsAccepted: f.accepted}
	if in.pickup {
		q.Fulfilment = orders.Pickup
	}
	src := f.source
	chosen, err := s.chooseAddress(who, q, f.addresses, in.addressID, src)
	if err != nil {
		return nil, err
	}
	place := s.Places.Caller(who)
	if chosen != nil {
		place = s.door(chosen)
	}
	if in.call != nil {
		place = in.call.Place
	}
	place = s.placeOf(src, place)
	p, err := s.Cart.Price(ctx, r, src.cart, cart.Ask{
		UserID: who.UserID, Place: place, Pickup: in.pickup, Tip: in.tip, Agreed: src.agreed, Offers: f.offers})
	if err != nil {
		return nil, err
	}
	limits := s.Limits()
	q.TipMost, q.HoldMinutes = major(limits.TipMost), int64(limits.Hold/time.Minute)
	q.Pickup = pickupOf(p.Branch, src, who.Lang)
	q.Cart = s.Cart.Show(ctx, p, place)
	timed, err := s.times(ctx, r, q, p, who.Lang, in.slotID)
	if err != nil {
		return nil, err
	}
	q.Steps, q.Problems = q.Cart.Steps,
		s.problems(q, p, who.Lang, chosen != nil || in.call != nil && place.Known(), place, timed)
	if chosen != nil && !in.pickup {
		if err := s.within(src, chosen.DistrictID); err != nil {
			q.Problems = append(q.Problems, cart.ProblemOf(who.Lang, err))
		}
	}
	q.Totals = Totals{Price: major(p.Sum.Items), CouponDiscount: major(p.Sum.Discount),
		CartTotal: major(p.Sum.Items - p.Sum.Discount), DeliveryPrice: major(p.Sum.Delivery), Tip: major(p.Sum.Tip),
		Tax: major(p.Sum.Tax), Total: major(p.Sum.Total), Currency: money.Shop}
	offerTenders(q, f, p.Sum.Total, in.use, who.Lang)
	offerRounding(q, limits.CashStep, who.Lang)
	s.methods(q, f, who.Lang)
	q.CanPlace = len(q.Problems) == 0 && p.FirstProblem() == nil
	return q, nil
}

// pickupOf is where a purchase can be picked up; nil if it cannot.
func pickupOf(b *branches.Branch, src source, lang i18n.Lang) *PickupView {
	counter, ok := b.Counter()
	if !ok || src.quotation != nil {
		return nil
	}
	return &PickupView{b.Ref(lang), b.Address.In(lang), b.At.Lat(), b.At.Lng(), counter.Minutes}
}

// chooseAddress lists the customer's addresses and picks the requested one, else the first within delivery range,
// starting with the default; the default if there is none. Another customer's address is not found.
func (s *Service) chooseAddress(who *httpapi.Who, q *Quote, list []addresses.Address, addressID string,
	src source) (*addresses.Address, error) {
	var chosen *addresses.Address
	for i := range list { // the default comes first
		a := &list[i]
		q.Addresses = append(q.Addresses, s.Addresses.View(*a, who.Lang))
		reached := s.reaches(src, a)
		if !reached {
			q.Unreached = append(q.Unreached, a.ID)
		}
		if a.ID == addressID || addressID == "" && chosen == nil && reached {
			chosen = a
		}
	}
	if chosen == nil && addressID == "" && len(list) > 0 {
		chosen = &list[0]
	}
	if chosen == nil {
		if addressID != "" {
			return nil, errs.Invalid("address_id", "common.invalid")
		}
		return nil, nil
	}
	v := s.Addresses.View(*chosen, who.Lang)
	q.Address = &v
	return chosen, nil
}

// reaches reports whether a source can be delivered to an address.
func (s *Service) reaches(src source, a *addresses.Address) bool {
	if district := src.districtID(); district != "" {
		return a.DistrictID == district
	}
	b, ok := s.Branches.Branch(src.cart.BranchID)
	if !ok {
		return false
	}
	_, found := b.ZoneOf(s.door(a))
	return found == branches.Reached
}

// times lists when the order can be delivered and reports whether the requested time (now, or the named slot) is one of
// them.
func (s *Service) times(ctx context.Context, r db.Querier, q *Quote, p *cart.Priced, lang i18n.Lang,
	slotID string) (bool, error) {
	now := s.Clock.Now()
	promise, ok := shipping.Now(p.Branch, p.Zone, now)
	if l, _ := s.Cart.Unserved(p, now); l != nil {
		ok = false
	}
	if ok {
		q.Times.Now = &NowView{true, db.At(promise.At), s.proofOf(p.Branch, p.Zone, db.At(promise.At)),
			promise.Label(lang, now)}
	}
	found := slotID == "" && ok
	slots, err := shipping.Free(ctx, r, p.Branch.ID, p.Branch.SlotCapacity, shipping.Slots(p.Branch, p.Zone, now))
	if err != nil {
		return false, err
	}
	for _, slot := range slots {
		if l, _ := s.Cart.Unserved(p, slot.From); l != nil {
			continue
		}
		q.Times.Slots = append(q.Times.Slots, SlotView{slot.ID(), db.At(slot.From), db.At(slot.To), slot.Label(lang, now)})
		found = found || slot.ID() == slotID
	}
	return found, nil
}

// methods lists the payment methods for the amount due.
func (s *Service) methods(q *Quote, f facts, lang i18n.Lang) {
	q.PaymentMethods = []Method{}
	for _, id := range []string{orders.COD, orders.Card} {
		m := Method{ID: id, Name: orders.MethodLabel(id, q.Fulfilment, lang), Available: s.takes(id)}
		if !m.Available {
			why := i18n.T(lang, "checkout.method_off")
			m.Reason = &why
		} else if id == orders.COD {
			if tooMuch := s.cashNow(f, q.Due.Minor()-q.CashRounding.Minor()); tooMuch != nil {
				why := i18n.T(lang, tooMuch.Key, tooMuch.Args...)
				m.Available, m.Reason = false, &why
			}
		}
		q.PaymentMethods = append(q.PaymentMethods, m)
	}
}

// asksBefore reports whether the cash limit is lower for a first order.
func (w Ways) asksBefore() bool {
	return w.CashFirst > 0 && (w.CashMost == 0 || w.CashFirst < w.CashMost)
}

// cashLimit refuses a cash amount above the configured limit, which may be lower for a first order; nil if it is
// allowed.
func (w Ways) cashLimit(before bool, due int64) *errs.Error {
	switch {
	case w.asksBefore() && due > w.CashFirst && !before:
		return refusal("checkout.cash_first", w.CashFirst)
	case w.CashMost > 0 && due > w.CashMost:
		return refusal("checkout.cash_most", w.CashMost)
	}
	return nil
}

// confirm returns why a cash order needs a confirmation call first; empty if it needs none. lost is the number of
// failed deliveries, as far as they are counted.
func (l Limits) confirm(before bool, lost, due int64) (reason string) {
	switch {
	case l.ConfirmLost > 0 && due > 0 && lost >= l.ConfirmLost:
		return orders.HoldLost
	case l.ConfirmFirst > 0 && due >= l.ConfirmFirst && !before:
		return orders.HoldFirst
	}
	return ""
}

func refusal(key string, most int64) *errs.Error {
	return errs.Invalid("payment_method", key, "amount", major(most).String())
}

func (s *Service) ways() Ways {
	if s.Ways != nil {
		return s.Ways()
	}
	return Ways{Cash: s.Cash, Card: s.Card}
}

// Takes reports which payment methods are enabled.
func (s *Service) Takes() (cash, card bool) { return s.takes(orders.COD), s.takes(orders.Card) }

// takes reports whether a payment method is enabled.
func (s *Service) takes(method string) bool {
	switch method {
	case orders.COD:
		return s.ways().Cash
	case orders.Card:
		return s.ways().Card && s.Payments.Enabled()
	}
	return false
}

// problems lists what prevents the order.
func (s *Service) problems(q *Quote, p *cart.Priced, lang i18n.Lang, chosen bool, place places.Place,
	timed bool) []cart.Problem {
	out := []cart.Problem{}
	add := func(key string, args ...any) {
		out = append(out, cart.Problem{Code: errs.Refuse(key).Code(), Message: i18n.T(lang, key, args...)})
	}
	switch {
	case q.Fulfilment == orders.Pickup:
		if q.Pickup == nil {
			add("checkout.no_pickup")
		}
	case !chosen:
		add("checkout.address_required")
	case p.Outside:
		add("checkout.outside_zone", "branch", p.Branch.Name, "district", place.District.Name)
	case !p.Reached: // an area that is not offered any more, too
		add("checkout.not_delivered")
	}
	if missing := p.Missing(); missing > 0 {
		add("checkout.below_minimum", "missing", major(missing).String())
	}
	unserved, serving := s.Cart.Unserved(p, s.Clock.Now())
	switch {
	case timed:
	case len(q.Times.Slots) > 0:
		add("checkout.choose_time")
	case unserved != nil:
		no := serving.Refused(unserved.Offer.Name)
		add(no.Key, no.Args...)
	default:
		add("checkout.branch_closed")
	}
	return out
}
