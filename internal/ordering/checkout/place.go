package checkout

import (
	"context"
	"errors"
	"slices"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/account"
	"wekala/internal/identity/auth"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/places"
	"wekala/internal/money/loyalty"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
)

// Request is a request to order the cart of a service, or a quotation. Amounts are minor units.
type Request struct {
	UserID, Key string
	Lang        i18n.Lang
	Currency    string // shown next to the shop's own; "" for none
	ServiceID   string
	// QuotationID orders an accepted quotation instead of the cart.
	QuotationID string `json:",omitempty"`
	AddressID   string // "" for what is collected
	// Fulfilment is orders.ToDoor (also "") or orders.Pickup.
	Fulfilment string `json:",omitempty"`
	Method     string // orders.COD or orders.Card
	SlotID     string
	Note       string
	Tip        int64
	ChangeFor  *int64
	Expected   int64 // the total the customer agreed to
	// The parts that the wallet (minor units) and points (points) pay.
	Wallet int64 `json:",omitempty"`
	Points int64 `json:",omitempty"`
	// Promised is the arrival time that the quote showed; 0 for clients that send none.
	Promised     db.Millis `json:",omitempty"`
	PromiseProof string    `json:",omitempty"`
	// TermsVersion is the version of the policies that the customer was shown; "" if the client sends none.
	TermsVersion string `json:",omitempty"`
	// Call is set for a guest whose number a call has to confirm.
	Call *ByCall `json:",omitempty"`
}

// owner is the owner of the cart that is ordered.
func (in Request) owner() string {
	if in.Call != nil {
		return in.Call.Device
	}
	return in.UserID
}

// operation names orders among the requests with an idempotency key.
var operation = idempotency.Operation{Name: "place-order", Keep: 7 * 24 * time.Hour}

// keyed is the part of the request that its key identifies: everything except the language and currency of the
// response, and the promise that was shown.
func (in Request) keyed() idempotency.Request {
	r := idempotency.Request{Operation: operation, Caller: in.UserID, Subject: in.UserID, Key: in.Key}
	if in.Call != nil {
		r.Operation, r.Caller = callOperation, in.Call.Device
	}
	in.Key, in.Lang, in.Currency, in.Promised, in.PromiseProof = "", "", "", 0, ""
	r.Hash = idempotency.Hash(in)
	return r
}

// Payment is how the payment of an order continues.
type Payment struct {
	State       string  `json:"state"`
	RedirectURL *string `json:"redirect_url"`
}

// Answer is the response for a placed order.
type Answer struct {
	Order   orders.View `json:"order"`
	Payment Payment     `json:"payment"`
}

// errStale makes an order start again with the newest cart.
var errStale = errors.New("checkout: the cart changed meanwhile")

// Place orders a customer's cart once per key and returns the encoded response. A refused request leaves nothing
// behind, so it may be repeated with its key. A wallet without enough money refuses with ledger.balance_not_sufficient,
// a failing gateway with payments.payment_failed.
func (s *Service) Place(ctx context.Context, in Request) ([]byte, error) {
	// Other refusals: checkout.empty_cart, price_changed, out_of_stock, unavailable, unpaid_orders, too_many_units,
	// too_many_unaccepted, too_many_in_hour, below_minimum, branch_closed, not_delivered, no_pickup, slot_full,
	// already_ordered (409), tender_too_much (422), idempotency_mismatch (422).
	key := in.keyed()
	for try := 1; ; try++ {
		answer, err := s.place(ctx, in, key)
		if errors.Is(err, errStale) && try < placeTries {
			continue
		}
		if err == nil || errs.Is(err, "payments.payment_failed") {
			return answer, err
		}
		// The obstacle may be the result of this same request, sent before.
		stored, used, replayErr := s.keys.Replay(ctx, key, func(ctx context.Context, orderID string) ([]byte, error) {
			return s.finish(ctx, in, key, orderID)
		})
		if used || replayErr != nil {
			return stored, replayErr
		}
		if errors.Is(err, errStale) {
			return nil, errs.Conflict("checkout.cart_changed")
		}
		if errs.Is(err, "checkout.empty_cart") {
			err = s.whyEmpty(ctx, in.owner(), in.ServiceID, err)
		}
		return nil, err
	}
}

// purchase holds the data from which an order is made, as it was read.
type purchase struct {
	source
	at      time.Time // it was read then, or later
	priced  *cart.Priced
	handed  handover
	promise shipping.Promise
	slot    *shipping.Slot
	tenders tenders
	step    int64  // cash is rounded down to
	holdFor string // why it waits for a call first; empty where it does not
}

