package returns

import (
	"context"

	"wekala/internal/identity/giving"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// gift is what settling a return gives, by whoever inspected it.
func (r *Return) gift(settles staff.Member) giving.Gift {
	g := giving.Gift{Object: "return:" + r.ID, Part: 1, Giver: settles, Receiver: r.UserID, Amount: r.Refund}
	if r.InspectedBy != nil && *r.InspectedBy != settles.ID {
		g.Giver = staff.Member{ID: *r.InspectedBy}
	}
	return g
}

// member is an actor of staff as those know them who ask what they may.
func (a Actor) member() staff.Member { return staff.Member{ID: a.ID, Role: staff.Role(a.capacity)} }

// letGive writes down what settling a return gives. Who did not inspect it is its
// second person; who did stays within what one person gives in a day.
func (s *Service) letGive(ctx context.Context, tx *db.Tx, r *Return, actor Actor) error {
	if err := s.platformSettles(ctx, tx, r, actor.ID); err != nil {
		return err
	}
	now, settles := s.Clock.Now(), actor.member()
	g := r.gift(settles)
	if g.Giver.ID != settles.ID {
		_, err := giving.Agree(ctx, tx, now, settles, g)
		return err
	}
	basis, err := giving.Give(ctx, tx, now, g)
	if err == nil && basis == giving.Nobody {
		err = errs.Refuse("returns.second_person")
	}
	return err
}

// mayGive says why somebody cannot settle a return now, or nil.
func (s *Service) mayGive(ctx context.Context, q db.Querier, r *Return, member staff.Member) error {
	if err := s.platformSettles(ctx, q, r, member.ID); err != nil {
		return err
	}
	g := r.gift(member)
	if g.Giver.ID != member.ID {
		return giving.Refusal(ctx, q, s.Clock.Now(), member, g.Giver.ID)
	}
	fits, err := giving.Fits(ctx, q, s.Clock.Now(), g)
	if err == nil && !fits {
		err = errs.Refuse("returns.second_person")
	}
	return err
}

// platformSettles refuses the seller's staff a return whose refund the platform pays into the
// customer's wallet although the seller holds the order's cash: it would lend the seller that money.
func (s *Service) platformSettles(ctx context.Context, q db.Querier, r *Return, staffID string) error {
	settles, err := staff.PartyOf(ctx, q, staffID, parties.Seller)
	if err != nil || settles == parties.Platform || r.RefundTo == payments.ToBank {
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

// aloneUpTo is what one person may give in a day, in the currency of a return.
func aloneUpTo(ctx context.Context, q db.Querier, r *Return) (money.Major, error) {
	limits, err := giving.InForce(ctx, q)
	return money.Of(limits.Alone, r.Currency).Major(), err
}
