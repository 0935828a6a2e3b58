package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Count is a filter value and its number of results.
type Count struct {
	ID string
	N  int
}

// AttributeCounts are the values of one attribute among the results.
type AttributeCounts struct {
	Key    string
	Values []Count // ID is the value
}

// Facets count the values in a result that can be used as filters. Each facet ignores its own filter, so the store
// filter doesn't hide other stores. With Apart, only products delivered to the place count. Lists are sorted by count,
// then id; stores include the filtered one.
type Facets struct {
	Categories         []Count
	Stores             []Count
	Attributes         []AttributeCounts
	InStock, OnOffer   int
	Delivered          *int  // to the place, in stock or not; nil where more than that is counted
	PriceMin, PriceMax int64 // of the chosen offers; both 0 when nothing has a price
}

// The lists of stores and of an attribute's values are limited, because nobody reads longer ones. Categories are listed
// completely, as they form a tree.
const (
	maxFacetStores = 100
	maxFacetValues = 40
)

// counter counts by number, and lists the numbers that it has seen.
type counter struct {
	n   []int32
	met []uint32
}

func (c *counter) add(id uint32, by int32) {
	if int(id) >= len(c.n) {
		c.n = append(c.n, make([]int32, int(id)+1-len(c.n))...)
	}
	if c.n[id] == 0 && by > 0 {
		c.met = append(c.met, id)
	}
	c.n[id] += by
}

func (c *counter) reset() {
	for _, id := range c.met {
		c.n[id] = 0
	}
	c.met = c.met[:0]
}

func (c *counter) merge(o *counter) {
	for _, id := range o.met {
		if o.n[id] > 0 {
			c.add(id, o.n[id])
		}
	}
}

func (c *counter) clone() counter { return counter{slices.Clone(c.n), c.met} }

// tally counts facets. It can also be decremented, which keeps a cached tally correct when products are deleted.
type tally struct {
	cats, stores, attrs counter
	but                 []counter // per attribute filter: values of products that fail only it
	inStock, onOffer    int32
	delivered           int32
	low, high           int64
	lows, highs         int32 // products at the lowest and the highest price
	stale               bool  // the last product at one end of the prices went
}

var tallyPool = sync.Pool{New: func() any { return new(tally) }}

// newTally returns an empty tally for a filter; release returns it to the pool.
func newTally(f *filter) *tally {
	t := tallyPool.Get().(*tally)
	t.but = slices.Grow(t.but[:0], len(f.attrs))[:len(f.attrs)]
	return t
}

func (t *tally) release() {
	t.cats.reset()
	t.stores.reset()
	t.attrs.reset()
	for i := range t.but {
		t.but[i].reset()
	}
	*t = tally{cats: t.cats, stores: t.stores, attrs: t.attrs, but: t.but}
	tallyPool.Put(t)
}

func (t *tally) clone() *tally {
	c := *t
	c.cats, c.stores, c.attrs, c.but = t.cats.clone(), t.stores.clone(), t.attrs.clone(), nil
	for i := range t.but {
		c.but = append(c.but, t.but[i].clone())
	}
	return &c
}

// add counts a product by the filters that it fails; by is 1, or -1 for a deleted product.
func (t *tally) add(s *segment, d uint32, c choice, fails uint32, by int32) {
	if fails&(failsHard|failsPrice|failsStock|failsOffer) == 0 {
		t.addGroup(s, s.facts[d].group, fails, by)
	}
	if fails&^failsPrice != 0 || c.none() {
		return
	}
	if fails == 0 {
		if c.available() {
			t.inStock += by
		}
		if c.delivered() {
			t.delivered += by
		}
		if c.onOffer() {
			t.onOffer += by
		}
	}
	t.addPrice(s.offer(d, c).price, by)
}

// addGroup counts products of a group whose offers fail no filter.
func (t *tally) addGroup(s *segment, g, fails uint32, by int32) {
	r := &s.groups[g]
	if fails&^failsCategory == 0 {
		for _, c := range s.catSets.at(r.cats) {
			t.cats.add(c, by)
		}
	}
	if fails&^failsStore == 0 {
		t.stores.add(r.store, by)
	}
	if fails == 0 {
		for _, a := range s.attrSets.at(r.attrs) {
			t.attrs.add(a, by)
		}
	}
	for i := range t.but {
		if fails == failsAttr<<i {
			for _, a := range s.attrSets.at(r.attrs) {
				t.but[i].add(a, by)
			}
		}
	}
}

