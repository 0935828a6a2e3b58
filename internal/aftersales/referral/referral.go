// Package referral rewards customers who bring friends, and only those.
//
// Every customer has a code. A friend who registers with it stays the referrer's: one row, which keeps the terms of
// that moment. When the friend's first delivered order is past its return window, both get a reward in their wallets,
// once; the friend's orders of the first months also earn the referrer a commission. A returned order pays nothing.
//
// People invite themselves: with a second phone, in a ring of three, from one device, to one door. Features that
// accounts share are kept as keyed digests (signals.go); when a friend looks like the referrer, the referral is held
// until a member of staff has examined it, never refused by the program alone. The states are in status.go.
//
// Because a code is only accepted at registration, a referrer's account is always older than their friends', and no
// circle of referrals can close.
package referral

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"strings"
	"time"

	"wekala/internal/identity/account"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/parties"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/money"
	"wekala/internal/platform/settings"
)

// CostAccount is the ledger account from which rewards and commissions are paid.
const CostAccount = "referral_cost:shop"

// Deps are the service's dependencies.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Secret    []byte // keys the digests of what accounts have in common
	PublicURL string
	Fold      func(string) string // the search's folding
	Wallet    *wallet.Service
}

// Service manages referrals.
type Service struct {
	Deps
	key []byte
}

// New returns a Service.
func New(deps Deps) *Service {
	m := hmac.New(sha256.New, deps.Secret)
	m.Write([]byte("wekala referral signals"))
	return &Service{Deps: deps, key: m.Sum(nil)}
}

// Terms are the terms of the programme, from the setting "referral". Amounts are minor units.
type Terms struct {
	Enabled bool `json:"enabled"`
	// Referrer and Friend are the rewards of the two customers.
	Referrer int64 `json:"reward_referrer"`
	Friend   int64 `json:"reward_friend"`
	// WindowDays is the number of days for which an order may be returned.
	WindowDays int64 `json:"window_days"`
	// RateBP is the referrer's share of a friend's purchases, paid for CommissionDays.
	RateBP         int64 `json:"rate_bp"`
	CommissionDays int64 `json:"commission_days"`
	// Monthly limits per customer: on the number of rewards, and on commission.
	MonthlyRewards    int64 `json:"monthly_rewards"`
	MonthlyCommission int64 `json:"monthly_commission"`
}

// DefaultTerms apply until the setting is changed.
var DefaultTerms = Terms{Enabled: true, Referrer: 30_00, Friend: 30_00, WindowDays: 14, RateBP: 200,
	CommissionDays: 180, MonthlyRewards: 10, MonthlyCommission: 500_00}

// Setting is the key in settings that overrides DefaultTerms: a JSON object of Terms, in which any field may be
// omitted.
const Setting = "referral"

func terms(ctx context.Context, q db.Querier) (Terms, error) {
	t, _, err := termsVersion(ctx, q)
	return t, err
}

func termsVersion(ctx context.Context, q db.Querier) (Terms, int64, error) {
	t := DefaultTerms
	version, err := settings.ReadVersion(ctx, q, Setting, &t)
	if err != nil {
		return DefaultTerms, 0, err
	}
	return t, version, nil
}

// StartOff makes a new platform pay no rewards. Existing terms are left unchanged.
func StartOff(ctx context.Context, tx *db.Tx, at time.Time) error {
	t := DefaultTerms
	t.Enabled = false
	return settings.Once(ctx, tx, Setting, t, at)
}

const (
	day        = 24 * time.Hour
	codeLength = 8
	// letters leaves out characters that are easily confused when codes are read out.
	letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
)

func newCode() string {
	sum := sha256.Sum256([]byte(id.Secret(16)))
	b := make([]byte, codeLength)
	for i := range b {
		b[i] = letters[int(sum[i])%len(letters)]
	}
	return string(b)
}

// cleanCode normalises a code from a form or a link.
func cleanCode(typed string) string {
	return strings.ToUpper(money.LatinDigits(strings.ReplaceAll(httpapi.Clean(typed), " ", "")))
}

// CodeOf returns a customer's code, and creates one if there is none.
func CodeOf(ctx context.Context, tx *db.Tx, userID string, now time.Time) (string, error) {
	for range 5 {
		code, err := codeOf(ctx, tx, userID)
		if err == nil || !errors.Is(err, db.ErrNoRows) {
			return code, err
		}
		if err := insertCode(ctx, tx, newCode(), userID, db.At(now)); err != nil {
			return "", err
		}
	}
	return "", errors.New("referral: no code is free")
}

// OnSignIn is auth's hook. It stores the signals that a session reveals about its owner, and connects a new customer
// with their referrer.
func (s *Service) OnSignIn(ctx context.Context, tx *db.Tx, in auth.SignIn) error {
	now := s.Clock.Now()
	who := httpapi.Caller(ctx)
	u, err := auth.UserByID(ctx, tx, in.UserID)
	if err != nil {
		return err
	}
	if err := s.note(ctx, tx, s.seen(u, who), u.ID, db.At(now)); err != nil {
		return err
	}
	if !in.New || in.Referral == "" {
		return nil
	}
	_, err = s.Join(ctx, tx, u, in.Referral, now)
	return err
}

