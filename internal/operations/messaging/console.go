package messaging

import (
	"cmp"
	"context"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

const (
	// triesAnHour bounds the test messages of a member of staff, because they cost money.
	triesAnHour = 10
	healthOf    = 24 * time.Hour
)

type none struct{}

// View shows the providers, without their secrets.
type View struct {
	SMS      SMSView       `json:"sms"`
	WhatsApp WhatsAppView  `json:"whatsapp"`
	Twilio   TwilioView    `json:"twilio"`
	Mail     MailView      `json:"mail"`
	Carriers []CarrierView `json:"carriers" doc:"SMS carriers that need a user, a secret and a sender alone."`
	Version  int64         `json:"version"`
}

// State is the state of a channel.
type State struct {
	Variable bool       `json:"variable" doc:"Set by a variable of the environment, which wins over what is set here."`
	Carried  bool       `json:"carried" doc:"Somebody carries it at the moment."`
	LastSent *db.Millis `json:"last_sent"`
	Failed   int64      `json:"failed" doc:"Messages of the last day that did not arrive."`
}

// SMSView is the carrier of SMS.
type SMSView struct {
	State
	On        bool   `json:"on"`
	By        string `json:"by" enum:"http,twilio"`
	Carrier   string `json:"carrier" doc:"One of carriers, or empty for any other, which is asked field by field."`
	User      string `json:"user" doc:"At that carrier."`
	Sender    string `json:"sender" doc:"Who messages come from: a number, a name, or a messaging service."`
	URL       string `json:"url"`
	Method    string `json:"method" enum:"GET,POST"`
	Format    string `json:"format" enum:"form,json"`
	Fields    string `json:"fields" doc:"name=value, one a line; {to} {to_digits} {to_local} {text} {code} {id} {secret} are filled in."`
	Headers   string `json:"headers" doc:"Name: value, one a line."`
	Success   string `json:"success" doc:"A part of the answer that says it was taken; empty where the status says it."`
	HasSecret bool   `json:"has_secret"`
}

// WhatsAppView is the account at WhatsApp's own API.
type WhatsAppView struct {
	State
	On        bool   `json:"on"`
	By        string `json:"by" enum:"cloud,twilio"`
	Sender    string `json:"sender" doc:"The number that Twilio sends from."`
	Contents  string `json:"contents" doc:"Ids of templates at Twilio, key=id, one a line."`
	PhoneID   string `json:"phone_id" doc:"The id of the number that sends, as WhatsApp shows it."`
	Prefix    string `json:"prefix" doc:"What the names of the templates begin with; may be empty."`
	HasToken  bool   `json:"has_token"`
	HasSecret bool   `json:"has_secret"`
	Callback  string `json:"callback" doc:"Where WhatsApp reports what became of messages: to be typed there."`
	Verify    string `json:"verify" doc:"What WhatsApp asks for beside the address."`
	// Templates are those with the saved prefix.
	Templates []notify.Registered `json:"templates" doc:"What has to be registered at WhatsApp, under the prefix that is saved."`
}

// TwilioView is the account at Twilio, for both SMS and WhatsApp.
type TwilioView struct {
	Variable bool   `json:"variable" doc:"Set by a variable of the environment, which wins over what is set here."`
	Account  string `json:"account"`
	HasToken bool   `json:"has_token"`
}

// MailView is the mail server.
type MailView struct {
	State
	On          bool   `json:"on"`
	Host        string `json:"host"`
	Port        int64  `json:"port"`
	TLS         string `json:"tls" enum:"starttls,tls,none"`
	User        string `json:"user"`
	From        string `json:"from"`
	HasPassword bool   `json:"has_password"`
}

type saveInput struct {
	Body struct {
		SMS struct {
			On      bool   `json:"on"`
			By      string `json:"by,omitempty" enum:"http,twilio" default:"http"`
			Carrier string `json:"carrier,omitempty" maxLength:"40"`
			User    string `json:"user,omitempty" maxLength:"300"`
			Sender  string `json:"sender,omitempty" maxLength:"300"`
			URL     string `json:"url,omitempty" maxLength:"1000"`
			Method  string `json:"method" enum:"GET,POST"`
			Format  string `json:"format" enum:"form,json"`
			Fields  string `json:"fields,omitempty" maxLength:"4000"`
			Headers string `json:"headers,omitempty" maxLength:"4000"`
			Success string `json:"success,omitempty" maxLength:"1000"`
			Secret  string `json:"secret,omitempty" maxLength:"1000" doc:"Empty keeps the one that is there."`
		} `json:"sms"`
		WhatsApp struct {
			On       bool   `json:"on"`
			By       string `json:"by,omitempty" enum:"cloud,twilio" default:"cloud"`
			Sender   string `json:"sender,omitempty" maxLength:"100"`
			Contents string `json:"contents,omitempty" maxLength:"10000" doc:"Ids of templates at Twilio, key=id, one a line; keys are those of the templates."`
			PhoneID  string `json:"phone_id,omitempty" maxLength:"100"`
			Prefix   string `json:"prefix,omitempty" maxLength:"100"`
			Token    string `json:"token,omitempty" maxLength:"1000" doc:"Empty keeps the one that is there."`
			Secret   string `json:"secret,omitempty" maxLength:"1000" doc:"Signs reports. Empty keeps the one that is there."`
		} `json:"whatsapp"`
		Twilio struct {
			Account string `json:"account,omitempty" maxLength:"100"`
			Token   string `json:"token,omitempty" maxLength:"1000" doc:"Empty keeps the one that is there."`
		} `json:"twilio,omitempty"`
		Mail struct {
			On       bool        `json:"on"`
			Host     string      `json:"host,omitempty" maxLength:"1000"`
			Port     httpapi.Int `json:"port"`
			TLS      string      `json:"tls" enum:"starttls,tls,none"`
			User     string      `json:"user,omitempty" maxLength:"1000"`
			From     string      `json:"from,omitempty" maxLength:"1000"`
			Password string      `json:"password,omitempty" maxLength:"1000" doc:"Empty keeps the one that is there."`
		} `json:"mail"`
		Version int64 `json:"version" minimum:"0"`
	}
}

type tryInput struct {
	Body struct {
		Channel string `json:"channel" enum:"sms,whatsapp,email"`
		To      string `json:"to" maxLength:"200" doc:"A phone or an e-mail address of one's own."`
	}
}

// Tried is the result of a test message.
type Tried struct {
	Taken   bool   `json:"taken"`
	Problem string `json:"problem" doc:"What kind of answer came; empty when taken."`
}

// ConsoleRoutes registers the owners' operations on providers.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/providers" + path, ID: id, Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ChangeSettings, Summary: summary, Strict: method != "GET"}
	}
	httpapi.Handle(a, op("GET", "", "console-get-providers", "Who carries SMS, WhatsApp and e-mail"), s.get)
	save := op("PUT", "", "console-save-providers", "Change who carries SMS, WhatsApp and e-mail")
	save.Audit, save.Conflict = []string{"shop.messages"}, httpapi.VersionConflict[View]()
	httpapi.Handle(a, save, s.put)
	try := op("POST", "/try", "console-try-provider", "Send a test message to oneself")
	try.Audit = []string{"shop.try_message"}
	httpapi.Handle(a, try, s.try)
}

