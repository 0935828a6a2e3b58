package staff

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

const (
	// temporaryFor is how long a password set by another member is valid.
	temporaryFor = 3 * 24 * time.Hour
	// reasonMax bounds the reason of a change, in runes.
	reasonMax = 200
)

// state is a member's state for the audit log.
type state = map[string]any

// note writes a change of a member into the audit log.
func (s *Service) note(ctx context.Context, tx *db.Tx, by, action, memberID string, before, after state,
	reason string) error {
	return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
		StaffID: by, Action: action, Object: memberID, Before: before, After: after, Reason: reason})
}

// Colleague is a member of staff as shown to members who manage staff.
type Colleague struct {
	ID           string     `json:"id" db:"id"`
	Email        string     `json:"email" db:"email"`
	Phone        string     `json:"phone" db:"phone" doc:"E.164"`
	Name         string     `json:"name" db:"name"`
	Role         Role       `json:"role" db:"role" enum:"owner,editor,manager,picker,support,finance,courier"`
	Branches     []string   `json:"branches" db:"-" doc:"By id; of a role tied to branches none means none, of any other all."`
	LockedAt     *db.Millis `json:"locked_at" db:"disabled_at"`
	SignedInAt   *db.Millis `json:"signed_in_at" db:"signed_in_at" doc:"For the last time."`
	Temporary    *db.Millis `json:"temporary_until" db:"temporary_until" doc:"Until when the password lasts that somebody else set."`
	SecondFactor *db.Millis `json:"second_factor_since" db:"totp_since"`
	Sessions     int64      `json:"sessions" db:"sessions" doc:"How many are open."`
	Version      int64      `json:"version" db:"version" doc:"Of what was read; to be sent along with a change."`
}

// List reads all staff, by name.
func (s *Service) List(ctx context.Context) ([]Colleague, error) {
	all := []Colleague{}
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		all = all[:0]
		now := db.At(s.Clock.Now())
		if err := q.Select(ctx, &all, `
			SELECT m.id, COALESCE(m.email, '') AS email, COALESCE(m.phone, '') AS phone, m.version, m.name, m.role,
			m.disabled_at, m.signed_in_at, m.temporary_until, m.totp_since,
				(SELECT COUNT(*) FROM staff_sessions s WHERE s.staff_id = m.id AND s.revoked_at IS NULL AND s.expires_at > $1
					AND `+notIdle("$2", "$3")+`) AS sessions
			FROM staff m ORDER BY m.name, m.id`, now, now.Add(-Idle), now.Add(-StayIdle)); err != nil {
			return err
		}
		var rows []struct {
			StaffID  string `db:"staff_id"`
			BranchID string `db:"branch_id"`
		}
		if err := q.Select(ctx, &rows, `SELECT staff_id, branch_id FROM staff_branches ORDER BY branch_id`); err != nil {
			return err
		}
		of := map[string][]string{}
		for _, r := range rows {
			of[r.StaffID] = append(of[r.StaffID], r.BranchID)
		}
		for i := range all {
			all[i].Branches = append([]string{}, of[all[i].ID]...)
		}
		return nil
	})
	return all, err
}

// IDByEmail returns the id of a member of staff by e-mail address or phone, for the command line.
func (s *Service) IDByEmail(ctx context.Context, email string) (string, error) {
	column, clean, err := signInName(email)
	if err != nil {
		return "", err
	}
	var memberID string
	err = s.DB.Get(ctx, &memberID, `SELECT id FROM staff WHERE `+column+` = $1`, clean)
	if errors.Is(err, db.ErrNoRows) {
		return "", errs.Invalid("email", "auth.staff_unknown")
	}
	return memberID, err
}

// cleanReason normalises a reason. It refuses one that is too long instead of cutting it.
func cleanReason(reason string) (string, error) {
	reason = httpapi.Clean(reason)
	if utf8.RuneCountInString(reason) > reasonMax {
		return "", errs.Invalid("reason", "common.too_long", "len", reasonMax)
	}
	return reason, nil
}

// lockOwners locks the rows of the active owners for this transaction, so that two of them cannot be locked out
// concurrently, and refuses when the member is the last owner of the whole shop.
func lockOwners(ctx context.Context, tx *db.Tx, memberID string) error {
	if _, err := tx.Exec(ctx, `UPDATE staff SET role = role WHERE role = 'owner' AND disabled_at IS NULL`); err != nil {
		return err
	}
	// Read with the rows locked: a transaction that waited for the lock sees the other owners' current state.
	var whole []string
	err := tx.Select(ctx, &whole, `SELECT id FROM staff WHERE role = 'owner' AND disabled_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM staff_branches b WHERE b.staff_id = staff.id)`)
	if err == nil && len(whole) == 1 && whole[0] == memberID {
		return errs.Refuse("auth.last_owner")
	}
	return err
}

