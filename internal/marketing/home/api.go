package home

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// View is the home page as the API returns it.
type View struct {
	Services   []branches.ServiceView `json:"services"`
	Service    branches.ServiceView   `json:"service" doc:"The one shown. Its id is empty while the shop has none."`
	Banners    []BannerView           `json:"banners"`
	Categories []ShelfView            `json:"categories" doc:"Top level, those that hold something; of which nothing is delivered here, last."`
	Branches   []branches.BranchCard  `json:"branches" doc:"The best for the place: one of each store, or those of the only one."`
	Others     []branches.BranchCard  `json:"others" doc:"Open branches of other services that deliver to the place, where few stores of this one do."`
	Blocks     []BlockView            `json:"blocks"`
}

// ShelfView is a category, and whether any branch delivers its products to the place.
type ShelfView struct {
	branches.Category
	Delivers *bool `json:"delivers" doc:"Whether a branch that sells something of it delivers to the caller's place; null without one."`
}

// BannerView is a banner as the API returns it.
type BannerView struct {
	ID         string      `json:"id"`
	Lang       string      `json:"lang" enum:"en,ar" doc:"The language of the title: the other one where it is not translated."`
	Title      string      `json:"title"`
	TextLang   string      `json:"text_lang" enum:"en,ar" doc:"The language of the text."`
	Text       string      `json:"text"`
	ActionLang string      `json:"action_lang" enum:"en,ar" doc:"The language of the action."`
	Action     string      `json:"action"`
	Image      files.Image `json:"image"`
	Link       string      `json:"link" doc:"A page of the shop, without a language."`
	Tint       string      `json:"tint" enum:"food,grocery,general"`
}

// BlockView is a row of products as the API returns it.
type BlockView struct {
	ID       string                 `json:"id"`
	Slug     string                 `json:"slug"`
	Lang     string                 `json:"lang" enum:"en,ar" doc:"The language of the title: the other one where it is not translated."`
	Title    string                 `json:"title"`
	Products []products.ProductCard `json:"products"`
	More     string                 `json:"more" doc:"The page with all of them."`
	popular  bool
	short    bool // made of so few by hand, and all of them are here
}

// The maximum numbers on a home page.
const (
	maxBranches = 8
	maxProducts = 8
	// maxLater is the maximum length of a row filled up with products available later, and maxOthers how many branches of
	// other services fill up few branches of this one.
	maxLater  = 6
	maxOthers = 3
	// A row with fewer entries counts as not full.
	fewestBranches = 3
	fewestProducts = 3
	// lookedThrough is how many products of a block are read per page to find available ones, and maxLooks how many pages
	// are read if the first products are at a closed branch.
	lookedThrough = 4 * maxProducts
	maxLooks      = 4
)

// Routes registers the home page.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.HandlePrepared[input, httpapi.Envelope[View]](a, httpapi.Op{
		Method: "GET", Path: "/home", ID: "get-home", Tag: "home", Audience: httpapi.Optional,
		Summary: "The first page of a service",
		Description: "Of the service named. When none is, or it is not there: the first one with a branch open here, else " +
			"the first of all.",
	}, s.get)
	s.windowsRoute(a)
}

type input struct {
	ServiceID string `query:"service_id" maxLength:"80"`
}

func (s *Service) get(ctx context.Context, in *input) (*httpapi.Prepared, error) {
	who := httpapi.Caller(ctx)
	place := s.Branches.Spot(s.Places.Caller(who))
	var kind *branches.ServiceType
	ref := ""
	if k, ok := s.Branches.Service(in.ServiceID); ok && k.Active {
		kind, ref = k, k.ID
	}
	made, err := s.pages.Get(ctx, branches.Key(who.Lang, place, ref),
		func(ctx context.Context) (View, any, time.Time, error) {
			v, until, err := s.page(ctx, kind, who.Lang, place)
			return v, httpapi.OK(v).Body, until, err
		})
	if err != nil {
		return nil, err
	}
	shared, moved := made.Value, false
	if at := s.Branches.Place(who); at != place {
		shared.Branches, shared.Others, moved = s.Branches.From(at, shared.Branches), s.Branches.From(at, shared.Others), true
	}
	own, changed := shared, false
	if !who.Guest() {
		if own, changed, err = s.personal(ctx, who, shared); err != nil {
			return nil, err
		}
	}
	if !changed && !moved {
		return &made.Prepared, nil
	}
	return branches.Reencode(&made.Prepared, httpapi.OK(own).Body)
}

