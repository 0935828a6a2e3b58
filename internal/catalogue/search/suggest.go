package search

import (
	"cmp"
	"slices"
	"strings"
)

// Entry is something besides products that suggestions may offer: a category,
// a store, a branch.
type Entry struct {
	Kind           string // for the caller
	ID             string
	NameEN, NameAR string
}

// Entries are prepared entries; make them once and share them.
type Entries struct{ list []entry }

type entry struct {
	Entry
	words  [2][]string
	sounds [2][][]string // of each word
}

// PrepareEntries folds the names of entries.
func PrepareEntries(list []Entry) *Entries {
	e := &Entries{list: make([]entry, len(list))}
	for i, x := range list {
		e.list[i] = entry{Entry: x, words: [2][]string{words(x.NameEN, maxWords), words(x.NameAR, maxWords)}}
		for lang, list := range e.list[i].words {
			for _, w := range list {
				e.list[i].sounds[lang] = append(e.list[i].sounds[lang], soundsOf(w))
			}
		}
	}
	return e
}

// KindProduct marks the suggestions that are products.
const KindProduct = "product"

// Suggestion is a completion of the typed text.
type Suggestion struct {
	Kind  string // KindProduct, or the entry's
	ID    string
	Slug  string // of products
	Text  string // the name to show, in the query's language where there is one
	Marks []Span // what of it was typed
}

// SuggestQuery asks for suggestions.
type SuggestQuery struct {
	Prefix  string
	Lang    string
	Service string // id, "" for any
	Store   string // id of the one that the text names: it alone, and what people buy there
	First   string // as in Query
	Place   *Place
	N       int      // at most; 8 unless told
	Entries *Entries // beside products; may be nil
	Exact   bool     // no products whose names are only nearly so
}

const (
	defaultSuggestions = 8
	maxSuggestions     = 50
	// Products with one name (the same milk in six stores) are one suggestion, so the search reads more hits than it
	// shows.
	suggestWidth = 4
	// maxAway is how many unavailable products are added to those available at the place.
	maxAway = 2
)

// Suggest completes what is being typed: first matching entries, at most a third, then product names, each once, those
// of the thing itself before those that only contain it. To products available at the place it adds a few of the thing
// itself that aren't. Safe like Search.
func (ix *Index) Suggest(q SuggestQuery) []Suggestion {
	n := min(q.N, maxSuggestions)
	if n <= 0 {
		n = defaultSuggestions
	}
	if strings.TrimSpace(q.Prefix) == "" {
		return nil
	}
	lang := language(q.Lang)
	asked := Query{Text: q.Prefix, Lang: q.Lang, Service: q.Service, First: q.First, Place: q.Place,
		PerPage: n * suggestWidth, Things: true}
	var out []Suggestion
	if q.Store == "" {
		out = q.Entries.suggest(q.Prefix, lang, (n+2)/3)
	} else {
		out = q.Entries.only(KindStore, q.Store, q.Prefix, lang)
		asked.Text, asked.Store, asked.Sort = "", q.Store, Popular
	}
	r := ix.Search(asked)
	if q.Exact && r.Corrected != "" {
		return out
	}
	typed := q.Prefix
	if r.Corrected != "" {
		typed = r.Corrected
	}
	mark := newMarker(typed)
	snap := ix.snap.Load()
	// Besides the thing itself, a product that is only in a category of that name is no completion.
	least := 0
	if len(r.Hits) > 0 && slices.MaxFunc(r.Hits, func(a, b Hit) int { return cmp.Compare(a.Score, b.Score) }).
		Score >= int(weights[classFranco][roleAlias]) {
		least = int(weights[classExact][roleShelf]) + 1
	}
	seen := map[string]bool{}
	room := n - len(out)
	// The thing itself, delivered to the place and elsewhere, then products that contain it, likewise.
	var found [4][]Suggestion
	for _, h := range r.Hits {
		if len(found[0]) == room {
			break
		}
		i, d, ok := snap.find(h.ID)
		if !ok || h.Score < least {
			continue // deleted since the search, or too little
		}
		v := &snap.views[i]
		name := v.name(d, lang)
		if f := Fold(name); seen[f] {
			continue
		} else {
			seen[f] = true
		}
		to := &found[0]
		switch away := q.Place.delivered() && (h.Branch == "" || !q.Place.reached(ix.Branch(h.Branch))); {
		case h.Thing && away:
			to = &found[1]
		case away:
			to = &found[3]
		case !h.Thing:
			to = &found[2]
		}
		if len(*to) == room {
			continue
		}
		*to = append(*to, Suggestion{
			Kind: KindProduct, ID: h.ID, Slug: strings.Clone(v.field(d, fieldSlug)), Text: strings.Clone(name),
			Marks: mark.spans(name),
		})
	}
	// Among delivered products, a few of the thing itself show that it is sold elsewhere; nothing fills the list up.
	if len(found[0])+len(found[2]) > 0 {
		found[1], found[3] = found[1][:min(len(found[1]), maxAway)], nil
	}
	list := slices.Concat(found[:]...)
	return append(out, list[:min(room, len(list))]...)
}

// suggest finds the n entries that fit best; slips count only when nothing
// fits without.
func (e *Entries) suggest(prefix string, lang, n int) []Suggestion {
	if e == nil {
		return nil
	}
	type fit struct {
		*entry
		score int
	}
	query := strict(parse(prefix))
	if len(query) == 0 {
		return nil
	}
	var fits []fit
	for _, typos := range []bool{false, true} {
		for _, w := range query {
			w.typos = typos
		}
		for i := range e.list {
			if s := e.list[i].fits(query); s > 0 {
				fits = append(fits, fit{&e.list[i], s})
			}
		}
		if len(fits) > 0 {
			break
		}
	}
	slices.SortStableFunc(fits, func(a, b fit) int { return cmp.Compare(b.score, a.score) })
	mark := newMarker(prefix)
	var out []Suggestion
	for _, f := range fits[:min(n, len(fits))] {
		out = append(out, f.suggestion(mark, lang))
	}
	return out
}

// only gives one of the entries.
func (e *Entries) only(kind, id, typed string, lang int) (out []Suggestion) {
	if e == nil {
		return nil
	}
	for i := range e.list {
		if f := &e.list[i]; f.Kind == kind && f.ID == id {
			out = append(out, f.suggestion(newMarker(typed), lang))
		}
	}
	return out
}

func (e *entry) suggestion(mark marker, lang int) Suggestion {
	text := e.NameEN
	if lang == 1 && e.NameAR != "" || text == "" {
		text = e.NameAR
	}
	return Suggestion{Kind: e.Kind, ID: e.ID, Text: text, Marks: mark.spans(text)}
}

// fits scores an entry; 0 when a word is not met.
func (e *entry) fits(query []*wanted) int {
	sum := 0
	for _, w := range query {
		best := uint32(0)
		for _, list := range e.words {
			for i, t := range list {
				flags := roleKind
				if i == 0 {
					flags = roleHead
				}
				if c := w.meets(t); c != classNone {
					best = max(best, weights[c][flags])
				}
			}
		}
		if best == 0 {
			return 0
		}
		sum += int(best)
	}
	return sum
}
