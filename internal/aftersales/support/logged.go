package support

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{
		Named: map[string]string{
			"tkt": `SELECT id, number AS en, number AS ar FROM tickets WHERE id IN `,
		},
		Found: []string{`SELECT id FROM tickets WHERE number = $1`},
	}
}
