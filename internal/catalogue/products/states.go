package products

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/versions"
)

// Record is a product as it is stored, for staff.
type Record struct {
	ID         string     `json:"id"`
	Slug       string     `json:"slug"`
	ServiceID  string     `json:"service"`
	Active     bool       `json:"active"`
	ArchivedAt *db.Millis `json:"archived_at"`
	Version    int64      `json:"version"`
	CreatedAt  db.Millis  `json:"created_at"`
	UpdatedAt  db.Millis  `json:"updated_at"`
	ProductForm
	sole   bool     // the sole owner approved a name that others may not set
	makers []string // asked for it, and somebody else let it
}

// State returns the state of a product: draft, published or archived.
func (r *Record) State() string { return stateOf(r.Active, r.ArchivedAt != nil) }

func stateOf(active, archived bool) string {
	switch {
	case archived:
		return Archived
	case active:
		return Published
	}
	return Draft
}

// The states of a product.
const (
	Draft     = "draft"
	Published = "published"
	Archived  = "archived"
)

// Publish shows a product to customers, or makes it a draft again.
func (s *Service) Publish(ctx context.Context, tx *db.Tx, by Actor, productID string, published bool) error {
	return s.changeProduct(ctx, tx, by, "product.publish", productID, 0, func(r *Record) error {
		if r.ArchivedAt != nil {
			return errs.Refuse("catalog.archived")
		}
		if r.Active == published {
			return errUnchanged
		}
		if wrong := r.unfit(); published && len(wrong) > 0 {
			return errs.InvalidAll(wrong)
		}
		r.Active = published
		return by.takeDown(ctx, tx, productID, heldDraft, !published)
	})
}

// products describes changes of products: each has a version, and products are archived rather than deleted.
var products = versions.Table{Name: "products", Dated: true, Hides: true}

// Archive archives a product, or restores it as a draft.
func (s *Service) Archive(ctx context.Context, tx *db.Tx, by Actor, productID string, archived bool) error {
	was, next, changed, err := versions.Archive(ctx, tx, products, productID, archived, db.At(s.Clock.Now()), by.read,
		func(was *Record) error {
			if err := by.takeDown(ctx, tx, productID, heldArchived, archived); err != nil || archived {
				return err
			}
			if ok, err := usable(ctx, tx, was.CategoryID, was.ServiceID); err != nil {
				return err
			} else if !ok {
				return errs.Refuse("catalog.category_archived")
			}
			return nil
		})
	if err != nil || !changed {
		return err
	}
	return s.changedProduct(ctx, tx, by, versions.Action("product", archived), was, next)
}
