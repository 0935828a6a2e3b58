package ssr

import (
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"wekala/internal/platform/egress"
)

// worker is the service worker. It is at the root, or its scope would not cover the whole shop.
const worker = "sw.js"

// Static serves the built files of dist (web.Dist()): assets/* for a year, since their names have a digest, the few
// others (favicon.svg, manifest.*.webmanifest) for an hour. A .br or .gz file next to one is sent to clients that
// accept it. The server bundle and the build's manifest are not served.
func Static(dist fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		name := strings.TrimPrefix(path.Clean(req.URL.Path), "/")
		if !servable(name) || (req.Method != http.MethodGet && req.Method != http.MethodHead) {
			http.NotFound(w, req)
			return
		}
		header := w.Header()
		body, size, err := open(dist, name)
		if err != nil {
			http.NotFound(w, req)
			return
		}
		defer func() { _ = body.Close() }()
		header.Set("Content-Type", contentType(name))
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Vary", "Accept-Encoding")
		switch {
		case strings.HasPrefix(name, "assets/"):
			header.Set("Cache-Control", "public, max-age=31536000, immutable")
		case name == worker:
			// It knows the names of all other files: an old one must not linger.
			header.Set("Cache-Control", "no-cache")
		default:
			header.Set("Cache-Control", "public, max-age=3600")
		}
		for _, packed := range []struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}} {
			if !accepts(req, packed.encoding) {
				continue
			}
			if smaller, bytes, err := open(dist, name+packed.suffix); err == nil {
				defer func() { _ = smaller.Close() }()
				header.Set("Content-Encoding", packed.encoding)
				body, size = smaller, bytes
				break
			}
		}
		header.Set("Content-Length", strconv.FormatInt(size, 10))
		w.WriteHeader(http.StatusOK)
		if req.Method != http.MethodHead {
			egress.Uncounted(w)
			_, _ = io.Copy(w, body)
		}
	})
}

// open finds a file and its size. The file is sent from the program's own memory, without a copy for each reader.
func open(dist fs.FS, name string) (f fs.File, size int64, err error) {
	if f, err = dist.Open(name); err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// StaticPath reports whether Static may serve a request path; everything else is a page.
func StaticPath(requestPath string) bool {
	return servable(strings.TrimPrefix(path.Clean(requestPath), "/"))
}

func servable(name string) bool {
	switch path.Ext(name) {
	case ".gz", ".br":
		return false
	}
	if strings.HasPrefix(name, "assets/") || name == worker {
		return true
	}
	switch path.Ext(name) {
	case ".ico", ".svg", ".png", ".webmanifest":
		return !strings.Contains(name, "/")
	}
	return false
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	case ".webmanifest":
		return "application/manifest+json"
	}
	if known := mime.TypeByExtension(path.Ext(name)); known != "" {
		return known
	}
	return "application/octet-stream"
}
