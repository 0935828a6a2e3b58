package search

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"
)

var serials atomic.Uint64

// tables are the numbers that all segments share.
type tables struct {
	services, stores, branches, categories, blocks *table
	attributes, attributeKeys                      *table // values are grouped by key
	seed                                           maphash.Seed
}

func newTables() *tables {
	return &tables{newTable(), newTable(), newTable(), newTable(), newTable(), newTable(), newTable(), maphash.MakeSeed()}
}

// attributeName is how an attribute value is numbered.
func attributeName(a Attribute) string { return a.Key + "\x00" + a.Value }

// build makes a segment of products whose ids differ. The slice is reordered.
func (t *tables) build(products []Product) *segment {
	slices.SortFunc(products, func(a, b Product) int {
		if c := cmp.Compare(b.Rank, a.Rank); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	n := len(products)
	s := &segment{
		serial: serials.Add(1), n: n,
		ref: make([]uint64, n), rank: make([]int64, n), created: make([]int64, n), hash: make([]uint64, n),
		group: make([]uint32, n), offerAt: make([]uint32, n+1), steps: make([]steps, n),
	}
	cats, attrs, blocks := newSetsBuilder(), newSetsBuilder(), newSetsBuilder()
	var groups groupsBuilder
	var text []byte
	var ids []uint32
	var ws wordsBuilder
	for d := range products {
		p := &products[d]
		s.ref[d] = uint64(len(text))
		text = appendField(text, p.ID)
		text = appendField(text, p.Slug)
		text = appendField(text, clip(p.NameEN, maxFieldBytes))
		text = appendField(text, clip(p.NameAR, maxFieldBytes))
		s.rank[d], s.created[d], s.hash[d] = p.Rank, p.CreatedAt, t.hash(p)
		var r group
		r.service, r.store = t.services.intern(p.ServiceID), t.stores.intern(p.StoreID)
		ids = ids[:0]
		for _, c := range p.Categories {
			ids = append(ids, t.categories.intern(c))
		}
		r.cats = cats.add(ids)
		ids = ids[:0]
		for _, a := range p.Attributes {
			ids = append(ids, t.attributes.internIn(attributeName(a), t.attributeKeys.intern(a.Key)))
		}
		r.attrs = attrs.add(ids)
		ids = ids[:0]
		for _, b := range p.Blocks {
			ids = append(ids, t.blocks.intern(b))
		}
		r.blocks = blocks.add(ids)
		s.group[d] = groups.add(r)
		s.offerAt[d] = uint32(len(s.offers))
		for _, o := range t.offers(p.Offers) {
			b := o.Branch
			if o.Available {
				b |= availableBit
			}
			s.offers = append(s.offers, offer{o.Price, o.OldPrice, b})
		}
		s.steps[d] = stepsOf(s.offers[s.offerAt[d]:])
		ws.product(uint32(d), p)
	}
	s.offerAt[n] = uint32(len(s.offers))
	s.groups = slices.Clone(groups.list)
	s.text = []string{string(text)}
	s.catSets, s.attrSets, s.blockSets = cats.done(), attrs.done(), blocks.done()
	ws.done(&s.vocab)
	s.sortIDs()
	for lang := range s.nameRank {
		s.sortNames(lang)
	}
	return s
}

// offers gives one offer a branch (the cheapest one that can be bought), in
// the order of branch ids, which does not depend on who came first.
func (t *tables) offers(in []Offer) []Offer {
	names := t.branches.list()
	out := slices.DeleteFunc(slices.Clone(in), func(o Offer) bool { return int(o.Branch) >= len(names) })
	slices.SortStableFunc(out, func(a, b Offer) int {
		if c := strings.Compare(names[a.Branch], names[b.Branch]); c != 0 {
			return c
		}
		if a.Available != b.Available {
			if a.Available {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Price, b.Price), cmp.Compare(a.OldPrice, b.OldPrice))
	})
	out = slices.CompactFunc(out, func(a, b Offer) bool { return a.Branch == b.Branch })
	return out[:min(len(out), maxOffers)]
}

// hash sums a product up, so that feeding it again unchanged costs nothing.
func (t *tables) hash(p *Product) uint64 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	text := func(list ...string) {
		for _, s := range list {
			maphash.WriteComparable(&h, len(s))
			h.WriteString(s)
		}
	}
	text(p.ID, p.Slug, p.NameEN, p.NameAR, p.StoreID, p.ServiceID)
	maphash.WriteComparable(&h, [7]int64{
		int64(len(p.Shelves)), p.Rank, p.CreatedAt, int64(len(p.Categories)), int64(len(p.Keywords)), int64(len(p.Blocks)), int64(len(p.Attributes)),
	})
	for _, s := range p.Shelves {
		text(s.EN, s.AR)
	}
	text(p.Categories...)
	text(p.Keywords...)
	text(p.Blocks...)
	for _, a := range p.Attributes {
		text(a.Key, a.Value)
	}
	for _, o := range p.Offers {
		maphash.WriteComparable(&h, o)
	}
	return h.Sum64()
}

func (s *segment) sortIDs() {
	s.byID = make([]uint32, s.n)
	for d := range s.byID {
		s.byID[d] = uint32(d)
	}
	slices.SortFunc(s.byID, func(a, b uint32) int { return strings.Compare(s.id(a), s.id(b)) })
}

func (s *segment) sortNames(lang int) {
	keys := make([]string, s.n)
	order := make([]uint32, s.n)
	for d := range order {
		order[d] = uint32(d)
		keys[d] = Fold(s.name(uint32(d), lang))
	}
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(strings.Compare(keys[a], keys[b]), cmp.Compare(a, b))
	})
	s.nameRank[lang] = invert(order)
}

