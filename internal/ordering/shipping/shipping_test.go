package shipping_test

import (
	"testing"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/clock"
)

func branch(t *testing.T, promise, week string) *branches.Branch {
	t.Helper()
	days, err := branches.ParseWeek(week)
	if err != nil {
		t.Fatal(err)
	}
	return &branches.Branch{PickupMinutes: 20, Kind: &branches.ServiceType{Promise: promise, PromiseDays: 2},
		Hours: branches.Hours{Week: days}, Active: true, AcceptMinutes: 15, DeliveryMinutes: 50}
}

// cairo reads a time on the wall in Cairo.
func cairo(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Cairo)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// Closed on Fridays (5), otherwise 10:00 to 13:00.
const short = `[{"day":0,"open":"10:00","close":"13:00"},{"day":1,"open":"10:00","close":"13:00"},{"day":2,"open":"10:00","close":"13:00"},
	{"day":3,"open":"10:00","close":"13:00"},{"day":4,"open":"10:00","close":"13:00"},{"day":6,"open":"10:00","close":"13:00"}]`

func TestMinutesArePromisedWhileOpen(t *testing.T) {
	b := branch(t, branches.ByMinutes, short)
	open := cairo(t, "2026-11-19 11:30") // a Thursday
	p, ok := shipping.Now(b, branches.Zone{Minutes: 20}, open)
	if !ok || !p.At.Equal(open.Add(20*time.Minute)) || !p.AcceptBy.Equal(open.Add(15*time.Minute)) {
		t.Errorf("%+v %v", p, ok)
	}
	if p, _ := shipping.Now(b, branches.Zone{}, open); !p.At.Equal(open.Add(50 * time.Minute)) {
		t.Errorf("without a zone's own minutes: %s", p.At)
	}
	// The minutes that the branch is shown with, whenever it is: counted from the clock's minute, and never later.
	for seconds := range 600 {
		now := open.Add(time.Duration(seconds) * time.Second)
		if p, _ := shipping.Now(b, branches.Zone{}, now); !p.At.Equal(now.Truncate(time.Minute).Add(50 * time.Minute)) {
			t.Errorf("%d seconds later: %s", seconds, p.At)
		}
	}
	// Half past eleven and fifty minutes: one o'clock is too late today.
	slots := shipping.Slots(b, branches.Zone{}, open)
	if len(slots) == 0 || !slots[0].From.Equal(cairo(t, "2026-11-21 11:00")) {
		t.Errorf("slots while open: %v", slots)
	}
	slots = shipping.Slots(b, branches.Zone{Minutes: 20}, open)
	if len(slots) == 0 || !slots[0].From.Equal(cairo(t, "2026-11-19 12:00")) ||
		!slots[0].AcceptBy.Equal(open.Add(15*time.Minute)) {
		t.Errorf("slots of today: %v", slots)
	}
	if got := p.Label("en", open); got != "By 11:50 AM" {
		t.Error(got)
	}
}

func TestSlotsWhileClosed(t *testing.T) {
	b := branch(t, branches.ByMinutes, short)
	closed := cairo(t, "2026-11-19 20:00") // Thursday evening; Friday is off
	if _, ok := shipping.Now(b, branches.Zone{Minutes: 20}, closed); ok {
		t.Error("minutes promised by a closed branch")
	}
	slots := shipping.Slots(b, branches.Zone{Minutes: 20}, closed)
	// Saturday, Sunday, Monday: from 11:00 (open at 10, twenty minutes, the next full hour) to 13:00.
	want := []string{"2026-11-21 11:00", "2026-11-21 12:00", "2026-11-22 11:00", "2026-11-22 12:00", "2026-11-23 11:00",
		"2026-11-23 12:00"}
	if len(slots) != len(want) {
		t.Fatalf("%d slots: %v", len(slots), slots)
	}
	for i, w := range want {
		if !slots[i].From.Equal(cairo(t, w)) || slots[i].To.Sub(slots[i].From) != time.Hour {
			t.Errorf("slot %d is %s", i, slots[i].From.In(clock.Cairo))
		}
	}
	if !slots[0].AcceptBy.Equal(cairo(t, "2026-11-21 10:15")) {
		t.Errorf("to be accepted by %s", slots[0].AcceptBy)
	}
	if got := slots[0].Label("en", closed); got != "Sat 21 Nov, 11:00 AM–12:00 PM" {
		t.Error(got)
	}
	if got := slots[0].Label("ar", closed); got != "السبت 21 نوفمبر، 11:00 ص–12:00 م" {
		t.Error(got)
	}
	if found, ok := shipping.Find(b, branches.Zone{Minutes: 20}, closed, slots[3].ID()); !ok ||
		!found.From.Equal(slots[3].From) {
		t.Error("a slot on offer is not found")
	}
	if _, ok := shipping.Find(b, branches.Zone{Minutes: 20}, closed, "1"); ok {
		t.Error("a slot nobody offers is found")
	}
}

