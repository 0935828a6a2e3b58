package products

import (
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// ahead reads the rows of the page after the one that was answered: who asks for a
// second page scrolls, and mostly asks for the next one. One reading at a time: anybody who
// wishes for another meanwhile goes without.
type ahead struct {
	mu      sync.Mutex
	stopped bool
	now     *reading // nil for none
}

// reading is what is read ahead at this moment.
type reading struct {
	ids    []string
	cancel context.CancelFunc
	done   chan struct{}
}

// aheadWithin bounds a reading ahead: after that nobody scrolls to it any more.
const aheadWithin = time.Second

// free reports that nothing is being read.
func (a *ahead) free() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.now == nil
}

// begin has the rows of some products read beside the caller, where it is free.
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
		// A panic here would end the program: it is in no request's goroutine.
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

// wait waits for the reading under way where it brings any of some rows: reading them
// beside it would be the same work twice. It reports whether it waited.
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

// Close ends what is read ahead, and lets nothing begin any more.
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

// readNext reads the rows of the page after one that was found, but for those that are
// kept. Nothing after the first page, which most look at alone, and nothing where the
// index did not answer: the database would walk to find the page.
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
		// The caller who comes to that page reads what could not be read here, and learns why not.
		if err := s.listings(ctx, missing, groups); err == nil {
			s.rows.keep(version, epoch, missing, groups, now)
		}
	})
}
