package checkout_test

import (
	"fmt"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/money"
)

// closedMorning is five o'clock in Cairo; the branch opens at ten.
var closedMorning = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

func capacity(s *buytest.Shop, n int) {
	s.Exec(`UPDATE branches SET slot_capacity = $1, minimum_order = 0`, n)
	if err := s.Branches.Load(s.TB.Context()); err != nil {
		s.TB.Fatal(err)
	}
}

func TestAnHourTakesAsManyOrdersAsTheBranchSays(t *testing.T) {
	customers := counts(20, 400)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		capacity(s, 3)
		crowd(s, customers, buytest.Koshary, buytest.Small, "prd_koshary", "svc_food", 1, 4500)
		s.Clock.Set(closedMorning)
		var q checkout.Quote
		s.Do("GET", "/checkout?service_id=food", "usr0", nil).Into(t, &q)
		hour := q.Times.Slots[0].ID
		s.Exec(`UPDATE stock SET on_hand = 100000`)
		got := burst(customers, 64, func(i int) string {
			user := fmt.Sprint("usr", i)
			return outcome(s.Place(user, "key", buytest.Order{"service_id": "food", "address_id": "adr_" + user, "slot_id": hour,
				"payment_method": "cod", "accept_terms": true, "expected_total": 60}))
		})
		if got["ok"] != 3 || got["400 slot_full"] != customers-3 {
			t.Errorf("three orders an hour: %v", got)
		}
		// Those refused keep their cart, their key and the other hours.
		refused := buytest.Get[string](s, `SELECT owner FROM carts WHERE state = 'active' ORDER BY owner LIMIT 1`)
		q = checkout.Quote{}
		s.Do("GET", "/checkout?service_id=food", refused, nil).Into(t, &q)
		if len(q.Times.Slots) == 0 || q.Times.Slots[0].ID == hour {
			t.Errorf("the full hour is still offered: %+v", q.Times.Slots[:1])
		}
		// A released place can be taken by another customer.
		first := buytest.Get[string](s, `SELECT id FROM orders ORDER BY id LIMIT 1`)
		owner := buytest.Get[string](s, `SELECT user_id FROM orders WHERE id = $1`, first)
		if r := s.Do("POST", "/orders/"+first+"/cancel", owner, map[string]any{}); r.Status != 200 {
			t.Fatalf("cancel: %s", r.Body)
		}
		if r := s.Place(refused, "key", buytest.Order{"service_id": "food", "address_id": "adr_" + refused, "slot_id": hour,
			"payment_method": "cod", "accept_terms": true, "expected_total": 60}); r.Status != 200 {
			t.Errorf("the place given up: %s", r.Body)
		}
		if n := buytest.Get[int](s, `SELECT used FROM slot_bookings`); n != 3 {
			t.Errorf("%d places are taken", n)
		}
	})
}

func TestLateOrdersAreMadeUpFor(t *testing.T) {
	const usual = "[{15 10} {30 20} {60 40}]"
	for _, c := range []struct {
		name     string
		late     time.Duration
		attempts int
		setting  string
		wallet   int64
		told     string // by the order, while it is on its way
	}{
		{"in time", 0, 0, "", 0, usual},
		{"a little late", 14 * time.Minute, 0, "", 0, usual},
		{"a quarter of an hour", 15 * time.Minute, 0, "", 10_00, usual},
		{"an hour and more", 3 * time.Hour, 0, "", 40_00, usual},
		{"nobody was at the door the first time", 3 * time.Hour, 1, "", 0, "[]"},
		{"switched off", 3 * time.Hour, 0, `{"enabled":false}`, 0, "[]"},
		{"never more than it cost", 3 * time.Hour, 0,
			`{"steps":[{"minutes":1,"amount":9900000},{"minutes":9,"amount":9900000}]}`, 105_00, "[{1 105}]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := buytest.New(t, d)
				s.Customer("usr", "maadi")
				if c.setting != "" {
					s.Exec(`INSERT INTO settings (key, value, updated_at) VALUES ('shipping.late', $1, 0)`, c.setting)
				}
				id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
				promised := buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, id).Time()
				manager := orders.Actor{Kind: "staff", ID: "stf", Name: "Staff",
					Capacities: []orders.Capacity{orders.Branch, orders.Courier}}
				move := func(to orders.Status) {
					t.Helper()
					m := orders.Transition{OrderID: id, To: to, Actor: manager, Reason: "because"}
					if to == orders.Delivered {
						v, err := s.Orders.ViewOf(t.Context(), id, "en")
						if err != nil || v.PIN == nil {
							t.Fatalf("no PIN: %v", err)
						}
						m.PIN = *v.PIN
					}
					if _, err := s.Orders.Transition(t.Context(), m); err != nil {
						t.Fatalf("to %s: %v", to, err)
					}
				}
				move(orders.Processing)
				move(orders.Shipped)
				move(orders.OutForDelivery)
				for range c.attempts {
					move(orders.Shipped)
					move(orders.OutForDelivery)
				}
				s.Clock.Set(promised.Add(c.late))
				said := func() orders.LateCredit {
					t.Helper()
					var v orders.View
					s.Do("GET", "/orders/"+id, "usr", nil).Into(t, &v)
					return v.LateCredit
				}
				if now := said(); fmt.Sprint(now.Steps) != c.told || now.Credited.String() != "0" {
					t.Errorf("on its way it says %+v, not %s", now, c.told)
				}
				move(orders.Delivered)
				if now := said(); len(now.Steps) != 0 || now.Credited.String() != money.EGP(c.wallet).Major().String() {
					t.Errorf("delivered, it says %+v", now)
				}
				if got := -buytest.Get[int64](s,
					`SELECT COALESCE(SUM(amount), 0) FROM ledger_postings WHERE account = 'wallet:usr'`); got != c.wallet {
					t.Errorf("the wallet holds %d, not %d", got, c.wallet)
				}
				told := buytest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE template = 'shipping.notice_late'`)
				if (told == 1) != (c.wallet > 0) {
					t.Errorf("told %d times", told)
				}
				s.Healthy()
			})
		})
	}
}
