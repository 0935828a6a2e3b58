package setup

import (
	"context"
	"errors"
	"slices"

	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/settings"
)

// Erase removes the phone of a customer who deletes their account from the invitations to a soft opening.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	var phone string
	if err := tx.Get(ctx, &phone, `SELECT COALESCE(phone, '') FROM users WHERE id = $1`, userID); err != nil {
		return err
	}
	for {
		o, version, err := readOpening(ctx, tx)
		if err != nil || phone == "" || !slices.Contains(o.Phones, phone) {
			return err
		}
		o.Phones = slices.DeleteFunc(o.Phones, func(p string) bool { return p == phone })
		err = settings.Change(ctx, tx, OpeningSetting, version, o, s.Clock.Now())
		if errors.Is(err, settings.ErrVersionConflict) {
			continue // another change came first
		}
		if err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, OpeningSetting)
	}
}
