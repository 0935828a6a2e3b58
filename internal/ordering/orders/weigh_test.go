package orders

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"wekala/internal/money/currency"
	"wekala/internal/ordering/pricing"
)

// weighable draws an order with goods sold by weight and by the piece, as checkout
// would have placed it.
func weighable(t *rapid.T) (o Order, lines []Line, granted pricing.Granted) {
	for i := range rapid.IntRange(1, 5).Draw(t, "lines") {
		l := Line{ID: string(rune('a' + i)), UnitPrice: rapid.Int64Range(1, 9_000).Draw(t, "unit"),
			Qty: rapid.Int64Range(1, 60).Draw(t, "qty"), VATBP: rapid.SampledFrom([]int64{1400, 500, 0}).Draw(t, "vat"),
			UnitGrams: rapid.SampledFrom([]int64{0, 10, 50, 250}).Draw(t, "grams")}
		l.ListPrice = l.UnitPrice + rapid.SampledFrom([]int64{0, 0, 300}).Draw(t, "offer")
		lines = append(lines, l)
	}
	in := pricing.Input{Delivery: rapid.SampledFrom([]int64{0, 1500}).Draw(t, "delivery"),
		Tip: rapid.SampledFrom([]int64{0, 500}).Draw(t, "tip")}
	for _, l := range lines {
		in.Lines = append(in.Lines, pricing.Line{UnitPrice: l.UnitPrice, ListPrice: l.ListPrice, Qty: l.Qty,
			UnitGrams: l.UnitGrams, VATBP: l.VATBP, Eligible: rapid.Bool().Draw(t, "eligible")})
	}
	switch rapid.IntRange(0, 2).Draw(t, "coupon") {
	case 1:
		granted.Share, granted.Cap = rapid.Int64Range(1, 10_000).Draw(t, "percent"),
			rapid.SampledFrom([]int64{0, 0, 900, 20_000}).Draw(t, "cap")
		in.Coupon = &pricing.Coupon{Kind: pricing.Percent, Value: granted.Share, Cap: granted.Cap}
	case 2:
		in.Coupon = &pricing.Coupon{Kind: pricing.Amount, Value: rapid.Int64Range(1, 100_000).Draw(t, "amount")}
	}
	sum := pricing.Calculate(in)
	for i, p := range sum.Lines {
		lines[i].LineTotal, lines[i].Discount, lines[i].Tax = p.Total, p.Discount, p.Tax
	}
	steps, _ := json.Marshal(sum.Steps)
	o = Order{ID: "ord", PaymentMethod: COD, ItemsTotal: sum.Items, Discount: sum.Discount, DeliveryFee: sum.Delivery,
		Tip: sum.Tip, Tax: sum.Tax, Total: sum.Total, CommissionBase: sum.Items, Steps: string(steps)}
	o.WalletPaid = rapid.SampledFrom([]int64{0, 0, o.Total / 2, o.Total}).Draw(t, "ahead")
	o.Paid, o.Due = o.WalletPaid, o.Total-o.WalletPaid
	granted.Discount = o.Discount
	return o, lines, granted
}

// TestWhateverIsWeighedAddsUp: within the tolerance, whatever an order holds and however
// it is paid.
func TestWhateverIsWeighedAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		was, lines, granted := weighable(t)
		grams := map[string]int64{}
		for _, l := range byWeight(lines) {
			least, most := weightsFor(l.ordered())
			grams[l.ID] = rapid.Int64Range(least, most).Draw(t, "weight")
		}
		if err := checkWeights(lines, grams); err != nil {
			t.Fatal(err)
		}
		w, err := reckon(was, lines, grams, granted, false)
		if err != nil {
			t.Fatal(err)
		}
		o := w.Order
		var items, discount, tax int64
		for i, l := range w.Lines {
			items, discount, tax = items+l.LineTotal, discount+l.Discount, tax+l.Tax
			if l.Discount < 0 || l.Discount > l.LineTotal {
				t.Fatalf("a discount of %d on %d", l.Discount, l.LineTotal)
			}
			if l.UnitGrams == 0 {
				if l.WeighedGrams != nil || l.LineTotal != lines[i].LineTotal {
					t.Fatalf("a piece was weighed: %+v", l)
				}
				continue
			}
			paidFor := *l.ChargedGrams
			if was.Due == 0 && paidFor != min(grams[l.ID], l.ordered()) || was.Due > 0 && paidFor != grams[l.ID] {
				t.Fatalf("%d of %d g paid for, ordered %d, due %d", paidFor, grams[l.ID], l.ordered(), was.Due)
			}
			if off := 2*l.LineTotal*1000 - 2*l.UnitPrice*paidFor; off > 1000 || off < -1000 {
				t.Fatalf("%d for %d g at %d a kilogram", l.LineTotal, paidFor, l.UnitPrice)
			}
		}
		if items != o.ItemsTotal || discount != o.Discount || tax > o.Tax || o.Total != items-discount+o.DeliveryFee+o.Tip {
			t.Fatalf("the lines come to %d − %d, VAT %d: %+v", items, discount, tax, o)
		}
		if o.Paid+o.Due != o.Total+o.WeighedBack || o.Due < 0 || w.Back != o.WeighedBack || w.Back > o.Paid {
			t.Fatalf("paid %d, due %d, back %d of %d", o.Paid, o.Due, w.Back, o.Total)
		}
		if was.Due == 0 && o.Due > 0 || w.Back > 0 && o.Due > 0 {
			t.Fatalf("due %d after %d, back %d", o.Due, was.Due, w.Back)
		}
		if granted.Cap > 0 && o.Discount > granted.Cap {
			t.Fatalf("a coupon of at most %d took %d", granted.Cap, o.Discount)
		}
		if granted.Share == 0 && o.Discount != min(was.Discount, eligible(w.Lines)) {
			t.Fatalf("a fixed coupon of %d took %d", was.Discount, o.Discount)
		}
		var steps int64
		for _, st := range stepsOf(o.Steps) {
			if st.Code != pricing.TaxIncluded && st.Code != pricing.Total {
				steps += st.Amount
			}
		}
		if steps != o.Total || o.CommissionBase != o.ItemsTotal {
			t.Fatalf("steps of %d, commission of %d: %+v", steps, o.CommissionBase, o)
		}
	})
}

