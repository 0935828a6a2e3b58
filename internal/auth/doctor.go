package auth

import "wekala/internal/platform/doctor"

// Checks lists what must always hold for codes and sessions.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "sessions: no plain token stored",
			Rows: `SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM staff_sessions) + (SELECT COUNT(*) FROM registration_tickets)`,
			// A digest has 64 characters and a token 43.
			Bad: `SELECT 'session ' || id AS what FROM sessions WHERE LENGTH(token_hash) <> 64
				UNION ALL SELECT 'staff session ' || id FROM staff_sessions WHERE LENGTH(token_hash) <> 64
				UNION ALL SELECT 'ticket of code ' || challenge_id FROM registration_tickets WHERE LENGTH(ticket_hash) <> 64`,
		},
		{
			Name: "sessions: no plain code stored",
			Rows: `SELECT (SELECT COUNT(*) FROM otp_challenges) + (SELECT COUNT(*) FROM messages WHERE challenge_id IS NOT NULL)`,
			Bad: `SELECT 'code ' || id AS what FROM otp_challenges WHERE LENGTH(code_hmac) <> 64 OR LENGTH(nonce) < 43
				UNION ALL SELECT 'message ' || id FROM messages WHERE challenge_id IS NOT NULL AND params <> '{}'`,
		},
		{
			Name: "sessions: no code tried more than 3 times",
			Rows: `SELECT COUNT(*) FROM otp_challenges`,
			Bad:  `SELECT 'code ' || id AS what FROM otp_challenges WHERE tries > 3 OR tries < 0 OR (used_at IS NOT NULL AND tries = 0)`,
		},
		{
			Name: "sessions: no code used late",
			Rows: `SELECT COUNT(*) FROM otp_challenges WHERE used_at IS NOT NULL`,
			Bad: `SELECT 'code ' || id AS what FROM otp_challenges
				WHERE used_at IS NOT NULL AND (used_at >= expires_at OR used_at < created_at OR replaced_at IS NOT NULL)`,
		},
		{
			Name: "sessions: no code used twice",
			Rows: `SELECT COUNT(*) FROM otp_challenges WHERE used_at IS NOT NULL`,
			Bad: `SELECT 'code ' || u.challenge_id || ' opened more than one thing' AS what FROM (
					SELECT challenge_id FROM sessions WHERE challenge_id IS NOT NULL
					UNION ALL SELECT challenge_id FROM registration_tickets) u
				GROUP BY u.challenge_id HAVING COUNT(*) > 1
				UNION ALL
				SELECT 'code ' || c.id || ' opened something unused' FROM otp_challenges c
				WHERE c.used_at IS NULL AND (EXISTS (SELECT 1 FROM sessions s WHERE s.challenge_id = c.id)
					OR EXISTS (SELECT 1 FROM registration_tickets t WHERE t.challenge_id = c.id))`,
		},
		{
			Name: "sessions: at most 5 codes a phone in 24 hours",
			Rows: `SELECT COUNT(*) FROM otp_challenges`,
			Bad: `SELECT 'codes up to ' || c.id AS what FROM otp_challenges c
				WHERE (SELECT COUNT(*) FROM otp_challenges o WHERE o.phone = c.phone
					AND o.created_at <= c.created_at AND o.created_at > c.created_at - 86400000) > 5`,
		},
		{
			Name: "users: one account a phone",
			Rows: `SELECT COUNT(*) FROM users`,
			Bad: `SELECT 'user ' || u.id AS what FROM users u
				LEFT JOIN user_phones p ON p.phone = u.phone AND p.user_id = u.id WHERE p.phone IS NULL
				UNION ALL SELECT 'phone of user ' || p.user_id FROM user_phones p
				LEFT JOIN users u ON u.id = p.user_id AND u.phone = p.phone WHERE u.id IS NULL`,
		},
	}
}
