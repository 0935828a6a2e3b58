package checkout_test

import (
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

// account gives a customer a user record, as pickup needs a person to hand over to.
func account(s *buytest.Shop, userID string) {
	s.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at)
		VALUES ($1, '+201001234567', 'Mona', 'en', 1, 1) ON CONFLICT (id) DO NOTHING`, userID)
}

// counter has every branch hand over at its counter after some minutes.
func counter(s *buytest.Shop, minutes int) {
	s.Exec(`UPDATE branches SET pickup_minutes = $1`, minutes)
	if err := s.Branches.Load(s.TB.Context()); err != nil {
		s.TB.Fatal(err)
	}
}

func TestAnOrderIsCollected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		counter(s, 20)
		account(s, "far")
		s.Customer("far", "zamalek") // where nothing is delivered to
		s.Add("far", "food", buytest.Koshary, buytest.Small, 2)

		var q checkout.Quote
		s.Do("GET", "/checkout?service_id=food", "far", nil).Into(t, &q)
		if q.CanPlace || q.Pickup == nil || q.Pickup.Minutes != 20 || q.Fulfilment != orders.ToDoor {
			t.Errorf("delivery: %+v", q)
		}
		q = checkout.Quote{}
		s.Do("GET", "/checkout?service_id=food&fulfilment=pickup", "far", nil).Into(t, &q)
		if ready := s.Clock.Now().Add(20 * time.Minute); !q.CanPlace || q.Times.Now == nil ||
			!q.Times.Now.PromisedAt.Time().Equal(ready) {
			t.Fatalf("pickup: %+v %+v", q.Times.Now, q.Problems)
		}
		if raw, _ := q.Totals.DeliveryPrice.MarshalJSON(); string(raw) != "0" {
			t.Errorf("a fee of %s for collecting", raw)
		}

		body := buytest.Order{"service_id": "food", "fulfilment": "pickup", "payment_method": "cod", "accept_terms": true,
			"expected_total": 90}
		var a checkout.Answer
		s.Place("far", "key", body).Into(t, &a)
		o := a.Order
		if o.Fulfilment != orders.Pickup || o.Branch.Address == "" || o.Address.Address != o.Branch.Address ||
			o.Address.Phone == "" {
			t.Errorf("placed: %+v %+v", o.Branch, o.Address)
		}
		for _, ahead := range o.Upcoming {
			if ahead.Status == string(orders.OutForDelivery) {
				t.Error("somebody is to bring what is collected")
			}
		}

		staff := orders.Actor{Kind: "staff", ID: "stf", Name: "Staff",
			Capacities: []orders.Capacity{orders.Branch, orders.Courier}}
		move := func(to orders.Status, pin string) error {
			_, err := s.Orders.Transition(t.Context(), orders.Transition{OrderID: o.ID, To: to, Actor: staff, PIN: pin})
			return err
		}
		for _, to := range []orders.Status{orders.Processing, orders.Shipped} {
			if err := move(to, ""); err != nil {
				t.Fatalf("to %s: %v", to, err)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE template = 'orders.notice_ready'`); n != 1 {
			t.Errorf("told %d times that it is ready", n)
		}
		if err := move(orders.OutForDelivery, ""); !errs.Is(err, "orders.is_collected") {
			t.Errorf("a courier takes it: %v", err)
		}
		if err := move(orders.Delivered, "x"); !errs.Is(err, "orders.pin_wrong") {
			t.Errorf("without the code: %v", err)
		}
		ready, err := s.Orders.ViewOf(t.Context(), o.ID, "en")
		if err != nil || ready.PIN == nil || ready.StatusLabel != "Ready for pickup" {
			t.Fatalf("ready: %v %+v", err, ready.StatusLabel)
		}
		first := *ready.PIN
		wrong := "0000"
		if first == wrong {
			wrong = "1111"
		}
		for range 5 {
			_ = move(orders.Delivered, wrong)
		}
		if err := move(orders.Delivered, first); !errs.Is(err, "orders.pin_locked") {
			t.Errorf("guessing ends: %v", err)
		}
		if err := move(orders.Shipped, ""); err != nil {
			t.Fatalf("another code: %v", err)
		}
		if err := move(orders.Shipped, ""); !errs.Is(err, "orders.code_not_spent") {
			t.Errorf("a code that still counts is replaced: %v", err)
		}
		if ready, err = s.Orders.ViewOf(t.Context(), o.ID, "en"); err != nil || ready.PIN == nil {
			t.Fatalf("the new code: %v %v", err, ready.PIN)
		}
		if n := buytest.Get[int](s, `SELECT attempts FROM orders`); n != 1 { // the code follows from it
			t.Errorf("the code of attempt %d", n)
		}
		// the same news once, whatever the code
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE template = 'orders.notice_ready'`); n != 1 {
			t.Errorf("told %d times that it can be collected", n)
		}
		s.Clock.Set(s.Clock.Now().Add(5 * time.Hour)) // they come when they like
		if err := move(orders.Delivered, *ready.PIN); err != nil {
			t.Fatal(err)
		}
		done, _ := s.Orders.ViewOf(t.Context(), o.ID, "ar")
		if done.StatusLabel != "تم الاستلام من الفرع" || done.PaymentState != orders.PaymentPaid {
			t.Errorf("collected: %s, %s", done.StatusLabel, done.PaymentState)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM wallet_entries WHERE type = 'late'`); n != 0 {
			t.Error("made up for the customer's own time")
		}
		s.Healthy()
	})
}

