package notify

import (
	"context"
	"crypto/tls"
	"errors"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

const mailTimeout = 15 * time.Second

type mailer struct {
	cfg  SMTP
	site string // right-hand side of message ids
	head func(lang string) Letterhead
}

func newMailer(cfg Config) *mailer {
	m := &mailer{cfg: cfg.SMTP, site: cfg.host(), head: cfg.Letterhead}
	if m.head == nil {
		m.head = func(string) Letterhead { return Letterhead{} }
	}
	if m.site == "" {
		if from, err := mail.ParseAddress(cfg.SMTP.From); err == nil {
			_, m.site, _ = strings.Cut(from.Address, "@")
		}
	}
	return m
}

// client reads the server's address; Check has validated it before.
func (m *mailer) client() (*gomail.Client, error) {
	u, err := url.Parse(m.cfg.URL)
	if err != nil {
		return nil, errors.New("the mail server's address cannot be read")
	}
	options := []gomail.Option{gomail.WithTimeout(mailTimeout)}
	port := 587
	switch u.Scheme {
	case "smtps":
		port = 465
		options = append(options, gomail.WithSSL())
	case "smtp+plain":
		port = 25
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if p := u.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil {
			return nil, errors.New("the mail server's port cannot be read")
		}
	}
	options = append(options, gomail.WithPort(port))
	if m.cfg.Networks != nil {
		options = append(options, m.within(u)...)
	}
	if password, _ := u.User.Password(); u.User != nil && (m.cfg.Networks == nil || u.Scheme != "smtps") {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return gomail.NewClient(u.Hostname(), options...)
}

// within limits connections to the server to the allowed networks. The library cannot tell that a connection made
// elsewhere is encrypted, so the authentication method is chosen here.
func (m *mailer) within(u *url.URL) []gomail.Option {
	dial := m.cfg.Networks.Dialer()
	if u.Scheme != "smtps" {
		return []gomail.Option{gomail.WithDialContextFunc(dial.DialContext)}
	}
	encrypted := &tls.Dialer{NetDialer: dial, Config: &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12}}
	options := []gomail.Option{gomail.WithDialContextFunc(encrypted.DialContext)}
	if password, _ := u.User.Password(); u.User != nil {
		options = append(options,
			gomail.WithSMTPAuthCustom(&eitherAuth{host: u.Hostname(), user: u.User.Username(), password: password}))
	}
	return options
}

// eitherAuth uses an authentication method that the mail server offers. Both methods send the password, but only over
// an encrypted connection.
type eitherAuth struct {
	smtp.Auth
	host, user, password string
}

func (a *eitherAuth) Start(server *smtp.ServerInfo) (string, []byte, error) {
	a.Auth = smtp.LoginAuth(a.user, a.password, a.host, false)
	if slices.Contains(server.Auth, "PLAIN") {
		a.Auth = smtp.PlainAuth("", a.user, a.password, a.host, false)
	}
	return a.Auth.Start(server)
}

func (m *mailer) name() string { return "smtp" }

func (m *mailer) send(ctx context.Context, out Outgoing) (string, error) { return "", m.mail(ctx, out) }

func (m *mailer) mail(ctx context.Context, out Outgoing) error {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := msg.From(m.cfg.From); err != nil {
		return permanent{err}
	}
	if err := msg.To(out.To); err != nil {
		return permanent{err}
	}
	msg.Subject(out.Subject)
	// The same id each time: a mail program shows a repeated message once.
	msg.SetMessageIDWithValue(out.ID + "@" + m.site)
	msg.SetDateWithValue(out.At)
	head := m.head(out.Lang)
	html, err := page(out, head)
	if err != nil {
		return permanent{err}
	}
	msg.SetBodyString(gomail.TypeTextPlain, head.under(out.Text))
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
	client, err := m.client()
	if err != nil {
		return permanent{err}
	}
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	err = client.DialAndSendWithContext(ctx, msg)
	var refused *gomail.SendError
	if errors.As(err, &refused) && !refused.IsTemp() && refused.ErrorCode() >= 500 {
		return permanent{err}
	}
	return err
}
