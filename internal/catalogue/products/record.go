package products

import (
	"context"
	"encoding/json"
	"fmt"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

type recordRow struct {
	ID            string
	Slug          string
	ServiceID     string `db:"service_id"`
	StoreID       string `db:"store_id"`
	CategoryID    string `db:"category_id"`
	NameEN        string `db:"name_en"`
	NameAR        string `db:"name_ar"`
	DescriptionEN string `db:"description_en"`
	DescriptionAR string `db:"description_ar"`
	Images        string
	Attributes    string
	Options       string
	Keywords      string
	Tags          string
	UnitEN        string `db:"unit_en"`
	UnitAR        string `db:"unit_ar"`
	MinQty        int64  `db:"min_qty"`
	MaxQty        int64  `db:"max_qty"`
	StepQty       int64  `db:"step_qty"`
	UnitGrams     int64  `db:"unit_grams"`
	VATBP         int64  `db:"vat_bp"`
	Active        bool
	ArchivedAt    *db.Millis `db:"archived_at"`
	Version       int64
	CreatedAt     db.Millis `db:"created_at"`
	UpdatedAt     db.Millis `db:"updated_at"`
}

type variantRow struct {
	ID          string
	ProductID   string `db:"product_id"`
	SKU         string
	Barcode     string
	Choices     string
	Image       *string
	Active      bool
	WeightGrams int64 `db:"weight_grams"`
}

// Read reads a product by id; NotFound if it does not exist.
func Read(ctx context.Context, q db.Querier, productID string) (*Record, error) {
	all, err := ReadAll(ctx, q, productID)
	if err != nil {
		return nil, err
	}
	if all[productID] == nil {
		return nil, errs.NotFound()
	}
	return all[productID], nil
}

// ReadAll reads products by id, with two statements for several hundred products; missing products are absent.
func ReadAll(ctx context.Context, q db.Querier, ids ...string) (map[string]*Record, error) {
	out := make(map[string]*Record, len(ids))
	for from := 0; from < len(ids); from += 512 {
		part := db.Padded(ids[from:min(from+512, len(ids))])
		in := `(` + db.List(1, len(part)) + `)`
		var products []recordRow
		if err := q.Select(ctx, &products, `SELECT id, slug, service_id, store_id, category_id, name_en, name_ar,
			description_en, description_ar, images, attributes,
			options, keywords, tags, unit_en, unit_ar, min_qty, max_qty, step_qty, unit_grams, vat_bp, active, archived_at,
			version, created_at, updated_at FROM products
			WHERE id IN `+in, db.Args(part)...); err != nil {
			return nil, err
		}
		for i := range products {
			r, err := products[i].record()
			if err != nil {
				return nil, err
			}
			out[r.ID] = r
		}
		var variants []variantRow
		if err := q.Select(ctx, &variants, `SELECT id, product_id, sku, barcode, choices, image, active, weight_grams
			FROM variants
			WHERE product_id IN `+in+` ORDER BY product_id, sort, id`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, v := range variants {
			form := VariantForm{ID: v.ID, SKU: v.SKU, Barcode: v.Barcode, Choices: map[string]string{}, Active: v.Active,
				WeightGrams: v.WeightGrams}
			if v.Image != nil {
				form.Image = *v.Image
			}
			_ = json.Unmarshal([]byte(v.Choices), &form.Choices)
			if r := out[v.ProductID]; r != nil {
				r.Variants = append(r.Variants, form)
			}
		}
	}
	return out, nil
}

func (r *recordRow) record() (*Record, error) {
	out := &Record{ID: r.ID, Slug: r.Slug, ServiceID: r.ServiceID, Active: r.Active, ArchivedAt: r.ArchivedAt,
		Version: r.Version, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, ProductForm: ProductForm{
			StoreID: r.StoreID, CategoryID: r.CategoryID, NameEN: r.NameEN, NameAR: r.NameAR, DescriptionEN: r.DescriptionEN,
			DescriptionAR: r.DescriptionAR,
			UnitEN:        r.UnitEN, UnitAR: r.UnitAR, Keywords: r.Keywords, MinQty: r.MinQty, MaxQty: r.MaxQty,
			StepQty: r.StepQty, UnitGrams: r.UnitGrams, VATBP: r.VATBP,
			Tags: []string{}, Images: []string{}, Attributes: []Fact{}, Options: []Option{}, Variants: []VariantForm{},
		}}
	for _, one := range []struct {
		text string
		list any
	}{{r.Tags, &out.Tags}, {r.Images, &out.Images}, {r.Attributes, &out.Attributes}, {r.Options, &out.Options}} {
		if one.text == "[]" {
			continue
		}
		if err := json.Unmarshal([]byte(one.text), one.list); err != nil {
			return nil, fmt.Errorf("products: product %s: %w", r.ID, err)
		}
	}
	return out, nil
}
