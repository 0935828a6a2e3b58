package auth

import (
	"context"
	"crypto/hmac"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
)

// The rules of a code.
const (
	CodeDigits   = 4
	CodeTries    = 3 // a code
	CodesPerDay  = 5 // a phone, in any 24 hours
	codeDay      = 24 * time.Hour
	purposeLogin = "login"
)

// waits before the next code, after the first, second and any later one that
// was not used.
var waits = [...]time.Duration{30 * time.Second, 60 * time.Second, 120 * time.Second}

// challenge is a code that was sent.
type challenge struct {
	ID         string     `db:"id"`
	Nonce      string     `db:"nonce"`
	CodeHMAC   string     `db:"code_hmac"`
	Tries      int64      `db:"tries"`
	CreatedAt  db.Millis  `db:"created_at"`
	ExpiresAt  db.Millis  `db:"expires_at"`
	UsedAt     *db.Millis `db:"used_at"`
	ReplacedAt *db.Millis `db:"replaced_at"`
}

// codeOf derives the four digits of a challenge. The nonce is random; without
// the key it says nothing.
func (s *Service) codeOf(challengeID, nonce string) string {
	sum := mac(s.codeKey, challengeID, nonce)
	// 64 bits over 10,000 codes: no code is likelier than another by more
	// than one part in 10^15.
	return fmt.Sprintf("%0*d", CodeDigits, binary.BigEndian.Uint64(sum)%10_000)
}

// codeHMAC is what is stored to check a code against.
func (s *Service) codeHMAC(challengeID, code string) string {
	return hex.EncodeToString(mac(s.hmacKey, challengeID, code))
}

// CodeFor gives the sender the code of a challenge, and whether it is still of
// use to anybody. It is what notify.New asks for; nobody else may call it.
func (s *Service) CodeFor(ctx context.Context, challengeID string) (code string, live bool, err error) {
	var c challenge
	err = s.db.Get(ctx, &c, `
		SELECT id, nonce, code_hmac, tries, created_at, expires_at, used_at, replaced_at
		FROM otp_challenges WHERE id = $1`, challengeID)
	if err != nil {
		return "", false, err
	}
	live = c.UsedAt == nil && c.ReplacedAt == nil && c.Tries < CodeTries && c.ExpiresAt > db.At(s.clock.Now())
	return s.codeOf(c.ID, c.Nonce), live, nil
}

// nextCode tells how long a phone must wait for another code, given the codes
// of its last 24 hours, newest first. Zero means now. full says that it is the
// day's number of codes and not the usual pause.
func nextCode(recent []challenge, now db.Millis) (wait time.Duration, full bool) {
	if len(recent) >= CodesPerDay {
		return recent[CodesPerDay-1].CreatedAt.Add(codeDay).Time().Sub(now.Time()), true
	}
	unused := 0
	for _, c := range recent {
		if c.UsedAt != nil {
			break // a used code ends the wait
		}
		unused++
	}
	if unused == 0 {
		return 0, false
	}
	next := recent[0].CreatedAt.Add(waits[min(unused, len(waits))-1])
	return max(0, next.Time().Sub(now.Time())), false
}

// CodeRequest asks for a code.
type CodeRequest struct {
	CountryCode, Phone, Method string
	Lang                       i18n.Lang
	IP                         netip.Addr
	userID                     string // who asks, where the address is not one they have confirmed
}

// CodeSent tells what happens next.
type CodeSent struct {
	To          string // E.164, or an e-mail address
	ResendAfter time.Duration
	ExpiresIn   time.Duration
}

// RequestCode sends a sign-in code. Anybody may call it; the answer is the
// same whether somebody has that number or not. 422 for a phone, country or
// method that cannot be used, 429 for a limit.
func (s *Service) RequestCode(ctx context.Context, in CodeRequest) (CodeSent, error) {
	return s.requestCode(ctx, purposeLogin, in)
}

func (s *Service) requestCode(ctx context.Context, purpose string, in CodeRequest) (CodeSent, error) {
	phone, methods, err := s.shopperPhone(ctx, in.CountryCode, in.Phone)
	if err != nil {
		return CodeSent{}, err
	}
	if in.Method != MethodSMS && in.Method != MethodWhatsApp {
		return CodeSent{}, errs.Invalid("method", "common.one_of")
	}
	if !methods.Has(in.Method) {
		return CodeSent{}, errs.Invalid("method", "auth.method_unavailable")
	}
	return s.sendCode(ctx, purpose, phone, in)
}

