package staff

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
)

// CoolingOff is how long a member of staff who gained control over an account counts as one person with its user, and
// how long an owner who was locked out or given another role still counts as an owner.
const CoolingOff = 7 * 24 * time.Hour

// gainControl records that one member gained control over another's account: a member who creates or unlocks an
// account, or changes its role or sign-in, can let others into it. The program's own commands don't count.
func (s *Service) gainControl(ctx context.Context, tx *db.Tx, controller, memberID string) error {
	if controller == audit.CommandLine || controller == audit.SetUpLink || controller == memberID {
		return nil
	}
	return GainControl(ctx, tx, controller, memberID, s.Clock.Now())
}

// GainControl records that a controller gained control over an account at a time.
func GainControl(ctx context.Context, tx *db.Tx, controller, memberID string, at time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO staff_control (staff_id, controller_id, gained_at) VALUES ($1, $2, $3)
		ON CONFLICT (staff_id, controller_id) DO UPDATE SET gained_at = excluded.gained_at`, memberID, controller, db.At(at))
	return err
}

// SoleOwner reports whether a member is the only owner of the whole shop, who may act alone where others need a second
// person. Owners of a week ago still count: locking them out makes nobody the only owner.
func SoleOwner(ctx context.Context, q db.Querier, member Member, now time.Time) (bool, error) {
	if !member.Is(Owner) {
		return false, nil
	}
	// Queried by id, because callers know only the ids of makers.
	var owners []string
	err := q.Select(ctx, &owners, `SELECT id FROM staff
		WHERE (role = 'owner' AND (disabled_at IS NULL OR disabled_at > $1)
		AND NOT EXISTS (SELECT 1 FROM staff_branches b WHERE b.staff_id = staff.id))
		OR owner_until > $1`, db.At(now.Add(-CoolingOff)))
	return len(owners) == 1 && owners[0] == member.ID, err
}

// Second reports whether a member can be the second person for the makers: they are not a maker, and nobody controls
// both their account and a maker's. A member who creates two accounts controls both.
func Second(ctx context.Context, q db.Querier, second string, makers []string, now time.Time) (bool, error) {
	if second == "" || len(makers) == 0 || slices.Contains(makers, second) {
		return false, nil
	}
	by, _, err := LinkBetween(ctx, q, second, makers, now)
	return by == "", err
}

// LinkBetween returns the member who controls both the account of a second person and one of the makers' accounts, and
// until when; "" if there is none. Of several it returns the one with the longest control, and of those preferably one
// of themselves.
func LinkBetween(ctx context.Context, q db.Querier, second string, makers []string,
	now time.Time) (by string, until db.Millis, err error) {
	theirs, err := controlUntil(ctx, q, []string{second}, now)
	if err != nil {
		return "", 0, err
	}
	others, err := controlUntil(ctx, q, makers, now)
	if err != nil {
		return "", 0, err
	}
	for _, who := range slices.Concat([]string{second}, makers, slices.Sorted(maps.Keys(theirs))) {
		if ends := min(others[who], theirs[who]); ends > until {
			by, until = who, ends
		}
	}
	return by, until, nil
}

// ControllersOf lists the members who may be using some accounts: their owners and those who control them.
func ControllersOf(ctx context.Context, q db.Querier, accounts []string, now time.Time) ([]string, error) {
	all, err := controlUntil(ctx, q, accounts, now)
	return slices.Sorted(maps.Keys(all)), err
}

// controlUntil returns who controls some accounts, and until when. Control passes on: a
// member who controls an account also controls the accounts under that one's control.
func controlUntil(ctx context.Context, q db.Querier, accounts []string, now time.Time) (map[string]db.Millis, error) {
	all := map[string]db.Millis{}
	for _, one := range accounts {
		all[one] = math.MaxInt64
	}
	for next := accounts; len(next) > 0; {
		var controls []struct {
			Controller string    `db:"controller_id"`
			Account    string    `db:"staff_id"`
			GainedAt   db.Millis `db:"gained_at"`
		}
		if err := q.Select(ctx, &controls, `SELECT controller_id, staff_id, gained_at FROM staff_control
			WHERE gained_at > $1 AND staff_id IN (`+db.List(2, len(next))+`) ORDER BY controller_id, staff_id`,
			db.Args(next, db.At(now.Add(-CoolingOff)))...); err != nil {
			return nil, err
		}
		next = nil
		for _, c := range controls {
			until := min(all[c.Account], c.GainedAt+db.Millis(CoolingOff.Milliseconds()))
			if c.Controller == audit.CommandLine || c.Controller == audit.SetUpLink || until <= all[c.Controller] {
				continue
			}
			all[c.Controller] = until
			if !slices.Contains(next, c.Controller) {
				next = append(next, c.Controller)
			}
		}
	}
	return all, nil
}
