// Package search is the index that answers every search and every listing of products, in memory, on each node, the
// same on both database engines.
//
// The owner of the products feeds the index: Load once at start, then Apply with each change. The index knows no
// database and no clock. Search, Suggest, Len and Version can be called by any number of callers at any time and never
// wait for a change; Apply and Load run one at a time.
//
//	ix := search.New()
//	main := ix.Branch("brn_1")                          // numbers for offers and places
//	err := ix.Load(allProducts)                         // an iterator over the database
//	ix.Apply(changed, deletedIDs)                       // visible when it returns
//	here := search.NewPlace([]search.PlaceBranch{{Branch: main, Delivers: true, Open: true}})
//	page := ix.Search(search.Query{Text: "3aseer", Place: here, Facets: true})
//
// How a text is matched. Names (both languages) and keywords are folded (fold.go) into words. A product must match all
// words of a query: as they are, as another form of the word (stem.go), or as the beginning of one where the query may
// be unfinished. The role of a word in a product, such as its head or an ingredient (roles.go), decides how much a
// match counts; synonyms of its name match too (names.go); a word in Latin letters that no name holds is also read as
// Franco. Only when that finds nothing in the part of the shop being searched (service, store, branch, category, block)
// are words read in other ways, one by one (repair.go): Franco-Arabic (franco.go), letters that sound alike
// (phonetics.go), typing errors (typo.go), the other keyboard layout (layout.go), and words split or joined; then words
// without any meaning here are dropped, then guesses and the words farthest from the thing. Result reports what was
// searched for instead. Where few products match all words, matches of the thing itself follow (head_word.go). Price,
// stock, offer and attributes narrow a result but never change what a word means.
//
// The seller of a product in a result is the branch that serves the place best: it delivers there, is open, has stock
// and is nearest (place.go). Price, stock and offer filters, price orders and facets use that offer alone. Products
// that no branch delivers there come last in every order, and by popularity closed ones come after open ones; relevance
// weighs both instead.
//
// How products are stored. Products live in immutable segments (segment.go): a big one and a few small ones for recent
// changes, merged in the background when they have grown (apply.go). A version is a list of segments and the products
// in them that have died, swapped in by one pointer. Lists without text are sorted once per segment, filter, order and
// place, cached, and patched as products die (listing.go). The same products give the same results in whatever order
// they arrived.
package search

import (
	"sync"
	"sync/atomic"
)

// Offer is one branch's offer of a product: of its variants there, the cheapest available one.
type Offer struct {
	Branch          uint32 // from Index.Branch; offers with another number are ignored
	Price, OldPrice int64  // minor units; OldPrice 0, or not above Price: no special offer
	Available       bool   // in stock
}

// Text is a text in both languages.
type Text struct{ EN, AR string }

// Product is the data that the index stores about a product.
type Product struct {
	ID, Slug       string
	NameEN, NameAR string
	StoreID        string
	ServiceID      string
	Categories     []string // ids, ancestors included
	Keywords       []string // anything else it is found by: brand, codes, tags; commas divide them
	Shelves        []Text   // the names of its categories, its own first
	Rank           int64    // popularity, higher first
	CreatedAt      int64    // any unit that grows
	Offers         []Offer
	Attributes     []Attribute // for filters and facets
	Blocks         []string    // ids of the home page's blocks it is in
}

// Index holds the products. Create it with New.
type Index struct {
	*tables
	lists  *listCache
	policy policy
	snap   atomic.Pointer[snapshot]

	writer sync.Mutex      // Apply, Load and the end of a background merge
	busy   map[uint64]bool // serials of the segments being merged in the background
	idle   *sync.Cond      // told when that ends
	epoch  int             // raised by Load: older merges come too late
}

// snapshot is one version of the index.
type snapshot struct {
	version uint64
	views   []view // the oldest and biggest first
	results *resultCache
}

// defaultListBytes is enough for about twenty lists of a million products, or the choices for about forty places.
const defaultListBytes = 96 << 20

// New creates an empty index.
func New() *Index { return NewSized(defaultListBytes) }

// NewSized creates an empty index. listBytes limits the memory for cached lists and choices, in addition to the
// products.
func NewSized(listBytes int) *Index {
	ix := &Index{tables: newTables(), lists: newListCache(listBytes), policy: defaultPolicy, busy: map[uint64]bool{}}
	ix.idle = sync.NewCond(&ix.writer)
	ix.snap.Store(&snapshot{results: &resultCache{}})
	return ix
}

// Branch returns the number of a branch for offers and places. The number of an id stays the same while the index
// exists.
func (ix *Index) Branch(id string) uint32 { return ix.branches.intern(id) }

// Version increases with every visible change. Two equal versions of one Index give equal results.
func (ix *Index) Version() uint64 { return ix.snap.Load().version }

// Len is the number of products.
func (ix *Index) Len() int {
	n := 0
	for _, v := range ix.snap.Load().views {
		n += v.live()
	}
	return n
}

// find looks up a product that is not deleted.
func (s *snapshot) find(id string) (view int, ord uint32, ok bool) {
	for i := range s.views {
		if d, ok := s.views[i].find(id); ok && !s.views[i].dead.has(d) {
			return i, d, true
		}
	}
	return 0, 0, false
}
