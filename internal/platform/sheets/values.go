package sheets

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Tidy removes surrounding spaces and direction marks from a text, and replaces the no-break spaces of spreadsheets by
// ordinary ones.
func Tidy(s string) string {
	clean := true
	for i := range len(s) {
		if c := s[i]; c >= 0x80 || c < ' ' {
			clean = false
			break
		}
	}
	if clean {
		return strings.TrimSpace(s)
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\u200e' || r == '\u200f' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' ||
			r == '\ufeff':
			return -1
		case r == '\u00a0' || r == '\u202f':
			return ' '
		case r == unicode.ReplacementChar || unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t':
			return -1
		}
		return r
	}, s))
}

// Digits converts Arabic and Persian digits and their separators to Latin ones.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return '0' + r - '٠'
		case r >= '۰' && r <= '۹':
			return '0' + r - '۰'
		case r == '٫':
			return '.'
		case r == '٬':
			return '\'' // groups only
		case r == '،':
			return ','
		case r == '−' || r == '–':
			return '-'
		}
		return r
	}, s)
}

// currencies are written before or after amounts.
var currencies = []string{"egp", "l.e.", "le", "ج.م.", "ج.م", "جنيه", "جم", "£", "e£"}

// kilos are the spellings of the unit kilogram in files.
var kilos = []string{"kgs", "kg", "كيلوجرام", "كيلوجرامات", "كيلو", "كجم", "كغ", "ك.ج"}

// Kilos parses a weight with the unit kilogram, in grams: "12.5 kg" is 12500. ok is false for another unit or without a
// number.
func Kilos(text string) (grams int64, ok bool) {
	s := strings.ToLower(Tidy(text))
	for _, unit := range kilos {
		if rest, has := strings.CutSuffix(s, unit); has {
			return Decimal(strings.TrimSpace(rest), 3)
		}
	}
	return 0, false
}

// Decimal parses a number as a whole number of its smallest unit: with two places, "١٬٢٣٤٫٥" is 123450. A comma is the
// decimal mark if it cannot separate thousands. Excess decimal places are refused unless they are zeros.
func Decimal(text string, places int) (int64, bool) {
	s := strings.ToLower(Digits(Tidy(text)))
	for _, c := range currencies {
		if rest, ok := strings.CutSuffix(s, c); ok {
			s = strings.TrimSpace(rest)
			break
		}
		if rest, ok := strings.CutPrefix(s, c); ok {
			s = strings.TrimSpace(rest)
			break
		}
	}
	negative := false
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		negative, s = true, rest
	} else if rest, ok := strings.CutSuffix(s, "-"); ok { // as written from right to left
		negative, s = true, rest
	}
	s = strings.TrimPrefix(strings.TrimSpace(s), "+")
	s = strings.ReplaceAll(s, " ", "'")
	mark := decimalMark(s)
	whole, part := s, ""
	if mark != 0 {
		at := strings.LastIndexByte(s, mark)
		whole, part = s[:at], s[at+1:]
	}
	digits, ok := ungrouped(whole)
	if !ok || digits == "" && part == "" {
		return 0, false
	}
	for _, c := range part {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	for len(part) > places && part[len(part)-1] == '0' {
		part = part[:len(part)-1]
	}
	if len(part) > places {
		return 0, false
	}
	n, err := strconv.ParseInt("0"+digits+part+strings.Repeat("0", places-len(part)), 10, 64)
	if err != nil {
		return 0, false
	}
	if negative {
		n = -n
	}
	return n, true
}

// decimalMark returns the character between whole and fraction; 0 if there is none.
func decimalMark(s string) byte {
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	switch {
	case point >= 0 && comma >= 0:
		if point > comma {
			return '.'
		}
		return ','
	case point >= 0:
		if strings.Count(s, ".") > 1 {
			return 0
		}
		return '.'
	case comma >= 0:
		before, after := s[:comma], s[comma+1:]
		if strings.Count(s, ",") > 1 || len(after) == 3 && len(before) >= 1 && len(before) <= 3 && before != "0" {
			return 0 // between thousands
		}
		return ','
	}
	return 0
}

// ungrouped removes the separators of thousands.
func ungrouped(s string) (string, bool) {
	var digits strings.Builder
	since, groups := 0, 0
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9':
			digits.WriteRune(c)
			since++
		case c == ',' || c == '.' || c == '\'':
			if since == 0 || groups > 0 && since != 3 || since > 3 {
				return "", false
			}
			groups++
			since = 0
		default:
			return "", false
		}
	}
	return digits.String(), groups == 0 || since == 3
}

