package orders

import (
	"errors"
	"slices"
	"time"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/workflow"
)

// Status is the status of an order, as customers and staff see it.
type Status string

// The statuses.
const (
	Draft          Status = "draft"
	Pending        Status = "pending"
	Processing     Status = "processing"
	Shipped        Status = "shipped"
	OutForDelivery Status = "out_for_delivery"
	Delivered      Status = "delivered"
	InReturn       Status = "in_return"
	ReturnReceived Status = "return_received"
	Returned       Status = "returned"
	OnHold         Status = "on_hold"
	Rejected       Status = "rejected"
	Cancelled      Status = "cancelled"
)

// Statuses lists all statuses, in the order in which boards and filters show them.
var Statuses = []Status{
	Draft, Pending, Processing, Shipped, OutForDelivery, Delivered,
	InReturn, ReturnReceived, Returned, OnHold, Rejected, Cancelled,
}

// Label is the name of the status in a language.
func (s Status) Label(lang i18n.Lang) string { return i18n.T(lang, "orders.status_"+string(s)) }

// Label is the name of the order's status in a language: orders for pickup are ready and collected, not sent and
// delivered.
func (o *Order) Label(st Status, lang i18n.Lang) string { return StatusLabel(st, o.Fulfilment, lang) }

// StatusLabel is Label if only the fulfilment of an order is known.
func StatusLabel(st Status, fulfilment string, lang i18n.Lang) string {
	if fulfilment == Pickup && (st == Shipped || st == Delivered) {
		return i18n.T(lang, "orders.pickup_"+string(st))
	}
	return st.Label(lang)
}

// StaffLabel is a status in words for staff: the customers' "on its way to you" and "order placed" are not addressed to
// staff.
func StaffLabel(st Status, fulfilment string, lang i18n.Lang) string {
	if st == OutForDelivery || st == Pending {
		return i18n.T(lang, "orders.staff_"+string(st))
	}
	return StatusLabel(st, fulfilment, lang)
}

// Known reports whether s is a status.
func (s Status) Known() bool { return slices.Contains(Statuses, s) }

// Live reports whether an order is in progress, so that something will still happen to it without a new request.
func (s Status) Live() bool {
	switch s {
	case Delivered, Returned, Rejected, Cancelled:
		return false
	}
	return true
}

// Capacity is the role in which an actor changes an order. One person may have several: the owner of a small shop
// packs, delivers and answers the phone.
type Capacity string

// The capacities.
const (
	System   Capacity = "system"
	Customer Capacity = "customer"
	Branch   Capacity = "branch"
	Ops      Capacity = "ops"
	Courier  Capacity = "courier"
)

// CapacitiesOf lists the capacities of a staff role.
func CapacitiesOf(role string) []Capacity {
	switch role {
	case "owner":
		return []Capacity{Branch, Ops, Courier}
	case "manager", "picker":
		return []Capacity{Branch}
	case "support":
		return []Capacity{Ops}
	case "courier":
		return []Capacity{Courier}
	}
	return nil
}

// Actor is the person or system that changes an order's status.
type Actor struct {
	Kind       string // customer, staff or system
	ID         string
	Name       string
	Capacities []Capacity
	// OfSeller marks the seller's staff. Couriers work for the party that delivers.
	OfSeller bool
}

// TheSystem is the actor of transitions that no person requested.
var TheSystem = Actor{Kind: "system", ID: "system", Capacities: []Capacity{System}}

// CustomerActor is an order's customer.
func CustomerActor(userID string) Actor {
	return Actor{Kind: "customer", ID: userID, Capacities: []Capacity{Customer}}
}

// StaffActor is a member of staff with the capacities of their role.
func StaffActor(staffID, name, role string) Actor {
	return Actor{Kind: "staff", ID: staffID, Name: name, Capacities: CapacitiesOf(role)}
}

// MemberActor is the actor for a signed-in member of staff.
func MemberActor(m staff.Member) Actor {
	a := StaffActor(m.ID, m.Name, string(m.Role))
	a.OfSeller = m.Party() == parties.Seller && m.Role != staff.Courier
	return a
}

