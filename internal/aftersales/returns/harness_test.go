package returns_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"wekala/internal/aftersales/returns"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/files"
	"wekala/internal/platform/id"
)

// shop is buytest's with returns.
type shop struct {
	*buytest.Shop
	t       testing.TB
	returns *returns.Service
}

// roundTheClock keeps branches open, so that tests may move the clock freely.
const roundTheClock = `[{"day":0,"open":"00:00","close":"24:00"},{"day":1,"open":"00:00","close":"24:00"},{"day":2,"open":"00:00","close":"24:00"},{"day":3,"open":"00:00","close":"24:00"},{"day":4,"open":"00:00","close":"24:00"},{"day":5,"open":"00:00","close":"24:00"},{"day":6,"open":"00:00","close":"24:00"}]`

func newShop(t testing.TB, d *db.DB, opts ...buytest.Option) *shop {
	t.Helper()
	b := buytest.New(t, d, opts...)
	b.Exec(`UPDATE branches SET hours = $1`, roundTheClock)
	// In this shop food can be returned like everything else, unless a test changes it.
	b.Exec(`UPDATE return_rules SET as_new_hours = 336, defective_hours = 720, kind = 'general' WHERE target = 'service'`)
	if err := b.Branches.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	return join(t, b)
}

// node is a second node on the same database.
func (s *shop) node(opts ...buytest.Option) *shop {
	s.t.Helper()
	return join(s.t, buytest.Build(s.t, s.DB, s.Clock, opts...))
}

func join(t testing.TB, b *buytest.Shop) *shop {
	t.Helper()
	pictures, err := files.New()
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{Shop: b, t: t}
	s.returns = returns.New(
		returns.Deps{DB: b.DB, Clock: b.Clock, Branches: b.Branches, Catalog: b.Catalog, Orders: b.Orders,
			Stock: b.Stock, Payments: b.Payments, Loyalty: b.Loyalty, Addresses: addresses.New(b.DB, b.Clock, b.Places),
			Pictures: pictures})
	s.returns.Routes(b.API)
	s.returns.ConsoleRoutes(b.API)
	b.API.Allowed = staff.Allowed
	b.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
		name := strings.TrimPrefix(token, "staff:")
		member := staff.Member{ID: "stf_" + name, Name: name, Role: staff.Role(strings.TrimRight(name, "0123456789"))}
		if member.Role == staff.Picker {
			member.Branches = []string{buytest.Zamalek}
		}
		return staff.With(ctx, member), member.ID, nil
	}
	return s
}

// healthy asks doctor.
func (s *shop) healthy() {
	s.t.Helper()
	s.Healthy()
	for name, first := range s.sick() {
		s.t.Errorf("doctor: %s: %v", name, first)
	}
}

// sick lists what doctor finds wrong with returns.
func (s *shop) sick() map[string][]string {
	s.t.Helper()
	results, err := doctor.Run(context.Background(), s.DB, returns.Checks())
	if err != nil {
		s.t.Fatal(err)
	}
	out := map[string][]string{}
	for _, r := range results {
		if r.Violations > 0 {
			out[r.Check] = r.First
		}
	}
	return out
}

