// Package messaging has the providers of the shop's messages, as its owner sets them in the console: any SMS carrier
// that speaks HTTP, WhatsApp's own API, Twilio for either, and a mail server. A variable of the environment takes
// precedence and is shown as such. Secrets are encrypted with the program's key and never shown again. Every node
// follows a change without a restart.
//
// The package owns the setting shop.messages.
package messaging

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/remote"
	"wekala/internal/platform/settings"
)

const (
	key        = "shop.messages"
	smsSecret  = key + ".sms"
	waToken    = key + ".whatsapp.token"
	waSecret   = key + ".whatsapp.app"
	mailSecret = key + ".mail"
	twToken    = key + ".twilio"

	lineMax  = 300
	maxLines = 20
	portMax  = 65_535
)

// Messages is the setting.
type Messages struct {
	SMS      SMS      `json:"sms"`
	WhatsApp WhatsApp `json:"whatsapp"`
	Twilio   Twilio   `json:"twilio"`
	Mail     Mail     `json:"mail"`
}

// Twilio is an account at Twilio for SMS, WhatsApp or both. Sealed is its encrypted token.
type Twilio struct {
	Account string `json:"account"`
	Sealed  string `json:"sealed,omitempty"`
}

// SMS is a carrier. Sealed is its encrypted secret. Sender is the sender's name at a known carrier or Twilio.
type SMS struct {
	On      bool   `json:"on"`
	By      string `json:"by"`                // http | twilio
	Carrier string `json:"carrier,omitempty"` // one whose API is known; empty for any other
	User    string `json:"user,omitempty"`    // at a known carrier
	Sender  string `json:"sender"`
	URL     string `json:"url"`
	Method  string `json:"method"`
	Format  string `json:"format"` // form | json
	Fields  string `json:"fields"` // name=value, one a line
	Headers string `json:"headers"`
	Success string `json:"success"`
	Sealed  string `json:"sealed,omitempty"`
}

// WhatsApp is an account at WhatsApp's own API; its token and the secret that signs
// its reports are encrypted. Sender and Contents, the ids of templates by their keys, are
// for Twilio.
type WhatsApp struct {
	On       bool   `json:"on"`
	By       string `json:"by"` // cloud | twilio
	Sender   string `json:"sender"`
	Contents string `json:"contents"` // key=id, one a line
	PhoneID  string `json:"phone_id"`
	Prefix   string `json:"prefix"` // of the names of its templates
	Token    string `json:"token,omitempty"`
	Secret   string `json:"secret,omitempty"`
}

// Mail is a mail server. Sealed is its encrypted password.
type Mail struct {
	On     bool   `json:"on"`
	Host   string `json:"host"`
	Port   int64  `json:"port"`
	TLS    string `json:"tls"` // starttls | tls | none
	User   string `json:"user"`
	From   string `json:"from"`
	Sealed string `json:"sealed,omitempty"`
}

// Deps are what the service works with.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Secret []byte
	Notify *notify.Service
	// Base is the environment's configuration; BySMS, ByWhatsApp and ByMail report that it names the provider of that
	// channel.
	Base                      notify.Config
	BySMS, ByWhatsApp, ByMail bool
	// Networks are the networks that addresses set in the console may lead to.
	Networks *remote.AllowedNetworks
	Log      *slog.Logger
	// Templates are the messages sent by WhatsApp, with the category of each.
	Templates map[string]string
}

// Service stores and applies the settings.
type Service struct {
	Deps
	vault *settings.Vault
	// verify is the token that an owner enters at WhatsApp, which sends it to us before its first report.
	verify string
	// loading is held from reading the setting until it is in force, so that an older reading never replaces a newer one.
	loading sync.Mutex
}

// New makes the service.
func New(d Deps) (*Service, error) {
	vault, err := settings.NewVault(d.Secret)
	if err != nil {
		return nil, err
	}
	verify, err := hkdf.Key(sha256.New, d.Secret, nil, "wekala whatsapp verify", 16)
	return &Service{Deps: d, vault: vault, verify: hex.EncodeToString(verify)}, err
}

func read(ctx context.Context, q db.Querier) (m Messages, version int64, err error) {
	m.SMS.By, m.SMS.Method, m.SMS.Format, m.WhatsApp.By, m.Mail.TLS, m.Mail.Port = notify.ByHTTP, "POST", "form",
		notify.ByCloud, "starttls", 587
	version, err = settings.ReadVersion(ctx, q, key, &m)
	return m, version, err
}

