package paymentmethods

import (
	"context"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

const (
	triesAnHour = 20
	healthOf    = 24 * time.Hour
	tryWithin   = 15 * time.Second
)

type none struct{}

// View is the settings of payment methods, without secret keys.
type View struct {
	Cash      bool        `json:"cash"`
	Card      bool        `json:"card"`
	TopUp     bool        `json:"top_up" doc:"Customers may top their wallet up by card."`
	CashMost  money.Major `json:"cash_most" doc:"What may be left to be paid in cash; 0: any amount."`
	CashFirst money.Major `json:"cash_first" doc:"The same for who never received an order; 0: no other amount."`
	Gateway   string      `json:"gateway" enum:",paymob,stripe" doc:"Who takes cards."`
	Paymob    PaymobView  `json:"paymob"`
	Stripe    StripeView  `json:"stripe"`
	State     State       `json:"state"`
	Version   int64       `json:"version"`
}

// State is the current state of the payment methods.
type State struct {
	Variable        bool       `json:"variable" doc:"Cash and card are set by a variable of the environment, which wins."`
	GatewayVariable bool       `json:"gateway_variable" doc:"The gateway is named by a variable of the environment, which wins."`
	Cash            bool       `json:"cash"`
	Card            bool       `json:"card"`
	Gateway         string     `json:"gateway" doc:"That takes new payments; empty for none."`
	LastPaid        *db.Millis `json:"last_paid"`
	Failed          int64      `json:"failed" doc:"Refunds of the last day that the gateway refused."`
}

// PaymobView is an account at Paymob.
type PaymobView struct {
	PublicKey     string `json:"public_key"`
	Integrations  string `json:"integrations" doc:"Ids of the integrations customers may pay with, between commas."`
	Email         string `json:"email" doc:"Stands for customers who gave none."`
	HasAPIKey     bool   `json:"has_api_key"`
	HasSecretKey  bool   `json:"has_secret_key"`
	HasHMACSecret bool   `json:"has_hmac_secret"`
	NotifyPath    string `json:"notify_path" doc:"What its callbacks go to."`
}

// StripeView is an account at Stripe.
type StripeView struct {
	HasSecretKey     bool   `json:"has_secret_key"`
	HasWebhookSecret bool   `json:"has_webhook_secret"`
	NotifyPath       string `json:"notify_path" doc:"What its webhooks go to."`
}

type waysInput struct {
	Body struct {
		Cash      bool           `json:"cash"`
		Card      bool           `json:"card"`
		TopUp     bool           `json:"top_up"`
		CashMost  httpapi.Amount `json:"cash_most"`
		CashFirst httpapi.Amount `json:"cash_first"`
		Gateway   string         `json:"gateway,omitempty" enum:",paymob,stripe"`
		Paymob    struct {
			PublicKey    string `json:"public_key,omitempty" maxLength:"1000"`
			Integrations string `json:"integrations,omitempty" maxLength:"1000"`
			Email        string `json:"email,omitempty" maxLength:"1000"`
			APIKey       string `json:"api_key,omitempty" maxLength:"1000" doc:"Empty keeps the one that is there; so do the others."`
			SecretKey    string `json:"secret_key,omitempty" maxLength:"1000"`
			HMACSecret   string `json:"hmac_secret,omitempty" maxLength:"1000"`
		} `json:"paymob"`
		Stripe struct {
			SecretKey     string `json:"secret_key,omitempty" maxLength:"1000"`
			WebhookSecret string `json:"webhook_secret,omitempty" maxLength:"1000"`
		} `json:"stripe"`
		Version int64 `json:"version" minimum:"0"`
	}
}

// Tried is the result of testing the gateway.
type Tried struct {
	Taken   bool   `json:"taken"`
	Problem string `json:"problem" doc:"What the gateway said, in its words; empty when taken."`
}

// ConsoleRoutes registers the owner's operations on payment methods.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/ways" + path, ID: id, Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ChangeSettings, Summary: summary, Strict: method != "GET"}
	}
	httpapi.Handle(a, op("GET", "", "console-get-ways", "How customers may pay"), s.get)
	save := op("PUT", "", "console-save-ways", "Change how customers may pay")
	save.Audit, save.Conflict = []string{"shop.ways"}, httpapi.VersionConflict[View]()
	httpapi.Handle(a, save, s.put)
	try := op("POST", "/try", "console-try-gateway", "Ask the card gateway whether it knows the shop")
	try.Audit = []string{"shop.try_gateway"}
	httpapi.Handle(a, try, s.try)
}

