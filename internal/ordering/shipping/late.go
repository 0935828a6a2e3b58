package shipping

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"wekala/internal/identity/parties"
	"wekala/internal/locations/addresses"
	"wekala/internal/money/ledger"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/settings"
)

// LateSetting is the key in settings that overrides DefaultAmends: a JSON
// object of Amends.
const LateSetting = "shipping.late"

// Amends is the credit that customers get for late orders.
type Amends struct {
	Enabled bool   `json:"enabled"`
	Steps   []Step `json:"steps"` // the last one reached counts
}

// Step gives Amount minor units from Minutes after the promised time on.
type Step struct {
	Minutes int64 `json:"minutes"`
	Amount  int64 `json:"amount"`
}

// DefaultAmends applies until the setting is changed.
var DefaultAmends = Amends{Enabled: true, Steps: []Step{{15, 10_00}, {30, 20_00}, {60, 40_00}}}

// StartOff makes a new platform give no credit for lateness. An existing setting is left unchanged.
func StartOff(ctx context.Context, tx *db.Tx, at time.Time) error {
	return settings.Once(ctx, tx, LateSetting, Amends{Steps: DefaultAmends.Steps}, at)
}

// Of is the credit for an order with this promised time, delivery time and total; it never exceeds the total. Minutes
// are those of the clock, as the order's page counts them (minutesFrom): an order shown as half an hour late gets the
// credit for half an hour.
func (a Amends) Of(promised, delivered time.Time, total int64) int64 {
	late := int64(delivered.Truncate(time.Minute).Sub(promised.Truncate(time.Minute)) / time.Minute)
	var owed int64
	for _, s := range a.For(total) {
		if late >= s.Minutes {
			owed = s.Amount
		}
	}
	return owed
}

// For returns the steps for an order with this total, earliest first, without steps that give the same as the one
// before.
func (a Amends) For(total int64) []Step {
	if !a.Enabled {
		return nil
	}
	steps := slices.Clone(a.Steps)
	slices.SortStableFunc(steps, func(a, b Step) int { return cmp.Compare(a.Minutes, b.Minutes) })
	var out []Step
	var before int64
	for _, s := range steps {
		if s.Amount = max(0, min(s.Amount, total)); s.Amount != before {
			out = append(out, s)
		}
		before = s.Amount
	}
	return out
}

// Late credits customers for late orders.
type Late struct {
	// Credit credits a wallet, once per source.
	Credit func(ctx context.Context, tx *db.Tx, e wallet.Entry) error
}

// OnStatus credits the customer's wallet when an order is delivered later than promised, once and in the same
// transaction, and notifies them. Nothing is owed if an earlier attempt failed because nobody was at the door, nor for
// pickup orders.
func (l Late) OnStatus(ctx context.Context, tx *db.Tx, c orders.Change) error {
	o := c.Order
	if c.To != orders.Delivered || o.DeliveredAt == nil || *o.DeliveredAt != c.Event.At || !countsLate(o) {
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
	noted, err := c.Noted(ctx, tx)
	if err != nil {
		return err
	}
	if o.OnSellersWord(noted) {
		if counts, err := o.CountReward(ctx, tx, owed, c.Event.At.Time()); err != nil || !counts {
			return err
		}
	}
	err = l.Credit(ctx, tx, wallet.Entry{UserID: o.UserID, Amount: owed, Type: wallet.Late, Source: source(o),
		From: bearsLate(o, noted), OrderID: o.ID, At: c.Event.At.Time()})
	if err != nil {
		return err
	}
	snap, err := addresses.ParseSnapshot(o.Address)
	if err != nil {
		return err
	}
	m := notify.Message{To: snap.Phone, Template: "shipping.notice_late", Lang: o.Lang, UserID: o.UserID,
		Link: "/account/my-wallet", Params: map[string]string{"amount": money.EGP(owed).Major().String()},
		At: c.Event.At.Time()}
	if err := orders.Name(ctx, tx, &m, o); err != nil {
		return err
	}
	if m.To == "" {
		m.Channel = notify.Inbox
	}
	return notify.Send(ctx, tx, m)
}

// countsLate reports whether an order's lateness is our fault, so that its customer may get a credit.
func countsLate(o *orders.Order) bool { return o.Attempts == 0 && o.Fulfilment != orders.Pickup }

// The part of the promised time that the platform's couriers have for the delivery: the store must have the order ready
// before it. It is longer where days were promised.
const (
	tripMinutes = 20 * time.Minute
	tripDays    = 24 * time.Hour
	promiseDays = 20 * time.Hour // from here on days were promised
)

// bearsLate is the account that pays for an order's lateness. It is the store's if its own couriers deliver, if the
// order was not ready in time, or if the store's own people record the delivery, as they choose the recorded time; else
// the platform's.
func bearsLate(o *orders.Order, noted parties.Party) string {
	if o.FeeTo == "" { // from before parties were kept
		return lateCost
	}
	trip := tripMinutes
	if o.ScheduledTo == nil && o.PromisedAt.Time().Sub(o.Reached()) >= promiseDays {
		trip = tripDays
	}
	if noted == parties.Seller || o.DeliveredBy == orders.ByStore || o.PickedAt == nil ||
		o.PickedAt.Time().After(o.PromisedAt.Time().Add(-trip)) {
		return ledger.Account("branch_payable", o.BranchID)
	}
	return lateCost
}

// lateCost is the account of the platform's costs for lateness.
const lateCost = "late_cost:shop"

// source is the source of an order's credit, which makes it unique.
func source(o *orders.Order) string { return "order:" + o.ID + ":late" }

// onTheWay lists the statuses in which an order still has to be delivered.
var onTheWay = []orders.Status{orders.Pending, orders.Processing, orders.Shipped, orders.OutForDelivery, orders.OnHold}

// CreditOf returns the credit that an order's customer gets if it is late, or got because it was.
func CreditOf(ctx context.Context, q db.Querier, o *orders.Order) (orders.LateCredit, error) {
	credit := orders.LateCredit{Steps: []orders.LateStep{}}
	switch {
	case o.DeliveredAt != nil && *o.DeliveredAt > o.PromisedAt:
		got, err := wallet.Credited(ctx, q, o.UserID, source(o))
		credit.Credited = money.EGP(got).Major()
		return credit, err
	case !countsLate(o) || !slices.Contains(onTheWay, o.Status):
		return credit, nil
	}
	amends, err := promisedAmends(ctx, q, o)
	for _, s := range amends.For(o.Total) {
		credit.Steps = append(credit.Steps, orders.LateStep{Minutes: s.Minutes, Amount: money.EGP(s.Amount).Major()})
	}
	return credit, err
}

// promisedAmends returns the credit for lateness that was promised when the order was placed.
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

// ReadAmends reads the current credit for lateness.
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
