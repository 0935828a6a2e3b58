// Package products manages the catalogue: categories, products with their options and variants, the price of each
// variant at each branch, and whether it is available.
//
// The orderable unit is a variant. A branch sells it if it has a price there; an offer may lower the price for a while.
// Price and stock are per branch, so a listing without a branch shows each product once, as sold by the branch that
// serves the customer's place best: it delivers there, is open, has stock and is nearest; without a place, the store's
// main branch.
//
// The search index (a Lister) decides which products a listing holds; the content of their cards comes from the
// database, in one statement per page, and is cached, encoded, until the catalogue's version changes or an opening,
// closing or offer boundary in it passes. While the index is being built, the database answers listings too. A
// transaction that changes what customers see publishes that to platform/changefeed, which nodes follow.
package products

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
)

// PerPage is the page size of listings.
const PerPage = branches.PerPage

// The sort orders of a product list; empty is Recommended.
const (
	Recommended = "relevance" // what can be had at the place first, then popularity
	Popular     = "popular"
	Newest      = "newest"
	PriceAsc    = "price_asc"
	PriceDesc   = "price_desc"
)

// Query requests one page of products. Fields with ids never contain slugs; empty fields do not restrict.
type Query struct {
	Service, Store, Branch, Category, Block string
	PriceMin, PriceMax                      int64 // minor units, inclusive; 0: no bound
	InStock, OnOffer                        bool
	Sort                                    string
	Text                                    string // in the name, and with the index in more
	Lang                                    i18n.Lang
	Place                                   places.Place
	Page, PerPage                           int
	Uncounted                               bool // nobody asks how many there are
}

// Hit is a product of a listing and the branch it is shown at.
type Hit struct {
	ProductID, BranchID string
}

// Found is one page of hits.
type Found struct {
	Hits  []Hit
	Total int
	Until time.Time // when an offer, somewhere, begins or ends; zero for never
	asked Query     // of the index; empty where it did not answer
}

// Lister answers listings from memory.
type Lister interface {
	// List answers a page; false while the index is not ready.
	List(q Query) (Found, bool)
	// Counts returns the number of products in each category (descendants included) of a service or a branch; false while
	// not ready.
	Counts(service, branch string) (map[string]int64, bool)
}

// Rule defines the products of a home page block: a manual list, or a query.
type Rule struct {
	ID       string
	Products []string // by hand, in order; nil when Query says
	Query    Query
}

// Blocks provides the blocks; the home page is a layer above, so app connects it.
type Blocks interface {
	// Rule finds a block that is visible at the given time by id or slug.
	Rule(ref string, now time.Time) (Rule, bool)
}

// Hearts returns which of some products a customer marked as favourites.
type Hearts func(ctx context.Context, userID string, productIDs []string) (map[string]bool, error)

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Places   *places.Service
	Branches *branches.Service
	Library  *files.Library
	Fold     func(string) string // the search's folding
	Version  func() int64        // Changes.Version
	Untaxed  func() bool         // the shop is not registered for VAT; nil where it is
}

// Service reads and changes the catalogue.
type Service struct {
	Deps
	lister    Lister
	blocks    Blocks
	hearts    Hearts
	menus     Menus
	optional  Optional
	returns   Returns
	copies    []Copies
	moves     []Moves
	covering  Covering
	extras    knownExtras
	receive   Receive
	tree      atomic.Pointer[tree]
	lists     *answers.Cache[list]
	pages     *answers.Cache[ProductView]
	shelf     *answers.Cache[struct{}]
	rows      rows
	ahead     ahead
	keys      *idempotency.Keys
	directory directory
	known     knownNames
	// loading is locked from reading the tree until it is in use, so that an older reading never replaces a newer one.
	loading sync.Mutex
}

// Memory limits of the response caches, in bytes.
const (
	listBytes  = 24 << 20
	pageBytes  = 24 << 20
	shelfBytes = 4 << 20
)

// New creates the service. Call Load before the first request.
func New(deps Deps) *Service {
	s := &Service{
		Deps:   deps,
		keys:   idempotency.New(deps.DB, deps.Clock),
		lister: NoIndex,
		blocks: noBlocks{},
		hearts: func(context.Context, string, []string) (map[string]bool, error) { return nil, nil },
		lists:  answers.New[list](listBytes, deps.Version, deps.Clock),
		pages:  answers.New[ProductView](pageBytes, deps.Version, deps.Clock),
		shelf:  answers.New[struct{}](shelfBytes, deps.Version, deps.Clock),
	}
	s.tree.Store(&tree{})
	return s
}

// NoIndex is a Lister that is never ready.
var NoIndex Lister = noIndex{}

type noIndex struct{}

func (noIndex) List(Query) (Found, bool)                       { return Found{}, false }
func (noIndex) Counts(string, string) (map[string]int64, bool) { return nil, false }

type noBlocks struct{}

func (noBlocks) Rule(string, time.Time) (Rule, bool) { return Rule{}, false }

// Join connects packages of the layers above; app calls it once while assembling the program.
func (s *Service) Join(lister Lister, blocks Blocks, hearts Hearts) {
	s.lister, s.blocks, s.hearts = lister, blocks, hearts
}

// OnMenus sets the source of menus. Call it once, before the first request.
func (s *Service) OnMenus(menus Menus) { s.menus = menus }

// OnExtras sets the source of extras. Call it once, before the first request.
func (s *Service) OnExtras(optional Optional) { s.optional = optional }

// Returns returns the conditions for returning a product, given its slug, category and service.
type Returns func(product, categoryID, serviceID string, lang i18n.Lang) ReturnTerms

// OnReturns sets the source of return conditions. Call it once, before the first request.
func (s *Service) OnReturns(returns Returns) { s.returns = returns }

// Load reads the categories and replaces the tree in memory.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	next, err := loadTree(ctx, s.DB, s.Library)
	if err != nil {
		return err
	}
	s.tree.Store(next)
	return nil
}
