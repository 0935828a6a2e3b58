package branches

import (
	"testing"
	"time"

	"wekala/internal/platform/clock"
)

// at reads a moment as Cairo's clock shows it.
func at(t *testing.T, text string) time.Time {
	t.Helper()
	moment, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Cairo)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

func week(t *testing.T, text string) *Hours {
	t.Helper()
	w, err := ParseWeek(text)
	if err != nil {
		t.Fatal(err)
	}
	return &Hours{Week: w}
}

func every(spans ...[2]string) string {
	out := ""
	for day := range 7 {
		for _, s := range spans {
			if out != "" {
				out += ","
			}
			out += `{"day":` + string(rune('0'+day)) + `,"open":"` + s[0] + `","close":"` + s[1] + `"}`
		}
	}
	return "[" + out + "]"
}

// 2026-11-20 is a Friday.
func TestHours(t *testing.T) {
	off := map[Day]Exception{"2026-11-21": {}}
	feast := map[Day]Exception{"2026-11-21": {Spans: []Span{{14 * 60, 16 * 60}}}}
	var long = map[Day]Exception{}
	for day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC); len(long) < 30; day = day.AddDate(0, 0, 1) {
		long[Day(day.Format(time.DateOnly))] = Exception{}
	}
	for _, c := range []struct {
		name       string
		hours      string
		exceptions map[Day]Exception
		now        string
		open       bool
		next       string // closes when open, opens when closed; "" for none
	}{
		{"before opening", every([2]string{"09:00", "23:00"}), nil, "2026-11-20 08:59", false, "2026-11-20 09:00"},
		{"at opening", every([2]string{"09:00", "23:00"}), nil, "2026-11-20 09:00", true, "2026-11-20 23:00"},
		{"last minute", every([2]string{"09:00", "23:00"}), nil, "2026-11-20 22:59", true, "2026-11-20 23:00"},
		{"at closing", every([2]string{"09:00", "23:00"}), nil, "2026-11-20 23:00", false, "2026-11-21 09:00"},
		{"split shift, between", every([2]string{"10:00", "14:00"}, [2]string{"17:00", "22:00"}), nil, "2026-11-20 15:00",
			false, "2026-11-20 17:00"},
		{"split shift, second", every([2]string{"17:00", "22:00"}, [2]string{"10:00", "14:00"}), nil, "2026-11-20 18:00",
			true, "2026-11-20 22:00"},
		{"past midnight, evening", every([2]string{"12:00", "02:00"}), nil, "2026-11-20 23:30", true, "2026-11-21 02:00"},
		{"past midnight, night", every([2]string{"12:00", "02:00"}), nil, "2026-11-21 01:59", true, "2026-11-21 02:00"},
		{"past midnight, over", every([2]string{"12:00", "02:00"}), nil, "2026-11-21 02:00", false, "2026-11-21 12:00"},
		{"round the clock", every([2]string{"00:00", "24:00"}), nil, "2026-11-20 03:00", true, ""},
		{"round the clock, same time twice", every([2]string{"06:00", "06:00"}), nil, "2026-11-20 06:00", true, ""},
		{"shifts that touch are one", every([2]string{"08:00", "14:00"}, [2]string{"14:00", "20:00"}), nil,
			"2026-11-20 09:00", true, "2026-11-20 20:00"},
		{"shifts that overlap are one", every([2]string{"08:00", "15:00"}, [2]string{"14:00", "20:00"}), nil,
			"2026-11-20 09:00", true, "2026-11-20 20:00"},
		{
			"until midnight, then from midnight",
			`[{"day":5,"open":"20:00","close":"24:00"},{"day":6,"open":"00:00","close":"03:00"}]`, nil, "2026-11-20 21:00", true,
			"2026-11-21 03:00"},
		{"weekly day off", `[{"day":0,"open":"09:00","close":"17:00"}]`, nil, "2026-11-20 12:00", false, "2026-11-22 09:00"},
		{"one day a week, just missed", `[{"day":5,"open":"09:00","close":"17:00"}]`, nil, "2026-11-20 17:00", false,
			"2026-11-27 09:00"},
		{"never", `[]`, nil, "2026-11-20 12:00", false, ""},
		{"dated day off", every([2]string{"09:00", "23:00"}), off, "2026-11-21 12:00", false, "2026-11-22 09:00"},
		{"the evening before a day off", every([2]string{"09:00", "23:00"}), off, "2026-11-20 23:30", false,
			"2026-11-22 09:00"},
		{"the night before runs into a day off", every([2]string{"18:00", "02:00"}), off, "2026-11-21 01:00", true,
			"2026-11-21 02:00"},
		{"dated hours, before", every([2]string{"09:00", "23:00"}), feast, "2026-11-21 10:00", false, "2026-11-21 14:00"},
		{"dated hours, in", every([2]string{"09:00", "23:00"}), feast, "2026-11-21 15:00", true, "2026-11-21 16:00"},
		{"round the clock with a day off", every([2]string{"00:00", "24:00"}), off, "2026-11-20 12:00", true,
			"2026-11-21 00:00"},
		{"a month of holidays", every([2]string{"09:00", "23:00"}), long, "2026-11-25 12:00", false, "2026-12-20 09:00"},
		// Clocks go forward on Friday 2026-04-24: 00:00 becomes 01:00.
		{"spring: a time that is skipped opens at the jump", `[{"day":5,"open":"00:30","close":"06:00"}]`, nil,
			"2026-04-23 23:00", false, "2026-04-24 01:00"},
		{"spring: midnight closing is the jump", `[{"day":4,"open":"18:00","close":"24:00"}]`, nil, "2026-04-23 23:30", true,
			"2026-04-24 01:00"},
		{"spring: after the jump", every([2]string{"09:00", "23:00"}), nil, "2026-04-24 08:59", false, "2026-04-24 09:00"},
		{"spring: through the night", every([2]string{"20:00", "02:00"}), nil, "2026-04-24 01:30", true, "2026-04-24 02:00"},
		{
			"spring: inside the gap alone is nothing",
			`[{"day":5,"open":"00:10","close":"00:50"},{"day":5,"open":"10:00","close":"11:00"}]`, nil, "2026-04-23 23:00",
			false, "2026-04-24 10:00"},
		// Clocks go back on Thursday 2026-10-29: 24:00 becomes 23:00.
		{"autumn: opens at the next day's own time", every([2]string{"09:00", "22:00"}), nil, "2026-10-29 22:00", false,
			"2026-10-30 09:00"},
		{"autumn: through the night", every([2]string{"20:00", "02:00"}), nil, "2026-10-30 01:00", true, "2026-10-30 02:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := week(t, c.hours)
			h.Exceptions = c.exceptions
			got := h.At(at(t, c.now))
			if got.Open != c.open {
				t.Fatalf("open is %v: %+v", got.Open, got)
			}
			next := got.Opens
			if got.Open {
				next = got.Closes
			}
			switch {
			case c.next == "" && next != nil:
				t.Errorf("next is %s, want none", next.In(clock.Cairo))
			case c.next != "" && (next == nil || !next.Equal(at(t, c.next))):
				t.Errorf("next is %v, want %s", next, c.next)
			}
			if !got.Until.After(at(t, c.now)) {
				t.Errorf("holds until %s, which is not later", got.Until)
			}
		})
	}
}

