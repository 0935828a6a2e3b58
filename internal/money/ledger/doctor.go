package ledger

import "wekala/internal/platform/doctor"

// Checks lists the invariants of the ledger.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "money: postings of a transaction sum to zero",
			Rows: `SELECT COUNT(*) FROM ledger_postings`,
			Bad: `SELECT transaction_id || ' ' || currency || ' ' || CAST(SUM(amount) AS TEXT) AS what
				FROM ledger_postings GROUP BY transaction_id, currency HAVING SUM(amount) <> 0`,
		},
		{
			Name: "money: every posting has its transaction",
			Rows: `SELECT COUNT(*) FROM ledger_postings`,
			Bad: `SELECT p.transaction_id AS what FROM ledger_postings p
				WHERE NOT EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.id = p.transaction_id)`,
		},
		{
			Name: "money: one posting per source",
			Rows: `SELECT COUNT(*) FROM ledger_transactions`,
			Bad:  `SELECT source AS what FROM ledger_transactions GROUP BY source HAVING COUNT(*) > 1`,
		},
		{
			Name: "money: cached balance = sum of postings",
			Rows: `SELECT COUNT(*) FROM ledger_balances`,
			Bad: `SELECT b.account || ' caches ' || CAST(b.balance AS TEXT) AS what
				FROM ledger_balances b
				WHERE b.balance <> (SELECT COALESCE(SUM(p.amount), 0) FROM ledger_postings p
					WHERE p.account = b.account AND p.currency = b.currency)`,
		},
		{
			Name: "money: no customer's account overdrawn",
			Rows: `SELECT COUNT(*) FROM ledger_balances`,
			Bad:  `SELECT account || ' ' || CAST(balance AS TEXT) AS what FROM ledger_balances WHERE balance > 0`,
		},
	}
}
