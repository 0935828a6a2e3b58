// Package pricing turns lines, a coupon, a delivery fee and a tip into a total and its steps. It is pure: no clock, no
// database, no language. Cart, checkout, invoice and later refunds all use this one calculation, so they cannot
// disagree.
//
// Every amount is in minor units of the platform's currency and contains its VAT.
package pricing

import "wekala/internal/platform/money"

// DeliveryVAT is the VAT class of delivery, in basis points.
const DeliveryVAT = 1400

// whole is 100 % in basis points.
const whole = 10_000

// Line is a quantity of one variant at one branch.
type Line struct {
	UnitPrice int64 // current price per unit, or per kilogram if sold by weight
	ListPrice int64 // price without the offer; at least UnitPrice
	Extras    int64 // price of the extras of one unit; no offer lowers it
	Qty       int64
	VATBP     int64 // VAT class in basis points: 1400, 500, 0
	Eligible  bool  // the coupon is meant for this line
	// UnitGrams is the weight of a unit of products sold by weight; 0: sold by the piece. Grams is the measured weight of
	// the line; 0: not weighed, Qty units.
	Grams, UnitGrams int64
}

// times is the line's amount at a price per unit or per kilogram, rounded once.
func (l Line) times(price int64) int64 {
	if l.Grams > 0 {
		return money.Weighed(price, l.Grams)
	}
	return money.Times(price, l.Qty, l.UnitGrams)
}

// Unit is the price of one unit with its extras.
func (l Line) Unit() int64 { return l.UnitPrice + l.Extras }

// List is the price of one unit with its extras, without the offer.
func (l Line) List() int64 { return max(l.ListPrice, l.UnitPrice) + l.Extras }

// CouponKind is the kind of discount that a coupon gives.
type CouponKind string

// The kinds of coupon.
const (
	Percent      CouponKind = "percent"       // Value in basis points
	Amount       CouponKind = "amount"        // Value in minor units
	FreeDelivery CouponKind = "free_delivery" // Value unused
)

// Coupon is a coupon that is valid for the customer; whether the lines reach its minimum is checked here.
type Coupon struct {
	Kind    CouponKind
	Value   int64
	Minimum int64 // least total of the eligible lines
	Cap     int64 // most that a percentage takes off; 0: no cap
}

// Granted is the discount that an order was granted earlier, for pricing it again: conditions that were met stay met.
type Granted struct {
	Discount int64 // discount of the coupon on the eligible lines
	Of       int64 // the amount of the eligible lines at that time
	Share    int64 // the percentage it took of them, as Coupon.Value; 0: a fixed amount, which stays whole
	Cap      int64 // most that the percentage takes off; 0: no cap
	Waived   int64
	Spared   int64
}

// Input is everything that a total depends on.
type Input struct {
	Lines    []Line
	Coupon   *Coupon
	Granted  *Granted // instead of a coupon; Delivery is what is paid for it then
	Delivery int64    // the zone's fee
	FreeFrom int64    // items before the coupon from which delivery is free; 0: never
	Tip      int64
	// Untaxed means that the seller is not registered for VAT: the prices contain none.
	Untaxed bool
}

// Code names a step of the calculation.
type Code string

// The steps in the order people read them. The amounts of all but TaxIncluded
// and Total add up to Total.
const (
	Items       Code = "items"        // lines at list price
	Offer       Code = "offer"        // savings by offers, negative
	CouponStep  Code = "coupon"       // discount of the coupon, negative
	Delivery    Code = "delivery"     // fee after a free-delivery coupon
	Tip         Code = "tip"          //
	TaxIncluded Code = "tax_included" // for information, contained in the total
	Total       Code = "total"
)

// Step is one line of the explanation.
type Step struct {
	Code   Code  `json:"code"`
	Amount int64 `json:"amount"`
	// Waived is the delivery fee that a coupon waived, only on Delivery.
	Waived int64 `json:"waived,omitempty"`
	// Spared is the delivery fee that is waived because of the items' total, only on Delivery.
	Spared int64 `json:"spared,omitempty"`
	// OfDelivery reports that only the delivery contains VAT, only on TaxIncluded.
	OfDelivery bool `json:"of_delivery,omitempty"`
}

// PricedLine is the price of one line.
type PricedLine struct {
	Total    int64 // unit price with its extras × quantity
	Discount int64 // its share of the coupon
	Tax      int64 // VAT contained in Total − Discount
}

// VATGroup is one VAT class of the whole order, as an invoice lists it.
type VATGroup struct {
	BP    int64
	Gross int64 // with VAT, after discount
	Tax   int64
}

// Result is a calculated order.
type Result struct {
	Lines       []PricedLine
	Items       int64 // lines before the coupon
	Discount    int64 // discount of the coupon on the lines
	Waived      int64 // delivery fee waived by the coupon
	Spared      int64 // delivery fee waived because of the items' total
	Delivery    int64 // delivery fee to pay
	DeliveryTax int64
	Tip         int64
	Tax         int64 // VAT contained in Total
	Total       int64
	// Short is the amount by which the eligible lines are below the coupon's minimum; the coupon is not applied then.
	Short  int64
	Steps  []Step
	Groups []VATGroup // by class, highest first
}

