package app

import (
	"context"

	"wekala/internal/account"
	"wekala/internal/favourites"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/notify"
)

// reach tells how a shopper who agreed to be sent offers gets news of their
// favourites: by WhatsApp rather than SMS, by SMS rather than e-mail, one of
// them only.
func reach(ctx context.Context, q db.Querier, userID string) (favourites.Contact, bool, error) {
	u, err := account.Get(ctx, q, userID)
	if errs.Is(err, "common.not_found") {
		return favourites.Contact{}, false, nil
	}
	if err != nil {
		return favourites.Contact{}, false, err
	}
	agreed, err := account.Consents(ctx, q, userID)
	if err != nil {
		return favourites.Contact{}, false, err
	}
	for _, channel := range []string{notify.WhatsApp, notify.SMS, notify.Email} {
		if !agreed.Offers(channel) {
			continue
		}
		to := u.Phone
		if channel == notify.Email {
			if u.Email == nil {
				continue
			}
			to = *u.Email
		}
		return favourites.Contact{Channel: channel, To: to, Lang: u.Lang}, true, nil
	}
	return favourites.Contact{}, false, nil
}
