package payments

import (
	"context"

	"wekala/internal/money/loyalty"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/notify"
)

// Base is the money of an order that earns points: its goods after discount,
// less what points paid.
func Base(o *orders.Order) int64 { return max(o.ItemsTotal-o.Discount-o.PointsPaid, 0) }

// Earn is the hook by which a delivered order earns its points. app joins it to
// the orders.
func (s *Service) Earn(ctx context.Context, tx *db.Tx, c orders.Change) error {
	if c.To != orders.Delivered {
		return nil
	}
	o := c.Order
	promised, err := o.Promised()
	if err != nil {
		return err
	}
	var told notify.Message
	if err := orders.Name(ctx, tx, &told, o); err != nil {
		return err
	}
	return s.Loyalty.Earn(ctx, tx, loyalty.Purchase{UserID: o.UserID, OrderID: o.ID, ServiceID: o.ServiceID, Base: Base(o), Rate: promised.Points, Named: told.Params, Thread: told.Thread})
}
