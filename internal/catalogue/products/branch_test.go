package products

import (
	"testing"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/i18n"
)

// TestABranchSaysWhenItOpens holds what a shop goes by that offers nothing to
// add of a branch that is closed and says no opening.
func TestABranchSaysWhenItOpens(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	always := branches.Hours{}
	for day := range always.Week {
		always.Week[day] = []branches.Span{{Open: 0, Close: 24 * 60}}
	}
	hour, kind := now.Add(time.Hour), &branches.ServiceType{Promise: branches.ByMinutes}
	for _, c := range []struct {
		name          string
		branch        *branches.Branch
		closed, opens bool
		reason        string
	}{
		{"open", &branches.Branch{Kind: kind, PickupMinutes: 20, Active: true, Hours: always}, false, false, ""},
		{"paused", &branches.Branch{Kind: kind, PickupMinutes: 20, Active: true, Hours: always, PausedUntil: hour}, true,
			true, "paused"},
		{"switched off", &branches.Branch{Kind: kind, PickupMinutes: 20, Active: true, Hours: always, SwitchedClosed: true},
			true, false, "switched"},
		{"reaches nobody", &branches.Branch{Kind: kind, Active: true, Hours: always}, true, false, "nowhere"},
		{"without hours", &branches.Branch{Kind: kind, PickupMinutes: 20, Active: true}, true, false, ""},
	} {
		r := branchRef(c.branch, i18n.EN, places.Place{}, now)
		if r.IsClosed != c.closed || (r.OpensAt != nil) != c.opens || r.Closed != c.reason {
			t.Errorf("%s: closed %v, opens %v, because of %q", c.name, r.IsClosed, r.OpensAt, r.Closed)
		}
	}
}
