package auth

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// A guest is a customer without an account. They cannot sign in, and their number stays free for the person who
// registers with it. Package calls creates guests.

// AddGuest creates a guest with the given name and number.
func (s *Service) AddGuest(ctx context.Context, tx *db.Tx, phone, name, lang string) (userID string, err error) {
	userID = id.New("usr")
	now := db.At(s.clock.Now())
	if _, err := tx.Exec(ctx, `INSERT INTO users (id, phone, name, lang, guest_since, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5, $5)`,
		userID, phone, name, lang, now); err != nil {
		return "", err
	}
	return userID, s.nameWords(ctx, tx, userID, name)
}

// RenameGuest sets the name that a guest gave last. It locks the guest's row.
func (s *Service) RenameGuest(ctx context.Context, tx *db.Tx, userID, name string) error {
	n, err := tx.Exec(ctx, `UPDATE users SET name = $2, updated_at = $3 WHERE id = $1 AND guest_since IS NOT NULL
		AND name <> $2`,
		userID, name, db.At(s.clock.Now()))
	if err != nil || n == 0 {
		return err
	}
	return s.nameWords(ctx, tx, userID, name)
}

// IsGuest reports whether a customer has no account.
func IsGuest(ctx context.Context, q db.Querier, userID string) (is bool, err error) {
	err = q.Get(ctx, &is, `SELECT EXISTS (SELECT 1 FROM users WHERE id = $1 AND guest_since IS NOT NULL)`, userID)
	return is, err
}

// HasAccount reports whether a number belongs to an account.
func HasAccount(ctx context.Context, q db.Querier, phone string) (has bool, err error) {
	err = q.Get(ctx, &has, `SELECT EXISTS (SELECT 1 FROM user_phones WHERE phone = $1)`, phone)
	return has, err
}
