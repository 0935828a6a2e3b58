package checkout

import (
	"cmp"
	"context"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/quotations"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// source is the origin of a purchase: the customer's cart of a service, or a quotation they accepted, which is then
// priced as a cart at the agreed prices.
type source struct {
	cart      *cart.Cart
	offers    map[string]products.Offer // of a cart; nil for a quotation
	agreed    *cart.Agreed              // nil for a cart
	quotation *quotations.Agreed        // nil for a cart
}

// sourceOf reads the cart or quotation that is ordered. Refusals: checkout.empty_cart for a cart; those of
// quotations.Agreed for a quotation.
func (s *Service) sourceOf(ctx context.Context, qr db.Querier, userID, serviceID, quotationID string) (source, error) {
	if quotationID == "" {
		c, offers, err := s.Cart.LoadOffered(ctx, qr, userID, serviceID)
		if err == nil && (c == nil || len(c.Items) == 0) {
			err = errs.Refuse("checkout.empty_cart")
		}
		return source{cart: c, offers: offers}, err
	}
	if s.Quotations == nil {
		return source{}, errs.Invalid("quotation_id", "common.invalid")
	}
	q, err := s.Quotations.Agreed(ctx, qr, userID, quotationID)
	if errs.Is(err, "common.not_found") || err == nil && serviceID != "" && q.ServiceID != serviceID {
		err = errs.Invalid("quotation_id", "common.invalid")
	}
	if err != nil {
		return source{}, err
	}
	src := source{quotation: q, agreed: &cart.Agreed{Prices: map[string]cart.AgreedPrice{}, Delivery: q.Offer.DeliveryFee}}
	// The version of an order's cart must be unique; for a quotation, the number of its last event serves as the version.
	src.cart = &cart.Cart{ID: q.ID, Owner: userID, ServiceID: q.ServiceID, BranchID: q.BranchID, State: cart.Active,
		Version: q.EventSeq}
	for _, l := range q.Lines {
		p := q.Offer.Prices[l.ID]
		// The agreed price includes the line's extras, whatever they cost otherwise.
		chosen := l.Chosen()
		for i := range chosen {
			chosen[i].Price = 0
		}
		src.agreed.Prices[l.ID] = cart.AgreedPrice{Unit: p.UnitPrice, List: p.ListPrice, VATBP: p.VATBP, Extras: chosen}
		src.cart.Items = append(src.cart.Items, cart.Item{
			ID: l.ID, VariantID: l.VariantID, ProductID: l.ProductID, Qty: l.Qty, SeenPrice: p.UnitPrice,
			Picks: extras.PicksOf(chosen)})
	}
	return src, nil
}

// whyEmpty reports whether a cart is empty because it was ordered.
func (s *Service) whyEmpty(ctx context.Context, userID, serviceID string, empty error) error {
	ordered, err := cart.LastOrdered(ctx, s.DB, userID, serviceID)
	if err == nil && ordered {
		err = errs.Conflict("checkout.already_ordered")
	}
	return cmp.Or(err, empty)
}

// take is the guarded write by which the source becomes an order, once. If it touches no row, the source has changed,
// expired or been ordered since.
func (src source) take(orderID string, now time.Time) db.Stmt {
	if src.quotation != nil {
		return src.quotation.Order(orderID, now)
	}
	return src.cart.Order(db.At(now))
}

// history returns the writes that record the order in a quotation's history.
func (src source) history(now time.Time) []db.Stmt {
	if src.quotation == nil {
		return nil
	}
	return src.quotation.Events(now)
}

// districtID is the district of the delivery, "" for any.
func (src source) districtID() string {
	if src.quotation == nil {
		return ""
	}
	return src.quotation.DistrictID
}

// within refuses an address for which the quotation's delivery fee does not apply.
func (s *Service) within(src source, districtID string) error {
	if src.quotation == nil || src.quotation.DistrictID == districtID {
		return nil
	}
	name := i18n.Text{EN: src.quotation.DistrictID}
	if d, ok := s.Places.District(src.quotation.DistrictID); ok {
		name = d.Name
	}
	return errs.Refuse("quotations.other_district", "district", name)
}

// placeOf is the place the checkout page uses for prices: the given one (the chosen address, or the customer's choice),
// else the quotation's place of delivery.
func (s *Service) placeOf(src source, place places.Place) places.Place {
	if src.quotation != nil && !place.Known() {
		return s.Places.Of(src.quotation.DistrictID, nil)
	}
	return place
}

// leftUnpaid makes a quotation available again when its order was never placed.
func (s *Service) leftUnpaid(ctx context.Context, tx *db.Tx, c orders.Change) error {
	if s.Quotations == nil {
		return nil
	}
	return s.Quotations.OnStatus(ctx, tx, c)
}