// Join records a new customer as a referrer's friend, as the hook of a registration. Some codes are ignored without
// failing the registration: unknown ones, the friend's own, one of a customer whom the friend invited, any second code,
// and any code if the phone was invited before.
func (s *Service) Join(ctx context.Context, tx *db.Tx, friend auth.User, typed string,
	now time.Time) (joined bool, err error) {
	t, err := terms(ctx, tx)
	if err != nil || !t.Enabled {
		return false, err
	}
	code := cleanCode(typed)
	referrerID, err := ownerOf(ctx, tx, code)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	// A customer who was invited, deleted their account and returned with the same phone has already been invited.
	if had, err := account.HadOffer(ctx, tx, friend.ID, account.Invitation); err != nil || had {
		return false, err
	}
	above, err := ancestors(ctx, tx, referrerID)
	if err != nil {
		return false, err
	}
	for _, up := range append(above, referrerID) {
		if up == friend.ID {
			return false, nil
		}
	}
	r := Referral{ID: id.New("ref"), FriendID: friend.ID, ReferrerID: referrerID, Code: code, State: Joined,
		RewardReferrer: t.Referrer, RewardFriend: t.Friend, RateBP: t.RateBP, WindowDays: t.WindowDays,
		CommissionUntil: db.At(now.Add(time.Duration(t.CommissionDays) * day)), CreatedAt: db.At(now), UpdatedAt: db.At(now)}
	found, err := s.suspicion(ctx, tx, r, above)
	if err != nil {
		return false, err
	}
	if err := r.hold(found); err != nil {
		return false, err
	}
	added, err := insert(ctx, tx, r)
	if err != nil || !added || r.State != Held {
		return added, err
	}
	return true, tellHeld(ctx, tx, r, now)
}

// OnStatus is the orders' hook: a delivered order starts its return window, and a returned one no longer counts.
func (s *Service) OnStatus(ctx context.Context, tx *db.Tx, c orders.Change) error {
	switch c.To {
	case orders.Delivered:
		noted, err := c.Noted(ctx, tx)
		if err != nil {
			return err
		}
		return s.delivered(ctx, tx, c.Order, noted, c.Event.At.Time())
	case orders.Returned:
		return s.back(ctx, tx, c.Order, c.Event.At)
	}
	return nil
}

// back removes an order that was returned; if the friend has kept another order since, that one becomes their first.
func (s *Service) back(ctx context.Context, tx *db.Tx, o *orders.Order, at db.Millis) error {
	if err := forget(ctx, tx, o.UserID, o.ID, at); err != nil {
		return err
	}
	next, err := nextDelivered(ctx, tx, o.UserID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	kept, err := orders.Get(ctx, tx, next)
	if err != nil || kept.Status != orders.Delivered {
		return err
	}
	noted, err := orders.DeliveryNotedBy(ctx, tx, kept)
	if err != nil {
		return err
	}
	return s.delivered(ctx, tx, kept, noted, at.Time())
}

// delivered starts the return window of a delivered order. An order that only the seller confirms does not count: the
// platform would pay for purchases that it cannot verify.
func (s *Service) delivered(ctx context.Context, tx *db.Tx, o *orders.Order, noted parties.Party, now time.Time) error {
	if o.OnSellersWord(noted) {
		return nil
	}
	r, err := ofFriend(ctx, tx, o.UserID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil || r.State == Refused {
		return err
	}
	if o.DeliveredAt != nil {
		now = o.DeliveredAt.Time() // an order that came back and went again keeps its window
	}
	due := db.At(now.Add(time.Duration(r.WindowDays) * day))
	if o.CreatedAt <= r.CommissionUntil && r.RateBP > 0 {
		purchase := o.ItemsTotal - o.Discount
		c := Commission{ReferrerID: r.ReferrerID, OrderID: o.ID, FriendID: o.UserID, ReferralID: r.ID, RateBP: r.RateBP,
			Purchase: purchase, Amount: money.RoundRatio(purchase, r.RateBP, 10_000), State: Waiting, DueAt: due,
			CreatedAt: db.At(now)}
		if err := insertCommission(ctx, tx, c); err != nil {
			return err
		}
	}
	if r.OrderID == nil && r.State != Paid {
		r.OrderID, r.DueAt = &o.ID, &due
		if r.State == Joined {
			if err := r.become(Waiting, system, ""); err != nil {
				return err
			}
		}
		above, err := ancestors(ctx, tx, r.ReferrerID)
		if err != nil {
			return err
		}
		found, err := s.doors(ctx, tx, r, o, above)
		if err != nil {
			return err
		}
		if err := r.hold(found); err != nil {
			return err
		}
		r.UpdatedAt = db.At(s.Clock.Now())
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		if r.State == Held {
			if err := tellHeld(ctx, tx, r, s.Clock.Now()); err != nil {
				return err
			}
		}
	}
	return jobs.Enqueue(ctx, tx, jobs.Job{Kind: payJob, Payload: payment{FriendID: o.UserID, OrderID: o.ID}, RunAt: due,
		UniqueKey: payJob + ":" + o.ID})
}
