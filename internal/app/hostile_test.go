package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/web"
)

// hostile are texts, escaped as in JSON strings.
var hostile = func() []string {
	quoted := func(s string) string {
		raw, _ := json.Marshal(s)
		return string(raw)
	}
	all := []string{
		quoted(`<script>alert(1)</script>`), quoted(`"><img src=x onerror=alert(1)>`),
		quoted(`</script><script>alert(1)</script>`),
		quoted(`<svg onload=alert(1)>`), quoted(`javascript:alert(1)`), quoted(`{{7*7}}${7*7}<%= 7*7 %>`),
		quoted(`'; DROP TABLE users; --`),
		quoted(`=cmd|' /C calc'!A0`), quoted("../../etc/passwd"), quoted("%00%0d%0aSet-Cookie: x=1"),
		quoted("a\r\nX-Evil: 1"),
		`"nul\u0000byte"`, `"\u001b[31mred\u0007\u007f"`, `"a\u202eevil\u202c"`, `"\u2066x\u2069\u200f\u061c"`, `"\ud800"`,
		`"\udc00\ud800 x"`,
		`"\ufeff\u200b\u2060"`, `"\ufffe\uffff\ufdd0"`, "\"\xff\xfe\xc0\xaf\"", `"\u2028\u2029\u0085"`,
		quoted("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍" + strings.Repeat("\u0301", 500)), quoted("👨\u200d👩\u200d👧"),
		quoted("شارع ٩ ـــ الْمَعَادِي"),
		`"` + strings.Repeat(`<script>alert(1)</script>`, 10) + `"`, `"` + strings.Repeat("ا", 1<<19) + `"`,
		`"` + strings.Repeat("a", 1<<20) + `"`,
		`"` + strings.Repeat(`\u202e`, 1000) + `"`, `"null"`, `"undefined"`, `"[object Object]"`,
	}
	return all
}()

// TestHostileText puts hostile text into every text field of every write, one at a time: it is returned as harmless
// text or refused, in the answer and wherever it is shown later.
func TestHostileText(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		w := newWriter(t, s)
		before := w.untouchable()
		tried, kept := 0, 0
		// A megabyte of text takes time under the race detector.
		long := map[string]bool{}
		for _, op := range slices.Sorted(maps.Keys(writes)) {
			route := w.ops[op]
			item := s.App.API.OpenAPI().Paths[route.Path]
			described := item.Post
			if route.Method == "PUT" {
				described = item.Put
			}
			schema := bodyOf(s.App.API.OpenAPI(), described)
			for _, field := range slices.Sorted(maps.Keys(schema)) {
				if !takesText(schema[field]) {
					continue
				}
				for _, text := range hostile {
					if testing.Short() && len(text) > 1<<16 {
						if long[op] {
							continue
						}
						long[op] = true
					}
					in := w.prepare(op)
					a := w.send(op, in, bodyWith(writes[op].body(in), field, text))
					tried++
					if !harmless(t, fmt.Sprintf("%s %s %.60s", op, field, text), a) {
						continue
					}
					if a.Status == 200 {
						kept++
					}
				}
			}
		}
		for _, key := range []string{"\xff", "<script>", strings.Repeat("k", 201), "مفتاح", "'; --"} {
			in := w.prepare("place-order")
			raw, _ := json.Marshal(writes["place-order"].body(in))
			harmless(t, fmt.Sprintf("key %.20q", key), w.send("place-order", in, string(raw), apptest.Key(key)))
		}
		if tried < 1000 || kept < 100 {
			t.Errorf("%d tried, %d taken: too few to show anything", tried, kept)
		}
		w.shown(t)
		w.intact(before)
		s.Healthy()
	})
}

// takesText reports whether a schema accepts a string.
func takesText(s *huma.Schema) bool {
	if s.Type == huma.TypeString {
		return true
	}
	return slices.ContainsFunc(s.AnyOf, takesText)
}

