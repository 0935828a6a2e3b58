package pricing

import "wekala/internal/platform/money"

// Part is the amount of some units of a line whose first before of qty units were already accounted for (returned,
// refunded, credited). In whatever steps a line is split, the parts add up to it exactly.
func (l PricedLine) Part(qty, before, units int64) PricedLine {
	share := func(whole int64) int64 {
		return money.RoundRatio(whole, before+units, qty) - money.RoundRatio(whole, before, qty)
	}
	return PricedLine{Total: share(l.Total), Discount: share(l.Discount), Tax: share(l.Tax)}
}
