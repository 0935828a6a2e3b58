package returns

import (
	"errors"
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/workflow"
)

// State is the state of a return.
type State string

// The states.
const (
	Requested State = "requested" // asked for; the branch is to answer
	Approved  State = "approved"  // to be picked up
	Refused   State = "refused"   // by the branch, or nothing of it passed the inspection
	Withdrawn State = "withdrawn" // before it was picked up
	PickedUp  State = "picked_up"
	Received  State = "received"  // at the branch
	Inspected State = "inspected" // each unit judged
	Settled   State = "settled"   // booked; the money is on its way
	Refunded  State = "refunded"  // and there
)

// States lists all states, in the order in which queues show them.
var States = []State{Requested, Approved, PickedUp, Received, Inspected, Settled, Refunded, Refused, Withdrawn}

// Label is the name of the state in a language.
func (s State) Label(lang i18n.Lang) string { return i18n.T(lang, "returns.state_"+string(s)) }

// Known reports whether s is a state.
func (s State) Known() bool { return slices.Contains(States, s) }

// Over reports whether a return is finished.
func (s State) Over() bool { return s == Refunded || s == Refused || s == Withdrawn }

// underway reports whether the items are on their way back, so that the order is in return.
func (s State) underway() bool { return s == Approved || s == PickedUp }

// atBranch reports whether the items are at the branch and the refund is not decided yet.
func (s State) atBranch() bool { return s == Received || s == Inspected }

// capacity is the role of an actor on a return: the customer, the program, or a staff role.
type capacity string

const (
	theCustomer capacity = "customer"
	system      capacity = "system"
)

// Actor is the person or system that changes a return's state.
type Actor struct {
	Kind     string // customer, staff or system
	ID       string
	capacity capacity
}

// theSystem makes the transitions that no person requests.
var theSystem = Actor{"system", "system", system}

func customerActor(userID string) Actor { return Actor{"customer", userID, theCustomer} }

func staffActor(s staff.Member) Actor { return StaffActor(s.ID, s.Role) }

// StaffActor is a member of staff with their role, for code that builds past returns; the console knows the caller.
func StaffActor(staffID string, r staff.Role) Actor { return Actor{"staff", staffID, capacity(r)} }

// Transition is a requested change of a return's state.
type Transition struct {
	ReturnID string
	To       State
	Actor    Actor
	Reason   string
	// ExpectedSeq is the last event the actor has seen; nil when it was not sent.
	ExpectedSeq *int64
}

// asked is a return and the requested transition.
type asked struct {
	r *Return
	t Transition
}

// by lists the capacities that a line of the table is for.
type by = []capacity

var (
	deciders = by{capacity(staff.Owner), capacity(staff.Manager), capacity(staff.Support)}
	movers   = by{capacity(staff.Courier), capacity(staff.Picker), capacity(staff.Manager), capacity(staff.Owner)}
	keepers  = by{capacity(staff.Picker), capacity(staff.Manager), capacity(staff.Owner)}
	payers   = by{capacity(staff.Finance), capacity(staff.Manager), capacity(staff.Owner)}
)

// table lists all allowed transitions of a return. Everything else is refused.
var table = workflow.Table[State, capacity, asked]{}.
	Let(Requested, Approved, deciders).
	Let(Requested, Refused, deciders, withReason).
	Let(Requested, Withdrawn, by{theCustomer}).
	Let(Approved, PickedUp, movers).
	Let(Approved, Withdrawn, by{theCustomer}).
	Let(Approved, Withdrawn, deciders, withReason).
	Let(PickedUp, Received, keepers).
	Let(Received, Inspected, keepers).
	Let(Inspected, Settled, payers).
	Let(Inspected, Refused, by{system}).
	Let(Settled, Refunded, by{system})

func withReason(a asked) error {
	if a.t.Reason == "" {
		return errs.Refuse("returns.reason_required")
	}
	return nil
}

// check returns why a transition is impossible: the table does not have it, has it for other roles, or a condition is
// not met.
func check(r *Return, t Transition, lang i18n.Lang) error {
	names := []any{"from", r.State.Label(lang), "to", t.To.Label(lang)}
	switch err := table.Check(r.State, t.To, []capacity{t.Actor.capacity}, asked{r, t}); {
	case errors.Is(err, workflow.ErrUnknown):
		return errs.Refuse("returns.cannot_move", names...)
	case errors.Is(err, workflow.ErrNotYours):
		return errs.Refuse("returns.move_not_yours", names...)
	default:
		return err
	}
}

// option is a transition an actor could make.
type option struct {
	to          State
	needsReason bool
	problem     error // what prevents it even with a reason
}

// options lists the transitions an actor can make now. The system's cannot be chosen.
func options(r *Return, a Actor) []option {
	var out []option
	for _, line := range table.Open(r.State, []capacity{a.capacity}) {
		silent := line.Allow(asked{r, Transition{To: line.To, Actor: a}})
		said := line.Allow(asked{r, Transition{To: line.To, Actor: a, Reason: "-"}})
		out = append(out, option{line.To, errs.Is(silent, "returns.reason_required"), said})
	}
	return out
}

// Diagram renders the table as a diagram for the docs.
func Diagram() string { return table.Diagram() }

// path is the sequence of states of a return without incidents.
var path = []State{Requested, Approved, PickedUp, Received, Inspected, Settled, Refunded}

// upcoming lists the states that are still ahead of a return.
func upcoming(s State) []State {
	at := slices.Index(path, s)
	if at < 0 {
		return nil
	}
	return path[at+1:]
}
