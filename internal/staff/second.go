package staff

import (
	"context"
	"slices"
	"time"

	"wekala/internal/platform/db"
)

// Apart is for how long who made, unlocked or let into an account is not apart
// from whoever uses it, and an owner who was locked out or given another role
// still counts as one.
const Apart = 7 * 24 * time.Hour

// SoleOwner reports whether somebody is the one owner the shop has, who may act
// alone where others need a second person. An owner who was there a week ago
// still counts: locking them out makes nobody the only one.
func SoleOwner(ctx context.Context, q db.Querier, member Member, now time.Time) (bool, error) {
	if !member.Is(Owner) {
		return false, nil
	}
	var owners int64
	err := q.Get(ctx, &owners, `SELECT COUNT(*) FROM staff
		WHERE (role = 'owner' AND (disabled_at IS NULL OR disabled_at > $1)) OR (role <> 'owner' AND owner_until > $1)`, db.At(now.Add(-Apart)))
	return owners == 1, err
}

// Second reports whether somebody can be the second person of what others made:
// they are none of them, and neither let the other into their account lately.
func Second(ctx context.Context, q db.Querier, second string, makers []string, now time.Time) (bool, error) {
	if second == "" || len(makers) == 0 || slices.Contains(makers, second) {
		return false, nil
	}
	list := db.List(3, len(makers))
	var tied bool
	err := q.Get(ctx, &tied, `SELECT EXISTS (SELECT 1 FROM audit_log WHERE at > $2
		AND action IN ('staff.add', 'staff.password', 'staff.role', 'staff.second_factor_reset')
		AND ((object = $1 AND staff_id IN (`+list+`)) OR (staff_id = $1 AND object IN (`+list+`))))`,
		db.Args(makers, second, db.At(now.Add(-Apart)))...)
	return !tied, err
}
