package account

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/notify"
)

// Channels are the channels over which offers can be sent.
var Channels = []string{notify.SMS, notify.WhatsApp, notify.Email}

// offers is the only kind of message that needs consent.
const offers = "offers"

// WordingVersion is the current version of the text account.offers_wording. A changed text needs a new version, because
// a consent applies only to the text that the customer read.
const WordingVersion = "2026-11-26"

// Consent lists the channels over which a customer agrees to receive offers.
type Consent map[string]bool

// Offers reports whether offers may be sent over a channel.
func (c Consent) Offers(channel string) bool { return c[channel] }

// Consents reads what a customer currently agrees to. An e-mail address counts only once it is confirmed. Senders of
// offers set OfferTo in notify.Message, so that the consent is checked again when the message is sent.
func Consents(ctx context.Context, q db.Querier, userID string) (Consent, error) {
	u, err := Get(ctx, q, userID)
	if err != nil {
		return Consent{}, err
	}
	given, err := currentConsents(ctx, q, userID)
	all := Consent{}
	for channel, last := range given {
		all[channel] = last.Given && addressOn(u, channel) != nil
	}
	return all, err
}

// addressOn returns the address at which a customer receives messages of a channel; nil if there is none.
func addressOn(u User, channel string) *string {
	if channel != notify.Email {
		return &u.Phone
	}
	if u.EmailVerified {
		return u.Email
	}
	return nil
}

type consent struct {
	UserID    string    `db:"user_id"`
	Seq       int64     `db:"seq"`
	Kind      string    `db:"kind"`
	Channel   string    `db:"channel"`
	Given     bool      `db:"given"`
	Wording   string    `db:"wording"`
	Lang      string    `db:"lang"`
	SessionID string    `db:"session_id"`
	At        db.Millis `db:"at"`
}

// currentConsents reads the last decision on each channel.
func currentConsents(ctx context.Context, q db.Querier, userID string) (map[string]consent, error) {
	var rows []consent
	err := q.Select(ctx, &rows, `
		SELECT user_id, seq, kind, channel, given, wording, lang, session_id, at FROM consents
		WHERE user_id = $1 AND kind = $2 ORDER BY seq`, userID, offers)
	last := map[string]consent{}
	for _, r := range rows {
		last[r.Channel] = r
	}
	return last, err
}

// record adds a decision, unless it repeats the current one. The caller has locked the customer's row in preferences.
func record(ctx context.Context, tx *db.Tx, c consent) error {
	given, err := currentConsents(ctx, tx, c.UserID)
	if err != nil {
		return err
	}
	if last, said := given[c.Channel]; last.Given == c.Given && (!said || last.Wording == c.Wording) {
		return nil
	}
	if err := tx.Get(ctx, &c.Seq, `SELECT COALESCE(MAX(seq), 0) + 1 FROM consents WHERE user_id = $1`,
		c.UserID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO consents (user_id, seq, kind, channel, given, wording, lang, session_id, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		c.UserID, c.Seq, c.Kind, c.Channel, c.Given, c.Wording, c.Lang, c.SessionID, c.At)
	return err
}
