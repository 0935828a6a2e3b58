package money_test

import (
	"math/rand/v2"
	"testing"

	"wekala/internal/platform/money"
)

// The price that is told for a kilogram is the one that is kept, so any weight
// costs exactly its part of it: nothing is rounded after the price is said.
func TestAWeightCostsItsPartOfTheKilo(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 3))
	for _, grams := range []int64{10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000} {
		for range 2000 {
			said := 1 + r.Int64N(100_000_00)
			unit := money.OfKilo(said, grams)
			told := money.PerKilo(unit, grams)
			if money.OfKilo(told, grams) != unit {
				t.Fatalf("%d g: the price that is told, %d, is not the one kept, %d", grams, told, unit)
			}
			if off := told - said; 2*off > 1000/grams || -2*off > 1000/grams {
				t.Fatalf("%d g: said %d, told %d", grams, said, told)
			}
			if qty := 1 + r.Int64N(999); unit*qty*1000 != told*qty*grams {
				t.Fatalf("%d units of %d g at %d a kilogram cost %d", qty, grams, told, unit*qty)
			}
		}
	}
	for _, c := range []struct{ said, grams, unit int64 }{
		{120_00, 250, 30_00}, {99_99, 250, 25_00}, {99_97, 250, 24_99}, {99_98, 250, 25_00}, {33_33, 50, 1_67}, {7, 0, 7}, {1, 250, 0}, {2, 250, 1},
	} {
		if got := money.OfKilo(c.said, c.grams); got != c.unit {
			t.Errorf("%d a kilogram: %d g cost %d, want %d", c.said, c.grams, got, c.unit)
		}
	}
	if money.PerKilo(7, 0) != 7 {
		t.Error("a piece has no price per kilogram")
	}
}
