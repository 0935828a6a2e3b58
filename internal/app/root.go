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

// root sends a request to what answers it, by the first part of its path:
//
//	/api/v1/…            the API
//	/api/docs, …json     its description
//	/media/…             pictures of the shop
//	/photos/….jpg        photos that customers sent
//	/gateway/sandbox/…   the sandbox gateway's own pages (demo only)
//	/dev/outbox          messages sent (demo only)
//	/dev/texts           every text with hard values (demo only)
//	/console…            the staff console
//	/healthz /readyz     for whoever watches the program
//	files of the build   scripts, styles, fonts
//	/theme.css           the shop's own colours
//	/icon-….png          its own icons, where it has a logo
//	/early/…             the way into a soft opening
//	/backups/…           a backup that an owner downloads
//	everything else      a page of the shop
//
// While the shop is not open, customers get none of it (setup.Gate).
func (a *App) root(shop, console, static http.Handler, pictures *files.Library) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(httpapi.Base+"/", compress.Handler(a.API))
	mux.HandleFunc("GET /api/docs", a.API.Docs())
	mux.HandleFunc("GET /api/openapi.json", a.API.Description())
	mux.Handle(files.Prefix, pictures)
	mux.Handle(photos.Prefix, a.features.photos)
	mux.Handle(backups.Prefix, a.features.backups)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", a.readyz)
	mux.HandleFunc("GET "+setup.ThemePath, a.features.setup.ThemeFile)
	for _, lang := range i18n.Langs {
		mux.Handle("GET /manifest."+lang+".webmanifest", a.features.setup.Manifest(lang, static))
	}
	for _, path := range setup.IconPaths() {
		mux.HandleFunc("GET "+path, a.features.setup.IconFile(static))
	}
	a.features.seo.Mount(mux)
	if a.outbox != nil {
		mux.Handle("/dev/outbox", a.outbox)
		mux.Handle("/dev/texts", devtexts.Page(demoTexts))
	}
	if a.sandbox != nil {
		mux.Handle("/gateway/sandbox/", a.sandbox)
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

// callOf says how a request counts against the limits of its address. The API counts its own; the files of the build
// are small, the same for everybody, and kept by browsers and proxies.
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

// newEgress bounds what answers cost until they are read. Requests of this machine itself are under no bound of their
// own, as they are under no limit.
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

// egressAgain is when a network that has too many answers under way may ask again.
const egressAgain = 2 * time.Second

// demoTexts are the demo's, to be read beside all others.
func demoTexts() (all []devtexts.Text, err error) {
	texts, err := demo.Texts()
	for _, t := range texts {
		all = append(all, devtexts.Text{Key: "demo/" + t.Key, Text: t.Text})
	}
	return all, err
}

// knows reports whether what a parameter of a page's address names is there.
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
