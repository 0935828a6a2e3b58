package app_test

import (
	"encoding/json"

	"wekala/internal/platform/id"
)

// Coupons can be managed by owners and catalogue editors, and by managers where they are limited to the managers'
// stores. Both of the matrix's managers work for branches of one store.
var (
	ofEditors       = with(everybody(unauthorized), staff, notFound, elsewhere, notFound, boss, ok, editor, ok)
	ofTheirManagers = with(ofEditors, staff, ok, elsewhere, ok)
)

func (m *matrix) coupon(stores string) thing {
	coupon := id.New("cpn")
	// The sellers bear coupons of their stores, the platform those of the whole shop.
	bearer := "store"
	if stores == "[]" {
		bearer = "shop"
	}
	m.s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active, stores, borne_by)
		VALUES ($1, $2, 'percent', 1000, $3, $4, $5, $6)`, coupon, id.Short(), false, true, stores, bearer)
	return thing{id: coupon, missing: id.New("cpn"), owner: m.s.Customer()}
}

// waitingCoupon is another person's coupon that waits for a second person.
func (m *matrix) waitingCoupon() thing {
	coupon := m.coupon(`["sto_koshary"]`)
	m.s.Exec(`UPDATE coupons SET active = $2, waits_since = 1, makers = '["stf_somebody"]' WHERE id = $1`, coupon.id,
		false)
	return coupon
}

func couponCases(body func(*matrix, thing, string) any) []idCase {
	return []idCase{
		{name: "of the shop", make: func(m *matrix) thing { return m.coupon(`[]`) }, body: body, want: ofEditors},
		{name: "of another store", make: func(m *matrix) thing { return m.coupon(`["sto_bakala"]`) }, body: body,
			want: ofEditors},
		{name: "of this store and another", make: func(m *matrix) thing { return m.coupon(`["sto_koshary","sto_bakala"]`) },
			body: body, want: ofEditors},
		{name: "of this store", make: func(m *matrix) thing { return m.coupon(`["sto_koshary"]`) }, body: body,
			want: ofTheirManagers},
	}
}

// Coupons and referrals.
var _ = addCases(map[string][]idCase{
	"GET /console/coupons/{id}": couponCases(nil),
	// It takes off less than before: everybody may narrow a seller's coupon.
	"PUT /console/coupons/{id}": couponCases(func(m *matrix, t thing, _ string) any {
		stores := m.s.Lines(`SELECT stores FROM coupons WHERE id = $1`, t.id)
		return map[string]any{"kind": "percent", "value": 5, "version": 1, "stores": json.RawMessage(stores[0])}
	}),
	"POST /console/coupons/{id}/switch": couponCases(
		func(*matrix, thing, string) any { return map[string]any{"active": false} }),
	"POST /console/coupons/{id}/decide": {{make: (*matrix).waitingCoupon,
		want: with(everybody(unauthorized), staff, "403 not_allowed", elsewhere, "403 not_allowed", boss, ok, editor,
			"403 not_allowed"),
		body: func(*matrix, thing, string) any { return map[string]any{"version": 1, "approve": true} }}},

	"POST /console/referrals/{id}/decide": {{make: (*matrix).heldReferral,
		want: with(everybody(unauthorized), staff, "403 not_allowed", elsewhere, "403 not_allowed", boss, ok, editor,
			"403 not_allowed"),
		body: func(*matrix, thing, string) any { return map[string]any{"approve": true} }}},
},
	`SELECT 'coupon ' || id || code || value || stores || updated_at || CASE WHEN active THEN ' on' ELSE ' off' END
		FROM coupons
		WHERE id <> $1 AND id <> $2 AND id <> $3`,
	`SELECT 'referral ' || friend_id || state FROM referrals WHERE friend_id IN ($1, $2, $3)`,
)

func (m *matrix) heldReferral() thing {
	friend, referrer, ref := m.s.Customer(), m.s.Customer(), id.New("ref")
	m.s.Exec(`INSERT INTO referrals (friend_id, id, referrer_id, code, state, reason, reward_referrer, reward_friend,
		rate_bp,
		window_days, commission_until, created_at, updated_at)
		VALUES ($1, $2, $3, 'CODE', 'held', 'same_device', 3000, 3000, 200, 14, 1, 1, 1)`,
		friend.ID, ref, referrer.ID)
	return thing{id: ref, missing: id.New("ref"), owner: friend}
}
