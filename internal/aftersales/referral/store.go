package referral

import (
	"context"
	"errors"

	"wekala/internal/platform/db"
)

// Referral is a row of referrals: a friend and their referrer. Amounts are minor units.
type Referral struct {
	ID              string         `db:"id"`
	FriendID        string         `db:"friend_id"`
	ReferrerID      string         `db:"referrer_id"`
	Code            string         `db:"code"`
	State           State          `db:"state"`
	Reason          Reason         `db:"reason"`
	Cleared         list[Reason]   `db:"cleared"`
	Evidence        list[Evidence] `db:"evidence"`
	RewardReferrer  int64          `db:"reward_referrer"`
	RewardFriend    int64          `db:"reward_friend"`
	RateBP          int64          `db:"rate_bp"`
	WindowDays      int64          `db:"window_days"`
	CommissionUntil db.Millis      `db:"commission_until"`
	OrderID         *string        `db:"order_id"`
	DueAt           *db.Millis     `db:"due_at"`
	PaidAt          *db.Millis     `db:"paid_at"`
	CreatedAt       db.Millis      `db:"created_at"`
	UpdatedAt       db.Millis      `db:"updated_at"`
}

// Commission is the commission for one order of a friend.
type Commission struct {
	ReferrerID string     `db:"referrer_id"`
	OrderID    string     `db:"order_id"`
	FriendID   string     `db:"friend_id"`
	ReferralID string     `db:"referral_id"`
	RateBP     int64      `db:"rate_bp"`
	Purchase   int64      `db:"purchase"`
	Amount     int64      `db:"amount"`
	State      State      `db:"state"`
	Reason     string     `db:"reason"`
	DueAt      db.Millis  `db:"due_at"`
	PaidAt     *db.Millis `db:"paid_at"`
	CreatedAt  db.Millis  `db:"created_at"`
}

const columns = `r.id, r.friend_id, r.referrer_id, r.code, r.state, r.reason, r.cleared, r.evidence, r.reward_referrer,
	r.reward_friend, r.rate_bp, r.window_days, r.commission_until, r.order_id, r.due_at, r.paid_at, r.created_at, r.updated_at`

func codeOf(ctx context.Context, q db.Querier, userID string) (code string, err error) {
	err = q.Get(ctx, &code, `SELECT code FROM referral_codes WHERE user_id = $1`, userID)
	return code, err
}

