package seo

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"wekala/internal/platform/compress"
	"wekala/internal/platform/egress"
)

// stays is how long a file is served unchanged even if the catalogue has changed: a busy catalogue changes constantly.
const stays = time.Minute

// packing is the compression level: compressing a file of ten thousand products takes a fifth of a second once.
const packing = 4

// making is the timeout for generating a file.
const making = 30 * time.Second

// files caches the latest version of each file, compressed.
type files struct {
	mu     sync.Mutex
	kept   map[string]*file
	making singleflight.Group
	made   atomic.Int64
}

type file struct {
	body    *compress.Body // nil where there is none
	tag     string
	version int64
	at      time.Time
}

// now returns the cached file of a name if it is recent enough, else nil.
func (f *files) now(name string, version int64, at time.Time) *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	if one := f.kept[name]; one != nil && (one.version == version || at.Sub(one.at) < stays) {
		return one
	}
	return nil
}

var errMissing = errors.New("seo: no such file")

// file returns the file of a name, generated again once after the shop has changed.
func (s *Service) file(ctx context.Context, name string) (*file, error) {
	version, now := s.Version(), s.Clock.Now()
	if f := s.files.now(name, version, now); f != nil {
		return f, nil
	}
	made, err, _ := s.files.making.Do(name, func() (any, error) {
		if f := s.files.now(name, version, now); f != nil {
			return f, nil // made by another since
		}
		// The work continues for other waiting requests if the first one is cancelled.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), making)
		defer cancel()
		s.files.made.Add(1)
		plain, err := s.make(ctx, name)
		if err != nil {
			return nil, err
		}
		s.files.mu.Lock()
		defer s.files.mu.Unlock()
		if plain == nil {
			delete(s.files.kept, name)
			return nil, errMissing
		}
		f := &file{body: compress.NewBody(plain, packing), tag: `"` + compress.Digest(plain) + `"`, version: version, at: now}
		f.body.Settle()
		if s.files.kept == nil {
			s.files.kept = map[string]*file{}
		}
		s.files.kept[name] = f
		return f, nil
	})
	if err != nil {
		return nil, err
	}
	return made.(*file), nil
}

// send responds with the file of a name, in an encoding that the client accepts.
func (s *Service) send(w http.ResponseWriter, r *http.Request, name string) {
	f, err := s.file(r.Context(), name)
	if errors.Is(err, errMissing) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, "the shop's pages cannot be listed right now", http.StatusServiceUnavailable)
		s.Log.Error("sitemap", "err", err)
		return
	}
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(int(stays/time.Second)))
	encoding := compress.Accepted(r.Header.Get("Accept-Encoding"))
	tag := f.tag
	if encoding != "" {
		tag = strings.TrimSuffix(tag, `"`) + "-" + encoding + `"`
	}
	h.Set("Etag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body, done := f.body.In(encoding)
	defer done()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		egress.Uncounted(w)
		// A client that disconnected is not our error.
		_, _ = w.Write(body)
	}
}
