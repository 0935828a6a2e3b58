package app_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wekala/internal/operations/messagetemplates"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/i18n"
)

// step is one transition in an order's life. also are messages of other features that are sent with it: refunds,
// points, returns.
type step struct {
	to   orders.Status
	by   orders.Capacity
	also []string
}

// lives are the paths of an order, each from draft to its end.
var lives = []struct {
	title      string
	fulfilment string
	again      string // the template that is sent again: another attempt to deliver
	steps      []step
}{
	{
		"Delivered", orders.ToDoor, "", []step{{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil},
			{orders.Shipped, orders.Branch, nil},
			{orders.OutForDelivery, orders.Courier, nil},
			{orders.Delivered, orders.Courier, []string{"loyalty.notice_earned"}}}},
	{"Delivered late", orders.ToDoor, "", []step{
		{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil}, {orders.Shipped, orders.Branch, nil},
		{orders.OutForDelivery, orders.Branch, []string{orders.DelayTemplate}},
		{orders.Delivered, orders.Courier, []string{"shipping.notice_late", "loyalty.notice_earned"}}}},
	{"Delivered at the second attempt", orders.ToDoor, "orders.notice_out_for_delivery",
		[]step{{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil},
			{orders.Shipped, orders.Branch, nil}, {orders.OutForDelivery, orders.Courier, nil},
			{orders.Shipped, orders.Courier, nil},
			{orders.OutForDelivery, orders.Courier, nil},
			{orders.Delivered, orders.Courier, []string{"loyalty.notice_earned"}}}},
	{
		"Picked up", orders.Pickup, "", []step{{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil},
			{orders.Shipped, orders.Branch, nil},
			{orders.Delivered, orders.Branch, []string{"loyalty.notice_earned"}}}},
	{"Picked up with a new code", orders.Pickup, "",
		[]step{{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil},
			{orders.Shipped, orders.Branch, nil},
			{orders.Shipped, orders.Branch, nil}, {orders.Delivered, orders.Branch, []string{"loyalty.notice_earned"}}}},
	{"Put on hold twice, then delivered", orders.ToDoor, "",
		[]step{{orders.Pending, orders.System, nil}, {orders.OnHold, orders.Ops, nil}, {orders.Processing, orders.Ops, nil},
			{orders.OnHold, orders.Branch, nil}, {orders.Processing, orders.Ops, nil}, {orders.Shipped, orders.Branch, nil},
			{orders.OutForDelivery, orders.Courier, nil},
			{orders.Delivered, orders.Courier, []string{"loyalty.notice_earned"}}}},
	{"Held for a call, then delivered", orders.ToDoor, "",
		[]step{{orders.Pending, orders.System, nil}, {orders.OnHold, orders.System, nil},
			{orders.Processing, orders.Ops, nil},
			{orders.Shipped, orders.Branch, nil}, {orders.OutForDelivery, orders.Courier, nil},
			{orders.Delivered, orders.Courier, []string{"loyalty.notice_earned"}}}},
	{"Not paid in time", orders.ToDoor, "", []step{{orders.Cancelled, orders.System, nil}}},
	{"Not accepted in time, paid by card", orders.ToDoor, "",
		[]step{{orders.Pending, orders.System, nil}, {orders.Rejected, orders.System, nil}}},
	{"Rejected by the branch, paid from the wallet", orders.ToDoor, "",
		[]step{{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil},
			{orders.Rejected, orders.Branch, nil}}},
	{"Cancelled by the customer, paid by card", orders.ToDoor, "",
		[]step{{orders.Pending, orders.System, nil}, {
			orders.Cancelled, orders.Customer, []string{"payments.notice_refunded_card"}}}},
	{"Cancelled by staff, paid by card", orders.ToDoor, "",
		[]step{{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil},
			{orders.Cancelled, orders.Ops, nil}}},
	{"Brought back undelivered, paid by card", orders.ToDoor, "",
		[]step{{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil},
			{orders.Shipped, orders.Branch, nil},
			{orders.OutForDelivery, orders.Courier, nil}, {orders.InReturn, orders.Courier, nil},
			{orders.ReturnReceived, orders.Branch, nil},
			{orders.Returned, orders.System, []string{"payments.notice_refunded_card"}}}},
	{
		"Returned", orders.ToDoor, "", []step{{orders.Pending, orders.System, nil}, {orders.Processing, orders.Branch, nil},
			{orders.Shipped, orders.Branch, nil},
			{orders.OutForDelivery, orders.Courier, nil}, {orders.Delivered, orders.Courier, []string{"loyalty.notice_earned"}},
			{orders.InReturn, orders.Customer, []string{"returns.notice_approved", "returns.notice_picked_up"}},
			{orders.ReturnReceived, orders.Branch, []string{"returns.notice_received", "returns.notice_settled"}},
			{orders.Returned, orders.System, []string{"returns.notice_refunded"}}}},
}

