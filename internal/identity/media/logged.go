package media

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's objects in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"picture": `SELECT name AS id, title AS en, title AS ar FROM media WHERE name IN `,
	}}
}
