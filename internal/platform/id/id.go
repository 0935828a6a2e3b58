// Package id generates identifiers and secrets. Identifiers are generated here instead of by a database, so that rows
// can be written on any node and moved between nodes.
package id

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/oklog/ulid/v2"
)

var (
	mu      sync.Mutex
	entropy = ulid.Monotonic(rand.Reader, 0)
)

// New returns an identifier such as "ord_01J9Z…": a prefix that shows people the type, and a ULID, which sorts by
// creation time.
func New(prefix string) string {
	mu.Lock()
	defer mu.Unlock()
	u, err := ulid.New(ulid.Now(), entropy)
	if err != nil {
		// Monotonic entropy overflows once in 2^80 draws within one
		// millisecond; a fresh source continues.
		entropy = ulid.Monotonic(rand.Reader, 0)
		u = ulid.MustNew(ulid.Now(), entropy)
	}
	return prefix + "_" + u.String()
}

// Secret returns n random bytes as URL-safe text: an unguessable token.
func Secret(n int) string {
	b := make([]byte, n)
	if _, err := rand.Read(b); err != nil {
		panic("id: no randomness: " + err.Error())
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// Digest returns the hex SHA-256 of s, which is stored instead of a token.
func Digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

var shortCounter atomic.Uint64

// Short returns a short identifier that is unique within this process's life:
// enough to find a request in the log, cheap enough for every request.
func Short() string {
	return processTag + strconv.FormatUint(shortCounter.Add(1), 36)
}

var processTag = Secret(4) + "."
