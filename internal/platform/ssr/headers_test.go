package ssr

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
)

func TestPicturesMayComeFromTheTilesHostAlone(t *testing.T) {
	for tiles, want := range map[string]string{
		"": "'self' data: blob:",
		"https://tiles.example/{z}/{x}/{y}.png?key=1": "'self' data: blob: https://tiles.example",
		"https://{s}.tiles.example/{z}/{x}/{y}.png":   "'self' data: blob: https://*.tiles.example",
		"http://127.0.0.1:8080/{z}/{x}/{y}.png":       "'self' data: blob: http://127.0.0.1:8080",
	} {
		w := httptest.NewRecorder()
		SecurityHeaders(http.NotFoundHandler(), false, func() (string, string) { return tiles, "" }).
			ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		found := regexp.MustCompile(`img-src ([^;]*);`).FindStringSubmatch(w.Header().Get("Content-Security-Policy"))
		if len(found) != 2 || found[1] != want {
			t.Errorf("%q lets in %q, want %q", tiles, found, want)
		}
	}
}