// Calculate prices an order. Quantities and prices must not be negative.
func Calculate(in Input) Result {
	r := Result{Lines: make([]PricedLine, len(in.Lines)), Delivery: in.Delivery, Tip: in.Tip}
	var list int64
	weights := make([]int64, len(in.Lines))
	var eligible int64
	for i, l := range in.Lines {
		total := l.times(l.Unit())
		r.Lines[i].Total = total
		r.Items += total
		list += l.times(l.List())
		if l.Eligible {
			weights[i] = total
			eligible += total
		}
	}
	if in.FreeFrom > 0 && r.Items >= in.FreeFrom {
		r.Spared, r.Delivery = r.Delivery, 0
	}
	if in.Granted != nil {
		r.grant(*in.Granted, weights, eligible)
	} else {
		r.applyCoupon(in.Coupon, weights, eligible)
	}
	if !in.Untaxed {
		r.contain(in.Lines)
	}
	r.Total = r.Items - r.Discount + r.Delivery + r.Tip
	r.explain(list, in.Untaxed)
	return r
}

func (r *Result) applyCoupon(c *Coupon, weights []int64, eligible int64) {
	if c == nil {
		return
	}
	if eligible == 0 || eligible < c.Minimum {
		r.Short = max(c.Minimum-eligible, 0)
		return
	}
	switch c.Kind {
	case Percent:
		r.Discount = shareOf(eligible, c.Value, c.Cap)
	case Amount:
		r.Discount = c.Value
	case FreeDelivery:
		r.Waived, r.Delivery = r.Delivery, 0
	}
	r.takeOff(weights, eligible)
}

// grant applies a discount that was granted before.
func (r *Result) grant(g Granted, weights []int64, eligible int64) {
	r.Waived, r.Spared, r.Discount = g.Waived, g.Spared, g.Discount
	switch {
	case g.Share == 0 || g.Of == 0:
	case shareOf(g.Of, g.Share, g.Cap) == g.Discount:
		r.Discount = shareOf(eligible, g.Share, g.Cap)
	default: // the coupon was changed since: in proportion, and never more than it gave
		r.Discount = min(money.RoundRatio(eligible, g.Discount, g.Of), g.Discount)
	}
	r.takeOff(weights, eligible)
}

// shareOf is a percentage of an amount, at most its cap; 0: no cap.
func shareOf(eligible, value, most int64) int64 {
	share := money.RoundRatio(eligible, value, whole)
	if most > 0 {
		share = min(share, most)
	}
	return share
}

// takeOff distributes the discount over the lines that it applies to.
func (r *Result) takeOff(weights []int64, eligible int64) {
	r.Discount = min(r.Discount, eligible)
	for i, part := range money.Split(r.Discount, weights) {
		r.Lines[i].Discount = part
	}
}

// contain calculates the VAT inside the prices. It is rounded once for a whole class, as an invoice states it, and then
// divided over the class's lines and the delivery, so that the parts add up to the invoice's amount.
func (r *Result) contain(lines []Line) {
	for _, bp := range classes(lines, r.Delivery) {
		weights := make([]int64, len(lines)+1)
		var gross int64
		for i, l := range lines {
			if l.VATBP == bp {
				weights[i] = r.Lines[i].Total - r.Lines[i].Discount
				gross += weights[i]
			}
		}
		if bp == DeliveryVAT {
			weights[len(lines)] = r.Delivery
			gross += r.Delivery
		}
		tax := Contained(gross, bp)
		for i, part := range money.Split(tax, weights) {
			if i < len(lines) {
				r.Lines[i].Tax += part
			} else {
				r.DeliveryTax += part
			}
		}
		r.Tax += tax
		r.Groups = append(r.Groups, VATGroup{BP: bp, Gross: gross, Tax: tax})
	}
}

// Contained is the VAT of class bp contained in a gross amount.
func Contained(gross, bp int64) int64 {
	return money.VATIn(gross, bp)
}

// classes lists the VAT classes that occur, highest first.
func classes(lines []Line, delivery int64) []int64 {
	var out []int64
	add := func(bp int64) {
		at := 0
		for at < len(out) && out[at] > bp {
			at++
		}
		if at < len(out) && out[at] == bp {
			return
		}
		out = append(out[:at], append([]int64{bp}, out[at:]...)...)
	}
	for _, l := range lines {
		add(l.VATBP)
	}
	if delivery > 0 {
		add(DeliveryVAT)
	}
	return out
}

func (r *Result) explain(list int64, untaxed bool) {
	add := func(code Code, amount int64) { r.Steps = append(r.Steps, Step{Code: code, Amount: amount}) }
	add(Items, list)
	if list != r.Items {
		add(Offer, r.Items-list)
	}
	if r.Discount > 0 {
		add(CouponStep, -r.Discount)
	}
	r.Steps = append(r.Steps, Step{Code: Delivery, Amount: r.Delivery, Waived: r.Waived, Spared: r.Spared})
	if r.Tip > 0 {
		add(Tip, r.Tip)
	}
	if !untaxed {
		r.Steps = append(r.Steps, Step{Code: TaxIncluded, Amount: r.Tax, OfDelivery: r.Tax > 0 && r.Tax == r.DeliveryTax})
	}
	add(Total, r.Total)
}
