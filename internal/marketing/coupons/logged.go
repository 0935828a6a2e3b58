package coupons

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{
		Named: map[string]string{
			"cpn": `SELECT id, code AS en, code AS ar FROM coupons WHERE id IN `,
		},
		Found: []string{`SELECT id FROM coupons WHERE code = $1`},
	}
}
