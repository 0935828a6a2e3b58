package products

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

const (
	// compareMost is the maximum number of products in one comparison.
	compareMost = 4
	// compareNames is the maximum number of suggested products.
	compareNames = 12
)

// ComparisonName is a product that can be compared.
type ComparisonName struct {
	wire.Ref
	Image    files.Image `json:"image"`
	Category wire.Ref    `json:"category"`
	Store    wire.Ref    `json:"store"`
}

// ComparedOption is an option of a compared product.
type ComparedOption struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// ComparedOffer is a branch's price of a product.
type ComparedOffer struct {
	Branch          BranchRef    `json:"branch"`
	Price           money.Major  `json:"price"`
	Available       bool         `json:"available"`
	DeliveryFee     *money.Major `json:"delivery_fee" nullable:"true"`
	DeliveryMinutes *int64       `json:"delivery_minutes"`
}

// ComparedProduct is a product in a comparison.
type ComparedProduct struct {
	ProductCard
	Attributes []AttributeView  `json:"attributes"`
	Options    []ComparedOption `json:"options"`
	VATPercent *money.Major     `json:"vat_percent" doc:"Percent, contained in the price; null where the seller is not registered for VAT."`
	Offers     []ComparedOffer  `json:"offers" doc:"Branches that deliver to the place, the best first; all of them where none is chosen."`
}

type namesInput struct {
	Search      string `query:"search" maxLength:"200"`
	BaseProduct string `query:"base_product" maxLength:"120" doc:"Slug or id: what is found is comparable with it."`
}

type compareInput struct {
	Body struct {
		Products []string `json:"products" maxItems:"100" doc:"Ids or slugs, four at most."`
	}
}

// comparisonRoutes registers the two operations of product comparison.
func (s *Service) comparisonRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/products/comparison/names", ID: "comparison-names", Tag: "catalog",
		Summary: "Products to compare with", Description: "Those of the base's own category first, then of those around it.",
	}, s.comparisonNames)
	httpapi.Handle(a, httpapi.Op{
		Method: "POST", Path: "/products/comparison", ID: "compare-products", Tag: "catalog", Audience: httpapi.Optional,
		Summary: "Products beside each other", Description: "In the order asked for; what is not sold any more is left out.",
	}, s.compare)
}

