package auth

import (
	"context"
	"errors"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/notify"
)

// seenEvery is how outdated a session's last_seen_at may be: updating it with every request would make every read a
// write.
const seenEvery = time.Hour

// Session is a device or browser on which a customer is signed in.
type Session struct {
	ID         string    `json:"id" db:"id"`
	UserAgent  string    `json:"user_agent" db:"user_agent"`
	CreatedAt  db.Millis `json:"created_at" db:"created_at" format:"date-time"`
	LastSeenAt db.Millis `json:"last_seen_at" db:"last_seen_at" format:"date-time"`
	Current    bool      `json:"current" db:"-" doc:"The one this request was made with."`
	Device     string    `json:"device" db:"-" doc:"In words: Chrome on Android."`
}

// openSession signs a customer in and returns the token, which is sent only to them. challengeID is the code they used,
// "" for a password.
func (s *Service) openSession(ctx context.Context, tx *db.Tx, in SignIn,
	challengeID, userAgent string) (token string, err error) {
	now := db.At(s.clock.Now())
	token = id.Secret(32)
	in.SessionID = id.New("ses")
	if _, err := tx.Exec(ctx, `
		INSERT INTO sessions (token_hash, id, user_id, challenge_id, user_agent, created_at, expires_at, last_seen_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $6)`,
		id.Digest(token), in.SessionID, in.UserID, optional(challengeID), clip(httpapi.Clean(userAgent), 200),
		now, now.Add(SessionLife)); err != nil {
		return "", err
	}
	if err := endOldest(ctx, tx, in.UserID, in.SessionID, now); err != nil {
		return "", err
	}
	for _, hook := range s.onSign {
		if err := hook(ctx, tx, in); err != nil {
			return "", err
		}
	}
	return token, nil
}

// Resolve returns the customer a token belongs to. 401 if the session is unknown, ended or expired; 403 if the account
// is blocked.
func (s *Service) Resolve(ctx context.Context, token string) (userID, sessionID string, err error) {
	var row struct {
		ID         string     `db:"id"`
		UserID     string     `db:"user_id"`
		ExpiresAt  db.Millis  `db:"expires_at"`
		LastSeenAt db.Millis  `db:"last_seen_at"`
		RevokedAt  *db.Millis `db:"revoked_at"`
		BlockedAt  *db.Millis `db:"blocked_at"`
		Message    string     `db:"block_message"`
	}
	hash := id.Digest(token)
	err = s.db.Get(ctx, &row, `
		SELECT s.id, s.user_id, s.expires_at, s.last_seen_at, s.revoked_at, u.blocked_at, u.block_message
		FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.token_hash = $1`, hash)
	if errors.Is(err, db.ErrNoRows) {
		return "", "", errs.Unauthorized()
	}
	if err != nil {
		return "", "", err
	}
	now := db.At(s.clock.Now())
	switch {
	// Blocking ends the sessions: customers who were signed in then see that they are blocked, not that a session ended.
	case row.BlockedAt != nil && row.ExpiresAt > now && (row.RevokedAt == nil || *row.RevokedAt >= *row.BlockedAt):
		return "", "", errs.Blocked(row.Message)
	case row.RevokedAt != nil || row.ExpiresAt <= now:
		return "", "", errs.Unauthorized()
	}
	if row.LastSeenAt.Add(seenEvery) <= now {
		err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1 AND last_seen_at < $2`, hash,
				now)
			return err
		})
		if err != nil {
			return "", "", err
		}
	}
	return row.UserID, row.ID, nil
}

// StillIn checks the session of a long-lived request, such as an event stream: 401 if it has ended since, or the
// account is blocked.
func StillIn(ctx context.Context, q db.Querier, sessionID string, now time.Time) error {
	var lives bool
	err := q.Get(ctx, &lives, `SELECT EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND u.blocked_at IS NULL)`, sessionID, db.At(now))
	if err == nil && !lives {
		return errs.Unauthorized()
	}
	return err
}

// Sessions lists where a customer is signed in, newest first.
func (s *Service) Sessions(ctx context.Context, userID, current string, lang i18n.Lang) ([]Session, error) {
	all := []Session{}
	err := s.db.Select(ctx, &all, `
		SELECT id, user_agent, created_at, last_seen_at FROM sessions
		WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2
		ORDER BY created_at DESC, id DESC`, userID, db.At(s.clock.Now()))
	for i := range all {
		all[i].Current = all[i].ID == current
		all[i].Device = Device(all[i].UserAgent, lang)
	}
	return all, err
}

// EndSession ends one session of a customer. 404 if it isn't theirs or has already ended.
func (s *Service) EndSession(ctx context.Context, userID, sessionID string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// The lock makes a concurrent request to subscribe to push messages run afterwards, when the session has ended.
		if err := LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		now := db.At(s.clock.Now())
		n, err := tx.Exec(ctx, `
			UPDATE sessions SET revoked_at = $3
			WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL AND expires_at > $3`, userID, sessionID, now)
		if err == nil && n == 0 {
			return errs.NotFound()
		}
		if err != nil {
			return err
		}
		return notify.SignedOut(ctx, tx, userID, now)
	})
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// clip cuts a text to n runes.
func clip(s string, n int) string {
	count := 0
	for i := range s {
		if count == n {
			return s[:i]
		}
		count++
	}
	return s
}
