package notify

import (
	"context"
	"errors"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
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

// client reads the server's address; Check has looked at it before.
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
	if u.User != nil {
		password, _ := u.User.Password()
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return gomail.NewClient(u.Hostname(), options...)
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
