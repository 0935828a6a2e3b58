package branches

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

// A branch's hours as staff enter them.

const (
	maxShifts     = 4 // per day
	maxExceptions = 100
)

// Shift is an opening of a weekday, as staff type it.
type Shift struct {
	Day   int    `json:"day" doc:"0 is Sunday."`
	Open  string `json:"open" maxLength:"10" doc:"09:00"`
	Close string `json:"close" maxLength:"10" doc:"Not after open: on the next day."`
}

// DayOff is a date with other hours, as staff type it.
type DayOff struct {
	Day    string     `json:"day" maxLength:"20" doc:"YYYY-MM-DD"`
	Hours  []SpanView `json:"hours" maxItems:"10" doc:"None: closed all day."`
	NoteEN string     `json:"note_en,omitempty"`
	NoteAR string     `json:"note_ar,omitempty"`
}

// HoursForm contains the hours of a branch as staff fill them in.
type HoursForm struct {
	Hours      []Shift  `json:"hours" maxItems:"60"`
	Exceptions []DayOff `json:"exceptions" maxItems:"200" doc:"From today on; those of the past stay."`
	Version    int64    `json:"version" doc:"The one that was read."`
}

// HoursRecord contains the hours of a branch as staff see them.
type HoursRecord struct {
	Hours      []Shift       `json:"hours"`
	Exceptions []DayOff      `json:"exceptions"`
	Ranges     []RangeRecord `json:"ranges" doc:"Named days that are not over."`
	Version    int64         `json:"version"`
}

// readWeek validates shifts and returns them sorted, in their stored form.
func readWeek(f *forms.Form, field string, shifts []Shift) (string, [7][]Span) {
	var days [7][]Span
	for i, s := range shifts {
		at := field + "." + strconv.Itoa(i)
		if s.Day < 0 || s.Day > 6 {
			f.Say(at+".day", "common.one_of")
			continue
		}
		if span, ok := typedSpan(f, at, s.Open, s.Close); ok {
			days[s.Day] = append(days[s.Day], span)
		}
	}
	stored := []weekSpan{}
	for day := range days {
		sortSpans(days[day])
		if !apart(f, field, days[day]) {
			break
		}
		for _, span := range days[day] {
			open, end := span.Text()
			stored = append(stored, weekSpan{day, open, end})
		}
	}
	return encoded(stored), days
}

// ReadWeek is readWeek for hours that don't belong to a branch.
func ReadWeek(f *forms.Form, field string, given []Shift) (stored string) {
	stored, _ = readWeek(f, field, given)
	return stored
}

// WeekOf returns stored hours as staff type them.
func WeekOf(stored string) ([]Shift, error) {
	days, err := ParseWeek(stored)
	return shifts(days), err
}

func typedSpan(f *forms.Form, at, open, end string) (Span, bool) {
	span, err := ReadSpan(open, end)
	if err != nil {
		f.Say(at+".open", "branches.hours_shape")
		return Span{}, false
	}
	return span, true
}

// ReadSpan parses an opening as staff type it.
func ReadSpan(open, end string) (Span, error) {
	return ParseSpan(clockTyped(open), clockTyped(end))
}

// clockTyped parses a time in Latin or Arabic digits, "9:05" or "09:05".
func clockTyped(text string) string {
	text = money.LatinDigits(httpapi.Clean(text))
	if len(text) == 4 && text[1] == ':' {
		text = "0" + text
	}
	return text
}

// apart adds an error to a field if openings of a day overlap or if there are too many, and reports whether there was
// no error.
func apart(f *forms.Form, field string, spans []Span) bool {
	for i := 1; i < len(spans); i++ {
		if spans[i].Open < spans[i-1].Close {
			f.Say(field, "branches.hours_overlap")
			return false
		}
	}
	if len(spans) > maxShifts {
		f.Say(field, "branches.hours_most", "count", maxShifts)
		return false
	}
	return true
}

func encoded(v any) string {
	raw, _ := json.Marshal(v) // texts and numbers: never fails
	return string(raw)
}

type checkedDay struct {
	day, hours     string
	noteEN, noteAR string
}

// daysOff validates the dates with other hours, from today on.
func daysOff(f *forms.Form, given []DayOff, today string) []checkedDay {
	var out []checkedDay
	if len(given) > maxExceptions {
		f.Say("exceptions", "branches.most_exceptions", "count", maxExceptions)
		return nil
	}
	for i, e := range given {
		at := "exceptions." + strconv.Itoa(i)
		day := dayTyped(f, at+".day", e.Day)
		if day != "" && day < today {
			f.Say(at+".day", "branches.day_past")
		}
		if slices.ContainsFunc(out, func(o checkedDay) bool { return o.day == day }) {
			f.Say(at+".day", "branches.day_twice")
		}
		stored := []daySpan{}
		var spans []Span
		for k, h := range e.Hours {
			if span, ok := typedSpan(f, at+".hours."+strconv.Itoa(k), h.Open, h.Close); ok {
				spans = append(spans, span)
			}
		}
		sortSpans(spans)
		apart(f, at+".hours", spans)
		for _, span := range spans {
			open, end := span.Text()
			stored = append(stored, daySpan{open, end})
		}
		note := f.Both(at+".note", e.NoteEN, e.NoteAR, noteLetters)
		out = append(out, checkedDay{day, encoded(stored), note.EN, note.AR})
	}
	return out
}

