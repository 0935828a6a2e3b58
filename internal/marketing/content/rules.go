package content

import (
	"html"
	"regexp"
	"slices"
	"strings"

	"wekala/internal/platform/i18n"
)

// Rules are the texts for placeholders whose values the program decides: a page contains "{{return_days}}", and readers
// see "14 days". They are filled in when a page is read, so that pages always state the current values.
type Rules map[string]i18n.Text

// ShopName is the placeholder for the marketplace's name.
const ShopName = "shop_name"

var (
	inPage = regexp.MustCompile(`\{\{ ?([a-z_]+) ?\}\}`)
	// A list item that contains nothing but a placeholder.
	inItem = regexp.MustCompile(`<li>\{\{ ?[a-z_]+ ?\}\}</li>`)
)

// named replaces the name placeholder in a title, which is plain text.
func named(title string, lang i18n.Lang) string {
	return strings.ReplaceAll(title, "{{"+ShopName+"}}", i18n.Brand().In(lang))
}

// fill replaces placeholders in HTML. A multi-line value that is alone in a list item becomes one item per line.
// Unknown names stay unchanged: EditPage refuses them, and a test finds them in the bundled pages.
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

// Unknown lists the names in a text that are not placeholders.
func (r Rules) Unknown(text i18n.Text) []string {
	var all []string
	for _, found := range inPage.FindAllStringSubmatch(text.EN+" "+text.AR, -1) {
		if _, ok := r[found[1]]; !ok && found[1] != ShopName && !slices.Contains(all, found[1]) {
			all = append(all, found[1])
		}
	}
	return all
}
