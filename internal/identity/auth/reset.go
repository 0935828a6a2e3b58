package auth

import (
	"context"
	"errors"
	"net/netip"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/passwords"
)

// The purposes of codes besides signing in. A code for one purpose is invalid for another.
const (
	purposeReset    = "reset"
	purposeEmail    = "email"
	purposeDelete   = "delete"
	purposePassword = "password"
)

// templates are the message templates of each kind of code.
var templates = map[string]string{
	purposeLogin: notify.TemplateCode, purposeReset: "notify.reset_code", purposeEmail: "notify.email_code",
	purposeDelete:   "notify.delete_code",
	purposePassword: "notify.password_code",
}

// ForgetPassword sends a code with which a new password can be set. Like RequestCode, its response and its work are the
// same whether or not the number has an account.
func (s *Service) ForgetPassword(ctx context.Context, in CodeRequest) (CodeSent, error) {
	return s.requestCode(ctx, purposeReset, in)
}

// NewPassword is a password typed twice.
type NewPassword struct{ Password, Confirmation string }

// check returns what is wrong with the password (422).
func (p NewPassword) check() error {
	var wrong []errs.Field
	if p.Password == "" {
		wrong = append(wrong, errs.Field{Name: "password", Key: "common.required"})
	} else if bad := passwords.Meets("password", p.Password); bad != nil {
		wrong = append(wrong, bad.Fields...)
	}
	switch {
	case p.Confirmation == "":
		wrong = append(wrong, errs.Field{Name: "password_confirmation", Key: "common.required"})
	case p.Confirmation != p.Password:
		wrong = append(wrong, errs.Field{Name: "password_confirmation", Key: "auth.passwords_differ"})
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// Reset is a new password in place of a forgotten one.
type Reset struct {
	CountryCode, Phone string
	Challenge, Code    string
	New                NewPassword
	From               From
	// Token is the token of the session behind the request, if any. That session stays open.
	Token string
}

// ResetPassword sets a new password with a code and ends the customer's sessions, except the one that requests it. It
// returns 422 for invalid input, and checks that before the code, so that no try is lost. Only the code's holder learns
// that nobody has the number or (403) that the account is blocked.
func (s *Service) ResetPassword(ctx context.Context, in Reset) error {
	phone, _, err := s.customerPhone(ctx, in.CountryCode, in.Phone)
	if err != nil {
		return err
	}
	if err := in.New.check(); err != nil {
		return err
	}
	challengeID, err := s.tryCode(ctx, purposeReset, phone,
		Attempt{Code: in.Code, Challenge: in.Challenge, Device: in.From.Device, IP: in.From.IP})
	if err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, in.New.Password)
	if err != nil {
		return err
	}
	var refused error
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = nil
		now := db.At(s.clock.Now())
		if err := useCode(ctx, tx, challengeID, now); err != nil {
			return err
		}
		who, err := loginByPhone(ctx, tx, phone)
		switch {
		case errors.Is(err, db.ErrNoRows):
			refused = errs.Invalid("phone", "auth.no_account")
			return nil // the code is used in any case
		case err != nil:
			return err
		case who.Blocked:
			refused = errs.Blocked(who.BlockMessage)
			return nil
		}
		if err := setPassword(ctx, tx, who.ID, hash, now); err != nil {
			return err
		}
		_, err = endOthers(ctx, tx, who.ID, in.From.Device, `token_hash <> $3`, id.Digest(in.Token), now)
		return err
	})
	if err == nil && refused == nil {
		s.cfg.Count("password_reset")
	}
	return errors.Join(err, refused)
}

// SendPasswordCode sends a signed-in customer a code to their phone, to set a first password or replace a forgotten
// one.
func (s *Service) SendPasswordCode(ctx context.Context, userID, method string, lang i18n.Lang,
	ip netip.Addr) (CodeSent, error) {
	u, err := UserByID(ctx, s.db, userID)
	if err != nil {
		return CodeSent{}, errs.Unauthorized()
	}
	return s.requestCode(ctx, purposePassword, CodeRequest{
		Phone: u.Phone, Method: method, Lang: lang, IP: ip, userID: userID})
}

// PasswordChange is a signed-in customer's new password with a proof of identity: the current password, or a code that
// SendPasswordCode sent.
type PasswordChange struct {
	UserID, SessionID string
	Current, Code     string
	New               NewPassword
	From              From
}

// ChangePassword sets a customer's password, ends their other sessions and notifies them. It requires a proof, in case
// somebody else holds the signed-in phone. A missing or wrong proof returns 422 under "current_password" or "code" (429
// after too many wrong passwords).
func (s *Service) ChangePassword(ctx context.Context, in PasswordChange) error {
	if err := in.New.check(); err != nil {
		return err
	}
	use, err := s.proveForPassword(ctx, in)
	if err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, in.New.Password)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.clock.Now())
		if err := use(ctx, tx); err != nil {
			return err
		}
		if err := counters.Require(ctx, tx, "password:set:"+in.UserID, passwordChanges, now.Time(),
			"auth.passwords_busy"); err != nil {
			return err
		}
		if err := setPassword(ctx, tx, in.UserID, hash, now); err != nil {
			return err
		}
		_, err := endOthers(ctx, tx, in.UserID, in.From.Device, `id <> $3`, in.SessionID, now)
		return err
	})
}

