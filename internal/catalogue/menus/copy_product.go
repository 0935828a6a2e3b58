package menus

import (
	"context"
	"slices"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/versions"
)

// CopyProduct adds a copy to the menus that name its original and that the actor may change. Menus of categories
// already apply to it; full menus are left unchanged.
func (s *Service) CopyProduct(ctx context.Context, tx *db.Tx, by Actor, c products.Copied) error {
	var rows []menuRow
	err := tx.Select(ctx, &rows, menuColumns+` WHERE archived_at IS NULL
		AND store_id = (SELECT store_id FROM products WHERE id = $1) ORDER BY id`, c.From)
	if err != nil {
		return err
	}
	for _, row := range rows {
		r, err := row.record()
		if err != nil {
			return err
		}
		if !slices.Contains(r.Products, c.From) || len(r.Products) >= maxProducts || !ofBranches(by, r.Branches) {
			continue
		}
		productIDs := append(slices.Clone(r.Products), c.To)
		was, next, _, err := versions.Change(ctx, tx, table, r.ID, r.Version, db.At(s.Clock.Now()), find,
			func(*Record) (bool, error) {
				_, err := tx.Exec(ctx, `UPDATE menus SET products = $2 WHERE id = $1`, r.ID, stored(productIDs))
				return true, err
			})
		if err != nil {
			return err
		}
		if err := s.changed(ctx, tx, by, "menu.edit", was, next); err != nil {
			return err
		}
	}
	return nil
}
