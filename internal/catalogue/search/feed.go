package search

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// Feed keeps an Index equal to the database: it builds it in the background at
// start, then follows the catalogue's changes and the beginnings and ends of
// offers. A product is in the index while some active branch sells it.
type Feed struct {
	Index    *Index
	db       *db.DB
	clock    clock.Clock
	branches *branches.Service
	catalog  *products.Service

	ready  atomic.Bool
	opened chan struct{} // closed when ready
	next   atomic.Int64  // unix milliseconds of the next offer boundary, 0 for none

	again sync.WaitGroup // builds in the background

	mu       sync.Mutex
	loading  bool
	failed   time.Time           // time of the last failed build; reset by a successful one
	pending  []changefeed.Change // came while loading
	active   map[string]bool     // branches that sold when last looked at
	blocks   map[string][]string
	boundary map[string]int64 // by product: when its offers change next
}

// NewFeed creates a feed with an empty index.
func NewFeed(d *db.DB, c clock.Clock, sellers *branches.Service, goods *products.Service) *Feed {
	return &Feed{
		Index: New(), db: d, clock: c, branches: sellers, catalog: goods,
		opened: make(chan struct{}), boundary: map[string]int64{},
	}
}

// Ready reports whether the index has been built: /readyz waits for it.
func (f *Feed) Ready() bool { return f.ready.Load() }

// Version increases whenever the index's results may change.
func (f *Feed) Version() int64 {
	v := int64(f.Index.Version())
	if f.Ready() {
		v++
	}
	return v
}

// Build reads the whole catalogue into the index. Changes during the build are applied before it returns. Meanwhile
// searches use the old index.
func (f *Feed) Build(ctx context.Context) error {
	f.mu.Lock()
	if f.loading {
		f.mu.Unlock()
		return nil // the build in progress includes the changes
	}
	f.loading = true
	f.boundary = map[string]int64{}
	f.active = f.selling()
	f.mu.Unlock()
	err := f.build(ctx)
	for err == nil {
		f.mu.Lock()
		pending := f.pending
		f.pending = nil
		if len(pending) == 0 {
			f.loading, f.failed = false, time.Time{}
			f.mu.Unlock()
			if !f.ready.Swap(true) {
				close(f.opened)
			}
			return nil
		}
		f.mu.Unlock()
		err = f.take(ctx, pending)
	}
	f.mu.Lock()
	f.loading, f.failed = false, f.clock.Now()
	f.mu.Unlock()
	return err
}

func (f *Feed) build(ctx context.Context) error {
	blocks, err := f.readBlocks(ctx)
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.blocks = blocks
	f.mu.Unlock()
	return f.Index.Load(f.products(ctx))
}

// Refresh applies changes. app passes it to Changes.OnChange, after the hooks of the branches and the catalogue.
func (f *Feed) Refresh(ctx context.Context, changes []changefeed.Change) error {
	f.mu.Lock()
	if f.loading || !f.Ready() {
		f.pending = append(f.pending, changes...)
		f.mu.Unlock()
		return nil
	}
	f.mu.Unlock()
	return f.take(ctx, changes)
}

func (f *Feed) take(ctx context.Context, changes []changefeed.Change) error {
	if changefeed.Has(changes, products.ChangedCategory) { // or everything
		return f.rebuild(ctx)
	}
	ids := changefeed.Refs(changes, products.ChangedProduct)
	if changefeed.Has(changes, products.ChangedContent) {
		moved, err := f.movedBlocks(ctx)
		if err != nil {
			return err
		}
		ids = append(ids, moved...)
	}
	if err := f.feed(ctx, ids); err != nil {
		return err
	}
	if changefeed.Has(changes, branches.Changed) {
		return f.feedStores(ctx)
	}
	return nil
}

// rebuild reads the whole catalogue again in the background, while the node keeps answering with the old index.
func (f *Feed) rebuild(ctx context.Context) error {
	f.mu.Lock()
	building := f.loading
	f.mu.Unlock()
	if building {
		return f.build(ctx)
	}
	f.again.Go(func() {
		if err := f.Build(context.WithoutCancel(ctx)); err != nil {
			slog.Error("the search index could not be built again", "err", err)
		}
	})
	return nil
}

// Settle waits for background builds; it is used at shutdown and in tests.
func (f *Feed) Settle() {
	f.again.Wait()
	f.Index.Settle()
}

