package wallet

import "wekala/internal/platform/doctor"

// Checks lists the invariants of wallets.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "wallet: the history adds up to the balance",
			Rows: `SELECT COUNT(*) FROM wallet_entries`,
			Bad: `SELECT a.user_id || ' has ' || CAST(a.held AS TEXT) || ', the history says ' || CAST(a.told AS TEXT) AS what
				FROM (
				SELECT user_id, SUM(held) AS held, SUM(told) AS told FROM (
					SELECT user_id, 0 AS held, amount AS told FROM wallet_entries WHERE status = 'done' AND type NOT IN ` + outside + `
					UNION ALL
					SELECT SUBSTR(account, 8) AS user_id, -balance AS held, 0 AS told FROM ledger_balances
						WHERE SUBSTR(account, 1, 7) = 'wallet:' AND currency = 'EGP'
				) both_sides GROUP BY user_id
			) a WHERE a.held <> a.told`,
		},
		{
			Name: "wallet: what is done has its posting",
			Rows: `SELECT COUNT(*) FROM wallet_entries WHERE status = 'done'`,
			Bad: `SELECT e.user_id || ' ' || e.source AS what FROM wallet_entries e
				WHERE e.status = 'done' AND e.type NOT IN ` + outside + `
				AND NOT EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.source = e.source)`,
		},
		{
			Name: "wallet: a gift was given as decided, a large one by two persons",
			Rows: `SELECT COUNT(*) FROM wallet_grants`,
			Bad: `SELECT g.id AS what FROM wallet_grants g
				LEFT JOIN wallet_entries e ON e.user_id = g.user_id AND e.source = 'grant:' || g.id AND e.status = 'done'
				WHERE (g.state = 'done') <> (e.id IS NOT NULL) OR (e.id IS NOT NULL AND e.amount <> g.amount)
				OR (g.state = 'done') <> EXISTS (SELECT 1 FROM given v WHERE v.object = 'credit:' || g.id AND v.released_at IS NULL
					AND v.giver = g.asked_by AND v.receiver = g.user_id AND v.amount = g.amount)`,
		},
	}
}
