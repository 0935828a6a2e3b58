package staff

import "wekala/internal/platform/doctor"

// Checks lists what must always hold for the sessions of staff.
func Checks() []doctor.Check {
	return []doctor.Check{{
		Name: "staff: no plain token stored",
		Rows: `SELECT COUNT(*) FROM staff_sessions`,
		// A digest has 64 characters and a token 43.
		Bad: `SELECT 'staff session ' || id AS what FROM staff_sessions WHERE LENGTH(token_hash) <> 64`,
	}}
}
