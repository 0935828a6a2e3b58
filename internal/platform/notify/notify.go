// Package notify tells people things: sign-in codes and notices, by SMS,
// WhatsApp or e-mail, and to customers who are known also in the inbox of their
// account and in the browsers they switched that on in.
//
// Send writes a message and a job to the outbox in the caller's transaction,
// so what is announced has happened and what has happened is announced. The
// job renders the text in the customer's language and hands it to the channel's
// provider: a mail server for e-mail, Twilio, WhatsApp's own Cloud API or a
// signed web hook for SMS and WhatsApp (webhook.go describes what its receiver
// must do), a browser's push service.
//
// A provider that knows our ids may see a message twice, with the same id. One
// that does not is asked again only after it had time to report on a sending
// whose answer got lost, and then once (hand.go). What WhatsApp refuses or
// cannot deliver goes by SMS (fallback.go). What reached nobody stays as failed
// or undelivered, with the reason, for staff and doctor.
//
// A sign-in code is not in the outbox. The message names its challenge, and
// the code is derived when it is sent.
//
// With the demo on nothing leaves the machine: messages are only recorded, and
// Outbox shows them.
package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

// The channels.
const (
	SMS      = "sms"
	WhatsApp = "whatsapp"
	Email    = "email"
	// Push is a customer's browser. Send makes these messages by itself.
	Push = "push"
	// Inbox is for what is worth no SMS: the account's inbox and browsers only.
	Inbox = "inbox"
)

// TemplateCode is the template of a sign-in code: its text needs a challenge.
const TemplateCode = "notify.code"

// jobKind is the kind of the job that sends a message: one for codes and one
// for each channel, so that a provider which hangs holds up only its own.
func jobKind(m Message) string {
	if m.ChallengeID != "" {
		return "notify.code"
	}
	return "notify." + m.Channel
}

// What becomes of a message.
const (
	stateQueued = "queued"
	stateSent   = "sent"
	stateFailed = "failed" // the provider will never take it
	stateStale  = "stale"  // its code is of no use any more
	stateResent = "resent" // it did not arrive, and staff sent it again as another message
	// its channel is switched off, offers are not wanted there, the number is not served, or a budget is used up
	stateSkipped = "skipped"

	stateDelivered   = "delivered"   // the provider says that it arrived
	stateUndelivered = "undelivered" // the provider took it and could not deliver it
)

// Message is something to tell one person.
type Message struct {
	// Channel is sms, whatsapp or email; empty chooses by To.
	Channel string
	// To is a phone in E.164 or an e-mail address.
	To string
	// Template is a text key such as "orders.notice_accepted". Where a text
	// "<template>_<channel>" exists it is taken instead, and an e-mail's
	// subject is "<template>_subject".
	Template string
	Lang     i18n.Lang
	// Params fill {name} in the text. Never put a code here.
	Params map[string]string
	// ChallengeID names the code to be sent; the text says {code} for it.
	ChallengeID string
	// OfferTo is the customer to whom this advertises something, empty for news
	// of their own orders and for codes. It is sent only if they agree to
	// offers over this channel at that moment (Service.Agrees).
	OfferTo string
	// At is when this was asked for; zero is the machine's now.
	At time.Time
	// UserID is the customer it goes to, where there is one: it then stands in
	// the inbox of their account too (an offer does once it was sent to who
	// agreed), in the language they read, from
	// "<template>_inbox" where that text exists. A param "x_ar" stands for "x"
	// there in Arabic, "x_en" in English.
	UserID string
	// Link is the page of the shop that the notice is about, without language:
	// "/account/my-orders/ord_…".
	Link string
	// Thread is what this is a further step of, such as the page of an order: an
	// inbox shows all of one thread as one line. Empty for what stands alone.
	Thread string
	// Once names this piece of news among those of one customer: however often
	// it is sent, their inbox holds it once. Only for Inbox, where a job tells
	// it that may run again.
	Once string
	// GuestFrom is the address of a guest whose request this is; of customers who
	// are signed in the request tells it.
	GuestFrom netip.Addr
}

