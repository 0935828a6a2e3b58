package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// Page is the response to a search.
type Page struct {
	Response PagePayload `json:"response"`
}

// PagePayload is one page of products with the search's other findings, such as stores and corrections.
type PagePayload struct {
	Data      []products.ProductCard `json:"data"`
	Meta      httpapi.Meta           `json:"meta"`
	Message   string                 `json:"message"`
	Facets    FacetsView             `json:"facets"`
	Corrected *string                `json:"corrected" doc:"What was searched for instead, when the text itself is not met."`
	Branches  []branches.BranchCard  `json:"branches" doc:"Branches of that name, the best four for the place."`
	Near      []string               `json:"near" doc:"Ids of the products of this page that are not what the text asks for, only near to it."`
	OnlyNear  bool                   `json:"only_near" doc:"Whether nothing found is what the text asks for: all products of all pages are only near to it."`
	Sellers   []branches.BranchCard  `json:"sellers" doc:"Where nothing that the text asks for is delivered to the chosen place: branches that have it, the nearest four."`
	Area      *places.DistrictView   `json:"area" doc:"The district that the text names, where any branch delivers."`
}

// FacetsView lists the filters that a result offers.
type FacetsView struct {
	Categories []ShelfCount `json:"categories"`
	Stores     []CountView  `json:"stores"`
	Price      PriceRange   `json:"price"`
	InStock    int          `json:"in_stock"`
	Offer      int          `json:"offer"`
	Delivered  *int         `json:"delivered" doc:"How many are delivered to the chosen place: what is not is listed apart, and counts nowhere else. Null where no place is chosen or nobody delivers there, and of one branch's products: all counts are of everything then."`
}

// CountView is a filter value and its number of results.
type CountView struct {
	wire.Ref
	Count int `json:"count"`
}

// ShelfCount is a category and its number of results, including those of its children.
type ShelfCount struct {
	CountView
	ParentID *string `json:"parent_id"`
}

// PriceRange is the lowest and the highest price in a result.
type PriceRange struct {
	Min money.Major `json:"min"`
	Max money.Major `json:"max"`
}

// SuggestionView is a completion of the typed text.
type SuggestionView struct {
	Kind        string   `json:"kind" enum:"product,category,store,area" doc:"An area is a district that branches deliver to."`
	ID          string   `json:"id"`
	Slug        string   `json:"slug"`
	Label       string   `json:"label"`
	Highlight   [][2]int `json:"highlight" doc:"Parts of the label that were typed: start and length in UTF-16 units."`
	ServiceSlug string   `json:"service_slug"`
}

// page is a result before the customer's favourites are added.
type page struct{ payload PagePayload }

// Routes registers the search operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.HandlePrepared[searchInput, Page](a, httpapi.Op{
		Method: "GET", Path: "/search", ID: "search", Tag: "search", Audience: httpapi.Optional, Paged: true,
		Summary:     "Search products, in either language and any spelling",
		Description: "Facets tell what the result could be narrowed to; each disregards the filter on itself.",
	}, s.search)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/search/suggestions", ID: "search-suggestions", Tag: "search",
		Summary: "Complete what is being typed",
	}, s.suggest)
}

type searchInput struct {
	Q         string      `query:"q" maxLength:"200"`
	ServiceID string      `query:"service_id" maxLength:"80"`
	FirstID   string      `query:"first_service_id" maxLength:"80" doc:"The service one is in: its products come first among those that fit as well."`
	Sort      string      `query:"sort" enum:"relevance,popular,newest,price_asc,price_desc"`
	Page      httpapi.Int `query:"page"`
	products.Narrowing
}

// patience is the maximum time that a search waits for the index right after a start.
const patience = 3 * time.Second

// warmed waits until the index is ready, and returns search.warming (503) if that takes too long.
func (s *Service) warmed(ctx context.Context) error {
	if s.Feed.Ready() {
		return nil
	}
	select {
	case <-s.Feed.opened:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(patience):
		return errs.Unavailable("search.warming")
	}
}

