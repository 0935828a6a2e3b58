package search

import (
	"cmp"
	"slices"
)

// found is a product that passed, with the first part of its place in the
// order.
type found struct {
	key uint64
	ord uint32
}

func (a found) before(b found) bool { return a.key < b.key || a.key == b.key && a.ord < b.ord }

func (a found) compare(b found) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.ord, b.ord))
}

// ordered is what can be put in order. before is compare's short form, for
// where it is asked most.
type ordered[T any] interface {
	before(T) bool
	compare(T) int
}

// first puts the k first of list, in order, at its beginning and cuts the rest
// off.
func first[T ordered[T]](list []T, k int) []T {
	if k < len(list)/4 {
		list = smallest(list, k)
	}
	slices.SortFunc(list, T.compare)
	return list[:min(k, len(list))]
}

// smallest keeps the k smallest by a heap with the largest on top: most of a
// long list is refused by one comparison.
func smallest[T ordered[T]](list []T, k int) []T {
	if k == 0 {
		return list[:0]
	}
	h := list[:k]
	down := func(i int) {
		for {
			c := 2*i + 1
			if c >= k {
				return
			}
			if c+1 < k && h[c].before(h[c+1]) {
				c++
			}
			if !h[i].before(h[c]) {
				return
			}
			h[i], h[c] = h[c], h[i]
			i = c
		}
	}
	for i := k/2 - 1; i >= 0; i-- {
		down(i)
	}
	for _, f := range list[k:] {
		if f.before(h[0]) {
			h[0] = f
			down(0)
		}
	}
	return h
}

// sortFound sorts a long list that is already in the order of ordinals by key:
// a stable radix sort, skipping the bytes that all keys share.
func sortFound(list []found) []found {
	if len(list) < 1<<10 {
		slices.SortFunc(list, found.compare)
		return list
	}
	var differs uint64
	for _, f := range list {
		differs |= f.key ^ list[0].key
	}
	var spare []found
	for shift := 0; shift < 64; shift += 8 {
		if differs>>shift&0xff == 0 {
			continue
		}
		if spare == nil {
			spare = make([]found, len(list))
		}
		var at [256]uint32
		for _, f := range list {
			at[f.key>>shift&0xff]++
		}
		var sum uint32
		for i, n := range at {
			at[i] = sum
			sum += n
		}
		for _, f := range list {
			b := f.key >> shift & 0xff
			spare[at[b]] = f
			at[b]++
		}
		list, spare = spare, list
	}
	return list
}
