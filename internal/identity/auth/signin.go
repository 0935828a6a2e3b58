package auth

import (
	"context"
	"errors"
	"net/mail"
	"net/netip"
	"strings"
	"unicode/utf8"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/passwords"
)

// Entry is the result of a correct code or password: a token for a customer, or a ticket to register for a new phone.
type Entry struct {
	Token  string
	Ticket string
	User   *User  // nil with a ticket
	Device string // the secret of the device that signed in, "" if it keeps the one it sent
}

// From is the origin of a sign-in.
type From struct {
	IP        netip.Addr
	UserAgent string
	Device    string // the secret of a device that has signed in here
}

// VerifyCode checks the code that a phone was sent; challenge is its id, "" for the phone's newest. 422 under "code"
// for an invalid code, 403 for a correct one of a blocked account, 429 after too many tries.
func (s *Service) VerifyCode(ctx context.Context, countryCode, rawPhone, challenge, code string,
	from From) (Entry, error) {
	phone, _, err := s.customerPhone(ctx, countryCode, rawPhone)
	if err != nil {
		return Entry{}, err
	}
	challengeID, err := s.tryCode(ctx, purposeLogin, phone,
		Attempt{Code: code, Challenge: challenge, Device: from.Device, IP: from.IP})
	if err != nil {
		return Entry{}, err
	}
	var entry Entry
	var blocked block
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		entry, blocked = Entry{}, block{}
		now := db.At(s.clock.Now())
		if err := useCode(ctx, tx, challengeID, now); err != nil {
			return err
		}
		who, err := loginByPhone(ctx, tx, phone)
		if err == nil {
			// A concurrent request may be deleting the account; then the number has none.
			blocked, err = lockToSignIn(ctx, tx, who.ID)
		}
		if errors.Is(err, db.ErrNoRows) {
			entry.Ticket = id.Secret(32)
			_, err := tx.Exec(ctx, `
				INSERT INTO registration_tickets (ticket_hash, phone, challenge_id, expires_at) VALUES ($1, $2, $3, $4)`,
				id.Digest(entry.Ticket), phone, challengeID, now.Add(TicketLife))
			return err
		}
		if err != nil {
			return err
		}
		if blocked.Blocked {
			return nil // the code is used in any case
		}
		entry, err = s.enter(ctx, tx, SignIn{UserID: who.ID}, challengeID, from)
		return err
	})
	if err != nil {
		return Entry{}, err
	}
	if err := blocked.refusal(); err != nil {
		return Entry{}, err
	}
	s.cfg.Count("otp_right")
	return entry, nil
}

// enter opens a session and reads its customer.
func (s *Service) enter(ctx context.Context, tx *db.Tx, in SignIn, challengeID string, from From) (Entry, error) {
	token, err := s.openSession(ctx, tx, in, challengeID, from.UserAgent)
	if err != nil {
		return Entry{}, err
	}
	device, err := s.remember(ctx, tx, in.UserID, from.Device)
	if err != nil {
		return Entry{}, err
	}
	user, err := s.Profile(ctx, tx, in.UserID)
	if err != nil {
		return Entry{}, err
	}
	return Entry{Token: token, User: &user, Device: device}, nil
}

// LoginByPassword signs a customer in with a password. An unknown number, one without a password and a wrong password
// get the same response in the same time. A blocked account returns 403 only if the password is correct.
func (s *Service) LoginByPassword(ctx context.Context, countryCode, rawPhone, password string,
	from From) (Entry, error) {
	phone, _, err := s.customerPhone(ctx, countryCode, rawPhone)
	if err != nil {
		return Entry{}, err
	}
	if password == "" {
		return Entry{}, errs.Invalid("password", "common.required")
	}
	device, err := s.knownDevice(ctx, s.db, phone, from.Device)
	if err != nil {
		return Entry{}, err
	}
	counted, err := s.mayTryPassword(ctx, "customer", s.counted(phone), device, from.IP)
	if err != nil {
		return Entry{}, err
	}
	who, err := loginByPhone(ctx, s.db, phone)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return Entry{}, err
	}
	right, err := s.hasher.Verify(ctx, who.PasswordHash, password)
	if err != nil {
		return Entry{}, err
	}
	wrong := errs.Invalid("password", "auth.password_wrong")
	if !right {
		s.cfg.Count("password_wrong")
		return Entry{}, wrong
	}
	if who.Blocked {
		return Entry{}, errs.Blocked(who.BlockMessage)
	}
	var entry Entry
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := counted.GiveBack(ctx, tx); err != nil {
			return err
		}
		if err := stands(ctx, tx, who.ID, *who.PasswordHash, wrong); err != nil {
			return err
		}
		entry, err = s.enter(ctx, tx, SignIn{UserID: who.ID}, "", from)
		return err
	})
	return entry, err
}

