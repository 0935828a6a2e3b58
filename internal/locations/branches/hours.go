package branches

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"wekala/internal/platform/clock"
)

// Hours is when a branch is open: spans for each weekday, ranges of days with separate hours (Ramadan), and single
// dates that replace their day's spans, no spans meaning a day off; the night before still runs into them. Times are
// Cairo wall-clock times: a skipped time is the jump, a repeated one its first occurrence.
type Hours struct {
	Week       [7][]Span // by time.Weekday; Sunday is 0
	Exceptions map[Day]Exception
	Ranges     []Range // if several apply, the one that begins last counts
}

// Range is a range of days with a name and separate hours: Ramadan, a feast.
type Range struct {
	ID             string
	NameEN, NameAR string
	From, To       Day // To is the last day, inclusive
	Week           [7][]Span
}

// Day is a date in Cairo, "2026-12-25".
type Day string

// Exception is a date with hours that differ from its weekday's.
type Exception struct {
	Spans          []Span
	NoteEN, NoteAR string
}

// Span is one opening, in minutes since the midnight it belongs to. Close is
// after Open and may lie on the next day.
type Span struct {
	Open, Close int
}

// Interval is one opening from time From until To, exclusive.
type Interval struct {
	From, To time.Time
}

const (
	dayMinutes = 24 * 60
	// horizon is the number of days ahead in which openings are searched: more than the longest closing (a month's
	// holiday), and few enough to be cheap.
	horizon = 45
	// endless is the length from which an opening counts as having no end.
	endless = 8 * 24 * time.Hour
)

// OpenState reports whether a branch is open, and until when.
type OpenState struct {
	Open bool
	// Opens is the next opening of a closed branch, nil if there is none within the horizon.
	Opens *time.Time
	// Closes is the end of the current opening, nil if it has none.
	Closes *time.Time
	// Reason is the reason why it is closed: ClosedByHours, ClosedBySwitch, Paused or ClosedNowhere.
	Reason string
	// Until is the first time at which this state may change.
	Until time.Time
}

// TakesOrders reports whether customers can order, for now or for the next opening.
func (s OpenState) TakesOrders() bool { return s.Open || s.Opens != nil }

// The reasons why a branch is closed.
const (
	ClosedByHours  = "hours"
	ClosedBySwitch = "switched"
	Paused         = "paused"  // until a moment that is known
	ClosedNowhere  = "nowhere" // it delivers to no area, and nothing is collected there
)

// wallTime returns the time at which clocks in Cairo show a minute of a day. minutes may extend past the day's end.
func wallTime(y int, m time.Month, d, minutes int) time.Time {
	shown := time.Date(y, m, d, 0, minutes, 0, 0, time.UTC)
	_, before := shown.Add(-24 * time.Hour).In(clock.Cairo).Zone()
	_, after := shown.Add(24 * time.Hour).In(clock.Cairo).Zone()
	first := shown.Add(-time.Duration(before) * time.Second).In(clock.Cairo)
	if _, offset := first.Zone(); offset == before {
		return first
	}
	second := shown.Add(-time.Duration(after) * time.Second).In(clock.Cairo)
	if _, offset := second.Zone(); offset == after {
		return second
	}
	jump, _ := first.ZoneBounds()
	return jump
}

// spans returns the openings of a date.
func (h *Hours) spans(y int, m time.Month, d int) []Span {
	date := time.Date(y, m, d, 12, 0, 0, 0, time.UTC)
	if len(h.Exceptions) > 0 {
		if e, ok := h.Exceptions[Day(date.Format(time.DateOnly))]; ok {
			return e.Spans
		}
	}
	if len(h.Ranges) > 0 {
		if r := h.rangeOn(Day(date.Format(time.DateOnly))); r != nil {
			return r.Week[date.Weekday()]
		}
	}
	return h.Week[date.Weekday()]
}

// rangeOn returns the range that applies on a day, nil if there is none.
func (h *Hours) rangeOn(day Day) *Range {
	var found *Range
	for i := range h.Ranges {
		if r := &h.Ranges[i]; r.From <= day && day <= r.To && (found == nil || r.From > found.From) {
			found = r
		}
	}
	return found
}

// Openings yields the openings that end after from, in order and up to the horizon. Openings that touch or overlap are
// merged.
func (h *Hours) Openings(from time.Time) iter.Seq[Interval] {
	return func(yield func(Interval) bool) {
		y, m, d := from.In(clock.Cairo).Date()
		var current Interval
		// A span reaches at most into the next day, so two days back are enough.
		for k := -2; k <= horizon; k++ {
			for _, s := range h.spans(y, m, d+k) {
				next := Interval{wallTime(y, m, d+k, s.Open), wallTime(y, m, d+k, s.Close)}
				switch {
				case !next.To.After(next.From):
					// Swallowed whole by a jump of the clock.
				case current.To.IsZero():
					current = next
				case !next.From.After(current.To):
					if next.To.After(current.To) {
						current.To = next.To
					}
				default:
					if current.To.After(from) && !yield(current) {
						return
					}
					current = next
				}
			}
			if current.To.Sub(from) > endless && !current.From.After(from) {
				break
			}
		}
		if current.To.After(from) {
			yield(current)
		}
	}
}

