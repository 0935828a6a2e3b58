package orders

import (
	"slices"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// Status is where an order stands, as people see it.
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

// Statuses lists them all, in the order boards and filters show them.
var Statuses = []Status{
	Draft, Pending, Processing, Shipped, OutForDelivery, Delivered,
	InReturn, ReturnReceived, Returned, OnHold, Rejected, Cancelled,
}

// Label is the status in a language.
func (s Status) Label(lang i18n.Lang) string { return i18n.T(lang, "orders.status_"+string(s)) }

// Label is a status of the order in a language: what is collected is ready and
// collected, not sent and delivered.
func (o *Order) Label(st Status, lang i18n.Lang) string { return StatusLabel(st, o.Fulfilment, lang) }

// StatusLabel is Label for where only the fulfilment of an order is known.
func StatusLabel(st Status, fulfilment string, lang i18n.Lang) string {
	if fulfilment == Pickup && (st == Shipped || st == Delivered) {
		return i18n.T(lang, "orders.pickup_"+string(st))
	}
	return st.Label(lang)
}

// Known reports whether s is a status.
func (s Status) Known() bool { return slices.Contains(Statuses, s) }

// Live reports whether something is still to happen to an order without
// anybody asking for it.
func (s Status) Live() bool {
	switch s {
	case Delivered, Returned, Rejected, Cancelled:
		return false
	}
	return true
}

// Hat is in what capacity somebody moves an order. One person may wear
// several: an owner of a small shop packs, delivers and answers the phone.
type Hat string

// The hats.
const (
	System  Hat = "system"
	Shopper Hat = "shopper"
	Branch  Hat = "branch"
	Ops     Hat = "ops"
	Courier Hat = "courier"
)

// HatsOf says which hats a staff role wears.
func HatsOf(role string) []Hat {
	switch role {
	case "owner":
		return []Hat{Branch, Ops, Courier}
	case "manager", "picker":
		return []Hat{Branch}
	case "support":
		return []Hat{Ops}
	case "courier":
		return []Hat{Courier}
	}
	return nil
}

// Actor is who moves an order.
type Actor struct {
	Kind string // shopper, staff or system
	ID   string
	Name string
	Hats []Hat
}

// TheSystem is the actor of moves that nobody asked for.
var TheSystem = Actor{Kind: "system", ID: "system", Hats: []Hat{System}}

// ShopperActor is an order's shopper.
func ShopperActor(userID string) Actor {
	return Actor{Kind: "shopper", ID: userID, Hats: []Hat{Shopper}}
}

// StaffActor is a member of staff with the hats of their role.
func StaffActor(staffID, name, role string) Actor {
	return Actor{Kind: "staff", ID: staffID, Name: name, Hats: HatsOf(role)}
}

// Move is a wish to move an order.
type Move struct {
	OrderID string
	To      Status
	Actor   Actor
	Reason  string
	// PIN is what the shopper said at the door.
	PIN string
	// ExpectedSeq is the last event the actor has seen; nil when they do not say.
	ExpectedSeq *int64
	// Approved is set by the returns feature for every move it makes: for a
	// return it has approved, as its returns come in or are withdrawn, and once
	// everything that they give back has gone back.
	Approved bool

	pinRight bool
}

const (
	// maxAttempts is how often a delivery, or the code at the counter, may fail
	// before the order comes back.
	maxAttempts = 3
	// returnWindow is after which time no return begins any more, whatever the
	// rules of the returns feature say of a product.
	returnWindow = 60 * 24 * time.Hour
)

// guard explains why a move that the table knows cannot be made now.
type guard func(o *Order, m Move, now time.Time) error

// rule is one line of the table: who may move an order from where to where,
// and under which conditions.
type rule struct {
	from, to Status
	who      []Hat
	guards   []guard
}

// table is the whole of what may happen to an order. Everything else is
// refused.
var table = []rule{
	{Draft, Pending, []Hat{System}, []guard{payable}},
	{Draft, Cancelled, []Hat{Shopper}, nil},
	{Draft, Cancelled, []Hat{System}, []guard{expired}},

	{Pending, Processing, []Hat{Branch}, nil},
	{Pending, OnHold, []Hat{System, Ops}, []guard{withReason}},
	{Pending, Rejected, []Hat{Branch}, []guard{withReason}},
	{Pending, Rejected, []Hat{System}, []guard{notAcceptedInTime}},
	{Pending, Cancelled, []Hat{Shopper}, nil},
	{Pending, Cancelled, []Hat{Ops}, []guard{withReason}},

	{OnHold, Pending, []Hat{Ops}, nil},
	{OnHold, Processing, []Hat{Ops}, nil},
	{OnHold, Rejected, []Hat{Ops}, []guard{withReason}},
	{OnHold, Cancelled, []Hat{Ops}, []guard{withReason}},
	{OnHold, Cancelled, []Hat{Shopper}, []guard{heldFromPending}},

	{Processing, Shipped, []Hat{Branch}, nil},
	{Processing, OnHold, []Hat{Branch, Ops}, []guard{withReason}},
	{Processing, Rejected, []Hat{Branch}, []guard{withReason}},
	{Processing, Cancelled, []Hat{Ops}, []guard{withReason}},
	{Processing, Cancelled, []Hat{Shopper}, []guard{notPicked}},

	{Shipped, OutForDelivery, []Hat{Courier, Branch}, []guard{toDoor}},
	{Shipped, Shipped, []Hat{Branch}, []guard{codeSpent, attemptsLeft}},
	{Shipped, Delivered, []Hat{Branch}, []guard{withPIN}},
	{Shipped, InReturn, []Hat{Ops}, []guard{withReason}},

	{OutForDelivery, Delivered, []Hat{Courier}, []guard{withPIN}},
	{OutForDelivery, Shipped, []Hat{Courier}, []guard{withReason, attemptsLeft}},
	{OutForDelivery, InReturn, []Hat{Courier}, []guard{withReason}},

	{Delivered, InReturn, []Hat{Shopper}, []guard{approvedInTime}},

	{InReturn, ReturnReceived, []Hat{Branch}, []guard{asItsReturns}},
	{InReturn, Delivered, []Hat{Ops}, []guard{withReason, wasDelivered, asItsReturns}},

	{ReturnReceived, Returned, []Hat{System}, []guard{nothingLeftPaid}},
	{ReturnReceived, Delivered, []Hat{System}, []guard{wasDelivered}},
}

func payable(o *Order, _ Move, _ time.Time) error {
	if o.PaymentMethod != COD && o.PaymentState != PaymentPaid {
		return errs.Refuse("orders.not_paid")
	}
	return nil
}

func expired(o *Order, _ Move, now time.Time) error {
	if o.ExpiresAt == nil || db.At(now) < *o.ExpiresAt {
		return errs.Refuse("orders.not_expired")
	}
	return nil
}

func notAcceptedInTime(o *Order, _ Move, now time.Time) error {
	if o.AcceptBy == nil || db.At(now) < *o.AcceptBy {
		return errs.Refuse("orders.not_late")
	}
	return nil
}

func toDoor(o *Order, _ Move, _ time.Time) error {
	if o.Fulfilment == Pickup {
		return errs.Refuse("orders.is_collected")
	}
	return nil
}

// codeSpent: whoever comes for an order whose code was mistaken too often is
// given another one, as the next attempt at a door has another one.
func codeSpent(o *Order, _ Move, _ time.Time) error {
	if o.Fulfilment != Pickup || o.PINTries < pinTries {
		return errs.Refuse("orders.code_not_spent")
	}
	return nil
}

func heldFromPending(o *Order, _ Move, _ time.Time) error {
	if o.HeldFrom == nil || *o.HeldFrom != Pending {
		return errs.Refuse("orders.already_prepared")
	}
	return nil
}

func notPicked(o *Order, _ Move, _ time.Time) error {
	if o.PickedAt != nil {
		return errs.Refuse("orders.already_prepared")
	}
	return nil
}

func withReason(_ *Order, m Move, _ time.Time) error {
	if m.Reason == "" {
		return errs.Refuse("orders.reason_required")
	}
	return nil
}

func withPIN(_ *Order, m Move, _ time.Time) error {
	if !m.pinRight {
		return errs.Refuse("orders.pin_wrong")
	}
	return nil
}

func attemptsLeft(o *Order, _ Move, _ time.Time) error {
	if o.Attempts >= maxAttempts {
		return errs.Refuse("orders.no_attempts_left")
	}
	return nil
}

func approvedInTime(o *Order, m Move, now time.Time) error {
	if o.DeliveredAt == nil || now.After(o.DeliveredAt.Time().Add(returnWindow)) {
		return errs.Refuse("orders.return_too_late")
	}
	if !m.Approved {
		return errs.Refuse("orders.return_not_approved")
	}
	return nil
}

func wasDelivered(o *Order, _ Move, _ time.Time) error {
	if o.DeliveredAt == nil {
		return errs.Refuse("orders.never_delivered")
	}
	return nil
}

// asItsReturns: what was delivered comes back by returns, and only they move
// its order; an order that never arrived has none.
func asItsReturns(o *Order, m Move, _ time.Time) error {
	if o.DeliveredAt != nil && !m.Approved {
		return errs.Refuse("orders.follows_returns")
	}
	return nil
}

// nothingLeftPaid: all of it went back; after a delivery the returns feature
// knows what had to, and approves.
func nothingLeftPaid(o *Order, m Move, _ time.Time) error {
	if o.Paid > 0 && o.PaymentState != PaymentRefunded && (o.DeliveredAt == nil || !m.Approved) {
		return errs.Refuse("orders.refund_open")
	}
	return nil
}

// check says why m cannot be made: the table does not know it, knows it for
// others, or a condition is not met.
func check(o *Order, m Move, now time.Time, lang i18n.Lang) error {
	names := []any{"from", o.Label(o.Status, lang), "to", o.Label(m.To, lang)}
	refusal := error(errs.Refuse("orders.move_refused", names...))
	for _, r := range table {
		if r.from != o.Status || r.to != m.To {
			continue
		}
		if !wears(m.Actor, r.who) {
			if errs.Is(refusal, "orders.move_refused") {
				refusal = errs.Refuse("orders.move_not_yours", names...)
			}
			continue
		}
		err := r.allow(o, m, now)
		if err == nil {
			return nil
		}
		refusal = err
	}
	return refusal
}

func (r rule) allow(o *Order, m Move, now time.Time) error {
	for _, g := range r.guards {
		if err := g(o, m, now); err != nil {
			return err
		}
	}
	return nil
}

func wears(a Actor, hats []Hat) bool {
	return slices.ContainsFunc(a.Hats, func(h Hat) bool { return slices.Contains(hats, h) })
}

// Option is a move an actor could make, and what they must say with it.
type Option struct {
	To          Status
	NeedsReason bool
	NeedsPIN    bool
}

// Options lists the moves that actor may make with o now, supposing that they
// give the reason or PIN it needs.
func Options(o *Order, actor Actor, now time.Time) []Option {
	var out []Option
	for _, to := range Statuses {
		for _, r := range table {
			if r.from != o.Status || r.to != to || !wears(actor, r.who) {
				continue
			}
			// With everything said that can be said, only the order itself can
			// still stand in the way; with nothing said, what is missing shows.
			if r.allow(o, Move{To: to, Reason: "-", pinRight: true}, now) != nil {
				continue
			}
			opt := Option{To: to}
			opt.NeedsReason = errs.Is(r.allow(o, Move{To: to, pinRight: true}, now), "orders.reason_required")
			opt.NeedsPIN = errs.Is(r.allow(o, Move{To: to, Reason: "-"}, now), "orders.pin_wrong")
			out = append(out, opt)
			break
		}
	}
	return out
}

// Allowed reports whether the table knows a move at all, whoever makes it.
func Allowed(from, to Status) bool {
	return slices.ContainsFunc(table, func(r rule) bool { return r.from == from && r.to == to })
}

// path is how an order goes when nothing comes in between.
var path = []Status{Pending, Processing, Shipped, OutForDelivery, Delivered}

// counterPath is the same of an order that is collected.
var counterPath = []Status{Pending, Processing, Shipped, Delivered}

// Upcoming lists what is still ahead of an order on its way.
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