func (s *Service) comparisonNames(ctx context.Context, in *namesInput) (*httpapi.Reply[[]ComparisonName], error) {
	who := httpapi.Caller(ctx)
	names := []ComparisonName{}
	query := Query{Text: strings.TrimSpace(in.Search), Lang: who.Lang, Place: s.Branches.Spot(s.Places.Caller(who)),
		Page: 1, PerPage: compareNames + 1, Uncounted: true}
	queries := []Query{query}
	base, category, err := s.comparisonBase(ctx, in.BaseProduct)
	if err != nil {
		return nil, err
	}
	if in.BaseProduct != "" && base == "" {
		return httpapi.OK(names), nil
	}
	if category != nil {
		queries = queries[:0]
		query.Service = category.ServiceID
		for up := category; up != nil; up = up.Parent {
			query.Category = up.ID
			queries = append(queries, query)
		}
		query.Category = ""
		queries = append(queries, query)
	}
	var hits []Hit
	have := map[string]bool{base: true}
	for _, q := range queries {
		found, err := s.Find(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, h := range found.Hits {
			if !have[h.ProductID] && len(hits) < compareNames {
				have[h.ProductID] = true
				hits = append(hits, h)
			}
		}
		if len(hits) == compareNames {
			break
		}
	}
	cards, _, err := s.Cards(ctx, hits, who.Lang, query.Place, s.Clock.Now())
	for _, c := range cards {
		names = append(names, ComparisonName{wire.Ref{ID: c.ID, Slug: c.Slug, Name: c.Name}, c.Image, c.Category, c.Store})
	}
	return httpapi.OK(names), err
}

// comparisonBase finds a product and its category; empty if the product does not exist.
func (s *Service) comparisonBase(ctx context.Context, ref string) (id string, c *Category, err error) {
	if ref == "" {
		return "", nil, nil
	}
	var rows []struct {
		ID         string `db:"id"`
		CategoryID string `db:"category_id"`
	}
	err = s.DB.Select(ctx, &rows, `SELECT id, category_id FROM products WHERE active AND (id = $1 OR slug = $1)
		ORDER BY id LIMIT 1`, ref)
	if err != nil || len(rows) == 0 {
		return "", nil, err
	}
	c, _ = s.Category(rows[0].CategoryID)
	return rows[0].ID, c, nil
}

func (s *Service) compare(ctx context.Context, in *compareInput) (*httpapi.Reply[[]ComparedProduct], error) {
	var refs []string
	for _, ref := range in.Body.Products {
		if ref != "" && len(ref) <= 120 && !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	switch {
	case len(refs) == 0:
		return nil, errs.Invalid("products", "common.required")
	case len(refs) > compareMost:
		return nil, errs.Invalid("products", "catalog.compare_most", "count", compareMost)
	}
	who := httpapi.Caller(ctx)
	list, err := s.Compare(ctx, refs, who.Lang, s.Branches.Spot(s.Places.Caller(who)))
	if err != nil {
		return nil, err
	}
	cards := make([]ProductCard, len(list))
	for i := range list {
		cards[i] = list[i].ProductCard
	}
	mine, err := s.Marked(ctx, who, cards)
	for i := range mine {
		list[i].ProductCard = mine[i]
	}
	return httpapi.OK(list), err
}

// Compare compares products, by id or slug, each as sold by the branch that serves the place best. Products that nobody
// sells are left out.
func (s *Service) Compare(ctx context.Context, refs []string, lang i18n.Lang,
	place places.Place) ([]ComparedProduct, error) {
	now := s.Clock.Now()
	asked := padded(refs)
	var rows []detail
	query := detailSQL + `SELECT id FROM products WHERE id IN (` + db.List(1, len(asked)) + `) OR slug IN (` +
		db.List(1+len(asked), len(asked)) + `))` + listingOrder
	if err := s.DB.Select(ctx, &rows, query, db.Args(asked, db.Args(asked)...)...); err != nil {
		return nil, fmt.Errorf("products: compare: %w", err)
	}
	groups := map[string][]detail{}
	ids := map[string]string{} // by id and slug
	for _, r := range rows {
		groups[r.ProductID] = append(groups[r.ProductID], r)
		ids[r.ProductID], ids[r.Slug] = r.ProductID, r.ProductID
	}
	list := []ComparedProduct{}
	have := map[string]bool{}
	for _, ref := range refs {
		id := ids[ref]
		if id == "" || have[id] {
			continue
		}
		have[id] = true
		group := make([]listing, len(groups[id]))
		for i := range groups[id] {
			group[i] = groups[id][i].listing
		}
		seller := s.seller(group, "", place, now)
		if seller == nil {
			continue
		}
		p := &groups[id][0]
		v := ComparedProduct{Attributes: attributes(p.Attributes, lang), Options: []ComparedOption{},
			VATPercent: s.vatOf(p.VATBP), Offers: []ComparedOffer{}}
		v.ProductCard, _ = s.card(group, seller, lang, place, now)
		v.Options = comparedOptions(p.Options, groups[id], seller, lang)
		for _, o := range s.offersOf(group, lang, place, now) {
			if o.Branch.Delivers != nil && !*o.Branch.Delivers {
				continue
			}
			v.Offers = append(v.Offers, ComparedOffer{
				Branch: BranchRef{ID: o.Branch.ID, Slug: o.Branch.Slug, Name: o.Branch.Name, IsClosed: o.Branch.IsClosed,
					Delivers: o.Branch.Delivers},
				Price: o.Price, Available: o.Available, DeliveryFee: o.Branch.DeliveryFee,
				DeliveryMinutes: o.Branch.DeliveryMinutes,
			})
		}
		list = append(list, v)
	}
	return list, nil
}

// comparedOptions lists, for each option, the values for which the seller has a variant.
func comparedOptions(stored string, rows []detail, seller *branches.Branch, lang i18n.Lang) []ComparedOption {
	sold := map[string]bool{}
	for i := range rows {
		if rows[i].BranchID != seller.ID {
			continue
		}
		for option, value := range choices(rows[i].Choices) {
			sold[option+"="+value] = true
		}
	}
	out := []ComparedOption{}
	for _, o := range options(stored, lang) {
		shown := ComparedOption{Name: o.Name, Values: []string{}}
		for _, value := range o.Values {
			if sold[o.ID+"="+value.ID] {
				shown.Values = append(shown.Values, value.Name)
			}
		}
		out = append(out, shown)
	}
	return out
}

// choices reads variants.choices; invalid JSON selects no values.
func choices(stored string) map[string]string {
	chosen := map[string]string{}
	_ = json.Unmarshal([]byte(stored), &chosen)
	return chosen
}
