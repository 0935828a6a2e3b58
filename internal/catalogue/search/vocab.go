package search

import (
	"cmp"
	"math/bits"
	"slices"
)

// A posting is an ordinal with the roles of the word in the low bits.
const (
	flagBits = roleBits
	flagMask = roleMask
)

// vocab is the sorted list of a segment's words. Postings are in the same order, so all words with one prefix have one
// contiguous range of postings.
type vocab struct {
	terms  strs
	post   []uint32
	postAt []uint32 // terms+1

	words     int      // the first term that is not a figure
	sig       []uint64 // letters of the word without its article
	runes     []uint8  // how many
	stems     multi    // stem → terms<<1, the low bit set for a proclitic stem
	skeletons multi    // Franco skeleton → terms
}

// finish builds the indexes for matches other than by spelling.
func (v *vocab) finish() {
	n := v.terms.len()
	v.words = v.terms.lower(":") // after 9
	v.sig = make([]uint64, n)
	v.runes = make([]uint8, n)
	stems := make([]pair, 0, n)
	var skeletons []pair
	for i := range n {
		w := v.terms.at(i)
		if hasLetter(w) {
			b := bare(w)
			v.sig[i], v.runes[i] = signature(b), uint8(runeLen(b))
		}
		stems = append(stems, pair{stem(w), uint32(i) << 1})
		if p := proclitic(w); p != "" {
			stems = append(stems, pair{p, uint32(i)<<1 | 1})
		}
		for _, s := range arabicSkeletons(w) {
			skeletons = append(skeletons, pair{s, uint32(i)})
		}
	}
	v.stems = newMulti(stems)
	v.skeletons = newMulti(skeletons)
}

// hit is a word of the vocabulary and how it matches a word of the query.
type hit struct {
	term  uint32
	class class
}

// expansion lists everything that one word of a query may match in a segment: ranges of words that begin with it, and
// words that match in other ways.
type expansion struct {
	ranges [][2]uint32 // of terms
	hits   []hit
	size   int // postings to read

	weights *weightTable
}

// terms counts the words.
func (e *expansion) terms() int {
	n := len(e.hits)
	for _, r := range e.ranges {
		n += int(r[1] - r[0])
	}
	return n
}

// settle keeps only the best match for each word, so that no postings are read twice.
func (v *vocab) settle(e *expansion) {
	slices.SortFunc(e.hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.term, b.term), cmp.Compare(b.class, a.class))
	})
	e.hits = slices.CompactFunc(e.hits, func(a, b hit) bool { return a.term == b.term })
	slices.SortFunc(e.ranges, func(a, b [2]uint32) int { return cmp.Compare(a[0], b[0]) })
	var ranges [][2]uint32
	hits, at := e.hits[:0], 0
	next := uint32(0) // what is before has been met
	for _, r := range e.ranges {
		from, to := max(r[0], next), r[1]
		for ; at < len(e.hits) && e.hits[at].term < to; at++ {
			h := e.hits[at]
			if h.term >= from && h.class <= classPrefix {
				continue // the stretch has it
			}
			if h.term >= from {
				if from < h.term {
					ranges = append(ranges, [2]uint32{from, h.term})
				}
				from = h.term + 1
			}
			hits = append(hits, h)
		}
		if from < to {
			ranges = append(ranges, [2]uint32{from, to})
		}
		next = max(next, to)
	}
	e.hits, e.ranges = append(hits, e.hits[at:]...), ranges
	e.size = 0
	for _, r := range e.ranges {
		e.size += v.count(r[0], r[1])
	}
	for _, h := range e.hits {
		e.size += v.count(h.term, h.term+1)
	}
}

// only returns the postings of an expansion that consists of a single word.
func (v *vocab) only(e *expansion) ([]uint32, *[flagMask + 1]uint32) {
	switch {
	case e.terms() != 1:
		return nil, nil
	case len(e.hits) == 1:
		h := e.hits[0]
		return v.postings(h.term, h.term+1), &e.weights[h.class]
	}
	r := e.ranges[0]
	return v.postings(r[0], r[1]), &e.weights[classPrefix]
}

// postings returns the postings of a range of words.
func (v *vocab) postings(lo, hi uint32) []uint32 { return v.post[v.postAt[lo]:v.postAt[hi]] }

func (v *vocab) count(lo, hi uint32) int { return int(v.postAt[hi] - v.postAt[lo]) }

func (v *vocab) addHit(e *expansion, term uint32, c class) {
	e.hits = append(e.hits, hit{term, c})
}

// strict finds the word itself, its other forms and, with prefix, words that begin with it.
func (v *vocab) strict(e *expansion, w string, prefix bool) {
	if prefix {
		for _, p := range prefixes(w) {
			if lo, hi := v.terms.prefix(p); lo < hi {
				e.ranges = append(e.ranges, [2]uint32{uint32(lo), uint32(hi)})
			}
		}
	}
	for _, id := range v.stems.get(stem(w)) {
		c := classStem
		if id&1 != 0 {
			c = classJoined
		}
		v.addHit(e, id>>1, c)
	}
	if p := proclitic(w); p != "" {
		for _, id := range v.stems.get(p) {
			if id&1 == 0 {
				v.addHit(e, id>>1, classJoined)
			}
		}
	}
	if i, ok := v.terms.find(w); ok {
		v.addHit(e, uint32(i), classExact)
	}
}

// forms finds words and their other forms.
func (v *vocab) forms(e *expansion, words map[string]class) {
	for w, c := range words {
		for _, id := range v.stems.get(stem(w)) {
			if id&1 == 0 {
				v.addHit(e, id>>1, c)
			}
		}
	}
}

// formsMeet is forms for one word.
func formsMeet(words map[string]class, t string) (best class) {
	if len(words) == 0 {
		return classNone
	}
	s := stem(t)
	for w, c := range words {
		if c > best && stem(w) == s {
			best = c
		}
	}
	return best
}

// near reports whether a word is not the name of any product that it finds.
func (v *vocab) near(term uint32) bool {
	return nearNames[stem(v.terms.at(int(term)))] &&
		!slices.ContainsFunc(v.postings(term, term+1), func(p uint32) bool { return roles(p&flagMask) != roleWord })
}

// typos finds the words that differ from w by one or two typing errors.
func (v *vocab) typos(e *expansion, w string, prefix bool) {
	b := bare(w)
	n := runeLen(b)
	d := allowance(n)
	if d == 0 || !hasLetter(w) {
		return
	}
	q := signature(b)
	for i := v.words; i < len(v.sig); i++ {
		s := v.sig[i]
		if bits.OnesCount64(q&^s) > d {
			continue
		}
		l := int(v.runes[i])
		if l < n-d || !prefix && (l > n+d || bits.OnesCount64(s&^q) > d) {
			continue
		}
		// A word that is only related to other things doesn't match with two slips.
		if c := typoClass(b, v.terms.at(i), prefix); c != classNone && (c == classTypo1 || !v.near(uint32(i))) {
			v.addHit(e, uint32(i), c)
		}
	}
}
