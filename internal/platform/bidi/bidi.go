// Package bidi keeps texts of two directions apart within one line. It inserts
// the isolate characters of the Unicode Bidirectional Algorithm (UAX #9), which
// SMS, notifications, mail, web pages and our documents understand. The web has
// the same rules in web/src/lib/bidi.ts.
package bidi

import (
	"regexp"
	"strings"
)

// The isolate characters.
const (
	LeftToRight = '\u2066' // LRI
	RightToLeft = '\u2067' // RLI
	FirstStrong = '\u2068' // FSI
	Pop         = '\u2069' // PDI
)

var (
	arabic = regexp.MustCompile(`[\x{0590}-\x{08ff}\x{fb1d}-\x{fdff}\x{fe70}-\x{fefc}]`)
	latin  = regexp.MustCompile(`[A-Za-z\x{00c0}-\x{024f}]`)
	// A sign before a number, or a hyphen between two numbers, changes sides in an Arabic line.
	signed = regexp.MustCompile(`[+\-\x{2212}][0-9]`)
	// HTML tags in a page's text don't count as letters.
	tags = regexp.MustCompile(`<[^<>]*>`)
	// One Latin word, such as an order's number, keeps its order by itself.
	word = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._-]*$`)
)

// Isolate separates a text's direction from that of the line around it. Its first letter decides its direction.
func Isolate(text string) string {
	if text == "" {
		return ""
	}
	return string(FirstStrong) + text + string(Pop)
}

// IsolateLTR isolates a text and sets its direction to left-to-right: for numbers with a sign.
func IsolateLTR(text string) string {
	return string(LeftToRight) + text + string(Pop)
}

// IsolateIn isolates a text only where a line in lang would change its order:
// each isolate costs two characters of an SMS. Links stay bare, because phones
// would make the closing character a part of them.
func IsolateIn(lang, text string) string {
	letters := text
	if strings.Contains(text, "<") {
		letters = tags.ReplaceAllString(text, "")
	}
	foreign := arabic.MatchString(letters)
	if lang == "ar" {
		foreign = (latin.MatchString(letters) || signed.MatchString(letters)) && !word.MatchString(letters)
	}
	if !foreign || strings.Contains(text, "://") {
		return text
	}
	return Isolate(text)
}

// Plain removes the invisible characters of direction.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= LeftToRight && r <= Pop || r == '\u200e' || r == '\u200f' || r == '\u061c' {
			return -1
		}
		return r
	}, text)
}
