package ssr

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"wekala/internal/platform/compress"
)

// ExpiresHeader contains the time when a public API answer may change by itself, in Unix milliseconds.
const ExpiresHeader = "X-Wekala-Expires"

// Through answers fetches with a handler in the same process, the API's own. A panic inside it is
// the handler's to recover.
func Through(handler http.Handler) Fetch {
	return func(ctx context.Context, path string, header map[string]string) Answer {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
		if err != nil {
			return Answer{Status: http.StatusBadRequest}
		}
		request.RequestURI = path
		request.RemoteAddr = "127.0.0.1:0"
		for name, value := range header {
			request.Header.Set(name, value)
		}
		kept := &memoryWriter{header: http.Header{}}
		handler.ServeHTTP(kept, request)
		answer := Answer{Status: kept.status, Body: kept.body.Bytes()}
		if answer.Status == 0 {
			answer.Status = http.StatusOK
		}
		if at, err := strconv.ParseInt(kept.header.Get(ExpiresHeader), 10, 64); err == nil {
			answer.Expires = time.UnixMilli(at)
		}
		return answer
	}
}

// memoryWriter holds a response instead of sending it.
type memoryWriter struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (m *memoryWriter) Header() http.Header { return m.header }

func (m *memoryWriter) WriteHeader(status int) {
	if m.status == 0 {
		m.status = status
	}
}

func (m *memoryWriter) Write(p []byte) (int, error) {
	m.WriteHeader(http.StatusOK)
	return m.body.Write(p)
}

// shellPath is the empty document that the service worker keeps: it draws any page that was never
// loaded as a document, from the answers that were kept.
const shellPath = "/shell"

// Handler serves the storefront's documents for every path (404 pages included), with conditional and compressed
// answers. origin returns scheme and host of a request for absolute addresses; nil takes them from the request.
func (r *Renderer) Handler(origin func(*http.Request) string) http.Handler {
	// The language is the address's prefix, else the cookie `language`, else Accept-Language, else Arabic. Of the other
	// cookies only district_id, selectedCurrency and figures are read, never the token, and none if a proxy sends
	// ViewHeader. A trailing slash redirects to the address without it.
	if origin == nil {
		origin = requestOrigin
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method != http.MethodGet && req.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
			return
		}
		// One address for each page. Two slashes at the beginning would name a host.
		if trimmed := "/" + strings.Trim(req.URL.Path, "/"); trimmed != req.URL.Path && strings.HasSuffix(req.URL.Path, "/") {
			to := url.URL{Path: trimmed, RawQuery: req.URL.RawQuery}
			http.Redirect(w, req, to.String(), http.StatusPermanentRedirect)
			return
		}
		asked, mayKeep := r.viewOf(req)
		if !mayKeep {
			// A proxy that keeps pages for all visitors is not asked what its browser is.
			if r.sendTooOld(w, req) {
				return
			}
			renewCookies(w, req, strings.HasPrefix(origin(req), "https://"))
		}
		asked.URL, asked.Origin = req.URL.RequestURI(), origin(req)
		if r.cfg.Network != nil {
			asked.Network = func() string { return r.cfg.Network(req) }
		}
		if withoutPrefix(req.URL.Path) == shellPath {
			send(w, req, r.Shell(asked), asked.Lang, false)
			return
		}
		send(w, req, r.Page(req.Context(), asked), asked.Lang, mayKeep)
	})
}

// ConsoleHandler serves the console's document for every path under /console.
func (r *Renderer) ConsoleHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if r.sendTooOld(w, req) {
			return
		}
		lang := languageOf(req)
		send(w, req, r.Console(lang), lang, false)
	})
}

// LanguageOf returns the language in which a document is requested.
func LanguageOf(req *http.Request) string { return languageOf(req) }

// Send responds with a page.
func Send(w http.ResponseWriter, req *http.Request, page Response, lang string) {
	send(w, req, page, lang, false)
}

// The headers of every document: their values are written once, since a kept page costs little more than its headers.
var (
	varies   = []string{"Accept-Encoding, Accept-Language, Cookie"}
	personal = []string{"private, no-cache"}
	htmlType = []string{"text/html; charset=utf-8"}
	nosniff  = []string{"nosniff"}
)

// send answers with a page; mayKeep lets a proxy keep it for other visitors who see the same.
func send(w http.ResponseWriter, req *http.Request, page Response, lang string, mayKeep bool) {
	header := w.Header()
	header["Vary"], header["Cache-Control"] = varies, personal
	if mayKeep && page.Location == "" {
		header["Vary"], header["Cache-Control"] = sharedVaries, shared
	}
	if page.Location != "" {
		http.Redirect(w, req, page.Location, page.Status)
		return
	}
	header["Content-Type"] = htmlType
	header.Set("Content-Language", lang)
	// A policy set around this handler knows more (the map tiles' host) and stays.
	if header.Get("Content-Security-Policy") == "" {
		header.Set("Content-Security-Policy", ContentSecurityPolicy(""))
	}
	header["X-Content-Type-Options"] = nosniff
	if page.RetryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(page.RetryAfter))
		header.Set("Cache-Control", "no-store")
	}
	header["Etag"] = []string{page.ETag()}
	if known := req.Header.Get("If-None-Match"); known != "" && page.Status == http.StatusOK &&
		strings.Contains(known, `"`+page.digest+`"`) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	encoding := compress.Accepted(req.Header.Get("Accept-Encoding"))
	body, done := page.body.In(encoding)
	defer done()
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(page.Status)
	if req.Method != http.MethodHead {
		// A disconnected visitor is not an error.
		_, _ = w.Write(body)
	}
}

// accepts reports whether an encoding is listed and not refused by q=0.
func accepts(req *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(req.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			weight = strings.ReplaceAll(weight, " ", "")
			return weight != "q=0" && weight != "q=0.0"
		}
	}
	return false
}

func languageOf(req *http.Request) string {
	if prefix := prefixOf(req.URL.Path); prefix != "" {
		return prefix
	}
	switch chosen := cookie(req, "language"); chosen {
	case "en", "ar":
		return chosen
	}
	for part := range strings.SplitSeq(req.Header.Get("Accept-Language"), ",") {
		switch tag := strings.ToLower(strings.TrimSpace(part)); {
		case strings.HasPrefix(tag, "ar"):
			return "ar"
		case strings.HasPrefix(tag, "en"):
			return "en"
		}
	}
	return "ar"
}

func cookie(req *http.Request, name string) string {
	found, err := req.Cookie(name)
	if err != nil {
		return ""
	}
	value, err := url.QueryUnescape(found.Value)
	if err != nil {
		return ""
	}
	return value
}

func requestOrigin(req *http.Request) string {
	if req.TLS != nil {
		return "https://" + req.Host
	}
	return "http://" + req.Host
}
