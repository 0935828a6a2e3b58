package app_test

import (
	"io"
	"log/slog"
	"strings"
	"testing"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// A shop whose gateway or provider lacks a setting does not start, and names the missing setting.
func TestAccountsThatAreMissing(t *testing.T) {
	d := dbtest.New(t, db.SQLite)
	all := map[string]string{
		"WEKALA_PAYMOB_API_KEY": "a", "WEKALA_PAYMOB_SECRET_KEY": "s3cret", "WEKALA_PAYMOB_PUBLIC_KEY": "p",
		"WEKALA_PAYMOB_HMAC_SECRET":  "h",
		"WEKALA_PAYMOB_INTEGRATIONS": "1, 2", "WEKALA_STRIPE_SECRET_KEY": "s3cret", "WEKALA_STRIPE_WEBHOOK_SECRET": "w",
	}
	without := func(name, value string) map[string]string {
		m := map[string]string{name: value}
		for k, v := range all {
			if k != name {
				m[k] = v
			}
		}
		return m
	}
	for _, c := range []struct {
		gateway string
		demo    bool
		with    map[string]string
		want    string // in the error; empty: starts
	}{
		{"paymob", false, all, ""},
		{"stripe", false, all, ""},
		{"paymob", true, all, ""},
		{"sandbox", true, nil, ""},
		{"", true, nil, ""},
		{"", false, all, "--gateway paymob or stripe"},
		{"sandbox", false, all, "--demo only"},
		{"cash", true, nil, `"cash" is no gateway`},
		{"paymob", false, without("WEKALA_PAYMOB_HMAC_SECRET", ""), "needs WEKALA_PAYMOB_HMAC_SECRET in the environment"},
		{"paymob", false, without("WEKALA_PAYMOB_INTEGRATIONS", "card"), `"card" is no integration id`},
		{"stripe", false, without("WEKALA_STRIPE_WEBHOOK_SECRET", ""),
			"needs WEKALA_STRIPE_WEBHOOK_SECRET in the environment"},
	} {
		cfg := config.Serve{Demo: c.demo, Payments: "cod,card", Gateway: c.gateway, Accounts: c.with, Secret: apptest.Secret,
			DataDir: t.TempDir(), PublicURL: "https://shop.test"}
		_, err := app.Build(t.Context(), cfg, d, clock.NewFake(shoptest.Now), slog.New(slog.NewTextHandler(io.Discard, nil)),
			app.WithoutPages())
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.gateway, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.gateway, err, c.want)
		case err != nil && strings.Contains(err.Error(), "s3cret"):
			t.Errorf("%s: the error tells a secret", c.gateway)
		}
	}
}