func (s *Service) place(ctx context.Context, in Request, key idempotency.Request) ([]byte, error) {
	var answer []byte
	var orderID string
	// The data for the order is read in the same transaction that writes it.
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		answer, orderID, err = s.order(ctx, tx, in, key)
		return err
	})
	if err != nil {
		return nil, err
	}
	if answer != nil {
		return answer, nil
	}
	return s.finish(ctx, in, key, orderID)
}

// order is the part of place inside the transaction. A card order has no response yet.
func (s *Service) order(ctx context.Context, tx *db.Tx, in Request,
	key idempotency.Request) (answer []byte, orderID string, err error) {
	if in.Call != nil {
		if in.UserID, err = in.Call.Begin(ctx, tx); err != nil {
			return nil, "", err
		}
		key.Subject = in.UserID
	}
	p, err := s.gather(ctx, tx, in)
	if err != nil {
		return nil, "", err
	}
	terms, err := s.Terms(ctx)
	if err != nil {
		return nil, "", err
	}
	if in.TermsVersion != "" && in.TermsVersion != terms {
		return nil, "", errs.Invalid("accept_terms", "checkout.terms_changed")
	}
	now := s.Clock.Now()
	o, lines := s.compose(in, p, terms, now)
	facts, events, err := orders.Placing(o, lines, now)
	if err != nil {
		return nil, "", err
	}
	if in.Call != nil {
		// The key stores only the id: the guest's token is derived, never stored.
		if err := s.write(ctx, tx, key.Claim(o.ID, []byte(o.ID), now), p, o, facts, now); err != nil {
			return nil, "", err
		}
		return []byte(o.ID), o.ID, in.Call.Placed(ctx, tx, o)
	}
	if o.PaymentMethod == orders.Card {
		facts = append(facts, s.Payments.Opening(o.ID, o.UserID, o.Due, o.Currency))
	} else {
		view, err := s.Orders.Fresh(ctx, tx, o, lines, events, in.Lang)
		if err != nil {
			return nil, "", err
		}
		if answer, err = encode(in.Lang, view, Payment{State: o.PaymentState}); err != nil {
			return nil, "", err
		}
	}
	return answer, o.ID, s.write(ctx, tx, key.Claim(o.ID, answer, now), p, o, facts, now)
}

// write writes an order with the key claimed for it, in one batch that is rolled back if a guard fails. Coupon, hour
// and stock are locked in the same order in which an ended order releases them.
func (s *Service) write(ctx context.Context, tx *db.Tx, claim db.Stmt, p *purchase, o *orders.Order, facts []db.Stmt,
	now time.Time) error {
	hold := s.Stock.Reserve(o.ID, items(p.priced), o.ExpiresAt)
	stmts := []db.Stmt{auth.LockActiveUserStmt(o.UserID).Or(errs.Unauthorized()), claim, p.take(o.ID, now).Or(errStale)}
	if o.CouponID != nil {
		stmts = append(stmts, p.priced.Coupon.Redeem(o.ID, o.UserID, o.Discount+o.Waived, now)...)
	}
	if p.slot != nil {
		stmts = append(stmts, shipping.Book(o.BranchID, *p.slot, p.priced.Branch.SlotCapacity).
			Or(errs.Refuse("checkout.slot_full")))
	}
	stmts = slices.Concat(stmts, hold.Stmts, facts, p.history(now), []db.Stmt{
		account.AcceptPoliciesStmt(o.UserID, o.TermsVersion, o.ID, o.Lang, now)}, s.guards(p, o, now))
	switch err := tx.Batch(ctx, stmts); {
	case errors.Is(err, stock.ErrShort):
		return s.soldOut(ctx, tx, hold.Short())
	case errors.Is(err, orders.ErrTooMuchOpen):
		return orders.WhyTooMuchOpen(ctx, tx, o, now)
	case err != nil:
		return err
	}
	if err := s.take(ctx, tx, o, now); err != nil {
		return err
	}
	if o.Status == orders.OnHold {
		held := orders.Change{Order: o, From: orders.Pending, To: orders.OnHold, Actor: orders.TheSystem,
			Event: orders.Event{At: db.At(now)}}
		if err := s.Orders.Notices(ctx, tx, held); err != nil {
			return err
		}
	}
	if err := s.Stock.Tell(ctx, tx, hold); err != nil {
		return err
	}
	return s.stillAsked(ctx, tx, p)
}

// guards fail if data that was read for an order has changed since, or if the customer's open orders exceed a limit.
func (s *Service) guards(p *purchase, o *orders.Order, now time.Time) (stmts []db.Stmt) {
	if o.PaymentMethod == orders.Card {
		stmts = append(stmts, orders.DraftGuard(o, now))
	}
	quoted := p.quotation != nil // the shop agreed to it
	if chosen := p.chosen(); len(chosen) > 0 && !quoted {
		stmts = append(stmts, s.Cart.Extras.Guard(orders.Anchor, o.ID, o.BranchID, chosen).Or(errStale))
	}
	if o.CouponID != nil && p.priced.Coupon.FirstOrder {
		stmts = append(stmts, orders.FirstGuard(o).Or(errStale))
	}
	if !quoted {
		stmts = append(stmts, orders.OpenGuard(o, now))
	}
	return stmts
}

