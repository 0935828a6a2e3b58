package app_test

import (
	"encoding/json"
	"slices"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestWhereContentLeads enters addresses into everything that links somewhere: pages of the shop and web addresses
// are accepted, all others are refused at their field with the specified text, and nothing is saved.
func TestWhereContentLeads(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		editor := s.Staff("editor")
		says := map[string]string{"en": "URL only", "ar": "رابط فقط"}
		said := func(lang, method, path, field string, body fields) (int, []string) {
			a := s.Do(method, path, editor, body, apptest.Header{"Accept-Language": lang})
			var failure struct{ Errors map[string][]string }
			_ = json.Unmarshal([]byte(a.Body), &failure)
			return a.Status, failure.Errors[field]
		}
		bad := []string{"fruit", "www.example.com", "//example.com", "javascript:alert(1)", "ftp://example.com/a",
			"data:text/html,a", "https://", "http:fruit", `/a\\b`}
		good := []string{"/", "/categories/fruit?x=1#y", "https://example.com", "http://example.com:8080/a/ب?c=d"}
		for lang, words := range says {
			for _, link := range bad {
				banner := bannerBody("")
				banner["link"] = link
				if status, errs := said(lang, "POST", "/console/banners", "link", banner); status != 422 ||
					!slices.Equal(errs, []string{words}) {
					t.Errorf("a banner to %s in %s: %d %v", link, lang, status, errs)
				}
			}
			for _, text := range []string{"[a](javascript:alert(1))", "[a](fruit)", "![a](data:image/png,a)",
				"[a][1]\n\n[1]: ftp://example.com", "See ftp://example.com/a"} {
				for _, side := range []string{"body_en", "body_ar"} {
					post, page := postBody(), anyPage(nil, 1)
					post["title_ar"], post["body_ar"] = "ع", "ن"
					post[side], page[side] = text, text
					if status, errs := said(lang, "POST", "/console/posts", side, post); status != 422 ||
						!slices.Equal(errs, []string{words}) {
						t.Errorf("a post with %s in %s: %d %v", text, lang, status, errs)
					}
					if status, errs := said(lang, "PUT", "/console/pages/shipping", side, page); status != 422 ||
						!slices.Equal(errs, []string{words}) {
						t.Errorf("a page with %s in %s: %d %v", text, lang, status, errs)
					}
				}
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM banners`) +
			apptest.Get[int](s, `SELECT COUNT(*) FROM posts`); n != 0 {
			t.Errorf("%d refused things are kept", n)
		}
		for _, link := range good {
			banner := bannerBody("")
			banner["link"] = link
			if status, errs := said("en", "POST", "/console/banners", "link", banner); status > 300 {
				t.Errorf("a banner to %s: %d %v", link, status, errs)
			}
			if kept := apptest.Get[int](s, `SELECT COUNT(*) FROM banners WHERE link = $1`, link); kept != 1 {
				t.Errorf("%d banners lead to %s", kept, link)
			}
		}
		post := postBody()
		post["body_en"] = "[Milk](/categories/milk), [more](https://example.com), www.example.com, help@example.com, " +
			"[write](mailto:help@example.com), `[no](link)`"
		if status, errs := said("en", "POST", "/console/posts", "body_en", post); status > 300 {
			t.Errorf("a post with links: %d %v", status, errs)
		}
	})
}
