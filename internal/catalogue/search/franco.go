package search

import (
	"slices"
	"strings"
)

// Franco-Arabic is Arabic typed with Latin letters and figures: 3aseer for عصير, 7aleeb for حليب. A word is matched in
// two steps: its skeleton (consonant classes without vowels, ع or hamza) finds the few candidates; a weighted alignment
// of its sounds with their letters then selects among them.

// Sounds that are typed with several keys or a digit have a separate letter: S ش, x خ, G غ, T ث, D ذ, and the long
// vowels A I U.
var francoPairs = map[string]byte{
	"sh": 'S', "ch": 'S', "kh": 'x', "gh": 'G', "th": 'T', "dh": 'D', "ph": 'f',
	"ee": 'I', "ii": 'I', "oo": 'U', "ou": 'U', "uu": 'U', "aa": 'A', "3'": 'G', "7'": 'x', "9'": 'd', "6'": 'z',
}

var francoKeys = map[byte]string{
	'j': "g", 'p': "b", 'v': "f", 'x': "ks", '5': "x", '8': "G",
}

// francoShape reports whether a raw word can only be Franco: it mixes letters with digits that represent Arabic sounds.
func francoShape(raw string) bool {
	var letters, figures int
	for _, r := range raw {
		switch {
		case r >= 'a' && r <= 'z':
			letters++
		case strings.ContainsRune("2356789", r):
			figures++
		case r == '\'':
		default:
			return false
		}
	}
	return letters >= 2 && figures > 0 && figures <= letters
}

// francoSounds converts a raw word into sounds; nil if it cannot be Franco.
func francoSounds(raw string) []byte {
	if len(raw) < 2 || len(raw) > maxTokenRunes {
		return nil
	}
	var out []byte
	letters := 0
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if i > 1 && raw[i-1] == c && raw[i-2] == c {
			return nil // not a plausible spelling
		}
		if i+1 < len(raw) {
			if s, ok := francoPairs[raw[i:i+2]]; ok {
				out = append(out, s)
				letters += 2
				i++
				continue
			}
		}
		switch {
		case c == '\'':
			continue
		case c == 'c':
			k := byte('k')
			if i+1 < len(raw) && strings.IndexByte("eiy", raw[i+1]) >= 0 {
				k = 's'
			}
			out = append(out, k)
		case francoKeys[c] != "":
			out = append(out, francoKeys[c]...)
		case c >= 'a' && c <= 'z', strings.IndexByte("235679", c) >= 0:
			if n := len(out); n > 0 && out[n-1] == c && !isVowel(c) {
				continue // sokkar: the doubled letter is written once in Arabic
			}
			out = append(out, c)
		default:
			return nil
		}
		if c >= 'a' && c <= 'z' {
			letters++
		}
	}
	if letters < 2 {
		return nil
	}
	if n := len(out); n > 2 && out[n-1] == 'h' && isVowel(out[n-2]) {
		out = out[:n-1] // gebnah
	}
	return out
}

func isVowel(c byte) bool { return strings.IndexByte("aeiouAIU", c) >= 0 }

// francoSkeleton returns only the consonant classes of sounds.
func francoSkeleton(sounds []byte) string {
	out := make([]byte, 0, len(sounds))
	for _, c := range sounds {
		switch c {
		case '6', 'T':
			c = 't'
		case 'G':
			c = 'g'
		case '7':
			c = 'h'
		case 'D':
			c = 'z'
		case '9':
			c = 's'
		case 'q':
			c = 'k'
		}
		if !isVowel(c) && strings.IndexByte("wy23", c) < 0 {
			out = append(out, c)
		}
	}
	return string(out)
}

var skeletonOf = map[rune]byte{
	'ب': 'b', 'ت': 't', 'ط': 't', 'ث': 't', 'ج': 'g', 'غ': 'g', 'ح': 'h', 'ه': 'h', 'خ': 'x',
	'د': 'd', 'ض': 'd', 'ذ': 'z', 'ز': 'z', 'ظ': 'z', 'ر': 'r', 'س': 's', 'ص': 's', 'ش': 'S',
	'ف': 'f', 'ق': 'k', 'ك': 'k', 'ل': 'l', 'م': 'm', 'ن': 'n',
}