var truths = map[string]bool{
	"yes": true, "y": true, "true": true, "1": true, "on": true, "active": true, "published": true, "visible": true,
	"نعم": true, "صح": true,
	"منشور": true, "مفعل": true, "ظاهر": true, "متاح": true, "oui": true, "x": true, "✓": true,
	"no": false, "n": false, "false": false, "0": false, "-1": false, "off": false, "draft": false, "archived": false,
	"unlisted": false, "hidden": false, "لا": false,
	"خطأ": false, "مسودة": false, "غير مفعل": false, "مخفي": false, "غير متاح": false, "non": false,
}

// Truth parses yes or no.
func Truth(text string) (value, ok bool) {
	value, ok = truths[strings.ToLower(Digits(Tidy(text)))]
	return value, ok
}

var months = map[string]time.Month{
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
	"dec":   12,
	"يناير": 1, "فبراير": 2, "مارس": 3, "أبريل": 4, "ابريل": 4, "إبريل": 4, "مايو": 5, "يونيو": 6, "يوليو": 7, "أغسطس": 8,
	"اغسطس":  8,
	"سبتمبر": 9, "أكتوبر": 10, "اكتوبر": 10, "نوفمبر": 11, "ديسمبر": 12,
}

// Day parses a day, with or without a time of day, in a time zone: 2026-11-22, 22/11/2026 (day first, as in Egypt,
// unless that is impossible), or 22 Nov 2026.
func Day(text string, zone *time.Location) (time.Time, bool) {
	at, _, ok := Moment(text, zone)
	return at, ok
}

// Moment is Day that also reports whether the text has no time of day.
func Moment(text string, zone *time.Location) (at time.Time, day, ok bool) {
	s := Digits(Tidy(text))
	if at, err := time.Parse(time.RFC3339, s); err == nil {
		return at, false, true
	}
	s = strings.Replace(s, "T", " ", 1)
	date, clock := s, ""
	if i := strings.IndexByte(s, ':'); i > 0 {
		if j := strings.LastIndexByte(s[:i], ' '); j > 0 {
			date, clock = strings.TrimSpace(s[:j]), strings.TrimSpace(s[j+1:])
		} else {
			return time.Time{}, false, false
		}
	}
	parts := strings.FieldsFunc(date, func(r rune) bool { return strings.ContainsRune("/-. ,", r) })
	if len(parts) != 3 {
		return time.Time{}, false, false
	}
	var n [3]int
	named := time.Month(0)
	for i, p := range parts {
		if m, ok := month(p); ok && named == 0 {
			named = m
			continue
		}
		v, err := strconv.Atoi(p)
		if err != nil || v < 0 || len(p) > 4 {
			return time.Time{}, false, false
		}
		n[i] = v
	}
	var y, m, d int
	switch {
	case named != 0 && n[1] == 0: // 22 Nov 2026
		d, m, y = n[0], int(named), n[2]
	case named != 0 && n[0] == 0: // Nov 22, 2026
		d, m, y = n[1], int(named), n[2]
	case named != 0:
		return time.Time{}, false, false
	case len(parts[0]) == 4:
		y, m, d = n[0], n[1], n[2]
	default:
		d, m, y = n[0], n[1], n[2]
		if m > 12 && d <= 12 {
			d, m = m, d
		}
	}
	if y < 100 {
		y += 2000
	}
	at = time.Date(y, time.Month(m), d, 0, 0, 0, 0, zone)
	if y < 1990 || y > 2200 || m < 1 || m > 12 || d < 1 || at.Day() != d {
		return time.Time{}, false, false
	}
	if clock == "" {
		return at, true, true
	}
	for _, layout := range []string{"15:04:05", "15:04", "3:04PM"} {
		if c, err := time.Parse(layout, strings.ToUpper(strings.ReplaceAll(clock, " ", ""))); err == nil {
			return time.Date(y, time.Month(m), d, c.Hour(), c.Minute(), c.Second(), 0, zone), false, true
		}
	}
	return time.Time{}, false, false
}

func month(p string) (time.Month, bool) {
	p = strings.ToLower(p)
	if m, ok := months[p]; ok {
		return m, true
	}
	if len(p) > 3 && p[0] < 0x80 {
		m, ok := months[p[:3]]
		return m, ok
	}
	return 0, false
}
