package extras

import (
	"cmp"
	"context"
	"slices"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Required extras are part of a product's price. Removing a required group, or swapping it for a cheaper group of the
// same name, would otherwise lower that price without anybody's approval.

// minOf is the lowest amount that a customer pays for a number of required choices among some extras.
func minOf(least int64, all []ExtraForm) (sum int64) {
	all = slices.DeleteFunc(slices.Clone(all), func(e ExtraForm) bool { return !e.Active })
	slices.SortFunc(all, func(a, b ExtraForm) int { return cmp.Compare(a.Price.Minor, b.Price.Minor) })
	for _, e := range all {
		n := min(least, e.Most)
		sum, least = sum+n*e.Price.Minor, least-n
	}
	return sum
}

func (r *Record) least() int64 {
	if r.ArchivedAt != nil {
		return 0
	}
	return minOf(r.Least, r.Extras)
}

// alone is the lowest price of some products without any extra; 0 if none has a price. which is a condition on
// product_id with ref as $1.
func alone(ctx context.Context, tx *db.Tx, which, ref string) (least int64, err error) {
	err = tx.Get(ctx, &least, `SELECT CAST(COALESCE(MIN(price), 0) AS BIGINT) FROM branch_prices WHERE product_id `+which,
		ref)
	return least, err
}

// farBelow reports whether the price that a customer pays falls too far and needs a second person. If the asker is the
// only owner, far is false and sole is true.
func (s *Service) farBelow(ctx context.Context, tx *db.Tx, by Actor, limits approvals.Limits, object string,
	before, after int64) (far, sole bool, err error) {
	if after*100 >= before*(100-limits.Drop) {
		return false, false, nil
	}
	now := s.Clock.Now()
	basis, err := approvals.ApproveAlone(ctx, tx, now,
		approvals.Grant{Object: object, Part: int64(db.At(now)), Giver: staff.Member{ID: by.StaffID, Role: by.Role},
			Unbounded: true})
	return basis == approvals.Nobody, basis == approvals.SoleOwner, err
}

func unjudged(by Actor) bool { return by.StaffID == "" || by.StaffID == audit.CommandLine }

// judgeLeast checks whether a change of a group lowers the cost of its required choices so much that a product with it
// falls far below its price of the last days. next is nil if the group is removed.
func (s *Service) judgeLeast(ctx context.Context, tx *db.Tx, by Actor, was *Record,
	next *GroupForm) (sole bool, err error) {
	if unjudged(by) || was.ArchivedAt != nil {
		return false, nil
	}
	limits, err := approvals.ReadLimits(ctx, tx)
	if err != nil {
		return false, err
	}
	before, after := was.least(), int64(0)
	if next != nil {
		after = minOf(next.Least, next.Extras)
	}
	edits, err := editsSince(ctx, tx, was.ID, db.At(s.Clock.Now().AddDate(0, 0, -int(limits.DropDays))))
	if err != nil {
		return false, err
	}
	for _, c := range edits {
		before = max(before, minOf(c.before.Least, c.before.Extras))
	}
	if after >= was.least() {
		return false, nil
	}
	base, err := alone(ctx, tx, `IN (SELECT product_id FROM product_extras WHERE group_id = $1)`, was.ID)
	if err != nil || base == 0 {
		return false, err
	}
	far, sole, err := s.farBelow(ctx, tx, by, limits, "extras-least:"+was.ID, base+before, base+after)
	if far {
		err = errs.Invalid("least", "extras.least_far")
	}
	return sole, err
}

// judgeAttached checks whether a product with other groups costs far less than with those of the last days: a required
// choice is gone, or another group offers it under the same name for less.
func (s *Service) judgeAttached(ctx context.Context, tx *db.Tx, by Actor, productID string,
	had, groups []string) (sole bool, err error) {
	if unjudged(by) {
		return false, nil
	}
	base, err := alone(ctx, tx, `= $1`, productID)
	if err != nil || base == 0 {
		return false, err
	}
	limits, err := approvals.ReadLimits(ctx, tx)
	if err != nil {
		return false, err
	}
	now := s.Clock.Now()
	since := db.At(now.AddDate(0, 0, -int(limits.DropDays)))
	states, err := groupsSince(ctx, tx, productID, since)
	if err != nil {
		return false, err
	}
	states = append(states, had)
	gone := slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(slices.Concat(states...)))),
		func(g string) bool { return slices.Contains(groups, g) })
	if len(gone) == 0 {
		return false, nil
	}
	records := map[string]*Record{}
	for _, g := range slices.Concat(gone, groups) {
		if records[g], err = find(ctx, tx, g); errs.Is(err, "common.not_found") {
			return false, errs.Invalid("groups", "common.one_of")
		} else if err != nil {
			return false, err
		}
	}
	costs := func(state []string) int64 {
		sum := base
		for _, g := range state {
			sum += records[g].least()
		}
		return sum
	}
	before, after := int64(0), costs(groups)
	for _, state := range states {
		before = max(before, costs(state))
	}
	for _, g := range gone {
		edits, err := editsSince(ctx, tx, g, since)
		if err != nil {
			return false, err
		}
		for _, other := range groups {
			for _, e := range records[other].Extras {
				most := s.stood(e, edits, records[g].Extras, since, db.At(now))
				// The extra with the largest drop decides whether the price drop is too large.
				if (base+e.Price.Minor)*before < (base+most)*after {
					before, after = base+most, base+e.Price.Minor
				}
			}
		}
	}
	far, sole, err := s.farBelow(ctx, tx, by, limits, "extras-of:"+productID, before, after)
	if far {
		err = errs.Invalid("groups", "extras.groups_far")
	}
	return sole, err
}
