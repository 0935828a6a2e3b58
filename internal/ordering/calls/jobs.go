package calls

import (
	"context"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/jobs"
)

// Jobs registers the periodic work: orders that were not confirmed in time end, and guests are deleted long after their
// last order.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("calls.expire", sweepEvery, func(ctx context.Context) error {
		_, err := s.Orders.EndUnconfirmed(ctx)
		return err
	})
	r.Every("calls.forget", 24*time.Hour, s.Forget)
}

// Forget erases guests whose last order ended three months ago.
func (s *Service) Forget(ctx context.Context) error {
	before := db.At(s.forgetBefore())
	for last := ""; ; {
		var ids []string
		err := s.DB.Select(ctx, &ids, `SELECT g.user_id FROM call_guests g WHERE g.created_at <= $1 AND g.user_id > $2
			AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = g.user_id
				AND (o.updated_at > $1 OR o.status NOT IN ('delivered', 'returned', 'rejected', 'cancelled')))
			ORDER BY g.user_id LIMIT $3`, before, last, int64(sweepBatch))
		if err != nil {
			return err
		}
		for _, id := range ids {
			last = id
			// A guest with unfinished business, such as an open order, is not erased yet.
			if err := s.Account.EraseGuest(ctx, id); err != nil && errs.Key(err) == "" {
				return err
			}
		}
		if len(ids) < sweepBatch {
			break
		}
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM call_open WHERE open = 0`)
		return err
	})
}

// Erase removes a guest's number and browser from these tables.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM call_guests WHERE user_id = $1`, userID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE call_orders SET number_key = '', device_key = '', network_key = '' WHERE user_id = $1
		AND state <> 'waiting'`, userID)
	return err
}
