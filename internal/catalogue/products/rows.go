package products

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
)

// maxRows is the maximum number of products whose rows are cached: about 20 MB.
const maxRows = 20_000

// rows caches the rows of products on sale, for cards of other lists and searches, until the product changes: new
// searches mostly find products that others found. It answers 2.5 times as many of them on SQLite, five times on
// PostgreSQL. Nodes that don't follow the changes discard their cache when the catalogue's version changes.
type rows struct {
	mu       sync.RWMutex
	followed bool
	version  int64
	kept     *answers.Kept[string, keptRows] // nil for none
	// Rows read during an invalidation may be stale: epoch counts invalidations, gone holds the epoch in which each
	// product was invalidated, and before floor it is unknown.
	epoch, floor int64
	gone         map[string]int64
}

type keptRows struct {
	group []listing
	until int64 // unix milliseconds
}

// Quantities change without an invalidation while units are left. Cards show the quantity when only few are left, so
// those rows are read again each second.
const (
	rowsFor    = 30 * time.Second
	fewRowsFor = time.Second
	soonFew    = 4 * fewLeft
)

func rowsUntil(group []listing, now time.Time) int64 {
	for i := range group {
		if left := group[i].left(); left > 0 && left <= soonFew {
			return now.Add(fewRowsFor).UnixMilli()
		}
	}
	return now.Add(rowsFor).UnixMilli()
}

// find returns the cached rows of some products, the missing products, and the epoch to pass to keep with their rows. A
// product that is not on sale is cached without rows.
func (r *rows) find(version int64, ids []string,
	now time.Time) (found map[string][]listing, missing []string, epoch int64) {
	found = make(map[string][]listing, len(ids))
	at := now.UnixMilli()
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, id := range ids {
		var k keptRows
		ok := false
		if r.kept != nil {
			k, ok = r.kept.Get(id)
		}
		if ok && (r.followed || r.version == version) && at < k.until {
			found[id] = k.group
		} else {
			missing = append(missing, id)
		}
	}
	return found, missing, r.epoch
}

// keep caches rows that were read after find had returned version and epoch.
func (r *rows) keep(version, epoch int64, ids []string, groups map[string][]listing, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if epoch < r.floor || !r.followed && version < r.version {
		return
	}
	if r.kept == nil || !r.followed && version > r.version {
		r.version, r.kept = version, answers.NewKept[string, keptRows](maxRows)
	}
	for _, id := range ids {
		if r.gone[id] <= epoch {
			r.kept.Put(id, keptRows{groups[id], rowsUntil(groups[id], now)})
		}
	}
}

// forget drops the rows that some changes may have made stale.
func (r *rows) forget(changes []changefeed.Change) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.epoch++
	all := changefeed.Has(changes, ChangedCategory, branches.Changed, ChangedMenu) // or everything
	if all || len(r.gone) > maxRows {
		r.floor, r.gone = r.epoch, nil
	}
	if all {
		r.kept = nil
		return
	}
	if r.gone == nil {
		r.gone = map[string]int64{}
	}
	for _, id := range changefeed.Refs(changes, ChangedProduct) {
		if r.kept != nil {
			r.kept.Delete(id)
		}
		r.gone[id] = r.epoch
	}
}

// Follow subscribes the cache to changes: from then on it drops only the products that changed. Pass the result to
// Changes.OnChange, before anything that reads cards.
func (s *Service) Follow() func(context.Context, []changefeed.Change) error {
	s.rows.mu.Lock()
	defer s.rows.mu.Unlock()
	s.rows.followed = true
	return func(_ context.Context, changes []changefeed.Change) error {
		s.rows.forget(changes)
		return nil
	}
}

// kept returns the rows of products on sale at every branch, by product, at this node's version of the catalogue or a
// later one.
func (s *Service) kept(ctx context.Context, ids []string) (map[string][]listing, error) {
	version, now := s.Version(), s.Clock.Now()
	groups, missing, epoch := s.rows.find(version, ids, now)
	if s.ahead.wait(ctx, missing) {
		version, now = s.Version(), s.Clock.Now()
		groups, missing, epoch = s.rows.find(version, ids, now)
	}
	if err := s.listings(ctx, missing, groups); err != nil {
		return nil, err
	}
	s.rows.keep(version, epoch, missing, groups, now)
	return groups, nil
}

// listings reads current rows from the database into groups.
func (s *Service) listings(ctx context.Context, ids []string, groups map[string][]listing) error {
	if len(ids) == 0 {
		return nil
	}
	asked := padded(ids)
	var read []listing
	err := s.DB.Select(ctx, &read, `SELECT `+listingColumns+listingTables+db.List(1, len(asked))+`)`+listingOrder,
		db.Args(asked)...)
	if err != nil {
		return fmt.Errorf("products: cards: %w", err)
	}
	for from := 0; from < len(read); {
		to := from + 1
		for to < len(read) && read[to].ProductID == read[from].ProductID {
			to++
		}
		read[from].content = contentOf(read[from].Attributes)
		for i := from; i < to; i++ {
			read[i].Attributes = "" // no longer needed, and would be cached with every row
		}
		// Cloned, so that one product's cached rows do not keep those of its whole page in memory.
		groups[read[from].ProductID] = slices.Clone(read[from:to])
		from = to
	}
	return nil
}
