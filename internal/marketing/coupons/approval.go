package coupons

import (
	"context"
	"slices"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// most is the largest amount used in calculations; a coupon above it counts as unlimited.
const most = int64(1) << 50

// atMost is the maximum that a coupon can take off all orders together, including those that already used it; false if
// there is no maximum.
func (s *Service) atMost(ctx context.Context, q db.Querier, c Coupon) (int64, bool, error) {
	each := c.Value
	switch {
	case c.Kind == Percent && c.Cap == nil, c.TotalLimit == nil:
		return 0, false, nil
	case c.Kind == Percent:
		each = *c.Cap
	case c.Kind == FreeDelivery:
		each = s.Branches.HighestPlatformFee()
	}
	left := max(0, *c.TotalLimit-c.Uses)
	if each > 0 && left > most/each {
		return 0, false, nil
	}
	sum, err := given(ctx, q, c.ID)
	return sum + each*left, err == nil, err
}

// capDelivery limits what the platform pays sellers for waived fees to the current highest fee. A coupon that has a
// limit keeps it through later changes, as sellers may have raised their fees since.
func (s *Service) capDelivery(c *Coupon) {
	switch {
	case c.Kind != FreeDelivery || c.BorneBy != parties.Platform:
		c.DeliveryCap = nil
	case c.DeliveryCap == nil:
		fee := s.Branches.HighestPlatformFee()
		c.DeliveryCap = &fee
	}
}

// gift returns the part of a coupon's benefit that has not been counted yet, as of the version that is about to be
// written.
func (s *Service) gift(ctx context.Context, q db.Querier, giver staff.Member, c Coupon) (approvals.Grant, error) {
	g := approvals.Grant{Object: "coupon:" + c.ID, Part: c.Version + 1, Giver: giver}
	sum, bounded, err := s.atMost(ctx, q, c)
	if err != nil || !bounded {
		g.Unbounded = true
		return g, err
	}
	counted, err := approvals.ApprovedAmount(ctx, q, g.Object)
	g.Amount = sum - counted
	return g, err
}

// let switches a coupon on if the member may grant it alone; otherwise the coupon becomes pending until a second person
// approves.
func (s *Service) let(ctx context.Context, tx *db.Tx, member staff.Member, c *Coupon) (approvals.Basis, error) {
	g, err := s.gift(ctx, tx, member, *c)
	if err != nil {
		return approvals.Nobody, err
	}
	basis, err := approvals.ApproveAlone(ctx, tx, s.Clock.Now(), g)
	if err != nil {
		return approvals.Nobody, err
	}
	if c.Active = basis != approvals.Nobody; c.Active {
		s.capDelivery(c)
		c.Makers, c.WaitsSince = refs{}, nil
		return basis, nil
	}
	c.madeBy(member)
	if c.WaitsSince == nil {
		since := db.At(s.Clock.Now())
		c.WaitsSince = &since
	}
	return basis, nil
}

// madeBy records that a member contributed to a coupon's benefit.
func (c *Coupon) madeBy(member staff.Member) {
	if !slices.Contains(c.Makers, member.ID) {
		c.Makers = append(slices.Clone(c.Makers), member.ID)
	}
}

// within reports whether a coupon gives nothing beyond what before gave: no more customers, no higher amount, no longer
// period, no more uses.
func (c Coupon) within(before Coupon) bool {
	// nil means no limit, which is the widest.
	under := func(now, was *int64) bool { return was == nil || now != nil && *now <= *was }
	part := func(now, was refs) bool {
		return len(was) == 0 || len(now) > 0 &&
			!slices.ContainsFunc(now, func(id string) bool { return !slices.Contains(was, id) })
	}
	return c.Kind == before.Kind && c.Value <= before.Value && c.Minimum >= before.Minimum && under(c.Cap, before.Cap) &&
		under(c.TotalLimit, before.TotalLimit) && under(c.CustomerLimit, before.CustomerLimit) &&
		(c.FirstOrder || !before.FirstOrder) &&
		(before.EndsAt == nil || c.EndsAt != nil && *c.EndsAt <= *before.EndsAt) &&
		(before.StartsAt == nil || c.StartsAt != nil && *c.StartsAt >= *before.StartsAt) &&
		part(c.Services, before.Services) && part(c.Stores, before.Stores) && part(c.Categories, before.Categories)
}

// Decide switches a pending coupon on, at the version that was read, or keeps it off. Refusals: errs.VersionConflict,
// giving.not_yourself, promo.decided_already (409).
func (s *Service) Decide(ctx context.Context, member staff.Member, couponID string, version int64, approve bool,
	reason string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		r := s.scopeOf(member)
		before, err := lock(ctx, tx, couponID, r)
		if err != nil {
			return err
		}
		if err := r.refuses(before); err != nil {
			return err
		}
		if before.WaitsSince == nil {
			return errs.Conflict("promo.decided_already")
		}
		if before.Version != version {
			return errs.VersionConflict(nil)
		}
		after, action, basis := before, "coupon.decline", approvals.Nobody
		after.WaitsSince, after.UpdatedAt = nil, db.At(s.Clock.Now())
		if approve {
			action = "coupon.approve"
			g, err := s.gift(ctx, tx, staff.Member{ID: before.Makers[0]}, after)
			if err != nil {
				return err
			}
			if basis, err = approvals.Approve(ctx, tx, s.Clock.Now(), member, g, before.Makers...); err != nil {
				return err
			}
			after.Active, after.Makers = true, refs{}
			s.capDelivery(&after)
		}
		if err := update(ctx, tx, after); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: action, Object: couponID, Before: before.facts(),
			After:  map[string]any{"active": after.Active, "makers": before.Makers, "sole_owner": basis == approvals.SoleOwner},
			Reason: reason})
	})
}

type couponDecisionInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Version httpapi.Int `json:"version" doc:"Of the coupon as the caller has seen it."`
		Approve bool        `json:"approve"`
		Reason  string      `json:"reason,omitempty"`
	}
}

// reasonLength limits the reason for a decision, in runes.
const reasonLength = 200

func (s *Service) postDecide(ctx context.Context, in *couponDecisionInput) (*httpapi.Reply[ConsoleDetail], error) {
	member := staff.Caller(ctx)
	reason := httpapi.Clean(in.Body.Reason)
	if len([]rune(reason)) > reasonLength {
		return nil, errs.Invalid("reason", "common.too_long", "len", reasonLength)
	}
	if err := s.Decide(ctx, member, in.ID, int64(in.Body.Version), in.Body.Approve, reason); err != nil {
		return nil,
			httpapi.WithCurrent(err, func() (*httpapi.Reply[ConsoleDetail], error) { return s.detail(ctx, member, in.ID, "") })
	}
	message := "promo.declined"
	if in.Body.Approve {
		message = "promo.switched_on"
	}
	return s.detail(ctx, member, in.ID, message)
}
