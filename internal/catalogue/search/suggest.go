package search

import (
	"cmp"
	"slices"
	"strings"
)

// Entry is a suggestion other than a product: a category, a store or a branch.
type Entry struct {
	Kind           string // for the caller
	ID             string
	NameEN, NameAR string
}

// Entries are prepared entries; create them once and share them.
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
	Marks []Span // the typed parts of it
}

// SuggestQuery requests suggestions.
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
	// Products with the same name (the same milk in six stores) become one suggestion, so the search reads more hits than
	// it shows.
	suggestWidth = 4
	// maxAway is the number of unavailable products that are added to those available at the place.
	maxAway = 2
)

// Suggest completes the typed text: first matching entries, up to a third, then distinct product names, those of the
// product itself before those that only contain it. It adds a few matching products that are unavailable at the place.
// Safe like Search.
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
	// Next to matches of the product itself, a product that only belongs to a category of that name is no useful
	// completion.
	least := 0
	if len(r.Hits) > 0 && slices.MaxFunc(r.Hits, func(a, b Hit) int { return cmp.Compare(a.Score, b.Score) }).
		Score >= int(weights[classFranco][roleAlias]) {
		least = int(weights[classExact][roleShelf]) + 1
	}
	seen := map[string]bool{}
	room := n - len(out)
	// In order: matches of the product itself, delivered to the place and elsewhere, then products that contain it,
	// likewise.
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
	// Next to delivered products, a few undelivered matches show that the product is sold elsewhere; they do not fill up
	// the list.
	if len(found[0])+len(found[2]) > 0 {
		found[1], found[3] = found[1][:min(len(found[1]), maxAway)], nil
	}
	list := slices.Concat(found[:]...)
	return append(out, list[:min(room, len(list))]...)
}

// suggest finds the n best matching entries; typing errors are allowed only if nothing matches without.
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

// only returns one of the entries.
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

// fits scores an entry; 0 if a word does not match.
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
