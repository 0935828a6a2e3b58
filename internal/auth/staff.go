package auth

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"
	"unicode/utf8"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// Role is what a member of staff does, and so what they may do.
type Role string

// The roles.
const (
	Owner   Role = "owner"
	Editor  Role = "editor"
	Manager Role = "manager"
	Picker  Role = "picker"
	Support Role = "support"
	Finance Role = "finance"
	Courier Role = "courier"
)

// Roles lists them all.
var Roles = []Role{Owner, Editor, Manager, Picker, Support, Finance, Courier}

// ofBranches says that a role works only for the branches it is given.
func (r Role) ofBranches() bool { return r == Manager || r == Picker || r == Courier }

// Staff is a member of staff who is signed in.
type Staff struct {
	ID    string
	Name  string
	Email string
	Role  Role
	Lang  i18n.Lang
	// Branches they work for; nil means all.
	Branches  []string
	SessionID string
}

// Sees reports whether a branch is theirs to look at.
func (s Staff) Sees(branchID string) bool {
	return s.Branches == nil || slices.Contains(s.Branches, branchID)
}

// Is reports whether they have one of these roles.
func (s Staff) Is(roles ...Role) bool { return slices.Contains(roles, s.Role) }

type staffKey struct{}

// WithStaff puts a member of staff into the context of a request.
func WithStaff(ctx context.Context, s Staff) context.Context {
	return context.WithValue(ctx, staffKey{}, s)
}

// StaffFrom returns who is asking in a console operation. ok is false outside
// of one.
func StaffFrom(ctx context.Context) (s Staff, ok bool) {
	s, ok = ctx.Value(staffKey{}).(Staff)
	return s, ok
}

// StaffWith returns who is asking, if they have one of these roles. 401 for
// nobody, common.not_allowed (400) for another role.
func StaffWith(ctx context.Context, roles ...Role) (Staff, error) {
	staff, ok := StaffFrom(ctx)
	switch {
	case !ok:
		return staff, errs.Unauthorized()
	case !staff.Is(roles...):
		return staff, errs.Refuse("common.not_allowed")
	}
	return staff, nil
}

// NewStaff is somebody to be added.
type NewStaff struct {
	ID                    string // made when empty
	Email, Name, Password string
	Phone                 string // any form of a phone; may be empty
	Role                  Role
	Lang                  i18n.Lang
	Branches              []string // required for manager, picker and courier
}

