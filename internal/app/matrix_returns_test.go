package app_test

import (
	"fmt"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/id"
)

// returnBody returns a unit of a delivered order because it is faulty. It is built from the rows, because the caller
// may have no access.
func (m *matrix) returnBody(orderID string) map[string]any {
	line := apptest.Get[string](m.s, `SELECT MIN(id) FROM order_lines WHERE order_id = $1`, orderID)
	price := apptest.Get[float64](m.s, `SELECT unit_price / 100 FROM order_lines WHERE order_id = $1 AND id = $2`, orderID,
		line)
	y, month, d := m.s.Clock.Now().In(clock.Cairo).Date()
	slot := time.Date(y, month, d+2, 13, 0, 0, 0, clock.Cairo)
	return map[string]any{"order_id": orderID, "slot_id": fmt.Sprint(slot.Unix()), "expected_refund": price,
		"items": []map[string]any{{"line_id": line, "qty": 1, "reason_id": "defective", "comment": "torn"}}}
}

// aReturn is a requested return.
func (m *matrix) aReturn() thing {
	t := m.delivered()
	var made struct{ ID string }
	m.s.Do("POST", "/returns", t.owner.Token, m.returnBody(t.id), apptest.Key(id.Short())).Into(m.s.TB, &made)
	return thing{id: made.ID, missing: id.New("ret"), owner: t.owner}
}

// received is a return whose goods are at the branch.
func (m *matrix) received() thing {
	t := m.aReturn()
	for _, to := range []string{"approved", "picked_up", "received"} {
		body := map[string]any{"to": to, "expected_seq": m.returnSeq(t.id)}
		if a := m.s.Do("POST", "/console/returns/"+t.id+"/move", m.tokens[staff], body); a.Status != 200 {
			m.s.TB.Fatalf("to %s: %s", to, a.Body)
		}
	}
	return t
}

func (m *matrix) returnSeq(returnID string) int64 {
	return apptest.Get[int64](m.s, `SELECT event_seq FROM returns WHERE id = $1`, returnID)
}

func (m *matrix) returnByNumber() thing {
	t := m.aReturn()
	t.id, t.missing = apptest.Get[string](m.s, `SELECT number FROM returns WHERE id = $1`, t.id), "R-0000-0000"
	return t
}

// pickup is an address at which a return of an order could be collected: the customer's second one. The order is sent
// next to it.
func (m *matrix) pickup() thing {
	t := m.delivered()
	var made struct{ ID string }
	m.s.Do("POST", "/addresses", t.owner.Token, newAddress).Into(m.s.TB, &made)
	return thing{id: made.ID, missing: id.New("adr"), owner: t.owner}
}

// orderOf is the order of a customer who has one.
func (m *matrix) orderOf(p apptest.Customer) string {
	return apptest.Get[string](m.s, `SELECT MIN(id) FROM orders WHERE user_id = $1`, p.ID)
}

var _ = addCases(map[string][]idCase{
	"GET /orders/{id}/returnable": {{make: (*matrix).delivered, want: private}},
	"POST /orders/{id}/return/preview": {{make: (*matrix).delivered, want: private,
		body: func(m *matrix, t thing, _ string) any {
			return map[string]any{"items": m.returnBody(t.id)["items"]}
		}}},
	"POST /returns .order_id": {{make: (*matrix).delivered, header: apptest.Key("matrix"), want: private,
		body: func(m *matrix, t thing, ref string) any {
			b := m.returnBody(t.id)
			b["order_id"] = ref
			return b
		}}},
	// The customer's own order is checked first: another customer is refused because of it.
	"POST /returns .address_id": {{make: (*matrix).pickup, header: apptest.Key("matrix-address"), want: private,
		body: func(m *matrix, t thing, ref string) any {
			b := m.returnBody(m.orderOf(t.owner))
			b["address_id"] = ref
			return b
		}}},
	"GET /returns/{id}": {{make: (*matrix).aReturn, want: private},
		{name: "by number", make: (*matrix).returnByNumber, want: private}},
	"POST /returns/{id}/cancel": {
		{make: (*matrix).aReturn, body: func(*matrix, thing, string) any { return map[string]any{} }, want: private}},
	"GET /console/returns/{id}":       {{make: (*matrix).aReturn, want: ofBranch}},
	"GET /console/returns ?branch_id": {{make: fixed(apptest.Koshary, "br_none"), want: ofBranch}},
	"POST /console/returns/{id}/move": {{make: (*matrix).aReturn, want: ofBranch,
		body: func(m *matrix, t thing, _ string) any {
			return map[string]any{"to": "approved", "expected_seq": m.returnSeq(t.id)}
		}}},
	"POST /console/returns/{id}/inspect": {{make: (*matrix).received, want: ofBranch,
		body: func(m *matrix, t thing, _ string) any {
			line := apptest.Get[string](m.s, `SELECT line_id FROM return_units WHERE return_id = $1`, t.id)
			return map[string]any{"expected_seq": m.returnSeq(t.id),
				"units": []map[string]any{{"line_id": line, "unit": 1, "outcome": "restock"}}}
		}}},
},
	`SELECT 'return ' || id || state || event_seq || refund FROM returns WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'unit ' || u.return_id || u.line_id || u.unit || COALESCE(u.outcome, '') FROM return_units u
		JOIN returns r ON r.id = u.return_id
		WHERE r.user_id IN ($1, $2, $3)`,
)

var _ = addWrites(map[string]write{
	"preview-return": {share: 2, path: "ordered", body: func(ids) fields {
		return fields{"items": []fields{{"line_id": "oln_1", "qty": 1, "reason_id": "defective"}}, "refund_to": "wallet"}
	}},
	"request-return": {share: 3, body: func(in ids) fields {
		return fields{"order_id": in.ordered, "items": []fields{
			{"line_id": "oln_1", "qty": 1, "reason_id": "other", "comment": "torn", "photos": []string{"pho_1"}}},
			"refund_to": "bank", "bank": fields{"iban": "EG380019000500000000263180002", "holder": "Mona Adel"},
			"address_id": in.address,
			"slot_id":    "1", "expected_refund": 45}
	}},
	"withdraw-return": {share: 1, path: "ordered", body: func(ids) fields { return fields{"reason": "I keep it"} }},
	"console-move-return": {share: 1, staff: true, path: "ordered", body: func(ids) fields {
		return fields{"to": "approved", "reason": "because", "expected_seq": 1}
	}},
	"console-inspect-return": {share: 1, staff: true, path: "ordered", body: func(ids) fields {
		return fields{"units": []fields{{"line_id": "oln_1", "unit": 1, "outcome": "refuse", "why": "used"}},
			"expected_seq": 1}
	}},
})
