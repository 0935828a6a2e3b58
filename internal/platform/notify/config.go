package notify

import (
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"

	"wekala/internal/platform/remote"
)

// Config contains the enabled channels and their providers.
type Config struct {
	// Demo records every message and sends none.
	Demo bool
	// Channels are the enabled channels: sms, whatsapp, email.
	Channels []string
	// PublicURL is the shop's own address, for links, and for phones, which fill in a code automatically only on the site
	// that requested it.
	PublicURL string
	// Budget of SMS and WhatsApp notices; the zero value means DefaultBudget.
	Budget Budget
	// Webhook carries SMS and WhatsApp.
	Webhook Webhook
	// SMTP carries e-mail.
	SMTP SMTP
	// SMSBy and WhatsAppBy name the providers: webhook (also if empty), twilio, and for WhatsApp cloud.
	SMSBy, WhatsAppBy string
	Twilio            Twilio
	Cloud             Cloud
	HTTPSMS           HTTPSMS
	// Letterhead is the design of the shop's e-mails; nil for the program's own.
	Letterhead func(lang string) Letterhead
	// Secret is the secret from which the shop's push key is derived and with which counted phones are hashed. Without it,
	// no push messages are sent.
	Secret []byte
	// PushHosts are push services allowed in addition to the known ones, for tests.
	PushHosts []string
}

// The providers of SMS and WhatsApp.
const (
	byWebhook = "webhook"
	byTwilio  = ByTwilio
	byCloud   = ByCloud
	// ByTwilio is an account at Twilio.
	ByTwilio = "twilio"
	// ByCloud is WhatsApp's own Cloud API.
	ByCloud = "cloud"
	// ByHTTP is any carrier that accepts SMS as a form or as JSON.
	ByHTTP = "http"
)

// carrier returns the provider of a channel.
func (c Config) carrier(channel string) string {
	by := c.SMSBy
	if channel == WhatsApp {
		by = c.WhatsAppBy
	}
	if by == "" {
		return byWebhook
	}
	return by
}

// Webhook is the address that SMS and WhatsApp messages are posted to.
type Webhook struct {
	URL    string // https, or http on this machine
	Secret string // signs the requests; at least 16 characters
}

// Letterhead is the design of e-mails: a logo by its absolute address with its display size, a colour for the name, and
// the footer.
type Letterhead struct {
	Logo          string
	Width, Height int
	Colour        string
	Foot          []string
}

// SMTP is the mail server.
type SMTP struct {
	// URL is smtp://user:password@host:587 (STARTTLS is required), smtps://user:password@host:465, or smtp+plain://host:25
	// for a server on this machine.
	URL  string
	From string // "Wekala <shop@example.com>"
	// Networks are the networks that the address may lead to; nil allows any.
	Networks *remote.AllowedNetworks
}

func (c Config) on(channel string) bool {
	for _, on := range c.Channels {
		if on == channel {
			return true
		}
	}
	return false
}

// host returns the shop's host name, "" if it is not reachable by https.
func (c Config) host() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Scheme != "https" {
		return ""
	}
	return u.Hostname()
}

// Check returns the missing settings of the enabled channels, at start and not only when the first customer waits for a
// code. The demo needs none.
func Check(c Config) error {
	var problems []error
	for _, channel := range c.Channels {
		if channel != SMS && channel != WhatsApp && channel != Email {
			problems = append(problems, fmt.Errorf("%q is no channel: use sms, whatsapp or email", channel))
		}
	}
	if c.Demo {
		return errors.Join(problems...)
	}
	uses := map[string]bool{}
	for _, channel := range []string{SMS, WhatsApp} {
		by := c.carrier(channel)
		if c.on(channel) && !uses[by] {
			uses[by] = true
			problems = append(problems, c.checkCarrier(channel, by))
		}
		if c.on(channel) && by == byTwilio {
			problems = append(problems, c.Twilio.checkSender(channel))
		}
	}
	if c.on(Email) {
		problems = append(problems, checkSMTP(c.SMTP))
	}
	return errors.Join(problems...)
}

func (c Config) checkCarrier(channel, by string) error {
	switch {
	case by == byWebhook:
		return checkWebhook(c.Webhook)
	case by == ByHTTP && channel == SMS:
		return c.HTTPSMS.check()
	case by == byTwilio:
		return c.Twilio.check()
	case by == byCloud && channel == WhatsApp:
		return c.Cloud.check()
	}
	return fmt.Errorf("%q cannot carry %s", by, channel)
}

func checkWebhook(w Webhook) error {
	const hint = "; or switch SMS and WhatsApp off, or start with --demo"
	if w.URL == "" {
		return errors.New(
			"sign-in codes by SMS or WhatsApp need a provider: set WEKALA_WEBHOOK_URL and WEKALA_WEBHOOK_SECRET" + hint)
	}
	u, err := url.Parse(w.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && local(u.Hostname())) {
		return errors.New("WEKALA_WEBHOOK_URL must be an https address (http only on this machine): codes travel there")
	}
	if len(w.Secret) < 16 {
		return errors.New(
			"WEKALA_WEBHOOK_SECRET must have at least 16 characters: it signs what is sent to WEKALA_WEBHOOK_URL")
	}
	return nil
}

func checkSMTP(s SMTP) error {
	if s.URL == "" {
		return errors.New(
			"e-mail needs a mail server: set WEKALA_SMTP_URL and WEKALA_MAIL_FROM, or switch e-mail off, or start with --demo")
	}
	u, err := url.Parse(s.URL)
	if err != nil || u.Hostname() == "" {
		return errors.New("WEKALA_SMTP_URL cannot be read; an example is smtp://user:password@mail.example.com:587")
	}
	switch u.Scheme {
	case "smtp", "smtps":
	case "smtp+plain":
		if !local(u.Hostname()) {
			return errors.New("WEKALA_SMTP_URL: smtp+plain is for a mail server on this machine only; use smtp or smtps")
		}
	default:
		return errors.New("WEKALA_SMTP_URL must begin with smtp://, smtps:// or smtp+plain://")
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			return errors.New("WEKALA_SMTP_URL has a port that cannot be")
		}
	}
	if _, err := mail.ParseAddress(s.From); err != nil {
		return errors.New("WEKALA_MAIL_FROM must be the sender's address, such as: Wekala <shop@example.com>")
	}
	return nil
}

func local(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}
