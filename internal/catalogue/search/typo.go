package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// allowance is the number of typing errors allowed in a word of n letters: none up to 3, one up to 7, two from 8.
func allowance(n int) int {
	switch {
	case n < 4:
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// minOpen is the minimum length of an unfinished word with a typing error. Four letters with one error begin too many
// words: سوشي would match سوبيا and سوائل. Below that length, no letter may replace just any other (likelySlip).
const minOpen = 5

// alike lists groups of letters that are confused because of their sound.
var alike = strings.Fields("سصث تط دض ذزظ كق هح غخ جش اعويءئؤ aeiouy ckqs sz vfb pb dt gj mn lr")

// likelySlip reports whether two words that differ by one typing error may be the same word: a replaced letter must be
// near on the keyboard or sound alike.
func likelySlip(a, b string) bool {
	if a == b || runeLen(a) != runeLen(b) {
		return true
	}
	var ra, rb [maxTokenRunes]rune
	x, y := decode(&ra, a), decode(&rb, b)
	at := 0
	for at+1 < len(x) && x[at] == y[at] {
		at++
	}
	if at+1 < len(x) && x[at+1] != y[at+1] { // two have changed places
		return true
	}
	return beside(x[at], y[at]) || slices.ContainsFunc(alike, func(s string) bool {
		return strings.ContainsRune(s, x[at]) && strings.ContainsRune(s, y[at])
	})
}

// hasLetter is false for numbers, which never match another number approximately.
func hasLetter(w string) bool {
	return w != "" && (w[0] < '0' || w[0] > '9')
}

// signature is the set of a word's letters in 64 bits. One typing error removes at most one letter and adds at most
// one, so comparing signatures rejects nearly every word of a vocabulary within a few instructions.
func signature(w string) uint64 {
	var s uint64
	for _, r := range w {
		s |= 1 << signatureBit(r)
	}
	return s
}

func signatureBit(r rune) uint {
	switch {
	case r >= 'a' && r <= 'z':
		return uint(r - 'a')
	case r >= 'ا' && r <= 'ي': // 0x627 to 0x64A, 36 places
		return 26 + uint(r-'ا')
	case r >= '0' && r <= '9':
		return 62
	}
	return 63
}

// distance counts the typing errors (insert, omit, replace, swap neighbours) between a and b, or returns d+1 if there
// are more than d. With prefix, b may continue after the compared part.
func distance(a, b string, d int, prefix bool) int {
	var ra, rb [maxTokenRunes]rune
	x, y := decode(&ra, a), decode(&rb, b)
	if len(x)-len(y) > d || !prefix && len(y)-len(x) > d {
		return d + 1
	}
	if prefix && len(y) > len(x)+d {
		y = y[:len(x)+d]
	}
	var r0, r1, r2 [maxTokenRunes + 1]int8
	before, above, row := &r0, &r1, &r2 // rows i-2, i-1 and i
	for j := range len(y) + 1 {
		above[j] = int8(j)
	}
	for i := 1; i <= len(x); i++ {
		row[0] = int8(i)
		least := row[0]
		for j := 1; j <= len(y); j++ {
			cost := int8(1)
			if x[i-1] == y[j-1] {
				cost = 0
			}
			v := min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				v = min(v, before[j-2]+1)
			}
			row[j] = v
			least = min(least, v)
		}
		if int(least) > d && int(minOf(above[:len(y)+1])) > d {
			return d + 1
		}
		before, above, row = above, row, before
	}
	best := int(above[len(y)])
	if prefix {
		best = int(minOf(above[:len(y)+1]))
	}
	return min(best, d+1)
}

func minOf(row []int8) int8 {
	m := row[0]
	for _, v := range row[1:] {
		m = min(m, v)
	}
	return m
}

func decode(buf *[maxTokenRunes]rune, s string) []rune {
	n := 0
	for _, r := range s {
		if n == len(buf) {
			break
		}
		buf[n] = r
		n++
	}
	return buf[:n]
}

// typoClass returns how a vocabulary word differs from the query's word: one error, two, or one in the part typed so
// far (prefix); classNone if by more. Articles do not count.
func typoClass(q, w string, prefix bool) class {
	q, w = bare(q), bare(w)
	n := runeLen(q)
	d := allowance(n)
	if d == 0 || !hasLetter(q) || !hasLetter(w) {
		return classNone
	}
	switch distance(q, w, d, false) {
	case 0, 1:
		if n < minOpen && !likelySlip(q, w) {
			return classNone
		}
		return classTypo1
	case 2:
		if d == 2 {
			return classTypo2
		}
	}
	if prefix && n >= minOpen && runeLen(w) > n && sameFirst(q, w) && distance(q, w, 1, true) <= 1 {
		return classTypoPrefix
	}
	return classNone
}

func sameFirst(a, b string) bool {
	x, _ := utf8.DecodeRuneInString(a)
	y, _ := utf8.DecodeRuneInString(b)
	return x == y
}
