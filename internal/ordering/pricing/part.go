package pricing

import "wekala/internal/platform/money"

// Part is what some units of a line come to when the first before of its qty
// units were accounted for already: returned, refunded, credited. Whatever the
// steps in which a line is taken apart, the parts add up to the line exactly.
func (l PricedLine) Part(qty, before, units int64) PricedLine {
	share := func(whole int64) int64 {
		return money.RoundRatio(whole, before+units, qty) - money.RoundRatio(whole, before, qty)
	}
	return PricedLine{Total: share(l.Total), Discount: share(l.Discount), Tax: share(l.Tax)}
}
