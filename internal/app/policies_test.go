package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestPoliciesAreReadAndAdapted: the templates of a new shop are labelled as templates until somebody has saved them,
// list the values they fill in, and can be previewed as customers will read them; the version that customers accept
// changes with terms and privacy.
func TestPoliciesAreReadAndAdapted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if err := content.EnsureSeeded(t.Context(), d, shoptest.Now); err != nil {
			t.Fatal(err)
		}
		s, link := fresh(t, d)
		var in struct{ Token string }
		s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		type page struct {
			Name            string
			TitleEN         string `json:"title_en"`
			TitleAR         string `json:"title_ar"`
			Body            string `json:"body_en"`
			BodyAR          string `json:"body_ar"`
			Policy, Adopted bool
			Version         int64
			Placeholders    []struct{ Name, Text string }
		}
		var list []page
		s.Do("GET", "/console/pages", in.Token, nil).Into(t, &list)
		policies := 0
		for _, p := range list {
			if p.Policy {
				policies++
			}
			if p.Adopted || len(p.Placeholders) > 0 {
				t.Errorf("%s: %+v", p.Name, p)
			}
		}
		if policies != 4 {
			t.Errorf("%d policies", policies)
		}
		missing := func() bool {
			return strings.Contains(s.Do("GET", "/console/setup", in.Token, nil).Body, `"missing":["policies"]`)
		}
		accepted := func() string {
			if err := s.App.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
			return strings.Join(s.Lines(`SELECT name || version FROM pages WHERE name IN ('privacy', 'terms') ORDER BY name`),
				" ")
		}
		before := accepted()
		for i, p := range list {
			if !p.Policy {
				continue
			}
			if !missing() {
				t.Errorf("%s was not read, and nothing is missing", p.Name)
			}
			var one page
			s.Do("GET", "/console/pages/"+p.Name, in.Token, nil).Into(t, &one)
			named := map[string]string{}
			for _, n := range one.Placeholders {
				named[n.Name] = n.Text
			}
			if named["return_days"] == "" || named["seller"] == "" || named["shop_name"] == "" {
				t.Errorf("%s: %v", p.Name, named)
			}
			body := fields{"title_en": one.TitleEN, "title_ar": one.TitleAR, "body_en": one.Body + "\n\n## Ours",
				"body_ar": one.BodyAR + "\n\n## لنا", "version": one.Version}
			if a := s.Do("PUT", "/console/pages/"+p.Name, in.Token, body); a.Status != 200 ||
				!strings.Contains(a.Body, `"adopted":true`) {
				t.Errorf("%d %s: %d %.200s", i, p.Name, a.Status, a.Body)
			}
		}
		if missing() || accepted() == before {
			t.Errorf("missing: %v, accepted as %s before and now", missing(), before)
		}
		for lang, want := range map[string]string{"en": "14 days", "ar": "14 يومًا", "": "14 days"} {
			look := s.Do("POST", "/console/content/preview", in.Token,
				fields{"text": "Within {{return_days}} <script>x</script>", "language": lang},
				apptest.Header{"Accept-Language": "en"})
			if !strings.Contains(look.Body, want) || strings.Contains(look.Body, "script") {
				t.Errorf("in %q: %s", lang, look.Body)
			}
		}
	})
}