func (t *tally) addPrice(p int64, by int32) {
	if by < 0 {
		if p == t.low {
			t.lows--
		}
		if p == t.high {
			t.highs--
		}
		t.stale = t.stale || t.lows == 0 || t.highs == 0
		return
	}
	t.addPrices(p, p, by, by)
}

// addPrices extends the price range.
func (t *tally) addPrices(low, high int64, lows, highs int32) {
	if t.lows == 0 || low < t.low {
		t.low, t.lows = low, 0
	}
	if low == t.low {
		t.lows += lows
	}
	if t.highs == 0 || high > t.high {
		t.high, t.highs = high, 0
	}
	if high == t.high {
		t.highs += highs
	}
}

// merge adds another tally of the same filter.
func (t *tally) merge(o *tally) {
	t.cats.merge(&o.cats)
	t.stores.merge(&o.stores)
	t.attrs.merge(&o.attrs)
	for i := range t.but {
		t.but[i].merge(&o.but[i])
	}
	t.inStock += o.inStock
	t.onOffer += o.onOffer
	t.delivered += o.delivered
	if o.lows > 0 {
		t.addPrices(o.low, o.high, o.lows, o.highs)
	}
}

// facets names the counted values.
func (t *tally) facets(tb *tables, f *filter) *Facets {
	out := &Facets{
		Categories: t.cats.named(tb.categories.list(), 0), Stores: t.stores.named(tb.stores.list(), maxFacetStores),
		InStock: int(t.inStock), OnOffer: int(t.onOffer),
	}
	if names := tb.stores.list(); f.store != 0 && int(f.store) < len(t.stores.n) && t.stores.n[f.store] > 0 {
		// The store that is filtered by is always listed, even if many other stores have more products.
		chosen := Count{names[f.store], int(t.stores.n[f.store])}
		if !slices.Contains(out.Stores, chosen) {
			out.Stores = append(out.Stores, chosen)
		}
	}
	if f.apart {
		out.Delivered = new(int(t.delivered))
	}
	if t.lows > 0 {
		out.PriceMin, out.PriceMax = t.low, t.high
	}
	names, groups, keys := tb.attributes.list(), tb.attributes.groups(), tb.attributeKeys.list()
	for i, a := range f.attrs {
		for _, id := range t.but[i].met {
			if groups[id] == a.number {
				t.attrs.add(id, t.but[i].n[id])
			}
		}
	}
	byKey := map[uint32]*counter{}
	for _, id := range t.attrs.met {
		c := byKey[groups[id]]
		if c == nil {
			c = &counter{n: t.attrs.n}
			byKey[groups[id]] = c
		}
		c.met = append(c.met, id)
	}
	for key, c := range byKey {
		values := c.named(names, maxFacetValues)
		for i := range values {
			values[i].ID = values[i].ID[len(keys[key])+1:]
		}
		if len(values) > 0 {
			out.Attributes = append(out.Attributes, AttributeCounts{keys[key], values})
		}
	}
	slices.SortFunc(out.Attributes, func(a, b AttributeCounts) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// before orders facet values by count, highest first, then by id.
func (c Count) before(o Count) bool { return c.N > o.N || c.N == o.N && c.ID < o.ID }
func (c Count) compare(o Count) int {
	return cmp.Or(cmp.Compare(o.N, c.N), strings.Compare(c.ID, o.ID))
}

// named lists the counted values, at most limit; number 0 means none.
func (c *counter) named(names []string, limit int) []Count {
	// In long lists, most values are rejected by their count alone, before their name is read.
	least := int32(1)
	if limit > 0 && len(c.met) > limit {
		var by [64]int
		for _, id := range c.met {
			by[min(max(c.n[id], 0), int32(len(by)-1))]++
		}
		least = int32(len(by) - 1)
		for sum := by[least]; least > 1 && sum < limit; sum += by[least] {
			least--
		}
	}
	out := make([]Count, 0, 16)
	for _, id := range c.met {
		if n := c.n[id]; n >= least && id != 0 {
			out = append(out, Count{names[id], int(n)})
		}
	}
	if limit == 0 {
		limit = len(out)
	}
	return first(out, limit)
}
