package products

import (
	"context"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// latin maps Arabic letters to their spelling in page addresses.
var latin = map[rune]string{
	'ا': "a", 'أ': "a", 'إ': "e", 'آ': "a", 'ب': "b", 'ت': "t", 'ث': "th", 'ج': "g", 'ح': "h", 'خ': "kh", 'د': "d",
	'ذ': "z",
	'ر': "r", 'ز': "z", 'س': "s", 'ش': "sh", 'ص': "s", 'ض': "d", 'ط': "t", 'ظ': "z", 'ع': "a", 'غ': "gh", 'ف': "f",
	'ق': "q",
	'ك': "k", 'ل': "l", 'م': "m", 'ن': "n", 'ه': "h", 'ة': "a", 'و': "o", 'ؤ': "o", 'ي': "y", 'ى': "a", 'ئ': "e", 'ء': "",
	'پ': "p", 'چ': "ch", 'ڤ': "v", 'گ': "g",
}

// slugLetters limits the length of a slug made from a name.
const slugLetters = 60

// Slug makes the last part of a page's address from a name: from the English one, else from the Arabic one in Latin
// letters. It is empty if no letter can be written in an address.
func Slug(en, ar string) string {
	if s := slugOf(en); s != "" {
		return s
	}
	return slugOf(ar)
}

func slugOf(name string) string {
	var b strings.Builder
	gap := false
	write := func(s string) {
		if s == "" {
			return
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteString(s)
	}
	// The marks of é come off; alef forms are composed and stay whole.
	for _, r := range norm.NFC.String(strings.ToLower(name)) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			write(string(r))
		case r >= '٠' && r <= '٩':
			write(string('0' + r - '٠'))
		case r >= '۰' && r <= '۹':
			write(string('0' + r - '۰'))
		case r == '\'' || r == '’' || unicode.Is(unicode.Mn, r) || r == 'ـ':
		default:
			if s, ok := latin[r]; ok {
				write(s)
				continue
			}
			if plain := norm.NFD.String(string(r)); len(plain) > 1 && plain[0] >= 'a' && plain[0] <= 'z' {
				write(plain[:1])
				continue
			}
			gap = true
		}
		if b.Len() >= slugLetters {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}

// freeSlug finds a slug that no row of a table has: the wish, with a number if it is taken or in also. The unique key
// has the final say; this function only avoids conflicts.
func freeSlug(ctx context.Context, q db.Querier, table, wish string, also map[string]bool) (string, error) {
	if wish == "" {
		return strings.ToLower(id.New("p")), nil
	}
	for n := 1; n <= 20; n++ {
		slug := wish
		if n > 1 {
			slug += "-" + strconv.Itoa(n)
		}
		if also[slug] {
			continue
		}
		var taken int64
		if err := q.Get(ctx, &taken, `SELECT COUNT(*) FROM `+table+` WHERE slug = $1`, slug); err != nil {
			return "", err
		}
		if taken == 0 {
			return slug, nil
		}
	}
	return wish + "-" + strings.ToLower(id.New("p"))[18:], nil
}
