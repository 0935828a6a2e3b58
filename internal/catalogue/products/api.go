package products

import (
	"context"
	"slices"
	"strconv"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/wire"
)

// CategoryView is a category and its position in the tree.
type CategoryView struct {
	branches.Category
	Breadcrumbs []wire.Ref           `json:"breadcrumbs" doc:"From the top down, itself last."`
	Service     branches.ServiceView `json:"service"`
}

// Routes registers the catalogue's operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.HandlePrepared[listInput, httpapi.ListEnvelope[ProductCard]](a, httpapi.Op{
		Method: "GET", Path: "/products", ID: "list-products", Tag: "catalog", Audience: httpapi.Optional, Paged: true,
		Summary: "Products of a service",
		Description: "Each once, as sold by the branch that serves the chosen place best, or by the branch named. Ids may " +
			"be slugs.",
	}, s.list)
	httpapi.HandlePrepared[getInput, httpapi.Envelope[ProductView]](a, httpapi.Op{
		Method: "GET", Path: "/products/{id}", ID: "get-product", Tag: "catalog", Audience: httpapi.Optional,
		Summary: "A product in full", Description: "By id or slug; at the branch named, else at the best one for the place.",
	}, s.get)
	httpapi.HandlePrepared[shelvesInput, httpapi.Envelope[[]branches.Category]](a, httpapi.Op{
		Method: "GET", Path: "/categories", ID: "list-categories", Tag: "catalog",
		Summary: "The categories of a service that hold something, as a tree",
	}, s.listCategories)
	httpapi.HandlePrepared[categoryInput, httpapi.Envelope[CategoryView]](a, httpapi.Op{
		Method: "GET", Path: "/categories/{id}", ID: "get-category", Tag: "catalog",
		Summary: "A category with what is above and below it", Description: "By id or slug.",
	}, s.getCategory)
	s.comparisonRoutes(a)
}

// Narrowing holds the filters that every list of products accepts.
type Narrowing struct {
	StoreID    string         `query:"store_id" maxLength:"80"`
	BranchID   string         `query:"branch_id" maxLength:"80"`
	CategoryID string         `query:"category_id" maxLength:"80"`
	BlockID    string         `query:"block_id" maxLength:"80" doc:"A row of the home page."`
	PriceMin   httpapi.Amount `query:"price_min"`
	PriceMax   httpapi.Amount `query:"price_max"`
	InStock    bool           `query:"in_stock"`
	Offer      bool           `query:"offer"`
}

// Into resolves slugs to ids and fills a query. It returns false if a named filter value does not exist, so that the
// result is empty.
func (n *Narrowing) Into(s *Service, q *Query) bool {
	q.PriceMin, q.PriceMax, q.InStock, q.OnOffer = n.PriceMin.Minor, n.PriceMax.Minor, n.InStock, n.Offer
	if n.StoreID != "" {
		store, ok := s.Branches.Store(n.StoreID)
		if !ok {
			return false
		}
		q.Store = store.ID
	}
	if n.BranchID != "" {
		b, ok := s.Branches.Branch(n.BranchID)
		if !ok || !b.Active {
			return false
		}
		q.Branch = b.ID
	}
	if n.CategoryID != "" {
		c, ok := s.Category(n.CategoryID)
		if !ok {
			return false
		}
		q.Category = c.ID
	}
	return true
}

// Parts returns the filter values that belong in the cache key of a response.
func (n *Narrowing) Parts() []string {
	return []string{
		n.StoreID, n.BranchID, n.CategoryID, n.BlockID,
		strconv.FormatInt(n.PriceMin.Minor, 10), strconv.FormatInt(n.PriceMax.Minor, 10),
		strconv.FormatBool(n.InStock), strconv.FormatBool(n.Offer),
	}
}

type listInput struct {
	Page      httpapi.PageNumber `query:"page" doc:"Required."`
	ServiceID string             `query:"service_id" maxLength:"80" doc:"Required."`
	Sort      string             `query:"sort" enum:"relevance,popular,newest,price_asc,price_desc"`
	Narrowing
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Prepared, error) {
	if err := branches.PageAndService(in.Page, in.ServiceID); err != nil {
		return nil, err
	}
	who := httpapi.Caller(ctx)
	place := s.Branches.Spot(s.Places.Caller(who))
	key := branches.Key(who.Lang, place, append(in.Parts(), strconv.Itoa(in.Page.Number), in.ServiceID, in.Sort)...)
	var found Found // stays empty for an answer that is kept or that another asks for
	made, err := s.lists.Get(ctx, key, func(ctx context.Context) (_ list, _ any, _ time.Time, err error) {
		query := Query{Sort: in.Sort, Lang: who.Lang, Place: place, Page: in.Page.Number, PerPage: PerPage}
		now := s.Clock.Now()
		l := list{number: query.Page, per: PerPage}
		found, err = s.find(ctx, in, query, now)
		if err != nil {
			return l, nil, now, err
		}
		cards, until, err := s.Cards(ctx, found.Hits, who.Lang, place, now)
		if err != nil {
			return l, nil, now, err
		}
		if in.BranchID != "" {
			if err := s.describe(ctx, cards, who.Lang); err != nil {
				return l, nil, now, err
			}
		}
		l.cards, l.total = cards, found.Total
		until = soonest(soonest(until, found.Until), s.Branches.Boundary(now))
		return l, l.listing(), until, nil
	})
	if err != nil {
		return nil, err
	}
	s.readNext(found)
	mine, err := s.Marked(ctx, who, made.Value.cards)
	if err != nil || mine == nil {
		return &made.Prepared, err
	}
	own := made.Value
	own.cards = mine
	return branches.Reencode(&made.Prepared, own.listing())
}

