package staff

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// seenEvery is the precision with which the last use of a session is recorded.
const seenEvery = time.Minute

// agentMax bounds the stored user agent of a browser.
const agentMax = 200

// record is a row of staff.
type record struct {
	ID             string     `db:"id"`
	Email          string     `db:"email"`
	Phone          string     `db:"phone"`
	Version        int64      `db:"version"`
	Name           string     `db:"name"`
	Role           Role       `db:"role"`
	Lang           string     `db:"lang"`
	PasswordHash   string     `db:"password_hash"`
	DisabledAt     *db.Millis `db:"disabled_at"`
	TemporaryUntil *db.Millis `db:"temporary_until"`
	TOTPSecret     []byte     `db:"totp_secret"`
	TOTPSince      *db.Millis `db:"totp_since"`
}

const recordColumns = `m.id, COALESCE(m.email, '') AS email, COALESCE(m.phone, '') AS phone, m.version, m.name, m.role,
	m.lang, m.password_hash, m.disabled_at, m.temporary_until, m.totp_secret, m.totp_since`

// member adds the branches to a row. A role tied to branches that has none
// sees none.
func (r record) member(ctx context.Context, q db.Querier) (Member, error) {
	m := Member{ID: r.ID, Name: r.Name, Email: r.Email, Role: r.Role, Lang: r.Lang}
	var branches []string
	if err := q.Select(ctx, &branches, `SELECT branch_id FROM staff_branches WHERE staff_id = $1 ORDER BY branch_id`,
		r.ID); err != nil {
		return Member{}, err
	}
	if len(branches) > 0 || r.Role.ofBranches() {
		m.Branches = append([]string{}, branches...)
	}
	return m, nil
}

// must returns the member's duty, if there is one.
func (s *Service) must(ctx context.Context, q db.Querier, r record) (Must, error) {
	if r.TemporaryUntil != nil {
		return MustChangePassword, nil
	}
	if r.TOTPSince == nil && s.NeedsSecondFactor != nil {
		needed, err := s.NeedsSecondFactor(ctx, q, r.Role)
		if err != nil {
			return "", err
		}
		if needed {
			return MustAddSecondFactor, nil
		}
	}
	return "", nil
}

// SignIn is a request to sign in at the console.
type SignIn struct {
	Email, Password string // an e-mail address or a phone
	Code            string // of their second factor, if they have one
	Device          string // the secret of a browser that has signed in before
	UserAgent       string
	IP              netip.Addr
	// Stay keeps the session for StayLife, because the member trusts this device.
	Stay bool
}

// Session is a successful sign-in.
type Session struct {
	Token  string
	Device string // the secret that identifies the browser from now on
	Member Member
}

// signInName reads the name used to sign in, and returns its column. 422 if it is neither an e-mail address nor a
// phone.
func signInName(text string) (column, name string, err error) {
	text = httpapi.Clean(text)
	if text != "" && !strings.Contains(text, "@") && strings.Trim(money.LatinDigits(text), "+0123456789 -()") == "" {
		if name, err = auth.AnyPhone(text, homeCountry); err != nil {
			return "", "", errs.Invalid("email", "common.phone_invalid")
		}
		return "phone", name, nil
	}
	if name, err = auth.CleanEmail(text); err != nil || name == "" {
		return "", "", errs.Invalid("email", "common.email_format", "email", "name@example.com")
	}
	return "email", name, nil
}

// SignIn signs a member of staff in with their password and, if they have a second factor, a code of it. One response
// (422) for any error in e-mail and password; 429 after too many tries, with the time to wait.
func (s *Service) SignIn(ctx context.Context, in SignIn) (Session, error) {
	column, name, err := signInName(in.Email)
	if err != nil {
		return Session{}, err
	}
	if in.Password == "" {
		return Session{}, errs.Invalid("password", "common.required")
	}
	var row record
	var stored *string
	err = s.DB.Get(ctx, &row, `SELECT `+recordColumns+` FROM staff m WHERE m.`+column+` = $1`, name)
	switch {
	case err == nil && row.DisabledAt == nil:
		stored = &row.PasswordHash
	case err != nil && !errors.Is(err, db.ErrNoRows):
		return Session{}, err
	}
	device, err := s.device(ctx, row.ID, in.Device)
	if err != nil {
		return Session{}, err
	}
	admitted, err := s.admit(ctx, name, row, device, in)
	if err != nil {
		return Session{}, err
	}
	right, err := s.Hasher.Verify(ctx, stored, in.Password)
	if err != nil {
		return Session{}, err
	}
	if !right {
		s.Count("staff_password_wrong")
		return Session{}, errs.Invalid("password", "auth.staff_wrong")
	}
	now := s.Clock.Now()
	if row.TemporaryUntil != nil && *row.TemporaryUntil <= db.At(now) {
		return Session{}, errs.Invalid("password", "auth.temporary_over")
	}
	var use func(context.Context, *db.Tx) error
	if row.TOTPSince != nil && !admitted.byCode {
		if use, err = s.secondStep(ctx, row, device, in); err != nil {
			if errs.Key(err) == "" {
				return Session{}, err
			}
			// The password was correct, so from here on only the tries of codes are counted.
			return Session{}, errors.Join(err, s.DB.InTx(ctx, admitted.try.Uncount))
		}
	}
	return s.open(ctx, row, device, in, func(ctx context.Context, tx *db.Tx) error {
		if err := admitted.giveBack(ctx, tx); err != nil || use == nil {
			return err
		}
		return use(ctx, tx)
	})
}

