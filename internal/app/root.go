package app

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"wekala/internal/identity/photos"
	"wekala/internal/operations/backups"
	"wekala/internal/operations/demo"
	"wekala/internal/operations/devtexts"
	"wekala/internal/operations/setup"
	"wekala/internal/platform/compress"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/egress"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/ssr"
)

// root routes a request by the first part of its path: API, pictures, console, the demo's tools, files of the build;
// all other paths are pages of the shop. While the shop is not open, customers can reach none of it (setup.Gate).
func (a *App) root(shop, console, static http.Handler, pictures *files.Library) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(httpapi.Base+"/", compress.Handler(a.API))
	mux.HandleFunc("GET /api/docs", a.API.Docs())
	mux.HandleFunc("GET /api/openapi.json", a.API.Description())
	mux.Handle(files.Prefix, pictures)             // pictures of the shop
	mux.Handle(photos.Prefix, a.features.photos)   // photos that customers sent
	mux.Handle(backups.Prefix, a.features.backups) // a backup that an owner downloads
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", a.readyz)                            // for monitoring, like /healthz
	mux.HandleFunc("GET "+setup.ThemePath, a.features.setup.ThemeFile) // the shop's own colours
	for _, lang := range i18n.Langs {
		mux.Handle("GET /manifest."+lang+".webmanifest", a.features.setup.Manifest(lang, static))
	}
	for _, path := range setup.IconPaths() {
		mux.HandleFunc("GET "+path, a.features.setup.IconFile(static)) // its own icons, if it has a logo
	}
	a.features.seo.Mount(mux)
	if a.outbox != nil {
		mux.Handle("/dev/outbox", a.outbox)                // messages sent (demo only)
		mux.Handle("/dev/texts", devtexts.Page(demoTexts)) // every text with hard values (demo only)
	}
	if a.sandbox != nil {
		mux.Handle("/gateway/sandbox/", a.sandbox) // the sandbox gateway's own pages (demo only)
	}
	mux.Handle("/console", console)
	mux.Handle("/console/", console)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if ssr.StaticPath(r.URL.Path) {
			static.ServeHTTP(w, r)
			return
		}
		shop.ServeHTTP(w, r)
	})
	open := []string{photos.Prefix, backups.Prefix}
	if a.outbox != nil {
		open = append(open, "/dev/outbox", "/dev/texts")
	}
	gate := setup.Gate{Setup: a.features.setup, API: a.API, Pages: a.pages, Quiet: a.features.restored.Quiet,
		AlwaysOpen: open}
	guarded := a.API.Guarded(gate.Handler(mux), callOf)
	return ssr.SecurityHeaders(a.egress.Handler(guarded), strings.HasPrefix(a.cfg.PublicURL, "https://"),
		a.features.mapTiles.Now)
}

// callOf returns how a request counts against the limits of its address. The API counts its own requests. The files of
// the build are small, the same for everybody, and cached by browsers and proxies.
func callOf(r *http.Request) httpapi.Call {
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, httpapi.Base+"/"), strings.HasPrefix(path, "/assets/"), path == "/sw.js":
		return 0
	case strings.HasPrefix(path, files.Prefix), strings.HasPrefix(path, photos.Prefix), path == setup.ThemePath,
		ssr.StaticPath(path):
		return httpapi.Showing
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return httpapi.Writing
	}
	return httpapi.Reading
}

// newEgress limits the cost of answers until they are read. Requests from this machine have no separate bound, just
// as they have no limit.
func (a *App) newEgress(bounds egress.Bounds) *egress.Guard {
	source := func(r *http.Request) egress.Source {
		ip := a.API.Sender(r)
		if ip.IsLoopback() {
			return egress.Source{}
		}
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		return egress.Source{Network: counters.Network(ip), Address: counters.Address(ip),
			Shared: err == nil && a.API.Shared(peer.Addr().Unmap())}
	}
	return egress.New(bounds, source, func(w http.ResponseWriter, r *http.Request) {
		a.API.Refuse(w, r, errs.TooMany("common.too_many", egressAgain))
	})
}

// egressAgain is the time after which a network with too many open responses may retry.
const egressAgain = 2 * time.Second

// demoTexts returns the demo's texts, for the list of all texts.
func demoTexts() (all []devtexts.Text, err error) {
	texts, err := demo.Texts()
	for _, t := range texts {
		all = append(all, devtexts.Text{Key: "demo/" + t.Key, Text: t.Text})
	}
	return all, err
}

// knows reports whether the object that a parameter of a page's address names exists.
func (f *features) knows(parameter, value string) bool {
	there := true
	switch parameter {
	case "service_id", "first_service_id":
		_, there = f.branches.Service(value)
	case "store_id":
		_, there = f.branches.Store(value)
	case "branch_id":
		_, there = f.branches.Branch(value)
	case "category_id":
		_, there = f.products.Category(value)
	}
	return there
}
