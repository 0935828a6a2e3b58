package auth

import (
	"context"
	"errors"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// User is a customer as they see themselves.
type User struct {
	ID               string  `json:"id" db:"id"`
	Name             string  `json:"name" db:"name"`
	Phone            string  `json:"phone" db:"phone" doc:"E.164"`
	Email            *string `json:"email" db:"email"`
	EmailVerified    bool    `json:"email_verified" db:"email_verified"`
	CompanyName      *string `json:"company_name" db:"company_name"`
	Birthdate        *string `json:"birthdate" db:"birthdate" doc:"YYYY-MM-DD"`
	Gender           *string `json:"gender" db:"gender" enum:"male,female"`
	Photo            *string `json:"photo" db:"photo"`
	Lang             string  `json:"lang" db:"lang" enum:"en,ar"`
	HasPassword      bool    `json:"has_password" db:"has_password"`
	DefaultAddressID *string `json:"default_address_id" db:"-"`

	Blocked bool `json:"-" db:"blocked"`
}

// UserByID reads a customer, without the default address, which belongs to another feature. NotFound if there is none
// or the account was deleted.
func UserByID(ctx context.Context, q db.Querier, userID string) (User, error) {
	var u User
	err := q.Get(ctx, &u, `
		SELECT id, name, phone, email, email_verified_at IS NOT NULL AS email_verified, company_name, birthdate,
		       gender, photo, lang, password_hash IS NOT NULL AS has_password, blocked_at IS NOT NULL AS blocked
		FROM users WHERE id = $1 AND erased_at IS NULL`, userID)
	if errors.Is(err, db.ErrNoRows) {
		return User{}, errs.NotFound()
	}
	return u, err
}

// Profile reads a customer with all fields.
func (s *Service) Profile(ctx context.Context, q db.Querier, userID string) (User, error) {
	u, err := UserByID(ctx, q, userID)
	if err != nil {
		return User{}, err
	}
	address, err := s.DefaultAddress(ctx, q, userID)
	if err != nil {
		return User{}, err
	}
	u.DefaultAddressID = optional(address)
	return u, nil
}

// login contains the fields of a customer that a sign-in needs.
type login struct {
	ID           string  `db:"id"`
	Blocked      bool    `db:"blocked"`
	BlockMessage string  `db:"block_message"`
	PasswordHash *string `db:"password_hash"`
}

// loginByPhone reads the customer with a number; db.ErrNoRows if nobody has it.
func loginByPhone(ctx context.Context, q db.Querier, phone string) (login, error) {
	var l login
	err := q.Get(ctx, &l, `
		SELECT u.id, u.blocked_at IS NOT NULL AS blocked, u.block_message, u.password_hash
		FROM user_phones p JOIN users u ON u.id = p.user_id WHERE p.phone = $1`, phone)
	if err != nil {
		return login{}, err // scanning may have touched l
	}
	return l, nil
}

// UserByPhone reads a customer by phone, in any format. NotFound if nobody has it. For staff who were given a number.
func UserByPhone(ctx context.Context, q db.Querier, raw string) (User, error) {
	phone, _, err := MobilePhone(raw, "EG")
	if err != nil {
		return User{}, errs.NotFound()
	}
	var userID string
	err = q.Get(ctx, &userID, `SELECT user_id FROM user_phones WHERE phone = $1`, phone)
	if errors.Is(err, db.ErrNoRows) {
		return User{}, errs.NotFound()
	}
	if err != nil {
		return User{}, err
	}
	return UserByID(ctx, q, userID)
}

// LockActiveUser keeps a customer's account from being deleted until the transaction ends. Every transaction that
// writes a customer's data calls it first, so such transactions run one by one and counts made before writing stay
// valid. 401 if the account was deleted, even right after the sign-in.
func LockActiveUser(ctx context.Context, tx *db.Tx, userID string) error {
	return tx.Batch(ctx, []db.Stmt{LockActiveUserStmt(userID).Or(errs.Unauthorized())})
}

// block contains whether a customer is blocked, and the reason shown to them.
type block struct {
	Blocked bool   `db:"blocked"`
	Message string `db:"block_message"`
}

func (b block) refusal() error {
	if !b.Blocked {
		return nil
	}
	return errs.Blocked(b.Message)
}

// lockToSignIn is LockActiveUser for a transaction that opens a session, and also reads whether the customer is
// blocked. Concurrent blocking waits for it and then ends that session too. db.ErrNoRows if the account was deleted.
func lockToSignIn(ctx context.Context, tx *db.Tx, userID string) (b block, err error) {
	err = tx.Get(ctx, &b, `UPDATE users SET updated_at = updated_at WHERE id = $1 AND erased_at IS NULL
		RETURNING blocked_at IS NOT NULL AS blocked, block_message`, userID)
	return b, err
}

// LockActiveUserStmt is LockActiveUser as a statement for a batch. If it updates no row, the account was deleted.
func LockActiveUserStmt(userID string) db.Stmt {
	return db.Stmt{SQL: `UPDATE users SET updated_at = updated_at WHERE id = $1 AND erased_at IS NULL`,
		Args: []any{userID}}
}
