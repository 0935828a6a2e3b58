package returns

import "testing"

// TestReasonsOfAService checks which reasons are offered for a service's goods.
func TestReasonsOfAService(t *testing.T) {
	for _, c := range []struct {
		tint, reason string
		want         bool
	}{
		{"food", "does_not_fit", false}, {"food", "defective", false}, {"food", "spoiled", true}, {"food", "other", true},
		{"grocery", "does_not_fit", false}, {"grocery", "damaged", true},
		{"general", "does_not_fit", true}, {"general", "defective", true}, {"", "defective", true},
	} {
		if got := (Reason{ID: c.reason}).offered(c.tint); got != c.want {
			t.Errorf("%s of %q: %v", c.reason, c.tint, got)
		}
	}
}
