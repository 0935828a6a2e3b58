package staff

import "wekala/internal/identity/audit"

// LogNames says what the things of this feature are called in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"stf": `SELECT id, name AS en, name AS ar FROM staff WHERE id IN `,
		"inv": `SELECT id, name AS en, name AS ar FROM staff_invitations WHERE id IN `,
	}}
}