// Fill gives a value that is written differently in each language.
func (m *Message) Fill(name string, value i18n.Text) {
	if m.Params == nil {
		m.Params = map[string]string{}
	}
	m.Params[name], m.Params[name+"_en"], m.Params[name+"_ar"] = value.In(m.Lang), value.In(i18n.EN), value.In(i18n.AR)
}

// Send puts a message and the job that delivers it into the caller's
// transaction.
func Send(ctx context.Context, tx *db.Tx, m Message) error {
	if m.Channel == Inbox && m.UserID != "" {
		return toInbox(ctx, tx, m)
	}
	if m.To == "" || m.Template == "" {
		return errors.New("notify: a message needs somebody to go to and a text")
	}
	if m.Channel != "" && m.Channel != SMS && m.Channel != WhatsApp && m.Channel != Email {
		return fmt.Errorf("notify: %q is no channel", m.Channel)
	}
	if m.Channel == "" {
		m.Channel = SMS
		if strings.Contains(m.To, "@") {
			m.Channel = Email
		}
	}
	if m.Params == nil {
		m.Params = map[string]string{}
	}
	if m.At.IsZero() {
		m.At = clock.System.Now()
	}
	params, err := json.Marshal(m.Params)
	if err != nil {
		return err
	}
	var challenge *string
	if m.ChallengeID != "" {
		challenge = &m.ChallengeID
	}
	messageID := id.New("msg")
	by, from := causeOf(ctx, m)
	if _, err := tx.Exec(ctx, `
		INSERT INTO messages (id, channel, recipient, template, lang, params, challenge_id, offer_to, state, created_at,
		user_id,
			caused_by, caused_from)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		messageID, m.Channel, m.To, m.Template, m.Lang, string(params), challenge, optional(m.OfferTo), stateQueued,
		db.At(m.At),
		optional(m.UserID), by, from); err != nil {
		return err
	}
	if err := jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobKind(m), Payload: job{MessageID: messageID}}); err != nil {
		return err
	}
	if m.Link != "" {
		if _, err := tx.Exec(ctx, `UPDATE messages SET link = $2 WHERE id = $1`, messageID, m.Link); err != nil {
			return err
		}
	}
	if m.UserID == "" || m.ChallengeID != "" || m.OfferTo != "" {
		return nil
	}
	return toInbox(ctx, tx, m)
}

type job struct {
	MessageID string `json:"message_id"`
}

// CodeFunc gives the code of a challenge and whether it is still of use.
type CodeFunc func(ctx context.Context, challengeID string) (code string, live bool, err error)

// Service delivers messages. Make it with New.
type Service struct {
	db    *db.DB
	clock clock.Clock
	cfg   Config
	code  CodeFunc
	by    atomic.Pointer[map[string]provider] // channel to provider
	words atomic.Pointer[Wording]

	// Agrees tells whether a customer agrees to offers over a channel. Until the
	// app sets it, nobody does.
	Agrees func(ctx context.Context, userID, channel string) (bool, error)
	// Serves tells whether the shop pays for messages to a phone; SMS and
	// WhatsApp go to no other. Until the app sets it, none is served.
	Serves func(ctx context.Context, phone string) (bool, error)
	// Mute says why nothing is sent at the moment, "" where it is; code asks about
	// sign-in codes. Until the app sets it, everything is sent.
	Mute func(code bool) string
}

// Outgoing is a message as a provider gets it.
type Outgoing struct {
	ID       string
	Channel  string
	To       string
	Lang     i18n.Lang
	Template string
	Params   map[string]string
	Subject  string // of an e-mail
	Text     string
	Code     string // of a sign-in code, "" otherwise
	Link     string // a page of the shop, "" for none
	At       time.Time
}

// provider takes a message off our hands. ref is what it calls the message in
// reports, "" where it makes none. An error of type permanent means that asking
// again is useless, one of type unsure that it may have been taken.
type provider interface {
	name() string
	send(ctx context.Context, m Outgoing) (ref string, err error)
}

type permanent struct{ err error }

func (p permanent) Error() string { return p.err.Error() }
func (p permanent) Unwrap() error { return p.err }

// New makes the service; see Check for what cfg must hold.
func New(d *db.DB, c clock.Clock, cfg Config, code CodeFunc) (*Service, error) {
	if err := Check(cfg); err != nil {
		return nil, err
	}
	if cfg.Budget == (Budget{}) {
		cfg.Budget = DefaultBudget
	}
	s := &Service{db: d, clock: c, cfg: cfg, code: code,
		Agrees: func(context.Context, string, string) (bool, error) { return false, nil },
		Serves: func(context.Context, string) (bool, error) { return false, nil },
		Mute:   func(bool) string { return "" }}
	by := s.providers(cfg)
	s.by.Store(&by)
	return s, nil
}

// providers are who carries what, by channel.
func (s *Service) providers(cfg Config) map[string]provider {
	by := map[string]provider{}
	for _, channel := range []string{SMS, WhatsApp, Email, Push} {
		switch {
		case cfg.Demo:
			by[channel] = recorder{}
		case channel == Push:
			if len(cfg.Secret) > 0 {
				by[channel] = newPusher(cfg, s.db, s.clock)
			}
		case !cfg.on(channel):
		case channel == Email:
			by[channel] = newMailer(cfg)
		case cfg.carrier(channel) == byTwilio:
			by[channel] = newTwilio(cfg)
		case cfg.carrier(channel) == byCloud:
			by[channel] = newCloud(cfg)
		case cfg.carrier(channel) == ByHTTP:
			by[channel] = newHTTPSMS(cfg.HTTPSMS)
		default:
			by[channel] = newWebhook(cfg.Webhook, s.clock)
		}
	}
	return by
}

// Reconfigure has other providers carry messages from now on. What is being
// handed over goes on with the one it began with. The demo sends nothing
// whatever is configured.
func (s *Service) Reconfigure(cfg Config) error {
	if err := Check(cfg); err != nil {
		return err
	}
	by := s.providers(cfg)
	s.by.Store(&by)
	return nil
}

// via is who carries a channel, nil for nobody.
func (s *Service) via(channel string) provider { return (*s.by.Load())[channel] }

// Carries reports whether the shop sends anything over a channel.
func (s *Service) Carries(channel string) bool { return s.via(channel) != nil }

// recorder is the demo's provider: the row in the outbox is all there is.
type recorder struct{}

func (recorder) name() string { return "demo" }

func (recorder) send(context.Context, Outgoing) (string, error) { return "", nil }

// Jobs makes the runner deliver messages.
func (s *Service) Jobs(r *jobs.Runner) {
	for _, kind := range []string{"code", SMS, WhatsApp, Email, Push} {
		// Also while the runner is held: deliver records that nothing is sent.
		r.Handle("notify."+kind, s.deliver, jobs.WhileHeld())
	}
	r.Every("messages.sweep", 24*time.Hour, s.Sweep)
}

type row struct {
	ID          string    `db:"id"`
	Channel     string    `db:"channel"`
	Recipient   string    `db:"recipient"`
	Template    string    `db:"template"`
	Lang        string    `db:"lang"`
	Params      string    `db:"params"`
	ChallengeID *string   `db:"challenge_id"`
	OfferTo     *string   `db:"offer_to"`
	State       string    `db:"state"`
	CreatedAt   db.Millis `db:"created_at"`
}

const columns = `id, channel, recipient, template, lang, params, challenge_id, offer_to, state, created_at`

// deliver is the job. It may run again for a message that was sent: the state
// says so, and where the process died in between, the provider knows the id.
func (s *Service) deliver(ctx context.Context, payload json.RawMessage) error {
	var j job
	if err := json.Unmarshal(payload, &j); err != nil {
		return err
	}
	var all sending
	if err := s.db.Get(ctx, &all, `SELECT `+sendingColumns+` FROM messages WHERE id = $1`, j.MessageID); err != nil {
		return err
	}
	m := all.row
	if m.State != stateQueued {
		return nil
	}
	if why := s.Mute(m.ChallengeID != nil); why != "" {
		return s.finish(ctx, m.ID, stateSkipped, why)
	}
	to := s.via(m.Channel)
	if to == nil {
		slog.Warn("a message was not sent: its channel is off", "message", m.ID, "channel", m.Channel, "template", m.Template)
		return s.finish(ctx, m.ID, stateSkipped, "")
	}
	if m.Channel == SMS || m.Channel == WhatsApp {
		// Every message passes here, a repetition and a stand-in too.
		serves, err := s.Serves(ctx, m.Recipient)
		if err != nil {
			return err
		}
		if !serves {
			return s.finish(ctx, m.ID, stateSkipped, "not a mobile number of a country that is served")
		}
	}
	if m.OfferTo != nil {
		agrees, err := s.Agrees(ctx, *m.OfferTo, m.Channel)
		if err != nil {
			return err
		}
		if !agrees {
			return s.finish(ctx, m.ID, stateSkipped, "")
		}
	}
	out, live, err := s.outgoing(ctx, m)
	if err != nil {
		return err
	}
	if !live {
		return s.finish(ctx, m.ID, stateStale, "")
	}
	if refusal, err := s.afford(ctx, all); err != nil {
		return err
	} else if refusal != "" {
		return s.finish(ctx, m.ID, stateSkipped, refusal)
	}
	return s.hand(ctx, to, all, out)
}

// outgoing renders a message. live is false for a code nobody can use.
func (s *Service) outgoing(ctx context.Context, m row) (out Outgoing, live bool, err error) {
	out = Outgoing{ID: m.ID, Channel: m.Channel, To: m.Recipient, Lang: m.Lang, Template: m.Template,
		Params: map[string]string{}, At: m.CreatedAt.Time()}
	if err := json.Unmarshal([]byte(m.Params), &out.Params); err != nil {
		return out, false, err
	}
	live = true
	if m.ChallengeID != nil {
		if out.Code, live, err = s.code(ctx, *m.ChallengeID); err != nil {
			return out, false, err
		}
	}
	out.Subject, out.Text = render(out, s.cfg.host(), s.wording())
	return out, live, nil
}

func (s *Service) finish(ctx context.Context, messageID, state, problem string) error {
	var sentAt *db.Millis
	if state == stateSent {
		now := db.At(s.clock.Now())
		sentAt = &now
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `
			UPDATE messages SET state = $2, sent_at = $3, last_error = $4, attempts = attempts + 1, caused_by = NULL,
			caused_from = NULL
			WHERE id = $1 AND state = $5`, messageID, state, sentAt, optional(problem), stateQueued)
		return err
	})
}

// note remembers why a message could not be handed over this time.
func (s *Service) note(ctx context.Context, messageID, problem string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `
			UPDATE messages SET attempts = attempts + 1, last_error = $2 WHERE id = $1 AND state = $3`,
			messageID, problem, stateQueued)
		return err
	})
}

// KeepBack records of every message that waits that it is never sent, and counts
// them.
func KeepBack(ctx context.Context, tx *db.Tx, why string) (int64, error) {
	return tx.Exec(ctx, `UPDATE messages SET state = $1, last_error = $2, caused_by = NULL, caused_from = NULL
		WHERE state = $3`,
		stateSkipped, why, stateQueued)
}

// Forget takes a person off the messages they were sent, and keeps back what
// has not gone yet.
func Forget(ctx context.Context, tx *db.Tx, recipients ...string) error {
	for _, to := range recipients {
		if to == "" {
			continue
		}
		if err := forget(ctx, tx, `recipient = $1`, to); err != nil {
			return err
		}
	}
	return nil
}

// forget empties the messages that a condition on $1 names.
func forget(ctx context.Context, tx *db.Tx, where, value string) error {
	_, err := tx.Exec(ctx, `
		UPDATE messages SET recipient = '', params = '{}', link = NULL, last_error = NULL,
			state = CASE WHEN state = $2 THEN $3 ELSE state END WHERE `+where, value, stateQueued, stateSkipped)
	return err
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func clip(s string) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "")
	if r := []rune(s); len(r) > 300 {
		return string(r[:300])
	}
	return s
}
