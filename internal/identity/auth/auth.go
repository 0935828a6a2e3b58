// Package auth identifies customers.
//
// A customer proves that a phone is theirs with a 4-digit code sent to it, and is then either signed in or, if the
// number is new, given a one-time ticket to register with. A password, if set, is a second way in. Either way ends in a
// session: a random token that only its owner holds and that is stored here as a digest.
//
// Four digits are few, so everything around them is strictly limited and counted in the database, which all nodes
// share: a code lives five minutes, is used once and can be tried three times (the try is recorded before the code is
// compared), and a number gets five unused codes a day, at growing intervals, not counting those of devices and
// sessions we know (known.go). Limits per address block, per range of numbers and for the whole shop bound what a flood
// can cost; see limits.go.
//
// Staff sign in with package staff.
//
// The package owns the tables users, user_phones, user_emails, otp_challenges, otp_phones, registration_tickets,
// sessions and known_devices.
package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/passwords"
)

// The lifetimes of codes, tickets and sessions.
const (
	CodeLife    = 5 * time.Minute
	TicketLife  = 15 * time.Minute
	SessionLife = 7 * 24 * time.Hour
)

// Config holds the operator's settings.
type Config struct {
	// Secret is the key that codes are derived from and checked with. It must have at least 32 bytes and is never stored
	// in the database.
	Secret []byte
	// Demo relaxes the limits per address block and range of numbers, so that journeys from one machine can run. Limits
	// per code and per phone stay.
	Demo bool
	// Countries are the regions ("EG") whose phones may sign in. Empty means Egypt with both methods. The setting
	// "auth.countries" overrides it.
	Countries map[string]Methods
	// Reaches returns the methods by which codes currently reach phones of the home country, where Countries does not fix
	// that.
	Reaches func() Methods
	// ByHand reports whether staff pass on codes of a method themselves, because no provider sends them; nil means none.
	ByHand func(method string) bool
	// Admits reports whether a phone may sign in before the shop is open to everybody; nil means any phone may.
	Admits func(phone string) bool
	// Fold normalises the words of names that people spell differently; nil means lower case only.
	Fold func(string) string
	// Limits of sending; the zero value means DefaultLimits.
	Limits Limits
	// Hasher is shared with the sign-in of staff; nil creates a separate one.
	Hasher *passwords.Hasher
	// Count is called for every event that is counted ("otp_sent", "otp_budget_alarm", …). May be nil.
	Count func(event string)
}

// SignIn is passed to the hooks when a customer gets a session.
type SignIn struct {
	UserID    string
	SessionID string
	New       bool   // has just registered
	Referral  string // the referral code of a new customer, as typed
}

// Service identifies the customers behind requests. Create it with New; it is safe for concurrent use once the hooks
// are set.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	cfg     Config
	codeKey []byte // derives a code from its nonce
	pastKey []byte // digests the phones of deleted accounts
	hmacKey []byte // computes the stored form of a code
	hasher  *passwords.Hasher
	onSign  []func(ctx context.Context, tx *db.Tx, s SignIn) error
	// evaluated is called for every code that is compared; tests count the calls.
	evaluated func(challengeID string)

	// DefaultAddress returns the id of a customer's default address, "" for none. The app connects it to addresses.
	DefaultAddress func(ctx context.Context, q db.Querier, userID string) (string, error)
	// Home returns the default address in full for the response to a sign-in. The app connects it to addresses.
	Home Home
}

// New returns the service. It fails if the secret is too short or a country is invalid.
func New(d *db.DB, c clock.Clock, cfg Config) (*Service, error) {
	if len(cfg.Secret) < 32 {
		return nil, errors.New("auth: the secret must have at least 32 bytes")
	}
	if len(cfg.Countries) == 0 {
		cfg.Countries = map[string]Methods{"EG": {SMS: true, WhatsApp: true}}
	}
	if err := checkCountries(cfg.Countries); err != nil {
		return nil, err
	}
	if cfg.Limits == (Limits{}) {
		cfg.Limits = DefaultLimits
	}
	if cfg.Demo {
		cfg.Limits = cfg.Limits.relaxed()
	}
	if cfg.Fold == nil {
		cfg.Fold = strings.ToLower
	}
	if cfg.Count == nil {
		cfg.Count = func(string) {}
	}
	if cfg.Hasher == nil {
		cfg.Hasher = passwords.NewHasher()
	}
	return &Service{
		db: d, clock: c, cfg: cfg,
		codeKey: derive(cfg.Secret, "wekala otp code"),
		pastKey: derive(cfg.Secret, "wekala past phone"),
		hmacKey: derive(cfg.Secret, "wekala otp check"),
		hasher:  cfg.Hasher,
		DefaultAddress: func(context.Context, db.Querier, string) (string, error) {
			return "", nil
		},
		Home: func(context.Context, string, i18n.Lang) (*HomeAddress, error) { return nil, nil },
	}, nil
}

// OnSignIn adds a hook that runs in the transaction that signs a customer in. Call it only while the app is being
// assembled.
func (s *Service) OnSignIn(fn func(ctx context.Context, tx *db.Tx, in SignIn) error) {
	s.onSign = append(s.onSign, fn)
}

// derive derives a key for one purpose from the secret, so that no key has two purposes.
func derive(secret []byte, label string) []byte { return mac(secret, label) }

// PhoneDigest returns what remains of the phone of a deleted account. The digest is keyed: without the key, nobody can
// try the few million existing numbers.
func (s *Service) PhoneDigest(e164 string) string {
	return hex.EncodeToString(mac(s.pastKey, e164))
}

func mac(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0}) // so that "ab","c" and "a","bc" differ
	}
	return h.Sum(nil)
}