// Registration is the form of a new customer.
type Registration struct {
	Ticket, Name, Email, Password, Referral string
	Lang                                    i18n.Lang
	From                                    From
}

const (
	nameMin     = 2
	nameMax     = 60
	emailMax    = 254
	referralMax = 40
)

// clean validates and normalises the form; 422 names every invalid field.
func (in *Registration) clean() error {
	var wrong []errs.Field
	in.Name = httpapi.Clean(in.Name)
	switch n := utf8.RuneCountInString(in.Name); {
	case n == 0:
		wrong = append(wrong, errs.Field{Name: "name", Key: "common.required"})
	case n < nameMin:
		wrong = append(wrong, errs.Field{Name: "name", Key: "common.too_short", Args: []any{"len", nameMin}})
	case n > nameMax:
		wrong = append(wrong, errs.Field{Name: "name", Key: "common.too_long", Args: []any{"len", nameMax}})
	}
	var ok bool
	if in.Email, ok = cleanEmail(in.Email); !ok {
		wrong = append(wrong, errs.Field{Name: "email", Key: "common.email_format", Args: []any{"email", "name@example.com"}})
	}
	if in.Password != "" {
		if bad := passwords.Meets("password", in.Password); bad != nil {
			wrong = append(wrong, bad.Fields...)
		}
	}
	in.Referral = clip(httpapi.Clean(in.Referral), referralMax)
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// cleanEmail normalises an address to lower case; an empty one is valid.
func cleanEmail(s string) (string, bool) {
	s = strings.ToLower(httpapi.Clean(s))
	if s == "" {
		return "", true
	}
	a, err := mail.ParseAddress(s)
	if err != nil || a.Name != "" || a.Address != s || len(s) > emailMax {
		return "", false
	}
	local, domain, _ := strings.Cut(s, "@")
	if len(local) > 64 || !strings.Contains(domain, ".") || strings.ContainsAny(s, "\"\\()[] ,;:<>") {
		return "", false
	}
	return s, true
}

// Register creates an account for the phone of a ticket and signs the customer in. 422 under "registration_ticket" if
// the ticket is unknown, used or expired.
func (s *Service) Register(ctx context.Context, in Registration) (Entry, error) {
	if err := in.clean(); err != nil {
		return Entry{}, err
	}
	ticket := id.Digest(in.Ticket)
	// Check the ticket before the slow hashing of the password, and again below.
	var phone string
	err := s.db.Get(ctx, &phone, `
		SELECT phone FROM registration_tickets WHERE ticket_hash = $1 AND used_at IS NULL AND expires_at > $2`,
		ticket, db.At(s.clock.Now()))
	if errors.Is(err, db.ErrNoRows) {
		return Entry{}, errs.Invalid("registration_ticket", "auth.ticket_over")
	}
	if err != nil {
		return Entry{}, err
	}
	var hash *string
	if in.Password != "" {
		h, err := s.hasher.Hash(ctx, in.Password)
		if err != nil {
			return Entry{}, err
		}
		hash = &h
	}
	var entry Entry
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		entry, err = s.register(ctx, tx, ticket, in, hash)
		return err
	})
	if err == nil {
		s.cfg.Count("registered")
	}
	return entry, err
}

func (s *Service) register(ctx context.Context, tx *db.Tx, ticket string, in Registration,
	hash *string) (Entry, error) {
	now := db.At(s.clock.Now())
	var phone string
	err := tx.Get(ctx, &phone, `
		UPDATE registration_tickets SET used_at = $2
		WHERE ticket_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING phone`, ticket, now)
	if errors.Is(err, db.ErrNoRows) {
		return Entry{}, errs.Invalid("registration_ticket", "auth.ticket_over")
	}
	if err != nil {
		return Entry{}, err
	}
	userID := id.New("usr")
	n, err := tx.Exec(ctx, `
		INSERT INTO user_phones (phone, user_id) VALUES ($1, $2) ON CONFLICT (phone) DO NOTHING`, phone, userID)
	if err != nil {
		return Entry{}, err
	}
	if n == 0 {
		// The phone was registered in the meantime with another of its codes.
		return Entry{}, errs.Invalid("registration_ticket", "auth.already_registered")
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO users (id, phone, name, email, password_hash, lang, referral_code, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
		userID, phone, in.Name, optional(in.Email), hash, in.Lang, optional(in.Referral), now); err != nil {
		return Entry{}, err
	}
	if err := s.nameWords(ctx, tx, userID, in.Name); err != nil {
		return Entry{}, err
	}
	return s.enter(ctx, tx, SignIn{UserID: userID, New: true, Referral: in.Referral}, "", in.From)
}
