package app_test

import "context"

// The set-up: nothing here is named by id. The opening is changed from a nonexistent version, because a closed shop
// would affect the rest of the test.
var _ = addWrites(map[string]write{
	"check-setup-link": {share: 1, body: func(ids) fields { return fields{"link": "no-link"} }},
	"become-owner":     {share: 1, body: func(ids) fields { return firstOwner("no-link") }},
	"console-save-shop": {share: 1, staff: true, body: func(ids) fields {
		return fields{"name_ar": "سوق", "name_en": "Souq", "colour": "#0e7a5f", "legal_name": "Souq LLC",
			"tax_number": "123-456-789", "commercial": "12345", "vat_payer": true, "vat_number": "987654321", "version": 0}
	}},
	"console-save-ways": {share: 1, staff: true, body: func(ids) fields {
		return fields{"cash": true, "card": false, "top_up": true, "cash_most": 4000, "cash_first": 500, "gateway": "stripe",
			"paymob": fields{"public_key": "pk", "integrations": "1", "email": "pay@example.com", "api_key": "a",
				"secret_key": "b", "hmac_secret": "c"},
			"stripe": fields{"secret_key": "d", "webhook_secret": "e"}, "version": 0}
	}},
	"console-set-opening": {share: 1, staff: true, body: func(ids) fields {
		return fields{"state": "soft", "phones": []string{"01012345678"}, "version": 9_999}
	}},
})

// opening sets the state of the shop's opening.
func (m *matrix) opening(state string) {
	m.s.TB.Helper()
	m.s.Exec(`INSERT INTO settings (key, value, updated_at)
		VALUES ('shop.opening', '{"state":"' || $1 || '","way":"w","phones":["+201012345678"]}', 1)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, state)
	m.s.Exec(`UPDATE catalog_version SET version = version + 1`)
	if err := m.s.App.Poll(context.Background()); err != nil {
		m.s.TB.Fatal(err)
	}
}
