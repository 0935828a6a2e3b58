// Package calls takes orders of guests while no channel can send sign-in codes: registering a sender name for SMS takes
// weeks. The owner switches it on; it has no effect where a code can be sent.
//
// A guest gives a name, a number and an address and orders in cash, up to a limit. The order is on hold. Its page shows
// a code; the branch calls the number, hears that code and types it, which proves that the person on the phone has the
// page open: nobody can order with another person's number, and staff cannot confirm without a call. Only then can the
// branch accept the order. After five wrong codes, or when its time is up, the order is cancelled and its goods are
// released.
//
// Nothing here creates an account. A number with an account is refused; a confirmed number stays available to the
// person who signs in with it later. The browser holds a token for each order, which opens that order and nothing else.
//
// The number of orders that may await a call per number, browser and network is kept in rows that are only updated
// while they have room; see docs/decisions/2026-11-29-confirmation-by-call.md.
//
// The package owns the tables call_guests, call_orders and call_open and the setting shop.calls.
package calls

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/identity/account"
	"wekala/internal/identity/auth"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// The limits on orders that await a call.
const (
	OpenByNumber  = 1
	OpenByDevice  = 2
	OpenByNetwork = 20 // many people share one address of a mobile carrier
	// DayByNumber is how many failed orders per day a number may have: each means a call to a person who may not have
	// asked for it.
	DayByNumber = 3
	// TriesByNetwork is the maximum number of orders that a network may try to place in an hour.
	TriesByNetwork = 60
	// CodeTries is the maximum number of codes that may be typed for an order, including the right one.
	CodeTries = 5
	// TokenLife is how long a browser may read an order after it has ended.
	TokenLife = 14 * 24 * time.Hour
)

const (
	codeDigits = 4
	// keepGuests is how long guests are stored after their last order has ended.
	keepGuests = 90 * 24 * time.Hour
	sweepEvery = 10 * time.Second
	sweepBatch = 200
)

// Deps are the service's dependencies.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Secret    []byte
	Auth      *auth.Service
	Account   *account.Service
	Addresses *addresses.Service
	Places    *places.Service
	Branches  *branches.Service
	Orders    *orders.Service
	Checkout  *checkout.Service
	// Codes reports whether sign-in codes can currently be sent to phones.
	Codes func() bool
}

// Service places and confirms orders by call. Create it with New; app registers its OnStatus with the orders.
type Service struct {
	Deps
	tokenKey []byte
	set      atomic.Pointer[Setting]
	// loading is locked from reading the setting until it is in use, so that an older reading never replaces a newer one.
	loading sync.Mutex
}

// New returns a Service, which accepts no orders until Load has run.
func New(d Deps) *Service {
	s := &Service{Deps: d, tokenKey: mac(d.Secret, "wekala call token")}
	s.set.Store(&Usual)
	return s
}

func mac(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0}) // so that "ab","c" and "a","bc" differ
	}
	return h.Sum(nil)
}

// CodeOf derives the code of an order from the program's secret and the order's nonce.
func CodeOf(secret []byte, orderID, nonce string) string {
	sum := mac(mac(secret, "wekala call code"), orderID, nonce)
	return fmt.Sprintf("%0*d", codeDigits, binary.BigEndian.Uint64(sum)%10_000)
}

// code returns the code that an order's page shows until the order is confirmed.
func (s *Service) code(orderID, nonce string) string { return CodeOf(s.Secret, orderID, nonce) }

// token returns the token that gives the browser that placed an order access to it.
func (s *Service) token(orderID, nonce string) string {
	return base64.RawURLEncoding.EncodeToString(mac(s.tokenKey, orderID, nonce))
}
