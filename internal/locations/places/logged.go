package places

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's objects in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"district":    `SELECT id, name_en AS en, name_ar AS ar FROM districts WHERE id IN `,
		"governorate": `SELECT id, name_en AS en, name_ar AS ar FROM governorates WHERE id IN `,
	}}
}
