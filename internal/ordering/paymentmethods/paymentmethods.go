// Package paymentmethods holds the payment methods that an owner sets in the console: cash with its limits, cards
// through a gateway with its keys, and wallet top-ups. A variable of the environment takes precedence and is shown as
// such. Keys are encrypted with the program's key and never shown again. Every node follows a change without a restart.
// Nothing that costs money is on until it is set.
//
// The package owns the setting shop.ways.
package paymentmethods

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/paymob"
	"wekala/internal/ordering/payments/stripe"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/settings"
)

const (
	key     = "shop.ways"
	secrets = key + "."

	lineMax = 300
	// maxCash limits the maximum cash amount, in minor units.
	maxCash         = 10_000_000
	maxIntegrations = 10
)

// Ways is the stored setting. Amounts are minor units; zero means no limit.
type Ways struct {
	Cash      bool   `json:"cash"`
	Card      bool   `json:"card"`
	TopUp     bool   `json:"top_up"` // of the wallet, by card
	CashMost  int64  `json:"cash_most"`
	CashFirst int64  `json:"cash_first"` // for who never received an order
	Gateway   string `json:"gateway"`    // that takes cards
	Paymob    Paymob `json:"paymob"`
	Stripe    Stripe `json:"stripe"`
}

// Paymob is an account at Paymob; Sealed holds its secrets, encrypted.
type Paymob struct {
	PublicKey    string `json:"public_key"`
	Integrations string `json:"integrations"` // ids, between commas
	Email        string `json:"email"`        // for customers without one
	Sealed       string `json:"sealed,omitempty"`
}

// Stripe is an account at Stripe; Sealed holds its secrets, encrypted.
type Stripe struct {
	Sealed string `json:"sealed,omitempty"`
}

// Keys are the typed secrets of an account: an empty one leaves the stored one unchanged.
type Keys struct {
	APIKey        string `json:"api_key,omitempty"`
	SecretKey     string `json:"secret_key,omitempty"`
	HMACSecret    string `json:"hmac_secret,omitempty"`
	WebhookSecret string `json:"webhook_secret,omitempty"`
}

// over returns the keys with the typed ones replaced.
func (k Keys) over(typed Keys) Keys {
	for _, one := range []struct{ to, from *string }{{&k.APIKey, &typed.APIKey}, {&k.SecretKey, &typed.SecretKey},
		{&k.HMACSecret, &typed.HMACSecret}, {&k.WebhookSecret, &typed.WebhookSecret}} {
		if *one.from != "" {
			*one.to = *one.from
		}
	}
	return k
}

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Secret   []byte
	Gateways *payments.Gateways
	// Base is the gateway configured in the environment, nil for none. Named reports that the environment sets the payment
	// methods, which are then Cash and Card.
	Base              payments.Gateway
	Named, Cash, Card bool
	// Usual applies until the setting exists.
	Usual Ways
	// URLs replace the gateways' own servers, for tests and other countries.
	PaymobURL, StripeURL string
	Log                  *slog.Logger
}

// Service stores the settings and applies their changes.
type Service struct {
	Deps
	vault *settings.Vault
	now   atomic.Pointer[Ways]
	// loading is locked from reading the setting until it is in use, so that an older reading never replaces a newer one.
	loading sync.Mutex
}

// New creates the service. Until Load has run, Usual applies.
func New(d Deps) (*Service, error) {
	vault, err := settings.NewVault(d.Secret)
	s := &Service{Deps: d, vault: vault}
	s.apply(d.Usual)
	return s, err
}

func (s *Service) read(ctx context.Context, q db.Querier) (w Ways, version int64, err error) {
	w = s.Usual
	version, err = settings.ReadVersion(ctx, q, key, &w)
	return w, version, err
}

// Now returns the current setting, overridden by the environment.
func (s *Service) Now() Ways {
	w := *s.now.Load()
	if s.Named {
		w.Cash, w.Card = s.Cash, s.Card
	}
	return w
}

// Load reads the setting and applies it.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	w, _, err := s.read(ctx, s.DB)
	if err != nil {
		return err
	}
	s.apply(w)
	return nil
}

