package files_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"wekala/internal/platform/compress"
	"wekala/internal/platform/files"
)

// Pictures of 1 × 1 pixel.
func pixel(t *testing.T, text string) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const (
	one   = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"
	other = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="
)

func library(t *testing.T) *files.Library {
	t.Helper()
	l, err := files.New(
		fstest.MapFS{"bread.webp": {Data: pixel(t, one)}, "bread.96.webp": {Data: pixel(t, other)},
			"tea.webp": {Data: pixel(t, one)}, "readme.txt": {Data: []byte("x")}},
		fstest.MapFS{"tea.webp": {Data: pixel(t, other)}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPicturesOfferTheSizesThatAreThere(t *testing.T) {
	l := library(t)
	bread := l.Image("bread")
	if bread.Width != 1 || bread.Height != 1 || strings.Count(bread.Srcset, "1w") != 2 ||
		!strings.HasPrefix(bread.Src, "/media/bread") {
		t.Errorf("%+v", bread)
	}
	if got := l.Image("nothing"); got != (files.Image{}) || l.Has("nothing") || !l.Has("tea") {
		t.Errorf("%+v", got)
	}
	early, err := files.New(fstest.MapFS{"tea.webp": {Data: pixel(t, one)}})
	if err != nil {
		t.Fatal(err)
	}
	if early.Image("tea").Src == l.Image("tea").Src {
		t.Error("a replaced picture keeps its address")
	}
}

func TestServing(t *testing.T) {
	l := library(t)
	for _, c := range []struct {
		name, method, path string
		status             int
		cache              string
	}{
		{"by its address", "GET", l.Image("tea").Src, 200, "public, max-age=31536000, immutable"},
		{"without its digest", "GET", "/media/tea.webp", 200, "public, max-age=300"},
		{"with another digest", "GET", "/media/tea.webp?v=0", 200, "public, max-age=300"},
		{"with the prefix stripped", "GET", "/tea.webp", 200, "public, max-age=300"},
		{"head", "HEAD", "/media/tea.webp", 200, "public, max-age=300"},
		{"not there", "GET", "/media/coffee.webp", 404, ""},
		{"not a picture", "GET", "/media/readme.txt", 404, ""},
		{"deeper", "GET", "/media/x/tea.webp", 404, ""},
		{"upwards", "GET", "/media/../tea.webp", 404, ""},
		{"writing", "POST", "/media/tea.webp", 405, ""},
	} {
		w := httptest.NewRecorder()
		l.ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil))
		if w.Code != c.status || w.Header().Get("Cache-Control") != c.cache {
			t.Errorf("%s: %d %v", c.name, w.Code, w.Header())
		}
		if c.status == 200 && w.Header().Get("Content-Type") != "image/webp" {
			t.Errorf("%s: %v", c.name, w.Header())
		}
	}
	r := httptest.NewRequest(http.MethodGet, "/media/tea.webp", nil)
	w := httptest.NewRecorder()
	l.ServeHTTP(w, r)
	r.Header.Set("If-None-Match", w.Header().Get("Etag"))
	again := httptest.NewRecorder()
	l.ServeHTTP(again, r)
	if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("asked again: %d", again.Code)
	}
}

const circle = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 200"><circle cx="9" cy="9" r="9"/></svg>`

func TestADrawingStandsForItsPicture(t *testing.T) {
	l, err := files.New(fstest.MapFS{"tea.svg": {Data: []byte(circle)}, "tea.webp": {Data: pixel(t, one)}})
	if err != nil {
		t.Fatal(err)
	}
	tea := l.Image("tea")
	if !strings.HasPrefix(tea.Src, "/media/tea.svg?v=") || tea.Srcset != "" || tea.Width != 256 || tea.Height != 200 {
		t.Errorf("%+v", tea)
	}
	r := httptest.NewRequest("GET", tea.Src, nil)
	plain := httptest.NewRecorder()
	l.ServeHTTP(plain, r)
	if plain.Body.String() != circle || plain.Header().Get("Content-Type") != "image/svg+xml" ||
		plain.Header().Get("Content-Encoding") != "" {
		t.Errorf("%q %v", plain.Body, plain.Header())
	}
	for _, of := range []struct{ takes, sent string }{
		{"gzip, deflate, br", "br"}, {"gzip", "gzip"}, {"br;q=0, gzip", "gzip"}} {
		r.Header.Set("Accept-Encoding", of.takes)
		packed := httptest.NewRecorder()
		l.ServeHTTP(packed, r)
		if got, err := compress.Unpack(of.sent, packed.Body.Bytes()); err != nil || string(got) != circle {
			t.Errorf("to whom takes %q: %q %v", of.takes, got, err)
		}
		if h := packed.Header(); h.Get("Content-Encoding") != of.sent || h.Get("Vary") != "Accept-Encoding" ||
			h.Get("Etag") == plain.Header().Get("Etag") || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("to whom takes %q: %v", of.takes, h)
		}
	}
	pixels := httptest.NewRecorder()
	l.ServeHTTP(pixels, httptest.NewRequest("GET", "/media/tea.webp", nil))
	if pixels.Code != 200 || pixels.Header().Get("Content-Type") != "image/webp" {
		t.Errorf("in pixels: %d %v", pixels.Code, pixels.Header())
	}
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	if _, err := files.New(fstest.MapFS{"x.svg": {Data: []byte("<html>")}}); err == nil {
		t.Error("a drawing without a size was taken")
	}
	if _, err := files.New(fstest.MapFS{"x.webp": {Data: []byte("<svg/>")}}); err == nil {
		t.Error("a file that is no picture was taken")
	}
}

// TestPicturesOfTheProgramAreNotCopied: embedded pictures are not kept in memory a second time.
func TestPicturesOfTheProgramAreNotCopied(t *testing.T) {
	const each, n = 100 << 10, 50
	folder := fstest.MapFS{}
	for i := range n {
		folder[fmt.Sprintf("tea%d.svg", i)] = &fstest.MapFile{
			Data: []byte(circle + "<!--" + strings.Repeat("x", each) + "-->")}
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	l, err := files.New(folder)
	if err != nil {
		t.Fatal(err)
	}
	if more := heap() - before; more > n*each/5 {
		t.Errorf("%d KB more for %d KB of pictures", more>>10, n*each>>10)
	}
	for range 2 { // each reader from the beginning
		w := httptest.NewRecorder()
		l.ServeHTTP(w, httptest.NewRequest("GET", "/media/tea7.svg", nil))
		if w.Body.Len() != len(folder["tea7.svg"].Data) {
			t.Errorf("%d bytes came", w.Body.Len())
		}
	}
}
