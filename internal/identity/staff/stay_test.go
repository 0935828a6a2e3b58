package staff

import (
	"testing"
	"time"
)

// TestLivesOfSessions: sessions that stay signed in live 30 days idle and 90 in all, and only if their owner chose
// that.
func TestLivesOfSessions(t *testing.T) {
	if got := (SignIn{}).life(); got != 8*time.Hour || idle(false) != 30*time.Minute {
		t.Errorf("an ordinary session lives %v, %v idle", got, idle(false))
	}
	if got := (SignIn{Stay: true}).life(); got != 90*24*time.Hour || idle(true) != 30*24*time.Hour {
		t.Errorf("one that stays lives %v, %v idle", got, idle(true))
	}
}
