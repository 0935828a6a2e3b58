package search

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
)

// sorted is a segment's result for a filter without text: a sorted list of products, or a tally. from is the number of
// deleted products when it was computed; a patch handles later deletions. So no change rebuilds a list, and page 500
// costs as much as page 1.
type sorted struct {
	ords    []uint32
	tally   *tally
	choices []choice
	from    int
	patch   atomic.Pointer[patch]
}

// patch records the products that were removed from a sorted list or tally after it was made.
type patch struct {
	gone  int      // how many of the segment's dead are accounted for
	holes []uint32 // places in ords, rising
	tally *tally
}

func (l *sorted) bytes() int {
	n := 256 + 4*len(l.ords) + 2*len(l.choices)
	if t := l.tally; t != nil {
		n += 2 * 8 * (len(t.cats.n) + len(t.stores.n) + len(t.attrs.n)*(1+len(t.but)))
	}
	return n
}

// slice is a sorted list as one view sees it.
type slice struct {
	*view
	ords  []uint32
	holes []uint32
}

func (s *slice) count() int { return len(s.ords) - len(s.holes) }

// at returns the i-th product that is not deleted.
func (s *slice) at(i int) uint32 {
	j := sort.Search(len(s.holes), func(j int) bool { return int(s.holes[j])-j > i })
	return s.ords[i+j]
}

// lister answers a query without text.
type lister struct {
	ix   *Index
	snap *snapshot
	f    *filter
	ord  ordering
}

func (l *lister) key(v *view, tally bool) cacheKey {
	f := l.f
	k := cacheKey{serial: v.serial, filter: filterKey{
		service: f.service, store: f.store, branch: f.branch, category: f.category, block: f.block,
		priceMin: f.priceMin, priceMax: f.priceMax, inStock: f.inStock, onOffer: f.onOffer, attrs: f.attrsKey(),
	}}
	switch {
	case tally || f.needs || l.ord.bySeller():
		k.filter.place = f.place
	case l.ord.here && l.ord.sort == Popular:
		k.filter.place = f.ready // the same list for districts that the same branches deliver to
	case l.ord.here:
		k.filter.place = f.reach // the same list from opening to closing, and for districts alike
	}
	if tally {
		k.kind, k.filter.apart = kindTally, f.apart
	} else {
		k.sort = l.ord.sort
		if l.ord.sort == Name {
			k.lang = l.ord.lang
		}
	}
	return k
}

func (f *filter) attrsKey() string {
	if len(f.attrs) == 0 {
		return ""
	}
	var b strings.Builder
	for _, a := range f.attrs {
		b.WriteByte('/')
		b.WriteString(strconv.FormatUint(uint64(a.number), 36))
		for _, v := range a.values {
			b.WriteByte(' ')
			b.WriteString(strconv.FormatUint(uint64(v), 36))
		}
	}
	return b.String()
}

// get returns the list or the tally of a view, patched for deleted products.
func (l *lister) get(v *view, tally bool) *patchedList {
	build := func() *sorted {
		if tally {
			return l.count(v)
		}
		return l.list(v)
	}
	s := l.ix.lists.get(l.key(v, tally), build)
	gone := len(v.gone)
	if gone < s.from {
		s = build() // this reader looks at an older version than the list was made for
	}
	p := s.patch.Load()
	if p.gone > gone {
		p = &patch{gone: s.from, tally: s.tally}
	}
	if p.gone < gone {
		newer := l.extend(s, p, v)
		if s.patch.Load() == p {
			s.patch.CompareAndSwap(p, newer)
		}
		p = newer
	}
	return &patchedList{s, p}
}

type patchedList struct {
	*sorted
	patch *patch
}

// list sorts the matching products of a view that are not deleted.
func (l *lister) list(v *view) *sorted {
	list := make([]found, 0, 1024)
	plain := l.ord.sort == Popular
	var ords, closed, away []uint32
	k := l.ix.checker(v, l.f, l.ord.byOffer())
	defer k.release()
	for d := range uint32(v.n) {
		if v.dead.has(d) {
			continue
		}
		c, fails := k.check(d)
		if fails != 0 {
			continue
		}
		key := l.ord.key(v.segment, d, c, 0)
		switch {
		case !plain:
			list = append(list, found{key, d})
		case key == 0:
			ords = append(ords, d)
		case key == later:
			closed = append(closed, d)
		default:
			away = append(away, d)
		}
	}
	ords = append(append(ords, closed...), away...)
	if !plain {
		list = sortFound(list)
		ords = make([]uint32, len(list))
		for i, f := range list {
			ords[i] = f.ord
		}
	}
	s := &sorted{ords: slices.Clip(ords), from: len(v.gone)}
	s.patch.Store(&patch{gone: s.from})
	return s
}

