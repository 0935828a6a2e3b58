package returns

import (
	"testing"

	"wekala/internal/ordering/orders"
)

// Six quarters of a kilogram were ordered, and less was in the bag.
func TestAReturnSaysTheWeightDelivered(t *testing.T) {
	weighed := int64(1430)
	for _, c := range []struct {
		item        orders.ItemView
		units, want int64
	}{
		{orders.ItemView{Qty: 6, UnitGrams: 250, Weighed: &weighed}, 6, 1430},
		{orders.ItemView{Qty: 6, UnitGrams: 250, Weighed: &weighed}, 1, 238},
		{orders.ItemView{Qty: 6, UnitGrams: 250, Weighed: &weighed}, 5, 1192},
		{orders.ItemView{Qty: 6, UnitGrams: 250}, 5, 1250},
		{orders.ItemView{Qty: 6}, 5, 0},
	} {
		if got := weightOf(c.item, c.units); got != c.want {
			t.Errorf("%d of %+v: %d, want %d", c.units, c.item, got, c.want)
		}
	}
}