// pricesFor is how long prices may be used for an order without reading them again, so that no order is placed at
// prices older than a second.
const pricesFor = time.Second / 2

// stillAsked makes an order that waited for others start again if a price has changed since it was read.
func (s *Service) stillAsked(ctx context.Context, tx *db.Tx, p *purchase) error {
	if p.quotation != nil || s.Clock.Now().Sub(p.at) < pricesFor {
		return nil
	}
	same := *p.cart
	same.CouponID = nil // it is redeemed by now
	now, err := s.Cart.Price(ctx, tx, &same, cart.Ask{})
	if err != nil {
		return err
	}
	for i := range now.Lines {
		if is, was := &now.Lines[i], &p.priced.Lines[i]; !is.Offer.Active || is.Unit() != was.Unit() ||
			is.List() != was.List() || is.Offer.VATBP != was.Offer.VATBP {
			return errStale
		}
	}
	return nil
}

// chosen lists every extra of an order, without duplicates.
func (p *purchase) chosen() (out []extras.Frozen) {
	for _, l := range p.priced.Lines {
		for _, f := range l.Chosen {
			if !slices.ContainsFunc(out, func(o extras.Frozen) bool { return o.ID == f.ID }) {
				out = append(out, f)
			}
		}
	}
	return out
}

func items(p *cart.Priced) []stock.Item {
	// Two lines of one variant with different extras reserve their units together.
	out := make([]stock.Item, 0, len(p.Lines))
	for _, l := range p.Lines {
		if at := slices.IndexFunc(out, func(o stock.Item) bool { return o.VariantID == l.VariantID }); at >= 0 {
			out[at].Qty += l.Qty
			continue
		}
		out = append(out, stock.Item{BranchID: p.Branch.ID, VariantID: l.VariantID, Qty: l.Qty})
	}
	return out
}

