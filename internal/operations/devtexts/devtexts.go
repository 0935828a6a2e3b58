// Package devtexts serves /dev/texts: every text of shop, console, server,
// information pages and demo, as people see it.
package devtexts

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"wekala/internal/marketing/content"
	"wekala/internal/operations/messagetemplates"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
	"wekala/web"
)

// Page shows every text in a frame of its kind, both languages side by side, filled with difficult values: plurals of
// 0, 1, 2, 5, 11 and 100, a woman's name, a Latin one, a time today. ?q= searches keys and words, ?kind= and ?from=
// narrow, ?figures=arab draws ٠١٢ (default 012). more has further texts: the demo's.
func Page(more func() ([]Text, error)) http.Handler {
	read := sync.OnceValues(func() (map[bool][]textRow, error) {
		others, err := more()
		if err != nil {
			return nil, err
		}
		beside := append(pageRows(), otherRows(others)...)
		return map[bool][]textRow{false: append(textRows(false), beside...), true: append(textRows(true), beside...)}, nil
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex")
		h.Set("Referrer-Policy", "no-referrer")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET", http.StatusMethodNotAllowed)
			return
		}
		drawn, err := read()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		query := r.URL.Query()
		view := textsView{Query: query.Get("q"), Kind: query.Get("kind"), From: query.Get("from"),
			Arab: query.Get("figures") == "arab", Kinds: textKinds, Froms: textFroms, Style: template.CSS(textsStyle)}
		for _, row := range drawn[view.Arab] {
			if row.matches(view.Query, view.Kind, view.From) {
				view.Rows = append(view.Rows, row)
			}
		}
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; style-src '"+textsStyleHash+
			"'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
		_ = textsTemplate.Execute(w, view)
	})
}

// Text is a text that is not among those of the program.
type Text struct {
	Key string // "demo/products:egyptian-rice"
	i18n.Text
}

// otherRows draws texts of others, which have no values to be filled in.
func otherRows(all []Text) []textRow {
	rows := make([]textRow, 0, len(all))
	for _, t := range all {
		row := textRow{Key: t.Key, From: t.Key[:strings.Index(t.Key, "/")], Kind: "page"}
		row.AR, row.EN = samples(i18n.AR, map[string]string{t.Key: t.AR}, t.Key, "server"),
			samples(i18n.EN, map[string]string{t.Key: t.EN}, t.Key, "server")
		row.AR, row.EN = row.AR[:1], row.EN[:1]
		rows = append(rows, row)
	}
	return rows
}

// pageRows draws the information pages, a row for each section, with their placeholders filled in.
func pageRows() []textRow {
	names, _ := fs.Glob(content.Bundled(), "pages/*.en.md")
	var all []Text
	for _, name := range names {
		sections := map[i18n.Lang][]string{}
		for _, lang := range i18n.Langs {
			raw, err := fs.ReadFile(content.Bundled(), strings.Replace(name, ".en.", "."+lang+".", 1))
			if err != nil {
				continue
			}
			sections[lang] = strings.Split(strings.TrimSpace(string(raw)), "\n## ")
		}
		page := strings.TrimSuffix(path.Base(name), ".en.md")
		for i := range max(len(sections[i18n.EN]), len(sections[i18n.AR])) {
			one := Text{Key: fmt.Sprintf("page/%s:%d", page, i+1)}
			if i < len(sections[i18n.EN]) {
				one.EN = sections[i18n.EN][i]
			}
			if i < len(sections[i18n.AR]) {
				one.AR = sections[i18n.AR][i]
			}
			all = append(all, one)
		}
	}
	return otherRows(all)
}

type textsView struct {
	Query, Kind, From string
	Arab              bool // Arabic in ٠١٢
	Kinds, Froms      []string
	Rows              []textRow
	Style             template.CSS
}

// textRow is one key, its plural forms together.
type textRow struct {
	Key, Kind, From string
	AR, EN          []textSample
}

// textSample is a text as it reads with some values.
type textSample struct {
	With, Text string
	Parts      int // of an SMS
	Length     int
}

var (
	textKinds = []string{"button", "label", "heading", "line", "toast", "sms", "whatsapp", "email", "push", "inbox", "pdf",
		"page"}
	textFroms = []string{"web", "console", "server", "page", "demo"}
)

// plural reports a row of several forms.
func (row textRow) plural() bool { return len(row.EN) > 2 }

