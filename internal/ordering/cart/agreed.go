package cart

import (
	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
)

// Agreed is what customer and branch agreed to beforehand, in a quotation. A cart
// made of it is priced like any other, but at these prices and this fee, without
// minimum order, and without the least and most units of a product. Stock counts
// as ever.
type Agreed struct {
	Prices   map[string]AgreedPrice // by line
	Delivery int64
}

// AgreedPrice is what was agreed to for a line, in minor units and with its
// extras, beside what the shelf asked for then.
type AgreedPrice struct {
	Unit, List int64
	VATBP      int64
	// Extras are what was asked for along with it. Their prices are part of Unit.
	Extras []extras.Frozen
}

// apply puts what was agreed to in the place of what the shelf says.
func (a *Agreed) apply(lineID string, o products.Offer) products.Offer {
	if a == nil {
		return o
	}
	p, there := a.Prices[lineID]
	if !there {
		return o
	}
	o.Price, o.ListPrice, o.VATBP = p.Unit, max(p.Unit, p.List), p.VATBP
	o.MinQty, o.MaxQty, o.StepQty = 1, 0, 1
	return o
}