// HasOwner reports whether any owner may sign in.
func HasOwner(ctx context.Context, q db.Querier) (there bool, err error) {
	err = q.Get(ctx, &there, `SELECT EXISTS (SELECT 1 FROM staff WHERE role = 'owner' AND disabled_at IS NULL)`)
	return there, err
}

// change runs a transaction on another member's account. by is a member of staff or audit.CommandLine.
func (s *Service) change(ctx context.Context, by, memberID string,
	do func(ctx context.Context, tx *db.Tx) error) error {
	if by == memberID {
		return errs.Refuse("auth.own_account")
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var there bool
		if err := tx.Get(ctx, &there, `SELECT EXISTS (SELECT 1 FROM staff WHERE id = $1)`, memberID); err != nil {
			return err
		}
		if !there {
			return errs.NotFound()
		}
		return do(ctx, tx)
	})
}

// endSessions ends the open sessions of a member except one, and returns their number.
func endSessions(ctx context.Context, tx *db.Tx, memberID, but string, now db.Millis) (int64, error) {
	return tx.Exec(ctx, `UPDATE staff_sessions SET revoked_at = $3 WHERE staff_id = $1 AND id <> $2 AND revoked_at IS NULL
		AND expires_at > $3`,
		memberID, but, now)
}

// EndEverySession ends the sessions of all staff in a restored copy.
func EndEverySession(ctx context.Context, tx *db.Tx, now db.Millis) error {
	_, err := tx.Exec(ctx, `UPDATE staff_sessions SET revoked_at = $1 WHERE revoked_at IS NULL`, now)
	return err
}

// forgetDevices deletes the device secrets of all browsers of a member but one.
func forgetDevices(ctx context.Context, tx *db.Tx, memberID, but string) error {
	_, err := tx.Exec(ctx, `DELETE FROM staff_devices WHERE staff_id = $1 AND secret_hash <> $2`, memberID, but)
	return err
}

// Lock locks a member of staff out and ends their sessions and streams. The last active owner cannot be locked out.
func (s *Service) Lock(ctx context.Context, by, memberID, reason string) error {
	reason, err := cleanReason(reason)
	if err != nil {
		return err
	}
	return s.change(ctx, by, memberID, func(ctx context.Context, tx *db.Tx) error {
		if err := lockOwners(ctx, tx, memberID); err != nil {
			return err
		}
		now := db.At(s.Clock.Now())
		n, err := tx.Exec(ctx, `UPDATE staff SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL`, memberID, now)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Conflict("auth.locked_already")
		}
		ended, err := endSessions(ctx, tx, memberID, "", now)
		if err != nil {
			return err
		}
		if err := forgetDevices(ctx, tx, memberID, ""); err != nil {
			return err
		}
		if err := s.endInvitations(ctx, tx, memberID); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "staff.lock", memberID, state{"locked": false},
			state{"locked": true, "sessions_ended": ended}, reason)
	})
}

// Unlock lets a member of staff sign in again. Ended sessions stay ended.
func (s *Service) Unlock(ctx context.Context, by, memberID, reason string) error {
	reason, err := cleanReason(reason)
	if err != nil {
		return err
	}
	return s.change(ctx, by, memberID, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE staff SET disabled_at = NULL WHERE id = $1 AND disabled_at IS NOT NULL`, memberID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Conflict("auth.not_locked")
		}
		if err := s.gainControl(ctx, tx, by, memberID); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "staff.unlock", memberID, state{"locked": true}, state{"locked": false}, reason)
	})
}

// SetRole gives a member another role with its branches, and ends their sessions. The last active owner must stay an
// owner.
func (s *Service) SetRole(ctx context.Context, by, memberID string, role Role, branches []string) error {
	return s.setRoleOf(ctx, by, memberID, nil, role, branches)
}

// setRoleOf is SetRole for the version that was read, if one is given. errs.VersionConflict if somebody else changed
// the member in between.
func (s *Service) setRoleOf(ctx context.Context, by, memberID string, version *int64, role Role,
	branches []string) error {
	if !slices.Contains(Roles, role) {
		return errs.Invalid("role", "auth.role_unknown")
	}
	branches = slices.Compact(slices.Sorted(slices.Values(branches)))
	if role.ofBranches() && len(branches) == 0 {
		return errs.Invalid("branches", "auth.branches_needed")
	}
	return s.change(ctx, by, memberID, func(ctx context.Context, tx *db.Tx) error {
		if version != nil {
			// Lock the owners' rows before the member's, as below.
			if role != Owner || len(branches) > 0 {
				if err := lockOwners(ctx, tx, memberID); err != nil {
					return err
				}
			}
			n, err := tx.Exec(ctx, `UPDATE staff SET version = version WHERE id = $1 AND version = $2`, memberID, *version)
			if err != nil {
				return err
			}
			if n == 0 {
				return errs.VersionConflict(nil)
			}
		}
		return s.setRole(ctx, tx, by, memberID, role, branches)
	})
}

// setRole is SetRole in its transaction, with a role and branches that were validated.
func (s *Service) setRole(ctx context.Context, tx *db.Tx, by, memberID string, role Role, branches []string) error {
	if role != Owner || len(branches) > 0 {
		if err := lockOwners(ctx, tx, memberID); err != nil {
			return err
		}
	}
	var row record
	if err := tx.Get(ctx, &row, `UPDATE staff SET role = role WHERE id = $1 RETURNING id, role`, memberID); err != nil {
		return err
	}
	before, err := row.member(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE staff SET owner_until = CASE WHEN $4 AND ($2 <> 'owner' OR $5) THEN $3
		ELSE owner_until END, role = $2,
		version = version + 1
		WHERE id = $1`, memberID, role, db.At(s.Clock.Now()), before.Role == Owner && before.Branches == nil,
		len(branches) > 0); err != nil {
		return err
	}
	if role != Owner || len(branches) > 0 {
		if err := s.endInvitations(ctx, tx, memberID); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, `DELETE FROM staff_branches WHERE staff_id = $1`, memberID); err != nil {
		return err
	}
	if err := setBranches(ctx, tx, memberID, branches); err != nil {
		return err
	}
	// Open streams show what the earlier role was allowed to see.
	if _, err := endSessions(ctx, tx, memberID, "", db.At(s.Clock.Now())); err != nil {
		return err
	}
	if err := s.gainControl(ctx, tx, by, memberID); err != nil {
		return err
	}
	return s.note(ctx, tx, by, "staff.role", memberID, state{"role": before.Role, "branches": before.Branches},
		state{"role": role, "branches": branches}, "")
}

