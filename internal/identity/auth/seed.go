package auth

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// NewCustomer is a customer who is created without registering: by the demo, a load test, later an import.
type NewCustomer struct {
	ID        string // generated if empty
	Phone     string // E.164, or any form of an Egyptian mobile
	Name      string
	Email     string
	Lang      i18n.Lang // Arabic if empty
	CreatedAt db.Millis // now if zero
}

// AddCustomer creates an account without a code. If the phone has an account, it stays unchanged and its id is
// returned. For the demo and for load tests; no request may reach it.
func (s *Service) AddCustomer(ctx context.Context, tx *db.Tx, in NewCustomer) (userID string, err error) {
	phone, _, err := MobilePhone(in.Phone, home)
	if err != nil {
		return "", errs.Invalid("phone", "common.phone_invalid")
	}
	if in.ID == "" {
		in.ID = id.New("usr")
	}
	if in.Lang == "" {
		in.Lang = i18n.AR
	}
	if in.CreatedAt == 0 {
		in.CreatedAt = db.At(s.clock.Now())
	}
	n, err := tx.Exec(ctx, `INSERT INTO user_phones (phone, user_id) VALUES ($1, $2) ON CONFLICT (phone) DO NOTHING`,
		phone, in.ID)
	if err != nil {
		return "", err
	}
	if n == 0 {
		err := tx.Get(ctx, &userID, `SELECT user_id FROM user_phones WHERE phone = $1`, phone)
		return userID, err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO users (id, phone, name, email, lang, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)`,
		in.ID, phone, in.Name, optional(in.Email), in.Lang, in.CreatedAt)
	if err != nil {
		return "", err
	}
	return in.ID, s.nameWords(ctx, tx, in.ID, in.Name)
}

// OpenSession signs a customer in without a code and returns the token. For load
// tests and the demo; no request may reach it.
func (s *Service) OpenSession(ctx context.Context, userID, userAgent string) (token string, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		token, err = s.openSession(ctx, tx, SignIn{UserID: userID}, "", userAgent)
		return err
	})
	return token, err
}
