package app_test

import "wekala/internal/platform/id"

// ofEditors is what owners and catalogue editors work on, wherever their
// branches are.
var ofEditors = with(everybody(unauthorized), staff, "400 not_allowed", elsewhere, "400 not_allowed", boss, ok, editor, ok)

func (m *matrix) coupon() thing {
	coupon := id.New("cpn")
	m.s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active) VALUES ($1, $2, 'percent', 1000, $3, $4)`, coupon, id.Short(), false, true)
	return thing{id: coupon, missing: id.New("cpn"), owner: m.s.Shopper()}
}

// Coupons and referrals.
var _ = addCases(map[string][]idCase{
	"GET /console/coupons/{id}": {{make: (*matrix).coupon, want: ofEditors}},
	"PUT /console/coupons/{id}": {{make: (*matrix).coupon, want: ofEditors,
		body: func(*matrix, thing, string) any { return map[string]any{"kind": "percent", "value": 5} }}},
	"POST /console/coupons/{id}/switch": {{make: (*matrix).coupon, want: ofEditors,
		body: func(*matrix, thing, string) any { return map[string]any{"active": false} }}},

	"POST /console/referrals/{id}/decide": {{make: (*matrix).heldReferral,
		want: with(everybody(unauthorized), staff, "400 not_allowed", elsewhere, "400 not_allowed", boss, ok, editor, "400 not_allowed"),
		body: func(*matrix, thing, string) any { return map[string]any{"approve": true} }}},
},
	`SELECT 'referral ' || friend_id || state FROM referrals WHERE friend_id IN ($1, $2, $3)`,
)

func (m *matrix) heldReferral() thing {
	friend, referrer, ref := m.s.Shopper(), m.s.Shopper(), id.New("ref")
	m.s.Exec(`INSERT INTO referrals (friend_id, id, referrer_id, code, state, reason, reward_referrer, reward_friend, rate_bp,
		window_days, commission_until, created_at, updated_at) VALUES ($1, $2, $3, 'CODE', 'held', 'same_device', 3000, 3000, 200, 14, 1, 1, 1)`,
		friend.ID, ref, referrer.ID)
	return thing{id: ref, missing: id.New("ref"), owner: friend}
}
