package search

import (
	"slices"
	"strings"
	"sync"
)

// Attribute is an attribute's key and one of its values.
type Attribute struct{ Key, Value string }

// Query requests one page of products.
type Query struct {
	Text string // as typed; blank for a plain listing
	Lang string // "ar" or "en": the order of names and the texts of suggestions

	Service, Store, Branch, Category, Block string      // ids; "" for any
	First                                   string      // id of the service whose products a text finds first
	PriceMin, PriceMax                      int64       // minor units, inclusive; PriceMax 0 for no limit
	InStock, OnOffer                        bool        // at the branch under which a product is listed
	Attributes                              []Attribute // values of one key: any of them; different keys: all of them

	Sort   Sort // "" is Relevance
	Place  *Place
	Facets bool // count them too
	Things bool // tell which hits are the thing itself
	Apart  bool // count in them only what is delivered to the place, where anything is and the query is not of one branch

	Page, PerPage int // from 1; 24 a page unless told
}

const (
	defaultPerPage = 24
	maxPerPage     = 1000
)

// Hit is one product of a page, as sold by the branch that serves the place
// best.
type Hit struct {
	ID              string
	Branch          string // "" when no branch sells it
	Price, OldPrice int64  // minor units
	Available       bool
	Score           int  // quality of the match; 0 in a listing
	Near            bool // it is not what the text asks for, only near to it
	// Thing means that the product is what the text names, by its name, its category or a synonym; only set on request
	Thing bool
}

// Result is a page of products. Callers share results and must not change them.
type Result struct {
	Hits      []Hit
	Total     int
	Facets    *Facets  // nil unless asked for
	Corrected string   // what was searched for instead of the text, "" for the text itself
	Dropped   []string // words of the text that had to be left out
	Guessed   bool     // a word was taken for another one, or left out
	OnlyNear  bool     // no hit is what the text asks for: all are near results
	Version   uint64   // of the index that answered
}

// spot is the location of a found product.
type spot struct {
	seg   *segment
	ord   uint32
	score int
}

// Search runs a query. Any number of callers may use it concurrently, and it never waits for a change of the index. It
// cannot fail: a meaningless query finds nothing.
func (ix *Index) Search(q Query) *Result {
	q.normalise()
	snap := ix.snap.Load()
	key := q.key()
	if r := snap.results.get(key); r != nil {
		return r
	}
	r := ix.search(snap, &q)
	if key.reasonable() {
		snap.results.put(key, r)
	}
	return r
}

func (q *Query) normalise() {
	switch q.Sort {
	case Popular, Newest, PriceAsc, PriceDesc, Name:
	default:
		q.Sort = Relevance
	}
	q.Page = min(max(q.Page, 1), 1<<30/maxPerPage)
	if q.PerPage < 1 {
		q.PerPage = defaultPerPage
	}
	q.PerPage = min(q.PerPage, maxPerPage)
	q.PriceMin, q.PriceMax = max(q.PriceMin, 0), max(q.PriceMax, 0)
	q.Text = clip(q.Text, maxQueryBytes)
	if q.Lang != "ar" {
		q.Lang = "en"
	}
}

func (q *Query) key() resultKey {
	k := resultKey{
		text: q.Text, lang: q.Lang, service: q.Service, first: q.First, store: q.Store, branch: q.Branch,
		category: q.Category,
		block:    q.Block, priceMin: q.PriceMin, priceMax: q.PriceMax, inStock: q.InStock, onOffer: q.OnOffer,
		facets: q.Facets, things: q.Things, apart: q.Apart, sort: q.Sort, page: q.Page, perPage: q.PerPage,
		place: q.Place.fingerprint(),
	}
	if len(q.Attributes) > 0 {
		var b strings.Builder
		for _, a := range q.Attributes {
			b.Write(appendField(appendField(nil, a.Key), a.Value))
		}
		k.attrs = b.String()
	}
	return k
}

// language converts a language into a column number.
func language(lang string) int {
	if lang == "ar" {
		return 1
	}
	return 0
}

func (ix *Index) search(snap *snapshot, q *Query) *Result {
	r := &Result{Version: snap.version}
	f := ix.tables.filter(q)
	ord := ordering{sort: q.Sort, lang: language(q.Lang), prefs: f.prefs, of: f.branch}
	ord.here = f.here && q.Sort != Relevance // which weighs it
	off := (q.Page - 1) * q.PerPage
	var spots []spot
	var m *matcher
	if strings.TrimSpace(q.Text) == "" {
		l := &lister{ix: ix, snap: snap, f: f, ord: ord}
		r.Total, spots = l.page(off, q.PerPage)
		if q.Facets {
			r.Facets = l.facets()
		}
	} else {
		ord.first, _ = ix.services.find(q.First)
		m = &matcher{ix: ix, snap: snap, f: f, ord: ord, facets: q.Facets}
		spots = m.run(q.Text, off, q.PerPage, r)
	}
	r.Hits = make([]Hit, len(spots))
	branches := ix.tables.branches.list()
	for i, s := range spots {
		r.Hits[i] = s.hit(f, branches)
	}
	if m != nil {
		m.tellNear(r, spots)
		if q.Things {
			m.tellThings(r, spots)
		}
	}
	return r
}

