package support

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/workflow"
)

// TestEveryTransition tries the full square of states for both sides, against the
// table written a second time, with a ticket that was closed lately and one that was
// closed long ago.
func TestEveryTransition(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	long := db.At(now.Add(-ReopenFor - time.Second))
	lately := db.At(now.Add(-ReopenFor))
	allowed := map[[2]string]string{
		{Open, Open}: "customer", {Open, Answered}: "staff", {Open, Closed}: "customer staff",
		{Answered, Open}: "customer", {Answered, Answered}: "staff", {Answered, Closed}: "customer staff",
		{Closed, Open}: "customer staff", {Closed, Answered}: "customer staff",
	}
	for _, from := range States {
		for _, to := range States {
			for _, as := range (by{customer, ofStaff}) {
				who := strings.Fields(allowed[[2]string{from, to}])
				may := slices.Contains(who, string(as))
				ticket := &Ticket{State: from, Seq: 1}
				if from == Closed {
					ticket.ClosedAt = &lately
				}
				err := ticket.may(to, as, now)
				if (err == nil) != may {
					t.Errorf("%s to %s by %s: %v", from, to, as, err)
				}
				if !may && (errors.Is(err, workflow.ErrUnknown) != (len(who) == 0)) {
					t.Errorf("%s to %s by %s is refused with %v", from, to, as, err)
				}
				if from != Closed || !may {
					continue
				}
				ticket.ClosedAt = &long
				if err := ticket.may(to, as, now); errs.Is(err, "support.closed_long") != (as == customer) {
					t.Errorf("%s to %s by %s, long after: %v", from, to, as, err)
				}
			}
		}
	}
	// Pages receive the same table, and the limit on a ticket's messages.
	for _, c := range []struct {
		t             Ticket
		as            capacity
		reply, reopen bool
	}{
		{Ticket{State: Open, Seq: 1}, customer, true, false},
		{Ticket{State: Answered, Seq: MaxMessages}, customer, false, false},
		{Ticket{State: Closed, Seq: 1, ClosedAt: &lately}, customer, true, true},
		{Ticket{State: Closed, Seq: 1, ClosedAt: &long}, customer, false, false},
		{Ticket{State: Closed, Seq: 1, ClosedAt: &long}, ofStaff, true, true},
	} {
		if reply, reopen := c.t.canReply(c.as, now), c.t.canReopen(c.as, now); reply != c.reply || reopen != c.reopen {
			t.Errorf("%+v for %s: %v %v", c.t, c.as, reply, reopen)
		}
	}
}
