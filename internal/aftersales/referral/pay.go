package referral

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
)

// payJob pays for one order of a friend once its window is over.
const payJob = "referrals.pay"

type payment struct {
	FriendID string `json:"friend_id"`
	OrderID  string `json:"order_id"`
}

// sweepBatch limits one round of the sweep.
const sweepBatch = 200

// Jobs registers the automatic work: the payment for each order at the end of its return window, and an hourly sweep
// for payments that had to wait longer.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Handle(payJob, func(ctx context.Context, raw json.RawMessage) error {
		var p payment
		if err := json.Unmarshal(raw, &p); err != nil {
			return jobs.GiveUp(err)
		}
		return s.Settle(ctx, p.FriendID, p.OrderID)
	})
	r.Every("referrals.sweep", time.Hour, s.Sweep)
}

// Sweep settles payments that are due but were not made, because the order was in return or the referral was held at
// the time.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Clock.Now()
	var due []payment
	err := s.DB.Select(ctx, &due, `SELECT friend_id AS friendid, order_id AS orderid FROM (
			SELECT friend_id, order_id, due_at FROM referrals WHERE state = 'waiting' AND due_at <= $1
			UNION
			SELECT c.friend_id, c.order_id, c.due_at FROM referral_commissions c JOIN referrals r ON r.friend_id = c.friend_id
			WHERE c.state = 'waiting' AND c.due_at <= $1 AND r.state IN ('paid', 'refused')
		) due ORDER BY due_at, order_id LIMIT $2`, db.At(now), int64(sweepBatch))
	if err != nil {
		return err
	}
	var failed []error
	for _, p := range due {
		failed = append(failed, s.Settle(ctx, p.FriendID, p.OrderID))
	}
	return errors.Join(append(failed, s.sweepSignals(ctx, now))...)
}

// Settle pays what a friend's order has earned, if its return window is over and it is still delivered: the reward for
// both if it is the friend's first order, and the referrer's commission. Further calls pay nothing.
func (s *Service) Settle(ctx context.Context, friendID, orderID string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lock(ctx, tx, friendID); err != nil {
			return err
		}
		r, err := ofFriend(ctx, tx, friendID)
		if errors.Is(err, db.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		o, err := orders.Get(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if o.Status != orders.Delivered {
			return nil // on its way back: the sweep looks again
		}
		now := s.Clock.Now()
		if err := s.reward(ctx, tx, &r, orderID, now); err != nil {
			return err
		}
		return s.commission(ctx, tx, r, o, now)
	})
}

// reward pays both customers for the friend's first order.
func (s *Service) reward(ctx context.Context, tx *db.Tx, r *Referral, orderID string, now time.Time) error {
	at := db.At(now)
	if r.State != Waiting || r.OrderID == nil || *r.OrderID != orderID || r.DueAt == nil || *r.DueAt > at {
		return nil
	}
	t, err := terms(ctx, tx)
	if err != nil {
		return err
	}
	r.UpdatedAt = at
	blocked, err := anyBlocked(ctx, tx, r.ReferrerID, r.FriendID)
	if err != nil {
		return err
	}
	if blocked != "" {
		if err := r.hold([]Evidence{{BlockedOne, blocked}}); err != nil {
			return err
		}
	}
	if r.State == Waiting {
		limit := t.MonthlyRewards
		if slices.Contains(r.Cleared, MonthlyLimit) {
			limit = 1 << 40
		}
		ok, err := countReward(ctx, tx, r.ReferrerID, month(now), limit)
		if err != nil {
			return err
		}
		if !ok {
			if err := r.hold([]Evidence{{MonthlyLimit, r.ReferrerID}}); err != nil {
				return err
			}
		}
	}
	if r.State != Waiting {
		if err := update(ctx, tx, *r); err != nil {
			return err
		}
		return tellHeld(ctx, tx, *r, now)
	}
	// A customer whose account was deleted is paid nothing, as nobody could spend it. The other customer still gets the
	// reward.
	there, err := staying(ctx, tx, r.ReferrerID, r.FriendID)
	if err != nil {
		return err
	}
	if !there[r.ReferrerID] {
		r.RewardReferrer = 0
	}
	if !there[r.FriendID] {
		r.RewardFriend = 0
	}
	if err := r.become(Paid, system, ""); err != nil {
		return err
	}
	r.Reason, r.PaidAt = "", &at
	if err := update(ctx, tx, *r); err != nil {
		return err
	}
	if err := s.pay(ctx, tx, r.ReferrerID, r.RewardReferrer, rewardSource(r.ID, "referrer"), "reward", now); err != nil {
		return err
	}
	return s.pay(ctx, tx, r.FriendID, r.RewardFriend, rewardSource(r.ID, "friend"), "welcome", now)
}

