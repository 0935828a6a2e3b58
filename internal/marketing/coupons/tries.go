package coupons

import (
	"context"
	"net/netip"
	"time"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Limits bound how many wrong codes may be tried per hour. Many people share one address of a mobile carrier, so the
// limit per block of addresses is higher.
type Limits struct {
	PerOwner int64 // by one customer, or one guest's cart
	PerBlock int64 // from one /24 of IPv4 or /48 of IPv6
}

// DefaultLimits allow a customer to misread a card, but prevent guessing.
var DefaultLimits = Limits{PerOwner: 10, PerBlock: 60}

// Relaxed raises the limit per block for the demo, where many test runs come from one machine.
func (l Limits) Relaxed() Limits { return Limits{l.PerOwner, l.PerBlock * 100} }

// Guess is a typed code.
type Guess struct {
	Code   string
	UserID string // "" for a guest
	Owner  string // the owner of the cart; "" for a guest without one
	IP     netip.Addr
	Now    time.Time
}

// keys returns the counters of a guess, in locking order.
func (g Guess) keys(l Limits) []counter {
	keys := []counter{{"coupon:block:" + counters.Network(g.IP), l.PerBlock}}
	if g.Owner != "" {
		keys = append(keys, counter{"coupon:owner:" + g.Owner, l.PerOwner})
	}
	return keys
}

type counter struct {
	key   string
	limit int64
}

// Find finds the coupon of a typed code. It counts the try across all nodes before it reads anything, and gives it back
// if the coupon is in force; after too many wrong ones it returns promo.too_many_codes (429) with the time to wait. An
// unknown code returns promo.unknown.
func Find(ctx context.Context, d *db.DB, g Guess, l Limits) (Coupon, error) {
	err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, c := range g.keys(l) {
			if err := counters.Require(ctx, tx, c.key, c.limit, g.Now, "promo.too_many_codes"); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Coupon{}, err
	}
	found, err := ByCode(ctx, d, g.Code, g.UserID)
	if err == nil && !found.Active {
		err = errs.Refuse("promo.unknown")
	}
	if err != nil {
		return Coupon{}, err
	}
	return found, d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, c := range g.keys(l) {
			if err := counters.GiveBack(ctx, tx, c.key, g.Now); err != nil {
				return err
			}
		}
		return nil
	})
}
