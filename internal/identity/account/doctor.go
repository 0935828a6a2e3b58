package account

import "wekala/internal/platform/doctor"

// Checks lists the invariants of the data about customers.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "consents: each says who, where, what and in which words",
			Rows: `SELECT COUNT(*) FROM consents`,
			Bad: `SELECT 'consent ' || c.user_id || ' ' || c.seq AS what FROM consents c LEFT JOIN users u ON u.id = c.user_id
				WHERE u.id IS NULL OR c.kind <> 'offers' OR c.channel NOT IN ('sms', 'whatsapp', 'email') OR c.wording = ''
					OR c.lang NOT IN ('en', 'ar') OR c.session_id = '' OR c.at <= 0`,
		},
		{
			Name: "consents: numbered without a gap, in the order of time",
			Rows: `SELECT COUNT(*) FROM consents`,
			Bad: `SELECT 'consents of ' || user_id AS what FROM consents GROUP BY user_id HAVING MIN(seq) <> 1
				OR MAX(seq) <> COUNT(*)
				UNION ALL
				SELECT 'consent ' || c.user_id || ' ' || c.seq FROM consents c JOIN consents b ON b.user_id = c.user_id
				AND b.seq = c.seq - 1
				WHERE b.at > c.at`,
		},
		{
			Name: "accounts: preferences and photos of who left are gone",
			Rows: `SELECT COUNT(*) FROM users WHERE erased_at IS NOT NULL`,
			Bad: `SELECT 'preferences of ' || p.user_id AS what FROM preferences p JOIN users u ON u.id = p.user_id
				WHERE u.erased_at IS NOT NULL
				UNION ALL SELECT 'photo ' || f.id FROM photos f JOIN users u ON u.id = f.user_id
				WHERE u.erased_at IS NOT NULL AND (f.owner IS NULL OR SUBSTR(f.owner, 1, 7) <> 'return:')
				UNION ALL SELECT 'photo ' || f.id || ' is nobody''s face' FROM photos f
				LEFT JOIN users u ON f.owner = 'user:' || u.id AND u.photo = '/photos/' || f.id || '.jpg' AND u.id = f.user_id
				WHERE f.owner = 'user:' || f.user_id AND u.id IS NULL`,
		},
		{
			Name: "accounts: answers kept for who left are gone",
			Rows: `SELECT COUNT(*) FROM idempotency`,
			Bad: `SELECT i.operation || ' of ' || i.subject AS what FROM idempotency i
				LEFT JOIN users u ON u.id = i.subject AND u.erased_at IS NULL WHERE u.id IS NULL AND i.subject <> ''`,
		},
	}
}