// insertCode assigns a code to a customer, unless the code is taken or the customer has one.
func insertCode(ctx context.Context, tx *db.Tx, code, userID string, now db.Millis) error {
	_, err := tx.Exec(ctx, `INSERT INTO referral_codes (code, user_id, created_at)
		VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
		code, userID, now)
	return err
}

func ownerOf(ctx context.Context, q db.Querier, code string) (userID string, err error) {
	err = q.Get(ctx, &userID, `SELECT user_id FROM referral_codes WHERE code = $1`, code)
	return userID, err
}

// ofFriend reads a friend's referral; db.ErrNoRows if they were not invited.
func ofFriend(ctx context.Context, q db.Querier, friendID string) (Referral, error) {
	var r Referral
	err := q.Get(ctx, &r, `SELECT `+columns+` FROM referrals r WHERE r.friend_id = $1`, friendID)
	return r, err
}

// byID reads a referral; db.ErrNoRows when there is none.
func byID(ctx context.Context, q db.Querier, referralID string) (Referral, error) {
	var r Referral
	err := q.Get(ctx, &r, `SELECT `+columns+` FROM referrals r WHERE r.id = $1`, referralID)
	return r, err
}

// lock locks a referral until the transaction ends.
func lock(ctx context.Context, tx *db.Tx, friendID string) error {
	_, err := tx.Exec(ctx, `UPDATE referrals SET state = state WHERE friend_id = $1`, friendID)
	return err
}

// ancestors lists a customer's referrer, the referrer's referrer, and so on.
func ancestors(ctx context.Context, q db.Querier, userID string) ([]string, error) {
	var all []string
	for len(all) < maxAbove {
		var up string
		err := q.Get(ctx, &up, `SELECT referrer_id FROM referrals WHERE friend_id = $1`, userID)
		if errors.Is(err, db.ErrNoRows) {
			break
		}
		if err != nil {
			return nil, err
		}
		all, userID = append(all, up), up
	}
	return all, nil
}

// friendsOf lists the newest friends of a referrer, except one.
func friendsOf(ctx context.Context, q db.Querier, referrerID, except string) ([]string, error) {
	var all []string
	err := q.Select(ctx, &all, `SELECT friend_id FROM referrals WHERE referrer_id = $1 AND friend_id <> $2
		ORDER BY created_at DESC, id DESC LIMIT $3`, referrerID, except, int64(maxAround))
	return all, err
}

// insert writes a referral. A friend who was invited before stays with the first referrer.
func insert(ctx context.Context, tx *db.Tx, r Referral) (bool, error) {
	n, err := tx.Exec(ctx, `INSERT INTO referrals (friend_id, id, referrer_id, code, state, reason, cleared, evidence,
		reward_referrer,
			reward_friend, rate_bp, window_days, commission_until, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) ON CONFLICT (friend_id) DO NOTHING`,
		r.FriendID, r.ID, r.ReferrerID, r.Code, r.State, r.Reason, r.Cleared.text(), r.Evidence.text(), r.RewardReferrer,
		r.RewardFriend, r.RateBP, r.WindowDays, r.CommissionUntil, r.CreatedAt)
	return n == 1, err
}

// update writes the state of a referral. The caller has locked its row.
func update(ctx context.Context, tx *db.Tx, r Referral) error {
	_, err := tx.Exec(ctx, `UPDATE referrals SET state = $2, reason = $3, cleared = $4, evidence = $5, order_id = $6,
		due_at = $7,
			paid_at = $8, updated_at = $9, reward_referrer = $10, reward_friend = $11 WHERE friend_id = $1`,
		r.FriendID, r.State, r.Reason, r.Cleared.text(), r.Evidence.text(), r.OrderID, r.DueAt, r.PaidAt, r.UpdatedAt,
		r.RewardReferrer, r.RewardFriend)
	return err
}

func insertCommission(ctx context.Context, tx *db.Tx, c Commission) error {
	_, err := tx.Exec(ctx, `INSERT INTO referral_commissions (referrer_id, order_id, friend_id, referral_id, rate_bp,
		purchase, amount,
			state, due_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (referrer_id, order_id) DO NOTHING`,
		c.ReferrerID, c.OrderID, c.FriendID, c.ReferralID, c.RateBP, c.Purchase, c.Amount, c.State, c.DueAt, c.CreatedAt)
	return err
}

// forget removes a returned order from a referral: the friend's next order becomes their first.
func forget(ctx context.Context, tx *db.Tx, friendID, orderID string, at db.Millis) error {
	return tx.Batch(ctx, []db.Stmt{
		{SQL: `UPDATE referrals SET order_id = NULL, due_at = NULL, updated_at = $3,
				state = CASE WHEN state = 'waiting' THEN 'joined' ELSE state END
			WHERE friend_id = $1 AND order_id = $2 AND state IN ('waiting', 'held')`, Args: []any{friendID, orderID, at}},
		{SQL: `UPDATE referral_commissions SET state = 'void', reason = 'returned' WHERE friend_id = $1 AND order_id = $2
			AND state = 'waiting'`,
			Args: []any{friendID, orderID}},
	})
}

// nextDelivered is a friend's oldest order whose return window is still open; db.ErrNoRows if there is none.
func nextDelivered(ctx context.Context, q db.Querier, friendID string) (orderID string, err error) {
	err = q.Get(ctx, &orderID, `SELECT order_id FROM referral_commissions WHERE friend_id = $1 AND state = 'waiting'
		ORDER BY due_at, order_id LIMIT 1`, friendID)
	return orderID, err
}

// note stores signals of a customer.
func (s *Service) note(ctx context.Context, tx *db.Tx, seen []signal, userID string, at db.Millis) error {
	if len(seen) == 0 {
		return nil
	}
	stmts := make([]db.Stmt, len(seen))
	for i, one := range seen {
		stmts[i] = db.Stmt{SQL: `INSERT INTO referral_signals (kind, value, user_id, seen_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (kind, value, user_id) DO UPDATE
			SET seen_at = excluded.seen_at`, Args: []any{one.kind, one.value, userID, at}}
	}
	return tx.Batch(ctx, stmts)
}

type match struct {
	Kind   string `db:"kind"`
	UserID string `db:"user_id"`
}

// sharing finds the signals that a customer shares with some others.
func sharing(ctx context.Context, q db.Querier, userID string, people []string) ([]match, error) {
	var found []match
	err := q.Select(ctx, &found, `SELECT DISTINCT b.kind, b.user_id FROM referral_signals a
		JOIN referral_signals b ON b.kind = a.kind AND b.value = a.value
		WHERE a.user_id = $1 AND b.user_id <> $1 AND b.user_id IN (`+db.List(2, len(people))+`)
		ORDER BY b.kind, b.user_id`, db.Args(people, userID)...)
	return found, err
}

// withSignal lists which of some customers have shown a signal.
func withSignal(ctx context.Context, q db.Querier, one signal, people []string) ([]string, error) {
	var found []string
	err := q.Select(ctx, &found, `SELECT user_id FROM referral_signals WHERE kind = $1 AND value = $2
		AND user_id IN (`+db.List(3, len(people))+`) ORDER BY user_id`, db.Args(people, one.kind, one.value)...)
	return found, err
}

// fromNetwork lists the referrer, and those of their friends since a time, who used the same network and browser as a
// friend.
func fromNetwork(ctx context.Context, q db.Querier, friendID, referrerID string, since db.Millis) ([]string, error) {
	var found []string
	err := q.Select(ctx, &found, `SELECT DISTINCT b.user_id FROM referral_signals a
		JOIN referral_signals b ON b.kind = a.kind AND b.value = a.value
		JOIN referrals f ON f.friend_id = b.user_id AND f.referrer_id = $2 AND f.created_at >= $3
		WHERE a.user_id = $1 AND a.kind = 'network' AND b.user_id <> $1 AND b.seen_at >= $3
		ORDER BY b.user_id`, friendID, referrerID, since)
	return found, err
}

// HeldOf counts a customer's held referrals, as referrer or friend, that await a decision by staff.
func HeldOf(ctx context.Context, q db.Querier, userID string) (n int64, err error) {
	err = q.Get(ctx, &n, `SELECT COUNT(*) FROM (
		SELECT friend_id FROM referrals WHERE friend_id = $1 AND state = 'held'
		UNION SELECT friend_id FROM referrals WHERE referrer_id = $1 AND state = 'held') AS held`, userID)
	return n, err
}
