package notify

import (
	"context"
	"errors"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// ErrOff says that nobody carries a channel.
var ErrOff = errors.New("nobody carries this channel")

// Try hands a message to whoever carries a channel, at once and once, and says
// what came of it. Nothing of it is kept.
func (s *Service) Try(ctx context.Context, channel, to string, lang i18n.Lang) error {
	via := s.via(channel)
	if via == nil {
		return ErrOff
	}
	m := Outgoing{ID: id.New("msg"), Channel: channel, To: to, Lang: lang, Template: "notify.try", Params: map[string]string{}, At: s.clock.Now()}
	m.Subject, m.Text = render(m, s.cfg.host())
	_, err := via.send(ctx, m)
	return err
}

// Plain says of a failed sending what may be shown to whoever set the provider
// up: no address and no number stands in it.
func Plain(err error) string { return clip(strings.TrimSpace(err.Error())) }

// Health is how a channel has done lately.
type Health struct {
	LastSent *db.Millis `db:"last_sent"`
	Failed   int64      `db:"failed"` // within a day
}

// Health tells how a channel has done since a moment.
func (s *Service) Health(ctx context.Context, channel string, since db.Millis) (h Health, err error) {
	err = s.db.Get(ctx, &h, `SELECT MAX(sent_at) AS last_sent,
		COALESCE(SUM(CASE WHEN state IN ('failed', 'undelivered') AND created_at >= $2 THEN 1 ELSE 0 END), 0) AS failed
		FROM messages WHERE channel = $1`, channel, since)
	return h, err
}
