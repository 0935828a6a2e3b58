package pricing_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"wekala/internal/ordering/pricing"
)

// order draws any order a shop could price.
func order(t *rapid.T) pricing.Input {
	line := rapid.Custom(func(t *rapid.T) pricing.Line {
		unit := rapid.Int64Range(0, 500_000).Draw(t, "unit")
		return pricing.Line{
			UnitPrice: unit,
			ListPrice: unit + rapid.SampledFrom([]int64{0, 0, 1, 777, 12_345}).Draw(t, "saved"),
			Qty:       rapid.Int64Range(1, 99).Draw(t, "qty"),
			VATBP:     rapid.SampledFrom([]int64{1400, 500, 0}).Draw(t, "vat"),
			Eligible:  rapid.Bool().Draw(t, "eligible"),
		}
	})
	in := pricing.Input{
		Lines:    rapid.SliceOfN(line, 0, 12).Draw(t, "lines"),
		Delivery: rapid.Int64Range(0, 9_000).Draw(t, "delivery"),
		Tip:      rapid.SampledFrom([]int64{0, 500, 1_999}).Draw(t, "tip"),
	}
	if rapid.Bool().Draw(t, "coupon") {
		kind := rapid.SampledFrom([]pricing.CouponKind{pricing.Percent, pricing.Amount, pricing.FreeDelivery}).Draw(t, "kind")
		value := rapid.Int64Range(1, 10_000).Draw(t, "value")
		if kind == pricing.Amount {
			value = rapid.Int64Range(1, 5_000_000).Draw(t, "amount")
		}
		in.Coupon = &pricing.Coupon{
			Kind: kind, Value: value,
			Minimum: rapid.SampledFrom([]int64{0, 10_000, 1_000_000}).Draw(t, "minimum"),
			Cap:     rapid.SampledFrom([]int64{0, 1, 5_000}).Draw(t, "cap"),
		}
	}
	return in
}

func TestWhateverIsOrderedAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := order(t)
		r := pricing.Calculate(in)

		if r.Total != r.Items-r.Discount+r.Delivery+r.Tip {
			t.Fatalf("total %d is not its parts: %+v", r.Total, r)
		}
		if r.Total < 0 || r.Discount < 0 || r.Delivery < 0 || r.Tax < 0 || r.Tax > r.Total {
			t.Fatalf("an amount is out of range: %+v", r)
		}
		var steps int64
		for _, s := range r.Steps {
			if s.Code != pricing.TaxIncluded && s.Code != pricing.Total {
				steps += s.Amount
			}
		}
		if steps != r.Total {
			t.Fatalf("the steps add up to %d, the total is %d", steps, r.Total)
		}
		var items, discount, tax int64
		for i, l := range r.Lines {
			if l.Total != in.Lines[i].UnitPrice*in.Lines[i].Qty {
				t.Fatalf("line %d is not unit × quantity", i)
			}
			if l.Discount < 0 || l.Discount > l.Total {
				t.Fatalf("line %d is discounted by %d of %d", i, l.Discount, l.Total)
			}
			if l.Discount > 0 && !in.Lines[i].Eligible {
				t.Fatalf("line %d got a discount that is not meant for it", i)
			}
			if l.Tax < 0 || l.Tax > l.Total-l.Discount {
				t.Fatalf("line %d contains more VAT than money", i)
			}
			items, discount, tax = items+l.Total, discount+l.Discount, tax+l.Tax
		}
		if items != r.Items || discount != r.Discount || tax+r.DeliveryTax != r.Tax {
			t.Fatalf("lines do not add up to the order: %+v", r)
		}
		var gross, groupTax int64
		for _, g := range r.Groups {
			if g.Tax != pricing.Contained(g.Gross, g.BP) {
				t.Fatalf("the invoice would state VAT %d of %d at %d", g.Tax, g.Gross, g.BP)
			}
			gross, groupTax = gross+g.Gross, groupTax+g.Tax
		}
		if gross != r.Total-r.Tip || groupTax != r.Tax {
			t.Fatalf("VAT classes do not add up: %+v", r.Groups)
		}
	})
}

func TestACouponNeverRaisesATotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := order(t)
		with := pricing.Calculate(in)
		coupon := in.Coupon
		in.Coupon = nil
		without := pricing.Calculate(in)
		saved := without.Total - with.Total
		if saved != with.Discount+with.Waived || saved < 0 {
			t.Fatalf("saved %d, states %d + %d", saved, with.Discount, with.Waived)
		}
		if coupon == nil && saved != 0 || with.Short > 0 && saved != 0 {
			t.Fatal("something was taken off without a reason")
		}
		if coupon != nil && coupon.Kind == pricing.Percent && coupon.Cap > 0 && with.Discount > coupon.Cap {
			t.Fatalf("the cap of %d was passed: %d", coupon.Cap, with.Discount)
		}
	})
}

// TestVATOfTheDeliveryAloneSaysSo: only where nothing else in the sums bears any.
func TestVATOfTheDeliveryAloneSaysSo(t *testing.T) {
	for _, c := range []struct {
		bp, delivery int64
		untaxed      bool
		want         string
	}{
		{0, 2500, false, "307 true"},
		{0, 0, false, "0 false"},
		{1400, 2500, false, "430 false"},
		{1400, 0, false, "123 false"},
		{0, 2500, true, ""},
	} {
		r := pricing.Calculate(pricing.Input{Lines: []pricing.Line{{UnitPrice: 1000, ListPrice: 1000, Qty: 1, VATBP: c.bp}},
			Delivery: c.delivery, Untaxed: c.untaxed})
		got := ""
		for _, s := range r.Steps {
			if s.Code == pricing.TaxIncluded {
				got = fmt.Sprint(s.Amount, " ", s.OfDelivery)
			}
		}
		if got != c.want {
			t.Errorf("%+v: VAT %s", c, got)
		}
	}
}

func TestAnOrderByHand(t *testing.T) {
	// 3 × 9.99 (list 12.00, food without VAT) + 1 × 57.00 (14 %), 10 % off,
	// delivery 25.00, tip 5.00.
	r := pricing.Calculate(pricing.Input{
		Lines: []pricing.Line{
			{UnitPrice: 999, ListPrice: 1200, Qty: 3, VATBP: 0, Eligible: true},
			{UnitPrice: 5700, ListPrice: 5700, Qty: 1, VATBP: 1400, Eligible: true},
		},
		Coupon:   &pricing.Coupon{Kind: pricing.Percent, Value: 1000},
		Delivery: 2500, Tip: 500,
	})
	// items 86.97; 10 % = 8.697 → 8.70, split 3.00 and 5.70.
	want := []pricing.Step{
		{Code: pricing.Items, Amount: 9300}, {Code: pricing.Offer, Amount: -603},
		{Code: pricing.CouponStep, Amount: -870}, {Code: pricing.Delivery, Amount: 2500},
		{Code: pricing.Tip, Amount: 500},
		{Code: pricing.TaxIncluded, Amount: 937}, // (51.30 + 25.00) × 14 / 114
		{Code: pricing.Total, Amount: 10827},
	}
	if len(r.Steps) != len(want) {
		t.Fatalf("steps: %+v", r.Steps)
	}
	for i := range want {
		if r.Steps[i] != want[i] {
			t.Errorf("step %d: got %+v, want %+v", i, r.Steps[i], want[i])
		}
	}
	if r.Lines[0].Discount != 300 || r.Lines[1].Discount != 570 {
		t.Errorf("discount is split %d and %d", r.Lines[0].Discount, r.Lines[1].Discount)
	}
}

func TestFreeDelivery(t *testing.T) {
	r := pricing.Calculate(pricing.Input{
		Lines:    []pricing.Line{{UnitPrice: 10_000, ListPrice: 10_000, Qty: 1, VATBP: 1400, Eligible: true}},
		Coupon:   &pricing.Coupon{Kind: pricing.FreeDelivery, Minimum: 10_000},
		Delivery: 2_500,
	})
	if r.Total != 10_000 || r.Waived != 2_500 || r.Discount != 0 || r.Delivery != 0 {
		t.Errorf("got %+v", r)
	}
}

