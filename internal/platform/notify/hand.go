package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

const (
	// reportWithin is the time that a provider has to report on a message after its response was lost. Only then is the
	// message sent again.
	reportWithin = 90 * time.Second
	// unsureTries is how often a message is sent without any sign of its outcome. After that it is logged instead of sent.
	unsureTries = 2
	// codeTries is how often WhatsApp is asked to accept a code. A code is valid only for minutes, and SMS is the
	// fallback.
	codeTries = 3
)

// unsure wraps the error of a request after which the provider may have accepted the message. Such a provider doesn't
// know our ids.
type unsure struct{ err error }

func (u unsure) Error() string { return u.err.Error() }
func (u unsure) Unwrap() error { return u.err }

// errGone reports that a browser has disabled notices.
var errGone = errors.New("the browser has switched notices off")

// forgetful is a provider that doesn't know our ids, so a message sent twice arrives twice.
type forgetful interface{ forgetful() }

// sending is a message with the history of its attempts.
type sending struct {
	row
	Link     *string    `db:"link"`
	Replaces *string    `db:"replaces"`
	Attempts int64      `db:"attempts"`
	Unsure   int64      `db:"unsure"`
	TriedAt  *db.Millis `db:"tried_at"`

	CausedBy   *string `db:"caused_by"`
	CausedFrom *string `db:"caused_from"`
}

const sendingColumns = columns + `, link, replaces, attempts, unsure, tried_at, caused_by, caused_from`

// hand passes a rendered message to its provider and records the outcome.
func (s *Service) hand(ctx context.Context, to provider, m sending, out Outgoing) error {
	if m.Link != nil {
		out.Link = *m.Link
	}
	_, careful := to.(forgetful)
	if careful && m.Unsure > 0 {
		if m.Unsure >= unsureTries {
			return s.fail(ctx, m, "nobody told what became of it")
		}
		if again := m.TriedAt.Add(reportWithin); db.At(s.clock.Now()) < again {
			return s.later(ctx, m, again)
		}
	}
	if careful {
		// Recorded before the request: if this process dies now, the next one knows that the message may have been sent.
		if taken, err := s.begin(ctx, &m); err != nil || !taken {
			return err
		}
	}
	ref, err := to.send(ctx, out)
	var never permanent
	var open unsure
	switch {
	case err == nil:
		return s.took(ctx, m, to.name(), ref)
	case errors.Is(err, errGone):
		return s.finish(ctx, m.ID, stateSkipped, err.Error())
	case errors.As(err, &never):
		return s.fail(ctx, m, err.Error())
	case careful && errors.As(err, &open):
		if e := s.note(ctx, m.ID, clip(err.Error())); e != nil {
			return e
		}
		return s.later(ctx, m, m.TriedAt.Add(reportWithin))
	}
	if careful {
		if e := s.takeBack(ctx, m.ID); e != nil {
			return e
		}
	}
	if jobs.LastTry(ctx) || m.ChallengeID != nil && m.Attempts+1 >= codeTries && s.standIn(m.row) != "" {
		return s.fail(ctx, m, err.Error())
	}
	if e := s.note(ctx, m.ID, clip(err.Error())); e != nil {
		return e
	}
	// Without the error itself, because a provider's response may contain the number.
	return fmt.Errorf("notify: message %s was not taken", m.ID)
}

// begin counts an attempt whose outcome is open; false if another job is sending the message.
func (s *Service) begin(ctx context.Context, m *sending) (taken bool, err error) {
	now := db.At(s.clock.Now())
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE messages SET unsure = unsure + 1, tried_at = $2
			WHERE id = $1 AND state = $3 AND unsure = $4`, m.ID, now, stateQueued, m.Unsure)
		taken = n == 1
		return err
	})
	m.TriedAt = &now
	return taken, err
}

// takeBack uncounts an attempt whose message was certainly not accepted.
func (s *Service) takeBack(ctx context.Context, messageID string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE messages SET unsure = unsure - 1 WHERE id = $1 AND unsure > 0`, messageID)
		return err
	})
}

// later schedules the next attempt of a message.
func (s *Service) later(ctx context.Context, m sending, at db.Millis) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobKindOf(m.row), Payload: job{MessageID: m.ID}, RunAt: at})
	})
}

func jobKindOf(m row) string {
	kind := Message{Channel: m.Channel}
	if m.ChallengeID != nil {
		kind.ChallengeID = *m.ChallengeID
	}
	return jobKind(kind)
}

// took records that a provider has accepted a message.
func (s *Service) took(ctx context.Context, m sending, provider, ref string) error {
	now := db.At(s.clock.Now())
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE messages SET state = $2, sent_at = $3, provider = $4, provider_ref = $5, attempts = attempts + 1,
			last_error = NULL,
				caused_by = NULL, caused_from = NULL
			WHERE id = $1 AND state = $6`, m.ID, stateSent, now, provider, optional(ref), stateQueued)
		if err != nil || n == 0 || m.OfferTo == nil {
			return err
		}
		link := ""
		if m.Link != nil {
			link = *m.Link
		}
		// A message and its fallback are one notice.
		news := m.ID
		if m.Replaces != nil {
			news = *m.Replaces
		}
		_, err = keepNotice(ctx, tx, *m.OfferTo, "ntc_"+id.Digest(news)[:32], m.Template, m.Params, link, "", now)
		return err
	})
}

// fail records that a message cannot be delivered over its channel, and sends a fallback message if possible.
func (s *Service) fail(ctx context.Context, m sending, problem string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE messages SET state = $2, last_error = $3, attempts = attempts + 1 WHERE id = $1 AND state = $4`,
			m.ID, stateFailed, clip(problem), stateQueued)
		if err != nil || n == 0 {
			return err
		}
		return s.reported(ctx, tx, m.row, stateFailed)
	})
}

// reported logs messages that reached nobody, even after a fallback.
func (s *Service) reported(ctx context.Context, tx *db.Tx, m row, state string) error {
	replaced, err := s.replace(ctx, tx, m)
	if err != nil {
		return err
	}
	level := slog.LevelError
	if replaced || m.Channel == Push {
		level = slog.LevelWarn
	}
	slog.Log(ctx, level, "a message was not delivered", "message", m.ID, "channel", m.Channel, "template", m.Template,
		"state", state, "goes_by_sms", replaced)
	return nil
}
