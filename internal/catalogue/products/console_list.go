package products

import (
	"context"
	"fmt"
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// consolePage is the page size of the product list.
const consolePage = 50

// ProductRow is a product in the console's list.
type ProductRow struct {
	ID        string      `json:"id"`
	Slug      string      `json:"slug"`
	NameEN    string      `json:"name_en"`
	NameAR    string      `json:"name_ar"`
	Image     files.Image `json:"image"`
	Store     wire.Ref    `json:"store"`
	Category  wire.Ref    `json:"category"`
	State     string      `json:"state" enum:"draft,published,archived"`
	Variants  int64       `json:"variants" doc:"Those that are offered."`
	SKU       string      `json:"sku" doc:"Of the first variant."`
	Price     money.Major `json:"price" doc:"The lowest anywhere; 0 without one."`
	UnitGrams int64       `json:"unit_grams" doc:"Above 0: sold by weight, the price is of a kilogram."`
	Missing   []string    `json:"missing" doc:"translation, picture, price"`
	UpdatedAt db.Millis   `json:"updated_at"`
}

type productsInput struct {
	httpapi.PartInput
	Q          string `query:"q" maxLength:"200" doc:"Of names in both languages, SKUs, barcodes, keywords, tags."`
	StoreID    string `query:"store_id" maxLength:"64"`
	CategoryID string `query:"category_id" maxLength:"64" doc:"With what is below it."`
	Tag        string `query:"tag" maxLength:"200" doc:"Whatever its case."`
	State      string `query:"state" maxLength:"10" doc:"draft, published or archived; empty for what is in use."`
	Missing    string `query:"missing" maxLength:"12" doc:"translation, picture, price or duplicate"`
	Sort       string `query:"sort" maxLength:"10" doc:"name, -name or newest; empty: the last changed first."`
}

// lookup converts filters into a query of the directory. Unknown filter values return 422.
func (s *Service) lookup(ctx context.Context, in *productsInput) (Lookup, error) {
	q := Lookup{Text: in.Q, Tag: httpapi.Clean(in.Tag), State: in.State, Missing: in.Missing, Sort: in.Sort,
		Stores: s.scope(staff.Caller(ctx)), Arabic: httpapi.Caller(ctx).Lang == i18n.AR}
	for _, f := range []struct {
		name, value string
		known       []string
	}{
		{"state", in.State, []string{"", Draft, Published, Archived}},
		{"missing", in.Missing, []string{"", LacksTranslation, LacksPicture, LacksPrice, Duplicated}},
		{"sort", in.Sort, []string{ByChange, ByName, ByNameBack, ByNewest}},
	} {
		if !slices.Contains(f.known, f.value) {
			return q, errs.Invalid(f.name, "common.one_of")
		}
	}
	if in.StoreID != "" {
		if q.Stores != nil && !slices.Contains(q.Stores, in.StoreID) {
			return q, errs.NotFound()
		}
		if _, ok := s.Branches.Store(in.StoreID); !ok {
			return q, errs.NotFound()
		}
		q.Stores = []string{in.StoreID}
	}
	if in.CategoryID != "" {
		var err error
		if q.Categories, err = s.Below(ctx, in.CategoryID); err != nil {
			return q, err
		}
	}
	return q, nil
}

// Below lists a category and all its descendants, including hidden ones; NotFound if the category does not exist.
func (s *Service) Below(ctx context.Context, categoryID string) (map[string]bool, error) {
	all, err := shelves(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	if _, ok := all[categoryID]; !ok {
		return nil, errs.NotFound()
	}
	below := map[string]bool{}
	for id := range all {
		for up := id; up != ""; up = all[up].parent() {
			if up == categoryID {
				below[id] = true
				break
			}
		}
	}
	return below, nil
}

func (s *Service) listProducts(ctx context.Context, in *productsInput) (*httpapi.Part[ProductRow], error) {
	q, err := s.lookup(ctx, in)
	if err != nil {
		return nil, err
	}
	if q.After, err = PlaceOf(in.PartInput); err != nil {
		return nil, err
	}
	q.Most = consolePage + 1
	found, counts, err := s.Locate(ctx, q)
	if err != nil {
		return nil, err
	}
	found, meta := httpapi.Cut(found, consolePage, Located.Key)
	rows, err := s.productRows(ctx, found)
	if err != nil {
		return nil, err
	}
	total := counts[q.State]
	if q.State == "" {
		total = counts[Draft] + counts[Published]
	}
	meta.Total = &total
	return httpapi.PartOf(rows, meta), nil
}

// productRows reads the list rows of the located products, in the same order.
func (s *Service) productRows(ctx context.Context, found []Located) ([]ProductRow, error) {
	rows := make([]ProductRow, 0, len(found))
	if len(found) == 0 {
		return rows, nil
	}
	ids := make([]string, len(found))
	for i, f := range found {
		ids[i] = f.ID
	}
	var read []struct {
		ID         string
		Slug       string
		NameEN     string `db:"name_en"`
		NameAR     string `db:"name_ar"`
		Images     string
		StoreID    string `db:"store_id"`
		CategoryID string `db:"category_id"`
		Active     bool
		Archived   bool
		UpdatedAt  db.Millis `db:"updated_at"`
		Variants   int64
		SKU        string
		Price      int64
		UnitGrams  int64 `db:"unit_grams"`
	}
	err := s.DB.Select(ctx, &read, `SELECT p.id, p.slug, p.name_en, p.name_ar, p.images, p.store_id, p.category_id,
		p.active, p.archived_at IS NOT NULL AS archived,
		p.updated_at, (SELECT COUNT(*) FROM variants v WHERE v.product_id = p.id AND v.active) AS variants,
		COALESCE((SELECT v.sku FROM variants v WHERE v.product_id = p.id ORDER BY v.sort, v.id LIMIT 1), '') AS sku,
		COALESCE((SELECT MIN(bp.price) FROM branch_prices bp WHERE bp.product_id = p.id
		AND bp.active), 0) AS price, p.unit_grams
		FROM products p WHERE p.id IN (`+db.List(1, len(ids))+`) ORDER BY p.id`, db.Args(ids)...)
	if err != nil {
		return nil, fmt.Errorf("products: products: %w", err)
	}
	lang := httpapi.Caller(ctx).Lang
	for _, f := range found {
		for _, r := range read {
			if r.ID != f.ID {
				continue
			}
			row := ProductRow{ID: r.ID, Slug: r.Slug, NameEN: r.NameEN, NameAR: r.NameAR,
				Image: s.Library.Image(firstImage(r.Images, nil)), State: stateOf(r.Active, r.Archived), Variants: r.Variants,
				SKU: r.SKU, Price: money.EGP(r.Price).Major(), UnitGrams: r.UnitGrams, Missing: f.Lacks, UpdatedAt: r.UpdatedAt,
				Store: wire.Ref{ID: r.StoreID}, Category: wire.Ref{ID: r.CategoryID}}
			if st, ok := s.Branches.Store(r.StoreID); ok {
				row.Store = st.Ref(lang)
			}
			if c, ok := s.Category(r.CategoryID); ok {
				row.Category = c.Ref(lang)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}
