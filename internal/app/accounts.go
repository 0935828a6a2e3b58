package app

import (
	"errors"
	"fmt"
	"strconv"

	"wekala/internal/payments"
	"wekala/internal/payments/paymob"
	"wekala/internal/payments/sandbox"
	"wekala/internal/payments/stripe"
	"wekala/internal/platform/config"
)

// cardGateway opens the gateway that the operator chose; nil where cards are
// off. What is missing is said now and not to the first shopper.
func (a *App) cardGateway() (payments.Gateway, error) {
	cfg := a.cfg
	if !config.Has(cfg.Payments, "card") {
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
			return nil, errors.New("cards need a gateway: --gateway paymob or stripe (the sandbox exists with --demo only), or leave card out of --payments")
		}
		g := sandbox.New(sandbox.Deps{DB: a.DB, Clock: a.clock, Secret: cfg.Secret, PublicURL: cfg.PublicURL, Post: a.post})
		a.sandbox, a.gateway = g, g
		g.Jobs(a.Jobs)
		return g, nil
	}
	return nil, fmt.Errorf("%q is no gateway: use paymob, stripe or sandbox", cfg.Gateway)
}

// opened keeps a gateway that could not be opened from being one that is
// merely not nil.
func opened[G payments.Gateway](g G, err error) (payments.Gateway, error) {
	if err != nil {
		return nil, err
	}
	return g, nil
}
