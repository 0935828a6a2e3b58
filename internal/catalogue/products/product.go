package products

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// ProductView is a complete product.
type ProductView struct {
	ProductCard
	Description string          `json:"description"`
	Images      []files.Image   `json:"images"`
	Attributes  []AttributeView `json:"attributes"`
	Options     []OptionView    `json:"options"`
	Breadcrumbs []wire.Ref      `json:"breadcrumbs" doc:"Categories from the top down."`
	VATPercent  *money.Major    `json:"vat_percent" doc:"Percent, contained in the price; null where the seller is not registered for VAT."`
	Returns     ReturnTerms     `json:"returns" doc:"How it may come back, in an order placed now."`
	Variants    []VariantView   `json:"variants"`
	Offers      []OfferView     `json:"offers" doc:"Every branch that sells it, the best for the place first."`
	Optional    bool            `json:"extras_optional" doc:"It has extras, and can be had without any: none is required or chosen in advance."`
	Related     []ProductCard   `json:"related" doc:"What stands beside it and is delivered to the chosen place, if one is; of one that is not delivered to the chosen place, what can be had there in its stead."`
}

// ReturnTerms are the conditions for returning a product.
type ReturnTerms struct {
	Kind           string `json:"kind" enum:"general,perishable,hygiene,custom"`
	AsNewHours     int64  `json:"as_new_hours" doc:"From delivery, for any reason; 0: not at all."`
	DefectiveHours int64  `json:"defective_hours" doc:"From delivery, when it is wrong or faulty; 0: not at all."`
	Text           string `json:"text" doc:"The same in a sentence."`
}

// AttributeView is a fact about a product.
type AttributeView struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// OptionView is a choice that customers make, such as a size.
type OptionView struct {
	ID     string      `json:"id"`
	Name   string      `json:"name"`
	Values []ValueView `json:"values"`
}

// ValueView is one choice of an option.
type ValueView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// VariantView is one orderable variant at the branch shown.
type VariantView struct {
	ID        string            `json:"id"`
	Name      string            `json:"name"`
	Choices   map[string]string `json:"choices" doc:"Option id to value id."`
	Image     *files.Image      `json:"image" doc:"Its own picture, if it has one."`
	Price     money.Major       `json:"price"`
	OldPrice  *money.Major      `json:"old_price" nullable:"true"`
	Available bool              `json:"available"`
	StockLeft *int64            `json:"stock_left"`
}

// OfferView is a branch that sells the product.
type OfferView struct {
	Branch    branches.BranchCard `json:"branch"`
	Price     money.Major         `json:"price"`
	Available bool                `json:"available"`
}

// detail is a variant on sale at a branch with all content of a product page.
type detail struct {
	listing
	DescriptionEN string `db:"description_en"`
	DescriptionAR string `db:"description_ar"`
	Options       string
	VATBP         int64 `db:"vat_bp"`
	Choices       string
	VariantImage  *string `db:"variant_image"`
}

const detailSQL = `SELECT ` + listingColumns + `, p.description_en, p.description_ar, p.options, p.vat_bp,
  v.choices, v.image AS variant_image` + listingTables

// relatedMost is the maximum number of related products on a page.
const relatedMost = 8

