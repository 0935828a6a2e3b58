package loyalty

import (
	"context"
	"strconv"
	"time"

	"wekala/internal/account"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/notify"
)

const (
	expireEvery = time.Hour
	nudgeEvery  = 6 * time.Hour
	sweepBatch  = 200
)

// Jobs registers what happens by itself: points expire, and shoppers who want to
// know are told before.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("loyalty.expire", expireEvery, s.Expire)
	r.Every("loyalty.nudge", nudgeEvery, s.Nudge)
}

// Expire takes the points of lots whose time is up. Any number of nodes may run
// it; each lot is taken once.
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

// Nudge reminds shoppers of points that expire soon, once for a lot: one
// message for all that a shopper is about to lose, and only to those who agreed
// to be reminded. A lot that was looked at is not looked at again.
func (s *Service) Nudge(ctx context.Context) error {
	terms, err := ReadTerms(ctx, s.DB)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	before := now.Add(inDays(terms.NudgeDays))
	var users []string
	err = s.DB.Select(ctx, &users, `SELECT DISTINCT user_id FROM points_lots
		WHERE unused > 0 AND nudged_at IS NULL AND expires_at > $1 AND expires_at <= $2
		ORDER BY user_id LIMIT $3`, db.At(now), db.At(before), int64(sweepBatch))
	if err != nil {
		return err
	}
	for _, userID := range users {
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.nudge(ctx, tx, userID, now, before) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) nudge(ctx context.Context, tx *db.Tx, userID string, now, before time.Time) error {
	if _, err := s.hold(ctx, tx, userID); err != nil {
		return err
	}
	var lots []lot
	err := tx.Select(ctx, &lots, `SELECT id, order_id, unused, expires_at FROM points_lots
		WHERE user_id = $1 AND unused > 0 AND nudged_at IS NULL AND expires_at > $2 AND expires_at <= $3
		ORDER BY expires_at, id`, userID, db.At(now), db.At(before))
	if err != nil || len(lots) == 0 {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE points_lots SET nudged_at = $2
		WHERE user_id = $1 AND unused > 0 AND nudged_at IS NULL AND expires_at > $2 AND expires_at <= $3`,
		userID, db.At(now), db.At(before))
	if err != nil || s.Consents == nil {
		return err
	}
	u, err := account.Get(ctx, tx, userID)
	if errs.Key(err) != "" {
		return nil // gone meanwhile
	}
	if err != nil {
		return err
	}
	wants, err := s.Consents(ctx, tx, u)
	if err != nil || !wants || u.Phone == "" {
		return err
	}
	var points int64
	for _, l := range lots {
		points += l.Unused
	}
	first := lots[0].ExpiresAt.Time().In(clock.Cairo)
	return notify.Send(ctx, tx, notify.Message{To: u.Phone, Template: "loyalty.notice_expiring", Lang: u.Lang, At: now,
		Params: map[string]string{"points": strconv.FormatInt(points, 10), "date": first.Format("02/01/2006")}})
}
