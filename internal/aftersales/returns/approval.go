package returns

import (
	"context"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// grant is the refund of a return as a grant by the member who inspected it.
func (r *Return) grant(settles staff.Member) approvals.Grant {
	g := approvals.Grant{Object: "return:" + r.ID, Part: 1, Giver: settles, Receiver: r.UserID, Amount: r.Refund}
	if r.InspectedBy != nil && *r.InspectedBy != settles.ID {
		g.Giver = staff.Member{ID: *r.InspectedBy}
	}
	return g
}

// member converts an actor who is staff for approvals, which need the id and the role.
func (a Actor) member() staff.Member { return staff.Member{ID: a.ID, Role: staff.Role(a.capacity)} }

// approve records the approval of a return's refund. A member who did not inspect it is the second person; a member who
// did stays within their daily limit.
func (s *Service) approve(ctx context.Context, tx *db.Tx, r *Return, actor Actor) error {
	if err := s.platformSettles(ctx, tx, r, actor.ID); err != nil {
		return err
	}
	now, settles := s.Clock.Now(), actor.member()
	g := r.grant(settles)
	if g.Giver.ID != settles.ID {
		_, err := approvals.Approve(ctx, tx, now, settles, g)
		return err
	}
	basis, err := approvals.ApproveAlone(ctx, tx, now, g)
	if err == nil && basis == approvals.Nobody {
		err = errs.Refuse("returns.second_person")
	}
	return err
}

// settleRefusal is the reason why a member cannot settle a return now, or nil.
func (s *Service) settleRefusal(ctx context.Context, q db.Querier, r *Return, member staff.Member) error {
	if err := s.platformSettles(ctx, q, r, member.ID); err != nil {
		return err
	}
	g := r.grant(member)
	if g.Giver.ID != member.ID {
		return approvals.Refusal(ctx, q, s.Clock.Now(), member, g.Giver.ID)
	}
	fits, err := approvals.WithinLimits(ctx, q, s.Clock.Now(), g)
	if err == nil && !fits {
		err = errs.Refuse("returns.second_person")
	}
	return err
}

// platformSettles refuses the seller's staff a return whose refund the platform pays although the
// seller holds the order's cash: the platform would lend the seller that money.
func (s *Service) platformSettles(ctx context.Context, q db.Querier, r *Return, staffID string) error {
	settles, err := staff.PartyOf(ctx, q, staffID, parties.Seller)
	if err != nil || settles == parties.Platform {
		return err
	}
	o, err := orders.Get(ctx, q, r.OrderID)
	if err != nil {
		return err
	}
	noted, err := orders.DeliveryNotedBy(ctx, q, o)
	if err != nil || !o.CollectedBySeller(noted) {
		return err
	}
	return errs.Refuse("returns.platform_settles")
}

// aloneUpTo is the amount that one person may grant in a day, in the currency of a return.
func aloneUpTo(ctx context.Context, q db.Querier, r *Return) (money.Major, error) {
	limits, err := approvals.ReadLimits(ctx, q)
	return money.Of(limits.Alone, r.Currency).Major(), err
}
