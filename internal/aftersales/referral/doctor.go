package referral

import "wekala/internal/platform/doctor"

// Checks lists the invariants of referrals.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "referral: nobody invited themselves",
			Rows: `SELECT COUNT(*) FROM referrals`,
			Bad:  `SELECT id || ' ' || friend_id AS what FROM referrals WHERE friend_id = referrer_id`,
		},
		{
			Name: "referral: no circle",
			Rows: `SELECT COUNT(*) FROM referrals`,
			Bad: `WITH RECURSIVE up (start, at, depth) AS (
					SELECT friend_id, referrer_id, 1 FROM referrals WHERE friend_id <> referrer_id
					UNION ALL
					SELECT u.start, r.referrer_id, u.depth + 1 FROM up u JOIN referrals r ON r.friend_id = u.at
					WHERE u.at <> u.start AND u.depth < 100)
				SELECT DISTINCT start AS what FROM up WHERE at = start`,
		},
		{
			Name: "referral: paid only for a delivered order after its window",
			Rows: `SELECT COUNT(*) FROM referrals WHERE state = 'paid'`,
			Bad: `SELECT r.id AS what FROM referrals r LEFT JOIN orders o ON o.id = r.order_id
				WHERE (r.state = 'paid' AND (r.paid_at IS NULL OR r.due_at IS NULL OR r.paid_at < r.due_at OR o.id IS NULL
						OR o.user_id <> r.friend_id OR o.delivered_at IS NULL
						OR r.paid_at < o.delivered_at + r.window_days * 86400000))
					OR (r.state <> 'paid' AND r.paid_at IS NOT NULL)`,
		},
		{
			Name: "referral: commission paid only for a friend's order after its window",
			Rows: `SELECT COUNT(*) FROM referral_commissions`,
			Bad: `SELECT c.order_id AS what FROM referral_commissions c LEFT JOIN orders o ON o.id = c.order_id
				LEFT JOIN referrals r ON r.friend_id = c.friend_id AND r.id = c.referral_id AND r.referrer_id = c.referrer_id
				WHERE o.id IS NULL OR r.id IS NULL OR o.user_id <> c.friend_id
					OR (c.state = 'paid' AND (c.paid_at IS NULL OR c.paid_at < c.due_at OR r.state <> 'paid'))`,
		},
		{
			Name: "referral: every reward is in the ledger, once",
			Rows: `SELECT COUNT(*) FROM referrals WHERE state = 'paid'`,
			Bad: `SELECT d.source AS what FROM (
					SELECT 'referral:' || id || ':referrer' AS source, 'wallet:' || referrer_id AS account, reward_referrer AS amount
					FROM referrals WHERE state = 'paid'
					UNION ALL
					SELECT 'referral:' || id || ':friend', 'wallet:' || friend_id, reward_friend FROM referrals WHERE state = 'paid'
					UNION ALL
					SELECT 'referral_commission:' || order_id, 'wallet:' || referrer_id, amount FROM referral_commissions
					WHERE state = 'paid'
				) d WHERE d.amount > 0 AND d.amount <> (SELECT COALESCE(SUM(-p.amount), 0) FROM ledger_transactions t
					JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.source = d.source AND p.account = d.account)`,
		},
		{
			Name: "referral: nothing else was paid",
			Rows: `SELECT COUNT(*) FROM ledger_postings WHERE account = '` + CostAccount + `'`,
			Bad: `SELECT t.source AS what FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
				LEFT JOIN referrals r ON r.state = 'paid' AND (t.source = 'referral:' || r.id || ':referrer'
				OR t.source = 'referral:' || r.id || ':friend')
				LEFT JOIN referral_commissions c ON c.state = 'paid' AND t.source = 'referral_commission:' || c.order_id
				WHERE p.account = '` + CostAccount + `' AND r.id IS NULL AND c.order_id IS NULL`,
		},
		{
			Name: "referral: what a month counts = what it paid",
			Rows: `SELECT COUNT(*) FROM referral_months`,
			Bad: `SELECT m.user_id AS what FROM (
					SELECT user_id, SUM(rewards) AS rewards, SUM(commission) AS commission FROM referral_months GROUP BY user_id) m
				WHERE m.rewards <> (SELECT COUNT(*) FROM referrals r WHERE r.referrer_id = m.user_id AND r.state = 'paid')
					OR m.commission <> (SELECT COALESCE(SUM(c.amount), 0) FROM referral_commissions c WHERE c.referrer_id = m.user_id
					AND c.state = 'paid')`,
		},
	}
}
