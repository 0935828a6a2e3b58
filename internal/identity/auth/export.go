package auth

import "wekala/internal/platform/export"

// Export lists a customer's identity and sessions. Credentials (digests of passwords, tokens and devices) are not
// exported.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "users",
			Columns: `id, phone, name, email, email_verified_at time, company_name, birthdate, gender, photo, lang,
			referral_code AS invited_with, blocked_at time, block_message, terms_accepted_at time, created_at time, updated_at time`,
			From: `users WHERE id = $1 ORDER BY id`, Args: who},
		{Name: "user_phones", Columns: `phone`, From: `user_phones WHERE user_id = $1 ORDER BY phone`, Args: who},
		{Name: "user_emails", Columns: `email`, From: `user_emails WHERE user_id = $1 ORDER BY email`, Args: who},
		{Name: "sessions", Columns: `id, user_agent, created_at time, last_seen_at time, expires_at time, revoked_at time`,
			From: `sessions WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
		{Name: "known_devices", Columns: `created_at time, seen_at time`,
			From: `known_devices WHERE user_id = $1 ORDER BY created_at, secret_hash`, Args: who},
	}
}
