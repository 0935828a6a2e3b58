package demo

import (
	"context"
	"encoding/json"
	"time"

	"wekala/internal/ordering/orders"
)

// saver is a customer with a wallet and points in the demo, and what they ordered.
type saver struct {
	id                string
	kitchen, grocer   string // branches that deliver to their default address
	old, called, paid []PastLine
	topUp             int64 // in pounds
}

var savers = []saver{
	{
		id: "mona", kitchen: "darb-el-gamr-mohandessin", grocer: "souq-ganayen-dokki", topUp: 300,
		old:    []PastLine{bought("kebab-and-kofta-mix--1kg", 1), bought("tahini-salad", 2)},
		called: []PastLine{bought("full-cream-milk--1l", 3), bought("sugar", 2)},
		paid:   []PastLine{bought("egyptian-rice--5kg", 1), bought("white-eggs--30pc", 1)},
	},
	{
		id: "karim", kitchen: "sabaa-habbat-nasr-city", grocer: "souq-ganayen-nasr-city", topUp: 250,
		old:    []PastLine{bought("classic-koshary--large", 2), bought("rice-pudding", 1)},
		called: []PastLine{bought("egyptian-rice--5kg", 1), bought("black-tea--250g", 1)},
		paid:   []PastLine{bought("white-eggs--30pc", 1), bought("feta-cheese--500g", 1)},
	},
}

// The days before the demo's present on which it happens. Points live for a
// year: those of the old order are about to expire.
const (
	oldOrderAgo = 350
	topUpAgo    = 20
	calledOff   = 12
	paidAgo     = 8
)

// save adds the story of a wallet, once: an old order whose points are about to expire, a top-up, an order that was
// cancelled and refunded to the wallet, and one that the wallet helped to pay.
func (h *historian) save(ctx context.Context, by saver) error {
	who := PastOrder{UserID: CustomerID(by.id), AddressID: AddressID(by.id, 0), Payment: orders.COD}
	var known int
	if err := h.node.DB.Get(ctx, &known, `SELECT COUNT(*) FROM topups WHERE user_id = $1`, who.UserID); err != nil ||
		known > 0 {
		return err
	}
	order := func(daysAgo int, branch string, status orders.Status, wallet int64, lines []PastLine) error {
		o := who
		o.PlacedAt, o.BranchID, o.Status = h.now.AddDate(0, 0, -daysAgo), BranchID(branch), string(status)
		o.Wallet, o.Lines = wallet, lines
		_, err := h.tell(ctx, o)
		return err
	}
	if err := order(oldOrderAgo, by.kitchen, orders.Delivered, 0, by.old); err != nil {
		return err
	}
	if err := h.topUp(ctx, who, by.topUp, h.now.AddDate(0, 0, -topUpAgo)); err != nil {
		return err
	}
	if err := order(calledOff, by.grocer, orders.Cancelled, 120_00, by.called); err != nil {
		return err
	}
	err := order(paidAgo, by.grocer, orders.Delivered, 90_00, by.paid)
	h.clock.Set(h.now)
	return err
}

func bought(sku string, qty int64) PastLine {
	return PastLine{VariantID: VariantID(sku), Qty: qty}
}

// topUp pays money into a wallet by card.
func (h *historian) topUp(ctx context.Context, who PastOrder, pounds int64, at time.Time) error {
	h.clock.Set(at)
	raw, err := h.do(ctx, who, "POST", "/wallet/top-up", map[string]any{"amount": pounds}, "Idempotency-Key",
		"story-topup")
	if err != nil {
		return err
	}
	var made struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		return err
	}
	return h.pay(ctx, made.ID)
}
