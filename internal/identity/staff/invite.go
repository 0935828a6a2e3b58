package staff

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// invitedFor is how long an invitation can be accepted.
const invitedFor = 7 * 24 * time.Hour

// Person is a member's role and contact data, as staff managers fill them in.
type Person struct {
	Name     string   `json:"name" maxLength:"200"`
	Phone    string   `json:"phone,omitempty" maxLength:"40" doc:"Any form of one; needed where there is no e-mail address."`
	Email    string   `json:"email,omitempty" maxLength:"1000"`
	Role     Role     `json:"role" maxLength:"32"`
	Branches []string `json:"branches,omitempty" maxItems:"500" doc:"By id; needed for manager, picker and courier."`
}

// clean normalises the data. 422 names every invalid field.
func (p *Person) clean() error {
	var wrong []errs.Field
	no := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	p.Name = httpapi.Clean(p.Name)
	switch n := utf8.RuneCountInString(p.Name); {
	case n == 0:
		no("name", "common.required")
	case n > nameMax:
		no("name", "common.too_long", "len", nameMax)
	}
	var err error
	if p.Phone = httpapi.Clean(p.Phone); p.Phone != "" {
		if p.Phone, err = auth.AnyPhone(p.Phone, homeCountry); err != nil {
			no("phone", "common.phone_invalid")
		}
	}
	if p.Email, err = auth.CleanEmail(p.Email); err != nil {
		no("email", "common.email_format", "email", "name@example.com")
	} else if p.Email == "" && p.Phone == "" {
		no("phone", "auth.phone_or_email")
	}
	if !slices.Contains(Roles, p.Role) {
		no("role", "auth.role_unknown")
	}
	p.Branches = slices.Compact(slices.Sorted(slices.Values(p.Branches)))
	if p.Role.ofBranches() && len(p.Branches) == 0 {
		no("branches", "auth.branches_needed")
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// Invitation is an open invitation to join the staff.
type Invitation struct {
	ID        string    `json:"id" db:"id"`
	Name      string    `json:"name" db:"name"`
	Email     string    `json:"email" db:"email"`
	Phone     string    `json:"phone" db:"phone"`
	Role      Role      `json:"role" db:"role" enum:"owner,editor,manager,picker,support,finance,courier"`
	Branches  []string  `json:"branches" db:"-"`
	Raw       string    `json:"-" db:"branches"`
	ExpiresAt db.Millis `json:"expires_at" db:"expires_at"`
}

const (
	invitationColumns = `i.id, i.name, COALESCE(i.email, '') AS email, COALESCE(i.phone, '') AS phone, i.role, i.branches,
		i.expires_at`
	// The invitations of members who may no longer invite are invalid.
	invitationOpen = ` i.used_at IS NULL AND i.expires_at > $1
		AND EXISTS (SELECT 1 FROM staff m WHERE m.id = i.invited_by AND m.role = 'owner' AND m.disabled_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM staff_branches b WHERE b.staff_id = m.id))`
)

// endInvitations ends the invitations of a member who may no longer invite. If the member regains the right, the links
// stay invalid.
func (s *Service) endInvitations(ctx context.Context, tx *db.Tx, memberID string) error {
	_, err := tx.Exec(ctx, `UPDATE staff_invitations SET used_at = $2 WHERE invited_by = $1 AND used_at IS NULL`, memberID,
		db.At(s.Clock.Now()))
	return err
}

func (i *Invitation) unpack() error {
	return json.Unmarshal([]byte(i.Raw), &i.Branches)
}

// Invite creates a link with which a person joins, once and within a week, and returns its secret. It ends an earlier
// one for the same phone or e-mail address. 422 names invalid fields; branches must exist, and nobody is a member
// twice.
func (s *Service) Invite(ctx context.Context, by string, p Person) (inv Invitation, secret string, err error) {
	if err := p.clean(); err != nil {
		return inv, "", err
	}
	branches, err := json.Marshal(p.Branches)
	if err != nil {
		return inv, "", err
	}
	if p.Branches == nil {
		branches = []byte("[]")
	}
	now := db.At(s.Clock.Now())
	secret = id.Secret(32)
	inv = Invitation{ID: id.New("inv"), Name: p.Name, Email: p.Email, Phone: p.Phone, Role: p.Role,
		Branches: append([]string{}, p.Branches...), ExpiresAt: now.Add(invitedFor)}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var there bool
		if err := tx.Get(ctx, &there, `SELECT EXISTS (SELECT 1 FROM staff WHERE email = $1 OR phone = $2)`, orNull(p.Email),
			orNull(p.Phone)); err != nil {
			return err
		}
		if there {
			return taken(ctx, tx, "", p.Email)
		}
		for _, branch := range p.Branches {
			if err := tx.Get(ctx, &there, `SELECT EXISTS (SELECT 1 FROM branches WHERE id = $1)`, branch); err != nil {
				return err
			}
			if !there {
				return errs.Invalid("branches", "auth.branch_unknown", "branch", branch)
			}
		}
		if _, err := tx.Exec(ctx, `UPDATE staff_invitations SET used_at = $3 WHERE used_at IS NULL
			AND (email = $1 OR phone = $2)`,
			orNull(p.Email), orNull(p.Phone), now); err != nil {
			return err
		}
		// Locked until the transaction ends, so that a member who loses the right concurrently leaves no link behind.
		n, err := tx.Exec(ctx, `UPDATE staff SET role = role WHERE id = $1 AND role = 'owner' AND disabled_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM staff_branches b WHERE b.staff_id = staff.id)`, by)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.NotAllowed()
		}
		if _, err := tx.Exec(ctx, `INSERT INTO staff_invitations (id, token_hash, name, email, phone, role, branches,
			invited_by, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
			$10)`, inv.ID, id.Digest(secret), p.Name, orNull(p.Email), orNull(p.Phone), p.Role,
			string(branches), by, now, inv.ExpiresAt); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "staff.invite", inv.ID, nil, state{"role": p.Role, "branches": p.Branches}, "")
	})
	return inv, secret, err
}

