package notify

import (
	"context"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

// Dead is an undelivered message, for staff.
type Dead struct {
	ID       string    `db:"id"`
	Channel  string    `db:"channel"`
	To       string    `db:"recipient"`
	Template string    `db:"template"`
	State    string    `db:"state"`
	Problem  string    `db:"problem"`
	Attempts int64     `db:"attempts"`
	At       db.Millis `db:"created_at"`
	// Instead is the outcome of the fallback message, "" if there was none.
	Instead string `db:"instead"`
	// Again reports whether the message may be sent again.
	Again bool `db:"again"`
}

// Masked returns the recipient with all but the last three characters hidden; the domain of an e-mail address is shown.
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

// Undelivered reads undelivered messages, newest first, starting after the one with this time and id.
func Undelivered(ctx context.Context, q db.Querier, at int64, id string, limit int) (list []Dead, err error) {
	err = q.Select(ctx, &list, `SELECT m.id, m.channel, m.recipient, m.template, m.state,
		COALESCE(m.last_error, '') AS problem,
		m.attempts, m.created_at, COALESCE(r.state, '') AS instead,
		m.channel <> 'push' AND m.recipient <> '' AND m.challenge_id IS NULL AND m.offer_to IS NULL AND r.id IS NULL AS again
		FROM messages m LEFT JOIN messages r ON r.replaces = m.id WHERE m.state IN ('failed', 'undelivered')
		AND m.created_at <= $1 AND (m.created_at < $1 OR m.id < $2)
		ORDER BY m.created_at DESC, m.id DESC LIMIT $3`, at, id, int64(limit))
	return list, err
}

// SendAgain sends an undelivered message again, as a new one: a provider that knows the old id would drop it as a
// repetition. Codes and offers would be too late; stand-ins are resent from their own entry. 404 for no message, 409
// notify.not_again if it arrived, was resent or may not be resent.
func SendAgain(ctx context.Context, tx *db.Tx, messageID string, at time.Time) (Dead, error) {
	var found []Dead
	err := tx.Select(ctx, &found, `SELECT id, channel, recipient, template, state FROM messages WHERE id = $1`, messageID)
	if err != nil {
		return Dead{}, err
	}
	if len(found) == 0 {
		return Dead{}, errs.NotFound()
	}
	old := found[0]
	n, err := tx.Exec(ctx, `UPDATE messages SET state = $2 WHERE id = $1 AND state IN ('failed', 'undelivered')
		AND channel <> 'push'
		AND recipient <> '' AND challenge_id IS NULL AND offer_to IS NULL
		AND NOT EXISTS (SELECT 1 FROM messages r WHERE r.replaces = $1)`, messageID, stateResent)
	if err != nil {
		return old, err
	}
	if n == 0 {
		return old, errs.Conflict("notify.not_again")
	}
	next := id.New("msg")
	_, err = tx.Exec(ctx, `INSERT INTO messages (id, channel, recipient, template, lang, params, state, created_at, link,
		user_id)
		SELECT $2, channel, recipient, template, lang, params, $3, $4, link, user_id FROM messages
		WHERE id = $1`, messageID, next, stateQueued, db.At(at))
	if err != nil {
		return old, err
	}
	return old,
		jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobKind(Message{Channel: old.Channel}), Payload: job{MessageID: next}})
}

// Checks lists the invariants of messages.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "messages: what waits has a job that sends it",
			Rows: `SELECT COUNT(*) FROM messages WHERE state = 'queued'`,
			Bad: `SELECT 'message ' || m.id AS what FROM messages m WHERE m.state = 'queued' AND NOT EXISTS
				(SELECT 1 FROM jobs j WHERE j.done_at IS NULL AND j.dead_at IS NULL
				AND j.payload = '{"message_id":"' || m.id || '"}')`,
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
