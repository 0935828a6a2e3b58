package cart

import (
	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
)

// Agreed are the terms agreed in a quotation. A cart made from it is priced like any other, but with these prices and
// this fee, and without minimum order or quantity limits per product. Stock is checked as usual.
type Agreed struct {
	Prices   map[string]AgreedPrice // by line
	Delivery int64
}

// AgreedPrice is the agreed price of a line, in minor units and with its extras, and the list price at that time.
type AgreedPrice struct {
	Unit, List int64
	VATBP      int64
	// Extras are the requested extras. Their prices are part of Unit.
	Extras []extras.Frozen
}

// apply replaces the list price with the agreed one.
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