func TestBelowTheMinimumNothingIsTakenOff(t *testing.T) {
	r := pricing.Calculate(pricing.Input{
		Lines:  []pricing.Line{{UnitPrice: 9_000, ListPrice: 9_000, Qty: 1, Eligible: true}},
		Coupon: &pricing.Coupon{Kind: pricing.Amount, Value: 1_000, Minimum: 10_000},
	})
	if r.Discount != 0 || r.Short != 1_000 {
		t.Errorf("got discount %d, short %d", r.Discount, r.Short)
	}
}

// TestPartialRefundsAddUpToWhatWasPaid takes any order apart, in any steps and
// any order of lines.
func TestPartialRefundsAddUpToWhatWasPaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := order(t)
		r := pricing.Calculate(in)
		var back int64
		left := make([]int64, len(in.Lines))
		for i, l := range in.Lines {
			left[i] = l.Qty
		}
		got := make([]pricing.PricedLine, len(in.Lines))
		for {
			var open []int
			for i, n := range left {
				if n > 0 {
					open = append(open, i)
				}
			}
			if len(open) == 0 {
				break
			}
			i := rapid.SampledFrom(open).Draw(t, "line")
			units := rapid.Int64Range(1, left[i]).Draw(t, "units")
			qty := in.Lines[i].Qty
			part := r.Lines[i].Part(qty, qty-left[i], units)
			if part.Total != units*in.Lines[i].UnitPrice || part.Discount < 0 || part.Discount > part.Total {
				t.Fatalf("%d of %d units come to %+v", units, qty, part)
			}
			left[i] -= units
			got[i].Total += part.Total
			got[i].Discount += part.Discount
			got[i].Tax += part.Tax
			back += part.Total - part.Discount
		}
		for i := range got {
			if got[i] != r.Lines[i] {
				t.Fatalf("line %d came back as %+v, it was %+v", i, got[i], r.Lines[i])
			}
		}
		if back != r.Items-r.Discount {
			t.Fatalf("%d came back of %d", back, r.Items-r.Discount)
		}
	})
}

// TestDeliveryIsFreeFromAnAmount: the items before the coupon count, the fee is
// spared once, and a coupon for free delivery has nothing left to waive.
func TestDeliveryIsFreeFromAnAmount(t *testing.T) {
	line := func(price int64) []pricing.Line {
		return []pricing.Line{{UnitPrice: price, ListPrice: price, Qty: 1, VATBP: 1400, Eligible: true}}
	}
	for _, c := range []struct {
		name                     string
		in                       pricing.Input
		delivery, spared, waived int64
	}{
		{"below it", pricing.Input{Lines: line(299_99), Delivery: 20_00, FreeFrom: 300_00}, 20_00, 0, 0},
		{"at it", pricing.Input{Lines: line(300_00), Delivery: 20_00, FreeFrom: 300_00}, 0, 20_00, 0},
		{
			"a coupon takes nothing of it", pricing.Input{Lines: line(300_00), Delivery: 20_00, FreeFrom: 300_00,
				Coupon: &pricing.Coupon{Kind: pricing.Amount, Value: 100_00}}, 0, 20_00, 0},
		{
			"with a coupon for delivery", pricing.Input{Lines: line(300_00), Delivery: 20_00, FreeFrom: 300_00,
				Coupon: &pricing.Coupon{Kind: pricing.FreeDelivery}}, 0, 20_00, 0},
		{"never", pricing.Input{Lines: line(300_00), Delivery: 20_00}, 20_00, 0, 0},
	} {
		r := pricing.Calculate(c.in)
		if r.Delivery != c.delivery || r.Spared != c.spared || r.Waived != c.waived ||
			r.Total != r.Items-r.Discount+r.Delivery {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// TestNothingEligibleIsLeft: a fixed coupon takes nothing off other lines if its eligible goods weigh nothing.
func TestNothingEligibleIsLeft(t *testing.T) {
	t.Parallel()
	r := pricing.Calculate(pricing.Input{
		Lines:   []pricing.Line{{UnitPrice: 5, Qty: 1, UnitGrams: 50, Grams: 45, Eligible: true}, {UnitPrice: 700, Qty: 1}},
		Granted: &pricing.Granted{Discount: 1, Of: 1}})
	if r.Discount != 0 || r.Total != 700 || r.Lines[1].Discount != 0 {
		t.Errorf("%d off, %d to pay: %+v", r.Discount, r.Total, r.Lines)
	}
}
