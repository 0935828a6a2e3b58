package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// TestWhatEveryAnswerSaysOfItself: every answer has headers that declare its type and disable sniffing, allow only
// our own scripts, forbid framing, limit the referrer to the origin and require TLS. No other site may read it, and a
// cookie does not authenticate the caller.
func TestWhatEveryAnswerSaysOfItself(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d, apptest.Set(func(c *config.Serve) { c.PublicURL = "https://shop.example" }))
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		p := s.Customer()
		ask := func(path string) (*http.Response, bool) {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Origin", "https://evil.example")
			r.AddCookie(&http.Cookie{Name: "token", Value: p.Token})
			res, err := s.Wire.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = res.Body.Close() }()
			one := make([]byte, 1)
			n, _ := res.Body.Read(one)
			return res, n > 0
		}
		paths := []string{"/", "/en/home", "/console", "/console/orders", "/healthz", "/readyz", "/robots.txt",
			"/sitemap.xml", "/theme.css", "/manifest.en.webmanifest", "/nothing-here", "/assets/nothing.js",
			"/media/nothing.webp", "/photos/pho_nothing.jpg", "/backups/nothing", "/api/docs", "/api/openapi.json",
			"/api/v1/nothing"}
		for _, op := range s.App.API.Routes {
			if op.Method == "GET" && !strings.HasSuffix(op.Path, "/events") {
				paths = append(paths, httpapi.Base+regexp.MustCompile(`\{\w+\}`).ReplaceAllString(op.Path, "x"))
			}
		}
		csp := regexp.MustCompile(`default-src '(self|none)'.*`)
		for _, path := range paths {
			res, full := ask(path)
			h := res.Header
			api := strings.HasPrefix(path, httpapi.Base)
			kind := h.Get("Content-Type")
			switch {
			case full && kind == "":
				t.Errorf("%s: does not say what it is", path)
			case strings.HasPrefix(kind, "text/") && !strings.Contains(strings.ToLower(kind), "charset=utf-8") &&
				!strings.HasPrefix(kind, "text/css") && !strings.HasPrefix(kind, "text/javascript"):
				t.Errorf("%s: %s without its letters", path, kind)
			}
			if h.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: may be guessed at", path)
			}
			if h.Get("Strict-Transport-Security") != "max-age=31536000" {
				t.Errorf("%s: HSTS %q", path, h.Get("Strict-Transport-Security"))
			}
			if h.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: another site may read it", path)
			}
			if api {
				if h.Get("Cache-Control") == "" || res.StatusCode == 200 && strings.Contains(path, "/user/") {
					t.Errorf("%s: %d, Cache-Control %q", path, res.StatusCode, h.Get("Cache-Control"))
				}
				continue
			}
			if strings.HasPrefix(path, "/api/") {
				continue
			}
			policy := h.Get("Content-Security-Policy")
			if !csp.MatchString(policy) || strings.Contains(policy, "'unsafe-") ||
				!strings.HasPrefix(policy, "default-src 'none'") &&
					(!strings.Contains(policy, "script-src 'self';") || !strings.Contains(policy, "object-src 'none'") ||
						!strings.Contains(policy, "base-uri 'none'") || !strings.Contains(policy, "frame-ancestors 'none'")) {
				t.Errorf("%s: policy %q", path, policy)
			}
			if h.Get("Referrer-Policy") != "strict-origin-when-cross-origin" {
				t.Errorf("%s: Referrer-Policy %q", path, h.Get("Referrer-Policy"))
			}
		}
		s.Forgive()
	})
}