func (s *Service) find(ctx context.Context, in *listInput, query Query, now time.Time) (Found, error) {
	kind, ok := s.Branches.Service(in.ServiceID)
	if !ok || !kind.Active || !in.Into(s, &query) {
		return Found{}, nil
	}
	query.Service = kind.ID
	if in.BlockID == "" {
		return s.Find(ctx, query)
	}
	rule, ok := s.blocks.Rule(in.BlockID, now)
	if !ok {
		return Found{}, nil
	}
	return s.FindBlock(ctx, rule, query)
}

// Marked returns the cards with the caller's favourites marked, or nil if the caller has none among them.
func (s *Service) Marked(ctx context.Context, who *httpapi.Who, cards []ProductCard) ([]ProductCard, error) {
	if who.Guest() || len(cards) == 0 {
		return nil, nil
	}
	ids := make([]string, len(cards))
	for i, c := range cards {
		ids[i] = c.ID
	}
	marked, err := s.hearts(ctx, who.UserID, ids)
	if err != nil || len(marked) == 0 {
		return nil, err
	}
	mine := slices.Clone(cards)
	for i := range mine {
		if marked[mine[i].ID] {
			mine[i].Favorite = 1
		}
	}
	return mine, nil
}

type getInput struct {
	ID       string `path:"id" maxLength:"120"`
	BranchID string `query:"branch_id" maxLength:"80" doc:"Another branch answers where this one does not deliver to the chosen place and that one does."`
}

func (s *Service) get(ctx context.Context, in *getInput) (*httpapi.Prepared, error) {
	who := httpapi.Caller(ctx)
	place := s.Branches.Spot(s.Places.Caller(who))
	made, err := s.pages.Get(ctx, branches.Key(who.Lang, place, in.ID, in.BranchID),
		func(ctx context.Context) (ProductView, any, time.Time, error) {
			v, until, err := s.Product(ctx, in.ID, in.BranchID, who.Lang, place)
			return v, httpapi.OK(v).Body, until, err
		})
	if err != nil {
		return nil, err
	}
	mine, err := s.Marked(ctx, who, append([]ProductCard{made.Value.ProductCard}, made.Value.Related...))
	if err != nil || mine == nil {
		return &made.Prepared, err
	}
	own := made.Value
	own.ProductCard, own.Related = mine[0], mine[1:]
	return branches.Reencode(&made.Prepared, httpapi.OK(own).Body)
}

type shelvesInput struct {
	ServiceID string `query:"service_id" maxLength:"80" doc:"Required."`
}

func (s *Service) listCategories(ctx context.Context, in *shelvesInput) (*httpapi.Prepared, error) {
	if in.ServiceID == "" {
		return nil, errs.Invalid("service_id", "common.service_id_required")
	}
	lang := httpapi.Caller(ctx).Lang
	return prepared(
		s.shelf.Get(ctx, "tree|"+lang+"|"+in.ServiceID, func(ctx context.Context) (struct{}, any, time.Time, error) {
			views := []branches.Category{}
			kind, ok := s.Branches.Service(in.ServiceID)
			if !ok || !kind.Active {
				return struct{}{}, httpapi.OK(views).Body, time.Time{}, nil
			}
			views, err := s.Shelves(ctx, kind.ID, "", lang)
			return struct{}{}, httpapi.OK(views).Body, s.whileWarming(kind.ID), err
		}))
}

// whileWarming limits how long an answer made before the index was ready is cached.
func (s *Service) whileWarming(serviceID string) time.Time {
	if _, ready := s.lister.Counts(serviceID, ""); ready {
		return time.Time{}
	}
	return s.Clock.Now().Add(untilReady)
}

type categoryInput struct {
	ID string `path:"id" maxLength:"80"`
}

func (s *Service) getCategory(ctx context.Context, in *categoryInput) (*httpapi.Prepared, error) {
	c, ok := s.Category(in.ID)
	if !ok || !c.Active {
		return nil, errs.NotFound()
	}
	kind, ok := s.Branches.Service(c.ServiceID)
	if !ok || !kind.Active {
		return nil, errs.NotFound()
	}
	lang := httpapi.Caller(ctx).Lang
	return prepared(s.shelf.Get(ctx, "one|"+lang+"|"+c.ID, func(ctx context.Context) (struct{}, any, time.Time, error) {
		counts, err := s.Counts(ctx, kind.ID, "")
		v := CategoryView{Category: c.View(lang, counts), Breadcrumbs: []wire.Ref{}, Service: kind.View(lang)}
		for _, up := range c.Path() {
			v.Breadcrumbs = append(v.Breadcrumbs, up.Ref(lang))
		}
		return struct{}{}, httpapi.OK(v).Body, s.whileWarming(kind.ID), err
	}))
}

func prepared[T any](made *answers.Made[T], err error) (*httpapi.Prepared, error) {
	if err != nil {
		return nil, err
	}
	return &made.Prepared, nil
}
