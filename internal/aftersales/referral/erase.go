package referral

import (
	"context"

	"wekala/internal/identity/account"
	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
)

// SpentOffers reports whether a customer was invited by a friend.
func (*Service) SpentOffers(ctx context.Context, q db.Querier, userID string) ([]string, error) {
	var invited bool
	err := q.Get(ctx, &invited, `SELECT EXISTS (SELECT 1 FROM referrals WHERE friend_id = $1)`, userID)
	if err != nil || !invited {
		return nil, err
	}
	return []string{account.Invitation}, nil
}

// Erase deletes the customer's keyed signals, and what staff wrote when they decided about their invitations. The
// referral stays, with ids that no longer lead to anybody: payments refer to it.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM referral_signals WHERE user_id = $1`, userID); err != nil {
		return err
	}
	var ids []string
	if err := tx.Select(ctx, &ids, `SELECT id FROM referrals WHERE friend_id = $1 OR referrer_id = $1 ORDER BY id`,
		userID); err != nil {
		return err
	}
	return audit.Forget(ctx, tx, ids...)
}
