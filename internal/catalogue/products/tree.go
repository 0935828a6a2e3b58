package products

import (
	"context"
	"fmt"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// Category is a node of a service's tree.
type Category struct {
	ID, Slug  string
	ServiceID string
	Name      i18n.Text
	Image     files.Image
	Parent    *Category
	Children  []*Category // active ones, in their order
	Active    bool        // it and all above it
	Class     string      // the return class it says itself
}

// Ref returns the category's id and name.
func (c *Category) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: c.ID, Slug: c.Slug, Name: c.Name.In(lang)}
}

// Path lists the categories from the top level down to this one.
func (c *Category) Path() []*Category {
	if c == nil {
		return nil
	}
	return append(c.Parent.Path(), c)
}

// tree holds all categories at one version.
type tree struct {
	byID, bySlug map[string]*Category
	tops         map[string][]*Category // by service
}

type categoryRow struct {
	ID, Slug  string
	ServiceID string  `db:"service_id"`
	ParentID  *string `db:"parent_id"`
	NameEN    string  `db:"name_en"`
	NameAR    string  `db:"name_ar"`
	Image     string
	Active    bool
	Class     *string `db:"return_class"`
}

func loadTree(ctx context.Context, d *db.DB, pictures *files.Library) (*tree, error) {
	var rows []categoryRow
	err := d.Select(ctx, &rows, `SELECT id, slug, service_id, parent_id, name_en, name_ar, image, active, return_class
		FROM categories ORDER BY sort, id`)
	if err != nil {
		return nil, fmt.Errorf("products: categories: %w", err)
	}
	t := &tree{byID: map[string]*Category{}, bySlug: map[string]*Category{}, tops: map[string][]*Category{}}
	for _, r := range rows {
		c := &Category{
			ID: r.ID, Slug: r.Slug, ServiceID: r.ServiceID, Name: i18n.Text{EN: r.NameEN, AR: r.NameAR},
			Image: pictures.Image(r.Image), Active: r.Active,
		}
		if r.Class != nil {
			c.Class = *r.Class
		}
		t.byID[c.ID], t.bySlug[c.Slug] = c, c
	}
	for _, r := range rows {
		if r.ParentID != nil {
			t.byID[r.ID].Parent = t.byID[*r.ParentID]
		}
	}
	for _, r := range rows {
		c := t.byID[r.ID]
		// A cycle would make every walk upwards endless; the depth limit detects it.
		depth := 0
		for up := c.Parent; up != nil; up = up.Parent {
			c.Active = c.Active && up.Active
			if depth++; depth > 32 {
				return nil, fmt.Errorf("products: category %s is below itself", c.ID)
			}
		}
	}
	for _, r := range rows {
		c := t.byID[r.ID]
		switch {
		case !c.Active:
		case c.Parent != nil:
			c.Parent.Children = append(c.Parent.Children, c)
		default:
			t.tops[c.ServiceID] = append(t.tops[c.ServiceID], c)
		}
	}
	return t, nil
}

// Category finds a category by id or slug, active or not.
func (s *Service) Category(ref string) (*Category, bool) {
	t := s.tree.Load()
	c, ok := t.byID[ref]
	if !ok {
		c, ok = t.bySlug[ref]
	}
	return c, ok
}

// ReturnClass is the return class of a category's goods: its own, that of the nearest
// above it that has one, or that of its kind of store.
func (s *Service) ReturnClass(id string) string {
	top := s.tree.Load().byID[id]
	for c := top; c != nil; c = c.Parent {
		if c.Class != "" {
			return c.Class
		}
	}
	if top != nil {
		if kind, ok := s.Branches.Service(top.ServiceID); ok {
			return ReturnClassOf(kind.Tint)
		}
	}
	return General
}

// Tops lists a service's top-level categories.
func (s *Service) Tops(serviceID string) []*Category { return s.tree.Load().tops[serviceID] }

// AncestorIDs lists the ids of a category and its ancestors.
func (s *Service) AncestorIDs(id string) []string {
	var ids []string
	for c := s.tree.Load().byID[id]; c != nil; c = c.Parent {
		ids = append(ids, c.ID)
	}
	return ids
}

// below lists the ids of a category and its descendants.
func (c *Category) below() []string {
	ids := []string{c.ID}
	for _, child := range c.Children {
		ids = append(ids, child.below()...)
	}
	return ids
}

