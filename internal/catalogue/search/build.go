package search

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"
)

var serials atomic.Uint64

// tables holds the numbers of names that all segments share.
type tables struct {
	services, stores, branches, categories, blocks *table
	attributes, attributeKeys                      *table // values are grouped by key
	seed                                           maphash.Seed
}

func newTables() *tables {
	return &tables{newTable(), newTable(), newTable(), newTable(), newTable(), newTable(), newTable(), maphash.MakeSeed()}
}

// attributeName is the name under which an attribute value is numbered.
func attributeName(a Attribute) string { return a.Key + "\x00" + a.Value }

// build makes a segment of products; the last duplicate of an id counts.
func (t *tables) build(products []Product) *segment {
	b := newBuilder(t)
	for i := range products {
		b.add(&products[i])
	}
	return b.done()
}

// builder makes a segment of products. It stores them in columns in the order of arrival, and sorts the columns at the
// end.
type builder struct {
	t    *tables
	out  *segment // in the order products came
	text strings.Builder

	groups              groupsBuilder
	cats, attrs, blocks *setsBuilder
	ids                 []uint32

	words  writer
	counts []uint32 // postings of each word
	nums   []uint32 // of the words of each posting
	roles  []uint8
	from   []uint32 // n+1: where the postings of each product begin
	names  [2]namesBuilder

	last   string // id
	rising bool   // the ids came in order
}

// namesBuilder holds the words of the names in one language.
type namesBuilder struct {
	nums []uint32
	from []uint32 // n+1
}

func newBuilder(t *tables) *builder {
	b := &builder{
		t: t, out: &segment{serial: serials.Add(1)}, cats: newSetsBuilder(), attrs: newSetsBuilder(),
		blocks: newSetsBuilder(),
		words:  writer{speller: newSpeller()}, from: []uint32{0}, rising: true,
	}
	b.out.offerAt = []uint32{0}
	for lang := range b.names {
		b.names[lang].from = []uint32{0}
	}
	return b
}

// textChunk is the size of the chunks in which texts are stored.
const textChunk = 4 << 20

func (b *builder) add(p *Product) {
	s, t := b.out, b.t
	if b.rising = b.rising && (s.n == 0 || p.ID > b.last); b.rising {
		b.last = p.ID
	}
	s.n++
	if b.text.Len() >= textChunk {
		s.text = append(s.text, b.text.String())
		b.text = strings.Builder{}
		b.text.Grow(textChunk + textChunk/64)
	}
	s.ref = append(s.ref, uint64(len(s.text))<<32|uint64(b.text.Len()))
	for _, field := range [...]string{p.ID, p.Slug, clip(p.NameEN, maxFieldBytes), clip(p.NameAR, maxFieldBytes)} {
		var size [binary.MaxVarintLen64]byte
		b.text.Write(binary.AppendUvarint(size[:0], uint64(len(field))))
		b.text.WriteString(field)
	}
	s.rank, s.created, s.hash = append(s.rank, p.Rank), append(s.created, p.CreatedAt), append(s.hash, t.hash(p))
	g := group{service: t.services.intern(p.ServiceID), store: t.stores.intern(p.StoreID)}
	b.ids = b.ids[:0]
	for _, c := range p.Categories {
		b.ids = append(b.ids, t.categories.intern(c))
	}
	g.cats = b.cats.add(b.ids)
	b.ids = b.ids[:0]
	for _, a := range p.Attributes {
		b.ids = append(b.ids, t.attributes.internIn(attributeName(a), t.attributeKeys.intern(a.Key)))
	}
	g.attrs = b.attrs.add(b.ids)
	b.ids = b.ids[:0]
	for _, id := range p.Blocks {
		b.ids = append(b.ids, t.blocks.intern(id))
	}
	g.blocks = b.blocks.add(b.ids)
	from := len(s.offers)
	for _, o := range t.offers(p.Offers) {
		n := o.Branch
		if o.Available {
			n |= availableBit
		}
		s.offers = append(s.offers, offer{o.Price, o.OldPrice, n})
	}
	s.offerAt = append(s.offerAt, uint32(len(s.offers)))
	s.facts = append(s.facts, newFact(b.groups.add(g), s.offers[from:]))
	b.addWords(p)
}

