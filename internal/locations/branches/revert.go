package branches

import (
	"context"
	"slices"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/versions"
)

// Reverts are the actions of the audit log that can be undone here.
func (s *Service) Reverts() map[string]staff.Revert {
	all := map[string]staff.Revert{"branch.settings": s.revertSettings, "branch.edit": s.revertProfile,
		"branch.hours": s.revertHours, "branch.zones": s.revertZones, "branch.pause": s.revertPause,
		"branch.resume": s.revertPause}
	for _, of := range []record{ofKinds, ofStores, ofBranches} {
		for _, archived := range []bool{true, false} {
			all[versions.Action(of.word, archived)] = s.revertShelving(of, archived)
		}
	}
	return all
}

func (s *Service) revertSettings(ctx context.Context, member staff.Member, line audit.Line) error {
	b, ok := s.Branch(line.Object)
	if !ok || !member.Sees(b.ID) {
		return errs.NotFound()
	}
	before, after, err := audit.Sides[Settings](line)
	if err != nil {
		return err
	}
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if before.FreeFrom != after.FreeFrom {
			if err := checkFreeFrom(ctx, tx, member, b.ID); err != nil {
				return "", err
			}
		}
		done, err := s.decide(ctx, tx, member, b.ID, after, before)
		if err == nil && !done {
			err = errs.Conflict("common.changed_since")
		}
		if err != nil {
			return "", err
		}
		return b.ID, s.written(ctx, tx, member, line.Action, b.ID, after, before)
	})
}

func (s *Service) revertProfile(ctx context.Context, member staff.Member, line audit.Line) error {
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if err := hold(ctx, tx, "branches", line.Object); err != nil {
			return "", err
		}
		is, err := s.mine(ctx, tx, line.Object)
		if err != nil {
			return "", err
		}
		before, err := audit.Undo(line, is.form())
		if err != nil {
			return "", err
		}
		before.Version = is.Version
		return is.ID, s.editBranch(ctx, tx, member, is, before)
	})
}

// revertHours skips days that have passed in the meantime.
func (s *Service) revertHours(ctx context.Context, member staff.Member, line audit.Line) error {
	before, after, err := audit.Sides[HoursForm](line)
	if err != nil {
		return err
	}
	for _, form := range []*HoursForm{&before, &after} {
		form.Exceptions = slices.DeleteFunc(form.Exceptions, func(d DayOff) bool { return d.Day < s.today() })
	}
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		is, err := s.readHours(ctx, tx, line.Object)
		if err == nil {
			err = audit.Still(is.form(), after)
		}
		if err != nil {
			return "", err
		}
		before.Version = is.Version
		return line.Object, s.editHours(ctx, tx, member, line.Object, is, before)
	})
}

func (s *Service) revertZones(ctx context.Context, member staff.Member, line audit.Line) error {
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		is, err := s.readZones(ctx, tx, line.Object)
		if err != nil {
			return "", err
		}
		before, err := audit.Undo(line, is.form())
		if err != nil {
			return "", err
		}
		return line.Object, s.editZones(ctx, tx, member, line.Object, is, ZonesForm{before, is.Version})
	})
}

func (s *Service) revertShelving(of record, archived bool) staff.Revert {
	return func(ctx context.Context, member staff.Member, line audit.Line) error {
		return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
			changed, err := s.shelve(ctx, tx, member, of, line.Object, !archived)
			if err == nil && !changed {
				err = errs.Conflict("common.changed_since")
			}
			return line.Object, err
		})
	}
}
