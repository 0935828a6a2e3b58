package checkout_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

var actors = []orders.Actor{
	orders.TheSystem, orders.CustomerActor("usr"),
	orders.StaffActor("stf_m", "Mai", "manager"), orders.StaffActor("stf_s", "Salma", "support"),
	orders.StaffActor("stf_c", "Karim", "courier"), orders.StaffActor("stf_o", "Omar", "owner"),
	orders.StaffActor("stf_e", "Eman", "editor"),
}

// TestRandomLives has orders live any life the table and the customers allow,
// and asks doctor after every step of it.
func TestRandomLives(t *testing.T) {
	walks, steps := counts(24, 100), 16
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE branches SET hours = $1`,
			`[{"day":0,"open":"00:00","close":"24:00"},{"day":1,"open":"00:00","close":"24:00"},{"day":2,"open":"00:00","close":"24:00"},{"day":3,"open":"00:00","close":"24:00"},{"day":4,"open":"00:00","close":"24:00"},{"day":5,"open":"00:00","close":"24:00"},{"day":6,"open":"00:00","close":"24:00"}]`)
		if err := s.Branches.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Exec(`INSERT INTO coupons (id, code, kind, value, total_limit, first_order, active)
			VALUES ('cpn', 'TEN', 'percent', 1000, 3, $1, $2)`, false, true)
		seen := map[string]int{}
		for walk := range walks {
			seed := uint64(walk)
			r := rand.New(rand.NewPCG(seed, 11))
			user := fmt.Sprint("usr", walk)
			s.Customer(user, "maadi")
			id := begin(t, s, r, user)
			for step := range steps {
				what := act(t, s, r, id)
				s.Healthy()
				if t.Failed() {
					t.Fatalf("seed %d, step %d: %s", seed, step, what)
				}
				seen[s.Status(id)]++
				if !orders.Status(s.Status(id)).Live() && r.IntN(4) == 0 {
					break
				}
			}
		}
		for _, must := range []string{"pending", "cancelled", "delivered", "in_return", "returned"} {
			if seen[must] == 0 {
				t.Errorf("no walk came by %s: %v", must, seen)
			}
		}
	})
}

func begin(t *testing.T, s *buytest.Shop, r *rand.Rand, user string) string {
	t.Helper()
	method := []string{"cod", "card"}[r.IntN(2)]
	s.Add(user, "food", buytest.Koshary, []string{buytest.Small, buytest.Large}[r.IntN(2)], 2)
	if r.IntN(2) == 0 {
		s.Do("POST", "/add_coupon", user, `{"service_id":"food","coupon_code":"ten"}`)
	}
	var a checkout.Answer
	s.Place(user, "key", s.Body(user, "food", method)).Into(t, &a)
	return a.Order.ID
}

// act does one random thing to an order.
func act(t *testing.T, s *buytest.Shop, r *rand.Rand, id string) string {
	t.Helper()
	draft := s.Status(id) == "draft"
	switch n := r.IntN(10); {
	case n == 0:
		by := time.Duration(r.IntN(20)) * time.Minute
		s.After(by)
		return "wait " + by.String()
	case n == 1, draft && n < 6:
		o, err := orders.Get(t.Context(), s.DB, id)
		if err != nil {
			t.Fatal(err)
		}
		if o.PaymentMethod != orders.Card {
			return "no card"
		}
		card := []string{sandbox.Approved, sandbox.Slow, sandbox.Declined, sandbox.Repeated}[r.IntN(4)]
		if _, err := s.Sandbox.Pay(t.Context(), s.Ref(id), card); err != nil {
			t.Fatal(err)
		}
		if r.IntN(2) == 0 {
			s.RunJobs()
		}
		return "pay with " + card
	}
	actor, to := actors[r.IntN(len(actors))], orders.Statuses[r.IntN(len(orders.Statuses))]
	o, err := orders.Get(t.Context(), s.DB, id)
	if err != nil {
		t.Fatal(err)
	}
	// Mostly a step that is allowed, and not always an ending one, so that walks get far.
	if r.IntN(5) > 0 {
		for range 40 {
			who := actors[r.IntN(len(actors))]
			opts := orders.Options(o, who, s.Clock.Now())
			if len(opts) == 0 {
				continue
			}
			opt := opts[r.IntN(len(opts))]
			if opt.To != orders.Cancelled && opt.To != orders.Rejected || r.IntN(60) == 0 {
				actor, to = who, opt.To
				break
			}
		}
	}
	m := orders.Transition{OrderID: id, To: to, Actor: actor, Reason: "because"}
	var view orders.View
	s.Do("GET", "/orders/"+id, buytest.Get[string](s, `SELECT user_id FROM orders WHERE id = $1`, id), nil).Into(t, &view)
	if view.PIN != nil {
		m.PIN = *view.PIN
	}
	if _, err := s.Orders.Transition(t.Context(), m); err != nil && errs.Key(err) == "" {
		t.Fatalf("%s to %s: %v", actor.ID, to, err)
	}
	return fmt.Sprint(actor.ID, " to ", to)
}
