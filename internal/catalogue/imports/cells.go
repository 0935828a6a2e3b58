package imports

import (
	"html"
	"regexp"
	"strings"
)

// listed reads a list in WooCommerce's format: commas separate entries, and \, is a comma within one.
func listed(v string) (out []string) {
	var one strings.Builder
	end := func() {
		if text := strings.TrimSpace(one.String()); text != "" {
			out = append(out, text)
		}
		one.Reset()
	}
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] == '\\' && i+1 < len(v) && v[i+1] == ',':
			one.WriteByte(',')
			i++
		case v[i] == ',':
			end()
		default:
			one.WriteByte(v[i])
		}
	}
	end()
	return out
}

// unescaped is one entry of such a list without escapes.
func unescaped(v string) string { return strings.ReplaceAll(v, `\,`, ",") }

// shelfOf reads a category path "A > B" and, if there are several, takes the deepest. Only WooCommerce lists several
// paths; elsewhere a comma is part of a name.
func shelfOf(v string, several bool) []string {
	var best []string
	all := []string{v}
	if several {
		all = listed(v)
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

// tagsOf keeps an escaped comma in a WooCommerce tag from splitting the tag.
func tagsOf(v string) string {
	all := listed(v)
	for i, tag := range all {
		all[i] = strings.Join(strings.Fields(strings.ReplaceAll(tag, ",", " ")), " ")
	}
	return strings.Join(all, ", ")
}

var addressBegins = regexp.MustCompile(`(?i)(\\?,|\||\n)\s*(https?:)?//|,\s+|\n|\|`)

// pictures reads a list of names or addresses. An address is never split: after a comma, another begins only after a
// space or where a scheme such as https: follows.
func pictures(v string) []string {
	var out []string
	add := func(one string) {
		if one = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(one), ",|")); one != "" {
			out = append(out, unescaped(one))
		}
	}
	if !strings.Contains(v, "//") {
		for _, one := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == '\n' || r == '|' }) {
			add(one)
		}
		return out
	}
	from := 0
	for _, at := range addressBegins.FindAllStringIndex(v, -1) {
		if at[0] > 0 && v[at[0]] == ',' && v[at[0]-1] == '\\' {
			continue // escaped: part of an address
		}
		if v[at[0]] == '\\' {
			continue
		}
		add(v[from:at[0]])
		from = at[0] + 1
	}
	add(v[from:])
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

// plainText removes the tags from HTML.
func plainText(s string) string {
	if strings.ContainsAny(s, "<&") {
		s = unshown.ReplaceAllString(s, "")
		s = marks.ReplaceAllString(breaks.ReplaceAllString(s, "\n"), "")
		s = html.UnescapeString(s)
	}
	s = strings.ReplaceAll(s, `\n`, "\n") // as WooCommerce writes line ends
	return strings.TrimSpace(lines.ReplaceAllString(blanks.ReplaceAllString(s, " "), "\n"))
}
