package auth

import (
	"context"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/jobs"
)

// Jobs registers the hourly sweep.
func (s *Service) Jobs(r *jobs.Runner) { r.Every("auth.sweep", time.Hour, s.Sweep) }

// Sweep deletes tickets after a day, codes after a week, sessions a month after their end, and devices that were not
// used for a long time. It is idempotent.
func (s *Service) Sweep(ctx context.Context) error {
	now := db.At(s.clock.Now())
	const day = 24 * time.Hour
	for _, st := range []db.Stmt{
		{SQL: `DELETE FROM otp_phones WHERE asked_at < $1`, Args: []any{now.Add(-2 * day)}},
		{SQL: `DELETE FROM registration_tickets WHERE expires_at < $1`, Args: []any{now.Add(-day)}},
		{SQL: `DELETE FROM otp_challenges WHERE created_at < $1`, Args: []any{now.Add(-7 * day)}},
		{SQL: `DELETE FROM known_devices WHERE seen_at <= $1`, Args: []any{now.Add(-DeviceLife)}},
		{SQL: `DELETE FROM sessions WHERE expires_at < $1`, Args: []any{now.Add(-30 * day)}},
	} {
		// One transaction each, so that none of them blocks sign-ins for long.
		err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, st.SQL, st.Args...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.wordsMissing(ctx)
}

// EndEverySession signs all customers out of a restored copy.
func EndEverySession(ctx context.Context, tx *db.Tx, now db.Millis) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET revoked_at = $1 WHERE revoked_at IS NULL`, now)
	return err
}