// proveForPassword checks the proof of a change, and returns a function that the transaction calls to use it up.
func (s *Service) proveForPassword(ctx context.Context,
	in PasswordChange) (use func(context.Context, *db.Tx) error, err error) {
	u, err := UserByID(ctx, s.db, in.UserID)
	if err != nil {
		return nil, errs.Unauthorized()
	}
	if in.Code == "" && u.HasPassword {
		return s.provePassword(ctx, in.UserID, in.Current, "current_password", in.From.IP)
	}
	if in.Code == "" {
		return nil, errs.Invalid("code", "common.required")
	}
	challengeID, err := s.tryCode(ctx, purposePassword, u.Phone, Attempt{Code: in.Code, userID: in.UserID})
	return func(ctx context.Context, tx *db.Tx) error {
		return useCode(ctx, tx, challengeID, db.At(s.clock.Now()))
	}, err
}

// provePassword compares a password with that of a signed-in customer, and returns a function for the transaction to
// call. Customers without a password pass, and nothing is counted.
func (s *Service) provePassword(ctx context.Context, userID, password, field string,
	ip netip.Addr) (use func(context.Context, *db.Tx) error, err error) {
	nothing := func(context.Context, *db.Tx) error { return nil }
	var stored *string
	err = s.db.Get(ctx, &stored, `SELECT password_hash FROM users WHERE id = $1 AND erased_at IS NULL`, userID)
	if errors.Is(err, db.ErrNoRows) {
		return nothing, errs.Unauthorized()
	}
	if err != nil || stored == nil {
		return nothing, err
	}
	if password == "" {
		return nothing, errs.Invalid(field, "common.required")
	}
	counted, err := s.mayTryPassword(ctx, "own", userID, strangers, ip)
	if err != nil {
		return nothing, err
	}
	right, err := s.hasher.Verify(ctx, stored, password)
	if err != nil {
		return nothing, err
	}
	wrong := errs.Invalid(field, "auth.current_wrong")
	if !right {
		s.cfg.Count("password_wrong")
		return nothing, wrong
	}
	return func(ctx context.Context, tx *db.Tx) error {
		if err := counted.GiveBack(ctx, tx); err != nil {
			return err
		}
		return stands(ctx, tx, userID, *stored, wrong)
	}, nil
}

// stands locks a customer and checks that the compared password is still current. If it was changed in between, it
// returns the error wrong; 403 if the customer was blocked in between.
func stands(ctx context.Context, tx *db.Tx, userID, hash string, wrong error) error {
	var b block
	err := tx.Get(ctx, &b, `UPDATE users SET password_hash = password_hash
		WHERE id = $1 AND password_hash = $2 AND erased_at IS NULL
		RETURNING blocked_at IS NOT NULL AS blocked, block_message`, userID, hash)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return wrong
	case err != nil:
		return err
	}
	return b.refusal()
}

// setPassword sets a customer's password and notifies them on their phone and in their inbox, so that an owner who did
// not make the change learns of it immediately.
func setPassword(ctx context.Context, tx *db.Tx, userID, hash string, now db.Millis) error {
	_, err := tx.Exec(ctx, `UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1`, userID, hash, now)
	if err != nil {
		return err
	}
	u, err := UserByID(ctx, tx, userID)
	if err != nil {
		return err
	}
	return notify.Send(ctx, tx,
		notify.Message{To: u.Phone, UserID: userID, Template: "auth.notice_password", Lang: i18n.Lang(u.Lang),
			Link: "/account/profile/change-password", At: now.Time()})
}

// endOthers ends a customer's sessions and returns their number. It keeps the sessions that the condition which
// excludes with $3. Only the current device stays known. The caller has locked the customer's row.
func endOthers(ctx context.Context, tx *db.Tx, userID, device, which, keep string, now db.Millis) (int64, error) {
	if err := forgetDevices(ctx, tx, userID, device); err != nil {
		return 0, err
	}
	ended, err := tx.Exec(ctx, `
		UPDATE sessions SET revoked_at = $2
		WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND `+which, userID, now, keep)
	if err != nil {
		return 0, err
	}
	return ended, notify.SignedOut(ctx, tx, userID, now)
}

// EndOtherSessions signs a customer out everywhere else, and returns the number of ended sessions.
func (s *Service) EndOtherSessions(ctx context.Context, userID, sessionID, device string) (ended int64, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		ended, err = endOthers(ctx, tx, userID, device, `id <> $3`, sessionID, db.At(s.clock.Now()))
		return err
	})
	return ended, err
}
