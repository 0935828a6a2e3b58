package checkout

import (
	"encoding/json"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/identity/parties"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// compose builds the rows of the order.
func (s *Service) compose(in Request, p *purchase, terms string, now time.Time) (*orders.Order, []orders.Line) {
	sum, b := p.priced.Sum, p.priced.Branch
	steps, err := json.Marshal(sum.Steps)
	if err != nil {
		panic("checkout: steps of names and numbers must encode: " + err.Error())
	}
	o := &orders.Order{
		ID: id.New("ord"), Number: orders.NewNumber(), UserID: in.UserID, BranchID: b.ID, StoreID: b.Store.ID,
		ServiceID: p.cart.ServiceID, CartID: p.cart.ID, CartVersion: p.cart.Version, PaymentMethod: in.Method,
		ItemsTotal: sum.Items, Discount: sum.Discount, DeliveryFee: sum.Delivery, Tip: sum.Tip, Tax: sum.Tax,
		Total:      sum.Total,
		Fulfilment: in.Fulfilment, Address: p.handed.address.JSON(), AddressID: p.handed.address.ID,
		DistrictID: p.handed.address.District.ID,
		Note:       in.Note, ChangeFor: in.ChangeFor, PromisedAt: db.At(p.promise.At), Steps: string(steps),
		TermsVersion: terms, Lang: in.Lang,
	}
	seller := orders.SellerAt(b)
	if s.Sells != nil {
		seller = s.Sells(b)
	}
	// The state when the order was priced counts, even if the setting has changed since.
	seller.Untaxed = p.priced.Untaxed
	o.Seller = seller.JSON()
	acceptBy := db.At(p.promise.AcceptBy)
	o.AcceptBy = &acceptBy
	if p.slot != nil {
		from, to := db.At(p.slot.From), db.At(p.slot.To)
		o.ScheduledFrom, o.ScheduledTo = &from, &to
	}
	if p.priced.Coupon != nil && p.priced.CouponProblem == nil {
		o.CouponID, o.CouponCode = &p.priced.Coupon.ID, &p.priced.Coupon.Code
	}
	o.WalletPaid, o.PointsPaid, o.PointsSpent = p.tenders.wallet, p.tenders.worth, p.tenders.points
	switch {
	case o.Total == 0:
		o.PaymentMethod = orders.COD // nothing for a gateway to take
	case o.Rest() == 0:
		o.PaymentMethod = orders.Wallet
	}
	if o.PaymentMethod == orders.COD {
		o.RoundStep = p.step
	}
	if o.PaymentMethod == orders.Card {
		expires := db.At(now.Add(s.Limits().Hold))
		o.ExpiresAt, o.ChangeFor = &expires, nil
	}
	if s.Freeze != nil {
		if seen := s.Freeze(in.Currency, o.Total); seen != nil {
			o.DisplayCurrency, o.DisplayRate, o.DisplayTotal = &seen.Currency, &seen.Rate, &seen.Total
		}
	}
	o.HoldFor = p.holdFor
	if in.Call != nil {
		until := db.At(in.Call.Until(b, now))
		o.ConfirmBy = &until
	}
	s.setParties(o, p)
	lines := composeLines(o, p.priced, b)
	if s.Promise != nil {
		offers := make([]products.Offer, len(p.priced.Lines))
		for i, l := range p.priced.Lines {
			offers[i] = l.Offer
		}
		s.Promise(o, lines, offers)
	}
	if in.Call != nil {
		o.Promises = orders.NothingCredited
	}
	return o, lines
}

// setParties sets which party bears and which gets each amount of an order.
func (s *Service) setParties(o *orders.Order, p *purchase) {
	b := p.priced.Branch
	o.CommissionBP, o.CommissionBase, o.StoreOwner = b.Store.CommissionBP, o.ItemsTotal, b.Store.OwnedBy
	if o.Fulfilment != orders.Pickup {
		if o.DeliveredBy = b.Store.Delivers; o.DeliveredBy == "" {
			o.DeliveredBy = orders.ByShop
		}
		o.TipTo = o.DeliveredBy
	}
	if o.FeeTo = b.Store.Delivers; o.FeeTo == "" {
		o.FeeTo = orders.ByShop
	}
	if o.RoundStep > 0 {
		o.RoundedBy = orders.ByShop
		if o.OnSellersWord(parties.Platform) {
			o.RoundedBy = orders.ByStore
		}
	}
	if o.FeeTo == orders.ByStore && o.StoreOwner == branches.OwnedBySeller && o.Fulfilment != orders.Pickup {
		// Otherwise a seller could charge a part of the price as delivery, and pay no commission on it.
		o.CommissionBase += max(0, o.DeliveryFee-s.Branches.HighestPlatformFee())
	}
	if p.quotation != nil && o.FeeTo == orders.ByShop && o.Fulfilment != orders.Pickup &&
		o.DeliveryFee < p.priced.Zone.Fee {
		// The seller's staff price offers: the seller bears what they take off the platform's fee.
		o.DiscountBy, o.Waived = orders.ByStore, p.priced.Zone.Fee-o.DeliveryFee
	}
	if o.CouponID != nil {
		c := p.priced.Coupon
		o.DiscountBy, o.Waived = c.BorneBy, p.priced.Sum.Waived
		if o.FeeTo == orders.ByStore && c.BorneBy == orders.ByShop {
			// A seller's fee may have counted as the platform's when the coupon was approved.
			o.Waived = min(o.Waived, s.Branches.HighestPlatformFee())
			if c.DeliveryCap != nil {
				o.Waived = min(o.Waived, *c.DeliveryCap)
			}
		}
	}
}

func composeLines(o *orders.Order, p *cart.Priced, b *branches.Branch) []orders.Line {
	lines := make([]orders.Line, len(p.Lines))
	for i, l := range p.Lines {
		sum, class := p.LineOf(i), l.Offer.VATBP
		lines[i] = orders.Line{
			OrderID: o.ID, ID: id.New("oln"), BranchID: b.ID, VariantID: l.VariantID, ProductID: l.ProductID,
			Extras: extras.Text(l.Chosen), Added: extras.Sum(l.Chosen), NameEN: l.Offer.Name.EN, NameAR: l.Offer.Name.AR,
			// As in the cart: a product without variants is described by the content of one unit.
			VariantEN: l.Offer.Pack.EN, VariantAR: l.Offer.Pack.AR, Image: l.Offer.Image, UnitPrice: l.Unit(),
			ListPrice: l.List(), Qty: l.Qty, LineTotal: sum.Total, Discount: sum.Discount,
			VATBP: l.Offer.VATBP, Tax: sum.Tax, Note: l.Note, UnitGrams: l.Offer.UnitGrams, VATClass: &class,
		}
		if p.Untaxed {
			lines[i].VATBP = 0
		}
	}
	return lines
}
