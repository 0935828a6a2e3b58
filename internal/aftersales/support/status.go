package support

import (
	"time"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/workflow"
)

// The states of a ticket.
const (
	Open     = "open"     // the shop's turn
	Answered = "answered" // the customer's turn
	Closed   = "closed"
)

// States lists all states.
var States = []string{Open, Answered, Closed}

// capacity is the role of an actor on a ticket: its author, signed in or by their link, or staff.
type capacity string

const (
	customer capacity = "customer"
	ofStaff  capacity = "staff"
)

// asked is a ticket and the current time.
type asked struct {
	t   *Ticket
	now time.Time
}

// by lists the capacities that a line of the table is for.
type by = []capacity

// table lists all allowed transitions of a ticket. A reply makes it the other side's turn; reopening a closed one
// restores whose turn it was. Staff's notes change nothing.
var table = workflow.Table[string, capacity, asked]{}.
	Let(Open, Open, by{customer}).
	Let(Open, Answered, by{ofStaff}).
	Let(Open, Closed, by{customer, ofStaff}).
	Let(Answered, Open, by{customer}).
	Let(Answered, Answered, by{ofStaff}).
	Let(Answered, Closed, by{customer, ofStaff}).
	Let(Closed, Open, by{customer}, closedLately).
	Let(Closed, Open, by{ofStaff}).
	Let(Closed, Answered, by{customer}, closedLately).
	Let(Closed, Answered, by{ofStaff})

func closedLately(a asked) error {
	if a.t.ClosedAt != nil && a.now.Sub(a.t.ClosedAt.Time()) > ReopenFor {
		return errs.Refuse("support.closed_long")
	}
	return nil
}

// may returns why an actor cannot change a ticket's state now.
func (t *Ticket) may(to string, as capacity, now time.Time) error {
	return table.Check(t.State, to, by{as}, asked{t, now})
}

// turn is the state after a reply by this capacity.
func (c capacity) turn() string {
	if c == ofStaff {
		return Answered
	}
	return Open
}

// canReply reports whether an actor may add a message now.
func (t *Ticket) canReply(as capacity, now time.Time) bool {
	return t.Seq < MaxMessages && t.may(as.turn(), as, now) == nil
}

// canReopen reports whether an actor may reopen a closed ticket now.
func (t *Ticket) canReopen(as capacity, now time.Time) bool {
	return t.State == Closed && t.may(Open, as, now) == nil
}

// Diagram renders the table as a diagram for the docs.
func Diagram() string { return table.Diagram() }
