package httpapi

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Clean makes a line of text that a person typed fit to be stored and shown:
// composed form (NFC), no control characters, none of the marks that turn the
// direction of what stands around them, no blanks at the ends. A line break or
// tab becomes a blank. Joiners stay: Arabic script and emoji need them.
// Lengths are checked afterwards, in runes.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t', r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), bidiControl(r):
			return -1
		case r == '\u200b', r == '\u2060', r == '\ufeff': // blanks nobody sees
			return -1
		case r >= '\ufff9' && r <= '\uffff', r >= '\ufdd0' && r <= '\ufdef': // not text
			return -1
		}
		return r
	}, s)
	// Composing comes last: taking something out can bring a letter and its
	// mark together.
	return strings.TrimSpace(norm.NFC.String(s))
}

func bidiControl(r rune) bool {
	return r == '\u061c' || r == '\u200e' || r == '\u200f' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}
