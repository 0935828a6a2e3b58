// Package ssr renders the shop's public pages without Node. The server bundle of web/ runs in a pool of embedded
// JavaScript engines (modernc.org/quickjs, pure Go).
//
// A page is made in three steps: the bundle returns the public queries that the address needs; they are answered
// in-process through the program's own API handler; the bundle draws the page with the answers, which are also included
// in the document, so that the browser requests nothing twice. If a query depends on the answer of another, the first
// step is repeated with the known answers.
//
// An engine receives public data only: address, language, figures, district, currency and the API's answers to a caller
// without a token. So a page can be kept and sent for all requests with the same five. A second after they were
// fetched, or when a page's own time is up (the earliest X-Wekala-Expires of its answers), the answers are fetched
// again; if they are equal, so is the page, and an unrelated change costs no drawing. If the catalogue's version moves
// earlier, a visited page is refreshed in the background, and its visitors get the old one in the meantime.
//
// Drawing costs time, and every request for a page that is not kept causes it: requests of one network wait for each
// other, not those of other networks for them (platform/fair).
//
// No failure here becomes an error page: a page that cannot be drawn in time is sent as an empty shell with its data,
// and the browser draws it.
package ssr

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/compress"
	"wekala/internal/platform/fair"
	"wekala/internal/platform/files"
)

// Fetch answers one public API request, path and query below and including the API's base
// ("/api/v1/branches?page=1"). See Through for the usual one. Header names the caller's language,
// district and currency, never a token.
type Fetch func(ctx context.Context, path string, header map[string]string) Answer

// Answer is an answer of the API.
type Answer struct {
	Status int
	Body   []byte
	// Expires is when the answer may change without the catalogue's version moving (the next
	// opening, closing or offer boundary); zero when only the version matters.
	Expires time.Time
}

// Config has the parts a Renderer works with. Zero values of the limits mean their defaults.
type Config struct {
	// Dist is web.Dist(): server/server.js, manifest.json and assets/.
	Dist  fs.FS
	Fetch Fetch
	// Version is the catalogue's version: pages kept under another one are refreshed sooner.
	Version func() string
	Clock   clock.Clock
	Log     *slog.Logger

	// Parameters lists the parameters a page's address may have (web.Parameters); others do not make a separate page.
	Parameters []byte
	// District and Currency report whether an id in a cookie exists; nil accepts any.
	District, Currency func(id string) bool
	// Knows reports whether the thing that an address's parameter names exists; pages of missing ones are not kept. nil
	// accepts any.
	Knows func(parameter, value string) bool
	// Network names where a request comes from, for the bounds of drawing; nil is one for all.
	Network func(*http.Request) string

	// Base is the API's base path ("/api/v1"), ClientVersion the header `version` browsers send
	// ("1.4.158"), Tiles the address of raster map tiles ("" for none) and who made them; nil for
	// none. They reach the browser as runtime configuration.
	Base          string
	ClientVersion string
	Tiles         func() (address, by string)
	// Shared reports whether a proxy that sends ViewHeader may keep pages for all visitors who see the same; nil: never.
	Shared func() bool
	// Brand is the shop's name in a language, Theme the address of a stylesheet with its own colours ("" for none); nil
	// for the program's.
	Brand func(lang string) string
	Theme func() string
	// Texts are the shop's own in place of the program's, by their keys; nil for none.
	Texts func(lang string) map[string]string
	// Logo is the shop's own in place of the program's, Icon the query by which browsers know the
	// icons made of it; nil, or empty, for the program's.
	Logo func() files.Image
	Icon func() string

	// Workers is the number of engines; engines do not run in parallel well, so never more than
	// cores (the default, at most 4).
	Workers int
	// Limit is how long one call into an engine may take (default 2 s), Wait how long a page may
	// wait for its turn, and then for a free engine (default 3 s).
	Limit time.Duration
	Wait  time.Duration
	// MaxInput bounds an engine's input for one page, in bytes (default 4 MiB).
	MaxInput int
	// MaxMemory bounds one engine's memory, in bytes (default 256 MiB).
	MaxMemory int
	// CacheBytes bounds the kept pages, which are kept packed (default 32 MiB), TTL is how long a
	// page may speak of the minute it was drawn in (default one minute).
	CacheBytes int
	TTL        time.Duration
}

