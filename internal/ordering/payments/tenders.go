package payments

import (
	"context"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
)

// Tender is one of the ways an order was paid. Amount is what it has paid, GivenBack what was refunded or is being
// refunded the same way. Cash is refunded to wallet or bank; a wallet refund counts for cash only once the wallet's own
// share is used up.
type Tender struct {
	Kind      string // card | cod | wallet | points
	Amount    int64
	GivenBack int64
}

// Tenders returns how an order was paid: card or cash first, then wallet, then points; ways that paid nothing are left
// out. A missing order is not found.
func Tenders(ctx context.Context, q db.Querier, orderID string) ([]Tender, error) {
	o, err := orders.Get(ctx, q, orderID)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		Way    string `db:"way"`
		Amount int64  `db:"amount"`
	}
	err = q.Select(ctx, &rows, `SELECT way, CAST(SUM(amount) AS BIGINT) AS amount FROM refunds
		WHERE order_id = $1 GROUP BY way`, orderID)
	if err != nil {
		return nil, err
	}
	back := map[string]int64{}
	for _, r := range rows {
		back[r.Way] = r.Amount
	}
	return tenders(o, back), nil
}

func tenders(o *orders.Order, back map[string]int64) []Tender {
	rest := Tender{Kind: o.PaymentMethod, Amount: o.Paid - o.WalletPaid - o.PointsPaid}
	wallet := Tender{Kind: "wallet", Amount: o.WalletPaid, GivenBack: min(back[ToWallet], o.WalletPaid)}
	points := Tender{Kind: "points", Amount: o.PointsPaid, GivenBack: back[ToPoints]}
	rest.GivenBack = back[ToCard] + back[ToBank] + back[ToWallet] - wallet.GivenBack
	if over := rest.GivenBack - rest.Amount; over > 0 {
		rest.GivenBack -= over
		wallet.GivenBack += over
	}
	out := []Tender{}
	for _, t := range []Tender{rest, wallet, points} {
		if t.Amount > 0 {
			out = append(out, t)
		}
	}
	return out
}

// Part is a share of a refund and the way in which it is refunded.
type Part struct {
	To     string
	Amount int64
}

// Plan divides a refund over an order's tenders in proportion to the amount left of each: card to card, wallet to
// wallet, points to points, and cash to the given way (ToWallet or ToBank). An amount above the total left is cut off.
func Plan(tenders []Tender, amount int64, cash string) []Part {
	left := make([]int64, len(tenders))
	var sum int64
	for i, t := range tenders {
		left[i] = t.Amount - t.GivenBack
		sum += left[i]
	}
	amount = min(amount, sum)
	if amount <= 0 {
		return nil
	}
	byWay := map[string]int64{}
	for i, share := range money.Split(amount, left) {
		way := tenders[i].Kind
		if way == orders.COD {
			way = cash
		}
		byWay[way] += share
	}
	var out []Part
	for _, way := range []string{ToCard, ToBank, ToWallet, ToPoints} {
		if byWay[way] > 0 {
			out = append(out, Part{way, byWay[way]})
		}
	}
	return out
}
