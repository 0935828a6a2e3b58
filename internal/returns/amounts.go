package returns

import (
	"wekala/internal/orders"
	"wekala/internal/platform/money"
)

// unitCost is what one unit of a line cost (counted from 1): its price and the
// part of the line's discount it bore. Over all units of a line the parts add
// up to the line; each is at most a minor unit away from the others.
func unitCost(l orders.Line, unit int64) (gross, discount int64) {
	return l.UnitPrice, money.Part(l.Discount, l.Qty, unit-1, unit)
}

// sums is what comes back for some units.
type sums struct{ Gross, Discount, Delivery int64 }

// Refund is what the shopper gets.
func (s sums) Refund() int64 { return s.Gross - s.Discount + s.Delivery }

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
// the delivery was in vain through no fault of the shopper: every unit of the
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

// Where a tender's money may go back to, the first being what is taken when
// nothing was chosen. What was paid with the wallet or with points goes back
// there; a card's money can stay in the shop if the shopper likes; cash cannot
// travel, so it becomes wallet money or a transfer.
var ways = map[string][]string{
	"card":   {toCard, toWallet},
	"cod":    {toWallet, toBank},
	"wallet": {toWallet},
	"points": {toPoints},
}

// Where money goes.
const (
	toCard   = "card"
	toWallet = "wallet"
	toBank   = "bank"
	toPoints = "points"
)

// turn is in which order the tenders of an order are given back: what the
// shopper paid last, with money, first.
var turn = []string{"card", "cod", "wallet", "points"}

// tender is how a part of an order was paid, and how much of that is still here.
type tender struct {
	kind string
	left int64
}

// payouts divides a refund over the tenders of its order: each in its turn, up
// to what is left of it. choice is where the shopper wants money back that has
// a choice. What cannot be given back anywhere (there is never any) is rest.
func payouts(refund int64, tenders []tender, choice string) (parts []Payout, rest int64) {
	for _, kind := range turn {
		for _, t := range tenders {
			amount := min(refund, t.left)
			if t.kind != kind || amount <= 0 {
				continue
			}
			refund -= amount
			parts = append(parts, Payout{Tender: kind, PaidTo: wayFor(kind, choice), Amount: amount})
		}
	}
	return parts, refund
}

// wayFor is where a tender's money goes for a choice.
func wayFor(kind, choice string) string {
	for _, way := range ways[kind] {
		if way == choice {
			return way
		}
	}
	return ways[kind][0]
}

// choices lists what the shopper can choose from for an order, the first being
// the usual one: the ways of what was paid by card or in cash, or the one way
// there is.
func choices(tenders []tender) []string {
	for _, kind := range turn {
		for _, t := range tenders {
			if t.kind == kind && t.left > 0 {
				return ways[kind]
			}
		}
	}
	return ways["wallet"]
}