// firstOpen is the service shown when the customer named none: the first one with an open branch for the place, so that
// nobody's first page shows only closed branches.
func (s *Service) firstOpen(ctx context.Context, lang i18n.Lang, place places.Place,
	now time.Time) (*branches.ServiceType, error) {
	all := s.Branches.ServiceTypes()
	if len(all) == 0 {
		return nil, nil
	}
	for _, kind := range all {
		best, err := s.best(ctx, kind, lang, place, now)
		if err != nil {
			return nil, err
		}
		if len(best) > 0 && !best[0].IsClosed {
			return kind, nil
		}
	}
	return all[0], nil
}

// page assembles the page: the products of all blocks in one statement. kind is nil if none was named.
func (s *Service) page(ctx context.Context, kind *branches.ServiceType, lang i18n.Lang,
	place places.Place) (v View, until time.Time, err error) {
	now := s.Clock.Now()
	until = s.Branches.Boundary(now)
	earlier := func(t time.Time) {
		if !t.IsZero() && t.Before(until) {
			until = t
		}
	}
	v = View{
		Services: []branches.ServiceView{}, Banners: []BannerView{}, Categories: []ShelfView{},
		Branches: []branches.BranchCard{}, Others: []branches.BranchCard{}, Blocks: []BlockView{},
	}
	if kind == nil {
		if kind, err = s.firstOpen(ctx, lang, place, now); kind == nil || err != nil {
			return v, until, err
		}
	}
	for _, k := range s.Branches.ServiceTypes() {
		v.Services = append(v.Services, k.View(lang))
	}
	v.Service = kind.View(lang)
	if v.Categories, err = s.shelves(ctx, kind, lang, place); err != nil {
		return v, until, err
	}
	banners, change := s.Content.Banners(kind.ID, place.DistrictID(), now)
	earlier(change)
	for _, b := range banners {
		away, err := s.leadsAway(ctx, b.Link, place)
		if err != nil {
			return v, until, err
		}
		if away {
			continue
		}
		v.Banners = append(v.Banners, BannerView{
			ID: b.ID, Lang: content.Spoken(lang, b.Title), Title: b.Title.In(lang),
			TextLang: content.Spoken(lang, b.Text), Text: b.Text.In(lang),
			ActionLang: content.Spoken(lang, b.Action), Action: b.Action.In(lang),
			Image: b.Image, Link: b.Link, Tint: kind.Tint,
		})
	}
	if v.Branches, err = s.best(ctx, kind, lang, place, now); err != nil {
		return v, until, err
	}
	if v.Others, err = s.others(ctx, kind, len(v.Branches), lang, place, now); err != nil {
		return v, until, err
	}
	var hits []products.Hit
	var shown []*Block
	var rules []products.Rule
	var found [][]products.Hit
	blocks := s.of(kind.ID)
	for i := range blocks {
		b := &blocks[i]
		if b.DistrictID != "" && b.DistrictID != place.DistrictID() {
			continue
		}
		on, change := scheduled(b, now)
		earlier(change)
		due, change := b.inHours(now)
		earlier(change)
		rule, ok := s.rule(b)
		if !on || !due || !ok {
			continue
		}
		page, err := s.Catalog.FindBlock(ctx, rule, products.Query{
			Lang: lang, Place: place, Page: 1, PerPage: lookedThrough, Uncounted: true})
		if err != nil {
			return v, until, err
		}
		earlier(page.Until)
		shown, rules, found = append(shown, b), append(rules, rule), append(found, page.Hits)
		hits = append(hits, page.Hits...)
	}
	cards, ends, err := s.Catalog.CardsByID(ctx, hits, lang, place, now)
	if err != nil {
		return v, until, err
	}
	earlier(ends)
	for i, b := range shown {
		row := BlockView{ID: b.ID, Slug: b.Slug, Lang: content.Spoken(lang, b.Title), Title: b.Title.In(lang),
			Products: []products.ProductCard{}, More: s.more(b, kind), popular: b.Rule == byPopular}
		var later []products.ProductCard
		for page, hits, known := 1, found[i], cards; ; page++ {
			for _, h := range hits {
				card, ok := known[h.ProductID]
				switch {
				case !ok || !canBeHad(&card):
				case card.Branch.IsClosed:
					if s.opensAgain(card.Branch.ID, now) {
						later = append(later, card)
					}
				case card.Menu == nil || card.Menu.Now:
					row.Products = append(row.Products, card)
				case card.Menu.From != nil:
					later = append(later, card)
				}
			}
			if len(row.Products) >= maxProducts || len(hits) < lookedThrough || page == maxLooks {
				break
			}
			next, err := s.Catalog.FindBlock(ctx, rules[i],
				products.Query{Lang: lang, Place: place, Page: page + 1, PerPage: lookedThrough, Uncounted: true})
			if err != nil {
				return v, until, err
			}
			earlier(next.Until)
			hits = next.Hits
			if known, ends, err = s.Catalog.CardsByID(ctx, hits, lang, place, now); err != nil {
				return v, until, err
			}
			earlier(ends)
		}
		// Products available only later fill a row with few available ones.
		if len(row.Products) < fewestProducts {
			row.Products = append(row.Products, later[:min(len(later), max(0, maxLater-len(row.Products)))]...)
		}
		row.Products = row.Products[:min(len(row.Products), maxProducts)]
		row.short = b.Rule == byHand && len(row.Products) == len(b.Products)
		if len(row.Products) > 0 {
			v.Blocks = append(v.Blocks, row)
		}
	}
	v.Blocks = gathered(v.Blocks, lang, kind)
	// Rows with available products come before rows that open later.
	slices.SortStableFunc(v.Blocks, func(a, b BlockView) int { return cmp.Compare(closed(a), closed(b)) })
	return v, until, nil
}

