package currency

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's objects in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"rate": `SELECT code AS id, name_en AS en, name_ar AS ar FROM currencies WHERE code IN `,
	}}
}
