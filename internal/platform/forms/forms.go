// Package forms collects all errors of a form's input, so that they can be shown together next to its fields.
package forms

import (
	"strings"
	"unicode/utf8"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// Form holds the errors so far, in the order of the fields.
type Form struct{ wrong []errs.Field }

// Say adds an error to a field.
func (f *Form) Say(field, key string, args ...any) {
	f.wrong = append(f.wrong, errs.Field{Name: field, Key: key, Args: args})
}

// Err returns the refusal with all errors; nil if there are none.
func (f *Form) Err() error {
	if len(f.wrong) == 0 {
		return nil
	}
	return errs.InvalidAll(f.wrong)
}

// Length checks the length of a text in runes.
func (f *Form) Length(field, value string, least, most int) {
	switch n := utf8.RuneCountInString(value); {
	case n == 0 && least > 0:
		f.Say(field, "common.required")
	case n < least:
		f.Say(field, "common.too_short", "len", least)
	case n > most:
		f.Say(field, "common.too_long", "len", most)
	}
}

// Line normalises a text of one line and checks its length in runes.
func (f *Form) Line(field, value string, least, most int) string {
	value = httpapi.Clean(value)
	f.Length(field, value, least, most)
	return value
}

// Both normalises a line in both languages; each may be empty.
func (f *Form) Both(name, en, ar string, most int) i18n.Text {
	return i18n.Text{EN: f.Line(name+"_en", en, 0, most), AR: f.Line(name+"_ar", ar, 0, most)}
}

// Name normalises a name that is required in at least one language.
func (f *Form) Name(name, en, ar string, most int) i18n.Text {
	t := f.Both(name, en, ar, most)
	if t.EN == "" && t.AR == "" {
		f.Say(name+"_en", "common.one_language")
	}
	return t
}

// Between checks the range of a number.
func (f *Form) Between(field string, n, least, most int64) int64 {
	if n < least || n > most {
		f.Say(field, "common.between", "least", least, "most", most)
	}
	return n
}

// Amount checks the range of an amount, in minor units.
func (f *Form) Amount(field string, minor, most int64) int64 {
	if minor < 0 || minor > most {
		f.Say(field, "common.amount_range", "most", most/100)
	}
	return minor
}

// OneOf requires one of the words; an empty value means the first.
func (f *Form) OneOf(field, value string, words ...string) string {
	if value == "" {
		return words[0]
	}
	for _, w := range words {
		if value == w {
			return value
		}
	}
	f.Say(field, "common.one_of")
	return value
}

// Slug derives a slug from a name. For a name without Latin letters or digits it consists of the kind and a unique
// part.
func Slug(name, kind string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == '\'' || r == '’':
		default:
			if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
				b.WriteByte('-')
			}
		}
	}
	slug := strings.Trim(b.String(), "-")
	if len(slug) > 60 {
		slug = strings.Trim(slug[:60], "-")
	}
	if slug == "" {
		return kind + "-" + strings.ToLower(strings.ReplaceAll(id.Short(), ".", ""))
	}
	return slug
}