// sendCode makes a challenge and puts its message into the outbox, in one
// transaction with everything that counts it.
func (s *Service) sendCode(ctx context.Context, purpose, phone string, in CodeRequest) (CodeSent, error) {
	var sent CodeSent
	err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.clock.Now()
		at := db.At(now)
		// Requests for one number queue up here.
		if _, err := tx.Exec(ctx, `
			INSERT INTO otp_phones (phone, asked_at) VALUES ($1, $2)
			ON CONFLICT (phone) DO UPDATE SET asked_at = excluded.asked_at`, phone, at); err != nil {
			return err
		}
		var recent []challenge
		if err := tx.Select(ctx, &recent, `
			SELECT id, nonce, code_hmac, tries, created_at, expires_at, used_at, replaced_at
			FROM otp_challenges WHERE phone = $1 AND created_at > $2
			ORDER BY created_at DESC, id DESC`, phone, at.Add(-codeDay)); err != nil {
			return err
		}
		if wait, full := nextCode(recent, at); wait > 0 {
			if full {
				s.cfg.Count("otp_refused_phone")
				return errs.TooMany("auth.codes_spent", wait)
			}
			return errs.TooMany("auth.code_wait", wait)
		}
		if err := s.maySend(ctx, tx, phone, in.IP, len(recent) == 0, now); err != nil {
			return err
		}
		c := challenge{ID: id.New("otp"), Nonce: id.Secret(32), CreatedAt: at, ExpiresAt: at.Add(CodeLife)}
		c.CodeHMAC = s.codeHMAC(c.ID, s.codeOf(c.ID, c.Nonce))
		if _, err := tx.Batch(ctx, []db.Stmt{
			{SQL: `UPDATE otp_challenges SET replaced_at = $3
				WHERE phone = $1 AND purpose = $2 AND used_at IS NULL AND replaced_at IS NULL`,
				Args: []any{phone, purpose, at}},
			{SQL: `INSERT INTO otp_challenges (id, purpose, phone, channel, nonce, code_hmac, created_at, expires_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
				Args: []any{c.ID, purpose, phone, in.Method, c.Nonce, c.CodeHMAC, c.CreatedAt, c.ExpiresAt}},
		}); err != nil {
			return err
		}
		if err := notify.Send(ctx, tx, notify.Message{
			Channel: in.Method, To: phone, Template: templates[purpose], Lang: in.Lang, ChallengeID: c.ID, At: now, UserID: in.userID,
		}); err != nil {
			return err
		}
		wait, _ := nextCode(append([]challenge{c}, recent...), at)
		sent = CodeSent{To: phone, ResendAfter: wait, ExpiresIn: CodeLife}
		return nil
	})
	if err == nil {
		s.cfg.Count("otp_sent_" + in.Method)
	}
	return sent, err
}

// tryCode looks at a code somebody typed. The try is counted and committed
// first, so that guesses sent at once over several nodes are still three. It
// returns the challenge of a right code; a wrong one, a used one, a late one
// and one tried too often are 422 with texts of their own. That a code was used
// is told only to who types that code: to others it would tell whose phones
// are shoppers'.
func (s *Service) tryCode(ctx context.Context, purpose, phone, typed string) (challengeID string, err error) {
	code := money.LatinDigits(strings.TrimSpace(typed))
	if !isCode(code) {
		return "", errs.Invalid("code", "auth.code_format") // cannot be right: no try is lost
	}
	var c challenge
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		c = challenge{}
		err := tx.Get(ctx, &c, `
			UPDATE otp_challenges SET tries = tries + 1
			WHERE id = (SELECT id FROM otp_challenges WHERE phone = $1 AND purpose = $2
			            ORDER BY created_at DESC, id DESC LIMIT 1)
			  AND tries < $3 AND replaced_at IS NULL AND expires_at > $4
			RETURNING id, code_hmac, tries, used_at`, phone, purpose, CodeTries, db.At(s.clock.Now()))
		if errors.Is(err, db.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return "", err
	}
	if c.ID == "" {
		return "", s.whyNoTry(ctx, purpose, phone)
	}
	if s.evaluated != nil {
		s.evaluated(c.ID)
	}
	right := hmac.Equal([]byte(c.CodeHMAC), []byte(s.codeHMAC(c.ID, code)))
	switch {
	case c.UsedAt != nil && right:
		return "", errs.Invalid("code", "auth.code_used")
	case c.UsedAt != nil:
		return "", errs.Invalid("code", "auth.code_expired")
	case !right:
		s.cfg.Count("otp_wrong")
		if c.Tries >= CodeTries {
			return "", errs.Invalid("code", "auth.code_tries")
		}
		return "", errs.Invalid("code", "auth.code_wrong")
	}
	return c.ID, nil
}

// whyNoTry words why the newest code of a phone may not be tried.
func (s *Service) whyNoTry(ctx context.Context, purpose, phone string) error {
	var c challenge
	err := s.db.Get(ctx, &c, `
		SELECT id, nonce, code_hmac, tries, created_at, expires_at, used_at, replaced_at
		FROM otp_challenges WHERE phone = $1 AND purpose = $2
		ORDER BY created_at DESC, id DESC LIMIT 1`, phone, purpose)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return errs.Invalid("code", "auth.code_expired")
	case err != nil:
		return err
	case c.UsedAt == nil && c.Tries >= CodeTries:
		return errs.Invalid("code", "auth.code_tries")
	}
	return errs.Invalid("code", "auth.code_expired")
}

// useCode marks a right code as used, in the transaction of what it is used
// for. Of two requests with the same right code one comes too late.
func useCode(ctx context.Context, tx *db.Tx, challengeID string, now db.Millis) error {
	n, err := tx.Exec(ctx, `
		UPDATE otp_challenges SET used_at = $2
		WHERE id = $1 AND used_at IS NULL AND replaced_at IS NULL AND expires_at > $2`, challengeID, now)
	if err == nil && n == 0 {
		return errs.Invalid("code", "auth.code_used")
	}
	return err
}

func isCode(s string) bool {
	if len(s) != CodeDigits {
		return false
	}
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}
