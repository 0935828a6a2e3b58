package demo

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// PastOrder is the recipe of an order: what was ordered, when, and how it ended. The history prices it with the shop's
// own rules and writes everything an order leaves behind.
type PastOrder struct {
	UserID, AddressID, BranchID string
	PlacedAt                    time.Time
	Status                      string // the last of its timeline
	Payment                     string // cod or card
	Coupon                      string // a code, or ""
	Tip                         int64  // minor units
	Wallet                      int64  // what the wallet pays of it, in minor units
	Note, Reason                string
	Lines                       []PastLine
	Opinion                     *PastOpinion // what its customer thought of it; nil: nothing
	Hearts                      []PastHeart  // what they marked on the way
	Return                      *PastReturn  // what they gave back; nil: nothing
	Ordinary                    bool         // one like many others: those are copies of it
}

// PastOpinion is a customer's opinion of an order, its delivery and its content, and the branch's answer.
type PastOpinion struct {
	After         time.Duration // since it was delivered
	Stars         int64
	DeliveryStars int64
	Text, Answer  string
	Lines         map[string]PastLineOpinion // by variant
}

// PastLineOpinion is a customer's opinion of one thing.
type PastLineOpinion struct {
	Stars        int64
	Text, Answer string
}

// PastHeart is a product or a branch that was marked, by id.
type PastHeart struct{ Kind, ID string }

// PastLine is some units of a variant.
type PastLine struct {
	VariantID string
	Qty       int64
}

// History places past orders. This package cannot know how, so app passes it in. Orders come in batches, oldest first
// within each customer; an error ends the filling, and the orders placed before stay.
type History interface {
	Place(ctx context.Context, orders []PastOrder) error
	// Repeat writes orders like the ordinary ones that were placed, for other customers.
	Repeat(ctx context.Context, r Repeats) error
}

// Repeats is how many orders are copied, from when on and how far apart.
type Repeats struct {
	Orders int64
	From   time.Time
	Apart  time.Duration
	Bare   bool // no more of them than lists and pages of orders read
	Log    *slog.Logger
}

// historyBatch is how many copies, with separate customers, are handed over at once.
const historyBatch = 200

// A generated history is as long as a shop's of some years, its last day before the first of the hand-made orders.
const (
	longest = 3 * 365 * 24 * time.Hour
	apart   = 7 * time.Minute // at most
	// Real orders are placed before it, slowly: a customer may not call off many orders in a day.
	placedApart = 6 * time.Hour
)

// history places the hand-made orders, then generated ones up to o.Orders.
func history(ctx context.Context, d *db.DB, shop *data.Shop, begun time.Time, o Options) error {
	var have int64
	if err := d.Get(ctx, &have, `SELECT COUNT(*) FROM orders`); err != nil {
		return err
	}
	done, err := doneAt(ctx, d, storied)
	if err != nil {
		return err
	}
	if done.IsZero() {
		orders, err := told(shop, begun)
		if err != nil {
			return err
		}
		if err := o.History.Place(ctx, orders); err != nil {
			return err
		}
		have += int64(len(orders))
		if err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			return markDone(ctx, tx, storied, begun)
		}); err != nil {
			return err
		}
	}
	return generateOrders(ctx, d, shop, begun, have, o)
}

// told turns the recipes into orders with times.
func told(shop *data.Shop, begun time.Time) ([]PastOrder, error) {
	var orders []PastOrder
	for _, r := range shop.Orders {
		at := begun.Add(-time.Duration(r.MinutesAgo) * time.Minute)
		if r.Clock != "" {
			day := midnight(begun).AddDate(0, 0, -r.DaysAgo).Format(time.DateOnly)
			var err error
			if at, err = time.ParseInLocation(time.DateOnly+" 15:04", day+" "+r.Clock, clock.Cairo); err != nil {
				return nil, err
			}
		}
		p := PastOrder{
			UserID: CustomerID(r.Customer), AddressID: AddressID(r.Customer, r.Address), BranchID: BranchID(r.Branch),
			PlacedAt: at.UTC(),
			Status:   r.Status, Payment: r.Payment, Coupon: r.Coupon, Tip: r.Tip, Note: r.Note, Reason: r.Reason,
		}
		for _, l := range r.Lines {
			p.Lines = append(p.Lines, PastLine{VariantID(l.SKU), l.Qty})
		}
		p.Opinion, p.Return = thought(r.Opinion), givenBack(r)
		for _, h := range r.Hearts {
			id := ProductID(h.Slug)
			if h.Kind == "branch" {
				id = BranchID(h.Slug)
			}
			p.Hearts = append(p.Hearts, PastHeart{h.Kind, id})
		}
		orders = append(orders, p)
	}
	return orders, nil
}

