package extras

import (
	"context"
	"slices"

	"wekala/internal/platform/db"
)

// InUse reads the active groups of a store with their extras.
func InUse(ctx context.Context, q db.Querier, storeID string) ([]*Record, error) {
	var rows []groupRow
	if err := q.Select(ctx, &rows, groupColumns+` WHERE store_id = $1 AND archived_at IS NULL ORDER BY id`,
		storeID); err != nil {
		return nil, err
	}
	var parts []extraRow
	if err := q.Select(ctx, &parts, extraColumns+` JOIN extra_groups g ON g.id = e.group_id
		WHERE g.store_id = $1 AND g.archived_at IS NULL ORDER BY e.group_id, e.sort, e.id`, storeID); err != nil {
		return nil, err
	}
	out, at := make([]*Record, len(rows)), map[string]*Record{}
	for i, r := range rows {
		out[i] = r.record()
		at[r.ID] = out[i]
	}
	for _, e := range parts {
		if g := at[e.GroupID]; g != nil {
			g.Extras = append(g.Extras, e.form())
		}
	}
	return out, nil
}

// Find reads a group; NotFound if it does not exist.
func Find(ctx context.Context, q db.Querier, ref string) (*Record, error) { return find(ctx, q, ref) }

// OfProducts lists the groups of some products in display order, including archived ones.
func OfProducts(ctx context.Context, q db.Querier, products []string) (map[string][]string, error) {
	out := map[string][]string{}
	for part := range slices.Chunk(products, 512) {
		part = db.Padded(part)
		var rows []struct {
			ProductID string `db:"product_id"`
			GroupID   string `db:"group_id"`
		}
		if err := q.Select(ctx, &rows, `SELECT product_id, group_id FROM product_extras WHERE product_id IN (`+
			db.List(1, len(part))+`)
			ORDER BY product_id, sort, group_id`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[r.ProductID] = append(out[r.ProductID], r.GroupID)
		}
	}
	return out, nil
}

// ProductsWith lists the products that have a group.
func ProductsWith(ctx context.Context, q db.Querier, group string) (products []string, err error) {
	err = q.Select(ctx, &products, `SELECT product_id FROM product_extras WHERE group_id = $1 ORDER BY product_id`, group)
	return products, err
}
