package stock

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
)

// Reverts can undo stock-takes, arrivals, write-offs and counting settings.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"shelf.change": s.revertShelf}
}

// revertShelf restores a stock level with a separate correction, if no stock has moved since.
func (s *Service) revertShelf(ctx context.Context, member staff.Member, line audit.Line) error {
	before, after, err := audit.Sides[StockLevel](line)
	if err != nil {
		return err
	}
	b, err := s.ofCaller(ctx, after.BranchID)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// Lock the stock row while it is compared.
		if _, err := tx.Exec(ctx, `UPDATE stock SET on_hand = on_hand WHERE branch_id = $1 AND variant_id = $2`, b.ID,
			after.VariantID); err != nil {
			return err
		}
		is, err := shelfOf(ctx, tx, b.ID, after.VariantID)
		if err != nil {
			return err
		}
		var since int
		err = tx.Get(ctx, &since, `SELECT COUNT(*) FROM stock_moves WHERE branch_id = $1 AND variant_id = $2 AND at > $3`,
			b.ID, after.VariantID, line.At)
		if err != nil {
			return err
		}
		// The line did not change units reserved for orders or today's sold-out mark.
		is.Reserved, is.OutUntil = after.Reserved, after.OutUntil
		if err := audit.Still(is, after); err != nil || since > 0 {
			return errs.Conflict("common.changed_since")
		}
		grams, err := products.UnitsOfWeight(ctx, tx, []string{after.VariantID})
		if err != nil {
			return err
		}
		place := Change{BranchID: b.ID, VariantID: after.VariantID, UnitGrams: grams[after.VariantID]}
		held, told := place, place
		told.Counted, told.WarnAt = &before.Counted, &before.WarnAt
		// The quantity can only be corrected while the variant is counted.
		steps := []Change{told}
		if before.OnHand != after.OnHand {
			held.OnHand, held.Was = &before.OnHand, &after.OnHand
			if !after.Counted {
				held.Counted = told.Counted
			}
			steps = []Change{held, told}
		}
		out, err := s.Apply(ctx, tx, Actor{StaffID: member.ID, Source: "revert:" + id.Digest(line.ID)[:24]}, steps)
		if err != nil {
			return err
		}
		changed := false
		for _, o := range out {
			if o.Refused != nil {
				return o.Refused
			}
			changed = changed || o.Changed
		}
		if !changed {
			return errs.Conflict("common.changed_since")
		}
		return nil
	})
}
