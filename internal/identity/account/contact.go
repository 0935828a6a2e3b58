package account

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// Contact is how a customer who agreed to be sent offers is told, in their language.
type Contact struct {
	Channel string
	To      string
	Lang    i18n.Lang
}

// OffersContact tells how a customer who agreed to be sent offers gets what no
// order of theirs asks for, news of favourites and reminders: by WhatsApp rather
// than SMS, by SMS rather than e-mail, one of them only, and only over what the
// shop carries. False for those who did not agree.
func (s *Service) OffersContact(ctx context.Context, q db.Querier, userID string) (Contact, bool, error) {
	u, err := Get(ctx, q, userID)
	if errs.Is(err, "common.not_found") {
		return Contact{}, false, nil
	}
	if err != nil {
		return Contact{}, false, err
	}
	agreed, err := Consents(ctx, q, userID)
	if err != nil {
		return Contact{}, false, err
	}
	for _, channel := range []string{notify.WhatsApp, notify.SMS, notify.Email} {
		if !agreed.Offers(channel) || !s.Carries(channel) {
			continue
		}
		to := u.Phone
		if channel == notify.Email {
			if u.Email == nil {
				continue
			}
			to = *u.Email
		}
		return Contact{Channel: channel, To: to, Lang: u.Lang}, true, nil
	}
	return Contact{}, false, nil
}