// Load applies the setting. A provider that cannot be used, because the program's key has changed, counts as off and is
// logged.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	m, _, err := read(ctx, s.DB)
	if err != nil {
		return err
	}
	cfg, err := s.config(m)
	if err == nil {
		err = s.Notify.Reconfigure(cfg)
	}
	if err != nil {
		s.Log.Error("a provider set in the console cannot be used", "err", err)
		return s.Notify.Reconfigure(s.Base)
	}
	return nil
}

// config is the environment's configuration, completed by the console's.
func (s *Service) config(m Messages) (notify.Config, error) {
	cfg := s.Base
	cfg.Channels = append([]string{}, s.Base.Channels...)
	bySMS, byWhatsApp := m.twilios(s)
	if bySMS || byWhatsApp {
		if err := s.twilio(m, &cfg); err != nil {
			return cfg, err
		}
	}
	if bySMS {
		cfg.Channels, cfg.SMSBy, cfg.Twilio.SMSFrom = append(cfg.Channels, notify.SMS), notify.ByTwilio, m.SMS.Sender
	} else if m.SMS.On && !s.BySMS {
		secret, err := s.open(smsSecret, m.SMS.Sealed)
		if err != nil {
			return cfg, err
		}
		if known, ok := carrierOf(m.SMS.Carrier); ok {
			cfg.Channels, cfg.SMSBy = append(cfg.Channels, notify.SMS), notify.ByHTTP
			cfg.HTTPSMS = known.request(m.SMS, secret, s.Networks)
			return s.others(m, cfg)
		}
		fields, _ := pairs(m.SMS.Fields, "=")
		headers, _ := pairs(m.SMS.Headers, ":")
		cfg.Channels, cfg.SMSBy = append(cfg.Channels, notify.SMS), notify.ByHTTP
		cfg.HTTPSMS = notify.HTTPSMS{URL: m.SMS.URL, Method: m.SMS.Method, JSON: m.SMS.Format == "json", Fields: fields,
			Headers: headers, Secret: secret, Success: m.SMS.Success, Networks: s.Networks}
	}
	return s.others(m, cfg)
}

// others adds the providers of WhatsApp and e-mail.
func (s *Service) others(m Messages, cfg notify.Config) (notify.Config, error) {
	if _, byWhatsApp := m.twilios(s); byWhatsApp {
		cfg.Channels, cfg.WhatsAppBy, cfg.Twilio.WhatsAppFrom = append(cfg.Channels, notify.WhatsApp), notify.ByTwilio,
			m.WhatsApp.Sender
		cfg.Twilio.Templates, _ = s.contents(m.WhatsApp.Contents)
	} else if m.WhatsApp.On && !s.ByWhatsApp {
		token, err := s.open(waToken, m.WhatsApp.Token)
		if err != nil {
			return cfg, err
		}
		secret, err := s.open(waSecret, m.WhatsApp.Secret)
		if err != nil {
			return cfg, err
		}
		cfg.Channels, cfg.WhatsAppBy = append(cfg.Channels, notify.WhatsApp), notify.ByCloud
		cfg.Cloud.PhoneID, cfg.Cloud.Prefix, cfg.Cloud.Token, cfg.Cloud.AppSecret, cfg.Cloud.VerifyToken = m.WhatsApp.PhoneID,
			m.WhatsApp.Prefix, token, secret, s.verify
	}
	if m.Mail.On && !s.ByMail {
		password, err := s.open(mailSecret, m.Mail.Sealed)
		if err != nil {
			return cfg, err
		}
		cfg.Channels = append(cfg.Channels, notify.Email)
		cfg.SMTP = notify.SMTP{URL: m.Mail.address(password), From: m.Mail.From, Networks: s.Networks}
	}
	return cfg, nil
}

// twilios reports which channels use Twilio according to the console.
func (m Messages) twilios(s *Service) (sms, whatsapp bool) {
	return m.SMS.On && !s.BySMS && m.SMS.By == notify.ByTwilio,
		m.WhatsApp.On && !s.ByWhatsApp && m.WhatsApp.By == notify.ByTwilio
}

// byTwilio reports that the environment names the account, which then serves both channels.
func (s *Service) byTwilio() bool { return s.Base.Twilio.AccountSID != "" }

// twilio puts the account in, unless the environment has one.
func (s *Service) twilio(m Messages, cfg *notify.Config) error {
	if s.byTwilio() {
		return nil
	}
	token, err := s.open(twToken, m.Twilio.Sealed)
	cfg.Twilio.AccountSID, cfg.Twilio.AuthToken = m.Twilio.Account, token
	return err
}

