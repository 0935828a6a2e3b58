package returns_test

import (
	"testing"

	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestHistoriesShowWhatCameBack: of an order of two lines of which one came back,
// the lines of the wallet and of the points that the return brought show that one.
func TestHistoriesShowWhatCameBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		bought := func(method string) string {
			t.Helper()
			s.Add("usr", "food", buytest.Koshary, buytest.Large, 2)
			return s.delivered("usr", method, 2, 0)
		}
		shown := func(order string) map[string]int {
			t.Helper()
			found := map[string]int{}
			var money []wallet.EntryView
			s.Do("GET", "/wallet/history", "usr", nil).Into(t, &money)
			for _, e := range money {
				if e.OrderID != nil && *e.OrderID == order {
					found[e.Type] = len(e.Order.FirstImages)
				}
			}
			var points []loyalty.EntryView
			s.Do("GET", "/loyalty/history", "usr", nil).Into(t, &points)
			for _, e := range points {
				if e.OrderID != nil && *e.OrderID == order {
					found[e.Type] = len(e.Order.FirstImages)
				}
			}
			return found
		}

		order := bought("cod")
		s.through(s.asked(order, 1, "changed_mind"), always("restock"))
		if got := shown(order); got[loyalty.Earned] != 2 || got[wallet.Refund] != 1 || got[loyalty.Reversed] != 1 {
			t.Errorf("one line came back: %v", got)
		}

		// A refund to a card is an entry about money on its way; refused goods have none.
		order = bought(orders.Card)
		var items []fields
		for _, pick := range []string{"MIN", "MAX"} {
			line := buytest.Get[string](s.Shop, `SELECT `+pick+`(id) FROM order_lines WHERE order_id = $1`, order)
			items = append(items, fields{"line_id": line, "qty": 1, "reason_id": "changed_mind"})
		}
		body := s.want(order, 1, "changed_mind")
		body["items"], body["refund_to"] = items, "card"
		var preview struct{ Total any }
		s.Do("POST", "/orders/"+order+"/return/preview", "usr", fields{"items": items, "refund_to": "card"}).Into(t, &preview)
		body["expected_refund"] = preview.Total
		var made struct{ ID string }
		s.ask(order, body).Into(t, &made)
		s.through(made.ID, func(i int) string { return []string{"restock", "refuse"}[i] })
		if got := shown(order); got[loyalty.Earned] != 2 || got[wallet.RefundCard] != 1 || got[loyalty.Reversed] != 1 {
			t.Errorf("one of two lines was accepted: %v", got)
		}
	})
}
