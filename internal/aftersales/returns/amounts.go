package returns

import (
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/money"
)

// unitCost is what one unit of a line cost (counted from 1): its price and the
// part of the line's discount it bore. Over all units of a line the parts add
// up to the line; each is at most a minor unit away from the others.
func unitCost(l orders.Line, unit int64) (gross, discount int64) {
	return money.Part(l.LineTotal, l.Qty, unit-1, unit), money.Part(l.Discount, l.Qty, unit-1, unit)
}

// sums is what comes back for some units. Rounding is what of the order's rounding in
// cash is kept, so that no more goes back than was paid; Points the value of points earned
// with them that the customer has already used.
type sums struct{ Gross, Discount, Delivery, Rounding, Points int64 }

// Refund is what the customer gets.
func (s sums) Refund() int64 { return s.Gross - s.Discount + s.Delivery - s.Rounding - s.Points }

// goods is Refund without the delivery fee.
func (s sums) goods() int64 { return s.Gross - s.Discount }

// sum adds up the units that are paid for.
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

// fate is what matters of a unit for the delivery fee.
type fate struct {
	returnID  string
	defective bool // given back because the shop is to blame
	settled   bool // its return was settled before
}

// deliveryBack says how much of the delivery fee goes back with the return id.
// The rule: a fee that was earned by delivering stays earned. It goes back when
// the delivery was in vain through no fault of the customer: every unit of the
// order has been accepted back, each because the shop is to blame. It goes back
// with the return that completes this; tips were the courier's and stay so.
//
// accepted are all accepted units of the order, in this return and in those
// settled before; ordered counts all units of the order.
func deliveryBack(fee int64, id string, accepted []fate, ordered int64) int64 {
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

// ways says where a tender's money may go, the first being what is taken when
// nothing was chosen. What was paid with the wallet or with points goes back
// there; a card's money can stay in the shop if the customer likes; cash cannot
// travel, so it becomes wallet money or a transfer.
var ways = map[string][]string{
	orders.Card: {payments.ToCard, payments.ToWallet},
	orders.COD:  {payments.ToWallet, payments.ToBank},
	"wallet":    {payments.ToWallet},
	"points":    {payments.ToPoints},
}

// choices lists what the customer can choose from for an order, the first being
// the usual one. Only what was paid by card or in cash leaves a choice; tenders
// stand with it first.
func choices(tenders []payments.Tender) []string {
	for _, t := range tenders {
		if t.Amount > t.GivenBack {
			return ways[t.Kind]
		}
	}
	return ways["wallet"]
}

// payouts divides a refund over the tenders of its order, each getting its
// share (payments.Plan), and sends every share the way it may go that the
// customer chose, or its usual one.
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
