package products

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// NewProduct is a product to create. Empty fields outside the form are generated.
type NewProduct struct {
	ID, Slug             string
	CreatedAt            db.Millis
	Popularity           int64
	Published            bool
	VariantIDs, VariantN []string // ids, and names instead of their choices' (English\x00Arabic)
	ProductForm
}

// Made is the result of one NewProduct.
type Made struct {
	ID       string
	Variants []string    // ids, in the order of the form
	Refused  *errs.Error // the reason, if nothing was created
}

// stored encodes a list for its column.
func stored(list any) string {
	raw, err := json.Marshal(list)
	if err != nil {
		panic("products: a list must encode: " + err.Error())
	}
	return string(raw)
}

// changeProduct makes one change to a product if it still has the version that was read (0: any version). change edits
// the record and may write variants.
func (s *Service) changeProduct(ctx context.Context, tx *db.Tx, by Actor, action, productID string, version int64,
	change func(r *Record) error) error {
	if err := products.Hold(ctx, tx, productID, version); err != nil {
		return err
	}
	was, err := by.read(ctx, tx, productID)
	if err != nil {
		return err
	}
	next, err := Read(ctx, tx, productID)
	if err != nil {
		return err
	}
	if err := change(next); errors.Is(err, errWaits) || errors.Is(err, errUnchanged) {
		return nil
	} else if err != nil {
		return err
	}
	next.UpdatedAt = db.At(s.Clock.Now())
	f := &next.ProductForm
	if _, err := tx.Exec(ctx, `UPDATE products SET service_id = $2, store_id = $3, category_id = $4, name_en = $5,
		name_ar = $6, description_en = $7,
		description_ar = $8, images = $9, attributes = $10, options = $11, keywords = $12, unit_en = $13, unit_ar = $14,
		min_qty = $15, max_qty = $16,
		vat_bp = $17, active = $18, ever_active = ever_active OR active
		OR $18, archived_at = $19, step_qty = $20, updated_at = $21, tags = $22, slug = $23, unit_grams = $24,
		version = version + 1 WHERE id = $1`,
		productID, next.ServiceID, f.StoreID, f.CategoryID, f.NameEN, f.NameAR, f.DescriptionEN, f.DescriptionAR,
		stored(f.Images), stored(f.Attributes),
		stored(f.Options), f.Keywords, f.UnitEN, f.UnitAR, f.MinQty, f.MaxQty, f.VATBP, next.Active, next.ArchivedAt,
		f.StepQty, next.UpdatedAt, stored(f.Tags), next.Slug, f.UnitGrams); err != nil {
		return err
	}
	return s.changedProduct(ctx, tx, by, action, was, next)
}

// changedProduct records a change of a product and publishes it to every node.
func (s *Service) changedProduct(ctx context.Context, tx *db.Tx, by Actor, action string, was, next *Record) error {
	if err := s.log(ctx, tx, by, action, next.ID, was, soleRecord{next, next.sole, next.makers}); err != nil {
		return err
	}
	return changefeed.Publish(ctx, tx, ChangedProduct, next.ID)
}

// errWaits ends a change that needs a second person's approval: the change is not applied, but the transaction commits.
var errWaits = errors.New("products: waits for a second person")

// errUnchanged ends a change that would leave the product as it is.
var errUnchanged = errors.New("products: nothing to change")

// whyUnitStays returns why a product's unit of sale cannot change, or "": carts, orders, quotations and stock count in
// that unit, and products sold by weight have no extras.
func whyUnitStays(ctx context.Context, tx *db.Tx, productID string, grams int64) (string, error) {
	for _, c := range []struct{ key, query string }{
		{"catalog.unit_fixed", `SELECT COUNT(*) FROM order_lines WHERE product_id = $1`},
		{"catalog.unit_fixed", `SELECT COUNT(*) FROM quotation_lines WHERE product_id = $1`},
		{"catalog.unit_in_cart", `SELECT COUNT(*) FROM cart_items WHERE product_id = $1`},
		{"catalog.unit_in_stock", `SELECT COUNT(*) FROM stock k JOIN variants v ON v.id = k.variant_id
			WHERE v.product_id = $1 AND (k.on_hand <> 0 OR k.reserved <> 0)`},
	} {
		var n int64
		if err := tx.Get(ctx, &n, c.query, productID); err != nil {
			return "", err
		}
		if n > 0 {
			return c.key, nil
		}
	}
	if grams == 0 {
		return "", nil
	}
	var groups int64
	err := tx.Get(ctx, &groups, `SELECT extra_groups FROM products WHERE id = $1`, productID)
	if groups > 0 {
		return "catalog.unit_with_extras", err
	}
	return "", err
}