func (s *Service) search(ctx context.Context, in *searchInput) (*httpapi.Prepared, error) {
	if in.Page < 0 || in.Page > 1_000_000 {
		return nil, errs.Invalid("page", "common.greater_than_zero")
	}
	number := max(1, int(in.Page))
	if err := s.warmed(ctx); err != nil {
		return nil, err
	}
	who := httpapi.Caller(ctx)
	place := s.Branches.Spot(s.Places.Caller(who))
	text := strings.TrimSpace(in.Q)
	key := branches.Key(who.Lang, place,
		append(in.Parts(), strconv.Itoa(number), in.ServiceID, in.FirstID, in.Sort, text)...)
	made, err := s.pages.Get(ctx, key, func(ctx context.Context) (page, any, time.Time, error) {
		query := products.Query{Sort: in.Sort, Lang: who.Lang, Place: place, Page: number, PerPage: products.PerPage}
		payload, until, err := s.answer(ctx, in, query, text)
		return page{payload}, Page{payload}, until, err
	})
	if err != nil {
		return nil, err
	}
	own, moved := made.Value.payload, false
	if at := s.Branches.Place(who); at != place {
		own.Branches, own.Sellers = s.Branches.From(at, own.Branches), s.Branches.From(at, own.Sellers)
		moved = len(own.Branches)+len(own.Sellers) > 0
	}
	mine, err := s.Catalog.Marked(ctx, who, own.Data)
	if err != nil || mine == nil && !moved {
		return &made.Prepared, err
	}
	if mine != nil {
		own.Data = mine
	}
	return branches.Reencode(&made.Prepared, Page{own})
}

// answer runs the search, loads the page's product cards and names the facets.
func (s *Service) answer(ctx context.Context, in *searchInput, query products.Query,
	text string) (PagePayload, time.Time, error) {
	now := s.Clock.Now()
	until := s.Branches.Boundary(now)
	empty := httpapi.NewMeta(query.Page, products.PerPage, 0)
	p := PagePayload{Data: []products.ProductCard{}, Meta: empty, Facets: s.facets(&Facets{}, query, ""),
		Branches: []branches.BranchCard{}, Near: []string{}, Sellers: []branches.BranchCard{}}
	if in.ServiceID != "" {
		kind, ok := s.Branches.Service(in.ServiceID)
		if !ok || !kind.Active {
			return p, until, nil
		}
		query.Service = kind.ID
	}
	if !in.Into(s.Catalog, &query) {
		return p, until, nil
	}
	if in.BlockID != "" {
		rule, ok := s.Catalog.Block(in.BlockID, now)
		if !ok {
			return p, until, nil
		}
		query = rule.Narrow(query)
	}
	asked, called, meant := text, text, ""
	store, inArea, ok := s.storeMeant(query, text)
	if ok {
		meant = store.ID
		// The text names a store, so show that store's products rather than products with a similar name. If another store is
		// already chosen, show that one's products.
		query.Store = cmp.Or(query.Store, store.ID)
		asked, called = "", store.Name.In(query.Lang)
	}
	q := s.query(query, asked)
	q.Facets, q.First = true, s.first(in.FirstID)
	r := s.Feed.Index.Search(q)
	if d, ok := s.Places.Named(text); ok && s.Places.Served(d.ID) {
		area := s.Places.View(d, query.Lang)
		p.Area = &area
		if r.Corrected != "" {
			// A customer who types an area does not mean products with a similar spelling.
			return p, until, nil
		}
	}
	p.OnlyNear = r.OnlyNear
	hits := make([]products.Hit, len(r.Hits))
	for i, h := range r.Hits {
		hits[i] = products.Hit{ProductID: h.ID, BranchID: h.Branch}
		if h.Near {
			p.Near = append(p.Near, h.ID)
		}
	}
	if text != "" && query.Page == 1 {
		p.Sellers = s.sellers(r.Hits, query, now)
	}
	cards, ends, err := s.Catalog.Cards(ctx, hits, query.Lang, query.Place, now)
	if err != nil {
		return p, until, err
	}
	p.Data, p.Meta, p.Facets = cards, httpapi.NewMeta(query.Page, products.PerPage, r.Total),
		s.facets(r.Facets, query, meant)
	// A correction in Arabic letters does not help a reader of English.
	if r.Corrected != "" && (query.Lang != i18n.EN || !slices.ContainsFunc(strings.Fields(r.Corrected), isArabic)) {
		p.Corrected = &r.Corrected
	}
	if ok && inArea {
		p.Branches, err = s.named(ctx, query, text, now) // the branch that is called so
	}
	if err == nil && len(p.Branches) == 0 {
		p.Branches, err = s.named(ctx, query, cmp.Or(r.Corrected, called), now)
	}
	if err != nil {
		return p, until, err
	}
	for _, t := range []time.Time{ends, s.Feed.Boundary()} {
		if !t.IsZero() && t.Before(until) {
			until = t
		}
	}
	return p, until, nil
}

