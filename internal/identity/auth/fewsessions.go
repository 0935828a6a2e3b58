package auth

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/notify"
)

const (
	// MaxSessions is the number of open sessions a customer may have.
	MaxSessions = 20
	// passwordChanges is the number of password changes a customer may make per hour; each sends an SMS.
	passwordChanges = 5
)

// endOldest ends a customer's oldest sessions beyond MaxSessions, so that frequent sign-ins don't add rows without
// limit. The caller has locked the customer's row.
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
