package app_test

import (
	"encoding/json"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestOlderVersionsAreRefusedWithTheRecord: a change based on an outdated version gets 409 moved_on with the current
// record, and changes nothing. These are the operations without forms; those with forms are tested in their features.
func TestOlderVersionsAreRefusedWithTheRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		rating, hidden := m.rated(), m.hidden()
		currency := m.currency()
		person := colleague("")(m)
		quotation := m.quotation()
		for _, c := range []struct {
			method, path string
			body         fields
			holds        string // part of the current record
			unchanged    string // a statement that returns one value
		}{
			{"POST", "/console/ratings/" + rating.id + "/answer", fields{"answer": "Thank you", "version": 99}, "stars",
				`SELECT COALESCE(answer, '') || version FROM ratings WHERE id = '` + rating.id + `'`},
			{"POST", "/console/ratings/" + rating.id + "/hide", fields{"reason": "Rude", "version": 99}, "stars",
				`SELECT COALESCE(hidden_reason, '') || version FROM ratings WHERE id = '` + rating.id + `'`},
			{"POST", "/console/ratings/" + hidden.id + "/show", fields{"reason": "Fine", "version": 99}, "stars",
				`SELECT COALESCE(hidden_reason, '') || version FROM ratings WHERE id = '` + hidden.id + `'`},
			{"PUT", "/console/branches/" + apptest.Koshary + "/settings",
				fields{"slot_capacity": 1, "pickup_minutes": 0, "accept_minutes": 5,
					"minimum_order": 0, "closed": false, "version": "0123456789abcdef"}, "slot_capacity",
				`SELECT '' || slot_capacity FROM branches WHERE id = '` + apptest.Koshary + `'`},
			{"PUT", "/console/currencies/" + currency.id, but(currencyBody(""), "version", "0123456789abcdef"), "symbol_en",
				`SELECT name_en FROM currencies WHERE code = '` + currency.id + `'`},
			{"POST", "/console/staff/" + person.id + "/role", fields{"role": "finance", "version": 99}, "name",
				`SELECT role || version FROM staff WHERE id = '` + person.id + `'`},
			{"POST", "/console/quotations/" + quotation.id + "/price", but(offerBody(s, quotation.id), "expected_seq", 99),
				"event_seq", `SELECT state || event_seq FROM quotations WHERE id = '` + quotation.id + `'`},
		} {
			lines := func() int { return apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`) }
			before, logged := apptest.Get[string](s, c.unchanged), lines()
			a := s.Do(c.method, c.path, m.tokens[boss], c.body)
			var refusal struct {
				Code string
				Data struct{ Current map[string]any }
			}
			if err := json.Unmarshal([]byte(a.Body), &refusal); err != nil {
				t.Fatal(err)
			}
			if a.Status != 409 || refusal.Code != "moved_on" {
				t.Errorf("%s %s: %d %s", c.method, c.path, a.Status, a.Body)
			} else if _, there := refusal.Data.Current[c.holds]; !there {
				t.Errorf("%s %s: without the record: %s", c.method, c.path, a.Body)
			}
			if now := apptest.Get[string](s, c.unchanged); now != before || lines() != logged {
				t.Errorf("%s %s: refused, and %q became %q, %d lines more in the log", c.method, c.path, before, now,
					lines()-logged)
			}
		}
	})
}
