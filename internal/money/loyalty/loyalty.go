// Package loyalty is the points programme. A delivered order earns points on the amount paid for its products (not for
// delivery or tip, not with points). Points are kept in lots that expire, and the lot that expires first is spent
// first: at checkout, or turned into wallet money.
//
// Points are in the ledger in a separate currency: "points:<customer>" is what can be spent and cannot be overdrawn.
// The lots add up to it. When an order is returned, its points are taken back pro rata, first from the lot that the
// order earned, then from the oldest; the value of points already spent is deducted from the refund. The rest becomes a
// debt that the next earnings pay first, so a balance is never negative.
//
// All transactions on one customer's points run one by one: each begins by updating their row in points_accounts.
package loyalty

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"time"

	"wekala/internal/identity/account"
	"wekala/internal/identity/auth"
	"wekala/internal/money/ledger"
	"wekala/internal/money/wallet"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
)

// The kinds of entries in the history of points.
const (
	Earned    = "earned"
	Spent     = "spent"
	Returned  = "returned" // spent points that came back
	Converted = "converted"
	Expired   = "expired"
	Reversed  = "reversed" // taken back because goods were
	Netted    = "netted"   // a debt was paid from what was earned
)

// Cost is the ledger account for the cost of spent and converted points.
const Cost = "points_cost:shop"

// page is where customers see their points.
const page = "/account/loyalty-points"

const (
	issued = "points_issued:shop"
	// perHundred is the base of rates and values: a hundred pounds, or a hundred points.
	perHundred = 100
	// minorPerPound is the number of minor units in a pound.
	minorPerPound = 100
	// graceFor is the minimum lifetime of returned points.
	graceFor = 30 * 24 * time.Hour
	day      = 24 * time.Hour
)

// Account returns the ledger account of a customer's points.
func Account(userID string) string { return ledger.Account("points", userID) }

func owed(userID string) string { return ledger.Account("points_owed", userID) }

// Deps are the service's dependencies.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Wallet *wallet.Service
	// ServiceName names a service of the shop in a language; for the rates.
	ServiceName func(id, lang string) string
	// Services lists the services of the shop, by id; for the rates.
	Services func() []string
	// Changed, if set, applies a change of the rates on this node immediately; the other nodes follow.
	Changed func(ctx context.Context) error
	// Contact returns the address of a customer who agreed to reminders, for instance of points about to expire; nil means
	// that nobody is reminded.
	Contact func(ctx context.Context, q db.Querier, userID string) (to account.Contact, agreed bool, err error)
}

// Service manages points.
type Service struct {
	Deps
	keys *idempotency.Keys
}

// New returns a Service.
func New(deps Deps) *Service { return &Service{deps, idempotency.New(deps.DB, deps.Clock)} }

// Terms are the parameters of the programme.
type Terms struct {
	Worth      int64 `db:"worth"` // minor units for 100 points
	LifeDays   int64 `db:"life_days"`
	NudgeDays  int64 `db:"nudge_days"`
	MinConvert int64 `db:"least_convert"`
}

// Value returns the value of points in minor units.
func (t Terms) Value(points int64) int64 { return money.RoundRatio(points, t.Worth, perHundred) }

// Money is the amount on which an order earns points, in minor units. If Cap is set, the value of its points is at most
// Cap.
type Money struct {
	Base int64
	Cap  *int64
}

// Earned returns the number of points that money earns at a rate, which is points per hundred pounds. It is used for
// the points promised for an order and for those it earns.
func (t Terms) Earned(m Money, rate int64) int64 {
	points := money.RoundRatio(max(m.Base, 0), rate, perHundred*minorPerPound)
	if m.Cap == nil {
		return points
	}
	// Computed exactly instead of with Value, which would round the value of a few points down to nothing.
	return min(points, *m.Cap*perHundred/t.Worth)
}

// Most returns the largest part of some points that can pay a price, without exceeding it.
func (t Terms) Most(points, price int64) int64 {
	// Callers may pass any number: the value of a number that is certainly too large is not computed.
	if points <= (price+1)*perHundred/t.Worth && t.Value(points) <= price {
		return points
	}
	most := price * perHundred / t.Worth
	for most > 0 && t.Value(most) > price {
		most--
	}
	return most
}

