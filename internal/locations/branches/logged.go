package branches

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's objects in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"svc":     `SELECT id, name_en AS en, name_ar AS ar FROM services WHERE id IN `,
		"service": `SELECT slug AS id, name_en AS en, name_ar AS ar FROM services WHERE slug IN `,
		"sto":     `SELECT id, name_en AS en, name_ar AS ar FROM stores WHERE id IN `,
		"store":   `SELECT slug AS id, name_en AS en, name_ar AS ar FROM stores WHERE slug IN `,
		"br":      `SELECT id, name_en AS en, name_ar AS ar FROM branches WHERE id IN `,
		"hrs":     `SELECT id, name_en AS en, name_ar AS ar FROM hour_ranges WHERE id IN `,
	}}
}
