package notify

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"strings"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// outboxLimit is the number of messages that /dev/outbox shows.
const outboxLimit = 100

// Shown is a message in /dev/outbox.
type Shown struct {
	At      db.Millis `json:"at"`
	Channel string    `json:"channel"`
	To      string    `json:"to"`
	Body    string    `json:"body"`
	Code    string    `json:"code"` // "" when the message carries none
}

// Shown lists the newest messages first, as their recipients see them, without those that are not sent. If to is not
// empty, it lists only that recipient. It derives codes, so it works only in the demo.
func (s *Service) Shown(ctx context.Context, to string) ([]Shown, error) {
	if !s.cfg.Demo {
		return nil, errors.New("notify: messages can be read with the demo only")
	}
	var rows []row
	err := s.db.Select(ctx, &rows, `
		SELECT `+columns+` FROM messages WHERE (CAST($1 AS TEXT) = '' OR recipient = $1) AND state <> $3
		ORDER BY created_at DESC, id DESC LIMIT $2`, to, outboxLimit, stateSkipped)
	if err != nil {
		return nil, err
	}
	all := make([]Shown, 0, len(rows))
	for _, m := range rows {
		out, _, err := s.outgoing(ctx, m)
		if errors.Is(err, db.ErrNoRows) {
			continue // its challenge has been deleted
		}
		if err != nil {
			return nil, err
		}
		body := out.Text
		if out.Subject != "" {
			body = out.Subject + "\n\n" + body
		}
		all = append(all, Shown{At: m.CreatedAt, Channel: m.Channel, To: m.Recipient, Body: body, Code: out.Code})
	}
	return all, nil
}

// Outbox serves /dev/outbox: a page that reloads automatically, or JSON for Accept: application/json. ?to= filters by
// recipient. Without the demo it always returns 404.
func (s *Service) Outbox() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex")
		h.Add("Vary", "Accept, Accept-Language")
		if !s.cfg.Demo {
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET", http.StatusMethodNotAllowed)
			return
		}
		// A plus sign in a query is decoded as a space; no recipient begins with a space.
		to := strings.Replace(r.URL.Query().Get("to"), " ", "+", 1)
		all, err := s.Shown(r.Context(), to)
		if err != nil {
			http.Error(w, "the messages cannot be read right now", http.StatusInternalServerError)
			return
		}
		if strings.Contains(r.Header.Get("Accept"), "application/json") {
			h.Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(all)
			return
		}
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src '"+outboxStyleHash+
			"'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("Referrer-Policy", "no-referrer")
		_ = outboxPage.Execute(w, outboxView(i18n.Negotiate(r.Header.Get("Accept-Language")), all))
	})
}

type outboxEntry struct {
	Shown
	Label, Time, ISO, Dir string
}

func outboxView(lang i18n.Lang, all []Shown) map[string]any {
	entries := make([]outboxEntry, len(all))
	for i, m := range all {
		at := m.At.Time()
		entries[i] = outboxEntry{Shown: m, Label: i18n.T(lang, "notify.outbox_"+m.Channel),
			Time: at.In(clock.Cairo).Format("15:04:05"), ISO: at.Format(time.RFC3339), Dir: "auto"}
	}
	dir := "ltr"
	if lang == i18n.AR {
		dir = "rtl"
	}
	t := func(key string) string { return i18n.T(lang, "notify.outbox_"+key) }
	return map[string]any{"Lang": lang, "Dir": dir, "Entries": entries, "Style": template.CSS(outboxStyle),
		"Title": t("title"), "Lead": t("lead"), "Empty": t("empty"), "Refresh": t("refresh"), "Code": t("code"),
		"Brand": i18n.T(lang, "notify.brand")}
}

// outboxStyle is inline and allowed by its hash, so the page needs no other file. Logical properties mirror it for
// Arabic.
const outboxStyle = `
:root{color-scheme:light dark;--paper:#FBF8F3;--card:#fff;--ink:#16302B;--soft:#566b66;--line:#e6dfd3;--go:#0E7A5F;--tint:#e4f2ed}
@media (prefers-color-scheme:dark){:root{--paper:#12201d;--card:#1a2c28;--ink:#eef3f1;--soft:#a9bab5;--line:#2b403b;--go:#5fd0ae;--tint:#1f3b34}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 "Readex Pro","Segoe UI",Tahoma,system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .25rem}
.brand{color:var(--go);font-weight:700;margin:0 0 1rem}
.lead,.note{color:var(--soft);margin:0}
.note{font-size:.875rem;margin-block-start:.25rem}
a{color:inherit;display:inline-flex;min-height:2.75rem;align-items:center}
ol{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:.75rem}
li{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:1rem 1.25rem}
.head{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;font-size:.875rem;color:var(--soft)}
.label{background:var(--tint);color:var(--go);border-radius:999px;padding:.05rem .6rem;font-weight:600}
.to{font-weight:600;color:var(--ink);direction:ltr;unicode-bidi:isolate}
time{margin-inline-start:auto}
.text{margin:.6rem 0 0;white-space:pre-line;overflow-wrap:anywhere}
.code{display:flex;align-items:baseline;gap:.75rem;margin:.6rem 0 0}
.code b{font-size:2rem;letter-spacing:.25em;color:var(--go);direction:ltr;unicode-bidi:isolate;font-variant-numeric:tabular-nums;user-select:all}
.empty{margin-block-start:1.5rem;padding:2.5rem 1.25rem;text-align:center;background:var(--card);border:1px dashed var(--line);border-radius:16px;color:var(--soft)}
`

var outboxStyleHash = func() string {
	sum := sha256.Sum256([]byte(outboxStyle))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}()

var outboxPage = template.Must(template.New("outbox").Parse(`<!doctype html>
<html lang="{{.Lang}}" dir="{{.Dir}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{.Title}} · {{.Brand}}</title>
<style>{{.Style}}</style>
</head>
<body>
<main>
<p class="brand">{{.Brand}}</p>
<h1>{{.Title}}</h1>
<p class="lead">{{.Lead}}</p>
<p class="note"><a href="">{{.Refresh}}</a></p>
{{if .Entries}}<ol>{{range .Entries}}
<li>
<div class="head"><span class="label">{{.Label}}</span><span class="to">{{.To}}</span><time datetime="{{.ISO}}">{{.Time}}</time></div>
{{if .Code}}<p class="code"><span>{{$.Code}}</span><b>{{.Code}}</b></p>{{end}}
<p class="text" dir="{{.Dir}}">{{.Body}}</p>
</li>{{end}}
</ol>{{else}}<p class="empty">{{.Empty}}</p>{{end}}
</main>
</body>
</html>
`))
