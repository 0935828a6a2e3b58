package auth

import (
	"context"
	"errors"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Access describes how a customer can currently sign in.
type Access struct {
	Blocked  bool   `json:"blocked" db:"blocked"`
	Message  string `json:"message" db:"block_message" doc:"What a blocked customer reads as the reason; empty when staff wrote none."`
	Sessions int64  `json:"sessions" db:"sessions" doc:"Browsers they are signed in with."`
	Version  int64  `json:"version" db:"version" doc:"To be sent along when they are blocked or let in again."`
}

// AccessOf reads a customer's Access. NotFound if there is no such customer.
func AccessOf(ctx context.Context, q db.Querier, userID string, now time.Time) (a Access, err error) {
	err = q.Get(ctx, &a, `SELECT u.blocked_at IS NOT NULL AS blocked, u.block_message, u.block_version AS version,
		(SELECT COUNT(*) FROM sessions s
			WHERE s.user_id = u.id AND s.revoked_at IS NULL AND s.expires_at > $2) AS sessions
		FROM users u WHERE u.id = $1 AND u.erased_at IS NULL`, userID, db.At(now))
	if errors.Is(err, db.ErrNoRows) {
		return Access{}, errs.NotFound()
	}
	return a, err
}

// Block blocks or unblocks a customer.
type Block struct {
	Blocked bool
	Message string // the reason that the blocked customer reads
	Version int64  // the version that the caller has read
}

// SetBlocked blocks or unblocks a customer. Blocking ends their sessions (ended counts them) and forgets their
// browsers. It waits for a concurrent sign-in. 404 without such a customer, 409 after another change.
func (s *Service) SetBlocked(ctx context.Context, tx *db.Tx, userID string, to Block) (ended int64, err error) {
	now := db.At(s.clock.Now())
	var since *db.Millis
	otherwise := `blocked_at IS NOT NULL`
	if to.Blocked {
		since, otherwise = &now, `blocked_at IS NULL`
	}
	n, err := tx.Exec(ctx, `UPDATE users SET blocked_at = $2, block_version = block_version + 1, updated_at = $3,
		block_message = $5
		WHERE id = $1 AND block_version = $4 AND erased_at IS NULL
		AND `+otherwise, userID, since, now, to.Version, to.Message)
	if err != nil {
		return 0, err
	}
	if n == 0 {
		if _, err := AccessOf(ctx, tx, userID, s.clock.Now()); err != nil {
			return 0, err
		}
		return 0, errs.VersionConflict(nil)
	}
	if !to.Blocked {
		return 0, nil
	}
	return s.EndAll(ctx, tx, userID)
}

// EndAll signs a customer out everywhere and returns the number of ended sessions.
func (s *Service) EndAll(ctx context.Context, tx *db.Tx, userID string) (ended int64, err error) {
	return endOthers(ctx, tx, userID, "", `id <> $3`, "", db.At(s.clock.Now()))
}
