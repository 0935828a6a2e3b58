package menus

import (
	"context"

	"wekala/internal/audit"
	"wekala/internal/platform/db"
	"wekala/internal/staff"
)

// Reverts are the actions of the audit log that can be undone here.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"menu.edit": s.revert, "menu.archive": s.revertArchive, "menu.restore": s.revertArchive}
}

// undo hands what a menu is and was to do, in a transaction.
func (s *Service) undo(ctx context.Context, line audit.Line, do func(ctx context.Context, tx *db.Tx, by By, is *Record, before Record) error) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		by := s.by(ctx)
		is, err := findOf(by)(ctx, tx, line.Object)
		if err != nil {
			return err
		}
		before, err := audit.Undo(line, *is)
		if err != nil {
			return err
		}
		return do(ctx, tx, by, is, before)
	})
}

func (s *Service) revert(ctx context.Context, _ staff.Member, line audit.Line) error {
	return s.undo(ctx, line, func(ctx context.Context, tx *db.Tx, by By, is *Record, before Record) error {
		return s.Edit(ctx, tx, by, is.ID, is.Version, before.Form)
	})
}

func (s *Service) revertArchive(ctx context.Context, _ staff.Member, line audit.Line) error {
	return s.undo(ctx, line, func(ctx context.Context, tx *db.Tx, by By, is *Record, before Record) error {
		return s.Archive(ctx, tx, by, is.ID, before.ArchivedAt != nil)
	})
}