// delivered is an order that arrived: units of Small at Koshary, with a coupon
// of that many piastres.
func (s *shop) delivered(userID, method string, qty int, coupon int64) string {
	s.t.Helper()
	if coupon > 0 {
		code := "C" + strings.ToUpper(id.Short())
		s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active) VALUES ($1, $2, 'amount', $3, $4, $5)`,
			"cpn_"+code, code, coupon, false, true)
		s.Add(userID, "food", buytest.Koshary, buytest.Small, qty)
		s.Do("POST", "/add_coupon", userID, map[string]any{"service_id": "food", "coupon_code": code})
		qty = 0
	}
	order := s.bought(userID, method, qty)
	s.deliver(order)
	return order
}

func (s *shop) bought(userID, method string, qty int) string {
	s.t.Helper()
	if qty > 0 {
		s.Add(userID, "food", buytest.Koshary, buytest.Small, qty)
	}
	var a struct {
		Order struct{ ID string }
	}
	s.Place(userID, "key-"+id.Short(), s.Body(userID, "food", method)).Into(s.t, &a)
	if method == orders.Card {
		if _, err := s.Sandbox.Pay(context.Background(), s.Ref(a.Order.ID), "4111111111111111"); err != nil {
			s.t.Fatal(err)
		}
		s.RunJobs()
	}
	return a.Order.ID
}

// deliver brings an order to the door.
func (s *shop) deliver(order string) {
	s.t.Helper()
	for _, to := range []orders.Status{orders.Processing, orders.Shipped, orders.OutForDelivery, orders.Delivered} {
		pin := ""
		if to == orders.Delivered {
			var v orders.View
			s.Do("GET", "/orders/"+order, s.userOf(order), nil).Into(s.t, &v)
			pin = *v.PIN
		}
		if _, err := s.Orders.Transition(context.Background(),
			orders.Transition{OrderID: order, To: to, PIN: pin, Actor: orders.StaffActor("stf", "O", "owner")}); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *shop) userOf(order string) string {
	s.t.Helper()
	return buytest.Get[string](s.Shop, `SELECT user_id FROM orders WHERE id = $1`, order)
}

// line is the order's first line.
func (s *shop) line(order string) string {
	s.t.Helper()
	return buytest.Get[string](s.Shop, `SELECT MIN(id) FROM order_lines WHERE order_id = $1`, order)
}

// fields is a body.
type fields = map[string]any

// want is a return's body: units of the order's first line, for a reason, with the refund to expect.
func (s *shop) want(order string, qty int, reason string) fields {
	s.t.Helper()
	user := s.userOf(order)
	items := []fields{{"line_id": s.line(order), "qty": qty, "reason_id": reason, "comment": "as I say"}}
	var preview struct{ Total json.Number }
	s.Do("POST", "/orders/"+order+"/return/preview", user, fields{"items": items}).Into(s.t, &preview)
	return fields{"order_id": order, "items": items, "slot_id": s.slot(order), "expected_refund": preview.Total}
}

func (s *shop) slot(order string) string {
	s.t.Helper()
	var offer returns.Returnable
	s.Do("GET", "/orders/"+order+"/returnable", s.userOf(order), nil).Into(s.t, &offer)
	if len(offer.Slots) == 0 {
		return "0"
	}
	return offer.Slots[len(offer.Slots)-1].ID
}

func (s *shop) ask(order string, body fields) buytest.Res {
	return s.Do("POST", "/returns", s.userOf(order), body, buytest.Header{"Idempotency-Key": "ret-" + id.Short()})
}

// asked requests the return of units of an order's first line and returns the return's id.
func (s *shop) asked(order string, qty int, reason string) string {
	s.t.Helper()
	var v returns.View
	s.ask(order, s.want(order, qty, reason)).Into(s.t, &v)
	return v.ID
}

// move has a member of staff move a return.
func (s *shop) move(who, ret, to string) buytest.Res {
	return s.Do("POST", "/console/returns/"+ret+"/move", "staff:"+who,
		fields{"to": to, "reason": "because", "expected_seq": s.seq(ret)})
}

func (s *shop) seq(ret string) int64 {
	s.t.Helper()
	return buytest.Get[int64](s.Shop, `SELECT event_seq FROM returns WHERE id = $1`, ret)
}

func (s *shop) state(ret string) string {
	s.t.Helper()
	return buytest.Get[string](s.Shop, `SELECT state FROM returns WHERE id = $1`, ret)
}

// inspect judges the units of a return, each by outcome(i).
func (s *shop) inspect(who, ret string, outcome func(i int) string) buytest.Res {
	s.t.Helper()
	var d returns.Detail
	s.Do("GET", "/console/returns/"+ret, "staff:owner", nil).Into(s.t, &d)
	var units []fields
	for i, u := range d.UnitList {
		units = append(units, fields{"line_id": u.LineID, "unit": u.Unit, "outcome": outcome(i), "why": "used"})
	}
	return s.Do("POST", "/console/returns/"+ret+"/inspect", "staff:"+who,
		fields{"units": units, "expected_seq": s.seq(ret)})
}

func always(outcome string) func(int) string { return func(int) string { return outcome } }

// through brings a requested return up to its settlement.
func (s *shop) through(ret string, outcome func(int) string) {
	s.t.Helper()
	for _, to := range []string{"approved", "picked_up", "received"} {
		if r := s.move("owner", ret, to); r.Status != 200 {
			s.t.Fatalf("%s: %d %s", to, r.Status, r.Body)
		}
	}
	if r := s.inspect("owner", ret, outcome); r.Status != 200 {
		s.t.Fatalf("inspect: %d %s", r.Status, r.Body)
	}
	if s.state(ret) == "refused" {
		return
	}
	if r := s.move("finance", ret, "settled"); r.Status != 200 {
		s.t.Fatalf("settle: %d %s", r.Status, r.Body)
	}
}

func (s *shop) wallet(user string) int64 {
	s.t.Helper()
	return -buytest.Get[int64](s.Shop, `SELECT COALESCE(SUM(amount), 0) FROM ledger_postings WHERE account = $1`,
		"wallet:"+user)
}

func (s *shop) onHand() int64 {
	s.t.Helper()
	return buytest.Get[int64](s.Shop, `SELECT on_hand FROM stock WHERE branch_id = $1 AND variant_id = $2`,
		buytest.Koshary, buytest.Small)
}
