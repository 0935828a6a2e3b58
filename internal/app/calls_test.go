package app

import (
	"net/http/httptest"
	"strings"
	"testing"

	"wekala/internal/platform/httpapi"
)

// TestEverythingButTheBuildsFilesIsCounted: pages and sitemaps count as reads against the limits of an address,
// pictures and photos against a separate limit, and requests that send data to a page as writes. The API counts its
// calls itself.
func TestEverythingButTheBuildsFilesIsCounted(t *testing.T) {
	for request, want := range map[string]httpapi.Call{
		"GET /": httpapi.Reading, "GET /en/home": httpapi.Reading, "GET /sitemap.xml": httpapi.Reading,
		"HEAD /sitemaps/products-1.xml": httpapi.Reading,
		"GET /robots.txt":               httpapi.Reading, "GET /console": httpapi.Reading, "GET /backups/x": httpapi.Reading,
		"GET /assetsx":  httpapi.Reading,
		"POST /en/home": httpapi.Writing, "PUT /sitemap.xml": httpapi.Writing, "GET /media/x.jpg": httpapi.Showing,
		"GET /photos/x.jpg":   httpapi.Showing,
		"GET /assets/main.js": 0, "GET /sw.js": 0, "GET /api/v1/services": 0,
	} {
		method, path, _ := strings.Cut(request, " ")
		if got := callOf(httptest.NewRequest(method, path, nil)); got != want {
			t.Errorf("%s counts as %q, want %q", request, rune(got), rune(want))
		}
	}
}
