package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
)

const (
	minBegun   = 3 // letters of a name's word tell it
	minSlipped = 5 // letters of one that is written nearly so
	minHeard   = 3 // consonants of a text that only sounds so
)

// naming describes how a text names a store.
type naming struct {
	store *branches.Store
	whole bool     // all of its name
	sure  bool     // each word as it is written
	heard bool     // a word is only said alike
	parts []string // the words of the name that are meant, and those typed for them
}

// rank orders the ways to name a store; the most certain has the highest rank.
func (n *naming) rank() (rank int) {
	for _, better := range [...]bool{!n.heard, n.sure, n.whole} {
		rank *= 2
		if better {
			rank++
		}
	}
	return rank
}

// names compares a text with the words of a name. Each typed word must equal one of them, exactly, with a typing error,
// or by its sound; the last may be unfinished.
func names(asked []*wanted, spoken [][]string, name []string, sounds [][]string) (n naming, ok bool) {
	n.sure = true
	met := map[string]bool{}
	consonants := 0
	for i, w := range asked {
		best, found := classNone, ""
		for _, o := range name {
			if c := w.meets(o); c > best && c != classJoined && c != classTypoPrefix && !stopWords[o] {
				best, found = c, o
			}
		}
		if best == classNone {
			at := slices.IndexFunc(sounds, func(list []string) bool {
				return slices.ContainsFunc(list, func(s string) bool { return s != "" && slices.Contains(spoken[i], s) })
			})
			if at < 0 || stopWords[name[at]] {
				return n, false
			}
			found, n.heard = name[at], true
		} else if best < classPrefix && utf8.RuneCountInString(w.word) < minSlipped && len(asked) == 1 {
			return n, false
		}
		consonants += longest(spoken[i])
		met[found] = true
		n.sure = n.sure && best >= classStem
		n.parts = append(n.parts, w.word, found)
	}
	n.whole = !slices.ContainsFunc(name, func(o string) bool { return !met[o] && !stopWords[o] })
	return n, len(asked) > 0 && (!n.heard || consonants >= minHeard)
}

func longest(list []string) (n int) {
	for _, s := range list {
		n = max(n, len(s))
	}
	return n
}

// storeMeant returns the store that a text names, alone or followed by the area of a branch, as branches are called:
// "Souq Ganayen Maadi".
func (s *Service) storeMeant(query products.Query, text string) (store *branches.Store, inArea, ok bool) {
	if store, ok = s.storeNamed(query, text); ok {
		return store, false, true
	}
	words := strings.Fields(text)
	for i := 1; i < len(words); i++ {
		if _, named := s.Places.Named(strings.Join(words[i:], " ")); named {
			store, ok = s.storeNamed(query, strings.Join(words[:i], " "))
			return store, true, ok
		}
	}
	return nil, false, false
}

// storeNamed finds the one store that a text names: in full, by two or more words spelled nearly so; or in part, if the
// search would guess, finds nothing, or finds only that store's products and the words name no thing. Mere sound-alikes
// need two words or no better result. Filters change no meaning.
func (s *Service) storeNamed(query products.Query, text string) (*branches.Store, bool) {
	var asked []*wanted
	for _, w := range parse(text) {
		if francoShape(w.raw) { // its figures are sounds
			asked = append(asked, &wanted{word: w.raw})
		} else {
			asked = append(asked, w.wanted()...)
		}
	}
	for i, w := range asked {
		w.typos, w.prefix = true, i == len(asked)-1 && utf8.RuneCountInString(w.word) >= minBegun
	}
	spoken := make([][]string, len(asked))
	for i, w := range asked {
		spoken[i] = soundsOf(w.word)
	}
	var found naming
	several := false
	for _, e := range s.entries("").list {
		store, ok := s.Branches.Store(e.ID)
		if e.Kind != KindStore || !ok || !store.Active {
			continue
		}
		for lang, name := range e.words {
			n, ok := names(asked, spoken, name, e.sounds[lang])
			if !ok {
				continue
			}
			n.store = store
			switch {
			case found.store == nil || n.rank() > found.rank():
				found, several = n, false // doubts about worse ones are none
			case found.store != store && n.rank() == found.rank():
				several = true
			}
		}
	}
	if found.store == nil || several {
		return nil, false
	}
	q := s.query(products.Query{Service: query.Service, Lang: query.Lang, Place: query.Place, Page: 1, PerPage: 1}, text)
	q.Facets, q.Apart = true, false
	r := s.Feed.Index.Search(q)
	guess := r.Guessed || r.Total == 0
	alone := guess || !slices.ContainsFunc(r.Facets.Stores, func(c Count) bool { return c.ID != found.store.ID })
	switch {
	case found.heard && len(asked) == 1 && r.Total > 0 && !r.OnlyNear:
		return nil, false
	case found.whole && len(asked) > 1:
		return found.store, found.sure || alone
	case found.sure && guess:
		return found.store, true
	}
	return found.store, alone && !slices.ContainsFunc(found.parts, s.Feed.Index.thing)
}

// thing reports whether any product is named by a word, in its name or its category.
func (ix *Index) thing(word string) bool {
	return (&matcher{ix: ix, snap: ix.snap.Load()}).known(word, roleHead|roleAlias|roleNamed, false)
}