// apply opens the gateways that have accounts. A gateway whose secrets cannot be decrypted, because the program's key
// has changed, is off and logged. Gateways stay open while cards are off, because earlier payments may have to be
// refunded.
func (s *Service) apply(w Ways) {
	open := map[string]payments.Gateway{}
	for name, one := range map[string]func(Ways) (payments.Gateway, error){paymob.Name: s.paymob, stripe.Name: s.stripe} {
		gateway, err := one(w)
		if err != nil {
			s.Log.Error("a gateway set in the console cannot be used", "gateway", name, "err", err)
		} else if gateway != nil {
			open[name] = gateway
		}
	}
	takes := open[w.Gateway]
	if s.Base != nil {
		open[s.Base.Name()], takes = s.Base, s.Base
	}
	if s.Named && !s.Card || !s.Named && !w.Card {
		takes = nil
	}
	all := make([]payments.Gateway, 0, len(open))
	for _, one := range open {
		all = append(all, one)
	}
	s.Gateways.Set(takes, all...)
	s.now.Store(&w)
}

func (s *Service) keys(name, sealed string) (keys Keys, err error) {
	if sealed == "" {
		return keys, nil
	}
	text, err := s.vault.Open(secrets+name, sealed)
	if err != nil {
		return keys, errors.New("its keys were encrypted with another key: type them anew")
	}
	return keys, json.Unmarshal([]byte(text), &keys)
}

// seal encrypts the stored keys with the typed ones replaced.
func (s *Service) seal(name, sealed string, typed Keys) (string, error) {
	if typed == (Keys{}) {
		return sealed, nil
	}
	before, err := s.keys(name, sealed)
	if err != nil {
		before = Keys{} // typed again
	}
	text, err := json.Marshal(before.over(typed))
	if err != nil {
		return "", err
	}
	return s.vault.Seal(secrets+name, string(text)), nil
}

func (s *Service) paymob(w Ways) (payments.Gateway, error) {
	keys, err := s.keys(paymob.Name, w.Paymob.Sealed)
	if err != nil || w.Paymob.Sealed == "" {
		return nil, err
	}
	ids, ok := integrations(w.Paymob.Integrations)
	if !ok {
		return nil, errors.New("its integrations are no numbers")
	}
	g, err := paymob.New(paymob.Deps{DB: s.DB, Clock: s.Clock,
		Config: paymob.Config{URL: s.PaymobURL, APIKey: keys.APIKey, SecretKey: keys.SecretKey,
			PublicKey: w.Paymob.PublicKey, HMACSecret: keys.HMACSecret, Integrations: ids, Email: w.Paymob.Email}})
	if err != nil {
		return nil, err
	}
	return g, nil
}

func (s *Service) stripe(w Ways) (payments.Gateway, error) {
	keys, err := s.keys(stripe.Name, w.Stripe.Sealed)
	if err != nil || w.Stripe.Sealed == "" {
		return nil, err
	}
	g, err := stripe.New(stripe.Deps{Clock: s.Clock,
		Config: stripe.Config{URL: s.StripeURL, SecretKey: keys.SecretKey, WebhookSecret: keys.WebhookSecret}})
	if err != nil {
		return nil, err
	}
	return g, nil
}

func integrations(text string) (all []int64, ok bool) {
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '،' || r == ' ' }) {
		n, err := strconv.ParseInt(one, 10, 64)
		if err != nil || n < 1 || len(all) == maxIntegrations {
			return nil, false
		}
		all = append(all, n)
	}
	return all, len(all) > 0
}

// Change is a new setting, based on a version of the old one, with the typed keys.
type Change struct {
	Ways
	PaymobKeys, StripeKeys Keys
	Version                int64
}

