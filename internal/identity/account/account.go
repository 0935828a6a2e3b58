// Package account is where customers manage what the shop knows about them: their profile, their preferences, their
// consents to marketing, and the deletion of their account.
//
// Sign-in, passwords and the users table belong to auth. A profile is changed field by field: omitted fields stay
// unchanged. A consent is never changed; a new one is added that records who, over which channel, in which words and
// when (consents.go).
//
// Deleting an account erases its data; its row stays (erase.go). The customer's orders stay too, but nothing shows any
// longer whose they were. Every feature that keeps data of customers is an Eraser, and one that may have a reason to
// delay the deletion is a Keeper. One-time offers stay used, under a digest of the phone (used_offers.go).
//
// Customers can download the data kept about them as a file (export.go): a feature that keeps data of customers is an
// Exporter too.
//
// The package owns the tables preferences, consents, past_offers and had_offers.
package account

import (
	"context"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
)

// User is a customer.
type User = auth.User

// Get reads a customer without the default address, for features that need a name, a phone or a language. It returns
// NotFound if there is no such customer.
func Get(ctx context.Context, q db.Querier, userID string) (User, error) {
	return auth.UserByID(ctx, q, userID)
}

// Service manages the signed-in customer's account. Create it with New.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	auth      *auth.Service
	erasers   []Eraser
	keepers   []Keeper
	spenders  []Spender
	exporters []exporter
	making    chan struct{} // one slot for each data file in the making

	// Currencies lists the currencies that amounts can be shown in. Until the app connects it to currency, it is only the
	// shop's currency.
	Currencies func() []string
	// Carries reports whether messages can be sent over a channel. Until the app connects it to notify, none can.
	Carries func(channel string) bool
}

// New makes the service.
func New(d *db.DB, c clock.Clock, a *auth.Service) *Service {
	return &Service{db: d, clock: c, auth: a, making: make(chan struct{}, dataAtOnce),
		Currencies: func() []string { return []string{money.Shop} }, Carries: func(string) bool { return false }}
}

// Eraser is a feature that stores data of customers. It runs in the transaction that erases a customer, before the
// account is erased. An error keeps the account (400, with the reason); otherwise the feature erases its data.
type Eraser interface {
	Erase(ctx context.Context, tx *db.Tx, userID string) error
}

// Keeper is a feature that may have a reason to delay the deletion of an account, such as an open order or a debt in
// either direction. It only reads, so that the page shows the reason (400) before anybody requests a code.
type Keeper interface {
	MayErase(ctx context.Context, q db.Querier, userID string) error
}

// KeptBy adds a feature that is asked before anything is erased. Call it only while the app is being assembled.
func (s *Service) KeptBy(k Keeper) { s.keepers = append(s.keepers, k) }

// ErasedBy adds a feature that erases its data after those added earlier. Call it only while the app is being
// assembled.
func (s *Service) ErasedBy(e Eraser) { s.erasers = append(s.erasers, e) }
