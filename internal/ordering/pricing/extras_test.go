package pricing

import "testing"

// Extras are added to the discounted price, once for each unit, and a coupon applies to the sum.
func TestExtrasInTheTotal(t *testing.T) {
	for name, c := range map[string]struct {
		line            Line
		coupon          *Coupon
		items, discount int64
		offer           int64
	}{
		"plain":         {Line{UnitPrice: 5000, ListPrice: 5000, Extras: 750, Qty: 3, VATBP: 1400}, nil, 17250, 0, 0},
		"with an offer": {Line{UnitPrice: 4000, ListPrice: 5000, Extras: 750, Qty: 2, VATBP: 1400}, nil, 9500, 0, -2000},
		"free":          {Line{UnitPrice: 5000, ListPrice: 5000, Qty: 1, VATBP: 1400}, nil, 5000, 0, 0},
		"reaches a minimum": {Line{UnitPrice: 5000, ListPrice: 5000, Extras: 500, Qty: 1, VATBP: 1400, Eligible: true},
			&Coupon{Kind: Percent, Value: 1000, Minimum: 5500}, 5500, 550, 0},
	} {
		r := Calculate(Input{Lines: []Line{c.line}, Coupon: c.coupon})
		var offer int64
		for _, s := range r.Steps {
			if s.Code == Offer {
				offer = s.Amount
			}
		}
		if r.Items != c.items || r.Discount != c.discount || offer != c.offer ||
			r.Tax != Contained(r.Items-r.Discount, 1400) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
