package products

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// LockProduct takes a product's row until the transaction ends; NotFound when
// there is none.
func LockProduct(ctx context.Context, tx *db.Tx, productID string) error {
	n, err := tx.Exec(ctx, `UPDATE products SET extra_groups = extra_groups WHERE id = $1`, productID)
	if err == nil && n == 0 {
		err = errs.NotFound()
	}
	return err
}

// SoldByWeight reports that a product is sold by weight: it asks no extras, whose
// price would be one for every unit of grams.
func SoldByWeight(ctx context.Context, q db.Querier, productID string) (bool, error) {
	var grams int64
	err := q.Get(ctx, &grams, `SELECT unit_grams FROM products WHERE id = $1`, productID)
	return grams > 0, err
}

// CountExtras writes down how many groups of extras some products ask: none where
// n does not say. Cards tell by it whether there is anything to choose.
func CountExtras(ctx context.Context, tx *db.Tx, products []string, n map[string]int64) error {
	for _, p := range products {
		if _, err := tx.Exec(ctx, `UPDATE products SET extra_groups = $2 WHERE id = $1`, p, n[p]); err != nil {
			return err
		}
	}
	return nil
}
