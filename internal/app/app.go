// Package app assembles the program: it builds every feature, connects their hooks, mounts their routes and starts
// their jobs. To see all features and which of them react to which events, read features.go from top to bottom.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/content"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/connections"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/egress"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/pictures"
	"wekala/internal/platform/ratelimit"
	"wekala/internal/platform/ssr"
	"wekala/internal/platform/telemetry"
	"wekala/migrations"
	"wekala/web"
)

// Version is set when the program is built.
var Version = "dev"

// changesEvery is how often a node checks for changes made by other nodes.
const changesEvery = 250 * time.Millisecond

// App is one node of the shop.
type App struct {
	DB      *db.DB
	API     *httpapi.API
	Jobs    *jobs.Runner
	Handler http.Handler
	Metrics *telemetry.Metrics

	cfg      config.Serve
	clock    clock.Clock
	log      *slog.Logger
	changes  *changefeed.Feed
	features features
	egress   *egress.Guard
	limiter  *connections.Limiter
	pages    *ssr.Renderer
	outbox   http.Handler
	sandbox  http.Handler
	gateway  *sandbox.Gateway
	pictures *files.Library
	uploads  blobs.Store       // of pictures that staff uploaded
	desk     *pictures.Decoder // where pictures are decoded, one at a time
	// post delivers the sandbox gateway's webhooks; nil means over the network.
	post    sandbox.Poster
	stop    []func()
	drained sync.Once
}