// maxTermsPerProduct limits the words that one product adds to the index.
const maxTermsPerProduct = 512

func (b *builder) addWords(p *Product) {
	from := len(b.nums)
	b.words.eachWord(p, func(w *spelled, role roles) bool {
		for i := from; i < len(b.nums); i++ {
			if b.nums[i] == w.num {
				b.roles[i] |= uint8(role)
				return true
			}
		}
		for int(w.num) >= len(b.counts) {
			b.counts = append(b.counts, 0)
		}
		b.counts[w.num]++
		b.nums = append(b.nums, w.num)
		b.roles = append(b.roles, uint8(role))
		return len(b.nums)-from < maxTermsPerProduct
	})
	b.from = append(b.from, uint32(len(b.nums)))
	shown := [2]int{0, 1}
	if clip(p.NameEN, maxFieldBytes) == "" {
		shown[0] = 1
	}
	if clip(p.NameAR, maxFieldBytes) == "" {
		shown[1] = 0
	}
	for lang := range b.names {
		n := &b.names[lang]
		for _, w := range b.words.names[shown[lang]] {
			n.nums = append(n.nums, w.num)
		}
		n.from = append(n.from, uint32(len(n.nums)))
	}
}

// done sorts every column, and releases each unsorted one as soon as possible.
func (b *builder) done() *segment {
	in := b.out
	came := b.order()
	n := len(came)
	s := &segment{serial: in.serial, n: n, text: append(in.text, strings.Clone(b.text.String()))}
	s.groups = slices.Clone(b.groups.list)
	s.catSets, s.attrSets, s.blockSets = b.cats.done(), b.attrs.done(), b.blocks.done()
	s.ref, in.ref = gather(in.ref, came), nil
	s.rank, in.rank = gather(in.rank, came), nil
	s.created, in.created = gather(in.created, came), nil
	s.hash, in.hash = gather(in.hash, came), nil
	s.facts, in.facts = gather(in.facts, came), nil
	s.offers, s.offerAt = make([]offer, 0, len(in.offers)), make([]uint32, 0, n+1)
	for _, i := range came {
		s.offerAt = append(s.offerAt, uint32(len(s.offers)))
		s.offers = append(s.offers, in.offers[in.offerAt[i]:in.offerAt[i+1]]...)
	}
	s.offerAt = append(s.offerAt, uint32(len(s.offers)))
	in.offers, in.offerAt = nil, nil
	s.sortIDs(came, b.rising)
	list := b.words.list
	b.words = writer{}
	slices.SortFunc(list, func(x, y *spelled) int { return strings.Compare(x.text, y.text) })
	b.postings(s, list, came)
	ranks := make([]uint32, len(list)) // of words by number, from 1
	for i, w := range list {
		ranks[w.num] = uint32(i + 1)
	}
	for lang := range b.names {
		s.nameRank[lang] = b.names[lang].sort(came, ranks)
		b.names[lang] = namesBuilder{}
	}
	return s
}

// gather arranges a column in an order.
func gather[T any](column []T, order []uint32) []T {
	out := make([]T, len(order))
	for i, j := range order {
		out[i] = column[j]
	}
	return out
}

// order returns the sorted order of the products: by descending rank, then id. It keeps only the last duplicate of an
// id.
func (b *builder) order() []uint32 {
	s := b.out
	byID := make([]uint32, s.n)
	for i := range byID {
		byID[i] = uint32(i)
	}
	if s.text = append(s.text, b.text.String()); !b.rising {
		slices.SortFunc(byID, func(x, y uint32) int { return cmp.Or(strings.Compare(s.id(x), s.id(y)), cmp.Compare(x, y)) })
		last := 0
		for i, x := range byID {
			if i+1 < len(byID) && s.id(x) == s.id(byID[i+1]) {
				b.forget(x)
				continue
			}
			byID[last] = x
			last++
		}
		byID = byID[:last]
	}
	s.text = s.text[:len(s.text)-1]
	list := make([]found, len(byID))
	for i, x := range byID {
		list[i] = found{^(uint64(s.rank[x]) ^ 1<<63), uint32(i)}
	}
	came := make([]uint32, len(byID))
	for i, f := range sortFound(list) {
		came[i] = byID[f.ord]
	}
	return came
}

