package orders

import (
	"testing"

	"wekala/internal/platform/i18n"
)

// Notes must not be missed: a line with a note is on the card wherever it is in the order.
func TestNotedLinesStandOnTheCard(t *testing.T) {
	lines := []Line{{NameEN: "Rice", Qty: 1}, {NameEN: "Oil", Qty: 2}, {NameEN: "Sugar", Qty: 3},
		{NameEN: "Pizza", VariantEN: "Large", Qty: 1, Note: "no onions"}, {NameEN: "Tea", Qty: 1}}
	goods, more := goodsOf(lines, i18n.EN)
	if len(goods) != 3 || more != 2 || goods[2] != (BoardGoods{"Pizza · Large", 1, 0, "no onions"}) {
		t.Errorf("%+v and %d more", goods, more)
	}
	if goods, more = goodsOf(nil, i18n.EN); goods == nil || len(goods) != 0 || more != 0 {
		t.Errorf("no lines: %+v, %d", goods, more)
	}
}
