package auth

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/notify"
)

const (
	// MaxSessions is how many sessions of a customer live at a time.
	MaxSessions = 20
	// passwordChanges is how often in an hour a customer may set another password:
	// each sends them an SMS.
	passwordChanges = 5
)

// endOldest ends what a customer has open beyond MaxSessions, those begun first:
// neither rows nor the list of them grow with how often somebody signs in. The
// customer's row is locked by whatever lets them in.
func endOldest(ctx context.Context, tx *db.Tx, userID, newest string, now db.Millis) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET revoked_at = $3
		WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $3 AND id <> $2 AND id NOT IN (SELECT id FROM sessions
			WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $3 AND id <> $2
			ORDER BY created_at DESC, id DESC LIMIT $4)`, userID, newest, now, MaxSessions-1)
	if err != nil {
		return err
	}
	return notify.SignedOut(ctx, tx, userID, now)
}
