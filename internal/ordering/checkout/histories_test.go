package checkout_test

import (
	"context"
	"testing"

	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestHistoriesNameTheirOrders: a wallet or points entry caused by an order names the order, but only to the order's
// own customer.
func TestHistoriesNameTheirOrders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Customer("other", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		var placed checkout.Answer
		s.Place("usr", "key", s.Body("usr", "food", "cod")).Into(t, &placed)
		order := placed.Order
		tell := func(user, orderID string) {
			t.Helper()
			if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.Exec(ctx, `INSERT INTO points_entries (user_id, id, type, points, source, order_id, at)
					VALUES ($1, $2, 'earned', 40, $2, $3, $4)`, user, "pte_"+user+orderID, orderID, db.At(s.Clock.Now())); err != nil {
					return err
				}
				return s.Wallet.Credit(ctx, tx, wallet.Entry{
					UserID: user, Amount: 5_00, Type: wallet.Refund, Source: "refund:" + user + orderID,
					From: "cash:shop", OrderID: orderID})
			}); err != nil {
				t.Fatal(err)
			}
		}
		orders := func(user string) (found []*wallet.OrderView) {
			t.Helper()
			var money []wallet.EntryView
			s.Do("GET", "/wallet/history", user, nil).Into(t, &money)
			for _, e := range money {
				found = append(found, e.Order)
			}
			var points []loyalty.EntryView
			s.Do("GET", "/loyalty/history", user, nil).Into(t, &points)
			for _, e := range points {
				found = append(found, e.Order)
			}
			return found
		}

		tell("usr", order.ID)
		own := orders("usr")
		if len(own) != 2 {
			t.Fatalf("%d lines", len(own))
		}
		for _, o := range own {
			if o == nil || o.ID != order.ID || o.Number != order.Number || o.Store != order.Store || len(o.FirstImages) != 1 ||
				o.Tint == "" {
				t.Errorf("the order of a line: %+v", o)
			}
		}

		// Another customer's history that names the order, an entry whose order is gone, and one without an order.
		tell("other", order.ID)
		tell("other", "ord_gone")
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return s.Wallet.Credit(ctx, tx, wallet.Entry{
				UserID: "other", Amount: 5_00, Type: wallet.Referral, Source: "friend", From: "marketing:shop"})
		}); err != nil {
			t.Fatal(err)
		}
		others := orders("other")
		if len(others) != 5 {
			t.Fatalf("%d lines of somebody else", len(others))
		}
		for _, o := range others {
			if o != nil {
				t.Errorf("somebody else is shown %+v", o)
			}
		}
	})
}
