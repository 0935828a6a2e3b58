package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/paymob"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/ordering/payments/stripe"
	"wekala/internal/platform/config"
	"wekala/internal/platform/notify"
)

// cardGateway opens the gateway that the environment names; nil if it names none. Missing settings are reported at
// start, not to the first customer.
func (a *App) cardGateway() (payments.Gateway, error) {
	cfg := a.cfg
	// The demo has its sandbox; the console may set whether cards are accepted.
	if !config.Has(cfg.Payments, "card") && (cfg.Payments != "" || cfg.Gateway == "" && !cfg.Demo) {
		return nil, nil
	}
	of := func(name string) string { return cfg.Accounts[name] }
	switch cfg.Gateway {
	case paymob.Name:
		var integrations []int64
		for _, text := range config.List(of("WEKALA_PAYMOB_INTEGRATIONS")) {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("WEKALA_PAYMOB_INTEGRATIONS: %q is no integration id of Paymob's, which is a number", text)
			}
			integrations = append(integrations, n)
		}
		return opened(paymob.New(paymob.Deps{DB: a.DB, Clock: a.clock, Config: paymob.Config{
			URL: of("WEKALA_PAYMOB_URL"), APIKey: of("WEKALA_PAYMOB_API_KEY"), SecretKey: of("WEKALA_PAYMOB_SECRET_KEY"),
			PublicKey: of("WEKALA_PAYMOB_PUBLIC_KEY"), HMACSecret: of("WEKALA_PAYMOB_HMAC_SECRET"), Integrations: integrations,
			Email: of("WEKALA_PAYMOB_EMAIL"),
		}}))
	case stripe.Name:
		return opened(stripe.New(stripe.Deps{Clock: a.clock, Config: stripe.Config{URL: of("WEKALA_STRIPE_URL"),
			SecretKey: of("WEKALA_STRIPE_SECRET_KEY"), WebhookSecret: of("WEKALA_STRIPE_WEBHOOK_SECRET")}}))
	case "", sandbox.Name:
		if !cfg.Demo {
			return nil,
				errors.New("cards need a gateway: --gateway paymob or stripe (the sandbox exists with --demo only), or leave " +
					"card out of --payments")
		}
		g := sandbox.New(sandbox.Deps{DB: a.DB, Clock: a.clock, Secret: cfg.Secret, PublicURL: cfg.PublicURL, Post: a.post})
		a.sandbox, a.gateway = g, g
		g.Jobs(a.Jobs)
		return g, nil
	}
	return nil, fmt.Errorf("%q is no gateway: use paymob, stripe or sandbox", cfg.Gateway)
}

// opened returns nil for a gateway that failed to open, instead of a typed nil in a non-nil interface.
func opened[G payments.Gateway](g G, err error) (payments.Gateway, error) {
	if err != nil {
		return nil, err
	}
	return g, nil
}

// carriers selects the providers of messages for the channels.
func carriers(cfg config.Serve, channels []string) (notify.Config, error) {
	of := func(name string) string { return cfg.Accounts[name] }
	c := notify.Config{
		Demo: cfg.Demo, Channels: channels, PublicURL: cfg.PublicURL, Secret: cfg.Secret,
		Webhook: notify.Webhook{URL: cfg.WebhookURL, Secret: cfg.WebhookSecret},
		SMTP:    notify.SMTP{URL: cfg.SMTPURL, From: cfg.MailFrom},
		SMSBy:   cfg.SMSBy, WhatsAppBy: cfg.WhatsAppBy,
		Twilio: notify.Twilio{URL: of("WEKALA_TWILIO_URL"), AccountSID: of("WEKALA_TWILIO_ACCOUNT_SID"),
			AuthToken: of("WEKALA_TWILIO_AUTH_TOKEN"), SMSFrom: of("WEKALA_TWILIO_SMS_FROM"),
			WhatsAppFrom: of("WEKALA_TWILIO_WHATSAPP_FROM")},
		Cloud: notify.Cloud{URL: of("WEKALA_WHATSAPP_URL"), Version: of("WEKALA_WHATSAPP_VERSION"),
			PhoneID: of("WEKALA_WHATSAPP_PHONE_ID"), Token: of("WEKALA_WHATSAPP_TOKEN"),
			AppSecret:   of("WEKALA_WHATSAPP_APP_SECRET"),
			VerifyToken: of("WEKALA_WHATSAPP_VERIFY_TOKEN"), Prefix: of("WEKALA_WHATSAPP_PREFIX")},
		PushHosts: config.List(of("WEKALA_PUSH_HOSTS")),
	}
	if text := of("WEKALA_TWILIO_TEMPLATES"); text != "" {
		if err := json.Unmarshal([]byte(text), &c.Twilio.Templates); err != nil {
			return c, errors.New(`WEKALA_TWILIO_TEMPLATES must be JSON such as {"notify.code:ar": "HX…"}`)
		}
	}
	return c, nil
}

// gatewayNames are the gateways that can be open here: those an owner may choose, and the one that the environment
// names.
func gatewayNames(base payments.Gateway) []string {
	names := []string{paymob.Name, stripe.Name}
	if base != nil && !slices.Contains(names, base.Name()) {
		names = append(names, base.Name())
	}
	return names
}

// takes returns the payment methods that the checkout currently accepts.
func (a *App) takes() checkout.Ways {
	now := a.features.paymentMethods.Now()
	return checkout.Ways{Cash: now.Cash, Card: now.Card, CashMost: now.CashMost, CashFirst: now.CashFirst}
}