// The hour that comes twice: 23:30 is shown at 20:30 and at 21:30 UTC.
func TestHoursWhenClocksGoBack(t *testing.T) {
	first := time.Date(2026, 10, 29, 20, 30, 0, 0, time.UTC)
	second := first.Add(time.Hour)
	h := week(t, every([2]string{"10:00", "23:30"}))
	if got := h.At(first.Add(-time.Minute)); !got.Open || !got.Closes.Equal(first) {
		t.Errorf("before the first 23:30: %+v", got)
	}
	if got := h.At(second.Add(-time.Minute)); got.Open {
		t.Errorf("between the two 23:30: %+v", got)
	}
	night := week(t, every([2]string{"22:00", "02:00"}))
	var length time.Duration
	for i := range night.Openings(first) {
		length = i.To.Sub(i.From)
		break
	}
	if length != 5*time.Hour {
		t.Errorf("that night's opening lasts %s", length)
	}
}

func TestPromises(t *testing.T) {
	noFriday :=
		`[{"day":0,"open":"10:00","close":"18:00"},{"day":1,"open":"10:00","close":"18:00"},{"day":2,"open":"10:00","close":"18:00"},
{"day":3,"open":"10:00","close":"18:00"},{"day":4,"open":"10:00","close":"18:00"},{"day":6,"open":"10:00","close":"18:00"}]`
	for _, c := range []struct{ name, now, want string }{
		{"Tuesday noon", "2026-11-17 12:00", "2026-11-19 18:00"},
		{"Tuesday before opening", "2026-11-17 07:00", "2026-11-19 18:00"},
		{"Tuesday after closing counts for Wednesday", "2026-11-17 18:00", "2026-11-21 18:00"},
		{"Wednesday: Friday is not counted", "2026-11-18 12:00", "2026-11-21 18:00"},
		{"Thursday", "2026-11-19 12:00", "2026-11-22 18:00"},
		{"Friday counts for Saturday", "2026-11-20 12:00", "2026-11-23 18:00"},
	} {
		got, ok := week(t, noFriday).PromisedBy(at(t, c.now), 2)
		if !ok || !got.Equal(at(t, c.want)) {
			t.Errorf("%s: %s %v, want %s", c.name, got.In(clock.Cairo), ok, c.want)
		}
	}
	if got, ok := week(t, `[]`).PromisedBy(at(t, "2026-11-17 12:00"), 2); ok {
		t.Errorf("a branch that never opens promises %s", got)
	}
	h := week(t, every([2]string{"09:00", "23:00"}))
	for _, c := range []struct{ now, want string }{
		{"2026-11-17 12:00", "2026-11-17 12:35"},
		{"2026-11-17 23:30", "2026-11-18 09:35"},
	} {
		if got, ok := h.ReadyBy(at(t, c.now), 35); !ok || !got.Equal(at(t, c.want)) {
			t.Errorf("ready at %s %v, want %s", got.In(clock.Cairo), ok, c.want)
		}
	}
	if _, ok := week(t, `[]`).ReadyBy(at(t, "2026-11-17 12:00"), 35); ok {
		t.Error("a branch that never opens is ready sometime")
	}
}

func TestBadHoursAreRefused(t *testing.T) {
	for _, text := range []string{``, `{}`, `[{"day":7,"open":"09:00","close":"10:00"}]`,
		`[{"day":1,"open":"9:00","close":"10:00"}]`,
		`[{"day":1,"open":"09:60","close":"10:00"}]`, `[{"day":1,"open":"24:00","close":"10:00"}]`,
		`[{"day":1,"open":"-1:00","close":"10:00"}]`} {
		if _, err := ParseWeek(text); err == nil {
			t.Errorf("%s was read", text)
		}
	}
	for _, s := range []Span{{540, 1380}, {1080, 1560}, {0, 1440}, {360, 1800}} {
		if back, err := ParseSpan(s.Text()); err != nil || back != s {
			t.Errorf("%v comes back as %v %v", s, back, err)
		}
	}
}