// Product returns a product by id or slug, at the branch that opensAt picks. errs.NotFound when no branch sells it.
func (s *Service) Product(ctx context.Context, ref, branchRef string, lang i18n.Lang,
	place places.Place) (v ProductView, until time.Time, err error) {
	now := s.Clock.Now()
	var rows []detail
	query := detailSQL + `SELECT id FROM products WHERE id = $1 OR slug = $1)` + listingOrder
	if err := s.DB.Select(ctx, &rows, query, ref); err != nil {
		return v, until, fmt.Errorf("products: product: %w", err)
	}
	group := make([]listing, len(rows))
	for i := range rows {
		group[i] = rows[i].listing
	}
	if len(group) > 0 {
		group[0].content = contentOf(group[0].Attributes)
	}
	seller := s.opensAt(group, branchRef, place, now)
	if seller == nil {
		return v, until, errs.NotFound()
	}
	v.ProductCard, until = s.card(group, seller, lang, place, now)
	p := &rows[0]
	v.Description = i18n.Text{EN: p.DescriptionEN, AR: p.DescriptionAR}.In(lang)
	v.VATPercent = s.vatOf(p.VATBP)
	v.Images = []files.Image{}
	for _, name := range imageNames(p.Images) {
		if s.Library.Has(name) {
			v.Images = append(v.Images, s.Library.Image(name))
		}
	}
	v.Attributes, v.Options = attributes(p.Attributes, lang), options(p.Options, lang)
	v.Breadcrumbs = []wire.Ref{}
	if c, ok := s.Category(p.CategoryID); ok {
		for _, up := range c.Path() {
			v.Breadcrumbs = append(v.Breadcrumbs, up.Ref(lang))
		}
	}
	if s.returns != nil {
		v.Returns = s.returns(p.Slug, p.CategoryID, p.ServiceID, lang)
	}
	v.Variants = []VariantView{}
	for i := range rows {
		if rows[i].BranchID == seller.ID {
			shown, ends := s.variant(&rows[i], lang, now)
			until = soonest(until, ends)
			v.Variants = append(v.Variants, shown)
		}
	}
	v.Offers = s.offersOf(group, lang, place, now)
	if v.Extras && s.optional != nil {
		if v.Optional, err = s.optional(ctx, v.ID); err != nil {
			return v, until, err
		}
	}
	if v.Branch.Delivers != nil && !*v.Branch.Delivers {
		v.Related, err = s.instead(ctx, p, lang, place, now)
	} else {
		v.Related, err = s.related(ctx, p, lang, place, now)
	}
	until = soonest(until, s.Branches.Boundary(now))
	return v, until, err
}

func (s *Service) variant(d *detail, lang i18n.Lang, now time.Time) (VariantView, time.Time) {
	price, until := d.At(now)
	v := VariantView{
		ID: d.VariantID, Name: i18n.Text{EN: d.VariantEN, AR: d.VariantAR}.In(lang),
		Choices: map[string]string{}, Price: d.asks(price),
	}
	// Choices with invalid JSON select nothing; the variant can still be ordered by name.
	_ = json.Unmarshal([]byte(d.Choices), &v.Choices)
	if d.VariantImage != nil && s.Library.Has(*d.VariantImage) {
		picture := s.Library.Image(*d.VariantImage)
		v.Image = &picture
	}
	if d.Price > price {
		old := d.asks(d.Price)
		v.OldPrice = &old
	}
	left := d.left()
	v.Available = left > 0
	if v.Available && left <= fewLeft {
		v.StockLeft = &left
	}
	return v, until
}

// offersOf lists the branches that sell a product, best first.
func (s *Service) offersOf(group []listing, lang i18n.Lang, place places.Place, now time.Time) []OfferView {
	type ranked struct {
		rank
		view OfferView
	}
	var all []ranked
	for i := 0; i < len(group); {
		id, inStock, price := group[i].BranchID, false, int64(0)
		for first := i; i < len(group) && group[i].BranchID == id; i++ {
			asks, _ := group[i].At(now)
			left := group[i].left() > 0
			if i == first || left && !inStock || left == inStock && asks < price {
				price = asks
			}
			inStock = inStock || left
		}
		if b, ok := s.Branches.Branch(id); ok && b.Active {
			all = append(all, ranked{rankOf(b, inStock, place, now),
				OfferView{b.Card(lang, place, now), group[0].asks(price), inStock}})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Or(less(!a.before(b.rank), !b.before(a.rank))) })
	views := make([]OfferView, len(all))
	for i, r := range all {
		views[i] = r.view
	}
	return views
}