// temporaryUntil returns the expiry of a password that another member sets now.
func (s *Service) temporaryUntil() *db.Millis {
	until := db.At(s.Clock.Now().Add(temporaryFor))
	return &until
}

// MakePassword generates a password with 75 bits of entropy and no easily confused characters.
func MakePassword() string {
	text := strings.ToLower(rand.Text())[:15]
	return text[:5] + "-" + text[5:10] + "-" + text[10:] + "7!"
}

// SetPassword sets another member's password, which ends all their sessions. A temporary one must be changed at the
// next sign-in, and lasts three days.
func (s *Service) SetPassword(ctx context.Context, by, memberID, password string,
	temporary bool) (until *db.Millis, err error) {
	var whose []struct{ Name, Email, Phone string }
	if err := s.DB.Select(ctx, &whose, `SELECT name, COALESCE(email, '') AS email, COALESCE(phone, '') AS phone FROM staff
		WHERE id = $1`, memberID); err != nil {
		return nil, err
	}
	var own []string
	for _, one := range whose {
		own = append(own, one.Name, one.Email, one.Phone)
	}
	hash, err := s.newHash(ctx, "password", password, own...)
	if err != nil {
		return nil, err
	}
	if temporary {
		until = s.temporaryUntil()
	}
	return until, s.change(ctx, by, memberID, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE staff SET password_hash = $2, temporary_until = $3 WHERE id = $1`, memberID, hash,
			until); err != nil {
			return err
		}
		ended, err := endSessions(ctx, tx, memberID, "", db.At(s.Clock.Now()))
		if err != nil {
			return err
		}
		if err := forgetDevices(ctx, tx, memberID, ""); err != nil {
			return err
		}
		if err := s.gainControl(ctx, tx, by, memberID); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "staff.password", memberID, nil, state{"temporary": temporary, "sessions_ended": ended},
			"")
	})
}

// EndSessions ends all sessions of another member.
func (s *Service) EndSessions(ctx context.Context, by, memberID string) (ended int64, err error) {
	err = s.change(ctx, by, memberID, func(ctx context.Context, tx *db.Tx) error {
		if ended, err = endSessions(ctx, tx, memberID, "", db.At(s.Clock.Now())); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "staff.end_sessions", memberID, nil, state{"sessions_ended": ended}, "")
	})
	return ended, err
}

// ResetSecondFactor removes another member's second factor, because its device and its recovery codes are lost.
func (s *Service) ResetSecondFactor(ctx context.Context, by, memberID string) error {
	return s.change(ctx, by, memberID, func(ctx context.Context, tx *db.Tx) error {
		had, err := dropFactor(ctx, tx, memberID)
		if err != nil {
			return err
		}
		if !had {
			return errs.Conflict("auth.second_factor_none")
		}
		if _, err := endSessions(ctx, tx, memberID, "", db.At(s.Clock.Now())); err != nil {
			return err
		}
		if err := s.gainControl(ctx, tx, by, memberID); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "staff.second_factor_reset", memberID, state{"second_factor": true},
			state{"second_factor": false}, "")
	})
}
