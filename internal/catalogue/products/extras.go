package products

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// LockProduct locks a product's row until the transaction ends; NotFound if the product does not exist.
func LockProduct(ctx context.Context, tx *db.Tx, productID string) error {
	n, err := tx.Exec(ctx, `UPDATE products SET extra_groups = extra_groups WHERE id = $1`, productID)
	if err == nil && n == 0 {
		err = errs.NotFound()
	}
	return err
}

// SoldByWeight reports whether a product is sold by weight. Such a product cannot have extras, as their price would
// apply to every unit of grams.
func SoldByWeight(ctx context.Context, q db.Querier, productID string) (bool, error) {
	var grams int64
	err := q.Get(ctx, &grams, `SELECT unit_grams FROM products WHERE id = $1`, productID)
	return grams > 0, err
}

// CountExtras stores how many groups of extras some products have: 0 for products missing from n. Cards use it to show
// whether there is anything to choose.
func CountExtras(ctx context.Context, tx *db.Tx, products []string, n map[string]int64) error {
	for _, p := range products {
		if _, err := tx.Exec(ctx, `UPDATE products SET extra_groups = $2 WHERE id = $1`, p, n[p]); err != nil {
			return err
		}
	}
	return nil
}