// Balance returns the points that a customer can spend now. Expired points don't count, even before the job has removed
// them.
func Balance(ctx context.Context, q db.Querier, userID string, now time.Time) (int64, error) {
	var points int64
	err := q.Get(ctx, &points, `SELECT CAST(COALESCE(SUM(unused), 0) AS BIGINT) FROM points_lots
		WHERE user_id = $1 AND unused > 0 AND expires_at > $2`, userID, db.At(now))
	return points, err
}

// Purchase is a delivered order.
type Purchase struct {
	UserID, OrderID, ServiceID string
	Money
	// Rate is the rate promised with the order, in points per hundred pounds; nil means the current rate.
	Rate *int64
	// Named are the values with which a message names the order.
	Named map[string]string
	// Thread is the order's thread in its customer's inbox.
	Thread string
	// Count counts the value of capped points. If it returns false, none are earned.
	Count func(worth int64) (bool, error)
}

// Earn adds the points of a delivered order, once. They first pay a debt from earlier returns.
func (s *Service) Earn(ctx context.Context, tx *db.Tx, p Purchase) error {
	now := s.Clock.Now()
	var rate int64
	var err error
	if p.Rate != nil {
		rate = *p.Rate
	} else if rate, err = rateOf(ctx, tx, p.ServiceID); err != nil {
		return err
	}
	terms, err := ReadTerms(ctx, tx)
	if err != nil {
		return err
	}
	points := terms.Earned(p.Money, rate)
	if points > 0 && p.Cap != nil && p.Count != nil {
		counts, err := p.Count(terms.Value(points))
		if err != nil {
			return err
		}
		if !counts {
			points = 0
		}
	}
	added, err := addEarned(ctx, tx, p, max(p.Base, 0), rate, points, now)
	if err != nil || !added || points == 0 {
		return err
	}
	debt, err := s.hold(ctx, tx, p.UserID)
	if err != nil {
		return err
	}
	source := "order:" + p.OrderID + ":earned"
	expires := now.Add(inDays(terms.LifeDays))
	if err := s.book(ctx, tx, source, Earned, p.UserID, points); err != nil {
		return err
	}
	if err := addLot(ctx, tx, p.UserID, source, p.OrderID, points, now, expires); err != nil {
		return err
	}
	if err := addEntry(ctx, tx, p.UserID, Earned, points, source, p.OrderID, &expires, now); err != nil {
		return err
	}
	told := map[string]string{"count": strconv.FormatInt(points, 10)}
	maps.Copy(told, p.Named)
	err = notify.Send(ctx, tx, notify.Message{Channel: notify.Inbox, UserID: p.UserID, Template: "loyalty.notice_earned",
		At: now, Link: page, Thread: p.Thread, Params: told})
	if err != nil {
		return err
	}
	net := min(debt, points)
	if net == 0 {
		return nil
	}
	source = "order:" + p.OrderID + ":netted"
	if err := take(ctx, tx, p.UserID, p.OrderID, net, Reversed, source, now); err != nil {
		return err
	}
	if err := addDebt(ctx, tx, p.UserID, -net); err != nil {
		return err
	}
	if _, err := ledger.Post(ctx, tx, entry(source, Netted, now, p.UserID, -net, owed(p.UserID))); err != nil {
		return err
	}
	return addEntry(ctx, tx, p.UserID, Netted, -net, source, p.OrderID, nil, now)
}

// Spend debits points for an order, those that expire first, once per source. It returns ledger.balance_not_sufficient
// if there are too few, and the caller must roll back. The caller posts the points' value in money (against Cost).
func (s *Service) Spend(ctx context.Context, tx *db.Tx, userID, orderID string, points int64, source string) error {
	_, err := s.use(ctx, tx, userID, orderID, points, Spent, source)
	return err
}

// use debits points, once per source; done is false if they were debited before.
func (s *Service) use(ctx context.Context, tx *db.Tx, userID, orderID string, points int64,
	kind, source string) (done bool, err error) {
	if points <= 0 {
		return false, fmt.Errorf("loyalty: %d points for %q", points, source)
	}
	now := s.Clock.Now()
	if _, err := s.hold(ctx, tx, userID); err != nil {
		return false, err
	}
	posted, err := ledger.Post(ctx, tx, entry(source, kind, now, userID, -points, issued))
	if err != nil || !posted {
		return false, err
	}
	if err := take(ctx, tx, userID, "", points, kind, source, now); err != nil {
		return false, err
	}
	return true, addEntry(ctx, tx, userID, kind, -points, source, orderID, nil, now)
}

