package extras

import (
	"context"
	"slices"
	"strings"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Reverts lists the audit log's actions that this package can undo.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"extra.edit": s.revert, "extra.archive": s.revertArchive,
		"extra.restore": s.revertArchive, "extra.sold_out": s.revertSoldOut, "product.extras": s.revertAttached}
}

// revert restores extras that were removed in the meantime under new ids, because carts still refer to the old ids.
func (s *Service) revert(ctx context.Context, _ staff.Member, line audit.Line) error {
	by := s.by(ctx)
	return s.Catalog.Comparing(ctx, func(ctx context.Context) error { return s.undo(ctx, by, line) })
}

func (s *Service) undo(ctx context.Context, by Actor, line audit.Line) error {
	return audit.UndoIn(ctx, s.DB, line, groups.Hold, findOf(by),
		func(ctx context.Context, tx *db.Tx, is *Record, before Record) error {
			for i := range before.Extras {
				if !slices.ContainsFunc(is.Extras, func(e ExtraForm) bool { return e.ID == before.Extras[i].ID }) {
					before.Extras[i].ID = ""
				}
			}
			waits, err := s.Edit(ctx, tx, by, is.ID, is.Version, before.GroupForm)
			if err == nil && len(waits) > 0 {
				return staff.TakesTwo()
			}
			return err
		})
}

func (s *Service) revertArchive(ctx context.Context, _ staff.Member, line audit.Line) error {
	by := s.by(ctx)
	return audit.UndoIn(ctx, s.DB, line, groups.Hold, findOf(by),
		func(ctx context.Context, tx *db.Tx, is *Record, before Record) error {
			return s.Archive(ctx, tx, by, is.ID, before.ArchivedAt != nil)
		})
}

func (s *Service) revertSoldOut(ctx context.Context, member staff.Member, line audit.Line) error {
	branch, ref, _ := strings.Cut(line.Object, "/")
	if !member.Sees(branch) {
		return errs.NotFound()
	}
	type said struct {
		SoldOut bool `json:"sold_out"`
	}
	before, _, err := audit.Sides[said](line)
	if err != nil {
		return err
	}
	// Sold-out marks of an earlier business day have already expired.
	if clock.NextBusinessDay(line.At.Time()) != clock.NextBusinessDay(s.Clock.Now()) {
		return errs.Conflict("common.changed_since")
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := audit.Newest(ctx, tx, line); err != nil {
			return err
		}
		changed, err := s.SellOut(ctx, tx, s.by(ctx), branch, []string{ref}, before.SoldOut)
		if err == nil && changed == 0 {
			err = errs.Conflict("common.changed_since")
		}
		return err
	})
}

func (s *Service) revertAttached(ctx context.Context, _ staff.Member, line audit.Line) error {
	before, after, err := audit.Sides[attached](line)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Attach(ctx, tx, s.by(ctx), line.Object, before.Groups, &after.Groups)
	})
}
