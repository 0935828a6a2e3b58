package products

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Position is the place of a store's products in the tree of categories.
type Position struct {
	StoreID, ServiceID string // no store: any
	Categories         []string
}

// Covering returns the code of a coupon that covers products at the new position but not at the old one, and whose
// scope the actor may not extend; "" if there is none.
type Covering func(ctx context.Context, q db.Querier, by Actor, was, next Position) (code string, err error)

// OnReposition sets the check for products that change position, because a discount's scope depends on it.
func (s *Service) OnReposition(covering Covering) { s.covering = covering }

// mayReposition checks a product's change of category or service. A product that was never active and has no price is
// new and exempt: its prices are checked when they are set.
func (s *Service) mayReposition(ctx context.Context, tx *db.Tx, by Actor, r *Record, form *ProductForm,
	serviceID string) ([]errs.Field, error) {
	if s.covering == nil || form.CategoryID == r.CategoryID && serviceID == r.ServiceID {
		return nil, nil
	}
	var sold bool
	if err := tx.Get(ctx, &sold, `SELECT ever_active OR EXISTS (SELECT 1 FROM variants v
		JOIN branch_prices b ON b.variant_id = v.id WHERE v.product_id = p.id) FROM products p WHERE id = $1`,
		r.ID); err != nil || !sold {
		return nil, err
	}
	all, err := shelves(ctx, tx)
	if err != nil {
		return nil, err
	}
	return s.coveredAnew(ctx, tx, by, "category_id", Position{r.StoreID, r.ServiceID, pathOf(all, r.CategoryID)},
		Position{form.StoreID, serviceID, pathOf(all, form.CategoryID)})
}

// mayMoveCategory checks the move of a category with all products below it.
func (s *Service) mayMoveCategory(ctx context.Context, tx *db.Tx, by Actor, all map[string]shelf, c *shelf,
	parentID string) error {
	if s.covering == nil || c.parent() == parentID {
		return nil
	}
	below := func(ref string) Position {
		return Position{ServiceID: c.ServiceID, Categories: append([]string{c.ID}, pathOf(all, ref)...)}
	}
	wrong, err := s.coveredAnew(ctx, tx, by, "parent_id", below(c.parent()), below(parentID))
	if err == nil && len(wrong) > 0 {
		err = errs.InvalidAll(wrong)
	}
	return err
}

// pathOf lists a category and its ancestors as of the transaction: the tree in memory lacks categories that an import
// has just created.
func pathOf(all map[string]shelf, ref string) (path []string) {
	for c, ok := all[ref]; ok; c, ok = all[c.parent()] {
		path = append(path, c.ID)
	}
	return path
}

func (s *Service) coveredAnew(ctx context.Context, tx *db.Tx, by Actor, field string,
	was, next Position) ([]errs.Field, error) {
	code, err := s.covering(ctx, tx, by, was, next)
	if err != nil || code == "" {
		return nil, err
	}
	return []errs.Field{{Name: field, Key: "catalog.coupon_covers", Args: []any{"code", code}}}, nil
}