func TestWhatCannotBeCollected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		account(s, "usr")
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := buytest.Order{"service_id": "food", "fulfilment": "pickup", "payment_method": "cod", "accept_terms": true,
			"expected_total": 90}
		var q checkout.Quote
		s.Do("GET", "/checkout?service_id=food&fulfilment=pickup", "usr", nil).Into(t, &q)
		if q.CanPlace || q.Pickup != nil || len(q.Problems) == 0 || q.Problems[0].Code != "no_pickup" {
			t.Errorf("a branch without a counter: %+v", q.Problems)
		}
		if r := s.Place("usr", "k", body); r.Code() != "no_pickup" {
			t.Errorf("a branch without a counter: %s", r.Body)
		}
		if r := s.Do("GET", "/checkout?service_id=food&fulfilment=drone", "usr", nil); r.Status != 422 {
			t.Errorf("shown by drone: %d", r.Status)
		}
		body["fulfilment"] = "drone"
		if r := s.Place("usr", "k", body); r.Status != 422 || r.Code() != "invalid" {
			t.Errorf("ordered by drone: %s", r.Body)
		}
		counter(s, 20)
		// A tip is for couriers, and is never refunded.
		q = checkout.Quote{}
		s.Do("GET", "/checkout?service_id=food&fulfilment=pickup&tip=10", "usr", nil).Into(t, &q)
		if raw, _ := q.Totals.Total.MarshalJSON(); string(raw) != "90" || !q.CanPlace {
			t.Errorf("shown with a tip: %s, %+v", raw, q.Problems)
		}
		body["fulfilment"], body["tip"], body["expected_total"] = "pickup", 10, 100
		if r := s.Place("usr", "k", body); r.Status != 422 || r.Code() != "tip_courier" {
			t.Errorf("with a tip: %s", r.Body)
		}
		delete(body, "tip")
		body["expected_total"] = 90
		body["fulfilment"], body["address_id"] = "delivery", ""
		if r := s.Place("usr", "k", body); r.Code() != "address_required" {
			t.Errorf("delivered to nowhere: %s", r.Body)
		}
		// The branch closes in ten minutes: not today any more.
		body["fulfilment"] = "pickup"
		s.Clock.Set(time.Date(2026, 11, 20, 23, 50, 0, 0, time.UTC))
		if r := s.Place("usr", "k", body); r.Code() != "branch_closed" {
			t.Errorf("ready after closing: %s", r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders`) +
			buytest.Get[int](s, `SELECT COUNT(*) FROM idempotency`); n != 0 {
			t.Errorf("refusals left %d rows", n)
		}
	})
}

func TestFreeDeliveryTakesNothingOffWhatIsCollected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		counter(s, 20)
		account(s, "usr")
		s.Customer("usr", "maadi")
		s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active)
			VALUES ('cpn_free', 'FREEWAY', 'free_delivery', 0, $1, $2)`, false, true)
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		if r := s.Do("POST", "/add_coupon", "usr", map[string]any{"service_id": "food", "coupon_code": "FREEWAY"},
			buytest.Header{"district-id": "maadi"}); r.Status != 200 {
			t.Fatal(r.Body)
		}
		var q checkout.Quote
		s.Do("GET", "/checkout?service_id=food", "usr", nil).Into(t, &q)
		if q.Cart.CouponProblem != nil {
			t.Errorf("delivered: %s", *q.Cart.CouponProblem)
		}
		q = checkout.Quote{}
		s.Do("GET", "/checkout?service_id=food&fulfilment=pickup", "usr", nil).Into(t, &q)
		if q.Cart.CouponProblem == nil || !q.CanPlace {
			t.Errorf("collected: %v, %+v", q.Cart.CouponProblem, q.Problems)
		}
		var a checkout.Answer
		s.Place("usr", "key", buytest.Order{"service_id": "food", "fulfilment": "pickup", "payment_method": "cod",
			"accept_terms": true, "expected_total": 90}).Into(t, &a)
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM coupon_redemptions`); n != 0 || a.Order.CouponCode != nil {
			t.Errorf("used up for nothing: %d, %v", n, a.Order.CouponCode)
		}
		s.Healthy()
	})
}