// OpenDatabase connects, migrates and makes sure that the data every shop needs exists: Egypt's places and the
// information pages.
func OpenDatabase(ctx context.Context, url string, c clock.Clock) (*db.DB, error) {
	d, err := db.Open(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := db.Migrate(ctx, d, migrations.FS); err != nil {
		return nil, errors.Join(fmt.Errorf("migrations: %w", err), d.Close())
	}
	if err := seedBasics(ctx, d, c); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Option changes how a node is built.
type Option func(*options)

type options struct {
	pageless bool
	dist     fs.FS
	patience time.Duration
	egress   egress.Bounds
	open     connections.Bounds
}

// WithPatience allows pages more time to render, for tests on slow machines and under the race detector, which must not
// depend on timing.
func WithPatience(d time.Duration) Option { return func(o *options) { o.patience = d } }

// WithEgress sets the limits on unread responses, for tests that cannot wait for the usual ones.
func WithEgress(b egress.Bounds) Option { return func(o *options) { o.egress = b } }

// WithDist renders and serves pages from another build of the web.
func WithDist(dist fs.FS) Option { return func(o *options) { o.dist = dist } }

// WithConnections sets the limits on open connections: for tests, which open only a few.
func WithConnections(b connections.Bounds) Option { return func(o *options) { o.open = b } }

// WithoutPages leaves out the pages of shop and console, which need the web files: for tests of everything else.
func WithoutPages() Option { return func(o *options) { o.pageless = true } }

// Build assembles a node on an open database and loads its in-memory data, but starts nothing yet.
func Build(ctx context.Context, cfg config.Serve, d *db.DB, c clock.Clock, log *slog.Logger,
	opts ...Option) (*App, error) {
	o := options{egress: egress.Usual, open: connections.Usual(), dist: web.Dist()}
	for _, opt := range opts {
		opt(&o)
	}
	a, err := newNode(ctx, cfg, d, c, log, nil)
	if err != nil {
		return nil, err
	}
	if err := a.load(ctx); err != nil {
		return nil, err
	}
	a.stop = append(a.stop, a.features.products.Close)
	a.egress = a.newEgress(o.egress)
	a.limiter = connections.New(o.open, a.API.Shared, log)
	a.Metrics.Sum("wekala_connections_refused_total", "Connections that were refused.", a.limiter.Refused)
	a.Metrics.Sum("wekala_connections_closed_total", "Connections that made room for others.", a.limiter.Closed)
	if o.pageless {
		a.Handler = a.root(http.NotFoundHandler(), http.NotFoundHandler(), http.NotFoundHandler(), a.pictures)
		return a, nil
	}
	if !web.Built() {
		return nil, errors.New("the web files are not in this program: build them with make build")
	}
	a.pages, err = ssr.New(ssr.Config{
		Dist: o.dist, Fetch: ssr.Through(a.API.Own()),
		Version:    func() string { return strconv.FormatInt(a.version(), 10) },
		Parameters: web.Parameters,
		District:   a.features.places.Knows, Currency: a.features.currency.Offers,
		Knows:   a.features.knows,
		Network: func(r *http.Request) string { return counters.Network(a.API.Address(r)) },
		// Before it opens, a shop shows its pages only to some visitors.
		Shared: func() bool { return cfg.SharedPages && a.features.setup.IsOpen() && !a.features.restored.Quiet() },
		Brand:  func(lang string) string { return i18n.Brand().In(lang) }, Theme: a.features.setup.Theme,
		Texts: a.features.setup.Texts,
		Logo:  a.features.setup.LogoNow, Icon: a.features.setup.IconVersion,
		Clock: c, Log: log, Base: httpapi.Base, ClientVersion: cfg.ClientVersion, Tiles: a.features.mapTiles.Now,
		Limit: o.patience, Wait: o.patience,
	})
	if err != nil {
		return nil, fmt.Errorf("page renderer: %w", err)
	}
	a.stop = append(a.stop, a.pages.Close)
	a.Metrics.Sum("wekala_pages_drawn_total", "Pages that were drawn.", func() int64 { return a.pages.Told().Drawn })
	a.Metrics.Sum("wekala_pages_same_total", "Kept pages whose answers were asked for again and were the same.",
		func() int64 { return a.pages.Told().Same })
	shop := a.pages.Handler(func(*http.Request) string { return cfg.PublicURL })
	a.Handler = a.root(shop, a.pages.ConsoleHandler(), ssr.Static(o.dist), a.pictures)
	return a, nil
}

// newNode connects the features on an open database; it loads nothing yet. post delivers the sandbox gateway's
// webhooks; nil means over the network.
func newNode(ctx context.Context, cfg config.Serve, d *db.DB, c clock.Clock, log *slog.Logger,
	post sandbox.Poster) (*App, error) {
	a := &App{DB: d, cfg: cfg, clock: c, log: log, Metrics: telemetry.New(), post: post}
	var err error
	if a.changes, err = changefeed.Open(ctx, d, products.VariantResolver); err != nil {
		return nil, err
	}
	if a.features.storage, a.uploads, err = OpenStorage(ctx, cfg, d, c, log); err != nil {
		return nil, err
	}
	return a, a.assemble()
}

// assemble creates the API and the jobs and connects the features to them.
func (a *App) assemble() error {
	proxies, err := a.cfg.TrustedProxies()
	if err != nil {
		return err
	}
	options := httpapi.Options{Version: Version, TrustedProxies: proxies, Log: a.log, Observe: a.Metrics.Observe}
	if !a.cfg.Demo {
		options.Flood = ratelimit.Flood(a.clock)
	}
	a.API = httpapi.New(options)
	a.Jobs = jobs.New(a.DB, a.clock, a.log)
	a.desk = pictures.NewDecoder()
	if a.pictures, err = files.New(pictureFolders(a.cfg)...); err != nil {
		return fmt.Errorf("pictures: %w", err)
	}
	return a.join(a.pictures)
}

// DescribeAPI builds the API without a database, to generate its description.
func DescribeAPI() (*httpapi.API, error) {
	a := &App{clock: clock.System, log: slog.New(slog.NewTextHandler(io.Discard, nil)), Metrics: telemetry.New(),
		changes: &changefeed.Feed{}}
	a.cfg = config.Serve{Demo: true, Payments: "cod,card", CodeChannels: "sms,whatsapp", Secret: make([]byte, 32)}
	a.API = httpapi.New(httpapi.Options{Version: apiVersion})
	a.Jobs = jobs.New(nil, a.clock, a.log)
	a.desk = pictures.NewDecoder()
	library, err := files.New()
	if err != nil {
		return nil, err
	}
	return a.API, a.join(library)
}

// apiVersion is part of the committed description, which must not change with every build.
const apiVersion = "1"

// Start begins the background work: running jobs, following the catalogue's changes, building the search index. It
// returns immediately.
func (a *App) Start(ctx context.Context) {
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	a.Jobs.Start(run)
	tick := time.NewTicker(changesEvery)
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.changes.Run(run, tick.C, a.log)
	}()
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		built := telemetry.BoundHeap()
		if err := a.features.feed.Build(run); err != nil && run.Err() == nil {
			a.log.Error("search index", "err", err)
		}
		built()
	}()
	offers := time.NewTicker(changesEvery)
	offersDone := make(chan struct{})
	go func() {
		defer close(offersDone)
		for {
			select {
			case <-run.Done():
				return
			case <-offers.C:
				if err := a.features.feed.Tick(run); err != nil && run.Err() == nil {
					a.log.Error("offers", "err", err)
				}
			}
		}
	}()
	a.stop = append([]func(){func() {
		cancel()
		tick.Stop()
		offers.Stop()
		<-done
		<-ready
		<-offersDone
		a.features.feed.Settle()
		stopping, release := context.WithTimeout(context.WithoutCancel(ctx), grace)
		defer release()
		if err := a.Jobs.Stop(stopping); err != nil {
			a.log.Error("jobs were cut off", "err", err)
		}
	}}, a.stop...)
}

