package products

import (
	"slices"
	"strings"
	"unicode"
)

// words is a name prepared for comparison: folded words in any order, with numbers separate.
type words struct {
	all     []string
	numbers []string // sorted
}

func (s *Service) words(text string) words {
	var w words
	for _, one := range strings.Fields(lookalikes.Replace(s.Fold(text))) {
		if strings.ContainsFunc(one, unicode.IsDigit) {
			if one = strings.TrimLeft(one, "0"); one == "" {
				one = "0"
			}
			w.numbers = append(w.numbers, one)
		}
		w.all = append(w.all, one)
	}
	slices.Sort(w.numbers)
	return w
}

// lookalikes turns letters of other alphabets that look like a Latin letter, small or capital, into it, as staff who
// pick orders see no difference. Text that is really in those alphabets can still be compared with itself.
var lookalikes = strings.NewReplacer(
	"а", "a", "в", "b", "с", "c", "ԁ", "d", "е", "e", "н", "h", "һ", "h", "і", "i", "ј", "j", "к", "k", "ӏ", "l", "м", "m",
	"о", "o", "р", "p", "ԛ", "q", "ѕ", "s",
	"т", "t", "у", "y", "ү", "y", "ѵ", "v", "ԝ", "w", "х", "x",
	"α", "a", "β", "b", "ε", "e", "ζ", "z", "η", "h", "ι", "i", "κ", "k", "μ", "m", "ν", "n", "ο", "o", "ρ", "p", "τ", "t",
	"υ", "y", "χ", "x",
	"օ", "o", "ո", "n", "ս", "u", "հ", "h", "ց", "g", "զ", "q", "ɑ", "a", "ɡ", "g",
	"ᴀ", "a", "ʙ", "b", "ᴄ", "c", "ᴅ", "d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g", "ʜ", "h", "ɪ", "i", "ᴊ", "j", "ᴋ", "k", "ʟ", "l",
	"ᴍ", "m", "ɴ", "n", "ᴏ", "o", "ᴘ", "p", "ʀ", "r", "ꜱ", "s",
	"ᴛ", "t", "ᴜ", "u", "ᴠ", "v", "ᴡ", "w", "ʏ", "y", "ᴢ", "z",
)

// and combines two names.
func (w words) and(o words) words {
	if o.none() {
		return w
	}
	both := words{slices.Concat(w.all, o.all), slices.Concat(w.numbers, o.numbers)}
	slices.Sort(both.numbers)
	return both
}

func (w words) none() bool { return len(w.all) == 0 }

// alike reports whether two words are equal, allowing one mistyped letter. Numbers and short words must match exactly.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < 4 || len(y)-len(x) > 1 || strings.ContainsFunc(a+b, unicode.IsDigit) {
		return false
	}
	from := 0
	for from < len(x) && x[from] == y[from] {
		from++
	}
	end := 0
	for end < len(x)-from && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	x, y = x[from:len(x)-end], y[from:len(y)-end]
	return len(y) <= 1 || len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]
}

// shared counts the words that two names have in common.
func (w words) shared(o words) (n int) {
	left := slices.Clone(o.all)
	for _, one := range w.all {
		if at := slices.IndexFunc(left, func(b string) bool { return alike(one, b) }); at >= 0 {
			left = slices.Delete(left, at, at+1)
			n++
		}
	}
	return n
}

// near reports whether a name still has the same meaning: equal numbers if both have any, at least half of its words,
// and few new ones.
func (w words) near(was words) bool {
	if strings.Join(w.all, "") == strings.Join(was.all, "") {
		return true
	}
	if len(w.numbers) > 0 && len(was.numbers) > 0 && !slices.Equal(w.numbers, was.numbers) {
		return false
	}
	kept := w.shared(was)
	return 2*kept >= len(was.all) && len(w.all)-kept <= max(2, kept)
}

// same reports whether two names have the same words, in any order.
func (w words) same(o words) bool {
	if w.none() || o.none() {
		return false
	}
	return strings.Join(w.all, "") == strings.Join(o.all, "") || len(w.all) == len(o.all) && w.shared(o) == len(w.all)
}

// kindred is the similarity of two names, from 0 to 100.
func (w words) kindred(o words) int {
	if w.none() || o.none() {
		return 0
	}
	return 200 * w.shared(o) / (len(w.all) + len(o.all))
}

// resembles reports whether one name could be confused with the other: most words are the same, or one has all of the
// other's, and the numbers agree.
func (w words) resembles(o words) bool {
	if w.none() || o.none() || !w.fits(o) {
		return false
	}
	least := min(len(w.all), len(o.all))
	return w.same(o) || w.kindred(o) >= 60 || least >= 2 && w.shared(o) == least
}

// fits reports whether the numbers of two names are compatible: one name has none, or all of its numbers also occur in
// the other.
func (w words) fits(o words) bool { return numbersFit(w.numbers, o.numbers) }

func numbersFit(few, many []string) bool {
	if len(few) > len(many) {
		few, many = many, few
	}
	for _, n := range few {
		if !slices.Contains(many, n) {
			return false
		}
	}
	return true
}
