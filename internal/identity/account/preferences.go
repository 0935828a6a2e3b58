package account

import (
	"context"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// Preferences are a customer's settings, such as language and consents to offers.
type Preferences struct {
	Lang     string  `json:"lang" enum:"en,ar" doc:"Of what the shop writes to them."`
	Figures  *string `json:"figures" enum:"latn,arab" doc:"012 or ٠١٢; null is 012."`
	Currency string  `json:"currency"`
	Offers   Offers  `json:"offers"`
}

// Offers lists the channels over which a customer agrees to receive offers. News of their orders is always sent.
type Offers struct {
	Wording  string         `json:"wording" doc:"What is agreed to, in the caller's language."`
	Version  string         `json:"version" doc:"Of the wording; goes back with an answer."`
	Channels []ChannelState `json:"channels"`
}

// ChannelState is the state of one channel.
type ChannelState struct {
	Channel string     `json:"channel" enum:"sms,whatsapp,email"`
	Given   bool       `json:"given"`
	At      *db.Millis `json:"at" format:"date-time" doc:"Since when; null when they never said."`
	To      *string    `json:"to" doc:"Where it would go; null when there is no such way to reach them yet."`
}

// Liking is a change of preferences: only the fields that are set change.
type Liking struct {
	Lang, Figures, Currency Field
	// Offers holds the decision for each channel, in reply to the wording of Version.
	Offers  map[string]bool
	Version string
}

// Preferences returns a customer's preferences, with texts in lang.
func (s *Service) Preferences(ctx context.Context, q db.Querier, userID string, lang i18n.Lang) (Preferences, error) {
	u, err := auth.UserByID(ctx, q, userID)
	if err != nil {
		return Preferences{}, errs.Unauthorized()
	}
	var row []struct {
		Figures  *string `db:"figures"`
		Currency *string `db:"currency"`
	}
	if err := q.Select(ctx, &row, `SELECT figures, currency FROM preferences WHERE user_id = $1`, userID); err != nil {
		return Preferences{}, err
	}
	p := Preferences{Lang: u.Lang, Currency: money.Shop,
		Offers: Offers{Wording: i18n.T(lang, "account.offers_wording"), Version: WordingVersion}}
	if len(row) > 0 {
		p.Figures = row[0].Figures
		if row[0].Currency != nil {
			p.Currency = *row[0].Currency
		}
	}
	given, err := currentConsents(ctx, q, userID)
	if err != nil {
		return Preferences{}, err
	}
	for _, channel := range Channels {
		state := ChannelState{Channel: channel, To: addressOn(u, channel)}
		if last, ok := given[channel]; ok {
			state.Given, state.At = last.Given, &last.At
		}
		p.Offers.Channels = append(p.Offers.Channels, state)
	}
	return p, nil
}

// Like changes the preferences that are set. 422 for an unknown value, 409 if the wording has changed since it was
// read.
func (s *Service) Like(ctx context.Context, userID, sessionID string, in Liking, lang i18n.Lang) (Preferences, error) {
	if err := in.check(s.Currencies()); err != nil {
		return Preferences{}, err
	}
	var p Preferences
	err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.clock.Now())
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO preferences (user_id, updated_at) VALUES ($1, $2)
			ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at`, userID, now); err != nil {
			return err
		}
		if in.Figures.Sent {
			if _, err := tx.Exec(ctx, `UPDATE preferences SET figures = $2 WHERE user_id = $1`, userID,
				blank(in.Figures.Text)); err != nil {
				return err
			}
		}
		if in.Currency.Sent {
			if _, err := tx.Exec(ctx, `UPDATE preferences SET currency = $2 WHERE user_id = $1`, userID,
				blank(in.Currency.Text)); err != nil {
				return err
			}
		}
		if in.Lang.Sent {
			if err := s.auth.ChangeProfile(ctx, tx, userID, auth.ProfileChange{Lang: auth.To(in.Lang.Text)}, now); err != nil {
				return err
			}
		}
		for _, channel := range Channels {
			given, said := in.Offers[channel]
			if !said {
				continue
			}
			if err := record(ctx, tx, consent{UserID: userID, Kind: offers, Channel: channel, Given: given,
				Wording: WordingVersion, Lang: string(lang), SessionID: sessionID, At: now}); err != nil {
				return err
			}
		}
		var err error
		p, err = s.Preferences(ctx, tx, userID, lang)
		return err
	})
	return p, err
}

func (in Liking) check(currencies []string) error {
	var wrong []errs.Field
	one := func(field string, f Field, mayBeEmpty bool, of ...string) {
		ok := !f.Sent || mayBeEmpty && f.Text == ""
		for _, choice := range of {
			ok = ok || f.Text == choice
		}
		if !ok {
			wrong = append(wrong, errs.Field{Name: field, Key: "common.one_of"})
		}
	}
	one("lang", in.Lang, false, string(i18n.EN), string(i18n.AR))
	one("figures", in.Figures, true, "latn", "arab")
	one("currency", in.Currency, true, currencies...)
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	if len(in.Offers) > 0 && in.Version != WordingVersion {
		return errs.Conflict("account.wording_changed")
	}
	return nil
}

func blank(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
