// Package passwords stores passwords as slow hashes, checks their strength, and counts tries before they are compared.
package passwords

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/fair"
	"wekala/internal/platform/httpapi"
)

// The cost of a password hash: 19 MiB and two passes, about 30 ms here. At most two run at a time, which bounds the
// memory during a burst of sign-ins to 38 MiB.
const (
	argonMemory  = 19 * 1024 // KiB
	argonPasses  = 2
	argonThreads = 1
	argonKey     = 32
	argonSalt    = 16
)

// AtOnce is the number of passwords hashed concurrently.
const AtOnce = 2

const (
	passwordMin = 8
	passwordMax = 128
)

// Strong reports whether a password has the required pattern: 8 or more characters with letters, digits and symbols.
func Strong(p string) bool {
	n := utf8.RuneCountInString(p)
	if n < passwordMin || n > passwordMax || !utf8.ValidString(p) {
		return false
	}
	var letter, number, symbol bool
	for _, r := range p {
		switch {
		case unicode.IsLetter(r):
			letter = true
		case unicode.IsNumber(r):
			number = true
		case unicode.IsControl(r):
			return false
		case !unicode.IsSpace(r) && !unicode.IsMark(r):
			symbol = true
		}
	}
	return letter && number && symbol
}

// Limits on the queued passwords of one network, and of all. Many people share one network of a carrier.
const (
	waitOfNetwork = 60
	waitOfAll     = 600
	// crowdedFor is the retry time when too many passwords are queued; by then most of those are done.
	crowdedFor = 3 * time.Second
)

// Hasher bounds the passwords hashed concurrently. A program has one. Networks take turns, so that a network with many
// requests delays only itself.
type Hasher struct {
	turns *fair.Queue
	decoy string // verified when there is no stored hash, to take the same time
}

// NewHasher returns a hasher. A program needs only one.
func NewHasher() *Hasher {
	h := &Hasher{turns: fair.New(fair.Bounds{Places: AtOnce, Each: AtOnce, Wait: waitOfNetwork, All: waitOfAll})}
	h.decoy = encodeHash(make([]byte, argonSalt), make([]byte, argonKey))
	return h
}

func encodeHash(salt, key []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonPasses,
		argonThreads, b64.EncodeToString(salt), b64.EncodeToString(key))
}

// Acquire waits for one of the AtOnce slots for hashing, in turn with other networks; the caller frees it with release.
// 429 if too many requests of the caller's network are queued.
func (h *Hasher) Acquire(ctx context.Context) (release func(), err error) {
	release, err = h.turns.Enter(ctx, counters.Network(httpapi.Caller(ctx).IP))
	switch {
	case err == nil:
		return release, nil
	case errors.Is(err, fair.ErrCrowded), errors.Is(err, fair.ErrFull):
		return nil, errs.TooMany("common.too_many", crowdedFor)
	}
	return nil, errs.Unavailable("common.unavailable")
}

// Waiting returns the number of a network's queued passwords.
func (h *Hasher) Waiting(ip netip.Addr) int { return h.turns.Waiting(counters.Network(ip)) }

// Hash returns the stored form of a password.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	release, err := h.Acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	salt := make([]byte, argonSalt)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	key := argon2.IDKey([]byte(password), salt, argonPasses, argonMemory, argonThreads, argonKey)
	return encodeHash(salt, key), nil
}

// Verify reports whether password matches the stored hash. A nil hash takes the same time and never matches.
func (h *Hasher) Verify(ctx context.Context, stored *string, password string) (bool, error) {
	known := stored != nil
	if !known {
		stored = &h.decoy
	}
	var version int
	var memory, passes uint32
	var threads uint8
	parts := strings.Split(*stored, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, fmt.Errorf("passwords: a stored password hash cannot be read")
	}
	if _, err := fmt.Sscanf(parts[2]+" "+parts[3], "v=%d m=%d,t=%d,p=%d", &version, &memory, &passes,
		&threads); err != nil || version != argon2.Version {
		return false, fmt.Errorf("passwords: a stored password hash cannot be read")
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	want, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(want) == 0 {
		return false, fmt.Errorf("passwords: a stored password hash cannot be read")
	}
	release, err := h.Acquire(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	if utf8.RuneCountInString(password) > passwordMax {
		password, known = "", false
	}
	got := argon2.IDKey([]byte(password), salt, passes, memory, threads, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1 && known, nil
}
