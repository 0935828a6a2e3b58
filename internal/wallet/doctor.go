package wallet

import "wekala/internal/platform/doctor"

// Checks lists what must always hold about wallets.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "wallet: the history adds up to the balance",
			Rows: `SELECT COUNT(*) FROM wallet_entries`,
			Bad: `SELECT a.user_id || ' has ' || CAST(a.held AS TEXT) || ', the history says ' || CAST(a.told AS TEXT) AS what FROM (
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
				OR (g.state = 'done' AND g.amount > ` + limitText + ` AND (g.decided_by IS NULL OR g.decided_by = g.asked_by) AND NOT g.sole_owner)`,
		},
		{
			Name: "wallet: alone, nobody gave more in a day than allowed, and nobody was given more",
			Rows: `SELECT COUNT(*) FROM wallet_grants WHERE alone_on IS NOT NULL`,
			Bad: `SELECT a.who || ' on ' || a.day AS what FROM (
				SELECT 'giver:' || asked_by AS who, alone_on AS day, SUM(amount) AS given FROM wallet_grants WHERE alone_on IS NOT NULL GROUP BY asked_by, alone_on
				UNION ALL
				SELECT 'receiver:' || user_id, alone_on, SUM(amount) FROM wallet_grants WHERE alone_on IS NOT NULL GROUP BY user_id, alone_on
			) a LEFT JOIN wallet_grant_days d ON d.who = a.who AND d.day = a.day
			WHERE a.given > ` + limitText + ` OR d.given IS NULL OR d.given <> a.given`,
		},
	}
}
