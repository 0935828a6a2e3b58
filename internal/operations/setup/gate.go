package setup

import (
	"html"
	"net/http"
	"strings"
	"time"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/ssr"
)

// earlyCookie admits a browser to a soft opening.
const earlyCookie = "early"

const (
	// lookAgain is the retry time sent to programs and crawlers while the shop is closed.
	lookAgain = time.Hour
	earlyFor  = 30 * 24 * time.Hour
)

// Gate admits customers once the shop is open, or earlier if they were invited.
type Gate struct {
	Setup *Service
	API   *httpapi.API
	// Quiet reports whether this is a restored copy. It is closed to customers and to providers' notices, regardless of
	// its state of opening. Nil means never.
	Quiet func() bool
	// Pages renders the page for visitors of a closed shop; nil means plain text.
	Pages *ssr.Renderer
	// AlwaysOpen are further path prefixes that are always open: files and photos with secret addresses.
	AlwaysOpen []string
}

// alwaysOpen reports whether a path is open in every state of the shop: staff and their set-up, providers' notices,
// health, files without private content, and the country's areas, which the set-up needs.
func (g Gate) alwaysOpen(path string) bool {
	for _, prefix := range append(
		[]string{httpapi.Base + "/console/", httpapi.Base + "/webhooks/", httpapi.Base + "/setup/", "/console/",
			"/api/docs", "/api/openapi.json", files.Prefix}, g.AlwaysOpen...) {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return path == "/console" || path == httpapi.Base+"/districts" || path == ThemePath || path == "/healthz" ||
		path == "/readyz" || ssr.StaticPath(path)
}

// Handler passes requests to next if customers may enter.
func (g Gate) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got, ok := strings.CutPrefix(r.URL.Path, WayIn); ok {
			g.letIn(w, r, got)
			return
		}
		if g.Quiet != nil && g.Quiet() {
			if g.alwaysOpen(r.URL.Path) && !strings.HasPrefix(r.URL.Path, httpapi.Base+"/webhooks/") &&
				!strings.HasPrefix(r.URL.Path, httpapi.Base+"/setup/") {
				next.ServeHTTP(w, r)
				return
			}
			w.Header().Set("X-Robots-Tag", "none")
			g.soon(w, r, awayNotice)
			return
		}
		if g.Setup.IsOpen() || g.alwaysOpen(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		// Search engines must not index a shop that is not open.
		w.Header().Set("X-Robots-Tag", "none")
		if cookie, err := r.Cookie(earlyCookie); err == nil && g.Setup.LetsIn(cookie.Value) && !forCrawlers(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		g.soon(w, r, soonNotice)
	})
}

// notice contains the keys of a page that replaces the whole shop. named is the title if the shop has a name.
type notice struct{ title, named, text string }

var (
	soonNotice = notice{"setup.soon_title", "setup.soon_named", "setup.soon_text"}
	awayNotice = notice{"restored.back_title", "restored.back_named", "restored.back_text"}
)

func forCrawlers(path string) bool {
	return path == "/robots.txt" || path == "/sitemap.xml" || strings.HasPrefix(path, "/sitemaps/")
}

// letIn sets the cookie that admits a browser to the soft opening.
func (g Gate) letIn(w http.ResponseWriter, r *http.Request, got string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "none")
	if g.Setup.LetsIn(got) {
		http.SetCookie(w,
			&http.Cookie{Name: earlyCookie, Value: got, Path: "/", MaxAge: int(earlyFor / time.Second), HttpOnly: true,
				Secure: strings.HasPrefix(g.Setup.PublicURL, "https://"), SameSite: http.SameSiteLaxMode})
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// soon answers requests before the shop is open: 503, because there is nothing yet that should be cached, and when to
// try again. words are the texts with that prefix.
func (g Gate) soon(w http.ResponseWriter, r *http.Request, words notice) {
	refusal := &errs.Error{Kind: errs.KindUnavailable, Key: "setup.opening_soon", RetryAfter: lookAgain}
	switch {
	case r.URL.Path == "/robots.txt":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("User-agent: *\nDisallow: /\n"))
		return
	case strings.HasPrefix(r.URL.Path, "/api/"):
		g.API.Refuse(w, r, refusal)
		return
	}
	lang := ssr.LanguageOf(r)
	if g.Pages == nil {
		http.Error(w, i18n.T(lang, "setup.opening_soon"), http.StatusServiceUnavailable)
		return
	}
	name := g.Setup.Shop().Name.In(lang)
	title := i18n.T(lang, words.title)
	if name != "" {
		title = i18n.T(lang, words.named, "name", name)
	}
	const class = `class="min-h-11 inline-flex items-center text-go-text"`
	other := map[string]string{
		i18n.AR: `<a ` + class + ` href="/en" hreflang="en" lang="en">English</a>`,
		i18n.EN: `<a ` + class + ` href="/ar" hreflang="ar" lang="ar">العربية</a>`}[lang]
	page := g.Pages.Notice(lang, http.StatusServiceUnavailable,
		`<title>`+html.EscapeString(title)+`</title><meta name="robots" content="none">`,
		`<main class="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 py-12 text-center">`+
			`<h1 class="text-3xl font-bold text-balance">`+html.EscapeString(title)+`</h1>`+
			`<p class="text-lg text-muted text-pretty">`+html.EscapeString(i18n.T(lang, words.text))+`</p>`+other+`</main>`)
	page.RetryAfter = int(lookAgain / time.Second)
	ssr.Send(w, r, page, lang)
}
