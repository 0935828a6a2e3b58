package egress

import (
	"context"
	"sync"
	"time"
)

// loading is how long bytes may take to be read.
const loading = 15 * time.Second

// Shared gives all concurrent readers of a key the same copy of its bytes, as long as one of them reads it. The zero
// value is ready.
type Shared struct {
	mu   sync.Mutex
	held map[string]*entry
}

type entry struct {
	mu      sync.Mutex
	readers int
	data    []byte // nil until it is loaded
}

// Get returns the content of a key: the copy another reader has, else the result of load, once for all who wait for it.
// Call done when the bytes are sent; they must not be changed.
func (s *Shared) Get(ctx context.Context, key string,
	load func(context.Context) ([]byte, error)) (data []byte, done func(), err error) {
	s.mu.Lock()
	if s.held == nil {
		s.held = map[string]*entry{}
	}
	e := s.held[key]
	if e == nil {
		e = &entry{}
		s.held[key] = e
	}
	e.readers++
	s.mu.Unlock()
	done = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if e.readers--; e.readers == 0 {
			delete(s.held, key)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.data == nil {
		// The work continues for the others when the first caller leaves.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loading)
		defer cancel()
		if e.data, err = load(ctx); err != nil {
			done()
			return nil, nil, err
		}
	}
	return e.data, done, nil
}
