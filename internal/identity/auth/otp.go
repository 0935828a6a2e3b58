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
	CodeTries    = 3  // of one code, by its id; and as many by the phone alone
	CodesPerDay  = 5  // unused codes of one requester for a phone, in any 24 hours
	CodesInAll   = 20 // used and unused codes together: each costs a message
	CodesOfKnown = 40 // codes of all known devices and sessions of a phone, because each sign-in creates a new device
	TriesPerDay  = 15 // tries of strangers' codes of a phone, named by id or not
	codeDay      = 24 * time.Hour
	purposeLogin = "login"
)

// waits are the pauses before the next code: after the first, the second and each later unused code.
var waits = [...]time.Duration{30 * time.Second, 60 * time.Second, 120 * time.Second}

// challenge is a code that was sent. Only its requester receives its id, so tries that name it are counted separately:
// strangers, who know only the phone, can neither replace it nor use up its tries.
type challenge struct {
	ID         string     `db:"id"`
	Asker      string     `db:"asker"` // askedBy
	Nonce      string     `db:"nonce"`
	CodeHMAC   string     `db:"code_hmac"`
	Tries      int64      `db:"tries"`
	BlindTries int64      `db:"blind_tries"`
	CreatedAt  db.Millis  `db:"created_at"`
	ExpiresAt  db.Millis  `db:"expires_at"`
	UsedAt     *db.Millis `db:"used_at"`
	ReplacedAt *db.Millis `db:"replaced_at"`
}

const challengeColumns = `id, asker, nonce, code_hmac, tries, blind_tries, created_at, expires_at, used_at, replaced_at`

func (c challenge) live(now db.Millis) bool {
	return c.UsedAt == nil && c.ReplacedAt == nil && c.ExpiresAt > now
}

// spent returns how many of the day's tries a code takes: all its tries while it can be tried by its id, and afterwards
// those it had. A used code was its owner's, so its tries by id and the try that used it don't count.
func (c challenge) spent(now db.Millis) int64 {
	switch {
	case c.live(now):
		return CodeTries + c.BlindTries
	case c.UsedAt != nil && c.Tries == 0:
		return c.BlindTries - 1
	case c.UsedAt != nil:
		return c.BlindTries
	}
	return c.Tries + c.BlindTries
}

// dayOfTries adds up the tries that strangers' codes take of a phone's daily tries. wait is the time until n more are
// available.
func dayOfTries(recent []challenge, n int64, now db.Millis) (spent int64, wait time.Duration) {
	at := func(t db.Millis) (sum int64) {
		for _, c := range recent {
			if c.CreatedAt.Add(codeDay) > t {
				sum += c.spent(t)
			}
		}
		return sum
	}
	spent = at(now)
	if spent+n <= TriesPerDay {
		return spent, 0
	}
	next := now.Add(codeDay)
	for _, c := range recent {
		for _, t := range []db.Millis{c.ExpiresAt, c.CreatedAt.Add(codeDay)} {
			if t > now && t < next && at(t)+n <= TriesPerDay {
				next = t
			}
		}
	}
	return spent, next.Time().Sub(now.Time())
}

// codeOf derives the four digits of a challenge. The nonce is random; without the key it reveals nothing.
func (s *Service) codeOf(challengeID, nonce string) string {
	sum := mac(s.codeKey, challengeID, nonce)
	// 64 bits over 10,000 codes: no code is likelier than another by more
	// than one part in 10^15.
	return fmt.Sprintf("%0*d", CodeDigits, binary.BigEndian.Uint64(sum)%10_000)
}

// codeHMAC is the stored value against which a code is checked.
func (s *Service) codeHMAC(challengeID, code string) string {
	return hex.EncodeToString(mac(s.hmacKey, challengeID, code))
}

// CodeFor returns the code of a challenge, and whether it is still valid. Only the sender (notify.New) may call it.
func (s *Service) CodeFor(ctx context.Context, challengeID string) (code string, live bool, err error) {
	var c challenge
	err = s.db.Get(ctx, &c, `
		SELECT `+challengeColumns+` FROM otp_challenges WHERE id = $1`, challengeID)
	if err != nil {
		return "", false, err
	}
	return s.codeOf(c.ID, c.Nonce), c.live(db.At(s.clock.Now())) && c.Tries < CodeTries, nil
}

