package ssr

import (
	"context"
	"encoding/json"
	"errors"
	neturl "net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
)

// The bounds of rendering one page.
const (
	maxURL     = 2048
	maxQueries = 16
	maxRounds  = 3
)

// query is a public API request of a page, as the bundle names it.
type query struct {
	Key  json.RawMessage `json:"key"`
	Path string          `json:"path"`
	Meta json.RawMessage `json:"meta"`
}

type queriesAnswer struct {
	Queries  []query  `json:"queries"`
	Again    bool     `json:"again"`
	Redirect string   `json:"redirect"`
	NotFound bool     `json:"notFound"`
	Modules  []string `json:"modules"`
}

type renderAnswer struct {
	Status int    `json:"status"`
	Head   string `json:"head"`
	// Says is how the page's text depends on its moment; see holds.
	Says string `json:"says"`
}

// state is a page's data for the bundle and the browser; see web/src/storefront/state.ts.
type state struct {
	URL      string        `json:"url"`
	Lang     string        `json:"lang"`
	Figures  string        `json:"figures"`
	Prefix   string        `json:"prefix"`
	Now      int64         `json:"now"`
	Origin   string        `json:"origin"`
	District string        `json:"district"`
	Currency string        `json:"currency"`
	Config   runtimeConfig `json:"config"`
	Data     []answered    `json:"data"`
}

type runtimeConfig struct {
	Base    string `json:"base"`
	Version string `json:"version"`
	Tiles   string `json:"tiles"`
	TilesBy string `json:"tiles_by,omitempty"`
	// Brand is the name that texts are written with, and the shop's own where it has one.
	Brand []string `json:"brand,omitempty"`
	// Texts are the shop's own in place of the program's, by their keys.
	Texts map[string]string `json:"texts,omitempty"`
	// Logo is the shop's own, absent where it has none.
	Logo *files.Image `json:"logo,omitempty"`
}

