package staff

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/passwords"
)

// newHash checks a new password against the rules and the member's own data, and hashes it.
func (s *Service) newHash(ctx context.Context, field, password string, own ...string) (string, error) {
	if password == "" {
		return "", errs.Invalid(field, "common.required")
	}
	if bad := passwords.Judge(field, password, own...); bad != nil {
		return "", bad
	}
	return s.Hasher.Hash(ctx, password)
}

// prove asks a signed-in member for their password, in case somebody else uses their open console. Each session has a
// small number of tries.
func (s *Service) prove(ctx context.Context, member Member,
	password string) (row record, giveBack func(context.Context, *db.Tx) error, err error) {
	if password == "" {
		return row, nil, errs.Invalid("current_password", "common.required")
	}
	if err := s.DB.Get(ctx, &row, `SELECT `+recordColumns+` FROM staff m WHERE m.id = $1`, member.ID); err != nil {
		return row, nil, err
	}
	try, err := s.mayTry(ctx, s.Tries, "staff_own", row.ID, knownDevice{ID: member.SessionID}, SignIn{})
	if err != nil {
		return row, nil, err
	}
	right, err := s.Hasher.Verify(ctx, &row.PasswordHash, password)
	if err != nil {
		return row, nil, err
	}
	if !right {
		s.Count("staff_password_wrong")
		return row, nil, errs.Invalid("current_password", "auth.current_wrong")
	}
	return row, func(ctx context.Context, tx *db.Tx) error {
		return untilWhen(try.GiveBack(ctx, tx), s.Clock.Now())
	}, nil
}

// ChangePassword sets the caller's password, ends their other sessions, and forgets all their browsers but this one.
func (s *Service) ChangePassword(ctx context.Context, member Member, current, password, device string) error {
	row, giveBack, err := s.prove(ctx, member, current)
	if err != nil {
		return err
	}
	if password == current {
		return errs.Invalid("password", "auth.password_same")
	}
	hash, err := s.newHash(ctx, "password", password, row.Name, row.Email, row.Phone)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := giveBack(ctx, tx); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE staff SET password_hash = $3, temporary_until = NULL
			WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL`, row.ID, row.PasswordHash, hash)
		if err != nil {
			return err
		}
		if n == 0 { // another password was set in the meantime
			return errs.Unauthorized()
		}
		ended, err := endSessions(ctx, tx, row.ID, member.SessionID, db.At(s.Clock.Now()))
		if err != nil {
			return err
		}
		if err := forgetDevices(ctx, tx, row.ID, id.Digest(device)); err != nil {
			return err
		}
		return s.note(ctx, tx, member.ID, "staff.password", row.ID, nil, state{"sessions_ended": ended}, "")
	})
}

// SecondFactor is the state of the caller's second factor.
type SecondFactor struct {
	Since *db.Millis `json:"since"`
	Codes int64      `json:"codes_left" doc:"Recovery codes that were not used."`
}

// FactorOf reads the state of a member's second factor.
func (s *Service) FactorOf(ctx context.Context, memberID string) (SecondFactor, error) {
	var f struct {
		Since *db.Millis `db:"totp_since"`
		Codes int64      `db:"codes"`
	}
	err := s.DB.Get(ctx, &f, `SELECT totp_since, (SELECT COUNT(*) FROM staff_recovery_codes WHERE staff_id = staff.id
		AND used_at IS NULL) AS codes
		FROM staff WHERE id = $1`, memberID)
	return SecondFactor{f.Since, f.Codes}, err
}
