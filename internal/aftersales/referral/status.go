package referral

import (
	"encoding/json"
	"errors"
	"slices"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/workflow"
)

// State is the state of a referral; table lists the transitions.
type State string

// The states. Commissions are waiting, paid or void.
const (
	Joined  State = "joined"
	Waiting State = "waiting"
	Held    State = "held"
	Paid    State = "paid"
	Refused State = "refused"
	Void    State = "void"
)

// States lists the states of a referral.
var States = []State{Joined, Waiting, Held, Paid, Refused}

// Label is the state as text for the referrer.
func (s State) Label(lang i18n.Lang) string { return i18n.T(lang, "referral.state_"+string(s)) }

// capacity is the role of an actor on a referral: the program, or a member of staff who decides about it.
type capacity string

const (
	system  capacity = "system"
	decider capacity = "staff"
)

// asked is a referral with the requested transition.
type asked struct {
	r    *Referral
	note string
}

// by lists the capacities that a line of the table is for.
type by = []capacity

// table lists all allowed transitions of a referral. One rule is elsewhere: if a first order was returned completely,
// the referral waits for another; the statement in forget that finds the order does that.
var table = workflow.Table[State, capacity, asked]{}.
	Let(Joined, Waiting, by{system}, firstDelivered).
	Let(Joined, Held, by{system}, suspicious).
	Let(Waiting, Joined, by{system}).
	Let(Waiting, Held, by{system}, suspicious).
	Let(Waiting, Paid, by{system}, firstDelivered).
	Let(Held, Joined, by{decider}, nothingDelivered).
	Let(Held, Waiting, by{decider}, firstDelivered).
	Let(Held, Refused, by{decider}, withNote)

// An error from a guard of the program's own transitions is a bug.
var (
	errNoOrder = errors.New("referral: no order of the friend was delivered")
	errAnOrder = errors.New("referral: an order of the friend was delivered")
	errNothing = errors.New("referral: nothing looks wrong")
)

func firstDelivered(a asked) error {
	if a.r.OrderID == nil || a.r.DueAt == nil {
		return errNoOrder
	}
	return nil
}

func nothingDelivered(a asked) error {
	if a.r.OrderID != nil {
		return errAnOrder
	}
	return nil
}

func suspicious(a asked) error {
	if len(a.r.Evidence) == 0 {
		return errNothing
	}
	return nil
}

func withNote(a asked) error {
	if a.note == "" {
		return errs.Invalid("note", "common.required")
	}
	return nil
}

// become changes a referral's state in the given row; the caller writes it. It returns referral.moved_on (409) if the
// table does not allow the transition.
func (r *Referral) become(to State, as capacity, note string) error {
	err := table.Check(r.State, to, []capacity{as}, asked{r, note})
	if errors.Is(err, workflow.ErrUnknown) || errors.Is(err, workflow.ErrNotYours) {
		return errs.Conflict("referral.moved_on")
	}
	if err == nil {
		r.State = to
	}
	return err
}

// CanDecide reports whether staff may approve or refuse the referral now.
func (s State) CanDecide() bool { return len(table.Open(s, by{decider})) > 0 }

// Diagram renders the table as a diagram for the docs.
func Diagram() string { return table.Diagram() }

// Reason is the reason why a referral is held.
type Reason string

// The reasons, the most obvious first.
const (
	SamePhone    Reason = "same_phone"
	SameEmail    Reason = "same_email"
	SameDevice   Reason = "same_device"
	SameName     Reason = "same_name"
	SameAddress  Reason = "same_address"
	Ring         Reason = "ring"         // shares something with others around the referrer
	SameNetwork  Reason = "same_network" // one of many friends from one network and browser
	BlockedOne   Reason = "blocked"      // one of the two is blocked
	MonthlyLimit Reason = "monthly_limit"
)

// Label is the reason as text for staff.
func (r Reason) Label(lang i18n.Lang) string { return i18n.T(lang, "referral.reason_"+string(r)) }

// Evidence is a reason for suspicion, and the other account.
type Evidence struct {
	Reason Reason `json:"reason"`
	UserID string `json:"user_id"`
}

// hold puts r on hold for staff if there is evidence that was not cleared before.
func (r *Referral) hold(found []Evidence) error {
	for _, e := range found {
		if slices.Contains(r.Cleared, e.Reason) {
			continue
		}
		if !slices.Contains(r.Evidence, e) {
			r.Evidence = append(r.Evidence, e)
		}
		if r.State != Held {
			if err := r.become(Held, system, ""); err != nil {
				return err
			}
			r.Reason = e.Reason
		}
	}
	return nil
}

// list is a list stored as JSON.
type list[T any] []T

// Scan decodes the column.
func (l *list[T]) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return json.Unmarshal(src.([]byte), (*[]T)(l))
	}
	return json.Unmarshal([]byte(text), (*[]T)(l))
}

func (l list[T]) text() string {
	if l == nil {
		l = list[T]{}
	}
	b, err := json.Marshal(l)
	if err != nil {
		panic("referral: a list of words must encode: " + err.Error())
	}
	return string(b)
}
