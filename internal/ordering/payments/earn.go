package payments

import (
	"context"

	"wekala/internal/identity/parties"
	"wekala/internal/money/loyalty"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/notify"
)

// Earning is the amount of an order that earns points: its items after discount, less the part paid by points. noted is
// the party of the person who recorded the delivery. If only the seller confirms an order, its points are worth at most
// the commission, so an invented order costs the seller what it earns.
func Earning(o *orders.Order, noted parties.Party) loyalty.Money {
	m := loyalty.Money{Base: max(o.ItemsTotal-o.Discount-o.PointsPaid, 0)}
	if o.OnSellersWord(noted) {
		commission := o.Commission()
		m.Cap = &commission
	}
	return m
}

// Earn is the hook by which a delivered order earns its points. app registers it with the orders.
func (s *Service) Earn(ctx context.Context, tx *db.Tx, c orders.Change) error {
	if c.To != orders.Delivered {
		return nil
	}
	o := c.Order
	promised, err := o.Promised()
	if err != nil {
		return err
	}
	noted, err := c.Noted(ctx, tx)
	if err != nil {
		return err
	}
	var told notify.Message
	if err := orders.Name(ctx, tx, &told, o); err != nil {
		return err
	}
	p := loyalty.Purchase{UserID: o.UserID, OrderID: o.ID, ServiceID: o.ServiceID, Money: Earning(o, noted),
		Rate: promised.Points, Named: told.Params, Thread: told.Thread}
	if o.DeliveredAt != nil && *o.DeliveredAt == c.Event.At { // the first time: points are earned once
		p.Count = func(worth int64) (bool, error) { return o.CountReward(ctx, tx, worth, c.Event.At.Time()) }
	}
	return s.Loyalty.Earn(ctx, tx, p)
}
