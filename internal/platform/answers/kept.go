package answers

import (
	"container/list"
	"sync/atomic"
)

// Kept keeps so many things by their keys. When there are more, the one goes that
// was kept or asked for the longest ago, as with Cache: dropping
// all of them would have everybody read everything again at once, in the busiest
// hour. It is safe for Get by many goroutines while nobody changes it; the
// caller's lock sees to that.
type Kept[K comparable, V any] struct {
	most  int
	m     map[K]*list.Element // of *keptOne
	order list.List           // what goes next in front
}

type keptOne[K comparable, V any] struct {
	key  K
	v    V
	used atomic.Bool // since it was put where it is in order
}

// NewKept makes room for so many.
func NewKept[K comparable, V any](most int) *Kept[K, V] {
	return &Kept[K, V]{most: most, m: map[K]*list.Element{}}
}

// Get gives what is kept under a key.
func (k *Kept[K, V]) Get(key K) (v V, ok bool) {
	at, ok := k.m[key]
	if !ok {
		return v, false
	}
	one := at.Value.(*keptOne[K, V])
	if !one.used.Load() {
		one.used.Store(true)
	}
	return one.v, true
}

// Put keeps v under a key, in the place of what was there.
func (k *Kept[K, V]) Put(key K, v V) {
	if at, ok := k.m[key]; ok {
		at.Value.(*keptOne[K, V]).v = v
		return
	}
	if len(k.m) >= k.most {
		k.sweep()
	}
	k.m[key] = k.order.PushBack(&keptOne[K, V]{key: key, v: v})
}

// Delete lets go of a key.
func (k *Kept[K, V]) Delete(key K) {
	if at, ok := k.m[key]; ok {
		delete(k.m, key)
		k.order.Remove(at)
	}
}

// Len tells how many there are.
func (k *Kept[K, V]) Len() int { return len(k.m) }

// sweep lets go of the first one that was not asked for; those before it have
// their turn last.
func (k *Kept[K, V]) sweep() {
	for {
		at := k.order.Front()
		one := at.Value.(*keptOne[K, V])
		if !one.used.Swap(false) {
			k.Delete(one.key)
			return
		}
		k.order.MoveToBack(at)
	}
}
