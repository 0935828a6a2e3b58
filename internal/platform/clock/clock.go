// Package clock is the only source of "now". Features take a Clock, so tests
// set the time instead of waiting for it.
package clock

import (
	"sync"
	"time"
	_ "time/tzdata" // the binary runs on machines without a zone database
)

// Cairo is the time zone of opening hours, delivery slots and displayed dates. Egypt has summer time (+03), so code
// must never assume a fixed offset.
var Cairo = mustLoad("Africa/Cairo")

func mustLoad(name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		panic("clock: zone data is missing from the binary: " + err.Error())
	}
	return loc
}

// UpTo rounds a time up to a whole step.
func UpTo(at time.Time, step time.Duration) time.Time {
	if whole := at.Truncate(step); whole.Before(at) {
		return whole.Add(step)
	}
	return at
}

// dayBegins is the hour at which a business day begins in Cairo: sales after midnight belong to the evening before.
const dayBegins = 5

// BusinessDay returns the name of the business day of a time: "2026-11-20".
func BusinessDay(at time.Time) string {
	at = at.In(Cairo)
	if at.Hour() < dayBegins {
		at = at.AddDate(0, 0, -1)
	}
	return at.Format(time.DateOnly)
}

// NextBusinessDay returns the start of the business day after that of a time.
func NextBusinessDay(at time.Time) time.Time {
	at = at.In(Cairo)
	next := time.Date(at.Year(), at.Month(), at.Day(), dayBegins, 0, 0, 0, Cairo)
	if !at.Before(next) {
		next = time.Date(at.Year(), at.Month(), at.Day()+1, dayBegins, 0, 0, 0, Cairo)
	}
	return next
}

// Clock returns the current time.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock.
var System Clock = systemClock{}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

// Fake is a clock that moves only when the test moves it. Safe for concurrent use.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock that is stopped at t.
func NewFake(t time.Time) *Fake { return &Fake{now: t} }

// Now returns the time the clock was last set or advanced to.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the clock forward by d.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// Set moves the clock to t, forward or back.
func (f *Fake) Set(t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = t
}
