package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits that bound the cost of hostile text. Text beyond them is still displayed, but cannot be searched.
const (
	maxFieldBytes = 4 << 10 // of one name or of one keyword
	maxTokenRunes = 40
)

// runeKind is how the tokeniser treats a rune.
type runeKind uint8

const (
	kindSep    runeKind = iota // ends a word
	kindDrop                   // inside words as if it were not there
	kindLatin                  // a letter of any script but Arabic
	kindArabic                 // an Arabic letter
	kindDigit                  // 0 to 9
	kindPoint                  // keeps 1.5 one word, otherwise ends one
	kindQuote                  // dropped inside a word, otherwise ends one
)

// folded is the result of folding one rune: up to two runes of one kind.
type folded struct {
	kind   runeKind
	r1, r2 rune
}

// foldTableSize covers ASCII, European Latin and Arabic, so that nearly every rune of a catalogue needs only one table
// lookup.
const foldTableSize = 0x700

var foldTable = func() (t [foldTableSize]folded) {
	for r := range t {
		t[r] = foldSlow(rune(r))
	}
	return t
}()

// arabicFold maps letters that people type for one another to one letter. The hamza alone is dropped (شيء is typed شي).
// Persian letters map to the letters that Egyptians use for the sound (گوجل, چينز and ڤودافون are typed جوجل, جينز,
// فودافون).
var arabicFold = map[rune]rune{
	'أ': 'ا', 'إ': 'ا', 'آ': 'ا', 'ٱ': 'ا', 'ٲ': 'ا', 'ٳ': 'ا', 'ٵ': 'ا',
	'ى': 'ي', 'ئ': 'ي', 'ی': 'ي', 'ې': 'ي', 'ۍ': 'ي', 'ے': 'ي', 'ۓ': 'ي',
	'ة': 'ه', 'ۃ': 'ه', 'ہ': 'ه', 'ھ': 'ه', 'ۀ': 'ه', 'ە': 'ه', 'ۂ': 'ه',
	'ؤ': 'و', 'ۆ': 'و', 'ۇ': 'و', 'ۋ': 'و',
	'ک': 'ك', 'ڪ': 'ك', 'ګ': 'ك',
	'گ': 'ج', 'چ': 'ج', 'ڤ': 'ف', 'پ': 'ب', 'ژ': 'ز',
	'ٹ': 'ت', 'ڈ': 'د', 'ڑ': 'ر', 'ں': 'ن',
}

// latinFold maps letters that have no decomposition.
var latinFold = map[rune][2]rune{
	'ß': {'s', 's'}, 'æ': {'a', 'e'}, 'œ': {'o', 'e'}, 'ø': {'o'}, 'đ': {'d'},
	'ð': {'d'}, 'ł': {'l'}, 'þ': {'t', 'h'}, 'ı': {'i'}, 'ħ': {'h'}, 'ŧ': {'t'},
}

// foldRune folds one rune of text that is already NFKC.
func foldRune(r rune) folded {
	if uint32(r) < foldTableSize {
		return foldTable[r]
	}
	return foldSlow(r)
}

func foldSlow(r rune) folded {
	switch r {
	case '.', '٫':
		return folded{kind: kindPoint}
	case '\'', '’', '‘', 'ʼ', '`', '´':
		return folded{kind: kindQuote}
	case 'ـ', 'ء':
		return folded{kind: kindDrop}
	}
	switch {
	// including invisible letters
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point):
		return folded{kind: kindDrop}
	case unicode.Is(unicode.Nd, r):
		return folded{kind: kindDigit, r1: digit(r)}
	case !unicode.IsLetter(r):
		return folded{kind: kindSep}
	}
	if to, ok := arabicFold[r]; ok {
		return folded{kind: kindArabic, r1: to}
	}
	if unicode.Is(unicode.Arabic, r) {
		return folded{kind: kindArabic, r1: r}
	}
	if unicode.Is(unicode.Latin, r) {
		// The letter without its diacritics is the first rune of its decomposition.
		r, _ = utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	}
	r = unicode.ToLower(r)
	if to, ok := latinFold[r]; ok {
		return folded{kind: kindLatin, r1: to[0], r2: to[1]}
	}
	return folded{kind: kindLatin, r1: r}
}

// digit converts any decimal digit to '0' to '9': Unicode has them in runs of ten.
func digit(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return '0' + (r-rune(t.Lo))%10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return '0' + (r-rune(t.Lo))%10
		}
	}
	return r
}

// token is one folded word and its position in the original text.
type token struct {
	text       []byte // valid until the callback returns
	start, end int    // bytes of the original; ﷺ is four words in one place
	ends       []int  // for each folded rune, where it ends in the original
	kind       runeKind
}