// Transition is a requested change of an order's status.
type Transition struct {
	OrderID string
	To      Status
	Actor   Actor
	Reason  string
	// PIN is the code the customer gave at the door.
	PIN string
	// Weights is the weight in grams of each line of goods sold by weight, when the order becomes ready; nil when no
	// weights were requested.
	Weights map[string]int64
	// ExpectedSeq is the last event the actor has seen; nil when it was not sent.
	ExpectedSeq *int64
	// Approved is set by the returns feature for all its transitions: for a return it has approved, when returns arrive or
	// are cancelled, and when everything they refund has been refunded.
	Approved bool
	// Call is set only by the calls feature: the result of the call that an order awaits.
	Call CallResult

	pinRight bool
}

// CallResult is the result of the call that an order awaits.
type CallResult string

// The results.
const (
	CallConfirmed CallResult = "confirmed" // the code of its page was heard
	CallSpent     CallResult = "spent"     // too many wrong codes were typed
)

const (
	// MaxAttempts is how often a delivery, or the code at the counter, may fail before the order comes back.
	MaxAttempts = 3
	// returnWindow is the time after which no return can be requested, regardless of a product's rules in the returns
	// feature.
	returnWindow = 60 * 24 * time.Hour
)

// asked is an order, the requested transition and the current time.
type asked struct {
	order *Order
	t     Transition
	now   time.Time
}

// by lists the capacities that a line of the table is for.
type by = []Capacity

// table lists all allowed transitions of an order. Everything else is refused.
var table = workflow.Table[Status, Capacity, asked]{}.
	Let(Draft, Pending, by{System}, payable).
	Let(Draft, Cancelled, by{Customer}).
	Let(Draft, Cancelled, by{System}, expired).
	Let(Pending, Processing, by{Branch}).
	Let(Pending, OnHold, by{System, Ops}, withReason).
	Let(Pending, Rejected, by{Branch}, withReason).
	Let(Pending, Rejected, by{System}, notAcceptedInTime).
	Let(Pending, Cancelled, by{Customer}).
	Let(Pending, Cancelled, by{Ops}, withReason).
	Let(OnHold, Pending, by{Ops}, numberKnown).
	Let(OnHold, Pending, by{Branch, Ops}, confirmedByCall).
	Let(OnHold, Processing, by{Ops}, numberKnown).
	Let(OnHold, Rejected, by{Ops}, withReason).
	Let(OnHold, Rejected, by{Branch}, toConfirm, withReason).
	Let(OnHold, Cancelled, by{Ops}, withReason).
	Let(OnHold, Cancelled, by{Customer}, heldFromPending).
	Let(OnHold, Cancelled, by{System}, toConfirm, callOver).
	Let(Processing, Shipped, by{Branch}).
	Let(Processing, OnHold, by{Branch, Ops}, withReason).
	Let(Processing, Rejected, by{Branch}, withReason).
	Let(Processing, Cancelled, by{Ops}, withReason).
	Let(Processing, Cancelled, by{Customer}, notPicked).
	Let(Shipped, OutForDelivery, by{Courier, Branch}, toDoor, byDeliverer).
	Let(Shipped, Shipped, by{Branch}, codeSpent, attemptsLeft).
	Let(Shipped, Delivered, by{Branch}, byDeliverer, withPIN).
	Let(Shipped, InReturn, by{Ops}, byDeliverer, withReason).
	Let(OutForDelivery, Delivered, by{Courier}, byDeliverer, withPIN).
	Let(OutForDelivery, Shipped, by{Courier}, byDeliverer, withReason, attemptsLeft).
	Let(OutForDelivery, InReturn, by{Courier}, byDeliverer, withReason).
	Let(Delivered, InReturn, by{Customer}, approvedInTime).
	Let(InReturn, ReturnReceived, by{Branch}, asItsReturns).
	Let(InReturn, Delivered, by{Ops}, withReason, wasDelivered, asItsReturns).
	Let(ReturnReceived, Returned, by{System}, nothingLeftPaid).
	Let(ReturnReceived, Delivered, by{System}, wasDelivered)