// Convert turns points into wallet money, once per key, and returns the amount. Errors: loyalty.least_convert (422),
// ledger.balance_not_sufficient, and common.answer_gone (409) if the key converted points before.
func (s *Service) Convert(ctx context.Context, tx *db.Tx, userID, key string, points int64) (minor int64, err error) {
	terms, err := ReadTerms(ctx, tx)
	if err != nil {
		return 0, err
	}
	if points < terms.MinConvert {
		return 0, errs.Invalid("points", "loyalty.least_convert", "count", terms.MinConvert)
	}
	if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
		return 0, err
	}
	source := "convert:" + userID + ":" + key
	done, err := s.use(ctx, tx, userID, "", points, Converted, source)
	if err == nil && !done {
		err = idempotency.Gone()
	}
	if err != nil {
		return 0, err
	}
	minor = terms.Value(points)
	return minor, s.Wallet.Credit(ctx, tx, wallet.Entry{UserID: userID, Amount: minor, Type: wallet.Converted,
		Source: source + ":money", From: Cost, At: s.Clock.Now()})
}

// Settle pays a customer's debt of points from their wallet and returns the amount, once per key. points is the number
// shown to the customer: loyalty.owed_other if it has changed. Other errors: ledger.balance_not_sufficient, and
// common.answer_gone (409) if the key was used before.
func (s *Service) Settle(ctx context.Context, tx *db.Tx, userID, key string, points int64) (minor int64, err error) {
	terms, err := ReadTerms(ctx, tx)
	if err != nil {
		return 0, err
	}
	if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
		return 0, err
	}
	debt, err := s.hold(ctx, tx, userID)
	if err != nil {
		return 0, err
	}
	if debt == 0 || debt != points {
		return 0, errs.Refuse("loyalty.owed_other", "count", debt)
	}
	now, source := s.Clock.Now(), "settle:"+userID+":"+key
	if minor = terms.Value(debt); minor > 0 {
		if err := s.Wallet.Debit(ctx, tx, wallet.Entry{
			UserID: userID, Amount: minor, Type: wallet.Settled, Source: source + ":money", From: Cost, At: now}); err != nil {
			return 0, err
		}
	}
	posted, err := ledger.Post(ctx, tx, ledger.Entry{
		Source: source, Kind: "points_settled", At: now, Postings: []ledger.Posting{
			{Account: owed(userID), Currency: ledger.Points, Amount: -debt},
			{Account: issued, Currency: ledger.Points, Amount: debt},
		}})
	if err == nil && !posted {
		err = idempotency.Gone()
	}
	if err != nil {
		return 0, err
	}
	return minor, addDebt(ctx, tx, userID, -debt)
}

// Return is a return of spent points to their owner.
type Return struct {
	UserID, OrderID string
	Points          int64
	SpentFor        string // the source under which they were spent
	Source          string
}

// GiveBack returns spent points to their lots, once per source. Lots that would expire soon live at least a month
// longer.
func (s *Service) GiveBack(ctx context.Context, tx *db.Tx, r Return) error {
	now := s.Clock.Now()
	if _, err := s.hold(ctx, tx, r.UserID); err != nil {
		return err
	}
	posted, err := ledger.Post(ctx, tx, entry(r.Source+":points", Returned, now, r.UserID, r.Points, issued))
	if err != nil || !posted {
		return err
	}
	uses, err := usesOf(ctx, tx, r.UserID, r.SpentFor)
	if err != nil {
		return err
	}
	left := r.Points
	for i := len(uses) - 1; i >= 0 && left > 0; i-- {
		back := min(left, uses[i].Points-uses[i].GivenBack)
		if back == 0 {
			continue
		}
		left -= back
		if err := unuse(ctx, tx, r.UserID, uses[i].LotID, r.SpentFor, back, now.Add(graceFor)); err != nil {
			return err
		}
	}
	if left > 0 {
		return fmt.Errorf("loyalty: %d points more than %s spent", left, r.SpentFor)
	}
	return addEntry(ctx, tx, r.UserID, Returned, r.Points, r.Source+":points", r.OrderID, nil, now)
}

