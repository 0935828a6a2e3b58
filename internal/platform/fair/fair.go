// Package fair lets callers take turns at work of which a node can do only a little at a time. A caller who asks for
// much waits only for itself: a free place goes to the caller with the least work in progress, among equals to the
// caller with the fewest places since the queue formed, and then to the first one.
package fair

import (
	"context"
	"errors"
	"sync"
)

// Refusals of Enter.
var (
	// ErrCrowded is for a caller who has as many requests waiting as allowed.
	ErrCrowded = errors.New("fair: too much of this caller's waits already")
	// ErrFull is for any caller while the queue is full and no caller has many more requests in it.
	ErrFull = errors.New("fair: too much waits already")
)

// Bounds of a queue.
type Bounds struct {
	Places int // at work at a time
	Each   int // of them, for one caller
	Wait   int // waiting of one caller
	All    int // waiting of all
}

// Queue hands out places. Make it with New.
type Queue struct {
	bounds  Bounds
	mu      sync.Mutex
	busy    int
	waiting int
	callers map[string]*caller
	ring    []*caller // the waiting callers, the one served the longest ago first
}

type caller struct {
	name   string
	busy   int
	served int         // places given since nobody waited
	waits  []chan bool // receives once whether the place is theirs
}

// before reports whether a free place goes to c rather than to other.
func (c *caller) before(other *caller) bool {
	if c.busy != other.busy {
		return c.busy < other.busy
	}
	return c.served < other.served
}

// New returns a queue.
func New(b Bounds) *Queue { return &Queue{bounds: b, callers: map[string]*caller{}} }

// Enter waits for a place, until ctx ends (its error), and returns the function that gives it back. It refuses
// immediately with ErrCrowded or ErrFull.
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
		leave() // the place came at the same moment
	}
	return nil, ctx.Err()
}

// displace makes room for one more request of a caller (nil for one with none) by removing the last request of the
// caller with most: a crowd of greedy callers must not keep out a caller with one.
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

// Waiting is how much of a caller's waits.
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

// grant gives free places away.
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

// forget removes a waiting request; false if it has been given a place.
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

// drop forgets a caller with no work and no requests; all of them once nobody waits.
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
