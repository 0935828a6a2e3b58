package extras

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
)

// CopyProduct has a copy ask for what its original does.
func (s *Service) CopyProduct(ctx context.Context, tx *db.Tx, by Actor, c products.Copied) error {
	groups, err := ofProduct(ctx, tx, c.From)
	if err != nil || len(groups) == 0 {
		return err
	}
	return s.Attach(ctx, tx, by, c.To, groups, nil)
}
