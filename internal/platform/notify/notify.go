// Package notify sends messages to people: sign-in codes and notices, by SMS, WhatsApp or e-mail; known customers also
// get them in the inbox of their account and in the browsers in which they have switched notices on.
//
// Send writes a message and a job to the outbox in the caller's transaction, so a message is sent exactly when its
// cause has been committed. The job renders the text in the customer's language and hands it to the channel's provider:
// a mail server for e-mail, Twilio, WhatsApp's own Cloud API or a signed web hook for SMS and WhatsApp (webhook.go
// describes what its receiver must do), a browser's push service.
//
// A provider that knows our ids may see a message twice, with the same id. A provider that does not is asked again only
// after it had time to report on a sending whose answer got lost, and then once (hand.go). Messages that WhatsApp
// refuses or cannot deliver are sent by SMS (fallback.go). Messages that reached nobody stay as failed or undelivered,
// with the reason, for staff and doctor.
//
// A sign-in code is not in the outbox. The message names its challenge, and the code is derived when it is sent.
//
// With the demo on nothing leaves the machine: messages are only recorded, and Outbox shows them.
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
	// Push is a customer's browser. Send creates these messages automatically.
	Push = "push"
	// Inbox is for notices that don't justify an SMS: they reach only the account's inbox and browsers.
	Inbox = "inbox"
)

// TemplateCode is the template of a sign-in code: its text needs a challenge.
const TemplateCode = "notify.code"

// jobKind returns the kind of the job that sends a message. There is one for codes and one per channel, so that a
// provider that hangs delays only its own messages.
func jobKind(m Message) string {
	if m.ChallengeID != "" {
		return "notify.code"
	}
	return "notify." + m.Channel
}

// The states of a message.
const (
	stateQueued = "queued"
	stateSent   = "sent"
	stateFailed = "failed" // the provider will never take it
	stateStale  = "stale"  // its code is of no use any more
	stateResent = "resent" // it did not arrive, and staff sent it again as another message
	// its channel is disabled, the customer doesn't want offers there, the number is not served, or a budget is used up
	stateSkipped = "skipped"

	stateDelivered   = "delivered"   // the provider reports that it arrived
	stateUndelivered = "undelivered" // the provider took it and could not deliver it
)

// Message is a message to one person.
type Message struct {
	// Channel is sms, whatsapp or email; if empty, To determines it.
	Channel string
	// To is a phone in E.164 or an e-mail address.
	To string
	// Template is a text key such as "orders.notice_accepted". If a text "<template>_<channel>" exists, it is used
	// instead. The subject of an e-mail is "<template>_subject".
	Template string
	Lang     i18n.Lang
	// Params fill {name} in the text. Never put a code here.
	Params map[string]string
	// ChallengeID identifies the code to send; the text contains {code} in its place.
	ChallengeID string
	// OfferTo is the customer whom an offer addresses; it is empty for codes and for news of the customer's own orders. An
	// offer is sent only if the customer agrees to offers over this channel at that time (Service.Agrees).
	OfferTo string
	// At is the time of the request; zero means the machine's current time.
	At time.Time
	// UserID is the receiving customer, if any. Their inbox then also holds the message (an offer only once it was sent to
	// a customer who agreed), in the language they read, from "<template>_inbox" where that text exists; there a param
	// "x_ar" is "x" in Arabic, "x_en" in English.
	UserID string
	// Link is the page that the notice is about, without language: "/account/my-orders/ord_…".
	Link string
	// Thread identifies the object that this message is about, such as an order's page. The inbox shows a thread as one
	// entry. Empty for a single message.
	Thread string
	// Once identifies this notice among those of one customer, so that repeated sending adds it to their inbox only once.
	// Only for Inbox, in jobs that may run again.
	Once string
	// GuestFrom is the network address of the guest who makes the request; for signed-in customers it is taken from the
	// request.
	GuestFrom netip.Addr
}

// Fill sets a parameter that differs between languages.
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

// CodeFunc returns the code of a challenge and whether it can still be used.
type CodeFunc func(ctx context.Context, challengeID string) (code string, live bool, err error)

// Service delivers messages. Create it with New.
type Service struct {
	db    *db.DB
	clock clock.Clock
	cfg   Config
	code  CodeFunc
	by    atomic.Pointer[map[string]provider] // channel to provider
	words atomic.Pointer[Wording]

	// Agrees reports whether a customer agrees to offers over a channel. Until the app sets it, nobody does.
	Agrees func(ctx context.Context, userID, channel string) (bool, error)
	// Serves reports whether the shop pays for messages to a phone; SMS and WhatsApp go to no other numbers. Until the app
	// sets it, none is served.
	Serves func(ctx context.Context, phone string) (bool, error)
	// Mute returns the reason why nothing may be sent now, "" if messages may be sent; code asks about sign-in codes.
	// Until the app sets it, everything is sent.
	Mute func(code bool) string
}

// Outgoing is a message as passed to a provider.
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

// provider accepts a message for delivery. ref identifies the message in its reports, "" if it sends none. An error of
// type permanent means that a retry is useless, one of type unsure that the message may have been accepted.
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

// providers returns the providers by channel.
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

// Reconfigure switches to other providers. Messages that are being sent stay with their provider. The demo sends
// nothing whatever the configuration.
func (s *Service) Reconfigure(cfg Config) error {
	if err := Check(cfg); err != nil {
		return err
	}
	by := s.providers(cfg)
	s.by.Store(&by)
	return nil
}

// via returns the provider of a channel, nil if there is none.
func (s *Service) via(channel string) provider { return (*s.by.Load())[channel] }

// Carries reports whether the shop can send messages over a channel.
func (s *Service) Carries(channel string) bool { return s.via(channel) != nil }

// recorder is the demo's provider, which only records messages in the outbox.
type recorder struct{}

func (recorder) name() string { return "demo" }

func (recorder) send(context.Context, Outgoing) (string, error) { return "", nil }

// Jobs registers the jobs that deliver messages.
func (s *Service) Jobs(r *jobs.Runner) {
	for _, kind := range []string{"code", SMS, WhatsApp, Email, Push} {
		// Also runs while the runner is held: deliver then records that nothing is sent.
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

// deliver is the job that sends a message. It may run again after the message was sent: the state shows that, or, if
// the process died in between, the provider recognises the id.
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
		// Checked here for every message, including repetitions and fallbacks.
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

// outgoing renders a message. live is false for a code that can no longer be used.
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

// note records why a message could not be sent this time.
func (s *Service) note(ctx context.Context, messageID, problem string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `
			UPDATE messages SET attempts = attempts + 1, last_error = $2 WHERE id = $1 AND state = $3`,
			messageID, problem, stateQueued)
		return err
	})
}

// KeepBack marks every queued message as never to be sent, and returns their number.
func KeepBack(ctx context.Context, tx *db.Tx, why string) (int64, error) {
	return tx.Exec(ctx, `UPDATE messages SET state = $1, last_error = $2, caused_by = NULL, caused_from = NULL
		WHERE state = $3`,
		stateSkipped, why, stateQueued)
}

// Forget removes a person from the messages they were sent, and holds back unsent ones.
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

// forget empties the messages selected by a condition on $1.
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