// invert turns an order into ranks, and ranks into an order.
func invert(order []uint32) []uint32 {
	out := make([]uint32, len(order))
	for i, d := range order {
		out[d] = uint32(i)
	}
	return out
}

// wordsBuilder gathers postings product by product.
type wordsBuilder struct {
	known  map[string]uint32
	list   []string // words by number
	counts []uint32
	nums   []uint32 // of the words of each posting
	post   []uint32
	from   int // first posting of the current product
}

// maxTermsPerProduct bounds what one product may add to the index.
const maxTermsPerProduct = 512

func (b *wordsBuilder) product(d uint32, p *Product) {
	b.from = len(b.post)
	eachWord(p, func(w string, role roles) bool {
		b.add(d, w, uint32(role))
		return len(b.post)-b.from < maxTermsPerProduct
	})
}

func (b *wordsBuilder) add(d uint32, w string, flags uint32) {
	num, ok := b.known[w]
	if !ok {
		if b.known == nil {
			b.known = map[string]uint32{}
		}
		num = uint32(len(b.list))
		b.list = append(b.list, w)
		b.counts = append(b.counts, 0)
		b.known[b.list[num]] = num
	}
	for i := b.from; i < len(b.nums); i++ {
		if b.nums[i] == num {
			b.post[i] |= flags
			return
		}
	}
	if len(b.post)-b.from >= maxTermsPerProduct {
		return
	}
	b.counts[num]++
	b.nums = append(b.nums, num)
	b.post = append(b.post, d<<flagBits|flags)
}

func (b *wordsBuilder) done(v *vocab) {
	order := make([]uint32, len(b.list))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return strings.Compare(b.list[x], b.list[y]) })
	var terms strsBuilder
	v.postAt = make([]uint32, 1, len(order)+1)
	next := make([]uint32, len(order)) // where the next posting of a word goes
	var total uint32
	for _, num := range order {
		terms.add(b.list[num])
		next[num] = total
		total += b.counts[num]
		v.postAt = append(v.postAt, total)
	}
	v.terms = terms.done()
	v.post = make([]uint32, total)
	for i, num := range b.nums {
		v.post[next[num]] = b.post[i]
		next[num]++
	}
	v.finish()
}