// tellNear marks the hits that don't match every word of the query, or match one only as a near result.
func (m *matcher) tellNear(r *Result, spots []spot) {
	// A product that matches every word at least in a longer keyword has a higher score.
	most := int(weights[classExact][roleWord]) + maxPart*(len(m.asked)-1)
	// If words of the text had to be dropped, the result only matches a part of the text.
	r.OnlyNear = r.Total > 0 && (len(r.Dropped) > 0 ||
		!slices.ContainsFunc(spots, m.names) && (r.Total == len(spots) || !m.names(m.best)))
	for i, s := range spots {
		if r.OnlyNear {
			r.Hits[i].Near = true
		} else if m.rested || s.score <= most {
			r.Hits[i].Near = slices.ContainsFunc(m.asked, func(w *wanted) bool { return !m.asks(w, s) })
		}
	}
}

// names reports whether a product is what the text names, by its name or category: a bag for a fridge is not a fridge,
// nor is a product whose name only begins with the text.
func (m *matcher) names(s spot) bool {
	for _, w := range m.naming {
		named := false
		m.meetings(w, s, func(term string, c class, r roles) bool {
			switch {
			case c == classTypoPrefix, c < classFranco && c != classFrancoFar && things[stem(w.word)]:
			case len(m.naming) == 1 && things[stem(term)] && !w.behind:
				named = r&rolesThing != 0
			default:
				named = r != roleWord || !nearNames[stem(term)]
			}
			return !named
		})
		if !named {
			return false
		}
	}
	return true
}

// tellThings marks the hits that are the thing itself, by name, category or synonym, and those that only begin like it
// if there are no others.
func (m *matcher) tellThings(r *Result, spots []spot) {
	surest := classNone
	ways := make([]class, len(spots))
	for i, s := range spots {
		ways[i] = m.is(s)
		surest = max(surest, ways[i])
	}
	for i, way := range ways {
		r.Hits[i].Thing = way != classNone && (way > classPrefix || surest <= classPrefix)
	}
}

// is returns how well the words that name the wanted product match the product itself: the weakest of the matches.
func (m *matcher) is(s spot) class {
	weakest := classes
	for _, w := range m.naming {
		best := classNone
		m.meetings(w, s, func(_ string, c class, r roles) bool {
			if c != classTypoPrefix && r&rolesThing != 0 {
				best = max(best, c)
			}
			return best <= classPrefix
		})
		weakest = min(weakest, best)
	}
	return weakest
}

// asks reports whether a product has a wanted word as more than a near result.
func (m *matcher) asks(w *wanted, s spot) bool {
	asks := false
	m.meetings(w, s, func(term string, _ class, r roles) bool {
		asks = r != roleWord || !nearNames[stem(term)]
		return !asks
	})
	return asks
}

// meetings visits the words of a product that match a wanted word, until visit returns false.
func (m *matcher) meetings(w *wanted, s spot, visit func(term string, c class, r roles) bool) {
	i := slices.IndexFunc(m.snap.views, func(v view) bool { return v.segment == s.seg })
	meet := func(lo, hi uint32, c class) bool {
		for term := lo; term < hi; term++ {
			post := s.seg.postings(term, term+1)
			at, _ := slices.BinarySearch(post, s.ord<<flagBits)
			if at < len(post) && post[at]>>flagBits == s.ord && !visit(s.seg.terms.at(int(term)), c, roles(post[at]&flagMask)) {
				return false
			}
		}
		return true
	}
	e := w.in(m.snap, i)
	for _, h := range e.hits {
		if !meet(h.term, h.term+1, h.class) {
			return
		}
	}
	for _, x := range e.ranges {
		if !meet(x[0], x[1], classPrefix) {
			return
		}
	}
}

func (s spot) hit(f *filter, branches []string) Hit {
	h := Hit{ID: s.seg.id(s.ord), Score: s.score}
	if c := s.seg.choose(s.ord, f.prefs, f.branch); !c.none() {
		o := s.seg.offer(s.ord, c)
		h.Branch, h.Price, h.OldPrice, h.Available = branches[o.branch&^availableBit], o.price, o.old, c.available()
	}
	return h
}

