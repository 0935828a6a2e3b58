package account

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// Contact is how to reach a customer who agreed to receive offers, in their language.
type Contact struct {
	Channel string
	To      string
	Lang    i18n.Lang
}

// OffersContact returns the one channel for offers that belong to no order, such as news of favourites. It prefers
// WhatsApp, then SMS, then e-mail, among those that the customer agreed to and the shop can send. False without
// consent.
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