// Reversal is a return of products of an order. Returned and Of are the returned and the total amount as the order
// earned them (net, without delivery). Refund is the amount paid back.
type Reversal struct {
	UserID, OrderID      string
	Returned, Of, Refund int64
	Source               string
}

// Reverse takes back an order's points in proportion to the returned part, without rounding errors over several
// returns. It returns the value of already used points, which the caller deducts from the refund and posts to Cost; the
// rest becomes a debt. It runs once per source and ignores orders of others or without earnings.
func (s *Service) Reverse(ctx context.Context, tx *db.Tx, r Reversal) (deducted int64, err error) {
	if r.Returned < 0 || r.Of <= 0 {
		return 0, fmt.Errorf("loyalty: %d of %d returned", r.Returned, r.Of)
	}
	if _, err := s.hold(ctx, tx, r.UserID); err != nil {
		return 0, err
	}
	now, source := s.Clock.Now(), r.Source+":points"
	first, err := claimEntry(ctx, tx, r.UserID, Reversed, source, r.OrderID, now)
	if err != nil || !first {
		return 0, err
	}
	points, err := takeBack(ctx, tx, r.UserID, r.OrderID, r.Returned, r.Of)
	if err != nil || points == 0 {
		return 0, err
	}
	there, paid, deducted, err := cover(ctx, tx, r, points, now)
	if err != nil {
		return 0, err
	}
	debt := points - there - paid
	_, err = ledger.Post(ctx, tx,
		ledger.Entry{Source: source, Kind: "points_" + Reversed, At: now, Postings: []ledger.Posting{
			{Account: Account(r.UserID), Currency: ledger.Points, Amount: there},
			{Account: owed(r.UserID), Currency: ledger.Points, Amount: debt},
			{Account: issued, Currency: ledger.Points, Amount: -(there + debt)},
		}})
	if err != nil {
		return 0, err
	}
	if err := take(ctx, tx, r.UserID, r.OrderID, there, Reversed, source, now); err != nil {
		return 0, err
	}
	if err := addDebt(ctx, tx, r.UserID, debt); err != nil {
		return 0, err
	}
	return deducted, fillEntry(ctx, tx, r.UserID, source, -there)
}

// Deduction returns what Reverse would currently deduct.
func (s *Service) Deduction(ctx context.Context, q db.Querier, r Reversal) (deducted int64, err error) {
	points, err := toTakeBack(ctx, q, r)
	if err != nil || points == 0 {
		return 0, err
	}
	_, _, deducted, err = cover(ctx, q, r, points, s.Clock.Now())
	return deducted, err
}

// cover splits the points to take back into those in the balance and those that the refund pays for. Nothing is
// deducted for points of the order that expired unused, as the customer got nothing for them.
func cover(ctx context.Context, q db.Querier, r Reversal, points int64,
	now time.Time) (there, paid, deducted int64, err error) {
	have, err := Balance(ctx, q, r.UserID, now)
	if err != nil {
		return 0, 0, 0, err
	}
	there = min(have, points)
	if there == points || r.Refund <= 0 {
		return there, 0, 0, nil
	}
	expired, err := expiredOf(ctx, q, r.UserID, r.OrderID, now)
	if err != nil {
		return 0, 0, 0, err
	}
	terms, err := ReadTerms(ctx, q)
	if err != nil {
		return 0, 0, 0, err
	}
	paid = terms.Most(max(0, points-there-expired), r.Refund)
	return there, paid, terms.Value(paid), nil
}

// book posts new points to the ledger.
func (s *Service) book(ctx context.Context, tx *db.Tx, source, kind, userID string, points int64) error {
	posted, err := ledger.Post(ctx, tx, entry(source, kind, s.Clock.Now(), userID, points, issued))
	if err == nil && !posted {
		return fmt.Errorf("loyalty: %s was posted before", source)
	}
	return err
}

// entry returns a ledger entry for points that a customer gets (or loses, if negative) against an account.
func entry(source, kind string, at time.Time, userID string, points int64, against string) ledger.Entry {
	return ledger.Entry{Source: source, Kind: "points_" + kind, At: at, Postings: []ledger.Posting{
		{Account: Account(userID), Currency: ledger.Points, Amount: -points},
		{Account: against, Currency: ledger.Points, Amount: points},
	}}
}
