package cart

import (
	"context"
	"slices"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/menus"
	"wekala/internal/catalogue/products"
	"wekala/internal/identity/account"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/coupons"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/pricing"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Line is a line of a cart with its current price and availability.
type Line struct {
	Item
	Offer products.Offer
	// Chosen are the line's extras as currently offered.
	Chosen []extras.Frozen
	// Serving is the time at which a product on a menu is served.
	Serving *menus.Serving
	// Problem is why the line cannot be bought: cart.unavailable, cart.out_of_stock, cart.max_qty, cart.min_qty,
	// cart.step_qty or one of the extras' errors; "" if it can. ProblemArgs are the parameters of its text.
	Problem     string
	ProblemArgs []any
	// Suggested is a quantity that can be bought, 0 if there is none.
	Suggested int64
}

// Unit is the current price of one unit with its extras, or of a kilogram if sold by weight.
func (l *Line) Unit() int64 { return l.priced().Unit() }

// List is the price of one unit with its extras, without the offer.
func (l *Line) List() int64 { return l.priced().List() }

func (l *Line) priced() pricing.Line {
	return pricing.Line{UnitPrice: l.Offer.Price, ListPrice: l.Offer.ListPrice, Extras: extras.Sum(l.Chosen), Qty: l.Qty,
		UnitGrams: l.Offer.UnitGrams, VATBP: l.Offer.VATBP}
}

// Priced is a cart with its current prices and totals.
type Priced struct {
	Cart   *Cart
	Branch *branches.Branch
	Lines  []Line
	// Sum is the calculation for the lines that are still sold, in the order of Sold.
	Sum  pricing.Result
	Sold []int // indexes into Lines
	// Zone is how the branch delivers to the given place, or its pickup counter. Reached is false if it does not deliver
	// there or no place was given.
	Zone    branches.Zone
	Reached bool
	Outside bool // the branch delivers to a part of the district, and not there
	Coupon  *coupons.Coupon
	// CouponProblem is why the coupon gives no discount.
	CouponProblem error
	// Agreed are prices from a quotation; nil for an ordinary cart.
	Agreed *Agreed
	// Untaxed means that the platform is not registered for VAT.
	Untaxed bool
}

// Ask is the context in which a cart is priced.
type Ask struct {
	UserID string       // "" for a guest
	Place  places.Place // unknown while none is chosen
	Pickup bool         // collected at the branch, whatever the place
	Tip    int64
	// Coupon, when set, replaces the cart's own coupon.
	Coupon *coupons.Coupon
	// Offers, when set, are the offers of the cart's variants at its branch, read just before; a variant that is not among
	// them does not exist.
	Offers map[string]products.Offer
	// Agreed, when set, replaces list prices and the zone's fee.
	Agreed *Agreed

	// ordered, when set, reports whether the customer has placed an order before.
	ordered *bool
}

// Price calculates a cart's totals. It reads offers and, if there is one, the coupon.
func (s *Service) Price(ctx context.Context, q db.Querier, c *Cart, ask Ask) (*Priced, error) {
	p := &Priced{Cart: c, Agreed: ask.Agreed, Untaxed: s.Untaxed != nil && s.Untaxed()}
	b, ok := s.Branches.Branch(c.BranchID)
	if !ok {
		return nil, errs.Refuse("cart.unavailable")
	}
	p.Branch = b
	switch {
	case ask.Pickup:
		p.Zone, p.Reached = b.Counter()
	case ask.Place.Known():
		var found branches.Coverage
		p.Zone, found = b.ZoneOf(ask.Place)
		p.Reached, p.Outside = found == branches.Reached, found == branches.Outside
	}
	offers := ask.Offers
	if offers == nil {
		var err error
		if offers, err = s.Catalog.Offers(ctx, q, c.BranchID, c.variants()); err != nil {
			return nil, err
		}
	}
	offered, err := s.offered(ctx, q, c, offers)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	p.Lines = make([]Line, 0, len(c.Items))
	for _, it := range c.Items {
		l := inspect(it, ask.Agreed.apply(it.ID, offers[it.VariantID]), c.unitsOf(it.VariantID, it.ID))
		if ask.Agreed != nil {
			l.Chosen = ask.Agreed.Prices[it.ID].Extras
		} else {
			l.dress(offered[l.Offer.ProductID])
		}
		l.Serving = s.Menus.At(b, it.ProductID, l.Offer.CategoryIDs, now)
		p.Lines = append(p.Lines, l)
	}
	if err := s.coupon(ctx, q, p, ask); err != nil {
		return nil, err
	}
	p.calculate(ask.Tip)
	return p, nil
}

// offered reads the groups of extras of a cart's products, if any product has some or any extra was chosen.
func (s *Service) offered(ctx context.Context, q db.Querier, c *Cart,
	offers map[string]products.Offer) (map[string]extras.Offered, error) {
	var productIDs []string
	for _, it := range c.Items {
		if o := offers[it.VariantID]; o.ExtraGroups > 0 {
			productIDs = append(productIDs, o.ProductID)
		}
	}
	return s.Extras.At(ctx, q, c.BranchID, productIDs)
}

// dress sets a line's extras and their problems.
func (l *Line) dress(offered extras.Offered) {
	l.Chosen = offered.Freeze(l.Picks)
	if l.Problem != "" || !l.Offer.Active {
		return
	}
	if no := offered.Check(l.Picks); no != nil {
		l.Problem, l.ProblemArgs = no.Key, no.Args
	}
}

// inspect returns a line with its problem, if any; others is the number of units of its variant in other lines.
func inspect(it Item, o products.Offer, others int64) Line {
	l := Line{Item: it, Offer: o}
	most := o.Available
	if o.MaxQty > 0 {
		most = min(most, o.MaxQty)
	}
	most = o.AtMost(most)
	total := it.Qty + others
	switch {
	case !o.Active:
		l.Problem = "cart.unavailable"
	case total > o.Available:
		l.Problem = "cart.out_of_stock"
	case o.MaxQty > 0 && total > o.MaxQty:
		l.Problem = "cart.max_qty"
	case total < o.MinQty:
		l.Problem = "cart.min_qty"
		if most >= o.MinQty {
			l.Suggested = o.MinQty - others
		}
		return l
	case o.AtMost(total) != total:
		l.Problem, l.ProblemArgs = "cart.step_qty", []any{"step", o.Amount(o.StepQty), "least", o.Amount(o.MinQty)}
		most = o.AtMost(total)
	}
	if l.Problem != "" && o.Active && most >= o.MinQty {
		l.Suggested = max(0, most-others)
	}
	return l
}

// coupon finds the cart's coupon and whether it may be used.
func (s *Service) coupon(ctx context.Context, q db.Querier, p *Priced, ask Ask) error {
	p.Coupon = ask.Coupon
	if p.Coupon == nil {
		if p.Cart.CouponID == nil {
			return nil
		}
		c, err := coupons.ByID(ctx, q, *p.Cart.CouponID, ask.UserID)
		if err != nil {
			if errs.Key(err) == "" {
				return err
			}
			p.CouponProblem = err
			return nil
		}
		p.Coupon = &c
	}
	use := coupons.Use{Now: s.Clock.Now(), ServiceID: p.Cart.ServiceID, StoreID: p.Branch.Store.ID}
	switch {
	case ask.ordered != nil:
		use.Ordered = *ask.ordered
	case p.Coupon.FirstOrder && ask.UserID != "":
		var err error
		if use.Ordered, err = ordered(ctx, q, ask.UserID); err != nil {
			return err
		}
	}
	p.CouponProblem = p.Coupon.Valid(use)
	return nil
}

// ordered reports whether a customer has placed an order, or has used a first-order benefit with an earlier account.
func ordered(ctx context.Context, q db.Querier, userID string) (bool, error) {
	has, err := orders.HasOrdered(ctx, q, userID)
	if err != nil || has {
		return has, err
	}
	return account.HadOffer(ctx, q, userID, account.FirstOrder)
}

// hasOrdered reports whether a customer has placed an order; guests have not.
func (s *Service) hasOrdered(ctx context.Context, userID string) (*bool, error) {
	has := false
	var err error
	if userID != "" {
		has, err = ordered(ctx, s.DB, userID)
	}
	return &has, err
}

func (p *Priced) calculate(tip int64) {
	in := pricing.Input{Tip: tip, Untaxed: p.Untaxed, Lines: make([]pricing.Line, 0, len(p.Lines))}
	p.Sold = make([]int, 0, len(p.Lines))
	switch {
	case len(p.Lines) == 0: // nothing is delivered
	case p.Agreed != nil:
		in.Delivery = p.Agreed.Delivery
	case p.Reached:
		in.Delivery, in.FreeFrom = p.Zone.Fee, p.Zone.FreeFrom
	}
	usable := p.Coupon != nil && p.CouponProblem == nil
	eligible := false
	for i := range p.Lines {
		l := &p.Lines[i]
		if !l.Offer.Active {
			continue
		}
		covered := usable && p.Coupon.Covers(l.Offer.CategoryIDs)
		eligible = eligible || covered
		p.Sold = append(p.Sold, i)
		line := l.priced()
		line.Eligible = covered
		in.Lines = append(in.Lines, line)
	}
	if usable {
		in.Coupon = &pricing.Coupon{Kind: pricing.CouponKind(p.Coupon.Kind), Value: p.Coupon.Value, Minimum: p.Coupon.Minimum}
		if p.Coupon.Cap != nil {
			in.Coupon.Cap = *p.Coupon.Cap
		}
	}
	p.Sum = pricing.Calculate(in)
	if p.Zone.Counter {
		p.Sum.Steps = slices.DeleteFunc(p.Sum.Steps, func(s pricing.Step) bool { return s.Code == pricing.Delivery })
	}
	switch {
	case !usable || len(in.Lines) == 0:
	case p.Zone.Counter && in.Coupon.Kind == pricing.FreeDelivery:
		p.CouponProblem = errs.Refuse("promo.nothing_delivered")
	case p.Sum.Spared > 0 && in.Coupon.Kind == pricing.FreeDelivery:
		p.CouponProblem = errs.Refuse("promo.delivery_free")
	case !eligible:
		p.CouponProblem = errs.Refuse("promo.no_items")
	case p.Sum.Short > 0:
		p.CouponProblem = errs.Refuse("promo.below_minimum", "missing", major(p.Sum.Short).String())
	}
}

// Minimum is the minimum order: the zone's, or the branch's while the destination is unknown.
func (p *Priced) Minimum() int64 {
	if p.Reached {
		return p.Zone.Minimum
	}
	return p.Branch.MinimumOrder
}

// Missing is the amount by which the items are below the minimum order, which does not apply to agreed prices.
func (p *Priced) Missing() int64 {
	if p.Agreed != nil {
		return 0
	}
	return max(0, p.Minimum()-p.Sum.Items)
}

// LineOf returns the price of line i; zero for a line that cannot be sold.
func (p *Priced) LineOf(i int) pricing.PricedLine {
	for k, at := range p.Sold {
		if at == i {
			return p.Sum.Lines[k]
		}
	}
	return pricing.PricedLine{}
}

// Unserved returns the first line whose menu is not served at the given time; nil if all are served.
func (s *Service) Unserved(p *Priced, at time.Time) (*Line, menus.Serving) {
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Serving == nil {
			continue
		}
		if then := s.Menus.At(p.Branch, l.ProductID, l.Offer.CategoryIDs, at); then != nil && !then.Now {
			return l, *l.Serving
		}
	}
	return nil, menus.Serving{}
}

// FirstProblem returns the first line that cannot be bought, nil if all can.
func (p *Priced) FirstProblem() *Line {
	for i := range p.Lines {
		if p.Lines[i].Problem != "" {
			return &p.Lines[i]
		}
	}
	return nil
}