func (in *NewStaff) clean() error {
	var wrong []errs.Field
	var ok bool
	if in.Email, ok = cleanEmail(in.Email); !ok || in.Email == "" {
		wrong = append(wrong, errs.Field{Name: "email", Key: "common.email_format", Args: []any{"email", "name@example.com"}})
	}
	in.Name = httpapi.Clean(in.Name)
	if n := utf8.RuneCountInString(in.Name); n == 0 {
		wrong = append(wrong, errs.Field{Name: "name", Key: "common.required"})
	} else if n > nameMax {
		wrong = append(wrong, errs.Field{Name: "name", Key: "common.too_long", Args: []any{"len", nameMax}})
	}
	if !slices.Contains(Roles, in.Role) {
		wrong = append(wrong, errs.Field{Name: "role", Key: "auth.role_unknown"})
	}
	if in.Role.ofBranches() && len(in.Branches) == 0 {
		wrong = append(wrong, errs.Field{Name: "branches", Key: "auth.branches_needed"})
	}
	if !checkPassword(in.Password) {
		wrong = append(wrong, errs.Field{Name: "password", Key: "auth.password_pattern"})
	}
	if in.Phone = httpapi.Clean(in.Phone); in.Phone != "" {
		var err error
		if in.Phone, err = AnyPhone(in.Phone, home); err != nil {
			wrong = append(wrong, errs.Field{Name: "phone", Key: "common.phone_invalid"})
		}
	}
	if in.Lang != i18n.EN {
		in.Lang = i18n.AR
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// StaffAdd adds a member of staff, for the command line and the demo. 422
// names what is wrong; an e-mail can be used once.
func (s *Service) StaffAdd(ctx context.Context, in NewStaff) (Staff, error) {
	if err := in.clean(); err != nil {
		return Staff{}, err
	}
	hash, err := s.hasher.hash(ctx, in.Password)
	if err != nil {
		return Staff{}, err
	}
	if in.ID == "" {
		in.ID = id.New("stf")
	}
	staff := Staff{ID: in.ID, Name: in.Name, Email: in.Email, Role: in.Role, Lang: in.Lang, Branches: in.Branches}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `
			INSERT INTO staff (id, email, name, role, password_hash, lang, phone, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email) DO NOTHING`,
			staff.ID, in.Email, in.Name, in.Role, hash, in.Lang, optional(in.Phone), db.At(s.clock.Now()))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid("email", "auth.staff_exists")
		}
		for _, branch := range in.Branches {
			if _, err := tx.Exec(ctx, `
				INSERT INTO staff_branches (staff_id, branch_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
				staff.ID, branch); err != nil {
				return err
			}
		}
		return nil
	})
	return staff, err
}

type staffRow struct {
	ID           string     `db:"id"`
	Email        string     `db:"email"`
	Name         string     `db:"name"`
	Role         Role       `db:"role"`
	Lang         string     `db:"lang"`
	PasswordHash string     `db:"password_hash"`
	DisabledAt   *db.Millis `db:"disabled_at"`
}

// staff adds the branches to a row. A role tied to branches that has none
// sees none.
func (r staffRow) staff(ctx context.Context, q db.Querier) (Staff, error) {
	s := Staff{ID: r.ID, Name: r.Name, Email: r.Email, Role: r.Role, Lang: r.Lang}
	var branches []string
	if err := q.Select(ctx, &branches, `SELECT branch_id FROM staff_branches WHERE staff_id = $1 ORDER BY branch_id`, r.ID); err != nil {
		return Staff{}, err
	}
	if len(branches) > 0 || r.Role.ofBranches() {
		s.Branches = append([]string{}, branches...)
	}
	return s, nil
}

// StaffLogin signs a member of staff in with their password. One answer (422)
// for everything that is wrong; 429 after too many tries.
func (s *Service) StaffLogin(ctx context.Context, email, password string, ip netip.Addr) (token string, staff Staff, err error) {
	email, ok := cleanEmail(email)
	if !ok || email == "" {
		return "", Staff{}, errs.Invalid("email", "common.email_format", "email", "name@example.com")
	}
	if password == "" {
		return "", Staff{}, errs.Invalid("password", "common.required")
	}
	counted, err := s.mayTryPassword(ctx, "staff", email, ip)
	if err != nil {
		return "", Staff{}, err
	}
	var row staffRow
	var stored *string
	err = s.db.Get(ctx, &row, `
		SELECT id, email, name, role, lang, password_hash, disabled_at FROM staff WHERE email = $1`, email)
	switch {
	case err == nil && row.DisabledAt == nil:
		stored = &row.PasswordHash
	case err != nil && !errors.Is(err, db.ErrNoRows):
		return "", Staff{}, err
	}
	right, err := s.hasher.verify(ctx, stored, password)
	if err != nil {
		return "", Staff{}, err
	}
	if !right {
		s.cfg.Count("staff_password_wrong")
		return "", Staff{}, errs.Invalid("password", "auth.staff_wrong")
	}
	token = id.Secret(32)
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := counted.giveBack(ctx, tx); err != nil {
			return err
		}
		if staff, err = row.staff(ctx, tx); err != nil {
			return err
		}
		staff.SessionID = id.New("sts")
		now := db.At(s.clock.Now())
		_, err = tx.Exec(ctx, `
			INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at, last_seen_at)
			VALUES ($1, $2, $3, $4, $5, $4)`, id.Digest(token), staff.SessionID, row.ID, now, now.Add(StaffLife))
		return err
	})
	return token, staff, err
}

// ResolveStaff finds who a staff token belongs to and carries them in the
// returned context (see StaffFrom). 401 when the session is unknown, over, has
// been idle for 30 minutes, or its owner may not sign in any more. A shopper's
// token is nobody's here.
func (s *Service) ResolveStaff(ctx context.Context, token string) (context.Context, string, error) {
	var row struct {
		staffRow
		SessionID  string     `db:"session_id"`
		ExpiresAt  db.Millis  `db:"expires_at"`
		LastSeenAt db.Millis  `db:"last_seen_at"`
		RevokedAt  *db.Millis `db:"revoked_at"`
	}
	err := s.db.Get(ctx, &row, `
		SELECT m.id, m.email, m.name, m.role, m.lang, m.password_hash, m.disabled_at,
		       s.id AS session_id, s.expires_at, s.last_seen_at, s.revoked_at
		FROM staff_sessions s JOIN staff m ON m.id = s.staff_id WHERE s.token_hash = $1`, id.Digest(token))
	if errors.Is(err, db.ErrNoRows) {
		return ctx, "", errs.Unauthorized()
	}
	if err != nil {
		return ctx, "", err
	}
	now := db.At(s.clock.Now())
	if row.RevokedAt != nil || row.DisabledAt != nil || row.ExpiresAt <= now || row.LastSeenAt.Add(StaffIdle) <= now {
		return ctx, "", errs.Unauthorized()
	}
	staff, err := row.staff(ctx, s.db)
	if err != nil {
		return ctx, "", err
	}
	staff.SessionID = row.SessionID
	if row.LastSeenAt.Add(staffSeenEvery) <= now {
		if err := s.KeepStaff(ctx, staff); err != nil {
			return ctx, "", err
		}
	}
	return WithStaff(ctx, staff), staff.ID, nil
}

// KeepStaff keeps a session from becoming idle. An open order board calls it
// once a minute, since a stream is one long request. 401 when the session has
// ended meanwhile: the stream must end too.
func (s *Service) KeepStaff(ctx context.Context, staff Staff) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.clock.Now())
		n, err := tx.Exec(ctx, `
			UPDATE staff_sessions SET last_seen_at = CASE WHEN last_seen_at < $2 THEN $2 ELSE last_seen_at END
			WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2`, staff.SessionID, now)
		if err == nil && n == 0 {
			return errs.Unauthorized()
		}
		return err
	})
}

// StaffLogout ends the session a request came with.
func (s *Service) StaffLogout(ctx context.Context, staff Staff) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `
			UPDATE staff_sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`,
			staff.SessionID, db.At(s.clock.Now()))
		return err
	})
}

// Audit writes down what a member of staff did, in the transaction that does
// it: the action ("order.move"), the object ("ord_…"), what it was like before
// and after (anything JSON can hold, never a secret), and the reason given.
func Audit(ctx context.Context, tx *db.Tx, staffID, action, object string, before, after any, reason string) error {
	old, err := json.Marshal(before)
	if err != nil {
		return err
	}
	next, err := json.Marshal(after)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO audit_log (id, staff_id, action, object, before, after, reason, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		id.New("aud"), staffID, action, object, string(old), string(next), reason, db.At(clock.System.Now()))
	return err
}
