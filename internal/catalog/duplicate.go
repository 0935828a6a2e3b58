package catalog

import (
	"context"
	"slices"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Duplicate makes a draft like a product, with SKUs of its own, without
// barcodes, and with its prices where wished.
func (s *Service) Duplicate(ctx context.Context, tx *db.Tx, by By, productID string, prices bool) (string, error) {
	r, err := by.read(ctx, tx, productID)
	if err != nil {
		return "", err
	}
	f := r.ProductForm
	f.NameEN, f.NameAR = copied(i18n.EN, f.NameEN), copied(i18n.AR, f.NameAR)
	gone := func(name string) bool { return name != "" && !s.Library.Has(name) }
	f.Images = slices.DeleteFunc(f.Images, gone)
	last, err := lastCalled(ctx, tx, r)
	if err != nil {
		return "", err
	}
	var from []string
	f.Variants = slices.DeleteFunc(f.Variants, func(v VariantForm) bool {
		name, fits := f.named(v.Choices)
		was, off := last[v.ID]
		return !fits || off && was != name // its price is not for what it would be called
	})
	for i := range f.Variants {
		from = append(from, f.Variants[i].ID)
		f.Variants[i].ID, f.Variants[i].SKU, f.Variants[i].Barcode = "", "", ""
		if gone(f.Variants[i].Image) {
			f.Variants[i].Image = ""
		}
	}
	made, err := s.Create(ctx, tx, by, []NewProduct{{ProductForm: f}})
	if err != nil {
		return "", err
	}
	if made[0].Refused != nil {
		return "", made[0].Refused
	}
	for i, v := range made[0].Variants {
		if i == len(from) {
			break // the one of a product none of whose variants was taken over
		}
		if err := s.inherit(ctx, tx, productID, from[i], v); err != nil {
			return "", err
		}
		if !prices {
			continue
		}
		of, args := "", []any{from[i], v, made[0].ID, productID, db.At(s.Clock.Now())}
		if by.Branches != nil {
			of = ` AND branch_id IN (` + db.List(len(args)+1, len(by.Branches)) + `)`
			args = append(args, db.Args(by.Branches)...)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO branch_prices (branch_id, variant_id, product_id, price, active, price_since)
			SELECT branch_id, $2, $3, price, active, CAST($5 AS BIGINT) FROM branch_prices WHERE variant_id = $1 AND product_id = $4`+of, args...); err != nil {
			return "", err
		}
	}
	return made[0].ID, nil
}

func copied(lang i18n.Lang, name string) string {
	if name == "" {
		return ""
	}
	return i18n.T(lang, "catalog.copy_of", "name", name)
}