func thought(o *data.OrderOpinion) *PastOpinion {
	if o == nil {
		return nil
	}
	p := &PastOpinion{After: time.Duration(o.HoursLater) * time.Hour, Stars: o.Stars, DeliveryStars: o.DeliveryStars,
		Text: o.Text, Answer: o.Answer, Lines: map[string]PastLineOpinion{}}
	for sku, l := range o.Lines {
		p.Lines[VariantID(sku)] = PastLineOpinion{l.Stars, l.Text, l.Answer}
	}
	return p
}

// generateOrders places small orders of the demo's customers, at branches that deliver to them,
// and has them copied until there are as many as asked for.
func generateOrders(ctx context.Context, d *db.DB, shop *data.Shop, begun time.Time, have int64, o Options) error {
	missing := int64(o.Orders) - have
	if missing <= 0 {
		return nil
	}
	between := min(apart, longest/time.Duration(missing)).Truncate(time.Millisecond)
	from := midnight(begun).AddDate(0, 0, -45).Add(-time.Duration(missing) * between).UTC()
	placed, err := doneAt(ctx, d, modelled)
	if err != nil {
		return err
	}
	if placed.IsZero() {
		ordinary, err := baskets(shop)
		if err != nil {
			return err
		}
		ordinary = ordinary[:min(int64(len(ordinary)), missing)]
		for i := range ordinary {
			ordinary[i].PlacedAt = from.Add(-time.Duration(len(ordinary)-i) * placedApart)
		}
		if err := o.History.Place(ctx, ordinary); err != nil {
			return err
		}
		if err := d.Get(ctx, &have, `SELECT COUNT(*) FROM orders`); err != nil {
			return err
		}
		missing = int64(o.Orders) - have
	}
	return o.History.Repeat(ctx, Repeats{Orders: missing, From: from, Apart: between, Bare: o.Bare, Log: o.Log})
}

// baskets are a few ordinary orders per customer and branch that reaches them.
func baskets(shop *data.Shop) ([]PastOrder, error) {
	var out []PastOrder
	for _, s := range shop.Customers {
		for n, a := range s.Addresses {
			for i := range shop.Branches {
				b := &shop.Branches[i]
				if !reaches(b, a.District) {
					continue
				}
				lines := basket(shop, b, len(out))
				if len(lines) == 0 {
					continue
				}
				p := PastOrder{
					UserID: CustomerID(s.ID), AddressID: AddressID(s.ID, n), BranchID: BranchID(b.Slug),
					Status: "delivered", Payment: "cod", Lines: lines, Ordinary: true,
				}
				switch {
				case len(out)%20 == 7:
					p.Status, p.Reason = "cancelled", "Ordered twice"
				case len(out)%50 == 9:
					p.Status, p.Reason = "rejected", "Sold out"
				}
				out = append(out, p)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("nobody delivers to the demo's customers")
	}
	return out, nil
}

func reaches(b *data.Branch, district string) bool {
	for _, z := range b.Zones {
		if z.District == district {
			return true
		}
	}
	return false
}

// basket picks three things a branch sells, other ones each time.
func basket(shop *data.Shop, b *data.Branch, turn int) []PastLine {
	var sold []string
	for i := range shop.Products {
		p := &shop.Products[i]
		if p.Store == b.Store && p.MinQty <= 1 && shop.Shelf(b, p, p.Variants[0]).Stock > 0 {
			sold = append(sold, VariantID(p.Variants[0].SKU))
		}
	}
	var lines []PastLine
	for k := range min(3, len(sold)) {
		lines = append(lines, PastLine{sold[(turn*7+k*len(sold)/3)%len(sold)], int64(1 + (turn+k)%2)})
	}
	return lines
}
