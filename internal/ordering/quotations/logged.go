package quotations

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{
		Named: map[string]string{
			"quo": `SELECT id, number AS en, number AS ar FROM quotations WHERE id IN `,
		},
		Found: []string{`SELECT id FROM quotations WHERE number = $1`},
	}
}