// bodyWith puts raw JSON into one field of a body.
func bodyWith(body fields, field, raw string) string {
	parts := []string{fmt.Sprintf("%q:%s", field, raw)}
	for name, value := range body {
		if name != field {
			text, _ := json.Marshal(value)
			parts = append(parts, fmt.Sprintf("%q:%s", name, text))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// harmless fails the test for an answer that is a server error, is not JSON, contains raw markup, or contains
// characters that are invisible but interpreted by machines.
func harmless(t *testing.T, what string, a apptest.Answer) bool {
	t.Helper()
	switch a.Status {
	case 200, 400, 404, 409, 413, 422, 429:
	default:
		t.Errorf("%s: %d %.300s", what, a.Status, a.Body)
		return false
	}
	if kind := a.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		t.Errorf("%s: %s", what, kind)
	}
	for name, values := range a.Header {
		if name == "X-Evil" || name == "Set-Cookie" || strings.ContainsAny(strings.Join(values, ""), "\r\n\x00") {
			t.Errorf("%s: header %s %q", what, name, values)
		}
	}
	if strings.ContainsAny(a.Body, "<>\u2028\u2029") {
		t.Errorf("%s: raw markup in %.300s", what, a.Body)
	}
	var all any
	if err := json.Unmarshal([]byte(a.Body), &all); err != nil {
		t.Errorf("%s: %v in %.300s", what, err, a.Body)
		return false
	}
	walk(all, func(text string) {
		if strings.HasPrefix(text, "<p>") || strings.Contains(text, "\n\n## ") {
			return // our own information page, as rendered and as source
		}
		// The program's own texts of e-mails contain markup too.
		if strings.HasPrefix(what, "/console/wording") {
			text = strings.ReplaceAll(text, "\n", "")
		}
		// Markdown and its output have line breaks, as do descriptions of products.
		if strings.HasPrefix(what, "console-create-post body_") ||
			strings.HasPrefix(what, "console-create-product description_") || strings.HasPrefix(what, "console-preview ") {
			text = strings.ReplaceAll(text, "\n", "")
		}
		if bad := strings.IndexFunc(text, unseen); bad >= 0 {
			t.Errorf("%s: %q", what, text)
		}
	})
	return true
}

func unseen(r rune) bool {
	return unicode.IsControl(r) || r == '\u061c' || r == '\u200e' || r == '\u200f' || r >= '\u202a' && r <= '\u202e' ||
		r >= '\u2066' && r <= '\u2069' || r == '\ufeff' || r == unicode.ReplacementChar
}

// walk visits every text in a JSON value.
func walk(v any, visit func(string)) {
	switch v := v.(type) {
	case string:
		visit(v)
	case []any:
		for _, e := range v {
			walk(e, visit)
		}
	case map[string]any:
		for name, e := range v {
			visit(name)
			walk(e, visit)
		}
	}
}

// shown checks every place where accepted text is shown again.
func (w *writer) shown(t *testing.T) {
	t.Helper()
	s, p := w.s, w.customer
	for _, path := range []string{"/addresses", "/get_card?service_id=food", "/carts", "/orders", "/orders?page=2",
		"/user/profile", "/user/sessions", "/checkout?service_id=food"} {
		harmless(t, path, s.Do("GET", path, p.Token, nil))
	}
	harmless(t, "the board", s.Do("GET", "/console/orders", w.staff, nil))
	for _, order := range s.Lines(`SELECT id FROM orders WHERE user_id = $1 AND (note <> '' OR status = 'cancelled')`,
		p.ID) {
		harmless(t, order, s.Do("GET", "/orders/"+order, p.Token, nil))
		harmless(t, order+" at the console", s.Do("GET", "/console/orders/"+order, w.staff, nil))
		if a := s.Do("GET", "/orders/"+order+"/invoice", p.Token, nil); a.Status == 200 {
			harmless(t, order+"'s invoice", a)
		}
	}
	s.RunJobs()
	page := s.Do("GET", "=/dev/outbox", "", nil)
	if page.Status != 200 || rawMarkup(page.Body) {
		t.Errorf("the outbox: %d %.300s", page.Status, page.Body)
	}
	// One text must have been stored unchanged: shown, not executed.
	made := fullAddress()
	made["landmark"] = "<script>alert(1)</script>"
	s.Exec(`UPDATE addresses SET deleted_at = 1 WHERE user_id = $1 AND id <> $2`, p.ID, p.Address)
	a := s.Do("POST", "/addresses", p.Token, made)
	var kept struct {
		Landmark string `json:"landmark"`
	}
	a.Into(t, &kept)
	if kept.Landmark != made["landmark"] || !harmless(t, "a landmark", a) {
		t.Errorf("a landmark that looks like a script is shown as %q", kept.Landmark)
	}
}

func rawMarkup(page string) bool {
	for _, bad := range []string{"<script>alert", "<img src=x", "<svg onload", `"javascript:alert`} {
		if strings.Contains(page, bad) {
			return true
		}
	}
	return false
}

// TestHostileQueries puts hostile text into every query parameter, path and header of every read.
func TestHostileQueries(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		p, member := s.Customer(), s.Staff("owner")
		var texts []string
		for _, raw := range hostile {
			var text string
			if json.Unmarshal([]byte(raw), &text) == nil && len(text) < 20_000 {
				texts = append(texts, text)
			}
		}
		texts = append(texts, "\xff\xfe", "%", "%zz", strings.Repeat("q", 9_000))
		ask := func(what, path, token string, headers ...apptest.Header) {
			t.Helper()
			harmless(t, what, s.Do("GET", path, token, nil, headers...))
		}
		for _, op := range s.App.API.Routes {
			if op.Method != "GET" || strings.HasSuffix(op.Path, "/events") || op.Path == "/console/export" { // a file, no answer
				continue
			}
			token := p.Token
			if op.Audience == httpapi.Staff {
				token = member
			}
			base := map[string]string{"page": "1", "service_id": "food", "q": "koshary", "lat": "30", "lng": "31",
				"country_code": "+20"}
			filled := strings.NewReplacer("{id}", "koshary", "{name}", "privacy").Replace(op.Path)
			for _, text := range texts {
				if strings.Contains(op.Path, "{") {
					ask(op.Path, strings.NewReplacer("{id}", url.PathEscape(text), "{name}", url.PathEscape(text)).Replace(op.Path),
						token)
				}
				described := s.App.API.OpenAPI().Paths[op.Path]
				if described == nil || described.Get == nil {
					continue // a provider's own, which has its own parameters
				}
				for _, q := range described.Get.Parameters {
					if q.In != "query" {
						continue
					}
					query := url.Values{}
					for name, value := range base {
						query.Set(name, value)
					}
					query.Set(q.Name, text)
					ask(op.Path+" ?"+q.Name, filled+"?"+query.Encode(), token)
				}
			}
			for _, text := range []string{`<script>alert(1)</script>`, "null", "undefined", strings.Repeat("x", 5_000),
				"\xff\xfe", "ar;q=9, <b>", "1e400", "NaN"} {
				for _, name := range []string{"Accept-Language", "district-id", "currency-id", "address-id", "cart-token",
					"latitude", "User-Agent", "version", "X-Forwarded-For"} {
					ask(op.Path+" "+name, filled+"?page=1&service_id=food&q=a&lat=30&lng=31&country_code=20", token,
						apptest.Header{name: text, "longitude": "31"})
				}
			}
		}
		s.Healthy()
	})
}