// tokens passes the folded words of s to emit in order, until emit returns false. Words end at spaces, signs and where
// letters, digits and the Arabic script meet: 500مل and "500 مل" are the same two words. NFKC comes first; decomposing
// before Arabic is folded would split hamzas from waw and yeh.
func tokens(s string, emit func(token) bool) {
	t := tokeniser{emit: emit, buf: make([]byte, 0, 48), ends: make([]int, 0, 24)} // most words fit
	s = valid(clip(s, maxFieldBytes))
	if plain(s) || norm.NFKC.QuickSpanString(s) == len(s) {
		for i, r := range s {
			if !t.feed(foldRune(r), i, i+utf8.RuneLen(r)) {
				return
			}
		}
		t.flush()
		return
	}
	var it norm.Iter
	it.InitString(norm.NFKC, s)
	for !it.Done() {
		from := it.Pos()
		segment := it.Next()
		to := it.Pos()
		if to == from { // one rune becomes several segments
			_, size := utf8.DecodeRuneInString(s[from:])
			to += size
		}
		if strings.HasPrefix(s[from:], "™") || strings.HasPrefix(s[from:], "℠") {
			segment = []byte(" ") // would become the letters TM, glued to a brand
		}
		for _, r := range string(segment) {
			if !t.feed(foldRune(r), from, to) {
				return
			}
		}
	}
	t.flush()
}

// plain is a quick check that a text is already NFKC: it has only ASCII, and Arabic letters and digits that
// normalisation leaves unchanged.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < utf8.RuneSelf:
		case c == 0xD8 && i+1 < len(s) && s[i+1] >= 0xA1: // U+0621 to U+063F
			i++
		case c == 0xD9 && i+1 < len(s) && (s[i+1] <= 0x8A || s[i+1] >= 0xA0 && s[i+1] <= 0xA9): // to U+064A, digits
			i++
		default:
			return false
		}
	}
	return true
}

type tokeniser struct {
	emit    func(token) bool
	buf     []byte
	ends    []int
	runes   int
	kind    runeKind // of the word being built; kindSep when there is none
	start   int
	end     int
	point   bool // a point was seen after a digit
	pointAt int
	stopped bool
}

// feed processes the next folded rune; it returns false when emit asks to stop.
func (t *tokeniser) feed(f folded, start, end int) bool {
	switch f.kind {
	case kindDrop:
		if t.kind != kindSep {
			t.end = end // marks belong to the letter before them
			if n := len(t.ends); n > 0 {
				t.ends[n-1] = end
			}
		}
	case kindQuote:
		if t.kind != kindLatin && t.kind != kindArabic {
			t.flush()
		}
	case kindPoint:
		if t.kind == kindDigit && !t.point {
			t.point, t.pointAt = true, end
		} else {
			t.flush()
		}
	case kindSep:
		t.flush()
	default:
		if t.kind != f.kind {
			t.flush()
			t.kind, t.start = f.kind, start
		} else if t.point && t.runes < maxTokenRunes-1 {
			t.add('.', t.pointAt)
		}
		t.point = false
		t.add(f.r1, end)
		if f.r2 != 0 {
			t.add(f.r2, end)
		}
	}
	return !t.stopped
}

func (t *tokeniser) add(r rune, end int) {
	t.end = end
	if t.runes == maxTokenRunes {
		return
	}
	t.runes++
	t.buf = utf8.AppendRune(t.buf, r)
	t.ends = append(t.ends, end)
}

func (t *tokeniser) flush() {
	if t.kind != kindSep && !t.stopped {
		t.stopped = !t.emit(token{text: t.buf, start: t.start, end: t.end, ends: t.ends, kind: t.kind})
	}
	t.buf, t.ends, t.runes = t.buf[:0], t.ends[:0], 0
	t.kind, t.point = kindSep, false
}

// Fold returns the form in which texts are compared and sorted: folded words joined by single spaces. It is not for
// display.
func Fold(s string) string {
	var b strings.Builder
	tokens(s, func(t token) bool {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.Write(t.text)
		return true
	})
	return b.String()
}

// words lists the folded words of s, up to max.
func words(s string, max int) []string {
	var out []string
	tokens(s, func(t token) bool {
		out = append(out, string(t.text))
		return len(out) < max
	})
	return out
}

// valid replaces every invalid byte with a control byte, so that positions stay the same.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	b := []byte(s)
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			b[i] = 0
		}
		i += size
	}
	return string(b)
}

// clip cuts s to at most max bytes, at a rune boundary.
func clip(s string, max int) string {
	if len(s) <= max {
		return s
	}
	for max > 0 && !utf8.RuneStart(s[max]) {
		max--
	}
	return s[:max]
}
