package returns

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"wekala/internal/orders"
	"wekala/internal/platform/money"
)

// TestAnyPartsAddUpToWhatWasPaid gives the units of a line back in any number of
// returns, in any order: together they come to the line, and none differs from
// another by more than a piastre.
func TestAnyPartsAddUpToWhatWasPaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := orders.Line{Qty: rapid.Int64Range(1, 60).Draw(t, "qty"), UnitPrice: rapid.Int64Range(1, 2_000_000).Draw(t, "price")}
		l.LineTotal = l.Qty * l.UnitPrice
		l.Discount = rapid.Int64Range(0, l.LineTotal).Draw(t, "discount")
		order := make([]int64, l.Qty)
		for i := range order {
			order[i] = int64(i) + 1
		}
		order = rapid.Permutation(order).Draw(t, "order")
		var total sums
		low, high := l.Discount, int64(0)
		for len(order) > 0 {
			n := rapid.IntRange(1, len(order)).Draw(t, "units")
			var units []Unit
			for _, unit := range order[:n] {
				gross, discount := unitCost(l, unit)
				if discount > gross {
					t.Fatalf("unit %d bears %d of a coupon and costs %d", unit, discount, gross)
				}
				low, high = min(low, discount), max(high, discount)
				units = append(units, Unit{Gross: gross, Discount: discount, Live: true})
			}
			part := sum(units)
			total.Gross, total.Discount = total.Gross+part.Gross, total.Discount+part.Discount
			order = order[n:]
		}
		if total.Gross != l.LineTotal || total.Discount != l.Discount {
			t.Fatalf("the parts come to %d − %d, the line to %d − %d", total.Gross, total.Discount, l.LineTotal, l.Discount)
		}
		if high-low > 1 {
			t.Fatalf("one unit bears %d, another %d", low, high)
		}
	})
}

func TestPartIsSplitOverEqualWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 40).Draw(t, "n")
		total := rapid.Int64Range(-5_000, 5_000).Draw(t, "total")
		from := rapid.Int64Range(0, n).Draw(t, "from")
		to := rapid.Int64Range(from, n).Draw(t, "to")
		want := int64(0)
		for _, part := range money.Split(total, slices.Repeat([]int64{1}, int(n)))[from:to] {
			want += part
		}
		if got := money.Part(total, n, from, to); got != want {
			t.Fatalf("Part(%d, %d, %d, %d) = %d, want %d", total, n, from, to, got, want)
		}
	})
}

// TestRefundsNeverTakeMoreFromATenderThanItPaid spreads refunds over tenders.
func TestRefundsNeverTakeMoreFromATenderThanItPaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tenders []tender
		var paid int64
		for _, kind := range rapid.Permutation(turn).Draw(t, "kinds")[:rapid.IntRange(1, 4).Draw(t, "n")] {
			amount := rapid.Int64Range(1, 10_000).Draw(t, kind)
			tenders, paid = append(tenders, tender{kind, amount}), paid+amount
		}
		choice := rapid.SampledFrom([]string{toCard, toWallet, toBank}).Draw(t, "choice")
		for paid > 0 {
			refund := rapid.Int64Range(1, paid).Draw(t, "refund")
			parts, rest := payouts(refund, tenders, choice)
			if rest != 0 {
				t.Fatalf("%d of %d found no tender", rest, refund)
			}
			for _, p := range parts {
				i := slices.IndexFunc(tenders, func(x tender) bool { return x.kind == p.Tender })
				tenders[i].left -= p.Amount
				refund -= p.Amount
				paid -= p.Amount
				if tenders[i].left < 0 || p.Amount <= 0 {
					t.Fatalf("%+v leaves %d", p, tenders[i].left)
				}
				if !slices.Contains(ways[p.Tender], p.PaidTo) {
					t.Fatalf("%s is paid back to %s", p.Tender, p.PaidTo)
				}
			}
			if refund != 0 {
				t.Fatalf("%d not given back", refund)
			}
		}
	})
}

func TestWhereMoneyGoes(t *testing.T) {
	for name, c := range map[string]struct {
		tenders []tender
		choice  string
		options []string
		want    []Payout
	}{
		"cash to the wallet":       {[]tender{{"cod", 100}}, toWallet, []string{toWallet, toBank}, []Payout{{Tender: "cod", PaidTo: toWallet, Amount: 90}}},
		"cash to the bank":         {[]tender{{"cod", 100}}, toBank, []string{toWallet, toBank}, []Payout{{Tender: "cod", PaidTo: toBank, Amount: 90}}},
		"cash never to a card":     {[]tender{{"cod", 100}}, toCard, []string{toWallet, toBank}, []Payout{{Tender: "cod", PaidTo: toWallet, Amount: 90}}},
		"card to card":             {[]tender{{"card", 100}}, toCard, []string{toCard, toWallet}, []Payout{{Tender: "card", PaidTo: toCard, Amount: 90}}},
		"card to the wallet":       {[]tender{{"card", 100}}, toWallet, []string{toCard, toWallet}, []Payout{{Tender: "card", PaidTo: toWallet, Amount: 90}}},
		"wallet to wallet":         {[]tender{{"wallet", 100}}, toBank, []string{toWallet}, []Payout{{Tender: "wallet", PaidTo: toWallet, Amount: 90}}},
		"points to points":         {[]tender{{"points", 100}}, toBank, []string{toPoints}, []Payout{{Tender: "points", PaidTo: toPoints, Amount: 90}}},
		"money first, points last": {[]tender{{"points", 30}, {"wallet", 20}, {"card", 50}}, toCard, []string{toCard, toWallet}, []Payout{{Tender: "card", PaidTo: toCard, Amount: 50}, {Tender: "wallet", PaidTo: toWallet, Amount: 20}, {Tender: "points", PaidTo: toPoints, Amount: 20}}},
		"a tender that is used up": {[]tender{{"card", 0}, {"wallet", 95}}, toCard, []string{toWallet}, []Payout{{Tender: "wallet", PaidTo: toWallet, Amount: 90}}},
	} {
		if got := choices(c.tenders); !slices.Equal(got, c.options) {
			t.Errorf("%s: offered %v", name, got)
		}
		if got, rest := payouts(90, c.tenders, c.choice); rest != 0 || !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, rest %d", name, got, rest)
		}
	}
}

func TestTheDeliveryFeeGoesBackOnlyWhenDeliveringWasInVain(t *testing.T) {
	bad, fine := fate{"now", true, false}, fate{"now", false, false}
	before, open := fate{"then", true, true}, fate{"then", true, false}
	for name, c := range map[string]struct {
		accepted []fate
		ordered  int64
		want     int64
	}{
		"all of it, the shop to blame":        {[]fate{bad, bad}, 2, 1500},
		"a part":                              {[]fate{bad}, 2, 0},
		"all of it, one for no reason":        {[]fate{bad, fine}, 2, 0},
		"the last part, the first settled":    {[]fate{bad, before}, 2, 1500},
		"the last part, the first still open": {[]fate{bad, open}, 2, 0},
	} {
		if got := deliveryBack(1500, "now", c.accepted, c.ordered); got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
}
