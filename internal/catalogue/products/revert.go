package products

import (
	"cmp"
	"context"
	"slices"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Reverts lists the audit log's actions that this package can undo. Each undo uses the same functions as any other
// change.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"category.edit": s.revertCategory, "cost.set": s.revertCost, "price.set": s.revertPrice,
		"product.edit": s.revertProduct, "product.publish": s.revertState, "product.archive": s.revertState,
		"product.restore": s.revertState}
}

func (s *Service) revertCategory(ctx context.Context, member staff.Member, line audit.Line) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, is, err := holdCategory(ctx, tx, line.Object)
		if err != nil {
			return err
		}
		form := func(c shelf) CategoryForm {
			return CategoryForm{NameEN: c.NameEN, NameAR: c.NameAR, Image: c.Image, Active: c.Active, VATBP: c.VATBP,
				Class: c.Class}
		}
		before, after, err := audit.Sides[shelf](line)
		if err == nil {
			err = audit.Still(form(is), form(after))
		}
		if err != nil {
			return err
		}
		return s.EditCategory(ctx, tx, s.Of(member), line.Object, is.Version, form(before))
	})
}

func (s *Service) revertCost(ctx context.Context, member staff.Member, line audit.Line) error {
	before, after, err := audit.Sides[Cost](line)
	if err != nil {
		return err
	}
	if !member.Sees(after.BranchID) {
		return errs.NotFound()
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, err := s.SetCosts(ctx, tx, s.Of(member), []CostChange{{Cost: before, Was: after.Cost, Read: true}})
		if err == nil && (out[0].Refused != nil || !out[0].Changed) {
			err = errs.Conflict("common.changed_since")
		}
		return err
	})
}

func (s *Service) revertPrice(ctx context.Context, member staff.Member, line audit.Line) error {
	before, after, err := audit.Sides[Price](line)
	if err != nil {
		return err
	}
	if !member.Sees(after.BranchID) {
		return errs.NotFound()
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		all, err := PricesOf(ctx, tx, []PriceKey{after.key()})
		if err != nil {
			return err
		}
		is, there := all[after.key()]
		if !there || !is.equals(&after) {
			return errs.Conflict("common.changed_since")
		}
		before.Version = is.Version
		out, err := s.SetPrices(ctx, tx, s.Of(member), []PriceChange{{before}})
		switch {
		case err != nil:
			return err
		case out[0].Refused != nil:
			return out[0].Refused
		case out[0].Waits:
			return staff.TakesTwo()
		}
		return nil
	})
}

// revertProduct restores a product's earlier content. It recreates variants that were deleted. Variants added by the
// change are deleted, or switched off if they could have been ordered.
func (s *Service) revertProduct(ctx context.Context, member staff.Member, line audit.Line) error {
	before, after, err := audit.Sides[ProductForm](line)
	if err != nil {
		return err
	}
	return s.Comparing(ctx, func(ctx context.Context) error { return s.undoProduct(ctx, member, line, before, after) })
}

func (s *Service) undoProduct(ctx context.Context, member staff.Member, line audit.Line,
	before, after ProductForm) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := products.Hold(ctx, tx, line.Object, 0); err != nil {
			return err
		}
		is, err := s.Of(member).read(ctx, tx, line.Object)
		if err != nil {
			return err
		}
		if err := audit.Still(is.plain(), after.plain()); err != nil {
			return err
		}
		form := before
		form.Variants = nil
		for _, v := range before.Variants {
			if _, fits := before.named(v.Choices); !fits {
				continue // was offered no more even then
			}
			if !slices.ContainsFunc(is.Variants, func(o VariantForm) bool { return o.ID == v.ID }) {
				v.ID = ""
			}
			form.Variants = append(form.Variants, v)
		}
		waits, err := s.Update(ctx, tx, s.Of(member), line.Object, is.Version, form)
		if err == nil && waits {
			err = staff.TakesTwo()
		}
		return err
	})
}

// plain is a form in which two that say the same are equal: an empty list is one, and
// the order of variants that are offered no more is the program's.
func (f ProductForm) plain() ProductForm {
	f.Tags = append([]string{}, f.Tags...)
	f.Images, f.Attributes, f.Options = append([]string{}, f.Images...), append([]Fact{}, f.Attributes...),
		append([]Option{}, f.Options...)
	f.Variants = slices.SortedFunc(slices.Values(f.Variants),
		func(a, b VariantForm) int { return cmp.Compare(a.ID, b.ID) })
	return f
}

// revertState publishes or hides a product again, or archives or restores it.
func (s *Service) revertState(ctx context.Context, member staff.Member, line audit.Line) error {
	before, after, err := audit.Sides[Record](line)
	if err != nil {
		return err
	}
	by := s.Of(member)
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := products.Hold(ctx, tx, line.Object, 0); err != nil {
			return err
		}
		is, err := by.read(ctx, tx, line.Object)
		if err != nil {
			return err
		}
		if is.State() != after.State() {
			return errs.Conflict("common.changed_since")
		}
		if was := before.ArchivedAt != nil; was != (is.ArchivedAt != nil) {
			if err := s.Archive(ctx, tx, by, line.Object, was); err != nil || was {
				return err
			}
			is.Active = false // what comes back is a draft
		}
		if before.Active == is.Active {
			return nil
		}
		return s.Publish(ctx, tx, by, line.Object, before.Active)
	})
}
