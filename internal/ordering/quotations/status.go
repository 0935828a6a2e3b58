package quotations

import (
	"context"
	"errors"
	"slices"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/workflow"
)

// State is the state of a quotation.
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

// States lists all states, in the order in which queues show them.
var States = []State{Requested, ChangeRequested, Priced, Accepted, Ordered, Declined, Expired}

// open lists the states in which the quotation is not finished.
var open = []State{Requested, ChangeRequested, Priced, Accepted}

// Label is the name of the state in a language.
func (s State) Label(lang i18n.Lang) string { return i18n.T(lang, "quotations.state_"+string(s)) }

// Known reports whether s is a state.
func (s State) Known() bool { return slices.Contains(States, s) }

// Open reports whether the quotation is not finished.
func (s State) Open() bool { return slices.Contains(open, s) }

// capacity is the role in which an actor changes a quotation.
type capacity string

const (
	customer capacity = "customer"
	ofStaff  capacity = "staff"
	system   capacity = "system"
)

// Actor is the person or system that changes a quotation's state.
type Actor struct {
	Kind capacity
	ID   string
}

func byCustomer(userID string) Actor { return Actor{customer, userID} }

func byStaff(staffID string) Actor { return Actor{ofStaff, staffID} }

var theSystem = Actor{system, string(system)}

// Transition is a requested change of a quotation's state.
type Transition struct {
	To   State
	By   Actor
	Note string
	// Version is the offer that the customer has seen and responds to.
	Version int64
	// Seq is the last event that staff have seen; 0 if they did not send it.
	Seq int64

	offer *Offer // made by a transition to Priced
	// let decides within the transaction whether the transition is allowed; nil allows it.
	let func(ctx context.Context, tx *db.Tx, q *Quotation) (bool, error)
}

// asked is a quotation, the requested transition and the current time.
type asked struct {
	q   *Quotation
	t   Transition
	now time.Time
}

// by lists the capacities that a line of the table is for.
type by = []capacity

// table lists every transition of a quotation, with one exception in purchase.go: checkout orders an accepted
// quotation, and releases it when the order's card was never charged, within its own transaction.
var table = workflow.Table[State, capacity, asked]{}.
	Let(Requested, Priced, by{ofStaff}, asSeen).
	Let(Requested, Declined, by{customer}).
	Let(Requested, Declined, by{ofStaff}, asSeen, withNote).
	Let(Priced, Accepted, by{customer}, sameOffer, inTime).
	Let(Priced, ChangeRequested, by{customer}, sameOffer, inTime, withNote).
	Let(Priced, Declined, by{customer}).
	Let(Priced, Priced, by{ofStaff}, asSeen).
	Let(Priced, Expired, by{system}, late).
	Let(ChangeRequested, Priced, by{ofStaff}, asSeen).
	Let(ChangeRequested, Declined, by{customer}).
	Let(ChangeRequested, Declined, by{ofStaff}, asSeen, withNote).
	Let(Accepted, Ordered, by{customer}, inTime).
	Let(Accepted, Expired, by{system}, late).
	Let(Ordered, Accepted, by{system})

func asSeen(a asked) error {
	if a.t.Seq != 0 && a.t.Seq != a.q.EventSeq {
		return errs.Conflict("quotations.moved_on")
	}
	return nil
}

func sameOffer(a asked) error {
	if a.t.Version != a.q.Version {
		return errs.Conflict("quotations.other_offer")
	}
	return nil
}

func withNote(a asked) error {
	if a.t.Note == "" {
		return errs.Invalid("note", "common.required")
	}
	return nil
}

// expired reports whether the current offer has expired.
func (q *Quotation) expired(now time.Time) bool {
	return q.ExpiresAt != nil && *q.ExpiresAt <= db.At(now)
}

func inTime(a asked) error {
	if a.q.expired(a.now) {
		return errs.Refuse("quotations.expired")
	}
	return nil
}

func late(a asked) error {
	if !a.q.expired(a.now) {
		return errs.Refuse("quotations.not_expired")
	}
	return nil
}

// check returns nil if a transition is possible now, else the reason why it is not.
func check(q *Quotation, t Transition, now time.Time) error {
	switch err := table.Check(q.State, t.To, []capacity{t.By.Kind}, asked{q, t, now}); {
	case err == nil:
		return nil
	case !errors.Is(err, workflow.ErrUnknown) && !errors.Is(err, workflow.ErrNotYours):
		return err
	case q.State == Expired && t.By.Kind == customer:
		return errs.Refuse("quotations.expired")
	case errors.Is(err, workflow.ErrNotYours):
		return errs.Refuse("quotations.move_not_yours", "from", label(q.State), "to", label(t.To))
	}
	return errs.Refuse("quotations.move_refused", "from", label(q.State), "to", label(t.To))
}

// Diagram renders the table as a diagram for the docs.
func Diagram() string { return table.Diagram() }

// can reports whether the table allows an actor to make a transition.
func can(q *Quotation, t Transition, now time.Time) bool {
	t.Version, t.Note = q.Version, "…"
	return check(q, t, now) == nil
}

// label is the name of a state in both languages, for a message whose language is not known yet.
func label(s State) i18n.Text { return i18n.Text{EN: s.Label(i18n.EN), AR: s.Label(i18n.AR)} }
