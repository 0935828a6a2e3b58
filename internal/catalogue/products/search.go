package products

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Search finds products, and also categories for staff who may change them.
func (s *Service) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	var out []staff.Hits
	if q.Member.May(staff.ReadCatalogue) {
		found, err := s.seekProducts(ctx, q)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	if q.Member.May(staff.EditCategories) {
		found, err := s.seekCategories(ctx, q)
		if err != nil {
			return nil, err
		}
		out = append(out, found)
	}
	return out, nil
}

// seekCategories finds active and hidden categories by name, and returns the position of each in the tree.
func (s *Service) seekCategories(ctx context.Context, q staff.Query) (staff.Hits, error) {
	found := staff.Hits{Kind: "category"}
	all, err := shelves(ctx, s.DB)
	if err != nil {
		return found, err
	}
	name := func(c shelf) string { return i18n.Text{EN: c.NameEN, AR: c.NameAR}.In(q.Lang) }
	order := slices.SortedFunc(maps.Values(all), func(a, b shelf) int {
		return cmp.Or(cmp.Compare(a.ServiceID, b.ServiceID), cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.ID, b.ID))
	})
	for _, c := range order {
		if c.ArchivedAt != nil || !q.Named(s.Fold, c.NameEN, c.NameAR) {
			continue
		}
		var above []string
		for _, k := range s.Branches.ServiceTypes() {
			if k.ID == c.ServiceID {
				above = append(above, k.Name.In(q.Lang))
			}
		}
		if p, ok := all[c.parent()]; ok {
			above = append(above, name(p))
		}
		if !found.Add(q, staff.Hit{ID: c.ID, Title: name(c), Detail: strings.Join(above, " · "), To: "/categories/" + c.ID}) {
			break
		}
	}
	return found, nil
}

// seekProducts finds products by name, SKU or barcode within the member's scope; names that begin with the typed text
// come first. It keeps only the best while scanning the directory, so a search for two letters needs no large sort.
func (s *Service) seekProducts(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
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
	if err := s.DB.Select(ctx, &rows, `SELECT p.id, p.name_en, p.name_ar, p.store_id, COALESCE((SELECT v.sku
		FROM variants v WHERE v.product_id = p.id ORDER BY v.sort, v.id LIMIT 1), '') AS sku
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
		found.Hits = append(found.Hits, staff.Hit{ID: r.ID, Title: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(q.Lang),
			Detail: detail, To: "/products/" + r.ID})
	}
	return []staff.Hits{found}, nil
}

// nearest lists the best matching products in use, up to a limit, and whether there are more.
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
