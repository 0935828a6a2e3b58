package app_test

import (
	"wekala/internal/app/apptest"
	"wekala/internal/platform/id"
)

// newQuotation requests a quotation of two portions.
func newQuotation(s *apptest.Shop, p apptest.Customer) string {
	s.TB.Helper()
	var made struct {
		ID string `json:"id"`
	}
	s.Do("POST", "/quotations", p.Token, askBody(apptest.Koshary), apptest.Key(id.Short()),
		apptest.Header{"district-id": "maadi"}).Into(s.TB, &made)
	return made.ID
}

func askBody(branch string) map[string]any {
	return map[string]any{"service_id": "food", "branch_id": branch, "note": "soon",
		"items": []any{map[string]any{"variant_id": apptest.Small, "qty": 2}}}
}

// offerBody prices every line of a quotation at 40.
func offerBody(s *apptest.Shop, quotationID string) map[string]any {
	s.TB.Helper()
	lines := []any{}
	for _, line := range s.Lines(`SELECT id FROM quotation_lines WHERE quotation_id = $1 ORDER BY id`, quotationID) {
		lines = append(lines, map[string]any{"id": line, "unit_price": 40})
	}
	return map[string]any{"lines": lines, "delivery_price": 10, "valid_days": 3, "note": "",
		"expected_seq": apptest.Get[int64](s, `SELECT COALESCE(MAX(event_seq), 1) FROM quotations WHERE id = $1`,
			quotationID)}
}

func priceQuotation(s *apptest.Shop, staffToken, quotationID string) {
	s.TB.Helper()
	if a := s.Do("POST", "/console/quotations/"+quotationID+"/price", staffToken,
		offerBody(s, quotationID)); a.Status != 200 {
		s.TB.Fatal(a.Body)
	}
}

func acceptQuotation(s *apptest.Shop, p apptest.Customer, quotationID string) {
	s.TB.Helper()
	if a := s.Do("POST", "/quotations/"+quotationID+"/accept", p.Token, map[string]any{"version": 1}); a.Status != 200 {
		s.TB.Fatal(a.Body)
	}
}

// waitingQuotation has another person's offer that waits for a second person.
func (m *matrix) waitingQuotation() thing {
	t := m.quotation()
	line := m.s.Lines(`SELECT id FROM quotation_lines WHERE quotation_id = $1 ORDER BY id`, t.id)[0]
	m.s.Exec(`INSERT INTO quotation_proposals (quotation_id, id, staff_id, seq, units, delivery_fee, days, note, below,
		created_at)
		VALUES ($1, $2, 'stf_somebody', 1, $3, 0, 7, '', 60000, 1)`, t.id, "qpr_"+t.id, `{"`+line+`":1}`)
	return t
}

func (m *matrix) quotation() thing {
	p := m.s.Customer()
	return thing{id: newQuotation(m.s, p), missing: id.New("quo"), owner: p}
}

func (m *matrix) pricedQuotation() thing {
	t := m.quotation()
	priceQuotation(m.s, m.tokens[boss], t.id)
	return t
}

func (m *matrix) acceptedQuotation() thing {
	t := m.pricedQuotation()
	acceptQuotation(m.s, t.owner, t.id)
	return t
}

// Quotations: requests of customers, and the branch's offers.
var _ = addCases(map[string][]idCase{
	"POST /quotations .branch_id": {
		{make: fixed(apptest.Koshary, "no-such-branch"),
			header: apptest.Header{"district-id": "maadi", "Idempotency-Key": "matrix"},
			body:   func(_ *matrix, _ thing, id string) any { return askBody(id) }, want: with(private, other, ok)}},
	"GET /quotations/{id}":     {{make: (*matrix).quotation, want: private}},
	"GET /quotations/{id}/pdf": {{make: (*matrix).pricedQuotation, want: private}},
	"POST /quotations/{id}/accept": {{make: (*matrix).pricedQuotation, want: private,
		body: func(*matrix, thing, string) any { return map[string]any{"version": 1} }}},
	"POST /quotations/{id}/change": {{make: (*matrix).pricedQuotation, want: private,
		body: func(*matrix, thing, string) any { return map[string]any{"version": 1, "note": "cheaper"} }}},
	"POST /quotations/{id}/decline": {{make: (*matrix).quotation, want: private,
		body: func(*matrix, thing, string) any { return map[string]any{} }}},
	"GET /checkout ?quotation_id": {{make: (*matrix).acceptedQuotation, want: with(private, other, "422 invalid")}},
	"POST /checkout .quotation_id": {{make: (*matrix).acceptedQuotation, header: apptest.Key("matrix"),
		body: func(_ *matrix, t thing, id string) any {
			return map[string]any{"quotation_id": id, "address_id": t.owner.Address, "payment_method": "cod",
				"accept_terms": true, "expected_total": 90}
		}, want: with(private, other, "422 invalid")}},
	"GET /console/quotations ?branch_id": {{make: fixed(apptest.Koshary, "no-such-branch"), want: ofBranch}},
	"GET /console/quotations/{id}":       {{make: (*matrix).quotation, want: ofBranch}},
	"POST /console/quotations/{id}/price": {{make: (*matrix).quotation, want: ofBranch,
		body: func(m *matrix, t thing, _ string) any { return offerBody(m.s, t.id) }}},
	"POST /console/quotations/{id}/decide": {{make: (*matrix).waitingQuotation,
		want: with(everybody(unauthorized), staff, "403 not_allowed", elsewhere, "403 not_allowed", boss, ok, editor,
			"403 not_allowed"),
		body: func(m *matrix, t thing, id string) any {
			return map[string]any{"proposal": "qpr_" + id, "approve": true}
		}}},
	"POST /console/quotations/{id}/decline": {{make: (*matrix).quotation, want: ofBranch,
		body: func(*matrix, thing, string) any { return map[string]any{"note": "sold out", "expected_seq": 1} }}},
},
	`SELECT 'quotation ' || id || state || CAST(event_seq AS TEXT) || CAST(version AS TEXT) FROM quotations
		WHERE user_id IN ($1, $2, $3) ORDER BY id`)

func init() {
	for name, w := range map[string]write{
		"ask-quotation": {share: 4, body: func(ids) fields {
			return fields{"service_id": "food", "branch_id": apptest.Koshary, "note": "soon", "company_name": "Nile Co",
				"tax_number": "123456789", "items": []any{fields{"variant_id": apptest.Small, "qty": 2}}}
		}},
		"accept-quotation": {share: 2, path: "quotation", body: func(ids) fields { return fields{"version": 1} }},
		"change-quotation": {share: 2, path: "quotation",
			body: func(ids) fields { return fields{"version": 1, "note": "cheaper"} }},
		"console-decide-quotation": {share: 1, staff: true, path: "quotation", body: func(ids) fields {
			return fields{"proposal": "qpr_none", "approve": false, "note": ""}
		}},
		"decline-quotation": {share: 2, path: "quotation", body: func(ids) fields { return fields{"note": "too late"} }},
		"console-price-quotation": {share: 4, staff: true, path: "quotation", body: func(in ids) fields {
			return fields{"lines": []any{fields{"id": in.line, "unit_price": 40}}, "delivery_price": 10, "valid_days": 3,
				"note": "fresh", "expected_seq": in.seq}
		}},
		"console-decline-quotation": {share: 2, staff: true, path: "quotation", body: func(in ids) fields {
			return fields{"note": "sold out", "expected_seq": in.seq}
		}},
	} {
		writes[name] = w
	}
}
