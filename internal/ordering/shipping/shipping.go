// Package shipping calculates when an order can be at the door, or be collected. A service promises minutes or days;
// both count opening time. At a branch that promises minutes, and for pickup, an order can also be placed for an hour
// of today or of its next opening days; while the branch is closed there is no other way. A branch may bound how many
// orders it accepts for an hour. Customers get a wallet credit for a late order.
package shipping

import (
	"strconv"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/i18n"
)

const (
	// slotLength is the length of a delivery slot.
	slotLength = time.Hour
	// slotDays is the number of opening days for which slots are offered.
	slotDays = 3
	// promiseStep is the unit of a promise in minutes: whole minutes of the clock, so that an order's page counts as many
	// minutes as were shown for its branch.
	promiseStep = time.Minute
	// maxSlots limits the list for branches that never close.
	maxSlots = 48
)

// Promise is the time of arrival of an order that is placed now.
type Promise struct {
	At time.Time
	// AcceptBy is the time by which the branch has to accept the order.
	AcceptBy time.Time
}

// Now returns the promise for an order placed at t without a slot. It is false without such a promise: a branch that
// promises minutes is closed, or closes before the order could be picked up, or it has no opening ahead.
func Now(b *branches.Branch, zone branches.Zone, t time.Time) (Promise, bool) {
	state := b.OpenAt(t)
	if byDays(b, zone) {
		at, ok := b.Hours.PromisedBy(t, b.Kind.PromiseDays)
		return Promise{at, acceptBy(b, state, t)}, ok && state.TakesOrders()
	}
	if !state.Open {
		return Promise{}, false
	}
	at := t.Truncate(promiseStep).Add(b.MinutesFor(zone))
	if zone.Counter && state.Closes != nil && at.After(*state.Closes) {
		return Promise{}, false
	}
	return Promise{at, acceptBy(b, state, t)}, true
}

// byDays reports whether days are promised; pickup orders need no transport, so they never are.
func byDays(b *branches.Branch, zone branches.Zone) bool {
	return b.Kind.Promise == branches.ByDays && !zone.Counter
}

// acceptBy adds the branch's time to accept to the current time, or to its next opening.
func acceptBy(b *branches.Branch, state branches.OpenState, t time.Time) time.Time {
	if !state.Open && state.Opens != nil {
		t = *state.Opens
	}
	return t.Add(time.Duration(b.AcceptMinutes) * time.Minute)
}

// Slot is an hour in which an order can be delivered.
type Slot struct {
	From, To time.Time
	AcceptBy time.Time
}

// ID names the slot by its beginning.
func (s Slot) ID() string { return strconv.FormatInt(s.From.Unix(), 10) }

// Slots lists the hours on this and the next opening days of a branch, unless days are promised. The first one begins
// when the branch has had its preparation time, after t or after opening.
func Slots(b *branches.Branch, zone branches.Zone, t time.Time) []Slot {
	state := b.OpenAt(t)
	if byDays(b, zone) || !state.Open && state.Opens == nil {
		return nil
	}
	var out []Slot
	days := 0
	last := ""
	for opening := range b.Hours.Openings(t) {
		if day := opening.From.In(clock.Cairo).Format(time.DateOnly); day != last {
			days, last = days+1, day
		}
		if days > slotDays {
			break
		}
		begins := opening.From
		if begins.Before(t) {
			begins = t
		}
		if begins.Before(b.PausedUntil) {
			begins = b.PausedUntil
		}
		by := begins.Add(time.Duration(b.AcceptMinutes) * time.Minute)
		for from := wholeHour(begins.Add(b.MinutesFor(zone))); !from.Add(slotLength).
			After(opening.To); from = from.Add(slotLength) {
			out = append(out, Slot{from.UTC(), from.Add(slotLength).UTC(), by.UTC()})
			if len(out) == maxSlots {
				return out
			}
		}
	}
	return out
}

// wholeHour is the next full hour. Cairo's offset is whole hours, so rounding the absolute time also rounds the local
// time.
func wholeHour(t time.Time) time.Time {
	if cut := t.Truncate(time.Hour); !cut.Equal(t) {
		return cut.Add(time.Hour)
	}
	return t
}

// Find returns a slot that is offered at t.
func Find(b *branches.Branch, zone branches.Zone, t time.Time, slotID string) (Slot, bool) {
	for _, s := range Slots(b, zone, t) {
		if s.ID() == slotID {
			return s, true
		}
	}
	return Slot{}, false
}

// Label is the slot as text: "Today, 10:00–11:00", "Sat 21 Nov, 10:00–11:00".
func (s Slot) Label(lang i18n.Lang, now time.Time) string {
	return s.on(lang, Day(lang, s.From, now))
}

// Dated is Label that always contains the date, for text that is read later: "Sat 21 Nov, 10:00–11:00".
func (s Slot) Dated(lang i18n.Lang) string { return s.on(lang, date(lang, s.From.In(clock.Cairo))) }

func (s Slot) on(lang i18n.Lang, day string) string {
	return i18n.T(lang, "shipping.slot", "day", day,
		"from", i18n.Time(lang, s.From.In(clock.Cairo)), "to", i18n.Time(lang, s.To.In(clock.Cairo)))
}

// Label is the promise as text.
func (p Promise) Label(lang i18n.Lang, now time.Time) string {
	at := p.At.In(clock.Cairo)
	if sameDay(at, now.In(clock.Cairo)) {
		return i18n.T(lang, "shipping.by_today", "at", i18n.Time(lang, at))
	}
	return i18n.T(lang, "shipping.by", "day", Day(lang, at, now), "at", i18n.Time(lang, at))
}

// When is a time as text, relative to now: "8:40 PM", "tomorrow, 8:40 PM".
func When(lang i18n.Lang, at, now time.Time) string {
	at, now = at.In(clock.Cairo), now.In(clock.Cairo)
	if sameDay(at, now) {
		return i18n.Time(lang, at)
	}
	return i18n.T(lang, "shipping.when", "day", Day(lang, at, now), "at", i18n.Time(lang, at))
}

// Day is a day as text, relative to now: "tomorrow", "Sat 21 Nov".
func Day(lang i18n.Lang, t, now time.Time) string {
	t, now = t.In(clock.Cairo), now.In(clock.Cairo)
	switch {
	case sameDay(t, now):
		return i18n.T(lang, "shipping.today")
	case sameDay(t, now.AddDate(0, 0, 1)):
		return i18n.T(lang, "shipping.tomorrow")
	}
	return date(lang, t)
}

func sameDay(a, b time.Time) bool {
	return a.YearDay() == b.YearDay() && a.Year() == b.Year()
}

func date(lang i18n.Lang, t time.Time) string {
	return i18n.T(lang, "shipping.date", "weekday", i18n.T(lang, "shipping.day_"+strconv.Itoa(int(t.Weekday()))),
		"day", t.Day(), "month", i18n.T(lang, "shipping.month_"+strconv.Itoa(int(t.Month()))))
}
