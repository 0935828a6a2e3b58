package support

import (
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// form collects the errors in a person's input.
type form struct{ wrong []errs.Field }

func (f *form) say(field, key string, args ...any) {
	f.wrong = append(f.wrong, errs.Field{Name: field, Key: key, Args: args})
}

func (f *form) err() error {
	if len(f.wrong) == 0 {
		return nil
	}
	return errs.InvalidAll(f.wrong)
}

func (f *form) bound(field, value string, least, most int) string {
	switch n := utf8.RuneCountInString(value); {
	case n == 0 && least > 0:
		f.say(field, "common.required")
	case n < least:
		f.say(field, "common.too_short", "len", least)
	case n > most:
		f.say(field, "common.too_long", "len", most)
	}
	return value
}

func (f *form) line(field, value string, least, most int) string {
	return f.bound(field, httpapi.Clean(value), least, most)
}

// text validates a multi-line text, with at most one empty line between lines.
func (f *form) text(field, value string, least, most int) string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(value), "\n")
	var kept []string
	for _, line := range lines {
		line = httpapi.Clean(line)
		if line == "" && (len(kept) == 0 || kept[len(kept)-1] == "") {
			continue
		}
		kept = append(kept, line)
	}
	return f.bound(field, strings.TrimRight(strings.Join(kept, "\n"), "\n"), least, most)
}

func (f *form) category(value string) string {
	if value == "" {
		return "other"
	}
	if !slices.Contains(Categories, value) {
		f.say("category", "common.one_of")
	}
	return value
}

// contact validates how a guest can be reached: a phone number or an e-mail address.
func (f *form) contact(phone, email string) (e164, address string) {
	phone, address = httpapi.Clean(phone), httpapi.Clean(email)
	if phone == "" && address == "" {
		f.say("phone", "support.reach_required")
		return "", ""
	}
	if phone != "" {
		var err error
		if e164, err = auth.AnyPhone(phone, "EG"); err != nil {
			f.say("phone", "common.phone_invalid")
		}
	}
	if address != "" {
		if at, err := mail.ParseAddress(address); err != nil || at.Address != address || len(address) > 200 {
			f.say("email", "common.email_format", "email", "name@example.com")
		}
	}
	return e164, address
}
