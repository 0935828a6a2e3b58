package search

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/clock"
)

// Deps are the service's dependencies.
type Deps struct {
	Feed     *Feed
	Clock    clock.Clock
	Places   *places.Service
	Branches *branches.Service
	Catalog  *products.Service
	Version  func() int64
}

// Service answers customers' searches and listings from the index.
type Service struct {
	Deps
	pages *answers.Cache[page]

	mu     sync.RWMutex
	places map[string]*here
	kinds  map[string]*Entries // suggestions beside products, by service
	made   int64               // the version kinds and places were made at
}

// here is a Place and the time until which it is valid.
type here struct {
	*Place
	from, until time.Time
}

const pageBytes = 24 << 20

// NewService creates the service.
func NewService(deps Deps) *Service {
	return &Service{Deps: deps, pages: answers.New[page](pageBytes, deps.Version, deps.Clock)}
}

// List implements products.Lister.
func (s *Service) List(q products.Query) (products.Found, bool) {
	if !s.Feed.Ready() {
		return products.Found{}, false
	}
	r := s.Feed.Index.Search(s.query(q, q.Text))
	found := products.Found{Hits: make([]products.Hit, len(r.Hits)), Total: r.Total, Until: s.Feed.Boundary()}
	for i, h := range r.Hits {
		found.Hits[i] = products.Hit{ProductID: h.ID, BranchID: h.Branch}
	}
	return found, true
}

func (s *Service) query(q products.Query, text string) Query {
	return Query{
		Text: text, Lang: q.Lang, Service: q.Service, Store: q.Store, Branch: q.Branch, Category: q.Category, Block: q.Block,
		PriceMin: q.PriceMin, PriceMax: q.PriceMax, InStock: q.InStock, OnOffer: q.OnOffer,
		Sort: Sort(q.Sort), Place: s.place(q.Place), Apart: q.Place.Known(), Page: q.Page, PerPage: q.PerPage,
	}
}

// Counts implements products.Lister.
func (s *Service) Counts(service, branch string) (map[string]int64, bool) {
	if !s.Feed.Ready() {
		return nil, false
	}
	r := s.Feed.Index.Search(Query{Service: service, Branch: branch, Facets: true, Sort: Popular, PerPage: 1})
	counts := make(map[string]int64, len(r.Facets.Categories))
	for _, c := range r.Facets.Categories {
		counts[c.ID] = int64(c.N)
	}
	return counts, true
}

// place returns how the branches serve a place now. It is created once for each spot of a district, and again when any
// branch opens or closes.
func (s *Service) place(p places.Place) *Place {
	now := s.Clock.Now()
	version := s.Version()
	p = s.Branches.Spot(p)
	name := branches.Key("", p)
	s.mu.RLock()
	kept := s.places[name]
	fresh := s.made == version && kept != nil && !now.Before(kept.from) && now.Before(kept.until)
	s.mu.RUnlock()
	if fresh {
		return kept.Place
	}
	all := s.Branches.All()
	list := make([]PlaceBranch, len(all))
	for i, b := range all {
		serves, nearness := products.Nearness(b, p)
		list[i] = PlaceBranch{Branch: s.Feed.Index.Branch(b.ID), Delivers: serves, Open: b.OpenAt(now).Open,
			Rank: int(nearness)}
	}
	if p.Known() {
		ranked(all, list)
	}
	made := &here{NewPlace(list), now, s.Branches.Boundary(now)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.renew(version)
	s.places[name] = made
	return made.Place
}

// ranked replaces distances with ranks. Only branches of one store compete for a product, so places with the same order
// of nearness share the index's cached data.
func ranked(all []*branches.Branch, list []PlaceBranch) {
	of := map[*branches.Store][]int{}
	for i, b := range all {
		of[b.Store] = append(of[b.Store], i)
	}
	for _, own := range of {
		slices.SortStableFunc(own, func(a, b int) int { return cmp.Compare(list[a].Rank, list[b].Rank) })
		rank, before := -1, -1
		for _, i := range own {
			if list[i].Rank != before {
				rank, before = rank+1, list[i].Rank
			}
			list[i].Rank = rank
		}
	}
}

// renew discards what was cached for an older version. The caller holds the lock.
func (s *Service) renew(version int64) {
	if s.made != version || s.places == nil {
		s.made, s.places, s.kinds = version, map[string]*here{}, map[string]*Entries{}
	}
}

// entries lists the stores and categories that suggestions may include, for a service ("" for all).
func (s *Service) entries(service string) *Entries {
	version := s.Version()
	s.mu.RLock()
	kept := s.kinds[service]
	fresh := s.made == version && kept != nil
	s.mu.RUnlock()
	if fresh {
		return kept
	}
	var list []Entry
	var walk func(c *products.Category)
	walk = func(c *products.Category) {
		list = append(list, Entry{Kind: KindCategory, ID: c.ID, NameEN: c.Name.EN, NameAR: c.Name.AR})
		for _, child := range c.Children {
			walk(child)
		}
	}
	for _, kind := range s.Branches.ServiceTypes() {
		if service != "" && kind.ID != service {
			continue
		}
		for _, top := range s.Catalog.Tops(kind.ID) {
			walk(top)
		}
	}
	for _, st := range s.Branches.Stores() {
		if service == "" || st.Kind.ID == service {
			list = append(list, Entry{Kind: KindStore, ID: st.ID, NameEN: st.Name.EN, NameAR: st.Name.AR})
		}
	}
	made := PrepareEntries(list)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.renew(version)
	s.kinds[service] = made
	return made
}

// The kinds of suggestions other than KindProduct.
const (
	KindCategory = "category"
	KindStore    = "store"
	KindArea     = "area"
)

// serviceOf returns the service that a product belongs to.
func (ix *Index) serviceOf(product string) string {
	snap := ix.snap.Load()
	view, ord, ok := snap.find(product)
	if !ok {
		return ""
	}
	v := &snap.views[view]
	return ix.services.list()[v.groups[v.facts[ord].group].service]
}
