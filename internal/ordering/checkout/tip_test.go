package checkout_test

import (
	"context"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestATipIsOfWhoeverDelivers: the tip is booked to the party whose couriers deliver, and an order that ends takes it
// back from there; one older than the rule keeps it with its branch.
func TestATipIsOfWhoeverDelivers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		const branchs, shops = "tips_payable:" + buytest.Koshary, "tips_payable:shop"
		for _, c := range []struct {
			delivers string
			before   bool
			want     string
		}{{"shop", false, shops}, {"store", false, branchs}, {"shop", true, branchs}} {
			s.Exec(`UPDATE stores SET delivers = $1`, c.delivers)
			if err := s.Branches.Load(context.Background()); err != nil {
				t.Fatal(err)
			}
			held := func(account string) int64 {
				return buytest.Get[int64](s, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_postings
					WHERE account = $1`, account)
			}
			s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
			body := s.Body("usr", "food", "cod")
			body["tip"], body["expected_total"] = 7, 112
			var a struct{ Order struct{ ID string } }
			s.Place("usr", "key-"+c.want+c.delivers, body).Into(t, &a)
			s.Healthy()
			if c.before {
				s.Exec(`UPDATE orders SET tip_to = '' WHERE id = $1`, a.Order.ID)
				s.Exec(`UPDATE ledger_postings SET account = $1 WHERE account = $2 AND transaction_id =
					(SELECT id FROM ledger_transactions WHERE source = $3)`, branchs, shops, "order:"+a.Order.ID+":placed")
				s.Healthy()
			}
			for _, account := range []string{branchs, shops} {
				want := int64(0)
				if account == c.want {
					want = -7_00
				}
				if got := held(account); got != want {
					t.Errorf("%+v: %s holds %d, want %d", c, account, got, want)
				}
			}
			if _, err := s.Orders.Transition(context.Background(),
				orders.Transition{OrderID: a.Order.ID, To: orders.Cancelled, Actor: orders.CustomerActor("usr")}); err != nil {
				t.Fatal(err)
			}
			s.Healthy()
			if held(branchs) != 0 || held(shops) != 0 {
				t.Errorf("%+v: after the order was cancelled %d and %d are held", c, held(branchs), held(shops))
			}
		}
	})
}
