// Package ratelimit bounds how often one address may call, per node and in
// memory: a flood guard. Limits that nodes must share (codes, sign-ins) live
// in the database with their feature.
package ratelimit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"wekala/internal/platform/clock"
)

// Limiter is a set of token buckets by key. Its memory is bounded: when full,
// buckets that have refilled are dropped, and failing that new keys share one.
type Limiter struct {
	clock clock.Clock
	max   int
	mu    sync.Mutex
	keys  map[string]*rate.Limiter
}

// New returns a limiter that remembers at most max keys.
func New(c clock.Clock, max int) *Limiter {
	return &Limiter{clock: c, max: max, keys: map[string]*rate.Limiter{}}
}

// Allow takes one of the limit tokens that key gets per period. If there is none, it returns the time until the next.
func (l *Limiter) Allow(key string, limit int, per time.Duration) (retryAfter time.Duration, ok bool) {
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.keys[key] == nil && len(l.keys) >= l.max {
		l.drop(now)
		if len(l.keys) >= l.max {
			key = "overflow"
		}
	}
	b := l.keys[key]
	if b == nil {
		b = rate.NewLimiter(rate.Limit(float64(limit)/per.Seconds()), limit)
		l.keys[key] = b
	}
	next := b.ReserveN(now, 1)
	if wait := next.DelayFrom(now); wait > 0 {
		next.CancelAt(now)
		return wait, false
	}
	return 0, true
}

// drop removes buckets that are full again, because they are the same as new ones.
func (l *Limiter) drop(now time.Time) {
	for key, b := range l.keys {
		if b.TokensAt(now) >= float64(b.Burst()) {
			delete(l.keys, key)
		}
	}
}
