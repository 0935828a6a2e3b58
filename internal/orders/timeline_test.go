package orders_test

import (
	"testing"

	"wekala/internal/orders"
	"wekala/internal/platform/i18n"
)

// What was waited for says so only while it is waited for.
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