func (row textRow) matches(q, kind, from string) bool {
	if kind != "" && row.Kind != kind || from != "" && row.From != from {
		return false
	}
	q = strings.ToLower(strings.TrimSpace(q))
	// Templates are named as the code has them, orders.notice_ready, and a form
	// of a plural as its file does.
	key, asked := strings.ReplaceAll(strings.ToLower(row.Key), ".", ":"), strings.ReplaceAll(q, ".", ":")
	if q == "" || strings.Contains(key, asked) || row.plural() &&
		strings.HasSuffix(key, textForm.ReplaceAllString(asked, "")) && textForm.MatchString(asked) {
		return true
	}
	return slices.ContainsFunc(append(slices.Clone(row.AR), row.EN...), func(s textSample) bool {
		return strings.Contains(strings.ToLower(s.Text), q)
	})
}

var (
	textForm = regexp.MustCompile(`_(zero|one|two|few|many|other)$`)
)

// textRows reads all texts, in the order of their keys. arab writes the web's
// Arabic numbers in ٠١٢; messages are in 012 always.
func textRows(arab bool) []textRow {
	all := map[i18n.Lang]map[string]string{}
	for _, lang := range i18n.Langs {
		all[lang] = map[string]string{}
		for key, text := range i18n.All(lang) {
			all[lang]["server/"+strings.Replace(key, ".", ":", 1)] = text
		}
		names, _ := fs.Glob(web.Locales, "src/locales/"+lang+"/*.json")
		staff, _ := fs.Glob(web.Locales, "src/locales/"+lang+"/console/*.json")
		for _, name := range append(names, staff...) {
			raw, err := web.Locales.ReadFile(name)
			if err != nil {
				continue
			}
			var entries map[string]any
			if json.Unmarshal(raw, &entries) != nil {
				continue
			}
			from := "web/"
			if strings.Contains(name, "/console/") {
				from = "console/"
			}
			spread(entries, from+strings.TrimSuffix(path.Base(name), ".json")+":", all[lang])
		}
	}
	stems := map[string]bool{}
	for key := range all[i18n.EN] {
		stems[stemOf(all[i18n.EN], key)] = true
	}
	keys := make([]string, 0, len(stems))
	for stem := range stems {
		keys = append(keys, stem)
	}
	slices.Sort(keys)
	rows := make([]textRow, 0, len(keys))
	for _, key := range keys {
		row := textRow{Key: key, From: key[:strings.Index(key, "/")]}
		row.AR, row.EN = samples(i18n.AR, all[i18n.AR], key, row.From), samples(i18n.EN, all[i18n.EN], key, row.From)
		row.Kind = kindOf(row)
		for _, side := range [][]textSample{row.AR, row.EN} {
			for i := range side {
				if !arab || row.From == "server" {
					side[i].Text = latin.Replace(side[i].Text)
				}
				if row.Kind == "sms" {
					// the line from which browsers fill the code in
					if messagetemplates.Kinds[templateOf(row.Key)] == messagetemplates.CodeMessage {
						side[i].Text += "\n\n@wekala.example #4821"
					}
					side[i].Length, side[i].Parts = len(utf16.Encode([]rune(side[i].Text))), notify.SMSParts(side[i].Text)
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func spread(entries map[string]any, before string, into map[string]string) {
	for key, value := range entries {
		switch value := value.(type) {
		case string:
			into[before+key] = value
		case map[string]any:
			spread(value, before+key+".", into)
		}
	}
}

// stemOf removes the plural form from a key that has several.
func stemOf(texts map[string]string, key string) string {
	stem := textForm.ReplaceAllString(key, "")
	if _, plural := texts[stem+"_one"]; stem != key && plural {
		return stem
	}
	return key
}

const textsStyle = `
:root{color-scheme:light dark;--paper:#FBF8F3;--card:#fff;--ink:#16302B;--soft:#566b66;--line:#e6dfd3;--go:#0E7A5F;--tint:#e4f2ed}
@media (prefers-color-scheme:dark){:root{--paper:#12201d;--card:#1a2c28;--ink:#eef3f1;--soft:#a9bab5;--line:#2b403b;--go:#5fd0ae;--tint:#1f3b34}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 "Readex Pro","Segoe UI",Tahoma,system-ui,sans-serif}
main{max-width:80rem;margin:0 auto;padding:1rem 1rem 4rem}
h1{font-size:1.5rem;margin:0 0 .5rem}
form{display:flex;flex-wrap:wrap;gap:.5rem;position:sticky;top:0;background:var(--paper);padding-block:.75rem;border-bottom:1px solid var(--line)}
input,select,form button{font:inherit;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--line);border-radius:12px;background:var(--card);color:inherit}
input{flex:1 1 14rem;min-width:0}
form button{background:var(--go);border-color:var(--go);color:var(--card)}
section{border-bottom:1px solid var(--line);padding:.75rem 0}
.head{margin:0 0 .5rem;font-size:.8125rem;color:var(--soft);overflow-wrap:anywhere}
.head code{color:var(--ink);font-size:.875rem}
.pair{display:grid;gap:1rem;grid-template-columns:1fr 1fr}
@media (max-width:48rem){.pair{grid-template-columns:1fr}}
.side{display:flex;flex-direction:column;gap:.375rem;align-items:start;min-width:0}
.one{display:flex;gap:.5rem;align-items:baseline;max-width:100%}
.one small{color:var(--soft);min-width:2rem}
.one p{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.button p{background:var(--tint);color:var(--go);font-weight:600;border-radius:12px;padding:.375rem 1rem}
.label p{font-size:.875rem;color:var(--soft);background:var(--card);border:1px solid var(--line);border-radius:999px;padding:.125rem .75rem}
.heading p{font-size:1.25rem;font-weight:700;line-height:1.35}
.toast p{background:var(--ink);color:var(--paper);border-radius:12px;padding:.5rem 1rem}
.sms p,.push p{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:.5rem .875rem;max-width:20rem}
.sms p,.push p,.whatsapp p{unicode-bidi:plaintext}
.push p{border-inline-start:4px solid var(--go)}
.whatsapp p{background:var(--tint);border-radius:16px;border-end-end-radius:4px;padding:.5rem .875rem;max-width:20rem}
.inbox p{background:var(--card);border-block:1px solid var(--line);padding:.625rem .875rem;max-width:24rem}
.email p{background:var(--card);border:1px solid var(--line);padding:.75rem 1rem;max-width:32rem}
.page p{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:.75rem 1rem;max-width:36rem}
.pdf p{background:#fff;color:#111;border:1px dashed #999;padding:.25rem .75rem;font-family:serif}
.one .many{color:#b3261e;font-weight:700}
@media (prefers-color-scheme:dark){.one .many{color:#ffb4ab}}
`

var textsStyleHash = func() string {
	sum := sha256.Sum256([]byte(textsStyle))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}()

var textsTemplate = template.Must(template.New("texts").Parse(`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Texts · Wekala</title>
<style>{{.Style}}</style>
</head>
<body>
<main>
<h1>Texts ({{len .Rows}})</h1>
<form>
<input type="search" name="q" value="{{.Query}}" placeholder="Key or words" aria-label="Key or words" dir="auto">
<select name="kind" aria-label="Kind"><option value="">All kinds</option>{{range .Kinds}}<option{{if eq . $.Kind}} selected{{end}}>{{.}}</option>{{end}}</select>
<select name="from" aria-label="From"><option value="">Everywhere</option>{{range .Froms}}<option{{if eq . $.From}} selected{{end}}>{{.}}</option>{{end}}</select>
<select name="figures" aria-label="Arabic numbers"><option value="">012</option><option value="arab"{{if .Arab}} selected{{end}}>٠١٢</option></select>
<button>Search</button>
</form>
{{range .Rows}}<section>
<p class="head"><code>{{.Key}}</code> · {{.Kind}}</p>
<div class="pair {{.Kind}}">
<div class="side" lang="ar" dir="rtl">{{range .AR}}<div class="one">{{if .With}}<small>{{.With}}</small>{{end}}<p>{{.Text}}</p>{{if .Parts}}<small{{if gt .Parts 1}} class="many"{{end}} dir="ltr">{{.Length}} · {{.Parts}}</small>{{end}}</div>{{end}}</div>
<div class="side" lang="en" dir="ltr">{{range .EN}}<div class="one">{{if .With}}<small>{{.With}}</small>{{end}}<p>{{.Text}}</p>{{if .Parts}}<small{{if gt .Parts 1}} class="many"{{end}}>{{.Length}} · {{.Parts}}</small>{{end}}</div>{{end}}</div>
</div>
</section>
{{end}}</main>
</body>
</html>
`))