// related returns other products of the same category. Those of the same store come first, as a cart holds products of
// one branch. Products that no branch delivers to the place are left out.
func (s *Service) related(ctx context.Context, p *detail, lang i18n.Lang, place places.Place,
	now time.Time) ([]ProductCard, error) {
	return s.beside(ctx, p, []Query{
		{Service: p.ServiceID, Category: p.CategoryID, Store: p.StoreID, PerPage: relatedMost + 1},
		{Service: p.ServiceID, Category: p.CategoryID, PerPage: relatedMost + 1},
		{Service: p.ServiceID, Store: p.StoreID, PerPage: relatedMost + 1},
	}, lang, place, now, func(c *ProductCard) bool { return c.Branch.Delivers == nil || *c.Branch.Delivers })
}

// instead returns products that are available at a place, as alternatives to one that is not delivered there: from its
// category first, then its parents, then its service.
func (s *Service) instead(ctx context.Context, p *detail, lang i18n.Lang, place places.Place,
	now time.Time) ([]ProductCard, error) {
	queries := []Query{{Service: p.ServiceID}}
	if c, ok := s.Category(p.CategoryID); ok {
		for _, up := range c.Path() {
			queries = append(queries, Query{Service: p.ServiceID, Category: up.ID})
		}
	}
	slices.Reverse(queries)
	for i := range queries {
		queries[i].InStock, queries[i].PerPage = true, 2*relatedMost
	}
	return s.beside(ctx, p, queries, lang, place, now, func(c *ProductCard) bool {
		return c.Available && c.Branch.Delivers != nil && *c.Branch.Delivers
	})
}

// beside fills the row below a product with matching results from the queries in order, without duplicates.
func (s *Service) beside(ctx context.Context, p *detail, queries []Query, lang i18n.Lang, place places.Place,
	now time.Time, fits func(c *ProductCard) bool) ([]ProductCard, error) {
	cards := []ProductCard{}
	have := map[string]bool{p.ProductID: true}
	for _, query := range queries {
		query.Lang, query.Place, query.Page, query.Uncounted = lang, place, 1, true
		found, err := s.Find(ctx, query)
		if err != nil {
			return nil, err
		}
		hits := slices.DeleteFunc(found.Hits, func(h Hit) bool { return have[h.ProductID] })
		some, _, err := s.Cards(ctx, hits, lang, place, now)
		if err != nil {
			return nil, err
		}
		for i := range some {
			if c := &some[i]; len(cards) < relatedMost && fits(c) {
				have[c.ID] = true
				cards = append(cards, *c)
			}
		}
		if len(cards) == relatedMost {
			break
		}
	}
	return cards, nil
}

// attributes reads products.attributes; invalid JSON gives none.
func attributes(text string, lang i18n.Lang) []AttributeView {
	var stored []struct {
		Name  i18n.Text `json:"name"`
		Value i18n.Text `json:"value"`
	}
	_ = json.Unmarshal([]byte(text), &stored)
	views := make([]AttributeView, len(stored))
	for i, a := range stored {
		views[i] = AttributeView{a.Name.In(lang), a.Value.In(lang)}
	}
	return views
}

// options reads products.options; invalid JSON gives none.
func options(text string, lang i18n.Lang) []OptionView {
	var stored []struct {
		ID     string    `json:"id"`
		Name   i18n.Text `json:"name"`
		Values []struct {
			ID   string    `json:"id"`
			Name i18n.Text `json:"name"`
		} `json:"values"`
	}
	_ = json.Unmarshal([]byte(text), &stored)
	views := make([]OptionView, len(stored))
	for i, o := range stored {
		views[i] = OptionView{ID: o.ID, Name: o.Name.In(lang), Values: []ValueView{}}
		for _, value := range o.Values {
			views[i].Values = append(views[i].Values, ValueView{value.ID, value.Name.In(lang)})
		}
	}
	return views
}

func (s *Service) untaxed() bool { return s.Untaxed != nil && s.Untaxed() }

// vatOf is the VAT contained in a price, or nil if the shop charges no VAT.
func (s *Service) vatOf(bp int64) *money.Major {
	if s.untaxed() {
		return nil
	}
	percent := money.Percent(bp)
	return &percent
}
