package extras

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"ext": `SELECT id, name_en AS en, name_ar AS ar FROM extras WHERE id IN `,
		"xgr": `SELECT id, name_en AS en, name_ar AS ar FROM extra_groups WHERE id IN `,
	}}
}
