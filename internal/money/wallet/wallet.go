// Package wallet is the money that a customer keeps with the shop: refunds, top-ups, rewards and gifts go in, and
// orders are paid from it. The balance is the ledger's account "wallet:<customer>", which refuses to be overdrawn; the
// history that people see is a separate table that adds up to it (doctor checks).
//
// An entry is identified by its source: crediting twice for one source does nothing. An entry may be announced before
// it happens (a top-up that is not paid yet, a refund on its way to a card) and is pending in the history until it is
// credited, settled or fails.
package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"wekala/internal/money/ledger"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
)

// The types of entries.
const (
	TopUp      = "top_up"
	Payment    = "payment"     // an order was paid
	Refund     = "refund"      // money of an order came back here
	RefundCard = "refund_card" // money of an order goes back to the card: told, not counted
	RefundBank = "refund_bank" // the same, to a bank account
	Converted  = "points"      // loyalty points became money
	Settled    = "points_owed" // loyalty points that were owed were paid
	Referral   = "referral"
	Gift       = "credit" // staff gave it
	Late       = "late"   // an order came later than promised
)

// The states of an entry.
const (
	Pending = "pending"
	Done    = "done"
	Failed  = "failed"
)

// outside are the types of entries for money that never passes through the wallet.
const outside = `('` + RefundCard + `', '` + RefundBank + `')`

// Entry is money that is added to a wallet or leaves it. Amount is in minor units of the shop's currency and positive;
// From is the ledger account on the other side. At is optional.
type Entry struct {
	UserID  string
	Amount  int64
	Type    string
	Source  string // unique for the customer, also in the ledger
	From    string
	OrderID string
	Note    string
	At      time.Time
}

// Account returns the ledger account of a customer's wallet.
func Account(userID string) string { return ledger.Account("wallet", userID) }

// Deps are the service's dependencies.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	// Cards means that wallets can be topped up by card.
	Cards bool
	// TopUps, if set, replaces Cards.
	TopUps func() bool
	// Bounds, if set, returns the limits of one top-up, in minor units.
	Bounds func() (least, most int64)
	// Orders, if set, reads the requested orders of a customer.
	Orders func(ctx context.Context, q db.Querier, userID string, lang i18n.Lang,
		ids []string) (map[string]*OrderView, error)
}

func (s *Service) topUps() bool {
	if s.TopUps != nil {
		return s.TopUps()
	}
	return s.Cards
}

// TopUpBounds returns the limits of one top-up, in minor units.
func (s *Service) TopUpBounds() (least, most int64) {
	if s.Bounds != nil {
		return s.Bounds()
	}
	return MinTopUp, MaxTopUp
}

// Service manages wallets.
type Service struct {
	Deps
	keys     *idempotency.Keys
	returned Returned
}

// Returned reads pictures of the items returned from a customer's orders, by source. Sources that are not returns are
// ignored.
type Returned func(ctx context.Context, q db.Querier, userID string, sources []string) (map[string][]files.Image, error)

// ShowReturned sets the function with which entries about a return show the returned items.
func (s *Service) ShowReturned(read Returned) { s.returned = read }

// New returns a Service.
func New(deps Deps) *Service { return &Service{Deps: deps, keys: idempotency.New(deps.DB, deps.Clock)} }

// Balance reads a customer's balance, in minor units.
func Balance(ctx context.Context, q db.Querier, userID string) (int64, error) {
	return ledger.Held(ctx, q, Account(userID), money.Shop)
}

// Credit adds money to a wallet, once per source: it posts the ledger entry (debit From, credit the wallet) and writes
// the history. Features that give money (refunds, rewards, conversions) notify the customer; wallet does so only for
// credits by staff. An amount of zero or less is a programming error.
func (s *Service) Credit(ctx context.Context, tx *db.Tx, e Entry) error {
	return s.post(ctx, tx, e, 1)
}

// Debit takes money out of a wallet, once per source (debit the wallet, credit From). It returns
// ledger.balance_not_sufficient if the wallet holds too little, and the caller's transaction must roll back.
func (s *Service) Debit(ctx context.Context, tx *db.Tx, e Entry) error {
	return s.post(ctx, tx, e, -1)
}

func (s *Service) post(ctx context.Context, tx *db.Tx, e Entry, sign int64) error {
	if e.Amount <= 0 || e.UserID == "" || e.Source == "" || e.From == "" {
		return fmt.Errorf("wallet: an entry of %d from %q for %q", e.Amount, e.From, e.Source)
	}
	if e.At.IsZero() {
		e.At = s.Clock.Now()
	}
	posted, err := ledger.Post(ctx, tx, ledger.Entry{Source: e.Source, Kind: "wallet_" + e.Type, At: e.At,
		Postings: []ledger.Posting{
			{Account: e.From, Currency: money.Shop, Amount: sign * e.Amount},
			{Account: Account(e.UserID), Currency: money.Shop, Amount: -sign * e.Amount},
		}})
	if err != nil || !posted {
		return err
	}
	if err := record(ctx, tx, e, sign*e.Amount, Done); err != nil || e.Type != Gift {
		return err
	}
	return notify.Send(ctx, tx,
		notify.Message{Channel: notify.Inbox, UserID: e.UserID, Template: "wallet.notice_credit", At: e.At,
			Link: "/account/my-wallet", Params: map[string]string{
				"amount": money.EGP(e.Amount).Major().String(), "reason": e.Note}})
}

// Announce adds an entry to the history that has not happened yet. Credit with the same source completes it if it goes
// through the wallet, Settle otherwise.
func (s *Service) Announce(ctx context.Context, tx *db.Tx, e Entry) error {
	if e.At.IsZero() {
		e.At = s.Clock.Now()
	}
	return record(ctx, tx, e, e.Amount, Pending)
}

// Settle ends an announced entry as done or failed. An entry that was credited in between, or never announced, stays
// unchanged.
func (s *Service) Settle(ctx context.Context, tx *db.Tx, userID, source, status string) error {
	return settle(ctx, tx, userID, source, status, db.At(s.Clock.Now()))
}

var errNothing = errors.New("wallet: an entry needs a customer, an amount and a reason")

func newEntryID() string { return id.New("wle") }
