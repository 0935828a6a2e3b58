package data

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed *.txt products/*.txt
var texts embed.FS

// rows calls fn with the trimmed fields of every line that is not empty or a comment.
func rows(name string, fn func(f []string) error) error {
	raw, err := texts.ReadFile(name)
	if err != nil {
		return err
	}
	for i, line := range strings.Split(string(raw), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "|")
		for k := range f {
			f[k] = strings.TrimSpace(f[k])
		}
		if err := fn(f); err != nil {
			return fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	return nil
}

// table is rows where every line has the same number of fields.
func table(name string, fields int, fn func(f []string) error) error {
	return rows(name, func(f []string) error {
		if len(f) != fields {
			return fmt.Errorf("%d fields, want %d", len(f), fields)
		}
		return fn(f)
	})
}

// piastres reads an amount in pounds, "12" or "12.5" or "12.50".
func piastres(s string) (int64, error) {
	pounds, rest, _ := strings.Cut(s, ".")
	if pounds == "" || len(rest) > 2 {
		return 0, fmt.Errorf("amount %q is not pounds with at most two decimals", s)
	}
	n, err := strconv.ParseInt(pounds+rest+"00"[len(rest):], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("amount %q", s)
	}
	return n, nil
}

var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// hours reads "daily 10:00-02:00", "sat-thu 09:00-13:00 16:00-21:00; fri
// 14:00-21:00" or "24h". Days that are not named are closed. The week it
// gives begins on Saturday.
func hours(s string) ([]Shift, error) {
	if s == "24h" {
		s = "daily 00:00-00:00"
	}
	var out []Shift
	for part := range strings.SplitSeq(s, ";") {
		f := strings.Fields(part)
		if len(f) < 2 {
			return nil, fmt.Errorf("hours %q", part)
		}
		days, err := dayRange(f[0])
		if err != nil {
			return nil, err
		}
		for _, d := range days {
			shifts, err := spans(f[1:])
			if err != nil {
				return nil, err
			}
			for _, sh := range shifts {
				sh.Day = d
				out = append(out, sh)
			}
		}
	}
	return out, nil
}

func dayRange(s string) ([]time.Weekday, error) {
	from, to, isRange := strings.Cut(s, "-")
	if s == "daily" {
		from, to, isRange = "sat", "fri", true
	}
	if !isRange {
		to = from
	}
	a, b := slices.Index(weekdays, from), slices.Index(weekdays, to)
	if a < 0 || b < 0 {
		return nil, fmt.Errorf("days %q", s)
	}
	days := []time.Weekday{time.Weekday(a)}
	for d := a; d != b; {
		d = (d + 1) % 7
		days = append(days, time.Weekday(d))
	}
	return days, nil
}

var clockTime = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d$`)

func spans(f []string) ([]Shift, error) {
	var out []Shift
	for _, s := range f {
		open, end, _ := strings.Cut(s, "-")
		if !clockTime.MatchString(open) || !clockTime.MatchString(end) {
			return nil, fmt.Errorf("hours %q", s)
		}
		out = append(out, Shift{Open: open, Close: end})
	}
	return out, nil
}

// days reads "" as nil, otherwise a number of days such as "+3" or "-10".
func days(s string) (*int, error) {
	if s == "" || s == "-" {
		return nil, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return nil, fmt.Errorf("days %q", s)
	}
	return &n, nil
}

func list(s string) []string {
	if s == "-" {
		return nil
	}
	return strings.Fields(s)
}