// gather reads the data for the order and refuses what cannot be ordered.
func (s *Service) gather(ctx context.Context, tx *db.Tx, in Request) (*purchase, error) {
	p := &purchase{at: s.Clock.Now()}
	ways, limits := s.ways(), s.Limits()
	cash := in.Method == orders.COD
	var (
		address  addresses.Address
		customer auth.User
		terms    loyalty.Terms
		before   bool
		lost     int64
	)
	err := db.Pipeline(ctx, tx, func(ctx context.Context, q db.Querier) (err error) {
		p.source, err = s.sourceOf(ctx, q, in.owner(), in.ServiceID, in.QuotationID)
		if err == nil && in.Call != nil {
			p.source.withoutCoupon()
		}
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		address, customer, err = s.destination(ctx, q, in)
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		if in.Points > 0 {
			terms, err = loyalty.ReadTerms(ctx, q)
		}
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		if cash && (ways.asksBefore() || limits.ConfirmFirst > 0) {
			before, err = orders.HasReceived(ctx, q, in.UserID)
		}
		return err
	}, func(ctx context.Context, q db.Querier) (err error) {
		if cash && limits.ConfirmLost > 0 {
			lost, err = orders.LostDeliveries(ctx, q, in.UserID, limits.ConfirmLost)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if p.handed, err = s.handover(in, p.source, address, customer); err != nil {
		return nil, err
	}
	ask := cart.Ask{UserID: in.UserID, Place: p.handed.place, Pickup: p.handed.pickup, Tip: in.Tip, Agreed: p.agreed,
		Offers: p.offers}
	if p.priced, err = s.Cart.Price(ctx, tx, p.cart, ask); err != nil {
		return nil, err
	}
	if err := obstacle(p.priced, ask.Place); err != nil {
		return nil, err
	}
	if err := s.schedule(p, in.SlotID, shown{in.Promised, in.PromiseProof}); err != nil {
		return nil, err
	}
	if l, serving := s.Cart.Unserved(p.priced, p.hour(s.Clock.Now())); l != nil {
		return nil, serving.Refused(l.Offer.Name)
	}
	if total := p.priced.Sum.Total; total != in.Expected {
		return nil, errs.Refuse("checkout.price_changed", "total", major(total).String())
	}
	if p.tenders, err = in.tenders(terms, p.priced.Sum.Total); err != nil {
		return nil, err
	}
	if cash {
		p.tenders.due -= orders.OffCash(p.tenders.due, limits.CashStep)
		p.step = limits.CashStep
		if tooMuch := ways.cashLimit(before, p.tenders.due); tooMuch != nil {
			return nil, tooMuch
		}
		p.holdFor = limits.confirm(before, lost, p.tenders.due)
	}
	if in.Call != nil {
		if p.tenders.due > in.Call.Most {
			return nil, errs.Refuse("calls.too_much", "amount", major(in.Call.Most).String())
		}
		p.holdFor = orders.HoldCall
	}
	if in.ChangeFor != nil && *in.ChangeFor < p.tenders.due {
		return nil, errs.Invalid("change_for", "checkout.change_too_small")
	}
	return p, nil
}

// obstacle returns the first problem in a priced cart that prevents the order.
func obstacle(p *cart.Priced, place places.Place) error {
	switch {
	case p.Outside:
		return errs.Refuse("checkout.outside_zone", "branch", p.Branch.Name, "district", place.District.Name)
	case p.Reached && p.Branch.Active:
	case p.Zone.Counter:
		return errs.Refuse("checkout.no_pickup")
	default:
		return errs.Refuse("checkout.not_delivered")
	}
	if l := p.FirstProblem(); l != nil {
		switch l.Problem {
		case "cart.out_of_stock":
			return errs.Refuse("checkout.out_of_stock").About(shortLines(p)...)
		case "cart.unavailable":
			return errs.Refuse("checkout.unavailable").About(shortLines(p)...)
		}
		return errs.Refuse(l.Problem, l.ProblemArgs...)
	}
	if missing := p.Missing(); missing > 0 {
		return errs.Refuse("checkout.below_minimum", "missing", major(missing).String())
	}
	return nil
}

// shortLines lists the lines that cannot be bought as they are, each variant once.
func shortLines(p *cart.Priced) []errs.Field {
	var out []errs.Field
	seen := map[string]bool{}
	for i := range p.Lines {
		l := &p.Lines[i]
		if (l.Problem == "cart.out_of_stock" || l.Problem == "cart.unavailable") && !seen[l.VariantID] {
			seen[l.VariantID] = true
			out = append(out, l.Offer.Left())
		}
	}
	return out
}

// soldOut lists the variants that others bought since the cart was priced. The refusal rolls back the transaction.
func (s *Service) soldOut(ctx context.Context, tx *db.Tx, short []stock.Item) error {
	ids := make([]string, len(short))
	for i, it := range short {
		ids[i] = it.VariantID
	}
	offers, err := s.Cart.Catalog.Offers(ctx, tx, short[0].BranchID, ids)
	if err != nil {
		return err
	}
	lines := make([]errs.Field, len(ids))
	for i, id := range ids {
		o := offers[id]
		lines[i] = o.Left()
	}
	return errs.Refuse("checkout.out_of_stock").About(lines...)
}

// hour is the time at which the products must be served.
func (p *purchase) hour(now time.Time) time.Time {
	if p.slot != nil {
		return p.slot.From
	}
	return now
}

// schedule determines the time of arrival: the one that the customer was shown, unless the branch's promise has changed
// by too much.
func (s *Service) schedule(p *purchase, slotID string, was shown) error {
	now := s.Clock.Now()
	if slotID == "" {
		promise, ok := shipping.Now(p.priced.Branch, p.priced.Zone, now)
		if !ok {
			return errs.Refuse("checkout.branch_closed")
		}
		if s.keeps(p.priced, was, promise.At) {
			promise.At = was.at.Time()
		}
		p.promise = promise
		return nil
	}
	slot, ok := shipping.Find(p.priced.Branch, p.priced.Zone, now, slotID)
	if !ok {
		return errs.Refuse("checkout.slot_full")
	}
	p.slot = &slot
	p.promise = shipping.Promise{At: slot.To, AcceptBy: slot.AcceptBy}
	return nil
}

// finish requests the payment page of a draft from the gateway, and stores the response. The holder of the key's lease
// calls it: the first request, or one that took over.
func (s *Service) finish(ctx context.Context, in Request, key idempotency.Request, orderID string) ([]byte, error) {
	url, err := s.Payments.Ask(ctx, orderID)
	if err != nil && !errs.Is(err, "payments.not_payable") {
		// The draft stays, and the next attempt with this key continues here.
		return nil, errors.Join(err, s.keys.Release(context.WithoutCancel(ctx), key))
	}
	view, err := s.Orders.ViewOf(ctx, orderID, in.Lang)
	if err != nil {
		return nil, err
	}
	pay := Payment{State: view.PaymentState}
	if url != "" {
		pay.RedirectURL = &url
	}
	answer, err := encode(in.Lang, view, pay)
	if err != nil {
		return nil, err
	}
	return s.keys.Settle(ctx, key, answer)
}

func encode(lang i18n.Lang, view orders.View, pay Payment) ([]byte, error) {
	message := "checkout.placed"
	if pay.RedirectURL != nil {
		message = "checkout.pay_now"
	}
	return httpapi.Encode(httpapi.OKMessage(Answer{view, pay}, i18n.T(lang, message)).Body)
}
