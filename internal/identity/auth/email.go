package auth

import (
	"context"
	"errors"
	"net/netip"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// SendEmailCode sends a code that confirms the e-mail address in a customer's profile. 400 if there is no address or it
// is already confirmed, 429 for a limit.
func (s *Service) SendEmailCode(ctx context.Context, userID string, lang i18n.Lang, ip netip.Addr) (CodeSent, error) {
	u, err := UserByID(ctx, s.db, userID)
	if err != nil {
		return CodeSent{}, errs.Unauthorized()
	}
	if u.Email == nil {
		return CodeSent{}, errs.Refuse("auth.no_email")
	}
	if u.EmailVerified {
		return CodeSent{}, errs.Refuse("auth.email_confirmed_already")
	}
	return s.sendCode(ctx, purposeEmail, *u.Email, CodeRequest{Method: notify.Email, Lang: lang, IP: ip, userID: userID})
}

// VerifyEmail confirms the e-mail address of a customer's profile with a code. 422 under "code" for an invalid code;
// under "email" if it is not the profile's address or another customer has confirmed it.
func (s *Service) VerifyEmail(ctx context.Context, userID, email, code string) error {
	email, ok := cleanEmail(email)
	if ok && email == "" {
		return errs.Invalid("email", "common.required")
	}
	if !ok {
		return errs.Invalid("email", "common.email_format", "email", "name@example.com")
	}
	u, err := UserByID(ctx, s.db, userID)
	if err != nil {
		return errs.Unauthorized()
	}
	if u.Email == nil || *u.Email != email {
		return errs.Invalid("email", "auth.email_other")
	}
	challengeID, err := s.tryCode(ctx, purposeEmail, email, Attempt{Code: code, userID: userID})
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.clock.Now())
		if err := useCode(ctx, tx, challengeID, now); err != nil {
			return err
		}
		var owner string
		err := tx.Get(ctx, &owner, `
			INSERT INTO user_emails (email, user_id) VALUES ($1, $2)
			ON CONFLICT (email) DO UPDATE SET email = excluded.email WHERE user_emails.user_id = excluded.user_id
			RETURNING user_id`, email, userID)
		if errors.Is(err, db.ErrNoRows) {
			return errs.Invalid("email", "auth.email_taken")
		}
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE users SET email_verified_at = $3, updated_at = $3 WHERE id = $1 AND email = $2`,
			userID, email, now)
		if err == nil && n == 0 {
			return errs.Invalid("email", "auth.email_other") // changed meanwhile
		}
		return err
	})
}