// open begins a session. It waits for concurrent changes of the member's row, and refuses if they invalidated the
// password that was checked.
func (s *Service) open(ctx context.Context, row record, device knownDevice, in SignIn,
	before func(context.Context, *db.Tx) error) (out Session, err error) {
	token := id.Secret(32)
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.Clock.Now())
		n, err := tx.Exec(ctx, `UPDATE staff SET signed_in_at = $3 WHERE id = $1 AND password_hash = $2
			AND disabled_at IS NULL`,
			row.ID, row.PasswordHash, now)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid("password", "auth.staff_wrong")
		}
		if err := before(ctx, tx); err != nil {
			return err
		}
		if out.Member, err = row.member(ctx, tx); err != nil {
			return err
		}
		if out.Member.Must, err = s.must(ctx, tx, row); err != nil {
			return err
		}
		out.Member.SessionID, out.Token = id.New("sts"), token
		if _, err = tx.Exec(ctx, `
			INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at, last_seen_at, user_agent, address,
			stays)
			VALUES ($1, $2, $3, $4, $5, $4, $6, $7,
			$8)`, id.Digest(token), out.Member.SessionID, row.ID, now, now.Add(in.life()),
			clip(httpapi.Clean(in.UserAgent), agentMax), addressText(in.IP), in.Stay); err != nil {
			return err
		}
		out.Device, err = remember(ctx, tx, row.ID, device, in.Device, now)
		return err
	})
	return out, err
}

// life returns the lifetime of this sign-in's session.
func (in SignIn) life() time.Duration {
	if in.Stay {
		return StayLife
	}
	return Life
}

// idle returns how long a session may be unused.
func idle(stays bool) time.Duration {
	if stays {
		return StayIdle
	}
	return Idle
}

// notIdle returns SQL for sessions in staff_sessions that were used recently. Its parameters are the times since when,
// for ordinary sessions and for those that stay signed in.
func notIdle(ordinary, stays string) string {
	return `last_seen_at > CASE WHEN stays THEN CAST(` + stays + ` AS BIGINT) ELSE CAST(` + ordinary + ` AS BIGINT) END`
}

func addressText(ip netip.Addr) string {
	if !ip.IsValid() {
		return ""
	}
	return ip.Unmap().WithZone("").String()
}

// clip cuts a text to n runes.
func clip(text string, n int) string {
	count := 0
	for i := range text {
		if count == n {
			return text[:i]
		}
		count++
	}
	return text
}

