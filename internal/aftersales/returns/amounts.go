package returns

import (
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/money"
)

// unitCost is the price of one unit of a line (counted from 1), and its part of the line's discount. The parts of all
// units add up to the line, and differ by at most one minor unit.
func unitCost(l orders.Line, unit int64) (gross, discount int64) {
	return money.Part(l.LineTotal, l.Qty, unit-1, unit), money.Part(l.Discount, l.Qty, unit-1, unit)
}

// sums is the refund for some units. Rounding is the part of the order's cash rounding that is kept, so that no more is
// refunded than was paid; Points is the value of points earned with the units that the customer has already used.
type sums struct{ Gross, Discount, Delivery, Rounding, Points int64 }

// Refund is the amount that the customer gets.
func (s sums) Refund() int64 { return s.Gross - s.Discount + s.Delivery - s.Rounding - s.Points }

// goods is Refund without the delivery fee.
func (s sums) goods() int64 { return s.Gross - s.Discount }

// sum adds up the accepted units.
func sum(units []Unit) sums {
	var s sums
	for _, u := range units {
		if u.accepted() {
			s.Gross += u.Gross
			s.Discount += u.Discount
		}
	}
	return s
}

// fate holds the properties of a unit that decide about the delivery fee.
type fate struct {
	returnID  string
	defective bool // given back because the shop is to blame
	settled   bool // its return was settled before
}

// deliveryBack returns how much of the delivery fee the return id refunds. accepted are all accepted units of the
// order, in this return and in those settled before; ordered is the number of all units of the order.
func deliveryBack(fee int64, id string, accepted []fate, ordered int64) int64 {
	// The fee is refunded only if the delivery was useless through no fault of the customer: every unit has been accepted
	// back, each because of a fault, and this return completes that. The courier keeps the tip in any case.
	if int64(len(accepted)) != ordered {
		return 0
	}
	for _, f := range accepted {
		if !f.defective || f.returnID != id && !f.settled {
			return 0
		}
	}
	return fee
}

// ways lists the ways of refunding each tender; the first is the default. Wallet and points payments are refunded the
// same way. A card payment can also be refunded to the wallet. Cash cannot be sent, so it is refunded to the wallet or
// by bank transfer.
var ways = map[string][]string{
	orders.Card: {payments.ToCard, payments.ToWallet},
	orders.COD:  {payments.ToWallet, payments.ToBank},
	"wallet":    {payments.ToWallet},
	"points":    {payments.ToPoints},
}

// choices lists the ways of refunding from which a customer can choose for an order, the default first. Only card and
// cash payments leave a choice; such a tender comes first.
func choices(tenders []payments.Tender) []string {
	for _, t := range tenders {
		if t.Amount > t.GivenBack {
			return ways[t.Kind]
		}
	}
	return ways["wallet"]
}

// payouts divides a refund over the tenders of its order (payments.Plan). Each share is refunded the way that the
// customer chose if its tender allows that, otherwise the tender's default way.
func payouts(refund int64, tenders []payments.Tender, choice string) []Payout {
	cash := ways[orders.COD][0]
	if choice == payments.ToBank {
		cash = choice
	}
	amounts := map[string]int64{}
	for _, part := range payments.Plan(tenders, refund, cash) {
		way := part.To
		if way == payments.ToCard && choice == payments.ToWallet {
			way = choice
		}
		amounts[way] += part.Amount
	}
	var out []Payout
	for _, way := range []string{payments.ToCard, payments.ToBank, payments.ToWallet, payments.ToPoints} {
		if amounts[way] > 0 {
			out = append(out, Payout{Way: way, Amount: amounts[way]})
		}
	}
	return out
}
