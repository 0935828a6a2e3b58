package search

import (
	"strings"
	"unicode/utf8"
)

// The Arabic article, alone or joined to a preceding particle. Each form begins with a different letter, so at most one
// fits a word.
var articles = [...]string{"ال", "وال", "بال", "لل", "فال", "كال"}

// Two bytes hold every Arabic letter that folding leaves in common use, so
// lengths in bytes below are twice the letters.
const letter = 2

// isArabic reports whether a folded word is Arabic: words never mix scripts.
func isArabic(w string) bool {
	return len(w) >= letter && w[0] >= 0xD8 && w[0] <= 0xDB
}

// bare removes the article from a folded word if at least two letters remain.
func bare(w string) string {
	if !isArabic(w) {
		return w
	}
	for _, a := range articles {
		if strings.HasPrefix(w, a) && len(w)-len(a) >= 2*letter {
			return w[len(a):]
		}
	}
	return w
}

// stem returns the form that a folded word shares with its plural and with the form with an article. It removes little
// on purpose, because a wrong stem would join unrelated words (زيتون is not زيت). Synonyms have the same stem
// (synonyms.go).
func stem(w string) string {
	s := ownStem(w)
	if k, ok := kin[s]; ok {
		return k
	}
	return s
}

func ownStem(w string) string {
	if isArabic(w) {
		return arabicSuffix(bare(w))
	}
	return englishStem(w)
}

// arabicSuffix removes one suffix, and then the ه to which ة was folded.
func arabicSuffix(w string) string {
	for range 2 {
		switch {
		case cut(&w, "ات", 3), cut(&w, "ها", 4), cut(&w, "ون", 4), cut(&w, "ين", 4):
		case cut(&w, "ه", 3):
		default:
			return w
		}
	}
	return w
}

// cut removes the suffix if at least keep letters remain.
func cut(w *string, suffix string, keep int) bool {
	if !strings.HasSuffix(*w, suffix) || len(*w)-len(suffix) < keep*letter {
		return false
	}
	*w = (*w)[:len(*w)-len(suffix)]
	return true
}

// englishStem removes a regular plural ending.
func englishStem(w string) string {
	n := len(w)
	if n < 4 || w[n-1] != 's' {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies"):
		if n == 4 { // pies, ties
			return w[:n-1]
		}
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "ches"),
		strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "zes"), strings.HasSuffix(w, "oes") && n > 5:
		return w[:n-2]
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	}
	return w[:n-1]
}

// proclitic returns a second stem for words that may begin with a joined و, ب or ل (ولبن; بالعسل already counts as an
// article), or "". Because it is often wrong, it is only compared with another word's first stem.
func proclitic(w string) string {
	if !isArabic(w) || bare(w) != w || len(w) < 4*letter {
		return ""
	}
	for _, p := range [...]string{"و", "ب", "ل"} {
		if strings.HasPrefix(w, p) {
			return arabicSuffix(w[len(p):])
		}
	}
	return ""
}

// stemsMeet returns how two folded words are related as forms of one another.
func stemsMeet(a, b string) class {
	sa, sb := stem(a), stem(b)
	switch {
	case sa == sb:
		return classStem
	case proclitic(a) == sb || sa == proclitic(b):
		return classJoined
	}
	return classNone
}

// prefixes lists the beginnings that mark a word as a continuation of w: w itself and, in Arabic, w with and without
// the article.
func prefixes(w string) []string {
	b := bare(w)
	if !isArabic(w) || len(b) < 2*letter {
		return []string{w}
	}
	out := make([]string, 0, 2+len(articles))
	out = append(out, b)
	for _, a := range articles {
		out = append(out, a+b)
	}
	if b != w && !contains(out, w) {
		out = append(out, w)
	}
	return out
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// runeLen counts letters.
func runeLen(s string) int { return utf8.RuneCountInString(s) }
