package app_test

import (
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/web"
)

// TestTheShopsOwnTexts: the home page and the footer of every page show the shop's texts, also on another node, and
// the program's texts again after the shop removes its own.
func TestTheShopsOwnTexts(t *testing.T) {
	t.Parallel()
	if !web.Built() {
		t.Skip("the web files are not built")
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d, apptest.Pages())
		owner := s.Staff("owner")
		body := fields{"name_ar": "ركن هدى", "name_en": "Hoda's corner", "version": 0,
			"heading_en": "Fresh fish every morning", "heading_ar": "سمك طازج كل صباح",
			"intro_en": "From the boats of Alexandria.", "tagline_en": "Since 1961."}
		body["heading_ar"] = strings.Repeat("س", 61)
		if a := s.Do("PUT", "/console/shop", owner, body); a.Status != 422 || !strings.Contains(a.Body, `"heading_ar"`) {
			t.Errorf("a heading of 61 letters: %s", a.Body)
		}
		body["heading_ar"] = "سمك طازج كل صباح"
		var saved struct{ Version int64 }
		s.Do("PUT", "/console/shop", owner, body).Into(t, &saved)
		two := apptest.Node(t, d, s.Clock, apptest.Pages())
		standard := "Order online, delivered to your door"
		says := func(node *apptest.Shop, path, text string, want bool) {
			t.Helper()
			if page := node.Do("GET", "="+path, "", nil).Body; strings.Contains(page, text) != want {
				t.Errorf("%s says %q: %v, want %v", path, text, !want, want)
			}
		}
		for _, node := range []*apptest.Shop{s, two} {
			says(node, "/en", "Fresh fish every morning", true)
			says(node, "/en", "From the boats of Alexandria.", true)
			says(node, "/en", standard, false)
			says(node, "/en/contact-us", "Since 1961.", true)
			says(node, "/ar", "سمك طازج كل صباح", true)
			// A text in one language only is shown in the other as well.
			says(node, "/ar", "From the boats of Alexandria.", true)
		}
		body["version"], body["heading_en"], body["heading_ar"], body["intro_en"], body["tagline_en"] = saved.Version, "", "",
			"", ""
		s.Do("PUT", "/console/shop", owner, body).Into(t, &saved)
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second) // a page's maximum age
		says(s, "/en", standard, true)
		says(s, "/en/contact-us", "Since 1961.", false)
		s.Healthy()
	})
}
