package orders

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{
		Named: map[string]string{
			"ord": `SELECT id, number AS en, number AS ar FROM orders WHERE id IN `,
			"csh": `SELECT h.id, b.name_en AS en, b.name_ar AS ar FROM cash_handovers h JOIN branches b ON b.id = h.branch_id
				WHERE h.id IN `,
		},
		Found: []string{`SELECT id FROM orders WHERE number = $1`},
	}
}