// gathered keeps full rows and those that staff made short. Products only in the other rows form one row together or,
// if even that would be nearly empty, are appended to the popular row, whose list has everything.
func gathered(rows []BlockView, lang i18n.Lang, kind *branches.ServiceType) []BlockView {
	full, shown := []BlockView{}, map[string]bool{}
	popular := -1
	for i, row := range rows {
		if row.popular && popular < 0 {
			popular = i
		}
		if len(row.Products) < fewestProducts && !row.short {
			continue
		}
		full = append(full, row)
		for _, p := range row.Products {
			shown[p.ID] = true
		}
	}
	// A single row keeps its name.
	if len(full) == len(rows) || len(rows) == 1 {
		return rows
	}
	rest := []products.ProductCard{}
	for _, row := range rows {
		for _, p := range row.Products {
			if !shown[p.ID] {
				shown[p.ID] = true
				rest = append(rest, p)
			}
		}
	}
	slices.SortStableFunc(rest, func(a, b products.ProductCard) int { return cmp.Compare(later(a), later(b)) })
	rest = rest[:min(len(rest), maxProducts)]
	if len(rest) == 0 {
		return full
	}
	if popular >= 0 && len(rest) < fewestProducts {
		for i := range full {
			if full[i].ID == rows[popular].ID {
				full[i].Products = append(full[i].Products, rest...)
				return full
			}
		}
		row := rows[popular]
		row.Products = rest
		return append(full, row)
	}
	return append(full,
		BlockView{ID: "more:" + kind.ID, Slug: "more", Lang: string(lang), Title: i18n.T(lang, "home.row_more"),
			Products: rest, More: "/search-results?" + url.Values{"service_id": {kind.Slug}}.Encode()})
}

// shelves lists the categories of a service; those with nothing that is delivered to the place come last.
func (s *Service) shelves(ctx context.Context, kind *branches.ServiceType, lang i18n.Lang,
	place places.Place) ([]ShelfView, error) {
	all, err := s.Catalog.Shelves(ctx, kind.ID, "", lang)
	if err != nil {
		return nil, err
	}
	views := make([]ShelfView, len(all))
	for i, c := range all {
		views[i].Category = c
	}
	if !place.Known() {
		return views, nil
	}
	here := map[string]bool{}
	missing := func(v ShelfView) bool { return !here[v.ID] }
	for _, b := range s.Branches.All() {
		if b.Kind != kind || !b.Delivers(place) || !slices.ContainsFunc(views, missing) {
			continue
		}
		counts, err := s.Catalog.Counts(ctx, kind.ID, b.ID)
		if err != nil {
			return nil, err
		}
		for id, n := range counts {
			here[id] = here[id] || n > 0
		}
	}
	for i := range views {
		delivers := here[views[i].ID]
		views[i].Delivers = &delivers
	}
	slices.SortStableFunc(views, func(a, b ShelfView) int {
		switch {
		case *a.Delivers == *b.Delivers:
			return 0
		case *a.Delivers:
			return -1
		}
		return 1
	})
	return views, nil
}

// leadsAway reports whether a link leads to a category or a branch that delivers nothing to the place.
func (s *Service) leadsAway(ctx context.Context, link string, place places.Place) (bool, error) {
	if !place.Known() {
		return false, nil
	}
	path, _, _ := strings.Cut(link, "?")
	if ref, ok := strings.CutPrefix(path, "/branches/"); ok {
		b, ok := s.Branches.Branch(ref)
		return ok && !b.Delivers(place), nil
	}
	ref, ok := strings.CutPrefix(path, "/categories/")
	if !ok {
		return false, nil
	}
	c, ok := s.Catalog.Category(ref)
	if !ok {
		return false, nil
	}
	for _, b := range s.Branches.All() {
		if b.Kind.ID != c.ServiceID || !b.Delivers(place) {
			continue
		}
		counts, err := s.Catalog.Counts(ctx, c.ServiceID, b.ID)
		if err != nil || counts[c.ID] > 0 {
			return false, err
		}
	}
	return true, nil
}

