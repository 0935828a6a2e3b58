package passwords

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// When letters, figures and symbols are required, most people decorate a common word: Password1!, P@ssw0rd, Ahmed@123.
// So common words are listed and decorations removed, which covers thousands of spellings of each. docs/security.md
// describes the list as the words that belong to the shop.
//
//go:embed common.txt
var commonList string

var commonWords = wordSet(commonList)

// longestListed is the maximum length of the words that are searched for in a long password.
var longestListed = func() (most int) {
	for w := range commonWords {
		most = max(most, len([]rune(w)))
	}
	return most
}()

func wordSet(list string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(list) {
		all[fold(w)] = true
	}
	return all
}

// looks are digits and symbols that people use for letters.
var looks = map[rune]rune{'@': 'a', '4': 'a', '3': 'e', '0': 'o', '$': 's', '5': 's', '7': 't', '1': 'i', '!': 'i'}

// Common reports whether a strong password is among the first that an attacker would try: a listed word, decorated, or
// a run of letters and figures in the order of the keyboard or the alphabet.
func Common(p string) bool { return common(p, nil) }

// common is Common with the person's own words, folded, in addition to the listed ones.
func common(p string, own []string) bool {
	p = fold(p)
	bare := strings.TrimFunc(p, func(r rune) bool {
		return !unicode.IsLetter(r) && looks[r] == 0 || unicode.IsNumber(r) || r == '!'
	})
	for _, one := range []string{letters(p, false), letters(strings.TrimFunc(p, notLetter), true), letters(bare, true),
		letters(strings.TrimRightFunc(p, notLetter), true)} {
		if commonWords[one] || one != "" && repeated(one) || walked(one) || madeOf(one, own) {
			return true
		}
	}
	// Two or three letters with figures that count up or repeat: aa123456!
	figures := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, p)
	return len([]rune(letters(p, false))) <= 3 && len(figures) >= 4 && (run(figures) || repeated(figures))
}

// fold normalises the spellings of a letter: lower case, without diacritics, ة as ه and أ as ا.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), r == 'ـ':
			return -1
		case r == 'ة':
			return 'ه'
		case r == 'ى':
			return 'ي'
		}
		return r
	}, norm.NFKD.String(strings.ToLower(s)))
}

// partMin is the minimum number of letters of a part of a name or a keyboard walk.
const partMin = 3

// maxListed is the number of listed words that are still too weak for a password; more of them are a phrase.
const maxListed = 3

// madeOf reports whether a text consists of a person's own words, in any order and number, with up to three listed
// words and at most two other letters.
func madeOf(text string, own []string) bool {
	if text != "" && slices.Contains(own, text) {
		return true
	}
	// least[at] is the minimum number of other letters needed to spell the first at letters, for each number of listed
	// words.
	letters := []rune(text)
	// One symbol can be spelt out as many letters, and text longer than a password does not consist of words.
	if len(letters) > passwordMax {
		return false
	}
	longest := longestListed
	isOwn := map[string]bool{}
	for _, w := range own {
		isOwn[w], longest = true, max(longest, len([]rune(w)))
	}
	none := len(letters) + 1
	least := make([][maxListed + 1]int, len(letters)+1)
	for at := range least {
		least[at] = [maxListed + 1]int{none, none, none, none}
	}
	least[0][0] = 0
	for at := range letters {
		if slices.Min(least[at][:]) >= partMin { // too many already, and it only grows
			continue
		}
		for listed, more := range least[at] {
			least[at+1][listed] = min(least[at+1][listed], more+1)
		}
		for end := at + partMin; end <= min(len(letters), at+longest); end++ {
			word := string(letters[at:end])
			for listed, more := range least[at] {
				if isOwn[word] {
					least[end][listed] = min(least[end][listed], more)
				} else if commonWords[word] && listed < maxListed {
					least[end][listed+1] = min(least[end][listed+1], more)
				}
			}
		}
	}
	return len(letters) >= partMin && slices.Min(least[len(letters)][:]) < partMin
}

