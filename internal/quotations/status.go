package quotations

import (
	"slices"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// State is where a quotation stands.
type State string

// The states.
const (
	Requested       State = "requested"
	Priced          State = "priced"
	ChangeRequested State = "change_requested"
	Accepted        State = "accepted"
	Ordered         State = "ordered"
	Declined        State = "declined"
	Expired         State = "expired"
)

// States lists them all, in the order queues show them.
var States = []State{Requested, ChangeRequested, Priced, Accepted, Ordered, Declined, Expired}

// open are those under way: something is still to happen.
var open = []State{Requested, ChangeRequested, Priced, Accepted}

// Label is the state in a language.
func (s State) Label(lang i18n.Lang) string { return i18n.T(lang, "quotations.state_"+string(s)) }

// Known reports whether s is a state.
func (s State) Known() bool { return slices.Contains(States, s) }

// Open reports whether something is still to happen.
func (s State) Open() bool { return slices.Contains(open, s) }

// Actor is who moves a quotation.
type Actor struct {
	Kind string // shopper, staff or system
	ID   string
}

// The kinds of actor.
const (
	shopper = "shopper"
	ofStaff = "staff"
	system  = "system"
)

func byShopper(userID string) Actor { return Actor{shopper, userID} }

func byStaff(staffID string) Actor { return Actor{ofStaff, staffID} }

var theSystem = Actor{system, system}

// Move is a wish to move a quotation.
type Move struct {
	To   State
	By   Actor
	Note string
	// Version is the offer a shopper has seen and answers to.
	Version int64
	// Seq is the last event staff have seen; 0 when they do not say.
	Seq int64

	offer *Offer // made by a move to Priced
}

// guard explains why a move that the table knows cannot be made now.
type guard func(q *Quotation, m Move, now time.Time) error

// rule is one line of the table.
type rule struct {
	from, to State
	who      string
	guards   []guard
}

// table is the whole of what may happen to a quotation. That an order takes
// an accepted one, and gives it back when its card was never charged, stands in
// purchase.go: checkout does it within its own transaction.
var table = []rule{
	{Requested, Priced, ofStaff, []guard{asSeen}},
	{Requested, Declined, shopper, nil},
	{Requested, Declined, ofStaff, []guard{asSeen, withNote}},

	{Priced, Accepted, shopper, []guard{sameOffer, inTime}},
	{Priced, ChangeRequested, shopper, []guard{sameOffer, inTime, withNote}},
	{Priced, Declined, shopper, nil},
	{Priced, Priced, ofStaff, []guard{asSeen}},
	{Priced, Expired, system, []guard{late}},

	{ChangeRequested, Priced, ofStaff, []guard{asSeen}},
	{ChangeRequested, Declined, shopper, nil},
	{ChangeRequested, Declined, ofStaff, []guard{asSeen, withNote}},

	{Accepted, Ordered, shopper, []guard{inTime}},
	{Accepted, Expired, system, []guard{late}},
	{Ordered, Accepted, system, nil},
}

func asSeen(q *Quotation, m Move, _ time.Time) error {
	if m.Seq != 0 && m.Seq != q.EventSeq {
		return errs.Conflict("quotations.moved_on")
	}
	return nil
}

func sameOffer(q *Quotation, m Move, _ time.Time) error {
	if m.Version != q.Version {
		return errs.Conflict("quotations.other_offer")
	}
	return nil
}

func withNote(_ *Quotation, m Move, _ time.Time) error {
	if m.Note == "" {
		return errs.Invalid("note", "common.required")
	}
	return nil
}

// expired reports whether the standing offer no longer holds.
func (q *Quotation) expired(now time.Time) bool {
	return q.ExpiresAt != nil && *q.ExpiresAt <= db.At(now)
}

func inTime(q *Quotation, _ Move, now time.Time) error {
	if q.expired(now) {
		return errs.Refuse("quotations.expired")
	}
	return nil
}

func late(q *Quotation, _ Move, now time.Time) error {
	if !q.expired(now) {
		return errs.Refuse("quotations.not_expired")
	}
	return nil
}

// check finds out whether a move can be made now, and says why not.
func check(q *Quotation, m Move, now time.Time) error {
	known, mine := false, false
	for _, r := range table {
		if r.from != q.State || r.to != m.To {
			continue
		}
		known = true
		if r.who != m.By.Kind {
			continue
		}
		mine = true
		for _, g := range r.guards {
			if err := g(q, m, now); err != nil {
				return err
			}
		}
	}
	switch {
	case mine:
		return nil
	case q.State == Expired && m.By.Kind == shopper:
		return errs.Refuse("quotations.expired")
	case known:
		return errs.Refuse("quotations.move_not_yours", "from", label(q.State), "to", label(m.To))
	}
	return errs.Refuse("quotations.move_refused", "from", label(q.State), "to", label(m.To))
}

// can reports whether a move is open to somebody, as far as the table says.
func can(q *Quotation, m Move, now time.Time) bool {
	m.Version, m.Note = q.Version, "…"
	return check(q, m, now) == nil
}

// label is a state in both languages, for a sentence that is not yet in one.
func label(s State) i18n.Text { return i18n.Text{EN: s.Label(i18n.EN), AR: s.Label(i18n.AR)} }
