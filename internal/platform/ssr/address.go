package ssr

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// prefixOf returns the language prefix of an address: "en", "ar" or "".
func prefixOf(url string) string {
	for _, lang := range []string{"en", "ar"} {
		rest, ok := strings.CutPrefix(url, "/"+lang)
		if ok && (rest == "" || rest[0] == '/' || rest[0] == '?') {
			return lang
		}
	}
	return ""
}

// withoutPrefix returns an address without its language.
func withoutPrefix(url string) string {
	if lang := prefixOf(url); lang != "" {
		return url[len(lang)+1:]
	}
	return url
}

// parameters are the query parameters a page's address may have, by name; see web/src/lib/parameters.ts, which reads
// the same list.
type parameters struct {
	names  []string
	shapes map[string]*regexp.Regexp
}

func readParameters(list []byte) (parameters, error) {
	var declared struct{ Kinds, Names map[string]string }
	if err := json.Unmarshal(list, &declared); err != nil {
		return parameters{}, fmt.Errorf("ssr: the list of parameters: %w", err)
	}
	p := parameters{shapes: map[string]*regexp.Regexp{}}
	for name, kind := range declared.Names {
		shape, err := regexp.Compile(declared.Kinds[kind])
		if err != nil || declared.Kinds[kind] == "" {
			return parameters{}, fmt.Errorf("ssr: the parameter %q is of no kind: %q", name, kind)
		}
		p.names, p.shapes[name] = append(p.names, name), shape
	}
	slices.Sort(p.names)
	return p, nil
}

// known normalizes an address: the path without doubled or trailing slashes, and the last valid value of each declared
// query parameter. Other parameters (an advertiser's mark, a made-up name) change nothing on the page, and each would
// otherwise be a separate page to draw and keep.
func (p parameters) known(address string) string {
	if simple(address) {
		return address
	}
	return p.spelt(address)
}

func (p parameters) spelt(address string) string {
	path, query, _ := strings.Cut(address, "?")
	var segments []string
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "" {
			continue
		}
		if plain, err := url.PathUnescape(segment); err == nil {
			segment = url.PathEscape(plain)
		}
		segments = append(segments, segment)
	}
	out := "/" + strings.Join(segments, "/")
	values := map[string]string{}
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		values[plain(name)] = plain(value)
	}
	separator := "?"
	for _, name := range p.names {
		value, given := values[name]
		if given && p.shapes[name].MatchString(value) {
			out += separator + name + "=" + url.QueryEscape(value)
			separator = "&"
		}
	}
	return out
}

// simple reports whether an address is a path with no other spelling, as most are.
func simple(address string) bool {
	if len(address) < 2 || address[0] != '/' || address[len(address)-1] == '/' {
		return address == "/"
	}
	for i := range len(address) {
		switch c := address[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
		case c == '/' && (i == 0 || address[i-1] != '/'):
		default:
			return false
		}
	}
	return true
}

// plain decodes a part of a query as the bundle does: invalid encodings are kept as they are.
func plain(part string) string {
	if decoded, err := url.QueryUnescape(part); err == nil {
		return strings.ToValidUTF8(decoded, "")
	}
	return strings.ToValidUTF8(part, "")
}

// named are the parameters that identify an object of the shop.
var named = []string{"block_id", "branch_id", "category_id", "first_service_id", "service_id", "store_id"}

// keeps reports whether the page of an address may be cached. Pages of objects that don't exist are not, because any
// number of ids can be made up.
func (r *Renderer) keeps(address string) bool {
	_, query, found := strings.Cut(address, "?")
	if !found || r.cfg.Knows == nil {
		return true
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return false
	}
	for _, name := range named {
		if values.Has(name) && !r.cfg.Knows(name, values.Get(name)) {
			return false
		}
	}
	return true
}

func cacheKey(req Request) string {
	return strings.Join([]string{
		req.Lang, req.Figures, req.District, req.Currency, req.Origin, req.URL,
	}, "\x00")
}
