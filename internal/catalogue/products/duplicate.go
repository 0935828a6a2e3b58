package products

import (
	"context"
	"slices"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Copied is a product and its copy. Variants pairs each copied variant with its original.
type Copied struct {
	From, To         string
	FromSlug, ToSlug string
	Variants         [][2]string
}

// Copies copies another feature's data about a product to the product's copy.
type Copies func(ctx context.Context, tx *db.Tx, by Actor, c Copied) error

// Moves transfers a feature's data that is stored under a product's slug when that slug changes.
type Moves func(ctx context.Context, tx *db.Tx, fromSlug, toSlug string) error

// OnCopy registers the features that store data about products. Call it before the first request.
func (s *Service) OnCopy(copies ...Copies) { s.copies = append(s.copies, copies...) }

// OnMove registers the features that store data by a product's slug. Call it before the first request.
func (s *Service) OnMove(moves ...Moves) { s.moves = append(s.moves, moves...) }

// Duplicate creates a draft copy of a product with new SKUs, without barcodes, and optionally with its prices. It also
// copies extras, menus, the return rule and the choice not to count stock.
func (s *Service) Duplicate(ctx context.Context, tx *db.Tx, by Actor, productID string, prices bool) (string, error) {
	r, err := by.read(ctx, tx, productID)
	if err != nil {
		return "", err
	}
	f := r.ProductForm
	f.NameEN, f.NameAR = copied(i18n.EN, f.NameEN), copied(i18n.AR, f.NameAR)
	gone := func(name string) bool { return name != "" && !s.Library.Has(name) }
	f.Images = slices.DeleteFunc(f.Images, gone)
	last, err := lastCalled(ctx, tx, r)
	if err != nil {
		return "", err
	}
	var from []string
	f.Variants = slices.DeleteFunc(f.Variants, func(v VariantForm) bool {
		name, fits := f.named(v.Choices)
		was, off := last[v.ID]
		return !fits || off && was != name // its price is not for what it would be called
	})
	for i := range f.Variants {
		from = append(from, f.Variants[i].ID)
		f.Variants[i].ID, f.Variants[i].SKU, f.Variants[i].Barcode = "", "", ""
		if gone(f.Variants[i].Image) {
			f.Variants[i].Image = ""
		}
	}
	made, err := s.Create(ctx, tx, by, []NewProduct{{ProductForm: f}})
	if err != nil {
		return "", err
	}
	if made[0].Refused != nil {
		return "", made[0].Refused
	}
	c := Copied{From: productID, To: made[0].ID, FromSlug: r.Slug}
	if err := tx.Get(ctx, &c.ToSlug, `SELECT slug FROM products WHERE id = $1`, c.To); err != nil {
		return "", err
	}
	for i, v := range made[0].Variants {
		if i == len(from) {
			break // the one of a product none of whose variants was taken over
		}
		c.Variants = append(c.Variants, [2]string{from[i], v})
		if err := s.inherit(ctx, tx, productID, from[i], v); err != nil {
			return "", err
		}
		if !prices {
			continue
		}
		of, args := "", []any{from[i], v, made[0].ID, productID, db.At(s.Clock.Now())}
		if by.Branches != nil {
			of = ` AND branch_id IN (` + db.List(len(args)+1, len(by.Branches)) + `)`
			args = append(args, db.Args(by.Branches)...)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO branch_prices (branch_id, variant_id, product_id, price, active, price_since)
			SELECT branch_id, $2, $3, price, active, CAST($5 AS BIGINT) FROM branch_prices WHERE variant_id = $1
			AND product_id = $4`+of, args...); err != nil {
			return "", err
		}
	}
	for _, carry := range s.copies {
		if err := carry(ctx, tx, by, c); err != nil {
			return "", err
		}
	}
	return made[0].ID, nil
}

// addressOf returns a product's slug under its new name. Only a copy that customers never saw gets a new slug; links to
// any other product must keep working.
func (s *Service) addressOf(ctx context.Context, tx *db.Tx, r *Record, f *ProductForm) (string, error) {
	was, is := Slug(r.NameEN, r.NameAR), Slug(f.NameEN, f.NameAR)
	if r.Active || is == was || is == "" || !copyName(r) || r.Slug != was && !strings.HasPrefix(r.Slug, was+"-") {
		return r.Slug, nil
	}
	var seen bool
	if err := tx.Get(ctx, &seen, `SELECT ever_active FROM products WHERE id = $1`, r.ID); err != nil || seen {
		return r.Slug, err
	}
	slug, err := freeSlug(ctx, tx, "products", is, nil)
	if err != nil {
		return "", err
	}
	for _, carry := range s.moves {
		if err := carry(ctx, tx, r.Slug, slug); err != nil {
			return "", err
		}
	}
	return slug, nil
}

// copyName reports whether a product still has the name that Duplicate gave it.
func copyName(r *Record) bool {
	en, ar := copied(i18n.EN, " "), copied(i18n.AR, " ")
	return strings.HasSuffix(r.NameEN, strings.TrimSpace(en)) || strings.HasSuffix(r.NameAR, strings.TrimSpace(ar))
}

func copied(lang i18n.Lang, name string) string {
	if name == "" {
		return ""
	}
	return i18n.T(lang, "catalog.copy_of", "name", name)
}