// Drain ends the event streams so that the server can stop. It may be called twice, because a node may serve on
// several listeners.
func (a *App) Drain() { a.drained.Do(a.features.orders.Drain) }

// Close stops the background work of Start. The database stays open; it belongs to the caller.
func (a *App) Close() {
	for _, stop := range a.stop {
		stop()
	}
	a.stop = nil
}

// Poll applies pending changes immediately: for tests, which do not wait for the ticker.
func (a *App) Poll(ctx context.Context) error { return a.changes.Poll(ctx) }

// Index reads the catalogue into the search index immediately: for tests that do not call Start.
func (a *App) Index(ctx context.Context) error { return a.features.feed.Build(ctx) }

// Held returns the number of unread bytes and of open responses and streams.
func (a *App) Held() (bytes int64, underWay int) { return a.egress.Held() }

// version combines the versions of everything shown: the catalogue, and the index from which listings come.
func (a *App) version() int64 { return a.changes.Version() + a.features.feed.Version() }

func (a *App) readyz(w http.ResponseWriter, r *http.Request) {
	if !a.features.feed.Ready() {
		http.Error(w, "the search index is being built", http.StatusServiceUnavailable)
		return
	}
	var one int
	if err := a.DB.Get(r.Context(), &one, "SELECT 1"); err != nil {
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// seedBasics creates the data that every shop starts with. It is idempotent.
func seedBasics(ctx context.Context, d *db.DB, c clock.Clock) error {
	if err := places.EnsureSeeded(ctx, d); err != nil {
		return fmt.Errorf("places: %w", err)
	}
	if err := content.EnsureSeeded(ctx, d, c.Now()); err != nil {
		return fmt.Errorf("information pages: %w", err)
	}
	return nil
}

// BeginSetUp closes a shop that is still empty and returns the link through which its owner enters; "" once there is
// an owner.
func (a *App) BeginSetUp(ctx context.Context) (string, error) { return a.features.setup.Begin(ctx) }

// Quiet reports whether this is a restored copy that has not been confirmed.
func (a *App) Quiet() bool { return a.features.restored.Quiet() }