// clean validates every field of the enabled methods.
func (s *Service) clean(c *Change) error {
	var f forms.Form
	for _, one := range []struct {
		field string
		value int64
	}{{"cash_most", c.CashMost}, {"cash_first", c.CashFirst}} {
		if one.value < 0 || one.value > maxCash {
			f.Say(one.field, "ways.amount_range", "most", strconv.Itoa(maxCash/100))
		}
	}
	if c.CashMost > 0 && c.CashFirst > c.CashMost {
		f.Say("cash_first", "ways.first_above")
	}
	c.Paymob.PublicKey = f.Line("paymob.public_key", c.Paymob.PublicKey, 0, lineMax)
	c.Paymob.Integrations = f.Line("paymob.integrations", c.Paymob.Integrations, 0, lineMax)
	c.Paymob.Email = f.Line("paymob.email", c.Paymob.Email, 0, lineMax)
	for field, value := range map[string]*string{
		"paymob.api_key": &c.PaymobKeys.APIKey, "paymob.secret_key": &c.PaymobKeys.SecretKey,
		"paymob.hmac_secret": &c.PaymobKeys.HMACSecret, "stripe.secret_key": &c.StripeKeys.SecretKey,
		"stripe.webhook_secret": &c.StripeKeys.WebhookSecret} {
		*value = f.Line(field, *value, 0, lineMax)
	}
	if c.Card && s.Base == nil && !s.Named {
		switch c.Gateway {
		case paymob.Name:
			kept, _ := s.keys(paymob.Name, c.Paymob.Sealed) // unreadable ones are typed again
			keys := kept.over(c.PaymobKeys)
			needed(&f, "paymob.api_key", keys.APIKey)
			needed(&f, "paymob.secret_key", keys.SecretKey)
			needed(&f, "paymob.hmac_secret", keys.HMACSecret)
			needed(&f, "paymob.public_key", c.Paymob.PublicKey)
			if _, ok := integrations(c.Paymob.Integrations); !ok {
				f.Say("paymob.integrations", "ways.integrations")
			}
		case stripe.Name:
			kept, _ := s.keys(stripe.Name, c.Stripe.Sealed)
			keys := kept.over(c.StripeKeys)
			needed(&f, "stripe.secret_key", keys.SecretKey)
			needed(&f, "stripe.webhook_secret", keys.WebhookSecret)
		default:
			f.Say("gateway", "ways.gateway_needed")
		}
	}
	return f.Err()
}

func needed(f *forms.Form, field, value string) {
	if value == "" {
		f.Say(field, "common.required")
	}
}

// Set changes the payment methods, from the version that was read.
func (s *Service) Set(ctx context.Context, member staff.Member, c Change) error {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, version, err := s.read(ctx, tx)
		if err != nil {
			return err
		}
		if version != c.Version {
			return settings.ErrVersionConflict
		}
		after := c
		after.Paymob.Sealed, after.Stripe.Sealed = before.Paymob.Sealed, before.Stripe.Sealed
		if err := s.clean(&after); err != nil {
			return err
		}
		if after.Paymob.Sealed, err = s.seal(paymob.Name, before.Paymob.Sealed, after.PaymobKeys); err != nil {
			return err
		}
		if after.Stripe.Sealed, err = s.seal(stripe.Name, before.Stripe.Sealed, after.StripeKeys); err != nil {
			return err
		}
		if after.Ways == before {
			return nil
		}
		now := s.Clock.Now()
		if err := settings.Change(ctx, tx, key, version, after.Ways, now); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: "shop.ways", Object: key,
			Before: before.told(), After: after.told()}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, key)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

// Reverts lists the audit log's actions that this package can undo.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"shop.ways": s.revert}
}

// revert undoes a change of payment methods and cash limits. Gateway accounts must be typed again: the log does not
// have their keys.
func (s *Service) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	is, version, err := s.read(ctx, s.DB)
	if err != nil {
		return err
	}
	told := is.told()
	before, err := audit.Undo(line, told)
	if err != nil {
		return err
	}
	if before.Gateway != told.Gateway || before.Paymob != told.Paymob || before.Stripe != told.Stripe {
		return errs.Refuse("auth.no_revert")
	}
	before.Paymob, before.Stripe = is.Paymob, is.Stripe
	return s.Set(ctx, member, Change{Ways: before, Version: version})
}

// told is the setting as the audit log shows it: whether keys exist and have changed, but not the keys. It shows only
// the end of each encrypted text, which differs every time a text is encrypted.
func (w Ways) told() Ways {
	for _, sealed := range []*string{&w.Paymob.Sealed, &w.Stripe.Sealed} {
		if *sealed != "" {
			*sealed = "…" + (*sealed)[max(0, len(*sealed)-4):]
		}
	}
	return w
}
