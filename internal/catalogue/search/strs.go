package search

import (
	"slices"
	"strings"
	"sync"
)

// strs is a list of texts without a pointer for each: the garbage collector sees two objects, whatever its length.
type strs struct {
	data string
	off  []uint32 // len+1
}

func (s *strs) len() int        { return max(len(s.off)-1, 0) }
func (s *strs) at(i int) string { return s.data[s.off[i]:s.off[i+1]] }

// find looks up t in a sorted list.
func (s *strs) find(t string) (int, bool) {
	i := s.lower(t)
	return i, i < s.len() && s.at(i) == t
}

// lower returns the first position whose text is t or sorts after it.
func (s *strs) lower(t string) int {
	lo, hi := 0, s.len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if s.at(mid) < t {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// prefix returns the range of a sorted list that begins with p.
func (s *strs) prefix(p string) (lo, hi int) {
	lo = s.lower(p)
	hi = s.len()
	for a := lo; a < hi; {
		mid := int(uint(a+hi) >> 1)
		if strings.HasPrefix(s.at(mid), p) {
			a = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, hi
}

// strsBuilder builds a strs.
type strsBuilder struct {
	data strings.Builder
	off  []uint32
}

func (b *strsBuilder) add(s string) {
	if b.off == nil {
		b.off = append(b.off, 0)
	}
	b.data.WriteString(s)
	b.off = append(b.off, uint32(b.data.Len()))
}

func (b *strsBuilder) done() strs { return strs{b.data.String(), slices.Clone(b.off)} }

// multi maps each key of a sorted list to several numbers.
type multi struct {
	keys strs
	off  []uint32
	ids  []uint32
}

type pair struct {
	key string
	id  uint32
}

// newMulti builds a multi, sorting the given pairs in place.
func newMulti(pairs []pair) multi {
	slices.SortFunc(pairs, func(a, b pair) int {
		if c := strings.Compare(a.key, b.key); c != 0 {
			return c
		}
		return int(a.id) - int(b.id)
	})
	var m multi
	var keys strsBuilder
	m.ids = make([]uint32, 0, len(pairs))
	for i, p := range pairs {
		if i == 0 || p.key != pairs[i-1].key {
			keys.add(p.key)
			m.off = append(m.off, uint32(len(m.ids)))
		} else if p.id == pairs[i-1].id {
			continue
		}
		m.ids = append(m.ids, p.id)
	}
	m.off = slices.Clone(append(m.off, uint32(len(m.ids))))
	m.keys = keys.done()
	return m
}

func (m *multi) get(key string) []uint32 {
	if i, ok := m.keys.find(key); ok {
		return m.ids[m.off[i]:m.off[i+1]]
	}
	return nil
}

// within returns the numbers of every key that begins with p.
func (m *multi) within(p string) []uint32 {
	lo, hi := m.keys.prefix(p)
	if lo == hi {
		return nil
	}
	return m.ids[m.off[lo]:m.off[hi]]
}

// table assigns permanent numbers to texts. Number 0 is the empty text. It only grows, with the number of stores,
// branches, categories and attribute values.
type table struct {
	mu    sync.RWMutex
	ids   map[string]uint32
	names []string
	group []uint32 // what each belongs to, where that matters
}

func newTable() *table {
	return &table{ids: map[string]uint32{"": 0}, names: []string{""}, group: []uint32{0}}
}

// intern returns the number of s, and assigns a new one if necessary.
func (t *table) intern(s string) uint32 { return t.internIn(s, 0) }

// internIn is intern for a text that belongs to a group.
func (t *table) internIn(s string, group uint32) uint32 {
	if id, ok := t.find(s); ok {
		return id
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if id, ok := t.ids[s]; ok {
		return id
	}
	id := uint32(len(t.names))
	s = strings.Clone(s)
	t.ids[s] = id
	t.names = append(t.names, s)
	t.group = append(t.group, group)
	return id
}

func (t *table) find(s string) (uint32, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	id, ok := t.ids[s]
	return id, ok
}

// list returns every text by its number, without texts that are added later.
func (t *table) list() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.names
}

// groups returns the group of every text by its number.
func (t *table) groups() []uint32 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.group
}

// sets assigns numbers to small sets of numbers: products of one category share one.
type sets struct {
	off []uint32
	ids []uint32
}

func (s *sets) len() int             { return len(s.off) - 1 }
func (s *sets) at(i uint32) []uint32 { return s.ids[s.off[i]:s.off[i+1]] }

func (s *sets) has(i, id uint32) bool {
	for _, v := range s.at(i) {
		if v == id {
			return true
		}
	}
	return false
}

type setsBuilder struct {
	known map[string]uint32
	key   []byte
	sets
}

func newSetsBuilder() *setsBuilder {
	b := &setsBuilder{known: map[string]uint32{"": 0}}
	b.off = []uint32{0, 0}
	return b
}

// add assigns a number to a set; it sorts ids in place and drops duplicates.
func (b *setsBuilder) add(ids []uint32) uint32 {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	b.key = b.key[:0]
	for _, id := range ids {
		b.key = append(b.key, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	if n, ok := b.known[string(b.key)]; ok {
		return n
	}
	n := uint32(b.len())
	b.known[string(b.key)] = n
	b.ids = append(b.ids, ids...)
	b.off = append(b.off, uint32(len(b.ids)))
	return n
}

func (b *setsBuilder) done() sets { return sets{slices.Clone(b.off), slices.Clone(b.ids)} }
