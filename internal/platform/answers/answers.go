// Package answers keeps encoded answers in memory until their content may have changed: the version at which they were
// made has moved, or their own time is up (the next opening, closing or offer boundary in them).
//
// Most requests to a shop read the same few pages, so an answer is encoded once and then costs a map look-up. One
// goroutine at a time makes the answer of a key; the others wait for it.
package answers

import (
	"container/list"
	"context"
	"fmt"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/compress"
	"wekala/internal/platform/httpapi"
)

// makeWithin bounds the making of an answer, which does not end when the first
// caller leaves: others may be waiting for it.
const makeWithin = 15 * time.Second

// Made is an answer: the value for callers that add something personal, the bytes for all others.
type Made[T any] struct {
	Value T
	httpapi.Prepared

	version int64
	expires int64 // expiry in Unix milliseconds; 0 if the answer expires only with the version
	size    int64
	used    atomic.Bool
}

// Expires returns when the answer's own time is up; zero when it has none.
func (m *Made[T]) Expires() time.Time {
	if m.expires == 0 {
		return time.Time{}
	}
	return time.UnixMilli(m.expires)
}

// Cache holds encoded answers of one kind, up to roughly the number of bytes given to New. It is safe for concurrent
// use.
type Cache[T any] struct {
	version func() int64
	clock   clock.Clock
	limit   int64

	flight singleflight.Group
	mu     sync.RWMutex
	made   map[string]*Made[T]
	order  list.List // of keys; the next one to evict is at the front
	bytes  int64
}

// overhead is the cost of an answer beyond its bytes: its value, decoded, is about three times as large.
const overhead = 3

// New returns a cache of about limit bytes. version returns the version that all its answers depend on.
func New[T any](limit int64, version func() int64, c clock.Clock) *Cache[T] {
	return &Cache[T]{version: version, clock: c, limit: limit, made: map[string]*Made[T]{}}
}

// Get returns the answer for key and makes it if there is none that is still valid. make returns the value, the body to
// encode, and the expiry time (zero for never). The result is shared, so callers must not change it.
func (c *Cache[T]) Get(ctx context.Context, key string,
	make func(context.Context) (value T, body any, until time.Time, err error)) (*Made[T], error) {
	version := c.version()
	now := c.clock.Now().UnixMilli()
	c.mu.RLock()
	m := c.made[key]
	c.mu.RUnlock()
	if m != nil && m.version == version && (m.expires == 0 || now < m.expires) {
		if !m.used.Load() {
			m.used.Store(true)
		}
		return m, nil
	}
	flight := strconv.FormatInt(version, 36) + key
	done := c.flight.DoChan(flight, func() (_ any, err error) {
		// A panic here would end the program: it is in no request's goroutine.
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("answers: panic: %v\n%s", p, debug.Stack())
			}
		}()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), makeWithin)
		defer cancel()
		value, body, until, err := make(ctx)
		if err != nil {
			return nil, err
		}
		encoded, err := httpapi.Encode(body)
		if err != nil {
			return nil, err
		}
		m := &Made[T]{Value: value, version: version}
		m.Prepared = httpapi.Prepared{ContentType: httpapi.JSON, Kept: compress.Digest(encoded), Body: encoded}
		if !until.IsZero() {
			m.expires = until.UnixMilli()
			m.Prepared.Expires = strconv.FormatInt(m.expires, 10)
		}
		m.size = int64(len(encoded))*(1+overhead) + int64(len(key)) + 200
		c.put(key, m)
		return m, nil
	})
	select {
	case r := <-done:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*Made[T]), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *Cache[T]) put(key string, m *Made[T]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.made[key]; old != nil {
		c.bytes += m.size - old.size
		c.made[key] = m
	} else {
		c.bytes += m.size
		c.made[key] = m
		c.order.PushBack(key)
	}
	for c.bytes > c.limit && c.order.Len() > 1 {
		c.evict()
	}
}

// evict drops the first answer in the order that was not read since it was placed there. Answers before it that were
// read move to the end.
func (c *Cache[T]) evict() {
	for {
		at := c.order.Front()
		key := at.Value.(string)
		m := c.made[key]
		if m.used.Swap(false) {
			c.order.MoveToBack(at)
			continue
		}
		c.bytes -= m.size
		delete(c.made, key)
		c.order.Remove(at)
		return
	}
}

// Len returns how many answers are kept.
func (c *Cache[T]) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.made)
}
