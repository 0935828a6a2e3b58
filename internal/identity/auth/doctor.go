package auth

import "wekala/internal/platform/doctor"

// Checks lists the invariants of codes and sessions.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "sessions: no plain token stored",
			Rows: `SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM registration_tickets) + (SELECT COUNT(*)
				FROM known_devices)`,
			// A digest has 64 characters and a token 43.
			Bad: `SELECT 'session ' || id AS what FROM sessions WHERE LENGTH(token_hash) <> 64
				UNION ALL SELECT 'ticket of code ' || challenge_id FROM registration_tickets WHERE LENGTH(ticket_hash) <> 64
				UNION ALL SELECT 'device of ' || user_id FROM known_devices WHERE LENGTH(secret_hash) <> 64`,
		},
		{
			Name: "sessions: no plain code stored",
			Rows: `SELECT (SELECT COUNT(*) FROM otp_challenges) +
				(SELECT COUNT(*) FROM messages WHERE challenge_id IS NOT NULL)`,
			Bad: `SELECT 'code ' || id AS what FROM otp_challenges WHERE LENGTH(code_hmac) <> 64 OR LENGTH(nonce) < 43
				UNION ALL SELECT 'message ' || id FROM messages WHERE challenge_id IS NOT NULL AND params <> '{}'`,
		},
		{
			Name: "sessions: no code tried more than 3 times",
			Rows: `SELECT COUNT(*) FROM otp_challenges`,
			Bad: `SELECT 'code ' || id AS what FROM otp_challenges WHERE tries > 3 OR tries < 0 OR blind_tries > 3
				OR blind_tries < 0
				OR (used_at IS NOT NULL AND tries + blind_tries = 0) OR (asker <> '' AND blind_tries > 0)`,
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
			Name: "sessions: at most 5 unused codes a phone and asker in 24 hours, and 20 in all",
			Rows: `SELECT COUNT(*) FROM otp_challenges`,
			Bad: `SELECT 'codes up to ' || c.id AS what FROM otp_challenges c
				WHERE (SELECT CASE WHEN COUNT(*) > 20 OR SUM(CASE WHEN o.used_at IS NULL THEN 1 ELSE 0 END) > 5 THEN 1 ELSE 0 END
					FROM otp_challenges o WHERE o.phone = c.phone AND o.asker = c.asker
					AND o.created_at <= c.created_at AND o.created_at > c.created_at - 86400000) = 1`,
		},
		{
			Name: "sessions: at most 40 codes of those known to a phone in 24 hours",
			Rows: `SELECT COUNT(*) FROM otp_challenges WHERE asker <> ''`,
			Bad: `SELECT 'codes up to ' || c.id AS what FROM otp_challenges c
				WHERE c.asker <> '' AND (SELECT COUNT(*) FROM otp_challenges o WHERE o.phone = c.phone AND o.asker <> ''
					AND o.created_at <= c.created_at AND o.created_at > c.created_at - 86400000) > 40`,
		},
		{
			Name: "sessions: at most 15 tries of strangers a phone in 24 hours",
			Rows: `SELECT COUNT(*) FROM otp_challenges WHERE asker = ''`,
			Bad: `SELECT 'tries up to ' || c.id AS what FROM otp_challenges c
				WHERE c.asker = '' AND (SELECT SUM(o.blind_tries + CASE WHEN o.used_at IS NULL THEN o.tries
				WHEN o.tries = 0 THEN -1 ELSE 0 END)
					FROM otp_challenges o WHERE o.phone = c.phone AND o.asker = ''
					AND o.created_at <= c.created_at AND o.created_at > c.created_at - 86400000) > 15`,
		},
		{
			Name: "users: one account a phone",
			Rows: `SELECT COUNT(*) FROM users`,
			Bad: `SELECT 'user ' || u.id AS what FROM users u
				LEFT JOIN user_phones p ON p.phone = u.phone AND p.user_id = u.id WHERE p.phone IS NULL AND u.erased_at IS NULL
				AND u.guest_since IS NULL
				UNION ALL SELECT 'phone of user ' || p.user_id FROM user_phones p
				LEFT JOIN users u ON u.id = p.user_id AND u.phone = p.phone WHERE u.id IS NULL`,
		},
		{
			Name: "users: a guest has no way in",
			Rows: `SELECT COUNT(*) FROM users WHERE guest_since IS NOT NULL`,
			Bad: `SELECT 'session ' || s.id AS what FROM sessions s JOIN users u ON u.id = s.user_id
				WHERE u.guest_since IS NOT NULL
				UNION ALL SELECT 'phone of guest ' || p.user_id FROM user_phones p JOIN users u ON u.id = p.user_id
				WHERE u.guest_since IS NOT NULL
				UNION ALL SELECT 'password of guest ' || id FROM users WHERE guest_since IS NOT NULL AND password_hash IS NOT NULL
				UNION ALL SELECT 'device of guest ' || d.user_id FROM known_devices d JOIN users u ON u.id = d.user_id
				WHERE u.guest_since IS NOT NULL`,
		},
		{
			Name: "users: one account a confirmed e-mail",
			Rows: `SELECT COUNT(*) FROM users WHERE email_verified_at IS NOT NULL`,
			Bad: `SELECT 'user ' || u.id AS what FROM users u
				LEFT JOIN user_emails e ON e.email = u.email AND e.user_id = u.id WHERE u.email_verified_at IS NOT NULL
				AND e.email IS NULL
				UNION ALL SELECT 'e-mail of user ' || e.user_id FROM user_emails e
				LEFT JOIN users u ON u.id = e.user_id AND u.email = e.email AND u.email_verified_at IS NOT NULL WHERE u.id IS NULL`,
		},
		{
			Name: "users: nothing personal is left of who left",
			Rows: `SELECT COUNT(*) FROM users WHERE erased_at IS NOT NULL`,
			Bad: `SELECT 'user ' || u.id AS what FROM users u WHERE u.erased_at IS NOT NULL AND (u.phone <> '' OR u.name <> ''
					OR u.email IS NOT NULL OR u.email_verified_at IS NOT NULL OR u.company_name IS NOT NULL OR u.birthdate IS NOT NULL
					OR u.gender IS NOT NULL OR u.photo IS NOT NULL OR u.password_hash IS NOT NULL OR u.referral_code IS NOT NULL)
				UNION ALL SELECT 'session ' || s.id FROM sessions s JOIN users u ON u.id = s.user_id
				WHERE u.erased_at IS NOT NULL AND (s.revoked_at IS NULL OR s.user_agent <> '')
				UNION ALL SELECT 'device of user ' || d.user_id FROM known_devices d JOIN users u ON u.id = d.user_id
				WHERE u.erased_at IS NOT NULL
				UNION ALL SELECT 'word of user ' || w.user_id FROM user_words w JOIN users u ON u.id = w.user_id
				WHERE u.erased_at IS NOT NULL
				UNION ALL SELECT 'phone of user ' || p.user_id FROM user_phones p JOIN users u ON u.id = p.user_id
				WHERE u.erased_at IS NOT NULL`,
		},
	}
}