func rewardSource(referralID, side string) string { return "referral:" + referralID + ":" + side }

func commissionSource(orderID string) string { return "referral_commission:" + orderID }

// pay credits a wallet and notifies the customer.
func (s *Service) pay(ctx context.Context, tx *db.Tx, userID string, amount int64, source, news string,
	now time.Time) error {
	if amount <= 0 {
		return nil
	}
	err := s.Wallet.Credit(ctx, tx, wallet.Entry{
		UserID: userID, Amount: amount, Type: wallet.Referral, Source: source, From: CostAccount, At: now})
	if err != nil {
		return err
	}
	return tell(ctx, tx, userID, news, source, map[string]string{"amount": major(amount).String()}, now)
}

// tellHeld notifies the referrer that a friend is being checked first. The reason is for staff only.
func tellHeld(ctx context.Context, tx *db.Tx, r Referral, now time.Time) error {
	return tell(ctx, tx, r.ReferrerID, "held", "referral:"+r.ID+":held", nil, now)
}

func tell(ctx context.Context, tx *db.Tx, userID, news, once string, params map[string]string, now time.Time) error {
	return notify.Send(ctx, tx, notify.Message{Channel: notify.Inbox, UserID: userID, Template: "referral.notice_" + news,
		Link: "/account/referral-program", Params: params, Once: once, At: now})
}

// commission pays the referrer for an order, after the referral itself was decided. Returned items earn nothing.
func (s *Service) commission(ctx context.Context, tx *db.Tx, r Referral, o *orders.Order, now time.Time) error {
	if r.State != Paid && r.State != Refused {
		return nil
	}
	at := db.At(now)
	c, err := waitingCommission(ctx, tx, r.ReferrerID, o.ID, at)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if r.State == Refused {
		return endCommission(ctx, tx, c, Void, "refused", at)
	}
	back, err := returned(ctx, tx, o)
	if err != nil {
		return err
	}
	c.Purchase = max(0, o.ItemsTotal-o.Discount-back)
	c.Amount = money.RoundRatio(c.Purchase, c.RateBP, 10_000)
	if c.Amount == 0 {
		return endCommission(ctx, tx, c, Void, "nothing", at)
	}
	there, err := staying(ctx, tx, r.ReferrerID)
	if err != nil {
		return err
	}
	if !there[r.ReferrerID] {
		return endCommission(ctx, tx, c, Void, "left", at)
	}
	t, err := terms(ctx, tx)
	if err != nil {
		return err
	}
	ok, err := countCommission(ctx, tx, r.ReferrerID, month(now), c.Amount, t.MonthlyCommission)
	if err != nil {
		return err
	}
	if !ok {
		return endCommission(ctx, tx, c, Void, "monthly_limit", at)
	}
	if err := endCommission(ctx, tx, c, Paid, "", at); err != nil {
		return err
	}
	return s.pay(ctx, tx, r.ReferrerID, c.Amount, commissionSource(o.ID), "commission", now)
}

func month(now time.Time) string { return now.In(clock.Cairo).Format("2006-01") }

