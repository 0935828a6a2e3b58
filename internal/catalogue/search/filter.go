package search

import (
	"cmp"
	"slices"
	"strings"
)

// filter is the part of a query that does not depend on its text, with ids
// turned into numbers.
type filter struct {
	service, store, branch, category, block uint32 // 0: any
	priceMin, priceMax                      int64
	inStock, onOffer                        bool
	attrs                                   []attrFilter
	prefs                                   []uint32
	place, reach, ready                     [16]byte // as Place has them

	lowest, highest int // steps of the prices asked for

	needs bool // looking at the offers decides whether a product passes
	here  bool // undelivered products are listed apart
	apart bool // and counts in no facet
}

// attrFilter matches any of several values of one attribute.
type attrFilter struct {
	key    string
	number uint32 // of the key
	values []uint32
}

// The filters that a product can fail, one bit each. A product that fails exactly one filter still counts in that
// filter's facet, which shows the alternatives.
const (
	failsHard = 1 << iota // service, branch, block: never shown, never counted
	failsStore
	failsCategory
	failsPrice
	failsStock
	failsOffer
	failsAttr // the first attribute key; the next bits the next keys
)

const maxAttrFilters = 16

// failsScope are the bits of the store and the category being searched. They change which result fits best, but not the
// meaning of the words: each facet counts what the same words find in other stores and categories.
const failsScope = failsHard | failsStore | failsCategory

func (t *tables) filter(q *Query) *filter {
	f := &filter{
		priceMin: q.PriceMin, priceMax: q.PriceMax, inStock: q.InStock, onOffer: q.OnOffer,
		prefs: q.Place.prefs(), place: q.Place.fingerprint(), reach: q.Place.reaching(), ready: q.Place.opened(),
	}
	number := func(t *table, id string) uint32 {
		if n, ok := t.find(id); ok {
			return n
		}
		return lost // no product has it
	}
	f.service = number(t.services, q.Service)
	f.store = number(t.stores, q.Store)
	f.branch = number(t.branches, q.Branch)
	f.category = number(t.categories, q.Category)
	f.block = number(t.blocks, q.Block)
	for _, a := range q.Attributes {
		n := number(t.attributes, attributeName(a))
		i := slices.IndexFunc(f.attrs, func(x attrFilter) bool { return x.key == a.Key })
		if i < 0 {
			if len(f.attrs) == maxAttrFilters {
				continue
			}
			f.attrs = append(f.attrs, attrFilter{key: a.Key, number: number(t.attributeKeys, a.Key)})
			i = len(f.attrs) - 1
		}
		f.attrs[i].values = append(f.attrs[i].values, n)
	}
	slices.SortFunc(f.attrs, func(a, b attrFilter) int { return strings.Compare(a.key, b.key) })
	for i := range f.attrs {
		slices.Sort(f.attrs[i].values)
	}
	f.lowest, f.highest = step(f.priceMin), noStep
	if f.priceMin == 0 {
		f.lowest = -1
	}
	if f.priceMax > 0 {
		f.highest = step(f.priceMax)
	}
	f.here = f.branch == 0 && q.Place.delivered() // a single branch delivers all its products or none
	f.apart = f.here && q.Apart
	f.needs = f.branch != 0 || f.priceMin > 0 || f.priceMax > 0 || f.inStock || f.onOffer
	return f
}

// counts reports whether a product counts in facets under its offer.
func (f *filter) counts(c choice) bool { return !f.apart || c.delivered() }

func (a *attrFilter) met(set []uint32) bool {
	for _, v := range a.values {
		if _, ok := slices.BinarySearch(set, v); ok {
			return true
		}
	}
	return false
}

// Sort is a sort order of results.
type Sort string

// The sort orders. Each ends with popularity and then the id, so that the order is total.
const (
	Relevance Sort = "relevance" // by match and availability here, then popularity
	Popular   Sort = "popular"   // products of open branches first
	Newest    Sort = "newest"
	PriceAsc  Sort = "price_asc"
	PriceDesc Sort = "price_desc"
	Name      Sort = "name" // as Fold writes it, in the query's language
)

// ordering compares products of any segments under a query.
type ordering struct {
	sort  Sort
	lang  int
	prefs []uint32
	of    uint32
	first uint32 // the service whose products gain, 0 for none
	here  bool   // in every order, undelivered products come last
}

// byOffer reports whether the order depends on the branch that sells the product.
func (o *ordering) byOffer() bool {
	return o.here || o.bySeller()
}

// bySeller reports whether the order depends on which branch sells the product, not only on whether any branch delivers
// it.
func (o *ordering) bySeller() bool {
	return o.sort == PriceAsc || o.sort == PriceDesc || o.sort == Relevance
}

const (
	// elsewhere is the bit that sorts products which are not delivered here after all others.
	elsewhere = 1 << 63
	// later is the bit that sorts closed products after open ones.
	later = 1 << 62
	// middle is the key of zero, between negative and positive values.
	middle = 1 << 62
	// last is the key of products without a price.
	last = elsewhere - 1
)

// rising converts a number into a part of a key that increases with it.
func rising(n int64) uint64 { return uint64(min(max(n, -middle+1), middle-2) + middle) }

// key returns the first part of a product's sort position; equal keys are sorted by ordinal. For names it is comparable
// only within a segment, except for its first bit.
func (o *ordering) key(s *segment, d uint32, c choice, score uint64) uint64 {
	k := o.own(s, d, c, score)
	switch {
	case !o.here:
	case !c.delivered():
		k |= elsewhere
	case o.sort == Popular && !c.open(): // an order by price or date stays one
		k |= later
	}
	return k
}

// own is a product's key by the sort order alone.
func (o *ordering) own(s *segment, d uint32, c choice, score uint64) uint64 {
	switch o.sort {
	case Newest:
		return last - rising(s.created[d])
	case PriceAsc:
		if c.none() {
			return last
		}
		return rising(s.offer(d, c).price)
	case PriceDesc:
		if c.none() {
			return last
		}
		return last - 1 - rising(s.offer(d, c).price)
	case Name:
		return uint64(s.nameRank[o.lang][d])
	case Relevance:
		return maxTotal - score - o.gain(s, d, c)
	}
	return 0
}

// gain is the amount that availability adds to a product's score.
func (o *ordering) gain(s *segment, d uint32, c choice) uint64 {
	if o.first != 0 && s.groups[s.facts[d].group].service == o.first {
		return tierGain[c.tier()] + firstGain
	}
	return tierGain[c.tier()]
}

// keyOf is key for a product whose offer is not known yet.
func (o *ordering) keyOf(s *segment, d uint32) uint64 {
	c := choice(choiceAt)
	if o.byOffer() {
		c = s.choose(d, o.prefs, o.of)
	}
	return o.key(s, d, c, 0)
}

// compare orders products of two different segments whose keys are known.
func (o *ordering) compare(a *segment, x uint32, kx uint64, b *segment, y uint32, ky uint64) int {
	if o.sort == Name {
		if c := cmp.Compare(kx&elsewhere, ky&elsewhere); c != 0 {
			return c
		}
		if c := strings.Compare(Fold(a.name(x, o.lang)), Fold(b.name(y, o.lang))); c != 0 {
			return c
		}
	} else if c := cmp.Compare(kx, ky); c != 0 {
		return c
	}
	return compareRank(a, x, b, y)
}
