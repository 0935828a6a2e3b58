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

// Apart is for how long who set up or unlocked an account, or changed its role or
// how one signs in to it, is not apart from whoever uses it, and an owner who was locked out or given another role
// still counts as one.
const Apart = 7 * 24 * time.Hour

// SoleOwner reports whether somebody is the one owner of the whole shop, who may act
// alone where others need a second person. An owner who was there a week ago
// still counts: locking them out makes nobody the only one.
func SoleOwner(ctx context.Context, q db.Querier, member Member, now time.Time) (bool, error) {
	if !member.Is(Owner) {
		return false, nil
	}
	// Asked by their id: callers know no more of who made something than that.
	var owners []string
	err := q.Select(ctx, &owners, `SELECT id FROM staff
		WHERE (role = 'owner' AND (disabled_at IS NULL OR disabled_at > $1) AND NOT EXISTS (SELECT 1 FROM staff_branches b WHERE b.staff_id = staff.id))
		OR owner_until > $1`, db.At(now.Add(-Apart)))
	return len(owners) == 1 && owners[0] == member.ID, err
}

// Second reports whether somebody can be the second person of what others made:
// they are none of them, and nobody lately had both their account and one of the
// others' in hand. Who sets up an account that sets up another has both, and so has
// who sets up the two of them.
func Second(ctx context.Context, q db.Querier, second string, makers []string, now time.Time) (bool, error) {
	if second == "" || len(makers) == 0 || slices.Contains(makers, second) {
		return false, nil
	}
	by, _, err := LinkBetween(ctx, q, second, makers, now)
	return by == "", err
}

// LinkBetween names who lately had both the account of a second person and one of the
// makers' in hand, and until when that counts; "" where nobody had. Of several it is
// the one that counts longest, and of those one of themselves.
func LinkBetween(ctx context.Context, q db.Querier, second string, makers []string, now time.Time) (by string, until db.Millis, err error) {
	theirs, err := handsUntil(ctx, q, []string{second}, now)
	if err != nil {
		return "", 0, err
	}
	others, err := handsUntil(ctx, q, makers, now)
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

// ControlledBy lists who may be using some accounts: whose they are, whoever lately let
// somebody into them, and so on.
func ControlledBy(ctx context.Context, q db.Querier, accounts []string, now time.Time) ([]string, error) {
	all, err := handsUntil(ctx, q, accounts, now)
	return slices.Sorted(maps.Keys(all)), err
}

// handsUntil finds the hands that some accounts are in, and until when. The machine's own
// commands are nobody's account. Another name to sign in with lets somebody in, as a
// password does; a name to be called by does not.
func handsUntil(ctx context.Context, q db.Querier, accounts []string, now time.Time) (map[string]db.Millis, error) {
	all := map[string]db.Millis{}
	for _, one := range accounts {
		all[one] = math.MaxInt64
	}
	for next := accounts; len(next) > 0; {
		var letIn []struct {
			By   string    `db:"staff_id"`
			Whom string    `db:"object"`
			At   db.Millis `db:"at"`
		}
		if err := q.Select(ctx, &letIn, `SELECT staff_id, object, MAX(at) AS at FROM audit_log WHERE at > $1
			AND (action IN ('staff.add', 'staff.password', 'staff.role', 'staff.second_factor_reset', 'staff.unlock')
				OR action = 'staff.edit' AND (after LIKE '%"email_changed":true%' OR after LIKE '%"phone_changed":true%'))
			AND object IN (`+db.List(2, len(next))+`) GROUP BY staff_id, object ORDER BY staff_id, object`,
			db.Args(next, db.At(now.Add(-Apart)))...); err != nil {
			return nil, err
		}
		next = nil
		for _, l := range letIn {
			until := min(all[l.Whom], l.At+db.Millis(Apart.Milliseconds()))
			if l.By == audit.CommandLine || l.By == audit.SetUpLink || until <= all[l.By] {
				continue
			}
			all[l.By] = until
			if !slices.Contains(next, l.By) {
				next = append(next, l.By)
			}
		}
	}
	return all, nil
}
