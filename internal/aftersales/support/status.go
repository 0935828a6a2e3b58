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

// States lists them all.
var States = []string{Open, Answered, Closed}

// capacity is as what somebody acts on a ticket: who wrote it, signed in or by
// their link, or staff.
type capacity string

const (
	customer capacity = "customer"
	ofStaff  capacity = "staff"
)

// asked is a ticket at a moment.
type asked struct {
	t   *Ticket
	now time.Time
}

// by lists who a line of the table is for.
type by = []capacity

// table is the whole of what may happen to a ticket. A reply takes it to whoever
// else's turn it then is; taking a closed one up again to whose turn it was. Staff's
// notes leave it where it is.
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

// may says why somebody cannot take a ticket to another state now.
func (t *Ticket) may(to string, as capacity, now time.Time) error {
	return table.Check(t.State, to, by{as}, asked{t, now})
}

// turn is the state a reply leads to.
func (c capacity) turn() string {
	if c == ofStaff {
		return Answered
	}
	return Open
}

// canReply reports whether somebody may add a message now.
func (t *Ticket) canReply(as capacity, now time.Time) bool {
	return t.Seq < MaxMessages && t.may(as.turn(), as, now) == nil
}

// canReopen reports whether somebody may take a closed ticket up again now.
func (t *Ticket) canReopen(as capacity, now time.Time) bool {
	return t.State == Closed && t.may(Open, as, now) == nil
}

// Diagram draws the table for the docs.
func Diagram() string { return table.Diagram() }