// forget removes the postings of a product.
func (b *builder) forget(i uint32) {
	for _, num := range b.nums[b.from[i]:b.from[i+1]] {
		b.counts[num]--
	}
}

// sortIDs sorts ordinals by id. If the ids arrived in order, the order of arrival gives the result.
func (s *segment) sortIDs(came []uint32, rising bool) {
	s.byID = make([]uint32, s.n)
	if rising {
		for d, i := range came {
			s.byID[i] = uint32(d)
		}
		return
	}
	for d := range s.byID {
		s.byID[d] = uint32(d)
	}
	slices.SortFunc(s.byID, func(a, b uint32) int { return strings.Compare(s.id(a), s.id(b)) })
}

// postings builds the sorted words and the list of products for each.
func (b *builder) postings(s *segment, list []*spelled, came []uint32) {
	var terms strsBuilder
	s.postAt = make([]uint32, 1, len(list)+1)
	next := make([]uint32, len(list)) // where the next posting of a word goes
	var total uint32
	for _, w := range list {
		if int(w.num) >= len(b.counts) || b.counts[w.num] == 0 {
			continue // the name is too long to search
		}
		terms.add(w.text)
		next[w.num] = total
		total += b.counts[w.num]
		s.postAt = append(s.postAt, total)
	}
	s.terms = terms.done()
	s.post = make([]uint32, total)
	for d, i := range came {
		for k := b.from[i]; k < b.from[i+1]; k++ {
			at := &next[b.nums[k]]
			s.post[*at] = uint32(d)<<flagBits | uint32(b.roles[k])
			*at++
		}
	}
	b.nums, b.roles, b.from = nil, nil, nil
	s.finish()
}

// sort returns each product's position in the order of names. Words are compared by their ranks, three at a time.
func (n *namesBuilder) sort(came, ranks []uint32) []uint32 {
	const bits, first = 21, 3
	words := func(d uint32) []uint32 { return n.nums[n.from[came[d]]:n.from[came[d]+1]] }
	whole := len(ranks) < 1<<bits // else all are compared word by word
	list := make([]found, len(came))
	for d := range list {
		var key uint64
		for i, w := range words(uint32(d)) {
			if i == first || !whole {
				break
			}
			key |= uint64(ranks[w]) << (bits * (first - 1 - i))
		}
		list[d] = found{key, uint32(d)}
	}
	list = sortFound(list)
	order := make([]uint32, len(list))
	for i, f := range list {
		order[i] = f.ord
	}
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[to].key == list[from].key {
			to++
		}
		if to-from > 1 {
			slices.SortFunc(order[from:to], func(x, y uint32) int {
				a, b := words(x), words(y)
				for i := 0; i < len(a) && i < len(b); i++ {
					if a[i] != b[i] {
						return cmp.Compare(ranks[a[i]], ranks[b[i]])
					}
				}
				return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(x, y))
			})
		}
		from = to
	}
	return invert(order)
}

// offers reduces the offers to one per branch (the cheapest available one), sorted by branch id, so that the result
// does not depend on the order of arrival.
func (t *tables) offers(in []Offer) []Offer {
	names := t.branches.list()
	if len(in) == 1 && int(in[0].Branch) < len(names) {
		return in
	}
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

// hash is a checksum of a product, so that indexing an unchanged product costs nothing.
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
		int64(len(p.Shelves)), p.Rank, p.CreatedAt, int64(len(p.Categories)), int64(len(p.Keywords)), int64(len(p.Blocks)),
		int64(len(p.Attributes)),
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

// invert converts an order into ranks, or ranks into an order.
func invert(order []uint32) []uint32 {
	out := make([]uint32, len(order))
	for i, d := range order {
		out[d] = uint32(i)
	}
	return out
}
