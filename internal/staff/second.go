package staff

import (
	"context"
	"slices"
	"time"

	"wekala/internal/audit"
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
// they are none of them, and nobody lately had both their account and one of the
// others' in hand. Who sets up an account that sets up another has both, and so has
// who sets up the two of them.
func Second(ctx context.Context, q db.Querier, second string, makers []string, now time.Time) (bool, error) {
	if second == "" || len(makers) == 0 || slices.Contains(makers, second) {
		return false, nil
	}
	theirs, err := Hands(ctx, q, []string{second}, now)
	if err != nil {
		return false, err
	}
	others, err := Hands(ctx, q, makers, now)
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(theirs, func(who string) bool { return slices.Contains(others, who) }), nil
}

// Hands lists who may be using some accounts: whose they are, whoever lately let
// somebody into them, and so on. The machine's own commands are nobody's account.
func Hands(ctx context.Context, q db.Querier, accounts []string, now time.Time) ([]string, error) {
	all := slices.Clone(accounts)
	for next := accounts; len(next) > 0; {
		var letIn []string
		if err := q.Select(ctx, &letIn, `SELECT DISTINCT staff_id FROM audit_log WHERE at > $1
			AND action IN ('staff.add', 'staff.password', 'staff.role', 'staff.second_factor_reset') AND object IN (`+db.List(2, len(next))+`) ORDER BY staff_id`,
			db.Args(next, db.At(now.Add(-Apart)))...); err != nil {
			return nil, err
		}
		next = slices.DeleteFunc(letIn, func(who string) bool {
			return who == audit.CommandLine || who == audit.SetUpLink || slices.Contains(all, who)
		})
		all = append(all, next...)
	}
	return all, nil
}
