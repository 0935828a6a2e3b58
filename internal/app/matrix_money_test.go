package app_test

import (
	"wekala/internal/platform/id"
)

// ofFinance is what only owners and finance may do; other staff see nothing of it.
var ofFinance = with(everybody(unauthorized), staff, "403 not_allowed", elsewhere, "403 not_allowed", boss, ok, editor,
	"403 not_allowed")

// bankRefund is a refund of a delivered order that waits for a transfer.
func (m *matrix) bankRefund() thing {
	th := m.delivered()
	refund, now := id.New("rfd"), m.s.Clock.Now().UnixMilli()
	m.s.Exec(`UPDATE orders SET given_back = 100 WHERE id = $1`, th.id)
	m.s.Exec(`INSERT INTO ledger_transactions (id, source, kind, at) VALUES ($1, $1, 'return_credited', $2)`,
		"ret:"+refund, now)
	m.s.Exec(`INSERT INTO ledger_postings (transaction_id, line, account, currency, amount)
		VALUES ($1, 1, 'branch_payable:br_koshary_maadi', 'EGP', 100),
		($1, 2, $2, 'EGP', -100)`, "ret:"+refund, "order:"+th.id)
	m.s.Exec(`INSERT INTO refunds (id, payment_id, order_id, user_id, amount, reason, state, way, source, bank,
		created_at, updated_at)
		VALUES ($1, '', $2, $3, 100, 'damaged', 'waiting', 'bank', $1, 'CIB 1000', $4, $4)`, refund, th.id, th.owner.ID, now)
	return thing{id: refund, missing: "rfd_none", owner: th.owner}
}

// credit is a credit that somebody else requested.
func (m *matrix) credit() thing {
	p := m.s.Customer()
	grant := id.New("grt")
	m.s.Exec(`INSERT INTO wallet_grants (id, user_id, amount, reason, state, asked_by, key, created_at)
		VALUES ($1, $2, 100000, 'late twice', 'waiting', 'stf_else', $1, $3)`, grant, p.ID, m.s.Clock.Now().UnixMilli())
	return thing{id: grant, missing: "grt_none", owner: p}
}

// Money: refunds and credits that staff decide on.
var _ = addCases(map[string][]idCase{
	"POST /console/refunds/{id}/paid": {{make: (*matrix).bankRefund, want: ofFinance,
		body: func(*matrix, thing, string) any { return map[string]any{"reference": "TRX 1"} }}},
	"POST /console/wallet/credits/{id}/decide": {{make: (*matrix).credit, want: ofFinance,
		body: func(*matrix, thing, string) any { return map[string]any{"approve": true} }}},
},
	`SELECT 'wallet ' || id || status || amount FROM wallet_entries WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'points ' || id || unused FROM points_lots WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'grant ' || id || state FROM wallet_grants WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'refund ' || id || state FROM refunds WHERE user_id IN ($1, $2, $3)`,
)