// staying returns which of these customers still have accounts, and locks those until the transaction ends.
func staying(ctx context.Context, tx *db.Tx, userIDs ...string) (map[string]bool, error) {
	slices.Sort(userIDs) // everybody locks in the same order
	stmts, locked := make([]db.Stmt, len(userIDs)), make([]int64, len(userIDs))
	for i, userID := range userIDs {
		stmts[i] = auth.LockActiveUserStmt(userID).Counted(&locked[i])
	}
	err := tx.Batch(ctx, stmts)
	there := map[string]bool{}
	for i, userID := range userIDs {
		there[userID] = locked[i] == 1
	}
	return there, err
}

// anyBlocked returns which of two customers is blocked, "" for neither.
func anyBlocked(ctx context.Context, q db.Querier, one, other string) (string, error) {
	var fine []string
	err := q.Select(ctx, &fine, `SELECT id FROM users WHERE id IN ($1, $2) AND blocked_at IS NULL ORDER BY id`, one, other)
	if err != nil {
		return "", err
	}
	for _, userID := range []string{one, other} {
		if !slices.Contains(fine, userID) {
			return userID, nil
		}
	}
	return "", nil
}

// countReward counts a reward against the monthly limit.
func countReward(ctx context.Context, tx *db.Tx, userID, month string, limit int64) (bool, error) {
	if limit < 1 {
		return false, nil
	}
	n, err := tx.Exec(ctx, `INSERT INTO referral_months (user_id, month, rewards, commission) VALUES ($1, $2, 1, 0)
		ON CONFLICT (user_id, month) DO UPDATE SET rewards = referral_months.rewards + 1 WHERE referral_months.rewards < $3`,
		userID, month, limit)
	return n == 1, err
}

// countCommission counts an amount against the monthly limit.
func countCommission(ctx context.Context, tx *db.Tx, userID, month string, amount, limit int64) (bool, error) {
	if amount > limit {
		return false, nil
	}
	n, err := tx.Exec(ctx, `INSERT INTO referral_months (user_id, month, rewards, commission) VALUES ($1, $2, 0, $3)
		ON CONFLICT (user_id, month) DO UPDATE SET commission = referral_months.commission + excluded.commission
		WHERE referral_months.commission + excluded.commission <= $4`, userID, month, amount, limit)
	return n == 1, err
}

func waitingCommission(ctx context.Context, q db.Querier, referrerID, orderID string,
	at db.Millis) (Commission, error) {
	var c Commission
	err := q.Get(ctx, &c, `SELECT referrer_id, order_id, friend_id, referral_id, rate_bp, purchase, amount, state, reason,
		due_at, paid_at, created_at
		FROM referral_commissions WHERE referrer_id = $1 AND order_id = $2 AND state = 'waiting'
		AND due_at <= $3`, referrerID, orderID, at)
	return c, err
}

func endCommission(ctx context.Context, tx *db.Tx, c Commission, state State, reason string, at db.Millis) error {
	var paid *db.Millis
	if state == Paid {
		paid = &at
	}
	_, err := tx.Exec(ctx, `UPDATE referral_commissions
		SET state = $3, reason = $4, purchase = $5, amount = $6, paid_at = $7
		WHERE referrer_id = $1 AND order_id = $2
		AND state = 'waiting'`, c.ReferrerID, c.OrderID, state, reason, c.Purchase, c.Amount, paid)
	return err
}

// returned is the credited part of an order's items, after discount: the ledger has it for returns of any kind.
func returned(ctx context.Context, q db.Querier, o *orders.Order) (int64, error) {
	var sum int64
	err := q.Get(ctx, &sum, `SELECT CAST(COALESCE(SUM(-p.amount), 0) AS BIGINT) FROM ledger_postings p
		JOIN ledger_transactions t ON t.id = p.transaction_id
		WHERE p.account = $1 AND p.currency = $2 AND t.kind = 'return_credited'`, orders.Account(o.ID), o.Currency)
	return sum, err
}
