package branches

import (
	"context"

	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// held is the column that records one way in which the platform hides a seller's store or branch.
type held string

const (
	heldArchived held = "held_archived"
	heldHidden   held = "held_hidden"
	heldPaused   held = "held_paused"
)

// takeDown records that the platform hides a seller's store or branch, and refuses the seller's staff to show it
// again. While the platform's pause lasts, they cannot replace it by a shorter one. The row must be locked.
func (s *Service) takeDown(ctx context.Context, tx *db.Tx, member staff.Member, of record, ref string,
	how held, down bool,
) error {
	if of.ownedBy == "" {
		return nil
	}
	column, table := string(how), of.table.Name
	if member.Party() == parties.Platform {
		_, err := tx.Exec(ctx, `UPDATE `+table+` SET `+column+` = ($2 AND `+of.ownedBy+` = 'seller')
			WHERE id = $1`, ref, down)
		return err
	}
	query, args := `SELECT `+column+` FROM `+table+` WHERE id = $1`, []any{ref}
	if how == heldPaused {
		query = `SELECT held_paused AND (switched_closed OR COALESCE(paused_until, 0) > $2) FROM branches WHERE id = $1`
		args = append(args, db.At(s.Clock.Now()))
	}
	var isHeld bool
	switch err := one(tx.Get(ctx, &isHeld, query, args...)); {
	case err != nil:
		return err
	case isHeld && (!down || how == heldPaused):
		return errs.Refuse("branches.taken_down")
	case how == heldPaused: // the platform's pause has ended
		_, err := tx.Exec(ctx, `UPDATE branches SET held_paused = FALSE WHERE id = $1`, ref)
		return err
	}
	return nil
}

// takeDownShown is takeDown for a form with the field that shows or hides the record. It does nothing if the record
// stays hidden.
func (s *Service) takeDownShown(ctx context.Context, tx *db.Tx, member staff.Member, of record, ref string,
	was, shown bool,
) error {
	if was == shown {
		return nil
	}
	return s.takeDown(ctx, tx, member, of, ref, heldHidden, !shown)
}
