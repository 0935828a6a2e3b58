package idempotency

import "wekala/internal/platform/doctor"

// Checks lists the invariants of keys. The operation's owner checks what an answer refers to.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "idempotency: a key has its answer if and only if it is done",
			Rows: `SELECT COUNT(*) FROM idempotency`,
			Bad: `SELECT i.operation || ' ' || i.caller || ' ' || i.key AS what FROM idempotency i
				WHERE i.status NOT IN ('running', 'done') OR (i.status = 'done') <> (i.answer IS NOT NULL)
				OR i.status = 'running' AND i.made = ''
				OR i.subject = '' AND SUBSTR(i.operation, 1, 8) <> 'console-' OR i.caller = '' OR i.body_hash = ''
				OR i.keep_until <= i.created_at`,
		},
	}
}