func payable(a asked) error {
	if a.order.PaymentMethod != COD && a.order.PaymentState != PaymentPaid {
		return errs.Refuse("orders.not_paid")
	}
	return nil
}

func expired(a asked) error {
	if a.order.ExpiresAt == nil || db.At(a.now) < *a.order.ExpiresAt {
		return errs.Refuse("orders.not_expired")
	}
	return nil
}

func notAcceptedInTime(a asked) error {
	if a.order.AcceptBy == nil || db.At(a.now) < *a.order.AcceptBy {
		return errs.Refuse("orders.not_late")
	}
	return nil
}

// numberKnown: an order that awaits a confirmation call continues only with the call's code.
func numberKnown(a asked) error {
	if a.order.ConfirmBy != nil {
		return errs.Refuse("orders.call_first")
	}
	return nil
}

func toConfirm(a asked) error {
	if a.order.ConfirmBy == nil {
		return errs.Refuse("orders.no_call_awaited")
	}
	return nil
}

// confirmedByCall: in time, and with the code of the customer's page.
func confirmedByCall(a asked) error {
	switch {
	case a.order.ConfirmBy == nil:
		return errs.Refuse("orders.no_call_awaited")
	case a.t.Call != CallConfirmed || db.At(a.now) >= *a.order.ConfirmBy:
		return errs.Refuse("orders.call_first")
	}
	return nil
}

func callOver(a asked) error {
	if a.t.Call != CallSpent && db.At(a.now) < *a.order.ConfirmBy {
		return errs.Refuse("orders.call_first")
	}
	return nil
}

func toDoor(a asked) error {
	if a.order.Fulfilment == Pickup {
		return errs.Refuse("orders.is_collected")
	}
	return nil
}

// byDeliverer refuses the seller's staff the transitions of the platform's couriers: the person who records that an
// order left or arrived decides who holds its cash and who was late.
func byDeliverer(a asked) error {
	if o := a.order; a.t.Actor.OfSeller && o.ofSeller() && o.DeliveredBy == ByShop && o.Fulfilment == ToDoor {
		return errs.Refuse("orders.platform_delivers")
	}
	return nil
}

// codeSpent: if the code of a pickup order was entered wrongly too often, the order gets a new code, as it does for
// each delivery attempt.
func codeSpent(a asked) error {
	if a.order.Fulfilment != Pickup || a.order.PINTries < pinTries {
		return errs.Refuse("orders.code_not_spent")
	}
	return nil
}

func heldFromPending(a asked) error {
	if a.order.HeldFrom == nil || *a.order.HeldFrom != Pending {
		return errs.Refuse("orders.already_prepared")
	}
	return nil
}

// CustomerMayCancel reports whether the table allows customers to cancel an order in this status.
func CustomerMayCancel(s Status) bool {
	for _, line := range table.Open(s, by{Customer}) {
		if line.To == Cancelled {
			return true
		}
	}
	return false
}

func notPicked(a asked) error {
	if a.order.PickedAt != nil {
		return errs.Refuse("orders.already_prepared")
	}
	return nil
}

func withReason(a asked) error {
	if a.t.Reason == "" {
		return errs.Refuse("orders.reason_required")
	}
	return nil
}

func withPIN(a asked) error {
	if !a.t.pinRight {
		return errs.Refuse("orders.pin_wrong")
	}
	return nil
}

func attemptsLeft(a asked) error {
	if a.order.Attempts >= MaxAttempts {
		return errs.Refuse("orders.no_attempts_left", "count", MaxAttempts)
	}
	return nil
}

func approvedInTime(a asked) error {
	if a.order.DeliveredAt == nil || a.now.After(a.order.DeliveredAt.Time().Add(returnWindow)) {
		return errs.Refuse("orders.return_too_late")
	}
	if !a.t.Approved {
		return errs.Refuse("orders.return_not_approved")
	}
	return nil
}

func wasDelivered(a asked) error {
	if a.order.DeliveredAt == nil {
		return errs.Refuse("orders.never_delivered")
	}
	return nil
}