// contents reads the ids of templates at Twilio by their keys.
func (s *Service) contents(text string) (map[string]string, bool) {
	all := map[string]string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		template, lang, _ := strings.Cut(key, ":")
		if s.Templates[template] == "" || lang != i18n.AR && lang != i18n.EN || !contentID.MatchString(value) {
			return nil, false
		}
		all[key] = value
	}
	return all, true
}

func (s *Service) open(name, sealed string) (string, error) {
	if sealed == "" {
		return "", nil
	}
	secret, err := s.vault.Open(name, sealed)
	if err != nil {
		return "", errors.New("its secret was encrypted with another key: type it anew")
	}
	return secret, nil
}

func (m Mail) address(password string) string {
	u := url.URL{Scheme: map[string]string{"tls": "smtps", "none": "smtp+plain"}[m.TLS],
		Host: m.Host + ":" + strconv.FormatInt(m.Port, 10)}
	if u.Scheme == "" {
		u.Scheme = "smtp"
	}
	if m.User != "" {
		u.User = url.UserPassword(m.User, password)
	}
	return u.String()
}

// Change is a new setting, based on a version of the old one. An empty secret keeps the stored one.
type Change struct {
	Messages
	SMSSecret, WhatsAppToken, WhatsAppSecret, TwilioToken, MailPassword string
	Version                                                             int64
}

// pairs parses names and values, one pair per line.
func pairs(text, between string) (all [][2]string, ok bool) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, found := strings.Cut(line, between)
		name = strings.TrimSpace(name)
		if !found || !fieldName.MatchString(name) || len(all) == maxLines {
			return nil, false
		}
		all = append(all, [2]string{name, strings.TrimSpace(value)})
	}
	return all, true
}

var (
	phoneID   = regexp.MustCompile(`^[0-9]{5,20}$`)
	prefix    = regexp.MustCompile(`^[a-z0-9_]{0,30}$`)
	fieldName = regexp.MustCompile(`^[A-Za-z0-9_.\[\]-]{1,60}$`)
	contentID = regexp.MustCompile(`^HX[0-9a-f]{32}$`)
	accountID = regexp.MustCompile(`^AC[0-9a-f]{32}$`)
	// A number, a messaging service, or a name with a letter in it.
	smsSender = regexp.MustCompile(`^(\+[1-9][0-9]{6,14}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$`)
	letter    = regexp.MustCompile(`[A-Za-z]`)
	waSender  = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	hostName  = regexp.MustCompile(`^[A-Za-z0-9.-]{1,253}$`)
)

// host returns the host of an address.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// sameCarrier reports whether messages are still sent to the same place.
func (s SMS) sameCarrier(before SMS) bool {
	isScheme, is, isOK := s.hostOf()
	wasScheme, was, wasOK := before.hostOf()
	return isOK && wasOK && isScheme == wasScheme && is == was
}

// saysSecret reports whether the secret is sent in the same fields and headers as before, if it is sent at all.
func (s SMS) saysSecret(before SMS) bool {
	places := func(s SMS) (all [][2]string) {
		fields, _ := pairs(s.Fields, "=")
		headers, _ := pairs(s.Headers, ":")
		return slices.DeleteFunc(slices.Concat(fields, [][2]string{{"", ""}}, headers),
			func(p [2]string) bool { return p[0] != "" && !strings.Contains(p[1], "{secret}") })
	}
	is, was := places(s), places(before)
	return len(is) == 1 || slices.Equal(is, was)
}

// sameServer reports whether e-mails are still sent to the same server, with the same protection.
func (m Mail) sameServer(before Mail) bool {
	return m.Host == before.Host && m.Port == before.Port && m.TLS == before.TLS
}

