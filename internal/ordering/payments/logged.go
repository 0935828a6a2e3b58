package payments

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"rfd": `SELECT r.id, o.number AS en, o.number AS ar FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.id IN `,
	}}
}
