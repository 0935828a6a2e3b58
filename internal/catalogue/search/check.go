package search

import "math/bits"

// group is the set of properties, other than offers, that filters and facets read. Many products share one group, so
// each query evaluates a group only once.
type group struct {
	service, store      uint32
	cats, attrs, blocks uint32 // numbers of sets
}

// groupsBuilder assigns numbers to groups.
type groupsBuilder struct {
	known map[group]uint32
	list  []group
}

func (b *groupsBuilder) add(g group) uint32 {
	n, ok := b.known[g]
	if !ok {
		if b.known == nil {
			b.known = map[group]uint32{}
		}
		n = uint32(len(b.list))
		b.known[g] = n
		b.list = append(b.list, g)
	}
	return n
}

// step maps a price to a rising 16-bit scale with 1,024 steps per doubling, so that most comparisons need no exact
// price.
func step(price int64) int {
	if price < 1<<11 {
		return int(max(price, 0))
	}
	n := bits.Len64(uint64(price)) - 11
	return n<<10 + int(price>>n)
}

// noStep is greater than every step.
const noStep = 1 << 16

// fact holds the data that every search reads for each product. It is stored together because most of the time is spent
// waiting for memory.
type fact struct {
	group     uint32
	low, high uint16 // steps of its lowest and its highest price
}

func newFact(group uint32, offers []offer) fact {
	low, high := noStep-1, 0
	for i := range offers {
		at := step(offers[i].price)
		low, high = min(low, at), max(high, at)
	}
	return fact{group, uint16(low), uint16(high)}
}

// checker checks the products of one segment for one query, and counts them.
type checker struct {
	f       *filter
	s       *segment
	choices []choice // nil where they are made one by one
	offers  bool     // look at the offers even where the filter does not

	*groupSums
	lowest, highest  int // steps of the prices counted so far
	inStock, onOffer int32
	delivered        int32
}

// groupSums holds a query's results for each group. Between queries all are zero.
type groupSums struct {
	fails []uint32 // what its products fail whatever their offers, and one; 0 for not looked at
	n     []int32  // products whose offers fail nothing
	met   []uint32 // groups that were looked at
}

func (ix *Index) checker(v *view, f *filter, offers bool) *checker {
	k := &checker{f: f, s: v.segment, offers: offers || f.needs, lowest: noStep, highest: -1}
	if k.offers {
		k.choices = ix.choices(v.segment, f)
	}
	var ok bool
	if k.groupSums, ok = v.sums.Get().(*groupSums); !ok {
		k.groupSums = &groupSums{fails: make([]uint32, len(v.groups)), n: make([]int32, len(v.groups))}
	}
	return k
}

// release returns the checker's memory to the pool.
func (k *checker) release() {
	for _, g := range k.met {
		k.fails[g], k.n[g] = 0, 0
	}
	k.met = k.met[:0]
	k.s.sums.Put(k.groupSums)
	k.groupSums = nil
}

// check returns the filters that a product fails, and the offer under which it would be listed.
func (k *checker) check(d uint32) (c choice, fails uint32) {
	fails = k.group(k.s.facts[d].group)
	if fails&failsHard != 0 || !k.offers {
		return choiceAt, fails
	}
	if k.choices != nil {
		c = k.choices[d]
	} else {
		c = k.s.choose(d, k.f.prefs, k.f.branch)
	}
	if k.f.needs {
		fails = k.offer(d, c, fails)
	}
	return c, fails
}

// group returns the filters that the products of a group fail.
func (k *checker) group(g uint32) uint32 {
	fails := k.fails[g]
	if fails == 0 {
		fails = k.f.group(k.s, g) + 1
		k.fails[g] = fails
		k.met = append(k.met, g)
	}
	return fails - 1
}

// offer adds the filters that a product fails by the offer under which it would be listed.
func (k *checker) offer(d uint32, c choice, fails uint32) uint32 {
	by := k.f.offer(k.s, d, c)
	if by&failsHard != 0 {
		return failsHard
	}
	return fails | by
}

