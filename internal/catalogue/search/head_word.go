package search

import (
	"slices"
	"strings"
	"unicode"
)

// arabic reports whether a word is Arabic, in either script.
func (x *reading) arabic() bool {
	return x.as == asFranco && !x.far || len(x.wanted) > 0 && isArabic(x.wanted[0].word)
}

// portion reports whether a word may mean a pack, a part or a cut.
func (w *wanted) portion() bool {
	found := portions[w.word]
	for _, list := range [...]map[string]class{w.terms, w.spoken} {
		for t := range list {
			found = found || portions[t]
		}
	}
	return found
}

// head returns the index of the part that names the product: in Arabic the first, in English the last before a joint.
// -1 if there is none.
func (r *repair) head() int {
	arabic := slices.ContainsFunc(r.parts, func(x reading) bool { return x.arabic() })
	head := -1
	for i := range r.parts {
		x := &r.parts[i]
		if x.behind || len(x.wanted) == 0 || x.wanted[0].portion() || !strings.ContainsFunc(x.raw, unicode.IsLetter) {
			continue
		}
		if head = i; arabic {
			break
		}
	}
	return head
}

// rest is a query for results worth showing after the few that match all words.
type rest struct {
	query []*wanted
	share uint64 // of its score, in quarters
}

const (
	fewFound  = 6   // this many matches of all words are enough
	enough    = 8   // of one thing leave out what is only near to it
	restLeast = 540 // what else is shown is the thing itself
	restNamed = 340 // what is named so at all, not its shelf
)

// rest searches only for the product itself: without the words after a joint, or else without the words that only
// describe it. nil if the query has no other words.
func (r *repair) rest() *rest {
	var front []*wanted
	for _, x := range r.parts {
		if !x.behind {
			front = append(front, x.wanted...)
		}
	}
	if len(front) > 0 && len(front) < len(r.query) {
		return &rest{front, 4}
	}
	head := r.head()
	if head < 0 || len(r.parts[head].wanted) == len(r.query) || slices.ContainsFunc(r.query, func(w *wanted) bool {
		return !strings.ContainsFunc(w.word, unicode.IsLetter) // 500 is not nearly 250
	}) {
		return nil
	}
	if name := r.name(head); len(name) < len(r.query) {
		return &rest{name, 1}
	}
	return &rest{r.parts[head].wanted, 1}
}

// name returns the words that name the product: those of the longest known name that contains the head.
func (r *repair) name(head int) []*wanted {
	best := r.parts[head].wanted
	for from := range head + 1 {
		list := make([]namedWord, 0, len(r.parts)-from)
		for _, x := range r.parts[from:] {
			if len(x.wanted) != 1 {
				break
			}
			list = append(list, namedWord{spelled: &spelled{stem: stem(x.wanted[0].word)}})
		}
		if len(list) == 0 {
			continue
		}
		for _, n := range otherNamesOf[list[0].stem] {
			if size := len(n.stems); size > len(best) && from+size > head && n.begins(list) {
				best = nil
				for _, x := range r.parts[from : from+size] {
					best = append(best, x.wanted...)
				}
			}
		}
	}
	return best
}

// withRest visits the products that match a query, and then the rest.
func (m *matcher) withRest(i int, query []*wanted, rest *rest, visit func(d uint32, score uint64) bool) {
	n := m.snap.views[i].n
	met, named := newBitmap(n), newBitmap(n)
	m.match(i, rest.query, func(d uint32, score uint64) bool {
		if score > restNamed {
			named.add(d)
		}
		return true
	})
	m.match(i, query, func(d uint32, score uint64) bool {
		met.add(d)
		if !named.has(d) {
			score = score * rest.share / 4
		}
		return visit(d, score)
	})
	m.match(i, rest.query, func(d uint32, score uint64) bool {
		if score >= restLeast && !met.has(d) {
			visit(d, score*rest.share/4)
		}
		return true
	})
}
