package support

import "wekala/internal/platform/doctor"

// Checks lists the invariants of tickets.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "support: whose turn it is = who wrote last",
			Rows: `SELECT COUNT(*) FROM tickets`,
			Bad: `WITH last_said (ticket_id, seq) AS (
					SELECT ticket_id, MAX(seq) FROM ticket_messages WHERE author <> 'note' GROUP BY ticket_id)
				SELECT 'ticket ' || t.id || ' is ' || t.state || ' after a message of ' || COALESCE(m.author, 'nobody') AS what
				FROM tickets t LEFT JOIN last_said l ON l.ticket_id = t.id
				LEFT JOIN ticket_messages m ON m.ticket_id = l.ticket_id AND m.seq = l.seq
				WHERE m.seq IS NULL OR t.state = 'open' AND m.author <> 'customer' OR t.state = 'answered' AND m.author <> 'staff'
				OR t.state NOT IN ('open', 'answered', 'closed') OR (t.state = 'closed') <> (t.closed_at IS NOT NULL)`,
		},
		{
			Name: "support: messages are numbered without a gap",
			Rows: `SELECT COUNT(*) FROM ticket_messages`,
			Bad: `SELECT 'ticket ' || t.id || ' counts ' || t.seq || ' messages' AS what FROM tickets t
				WHERE t.seq <> (SELECT COUNT(*) FROM ticket_messages m WHERE m.ticket_id = t.id)
				OR t.seq <> (SELECT MAX(m.seq) FROM ticket_messages m WHERE m.ticket_id = t.id) OR t.read_seq > t.seq`,
		},
	}
}
