package favourites

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

const tag = "favourites"

type none struct{}

// All lists the ids of everything a customer marked.
type All struct {
	Products []string `json:"products"`
	Branches []string `json:"branches"`
}

// Marking is the state of a mark after a change.
type Marking struct {
	Kind   string `json:"kind" enum:"product,branch"`
	ID     string `json:"id"`
	Marked bool   `json:"marked"`
}

// WishesView is the kinds of news that a customer wants about a favourite product.
type WishesView struct {
	ID          string `json:"id"`
	PriceDrop   bool   `json:"price_drop"`
	BackInStock bool   `json:"back_in_stock"`
}

// ProductView is a favourite product.
type ProductView struct {
	ID          string                `json:"id"`
	Name        string                `json:"name"`
	Product     *products.ProductCard `json:"product" doc:"At the branch that serves the place; null when it is sold no more."`
	PriceWas    *money.Major          `json:"price_was" nullable:"true" doc:"When it was marked; null where another branch shows it now, whose price is no comparison."`
	PriceDrop   bool                  `json:"price_drop" doc:"They want to hear when it gets cheaper."`
	BackInStock bool                  `json:"back_in_stock" doc:"They want to hear when it is back."`
	MarkedAt    db.Millis             `json:"marked_at"`
}

// BranchView is a favourite branch.
type BranchView struct {
	ID       string               `json:"id"`
	Name     string               `json:"name"`
	Branch   *branches.BranchCard `json:"branch" doc:"Null when it has given up."`
	MarkedAt db.Millis            `json:"marked_at"`
}

// Routes registers the operations on a customer's favourites.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/favourites", ID: "list-favourites", Tag: tag,
		Summary: "Everything I marked, by id", Audience: httpapi.Customer}, s.getAll)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/favourites", ID: "add-favourite", Tag: tag,
		Summary: "Mark a product or a branch; once, however often it is asked for", Audience: httpapi.Customer}, s.post)
	httpapi.Handle(a, httpapi.Op{Method: "DELETE", Path: "/favourites", ID: "remove-favourite", Tag: tag,
		Summary: "Take a mark away, if there is one", Audience: httpapi.Customer}, s.delete)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/favourites/alerts", ID: "set-favourite-alerts", Tag: tag,
		Summary: "What to tell me of a product I marked", Audience: httpapi.Customer}, s.putAlerts)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/favourites/products", ID: "list-favourite-products", Tag: tag,
		Summary: "The products I marked, the newest first", Audience: httpapi.Customer, Paged: true}, s.getProducts)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/favourites/branches", ID: "list-favourite-branches", Tag: tag,
		Summary: "The branches I marked, the newest first", Audience: httpapi.Customer, Paged: true}, s.getBranches)
}

func (s *Service) getAll(ctx context.Context, _ *none) (*httpapi.Reply[All], error) {
	who := httpapi.Caller(ctx)
	productIDs, err := refs(ctx, s.db, who.UserID, Product)
	if err != nil {
		return nil, err
	}
	marked, err := refs(ctx, s.db, who.UserID, Branch)
	return httpapi.OK(All{productIDs, marked}), err
}

type markInput struct {
	Body struct {
		Kind string `json:"kind" enum:"product,branch"`
		ID   string `json:"id" maxLength:"120" doc:"Or the slug."`
	}
}

func (s *Service) post(ctx context.Context, in *markInput) (*httpapi.Reply[Marking], error) {
	who := httpapi.Caller(ctx)
	id, err := s.Add(ctx, who, in.Body.Kind, in.Body.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(Marking{in.Body.Kind, id, true}, i18n.T(who.Lang, "favourites.added")), nil
}

type unmarkInput struct {
	Kind string `query:"kind" maxLength:"16" doc:"product or branch."`
	ID   string `query:"id" maxLength:"120"`
}

func (s *Service) delete(ctx context.Context, in *unmarkInput) (*httpapi.Reply[Marking], error) {
	who := httpapi.Caller(ctx)
	if err := s.Remove(ctx, who.UserID, in.Kind, in.ID); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(Marking{in.Kind, in.ID, false}, i18n.T(who.Lang, "favourites.removed")), nil
}

type alertsInput struct {
	Body struct {
		ID          string `json:"id" maxLength:"120"`
		PriceDrop   bool   `json:"price_drop"`
		BackInStock bool   `json:"back_in_stock"`
	}
}

func (s *Service) putAlerts(ctx context.Context, in *alertsInput) (*httpapi.Reply[WishesView], error) {
	who := httpapi.Caller(ctx)
	b := in.Body
	if err := s.Wish(ctx, who.UserID, b.ID, Wishes{b.PriceDrop, b.BackInStock}); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(WishesView{b.ID, b.PriceDrop, b.BackInStock}, i18n.T(who.Lang, "favourites.alerts_saved")),
		nil
}

type pageInput struct {
	Page httpapi.Int `query:"page"`
}

func (in pageInput) number() int { return int(min(max(1, in.Page), Most)) }

func (s *Service) getProducts(ctx context.Context, in *pageInput) (*httpapi.Listing[ProductView], error) {
	who := httpapi.Caller(ctx)
	list, total, err := marks(ctx, s.db, who.UserID, Product, in.number())
	if err != nil {
		return nil, err
	}
	hits := make([]products.Hit, len(list))
	for i, m := range list {
		hits[i] = products.Hit{ProductID: m.Ref}
	}
	cards, _, err := s.Catalog.CardsByID(ctx, hits, who.Lang, s.Places.Caller(who), s.Clock.Now())
	if err != nil {
		return nil, err
	}
	views := make([]ProductView, len(list))
	for i, m := range list {
		views[i] = ProductView{ID: m.Ref, Name: i18n.Text{EN: m.NameEN, AR: m.NameAR}.In(who.Lang),
			PriceDrop: m.TellPrice, BackInStock: m.TellStock, MarkedAt: m.CreatedAt}
		card, sold := cards[m.Ref]
		if sold {
			card.Favorite = 1
			views[i].Product = &card
		}
		if m.Price != nil && (!sold || m.BranchID == card.Branch.ID) {
			was := money.EGP(*m.Price).Major()
			views[i].PriceWas = &was
		}
	}
	return httpapi.List(views, in.number(), perPage, total), nil
}

func (s *Service) getBranches(ctx context.Context, in *pageInput) (*httpapi.Listing[BranchView], error) {
	who := httpapi.Caller(ctx)
	list, total, err := marks(ctx, s.db, who.UserID, Branch, in.number())
	if err != nil {
		return nil, err
	}
	place, now := s.Places.Caller(who), s.Clock.Now()
	views := make([]BranchView, len(list))
	for i, m := range list {
		views[i] = BranchView{ID: m.Ref, Name: i18n.Text{EN: m.NameEN, AR: m.NameAR}.In(who.Lang), MarkedAt: m.CreatedAt}
		if b, ok := s.Deps.Branches.Branch(m.Ref); ok && b.Active {
			card := b.Card(who.Lang, place, now)
			card.IsFavorite = true
			views[i].Branch = &card
		}
	}
	return httpapi.List(views, in.number(), perPage, total), nil
}
