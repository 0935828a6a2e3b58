package search

import (
	"slices"
	"strings"
)

const lost = ^uint32(0) // in a mapping of ordinals: the product is dead

// merge makes one segment of the products of several, without their source data and without deleted products. For each
// input it also returns the new ordinal of every product. No product may be in two views.
func (t *tables) merge(in []view) (*segment, [][]uint32) {
	m := merger{in: in, to: make([][]uint32, len(in))}
	m.order()
	m.columns()
	m.texts()
	m.words()
	m.sortIDs()
	for lang := range m.out.nameRank {
		m.sortNames(lang)
	}
	return m.out, m.to
}

type merger struct {
	in   []view
	to   [][]uint32 // per input: new ordinal of each old one, or lost
	from []origin   // per new ordinal
	out  *segment
}

type origin struct{ in, ord uint32 }

// kmerge takes items from sorted sources in their common order. less compares the heads of two sources; take consumes
// the head of one and reports whether the source has another.
func kmerge(sources []int, less func(a, b int) bool, take func(source int) bool) {
	h := sources
	down := func(i int) {
		for {
			c := 2*i + 1
			if c >= len(h) {
				return
			}
			if c+1 < len(h) && less(h[c+1], h[c]) {
				c++
			}
			if !less(h[c], h[i]) {
				return
			}
			h[i], h[c] = h[c], h[i]
			i = c
		}
	}
	for i := len(h)/2 - 1; i >= 0; i-- {
		down(i)
	}
	for len(h) > 0 {
		if !take(h[0]) {
			h[0] = h[len(h)-1]
			h = h[:len(h)-1]
		}
		down(0)
	}
}

// sources lists the inputs for which has returns true.
func (m *merger) sources(has func(i int) bool) []int {
	var out []int
	for i := range m.in {
		if has(i) {
			out = append(out, i)
		}
	}
	return out
}

// order assigns the new ordinals.
func (m *merger) order() {
	live := 0
	at := make([]uint32, len(m.in))
	skip := func(i int) bool {
		v := &m.in[i]
		for int(at[i]) < v.n && v.dead.has(at[i]) {
			at[i]++
		}
		return int(at[i]) < v.n
	}
	for i := range m.in {
		live += m.in[i].live()
		m.to[i] = make([]uint32, m.in[i].n)
		for d := range m.to[i] {
			m.to[i][d] = lost
		}
	}
	m.from = make([]origin, 0, live)
	kmerge(m.sources(skip), func(a, b int) bool {
		return compareRank(m.in[a].segment, at[a], m.in[b].segment, at[b]) < 0
	}, func(i int) bool {
		m.to[i][at[i]] = uint32(len(m.from))
		m.from = append(m.from, origin{uint32(i), at[i]})
		at[i]++
		return skip(i)
	})
}

func (m *merger) columns() {
	n := len(m.from)
	s := &segment{
		serial: serials.Add(1), n: n,
		rank: make([]int64, n), created: make([]int64, n), hash: make([]uint64, n),
		facts: make([]fact, n), offerAt: make([]uint32, n+1),
	}
	m.out = s
	to := m.groups()
	offers := 0
	for _, f := range m.from {
		v := &m.in[f.in]
		offers += int(v.offerAt[f.ord+1] - v.offerAt[f.ord])
	}
	s.offers = make([]offer, 0, offers)
	for d, f := range m.from {
		v := &m.in[f.in]
		s.rank[d], s.created[d], s.hash[d] = v.rank[f.ord], v.created[f.ord], v.hash[f.ord]
		s.facts[d], s.offerAt[d] = v.facts[f.ord], uint32(len(s.offers))
		s.facts[d].group = to[f.in][s.facts[d].group]
		s.offers = append(s.offers, v.offers[v.offerAt[f.ord]:v.offerAt[f.ord+1]]...)
	}
	s.offerAt[n] = uint32(len(s.offers))
}

// groups merges the used groups of all inputs, and returns their new numbers.
func (m *merger) groups() [][]uint32 {
	s := m.out
	var groups groupsBuilder
	cats, attrs, blocks := newSetsBuilder(), newSetsBuilder(), newSetsBuilder()
	out := make([][]uint32, len(m.in))
	for i := range m.in {
		v := &m.in[i]
		out[i] = make([]uint32, len(v.groups))
		used := newBitmap(len(v.groups))
		for d := range uint32(v.n) {
			if !v.dead.has(d) {
				used.add(v.facts[d].group)
			}
		}
		for g, r := range v.groups {
			if used.has(uint32(g)) {
				r.cats = cats.add(slices.Clone(v.catSets.at(r.cats)))
				r.attrs = attrs.add(slices.Clone(v.attrSets.at(r.attrs)))
				r.blocks = blocks.add(slices.Clone(v.blockSets.at(r.blocks)))
				out[i][g] = groups.add(r)
			}
		}
	}
	s.groups = slices.Clone(groups.list)
	s.catSets, s.attrSets, s.blockSets = cats.done(), attrs.done(), blocks.done()
	return out
}

// sharedChunk is the size from which a mostly used chunk of texts is shared with the merged segment: copying the texts
// would double the memory of a merge.
const sharedChunk = 1 << 20

