package clock

import (
	"testing"
	"time"
)

// TestBusinessDay: a day lasts until five in the morning in Cairo, in summer
// time too, and where the clocks change.
func TestBusinessDay(t *testing.T) {
	for at, want := range map[string]string{
		"2026-11-20T02:59:59Z": "2026-11-19", "2026-11-20T03:00:00Z": "2026-11-20", // +02
		"2026-07-20T01:59:59Z": "2026-07-19", "2026-07-20T02:00:00Z": "2026-07-20", // +03
		"2026-04-24T02:00:00Z": "2026-04-24", "2026-04-23T22:30:00Z": "2026-04-23", // summer time begins
		"2026-12-31T23:00:00Z": "2026-12-31",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := BusinessDay(moment); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}
