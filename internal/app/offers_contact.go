package app

import (
	"context"

	"wekala/internal/account"
	"wekala/internal/favourites"
	"wekala/internal/loyalty"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/notify"
)

// offersContact tells how a customer who agreed to be sent offers gets news of their
// favourites: by WhatsApp rather than SMS, by SMS rather than e-mail, one of
// them only, and only over what the shop carries.
func (f *features) offersContact(ctx context.Context, q db.Querier, userID string) (favourites.Contact, bool, error) {
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
		if !agreed.Offers(channel) || !f.notify.Carries(channel) {
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

// remind addresses a reminder to a customer in the same way: nobody's order asks
// for it, so it needs the same consent.
func (f *features) remind(ctx context.Context, q db.Querier, userID string) (loyalty.Contact, bool, error) {
	to, agreed, err := f.offersContact(ctx, q, userID)
	return loyalty.Contact(to), agreed, err
}
