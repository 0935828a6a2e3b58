package ratings

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"rat": `SELECT r.id, b.name_en AS en, b.name_ar AS ar FROM ratings r JOIN branches b ON b.id = r.branch_id
			WHERE r.id IN `,
	}}
}