// dayTyped reads a date in Latin or Arabic digits; "" if it is not a date.
func dayTyped(f *forms.Form, field, text string) string {
	text = money.LatinDigits(httpapi.Clean(text))
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		f.Say(field, "branches.day_shape")
		return ""
	}
	return text
}

func (s *Service) today() string { return s.Clock.Now().In(clock.Cairo).Format(time.DateOnly) }

// SetHours replaces the week and the dates from today on that differ from it. 422 names the invalid fields.
func SetHours(ctx context.Context, tx *db.Tx, branchID string, in HoursForm, today string) error {
	var f forms.Form
	hours, _ := readWeek(&f, "hours", in.Hours)
	days := daysOff(&f, in.Exceptions, today)
	if err := f.Err(); err != nil {
		return err
	}
	if err := moved(tx.Exec(ctx, `UPDATE branches SET hours = $3, hours_version = hours_version + 1 WHERE id = $1
		AND hours_version = $2`,
		branchID, in.Version, hours)); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM branch_exceptions WHERE branch_id = $1 AND day >= $2`, branchID,
		today); err != nil {
		return err
	}
	for _, d := range days {
		_, err := tx.Exec(ctx, `INSERT INTO branch_exceptions (branch_id, day, hours, note_en, note_ar)
			VALUES ($1, $2, $3, $4, $5)`,
			branchID, d.day, d.hours, d.noteEN, d.noteAR)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) readHours(ctx context.Context, q db.Querier, branchID string) (HoursRecord, error) {
	v := HoursRecord{Hours: []Shift{}, Exceptions: []DayOff{}, Ranges: []RangeRecord{}}
	if !staff.Caller(ctx).Sees(branchID) {
		return v, one(db.ErrNoRows)
	}
	var b struct {
		Hours        string
		HoursVersion int64 `db:"hours_version"`
	}
	if err := one(q.Get(ctx, &b, `SELECT hours, hours_version FROM branches WHERE id = $1`, branchID)); err != nil {
		return v, err
	}
	v.Version = b.HoursVersion
	days, err := ParseWeek(b.Hours)
	if err != nil {
		return v, err
	}
	v.Hours = shifts(days)
	var rows []exceptionRow
	if err := q.Select(ctx, &rows, `SELECT branch_id, day, hours, note_en, note_ar FROM branch_exceptions
		WHERE branch_id = $1 AND day >= $2 ORDER BY day`,
		branchID, s.today()); err != nil {
		return v, err
	}
	for _, e := range rows {
		spans, err := parseDay(e.Hours)
		if err != nil {
			return v, err
		}
		d := DayOff{Day: e.Day, Hours: []SpanView{}, NoteEN: e.NoteEN, NoteAR: e.NoteAR}
		for _, span := range spans {
			open, end := span.Text()
			d.Hours = append(d.Hours, SpanView{open, end})
		}
		v.Exceptions = append(v.Exceptions, d)
	}
	var ranges []rangeRecordRow
	if err := q.Select(ctx, &ranges, rangeColumns+` WHERE archived_at IS NULL AND ends_on >= $2
		AND id IN (SELECT range_id FROM hour_range_branches WHERE branch_id = $1)
		ORDER BY starts_on DESC, id`, branchID, s.today()); err != nil {
		return v, err
	}
	found, err := s.rangeRecords(ctx, q, ranges)
	v.Ranges = append(v.Ranges, found...)
	return v, err
}

func shifts(days [7][]Span) []Shift {
	out := []Shift{}
	for day, spans := range days {
		for _, span := range spans {
			open, end := span.Text()
			out = append(out, Shift{day, open, end})
		}
	}
	return out
}

func (s *Service) getHours(ctx context.Context, in *refInput) (*httpapi.Reply[HoursRecord], error) {
	v, err := s.readHours(ctx, s.DB, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

// editHours changes a branch's hours, based on the version that the form was filled from.
func (s *Service) editHours(ctx context.Context, tx *db.Tx, member staff.Member, branchID string, before HoursRecord,
	form HoursForm) error {
	if err := SetHours(ctx, tx, branchID, form, s.today()); err != nil {
		return err
	}
	after, err := s.readHours(ctx, tx, branchID)
	if err != nil {
		return err
	}
	return s.written(ctx, tx, member, "branch.hours", branchID, before.form(), after.form())
}

// form returns the hours as a form, which is what the log stores.
func (h HoursRecord) form() HoursForm { return HoursForm{Hours: h.Hours, Exceptions: h.Exceptions} }

func (s *Service) putHours(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body HoursForm
}) (*httpapi.Reply[HoursRecord], error) {
	member := staff.Caller(ctx)
	err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		before, err := s.readHours(ctx, tx, in.ID)
		if err != nil {
			return "", err
		}
		return in.ID, s.editHours(ctx, tx, member, in.ID, before, in.Body)
	})
	read := func() (*httpapi.Reply[HoursRecord], error) { return s.getHours(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}
