package answers

import "sync/atomic"

// Kept keeps so many things by their keys. When there are more, the next one goes
// that was not asked for since the sweep last came by, as with Cache: dropping
// all of them would have everybody read everything again at once, in the busiest
// hour. It is safe for Get by many goroutines while nobody changes it; the
// caller's lock sees to that.
type Kept[K comparable, V any] struct {
	most  int
	m     map[K]*keptOne[K, V]
	order []*keptOne[K, V] // a ring for the sweep
	hand  int
}

type keptOne[K comparable, V any] struct {
	key  K
	v    V
	at   int // in the ring
	used atomic.Bool
}

// NewKept makes room for so many.
func NewKept[K comparable, V any](most int) *Kept[K, V] {
	return &Kept[K, V]{most: most, m: map[K]*keptOne[K, V]{}}
}

// Get gives what is kept under a key.
func (k *Kept[K, V]) Get(key K) (v V, ok bool) {
	one, ok := k.m[key]
	if !ok {
		return v, false
	}
	if !one.used.Load() {
		one.used.Store(true)
	}
	return one.v, true
}

// Put keeps v under a key, in the place of what was there.
func (k *Kept[K, V]) Put(key K, v V) {
	if one, ok := k.m[key]; ok {
		one.v = v
		return
	}
	if len(k.order) >= k.most {
		k.sweep()
	}
	one := &keptOne[K, V]{key: key, v: v, at: len(k.order)}
	k.m[key] = one
	k.order = append(k.order, one)
}

// Delete lets go of a key.
func (k *Kept[K, V]) Delete(key K) {
	one, ok := k.m[key]
	if !ok {
		return
	}
	delete(k.m, key)
	last := len(k.order) - 1
	k.order[one.at] = k.order[last]
	k.order[one.at].at = one.at
	k.order[last] = nil
	k.order = k.order[:last]
}

// Len tells how many there are.
func (k *Kept[K, V]) Len() int { return len(k.m) }

// sweep lets go of the next one that was not asked for.
func (k *Kept[K, V]) sweep() {
	for {
		if k.hand >= len(k.order) {
			k.hand = 0
		}
		if one := k.order[k.hand]; !one.used.Swap(false) {
			k.Delete(one.key)
			return
		}
		k.hand++
	}
}
