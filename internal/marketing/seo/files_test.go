package seo

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/compress"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestSitemapsAreMadeOnce: however many read a file, it is made once for a version of the shop, at most once a minute,
// and once for all who ask at a time.
func TestSitemapsAreMadeOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		shoptest.Fill(t, d)
		now, version := clock.NewFake(shoptest.Now), int64(1)
		s := &Service{DB: d, PublicURL: "https://shop.example", Log: slog.Default(), Clock: now,
			Version: func() int64 { return version }}
		mux := http.NewServeMux()
		mux.HandleFunc("GET /sitemap.xml", s.sitemap)
		mux.HandleFunc("GET /sitemaps/{part}", s.sitemapPart)
		get := func(path string, header ...string) *httptest.ResponseRecorder {
			r, w := httptest.NewRequest("GET", path, nil), httptest.NewRecorder()
			for i := 0; i < len(header); i += 2 {
				r.Header.Set(header[i], header[i+1])
			}
			mux.ServeHTTP(w, r)
			return w
		}
		const path = "/sitemaps/products-1.xml"
		read := func(want int64) {
			t.Helper()
			var readers sync.WaitGroup
			for i := range 16 {
				readers.Go(func() {
					for range 5 {
						if w := get(path, "Accept-Encoding", []string{"", "br", "gzip"}[i%3]); w.Code != 200 {
							t.Errorf("%d", w.Code)
						}
					}
				})
			}
			readers.Wait()
			if got := s.files.made.Load(); got != want {
				t.Errorf("made %d times, not %d", got, want)
			}
		}
		read(1)
		version++
		read(1) // it changed a moment ago
		now.Advance(time.Minute)
		read(2)
		now.Advance(time.Hour)
		read(2) // nothing changed
		plain := get(path)
		if n := strings.Count(plain.Body.String(), "<url>"); n < 10 ||
			!strings.Contains(plain.Body.String(), `hreflang="ar" href="https://shop.example/ar/products/koshary"`) {
			t.Errorf("%d addresses: %.300s", n, plain.Body)
		}
		for _, encoding := range []string{"br", "gzip"} {
			packed := get(path, "Accept-Encoding", encoding)
			if got, err := compress.Unpack(encoding, packed.Body.Bytes()); err != nil || string(got) != plain.Body.String() {
				t.Errorf("%s: another file (%v)", encoding, err)
			}
			if again := get(path, "Accept-Encoding", encoding, "If-None-Match", packed.Header().Get("Etag")); again.Code != 304 {
				t.Errorf("%s: sent again: %d", encoding, again.Code)
			}
		}
		made := s.files.made.Load()
		for _, path := range []string{"/sitemaps/products-2.xml", "/sitemaps/products-0.xml", "/sitemaps/products-01.xml",
			"/sitemaps/products--1.xml", "/sitemaps/index.xml", "/sitemaps/x.xml", "/sitemaps/products-1",
			"/sitemaps/" + strings.Repeat("9", 500) + ".xml"} {
			if w := get(path); w.Code != 404 {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
		if len(s.files.kept) != 1 || s.files.made.Load() > made+6 {
			t.Errorf("%d files are kept for names that are none", len(s.files.kept))
		}
	})
}
