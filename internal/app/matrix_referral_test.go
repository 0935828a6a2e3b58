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

// Coupons.
var _ = addCases(map[string][]idCase{
	"GET /console/coupons/{id}": {{make: (*matrix).coupon, want: ofEditors}},
	"PUT /console/coupons/{id}": {{make: (*matrix).coupon, want: ofEditors,
		body: func(*matrix, thing, string) any { return map[string]any{"kind": "percent", "value": 5} }}},
	"POST /console/coupons/{id}/switch": {{make: (*matrix).coupon, want: ofEditors,
		body: func(*matrix, thing, string) any { return map[string]any{"active": false} }}},
})