// buildAgain is the delay before the index is built again after a failure.
const buildAgain = 5 * time.Second

// Tick applies offers that began or ended, and retries a failed build. It is called about as often as changes are
// polled; between boundaries it does nothing.
func (f *Feed) Tick(ctx context.Context) error {
	f.mu.Lock()
	again := !f.loading && !f.failed.IsZero() && f.clock.Now().Sub(f.failed) >= buildAgain
	f.mu.Unlock()
	if again {
		return f.Build(ctx)
	}
	now := f.clock.Now().UnixMilli()
	if next := f.next.Load(); next == 0 || now < next || !f.Ready() {
		return nil
	}
	f.mu.Lock()
	var due []string
	for id, at := range f.boundary {
		if at <= now {
			due = append(due, id)
		}
	}
	f.mu.Unlock()
	slices.Sort(due)
	return f.feed(ctx, due)
}

// Boundary is the next time at which an offer begins or ends; zero for never.
func (f *Feed) Boundary() time.Time {
	if next := f.next.Load(); next > 0 {
		return time.UnixMilli(next)
	}
	return time.Time{}
}

// feed reads some products again and applies them to the index.
func (f *Feed) feed(ctx context.Context, ids []string) error {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	for from := 0; from < len(ids); from += feedPage {
		part := ids[from:min(from+feedPage, len(ids))]
		var rows []productRow
		query := productColumns + ` WHERE active AND id IN (` + db.List(1, len(part)) + `) ORDER BY id`
		if err := f.db.Select(ctx, &rows, query, db.Args(part)...); err != nil {
			return fmt.Errorf("search: feed: %w", err)
		}
		var sales []saleRow
		query = saleColumns + ` AND bp.product_id IN (` + db.List(1, len(part)) + `) ORDER BY bp.product_id, bp.branch_id`
		if err := f.db.Select(ctx, &sales, query, db.Args(part)...); err != nil {
			return fmt.Errorf("search: feed: %w", err)
		}
		indexed := f.join(rows, sales)
		gone := make(map[string]bool, len(part))
		for _, id := range part {
			gone[id] = true
		}
		for _, p := range indexed {
			delete(gone, p.ID)
		}
		deletes := make([]string, 0, len(gone))
		for id := range gone {
			deletes = append(deletes, id)
			f.setBoundary(id, 0)
		}
		f.Index.Apply(indexed, deletes)
	}
	f.mu.Lock()
	f.settleNext()
	f.mu.Unlock()
	return nil
}

// feedStores re-reads the products of stores whose branches started or stopped selling.
func (f *Feed) feedStores(ctx context.Context) error {
	selling := f.selling()
	f.mu.Lock()
	before := f.active
	f.active = selling
	f.mu.Unlock()
	stores := map[string]bool{}
	for _, b := range []map[string]bool{before, selling} {
		for id := range b {
			if before[id] != selling[id] {
				if branch, ok := f.branches.Branch(id); ok {
					stores[branch.Store.ID] = true
				}
			}
		}
	}
	for store := range stores {
		var ids []string
		if err := f.db.Select(ctx, &ids, `SELECT id FROM products WHERE store_id = $1 ORDER BY id`, store); err != nil {
			return fmt.Errorf("search: feed: %w", err)
		}
		if err := f.feed(ctx, ids); err != nil {
			return err
		}
	}
	return nil
}

func (f *Feed) selling() map[string]bool {
	selling := map[string]bool{}
	for _, b := range f.branches.All() {
		selling[b.ID] = true
	}
	return selling
}

// movedBlocks lists the products that entered or left a block.
func (f *Feed) movedBlocks(ctx context.Context) ([]string, error) {
	now, err := f.readBlocks(ctx)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var moved []string
	for _, side := range []map[string][]string{f.blocks, now} {
		for id := range side {
			if !slices.Equal(f.blocks[id], now[id]) {
				moved = append(moved, id)
			}
		}
	}
	f.blocks = now
	return moved, nil
}

func (f *Feed) setBoundary(product string, at int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if at == 0 {
		delete(f.boundary, product)
	} else {
		f.boundary[product] = at
	}
}

// settleNext finds the earliest boundary. The caller holds the lock.
func (f *Feed) settleNext() {
	var next int64
	for _, at := range f.boundary {
		if next == 0 || at < next {
			next = at
		}
	}
	f.next.Store(next)
}