// clean validates every field of the active providers, given the previous setting.
func (c *Change) clean(before Messages, s *Service) error {
	networks := s.Networks
	var wrong []errs.Field
	no := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	short := func(field, text string) string {
		text = httpapi.Clean(text)
		if utf8.RuneCountInString(text) > lineMax {
			no(field, "common.too_long", "len", lineMax)
		}
		return text
	}
	sms, m := &c.SMS, &c.Mail
	sms.URL, sms.Success = short("sms.url", sms.URL), short("sms.success", sms.Success)
	m.Host, m.User, m.From = short("mail.host", m.Host), short("mail.user", m.User), short("mail.from", m.From)
	c.SMSSecret, c.MailPassword = short("sms.secret", c.SMSSecret), short("mail.password", c.MailPassword)
	c.WhatsAppToken, c.WhatsAppSecret = strings.TrimSpace(c.WhatsAppToken), strings.TrimSpace(c.WhatsAppSecret)
	sms.User, sms.Sender = short("sms.user", sms.User), short("sms.sender", sms.Sender)
	if sms.On && sms.By == notify.ByHTTP && sms.Carrier != "" {
		c.cleanCarrier(before.SMS, no)
	}
	if sms.On && sms.By == notify.ByHTTP && sms.Carrier == "" {
		fields, ok := pairs(sms.Fields, "=")
		switch text := strings.Join(values(fields), " "); {
		case !ok || len(fields) == 0:
			no("sms.fields", "providers.fields_format")
		case !strings.Contains(text, "{to") || !strings.Contains(text, "{text}") && !strings.Contains(text, "{code}"):
			no("sms.fields", "providers.fields_needed")
		}
		if _, ok := pairs(sms.Headers, ":"); !ok {
			no("sms.headers", "providers.headers_format")
		}
		test := notify.Config{Channels: []string{notify.SMS}, SMSBy: notify.ByHTTP,
			HTTPSMS: notify.HTTPSMS{URL: sms.URL, Method: sms.Method}}
		if sms.Method != "GET" && sms.Method != "POST" {
			no("sms.method", "common.one_of")
		} else if notify.Check(test) != nil {
			no("sms.url", "providers.url_https")
		} else if u, err := url.Parse(sms.URL); err != nil || !networks.AllowsName(u.Hostname()) {
			no("sms.url", "providers.own_network")
		}
		// A kept secret must not move to another field either, which may be the message's.
		if before.SMS.Sealed != "" && c.SMSSecret == "" && !sms.keepsSecret(before.SMS) {
			no("sms.secret", "providers.secret_again")
		}
		// Otherwise a kept secret could be read in a message to oneself.
		if slices.ContainsFunc(values(fields), func(value string) bool {
			return strings.Contains(value, "{secret}") &&
				(strings.Contains(value, "{text}") || strings.Contains(value, "{code}"))
		}) {
			no("sms.fields", "providers.fields_format")
		}
	}
	c.cleanWhatsApp(before.WhatsApp, short, no)
	c.cleanTwilio(before.Twilio, s, short, no)
	if m.On {
		if !hostName.MatchString(m.Host) {
			no("mail.host", "providers.host_format")
		} else if !networks.AllowsName(m.Host) {
			no("mail.host", "providers.own_network")
		}
		if m.Port < 1 || m.Port > portMax {
			no("mail.port", "providers.port_range")
		}
		if _, err := mail.ParseAddress(m.From); err != nil {
			no("mail.from", "common.email_format", "email", "name@example.com")
		}
		if notify.Check(notify.Config{Channels: []string{notify.Email},
			SMTP: notify.SMTP{URL: m.address(""), From: "a@example.com"}}) != nil && len(wrong) == 0 {
			no("mail.tls", "providers.tls_needed")
		}
		if before.Mail.Sealed != "" && c.MailPassword == "" && !m.sameServer(before.Mail) {
			no("mail.password", "providers.secret_again")
		}
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// cleanWhatsApp validates the account at WhatsApp.
func (c *Change) cleanWhatsApp(before WhatsApp, short func(field, text string) string,
	no func(field, key string, args ...any)) {
	w := &c.WhatsApp
	w.PhoneID, w.Prefix = short("whatsapp.phone_id", w.PhoneID), short("whatsapp.prefix", w.Prefix)
	if !w.On || w.By != notify.ByCloud {
		return
	}
	if !phoneID.MatchString(w.PhoneID) {
		no("whatsapp.phone_id", "providers.phone_id_format")
	}
	if !prefix.MatchString(w.Prefix) {
		no("whatsapp.prefix", "providers.prefix_format")
	}
	if c.WhatsAppToken == "" && before.Token == "" {
		no("whatsapp.token", "common.required")
	}
	if c.WhatsAppSecret == "" && before.Secret == "" {
		no("whatsapp.secret", "common.required")
	}
}

// cleanTwilio validates the account at Twilio and the channels that use it.
func (c *Change) cleanTwilio(before Twilio, s *Service, short func(field, text string) string,
	no func(field, key string, args ...any)) {
	t := &c.Twilio
	t.Account, c.TwilioToken = short("twilio.account", t.Account), short("twilio.token", c.TwilioToken)
	c.WhatsApp.Sender = short("whatsapp.sender", c.WhatsApp.Sender)
	bySMS, byWhatsApp := c.twilios(s)
	if bySMS && !(smsSender.MatchString(c.SMS.Sender) && (c.SMS.Sender[0] == '+' || letter.MatchString(c.SMS.Sender))) {
		no("sms.sender", "providers.sms_sender_format")
	}
	if byWhatsApp {
		if !waSender.MatchString(c.WhatsApp.Sender) {
			no("whatsapp.sender", "providers.whatsapp_sender_format")
		}
		ids, ok := s.contents(c.WhatsApp.Contents)
		if !ok {
			no("whatsapp.contents", "providers.contents_format")
		} else if ids["notify.code:ar"] == "" || ids["notify.code:en"] == "" {
			no("whatsapp.contents", "providers.contents_needed")
		}
	}
	if !bySMS && !byWhatsApp || s.byTwilio() {
		return
	}
	if !accountID.MatchString(t.Account) {
		no("twilio.account", "providers.account_format")
	}
	if c.TwilioToken == "" && (before.Sealed == "" || before.Account != t.Account) {
		no("twilio.token", "common.required")
	}
}

func values(fields [][2]string) (all []string) {
	for _, f := range fields {
		all = append(all, f[1])
	}
	return all
}

// Set changes the providers, based on the version that was read.
func (s *Service) Set(ctx context.Context, member staff.Member, c Change) error {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		c := c
		before, version, err := read(ctx, tx)
		if err != nil {
			return err
		}
		if version != c.Version {
			return settings.ErrVersionConflict
		}
		if err := c.clean(before, s); err != nil {
			return err
		}
		after := c.Messages
		// A kept secret is only sent to the host it was given for, even if the channel was switched off in between.
		if after.SMS.Sealed, after.Mail.Sealed = "", ""; after.SMS.keepsSecret(before.SMS) {
			after.SMS.Sealed = before.SMS.Sealed
		}
		if after.Mail.sameServer(before.Mail) {
			after.Mail.Sealed = before.Mail.Sealed
		}
		if c.SMSSecret != "" {
			after.SMS.Sealed = s.vault.Seal(smsSecret, c.SMSSecret)
		}
		// sent only to WhatsApp
		after.WhatsApp.Token, after.WhatsApp.Secret = before.WhatsApp.Token, before.WhatsApp.Secret
		if c.WhatsAppToken != "" {
			after.WhatsApp.Token = s.vault.Seal(waToken, c.WhatsAppToken)
		}
		if c.WhatsAppSecret != "" {
			after.WhatsApp.Secret = s.vault.Seal(waSecret, c.WhatsAppSecret)
		}
		if after.Twilio.Sealed = ""; after.Twilio.Account == before.Twilio.Account {
			after.Twilio.Sealed = before.Twilio.Sealed
		}
		if c.TwilioToken != "" {
			after.Twilio.Sealed = s.vault.Seal(twToken, c.TwilioToken)
		}
		if c.MailPassword != "" {
			after.Mail.Sealed = s.vault.Seal(mailSecret, c.MailPassword)
		}
		now := s.Clock.Now()
		if err := settings.Change(ctx, tx, key, version, after, now); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: "shop.messages", Object: key,
			Before: told(before, Change{}), After: told(after, c)}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, key)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

// told returns what the audit log records: neither secrets nor fields into which one may have been typed.
func told(m Messages, by Change) any {
	return map[string]any{
		"sms": map[string]any{"on": m.SMS.On, "by": m.SMS.By, "carrier": carrierName(m.SMS.Carrier),
			"sender": m.SMS.Sender, "host": host(m.SMS.URL), "new_secret": by.SMSSecret != ""},
		"whatsapp": map[string]any{"on": m.WhatsApp.On, "by": m.WhatsApp.By, "sender": m.WhatsApp.Sender,
			"phone_id": m.WhatsApp.PhoneID, "new_secret": by.WhatsAppToken != "" || by.WhatsAppSecret != ""},
		"twilio": map[string]any{"account": m.Twilio.Account, "new_token": by.TwilioToken != ""},
		"mail": map[string]any{"on": m.Mail.On, "host": m.Mail.Host, "from": m.Mail.From,
			"new_password": by.MailPassword != ""},
	}
}