// arabicSkeletons returns the skeletons under which an Arabic word is indexed: ث is pronounced t or s, and ق is often
// silent (ahwa for قهوة). Empty for words of other scripts.
func arabicSkeletons(w string) []string {
	if !isArabic(w) {
		return nil
	}
	w = strings.TrimSuffix(bare(w), "ه")
	one := make([]byte, 0, len(w)/letter)
	var other []byte
	differs := false
	for _, r := range w {
		c, ok := skeletonOf[r]
		if !ok {
			continue
		}
		one = append(one, c)
		switch r {
		case 'ث':
			other, differs = append(other, 's'), true
		case 'ق':
			differs = true
		default:
			other = append(other, c)
		}
	}
	out := []string{string(one)}
	if differs && len(other) > 0 {
		out = append(out, string(other))
	}
	return out
}

// francoLetters is the cost of reading a sound as a letter; pairs that are missing do not match.
var francoLetters = map[byte]map[rune]int{
	'a': {'ا': 1, 'ه': 0, 'ع': 1, 'ي': 2}, 'e': {'ي': 1, 'ه': 1, 'ا': 2}, 'i': {'ي': 0, 'ا': 2},
	'o': {'و': 0, 'ا': 2}, 'u': {'و': 0, 'ا': 2}, 'A': {'ا': 0}, 'I': {'ي': 0}, 'U': {'و': 0},
	'w': {'و': 0}, 'y': {'ي': 0}, '2': {'ق': 0, 'ا': 0, 'ي': 1, 'و': 1}, '3': {'ع': 0},
	'b': {'ب': 0}, 't': {'ت': 0, 'ط': 1, 'ث': 1}, '6': {'ط': 0, 'ت': 1}, 'T': {'ث': 0, 'ت': 1},
	'g': {'ج': 0, 'غ': 1}, 'G': {'غ': 0, 'ج': 1}, 'h': {'ه': 0, 'ح': 1}, '7': {'ح': 0, 'ه': 2},
	'x': {'خ': 0}, 'd': {'د': 0, 'ض': 1}, 'D': {'ذ': 0, 'ظ': 1, 'ز': 1}, 'r': {'ر': 0},
	'z': {'ز': 0, 'ذ': 1, 'ظ': 1}, 's': {'س': 0, 'ص': 1, 'ث': 1}, '9': {'ص': 0, 'س': 2},
	'S': {'ش': 0}, 'f': {'ف': 0}, 'q': {'ق': 0, 'ك': 1}, 'k': {'ك': 0, 'ق': 1},
	'l': {'ل': 0}, 'm': {'م': 0}, 'n': {'ن': 0},
}

const francoNever = 1 << 12

// francoRule limits how far the typed sounds may differ from the written word.
type francoRule struct {
	step     int  // the highest price of one sound or letter
	ending   bool // a vowel at the end of what was typed is written, unless it is e
	feminine bool // but for an a that a word may be given: beida for أبيض
}

// A word with a digit is certainly Franco. Without one it is only a guess, which foreign words also trigger. A guess
// must therefore match the typed vowels (ramen is not رمان) and write the final vowel, as Arabic always does (sushi
// does not begin سشوار).
var (
	figuresRule = francoRule{step: francoNever}
	soundsRule  = francoRule{step: francoNever, ending: true}
	guessRule   = francoRule{step: 1, ending: true, feminine: true}
)

// price is the cost of one sound or letter.
func (r francoRule) price(step int) int {
	if step > r.step {
		return francoNever
	}
	return step
}

// writes reports whether the last sound must have a letter.
func (r francoRule) writes(sounds []byte) bool {
	n := len(sounds)
	switch sounds[n-1] {
	case 'i', 'o', 'u':
		return r.ending
	case 'a':
		return r.ending && !(r.feminine && n > 1 && !isVowel(sounds[n-2]))
	}
	return false
}

// francoSound is the cost of a sound without a letter.
func francoSound(c byte, last bool) int {
	switch c {
	case 'a', 'e', 'i', 'o', 'u', '2':
		return 1
	case 'A', 'I', 'U', 'w', 'y', '3':
		return 3
	case 'h':
		if last {
			return 1
		}
	}
	return francoNever
}

