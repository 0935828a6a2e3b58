package staff

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"wekala/internal/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/passwords"
)

// seenEvery is how exactly we know when a session was last used.
const seenEvery = time.Minute

// record is a row of staff.
type record struct {
	ID           string     `db:"id"`
	Email        string     `db:"email"`
	Name         string     `db:"name"`
	Role         Role       `db:"role"`
	Lang         string     `db:"lang"`
	PasswordHash string     `db:"password_hash"`
	DisabledAt   *db.Millis `db:"disabled_at"`
}

// member adds the branches to a row. A role tied to branches that has none
// sees none.
func (r record) member(ctx context.Context, q db.Querier) (Member, error) {
	m := Member{ID: r.ID, Name: r.Name, Email: r.Email, Role: r.Role, Lang: r.Lang}
	var branches []string
	if err := q.Select(ctx, &branches, `SELECT branch_id FROM staff_branches WHERE staff_id = $1 ORDER BY branch_id`, r.ID); err != nil {
		return Member{}, err
	}
	if len(branches) > 0 || r.Role.ofBranches() {
		m.Branches = append([]string{}, branches...)
	}
	return m, nil
}

// SignIn signs a member of staff in with their password. One answer (422)
// for everything that is wrong; 429 after too many tries.
func (s *Service) SignIn(ctx context.Context, email, password string, ip netip.Addr) (token string, member Member, err error) {
	email, err = auth.CleanEmail(email)
	if err != nil || email == "" {
		return "", Member{}, errs.Invalid("email", "common.email_format", "email", "name@example.com")
	}
	if password == "" {
		return "", Member{}, errs.Invalid("password", "common.required")
	}
	counted, err := passwords.MayTry(ctx, s.DB, s.Clock.Now(), s.Tries, "staff", email, ip, "auth.passwords_busy")
	if err != nil {
		if errs.Is(err, "auth.passwords_busy") {
			s.Count("password_refused")
		}
		return "", Member{}, err
	}
	var row record
	var stored *string
	err = s.DB.Get(ctx, &row, `
		SELECT id, email, name, role, lang, password_hash, disabled_at FROM staff WHERE email = $1`, email)
	switch {
	case err == nil && row.DisabledAt == nil:
		stored = &row.PasswordHash
	case err != nil && !errors.Is(err, db.ErrNoRows):
		return "", Member{}, err
	}
	right, err := s.Hasher.Verify(ctx, stored, password)
	if err != nil {
		return "", Member{}, err
	}
	if !right {
		s.Count("staff_password_wrong")
		return "", Member{}, errs.Invalid("password", "auth.staff_wrong")
	}
	token = id.Secret(32)
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := counted.GiveBack(ctx, tx); err != nil {
			return err
		}
		if member, err = row.member(ctx, tx); err != nil {
			return err
		}
		member.SessionID = id.New("sts")
		now := db.At(s.Clock.Now())
		_, err = tx.Exec(ctx, `
			INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at, last_seen_at)
			VALUES ($1, $2, $3, $4, $5, $4)`, id.Digest(token), member.SessionID, row.ID, now, now.Add(Life))
		return err
	})
	return token, member, err
}

// Resolve finds who a staff token belongs to and carries them in the
// returned context (see From). 401 when the session is unknown, over, has
// been idle for 30 minutes, or its owner may not sign in any more. A shopper's
// token is nobody's here.
func (s *Service) Resolve(ctx context.Context, token string) (context.Context, string, error) {
	var row struct {
		record
		SessionID  string     `db:"session_id"`
		ExpiresAt  db.Millis  `db:"expires_at"`
		LastSeenAt db.Millis  `db:"last_seen_at"`
		RevokedAt  *db.Millis `db:"revoked_at"`
	}
	err := s.DB.Get(ctx, &row, `
		SELECT m.id, m.email, m.name, m.role, m.lang, m.password_hash, m.disabled_at,
		       s.id AS session_id, s.expires_at, s.last_seen_at, s.revoked_at
		FROM staff_sessions s JOIN staff m ON m.id = s.staff_id WHERE s.token_hash = $1`, id.Digest(token))
	if errors.Is(err, db.ErrNoRows) {
		return ctx, "", errs.Unauthorized()
	}
	if err != nil {
		return ctx, "", err
	}
	now := db.At(s.Clock.Now())
	if row.RevokedAt != nil || row.DisabledAt != nil || row.ExpiresAt <= now || row.LastSeenAt.Add(Idle) <= now {
		return ctx, "", errs.Unauthorized()
	}
	member, err := row.member(ctx, s.DB)
	if err != nil {
		return ctx, "", err
	}
	member.SessionID = row.SessionID
	if row.LastSeenAt.Add(seenEvery) <= now {
		if err := s.Keep(ctx, member); err != nil {
			return ctx, "", err
		}
	}
	return With(ctx, member), member.ID, nil
}

// Keep keeps a session from becoming idle. An open order board calls it
// once a minute, since a stream is one long request. 401 when the session has
// ended meanwhile: the stream must end too.
func (s *Service) Keep(ctx context.Context, member Member) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.Clock.Now())
		n, err := tx.Exec(ctx, `
			UPDATE staff_sessions SET last_seen_at = CASE WHEN last_seen_at < $2 THEN $2 ELSE last_seen_at END
			WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2`, member.SessionID, now)
		if err == nil && n == 0 {
			return errs.Unauthorized()
		}
		return err
	})
}

// StillIn looks at the session of a request that lasts: 401 when it has ended
// since, or its member may not sign in any more.
func (s *Service) StillIn(ctx context.Context, member Member) error {
	var lives bool
	err := s.DB.Get(ctx, &lives, `SELECT EXISTS (SELECT 1 FROM staff_sessions s JOIN staff m ON m.id = s.staff_id
		WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND m.disabled_at IS NULL)`, member.SessionID, db.At(s.Clock.Now()))
	if err == nil && !lives {
		return errs.Unauthorized()
	}
	return err
}

// SignOut ends the session a request came with.
func (s *Service) SignOut(ctx context.Context, member Member) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `
			UPDATE staff_sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`,
			member.SessionID, db.At(s.Clock.Now()))
		return err
	})
}
