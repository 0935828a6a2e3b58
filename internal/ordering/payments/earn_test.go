package payments_test

import (
	"testing"

	"wekala/internal/identity/parties"
	"wekala/internal/locations/branches"
	"wekala/internal/money/loyalty"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
)

// TestPointsOfCashThatTheSellerCollects: points for cash that never reaches the platform are worth
// at most the commission on the order; all other money earns as usual.
func TestPointsOfCashThatTheSellerCollects(t *testing.T) {
	const (
		rate   = 100 // points for a hundred pounds
		usual  = 1000
		bought = 1000_00 // of goods
	)
	terms := loyalty.Terms{Worth: 10_00} // for a hundred points
	seller := func(change func(o *orders.Order)) *orders.Order {
		o := &orders.Order{ItemsTotal: bought, DeliveryFee: 20_00, Total: 1020_00, CommissionBase: bought, CommissionBP: 2_00,
			StoreOwner: branches.OwnedBySeller, PaymentMethod: orders.COD, Fulfilment: orders.ToDoor,
			DeliveredBy: orders.ByStore,
			FeeTo:       orders.ByStore}
		if change != nil {
			change(o)
		}
		return o
	}
	for name, c := range map[string]struct {
		order *orders.Order
		noted parties.Party
		want  int64
	}{
		// A commission of 20 pounds is worth 200 points.
		"cash, the seller's courier":                        {seller(nil), parties.Seller, 200},
		"cash, the seller's courier, noted by the platform": {seller(nil), parties.Platform, 200},
		"cash, collected at the branch": {seller(func(o *orders.Order) {
			o.Fulfilment, o.DeliveredBy, o.FeeTo = orders.Pickup, "", orders.ByShop
		}), parties.Platform, 200},
		"cash, the platform's courier": {seller(func(o *orders.Order) {
			o.DeliveredBy, o.FeeTo = orders.ByShop, orders.ByShop
		}), parties.Platform, usual},
		"cash, the platform delivers, the seller's people note it": {seller(func(o *orders.Order) {
			o.DeliveredBy, o.FeeTo = orders.ByShop, orders.ByShop
		}), parties.Seller, 200},
		"card": {seller(func(o *orders.Order) { o.PaymentMethod = orders.Card }), parties.Seller, 200},
		"card, the platform's courier": {seller(func(o *orders.Order) {
			o.PaymentMethod, o.DeliveredBy = orders.Card, orders.ByShop
		}), parties.Platform, usual},
		// The part paid by wallet goes to the seller, who may return it to the customer.
		"all of the wallet": {seller(func(o *orders.Order) { o.PaymentMethod, o.WalletPaid = orders.Wallet, 1020_00 }),
			parties.Seller, 200},
		"all of the wallet, no commission": {seller(func(o *orders.Order) {
			o.PaymentMethod, o.WalletPaid, o.CommissionBP = orders.Wallet, 1020_00, 0
		}), parties.Seller, 0},
		"the platform's own store": {seller(func(o *orders.Order) {
			o.StoreOwner, o.CommissionBP = branches.OwnedByPlatform, 0
		}), parties.Seller, usual},
		"no commission":                  {seller(func(o *orders.Order) { o.CommissionBP = 0 }), parties.Seller, 0},
		"commission above what it earns": {seller(func(o *orders.Order) { o.CommissionBP = 20_00 }), parties.Seller, usual},
		"partly of the wallet":           {seller(func(o *orders.Order) { o.WalletPaid = 600_00 }), parties.Seller, 200},
		"in cash the delivery fee alone": {seller(func(o *orders.Order) {
			o.WalletPaid = bought
		}), parties.Seller, 200},
		"points and card": {seller(func(o *orders.Order) { o.PaymentMethod, o.PointsPaid = orders.Card, 300_00 }),
			parties.Seller, 200},
		// 300 pounds of points earn nothing; 700 in cash would earn 700.
		"partly of points": {seller(func(o *orders.Order) { o.PointsPaid = 300_00 }), parties.Seller, 200},
		"all of it off":    {seller(func(o *orders.Order) { o.Discount = bought }), parties.Seller, 0},
		"from before, with commission": {seller(func(o *orders.Order) {
			o.StoreOwner = ""
		}), parties.Seller, 200},
		"from before, without": {seller(func(o *orders.Order) { o.StoreOwner, o.CommissionBP = "", 0 }), parties.Seller,
			usual},
	} {
		got := terms.Earned(payments.Earning(c.order, c.noted), rate)
		if got != c.want {
			t.Errorf("%s: %d points, want %d", name, got, c.want)
		}
		if m := payments.Earning(c.order, c.noted); m.Cap != nil &&
			got*terms.Worth > c.order.Commission()*100 {
			t.Errorf("%s: %d points cost more than the commission of %d", name, got, c.order.Commission())
		}
	}
}
