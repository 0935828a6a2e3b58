package search

import (
	"cmp"
	"slices"
)

// found is a matching product, with the first part of its sort position.
type found struct {
	key uint64
	ord uint32
}

func (a found) before(b found) bool { return a.key < b.key || a.key == b.key && a.ord < b.ord }

func (a found) compare(b found) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.ord, b.ord))
}

// ordered is a sortable element. before is a short form of compare, for the hottest path.
type ordered[T any] interface {
	before(T) bool
	compare(T) int
}

// first moves the k first elements of list, in order, to its beginning and cuts off the rest.
func first[T ordered[T]](list []T, k int) []T {
	if k < len(list)/4 {
		list = smallest(list, k)
	}
	slices.SortFunc(list, T.compare)
	return list[:min(k, len(list))]
}

// smallest returns the k smallest elements with a heap whose top is the largest: one comparison rejects most elements
// of a long list.
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

// firstFound is first for found products, the hottest case.
func firstFound(list []found, k int) []found {
	if k < len(list)/4 {
		list = smallest(list, k)
	}
	list = sortFound(list)
	return list[:min(k, len(list))]
}

// sortFound sorts by key, then ordinal, with a radix sort that skips the bytes that all keys share. The result may be
// in separate memory.
func sortFound(list []found) []found {
	if len(list) < 64 {
		slices.SortFunc(list, found.compare)
		return list
	}
	var keys uint64
	var ords uint32
	rising := true
	for i, f := range list {
		keys |= f.key ^ list[0].key
		ords |= f.ord ^ list[0].ord
		rising = rising && (i == 0 || list[i-1].ord < f.ord)
	}
	spare := make([]found, len(list))
	if !rising {
		for shift := 0; shift < 32; shift += 8 {
			if ords>>shift&0xff != 0 {
				scatter(spare, list, func(f found) byte { return byte(f.ord >> shift) })
				list, spare = spare, list
			}
		}
	}
	for shift := 0; shift < 64; shift += 8 {
		if keys>>shift&0xff != 0 {
			scatter(spare, list, func(f found) byte { return byte(f.key >> shift) })
			list, spare = spare, list
		}
	}
	return list
}

// scatter sorts a list by one byte; equal elements keep their order.
func scatter(to, list []found, digit func(found) byte) {
	var at [256]uint32
	for _, f := range list {
		at[digit(f)]++
	}
	var sum uint32
	for i, n := range at {
		at[i] = sum
		sum += n
	}
	for _, f := range list {
		d := digit(f)
		to[at[d]] = f
		at[d]++
	}
}
