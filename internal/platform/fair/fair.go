// Package fair shares work of which a node can do only a little at a time. A free slot goes to the caller with the
// least work in progress, among equals to the one with the fewest slots since the queue formed, and then to the first
// one. So a caller with many requests delays only itself.
package fair

import (
	"context"
	"errors"
	"sync"
)

// The errors of Enter.
var (
	// ErrCrowded reports that a caller has the maximum number of queued requests.
	ErrCrowded = errors.New("fair: too much of this caller's waits already")
	// ErrFull reports that the queue is full and no caller has many more requests in it.
	ErrFull = errors.New("fair: too much waits already")
)

// Bounds are the limits of a queue.
type Bounds struct {
	Places int // requests in progress
	Each   int // of them, per caller
	Wait   int // queued requests per caller
	All    int // queued requests in total
}

// Queue assigns slots. Create it with New.
type Queue struct {
	bounds  Bounds
	mu      sync.Mutex
	busy    int
	waiting int
	callers map[string]*caller
	ring    []*caller // the queued callers; the one that was served longest ago is first
}

type caller struct {
	name   string
	busy   int
	served int         // slots received since the queue formed
	waits  []chan bool // each receives once whether the request got a slot
}

// before reports whether a free slot goes to c before other.
func (c *caller) before(other *caller) bool {
	if c.busy != other.busy {
		return c.busy < other.busy
	}
	return c.served < other.served
}

// New returns a queue.
func New(b Bounds) *Queue { return &Queue{bounds: b, callers: map[string]*caller{}} }

// Enter waits for a slot until ctx ends (it then returns ctx's error), and returns the function that frees the slot. It
// refuses immediately with ErrCrowded or ErrFull.
func (q *Queue) Enter(ctx context.Context, who string) (leave func(), err error) {
	q.mu.Lock()
	c := q.callers[who]
	switch {
	case c != nil && len(c.waits) >= q.bounds.Wait:
		q.mu.Unlock()
		return nil, ErrCrowded
	case q.waiting >= q.bounds.All && !q.displace(c):
		q.mu.Unlock()
		return nil, ErrFull
	}
	if c == nil {
		c = &caller{name: who}
		q.callers[who] = c
	}
	turn := make(chan bool, 1)
	if len(c.waits) == 0 {
		q.ring = append(q.ring, c)
	}
	c.waits = append(c.waits, turn)
	q.waiting++
	q.grant()
	q.mu.Unlock()
	leave = sync.OnceFunc(func() { q.leave(c) })
	select {
	case ours := <-turn:
		if !ours {
			return nil, ErrCrowded
		}
		return leave, nil
	case <-ctx.Done():
	}
	if !q.forget(c, turn) && <-turn {
		leave() // the slot was assigned at the same time
	}
	return nil, ctx.Err()
}

// displace makes room for another request of a caller (nil for a caller without any) by removing the last request of
// the caller with most. Callers with many requests must not keep out a caller with one.
func (q *Queue) displace(c *caller) bool {
	most := 1
	if c != nil {
		most += len(c.waits)
	}
	var from *caller
	for _, other := range q.ring {
		if len(other.waits) > most {
			from, most = other, len(other.waits)
		}
	}
	if from == nil {
		return false
	}
	from.waits[most-1] <- false
	from.waits = from.waits[:most-1]
	q.waiting--
	return true
}

// Waiting returns the number of a caller's queued requests.
func (q *Queue) Waiting(who string) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if c := q.callers[who]; c != nil {
		return len(c.waits)
	}
	return 0
}

func (q *Queue) leave(c *caller) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy--
	c.busy--
	q.drop(c)
	q.grant()
}

// grant assigns free slots.
func (q *Queue) grant() {
	for q.busy < q.bounds.Places {
		at := -1
		for i, c := range q.ring {
			if c.busy < q.bounds.Each && (at < 0 || c.before(q.ring[at])) {
				at = i
			}
		}
		if at < 0 {
			return
		}
		c := q.ring[at]
		q.ring = append(q.ring[:at], q.ring[at+1:]...)
		c.waits[0] <- true
		c.waits = c.waits[1:]
		if len(c.waits) > 0 {
			q.ring = append(q.ring, c)
		}
		c.busy++
		c.served++
		q.busy++
		q.waiting--
	}
}

// forget removes a queued request; false if it already has a slot.
func (q *Queue) forget(c *caller, turn chan bool) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, one := range c.waits {
		if one != turn {
			continue
		}
		c.waits = append(c.waits[:i], c.waits[i+1:]...)
		q.waiting--
		if len(c.waits) == 0 {
			for at, other := range q.ring {
				if other == c {
					q.ring = append(q.ring[:at], q.ring[at+1:]...)
					break
				}
			}
		}
		q.drop(c)
		return true
	}
	return false
}

// maxRemembered bounds the callers remembered as served while others wait.
const maxRemembered = 10_000

// drop forgets a caller without work and requests, and all callers once the queue is empty.
func (q *Queue) drop(c *caller) {
	if c.busy == 0 && len(c.waits) == 0 && len(q.callers) > maxRemembered {
		delete(q.callers, c.name)
	}
	if q.waiting > 0 {
		return
	}
	for name, c := range q.callers {
		if c.served = 0; c.busy == 0 {
			delete(q.callers, name)
		}
	}
}