func (s *Service) view(ctx context.Context) (v View, err error) {
	w, version, err := s.read(ctx, s.DB)
	if err != nil {
		return v, err
	}
	major := func(minor int64) money.Major { return money.EGP(minor).Major() }
	now, takes := s.Now(), s.Gateways.Takes()
	v = View{Cash: w.Cash, Card: w.Card, TopUp: w.TopUp, CashMost: major(w.CashMost), CashFirst: major(w.CashFirst),
		Gateway: w.Gateway, Version: version, State: State{
			Variable: s.Named, GatewayVariable: s.Base != nil, Cash: now.Cash, Card: takes != nil}}
	// Keys that can no longer be decrypted count as missing.
	keys, _ := s.keys("paymob", w.Paymob.Sealed)
	v.Paymob = PaymobView{w.Paymob.PublicKey, w.Paymob.Integrations, w.Paymob.Email, keys.APIKey != "",
		keys.SecretKey != "", keys.HMACSecret != "", httpapi.Base + "/webhooks/paymob"}
	keys, _ = s.keys("stripe", w.Stripe.Sealed)
	v.Stripe = StripeView{keys.SecretKey != "", keys.WebhookSecret != "", httpapi.Base + "/webhooks/stripe"}
	if takes != nil {
		v.State.Gateway = takes.Name()
		v.State.LastPaid, v.State.Failed, err = payments.Health(ctx, s.DB, takes.Name(), db.At(s.Clock.Now().Add(-healthOf)))
	}
	return v, err
}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[View], error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) put(ctx context.Context, in *waysInput) (*httpapi.Reply[View], error) {
	b := in.Body
	err := s.Set(ctx, staff.Caller(ctx), Change{Version: b.Version,
		Ways: Ways{Cash: b.Cash, Card: b.Card, TopUp: b.TopUp, CashMost: b.CashMost.Minor, CashFirst: b.CashFirst.Minor,
			Gateway: b.Gateway,
			Paymob:  Paymob{PublicKey: b.Paymob.PublicKey, Integrations: b.Paymob.Integrations, Email: b.Paymob.Email}},
		PaymobKeys: Keys{APIKey: b.Paymob.APIKey, SecretKey: b.Paymob.SecretKey, HMACSecret: b.Paymob.HMACSecret},
		StripeKeys: Keys{SecretKey: b.Stripe.SecretKey, WebhookSecret: b.Stripe.WebhookSecret}})
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[View], error) { return s.get(ctx, nil) })
	}
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(v, i18n.T(httpapi.Caller(ctx).Lang, "ways.saved")), nil
}

// words is the text of a gateway's response, shortened. It is safe to show, because nobody can configure the address
// that is requested.
func words(err error) string {
	const most = 300
	if said := []rune(err.Error()); len(said) > most {
		return string(said[:most])
	}
	return err.Error()
}

func (s *Service) try(ctx context.Context, _ *none) (*httpapi.Reply[Tried], error) {
	member := staff.Caller(ctx)
	if s.Gateways.IsHeld() {
		return nil, errs.Conflict("restored.quiet")
	}
	gateway, ok := s.Gateways.Takes().(payments.Trier)
	if !ok {
		return nil, errs.Conflict("ways.no_gateway")
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		if err := counters.Require(ctx, tx, "ways:"+member.ID, triesAnHour, now, "common.too_many"); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: "shop.try_gateway", Object: key})
	})
	if err != nil {
		return nil, err
	}
	ask, cancel := context.WithTimeout(ctx, tryWithin)
	defer cancel()
	// The gateway's text is for the owner, who has to fix the problem.
	if err := gateway.Try(ask); err != nil {
		return httpapi.OK(Tried{Problem: words(err)}), nil
	}
	return httpapi.OK(Tried{Taken: true}), nil
}