// francoLetter is the cost of a letter that was not typed.
func francoLetter(r rune, first, last bool) int {
	switch r {
	case 'ا':
		if first {
			return 1
		}
		return 2
	case 'و', 'ي', 'ع':
		return 2
	case 'ق':
		return 3
	case 'ه':
		if last {
			return 1
		}
	}
	return francoNever
}

// francoCost is the cost of aligning sounds with a folded Arabic word, which with prefix may continue. It is
// francoNever or more if they do not fit.
func francoCost(sounds []byte, w string, prefix bool, rule francoRule) int {
	var buf [maxTokenRunes]rune
	letters := decode(&buf, bare(w))
	var a, b [maxTokenRunes + 1]int
	above, row := &a, &b
	for j := 1; j <= len(letters); j++ {
		above[j] = above[j-1] + rule.price(francoLetter(letters[j-1], j == 1, j == len(letters)))
	}
	for i, c := range sounds {
		skip := rule.price(francoSound(c, i == len(sounds)-1))
		if i == len(sounds)-1 && rule.writes(sounds) {
			skip = francoNever
		}
		row[0] = above[0] + skip
		for j := 1; j <= len(letters); j++ {
			v := min(above[j]+skip, row[j-1]+rule.price(francoLetter(letters[j-1], j == 1, j == len(letters))))
			if price, ok := francoLetters[c][letters[j-1]]; ok &&
				(c != 'a' && c != 'e' || letters[j-1] != 'ه' || j == len(letters)) {
				if i == 0 && j == 1 && letters[0] == 'ا' {
					price = 0 // any vowel a word begins with
				}
				v = min(v, above[j-1]+rule.price(price))
			}
			if i == 0 && j == 1 && letters[0] == 'ق' && isVowel(c) {
				v = min(v, above[0]+2) // ahwa
			}
			row[j] = v
		}
		above, row = row, above
	}
	best := above[len(letters)]
	if prefix {
		for _, v := range above[:len(letters)+1] {
			best = min(best, v)
		}
	}
	return best
}

const (
	// surePrice is the highest cost at which a word without a digit counts as a certain match.
	surePrice = 2
	// minGuessed is the minimum number of sounds for a costlier guess.
	minGuessed = 5
)

// francoPrice is the cost of reading sounds as a word; francoNever if they don't match. figures means that the typed
// word contained digits.
func francoPrice(sounds []byte, figures bool, w string, open bool) int {
	if figures {
		if price := francoCost(sounds, w, open, figuresRule); price <= len(sounds)+2 {
			return price
		}
		return francoNever
	}
	if price := francoCost(sounds, w, open, soundsRule); price <= surePrice {
		return price
	}
	if open || len(sounds) < minGuessed {
		return francoNever
	}
	if price := francoCost(sounds, w, false, guessRule); price <= len(sounds)-2 {
		return price
	}
	return francoNever
}

// francoReadings returns the possible readings of a raw word: as typed, without the article el or al, with ة pronounced
// as a vowel before another word (7alet daght), and with a final h for ح (balah). Empty if it cannot be Franco.
func francoReadings(raw string) [][]byte {
	sounds := francoSounds(raw)
	if sounds == nil {
		return nil
	}
	out := [][]byte{sounds}
	n := len(raw)
	if n > 4 && raw[n-1] == 't' && isVowel(raw[n-2]) {
		if s := francoSounds(raw[:n-1]); s != nil {
			out = append(out, s)
		}
	}
	if n > 4 && raw[n-1] == 'h' && sounds[len(sounds)-1] != 'h' && isVowel(raw[n-2]) {
		out = append(out, append(slices.Clone(sounds), '7'))
	}
	if rest, ok := strings.CutPrefix(raw, "el"); ok {
		raw = rest
	} else if rest, ok := strings.CutPrefix(raw, "al"); ok {
		raw = rest
	} else {
		return out
	}
	if s := francoSounds(strings.TrimLeft(raw, "-'")); s != nil {
		out = append(out, s)
	}
	return out
}

// soundsOf returns the skeletons of a word in either script. Words that sound alike share one: gnn for جناين, جنينة and
// ganayen.
func soundsOf(w string) (out []string) {
	if isArabic(w) {
		return arabicSkeletons(w)
	}
	for _, sounds := range francoReadings(w) {
		out = append(out, francoSkeleton(sounds))
	}
	return out
}