// asItsReturns: delivered goods come back through returns, and only returns move their order; an undelivered order has
// none.
func asItsReturns(a asked) error {
	if a.order.DeliveredAt != nil && !a.t.Approved {
		return errs.Refuse("orders.follows_returns")
	}
	return nil
}

// nothingLeftPaid: everything was refunded. After a delivery, the returns feature knows what had to be refunded, and
// approves.
func nothingLeftPaid(a asked) error {
	if a.order.Paid > 0 && a.order.PaymentState != PaymentRefunded && (a.order.DeliveredAt == nil || !a.t.Approved) {
		return errs.Refuse("orders.refund_open")
	}
	return nil
}

// check returns why a transition is impossible: the table does not have it, has it for other roles, or a condition is
// not met.
func check(o *Order, t Transition, now time.Time, lang i18n.Lang) error {
	names := []any{"from", StaffLabel(o.Status, o.Fulfilment, lang), "to", StaffLabel(t.To, o.Fulfilment, lang)}
	switch err := table.Check(o.Status, t.To, t.Actor.Capacities, asked{o, t, now}); {
	case errors.Is(err, workflow.ErrUnknown):
		return errs.Refuse("orders.move_refused", names...)
	case errors.Is(err, workflow.ErrNotYours):
		return errs.Refuse("orders.move_not_yours", names...)
	default:
		return err
	}
}

// MayConfirm refuses actors who may not record that a call confirmed an order's number, and orders that need no such
// call or no longer need one.
func MayConfirm(o *Order, actor Actor, now time.Time, lang i18n.Lang) error {
	return check(o, Transition{To: Pending, Actor: actor, Call: CallConfirmed}, now, lang)
}

// Option is a transition that an actor could make, with the input it requires.
type Option struct {
	To          Status
	NeedsReason bool
	NeedsPIN    bool
}

// Options lists the transitions that actor may make with o now, in display order. It assumes that the actor gives the
// required reason or PIN.
func Options(o *Order, actor Actor, now time.Time) []Option {
	open := table.Open(o.Status, actor.Capacities)
	var out []Option
	for _, to := range Statuses {
		at := slices.IndexFunc(open, func(l workflow.Line[Status, Capacity, asked]) bool {
			// With all possible input given, only the order itself can prevent the transition.
			return l.To == to && l.Allow(asked{o, Transition{To: to, Reason: "-", pinRight: true}, now}) == nil
		})
		if at < 0 {
			continue
		}
		// Leaving out one input at a time shows which ones are required.
		silent := open[at].Allow(asked{o, Transition{To: to, pinRight: true}, now})
		blind := open[at].Allow(asked{o, Transition{To: to, Reason: "-"}, now})
		out = append(out, Option{To: to, NeedsReason: errs.Is(silent, "orders.reason_required"),
			NeedsPIN: errs.Is(blind, "orders.pin_wrong")})
	}
	return out
}

// Diagram renders the table as a diagram for the docs.
func Diagram() string { return table.Diagram() }

// EachTransition calls do for every transition of the table and each of its capacities.
func EachTransition(do func(from, to Status, by Capacity)) {
	for _, line := range table {
		for _, capacity := range line.By {
			do(line.From, line.To, capacity)
		}
	}
}

// path is the sequence of statuses of an order without incidents.
var path = []Status{Pending, Processing, Shipped, OutForDelivery, Delivered}

// counterPath is the same for an order that is picked up.
var counterPath = []Status{Pending, Processing, Shipped, Delivered}

// Upcoming lists the statuses that are still ahead of an order.
func (o *Order) Upcoming() []Status {
	s, path := o.Status, path
	if o.Fulfilment == Pickup {
		path = counterPath
	}
	switch at := slices.Index(path, s); {
	case at >= 0:
		return path[at+1:]
	case s == Draft:
		return path
	case s == OnHold:
		return path[1:]
	case s == InReturn:
		return []Status{ReturnReceived, Returned}
	case s == ReturnReceived:
		return []Status{Returned}
	}
	return nil
}
