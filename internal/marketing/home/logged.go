package home

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"blk": `SELECT id, title_en AS en, title_ar AS ar FROM blocks WHERE id IN `,
	}}
}
