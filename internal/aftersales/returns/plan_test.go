package returns

import "testing"

// TestWhyAnOrderIsShut pins the single reason that is shown for several lines.
func TestWhyAnOrderIsShut(t *testing.T) {
	for _, c := range []struct {
		whys []string
		some bool
		want string
	}{
		{nil, true, "returns.all_returned"},
		{[]string{"returns.too_late"}, false, "returns.too_late"},
		{[]string{"returns.too_late"}, true, "returns.rest_too_late"},
		{[]string{"returns.faults_too_late"}, false, "returns.faults_too_late"},
		{[]string{"returns.faults_too_late"}, true, "returns.rest_faults_too_late"},
		{[]string{"returns.never_perishable"}, false, "returns.never_perishable"},
		{[]string{"returns.never_perishable"}, true, "returns.rest_never"},
		{[]string{"returns.never_perishable", "returns.never_hygiene"}, true, "returns.rest_never"},
		{[]string{"returns.never_perishable", "returns.never_hygiene"}, false, "returns.never_any"},
		{[]string{"returns.never_general", "returns.too_late"}, true, "returns.rest_over"},
		{[]string{"returns.too_late", "returns.faults_too_late"}, false, "returns.over"},
	} {
		if got := shutFor(c.whys, c.some); got != c.want {
			t.Errorf("%v, some returned: %v: %s instead of %s", c.whys, c.some, got, c.want)
		}
	}
}
