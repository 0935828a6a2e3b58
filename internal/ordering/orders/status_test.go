package orders

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

var noon = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// law is the table of the design, written by hand a second time: who may move an order from which status to which.
var law = map[string]string{
	"draft pending":              "system",
	"draft cancelled":            "customer system",
	"pending processing":         "branch",
	"pending on_hold":            "system ops",
	"pending rejected":           "branch system",
	"pending cancelled":          "customer ops",
	"on_hold pending":            "ops branch",
	"on_hold processing":         "ops",
	"on_hold rejected":           "ops branch",
	"on_hold cancelled":          "ops customer system",
	"processing shipped":         "branch",
	"processing on_hold":         "branch ops",
	"processing rejected":        "branch",
	"processing cancelled":       "ops customer",
	"shipped shipped":            "branch",
	"shipped out_for_delivery":   "courier branch",
	"shipped delivered":          "branch",
	"shipped in_return":          "ops",
	"out_for_delivery delivered": "courier",
	"out_for_delivery shipped":   "courier",
	"out_for_delivery in_return": "courier",
	"delivered in_return":        "customer",
	"in_return return_received":  "branch",
	"in_return delivered":        "ops",
	"return_received returned":   "system",
	"return_received delivered":  "system",
}

// willing is an order and a transition to which no condition is an obstacle.
func willing(from, to Status, as Capacity) (*Order, Transition) {
	early, held := db.At(noon.Add(-time.Hour)), Pending
	o := &Order{ID: "ord", Status: from, PaymentMethod: COD, PaymentState: PaymentRefunded,
		ExpiresAt: &early, AcceptBy: &early, HeldFrom: &held, DeliveredAt: &early}
	if from == Shipped && to == Shipped {
		o.Fulfilment, o.PINTries = Pickup, pinTries
	}
	t := Transition{To: to, Actor: Actor{Capacities: []Capacity{as}}, Reason: "because", Approved: true, pinRight: true}
	if from == OnHold && (as == Branch || as == System) { // of an order that waits for a call
		soon := db.At(noon.Add(time.Hour))
		if o.ConfirmBy, t.Call = &soon, CallConfirmed; as == System {
			t.Call = CallSpent
		}
	}
	return o, t
}

func TestEverySquareOfTheTable(t *testing.T) {
	squares := 0
	for _, from := range Statuses {
		for _, to := range Statuses {
			for _, as := range []Capacity{System, Customer, Branch, Ops, Courier} {
				squares++
				o, m := willing(from, to, as)
				err := check(o, m, noon, "en")
				who, known := law[fmt.Sprintf("%s %s", from, to)]
				switch {
				case known && slices.Contains(splitWords(who), string(as)):
					if err != nil {
						t.Errorf("%s may not move %s to %s: %v", as, from, to, err)
					}
				case known:
					if !errs.Is(err, "orders.move_not_yours") {
						t.Errorf("%s moving %s to %s: %v", as, from, to, err)
					}
				default:
					if !errs.Is(err, "orders.move_refused") {
						t.Errorf("%s moving %s to %s: %v", as, from, to, err)
					}
				}
				if known != table.Knows(from, to) {
					t.Errorf("Knows(%s, %s) is %v", from, to, !known)
				}
			}
		}
	}
	if squares != 12*12*5 {
		t.Fatalf("%d squares", squares)
	}
}

func splitWords(s string) []string {
	var out []string
	for len(s) > 0 {
		i := 0
		for i < len(s) && s[i] != ' ' {
			i++
		}
		out = append(out, s[:i])
		s = s[min(i+1, len(s)):]
	}
	return out
}

