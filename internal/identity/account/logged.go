package account

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's objects in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"usr": `SELECT id, name AS en, name AS ar FROM users WHERE id IN `,
	}}
}
