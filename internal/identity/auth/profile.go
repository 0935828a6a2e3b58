package auth

import (
	"context"
	"net/netip"
	"strconv"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// Change is a new value of a profile field; the zero value leaves the field unchanged.
type Change struct {
	Set   bool
	Value *string // nil clears it
}

// To sets a field.
func To(v string) Change { return Change{Set: true, Value: optional(v)} }

// ProfileChange changes only the fields that are Set.
type ProfileChange struct {
	Name, Email, CompanyName, Birthdate, Gender, Photo, Lang Change
}

// ChangeProfile writes a change that was already validated. A new e-mail address is unconfirmed. For the feature
// account.
func (s *Service) ChangeProfile(ctx context.Context, tx *db.Tx, userID string, c ProfileChange, now db.Millis) error {
	set, args := "updated_at = $2", []any{userID, now}
	put := func(column string, ch Change) {
		if ch.Set {
			args = append(args, ch.Value)
			set += ", " + column + " = $" + strconv.Itoa(len(args))
		}
	}
	put("name", c.Name)
	put("company_name", c.CompanyName)
	put("birthdate", c.Birthdate)
	put("gender", c.Gender)
	put("photo", c.Photo)
	put("lang", c.Lang)
	n, err := tx.Exec(ctx, `UPDATE users SET `+set+` WHERE id = $1 AND erased_at IS NULL`, args...)
	if err != nil {
		return err
	}
	if n == 0 {
		return errs.Unauthorized()
	}
	if c.Name.Set && c.Name.Value != nil {
		if err := s.nameWords(ctx, tx, userID, *c.Name.Value); err != nil {
			return err
		}
	}
	if !c.Email.Set {
		return nil
	}
	email := ""
	if c.Email.Value != nil {
		email = *c.Email.Value
	}
	if _, err := tx.Exec(ctx, `
		UPDATE users SET email = $2, email_verified_at = NULL WHERE id = $1
		AND COALESCE(email, '') <> COALESCE(CAST($2 AS TEXT), '')`,
		userID, c.Email.Value); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM user_emails WHERE user_id = $1 AND email <> $2`, userID, email)
	return err
}

// CleanEmail normalises an e-mail address to lower case; an empty one is valid. The error explains the format (422
// under "email").
func CleanEmail(s string) (string, error) {
	email, ok := cleanEmail(s)
	if !ok {
		return "", errs.Invalid("email", "common.email_format", "email", "name@example.com")
	}
	return email, nil
}

// Proof is a signed-in customer's proof of identity: their password, or a code that SendProofCode sent.
type Proof struct {
	Password, Code string
	IP             netip.Addr
}

// SendProofCode sends a signed-in customer a code to their phone, which they need to delete their account.
func (s *Service) SendProofCode(ctx context.Context, userID, method string, lang i18n.Lang,
	ip netip.Addr) (CodeSent, error) {
	u, err := UserByID(ctx, s.db, userID)
	if err != nil {
		return CodeSent{}, errs.Unauthorized()
	}
	return s.requestCode(ctx, purposeDelete, CodeRequest{
		Phone: u.Phone, Method: method, Lang: lang, IP: ip, userID: userID})
}

// Prove checks a proof before its transaction, and returns a function that the transaction calls to use it up. 422
// under "password" or "code".
func (s *Service) Prove(ctx context.Context, userID string,
	p Proof) (use func(context.Context, *db.Tx) error, err error) {
	u, err := UserByID(ctx, s.db, userID)
	if err != nil {
		return nil, errs.Unauthorized()
	}
	if u.HasPassword && p.Password != "" {
		return s.provePassword(ctx, userID, p.Password, "password", p.IP)
	}
	if p.Code == "" {
		field := "code"
		if u.HasPassword {
			field = "password"
		}
		return nil, errs.Invalid(field, "common.required")
	}
	challengeID, err := s.tryCode(ctx, purposeDelete, u.Phone, Attempt{Code: p.Code, userID: userID})
	return func(ctx context.Context, tx *db.Tx) error {
		return useCode(ctx, tx, challengeID, db.At(s.clock.Now()))
	}, err
}

// EraseUser removes all personal data of a customer: it frees their phone, ends their sessions and removes the
// recipient from messages to them. The row stays, because their orders refer to it. For the feature account, which asks
// every Eraser and Keeper first.
func (s *Service) EraseUser(ctx context.Context, tx *db.Tx, userID string, now db.Millis) error {
	u, err := UserByID(ctx, tx, userID)
	if err != nil {
		return errs.Unauthorized()
	}
	email := ""
	if u.Email != nil {
		email = *u.Email
	}
	// A guest's number may have become another customer's sign-in: then its codes and messages stay.
	number := u.Phone
	var others bool
	err = tx.Get(ctx, &others, `SELECT EXISTS (SELECT 1 FROM user_phones WHERE phone = $1 AND user_id <> $2)`, number,
		userID)
	if err != nil {
		return err
	}
	if others {
		number = ""
	}
	n, err := tx.Exec(ctx, `
		UPDATE users SET phone = '', name = '', email = NULL, email_verified_at = NULL, company_name = NULL, birthdate = NULL,
			gender = NULL, photo = NULL, password_hash = NULL, referral_code = NULL, block_message = '', erased_at = $2,
			updated_at = $2
		WHERE id = $1 AND erased_at IS NULL`, userID, now)
	if err != nil {
		return err
	}
	if n == 0 {
		return errs.Unauthorized()
	}
	err = tx.Batch(ctx, []db.Stmt{
		{SQL: `DELETE FROM user_phones WHERE user_id = $1`, Args: []any{userID}},
		{SQL: `DELETE FROM user_emails WHERE user_id = $1`, Args: []any{userID}},
		{SQL: `DELETE FROM known_devices WHERE user_id = $1`, Args: []any{userID}},
		{SQL: `DELETE FROM user_words WHERE user_id = $1`, Args: []any{userID}},
		{SQL: `UPDATE sessions SET revoked_at = $2, user_agent = '' WHERE user_id = $1 AND revoked_at IS NULL`,
			Args: []any{userID, now}},
		{SQL: `UPDATE sessions SET user_agent = '' WHERE user_id = $1`, Args: []any{userID}},
		{SQL: `DELETE FROM registration_tickets WHERE phone = $1`, Args: []any{number}},
		{SQL: `DELETE FROM otp_phones WHERE phone = $1 OR phone = $2`, Args: []any{number, email}},
	})
	if err != nil {
		return err
	}
	// Codes still count, under a keyed digest of the recipient.
	var to []string
	if err := tx.Select(ctx, &to,
		`SELECT DISTINCT phone FROM otp_challenges WHERE phone = $1 OR asker = $2 ORDER BY phone`, number,
		userID); err != nil {
		return err
	}
	for _, phone := range to {
		if _, err := tx.Exec(ctx, `UPDATE otp_challenges SET phone = $2 WHERE phone = $1 AND (phone = $3 OR asker = $4)`,
			phone, s.PhoneDigest(phone), number, userID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM otp_phones WHERE phone = $1`, phone); err != nil {
			return err
		}
	}
	return notify.Forget(ctx, tx, number, email)
}
