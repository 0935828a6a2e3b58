package content

import (
	"net/mail"
	"net/url"
	"regexp"
	"strings"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// Form collects the errors in a form, in the order of its fields.
type Form struct{ forms.Form }

// Words normalises a multi-line text in both languages.
func (f *Form) Words(name, en, ar string, most int) i18n.Text {
	t := i18n.Text{EN: cleanBody(en), AR: cleanBody(ar)}
	f.Length(name+"_en", t.EN, 0, most)
	f.Length(name+"_ar", t.AR, 0, most)
	return t
}

// Whole requires a text for every title and a title for every text, in at least one language.
func (f *Form) Whole(title, body i18n.Text) {
	if title.EN == "" && title.AR == "" {
		f.Say("title_en", "content.one_language")
		return
	}
	for _, side := range []struct{ lang, title, body string }{{"_en", title.EN, body.EN}, {"_ar", title.AR, body.AR}} {
		if side.title == "" && side.body != "" {
			f.Say("title"+side.lang, "common.required")
		}
		if side.title != "" && side.body == "" {
			f.Say("body"+side.lang, "common.required")
		}
	}
}

var slugShape = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Slug normalises a word for use in addresses.
func (f *Form) Slug(field, value string) string {
	value = strings.ToLower(httpapi.Clean(value))
	f.Length(field, value, 2, 80)
	if value != "" && !slugShape.MatchString(value) {
		f.Say(field, "content.slug_shape")
	}
	return value
}

// Link accepts a path on this site, without a language, or a full web address.
func (f *Form) Link(field, value string) string {
	value = httpapi.Clean(value)
	f.Length(field, value, 1, 200)
	if value != "" && !isLink(value) {
		f.Say(field, "common.url_only")
	}
	return value
}

// isLink reports whether a value is a path on this site, or a full http or https address.
func isLink(value string) bool {
	if strings.ContainsAny(value, "\\ <>\"") {
		return false
	}
	u, err := url.Parse(value)
	switch {
	case err != nil:
		return false
	case u.Scheme == "http" || u.Scheme == "https":
		return u.Hostname() != ""
	}
	return strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "//")
}

// Links checks the links in a text in both languages. They may lead to pages of this site, web addresses and e-mail
// addresses.
func (f *Form) Links(name string, body i18n.Text) {
	for _, side := range []struct{ lang, text string }{{"_en", body.EN}, {"_ar", body.AR}} {
		for _, link := range linksIn(side.text) {
			if !isLink(link) && !strings.HasPrefix(link, "mailto:") {
				f.Say(name+side.lang, "common.url_only")
				break
			}
		}
	}
}

// Phone converts a phone number in any format to E.164; an empty value stays empty.
func (f *Form) Phone(field, value string) string {
	value = httpapi.Clean(value)
	if value == "" {
		return ""
	}
	e164, err := auth.AnyPhone(value, "EG")
	if err != nil {
		f.Say(field, "common.phone_invalid")
	}
	return e164
}

// Email validates an e-mail address; an empty value stays empty.
func (f *Form) Email(field, value string) string {
	value = httpapi.Clean(value)
	if value == "" {
		return ""
	}
	if at, err := mail.ParseAddress(value); err != nil || at.Address != value || len(value) > 200 {
		f.Say(field, "common.email_format", "email", "name@example.com")
	}
	return value
}
