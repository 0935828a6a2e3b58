package extras

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
)

// CopyProduct gives a copy the same groups of extras as its original.
func (s *Service) CopyProduct(ctx context.Context, tx *db.Tx, by Actor, c products.Copied) error {
	groups, err := ofProduct(ctx, tx, c.From)
	if err != nil || len(groups) == 0 {
		return err
	}
	return s.Attach(ctx, tx, by, c.To, groups, nil)
}
