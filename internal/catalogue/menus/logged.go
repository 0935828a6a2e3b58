package menus

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"mnu": `SELECT id, name_en AS en, name_ar AS ar FROM menus WHERE id IN `,
	}}
}
