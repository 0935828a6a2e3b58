package ssr

import (
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"wekala/internal/platform/i18n"
)

// The oldest browsers the build works in: vite.config.ts has the same as its target, docs/browsers.md states them.
const (
	OldestChrome  = 105
	OldestSafari  = 15.4
	OldestFirefox = 115
)

// The engine's version in a browser's name. Every browser on iOS has the system's engine, every Chromium has "Chrome/".
var (
	iosVersion     = regexp.MustCompile(`\bOS (\d+)_(\d+)(?:_\d+)? like Mac OS X`)
	chromeVersion  = regexp.MustCompile(`\b(?:Chrome|Chromium)/(\d+)`)
	firefoxVersion = regexp.MustCompile(`\bFirefox/(\d+)`)
	safariVersion  = regexp.MustCompile(`\bVersion/(\d+)\.(\d+)[^ ]* (?:Mobile/\S+ )?Safari/`)
	ancient        = regexp.MustCompile(`\bMSIE |\bTrident/|\bPresto/|Opera Mini`)
	// Programs that read pages run no script of ours, whatever engine they name.
	reader = regexp.MustCompile(`(?i)bot|crawl|spider|preview|\+https?:|lighthouse`)
)

// tooOld reports whether a browser's engine is known and older than the oldest supported one. Unknown engines are
// admitted.
func tooOld(agent string) bool {
	if agent == "" || reader.MatchString(agent) {
		return false
	}
	if ancient.MatchString(agent) {
		return true
	}
	number := func(parts ...string) float64 {
		n, _ := strconv.ParseFloat(strings.Join(parts, "."), 64)
		return n
	}
	if found := iosVersion.FindStringSubmatch(agent); found != nil {
		return number(found[1:]...) < OldestSafari
	}
	if found := chromeVersion.FindStringSubmatch(agent); found != nil {
		return number(found[1]) < OldestChrome
	}
	if found := firefoxVersion.FindStringSubmatch(agent); found != nil {
		return number(found[1]) < OldestFirefox
	}
	if found := safariVersion.FindStringSubmatch(agent); found != nil {
		return number(found[1:]...) < OldestSafari
	}
	return false
}

// tooOldPage is shown in place of every document to a browser that cannot run the shop: in both languages, without
// scripts, and readable without styles.
func (r *Renderer) tooOldPage(lang string) Response {
	langs := []string{"ar", "en"}
	if lang == "en" {
		langs = []string{"en", "ar"}
	}
	var body strings.Builder
	body.WriteString(`<main class="mx-auto flex max-w-md flex-col gap-8 px-4 py-12">`)
	for at, one := range langs {
		dir, level := "ltr", "h1"
		if one == "ar" {
			dir = "rtl"
		}
		if at > 0 {
			level = "h2"
		}
		text := func(key string) string {
			return html.EscapeString(
				i18n.T(i18n.Lang(one), key, "chrome", OldestChrome, "safari", OldestSafari, "firefox", OldestFirefox))
		}
		body.WriteString(`<section lang="` + one + `" dir="` + dir + `"><` + level + ` class="text-xl font-semibold">` +
			text("common.old_browser_title") + `</` + level + `><p>` + text("common.old_browser_text") + `</p></section>`)
	}
	body.WriteString(`</main>`)
	head := `<title>` + html.EscapeString(i18n.T(i18n.Lang(lang), "common.old_browser_title")) +
		`</title><meta name="robots" content="noindex">`
	return r.Notice(lang, http.StatusOK, head, body.String())
}

// sendTooOld responds to a browser that is too old, and reports whether it was one.
func (r *Renderer) sendTooOld(w http.ResponseWriter, req *http.Request) bool {
	if !tooOld(req.UserAgent()) {
		return false
	}
	lang := languageOf(req)
	send(w, req, r.tooOldPage(lang), lang, false)
	return true
}