func TestConditionsSayWhatIsMissing(t *testing.T) {
	late, processing, over := db.At(noon.Add(time.Hour)), Processing, db.At(noon)
	toConfirm := func(o *Order, m *Transition) { o.ConfirmBy, m.Call = &late, "" }
	for name, c := range map[string]struct {
		from, to Status
		as       Capacity
		change   func(*Order, *Transition)
		want     string
	}{
		"an unpaid card order does not start": {Draft, Pending, System,
			func(o *Order, _ *Transition) { o.PaymentMethod, o.PaymentState = Card, PaymentPending }, "orders.not_paid"},
		"a paid one does": {Draft, Pending, System,
			func(o *Order, _ *Transition) { o.PaymentMethod, o.PaymentState = Card, PaymentPaid }, ""},
		"a draft lives its time": {Draft, Cancelled, System,
			func(o *Order, _ *Transition) { o.ExpiresAt = &late }, "orders.not_expired"},
		"a branch has its time to accept": {Pending, Rejected, System,
			func(o *Order, _ *Transition) { o.AcceptBy = &late }, "orders.not_late"},
		"rejecting needs a reason": {Pending, Rejected, Branch,
			func(_ *Order, m *Transition) { m.Reason = "" }, "orders.reason_required"},
		"a customer does not cancel what was being prepared when held": {OnHold, Cancelled, Customer,
			func(o *Order, _ *Transition) { o.HeldFrom = &processing }, "orders.already_prepared"},
		"nor what was picked": {Processing, Cancelled, Customer,
			func(o *Order, _ *Transition) { o.PickedAt = &late }, "orders.already_prepared"},
		"ops may": {Processing, Cancelled, Ops, func(o *Order, _ *Transition) { o.PickedAt = &late }, ""},
		"the door needs the PIN": {OutForDelivery, Delivered, Courier,
			func(_ *Order, m *Transition) { m.pinRight = false }, "orders.pin_wrong"},
		"so does the counter": {Shipped, Delivered, Branch,
			func(_ *Order, m *Transition) { m.pinRight = false }, "orders.pin_wrong"},
		"what is collected needs no courier": {Shipped, OutForDelivery, Branch,
			func(o *Order, _ *Transition) { o.Fulfilment = Pickup }, "orders.is_collected"},
		"a code that still counts stays": {Shipped, Shipped, Branch,
			func(o *Order, _ *Transition) { o.PINTries-- }, "orders.code_not_spent"},
		"the door has no new code without a new attempt": {Shipped, Shipped, Branch,
			func(o *Order, _ *Transition) { o.Fulfilment = ToDoor }, "orders.code_not_spent"},
		"codes at the counter end as attempts do": {Shipped, Shipped, Branch,
			func(o *Order, _ *Transition) { o.Attempts = 3 }, "orders.no_attempts_left"},
		"three attempts": {OutForDelivery, Shipped, Courier,
			func(o *Order, _ *Transition) { o.Attempts = 3 }, "orders.no_attempts_left"},
		"a return is approved": {Delivered, InReturn, Customer,
			func(_ *Order, m *Transition) { m.Approved = false }, "orders.return_not_approved"},
		"and in time": {Delivered, InReturn, Customer, func(o *Order, _ *Transition) {
			old := db.At(noon.Add(-61 * 24 * time.Hour))
			o.DeliveredAt = &old
		}, "orders.return_too_late"},
		"what never arrived is not delivered by withdrawing": {InReturn, Delivered, Ops,
			func(o *Order, _ *Transition) { o.DeliveredAt = nil }, "orders.never_delivered"},
		"what was delivered comes in by its returns": {InReturn, ReturnReceived, Branch,
			func(_ *Order, m *Transition) { m.Approved = false }, "orders.follows_returns"},
		"and stays by them": {InReturn, Delivered, Ops,
			func(_ *Order, m *Transition) { m.Approved = false }, "orders.follows_returns"},
		"what never arrived has no returns": {InReturn, ReturnReceived, Branch,
			func(o *Order, m *Transition) { o.DeliveredAt, m.Approved = nil, false }, ""},
		"money goes back first": {ReturnReceived, Returned, System,
			func(o *Order, m *Transition) { o.Paid, o.PaymentState, o.DeliveredAt = 100, PaymentRefunding, nil },
			"orders.refund_open"},
		"after a delivery the return says what had to": {ReturnReceived, Returned, System,
			func(o *Order, m *Transition) { o.Paid, o.PaymentState, m.Approved = 100, PaymentPaid, false },
			"orders.refund_open"},
		"nothing had been paid": {ReturnReceived, Returned, System,
			func(o *Order, _ *Transition) { o.Paid, o.PaymentState = 0, PaymentDue }, ""},
		"what waits for a call does not go on without one": {OnHold, Pending, Ops, toConfirm, "orders.call_first"},
		"nor is it prepared":       {OnHold, Processing, Ops, toConfirm, "orders.call_first"},
		"not by its branch either": {OnHold, Pending, Branch, toConfirm, "orders.call_first"},
		"the code was heard": {OnHold, Pending, Ops,
			func(o *Order, m *Transition) { o.ConfirmBy, m.Call = &late, CallConfirmed }, ""},
		"but too late": {OnHold, Pending, Branch,
			func(o *Order, m *Transition) { o.ConfirmBy, m.Call = &over, CallConfirmed }, "orders.call_first"},
		"a code prepares nothing by itself": {OnHold, Processing, Ops,
			func(o *Order, m *Transition) { o.ConfirmBy, m.Call = &late, CallConfirmed }, "orders.call_first"},
		"a branch lets nothing else go on": {OnHold, Pending, Branch,
			func(o *Order, _ *Transition) { o.ConfirmBy = nil }, "orders.no_call_awaited"},
		"nor does it reject anything else on hold": {OnHold, Rejected, Branch,
			func(o *Order, _ *Transition) { o.ConfirmBy = nil }, "orders.no_call_awaited"},
		"a call has its time": {OnHold, Cancelled, System, toConfirm, "orders.call_first"},
		"and no more": {OnHold, Cancelled, System,
			func(o *Order, m *Transition) { o.ConfirmBy, m.Call = &over, "" }, ""},
		"nothing else on hold runs out": {OnHold, Cancelled, System, func(o *Order, _ *Transition) { o.ConfirmBy = nil },
			"orders.no_call_awaited"},
	} {
		o, m := willing(c.from, c.to, c.as)
		c.change(o, &m)
		if err := check(o, m, noon, "en"); errs.Key(err) != c.want || (c.want == "") != (err == nil) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func TestOptionsSayWhatIsNeeded(t *testing.T) {
	o := &Order{Status: OutForDelivery, Attempts: 1}
	got := Options(o, StaffActor("stf", "Karim", "courier"), noon)
	want := []Option{{To: Shipped, NeedsReason: true}, {To: Delivered, NeedsPIN: true}, {To: InReturn, NeedsReason: true}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	if o.Attempts = 3; len(Options(o, StaffActor("stf", "Karim", "courier"), noon)) != 2 {
		t.Error("a fourth attempt is offered")
	}
	for _, role := range []string{"editor", "finance", "nobody"} {
		if got := Options(&Order{Status: Pending}, StaffActor("stf", "", role), noon); len(got) != 0 {
			t.Errorf("%s may %+v", role, got)
		}
	}
}

func TestNumbersAreReadableAndDiffer(t *testing.T) {
	seen := map[string]bool{}
	for range 500 {
		n := NewNumber()
		if len(n) != 11 || n[:2] != "W-" || n[6] != '-' || seen[n] {
			t.Fatalf("number %q", n)
		}
		seen[n] = true
	}
}

// The statuses are the twelve of the specification, and each has its own label in both languages.
func TestTwelveLabels(t *testing.T) {
	want := "draft pending processing shipped out_for_delivery delivered in_return return_received returned on_hold " +
		"rejected cancelled"
	var names []string
	for _, status := range Statuses {
		names = append(names, string(status))
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the statuses are %s", got)
	}
	for _, lang := range i18n.Langs {
		said := map[string]Status{}
		for _, status := range Statuses {
			label := status.Label(lang)
			if label == "" || strings.Contains(label, "status_") {
				t.Errorf("%s has no label in %s", status, lang)
			}
			if other, taken := said[label]; taken {
				t.Errorf("%s and %s are both %q", other, status, label)
			}
			said[label] = status
		}
	}
}

// TestWhyACustomerCannotCancel: an undeliverable order is never reported as delivered.
func TestWhyACustomerCannotCancel(t *testing.T) {
	at := db.Millis(1)
	for _, c := range []struct {
		order Order
		want  string
	}{
		{Order{Status: Shipped}, "prepared"}, {Order{Status: OnHold}, "prepared"}, {Order{Status: Cancelled}, "ended"},
		{Order{Status: Delivered, DeliveredAt: &at}, "delivered"}, {Order{Status: InReturn, DeliveredAt: &at}, "delivered"},
		{Order{Status: InReturn}, "ended"}, {Order{Status: ReturnReceived}, "ended"},
	} {
		if got := cannotCancel(&c.order); got != c.want {
			t.Errorf("%s, delivered %v: %q, want %q", c.order.Status, c.order.DeliveredAt, got, c.want)
		}
	}
}