type answered struct {
	Key    json.RawMessage `json:"key"`
	Meta   json.RawMessage `json:"meta"`
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

// drawn is a rendered page without its document.
type drawn struct {
	status   int
	location string
	head     string
	html     string
	modules  []string
	rendered bool
	says     string
	asked    []string // the paths of its answers, in their order
	answers  []Answer
}

// make returns the finished page to cache; until is zero for one that must not be cached. known are answers that were
// already fetched.
func (r *Renderer) make(ctx context.Context, req Request, now time.Time, known map[string]Answer) *kept {
	st := r.newState(req, now)
	if len(req.URL) > maxURL {
		return &kept{page: r.finish(req, nil, drawn{status: 404}, now)}
	}
	page, until, err := r.draw(ctx, req, &st, now, known)
	if err != nil {
		path, trouble := unsaid(req.URL, err)
		r.cfg.Log.ErrorContext(ctx, "page not rendered", "path", path, "error", trouble)
		page.rendered, page.html, page.head = false, "", ""
		if page.status == 0 {
			page.status = 200
		}
		until = time.Time{}
	}
	made := &kept{page: r.finish(req, &st, page, now), until: until}
	if until.After(now) {
		made.stamp, made.holds, made.asked = now, r.holds(page.says, now), page.asked
		made.digest = r.digest(req, page.asked, page.answers)
	}
	return made
}

// unsaid returns what may be logged of a failed page: its path without the query, whose values may be secret (a guest's
// ticket), and the error without them. If the page was only too slow, the script's stack is left out.
func unsaid(url string, err error) (path, trouble string) {
	path, query, _ := strings.Cut(url, "?")
	trouble = err.Error()
	if errBusy == err || strings.Contains(trouble, "interrupted") {
		trouble, _, _ = strings.Cut(trouble, "\n")
	}
	for part := range strings.SplitSeq(query, "&") {
		_, value, _ := strings.Cut(part, "=")
		for _, secret := range []string{value, unescaped(value)} {
			if len(secret) > 3 {
				trouble = strings.ReplaceAll(trouble, secret, "…")
			}
		}
	}
	return path, trouble
}

func unescaped(value string) string {
	plain, err := neturl.QueryUnescape(value)
	if err != nil {
		return ""
	}
	return plain
}

// draw asks, fetches and renders. On an error st holds the answers gathered so far.
func (r *Renderer) draw(ctx context.Context, req Request, st *state, now time.Time,
	known map[string]Answer) (drawn, time.Time, error) {
	until := now.Add(r.cfg.TTL)
	page := drawn{status: 200}
	asked := map[string]bool{}
	for range maxRounds {
		var wanted queriesAnswer
		if _, err := r.run(ctx, "queries", st, &wanted); err != nil {
			return page, until, err
		}
		if wanted.Redirect != "" {
			page.status, page.location, page.rendered, page.says = 308, wanted.Redirect, true, saysNothing
			return page, until, nil
		}
		page.modules = wanted.Modules
		if wanted.NotFound {
			// Any address can be made up, so such pages are not cached.
			until = time.Time{}
			break
		}
		fresh := unasked(wanted.Queries, asked)
		answers := r.answer(ctx, req, st, fresh, known)
		for i, q := range fresh {
			page.asked, page.answers = append(page.asked, q.Path), append(page.answers, answers[i])
		}
		earliest, complete := untilWhen(answers)
		if !earliest.IsZero() && earliest.Before(until) {
			until = earliest
		}
		if !complete {
			until = time.Time{}
		}
		if !wanted.Again || len(fresh) == 0 {
			break
		}
	}
	var out renderAnswer
	html, err := r.run(ctx, "render", st, &out)
	if err != nil {
		return page, until, err
	}
	page.status, page.head, page.html, page.says, page.rendered = out.Status, out.Head, html, out.Says, true
	if out.Status == 404 {
		until = time.Time{}
	}
	return page, until, nil
}

// ownBrand returns the name with which the browser replaces the default one in texts.
func (r *Renderer) ownBrand(lang string) []string {
	written := i18n.DefaultBrand.In(lang)
	if brand := r.brand(lang); brand != written {
		return []string{written, brand}
	}
	return nil
}

// ownTexts returns the shop's replacements for the program's texts; nil if there are none.
func (r *Renderer) ownTexts(lang string) map[string]string {
	if r.cfg.Texts == nil {
		return nil
	}
	return r.cfg.Texts(lang)
}

// logo returns the shop's logo; nil if there is none.
func (r *Renderer) logo() *files.Image {
	if r.cfg.Logo == nil {
		return nil
	}
	if own := r.cfg.Logo(); own.Src != "" {
		return &own
	}
	return nil
}

func (r *Renderer) newState(req Request, now time.Time) state {
	tiles, by := r.cfg.Tiles()
	return state{
		URL:      req.URL,
		Lang:     req.Lang,
		Figures:  req.Figures,
		Prefix:   prefixOf(req.URL),
		Now:      now.UnixMilli(),
		Origin:   req.Origin,
		District: req.District,
		Currency: req.Currency,
		Config: runtimeConfig{
			Base: r.cfg.Base, Version: r.cfg.ClientVersion, Tiles: tiles, TilesBy: by, Brand: r.ownBrand(req.Lang),
			Texts: r.ownTexts(req.Lang),
			Logo:  r.logo(),
		},
		Data: []answered{},
	}
}

var errTooLarge = errors.New("ssr: the page's data is larger than an engine gets")

// run asks the bundle: it answers JSON, and behind a line feed the page as it is.
func (r *Renderer) run(ctx context.Context, name string, st *state, out any) (html string, err error) {
	input, err := json.Marshal(st)
	if err != nil {
		return "", err
	}
	if len(input) > r.cfg.MaxInput {
		// The browser gets none either: it fetches the data itself, without that time limit.
		st.Data = []answered{}
		return "", errTooLarge
	}
	text, err := r.engines.call(ctx, name, string(input))
	if err != nil {
		return "", err
	}
	answer, html, _ := strings.Cut(text, "\n")
	return html, json.Unmarshal([]byte(answer), out)
}

// unasked removes the queries of earlier rounds and those beyond the limit.
func unasked(queries []query, asked map[string]bool) []query {
	var fresh []query
	for _, q := range queries {
		name := string(q.Key)
		if asked[name] || len(asked) >= maxQueries {
			continue
		}
		asked[name] = true
		fresh = append(fresh, q)
	}
	return fresh
}

// answer answers the queries, using the known answers, and adds the answers to st in order.
func (r *Renderer) answer(ctx context.Context, req Request, st *state, queries []query,
	known map[string]Answer) []Answer {
	answers := make([]Answer, len(queries))
	var missing []string
	var places []int
	for i, q := range queries {
		if a, ok := known[q.Path]; ok {
			answers[i] = a
			continue
		}
		missing, places = append(missing, q.Path), append(places, i)
	}
	for i, a := range r.fetch(ctx, req, missing) {
		answers[places[i]] = a
	}
	for i, a := range answers {
		body := json.RawMessage(a.Body)
		if !json.Valid(body) {
			body = json.RawMessage("null")
		}
		st.Data = append(st.Data, answered{Key: queries[i].Key, Meta: queries[i].Meta, Status: a.Status, Body: body})
	}
	return answers
}

// fetch requests all paths from the API concurrently.
func (r *Renderer) fetch(ctx context.Context, req Request, paths []string) []Answer {
	header := map[string]string{
		"Accept":          "application/json",
		"Accept-Language": req.Lang,
		"Language":        "en",
		"User-Agent-Type": "web",
		"version":         r.cfg.ClientVersion,
		"Authorization":   "Bearer null",
		"district-id":     orNull(req.District),
		"currency-id":     orNull(req.Currency),
	}
	answers := make([]Answer, len(paths))
	var group sync.WaitGroup
	for i, path := range paths {
		group.Go(func() { answers[i] = r.cfg.Fetch(ctx, r.cfg.Base+path, header) })
	}
	group.Wait()
	return answers
}

// untilWhen returns the earliest expiry of some answers, zero for never, and whether all of them allow the page to be
// cached.
func untilWhen(answers []Answer) (earliest time.Time, complete bool) {
	complete = true
	for _, answer := range answers {
		if !answer.Expires.IsZero() && (earliest.IsZero() || answer.Expires.Before(earliest)) {
			earliest = answer.Expires
		}
		if answer.Status < 200 || answer.Status >= 500 {
			complete = false
		}
	}
	return earliest, complete
}

func orNull(id string) string {
	if id == "" {
		return "null"
	}
	return id
}

var identifier = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// clean bounds the cache keys that a visitor's cookies and address can produce.
func (r *Renderer) clean(req Request) Request {
	if req.Lang != "ar" {
		req.Lang = "en"
	}
	if req.Lang != "ar" || req.Figures != "arab" {
		req.Figures = "latn"
	}
	req.District = there(req.District, r.cfg.District)
	req.Currency = there(req.Currency, r.cfg.Currency)
	req.URL = r.params.known(req.URL)
	return req
}

// there returns id if it is known, otherwise "".
func there(id string, known func(string) bool) string {
	if !identifier.MatchString(id) || known != nil && !known(id) {
		return ""
	}
	return id
}