// View converts a category and its descendants into a language. Without counts it includes all children; with counts it
// leaves out empty ones.
func (c *Category) View(lang i18n.Lang, counts map[string]int64) branches.Category {
	v := branches.Category{
		ID: c.ID, Slug: c.Slug, Name: c.Name.In(lang), Image: c.Image, ServiceID: c.ServiceID,
		Products: counts[c.ID], Children: []branches.Category{},
	}
	if c.Parent != nil {
		v.ParentID = &c.Parent.ID
	}
	for _, child := range c.Children {
		if counts[child.ID] > 0 {
			v.Children = append(v.Children, child.View(lang, counts))
		}
	}
	return v
}

type countRow struct {
	CategoryID string `db:"category_id"`
	N          int64
}

// Both count a shelf only so far: until the index is there and knows, a first
// page must not wait for a million rows to be counted.
const (
	countService = `SELECT c.id AS category_id, (SELECT COUNT(*) FROM (SELECT 1 AS one FROM products p
  WHERE p.category_id = c.id AND p.active LIMIT 1000) AS counted) AS n
FROM categories c WHERE c.service_id = $1 ORDER BY c.id`
	countBranch = `SELECT c.id AS category_id, (SELECT COUNT(*) FROM (SELECT 1 AS one FROM products p
  WHERE p.category_id = c.id AND p.store_id = b.store_id AND p.active
    AND EXISTS (SELECT 1 FROM branch_prices bp WHERE bp.product_id = p.id AND bp.branch_id = b.id AND bp.active)
    LIMIT 200) AS counted) AS n
FROM branches b JOIN categories c ON c.service_id = b.service_id WHERE b.id = $1 ORDER BY c.id`
)

// Counts returns the number of products in each category of a service, descendants included; limited to a branch if one
// is given.
func (s *Service) Counts(ctx context.Context, serviceID, branchID string) (map[string]int64, error) {
	if counts, ok := s.lister.Counts(serviceID, branchID); ok {
		return counts, nil
	}
	query, ref := countService, serviceID
	if branchID != "" {
		query, ref = countBranch, branchID
	}
	var rows []countRow
	if err := s.DB.Select(ctx, &rows, query, ref); err != nil {
		return nil, fmt.Errorf("products: counts: %w", err)
	}
	counts := map[string]int64{}
	for _, r := range rows {
		for _, id := range s.AncestorIDs(r.CategoryID) {
			counts[id] += r.N
		}
	}
	return counts, nil
}

// Shelves lists the non-empty categories of a service as a tree; limited to a branch if one is given.
func (s *Service) Shelves(ctx context.Context, serviceID, branchID string,
	lang i18n.Lang) ([]branches.Category, error) {
	counts, err := s.Counts(ctx, serviceID, branchID)
	if err != nil {
		return nil, err
	}
	views := []branches.Category{}
	for _, c := range s.Tops(serviceID) {
		if counts[c.ID] > 0 {
			views = append(views, c.View(lang, counts))
		}
	}
	return views, nil
}

// OfBranch implements branches.Categories.
func (s *Service) OfBranch(ctx context.Context, branchID string, lang i18n.Lang) ([]branches.Category, error) {
	b, ok := s.Branches.Branch(branchID)
	if !ok {
		return nil, nil
	}
	tops, err := s.Shelves(ctx, b.Kind.ID, b.ID, lang)
	if err != nil {
		return nil, err
	}
	return sections(tops), nil
}

// maxSections is the maximum number of sections on a branch's page that are taken from the second level of categories.
const maxSections = 8

// sections returns the sections of a branch's menu. If there are few, it uses the categories one level down; otherwise
// all dishes of a kitchen would be under one title.
func sections(tops []branches.Category) []branches.Category {
	parts := []branches.Category{}
	for _, top := range tops {
		sum := int64(0)
		for _, child := range top.Children {
			sum += child.Products
		}
		if len(top.Children) < 2 || sum < top.Products {
			parts = append(parts, top) // nothing to divide, or something in no part
		} else {
			parts = append(parts, top.Children...)
		}
	}
	if len(parts) > maxSections {
		return tops
	}
	return parts
}

// Selling implements branches.Categories.
func (s *Service) Selling(ctx context.Context, category string) (map[string]bool, error) {
	c, ok := s.Category(category)
	if !ok || !c.Active {
		return nil, nil
	}
	selling := map[string]bool{}
	for _, b := range s.Branches.All() {
		if b.Kind.ID != c.ServiceID {
			continue
		}
		counts, err := s.Counts(ctx, b.Kind.ID, b.ID)
		if err != nil {
			return nil, err
		}
		selling[b.ID] = counts[c.ID] > 0
	}
	return selling, nil
}

// Refresh is the hook for Changes.OnChange.
func (s *Service) Refresh(ctx context.Context, changes []changefeed.Change) error {
	return changefeed.OnKinds(s.Load, ChangedCategory)(ctx, changes)
}

// soonest returns the earlier of two times, where zero means never.
func soonest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
