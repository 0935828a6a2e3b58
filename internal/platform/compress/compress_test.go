package compress

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
)

const expires = "X-Wekala-Expires"

var long = `{"text":"` + strings.Repeat("a shop of many branches ", 200) + `"}`

func serve(t *testing.T, next http.HandlerFunc, change func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	Handler(next).ServeHTTP(w, r)
	return w
}

func json(body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		half := len(body) / 2
		_, _ = io.WriteString(w, body[:half])
		_, _ = io.WriteString(w, body[half:])
	}
}

func unpacked(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var r io.Reader = w.Body
	switch w.Header().Get("Content-Encoding") {
	case "br":
		r = brotli.NewReader(w.Body)
	case "gzip":
		var err error
		if r, err = gzip.NewReader(w.Body); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestAnswersArePackedForWhoTakesThemPacked(t *testing.T) {
	for accept, want := range map[string]string{
		"gzip, deflate, br": "br", "gzip": "gzip", "br;q=0, gzip;q=0.5": "gzip", "gzip; q=0": "", "": "", "zstd": "",
		"BR": "br",
	} {
		for _, kept := range []string{"", "1"} {
			w := serve(t, json(long, KeptHeader, kept), func(r *http.Request) { r.Header.Set("Accept-Encoding", accept) })
			if got := w.Header().Get("Content-Encoding"); got != want {
				t.Errorf("%q, kept %q: encoding %q, not %q", accept, kept, got, want)
			}
			if n := w.Header().Get("Content-Length"); n != strconv.Itoa(w.Body.Len()) {
				t.Errorf("%q: %s bytes announced, %d sent", accept, n, w.Body.Len())
			}
			if want != "" && w.Body.Len() > len(long)/5 {
				t.Errorf("%q: %d of %d bytes", accept, w.Body.Len(), len(long))
			}
			if got := unpacked(t, w); got != long {
				t.Errorf("%q: %.80s", accept, got)
			}
			if w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%q: a cache between may mix the encodings up", accept)
			}
		}
	}
}

func TestOnlyWhatIsTheSameForEverybodyHasATag(t *testing.T) {
	shared := serve(t, json(long, KeptHeader, Digest([]byte(long))), nil)
	tag := shared.Header().Get("ETag")
	if tag == "" || shared.Header().Get("Cache-Control") != "private, no-cache" {
		t.Fatalf("shared: %v", shared.Header())
	}
	again := func(r *http.Request) { r.Header.Set("If-None-Match", tag) }
	if w := serve(t, json(long, KeptHeader, Digest([]byte(long))), again); w.Code != http.StatusNotModified ||
		w.Body.Len() > 0 {
		t.Errorf("had already: %d, %d bytes", w.Code, w.Body.Len())
	}
	if w := serve(t, json(long+" ", KeptHeader, Digest([]byte(long+" "))), again); w.Code != http.StatusOK {
		t.Errorf("has changed: %d", w.Code)
	}
	own := serve(t, json(long), again)
	if own.Code != http.StatusOK || own.Header().Get("ETag") != "" || own.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("personal: %d %v", own.Code, own.Header())
	}
}

func TestInternalHeadersStayInside(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusNotFound} {
		w := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set(expires, "1")
			w.Header().Set(KeptHeader, "1")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "{}")
		}, nil)
		if w.Header().Get(expires) != "" || w.Header().Get(KeptHeader) != "" || w.Body.String() != "{}" || w.Code != status {
			t.Errorf("%d: %v", status, w.Header())
		}
	}
}

// TestWhatIsNoAnswerInJSONGoesThrough: streams are flushed as they come, and
// writes, errors and documents are sent as they are.
func TestWhatIsNoAnswerInJSONGoesThrough(t *testing.T) {
	w := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: 1\n\n")
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
	}, nil)
	if !w.Flushed || w.Body.String() != "data: 1\n\n" {
		t.Errorf("stream: flushed %v, %q", w.Flushed, w.Body)
	}
	if w := serve(t, json(long), func(r *http.Request) { r.Method = "POST" }); w.Body.String() != long {
		t.Error("the answer to a write is packed")
	}
	if w := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		nil); w.Code != http.StatusNoContent {
		t.Errorf("no content: %d", w.Code)
	}
	if w := serve(t, json("{}", KeptHeader, "1"), nil); w.Header().Get("Content-Encoding") != "" {
		t.Error("a small answer is packed")
	}
}

func TestPackedBytesAreKeptWithinBounds(t *testing.T) {
	s := &store{packed: map[key][]byte{}}
	var wg sync.WaitGroup
	for n := range 40 {
		wg.Go(func() {
			k := key{encoding: strconv.Itoa(n % 20)}
			if got := s.get(k, func() []byte { return bytes.Repeat([]byte{byte(n % 20)}, 1<<20) }); got[0] != byte(n%20) {
				t.Errorf("%d: another's bytes", n)
			}
		})
	}
	wg.Wait()
	var held int
	for _, b := range s.packed {
		held += len(b)
	}
	if held != s.bytes || held > keptBytes || len(s.packed) < 7 {
		t.Errorf("%d bytes in %d, counted %d", held, len(s.packed), s.bytes)
	}
	made := 0
	for range 3 {
		s.get(key{encoding: "once"}, func() []byte { made++; return []byte("x") })
	}
	if made != 1 {
		t.Errorf("packed %d times", made)
	}
}

func BenchmarkListing(b *testing.B) {
	h := Handler(json(strings.Repeat(long, 4), KeptHeader, "1"))
	r := httptest.NewRequest("GET", "/", nil)
	for _, accept := range []string{"identity", "br"} {
		b.Run(accept, func(b *testing.B) {
			r.Header.Set("Accept-Encoding", accept)
			for b.Loop() {
				h.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
}

// TestWhatIsPackedTakesNoMoreRoom: packed answers and pages are kept by the thousand, so none holds room it
// does not use, and none is written over by the next.
func TestWhatIsPackedTakesNoMoreRoom(t *testing.T) {
	for _, encoding := range []string{Brotli, Gzip} {
		body := []byte(strings.Repeat(long, 20))
		first := Pack(encoding, body, keptLevel)
		if spare := cap(first) - len(first); spare > len(first)/4+64 {
			t.Errorf("%s: %d bytes packed in room for %d", encoding, len(first), cap(first))
		}
		Pack(encoding, []byte(strings.Repeat("z", len(body))), keptLevel)
		if got, err := Unpack(encoding, first); err != nil || !bytes.Equal(got, body) {
			t.Errorf("%s: what was packed first is another thing after the second: %v", encoding, err)
		}
	}
}
