package money_test

import (
	"math/rand/v2"
	"testing"

	"wekala/internal/platform/money"
)

// TestAWeightCostsItsPartOfTheKilo: a kilogram costs exactly its price, in units of any weight, and any other weight
// costs its share, to half a piastre.
func TestAWeightCostsItsPartOfTheKilo(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 3))
	for _, grams := range []int64{10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000} {
		for range 2000 {
			said, qty := 1+r.Int64N(100_000_00), 1+r.Int64N(999)
			if got := money.Times(said, 1000/grams, grams); got != said {
				t.Fatalf("a kilogram in units of %d g at %d costs %d", grams, said, got)
			}
			got := money.Times(said, qty, grams)
			if off := 2 * (got*1000 - said*qty*grams); off > 1000 || off < -1000 {
				t.Fatalf("%d units of %d g at %d a kilogram cost %d", qty, grams, said, got)
			}
		}
	}
	for _, c := range []struct{ said, qty, grams, want int64 }{
		{18_50, 4, 250, 18_50}, {18_50, 1, 250, 4_63}, {18_50, 2, 250, 9_25}, {18_50, 6, 250, 27_75}, {33_33, 30, 50, 50_00},
		{7, 3, 0, 21},
	} {
		if got := money.Times(c.said, c.qty, c.grams); got != c.want {
			t.Errorf("%d units of %d g at %d cost %d, want %d", c.qty, c.grams, c.said, got, c.want)
		}
	}
}
