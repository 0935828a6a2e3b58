package notify

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"

	gomail "github.com/wneessen/go-mail"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/remote"
)

// ErrOff reports that a channel has no provider.
var ErrOff = errors.New("nobody carries this channel")

// Try sends a message through the provider of a channel, once and immediately, and returns the result. It stores
// nothing.
func (s *Service) Try(ctx context.Context, channel, to string, lang i18n.Lang) error {
	if s.Mute(false) != "" {
		return ErrOff
	}
	via := s.via(channel)
	if via == nil {
		return ErrOff
	}
	m := Outgoing{ID: id.New("msg"), Channel: channel, To: to, Lang: lang, Template: "notify.try",
		Params: map[string]string{}, At: s.clock.Now()}
	m.Subject, m.Text = render(m, s.cfg.host(), nil)
	_, err := via.send(ctx, m)
	return err
}

// answered is a refusal by a provider that understood the request.
type answered struct {
	who          string
	status, code int
}

func (a answered) Error() string {
	if a.code != 0 {
		return fmt.Sprintf("%s answered %d %d", a.who, a.status, a.code)
	}
	return fmt.Sprintf("%s answered %d", a.who, a.status)
}

// errNotTaken reports that the response lacks the text that confirms success according to the owner.
var errNotTaken = errors.New("the SMS carrier's answer does not say that it took the message")

// Plain explains a failed attempt to the person who configured the provider, in one of a few fixed sentences and a
// number. All invalid responses get the same sentence, so that nobody can scan machines for open ports.
func Plain(lang i18n.Lang, err error) string {
	if errors.Is(err, remote.ErrOwnNetwork) {
		return i18n.T(lang, "providers.own_network")
	}
	var http answered
	if errors.As(err, &http) {
		status := http.status
		switch {
		case status == 401 || status == 403:
			return i18n.T(lang, "providers.try_login", "status", status)
		case status == 408 || status == 425 || status == 429:
			return i18n.T(lang, "providers.try_later", "status", status)
		case status >= 400 && status < 500:
			return i18n.T(lang, "providers.try_refused", "status", status)
		case status >= 500 && status < 600:
			return i18n.T(lang, "providers.try_broken", "status", status)
		}
		return i18n.T(lang, "providers.try_no_answer")
	}
	if errors.Is(err, errNotTaken) {
		return i18n.T(lang, "providers.try_not_taken")
	}
	if errors.Is(err, errNoTemplate) {
		return i18n.T(lang, "providers.try_no_template")
	}
	status := 0
	var letter *gomail.SendError
	var reply *textproto.Error
	switch {
	case errors.As(err, &letter):
		status = letter.ErrorCode()
	case errors.As(err, &reply):
		status = reply.Code
	}
	switch status {
	case 530, 534, 535, 538:
		return i18n.T(lang, "providers.try_login", "status", status)
	case 421, 450, 451, 452, 454:
		return i18n.T(lang, "providers.try_later", "status", status)
	case 550, 551, 552, 553, 554:
		return i18n.T(lang, "providers.try_refused", "status", status)
	}
	return i18n.T(lang, "providers.try_no_answer")
}

// Health describes the recent deliveries of a channel.
type Health struct {
	LastSent *db.Millis `db:"last_sent"`
	Failed   int64      `db:"failed"` // within a day
}

// Health returns the deliveries of a channel since a time.
func (s *Service) Health(ctx context.Context, channel string, since db.Millis) (h Health, err error) {
	err = s.db.Get(ctx, &h, `SELECT MAX(sent_at) AS last_sent,
		COALESCE(SUM(CASE WHEN state IN ('failed', 'undelivered') AND created_at >= $2 THEN 1 ELSE 0 END), 0) AS failed
		FROM messages WHERE channel = $1`, channel, since)
	return h, err
}
