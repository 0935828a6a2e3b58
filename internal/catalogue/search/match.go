package search

import "slices"

// class is the kind of match between a product's word and a query's word, from the weakest to the strongest.
type class uint8

const (
	classNone class = iota
	classTypoPrefix
	classFrancoFar
	classTypo2
	classTypo1
	classJoined // but for a letter joined to one of them, or part of it: بلوزة, لوز
	classPrefix
	classFranco
	classStem
	classExact
	classes
)

// maxTotal is greater than any query's score including its additions.
const maxTotal = 1 << (scoreShift + 1)

// worth is the weight of each kind of match, relative to an exact match.
var worth = [classes]float64{
	classTypoPrefix: 0.36, classFrancoFar: 0.40, classTypo2: 0.44, classTypo1: 0.48,
	classJoined: 0.49, classPrefix: 0.50, classFranco: 0.80, classStem: 0.96, classExact: 1,
}

// weights is the score of a posting: the class of the match times the word's role in the product. A product that is the
// wanted thing comes before related products, whatever the spelling.
var weights = weigh(part)

// weightsBehind is weights for a word after a joint: what comes with a product, or what it is for.
var weightsBehind = weigh(partBehind)

// weightsFirm is weights without products that only match by one word of a category's longer name or by a related
// search; weightsLess also excludes those that only begin with the word, or have it joined in a category or in a far
// keyword.
var weightsFirm, weightsLess = firm(classes), firm(classFranco)

func firm(below class) weightTable {
	w := weights
	for c := classTypoPrefix; c < below; c++ {
		for r := range w[c] {
			if roles(r)&^(roleShelf|roleWord) == 0 {
				w[c][r] = 0
			}
		}
	}
	return w
}

type weightTable [classes][flagMask + 1]uint32

// maxPart is the maximum that a word adds to the score.
const maxPart = 1000

func weigh(part func(roles) float64) (w weightTable) {
	for c := classTypoPrefix; c < classes; c++ {
		for flags := range w[c] {
			w[c][flags] = uint32(maxPart * worth[c] * part(roles(flags)))
		}
	}
	return w
}

// partBehind is the weight of a word after a joint: highest if it is after a joint in the name too, low if it names the
// category or the product itself.
func partBehind(r roles) float64 {
	switch {
	case r&roleWith != 0:
		return 0.60
	case r&(roleKind|roleHead) != 0:
		return 0.45
	case r != 0:
		return 0.20
	}
	return 0
}

// part is the weight of a word with these roles, up to 1.
func part(r roles) float64 {
	best := 0.0
	for _, p := range [...]struct {
		role  roles
		share float64
	}{{roleHead, 0.88}, {roleNamed, 0.74}, {roleAlias, 0.70}, {roleKind, 0.52}, {roleWith, 0.38}, {roleShelf, 0.34},
		{roleWord, 0.26}} {
		if r&p.role != 0 {
			best = max(best, p.share)
		}
	}
	if r&roleSpecial != 0 && r&roleHead != 0 {
		best -= 0.16
	}
	if r&(roleShelf|roleNamed) != 0 && r&(roleHead|roleAlias) != 0 {
		best += 0.12
	}
	return best
}

// tierGain is added to a score for availability here (choice.tier): available before closed before undelivered, among
// similar products. Open against closed outweighs a category's name against a mere name (part), so frozen pizza
// precedes a closed oven's, and a word in the name against a synonym.
var tierGain = [4]uint64{0, 10, 45, 230}

// firstGain is added to the score of products in the service that the customer is browsing.
const firstGain = 150

// wanted is one word of a query with the ways in which it may match. Its expansion is computed once per query for each
// segment.
type wanted struct {
	word   string
	prefix bool
	typos  bool
	terms  map[string]class // only these words and their forms instead, when not nil
	spoken map[string]class // these too
	behind bool             // as in word
	firm   *weightTable     // of what is counted once there is enough of the thing, nil for all

	per []*expansion // by segment, filled as needed
}

// in returns the word's expansion in the i-th segment.
func (w *wanted) in(snap *snapshot, i int) *expansion {
	if w.per == nil {
		w.per = make([]*expansion, len(snap.views))
	}
	if e := w.per[i]; e != nil {
		return e
	}
	e := &expansion{weights: w.weights()}
	v := &snap.views[i].vocab
	v.forms(e, w.terms)
	v.forms(e, w.spoken)
	if w.terms == nil {
		v.strict(e, w.word, w.prefix)
		if w.typos {
			v.typos(e, w.word, w.prefix)
		}
	}
	v.settle(e)
	w.per[i] = e
	return e
}

