package app_test

import (
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/ordering/calls"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// Orders of guests. Codes reach phones in these tests, so nobody can order by call; an order that waits for its call
// is created by rows.
var _ = addWrites(map[string]write{
	"place-call-order": {share: 1, body: func(ids) fields {
		body := fullAddress()
		for _, name := range []string{"type", "contact_name", "city", "postal_code", "is_default"} {
			delete(body, name)
		}
		body["service_id"], body["note"], body["change_for"], body["accept_terms"], body["expected_total"] = "food",
			"ring twice", 2000, true, 105
		return body
	}},
	"console-save-calls": {share: 1, staff: true,
		body: func(ids) fields { return fields{"on": false, "most": 700, "minutes": 45, "version": 0} }},
	"console-confirm-call": {share: 1, staff: true, path: "ordered",
		body: func(ids) fields { return fields{"code": "0000"} }},
})

const callNonce = "a nonce of a test"

// called is an order that waits for its call.
func (m *matrix) called() thing {
	t := m.order()
	now := db.At(m.s.Clock.Now())
	m.s.Exec(`UPDATE orders SET status = 'on_hold', held_from = 'pending', event_seq = 3, confirm_by = $2 WHERE id = $1`,
		t.id, now.Add(time.Hour))
	m.s.Exec(`INSERT INTO order_events (order_id, seq, from_status, to_status, actor_kind, actor_id, reason, at)
		VALUES ($1, 3, 'pending', 'on_hold', 'system', 'system', 'confirm_call', $2)`, t.id, now)
	key := id.New("key")
	m.s.Exec(`INSERT INTO call_orders (order_id, user_id, number_key, device_key, network_key, nonce, state, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7)`, t.id, t.owner.ID, key, key+"d", key+"n", callNonce, now)
	m.s.Exec(`INSERT INTO call_open (holder, open) VALUES ($1, 1), ($2, 1), ($3, 1)`, key, key+"d", key+"n")
	return t
}

var _ = addCases(map[string][]idCase{
	// Without its token an order is accessible to nobody.
	"GET /call-orders/{id}": {{make: (*matrix).called, want: everybody(notFound)}},
	"POST /call-orders/{id}/cancel": {{make: (*matrix).called, want: everybody(notFound),
		header: apptest.Header{"order-token": "another"}}},
	"POST /console/orders/{id}/call": {{make: (*matrix).called, want: ofBranch,
		body: func(_ *matrix, _ thing, id string) any {
			return fields{"code": calls.CodeOf(apptest.Secret, id, callNonce)}
		}}},
	"GET /checkout/by-call ?district_id": {
		{make: fixed("maadi", "no-such"), query: "&service_id=food", want: everybody("400 closed")}},
	"POST /checkout/by-call .district_id": {
		{make: fixed("maadi", "no-such"), header: apptest.Key("k"), want: everybody("400 closed"),
			body: func(_ *matrix, _ thing, id string) any {
				return fields{"service_id": "food", "name": "Salma", "phone": "01012345678", "district_id": id, "address": "Road 9",
					"building_number": "12", "lat": 29.9602, "lng": 31.2569, "accept_terms": true, "expected_total": 105}
			}}},
}, `SELECT 'call ' || order_id || state || tries FROM call_orders WHERE user_id IN ($1, $2, $3)`)
