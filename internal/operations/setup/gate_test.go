package setup

import "testing"

// TestAClosedShopHasNoOtherDoors: paths that only the demo has are open there alone.
func TestAClosedShopHasNoOtherDoors(t *testing.T) {
	for path, want := range map[string]bool{"/dev/x": false, "/dev/": false, "/dev/outbox": false, "/home": false,
		"/console": true, "/healthz": true} {
		if got := (Gate{}).alwaysOpen(path); got != want {
			t.Errorf("%s: open %t", path, got)
		}
	}
	if !(Gate{AlwaysOpen: []string{"/dev/outbox"}}).alwaysOpen("/dev/outbox") {
		t.Error("the demo's own pages are closed")
	}
}
