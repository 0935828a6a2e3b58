// Package staff manages the people who work for the shop: their roles and branches, how they sign in, and their
// sessions. The rights of each role are in capabilities.go.
//
// The package owns the tables staff, staff_branches, staff_sessions, staff_devices, staff_invitations and
// staff_recovery_codes.
package staff

import (
	"context"
	"slices"
	"unicode/utf8"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/parties"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/passwords"
)

// Role is the job of a member of staff, which decides what they may do.
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

// ofBranches reports that a role works only for the branches it is given.
func (r Role) ofBranches() bool { return r == Manager || r == Picker || r == Courier }

// Member is a signed-in member of staff.
type Member struct {
	ID    string
	Name  string
	Email string
	Role  Role
	Lang  i18n.Lang
	// Branches they work for; nil means all.
	Branches  []string
	SessionID string
	// Must is what the member has to do before anything else.
	Must Must
}

// Must is something that a member has to do in their own account.
type Must string

// The possible values of Must.
const (
	MustChangePassword  Must = "password"      // somebody else set it
	MustAddSecondFactor Must = "second_factor" // the shop asks it of their role
)

// Sees reports whether a member may see a branch.
func (m Member) Sees(branchID string) bool {
	return m.Branches == nil || slices.Contains(m.Branches, branchID)
}

// Party is the member's employer: the seller if they are limited to branches.
func (m Member) Party() parties.Party {
	if m.Branches != nil {
		return parties.Seller
	}
	return parties.Platform
}

// PartyOf returns the employer of a member for orders that the party delivers delivers: couriers, who always have
// branches, work for that party. A missing account counts as the platform's.
func PartyOf(ctx context.Context, q db.Querier, staffID string, delivers parties.Party) (parties.Party, error) {
	var rows []struct {
		Role     Role
		Branches int64
	}
	err := q.Select(ctx, &rows, `SELECT s.role, (SELECT COUNT(*) FROM staff_branches b WHERE b.staff_id = s.id) AS branches
		FROM staff s WHERE s.id = $1 ORDER BY s.id`, staffID)
	switch {
	case err != nil || len(rows) == 0 || rows[0].Branches == 0:
		return parties.Platform, err
	case rows[0].Role == Courier:
		return delivers, nil
	}
	return parties.Seller, nil
}

// Is reports whether the member has one of these roles.
func (m Member) Is(roles ...Role) bool { return slices.Contains(roles, m.Role) }

type key struct{}

// With puts a member of staff into the context of a request.
func With(ctx context.Context, m Member) context.Context {
	return context.WithValue(ctx, key{}, m)
}

// From returns the caller of a console operation. ok is false outside of one.
func From(ctx context.Context) (m Member, ok bool) {
	m, ok = ctx.Value(key{}).(Member)
	return m, ok
}

// Caller returns the member who calls a staff operation, whose capability was already checked. It panics elsewhere,
// because a missing member would count as a member who sees every branch.
func Caller(ctx context.Context) Member {
	m, ok := From(ctx)
	if !ok {
		panic("staff: this operation is not declared for staff")
	}
	return m
}

const (
	nameMax     = 60
	homeCountry = "EG" // of a phone written without a country code
)

// NewMember is a member of staff to be added.
type NewMember struct {
	ID                    string // generated if empty
	Email, Name, Password string
	Phone                 string // any form of a phone; may be empty
	Role                  Role
	Lang                  i18n.Lang
	Branches              []string // required for manager, picker and courier
	// Temporary means that they must change the password at their first sign-in.
	Temporary bool
	By        string // the member who adds them; empty for the demo, which logs nothing
}

func (in *NewMember) clean() error {
	var wrong []errs.Field
	var err error
	in.Phone = httpapi.Clean(in.Phone)
	// A member with a phone needs no e-mail address.
	if in.Email, err = auth.CleanEmail(in.Email); err != nil || in.Email == "" && in.Phone == "" {
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
	slices.Sort(in.Branches)
	in.Branches = slices.Compact(in.Branches)
	if in.Role.ofBranches() && len(in.Branches) == 0 {
		wrong = append(wrong, errs.Field{Name: "branches", Key: "auth.branches_needed"})
	}
	if bad := passwords.Judge("password", in.Password, in.Name, in.Email, in.Phone); bad != nil {
		wrong = append(wrong, bad.Fields...)
	}
	if in.Phone != "" {
		if in.Phone, err = auth.AnyPhone(in.Phone, homeCountry); err != nil {
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

// Add adds a member of staff, for the command line and the demo. 422 names the invalid fields; an e-mail address can be
// used once.
func (s *Service) Add(ctx context.Context, in NewMember) (Member, error) {
	return s.AddAfter(ctx, in, func(context.Context, *db.Tx) error { return nil })
}

// AddAfter is Add with a step before it in its transaction, which may refuse.
func (s *Service) AddAfter(ctx context.Context, in NewMember,
	first func(ctx context.Context, tx *db.Tx) error) (Member, error) {
	if err := in.clean(); err != nil {
		return Member{}, err
	}
	hash, err := s.Hasher.Hash(ctx, in.Password)
	if err != nil {
		return Member{}, err
	}
	if in.ID == "" {
		in.ID = id.New("stf")
	}
	var until *db.Millis
	if in.Temporary {
		until = s.temporaryUntil()
	}
	member := Member{ID: in.ID, Name: in.Name, Email: in.Email, Role: in.Role, Lang: in.Lang, Branches: in.Branches}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := first(ctx, tx); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `
			INSERT INTO staff (id, email, name, role, password_hash, lang, phone, created_at, temporary_until)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
			member.ID, orNull(in.Email), in.Name, in.Role, hash, in.Lang, orNull(in.Phone), db.At(s.Clock.Now()), until)
		if err != nil {
			return err
		}
		if n == 0 {
			return taken(ctx, tx, member.ID, in.Email)
		}
		if err := setBranches(ctx, tx, member.ID, in.Branches); err != nil {
			return err
		}
		if in.By == "" {
			return nil
		}
		if err := s.gainControl(ctx, tx, in.By, member.ID); err != nil {
			return err
		}
		return s.note(ctx, tx, in.By, "staff.add", member.ID, nil, state{"role": in.Role, "branches": in.Branches}, "")
	})
	return member, err
}

// orNull returns a text in the form of the database: NULL if it is empty.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// taken returns which of the sign-in names another member already has.
func taken(ctx context.Context, q db.Querier, memberID, email string) error {
	var byEmail bool
	err := q.Get(ctx, &byEmail, `SELECT EXISTS (SELECT 1 FROM staff WHERE email = $1 AND id <> $2)`, email, memberID)
	if err == nil && byEmail {
		return errs.Invalid("email", "auth.staff_exists")
	}
	if err == nil {
		err = errs.Invalid("phone", "auth.staff_phone_taken")
	}
	return err
}

// setBranches writes the branches of a member who has none. A branch that doesn't exist is refused.
func setBranches(ctx context.Context, tx *db.Tx, memberID string, branches []string) error {
	for _, branch := range branches {
		n, err := tx.Exec(ctx, `
			INSERT INTO staff_branches (staff_id, branch_id) SELECT $1, id FROM branches WHERE id = $2`, memberID, branch)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid("branches", "auth.branch_unknown", "branch", branch)
		}
	}
	return nil
}
