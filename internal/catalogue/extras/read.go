package extras

import (
	"context"
	"fmt"
	"slices"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

type offeredRow struct {
	ProductID string `db:"product_id"`
	GroupID   string `db:"group_id"`
	GroupEN   string `db:"group_en"`
	GroupAR   string `db:"group_ar"`
	Least     int64
	GroupMost int64 `db:"group_most"`
	ID        string
	NameEN    string `db:"name_en"`
	NameAR    string `db:"name_ar"`
	Price     int64
	Most      int64
	Preset    int64
	Out       bool
}

// At reads the groups that a branch offers with some products, by product, in one statement. Products without groups
// are absent.
func (s *Service) At(ctx context.Context, q db.Querier, branchID string,
	productIDs []string) (map[string]Offered, error) {
	out := map[string]Offered{}
	if len(productIDs) == 0 {
		return out, nil
	}
	ids := slices.Compact(slices.Sorted(slices.Values(productIDs)))
	var rows []offeredRow
	err := q.Select(ctx, &rows, `SELECT pe.product_id, g.id AS group_id, g.name_en AS group_en, g.name_ar AS group_ar,
		g.least, g.most AS group_most,
		e.id, e.name_en, e.name_ar, e.price, e.most, e.preset, o.extra_id IS NOT NULL AS out
		FROM product_extras pe JOIN extra_groups g ON g.id = pe.group_id JOIN extras e ON e.group_id = g.id
		LEFT JOIN extra_outs o ON o.branch_id = $1 AND o.extra_id = e.id AND o.out_until > $2
		WHERE g.archived_at IS NULL AND e.active AND pe.product_id IN (`+db.List(3, len(ids))+`)
		ORDER BY pe.product_id, pe.sort, g.id, e.sort, e.id`, db.Args(ids, branchID, db.At(s.Clock.Now()))...)
	if err != nil {
		return nil, fmt.Errorf("extras: offered: %w", err)
	}
	for _, r := range rows {
		groups := out[r.ProductID]
		if n := len(groups); n == 0 || groups[n-1].ID != r.GroupID {
			groups = append(groups,
				Group{ID: r.GroupID, Name: i18n.Text{EN: r.GroupEN, AR: r.GroupAR}, Least: r.Least, Most: r.GroupMost})
		}
		g := &groups[len(groups)-1]
		g.Extras = append(g.Extras, Extra{r.ID, i18n.Text{EN: r.NameEN, AR: r.NameAR}, r.Price, r.Most, r.Preset, r.Out})
		out[r.ProductID] = groups
	}
	return out, nil
}

// Optional reports whether a product can be ordered without extras, regardless of extras that are sold out at some
// branch.
func (s *Service) Optional(ctx context.Context, productID string) (bool, error) {
	offered, err := s.At(ctx, s.DB, "", []string{productID})
	return offered[productID].Optional(), err
}

// Guard updates the row that anchor names (an UPDATE up to and including its WHERE, with an id as $1) only if the
// extras are still offered, not sold out at the branch, and cost what they did. It fails if an extra sells out or
// becomes more expensive before.
func (s *Service) Guard(anchor, ref, branchID string, chosen []Frozen) db.Stmt {
	seen := map[string]int64{}
	for _, f := range chosen {
		seen[f.ID] = f.Price
	}
	args := []any{ref, branchID, db.At(s.Clock.Now())}
	sql := anchor + ` AND (SELECT COUNT(*) FROM extras e JOIN extra_groups g ON g.id = e.group_id
		WHERE e.active AND g.archived_at IS NULL AND NOT EXISTS (SELECT 1 FROM extra_outs o WHERE o.branch_id = $2
		AND o.extra_id = e.id AND o.out_until > $3) AND (`
	ids := make([]string, 0, len(seen))
	for id := range seen {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for i, id := range ids {
		if i > 0 {
			sql += " OR "
		}
		sql += fmt.Sprintf("e.id = $%d AND e.price = $%d", len(args)+1, len(args)+2)
		args = append(args, id, seen[id])
	}
	args = append(args, int64(len(ids)))
	return db.Stmt{SQL: sql + fmt.Sprintf(")) = $%d", len(args)), Args: args}
}
