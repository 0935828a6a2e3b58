package shipping

import (
	"testing"
	"time"

	"wekala/internal/identity/parties"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
)

// TestBearsLate: lateness is the store's where it delivers or was not ready in time for
// the way, and the platform's otherwise; orders from before parties are the platform's.
func TestBearsLate(t *testing.T) {
	placed := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	at := func(minutes int) *db.Millis {
		ms := db.At(placed.Add(time.Duration(minutes) * time.Minute))
		return &ms
	}
	const day = 24 * 60
	for name, c := range map[string]struct {
		promised        int
		ready           *db.Millis
		slot, by, feeTo string
		want            string
	}{
		"ready in time":               {45, at(25), "", "shop", "shop", "late_cost:shop"},
		"ready too late for the way":  {45, at(26), "", "shop", "shop", "branch_payable:br"},
		"never ready":                 {45, nil, "", "shop", "shop", "branch_payable:br"},
		"a promise of a minute":       {1, at(0), "", "shop", "shop", "branch_payable:br"},
		"the store's own couriers":    {45, at(1), "", "store", "store", "branch_payable:br"},
		"days, ready a day before":    {2 * day, at(day), "", "shop", "shop", "late_cost:shop"},
		"days, ready that day":        {2 * day, at(day + 1), "", "shop", "shop", "branch_payable:br"},
		"an hour of tomorrow":         {day, at(day - 20), "slot", "shop", "shop", "late_cost:shop"},
		"minutes, after a day's hold": {day + 45, at(day + 25), "", "shop", "shop", "late_cost:shop"},
		"from before":                 {45, at(44), "", "store", "", "late_cost:shop"},
	} {
		o := &orders.Order{BranchID: "br", CreatedAt: db.At(placed), PromisedAt: *at(c.promised), PickedAt: c.ready,
			DeliveredBy: c.by, FeeTo: c.feeTo}
		if name == "minutes, after a day's hold" {
			o.ReachedAt = at(day)
		}
		if c.slot != "" {
			o.ScheduledTo = at(c.promised)
		}
		if got := bearsLate(o, parties.Seller); c.feeTo != "" && got != "branch_payable:br" {
			t.Errorf("%s, noted by the store: %s", name, got)
		}
		if got := bearsLate(o, parties.Platform); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