// Invitations lists the open invitations, newest first.
func (s *Service) Invitations(ctx context.Context) ([]Invitation, error) {
	all := []Invitation{}
	err := s.DB.Select(ctx, &all, `SELECT `+invitationColumns+` FROM staff_invitations i WHERE`+invitationOpen+`
		ORDER BY i.expires_at DESC, i.id`, db.At(s.Clock.Now()))
	for i := range all {
		err = errors.Join(err, all[i].unpack())
	}
	return all, err
}

// Withdraw ends an open invitation. NotFound otherwise.
func (s *Service) Withdraw(ctx context.Context, by, invitationID string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE staff_invitations SET used_at = $2 WHERE id = $1 AND used_at IS NULL
			AND expires_at > $2`,
			invitationID, db.At(s.Clock.Now()))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.NotFound()
		}
		return s.note(ctx, tx, by, "staff.withdraw", invitationID, nil, nil, "")
	})
}

// Invited reads the invitation of a link. auth.invitation_over (400) if it was accepted, withdrawn, replaced, has
// expired or never existed.
func (s *Service) Invited(ctx context.Context, secret string) (inv Invitation, by string, err error) {
	var row struct {
		Invitation
		By string `db:"invited_by"`
	}
	err = s.DB.Get(ctx, &row, `SELECT `+invitationColumns+
		`, i.invited_by FROM staff_invitations i WHERE i.token_hash = $2 AND`+invitationOpen,
		db.At(s.Clock.Now()), id.Digest(secret))
	if errors.Is(err, db.ErrNoRows) {
		return inv, "", errs.Refuse("auth.invitation_over")
	}
	if err == nil {
		err = row.unpack()
	}
	return row.Invitation, row.By, err
}

// Join accepts an invitation with a password that the new member chooses, and signs in.
func (s *Service) Join(ctx context.Context, secret string, lang i18n.Lang, in SignIn) (Session, error) {
	inv, by, err := s.Invited(ctx, secret)
	if err != nil {
		return Session{}, err
	}
	_, err = s.AddAfter(ctx,
		NewMember{Email: inv.Email, Phone: inv.Phone, Name: inv.Name, Password: in.Password, Role: inv.Role,
			Branches: inv.Branches, Lang: lang, By: by}, func(ctx context.Context, tx *db.Tx) error {
			n, err := tx.Exec(ctx, `UPDATE staff_invitations SET used_at = $2 WHERE id = $1 AND used_at IS NULL
				AND expires_at > $2
			AND EXISTS (SELECT 1 FROM staff m WHERE m.id = staff_invitations.invited_by AND m.role = 'owner'
			AND m.disabled_at IS NULL
				AND NOT EXISTS (SELECT 1 FROM staff_branches b WHERE b.staff_id = m.id))`,
				inv.ID, db.At(s.Clock.Now()))
			if err == nil && n == 0 {
				err = errs.Refuse("auth.invitation_over")
			}
			return err
		})
	if err != nil {
		return Session{}, err
	}
	if in.Email = inv.Email; in.Email == "" {
		in.Email = inv.Phone
	}
	return s.SignIn(ctx, in)
}

// Edit changes a member's role and contact data. errs.VersionConflict if somebody else changed them in between; another
// role or other branches end their sessions, and members cannot give them to themselves.
func (s *Service) Edit(ctx context.Context, by, memberID string, p Person, version int64) error {
	if err := p.clean(); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var row record
		err := tx.Get(ctx, &row, `SELECT `+recordColumns+` FROM staff m WHERE m.id = $1`, memberID)
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		}
		if err != nil {
			return err
		}
		var there bool
		if err := tx.Get(ctx, &there, `SELECT EXISTS (SELECT 1 FROM staff WHERE id <> $3 AND (email = $1 OR phone = $2))`,
			orNull(p.Email), orNull(p.Phone), memberID); err != nil {
			return err
		}
		if there {
			return taken(ctx, tx, memberID, p.Email)
		}
		n, err := tx.Exec(ctx, `UPDATE staff SET name = $3, email = $4, phone = $5, version = version + 1 WHERE id = $1
			AND version = $2`,
			memberID, version, p.Name, orNull(p.Email), orNull(p.Phone))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.VersionConflict(nil)
		}
		if row.Email != p.Email || row.Phone != p.Phone {
			if err := s.gainControl(ctx, tx, by, memberID); err != nil {
				return err
			}
		}
		// The log records that it changed, without the contact data.
		if err := s.note(ctx, tx, by, "staff.edit", memberID, state{"name": row.Name}, state{"name": p.Name,
			"email_changed": row.Email != p.Email, "phone_changed": row.Phone != p.Phone}, ""); err != nil {
			return err
		}
		var branches []string
		if err := tx.Select(ctx, &branches, `SELECT branch_id FROM staff_branches WHERE staff_id = $1 ORDER BY branch_id`,
			memberID); err != nil {
			return err
		}
		if row.Role == p.Role && slices.Equal(branches, p.Branches) {
			return nil
		}
		if by == memberID {
			return errs.Refuse("auth.own_account")
		}
		return s.setRole(ctx, tx, by, memberID, p.Role, p.Branches)
	})
}

// EndOne ends one session of a member of staff. NotFound if it has already ended.
func (s *Service) EndOne(ctx context.Context, by, sessionID string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var memberID string
		err := tx.Get(ctx, &memberID, `UPDATE staff_sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL
			AND expires_at > $2
			RETURNING staff_id`, sessionID, db.At(s.Clock.Now()))
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		}
		if err != nil {
			return err
		}
		return s.note(ctx, tx, by, "staff.end_sessions", memberID, nil, state{"sessions_ended": 1}, "")
	})
}
