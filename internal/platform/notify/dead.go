package notify

import (
	"context"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
)

// Dead is a message that did not arrive, for staff.
type Dead struct {
	ID       string    `db:"id"`
	Channel  string    `db:"channel"`
	To       string    `db:"recipient"`
	Template string    `db:"template"`
	State    string    `db:"state"`
	Problem  string    `db:"problem"`
	Attempts int64     `db:"attempts"`
	At       db.Millis `db:"created_at"`
	// Instead is what became of the message that stood in, "" for none.
	Instead string `db:"instead"`
}

// Masked is the receiver with all but the last three characters hidden; the
// domain of an e-mail address is shown.
func (d Dead) Masked() string {
	if d.Channel == Push {
		return ""
	}
	name, domain, mail := strings.Cut(d.To, "@")
	if mail {
		return name[:min(1, len(name))] + "•••@" + domain
	}
	return "•••" + d.To[max(0, len(d.To)-3):]
}

// Undelivered reads a page of the messages that did not arrive, newest first,
// and how many there are.
func Undelivered(ctx context.Context, q db.Querier, page, perPage int) (list []Dead, total int, err error) {
	if err := q.Get(ctx, &total, `SELECT COUNT(*) FROM messages WHERE state IN ('failed', 'undelivered')`); err != nil {
		return nil, 0, err
	}
	err = q.Select(ctx, &list, `SELECT m.id, m.channel, m.recipient, m.template, m.state, COALESCE(m.last_error, '') AS problem,
		m.attempts, m.created_at, COALESCE(r.state, '') AS instead
		FROM messages m LEFT JOIN messages r ON r.replaces = m.id WHERE m.state IN ('failed', 'undelivered')
		ORDER BY m.created_at DESC, m.id DESC LIMIT $1 OFFSET $2`, int64(perPage), int64((page-1)*perPage))
	return list, total, err
}

// Checks lists what must always hold about messages.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "messages: what waits has a job that sends it",
			Rows: `SELECT COUNT(*) FROM messages WHERE state = 'queued'`,
			Bad: `SELECT 'message ' || m.id AS what FROM messages m WHERE m.state = 'queued' AND NOT EXISTS
				(SELECT 1 FROM jobs j WHERE j.done_at IS NULL AND j.dead_at IS NULL AND j.payload = '{"message_id":"' || m.id || '"}')`,
		},
		{
			Name: "messages: what did not arrive says why",
			Rows: `SELECT COUNT(*) FROM messages WHERE state IN ('failed', 'undelivered')`,
			Bad: `SELECT 'message ' || id AS what FROM messages
				WHERE state IN ('failed', 'undelivered') AND (last_error IS NULL OR last_error = '') AND recipient <> ''`,
		},
		{
			Name: "messages: one stands in for one that did not arrive, to the same person",
			Rows: `SELECT COUNT(*) FROM messages WHERE replaces IS NOT NULL`,
			Bad: `SELECT 'message ' || m.id AS what FROM messages m LEFT JOIN messages o ON o.id = m.replaces
				WHERE m.replaces IS NOT NULL AND (o.id IS NULL OR o.recipient <> m.recipient OR o.channel = m.channel
				OR o.state NOT IN ('failed', 'undelivered', 'delivered'))`,
		},
	}
}
