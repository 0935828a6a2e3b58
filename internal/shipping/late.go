package shipping

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"wekala/internal/addresses"
	"wekala/internal/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/settings"
	"wekala/internal/wallet"
)

// LateSetting is the key in settings that overrides DefaultAmends: a JSON
// object of Amends.
const LateSetting = "shipping.late"

// Amends is what an order that comes late is worth to the customer.
type Amends struct {
	Enabled bool   `json:"enabled"`
	Steps   []Step `json:"steps"` // the last one reached counts
}

// Step gives Amount minor units from Minutes after the promised moment on.
type Step struct {
	Minutes int64 `json:"minutes"`
	Amount  int64 `json:"amount"`
}

// DefaultAmends hold until the setting says otherwise.
var DefaultAmends = Amends{Enabled: true, Steps: []Step{{15, 10_00}, {30, 20_00}, {60, 40_00}}}

// StartOff lets a shop that nobody has set up yet owe nothing for lateness. Once
// somebody has set it, it stays.
func StartOff(ctx context.Context, tx *db.Tx, at time.Time) error {
	return settings.Once(ctx, tx, LateSetting, Amends{Steps: DefaultAmends.Steps}, at)
}

// Of is what an order is owed that was promised and delivered at these moments
// and came to total: never more than it cost.
func (a Amends) Of(promised, delivered time.Time, total int64) int64 {
	if !a.Enabled {
		return 0
	}
	late := int64(delivered.Sub(promised) / time.Minute)
	var owed, from int64
	for _, s := range a.Steps {
		if late >= s.Minutes && s.Minutes >= from {
			owed, from = s.Amount, s.Minutes
		}
	}
	return max(0, min(owed, total))
}

// Late pays customers for orders that come late.
type Late struct {
	// Credit puts money into a wallet, once for a source.
	Credit func(ctx context.Context, tx *db.Tx, e wallet.Entry) error
}

// OnStatus pays into the customer's wallet when an order is delivered later than
// promised, in that transaction and once, and tells them. Where a delivery
// failed before, somebody had not been at the door: nothing is owed. Nor is it
// where the customer comes for the order when they like.
func (l Late) OnStatus(ctx context.Context, tx *db.Tx, c orders.Change) error {
	o := c.Order
	if c.To != orders.Delivered || o.DeliveredAt == nil || *o.DeliveredAt != c.Event.At || o.Attempts > 0 || o.Fulfilment == orders.Pickup {
		return nil
	}
	amends, err := promisedAmends(ctx, tx, o)
	if err != nil {
		return err
	}
	owed := amends.Of(o.PromisedAt.Time(), o.DeliveredAt.Time(), o.Total)
	if owed == 0 {
		return nil
	}
	err = l.Credit(ctx, tx, wallet.Entry{UserID: o.UserID, Amount: owed, Type: wallet.Late, Source: "order:" + o.ID + ":late",
		From: "late_cost:shop", OrderID: o.ID, At: c.Event.At.Time()})
	if err != nil {
		return err
	}
	snap, err := addresses.ParseSnapshot(o.Address)
	if err != nil {
		return err
	}
	m := notify.Message{To: snap.Phone, Template: "shipping.notice_late", Lang: o.Lang, UserID: o.UserID, Link: "/account/my-wallet",
		Params: map[string]string{"amount": money.EGP(owed).Major().String()}, At: c.Event.At.Time()}
	if err := orders.Name(ctx, tx, &m, o); err != nil {
		return err
	}
	if m.To == "" {
		m.Channel = notify.Inbox
	}
	return notify.Send(ctx, tx, m)
}

// promisedAmends is what lateness was worth when the order was placed.
func promisedAmends(ctx context.Context, q db.Querier, o *orders.Order) (Amends, error) {
	promised, err := o.Promised()
	if err != nil {
		return Amends{}, err
	}
	if promised.Late == nil {
		return ReadAmends(ctx, q)
	}
	var a Amends
	err = json.Unmarshal(promised.Late, &a)
	return a, err
}

// ReadAmends reads what lateness is worth.
func ReadAmends(ctx context.Context, q db.Querier) (Amends, error) {
	amends, _, err := amendsVersion(ctx, q)
	return amends, err
}

func amendsVersion(ctx context.Context, q db.Querier) (Amends, int64, error) {
	amends := Amends{Enabled: DefaultAmends.Enabled, Steps: slices.Clone(DefaultAmends.Steps)}
	version, err := settings.ReadVersion(ctx, q, LateSetting, &amends)
	if err != nil {
		return DefaultAmends, 0, err
	}
	return amends, version, nil
}