// TestHostileCatalogue checks the pages that show a product, a branch and a banner with hostile names. Without the
// web files there are no pages, but their data is checked nevertheless.
func TestHostileCatalogue(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var opts []apptest.Option
		if web.Built() {
			opts = append(opts, apptest.Pages())
		}
		s := apptest.New(t, d, opts...)
		const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&<!--`
		s.Exec(`UPDATE products SET name_en = $1, name_ar = $1, description_en = $1, description_ar = $1
			WHERE id = 'prd_koshary'`, evil)
		s.Exec(`UPDATE branches SET name_en = $1, name_ar = $1, address_en = $1 WHERE id = 'br_koshary_maadi'`, evil)
		s.Exec(`UPDATE categories SET name_en = $1, name_ar = $1 WHERE id = 'cat_koshary'`, evil)
		if err := d.InTx(t.Context(), touchAll); err != nil {
			t.Fatal(err)
		}
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/products/koshary", "/branches/koshary-maadi", "/categories?service_id=food",
			"/home?service_id=food", "/products?page=1&service_id=food", "/search?q=script", "/search/suggestions?q=script"} {
			a := s.Do("GET", path, "", nil)
			if a.Status != 200 || strings.ContainsAny(a.Body, "<>") {
				t.Errorf("%s: %d %.300s", path, a.Status, a.Body)
			}
		}
		q := url.QueryEscape(evil)
		for _, path := range []string{"/en/products/koshary", "/ar/products/koshary", "/en/branches/koshary-maadi",
			"/en/categories/koshary", "/en/home?service_id=food", "/en/search-results?q=" + q, "/en/search-results?q=script",
			"/en/branches-results?service_id=" + q,
			"/en/" + url.PathEscape(evil), "/en/products/" + url.PathEscape(evil), "/sitemap.xml", "/sitemaps/pages.xml",
			"/robots.txt", "/console?x=" + q} {
			a := s.Do("GET", "="+path, "", nil, apptest.Header{
				"Cookie": "district_id=maadi; selectedCurrency=" + q + "; figures=" + q})
			if a.Status >= 500 || rawMarkup(a.Body) {
				t.Errorf("%s: %d, raw markup %v", path, a.Status, rawMarkup(a.Body))
			}
			if len(opts) > 0 && path == "/en/products/koshary" && !strings.Contains(a.Body, "&lt;/script&gt;") {
				t.Errorf("the product's name is not on its page: %.500s", a.Body)
			}
		}
		s.Healthy()
	})
}

func touchAll(ctx context.Context, tx *db.Tx) error {
	return changefeed.Publish(ctx, tx, changefeed.All)
}