// seen is a batch of products that a query visits. Their data is fetched together, so that the query waits for memory
// only once.
type seen struct {
	n      int
	ords   [seenAtOnce]uint32
	scores [seenAtOnce]uint32
	facts  [seenAtOnce]fact
	chosen [seenAtOnce]choice
}

const seenAtOnce = 64

// fetch loads the data of the batch.
func (k *checker) fetch(b *seen) {
	for i, d := range b.ords[:b.n] {
		b.facts[i] = k.s.facts[d]
	}
	for i, d := range b.ords[:b.n] {
		switch {
		case k.choices != nil:
			b.chosen[i] = k.choices[d]
		case k.offers:
			b.chosen[i] = k.s.choose(d, k.f.prefs, k.f.branch)
		default:
			b.chosen[i] = choiceAt
		}
	}
}

// count counts a checked product.
func (k *checker) count(d uint32, x fact, c choice, fails uint32, t *tally) {
	if !k.f.counts(c) {
		return
	}
	if fails&(failsHard|failsPrice|failsStock|failsOffer) == 0 {
		k.n[x.group]++
	}
	if fails&^failsPrice != 0 || c.none() {
		return
	}
	if fails == 0 {
		// Equivalent to available, onOffer and delivered, but without branches.
		k.inStock += int32(c / choiceAvailable & 1)
		k.onOffer += int32(c / choiceOnOffer & 1)
		k.delivered += int32(c >> choiceTier / 2)
	}
	if int(x.low) <= k.lowest || int(x.high) >= k.highest {
		t.addPrice(k.s.offer(d, c).price, 1)
		k.lowest, k.highest = step(t.low), step(t.high)
	}
}

// sum adds the counts to a tally.
func (k *checker) sum(t *tally) {
	t.inStock += k.inStock
	t.onOffer += k.onOffer
	t.delivered += k.delivered
	for _, g := range k.met {
		if n := k.n[g]; n > 0 {
			t.addGroup(k.s, g, k.fails[g]-1, n)
		}
	}
}

// group returns the filters that the products of a group fail.
func (f *filter) group(s *segment, g uint32) (fails uint32) {
	r := &s.groups[g]
	if f.service != 0 && r.service != f.service {
		return failsHard
	}
	if f.block != 0 && !s.blockSets.has(r.blocks, f.block) {
		return failsHard
	}
	if f.store != 0 && r.store != f.store {
		fails |= failsStore
	}
	if f.category != 0 && !s.catSets.has(r.cats, f.category) {
		fails |= failsCategory
	}
	for i := range f.attrs {
		if !f.attrs[i].met(s.attrSets.at(r.attrs)) {
			fails |= failsAttr << i
		}
	}
	return fails
}

// offer returns the filters that a product fails by the offer under which it would be listed.
func (f *filter) offer(s *segment, d uint32, c choice) (fails uint32) {
	if f.branch != 0 && c.none() {
		return failsHard
	}
	if (f.priceMin > 0 || f.priceMax > 0) && !f.priced(s, d, c) {
		fails |= failsPrice
	}
	if f.inStock && !c.available() {
		fails |= failsStock
	}
	if f.onOffer && !c.onOffer() {
		fails |= failsOffer
	}
	return fails
}

// priced reports whether a chosen offer's price is within the requested range.
func (f *filter) priced(s *segment, d uint32, c choice) bool {
	if c.none() {
		return false
	}
	at := &s.facts[d]
	switch low, high := int(at.low), int(at.high); {
	case high < f.lowest || low > f.highest:
		return false
	case low > f.lowest && high < f.highest:
		return true
	}
	p := s.offer(d, c).price
	return p >= f.priceMin && (f.priceMax == 0 || p <= f.priceMax)
}

// check is checker.check for a few products.
func (f *filter) check(s *segment, d uint32, offers bool) (c choice, fails uint32) {
	fails = f.group(s, s.facts[d].group)
	if fails&failsHard != 0 || !offers && !f.needs {
		return choiceAt, fails
	}
	c = s.choose(d, f.prefs, f.branch)
	by := f.offer(s, d, c)
	if by&failsHard != 0 {
		return c, failsHard
	}
	return c, fails | by
}
