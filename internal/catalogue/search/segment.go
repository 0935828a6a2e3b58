package search

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
)

// segment is an immutable part of the index. Ordinals follow popularity (rank falling, then id), so posting lists are
// already in the order of the last tie-break. All data is in columns without pointers: for the garbage collector, a
// million products are about forty objects.
type segment struct {
	serial uint64 // tells cached lists of different segments apart
	n      int

	text []string // texts live in a few chunks, shared with merged segments
	ref  []uint64 // chunk<<32 | offset of the record of each product

	rank, created []int64
	hash          []uint64 // of the whole product, to see that nothing changed
	facts         []fact   // of each product
	groups        []group
	catSets       sets
	attrSets      sets
	blockSets     sets
	offers        []offer  // of each product in the order of branch ids
	offerAt       []uint32 // n+1: where those of each product begin

	nameRank [2][]uint32 // place in the order of names, per language
	byID     []uint32    // ordinals in the order of ids

	vocab
	scratch sync.Pool // *scratch, sized for this segment
	sums    sync.Pool // *groupSums, too
}

// offer is an Offer; branch carries availableBit.
type offer struct {
	price, old int64
	branch     uint32
}

const availableBit = 1 << 31

// Fields of a text record, in order.
const (
	fieldID = iota
	fieldSlug
	fieldEN
	fieldAR
)

// field reads one text of a product.
func (s *segment) field(d uint32, which int) string {
	ref := s.ref[d]
	t := s.text[ref>>32][uint32(ref):]
	for {
		n, w := uvarint(t)
		if which == 0 {
			return t[w : w+n]
		}
		t = t[w+n:]
		which--
	}
}

// record returns the whole text record of a product.
func (s *segment) record(d uint32) string {
	ref := s.ref[d]
	t := s.text[ref>>32][uint32(ref):]
	end := 0
	for range fieldAR + 1 {
		n, w := uvarint(t[end:])
		end += w + n
	}
	return t[:end]
}

func appendField(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// uvarint reads a length written by binary.AppendUvarint.
func uvarint(s string) (n, width int) {
	for shift := 0; ; shift += 7 {
		c := s[width]
		width++
		n |= int(c&0x7f) << shift
		if c < 0x80 {
			return n, width
		}
	}
}

func (s *segment) id(d uint32) string { return s.field(d, fieldID) }

// name returns the name in a language, or the other one if it is missing.
func (s *segment) name(d uint32, lang int) string {
	if n := s.field(d, fieldEN+lang); n != "" {
		return n
	}
	return s.field(d, fieldAR-lang)
}

// find looks up a product by id.
func (s *segment) find(id string) (uint32, bool) {
	i, ok := slices.BinarySearchFunc(s.byID, id, func(d uint32, id string) int {
		return strings.Compare(s.id(d), id)
	})
	if !ok {
		return 0, false
	}
	return s.byID[i], true
}

// compareRank orders products of two segments in the same way as ordinals do.
func compareRank(a *segment, x uint32, b *segment, y uint32) int {
	if c := cmp.Compare(b.rank[y], a.rank[x]); c != 0 {
		return c
	}
	return strings.Compare(a.id(x), b.id(y))
}

// view is a segment as one version of the index sees it: some of its products have since been replaced or deleted.
type view struct {
	*segment
	dead bitmap   // nil when none is
	gone []uint32 // the dead in the order they went; only ever appended to
}

func (v *view) live() int { return v.n - len(v.gone) }

// holds reports whether a product that is not deleted has one of a range of words in one of the roles.
func (v *view) holds(lo, hi uint32, r roles) bool {
	for _, p := range v.postings(lo, hi) {
		if roles(p&flagMask)&r != 0 && !v.dead.has(p>>flagBits) {
			return true
		}
	}
	return false
}

// bitmap is a set of ordinals.
type bitmap []uint64

func newBitmap(n int) bitmap        { return make(bitmap, (n+63)/64) }
func (b bitmap) has(d uint32) bool  { return b != nil && b[d>>6]&(1<<(d&63)) != 0 }
func (b bitmap) add(d uint32)       { b[d>>6] |= 1 << (d & 63) }
func (b bitmap) clone(n int) bitmap { c := newBitmap(n); copy(c, b); return c }
