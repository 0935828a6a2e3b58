// Package ratelimit bounds how often one address may call, per node and in
// memory: a flood guard. Limits that nodes must share (codes, sign-ins) live
// in the database with their feature.
package ratelimit

import (
	"sync"
	"time"

	"wekala/internal/platform/clock"
)

// Limiter is a set of token buckets by key. Its memory is bounded: when full,
// buckets that have refilled are dropped, and failing that new keys share one.
type Limiter struct {
	clock clock.Clock
	max   int
	mu    sync.Mutex
	keys  map[string]*bucket
}

type bucket struct {
	tokens float64
	rate   float64 // tokens per nanosecond
	burst  float64
	at     time.Time
}

func (b *bucket) refill(now time.Time) {
	b.tokens = min(b.burst, b.tokens+float64(now.Sub(b.at))*b.rate)
	b.at = now
}

// New returns a limiter that remembers at most max keys.
func New(c clock.Clock, max int) *Limiter {
	return &Limiter{clock: c, max: max, keys: map[string]*bucket{}}
}

// Allow takes one of the limit tokens that key gets per period. When there is
// none it says how long until the next.
func (l *Limiter) Allow(key string, limit int, per time.Duration) (retryAfter time.Duration, ok bool) {
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.keys[key]
	if b == nil {
		if len(l.keys) >= l.max {
			l.drop(now)
		}
		if len(l.keys) >= l.max {
			key = "overflow"
			b = l.keys[key]
		}
		if b == nil {
			b = &bucket{tokens: float64(limit), at: now}
			l.keys[key] = b
		}
	}
	b.burst, b.rate = float64(limit), float64(limit)/float64(per)
	b.refill(now)
	if b.tokens < 1 {
		return time.Duration((1 - b.tokens) / b.rate), false
	}
	b.tokens--
	return 0, true
}

// drop forgets buckets that are full again: they say nothing.
func (l *Limiter) drop(now time.Time) {
	for key, b := range l.keys {
		if b.refill(now); b.tokens >= b.burst {
			delete(l.keys, key)
		}
	}
}