// At returns whether the hours are open at t.
func (h *Hours) At(t time.Time) OpenState {
	for i := range h.Openings(t) {
		if i.From.After(t) {
			opens := i.From.UTC()
			return OpenState{Opens: &opens, Reason: ClosedByHours, Until: opens}
		}
		if i.To.Sub(t) > endless {
			return OpenState{Open: true, Until: t.Add(24 * time.Hour)}
		}
		closes := i.To.UTC()
		return OpenState{Open: true, Closes: &closes, Until: closes}
	}
	return OpenState{Reason: ClosedByHours, Until: t.Add(24 * time.Hour)}
}

// ReadyBy returns the time after some minutes of work, counted from now or from the next opening. False if there is no
// opening within the horizon.
func (h *Hours) ReadyBy(t time.Time, minutes int64) (time.Time, bool) {
	state := h.At(t)
	if !state.Open {
		if state.Opens == nil {
			return time.Time{}, false
		}
		t = *state.Opens
	}
	return t.Add(time.Duration(minutes) * time.Minute), true
}

// PromisedBy returns the end of business on the days-th opening day after the order's day: today if the branch is open
// or opens later today, else the next opening day. Days off don't count. False if the horizon has too few opening days.
func (h *Hours) PromisedBy(t time.Time, days int64) (time.Time, bool) {
	y, m, d := t.In(clock.Cairo).Date()
	counted := int64(-1)
	for k := 0; k <= horizon; k++ {
		spans := h.spans(y, m, d+k)
		if len(spans) == 0 {
			continue
		}
		end := wallTime(y, m, d+k, spans[len(spans)-1].Close)
		if k == 0 && !end.After(t) {
			continue
		}
		if counted++; counted == days {
			return end.UTC(), true
		}
	}
	return time.Time{}, false
}

// weekSpan and daySpan are how hours are stored.
type weekSpan struct {
	Day   int    `json:"day"`
	Open  string `json:"open"`
	Close string `json:"close"`
}

type daySpan struct {
	Open  string `json:"open"`
	Close string `json:"close"`
}

// ParseWeek parses the JSON of branches.hours.
func ParseWeek(text string) ([7][]Span, error) {
	var week [7][]Span
	var stored []weekSpan
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return week, fmt.Errorf("branches: hours: %w", err)
	}
	for _, w := range stored {
		if w.Day < 0 || w.Day > 6 {
			return week, fmt.Errorf("branches: hours: day %d", w.Day)
		}
		span, err := ParseSpan(w.Open, w.Close)
		if err != nil {
			return week, err
		}
		week[w.Day] = append(week[w.Day], span)
	}
	for i := range week {
		sortSpans(week[i])
	}
	return week, nil
}

// parseDay parses the JSON of branch_exceptions.hours.
func parseDay(text string) ([]Span, error) {
	var stored []daySpan
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, fmt.Errorf("branches: exception: %w", err)
	}
	spans := make([]Span, 0, len(stored))
	for _, s := range stored {
		span, err := ParseSpan(s.Open, s.Close)
		if err != nil {
			return nil, err
		}
		spans = append(spans, span)
	}
	sortSpans(spans)
	return spans, nil
}

func sortSpans(spans []Span) {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(a.Open-b.Open, a.Close-b.Close) })
}

// ParseSpan parses "09:00" and "02:00". A closing time that is not after the opening time is on the next day; equal
// times mean a whole day.
func ParseSpan(open, end string) (Span, error) {
	from, okFrom := minutesOf(open)
	to, okTo := minutesOf(end)
	if !okFrom || !okTo || from == dayMinutes {
		return Span{}, fmt.Errorf("branches: hours: %q to %q", open, end)
	}
	if to <= from {
		to += dayMinutes
	}
	return Span{from, to}, nil
}

func minutesOf(text string) (int, bool) {
	hours, minutes, ok := strings.Cut(text, ":")
	h, errH := strconv.Atoi(hours)
	m, errM := strconv.Atoi(minutes)
	if !ok || errH != nil || errM != nil || len(hours) != 2 || len(minutes) != 2 {
		return 0, false
	}
	total := h*60 + m
	return total, h >= 0 && m >= 0 && m < 60 && total <= dayMinutes
}

// Text returns a span in the form that is stored and shown: "09:00", "02:00".
func (s Span) Text() (open, end string) {
	to := s.Close
	if to > dayMinutes {
		to -= dayMinutes
	}
	return clockText(s.Open), clockText(to)
}

func clockText(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// exceptionsFrom lists the dates with other hours, from the day of t on.
func (h *Hours) exceptionsFrom(t time.Time) []Day {
	today := Day(t.In(clock.Cairo).Format(time.DateOnly))
	var days []Day
	for day := range h.Exceptions {
		if day >= today {
			days = append(days, day)
		}
	}
	slices.Sort(days)
	return days
}