// Request contains everything that a page depends on.
type Request struct {
	// URL is path and query as the browser shows them, language prefix included.
	URL string
	// Lang is "en" or "ar"; Figures "arab" or "latn", the digits Arabic is written with.
	Lang, Figures string
	// District and Currency are ids, "" for none.
	District, Currency string
	// Origin is scheme and host for absolute addresses ("https://wekala.example").
	Origin string
	// Network returns the requesting network, for turns at drawing. The page does not depend on it. nil is one network for
	// all.
	Network func() string
}

// Response is a finished page.
type Response struct {
	// Status is 200, 404 for the not-found page, 308 with Location, or 429 and 503 with RetryAfter when too many pages are
	// requested at once.
	Status   int
	Location string
	body     *compress.Body
	digest   string // of the document
	// Rendered is false for the empty shell that the browser fills.
	Rendered   bool
	RetryAfter int // seconds
}

// Body is the whole document.
func (p Response) Body() []byte {
	if p.body == nil {
		return nil
	}
	body, done := p.body.In("")
	defer done()
	return body
}

// ETag names the document, however it is packed.
func (p Response) ETag() string { return `W/"` + p.digest + `"` }

// Renderer makes pages. Safe for concurrent use; Close it at the end.
type Renderer struct {
	cfg     Config
	engines *pool
	assets  *assets
	pages   *pageCache
	params  parameters
	turns   *fair.Queue
	asked   singleflight.Group // of one network
	drawing singleflight.Group // of all
	asking  singleflight.Group // of all
	told    struct{ drawn, same atomic.Int64 }
}

// Limits on the pages that one network, and all together, may have waiting to be drawn.
const (
	maxWaiting = 32
	allWaiting = 512
)

// New compiles the bundle once and prepares the pool; engines start when first needed. A missing
// bundle or manifest (web files not built) is an error.
func New(cfg Config) (*Renderer, error) {
	cfg = withDefaults(cfg)
	if cfg.Tiles == nil {
		cfg.Tiles = func() (address, by string) { return "", "" }
	}
	bundle, err := fs.ReadFile(cfg.Dist, "server/server.js")
	if err != nil {
		return nil, err
	}
	found, err := readAssets(cfg.Dist)
	if err != nil {
		return nil, err
	}
	var params parameters
	if cfg.Parameters != nil {
		if params, err = readParameters(cfg.Parameters); err != nil {
			return nil, err
		}
	}
	engines, err := newPool(string(bundle), cfg)
	if err != nil {
		return nil, err
	}
	tellRenderer(cfg)
	return &Renderer{
		cfg:     cfg,
		engines: engines,
		assets:  found,
		pages:   newPages(cfg.CacheBytes),
		params:  params,
		// One place more than engines, since a page's answers are fetched without one; that one is never given to a network
		// that has the others.
		turns: fair.New(fair.Bounds{Places: cfg.Workers + 1, Each: cfg.Workers, Wait: maxWaiting, All: allWaiting}),
	}, nil
}

