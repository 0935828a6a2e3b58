package answers

import (
	"container/list"
	"sync/atomic"
)

// Kept keeps up to most values by key. When it is full, the value that was stored or read the longest ago is dropped,
// as in Cache: dropping all of them would make everybody read everything again in the busiest hour. Get is safe for
// concurrent use while nothing changes it; the caller's lock ensures that.
type Kept[K comparable, V any] struct {
	most  int
	m     map[K]*list.Element // of *keptOne
	order list.List           // the next one to evict is at the front
}

type keptOne[K comparable, V any] struct {
	key  K
	v    V
	used atomic.Bool // since it was placed at its position in order
}

// NewKept returns a Kept that holds at most most values.
func NewKept[K comparable, V any](most int) *Kept[K, V] {
	return &Kept[K, V]{most: most, m: map[K]*list.Element{}}
}

// Get returns the value of a key.
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

// Put stores v under a key and replaces an earlier value.
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

// Delete removes a key.
func (k *Kept[K, V]) Delete(key K) {
	if at, ok := k.m[key]; ok {
		delete(k.m, key)
		k.order.Remove(at)
	}
}

// Len returns the number of values.
func (k *Kept[K, V]) Len() int { return len(k.m) }

// sweep drops the first value in the order that was not read. Values before it that were read move to the end.
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
