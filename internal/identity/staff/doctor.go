package staff

import "wekala/internal/platform/doctor"

// Checks lists the invariants of staff sessions.
func Checks() []doctor.Check {
	return []doctor.Check{{
		Name: "staff: no plain token stored",
		Rows: `SELECT COUNT(*) FROM staff_sessions`,
		// A digest has 64 characters and a token 43.
		Bad: `SELECT 'staff session ' || id AS what FROM staff_sessions WHERE LENGTH(token_hash) <> 64
			UNION ALL SELECT 'browser ' || id FROM staff_devices WHERE LENGTH(secret_hash) <> 64
			UNION ALL SELECT 'recovery code of ' || staff_id FROM staff_recovery_codes WHERE LENGTH(code_hash) <> 64`,
	}}
}
