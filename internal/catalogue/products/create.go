package products

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/media"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// taken holds the SKUs, slugs and categories checked for a list of products, read once for all and extended by each.
type taken struct {
	skus, slugs map[string]bool
	usable      map[string]bool // category and service
}

func (s *Service) taken(ctx context.Context, tx *db.Tx, list []NewProduct) (*taken, error) {
	t := &taken{skus: map[string]bool{}, slugs: map[string]bool{}, usable: map[string]bool{}}
	var skus, slugs []string
	for i := range list {
		for j := range list[i].Variants {
			v := &list[i].Variants[j]
			if v.SKU != "" {
				skus = append(skus, httpapi.Clean(v.SKU))
			}
		}
		if wish := list[i].wish(); wish != "" {
			slugs = append(slugs, wish)
		}
	}
	for _, one := range []struct {
		into   map[string]bool
		query  string
		values []string
	}{{t.skus, `SELECT sku FROM variants WHERE sku IN `, skus},
		{t.slugs, `SELECT slug FROM products WHERE slug IN `, slugs}} {
		for part := range slices.Chunk(one.values, 512) {
			part = db.Padded(part)
			var rows []string
			if err := tx.Select(ctx, &rows, one.query+`(`+db.List(1, len(part))+`)`, db.Args(part)...); err != nil {
				return nil, err
			}
			for _, value := range rows {
				one.into[value] = true
			}
		}
	}
	return t, nil
}

// wish is the preferred slug of a product, made from its cleaned names.
func (p *NewProduct) wish() string {
	return cmp.Or(p.Slug, Slug(httpapi.Clean(p.NameEN), httpapi.Clean(p.NameAR)))
}

// slug assigns a product its slug.
func (t *taken) slug(ctx context.Context, tx *db.Tx, wish string) (string, error) {
	slug := wish
	if wish == "" || t.slugs[wish] {
		var err error
		if slug, err = freeSlug(ctx, tx, "products", wish, t.slugs); err != nil {
			return "", err
		}
	}
	t.slugs[slug] = true
	return slug, nil
}

func (t *taken) mayUse(ctx context.Context, tx *db.Tx, categoryID, serviceID string) (bool, error) {
	key := categoryID + " " + serviceID
	if ok, known := t.usable[key]; known {
		return ok, nil
	}
	ok, err := usable(ctx, tx, categoryID, serviceID)
	t.usable[key] = ok
	return ok, err
}

// writing collects the statements and log entries for a list of products, so that they are sent together.
type writing struct {
	stmts   []db.Stmt
	entries []audit.Entry
}

// Create creates products, each completely or not at all: the error of one is returned at its index and does not affect
// the others. The catalogue's version is raised once.
func (s *Service) Create(ctx context.Context, tx *db.Tx, by Actor, list []NewProduct) ([]Made, error) {
	out := make([]Made, len(list))
	t, err := s.taken(ctx, tx, list)
	if err != nil {
		return nil, err
	}
	var w writing
	var ids []string
	for i := range list {
		made, err := s.create(ctx, tx, by, &list[i], t, &w)
		var refused *errs.Error
		if errors.As(err, &refused) {
			out[i].Refused = refused
			continue
		}
		if err != nil {
			return nil, err
		}
		out[i] = made
		ids = append(ids, made.ID)
	}
	if err := tx.Batch(ctx, w.stmts); err != nil {
		return nil, err
	}
	if by.StaffID != "" {
		if err := audit.WriteAll(ctx, tx, s.Clock.Now(), w.entries); err != nil {
			return nil, err
		}
	}
	return out, changefeed.Publish(ctx, tx, ChangedProduct, ids...)
}

func (s *Service) create(ctx context.Context, tx *db.Tx, by Actor, in *NewProduct, t *taken, w *writing) (Made, error) {
	serviceID, wrong := s.clean(by, &in.ProductForm)
	f := &in.ProductForm
	if in.Published {
		wrong = append(wrong, f.unfit()...)
	}
	if in.CategoryID != "" && serviceID != "" {
		if ok, err := t.mayUse(ctx, tx, in.CategoryID, serviceID); err != nil {
			return Made{}, err
		} else if !ok {
			wrong = append(wrong, errs.Field{Name: "category_id", Key: "catalog.category_unknown"})
		}
	}
	for i, v := range f.Variants {
		if v.ID != "" { // ids are made here
			wrong = append(wrong, errs.Field{Name: fmt.Sprintf("variants.%d", i), Key: "catalog.choices_unknown"})
		}
		if t.skus[v.SKU] {
			wrong = append(wrong, errs.Field{Name: fmt.Sprintf("variants.%d.sku", i), Key: "catalog.sku_taken"})
		}
	}
	if len(wrong) > 0 {
		return Made{}, errs.InvalidAll(wrong)
	}
	now := db.At(s.Clock.Now())
	created := cmp.Or(in.CreatedAt, now)
	out := Made{ID: cmp.Or(in.ID, id.New("prd"))}
	slug, err := t.slug(ctx, tx, in.wish())
	if err != nil {
		return Made{}, err
	}
	if !f.pictured() {
		// The log records nothing here, because the product is new.
	} else if err := s.shows(ctx, tx, out.ID, f); err != nil {
		// Undo everything written for this product; the other products of the list continue.
		if cleared := media.Use(ctx, tx, "product", out.ID, ""); cleared != nil {
			return Made{}, cleared
		}
		return Made{}, err
	}
	w.stmts = append(w.stmts, db.Stmt{SQL: `INSERT INTO products (id, slug, service_id, store_id, category_id, name_en,
		name_ar, description_en, description_ar,
			images, attributes, options, keywords, unit_en, unit_ar, min_qty, max_qty, vat_bp, popularity, active, created_at,
			updated_at, step_qty, unit_grams, tags)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
		$24, $25)`,
		Args: []any{out.ID, slug, serviceID, f.StoreID, f.CategoryID, f.NameEN, f.NameAR, f.DescriptionEN, f.DescriptionAR,
			stored(f.Images), stored(f.Attributes), stored(f.Options), f.Keywords, f.UnitEN, f.UnitAR, f.MinQty, f.MaxQty,
			f.VATBP,
			in.Popularity, in.Published, created, cmp.Or(in.CreatedAt, now), f.StepQty, f.UnitGrams, stored(f.Tags)}})
	for i, v := range f.Variants {
		name, _ := f.named(v.Choices)
		variantID := id.New("var")
		if i < len(in.VariantIDs) {
			variantID = in.VariantIDs[i]
		}
		if i < len(in.VariantN) {
			en, ar, _ := strings.Cut(in.VariantN[i], "\x00")
			name = i18n.Text{EN: en, AR: ar}
		}
		w.stmts = append(w.stmts, insertVariant(out.ID, variantID, i, v, name))
		if v.SKU != "" {
			t.skus[v.SKU] = true
		}
		out.Variants = append(out.Variants, variantID)
	}
	w.entries = append(w.entries, audit.Entry{StaffID: by.StaffID, Action: "product.create", Object: out.ID, After: f})
	return out, nil
}
