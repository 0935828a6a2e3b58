// Package i18n holds the server's texts: one JSON file per feature and
// language under locales/, flat, the same names on both sides. Texts of the
// web pages live with the web.
package i18n

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"golang.org/x/text/language"

	"wekala/internal/platform/bidi"
)

//go:embed locales
var files embed.FS

// Lang is an interface language.
type Lang = string

// The supported languages.
const (
	EN Lang = "en"
	AR Lang = "ar"
)

// Langs lists them all.
var Langs = []Lang{EN, AR}

// Text is a text in both languages.
type Text struct {
	EN string `json:"en"`
	AR string `json:"ar"`
}

// In returns the text in lang, or in the other language when it is missing.
func (t Text) In(lang Lang) string {
	if lang == AR && t.AR != "" || t.EN == "" {
		return t.AR
	}
	return t.EN
}

var texts = mustLoad()

func mustLoad() map[Lang]map[string]string {
	all := map[Lang]map[string]string{}
	for _, lang := range Langs {
		all[lang] = map[string]string{}
		names, err := fs.Glob(files, "locales/"+lang+"/*.json")
		if err != nil {
			panic(err)
		}
		for _, name := range names {
			raw, err := files.ReadFile(name)
			if err != nil {
				panic(err)
			}
			entries := map[string]string{}
			if err := json.Unmarshal(raw, &entries); err != nil {
				panic("i18n: " + name + ": " + err.Error())
			}
			feature := strings.TrimSuffix(path.Base(name), ".json")
			for k, v := range entries {
				all[lang][feature+"."+k] = v
			}
		}
	}
	return all
}

// T returns the text of key ("cart.out_of_stock") with {name} replaced from name, value pairs; a Text among the values
// is shown in lang. The value named "count" chooses between plural forms ("key_one", "key_other", …). A missing text is
// shown as its key, so that it is noticed and reported; a test finds it first.
func T(lang Lang, key string, args ...any) string {
	s, ok := find(lang, key, args)
	if !ok {
		if s, ok = find(EN, key, args); !ok {
			return key
		}
	}
	return Fill(lang, s, args...)
}

// Fill replaces {name} in a text from name, value pairs, once: placeholders in a value are not replaced. A Text among
// them is shown in lang. A value of the other direction is isolated, so that it keeps its order within the line.
func Fill(lang Lang, text string, args ...any) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			break
		}
		end := strings.IndexByte(text[open:], '}')
		if end < 0 {
			break
		}
		value, found := valueOf(lang, text[open+1:open+end], args)
		if !found {
			b.WriteString(text[:open+1])
			text = text[open+1:]
			continue
		}
		b.WriteString(text[:open])
		b.WriteString(value)
		text = text[open+end+1:]
		if strings.HasSuffix(strings.TrimSuffix(value, string(bidi.Pop)), ".") {
			// The full stop at the end of a value (an amount, "ج.م.") also ends the sentence.
			text = strings.TrimPrefix(text, ".")
		}
	}
	if b.Len() == 0 {
		return text
	}
	b.WriteString(text)
	return b.String()
}

// valueOf returns the value of a name among name, value pairs.
func valueOf(lang Lang, name string, args []any) (string, bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != any(name) {
			continue
		}
		if both, ok := args[i+1].(Text); ok {
			return bidi.IsolateIn(lang, both.In(lang)), true
		}
		if text, ok := args[i+1].(string); ok {
			return bidi.IsolateIn(lang, text), true
		}
		said := fmt.Sprint(args[i+1])
		if name == "count" {
			said = grouped(said)
		}
		return said, true
	}
	return "", false
}

// grouped returns a whole number with separated thousands, as the web writes it: "1,422".
func grouped(figures string) string {
	for at := len(figures) - 3; at > 0 && figures[at-1] != '-'; at -= 3 {
		figures = figures[:at] + "," + figures[at:]
	}
	return figures
}

// find returns a text: its own entry, or the plural form for args' count.
func find(lang Lang, key string, args []any) (string, bool) {
	all := said(lang)
	if s, ok := all[key]; ok {
		return s, true
	}
	s, ok := all[key+"_"+Form(lang, countIn(args))]
	return s, ok
}

// FormsOf returns the texts of a key in a language by plural form; a text without plurals has the form "".
func FormsOf(lang Lang, key string) map[string]string {
	all := said(lang)
	if s, ok := all[key]; ok {
		return map[string]string{"": s}
	}
	forms := map[string]string{}
	for _, form := range Forms[lang] {
		if s, ok := all[key+"_"+form]; ok {
			forms[form] = s
		}
	}
	return forms
}

// Time formats a time of day, as the web does: "9:09 AM", "9:09 ص".
func Time(lang Lang, t time.Time) string {
	half := "common.am"
	if t.Hour() >= 12 {
		half = "common.pm"
	}
	return t.Format("3:04 ") + T(lang, half)
}

// Has reports whether key has a text in lang.
func Has(lang Lang, key string) bool {
	if _, ok := texts[lang][key]; ok {
		return true
	}
	_, one := texts[lang][key+"_one"]
	_, other := texts[lang][key+"_other"]
	return one && other
}

var matcher = language.NewMatcher([]language.Tag{language.English, language.Arabic})

// Negotiate picks a language from an Accept-Language header; English if it contains neither.
func Negotiate(accept string) Lang {
	switch {
	case accept == "", accept == EN, strings.HasPrefix(accept, "en-") && !strings.Contains(accept, ","):
		return EN
	case accept == AR:
		return AR
	}
	tags, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(tags) == 0 {
		return EN
	}
	_, index, _ := matcher.Match(tags...)
	return Langs[index]
}

type langKey struct{}

// With returns a context with the caller's language.
func With(ctx context.Context, lang Lang) context.Context {
	return context.WithValue(ctx, langKey{}, lang)
}

// From returns the caller's language; English if none is set.
func From(ctx context.Context) Lang {
	if lang, ok := ctx.Value(langKey{}).(Lang); ok {
		return lang
	}
	return EN
}