// first returns the id of the service that the customer is browsing, "" for none.
func (s *Service) first(id string) string {
	if kind, ok := s.Branches.Service(id); ok && id != "" {
		return kind.ID
	}
	return ""
}

const maxBranches = 4

// named finds branches by name, those that serve the place first.
func (s *Service) named(ctx context.Context, query products.Query, text string,
	now time.Time) ([]branches.BranchCard, error) {
	cards := []branches.BranchCard{}
	if Fold(text) == "" || query.Page > 1 {
		return cards, nil
	}
	found, _, err := s.Branches.Find(ctx, branches.Filter{
		Service: query.Service, Store: query.Store, Text: text, Place: query.Place}, now)
	if err != nil {
		return nil, err
	}
	for _, b := range found {
		if len(cards) == maxBranches {
			break
		}
		cards = append(cards, b.Card(query.Lang, query.Place, now))
	}
	return cards, nil
}

// sellers are the branches that sell the results if none is delivered to the place, the nearest first; empty if any is
// delivered, or no place is chosen.
func (s *Service) sellers(hits []Hit, query products.Query, now time.Time) []branches.BranchCard {
	cards := []branches.BranchCard{}
	if !query.Place.Known() {
		return cards
	}
	for _, h := range hits {
		b, ok := s.Branches.Branch(h.Branch)
		if h.Near || !ok {
			continue
		}
		card := b.Card(query.Lang, query.Place, now)
		if card.Delivers == nil || *card.Delivers {
			return []branches.BranchCard{}
		}
		if !slices.ContainsFunc(cards, func(o branches.BranchCard) bool { return o.ID == card.ID }) {
			cards = append(cards, card)
		}
	}
	slices.SortStableFunc(cards, func(a, b branches.BranchCard) int { return cmp.Compare(metres(a), metres(b)) })
	return cards[:min(len(cards), maxBranches)]
}

// metres is the distance of a branch, the maximum if unknown.
func metres(b branches.BranchCard) int64 {
	if b.DistanceM == nil {
		return math.MaxInt64
	}
	return *b.DistanceM
}

// maxCounts limits how many categories and stores a facet lists.
const maxCounts = 40

// facets names the counted values. If the text names a store, only that store and the chosen one are listed, because
// the others have no results.
func (s *Service) facets(f *Facets, query products.Query, meant string) FacetsView {
	lang := query.Lang
	v := FacetsView{
		Categories: []ShelfCount{}, Stores: []CountView{}, InStock: f.InStock, Offer: f.OnOffer, Delivered: f.Delivered,
		Price: PriceRange{money.EGP(f.PriceMin).Major(), money.EGP(f.PriceMax).Major()},
	}
	for _, c := range withChosen(f.Categories, query.Category) {
		if category, ok := s.Catalog.Category(c.ID); ok && category.Active &&
			(len(v.Categories) < maxCounts || c.ID == query.Category) {
			shelf := ShelfCount{CountView: CountView{category.Ref(lang), c.N}}
			if category.Parent != nil {
				shelf.ParentID = &category.Parent.ID
			}
			v.Categories = append(v.Categories, shelf)
		}
	}
	stores := withChosen(f.Stores, query.Store)
	if meant != "" {
		var asked []Count
		for _, id := range [...]string{meant, query.Store} {
			at := slices.IndexFunc(stores, func(c Count) bool { return c.ID == id })
			if at >= 0 && !slices.Contains(asked, stores[at]) {
				asked = append(asked, stores[at])
			}
		}
		stores = asked
	}
	for _, c := range stores {
		if store, ok := s.Branches.Store(c.ID); ok && (len(v.Stores) < maxCounts || c.ID == query.Store) {
			v.Stores = append(v.Stores, CountView{store.Ref(lang), c.N})
		}
	}
	return v
}