func (s *Service) view(ctx context.Context) (v View, err error) {
	m, version, err := read(ctx, s.DB)
	if err != nil {
		return v, err
	}
	state := func(channel string, variable bool) State {
		var h notify.Health
		if err == nil {
			h, err = s.Notify.Health(ctx, channel, db.At(s.Clock.Now().Add(-healthOf)))
		}
		return State{variable, s.Notify.Carries(channel), h.LastSent, h.Failed}
	}
	v = View{Version: version, Carriers: carrierViews(),
		SMS: SMSView{state(notify.SMS, s.BySMS), m.SMS.On, m.SMS.By, m.SMS.Carrier, m.SMS.User, m.SMS.Sender, m.SMS.URL,
			m.SMS.Method, m.SMS.Format, m.SMS.Fields, m.SMS.Headers, m.SMS.Success, m.SMS.Sealed != ""},
		WhatsApp: WhatsAppView{state(notify.WhatsApp, s.ByWhatsApp), m.WhatsApp.On, m.WhatsApp.By, m.WhatsApp.Sender,
			m.WhatsApp.Contents, m.WhatsApp.PhoneID, m.WhatsApp.Prefix, m.WhatsApp.Token != "", m.WhatsApp.Secret != "",
			s.Base.PublicURL + httpapi.Base + notify.CloudReports, s.verify,
			s.Notify.Templates(m.WhatsApp.Prefix, s.Templates)},
		Twilio: TwilioView{s.byTwilio(), m.Twilio.Account, m.Twilio.Sealed != ""},
		Mail: MailView{state(notify.Email, s.ByMail), m.Mail.On, m.Mail.Host, m.Mail.Port, m.Mail.TLS, m.Mail.User,
			m.Mail.From, m.Mail.Sealed != ""}}
	return v, err
}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[View], error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) put(ctx context.Context, in *saveInput) (*httpapi.Reply[View], error) {
	b := in.Body
	err := s.Set(ctx, staff.Caller(ctx),
		Change{Version: b.Version, SMSSecret: b.SMS.Secret, TwilioToken: b.Twilio.Token, MailPassword: b.Mail.Password,
			WhatsAppToken: b.WhatsApp.Token, WhatsAppSecret: b.WhatsApp.Secret, Messages: Messages{
				WhatsApp: WhatsApp{On: b.WhatsApp.On, By: cmp.Or(b.WhatsApp.By, notify.ByCloud), Sender: b.WhatsApp.Sender,
					Contents: b.WhatsApp.Contents, PhoneID: b.WhatsApp.PhoneID, Prefix: b.WhatsApp.Prefix},
				SMS: SMS{On: b.SMS.On, By: cmp.Or(b.SMS.By, notify.ByHTTP), Carrier: b.SMS.Carrier, User: b.SMS.User,
					Sender: b.SMS.Sender, URL: b.SMS.URL, Method: b.SMS.Method, Format: b.SMS.Format, Fields: b.SMS.Fields,
					Headers: b.SMS.Headers, Success: b.SMS.Success},
				Twilio: Twilio{Account: b.Twilio.Account},
				Mail: Mail{On: b.Mail.On, Host: b.Mail.Host, Port: int64(b.Mail.Port), TLS: b.Mail.TLS, User: b.Mail.User,
					From: b.Mail.From}}})
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[View], error) { return s.get(ctx, nil) })
	}
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(v, i18n.T(httpapi.Caller(ctx).Lang, "providers.saved")), nil
}

