package catalog

import (
	"context"
	"fmt"
	"sync"

	"wekala/internal/platform/db"
)

// mostRows is of how many products the rows are kept: about 20 MB.
const mostRows = 20_000

// rows keeps what was read of products on sale, for the cards of other lists
// and searches, until the catalogue's version moves. Searches that nobody asked
// before mostly find products that others have found: with these kept, 2.5 times
// as many of them are answered on SQLite and five times as many on PostgreSQL.
type rows struct {
	mu      sync.RWMutex
	version int64
	kept    map[string][]listing
}

// find returns what is kept of some products at a version, and which are not. A
// product that is not on sale is kept as none.
func (r *rows) find(version int64, ids []string) (found map[string][]listing, missing []string) {
	found = make(map[string][]listing, len(ids))
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, id := range ids {
		group, ok := r.kept[id]
		if ok = ok && r.version == version; ok {
			found[id] = group
		} else {
			missing = append(missing, id)
		}
	}
	return found, missing
}

// keep takes in what was read of some products after version was asked for.
func (r *rows) keep(version int64, ids []string, groups map[string][]listing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if version < r.version {
		return
	}
	if r.kept == nil || version > r.version || len(r.kept)+len(ids) > mostRows {
		r.version, r.kept = version, make(map[string][]listing, len(ids))
	}
	for _, id := range ids {
		r.kept[id] = groups[id]
	}
}

// kept reads the rows of products on sale, at every branch, by product, as they
// were at this node's version of the catalogue or later.
func (s *Service) kept(ctx context.Context, ids []string) (map[string][]listing, error) {
	version := s.Version()
	groups, missing := s.rows.find(version, ids)
	if err := s.listings(ctx, missing, groups); err != nil {
		return nil, err
	}
	s.rows.keep(version, missing, groups)
	return groups, nil
}

// listings reads rows into groups, as they are now.
func (s *Service) listings(ctx context.Context, ids []string, groups map[string][]listing) error {
	if len(ids) == 0 {
		return nil
	}
	asked := padded(ids)
	var read []listing
	err := s.DB.Select(ctx, &read, `SELECT `+listingColumns+listingTables+db.List(1, len(asked))+`)`+listingOrder, db.Args(asked)...)
	if err != nil {
		return fmt.Errorf("catalog: cards: %w", err)
	}
	for from := 0; from < len(read); {
		to := from + 1
		for to < len(read) && read[to].ProductID == read[from].ProductID {
			to++
		}
		read[from].content = contentOf(read[from].Attributes)
		for i := from; i < to; i++ {
			read[i].Attributes = "" // kept with every row, and not needed any more
		}
		groups[read[from].ProductID] = read[from:to:to]
		from = to
	}
	return nil
}
