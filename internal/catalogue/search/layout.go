package search

import (
	"slices"
	"strings"
	"unicode"
)

// latinKeys maps the keys of a Latin keyboard to the letters that they type with the Arabic layout (the common 101
// layout of Windows). The key b types two letters.
var latinKeys = map[rune]string{
	'q': "ض", 'w': "ص", 'e': "ث", 'r': "ق", 't': "ف", 'y': "غ", 'u': "ع", 'i': "ه", 'o': "خ", 'p': "ح", '[': "ج", ']': "د",
	'a': "ش", 's': "س", 'd': "ي", 'f': "ب", 'g': "ل", 'h': "ا", 'j': "ت", 'k': "ن", 'l': "م", ';': "ك", '\'': "ط",
	'z': "ئ", 'x': "ء", 'c': "ؤ", 'v': "ر", 'b': "لا", 'n': "ى", 'm': "ة", ',': "و", '.': "ز", '/': "ظ", '`': "ذ",
}

// arabicKeys is the reverse map, including letters that need the shift key.
var arabicKeys = func() map[rune]rune {
	m := map[rune]rune{'أ': 'h', 'إ': 'y', 'آ': 'n', 'ـ': 'j', '؛': 'p', '،': 'k'}
	for key, typed := range latinKeys {
		if r := []rune(typed); len(r) == 1 {
			m[r[0]] = key
		}
	}
	return m
}()

var keyRows = [...]string{"qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"}

// beside reports whether two letters are on adjacent keys.
func beside(a, b rune) bool {
	rowA, atA := keyOf(a)
	rowB, atB := keyOf(b)
	return rowA >= 0 && rowB >= 0 && max(rowA-rowB, rowB-rowA) <= 1 && max(atA-atB, atB-atA) <= 1
}

// keyOf returns the position of a letter's key, row -1 if there is none.
func keyOf(r rune) (row, at int) {
	if key, ok := arabicKeys[r]; ok {
		r = key
	}
	for row, keys := range keyRows {
		if at := strings.IndexRune(keys, r); at >= 0 {
			return row, at
		}
	}
	return -1, 0
}

// otherLayout returns what the keys of a raw word (as typed, lower case, NFKC) would have typed with the other layout,
// most likely first. It returns nothing for words without letters of a known layout, and drops results with signs among
// the letters.
func otherLayout(raw string) []string {
	return slices.DeleteFunc(otherKeys(raw), func(typed string) bool {
		return strings.ContainsFunc(typed, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	})
}

func otherKeys(raw string) []string {
	var arabic, latin bool
	for _, r := range raw {
		latin = latin || r >= 'a' && r <= 'z'
		arabic = arabic || r >= 'ء' && r <= 'ي'
	}
	switch {
	case latin && !arabic:
		var b strings.Builder
		for _, r := range raw {
			if to, ok := latinKeys[r]; ok {
				b.WriteString(to)
			} else {
				b.WriteRune(r)
			}
		}
		return []string{b.String()}
	case arabic && !latin:
		one := typedAsLatin(strings.NewReplacer("لأ", "g", "لإ", "t", "لآ", "b", "لا", "b").Replace(raw))
		if two := typedAsLatin(raw); two != one {
			return []string{one, two}
		}
		return []string{one}
	}
	return nil
}

func typedAsLatin(s string) string {
	return strings.Map(func(r rune) rune {
		if to, ok := arabicKeys[r]; ok {
			return to
		}
		return r
	}, s)
}
