package content

import (
	"html"
	"regexp"
	"slices"
	"strings"

	"wekala/internal/platform/i18n"
)

// Rules are the words pages and posts have for what the program decides:
// "{{return_days}}" is written in a page and "14 days" is read. They are
// filled in when a page is read, so that no page promises what has changed.
type Rules map[string]i18n.Text

// ShopName is what a page says for the name of the shop.
const ShopName = "shop_name"

var (
	inPage = regexp.MustCompile(`\{\{ ?([a-z_]+) ?\}\}`)
	// An item of a list that says nothing but a rule.
	inItem = regexp.MustCompile(`<li>\{\{ ?[a-z_]+ ?\}\}</li>`)
)

// named writes the shop's name into a title, which is no HTML.
func named(title string, lang i18n.Lang) string {
	return strings.ReplaceAll(title, "{{"+ShopName+"}}", i18n.Brand().In(lang))
}

// fill writes the rules into HTML: one of several lines that is a list's item by itself becomes an
// item for each line. A name that is not known stays as it is
// written: EditPage refuses it, and a test finds it in what the program brings.
func (r Rules) fill(text string, lang i18n.Lang) string {
	text = inItem.ReplaceAllStringFunc(text, func(item string) string {
		return strings.ReplaceAll(r.words(item, lang), "<br>", "</li>\n<li>")
	})
	return r.words(text, lang)
}

func (r Rules) words(text string, lang i18n.Lang) string {
	return inPage.ReplaceAllStringFunc(text, func(found string) string {
		name := inPage.FindStringSubmatch(found)[1]
		if name == ShopName {
			return html.EscapeString(i18n.Brand().In(lang))
		}
		if words, ok := r[name]; ok {
			return words.In(lang)
		}
		return found
	})
}

// Unknown lists the names in a text that nothing resolves.
func (r Rules) Unknown(text i18n.Text) []string {
	var all []string
	for _, found := range inPage.FindAllStringSubmatch(text.EN+" "+text.AR, -1) {
		if _, ok := r[found[1]]; !ok && found[1] != ShopName && !slices.Contains(all, found[1]) {
			all = append(all, found[1])
		}
	}
	return all
}
