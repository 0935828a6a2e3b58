package httpapi

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean makes a line of typed text fit to be stored and shown: composed form (NFC), without control characters,
// direction marks that affect the surrounding text, and blanks at the ends. A line break or tab becomes a blank.
// Joiners stay: Arabic script and emoji need them. Lengths are checked afterwards, in runes.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t', r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029',
			r == '\u2800':
			return ' '
		case unicode.IsControl(r), bidiControl(r):
			return -1
		// invisible blanks and letters
		case r == '\u200b', r == '\u2060', r == '\ufeff', r == '\u115f', r == '\u1160', r == '\u3164', r == '\uffa0':
			return -1
		case r >= '\ufff9' && r <= '\uffff', r >= '\ufdd0' && r <= '\ufdef': // not text
			return -1
		}
		return r
	}, s)
	// Composition comes last, because a removal can bring a letter and its mark together.
	return strings.TrimSpace(norm.NFC.String(s))
}

func bidiControl(r rune) bool {
	return r == '\u061c' || r == '\u200e' || r == '\u200f' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// withoutNUL removes NULs from a body's texts: no valid text contains one, and PostgreSQL refuses them, even in a
// search.
func withoutNUL(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\u0000`)) {
		return data
	}
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); i++ {
		switch {
		case data[i] != '\\' || i+1 == len(data):
			out = append(out, data[i])
		case bytes.HasPrefix(data[i:], []byte(`\u0000`)):
			i += 5
		default: // an escape sequence, including the escaped backslash
			out = append(out, data[i], data[i+1])
			i++
		}
	}
	return out
}

// legible reports whether path, query and headers of a request are valid text. Other bytes cannot be a valid name.
func legible(r *http.Request) (path, rest bool) {
	path = isText(r.URL.Path)
	for _, values := range r.Header {
		for _, v := range values {
			if !isText(v) {
				return path, false
			}
		}
	}
	if !strings.Contains(r.URL.RawQuery, "%") {
		return path, isText(r.URL.RawQuery)
	}
	// Pairs that cannot be decoded are ignored by their readers.
	query, _ := url.ParseQuery(r.URL.RawQuery)
	for name, values := range query {
		if !isText(name) || !isText(strings.Join(values, "")) {
			return path, false
		}
	}
	return path, true
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
