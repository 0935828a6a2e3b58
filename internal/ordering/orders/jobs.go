package orders

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// sweepBatch limits one round of a sweep; the next round processes the rest.
const sweepBatch = 200

// ExpireDrafts cancels expired drafts and releases their reservations. A job calls it every few seconds on every node;
// in a race with a payment, one of the two wins. It returns how many it cancelled.
func (s *Service) ExpireDrafts(ctx context.Context) (int, error) {
	return s.sweep(ctx, `SELECT id FROM orders WHERE status = 'draft' AND expires_at <= $1
		ORDER BY expires_at, id LIMIT $2`, Transition{To: Cancelled, Actor: TheSystem, Reason: "expired"})
}

// RejectUnaccepted rejects orders that no branch accepted in time.
func (s *Service) RejectUnaccepted(ctx context.Context) (int, error) {
	return s.sweep(ctx, `SELECT id FROM orders WHERE status = 'pending' AND accept_by <= $1
		ORDER BY accept_by, id LIMIT $2`, Transition{To: Rejected, Actor: TheSystem, Reason: "not_accepted"})
}

// EndUnconfirmed cancels orders whose number no call confirmed in time, and releases their reservations.
func (s *Service) EndUnconfirmed(ctx context.Context) (int, error) {
	return s.sweep(ctx, `SELECT id FROM orders WHERE status = 'on_hold' AND confirm_by <= $1
		ORDER BY confirm_by, id LIMIT $2`, Transition{To: Cancelled, Actor: TheSystem, Reason: ReasonNoCall})
}

func (s *Service) sweep(ctx context.Context, due string, t Transition) (int, error) {
	var ids []string
	if err := s.DB.Select(ctx, &ids, due, db.At(s.Clock.Now()), int64(sweepBatch)); err != nil {
		return 0, err
	}
	moved := 0
	for _, id := range ids {
		t.OrderID = id
		_, err := s.Transition(ctx, t)
		switch {
		case err == nil:
			moved++
		case errs.Key(err) != "":
			// Another change came first, which is equally good for the sweep.
		default:
			return moved, err
		}
	}
	return moved, nil
}
