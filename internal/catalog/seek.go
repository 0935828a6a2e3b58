package catalog

import (
	"cmp"
	"context"
	"slices"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/staff"
)

// Seek finds products by name, SKU or barcode within somebody's scope, those
// whose name begins with what was typed first. Only the best are kept while the
// directory is gone through, so that two letters cost no sorting.
func (s *Service) Seek(ctx context.Context, q staff.Sought) ([]staff.Hits, error) {
	if !q.Member.May(staff.ReadCatalogue) {
		return nil, nil
	}
	ids, more, err := s.nearest(ctx, q.Words, s.scope(q.Member), q.Most)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	type row struct {
		ID      string
		NameEN  string `db:"name_en"`
		NameAR  string `db:"name_ar"`
		StoreID string `db:"store_id"`
		SKU     string
	}
	var rows []row
	if err := s.DB.Select(ctx, &rows, `SELECT p.id, p.name_en, p.name_ar, p.store_id, COALESCE((SELECT v.sku FROM variants v WHERE v.product_id = p.id ORDER BY v.sort, v.id LIMIT 1), '') AS sku
		FROM products p WHERE p.id IN (`+db.List(1, len(ids))+`) ORDER BY p.id`, db.Args(ids)...); err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) })
	found := staff.Hits{Kind: "product", More: more}
	for _, r := range rows {
		detail := r.SKU
		if st, ok := s.Branches.Store(r.StoreID); ok {
			if detail != "" {
				detail += " · "
			}
			detail += st.Name.In(q.Lang)
		}
		found.Hits = append(found.Hits, staff.Hit{ID: r.ID, Title: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(q.Lang), Detail: detail, To: "/products/" + r.ID})
	}
	return []staff.Hits{found}, nil
}

// nearest lists the products in use that match best, at most so many, and
// whether there are others.
func (s *Service) nearest(ctx context.Context, words, stores []string, most int) (ids []string, more bool, err error) {
	d := &s.directory
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := s.catchUp(ctx); err != nil {
		return nil, false, err
	}
	before := func(a, b *card) int {
		return cmp.Or(less(!a.begins(words), !b.begins(words)), cmp.Compare(b.updated, a.updated), cmp.Compare(b.id, a.id))
	}
	best := make([]*card, 0, most+1)
	for i := range d.products {
		c := &d.products[i]
		if c.state == Archived || stores != nil && !slices.Contains(stores, c.store) || !c.matches(words) {
			continue
		}
		if len(best) == most && before(best[most-1], c) <= 0 {
			more = true
			continue
		}
		at, _ := slices.BinarySearchFunc(best, c, before)
		best = slices.Insert(best, at, c)
		if len(best) > most {
			best, more = best[:most], true
		}
	}
	for _, c := range best {
		ids = append(ids, c.id)
	}
	return ids, more, nil
}
