package orders

import (
	"context"
	"time"

	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/money/ledger"
	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
)

// Account is the ledger account of the open amount between an order's customer and the shop: the order's total once it
// is placed, less payments (which may come first). It is zero once the order is paid, or ended and refunded. A return
// credits it (kind return_credited) before the refund.
func Account(orderID string) string { return ledger.Account("order", orderID) }

// platformRounding is the account of the amounts that the platform's couriers don't collect because cash is rounded
// down.
const platformRounding = "cash_rounding:shop"

// Commission is the amount the seller owes the platform for the order.
func (o *Order) Commission() int64 { return money.RoundRatio(o.CommissionBase, o.CommissionBP, 100_00) }

// DeliveryNotedBy is the party whose person first recorded an order's delivery.
func DeliveryNotedBy(ctx context.Context, q db.Querier, o *Order) (parties.Party, error) {
	var rows []struct {
		Kind string `db:"actor_kind"`
		ID   string `db:"actor_id"`
	}
	err := q.Select(ctx, &rows, `SELECT actor_kind, actor_id FROM order_events WHERE order_id = $1 AND to_status = $2
		ORDER BY seq LIMIT 1`,
		o.ID, Delivered)
	if err != nil || len(rows) == 0 || rows[0].Kind != "staff" {
		return parties.Platform, err
	}
	return staff.PartyOf(ctx, q, rows[0].ID, o.DeliveredBy)
}

// ofSeller reports whether the order's store belongs to a seller. For orders older than the column, the commission
// shows it.
func (o *Order) ofSeller() bool {
	return o.StoreOwner == branches.OwnedBySeller || o.StoreOwner == "" && o.CommissionBP > 0
}

// OnSellersWord reports whether the platform knows of the delivery from the seller alone: the seller's couriers bring
// the order, or its people note that it arrived.
func (o *Order) OnSellersWord(noted parties.Party) bool {
	return o.ofSeller() && (o.Fulfilment == Pickup || o.DeliveredBy == ByStore || noted == parties.Seller)
}

// CollectedBySeller reports whether cash for the order stays with the seller: it is collected
// at the counter, the seller's couriers bring it, or the seller's own people note the delivery.
func (o *Order) CollectedBySeller(noted parties.Party) bool {
	return o.PaymentMethod == COD && o.OnSellersWord(noted)
}

// OffCash is the amount taken off a cash amount to round it down to a step; a step of 0 means no rounding. An amount
// below one step is not rounded, or it would cost nothing.
func OffCash(due, step int64) int64 {
	if step <= 0 || due < step {
		return 0
	}
	return due % step
}

func source(o *Order, what string) string { return "order:" + o.ID + ":" + what }

// DiscountAccount is the account that bears the order's coupon: the shop's, or the branch's balance.
func (o *Order) DiscountAccount() string {
	return partyAccount(o.DiscountBy, o.BranchID, "coupon_cost:shop")
}

// FeeAccount is the account of the party that gets the delivery fee.
func (o *Order) FeeAccount() string { return partyAccount(o.FeeTo, o.BranchID, "delivery_income:shop") }

// TipAccount is the account of the party whose courier gets the tip.
func (o *Order) TipAccount() string {
	if o.TipTo == ByShop {
		return "tips_payable:shop"
	}
	return ledger.Account("tips_payable", o.BranchID)
}

// RoundingAccount is the account that bears the rounding of cash: that of the party that collects it.
func (o *Order) RoundingAccount() string {
	return partyAccount(o.RoundedBy, o.BranchID, platformRounding)
}

func partyAccount(party, branchID, ofShop string) string {
	if party == ByStore {
		return ledger.Account("branch_payable", branchID)
	}
	return ofShop
}

// transferred is the amount a coupon's bearer owes the party whose delivery fee it waived; nothing if they are the
// same.
func (o *Order) transferred() int64 {
	if (o.DiscountBy == ByStore) == (o.FeeTo == ByStore) {
		return 0
	}
	return o.Waived
}

// placed is the ledger entry of an order that a branch will fulfil. The branch is owed its items in full, less its
// share of the coupon; the delivery fee and the tip belong to the party that delivers.
func placed(o *Order, at time.Time) ledger.Entry {
	line := func(account string, amount int64) ledger.Posting {
		return ledger.Posting{Account: account, Currency: o.Currency, Amount: amount}
	}
	return ledger.Entry{Source: source(o, "placed"), Kind: "order_placed", At: at, Postings: []ledger.Posting{
		line(Account(o.ID), o.Total-o.Rounded),
		line(o.RoundingAccount(), o.Rounded),
		line(o.DiscountAccount(), o.Discount+o.transferred()),
		line(ledger.Account("branch_payable", o.BranchID), -o.ItemsTotal),
		line(o.FeeAccount(), -(o.DeliveryFee + o.transferred())),
		line("delivery_income:shop", -o.ServiceFee),
		line(o.TipAccount(), -o.Tip),
	}}
}

// book posts the ledger entries of a transition. Payments post captures and refunds themselves.
func (s *Service) book(ctx context.Context, tx *db.Tx, c Change) error {
	o, at := c.Order, c.Event.At.Time()
	switch c.To {
	case Pending:
		// The entry is posted once; a return from hold changes nothing.
		_, err := ledger.Post(ctx, tx, placed(o, at))
		return err
	case Delivered:
		if o.PaymentMethod != COD {
			return nil
		}
		posted, err := ledger.Post(ctx, tx, ledger.Entry{Source: source(o, "cash"), Kind: "cash_collected", At: at,
			Postings: []ledger.Posting{
				{Account: ledger.Account("cash_due", o.BranchID), Currency: o.Currency, Amount: o.Rest()},
				{Account: Account(o.ID), Currency: o.Currency, Amount: -o.Rest()},
			}})
		if err != nil || !posted {
			return err // back from a return that was withdrawn: it was paid before
		}
		return openCash(ctx, tx, o, c.Event.At)
	case Cancelled, Rejected, Returned:
		if c.From == Draft || o.DeliveredAt != nil {
			return nil // nothing was posted, or the return has credited what came back
		}
		_, err := ledger.Post(ctx, tx, ledger.Reverse(placed(o, at), source(o, "reversed"), "order_reversed", at))
		return err
	}
	return nil
}
