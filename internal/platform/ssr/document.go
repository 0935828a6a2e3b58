package ssr

import (
	"bytes"
	"encoding/json"
	"html"
	"net/http"
	"strconv"
	"strings"
	"time"

	"wekala/internal/platform/compress"
	"wekala/internal/platform/i18n"
)

// ContentSecurityPolicy fits every page of shop and console: scripts and styles are our files, data is in a script
// element of type application/json, which the policy does not count as script. The two digests are React Aria's style
// elements (a new version changes them; browsers log it). images are further sources of pictures, "" for none.
func ContentSecurityPolicy(images string) string {
	sources := "'self' data: blob:"
	if images != "" {
		sources += " " + images
	}
	return "default-src 'self'; script-src 'self'; style-src 'self' " +
		"'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='; " +
		"img-src " + sources + "; font-src 'self'; connect-src 'self'; " +
		"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// finish puts a page into its document. If st is nil, the browser begins without data.
func (r *Renderer) finish(req Request, st *state, page drawn, now time.Time) Response {
	if page.status == 308 {
		return Response{Status: 308, Location: page.location, Rendered: true}
	}
	if st == nil {
		fresh := r.newState(req, now)
		st = &fresh
	}
	locale := "src/locales/" + req.Lang + ".ts"
	doc := document{
		lang:    req.Lang,
		title:   r.title(req.Lang),
		theme:   r.theme(),
		head:    page.head,
		html:    page.html,
		state:   stateJSON(st, page),
		entry:   r.assets.storefront,
		fonts:   r.assets.fonts(req.Lang),
		styles:  r.assets.styles(append([]string{storefrontEntry}, page.modules...)...),
		scripts: r.assets.scripts(storefrontEntry),
		parts:   r.assets.scripts(append([]string{storefrontStart, locale}, page.modules...)...),
		extra:   r.icons(),
	}
	return seal(page.status, doc.bytes(), page.rendered)
}

// Shell returns the document without a page; the browser renders the page of its address.
func (r *Renderer) Shell(req Request) Response {
	return r.finish(r.clean(req), nil,
		drawn{status: 200, head: r.title(req.Lang) + `<meta name="robots" content="noindex">`}, r.cfg.Clock.Now())
}

// brand returns the shop's name.
func (r *Renderer) brand(lang string) string {
	if r.cfg.Brand == nil {
		return i18n.DefaultBrand.In(lang)
	}
	return r.cfg.Brand(lang)
}

func (r *Renderer) title(lang string) string {
	return "<title>" + html.EscapeString(r.brand(lang)) + "</title>"
}

func (r *Renderer) theme() string {
	if r.cfg.Theme == nil {
		return ""
	}
	return r.cfg.Theme()
}

// icons returns the links to the shop's icons for tabs and phones.
func (r *Renderer) icons() string {
	const touch = `<link rel="apple-touch-icon" href="/apple-touch-icon.png`
	if r.cfg.Icon != nil {
		if own := r.cfg.Icon(); own != "" {
			own = "?" + html.EscapeString(own)
			return touch + own + `"><link rel="icon" href="/icon-32.png` + own +
				`" type="image/png" sizes="32x32"><link rel="icon" href="/icon-192.png` +
				own + `" type="image/png" sizes="192x192">`
		}
	}
	return touch + `">` + r.assets.faviconLink
}

// retryAfter is the retry time for a page that was not rendered, in seconds.
const retryAfter = 5

// busy is the page for a network that exceeds its share of pages (crowded), or for anybody while too many are
// requested. It reloads by itself, with or without scripts.
func (r *Renderer) busy(req Request, crowded bool) Response {
	status := http.StatusServiceUnavailable
	if crowded {
		status = http.StatusTooManyRequests
	}
	text := func(key string) string { return html.EscapeString(i18n.T(req.Lang, key)) }
	doc := document{
		lang:  req.Lang,
		theme: r.theme(),
		head: `<title>` + text("common.pages_busy_title") + `</title><meta name="robots" content="noindex">` +
			`<meta http-equiv="refresh" content="` + strconv.Itoa(retryAfter) + `">`,
		html: `<main class="mx-auto flex max-w-md flex-col items-center gap-4 px-4 py-12 text-center">` +
			`<h1 class="text-xl font-semibold text-balance">` + text("common.pages_busy_title") + `</h1>` +
			`<p class="text-muted text-pretty">` + text("common.pages_busy_text") + `</p>` +
			`<a class="inline-flex min-h-12 items-center justify-center rounded-control bg-go px-5 font-medium text-on-go no-underline" href="` +
			html.EscapeString(req.URL) + `">` + text("common.pages_busy_again") + `</a></main>`,
		fonts:  r.assets.fonts(req.Lang),
		styles: r.assets.styles(storefrontEntry),
		extra:  r.icons(),
	}
	page := seal(status, doc.bytes(), false)
	page.RetryAfter = retryAfter
	return page
}

// Notice returns a page without scripts and data. Its content comes from the caller, already escaped.
func (r *Renderer) Notice(lang string, status int, head, html string) Response {
	doc := document{lang: lang, theme: r.theme(), head: head, html: html, fonts: r.assets.fonts(lang),
		styles: r.assets.styles(storefrontEntry), extra: r.icons()}
	return seal(status, doc.bytes(), false)
}

// Console is the document of the staff console: a shell that its own script fills.
func (r *Renderer) Console(lang string) Response {
	if lang != "ar" {
		lang = "en"
	}
	st := r.newState(Request{URL: "/console", Lang: lang, Figures: "latn"}, r.cfg.Clock.Now())
	doc := document{
		lang:    lang,
		theme:   r.theme(),
		head:    r.title(lang) + `<meta name="robots" content="noindex">`,
		state:   stateJSON(&st, drawn{status: 200}),
		entry:   r.assets.console,
		fonts:   r.assets.fonts(lang),
		styles:  r.assets.styles(consoleEntry),
		scripts: r.assets.scripts(consoleEntry, "src/console/locales/"+lang+".ts"),
		extra:   r.icons(),
	}
	return seal(200, doc.bytes(), false)
}

// pageLevel is the compression level of pages: above it, brotli takes as long as rendering.
const pageLevel = 4

func seal(status int, document []byte, rendered bool) Response {
	return Response{Status: status, body: compress.NewBody(document, pageLevel), digest: compress.Digest(document),
		Rendered: rendered}
}

// stateJSON is safe inside a script element: encoding/json writes <, > and & as escapes, in the
// API's answers as well.
func stateJSON(st *state, page drawn) []byte {
	text, err := json.Marshal(struct {
		*state
		Status   int  `json:"status"`
		Rendered bool `json:"rendered"`
	}{st, page.status, page.rendered})
	if err != nil {
		// Every part was valid JSON when it was read; without data the browser fetches it itself.
		return []byte("{}")
	}
	return text
}

// stateBegins marks the data for the browser in a document.
const stateBegins = `<script type="application/json" id="state"`

type document struct {
	lang, head, html string
	title, theme     string // where the head has none; a stylesheet after the others, "" for none
	state            []byte
	entry            string // "" for a page without scripts
	fonts            []string
	styles           []string
	scripts          []string // fetched with the page
	parts            []string // fetched by the entry after the first paint
	extra            string
}

func (d document) bytes() []byte {
	var out bytes.Buffer
	out.Grow(len(d.html) + len(d.state) + len(d.head) + 2048)
	direction := "ltr"
	if d.lang == "ar" {
		direction = "rtl"
	}
	preloads, content := splitPreloads(d.html)
	write := func(parts ...string) {
		for _, part := range parts {
			out.WriteString(part)
		}
	}
	write(`<!doctype html><html lang="`, d.lang, `" dir="`, direction, `"><head><meta charset="utf-8">`,
		`<meta name="viewport" content="width=device-width,initial-scale=1">`)
	head := d.head
	if head == "" {
		head = d.title
	}
	write(head)
	for _, file := range d.styles {
		write(`<link rel="stylesheet" href="/`, html.EscapeString(file), `">`)
	}
	if d.theme != "" {
		write(`<link rel="stylesheet" href="`, html.EscapeString(d.theme), `">`)
	}
	write(preloads)
	for _, file := range d.fonts {
		write(`<link rel="preload" href="/`, html.EscapeString(file),
			`" as="font" type="font/woff2" crossorigin>`)
	}
	// The page is readable without scripts, so they make way for styles, fonts and pictures.
	for _, file := range d.scripts {
		write(`<link rel="modulepreload" fetchpriority="low" href="/`, html.EscapeString(file), `">`)
	}
	write(`<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f3">`,
		`<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1a17">`,
		`<link rel="manifest" href="/manifest.`, d.lang, `.webmanifest">`, d.extra,
		`</head><body><div id="root">`, content, `</div>`)
	if d.entry != "" {
		write(stateBegins, ` data-parts="`, html.EscapeString(d.partList()), `">`)
		out.Write(d.state)
		write(`</script><script type="module" fetchpriority="low" src="/`, html.EscapeString(d.entry), `"></script>`)
	}
	write(`</body></html>`)
	return out.Bytes()
}

func (d document) partList() string {
	addresses := make([]string, len(d.parts))
	for i, file := range d.parts {
		addresses[i] = "/" + file
	}
	return strings.Join(addresses, " ")
}

// splitPreloads takes the preload links that React writes before a page's first element to where
// they do most good, the head.
func splitPreloads(page string) (links, rest string) {
	rest = page
	for strings.HasPrefix(rest, "<link ") {
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			break
		}
		rest = rest[end+1:]
	}
	return page[:len(page)-len(rest)], rest
}
