package checkout

import (
	"context"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
)

// Cash is the set of cash rules for a customer's next order.
type Cash struct {
	Most       int64 // maximum amount due in cash; 0: no limit
	First      bool  // that is so because they never received an order
	Lost       int64 // deliveries that came back, as far as they are counted
	CallAlways bool  // any order in cash is confirmed by a call
	CallFrom   int64 // orders from this amount are, until they receive one; 0: none
}

// lostCounted is the limit up to which failed deliveries are counted if no rule needs them.
const lostCounted = 20

// CashFor returns the cash rules that apply to a customer, for staff who view their page.
func (s *Service) CashFor(ctx context.Context, q db.Querier, userID string) (c Cash, err error) {
	ways, limits := s.ways(), s.Limits()
	before, err := orders.HasReceived(ctx, q, userID)
	if err != nil {
		return c, err
	}
	c.Most = ways.CashMost
	if !before && ways.CashFirst > 0 && (c.Most == 0 || ways.CashFirst < c.Most) {
		c.Most, c.First = ways.CashFirst, true
	}
	if c.Lost, err = orders.LostDeliveries(ctx, q, userID, max(lostCounted, limits.ConfirmLost)); err != nil {
		return c, err
	}
	c.CallAlways = limits.ConfirmLost > 0 && c.Lost >= limits.ConfirmLost
	if !before {
		c.CallFrom = limits.ConfirmFirst
	}
	return c, nil
}
