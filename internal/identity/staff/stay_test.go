package staff

import (
	"testing"
	"time"
)

// TestLivesOfSessions: who stays signed in has 30 days of idleness and 90 in all; nobody
// has them who did not choose so.
func TestLivesOfSessions(t *testing.T) {
	if got := (SignIn{}).life(); got != 8*time.Hour || idle(false) != 30*time.Minute {
		t.Errorf("an ordinary session lives %v, %v idle", got, idle(false))
	}
	if got := (SignIn{Stay: true}).life(); got != 90*24*time.Hour || idle(true) != 30*24*time.Hour {
		t.Errorf("one that stays lives %v, %v idle", got, idle(true))
	}
}
