package search

import (
	"cmp"
	"slices"
	"strings"
)

// Count is how many results have something.
type Count struct {
	ID string
	N  int
}

// AttributeCounts are the values of one attribute among the results.
type AttributeCounts struct {
	Key    string
	Values []Count // ID is the value
}

// Facets say what a result holds and could be narrowed down to. Each facet
// disregards the filter on itself, so the store filter does not hide the other
// stores. Lists are ordered by count, then id.
type Facets struct {
	Categories         []Count
	Stores             []Count
	Attributes         []AttributeCounts
	InStock, OnOffer   int
	PriceMin, PriceMax int64 // of the chosen offers; both 0 when nothing has a price
}

// tally counts facets in one segment. It can also be counted down, which keeps
// a cached tally true when products die.
type tally struct {
	cats, stores, attrs []int32   // per set of categories, store, set of attributes
	attrsBut            [][]int32 // per attribute filter: sets that fail only it
	inStock, onOffer    int32
	low, high           int64
	lows, highs         int32 // products at the lowest and the highest price
	stale               bool  // the last product at one end of the prices went
}

func newTally(s *segment, stores int, f *filter) *tally {
	t := &tally{cats: make([]int32, s.catSets.len()), stores: make([]int32, stores), attrs: make([]int32, s.attrSets.len())}
	for range f.attrs {
		t.attrsBut = append(t.attrsBut, make([]int32, s.attrSets.len()))
	}
	return t
}

func (t *tally) clone() *tally {
	c := *t
	c.cats, c.stores, c.attrs = slices.Clone(t.cats), slices.Clone(t.stores), slices.Clone(t.attrs)
	c.attrsBut = nil
	for _, a := range t.attrsBut {
		c.attrsBut = append(c.attrsBut, slices.Clone(a))
	}
	return &c
}

// add counts a product by what it fails; by is 1, or -1 when it died.
func (t *tally) add(s *segment, d uint32, offer int32, fails uint32, by int32) {
	if fails == 0 {
		t.cats[s.cats[d]] += by
		t.stores[s.store[d]] += by
		t.attrs[s.attrs[d]] += by
		if offer < 0 {
			return
		}
		if s.available(offer) {
			t.inStock += by
		}
		if s.onOffer(offer) {
			t.onOffer += by
		}
		t.addPrice(s.price[offer], by)
		return
	}
	switch fails {
	case failsCategory:
		t.cats[s.cats[d]] += by
	case failsStore:
		t.stores[s.store[d]] += by
	case failsStock: // fails it, so it is not in stock and there is nothing to count
	case failsOffer:
	case failsPrice:
		if offer >= 0 {
			t.addPrice(s.price[offer], by)
		}
	default:
		for i := range t.attrsBut {
			if fails == failsAttr<<i {
				t.attrsBut[i][s.attrs[d]] += by
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
	if t.lows == 0 || p < t.low {
		t.low, t.lows = p, 0
	}
	if p == t.low {
		t.lows++
	}
	if t.highs == 0 || p > t.high {
		t.high, t.highs = p, 0
	}
	if p == t.high {
		t.highs++
	}
}

// facetSum joins the tallies of all segments.
type facetSum struct {
	cats, stores, attrs map[uint32]int
	attrsBut            []map[uint32]int
	inStock, onOffer    int
	low, high           int64
	prices              bool
}

func newFacetSum(f *filter) *facetSum {
	s := &facetSum{cats: map[uint32]int{}, stores: map[uint32]int{}, attrs: map[uint32]int{}}
	for range f.attrs {
		s.attrsBut = append(s.attrsBut, map[uint32]int{})
	}
	return s
}

func (f *facetSum) add(s *segment, t *tally) {
	spread := func(to map[uint32]int, counts []int32, of *sets) {
		for set, n := range counts {
			if n != 0 {
				for _, id := range of.at(uint32(set)) {
					to[id] += int(n)
				}
			}
		}
	}
	spread(f.cats, t.cats, &s.catSets)
	spread(f.attrs, t.attrs, &s.attrSets)
	for i := range t.attrsBut {
		spread(f.attrsBut[i], t.attrsBut[i], &s.attrSets)
	}
	for store, n := range t.stores {
		if n != 0 && store != 0 {
			f.stores[uint32(store)] += int(n)
		}
	}
	f.inStock += int(t.inStock)
	f.onOffer += int(t.onOffer)
	if t.lows > 0 {
		if !f.prices || t.low < f.low {
			f.low = t.low
		}
		if !f.prices || t.high > f.high {
			f.high = t.high
		}
		f.prices = true
	}
}

func (f *facetSum) facets(t *tables, filters []attrFilter) *Facets {
	out := &Facets{
		Categories: named(f.cats, t.categories.list()), Stores: named(f.stores, t.stores.list()),
		InStock: f.inStock, OnOffer: f.onOffer, PriceMin: f.low, PriceMax: f.high,
	}
	for i, a := range filters {
		for id, n := range f.attrsBut[i] {
			if key, _, _ := strings.Cut(t.attributes.list()[id], "\x00"); key == a.key {
				f.attrs[id] += n
			}
		}
	}
	at := map[string]int{}
	for _, c := range named(f.attrs, t.attributes.list()) {
		a := splitAttribute(c.ID)
		i, ok := at[a.Key]
		if !ok {
			i = len(out.Attributes)
			at[a.Key] = i
			out.Attributes = append(out.Attributes, AttributeCounts{Key: a.Key})
		}
		out.Attributes[i].Values = append(out.Attributes[i].Values, Count{a.Value, c.N})
	}
	slices.SortFunc(out.Attributes, func(a, b AttributeCounts) int { return strings.Compare(a.Key, b.Key) })
	return out
}

func named(counts map[uint32]int, names []string) []Count {
	out := make([]Count, 0, len(counts))
	for id, n := range counts {
		out = append(out, Count{names[id], n})
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.ID, b.ID))
	})
	return out
}