// withChosen adds a chosen value without results, so that it is listed and can be removed.
func withChosen(list []Count, id string) []Count {
	if id == "" || slices.ContainsFunc(list, func(c Count) bool { return c.ID == id }) {
		return list
	}
	return append(slices.Clip(list), Count{ID: id})
}

type suggestInput struct {
	Q         string `query:"q" maxLength:"200"`
	ServiceID string `query:"service_id" maxLength:"80"`
	FirstID   string `query:"first_service_id" maxLength:"80" doc:"The service one is in: its products come first among those that fit as well."`
}

func (s *Service) suggest(ctx context.Context, in *suggestInput) (*httpapi.Reply[[]SuggestionView], error) {
	views := []SuggestionView{}
	if strings.TrimSpace(in.Q) == "" {
		return httpapi.OK(views), nil
	}
	if err := s.warmed(ctx); err != nil {
		return nil, err
	}
	who := httpapi.Caller(ctx)
	service := ""
	if in.ServiceID != "" {
		kind, ok := s.Branches.Service(in.ServiceID)
		if !ok || !kind.Active {
			return httpapi.OK(views), nil
		}
		service = kind.ID
	}
	place := s.Branches.Spot(s.Places.Caller(who))
	named, called := s.areas(in.Q, who.Lang)
	views = append(views, named...)
	q := SuggestQuery{
		Prefix: in.Q, Lang: who.Lang, Service: service, First: s.first(in.FirstID), Place: s.place(place),
		Entries: s.entries(service),
		Exact:   len(named)+len(called) > 0, // who types an area does not mean products with similar names
	}
	if store, _, ok := s.storeMeant(products.Query{Service: service, Lang: who.Lang, Place: place}, in.Q); ok &&
		(service == "" || store.Kind.ID == service) {
		q.Store = store.ID
	}
	for _, found := range s.Feed.Index.Suggest(q) {
		if v, ok := s.suggestion(found); ok {
			views = append(views, v)
		}
	}
	// The name of a district may also be the name of a product. Then the product is meant.
	if len(views) == 0 {
		views = append(views, called...)
	}
	return httpapi.OK(views), nil
}

// An area is suggested only from the third letter on, because shorter texts match the beginning of many areas.
const (
	areaLetters = 3
	maxAreas    = 2
)

// areas returns the districts whose own name, or another name, begins with the text and to which any branch delivers.
func (s *Service) areas(text string, lang i18n.Lang) (named, called []SuggestionView) {
	if utf8.RuneCountInString(Fold(text)) < areaLetters {
		return nil, nil
	}
	offer := func(list []*places.District) (views []SuggestionView) {
		for _, d := range list {
			if len(views) == maxAreas {
				break
			}
			if s.Places.Served(d.ID) {
				views = append(views,
					SuggestionView{Kind: KindArea, ID: d.ID, Slug: d.ID, Label: d.Name.In(lang), Highlight: [][2]int{}})
			}
		}
		return views
	}
	byName, byAlias := s.Places.Begun(text)
	return offer(byName), offer(byAlias)
}

func (s *Service) suggestion(found Suggestion) (SuggestionView, bool) {
	v := SuggestionView{Kind: found.Kind, ID: found.ID, Slug: found.Slug, Label: found.Text, Highlight: [][2]int{}}
	for _, m := range found.Marks {
		v.Highlight = append(v.Highlight, [2]int{m.Start, m.End - m.Start})
	}
	service := ""
	switch found.Kind {
	case KindCategory:
		c, ok := s.Catalog.Category(found.ID)
		if !ok {
			return v, false
		}
		v.Slug, service = c.Slug, c.ServiceID
	case KindStore:
		st, ok := s.Branches.Store(found.ID)
		if !ok {
			return v, false
		}
		v.Slug, service = st.Slug, st.Kind.ID
	default:
		service = s.Feed.Index.serviceOf(found.ID)
	}
	if kind, ok := s.Branches.Service(service); ok {
		v.ServiceSlug = kind.Slug
	}
	return v, slices.Contains([]string{KindProduct, KindCategory, KindStore}, v.Kind)
}