// figuresLeft is the minimum number of characters that a password must have in addition to the owner's phone number.
const figuresLeft = 8

// ofPhone reports whether a password is a phone number with little added.
func ofPhone(p, phone string) bool {
	figures := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, money.LatinDigits(s))
	}
	number := figures(phone)
	// As dialled within the country, without the country code and the zero.
	number = number[max(0, len(number)-phoneEnd):]
	return len(number) == phoneEnd && strings.Contains(figures(p), number) && len([]rune(p))-phoneEnd < figuresLeft
}

// phoneEnd is the number of a phone's last digits that are searched for.
const phoneEnd = 9

// lines are neighbouring keys, in rows and columns.
var lines = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "qaz", "wsx", "edc", "rfv", "tgb", "yhn", "ujm",
	"abcdefghijklmnopqrstuvwxyz", "ضصثقفغعهخحج", "شسيبلاتنمكط"}

// walked reports whether a text consists only of keyboard walks, forwards or backwards, and is more than one short
// walk.
func walked(text string) bool {
	all := []rune(text)
	if len(all) <= partMin {
		return false
	}
	for at := 0; at < len(all); {
		long := 0
		for n := partMin; at+n <= len(all) && onLine(all[at:at+n]); n++ {
			long = n
		}
		if long == 0 {
			return false
		}
		at += long
	}
	return true
}

func onLine(part []rune) bool {
	forward := string(part)
	back := slices.Clone(part)
	slices.Reverse(back)
	return slices.ContainsFunc(lines, func(line string) bool {
		return strings.Contains(line, forward) || strings.Contains(line, string(back))
	})
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// letters returns the letters of a text; read also converts figures and symbols that are used for letters.
func letters(s string, read bool) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		if as := looks[r]; read && as != 0 {
			return as
		}
		return -1
	}, s)
}

// repeated reports whether a text is one repeated letter or one repeated part.
func repeated(s string) bool {
	for n := 1; n <= len(s)/2; n++ {
		if len(s)%n == 0 && strings.Repeat(s[:n], len(s)/n) == s && (n == 1 || len(s)/n > 2 || commonWords[s[:n]]) {
			return true
		}
	}
	return false
}

// run reports whether a text is digits that count up or down by one.
func run(s string) bool {
	up, down := true, true
	for i := 1; i < len(s); i++ {
		up = up && (s[i] == s[i-1]+1 || s[i-1] == '9' && s[i] == '0')
		down = down && (s[i]+1 == s[i-1] || s[i-1] == '0' && s[i] == '9')
	}
	return up || down
}

// Meets refuses a customer's new password (422 at field) if it doesn't match the pattern that the form shows, and
// accepts all others. Limits bounds guessing.
func Meets(field, p string) *errs.Error {
	if !Strong(p) {
		return errs.Invalid(field, "auth.password_pattern")
	}
	return nil
}

// Judge is Meets for members of the staff, who can read everybody's data: it also refuses common passwords, including
// the person's own name, e-mail address and phone where they are known.
func Judge(field, p string, own ...string) *errs.Error {
	var theirs []string
	for _, text := range own {
		if ofPhone(p, text) {
			return errs.Invalid(field, "auth.password_common")
		}
		// Names are passed in before their length is checked.
		if letters := []rune(text); len(letters) > passwordMax {
			text = string(letters[:passwordMax])
		}
		text, _, _ = strings.Cut(fold(text), "@")
		words := strings.FieldsFunc(text, notLetter)
		theirs = append(theirs, append(words, strings.Join(words, ""))...)
	}
	theirs = slices.DeleteFunc(theirs, func(w string) bool { return len([]rune(w)) > passwordMax })
	slices.Sort(theirs)
	theirs = slices.Compact(theirs)
	switch {
	case !Strong(p):
		return errs.Invalid(field, "auth.password_pattern")
	case common(p, theirs):
		return errs.Invalid(field, "auth.password_common")
	}
	return nil
}