func (w *wanted) weights() *weightTable {
	switch {
	case w.firm != nil:
		return w.firm
	case w.behind:
		return &weightsBehind
	}
	return &weights
}

// weigh limits the word to matches that the table contains.
func (w *wanted) weigh(firm *weightTable) {
	w.firm = firm
	for _, e := range w.per {
		if e != nil {
			e.weights = firm
		}
	}
}

// thing reports whether the word names a product rather than a quality of products.
func (w *wanted) thing() bool {
	if w.terms == nil && things[stem(w.word)] {
		return true
	}
	for _, list := range [...]map[string]class{w.terms, w.spoken} {
		for t := range list {
			if things[stem(t)] {
				return true
			}
		}
	}
	return false
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

// match calls visit, in no particular order, with each product of the i-th segment that matches every wanted word, and
// its score. Deleted products are left out. visit returns false to stop.
func (m *matcher) match(i int, query []*wanted, visit func(d uint32, score uint64) bool) {
	more := true
	m.each(i, query, func(b *seen) {
		for k := 0; k < b.n && more; k++ {
			more = visit(b.ords[k], uint64(b.scores[k]))
		}
		b.n = 0
	})
}

// each is match in batches, for callers that want all products; see empties its argument.
func (m *matcher) each(i int, query []*wanted, see func(*seen)) {
	var b seen
	visit := func(d, score uint32) {
		if score == 0 {
			return
		}
		b.ords[b.n], b.scores[b.n] = d, score
		if b.n++; b.n == seenAtOnce {
			see(&b)
		}
	}
	defer func() {
		if b.n > 0 {
			see(&b)
		}
	}()
	v := &m.snap.views[i]
	// The rarest word comes first: only its products are checked against the other words.
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
	if post, weights := v.only(list[0]); len(list) == 1 && post != nil {
		for _, p := range post {
			if d := p >> flagBits; !v.dead.has(d) {
				visit(d, weights[p&flagMask])
			}
		}
		return
	}
	sc := v.getScratch()
	dense := m.ix.policy.dense > 0 && list[0].size > v.n/m.ix.policy.dense
	for j, e := range list {
		if j > 0 && !dense && e.terms() <= maxProbed && len(sc.touched)*m.ix.policy.probe < e.size {
			for _, r := range e.ranges {
				for term := r[0]; term < r[1]; term++ {
					sc.probe(v.postings(term, term+1), uint32(j), &e.weights[classPrefix])
				}
			}
			for _, h := range e.hits {
				sc.probe(v.postings(h.term, h.term+1), uint32(j), &e.weights[h.class])
			}
			continue
		}
		add := sc.add
		if j == 0 && dense {
			add = sc.addDense
		}
		for _, r := range e.ranges {
			add(v.postings(r[0], r[1]), uint32(j), &e.weights[classPrefix])
		}
		for _, h := range e.hits {
			add(v.postings(h.term, h.term+1), uint32(j), &e.weights[h.class])
		}
	}
	n := uint32(len(list))
	if dense {
		for d, sum := range sc.sum {
			if sum == 0 {
				continue
			}
			sc.sum[d] = 0
			if sum>>metShift == n && !v.dead.has(uint32(d)) {
				visit(uint32(d), sum>>scoreShift&scoreMask+sum&scoreMask)
			}
		}
	}
	for _, d := range sc.touched {
		sum := sc.sum[d]
		sc.sum[d] = 0
		if sum>>metShift == n && !v.dead.has(d) {
			visit(d, sum>>scoreShift&scoreMask+sum&scoreMask)
		}
	}
	v.putScratch(sc)
}

// addDense is add for a first word that matches so many products that they are not listed.
func (sc *scratch) addDense(post []uint32, _ uint32, w *[flagMask + 1]uint32) {
	sum := sc.sum
	for _, p := range post {
		if got := 1<<metShift | w[p&flagMask]; sum[p>>flagBits] < got {
			sum[p>>flagBits] = got
		}
	}
}

// add counts postings as matches of the j-th word.
func (sc *scratch) add(post []uint32, j uint32, w *[flagMask + 1]uint32) {
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

// meet counts a product as a match of the j-th word if it matched all words before.
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

// maxProbed is the maximum number of words whose postings may be probed.
const maxProbed = 8

// probe is add for a long list of postings: it looks up only the few remaining products.
func (sc *scratch) probe(post []uint32, j uint32, w *[flagMask + 1]uint32) {
	for _, d := range sc.touched {
		if i, _ := slices.BinarySearch(post, d<<flagBits); i < len(post) && post[i]>>flagBits == d {
			sc.meet(d, j, w[post[i]&flagMask])
		}
	}
}
