package products

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

func insertVariant(productID, variantID string, place int, v VariantForm, name i18n.Text) db.Stmt {
	sku := cmp.Or(v.SKU, strings.ToUpper(variantID[max(0, len(variantID)-10):]))
	return db.Stmt{SQL: `INSERT INTO variants (id, product_id, sku, choices, name_en, name_ar, image, active, sort,
		barcode, weight_grams)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		Args: []any{variantID, productID, sku, stored(v.Choices), name.EN, name.AR, pictureOf(v), v.Active, int64(place),
			v.Barcode, v.WeightGrams}}
}

// adopt gives variants without an id the id of a former variant with the same choices.
func adopt(former []VariantForm, f *ProductForm) {
	taken := map[string]bool{}
	for _, v := range f.Variants {
		taken[v.ID] = true
	}
	for i := range f.Variants {
		v := &f.Variants[i]
		for _, o := range former {
			if v.ID == "" && !taken[o.ID] && f.choice(o.Choices) == f.choice(v.Choices) {
				v.ID, v.SKU = o.ID, cmp.Or(v.SKU, o.SKU)
			}
		}
	}
}

func (s *Service) skuElsewhere(ctx context.Context, q db.Querier, sku, productID string) (bool, error) {
	var n int64
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM variants WHERE sku = $1 AND product_id <> $2`, sku, productID)
	return n > 0, err
}

// writeVariants replaces a product's variants with those of the form, and lists the former ones that stay, switched
// off.
func writeVariants(ctx context.Context, tx *db.Tx, productID string, former []VariantForm,
	f *ProductForm) (kept []VariantForm, err error) {
	byID := map[string]VariantForm{}
	for _, v := range former {
		byID[v.ID] = v
	}
	wanted := map[string]bool{}
	for _, v := range f.Variants {
		wanted[v.ID] = true
	}
	for _, v := range former {
		if wanted[v.ID] {
			// Two variants may exchange their SKUs.
			if _, err := tx.Exec(ctx, `UPDATE variants SET sku = '~' || id WHERE id = $1`, v.ID); err != nil {
				return nil, err
			}
			continue
		}
		// A variant can be ordered only with a price, and prices are never deleted.
		n, err := tx.Exec(ctx, `DELETE FROM variants WHERE id = $1
			AND NOT EXISTS (SELECT 1 FROM branch_prices WHERE product_id = $2 AND variant_id = $1)
			AND NOT EXISTS (SELECT 1 FROM stock WHERE variant_id = $1
				AND branch_id IN (SELECT b.id FROM branches b JOIN products p ON p.store_id = b.store_id
				WHERE p.id = $2))`, v.ID, productID)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			continue
		}
		v.Active = false
		if slices.ContainsFunc(f.Variants, func(o VariantForm) bool { return o.SKU == v.SKU }) {
			v.SKU += "~" + v.ID[max(0, len(v.ID)-6):]
		}
		kept = append(kept, v)
		if _, err := tx.Exec(ctx, `UPDATE variants SET active = $2, sort = $3, sku = $4 WHERE id = $1`, v.ID, false,
			int64(MaxVariants+len(kept)), v.SKU); err != nil {
			return nil, err
		}
	}
	for i := range f.Variants {
		v := &f.Variants[i]
		name, _ := f.named(v.Choices)
		if v.ID == "" {
			v.ID = id.New("var")
			v.SKU = cmp.Or(v.SKU, strings.ToUpper(v.ID[len(v.ID)-10:]))
			if err := tx.Batch(ctx, []db.Stmt{insertVariant(productID, v.ID, i, *v, name)}); err != nil {
				return nil, err
			}
			continue
		}
		v.SKU = cmp.Or(v.SKU, byID[v.ID].SKU)
		n, err := tx.Exec(ctx, `UPDATE variants SET sku = $2, choices = $3, name_en = $4, name_ar = $5, image = $6,
			active = $7, sort = $8, barcode = $9,
			weight_grams = $10 WHERE id = $1 AND product_id = $11`,
			v.ID, v.SKU, stored(v.Choices), name.EN, name.AR, pictureOf(*v), v.Active, int64(i), v.Barcode, v.WeightGrams,
			productID)
		if err == nil && n == 0 {
			err = errs.Invalid(fmt.Sprintf("variants.%d", i), "catalog.choices_unknown")
		}
		if err != nil {
			return nil, err
		}
	}
	return kept, nil
}
