package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

type waysView struct {
	Version int64
	State   struct {
		Variable, Cash, Card bool
		Gateway              string
	}
	Paymob struct {
		HasAPIKey bool `json:"has_api_key"`
	}
}

// TestWaysToPay: an owner's payment settings apply at the checkout of every node without a restart, keys are neither
// shown nor readable in the database, and a new shop accepts only cash.
func TestWaysToPay(t *testing.T) {
	paymob := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		var in struct {
			Key string `json:"api_key"`
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		if in.Key == "the-api-key" {
			_, _ = w.Write([]byte(`{"token":"t"}`))
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{}`))
	}))
	defer paymob.Close()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		unnamed := apptest.Set(func(cfg *config.Serve) {
			cfg.Demo, cfg.Payments, cfg.CodeChannels = false, "", ""
			cfg.Accounts = map[string]string{"WEKALA_PAYMOB_URL": paymob.URL}
		})
		s := apptest.New(t, d, unnamed)
		two := apptest.Node(t, d, s.Clock, unnamed)
		owner := s.Staff("owner")
		s.Stock(apptest.Koshary, apptest.Small, 100)
		methods := func(node *apptest.Shop, p apptest.Customer) map[string]string {
			t.Helper()
			var q struct {
				PaymentMethods []struct {
					ID        string
					Available bool
					Reason    *string
				} `json:"payment_methods"`
			}
			node.Do("GET", "/checkout?service_id=food&address_id="+p.Address, p.Token, nil).Into(t, &q)
			out := map[string]string{}
			for _, m := range q.PaymentMethods {
				out[m.ID] = "on"
				if !m.Available {
					out[m.ID] = *m.Reason
				}
			}
			return out
		}
		var v waysView
		s.Do("GET", "/console/ways", owner, nil).Into(t, &v)
		if v.Version != 0 || !v.State.Cash || v.State.Card || v.State.Variable {
			t.Errorf("a fresh shop: %+v", v)
		}
		regular := s.Customer()
		s.Exec(`UPDATE orders SET status = 'delivered', delivered_at = 1 WHERE id = $1`, s.Buy(regular, "cod"))
		first := s.Customer()
		for _, p := range []apptest.Customer{regular, first} {
			s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
		}
		if m := methods(s, first); m["cod"] != "on" || m["card"] == "on" {
			t.Errorf("the checkout of a fresh shop: %v", m)
		}

		set := func(change fields) apptest.Answer {
			body := fields{"cash": true, "card": false, "top_up": true, "cash_most": 0, "cash_first": 0, "gateway": "",
				"paymob": fields{}, "stripe": fields{}, "version": v.Version}
			for k, val := range change {
				body[k] = val
			}
			return s.Do("PUT", "/console/ways", owner, body)
		}
		for name, wrong := range map[string]fields{"gateway": {"card": true},
			"paymob.api_key":        {"card": true, "gateway": "paymob"},
			"stripe.webhook_secret": {"card": true, "gateway": "stripe", "stripe": fields{"secret_key": "sk"}},
			"cash_first":            {"cash_most": 100, "cash_first": 200}, "cash_most": {"cash_most": 1_000_000}} {
			if a := set(wrong); a.Status != 422 || !strings.Contains(a.Body, `"`+name+`"`) {
				t.Errorf("wrong %s: %s", name, a.Body)
			}
		}

		// A limit for cash, lower for a first order; on the other node as well.
		set(fields{"cash_most": 50_000, "cash_first": 10}).Into(t, &v)
		if a := set(fields{"version": 0}); a.Status != 409 {
			t.Errorf("from an older version: %s", a.Short())
		}
		if m := methods(two, first); m["cod"] != "on" {
			t.Errorf("the other node before it looked: %v", m)
		}
		if err := two.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, node := range []*apptest.Shop{s, two} {
			if m := methods(node, first); !strings.Contains(m["cod"], "10") || m["cod"] == "on" {
				t.Errorf("a first order above its ceiling: %v", m)
			}
			if m := methods(node, regular); m["cod"] != "on" {
				t.Errorf("somebody known: %v", m)
			}
		}
		if a := s.Do("POST", "/checkout", first.Token, first.Body("cod", 105_00),
			apptest.Key("k-first-cash")); a.Short() != "422 cash_first" {
			t.Errorf("ordering above the ceiling: %s %s", a.Short(), a.Body)
		}

		// Cards by a gateway whose keys are entered here.
		set(fields{"card": true, "gateway": "paymob",
			"paymob": fields{"public_key": "pk", "integrations": "123، 456", "api_key": "the-api-key",
				"secret_key": "the-secret-key", "hmac_secret": "the-hmac"}}).Into(t, &v)
		if !v.State.Card || v.State.Gateway != "paymob" || !v.Paymob.HasAPIKey {
			t.Errorf("with a gateway: %+v", v)
		}
		if err := two.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if m := methods(two, first); m["card"] != "on" {
			t.Errorf("cards on the other node: %v", m)
		}
		kept := strings.Join(s.Lines(`SELECT value FROM settings`), "") +
			strings.Join(s.Lines(`SELECT before || after FROM audit_log`), "") +
			s.Do("GET", "/console/ways", owner, nil).Body
		for _, secret := range []string{"the-api-key", "the-secret-key", "the-hmac"} {
			if strings.Contains(kept, secret) {
				t.Errorf("%s can be read", secret)
			}
		}
		var tried struct {
			Taken   bool
			Problem string
		}
		s.Do("POST", "/console/ways/try", owner, nil).Into(t, &tried)
		if !tried.Taken {
			t.Errorf("the gateway knows the key: %+v", tried)
		}
		// An empty key keeps the existing one; another one replaces it.
		set(fields{"card": true, "gateway": "paymob",
			"paymob": fields{"public_key": "pk", "integrations": "123", "api_key": "wrong"}}).Into(t, &v)
		s.Do("POST", "/console/ways/try", owner, nil).Into(t, &tried)
		if tried.Taken || !strings.Contains(tried.Problem, "401") {
			t.Errorf("a wrong key: %+v", tried)
		}
		set(fields{"cash": false}).Into(t, &v)
		if m := methods(s, regular); m["cod"] == "on" || m["card"] == "on" {
			t.Errorf("with everything off: %v", m)
		}
		if a := s.Do("POST", "/console/ways/try", owner, nil); a.Short() != "409 no_gateway" {
			t.Errorf("trying without a gateway: %s", a.Short())
		}
		if a := s.Do("POST", "/webhooks/stripe", "", fields{}); a.Short() != "400 forged" {
			t.Errorf("a notice of a gateway that is not open: %s", a.Short())
		}
	})
}

// TestAVariableWins: payment settings of the environment take precedence, and are shown as the environment's.
func TestAVariableWins(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d, apptest.Set(func(cfg *config.Serve) { cfg.Payments = "card" }))
		owner := s.Staff("owner")
		var v waysView
		s.Do("PUT", "/console/ways", owner, fields{"cash": true, "card": false, "top_up": true, "cash_most": 0,
			"cash_first": 0, "paymob": fields{}, "stripe": fields{}, "version": 0}).Into(t, &v)
		if !v.State.Variable || v.State.Cash || !v.State.Card || v.State.Gateway != "sandbox" {
			t.Errorf("with a variable: %+v", v)
		}
	})
}
