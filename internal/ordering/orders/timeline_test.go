package orders_test

import (
	"testing"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/i18n"
)

// A timeline names what an order waits for only while it waits.
func TestAPaidOrderWaitsForNoPayment(t *testing.T) {
	to := func(statuses ...orders.Status) (out []orders.Event) {
		for _, s := range statuses {
			out = append(out, orders.Event{To: s})
		}
		return out
	}
	for _, c := range []struct {
		name, method string
		events       []orders.Event
		first        string
	}{
		{"to be paid", orders.Card, to(orders.Draft), "Waiting for payment"},
		{"paid", orders.Card, to(orders.Draft, orders.Pending), "Payment"},
		{"never paid", orders.Card, to(orders.Draft, orders.Cancelled), "Waiting for payment"},
		{"in cash", "cod", to(orders.Draft, orders.Pending), "Order placed"},
	} {
		got := orders.Timeline(i18n.EN, &orders.Order{PaymentMethod: c.method}, c.events)
		if got[0].Label != c.first {
			t.Errorf("%s: begins with %q, want %q", c.name, got[0].Label, c.first)
		}
	}
}

// A page that shows why an order ended also shows who ended it.
func TestTheTimelineTellsWhoMovedTheOrder(t *testing.T) {
	events := []orders.Event{
		{To: orders.Pending, ActorKind: orders.CustomerActor("usr_1").Kind},
		{To: orders.Rejected, ActorKind: orders.StaffActor("", "", "").Kind, Reason: "out_of_stock"},
	}
	got := orders.Timeline(i18n.EN, &orders.Order{PaymentMethod: "cod"}, events)
	if got[0].By != "customer" || got[1].By != "staff" || got[1].Reason != "An item was out of stock." {
		t.Errorf("the timeline tells %+v", got)
	}
}
