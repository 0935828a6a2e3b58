package search

import "slices"

// class says how a word of a product meets a word of the query, from the
// weakest to the strongest.
type class uint8

const (
	classNone class = iota
	classTypoPrefix
	classFrancoFar
	classTypo2
	classFranco
	classTypo1
	classPrefix
	classStem
	classExact
	classes
)

// A score is how well a text fits, and in its low bits how many of its words
// began a name, which only tells products apart that can be had as well.
const (
	firstBits = 4
	firstMask = 1<<firstBits - 1
	maxFit    = 1 << 10 // more than any query reaches
)

// weights is what a posting adds to the score, by class and flags: the class
// counts most, then name before keyword.
var weights = func() (w [classes][flagMask + 1]uint32) {
	base := [classes]uint32{0, 6, 9, 12, 16, 20, 32, 46, 60}
	for c := classTypoPrefix; c < classes; c++ {
		for flags := range w[c] {
			v := base[c]
			if flags&inName == 0 {
				v -= base[c] / 6
			}
			w[c][flags] = v << firstBits
			if flags&firstInName != 0 {
				w[c][flags]++
			}
		}
	}
	return w
}()

// wanted is one word of a query with the ways it may be met. What it stands
// for in each segment is worked out once per query.
type wanted struct {
	word   string
	prefix bool
	typos  bool
	terms  map[string]class // only these words instead, when not nil

	per []*expansion // by segment, filled as needed
}

// in gives what the word stands for in the i-th segment.
func (w *wanted) in(snap *snapshot, i int) *expansion {
	if w.per == nil {
		w.per = make([]*expansion, len(snap.views))
	}
	if e := w.per[i]; e != nil {
		return e
	}
	e := &expansion{}
	v := &snap.views[i].vocab
	if w.terms != nil {
		for t, c := range w.terms {
			if n, ok := v.terms.find(t); ok {
				v.addHit(e, uint32(n), c)
			}
		}
	} else {
		v.strict(e, w.word, w.prefix)
		if w.typos {
			v.typos(e, w.word, w.prefix)
		}
	}
	w.per[i] = e
	return e
}

// scratch is the working memory of one query in one segment. Between queries
// sum is all zero.
type scratch struct {
	sum     []uint32 // per product: words met<<28 | score of the words before<<14 | best of this word
	touched []uint32 // products that met the first word
}

func (s *segment) getScratch() *scratch {
	if sc, ok := s.scratch.Get().(*scratch); ok {
		return sc
	}
	return &scratch{sum: make([]uint32, s.n)}
}

func (s *segment) putScratch(sc *scratch) {
	sc.touched = sc.touched[:0]
	s.scratch.Put(sc)
}

const (
	metShift   = 28
	scoreShift = 14
	scoreMask  = 1<<scoreShift - 1
)

// match runs through the products of the i-th segment that meet every wanted
// word and tells visit about the living ones and their scores, in no order.
// visit returns false to see no more.
func (m *matcher) match(i int, query []*wanted, visit func(d uint32, score uint64) bool) {
	v := &m.snap.views[i]
	// The rarest word first: only its products are looked at again.
	var buf [maxWords]*expansion
	list := buf[:0]
	for _, w := range query {
		e := w.in(m.snap, i)
		if e.size == 0 {
			return
		}
		list = append(list, e)
		for j := len(list) - 1; j > 0 && list[j].size < list[j-1].size; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	if len(list) == 0 {
		return
	}
	sc := v.getScratch()
	for j, e := range list {
		if j > 0 && e.terms() <= maxProbed && len(sc.touched)*m.ix.policy.probe < e.size {
			for _, r := range e.ranges {
				for term := r[0]; term < r[1]; term++ {
					sc.probe(v.postings(term, term+1), uint32(j), classPrefix)
				}
			}
			for _, h := range e.hits {
				sc.probe(v.postings(h.term, h.term+1), uint32(j), h.class)
			}
			continue
		}
		for _, r := range e.ranges {
			sc.add(v.postings(r[0], r[1]), uint32(j), classPrefix)
		}
		for _, h := range e.hits {
			sc.add(v.postings(h.term, h.term+1), uint32(j), h.class)
		}
	}
	n := uint32(len(list))
	more := true
	for _, d := range sc.touched {
		sum := sc.sum[d]
		sc.sum[d] = 0
		if !more || sum>>metShift != n || v.dead.has(d) {
			continue
		}
		more = visit(d, uint64(sum>>scoreShift&scoreMask+sum&scoreMask))
	}
	v.putScratch(sc)
}

// add counts postings as meeting the j-th word.
func (sc *scratch) add(post []uint32, j uint32, c class) {
	w := &weights[c]
	sum := sc.sum
	if j == 0 {
		touched := sc.touched
		for _, p := range post {
			d := p >> flagBits
			got := w[p&flagMask]
			have := sum[d]
			if have == 0 {
				touched = append(touched, d)
				sum[d] = 1<<metShift | got
			} else if have&scoreMask < got {
				sum[d] = 1<<metShift | got
			}
		}
		sc.touched = touched
		return
	}
	for _, p := range post {
		sc.meet(p>>flagBits, j, w[p&flagMask])
	}
}

// meet counts a product as meeting the j-th word, if it met those before.
func (sc *scratch) meet(d, j, got uint32) {
	have := sc.sum[d]
	switch have >> metShift {
	case j:
		before := have>>scoreShift&scoreMask + have&scoreMask
		sc.sum[d] = (j+1)<<metShift | before<<scoreShift | got
	case j + 1:
		if have&scoreMask < got {
			sc.sum[d] = have&^scoreMask | got
		}
	}
}

// maxProbed is of how many words the postings may be probed.
const maxProbed = 8

// probe is add by looking up the few products that count in a long list.
func (sc *scratch) probe(post []uint32, j uint32, c class) {
	for _, d := range sc.touched {
		if i, _ := slices.BinarySearch(post, d<<flagBits); i < len(post) && post[i]>>flagBits == d {
			sc.meet(d, j, weights[c][post[i]&flagMask])
		}
	}
}
