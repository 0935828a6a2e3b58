package loyalty

import (
	"context"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/notify"
)

const (
	expireEvery = time.Hour
	nudgeEvery  = 6 * time.Hour
	sweepBatch  = 200
)

// Jobs registers the periodic jobs: points expire, and customers who agreed are notified before.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("loyalty.expire", expireEvery, s.Expire)
	r.Every("loyalty.nudge", nudgeEvery, s.Nudge)
}

// Expire removes the points of expired lots. Several nodes may run it concurrently; each lot expires only once.
func (s *Service) Expire(ctx context.Context) error {
	var users []string
	err := s.DB.Select(ctx, &users, `SELECT DISTINCT user_id FROM points_lots WHERE unused > 0 AND expires_at <= $1
		ORDER BY user_id LIMIT $2`, db.At(s.Clock.Now()), int64(sweepBatch))
	if err != nil {
		return err
	}
	for _, userID := range users {
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.hold(ctx, tx, userID)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Nudge reminds customers of points that expire soon, once per lot, with one message for all such points. It skips
// customers who have not agreed to reminders, so that their lots are included if they agree in time.
func (s *Service) Nudge(ctx context.Context) error {
	if s.Contact == nil {
		return nil
	}
	terms, err := ReadTerms(ctx, s.DB)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	before := now.Add(inDays(terms.NudgeDays))
	after := ""
	for {
		var users []string
		err = s.DB.Select(ctx, &users, `SELECT DISTINCT user_id FROM points_lots
			WHERE unused > 0 AND nudged_at IS NULL AND expires_at > $1 AND expires_at <= $2 AND user_id > $3
			ORDER BY user_id LIMIT $4`, db.At(now), db.At(before), after, int64(sweepBatch))
		if err != nil || len(users) == 0 {
			return err
		}
		for _, userID := range users {
			// Most customers have not agreed; they are skipped without a transaction.
			_, agreed, err := s.Contact(ctx, s.DB, userID)
			if err == nil && agreed {
				err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.nudge(ctx, tx, userID, now, before) })
			}
			if err != nil {
				return err
			}
		}
		after = users[len(users)-1]
	}
}

func (s *Service) nudge(ctx context.Context, tx *db.Tx, userID string, now, before time.Time) error {
	if _, err := s.hold(ctx, tx, userID); err != nil {
		return err
	}
	to, agreed, err := s.Contact(ctx, tx, userID)
	if err != nil || !agreed {
		return err
	}
	var lots []lot
	err = tx.Select(ctx, &lots, `SELECT id, order_id, unused, expires_at FROM points_lots
		WHERE user_id = $1 AND unused > 0 AND nudged_at IS NULL AND expires_at > $2 AND expires_at <= $3
		ORDER BY expires_at, id`, userID, db.At(now), db.At(before))
	if err != nil || len(lots) == 0 {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE points_lots SET nudged_at = $2
		WHERE user_id = $1 AND unused > 0 AND nudged_at IS NULL AND expires_at > $2 AND expires_at <= $3`,
		userID, db.At(now), db.At(before))
	if err != nil {
		return err
	}
	var points int64
	for _, l := range lots {
		points += l.Unused
	}
	first := lots[0].ExpiresAt.Time().In(clock.Cairo)
	// OfferTo makes the sender check the consent again.
	m := notify.Message{Channel: to.Channel, To: to.To, OfferTo: userID, Template: "loyalty.notice_expiring",
		Lang: to.Lang, At: now, Link: page, Params: map[string]string{"date": first.Format("02/01/2006")}}
	m.Fill("expiring", i18n.Counted("pricing.points_used", points))
	return notify.Send(ctx, tx, m)
}
