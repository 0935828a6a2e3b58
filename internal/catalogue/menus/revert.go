package menus

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
)

// Reverts lists the audit log's actions that this package can undo.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"menu.edit": s.revert, "menu.archive": s.revertArchive, "menu.restore": s.revertArchive}
}

func (s *Service) revert(ctx context.Context, _ staff.Member, line audit.Line) error {
	by := s.by(ctx)
	return audit.UndoIn(ctx, s.DB, line, table.Hold, findOf(by),
		func(ctx context.Context, tx *db.Tx, is *Record, before Record) error {
			return s.Edit(ctx, tx, by, is.ID, is.Version, before.Form)
		})
}

func (s *Service) revertArchive(ctx context.Context, _ staff.Member, line audit.Line) error {
	by := s.by(ctx)
	return audit.UndoIn(ctx, s.DB, line, table.Hold, findOf(by),
		func(ctx context.Context, tx *db.Tx, is *Record, before Record) error {
			return s.Archive(ctx, tx, by, is.ID, before.ArchivedAt != nil)
		})
}