// count computes the tally of a view.
func (l *lister) count(v *view) *sorted {
	t := &tally{but: make([]counter, len(l.f.attrs))}
	k := l.ix.checker(v, l.f, true)
	defer k.release()
	for d := range uint32(v.n) {
		if !v.dead.has(d) {
			c, fails := k.check(d)
			k.count(d, v.facts[d], c, fails, t)
		}
	}
	k.sum(t)
	s := &sorted{tally: t, from: len(v.gone)}
	s.patch.Store(&patch{gone: s.from, tally: t})
	return s
}

// extend updates a patch for the products that were deleted after p.
func (l *lister) extend(s *sorted, p *patch, v *view) *patch {
	dead := v.gone[p.gone:]
	next := &patch{gone: len(v.gone)}
	if s.tally != nil {
		next.tally = p.tally.clone()
		for _, d := range dead {
			c, fails := l.f.check(v.segment, d, true)
			if l.f.counts(c) {
				next.tally.add(v.segment, d, c, fails, -1)
			}
		}
		if next.tally.stale {
			l.prices(v, next.tally)
		}
		return next
	}
	for _, d := range dead {
		c, fails := l.f.check(v.segment, d, l.ord.byOffer())
		if fails != 0 {
			continue
		}
		k := found{l.ord.key(v.segment, d, c, 0), d}
		next.holes = append(next.holes, uint32(sort.Search(len(s.ords), func(i int) bool {
			o := s.ords[i]
			return !found{l.ord.keyOf(v.segment, o), o}.before(k)
		})))
	}
	next.holes = append(next.holes, p.holes...)
	slices.Sort(next.holes)
	return next
}

// prices recomputes the lowest and highest price after the last product with one of them was deleted.
func (l *lister) prices(v *view, t *tally) {
	t.lows, t.highs, t.stale = 0, 0, false
	k := l.ix.checker(v, l.f, true)
	defer k.release()
	for d := range uint32(v.n) {
		if v.dead.has(d) {
			continue
		}
		if c, fails := k.check(d); fails&^failsPrice == 0 && !c.none() && l.f.counts(c) {
			t.addPrice(v.offer(d, c).price, 1)
		}
	}
}

// page returns the number of matching products, and n of them starting at offset off.
func (l *lister) page(off, n int) (total int, out []spot) {
	var parts []slice
	for i := range l.snap.views {
		v := &l.snap.views[i]
		p := l.get(v, false)
		s := slice{v, p.ords, p.patch.holes}
		total += s.count()
		if s.count() > 0 {
			parts = append(parts, s)
		}
	}
	at := l.split(parts, min(off, total))
	for len(out) < n {
		best := -1
		var bestKey uint64
		var bestOrd uint32
		for i := range parts {
			if at[i] >= parts[i].count() {
				continue
			}
			d := parts[i].at(at[i])
			if len(parts) == 1 {
				best, bestOrd = i, d
				break
			}
			k := l.ord.keyOf(parts[i].segment, d)
			if best < 0 || l.ord.compare(parts[i].segment, d, k, parts[best].segment, bestOrd, bestKey) < 0 {
				best, bestKey, bestOrd = i, k, d
			}
		}
		if best < 0 {
			break
		}
		out = append(out, spot{parts[best].segment, bestOrd, 0})
		at[best]++
	}
	return total, out
}

// split finds how many products of each part are among the first off of all, while reading only a few of them.
func (l *lister) split(parts []slice, off int) []int {
	lo, hi := make([]int, len(parts)), make([]int, len(parts))
	for i := range parts {
		hi[i] = min(parts[i].count(), off)
	}
	if len(parts) == 1 {
		lo[0] = off
		return lo
	}
	cut := make([]int, len(parts))
	for off > 0 {
		wide := 0
		for i := range parts {
			if hi[i]-lo[i] > hi[wide]-lo[wide] {
				wide = i
			}
		}
		if hi[wide] == lo[wide] {
			break
		}
		mid := (lo[wide] + hi[wide]) / 2
		seg, d := parts[wide].segment, parts[wide].at(mid)
		k := l.ord.keyOf(seg, d)
		before := 0
		for i := range parts {
			cut[i] = mid
			if i != wide {
				cut[i] = lo[i] + sort.Search(hi[i]-lo[i], func(j int) bool {
					e := parts[i].at(lo[i] + j)
					return l.ord.compare(parts[i].segment, e, l.ord.keyOf(parts[i].segment, e), seg, d, k) > 0
				})
			}
			before += cut[i]
		}
		for i := range parts {
			if before < off {
				lo[i] = cut[i]
			} else {
				hi[i] = cut[i]
			}
		}
		if before < off {
			lo[wide] = mid + 1
		}
	}
	return lo
}

// facets returns the facets of a query without text.
func (l *lister) facets() *Facets {
	sum := newTally(l.f)
	defer sum.release()
	for i := range l.snap.views {
		sum.merge(l.get(&l.snap.views[i], true).patch.tally)
	}
	return sum.facets(l.ix.tables, l.f)
}