// Update changes a product and its variants. Omitted variants that could have been ordered stay, switched off. If a new
// name needs a second person's approval, the whole change becomes pending, whatever its source. A later change replaces
// it.
func (s *Service) Update(ctx context.Context, tx *db.Tx, by Actor, productID string, version int64,
	form ProductForm) (waits bool, err error) {
	return s.save(ctx, tx, by, productID, version, form, nil)
}

// save performs Update or, given the makers of a pending change that another person approves, the approval.
func (s *Service) save(ctx context.Context, tx *db.Tx, by Actor, productID string, version int64, form ProductForm,
	makers []string) (waits bool, err error) {
	form.Variants = slices.Clone(form.Variants) // the transaction may run again with what came in
	err = s.changeProduct(ctx, tx, by, "product.edit", productID, version, func(r *Record) error {
		var err error
		serviceID, wrong := s.clean(by, &form)
		if r.Active {
			wrong = append(wrong, form.unfit()...)
		}
		if form.CategoryID != "" && serviceID != "" && (form.CategoryID != r.CategoryID || serviceID != r.ServiceID) {
			if ok, err := usable(ctx, tx, form.CategoryID, serviceID); err != nil {
				return err
			} else if !ok {
				wrong = append(wrong, errs.Field{Name: "category_id", Key: "catalog.category_unknown"})
			}
			covered, err := s.mayReposition(ctx, tx, by, r, &form, serviceID)
			if err != nil {
				return err
			}
			wrong = append(wrong, covered...)
		}
		if form.StoreID != r.StoreID {
			var priced int64
			if err := tx.Get(ctx, &priced, `SELECT COUNT(*) FROM branch_prices WHERE product_id = $1`, productID); err != nil {
				return err
			}
			var extras int64
			if err := tx.Get(ctx, &extras, `SELECT COUNT(*) FROM product_extras WHERE product_id = $1`, productID); err != nil {
				return err
			}
			switch {
			case priced > 0:
				wrong = append(wrong, errs.Field{Name: "store_id", Key: "catalog.store_fixed"})
			case extras > 0: // they are of the store, whose staff set their prices
				wrong = append(wrong, errs.Field{Name: "store_id", Key: "catalog.store_with_extras"})
			}
		}
		if form.UnitGrams != r.UnitGrams {
			key, err := whyUnitStays(ctx, tx, productID, form.UnitGrams)
			if err != nil {
				return err
			} else if key != "" {
				wrong = append(wrong, errs.Field{Name: "unit_grams", Key: key})
			}
		}
		adopt(r.Variants, &form)
		for i, v := range form.Variants {
			if v.ID != "" && !slices.ContainsFunc(r.Variants, func(o VariantForm) bool { return o.ID == v.ID }) {
				wrong = append(wrong, errs.Field{Name: fmt.Sprintf("variants.%d", i), Key: "catalog.choices_unknown"})
			}
			if v.SKU == "" {
				continue
			}
			if taken, err := s.skuElsewhere(ctx, tx, v.SKU, productID); err != nil {
				return err
			} else if taken {
				wrong = append(wrong, errs.Field{Name: fmt.Sprintf("variants.%d.sku", i), Key: "catalog.sku_taken"})
			}
		}
		if len(wrong) > 0 {
			return errs.InvalidAll(wrong)
		}
		last, err := lastCalled(ctx, tx, r)
		if err != nil {
			return err
		}
		let := len(makers) > 0
		if !let {
			if wrong, r.sole, err = s.judgeNames(ctx, tx, by, r, &form, last); err != nil {
				return err
			} else if len(wrong) > 0 {
				return errs.InvalidAll(wrong)
			}
		}
		called, err := s.judgeCalled(ctx, tx, by, r, &form, last, let)
		if err != nil {
			return err
		}
		if waits = called.waits; waits {
			return cmp.Or(s.waitAs(ctx, tx, by, r, &form, called.like), errWaits)
		}
		r.sole, r.makers = r.sole || called.sole, makers
		if err := tx.Batch(ctx, append(called.past,
			db.Stmt{SQL: `DELETE FROM name_waits WHERE product_id = $1`, Args: []any{productID}})); err != nil {
			return err
		}
		kept, err := writeVariants(ctx, tx, productID, r.Variants, &form)
		if err != nil {
			return err
		}
		form.Variants = append(form.Variants, kept...)
		if err := s.shows(ctx, tx, productID, &form); err != nil {
			return err
		}
		if r.Slug, err = s.addressOf(ctx, tx, r, &form); err != nil {
			return err
		}
		r.ProductForm, r.ServiceID = form, serviceID
		return nil
	})
	return waits && err == nil, err
}
