package referral

import (
	"errors"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// TestEveryTransition tries the full square of states for the program and staff,
// against the table written a second time, and what its guards object to.
func TestEveryTransition(t *testing.T) {
	order, due := "ord", db.Millis(1)
	// The conditions besides the state, and the error if they are not met.
	type line struct {
		as     capacity
		needs  Referral
		note   string
		spoils Referral
		refuse string
	}
	delivered := Referral{OrderID: &order, DueAt: &due}
	evidence := Referral{Evidence: list[Evidence]{{SameDevice, "usr"}}}
	allowed := map[[2]State]line{
		{Joined, Waiting}: {as: system, needs: delivered, refuse: errNoOrder.Error()},
		{Joined, Held}:    {as: system, needs: evidence, refuse: errNothing.Error()},
		{Waiting, Joined}: {as: system},
		{Waiting, Held}:   {as: system, needs: evidence, refuse: errNothing.Error()},
		{Waiting, Paid}:   {as: system, needs: delivered, refuse: errNoOrder.Error()},
		{Held, Joined}:    {as: decider, spoils: delivered, refuse: errAnOrder.Error()},
		{Held, Waiting}:   {as: decider, needs: delivered, refuse: errNoOrder.Error()},
		{Held, Refused}:   {as: decider, note: "one person", refuse: "common.invalid"},
	}
	for _, from := range States {
		for _, to := range States {
			for _, as := range (by{system, decider}) {
				l, known := allowed[[2]State{from, to}]
				r := l.needs
				r.State = from
				err := r.become(to, as, l.note)
				if known && l.as == as {
					if err != nil || r.State != to {
						t.Errorf("%s to %s by %s: %v", from, to, as, err)
					}
				} else if !errs.Is(err, "referral.moved_on") || r.State != from {
					t.Errorf("%s to %s by %s: %v", from, to, as, err)
				}
				if !known || l.as != as || l.refuse == "" {
					continue
				}
				r = l.spoils
				r.State = from
				err = r.become(to, as, "")
				var refused *errs.Error
				if err == nil || r.State != from || err.Error() != l.refuse && !errors.As(err, &refused) {
					t.Errorf("%s to %s by %s, unprepared: %v", from, to, as, err)
				}
			}
		}
		if from.CanDecide() != (from == Held) {
			t.Errorf("staff can decide about what is %s", from)
		}
	}
}