// canBeHad reports whether a product is delivered to the place and in stock, now or later: the first page shows no
// others.
func canBeHad(card *products.ProductCard) bool {
	return card.Available && (card.Branch.Delivers == nil || *card.Branch.Delivers)
}

// opensAgain reports whether a closed branch takes orders for when it opens: a branch that was switched off has no
// opening time.
func (s *Service) opensAgain(id string, now time.Time) bool {
	b, ok := s.Branches.Branch(id)
	return ok && b.OpenAt(now).Opens != nil
}

// best picks branches that deliver to the place: open ones first, then those that open next. It takes one branch per
// store, unless there is only one store.
func (s *Service) best(ctx context.Context, kind *branches.ServiceType, lang i18n.Lang, place places.Place,
	now time.Time) ([]branches.BranchCard, error) {
	found, _, err := s.Branches.Find(ctx, branches.Filter{Service: kind.ID, Place: place}, now)
	if err != nil {
		return nil, err
	}
	cards := []branches.BranchCard{}
	for _, b := range found {
		if !place.Known() || b.Delivers(place) {
			cards = append(cards, b.Card(lang, place, now))
		}
	}
	// A branch that takes no orders is shown only if there is no other.
	takes := slices.DeleteFunc(slices.Clone(cards), func(b branches.BranchCard) bool { return opens(b) == math.MaxInt64 })
	if len(takes) > 0 {
		cards = takes
	}
	slices.SortStableFunc(cards, func(a, b branches.BranchCard) int { return cmp.Compare(opens(a), opens(b)) })
	stores := map[string]bool{}
	each := slices.DeleteFunc(slices.Clone(cards), func(b branches.BranchCard) bool {
		again := stores[b.Store.ID]
		stores[b.Store.ID] = true
		return again
	})
	if len(each) > 1 {
		cards = each
	}
	return cards[:min(len(cards), maxBranches)], nil
}

// closed sorts rows: those that begin with available products first, those with only later ones last.
func closed(b BlockView) int { return later(b.Products[0]) }

// later sorts products: available ones first, then those that wait for their branch to open or their menu to be served.
func later(p products.ProductCard) int {
	if p.Branch.IsClosed || p.Menu != nil && !p.Menu.Now {
		return 1
	}
	return 0
}

// others picks open branches of other services that deliver to the place, for places to which few stores of this
// service deliver.
func (s *Service) others(ctx context.Context, kind *branches.ServiceType, own int, lang i18n.Lang, place places.Place,
	now time.Time) ([]branches.BranchCard, error) {
	cards := []branches.BranchCard{}
	if !place.Known() || own >= fewestBranches {
		return cards, nil
	}
	for _, other := range s.Branches.ServiceTypes() {
		if other == kind {
			continue
		}
		best, err := s.best(ctx, other, lang, place, now)
		if err != nil {
			return nil, err
		}
		best = slices.DeleteFunc(best, func(b branches.BranchCard) bool { return b.IsClosed })
		cards = append(cards, best...)
	}
	return cards[:min(len(cards), maxOthers)], nil
}

// opens sorts branches: open ones first, then those that open soonest, then those without an opening time.
func opens(b branches.BranchCard) db.Millis {
	switch {
	case !b.IsClosed:
		return 0
	case b.OpensAt == nil:
		return math.MaxInt64
	}
	return *b.OpensAt
}

// personal adds the caller's favourites to a copy of the page.
func (s *Service) personal(ctx context.Context, who *httpapi.Who, shared View) (own View, changed bool, err error) {
	own = shared
	if cards, err := s.Branches.Marked(ctx, who, shared.Branches); err != nil {
		return own, false, err
	} else if cards != nil {
		own.Branches, changed = cards, true
	}
	var all []products.ProductCard
	for _, b := range shared.Blocks {
		all = append(all, b.Products...)
	}
	marked, err := s.Catalog.Marked(ctx, who, all)
	if err != nil || marked == nil {
		return own, changed, err
	}
	own.Blocks = make([]BlockView, len(shared.Blocks))
	for i, b := range shared.Blocks {
		own.Blocks[i] = b
		own.Blocks[i].Products, marked = marked[:len(b.Products)], marked[len(b.Products):]
	}
	return own, true, nil
}