// maxChunk keeps offsets within 32 bits.
const maxChunk = 1 << 30

func (m *merger) texts() {
	s := m.out
	keep := make([][]int, len(m.in)) // per input and chunk: new number, or -1
	for i := range m.in {
		v := &m.in[i]
		alive := make([]int, len(v.text))
		for d := range uint32(v.n) {
			if !v.dead.has(d) {
				alive[v.ref[d]>>32] += len(v.record(d))
			}
		}
		keep[i] = make([]int, len(v.text))
		for c, text := range v.text {
			keep[i][c] = -1
			if len(text) >= sharedChunk && alive[c] > len(text)/3*2 {
				keep[i][c] = len(s.text)
				s.text = append(s.text, text)
			}
		}
	}
	s.ref = make([]uint64, s.n)
	size := 0
	for _, f := range m.from {
		v := &m.in[f.in]
		if keep[f.in][v.ref[f.ord]>>32] < 0 {
			size += len(v.record(f.ord))
		}
	}
	var b strings.Builder
	b.Grow(min(size, maxChunk))
	for d, f := range m.from {
		v := &m.in[f.in]
		ref := v.ref[f.ord]
		if k := keep[f.in][ref>>32]; k >= 0 {
			s.ref[d] = uint64(k)<<32 | uint64(uint32(ref))
			continue
		}
		r := v.record(f.ord)
		if b.Len() > 0 && b.Len()+len(r) > maxChunk {
			s.text = append(s.text, b.String())
			b = strings.Builder{}
		}
		s.ref[d] = uint64(len(s.text))<<32 | uint64(b.Len())
		b.WriteString(r)
	}
	s.text = append(s.text, b.String())
}

// words merges the vocabularies and postings.
func (m *merger) words() {
	v := &m.out.vocab
	at := make([]int, len(m.in))
	total := 0
	for i := range m.in {
		total += len(m.in[i].post)
	}
	post := make([]uint32, 0, total)
	postAt := []uint32{0}
	var terms strsBuilder
	word, from := "", 0 // the word being gathered, and where its postings begin
	several := false
	end := func() {
		if len(post) == from {
			return
		}
		if several {
			slices.Sort(post[from:])
		}
		terms.add(word)
		postAt = append(postAt, uint32(len(post)))
		from, several = len(post), false
	}
	started := false
	kmerge(m.sources(func(i int) bool { return m.in[i].terms.len() > 0 }), func(a, b int) bool {
		return m.in[a].terms.at(at[a]) < m.in[b].terms.at(at[b])
	}, func(i int) bool {
		in := &m.in[i]
		w := in.terms.at(at[i])
		if started && w != word {
			end()
		}
		started, word = true, w
		several = several || len(post) > from
		for _, p := range in.post[in.postAt[at[i]]:in.postAt[at[i]+1]] {
			if d := m.to[i][p>>flagBits]; d != lost {
				post = append(post, d<<flagBits|p&flagMask)
			}
		}
		at[i]++
		return at[i] < in.terms.len()
	})
	end()
	if len(post) < total-total/8 {
		post = slices.Clone(post)
	}
	v.terms, v.post, v.postAt = terms.done(), post, slices.Clone(postAt)
	v.finish()
}

func (m *merger) sortIDs() {
	at := make([]int, len(m.in))
	skip := func(i int) bool {
		for at[i] < m.in[i].n && m.to[i][m.in[i].byID[at[i]]] == lost {
			at[i]++
		}
		return at[i] < m.in[i].n
	}
	s := m.out
	s.byID = make([]uint32, 0, s.n)
	kmerge(m.sources(skip), func(a, b int) bool {
		x, y := &m.in[a], &m.in[b]
		return x.id(x.byID[at[a]]) < y.id(y.byID[at[b]])
	}, func(i int) bool {
		s.byID = append(s.byID, m.to[i][m.in[i].byID[at[i]]])
		at[i]++
		return skip(i)
	})
}

// sortNames merges the sorted names; only the current head of each input is folded again.
func (m *merger) sortNames(lang int) {
	type head struct {
		order []uint32
		at    int
		key   string
		keyed bool
	}
	heads := make([]head, len(m.in))
	skip := func(i int) bool {
		h := &heads[i]
		for h.at < len(h.order) && m.to[i][h.order[h.at]] == lost {
			h.at++
		}
		h.keyed = false
		return h.at < len(h.order)
	}
	for i := range m.in {
		heads[i].order = invert(m.in[i].nameRank[lang])
	}
	key := func(i int) string {
		h := &heads[i]
		if !h.keyed {
			h.key, h.keyed = Fold(m.in[i].name(h.order[h.at], lang)), true
		}
		return h.key
	}
	ordinal := func(i int) uint32 { return m.to[i][heads[i].order[heads[i].at]] }
	order := make([]uint32, 0, m.out.n)
	kmerge(m.sources(skip), func(a, b int) bool {
		if c := strings.Compare(key(a), key(b)); c != 0 {
			return c < 0
		}
		return ordinal(a) < ordinal(b)
	}, func(i int) bool {
		order = append(order, ordinal(i))
		heads[i].at++
		return skip(i)
	})
	m.out.nameRank[lang] = invert(order)
}