// nextCode returns how long a requester must wait for another code to a phone, given their codes of the last 24 hours,
// newest first. Zero means now. full means that the day's limit is reached, rather than the usual pause.
func nextCode(recent []challenge, now db.Millis) (wait time.Duration, full bool) {
	var open db.Millis // when the day's limits allow one more
	if len(recent) >= CodesInAll {
		open = recent[CodesInAll-1].CreatedAt.Add(codeDay)
	}
	ofDay := 0
	for _, c := range recent {
		if c.UsedAt != nil {
			continue // frequent sign-ins lock nobody out
		}
		if ofDay++; ofDay == CodesPerDay {
			open = max(open, c.CreatedAt.Add(codeDay))
		}
	}
	if open > now {
		return open.Time().Sub(now.Time()), true
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

// CodeRequest is a request for a code.
type CodeRequest struct {
	CountryCode, Phone, Method string
	Lang                       i18n.Lang
	IP                         netip.Addr
	Device                     string // the secret of a device that has signed in here
	Replaces                   string // id of the challenge that this code replaces, "" for none
	userID                     string // the signed-in customer who requests it
}

// CodeSent is the result of sending a code.
type CodeSent struct {
	To          string // E.164, or an e-mail address
	Challenge   string // the code's id, known only to its requester
	ResendAfter time.Duration
	ExpiresIn   time.Duration
	ByHand      bool // no provider carries it: the shop tells whoever asked
}

// RequestCode sends a sign-in code. Anybody may call it; the response is the same whether or not the number has an
// account. 422 for an invalid phone, country or method, 429 for a limit.
func (s *Service) RequestCode(ctx context.Context, in CodeRequest) (CodeSent, error) {
	return s.requestCode(ctx, purposeLogin, in)
}

func (s *Service) requestCode(ctx context.Context, purpose string, in CodeRequest) (CodeSent, error) {
	phone, methods, err := s.customerPhone(ctx, in.CountryCode, in.Phone)
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

// sendCode creates a challenge and puts its message into the outbox, in one transaction with all the counters.
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
		asker, err := s.askedBy(ctx, tx, phone, in.Device, in.userID)
		if err != nil {
			return err
		}
		recent, err := s.codesBefore(ctx, tx, purpose, phone, asker, at)
		if err != nil {
			return err
		}
		if wait, full := nextCode(recent, at); wait > 0 {
			if full {
				s.cfg.Count("otp_refused_phone")
				return until("auth.codes_spent", wait, now)
			}
			return errs.TooMany("auth.code_wait", wait)
		}
		if asker != strangers {
			wait, err := s.dayOfKnown(ctx, tx, phone, at)
			if err != nil {
				return err
			}
			if wait > 0 {
				s.cfg.Count("otp_refused_phone")
				return until("auth.codes_spent", wait, now)
			}
		}
		if asker == strangers {
			if _, wait := dayOfTries(without(recent, in.Replaces), CodeTries, at); wait > 0 {
				s.cfg.Count("otp_refused_phone")
				return until("auth.codes_spent", wait, now)
			}
		}
		if err := s.maySend(ctx, tx, purpose, phone, asker, in.IP, len(recent) == 0, now); err != nil {
			return err
		}
		c := challenge{ID: id.New("otp") + id.Secret(9), Asker: asker, Nonce: id.Secret(32), CreatedAt: at,
			ExpiresAt: at.Add(CodeLife)}
		c.CodeHMAC = s.codeHMAC(c.ID, s.codeOf(c.ID, c.Nonce))
		// Requesters who prove who they are, by the challenge's id or by their device or session, replace their own code; a
		// stranger replaces nobody's.
		if err := tx.Batch(ctx, []db.Stmt{
			{SQL: `UPDATE otp_challenges SET replaced_at = $3
				WHERE phone = $1 AND purpose = $2 AND used_at IS NULL AND replaced_at IS NULL
					AND (id = $4 OR (asker = $5 AND asker <> $6))`,
				Args: []any{phone, purpose, at, in.Replaces, asker, strangers}},
			{SQL: `INSERT INTO otp_challenges (id, purpose, phone, asker, channel, nonce, code_hmac, created_at, expires_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
				Args: []any{c.ID, purpose, phone, asker, in.Method, c.Nonce, c.CodeHMAC, c.CreatedAt, c.ExpiresAt}},
		}); err != nil {
			return err
		}
		if err := notify.Send(ctx, tx, notify.Message{
			Channel: in.Method, To: phone, Template: templates[purpose], Lang: in.Lang, ChallengeID: c.ID, At: now,
			UserID: in.userID,
		}); err != nil {
			return err
		}
		wait, _ := nextCode(append([]challenge{c}, recent...), at)
		sent = CodeSent{To: phone, Challenge: c.ID, ResendAfter: wait, ExpiresIn: CodeLife,
			ByHand: s.cfg.ByHand != nil && s.cfg.ByHand(in.Method)}
		return nil
	})
	if err == nil {
		s.cfg.Count("otp_sent_" + in.Method)
	}
	return sent, err
}

// recentCodes reads the codes that a requester was sent to a phone in the last 24 hours, newest first. They include
// codes from before an account of the phone was deleted.
func (s *Service) recentCodes(ctx context.Context, q db.Querier, phone, asker string,
	at db.Millis) (recent []challenge, err error) {
	err = q.Select(ctx, &recent, `
		SELECT `+challengeColumns+` FROM otp_challenges WHERE phone IN ($1, $4) AND asker = $2 AND created_at > $3
		ORDER BY created_at DESC, id DESC`, phone, asker, at.Add(-codeDay), s.PhoneDigest(phone))
	return recent, err
}

// dayOfKnown returns the time until the known devices and sessions of a phone's owner together may request one more
// code.
func (s *Service) dayOfKnown(ctx context.Context, q db.Querier, phone string, at db.Millis) (time.Duration, error) {
	var sent []db.Millis
	err := q.Select(ctx, &sent, `
		SELECT created_at FROM otp_challenges WHERE phone IN ($1, $2) AND asker <> $3 AND created_at > $4
		ORDER BY created_at DESC LIMIT $5`, phone, s.PhoneDigest(phone), strangers, at.Add(-codeDay), CodesOfKnown)
	if err != nil || len(sent) < CodesOfKnown {
		return 0, err
	}
	return sent[len(sent)-1].Add(codeDay).Time().Sub(at.Time()), nil
}

// codesBefore reads the codes that limit a requester's next one. Codes to e-mail addresses count together, because one
// profile can be given many invented addresses in turn.
func (s *Service) codesBefore(ctx context.Context, tx *db.Tx, purpose, phone, asker string,
	at db.Millis) (recent []challenge, err error) {
	if purpose != purposeEmail {
		return s.recentCodes(ctx, tx, phone, asker, at)
	}
	if err := LockActiveUser(ctx, tx, asker); err != nil {
		return nil, err
	}
	err = tx.Select(ctx, &recent, `
		SELECT `+challengeColumns+` FROM otp_challenges WHERE asker = $1 AND purpose = $2 AND created_at > $3
		ORDER BY created_at DESC, id DESC`, asker, purpose, at.Add(-codeDay))
	return recent, err
}

func without(all []challenge, challengeID string) []challenge {
	var rest []challenge
	for _, c := range all {
		if c.ID == challengeID {
			c.ReplacedAt = &c.CreatedAt
		}
		rest = append(rest, c)
	}
	return rest
}

// Attempt is a typed code with what links it to the caller.
type Attempt struct {
	Code      string
	Challenge string // the code's id; empty means the phone's newest code
	Device    string // the secret of a device that has signed in here
	IP        netip.Addr
	userID    string // the signed-in customer who tries it
}

// tryCode checks a typed code. It commits the try first, so that concurrent guesses on several nodes still add up to
// three. Wrong, used, expired and overtried codes return 422 with separate texts; too many tries from a network 429.
// Only the right code reveals that it was used, else anyone could find out which phones are customers'.
func (s *Service) tryCode(ctx context.Context, purpose, phone string, in Attempt) (challengeID string, err error) {
	code := money.LatinDigits(strings.TrimSpace(in.Code))
	if code == "" {
		return "", errs.Invalid("code", "common.required")
	}
	if !isCode(code) {
		return "", errs.Invalid("code", "auth.code_format") // cannot be right: no try is lost
	}
	var c challenge
	var tries, most int64
	var counted codeTry // of a stranger's code
	var stranger bool
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.clock.Now()
		counted, stranger, most = codeTry{}, false, CodeTries
		var column string
		if c, column, err = s.meant(ctx, tx, purpose, phone, in); err != nil || c.ID == "" {
			return err
		}
		if c.Asker == strangers {
			if most, err = s.maxTries(ctx, tx, now); err != nil {
				return err
			}
			if column == blindTries {
				if err := s.mayTryBlind(ctx, tx, phone, now); err != nil {
					return err
				}
			}
			stranger = true
		}
		meant := c.ID
		c = challenge{}
		err := tx.Get(ctx, &c, `
			UPDATE otp_challenges SET `+column+` = `+column+` + 1
			WHERE id = $1 AND `+column+` < $2 AND replaced_at IS NULL AND expires_at > $3
			RETURNING `+challengeColumns, meant, most, db.At(now))
		if errors.Is(err, db.ErrNoRows) {
			c = challenge{}
			return nil
		}
		if err != nil || !stranger {
			return err
		}
		tries = c.Tries
		if column == blindTries {
			tries = c.BlindTries
		}
		counted, err = s.mayTryCode(ctx, tx, in.IP, column == namedTries && tries == 1, now)
		return err
	})
	if err != nil {
		return "", err
	}
	if c.ID == "" {
		return "", s.whyNoTry(ctx, purpose, phone, in)
	}
	if s.evaluated != nil {
		s.evaluated(c.ID)
	}
	right := hmac.Equal([]byte(c.CodeHMAC), []byte(s.codeHMAC(c.ID, code)))
	if !stranger {
		tries = c.Tries
	} else if err := s.tried(ctx, counted, right); err != nil {
		return "", err
	}
	switch {
	case counted.late != nil && !right:
		s.cfg.Count("otp_wrong")
		return "", counted.late
	case c.UsedAt != nil && right:
		return "", errs.Invalid("code", "auth.code_used")
	case c.UsedAt != nil:
		return "", errs.Invalid("code", "auth.code_expired")
	case !right:
		s.cfg.Count("otp_wrong")
		if tries >= most {
			return "", errs.Invalid("code", "auth.code_tries")
		}
		return "", errs.Invalid("code", "auth.code_wrong")
	}
	return c.ID, nil
}

// The columns in which tries are counted: by a code's id or its asker's device or session, and by the phone alone,
// which anybody knows.
const (
	namedTries = "tries"
	blindTries = "blind_tries"
)

// meant finds the code that an attempt is about: the named one, or else the caller's newest, or strangers' if a device
// asked without identifying itself. Empty if there is none.
func (s *Service) meant(ctx context.Context, q db.Querier, purpose, phone string,
	in Attempt) (c challenge, column string, err error) {
	const from = `SELECT ` + challengeColumns + ` FROM otp_challenges WHERE phone = $1 AND purpose = $2 AND `
	if in.Challenge != "" {
		err = q.Get(ctx, &c, from+`id = $3`, phone, purpose, in.Challenge)
		return found(c, namedTries, err)
	}
	asker, err := s.askedBy(ctx, q, phone, in.Device, in.userID)
	if err != nil {
		return challenge{}, "", err
	}
	const newest = from + `asker = $3 ORDER BY created_at DESC, id DESC LIMIT 1`
	if asker != strangers {
		err = q.Get(ctx, &c, newest, phone, purpose, asker)
		if err == nil && c.ReplacedAt == nil && c.ExpiresAt > db.At(s.clock.Now()) || in.userID != "" {
			return found(c, namedTries, err)
		}
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return challenge{}, "", err
		}
	}
	c = challenge{}
	err = q.Get(ctx, &c, newest, phone, purpose, strangers)
	return found(c, blindTries, err)
}

func found(c challenge, column string, err error) (challenge, string, error) {
	if errors.Is(err, db.ErrNoRows) {
		return challenge{}, column, nil
	}
	return c, column, err
}

// mayTryBlind checks that a phone has a try left for callers who do not name the code; tries reserved for named codes
// don't count. It waits for requests and other such tries of the number.
func (s *Service) mayTryBlind(ctx context.Context, tx *db.Tx, phone string, now time.Time) error {
	if _, err := tx.Exec(ctx, `UPDATE otp_phones SET asked_at = asked_at WHERE phone = $1`, phone); err != nil {
		return err
	}
	recent, err := s.recentCodes(ctx, tx, phone, strangers, db.At(now))
	if err != nil {
		return err
	}
	if _, wait := dayOfTries(recent, 1, db.At(now)); wait > 0 {
		s.cfg.Count("otp_refused_tries")
		return until("auth.tries_spent", wait, now)
	}
	return nil
}

// whyNoTry returns the reason why a code may not be tried.
func (s *Service) whyNoTry(ctx context.Context, purpose, phone string, in Attempt) error {
	c, column, err := s.meant(ctx, s.db, purpose, phone, in)
	if err != nil {
		return err
	}
	tries := c.Tries
	if column == blindTries {
		tries = c.BlindTries
	}
	if c.UsedAt == nil && (tries >= CodeTries || tries > 0 && c.live(db.At(s.clock.Now()))) {
		return errs.Invalid("code", "auth.code_tries")
	}
	return errs.Invalid("code", "auth.code_expired")
}

// useCode marks a correct code as used, in the transaction of its action. Of two requests with the same code, the
// second fails.
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