func TestSlotsOnTheDayClocksGoForward(t *testing.T) {
	// Egypt's clocks go from 00:00 to 01:00 on the last Friday of April.
	b := branch(t, branches.ByMinutes, `[{"day":5,"open":"10:00","close":"12:00"}]`)
	slots := shipping.Slots(b, branches.Zone{Minutes: 30}, cairo(t, "2026-04-23 20:00"))
	if len(slots) == 0 || slots[0].From.In(clock.Cairo).Format("2006-01-02 15:04") != "2026-04-24 11:00" {
		t.Errorf("%v", slots)
	}
}

func TestDaysCountOpeningDays(t *testing.T) {
	b := branch(t, branches.ByDays, short)
	for placed, there := range map[string]string{
		"2026-11-18 12:00": "2026-11-21 13:00", // Wednesday: Thursday, Saturday
		"2026-11-19 20:00": "2026-11-23 13:00", // Thursday evening counts for Saturday
		"2026-11-20 09:00": "2026-11-23 13:00", // the day off as well
	} {
		p, ok := shipping.Now(b, branches.Zone{}, cairo(t, placed))
		if !ok || !p.At.Equal(cairo(t, there)) {
			t.Errorf("placed %s: there %s", placed, p.At.In(clock.Cairo))
		}
	}
	closed := branch(t, branches.ByDays, short)
	closed.SwitchedClosed = true
	if _, ok := shipping.Now(closed, branches.Zone{}, cairo(t, "2026-11-18 12:00")); ok {
		t.Error("a branch that is switched off promises")
	}
}

func TestWhatIsCollectedIsReadyInItsTime(t *testing.T) {
	b := branch(t, branches.ByDays, short)
	b.PickupMinutes = 30
	counter, ok := b.Counter()
	if !ok {
		t.Fatal("no counter")
	}
	open := cairo(t, "2026-11-19 11:30") // a Thursday
	if p, ok := shipping.Now(b, counter, open); !ok || !p.At.Equal(open.Add(30*time.Minute)) {
		t.Errorf("days are promised for what is collected: %+v %v", p, ok)
	}
	if p, ok := shipping.Now(b, branches.Zone{Minutes: 28, Counter: true}, cairo(t, "2026-11-19 12:31")); !ok ||
		!p.At.Equal(cairo(t, "2026-11-19 12:59")) {
		t.Errorf("just before closing: %+v %v", p, ok)
	}
	if p, ok := shipping.Now(b, counter, cairo(t, "2026-11-19 12:45")); ok {
		t.Errorf("ready after closing: %+v", p)
	}
	slots := shipping.Slots(b, counter, open)
	if len(slots) == 0 || !slots[0].From.Equal(cairo(t, "2026-11-19 12:00")) {
		t.Errorf("hours to collect in: %v", slots)
	}
	b.PickupMinutes = 0
	if _, ok := b.Counter(); ok {
		t.Error("a counter that is not there")
	}
}

// TestLatenessCountsAsTheClockShowsIt: a credit applies from the minute at which the order's page shows that many
// minutes.
func TestLatenessCountsAsTheClockShowsIt(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, clock.Cairo)
	for second := range 60 {
		promised := noon.Add(time.Duration(second) * time.Second)
		for minute, want := range map[int]int64{0: 0, 14: 0, 15: 10_00, 29: 10_00, 30: 20_00, 59: 20_00, 60: 40_00} {
			for _, within := range []time.Duration{0, 30 * time.Second, time.Minute - time.Millisecond} {
				delivered := noon.Add(time.Duration(minute)*time.Minute + within)
				if got := shipping.DefaultAmends.Of(promised, delivered, 500_00); got != want {
					t.Errorf("promised %s, brought %s: %d, want %d", promised.Format("15:04:05"), delivered.Format("15:04:05"), got,
						want)
				}
			}
		}
	}
}