// paidAs is an order that was paid as a life's title states.
func paidAs(title, fulfilment string) *orders.Order {
	o := &orders.Order{Fulfilment: fulfilment}
	switch {
	case strings.Contains(title, "paid by card"):
		o.PaymentMethod = orders.Card
	case strings.Contains(title, "from the wallet"):
		o.WalletPaid = 1
	}
	return o
}

// meanings are the contents of messages, independent of their words: no customer receives the same content twice in
// one life, from one template or from two.
var meanings = map[string]*regexp.Regexp{
	"a refund is on its way": regexp.MustCompile(
		`(?i)we're refunding|\bis on its way to your card|\bis back in your wallet|\bwe've (returned the|transferred|paid your refund)`),
	"a refund will come":  regexp.MustCompile(`(?i)we'll refund|your refund will be`),
	"the order arrived":   regexp.MustCompile(`(?i)has been delivered|you picked up`),
	"the order is coming": regexp.MustCompile(`(?i)\bon its way\. (give|the|your)`),
	"it came late":        regexp.MustCompile(`(?i)\bwas late\b`),
}

// meaningsOf names the contents of a message.
func meaningsOf(text string) (all []string) {
	for _, what := range slices.Sorted(maps.Keys(meanings)) {
		if meanings[what].MatchString(text) {
			all = append(all, what)
		}
	}
	return all
}

// TestMeaningsAreFound: each meaning is matched by a message, so that changed wording is noticed.
func TestMeaningsAreFound(t *testing.T) {
	said := map[string]int{}
	for _, text := range texts(t, i18n.EN) {
		for _, what := range meaningsOf(text) {
			said[what]++
		}
	}
	for what := range meanings {
		if said[what] == 0 {
			t.Errorf("no message says any more that %s", what)
		}
	}
	for text, want := range map[string]string{
		"Your order {number} was cancelled. We're refunding what you paid.": "a refund is on its way",
		"EGP {amount} is on its way to your card.":                          "a refund is on its way",
		"Your order {number} is being prepared.":                            ""} {
		if got := strings.Join(meaningsOf(text), " "); got != want {
			t.Errorf("%q means %q", text, got)
		}
	}
}

// livesTold shows who receives which message along every life. No message is sent twice in one life, nor the same
// content in two messages, except another attempt to deliver.
func livesTold(t *testing.T) string {
	var out strings.Builder
	possible, lived := map[string]bool{}, map[string]bool{}
	states := map[orders.Status]bool{}
	all := texts(t, i18n.EN)
	orders.EachTransition(func(from, to orders.Status, by orders.Capacity) {
		possible[fmt.Sprint(from, to, by)] = true
		states[to] = true
	})
	for _, life := range lives {
		fmt.Fprintf(&out, "### %s\n```mermaid\nflowchart LR\n  s0[draft]", life.title)
		told, meant, at := map[string]int{}, map[string]int{}, orders.Draft
		for i, one := range life.steps {
			if !possible[fmt.Sprint(at, one.to, one.by)] {
				t.Errorf("%s: no %s takes an order from %s to %s", life.title, one.by, at, one.to)
			}
			actor := "staff"
			switch one.by {
			case orders.Customer:
				actor = "customer"
			case orders.System:
				actor = "system"
			}
			label := string(one.to)
			template, quiet := orders.Told(orders.Change{
				Order: paidAs(life.title, life.fulfilment), From: at, To: one.to, Actor: orders.Actor{Kind: actor}})
			if quiet && told[template] > 0 {
				template = "" // in the inbox once for an order
			}
			for _, message := range append([]string{template}, one.also...) {
				if message == "" {
					continue
				}
				kind, known := messagetemplates.Kinds[message]
				if !known {
					t.Errorf("%s: %s is no message", life.title, message)
				}
				told[message]++
				for _, what := range meaningsOf(firstOf(all, message, message+"_other")) {
					if meant[what]++; meant[what] > 1 && message != life.again {
						t.Errorf("%s: %s says once more that %s", life.title, message, what)
					}
				}
				if told[message] > 1 && (message != life.again || told[message] > 2) {
					t.Errorf("%s: %s is told %d times", life.title, message, told[message])
				}
				label += "<br>" + message
				if kind == messagetemplates.InboxMessage {
					label += " (inbox)"
				}
			}
			fmt.Fprintf(&out, " -->|%s| s%d[\"%s\"]", one.by, i+1, label)
			at, lived[string(one.to)] = one.to, true
		}
		out.WriteString("\n```\n")
	}
	for state := range states {
		if !lived[string(state)] {
			t.Errorf("no life goes through %s", state)
		}
	}
	return out.String()
}
