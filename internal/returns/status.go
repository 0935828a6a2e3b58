package returns

import (
	"slices"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/staff"
)

// State is where a return stands.
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

// States lists them all, in the order queues show them.
var States = []State{Requested, Approved, PickedUp, Received, Inspected, Settled, Refunded, Refused, Withdrawn}

// Label is the state in a language.
func (s State) Label(lang i18n.Lang) string { return i18n.T(lang, "returns.state_"+string(s)) }

// Known reports whether s is a state.
func (s State) Known() bool { return slices.Contains(States, s) }

// Over reports whether nothing happens to a return any more.
func (s State) Over() bool { return s == Refunded || s == Refused || s == Withdrawn }

// underway reports whether the goods are on their way, so the order is.
func (s State) underway() bool { return s == Approved || s == PickedUp }

// atBranch reports whether the goods are there and it is not yet said what is
// paid for them.
func (s State) atBranch() bool { return s == Received || s == Inspected }

// role is who moves a return: the shopper, the program, or a staff role.
type role string

const (
	shopper role = "shopper"
	system  role = "system"
)

// Actor is who moves a return.
type Actor struct {
	Kind string // shopper, staff or system
	ID   string
	role role
}

// theSystem moves what moves by itself.
var theSystem = Actor{"system", "system", system}

func shopperActor(userID string) Actor { return Actor{"shopper", userID, shopper} }

func staffActor(s staff.Member) Actor { return StaffActor(s.ID, s.Role) }

// StaffActor is a member of staff with their role, for those who tell a story
// of the past; the console knows who asks.
func StaffActor(staffID string, r staff.Role) Actor { return Actor{"staff", staffID, role(r)} }

// Move is a wish to move a return.
type Move struct {
	ReturnID string
	To       State
	Actor    Actor
	Reason   string
	// ExpectedSeq is the last event the actor has seen; nil when they do not say.
	ExpectedSeq *int64
}

// guard explains why a move that the table knows cannot be made now.
type guard func(r *Return, m Move) error

// rule is one line of the table.
type rule struct {
	from, to State
	who      []role
	guards   []guard
}

// twoPersonsAbove is the refund, in minor units, that one person may not settle
// who also inspected the goods.
const twoPersonsAbove = 100_000

var (
	deciders = []role{role(staff.Owner), role(staff.Manager), role(staff.Support)}
	movers   = []role{role(staff.Courier), role(staff.Picker), role(staff.Manager), role(staff.Owner)}
	keepers  = []role{role(staff.Picker), role(staff.Manager), role(staff.Owner)}
	payers   = []role{role(staff.Finance), role(staff.Manager), role(staff.Owner)}
)

// table is the whole of what may happen to a return. Everything else is
// refused.
var table = []rule{
	{Requested, Approved, deciders, nil},
	{Requested, Refused, deciders, []guard{withReason}},
	{Requested, Withdrawn, []role{shopper}, nil},

	{Approved, PickedUp, movers, nil},
	{Approved, Withdrawn, []role{shopper}, nil},
	{Approved, Withdrawn, deciders, []guard{withReason}},

	{PickedUp, Received, keepers, nil},

	{Received, Inspected, keepers, nil},

	{Inspected, Settled, payers, []guard{twoPersons}},
	{Inspected, Refused, []role{system}, nil},

	{Settled, Refunded, []role{system}, nil},
}

func withReason(_ *Return, m Move) error {
	if m.Reason == "" {
		return errs.Refuse("returns.reason_required")
	}
	return nil
}

func twoPersons(r *Return, m Move) error {
	if r.Refund > twoPersonsAbove && r.InspectedBy != nil && *r.InspectedBy == m.Actor.ID {
		return errs.Refuse("returns.second_person")
	}
	return nil
}

// check says why m cannot be made: the table does not know it, knows it for
// others, or a condition is not met.
func check(r *Return, m Move, lang i18n.Lang) error {
	names := []any{"from", r.State.Label(lang), "to", m.To.Label(lang)}
	refusal := error(errs.Refuse("returns.cannot_move", names...))
	for _, line := range table {
		if line.from != r.State || line.to != m.To {
			continue
		}
		if !slices.Contains(line.who, m.Actor.role) {
			if errs.Is(refusal, "returns.cannot_move") {
				refusal = errs.Refuse("returns.move_not_yours", names...)
			}
			continue
		}
		err := line.allow(r, m)
		if err == nil {
			return nil
		}
		refusal = err
	}
	return refusal
}

func (l rule) allow(r *Return, m Move) error {
	for _, g := range l.guards {
		if err := g(r, m); err != nil {
			return err
		}
	}
	return nil
}

// option is a move an actor could make.
type option struct {
	to          State
	needsReason bool
	problem     error // what stands in the way whoever gives a reason
}

// options lists the moves the table knows for an actor now. The system's are
// nobody's to choose.
func options(r *Return, a Actor) []option {
	var out []option
	for _, line := range table {
		if line.from != r.State || !slices.Contains(line.who, a.role) {
			continue
		}
		said := Move{To: line.to, Actor: a, Reason: "-"}
		out = append(out, option{line.to, errs.Is(line.allow(r, Move{To: line.to, Actor: a}), "returns.reason_required"), line.allow(r, said)})
	}
	return out
}

// path is how a return goes when nothing comes in between.
var path = []State{Requested, Approved, PickedUp, Received, Inspected, Settled, Refunded}

// upcoming lists what is still ahead of a return on its way.
func upcoming(s State) []State {
	at := slices.Index(path, s)
	if at < 0 {
		return nil
	}
	return path[at+1:]
}
