package search

import (
	"container/list"
	"sync"
)

// filterKey identifies a filter in a cache.
type filterKey struct {
	service, store, branch, category, block uint32
	priceMin, priceMax                      int64
	inStock, onOffer                        bool
	apart                                   bool // of tallies
	attrs                                   string
	place                                   [16]byte
}

// cacheKey identifies a cached value of one segment.
type cacheKey struct {
	serial uint64
	filter filterKey
	sort   Sort
	lang   int
	kind   cacheKind
}

// cacheKind is the kind of a cached value.
type cacheKind uint8

const (
	kindList cacheKind = iota
	kindTally
	kindChoices
)

// listCache caches sorted lists, tallies and choices of segments, and evicts the least recently used when they exceed
// max bytes. Segments never change, so no entry becomes stale by a change of the catalogue.
type listCache struct {
	mu    sync.Mutex
	max   int
	bytes int
	byKey map[cacheKey]*list.Element
	order *list.List // of *cacheEntry, the latest used in front
}

type cacheEntry struct {
	key  cacheKey
	once sync.Once
	list *sorted
	size int
}

func newListCache(max int) *listCache {
	return &listCache{max: max, byKey: map[cacheKey]*list.Element{}, order: list.New()}
}

// get returns the cached value or builds it. Concurrent callers of the same key wait for one of them to build it.
func (c *listCache) get(key cacheKey, build func() *sorted) *sorted {
	c.mu.Lock()
	el, ok := c.byKey[key]
	if ok {
		c.order.MoveToFront(el)
	} else {
		el = c.order.PushFront(&cacheEntry{key: key})
		c.byKey[key] = el
	}
	e := el.Value.(*cacheEntry)
	c.mu.Unlock()
	e.once.Do(func() {
		e.list = build()
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.byKey[key] != el {
			return // thrown out while it was built
		}
		e.size = e.list.bytes()
		c.bytes += e.size
		for c.bytes > c.max && c.order.Len() > 1 {
			c.remove(c.order.Back())
		}
	})
	return e.list
}

func (c *listCache) remove(el *list.Element) {
	e := el.Value.(*cacheEntry)
	c.order.Remove(el)
	delete(c.byKey, e.key)
	c.bytes -= e.size
}

// drop removes the entries of deleted segments.
func (c *listCache) drop(serials map[uint64]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for el := c.order.Front(); el != nil; {
		next := el.Next()
		if serials[el.Value.(*cacheEntry).key.serial] {
			c.remove(el)
		}
		el = next
	}
}

// resultKey is a query in comparable form.
type resultKey struct {
	text, lang, first                       string
	service, store, branch, category, block string
	attrs                                   string
	priceMin, priceMax                      int64
	inStock, onOffer, facets, things, apart bool
	sort                                    Sort
	page, perPage                           int
	place                                   [16]byte
}

// reasonable is false for queries with ids so long that no genuine client sends them; their results are not cached.
func (k *resultKey) reasonable() bool {
	return len(k.first)+len(k.service)+len(k.store)+len(k.branch)+len(k.category)+len(k.block)+len(k.attrs) < 1<<10
}

// resultCache caches whole results of one version in two generations. A full young generation becomes the old one, and
// results that are requested again move back to the young one.
type resultCache struct {
	mu         sync.Mutex
	young, old map[resultKey]*Result
	weight     int
}

// generationWeight limits the size of a generation, counted in hits and facet values.
const generationWeight = 1 << 15

func (c *resultCache) get(key resultKey) *Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.young[key]; r != nil {
		return r
	}
	r := c.old[key]
	if r != nil {
		c.add(key, r)
	}
	return r
}

func (c *resultCache) put(key resultKey, r *Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(key, r)
}

func (c *resultCache) add(key resultKey, r *Result) {
	w := r.weight()
	if w > generationWeight/16 {
		return
	}
	if c.young == nil || c.weight+w > generationWeight {
		c.young, c.old, c.weight = map[resultKey]*Result{}, c.young, 0
	}
	c.young[key] = r
	c.weight += w
}

func (r *Result) weight() int {
	w := 4 + len(r.Hits)
	if f := r.Facets; f != nil {
		w += len(f.Categories) + len(f.Stores)
		for _, a := range f.Attributes {
			w += len(a.Values)
		}
	}
	return w
}