func (s *Service) try(ctx context.Context, in *tryInput) (*httpapi.Reply[Tried], error) {
	member, lang, to := staff.Caller(ctx), httpapi.Caller(ctx).Lang, httpapi.Clean(in.Body.To)
	var err error
	if in.Body.Channel != notify.Email {
		if to, _, err = auth.MobilePhone(to, "EG"); err != nil {
			return nil, errs.Invalid("to", "common.phone_invalid")
		}
	} else if to, err = auth.CleanEmail(to); err != nil || to == "" {
		return nil, errs.Invalid("to", "common.email_format", "email", "name@example.com")
	}
	if s.Notify.Mute(false) != "" {
		return nil, errs.Conflict("restored.quiet")
	}
	if !s.Notify.Carries(in.Body.Channel) {
		return nil, errs.Conflict("providers.nobody_carries")
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		if err := counters.Require(ctx, tx, "providers:"+member.ID, triesAnHour, now, "common.too_many"); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: "shop.try_message", Object: key,
			After: map[string]any{"channel": in.Body.Channel}})
	})
	if err != nil {
		return nil, err
	}
	if err := s.Notify.Try(ctx, in.Body.Channel, to, lang); err != nil {
		return httpapi.OK(Tried{Problem: notify.Plain(lang, err)}), nil
	}
	return httpapi.OK(Tried{Taken: true}), nil
}
