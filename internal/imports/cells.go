package imports

import (
	"html"
	"regexp"
	"strings"
)

// shelfOf reads "A > B" and, where there are several, takes the deepest. Only
// WooCommerce lists several; elsewhere a comma is part of a name.
func shelfOf(v string, several bool) []string {
	var best []string
	all := []string{v}
	if several {
		all = strings.Split(v, ",")
	}
	for _, one := range all {
		var path []string
		for _, part := range strings.Split(strings.ReplaceAll(one, "›", ">"), ">") {
			if part = strings.TrimSpace(part); part != "" {
				path = append(path, part)
			}
		}
		if len(path) > len(best) {
			best = path
		}
	}
	return best
}

// pictures reads a list of names or addresses.
func pictures(v string) []string {
	var out []string
	for _, one := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == '\n' || r == '|' }) {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// factsOf reads "Size=Large / المقاس=كبير; …".
func factsOf(v string) []Pair {
	var out []Pair
	for _, one := range strings.Split(v, ";") {
		en, ar, _ := strings.Cut(one, " / ")
		var p Pair
		p.Name.EN, p.Value.EN, _ = strings.Cut(strings.TrimSpace(en), "=")
		p.Name.AR, p.Value.AR, _ = strings.Cut(strings.TrimSpace(ar), "=")
		if p != (Pair{}) {
			out = append(out, p)
		}
	}
	return out
}

var (
	breaks  = regexp.MustCompile(`(?i)</?(p|br|div|li|h[1-6]|tr)[^>]*>`)
	unshown = regexp.MustCompile(`(?is)<(script|style)[^>]*>.*?</(script|style)>`)
	marks   = regexp.MustCompile(`<[^>]*>`)
	blanks  = regexp.MustCompile(`[ \t]+`)
	lines   = regexp.MustCompile(`\s*\n\s*`)
)

// plainText takes the marks out of HTML.
func plainText(s string) string {
	if strings.ContainsAny(s, "<&") {
		s = unshown.ReplaceAllString(s, "")
		s = marks.ReplaceAllString(breaks.ReplaceAllString(s, "\n"), "")
		s = html.UnescapeString(s)
	}
	s = strings.ReplaceAll(s, `\n`, "\n") // as WooCommerce writes line ends
	return strings.TrimSpace(lines.ReplaceAllString(blanks.ReplaceAllString(s, " "), "\n"))
}
