package products

import (
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// ahead reads the rows of the page after the one just returned, because customers who open a second page usually scroll
// on to the next. Only one page is read ahead at a time; other requests are not read ahead meanwhile.
type ahead struct {
	mu      sync.Mutex
	stopped bool
	now     *reading // nil for none
}

// reading is the set of rows that is currently being read ahead.
type reading struct {
	ids    []string
	cancel context.CancelFunc
	done   chan struct{}
}

// aheadWithin limits how long a page is read ahead: afterwards the customer is unlikely to scroll to it.
const aheadWithin = time.Second

// free reports that no page is being read ahead.
func (a *ahead) free() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.now == nil
}

// begin reads the rows of some products in the background, unless another page is already being read ahead.
func (a *ahead) begin(ids []string, read func(ctx context.Context)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped || a.now != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), aheadWithin)
	r := &reading{ids: ids, cancel: cancel, done: make(chan struct{})}
	a.now = r
	go func() {
		// This goroutine belongs to no request, so a panic would end the program.
		defer func() {
			if p := recover(); p != nil {
				slog.Error("reading the next page ahead", "panic", p, "stack", string(debug.Stack()))
			}
			cancel()
			a.mu.Lock()
			a.now = nil
			a.mu.Unlock()
			close(r.done)
		}()
		read(ctx)
	}()
}

// wait waits for the reading in progress if it includes any of the missing rows, because reading them in parallel would
// duplicate the work. It reports whether it waited.
func (a *ahead) wait(ctx context.Context, missing []string) bool {
	if len(missing) == 0 {
		return false
	}
	a.mu.Lock()
	r := a.now
	a.mu.Unlock()
	if r == nil || !slices.ContainsFunc(missing, func(id string) bool { return slices.Contains(r.ids, id) }) {
		return false
	}
	select {
	case <-r.done:
	case <-ctx.Done():
	}
	return true
}

// Close cancels the current read-ahead and prevents new ones.
func (s *Service) Close() {
	s.ahead.mu.Lock()
	s.ahead.stopped = true
	r := s.ahead.now
	s.ahead.mu.Unlock()
	if r != nil {
		r.cancel()
		<-r.done
	}
}

// readNext reads the rows of the page after found, except cached rows. It reads nothing after the first page, as most
// customers open no other, and nothing without the index, as the database would have to scan for the page.
func (s *Service) readNext(found Found) {
	query := found.asked
	if query.Page < 2 || query.Page*query.PerPage >= found.Total || !s.ahead.free() {
		return
	}
	query.Page++
	next, ok := s.lister.List(query)
	if !ok {
		return
	}
	version, now := s.Version(), s.Clock.Now()
	groups, missing, epoch := s.rows.find(version, idsOf(next.Hits), now)
	if len(missing) == 0 {
		return
	}
	s.ahead.begin(missing, func(ctx context.Context) {
		// A request for that page reads the missing rows itself and returns the error.
		if err := s.listings(ctx, missing, groups); err == nil {
			s.rows.keep(version, epoch, missing, groups, now)
		}
	})
}