// Resolve finds the owner of a staff token and carries them in the returned context (see From). It returns 401 for
// sessions that are unknown, over or idle for 30 minutes (30 days if they stay signed in), or whose owner may no longer
// sign in. A customer's token is unknown here.
func (s *Service) Resolve(ctx context.Context, token string) (context.Context, string, error) {
	var row struct {
		record
		SessionID  string     `db:"session_id"`
		ExpiresAt  db.Millis  `db:"expires_at"`
		LastSeenAt db.Millis  `db:"last_seen_at"`
		RevokedAt  *db.Millis `db:"revoked_at"`
		Stays      bool       `db:"stays"`
	}
	err := s.DB.Get(ctx, &row, `
		SELECT `+recordColumns+`, s.id AS session_id, s.expires_at, s.last_seen_at, s.revoked_at, s.stays
		FROM staff_sessions s JOIN staff m ON m.id = s.staff_id WHERE s.token_hash = $1`, id.Digest(token))
	if errors.Is(err, db.ErrNoRows) {
		return ctx, "", errs.Unauthorized()
	}
	if err != nil {
		return ctx, "", err
	}
	now := db.At(s.Clock.Now())
	if row.RevokedAt != nil || row.DisabledAt != nil || row.ExpiresAt <= now ||
		row.LastSeenAt.Add(idle(row.Stays)) <= now {
		return ctx, "", errs.Unauthorized()
	}
	member, err := row.member(ctx, s.DB)
	if err != nil {
		return ctx, "", err
	}
	if member.Must, err = s.must(ctx, s.DB, row.record); err != nil {
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

// Resume puts a member of staff into the context with their current rights, for work that continues without their
// session. 401 if they may no longer sign in.
func (s *Service) Resume(ctx context.Context, memberID string) (context.Context, error) {
	var row record
	err := s.DB.Get(ctx, &row, `SELECT `+recordColumns+` FROM staff m WHERE m.id = $1 AND m.disabled_at IS NULL`, memberID)
	if errors.Is(err, db.ErrNoRows) {
		return ctx, errs.Unauthorized()
	}
	if err != nil {
		return ctx, err
	}
	member, err := row.member(ctx, s.DB)
	if err == nil {
		member.Must, err = s.must(ctx, s.DB, row)
	}
	return With(ctx, member), err
}

// Keep keeps a session from becoming idle. An open order board calls it once a minute, since a stream is one long
// request. 401 if the session has ended or its member was locked out: the stream must end too.
func (s *Service) Keep(ctx context.Context, member Member) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.Clock.Now())
		n, err := tx.Exec(ctx, `
			UPDATE staff_sessions SET last_seen_at = CASE WHEN last_seen_at < $2 THEN $2 ELSE last_seen_at END
			WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2
			AND EXISTS (SELECT 1 FROM staff m WHERE m.id = staff_sessions.staff_id
			AND m.disabled_at IS NULL)`, member.SessionID, now)
		if err == nil && n == 0 {
			return errs.Unauthorized()
		}
		return err
	})
}

// StillIn checks the session of a long-lived request: 401 if it has ended since, or its member may no longer sign in.
func (s *Service) StillIn(ctx context.Context, member Member) error {
	var lives bool
	err := s.DB.Get(ctx, &lives, `SELECT EXISTS (SELECT 1 FROM staff_sessions s JOIN staff m ON m.id = s.staff_id
		WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2
		AND m.disabled_at IS NULL)`, member.SessionID, db.At(s.Clock.Now()))
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

// StaffSession is where a member of staff is signed in.
type StaffSession struct {
	ID         string    `json:"id" db:"id"`
	UserAgent  string    `json:"-" db:"user_agent"`
	Device     string    `json:"device" db:"-" doc:"In words: Chrome on Android."`
	Address    string    `json:"address" db:"address" doc:"The IP address it was opened from."`
	CreatedAt  db.Millis `json:"created_at" db:"created_at" format:"date-time"`
	LastSeenAt db.Millis `json:"last_seen_at" db:"last_seen_at" format:"date-time"`
	Stays      bool      `json:"stays,omitempty" db:"stays" doc:"They chose to stay signed in there."`
	Current    bool      `json:"current" db:"-" doc:"The one this request was made with."`
}

// Places lists the sessions of a member of staff, newest first.
func (s *Service) Places(ctx context.Context, member Member, lang i18n.Lang) ([]StaffSession, error) {
	all := []StaffSession{}
	now := db.At(s.Clock.Now())
	err := s.DB.Select(ctx, &all, `
		SELECT id, user_agent, address, created_at, last_seen_at, stays FROM staff_sessions
		WHERE staff_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND `+notIdle("$3", "$4")+`
		ORDER BY created_at DESC, id DESC`, member.ID, now, now.Add(-Idle), now.Add(-StayIdle))
	for i := range all {
		all[i].Current = all[i].ID == member.SessionID
		all[i].Device = auth.Device(all[i].UserAgent, lang)
	}
	return all, err
}

// EndPlace ends one session of a member of staff. 404 if it isn't theirs or has already ended.
func (s *Service) EndPlace(ctx context.Context, member Member, sessionID string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE staff_sessions SET revoked_at = $3 WHERE staff_id = $1 AND id = $2 AND revoked_at IS NULL
			AND expires_at > $3`,
			member.ID, sessionID, db.At(s.Clock.Now()))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.NotFound()
		}
		return s.note(ctx, tx, member.ID, "staff.end_sessions", member.ID, nil, state{"sessions_ended": n}, "")
	})
}

// EndOtherPlaces signs a member of staff out everywhere else.
func (s *Service) EndOtherPlaces(ctx context.Context, member Member) (ended int64, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if ended, err = endSessions(ctx, tx, member.ID, member.SessionID, db.At(s.Clock.Now())); err != nil {
			return err
		}
		return s.note(ctx, tx, member.ID, "staff.end_sessions", member.ID, nil, state{"sessions_ended": ended}, "")
	})
	return ended, err
}