// matcher runs a query with text.
type matcher struct {
	ix     *Index
	snap   *snapshot
	f      *filter
	ord    ordering
	facets bool

	limit int       // how many are wanted in order
	lists [][]found // per view: the first of what passed
	total int       // of what passed
	scope int       // products that the text met, whatever narrows the result
	sum   *tally
	best  spot // the best fit of all, whatever the order and the page

	asked  []*wanted // the query, as it was read
	naming []*wanted // the words that name the wanted product
	rested bool      // and something that meets less was brought in
}

// foundPool reuses the lists of matches between queries.
var foundPool = sync.Pool{New: func() any { return new([]found) }}

func (m *matcher) run(text string, off, n int, r *Result) []spot {
	m.limit = off + n
	ws := parse(text)
	heard := (repairer{m}).listen(ws)
	query := strict(ws)
	m.firmly(query)
	m.collect(query, nil)
	var repaired *repair
	switch {
	case m.scope == 0:
		if repaired = (repairer{m}).repair(ws); repaired != nil {
			query = repaired.query
			m.firmly(query)
			m.release()
			m.collect(query, nil)
		}
	case heard:
		repaired = asHeard(ws, query)
	}
	m.asked, m.naming = query, query
	if m.scope > 0 && len(query) > 1 {
		read := repaired
		if read == nil {
			read = asHeard(ws, query)
		}
		if head := read.head(); head >= 0 {
			m.naming = read.name(head)
		}
		if rest := read.rest(); rest != nil && m.scope < fewFound && m.ord.sort == Relevance {
			m.release()
			m.collect(query, rest)
			m.rested = true
		}
	}
	defer m.release()
	if m.facets {
		r.Facets = m.sum.facets(m.ix.tables, m.f)
	}
	r.Total = m.total
	if repaired != nil {
		r.Corrected, r.Dropped = repaired.text(m.best), repaired.dropped
		r.Guessed = len(repaired.dropped) > 0 ||
			slices.ContainsFunc(repaired.parts, func(x reading) bool { return x.guessed() })
	}
	if r.Corrected == joinRaw(ws) {
		r.Corrected = "" // it was met in another name
	}
	return m.page(off, n)
}

// joinRaw returns a query as it was typed.
func joinRaw(ws []word) string {
	list := make([]string, len(ws))
	for i := range ws {
		list[i] = ws[i].raw
	}
	return strings.Join(list, " ")
}

func (m *matcher) release() {
	for i := range m.lists {
		l := m.lists[i][:0]
		foundPool.Put(&l)
	}
	m.lists = nil
	if m.sum != nil {
		m.sum.release()
		m.sum = nil
	}
}

// collect finds the matches of the query in every segment, and checks, counts and keys them in the same pass. rest,
// unless nil, adds products that match fewer words.
func (m *matcher) collect(query []*wanted, rest *rest) {
	m.scope, m.total, m.best = 0, 0, spot{}
	if m.facets {
		m.sum = newTally(m.f)
	}
	for i := range m.snap.views {
		v := &m.snap.views[i]
		c := collector{
			m: m, checker: m.ix.checker(v, m.f, m.facets || m.ord.byOffer()), limit: m.limit,
			list: (*foundPool.Get().(*[]found))[:0], worst: found{^uint64(0), lost}, bestScore: -1,
		}
		if rest == nil {
			m.each(i, query, c.see)
		} else {
			m.withRest(i, query, rest, func(d uint32, score uint64) bool {
				c.see(&seen{n: 1, ords: [seenAtOnce]uint32{d}, scores: [seenAtOnce]uint32{uint32(score)}})
				return true
			})
		}
		if m.facets {
			c.sum(m.sum)
		}
		c.release()
		m.lists = append(m.lists, c.list)
		m.scope += c.scope
		m.total += c.total
		if c.bestScore >= 0 && (m.best.seg == nil || c.bestScore > m.best.score ||
			c.bestScore == m.best.score && compareRank(v.segment, c.best, m.best.seg, m.best.ord) < 0) {
			m.best = spot{v.segment, c.best, c.bestScore}
		}
	}
}

