package cart

import (
	"context"
	"slices"

	"wekala/internal/account"
	"wekala/internal/branches"
	"wekala/internal/catalog"
	"wekala/internal/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/pricing"
	"wekala/internal/promo"
)

// Line is a line of a cart as it can be bought now.
type Line struct {
	Item
	Offer catalog.Offer
	// Problem is why it cannot be bought like this: cart.unavailable,
	// cart.out_of_stock, cart.max_qty or cart.min_qty; "" when it can.
	Problem string
	// Suggested is a quantity that could be bought, 0 when there is none.
	Suggested int64
}

// Priced is a cart with what it comes to at this moment.
type Priced struct {
	Cart   *Cart
	Branch *branches.Branch
	Lines  []Line
	// Sum is the calculation over the lines that are still sold, in the order
	// of Sold.
	Sum  pricing.Result
	Sold []int // indexes into Lines
	// Zone is how the branch delivers to the district asked for, or hands over
	// at its counter; Reached is false when it does not, or when no district was
	// given.
	Zone    branches.Zone
	Reached bool
	Coupon  *promo.Coupon
	// CouponProblem is why the coupon takes nothing off.
	CouponProblem error
	// Agreed is what was agreed to beforehand; nil for an ordinary cart.
	Agreed *Agreed
}

// Ask is what a cart is priced for.
type Ask struct {
	UserID     string // "" for a guest
	DistrictID string // "" while no place is chosen
	Pickup     bool   // collected at the branch, whatever the district
	Tip        int64
	// Coupon, when set, is tried instead of the cart's own.
	Coupon *promo.Coupon
	// Offers, when set, are those of the cart's variants and branch, read a
	// moment ago.
	Offers map[string]catalog.Offer
	// Agreed, when set, takes the place of the shelf's prices and the zone's fee.
	Agreed *Agreed

	// ordered, when set, says whether the customer has placed an order before.
	ordered *bool
}

// Price finds out what a cart comes to. It reads offers and, where there is
// one, the coupon.
func (s *Service) Price(ctx context.Context, q db.Querier, c *Cart, ask Ask) (*Priced, error) {
	p := &Priced{Cart: c, Agreed: ask.Agreed}
	b, ok := s.Branches.Branch(c.BranchID)
	if !ok {
		return nil, errs.Refuse("cart.unavailable")
	}
	p.Branch = b
	switch {
	case ask.Pickup:
		p.Zone, p.Reached = b.Counter()
	case ask.DistrictID != "":
		p.Zone, p.Reached = b.Zone(ask.DistrictID)
	}
	offers := ask.Offers
	if offers == nil {
		var err error
		if offers, err = s.Catalog.Offers(ctx, q, c.BranchID, c.variants()); err != nil {
			return nil, err
		}
	}
	for _, it := range c.Items {
		p.Lines = append(p.Lines, inspect(it, ask.Agreed.apply(offers[it.VariantID])))
	}
	if err := s.coupon(ctx, q, p, ask); err != nil {
		return nil, err
	}
	p.calculate(ask.Tip)
	return p, nil
}

// inspect says what is wrong with a line.
func inspect(it Item, o catalog.Offer) Line {
	l := Line{Item: it, Offer: o}
	most := o.Available
	if o.MaxQty > 0 {
		most = min(most, o.MaxQty)
	}
	switch {
	case !o.Active:
		l.Problem = "cart.unavailable"
	case it.Qty > o.Available:
		l.Problem = "cart.out_of_stock"
	case o.MaxQty > 0 && it.Qty > o.MaxQty:
		l.Problem = "cart.max_qty"
	case it.Qty < o.MinQty:
		l.Problem = "cart.min_qty"
		if most >= o.MinQty {
			l.Suggested = o.MinQty
		}
		return l
	}
	if l.Problem != "" && o.Active && most >= o.MinQty {
		l.Suggested = most
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
		c, err := promo.ByID(ctx, q, *p.Cart.CouponID, ask.UserID)
		if err != nil {
			if errs.Key(err) == "" {
				return err
			}
			p.CouponProblem = err
			return nil
		}
		p.Coupon = &c
	}
	use := promo.Use{Now: s.Clock.Now(), ServiceID: p.Cart.ServiceID, StoreID: p.Branch.Store.ID}
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

// ordered reports whether somebody has placed an order, or has had what is for
// a first one in an account before this.
func ordered(ctx context.Context, q db.Querier, userID string) (bool, error) {
	has, err := orders.HasOrdered(ctx, q, userID)
	if err != nil || has {
		return has, err
	}
	return account.HadOffer(ctx, q, userID, account.FirstOrder)
}

// hasOrdered reports whether somebody has placed an order; a guest has not.
func (s *Service) hasOrdered(ctx context.Context, userID string) (*bool, error) {
	has := false
	var err error
	if userID != "" {
		has, err = ordered(ctx, s.DB, userID)
	}
	return &has, err
}

func (p *Priced) calculate(tip int64) {
	in := pricing.Input{Tip: tip}
	switch {
	case p.Agreed != nil:
		in.Delivery = p.Agreed.Delivery
	case p.Reached:
		in.Delivery, in.FreeFrom = p.Zone.Fee, p.Zone.FreeFrom
	}
	usable := p.Coupon != nil && p.CouponProblem == nil
	eligible := false
	for i, l := range p.Lines {
		if !l.Offer.Active {
			continue
		}
		covered := usable && p.Coupon.Covers(l.Offer.CategoryIDs)
		eligible = eligible || covered
		p.Sold = append(p.Sold, i)
		in.Lines = append(in.Lines, pricing.Line{UnitPrice: l.Offer.Price, ListPrice: l.Offer.ListPrice,
			Qty: l.Qty, VATBP: l.Offer.VATBP, Eligible: covered})
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

// Minimum is the least order: the zone's, or the branch's while it is not known
// where the order goes.
func (p *Priced) Minimum() int64 {
	if p.Reached {
		return p.Zone.Minimum
	}
	return p.Branch.MinimumOrder
}

// Missing is what the items lack to the least order, which is not asked of what
// was agreed to.
func (p *Priced) Missing() int64 {
	if p.Agreed != nil {
		return 0
	}
	return max(0, p.Minimum()-p.Sum.Items)
}

// LineOf is what line i comes to; a line that is not sold comes to nothing.
func (p *Priced) LineOf(i int) pricing.PricedLine {
	for k, at := range p.Sold {
		if at == i {
			return p.Sum.Lines[k]
		}
	}
	return pricing.PricedLine{}
}

// FirstProblem is the first line that cannot be bought, nil when all can.
func (p *Priced) FirstProblem() *Line {
	for i := range p.Lines {
		if p.Lines[i].Problem != "" {
			return &p.Lines[i]
		}
	}
	return nil
}
