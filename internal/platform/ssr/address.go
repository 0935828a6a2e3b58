package ssr

import "strings"

// prefixOf is the language prefix of an address: "en", "ar" or "".
func prefixOf(url string) string {
	for _, lang := range []string{"en", "ar"} {
		rest, ok := strings.CutPrefix(url, "/"+lang)
		if ok && (rest == "" || rest[0] == '/' || rest[0] == '?') {
			return lang
		}
	}
	return ""
}

// withoutPrefix is an address without its language.
func withoutPrefix(url string) string {
	if lang := prefixOf(url); lang != "" {
		return url[len(lang)+1:]
	}
	return url
}

// withoutTracking drops the parameters advertisers add to links: they change nothing on the page,
// and each would otherwise be a page of its own to render and keep.
func withoutTracking(url string) string {
	path, query, found := strings.Cut(url, "?")
	if !found {
		return url
	}
	kept := make([]string, 0, 4)
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		switch {
		case part == "", strings.HasPrefix(name, "utm_"):
		case name == "fbclid", name == "gclid", name == "msclkid", name == "igshid", name == "ttclid":
		case name == "ref": // who invited the visitor; the browser reads it
		default:
			kept = append(kept, part)
		}
	}
	if len(kept) == 0 {
		return path
	}
	return path + "?" + strings.Join(kept, "&")
}

func cacheKey(req Request) string {
	return strings.Join([]string{
		req.Lang, req.Figures, req.District, req.Currency, req.Origin, req.URL,
	}, "\x00")
}