// firmly counts the products whose name or category is the one word searched for, and drops near matches if there are
// enough such products. Filters don't affect the count, because they must not change which products the words find.
func (m *matcher) firmly(query []*wanted) {
	if len(query) != 1 || query[0].behind {
		return
	}
	w := query[0]
	most := fewFound
	if w.thing() {
		most = enough
	}
	n := 0
	var counted [enough]uint32
	for i := range m.snap.views {
		v := &m.snap.views[i]
		k := m.ix.checker(v, m.f, m.f.here)
		from := n
		for _, h := range w.in(m.snap, i).hits {
			if h.class < classFranco {
				continue
			}
			for _, p := range v.postings(h.term, h.term+1) {
				d := p >> flagBits
				if n == most {
					break
				}
				if roles(p&flagMask)&rolesThing == 0 || v.dead.has(d) || slices.Contains(counted[from:n], d) {
					continue
				}
				if c, fails := k.check(d); fails&failsHard == 0 && (!m.f.here || c.delivered()) {
					counted[n] = d
					n++
				}
			}
		}
		k.release()
	}
	switch {
	case n == enough:
		w.weigh(&weightsFirm)
	case n >= fewFound:
		w.weigh(&weightsLess)
	}
}

// collector collects the matches of a query in one segment.
type collector struct {
	m *matcher
	*checker
	limit        int
	list         []found // the first limit of what passed, and some more
	worst        found   // nothing that sorts after it is among the first
	full         bool    // worst is one that is delivered here and has a price
	worstStep    int     // of its price
	total, scope int
	bestScore    int
	best         uint32
}

// see adds products.
func (c *collector) see(b *seen) {
	c.fetch(b)
	for i, d := range b.ords[:b.n] {
		x, o, score := b.facts[i], b.chosen[i], b.scores[i]
		fails := c.group(x.group)
		if c.f.needs && fails&failsHard == 0 {
			fails = c.offer(d, o, fails)
		}
		if fails&failsHard == 0 {
			c.scope++
		}
		if fails&failsScope == 0 && (int(score) > c.bestScore || int(score) == c.bestScore && d < c.best) {
			c.bestScore, c.best = int(score), d
		}
		if c.m.facets {
			c.count(d, x, o, fails, c.m.sum)
		}
		if fails == 0 {
			c.total++
			c.rank(d, x, o, uint64(score))
		}
	}
	b.n = 0
}

// rank keeps a product that passed if it is among the first.
func (c *collector) rank(d uint32, x fact, o choice, score uint64) {
	if c.full && c.behind(x) {
		return
	}
	f := found{c.m.ord.key(c.s, d, o, score), d}
	if !f.before(c.worst) {
		return
	}
	if c.list = append(c.list, f); len(c.list) < 4*c.limit {
		return
	}
	c.list = smallest(c.list, c.limit)[:c.limit]
	c.worst = c.list[0]
	if byPrice := c.m.ord.sort == PriceAsc || c.m.ord.sort == PriceDesc; byPrice && c.worst.key&elsewhere == 0 {
		p := c.s.choose(c.worst.ord, c.f.prefs, c.f.branch)
		if c.full = !p.none(); c.full {
			c.worstStep = step(c.s.offer(c.worst.ord, p).price)
		}
	}
}

// behind reports whether, in an order by price, a product sorts after the worst of the wanted ones, whatever its exact
// price.
func (c *collector) behind(x fact) bool {
	switch c.m.ord.sort {
	case PriceAsc:
		return int(x.low) > c.worstStep
	case PriceDesc:
		return int(x.high) < c.worstStep
	}
	return false
}

// page returns n matching products, starting at offset off.
func (m *matcher) page(off, n int) []spot {
	type head struct {
		*view
		list []found
	}
	var heads []head
	for i, l := range m.lists {
		if len(l) > 0 {
			heads = append(heads, head{&m.snap.views[i], l})
		}
	}
	if off >= m.total {
		return nil
	}
	for i := range heads {
		heads[i].list = firstFound(heads[i].list, off+n)
	}
	out := make([]spot, 0, min(n, m.total-off))
	for at := 0; at < off+n && len(heads) > 0; {
		if len(heads) == 1 && at < off {
			heads[0].list = heads[0].list[off-at:] // the total is more than off
			at = off
		}
		best := 0
		for i := 1; i < len(heads); i++ {
			a, b := &heads[i], &heads[best]
			if m.ord.compare(a.segment, a.list[0].ord, a.list[0].key, b.segment, b.list[0].ord, b.list[0].key) < 0 {
				best = i
			}
		}
		h := &heads[best]
		if at >= off {
			out = append(out, spot{h.segment, h.list[0].ord, m.score(h.segment, h.list[0])})
		}
		at++
		if h.list = h.list[1:]; len(h.list) == 0 {
			heads = slices.Delete(heads, best, best+1)
		}
	}
	return out
}

// score extracts the score from a key; keys of other sort orders do not contain it.
func (m *matcher) score(s *segment, f found) int {
	if m.ord.sort != Relevance {
		return 0
	}
	return int(maxTotal - f.key - m.ord.gain(s, f.ord, s.choose(f.ord, m.f.prefs, m.f.branch)))
}
