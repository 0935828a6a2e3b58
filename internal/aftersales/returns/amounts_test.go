package returns

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/money"
)

// TestAnyPartsAddUpToWhatWasPaid returns the units of a line in any number of returns, in any order: together they add
// up to the line, and none differs from another by more than a piastre.
func TestAnyPartsAddUpToWhatWasPaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := orders.Line{Qty: rapid.Int64Range(1, 60).Draw(t, "qty"),
			UnitPrice: rapid.Int64Range(1, 2_000_000).Draw(t, "price")}
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

// TestRefundsGoBackByTheirTenders refunds what several tenders paid in several refunds: each tender gets all of its
// payment back, and nothing more.
func TestRefundsGoBackByTheirTenders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.SampledFrom([]string{"card", "cod", ""}).Draw(t, "first")
		var tenders []payments.Tender
		var paid int64
		for _, kind := range []string{first, "wallet", "points"} {
			if kind != "" {
				amount := rapid.Int64Range(1, 10_000).Draw(t, kind)
				tenders, paid = append(tenders, payments.Tender{Kind: kind, Amount: amount}), paid+amount
			}
		}
		choice := rapid.SampledFrom(choices(tenders)).Draw(t, "choice")
		got := map[string]int64{}
		for left := paid; left > 0; {
			refund := rapid.Int64Range(1, left).Draw(t, "refund")
			var sum int64
			for _, p := range payouts(refund, tenders, choice) {
				got[p.Way] += p.Amount
				sum += p.Amount
			}
			if sum != refund {
				t.Fatalf("%d of %d go back", sum, refund)
			}
			left -= refund
			tell(tenders, got)
		}
		for _, tender := range tenders {
			if tender.GivenBack != tender.Amount {
				t.Fatalf("%+v after all went back: %v", tender, got)
			}
		}
	})
}

// tell records refunds as payments.Tenders does: refunds to the wallet count for the wallet's own share first.
func tell(tenders []payments.Tender, back map[string]int64) {
	toWallet := back["wallet"]
	for i := len(tenders) - 1; i >= 0; i-- {
		t := &tenders[i]
		switch t.Kind {
		case "points":
			t.GivenBack = back["points"]
		case "wallet":
			t.GivenBack = min(toWallet, t.Amount)
			toWallet -= t.GivenBack
		default:
			t.GivenBack = back["card"] + back["bank"] + toWallet
		}
	}
}

func TestWhereMoneyGoes(t *testing.T) {
	one := func(kind string) []payments.Tender { return []payments.Tender{{Kind: kind, Amount: 100}} }
	for name, c := range map[string]struct {
		tenders []payments.Tender
		choice  string
		options []string
		want    []Payout
	}{
		"cash to the wallet":   {one("cod"), "wallet", []string{"wallet", "bank"}, []Payout{{Way: "wallet", Amount: 90}}},
		"cash to the bank":     {one("cod"), "bank", []string{"wallet", "bank"}, []Payout{{Way: "bank", Amount: 90}}},
		"cash never to a card": {one("cod"), "card", []string{"wallet", "bank"}, []Payout{{Way: "wallet", Amount: 90}}},
		"card to card":         {one("card"), "card", []string{"card", "wallet"}, []Payout{{Way: "card", Amount: 90}}},
		"card to the wallet":   {one("card"), "wallet", []string{"card", "wallet"}, []Payout{{Way: "wallet", Amount: 90}}},
		"wallet to wallet":     {one("wallet"), "bank", []string{"wallet"}, []Payout{{Way: "wallet", Amount: 90}}},
		"points to points":     {one("points"), "bank", []string{"points"}, []Payout{{Way: "points", Amount: 90}}},
		"mixed": {[]payments.Tender{{Kind: "card", Amount: 50}, {Kind: "wallet", Amount: 30}, {Kind: "points", Amount: 20}},
			"card", []string{"card", "wallet"}, []Payout{
				{Way: "card", Amount: 45}, {Way: "wallet", Amount: 27}, {Way: "points", Amount: 18}}},
		"mixed, the card's to the wallet": {
			[]payments.Tender{{Kind: "card", Amount: 50}, {Kind: "wallet", Amount: 30}, {Kind: "points", Amount: 20}}, "wallet",
			[]string{"card", "wallet"}, []Payout{{Way: "wallet", Amount: 72}, {Way: "points", Amount: 18}}},
		"the card's is used up": {[]payments.Tender{{Kind: "card", Amount: 50, GivenBack: 50}, {Kind: "wallet", Amount: 95}},
			"card", []string{"wallet"}, []Payout{{Way: "wallet", Amount: 90}}},
	} {
		if got := choices(c.tenders); !slices.Equal(got, c.options) {
			t.Errorf("%s: offered %v", name, got)
		}
		if got := payouts(90, c.tenders, c.choice); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v", name, got)
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
