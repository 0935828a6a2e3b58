package egress

import (
	"context"
	"sync"
	"time"
)

// loading is the maximum time for loading the bytes.
const loading = 15 * time.Second

// Shared lets all concurrent readers of a key use the same copy of its bytes, as long as one of them reads it. The zero
// value is ready to use.
type Shared struct {
	mu   sync.Mutex
	held map[string]*entry
}

type entry struct {
	mu      sync.Mutex
	readers int
	data    []byte // nil until it is loaded
}

// Get returns the content of a key: the copy that another reader uses, or else the result of load, which runs once for
// all waiting callers. Call done when the bytes are sent. The bytes must not be changed.
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
		// The load continues for the others if the first caller disconnects.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loading)
		defer cancel()
		if e.data, err = load(ctx); err != nil {
			done()
			return nil, nil, err
		}
	}
	return e.data, done, nil
}