// eligible is the sum of the lines to which a coupon applied.
func eligible(lines []Line) (sum int64) {
	for _, l := range lines {
		if l.Discount > 0 {
			sum += l.LineTotal
		}
	}
	return sum
}

// TestAsOrderedChangesNothing: the measured weight is the ordered one.
func TestAsOrderedChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		was, lines, granted := weighable(t)
		grams := map[string]int64{}
		for _, l := range byWeight(lines) {
			grams[l.ID] = l.ordered()
		}
		w, err := reckon(was, lines, grams, granted, false)
		if err != nil || *w.Order != was || w.Back != 0 || len(w.entry(was.CreatedAt.Time()).Postings) != 0 {
			t.Fatalf("%v\n%+v\n%+v", err, was, w.Order)
		}
	})
}

func TestWeightsAreWithinATenth(t *testing.T) {
	lines := []Line{{ID: "a", Qty: 3, UnitGrams: 25}, {ID: "b", Qty: 3}} // 75 g: 67.5 to 82.5
	for _, c := range []struct {
		grams map[string]int64
		right bool
	}{
		{map[string]int64{"a": 68}, true}, {map[string]int64{"a": 82}, true}, {map[string]int64{"a": 67}, false},
		{map[string]int64{"a": 83}, false},
		{map[string]int64{}, false}, {map[string]int64{"a": 75, "b": 3}, false}, {map[string]int64{"a": 75, "c": 3}, false},
		{map[string]int64{"a": -75}, false}, {map[string]int64{"a": 1 << 62}, false},
	} {
		if err := checkWeights(lines, c.grams); (err == nil) != c.right {
			t.Errorf("%v: %v", c.grams, err)
		}
	}
}

// TestACappedCouponStaysWithinItsCap: a percentage follows the weight up to its cap and below it.
func TestACappedCouponStaysWithinItsCap(t *testing.T) {
	for _, c := range []struct{ discount, most, grams, want int64 }{
		{18_00, 18_50, 1650, 18_50}, // 19.80 without the cap
		{18_00, 18_00, 1350, 16_20}, // the cap was just reached
		{18_00, 0, 1650, 19_80},     // without one
		{12_00, 18_50, 1650, 12_00}, // the coupon was changed since: never more than it gave
		{12_00, 18_50, 1350, 10_80}, // and less in proportion
	} {
		was := Order{ID: "ord", ItemsTotal: 180_00, Discount: c.discount, Total: 180_00 - c.discount,
			Due: 180_00 - c.discount, CommissionBase: 180_00}
		lines := []Line{
			{ID: "a", UnitPrice: 120_00, ListPrice: 120_00, Qty: 15, UnitGrams: 100, LineTotal: 180_00, Discount: c.discount}}
		w, err := reckon(was, lines, map[string]int64{"a": c.grams},
			pricing.Granted{Discount: c.discount, Share: 1000, Cap: c.most}, true)
		if err != nil || w.Order.Discount != c.want {
			t.Errorf("%+v: %d, %v", c, w.Order.Discount, err)
		}
	}
}

// TestTheSumInAnotherCurrencyFollowsTheWeight: at the rate that was shown with the order.
func TestTheSumInAnotherCurrencyFollowsTheWeight(t *testing.T) {
	code, rate, shown := "USD", int64(500_000), int64(3_60)
	was := Order{ID: "ord", ItemsTotal: 180_00, Total: 180_00, Due: 180_00, DisplayCurrency: &code, DisplayRate: &rate,
		DisplayTotal: &shown}
	lines := []Line{{ID: "a", UnitPrice: 120_00, ListPrice: 120_00, Qty: 15, UnitGrams: 100, LineTotal: 180_00}}
	w, err := reckon(was, lines, map[string]int64{"a": 1650}, pricing.Granted{}, true)
	if err != nil || *w.Order.DisplayTotal != currency.Convert(198_00, rate, 2) || *was.DisplayTotal != 3_60 {
		t.Errorf("shown as %d, %v", *w.Order.DisplayTotal, err)
	}
}
