package notify

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

// standIn returns the fallback channel for a failed one, "" if there is none.
func (s *Service) standIn(m row) string {
	if m.Channel == WhatsApp && s.via(SMS) != nil {
		return SMS
	}
	return ""
}

// replace sends a message over the fallback channel. It does so only once, even if the failure is reported several
// times or in several ways.
func (s *Service) replace(ctx context.Context, tx *db.Tx, m row) (replaced bool, err error) {
	channel := s.standIn(m)
	if channel == "" {
		return false, nil
	}
	next := m
	next.ID, next.Channel = id.New("msg"), channel
	n, err := tx.Exec(ctx, `
		INSERT INTO messages (id, channel, recipient, template, lang, params, challenge_id, offer_to, state, created_at,
		replaces, link, user_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (SELECT link FROM messages WHERE id = $11),
			(SELECT user_id FROM messages WHERE id = $11)) ON CONFLICT DO NOTHING`,
		next.ID, next.Channel, next.Recipient, next.Template, next.Lang, next.Params, next.ChallengeID, next.OfferTo,
		stateQueued,
		db.At(s.clock.Now()), m.ID)
	if err != nil || n == 0 {
		return err == nil, err
	}
	return true, jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobKindOf(next), Payload: job{MessageID: next.ID}})
}

// report is a provider's report about a message that it accepted, in our terms.
type report struct {
	provider  string
	messageID string // set if the provider repeats our id
	ref       string // the provider's own id
	state     string // stateSent, stateDelivered or stateUndelivered
	problem   string
}

// report records the outcome of a message. Reports may arrive late, repeatedly and in any order. A report about an
// unknown message is not an error.
func (s *Service) report(ctx context.Context, r report) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var found []row
		err := tx.Select(ctx, &found, `SELECT `+columns+` FROM messages
			WHERE id = $1 OR (provider = $2 AND provider_ref = $3) ORDER BY id LIMIT 1`, r.messageID, r.provider, r.ref)
		if err != nil || len(found) == 0 {
			return err
		}
		m, now := found[0], db.At(s.clock.Now())
		switch r.state {
		case stateSent:
			// The response was lost, but the provider had accepted the message.
			_, err = tx.Exec(ctx, `UPDATE messages SET state = 'sent', sent_at = $2, provider = $3, provider_ref = $4
				WHERE id = $1 AND state = 'queued'`, m.ID, now, r.provider, optional(r.ref))
			return err
		case stateDelivered:
			n, err := tx.Exec(ctx, `UPDATE messages SET state = 'delivered', sent_at = COALESCE(sent_at, $2), delivered_at = $2,
				provider = $3, provider_ref = $4, last_error = NULL
				WHERE id = $1 AND state IN ('queued', 'sent', 'failed', 'undelivered')`, m.ID, now, r.provider, optional(r.ref))
			if err != nil || n == 0 {
				return err
			}
			// An unsent fallback message is no longer needed.
			_, err = tx.Exec(ctx,
				`UPDATE messages SET state = 'skipped' WHERE replaces = $1 AND state = 'queued' AND unsure = 0`, m.ID)
			return err
		case stateUndelivered:
			n, err := tx.Exec(ctx, `UPDATE messages SET state = 'undelivered', sent_at = COALESCE(sent_at, $2), provider = $3,
				provider_ref = $4, last_error = $5 WHERE id = $1 AND state IN ('queued', 'sent')`,
				m.ID, now, r.provider, optional(r.ref), clip(r.problem))
			if err != nil || n == 0 {
				return err
			}
			return s.reported(ctx, tx, m, stateUndelivered)
		}
		return nil
	})
}
