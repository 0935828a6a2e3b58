package media

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"wekala/internal/platform/blobs"
	"wekala/internal/platform/files"
)

var (
	forever  = []string{"public, max-age=31536000, immutable"}
	noSniff  = []string{"nosniff"}
	sandbox  = []string{"default-src 'none'; sandbox"}
	noReason = http.StatusText(http.StatusServiceUnavailable)
)

// ServeHTTP answers GET and HEAD of /media/<digest>-<width>x<height>.jpg and of its widths. The content of an address
// never changes, so anybody may cache it forever.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	made, _, ok := files.MadeOfFile(name)
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	tag := `"` + name + `"`
	if r.Header.Get("If-None-Match") == tag {
		h["Etag"], h["Cache-Control"] = []string{tag}, forever
		w.WriteHeader(http.StatusNotModified)
		return
	}
	data, done, err := s.shown.Get(r.Context(), name, func(ctx context.Context) ([]byte, error) {
		return s.Store.Get(ctx, name)
	})
	switch {
	case errors.Is(err, blobs.ErrGone):
		http.NotFound(w, r)
		return
	case err != nil:
		http.Error(w, noReason, http.StatusServiceUnavailable)
		return
	}
	defer done()
	h["Etag"], h["Cache-Control"], h["X-Content-Type-Options"] = []string{tag}, forever, noSniff
	h["Content-Security-Policy"], h["Content-Type"] = sandbox, []string{contentTypes[made.Kind]}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}