func withDefaults(cfg Config) Config {
	if cfg.Clock == nil {
		cfg.Clock = clock.System
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Version == nil {
		cfg.Version = func() string { return "" }
	}
	if cfg.Base == "" {
		cfg.Base = "/api/v1"
	}
	if cfg.ClientVersion == "" {
		cfg.ClientVersion = "1.4.158"
	}
	if cfg.Workers <= 0 {
		cfg.Workers = min(runtime.GOMAXPROCS(0), 4)
	}
	orDefault(&cfg.Limit, 2*time.Second)
	orDefault(&cfg.Wait, 3*time.Second)
	orDefault(&cfg.TTL, time.Minute)
	orDefault(&cfg.MaxInput, 4<<20)
	orDefault(&cfg.MaxMemory, 256<<20)
	orDefault(&cfg.CacheBytes, 32<<20)
	return cfg
}

func orDefault[T int | time.Duration](value *T, otherwise T) {
	if *value <= 0 {
		*value = otherwise
	}
}

// Close ends the engines that are idle; those at work end when they are done.
func (r *Renderer) Close() { r.engines.close() }

// Page answers from the kept pages or makes the page, once for all concurrent requests of the same one. It never fails;
// the worst answers are the empty shell and, for a network that exceeds its share, a page that asks visitors to come
// back.
func (r *Renderer) Page(ctx context.Context, req Request) Response {
	req = r.clean(req)
	version := r.cfg.Version()
	key := cacheKey(req)
	if old, now := r.pages.get(key), r.cfg.Clock.Now(); old != nil && old.fresh(now) {
		if old.ages(version, now) {
			r.lookAt(ctx, req, key, version)
		}
		return old.page
	}
	select {
	case result := <-r.lookAt(ctx, req, key, version):
		if page, ok := result.Val.(Response); ok {
			return page
		}
	case <-ctx.Done():
	}
	return r.finish(req, nil, drawn{status: 200}, r.cfg.Clock.Now())
}

// lookAt finds or makes the page to send, once for all concurrent requests of the same one. The work continues for the
// others when the first request is cancelled.
func (r *Renderer) lookAt(ctx context.Context, req Request, key, version string) <-chan singleflight.Result {
	network := req.network()
	return r.asked.DoChan(version+"\x00"+key+"\x00"+network, func() (any, error) {
		work, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		page, got := r.held(work, req, key, version)
		if page != nil {
			return *page, nil
		}
		return r.inTurn(work, req, network, key, version, got), nil
	})
}

func (req Request) network() string {
	if req.Network == nil {
		return ""
	}
	return req.Network()
}

// held checks whether the kept page can still be sent. Its answers are fetched without waiting for a turn, since
// calling the API needs no turn for visitors either.
func (r *Renderer) held(ctx context.Context, req Request, key, version string) (*Response, known) {
	old := r.pages.get(key)
	if old == nil {
		return nil, known{}
	}
	if old.current(version, r.cfg.Clock.Now()) {
		return &old.page, known{}
	}
	type looked struct {
		same *kept
		got  known
	}
	found, _, _ := r.asking.Do(version+"\x00"+key, func() (any, error) {
		same, got := r.again(ctx, old, req, version)
		return looked{same, got}, nil
	})
	l := found.(looked)
	if l.same == nil {
		return nil, l.got
	}
	r.told.same.Add(1)
	return &l.same.page, known{}
}

// inTurn makes a page when it is the network's turn.
func (r *Renderer) inTurn(ctx context.Context, req Request, network, key, version string, got known) Response {
	waiting, stop := context.WithTimeout(ctx, r.cfg.Wait)
	leave, err := r.turns.Enter(waiting, network)
	stop()
	if err != nil {
		return r.busy(req, errors.Is(err, fair.ErrCrowded))
	}
	defer leave()
	now := r.cfg.Clock.Now()
	if old := r.pages.get(key); old != nil && old.current(version, now) {
		return old.page // drawn for another network in the meantime
	}
	if now.Sub(got.at) > answersKeep {
		got = known{at: now} // it waited long for its turn, or there are none
	}
	made, _, _ := r.drawing.Do(version+"\x00"+key, func() (any, error) {
		made := r.make(ctx, req, now, got.answers)
		made.key, made.version, made.looked = key, version, got.at
		if made.until.After(now) && r.keeps(req.URL) {
			r.pages.put(made)
		} else {
			r.pages.drop(key)
		}
		r.told.drawn.Add(1)
		return made.page, nil
	})
	return made.(Response)
}

// answersKeep is how long an answer may wait to be drawn.
const answersKeep = 500 * time.Millisecond

// Told counts the pages that were drawn, and those that were fetched again and found unchanged.
type Told struct{ Drawn, Same int64 }

// Told returns the counts since New.
func (r *Renderer) Told() Told { return Told{r.told.drawn.Load(), r.told.same.Load()} }

// tellRenderer logs that the build draws pages with React's renderer, because ours was written for another version.
func tellRenderer(cfg Config) {
	text, err := fs.ReadFile(cfg.Dist, "server/renderer.json")
	if err != nil {
		return // bundles of tests name none
	}
	var built struct {
		Renderer   string `json:"renderer"`
		React      string `json:"react"`
		WrittenFor string `json:"written_for"`
	}
	if err := json.Unmarshal(text, &built); err != nil || built.Renderer == "ours" {
		return
	}
	cfg.Log.Warn("pages are rendered by React, which takes longer: our renderer was written for another version",
		"react", built.React, "written_for", built.WrittenFor)
}
