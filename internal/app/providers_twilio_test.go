package app_test

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

// TestAnOwnerSetsTwilio: an account entered in the console carries SMS and WhatsApp on every node, its reports are
// received without a restart, a variable takes precedence, and its token is shown to nobody.
func TestAnOwnerSetsTwilio(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		account, other, content := "AC"+strings.Repeat("a", 32), "AC"+strings.Repeat("b", 32), "HX"+strings.Repeat("c", 32)
		var mu sync.Mutex
		var got []url.Values
		twilio := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_ = r.ParseForm()
			user, password, _ := r.BasicAuth()
			r.Form.Set("login", user+" "+password)
			mu.Lock()
			defer mu.Unlock()
			got = append(got, r.Form)
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte(`{"sid":"SM1"}`))
		}))
		defer twilio.Close()
		there := apptest.Set(func(c *config.Serve) {
			c.Accounts = map[string]string{"WEKALA_TWILIO_URL": twilio.URL}
			c.PublicURL = "https://shop.example.com"
		})
		s, link := fresh(t, d, there)
		second, _ := fresh(t, d, there)
		var in struct{ Token string }
		s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		body := func(version int64, sms, whatsapp, twilio fields) fields {
			all := providersBody("", version)
			maps.Copy(all["sms"].(fields), fields{"on": true, "by": "twilio", "sender": "Nile"})
			maps.Copy(all["sms"].(fields), sms)
			maps.Copy(all["whatsapp"].(fields), fields{"on": true, "by": "twilio", "sender": "+12025550123",
				"contents": "notify.code:ar=" + content + "\nnotify.code:en=" + content})
			maps.Copy(all["whatsapp"].(fields), whatsapp)
			all["twilio"] = fields{"account": account, "token": "twilio-hush"}
			maps.Copy(all["twilio"].(fields), twilio)
			return all
		}
		const hook = "/webhooks/twilio"
		report := func(node *apptest.Shop, token string) int {
			form := url.Values{"MessageSid": {"SM1"}, "MessageStatus": {"delivered"}}
			return node.Do("POST", hook+"?id=msg_x", "", form.Encode(),
				apptest.Header{"Content-Type": "application/x-www-form-urlencoded",
					"X-Twilio-Signature": notify.TwilioSignature(token, "https://shop.example.com/api/v1"+hook+"?id=msg_x", form)}).
				Status
		}
		if a := report(s, "twilio-hush"); a != 404 {
			t.Errorf("before anybody set it: %d", a)
		}
		for name, c := range map[string]struct {
			want                  string
			sms, whatsapp, twilio fields
		}{
			"account":      {"422 account_format", nil, nil, fields{"account": "AC1"}},
			"no token":     {"422 required", nil, nil, fields{"token": ""}},
			"sender":       {"422 sms_sender_format", fields{"sender": "Nile Groceries of Cairo"}, nil, nil},
			"a bare one":   {"422 sms_sender_format", fields{"sender": "01012345678"}, nil, nil},
			"no sender":    {"422 sms_sender_format", fields{"sender": ""}, nil, nil},
			"WhatsApp's":   {"422 whatsapp_sender_format", nil, fields{"sender": "Nile"}, nil},
			"no such id":   {"422 contents_format", nil, fields{"contents": "notify.code:ar=HX1"}, nil},
			"no such text": {"422 contents_format", nil, fields{"contents": "notify.nothing:ar=" + content}, nil},
			"one language": {"422 contents_needed", nil, fields{"contents": "notify.code:ar=" + content}, nil},
			"who":          {"422 one_of", fields{"by": "pigeon"}, nil, nil},
		} {
			if a := s.Do("PUT", "/console/providers", in.Token, body(0, c.sms, c.whatsapp, c.twilio)); a.Short() != c.want {
				t.Errorf("%s: %s", name, a.Body)
			}
		}
		type view struct {
			Version       int64
			SMS, WhatsApp struct {
				Carried bool
				By      string
			}
			Twilio struct {
				Variable bool
				Account  string
				HasToken bool `json:"has_token"`
			}
		}
		var v view
		saved := s.Do("PUT", "/console/providers", in.Token, body(0, nil, nil, nil))
		if saved.Into(t, &v); !v.SMS.Carried || v.SMS.By != "twilio" || !v.WhatsApp.Carried || !v.Twilio.HasToken ||
			v.Twilio.Variable || strings.Contains(saved.Body, "hush") {
			t.Fatalf("saved: %s", saved.Body)
		}
		// A kept token is used only for its account.
		if a := s.Do("PUT", "/console/providers", in.Token,
			body(v.Version, nil, nil, fields{"account": other, "token": ""})); a.Short() != "422 required" {
			t.Errorf("another account with the old token: %s", a.Body)
		}
		s.Do("PUT", "/console/providers", in.Token, body(v.Version, fields{"sender": "Nile 2"}, nil, fields{"token": ""})).
			Into(t, &v)
		for _, table := range []string{`SELECT value FROM settings`,
			`SELECT COALESCE(before, '') || COALESCE(after, '') FROM audit_log`} {
			if stored := strings.Join(s.Lines(table), "\n"); strings.Contains(stored, "hush") {
				t.Errorf("the token stands in the database: %s", stored)
			}
		}
		if err := second.App.Poll(context.Background()); err != nil {
			t.Fatal(err)
		}
		for i, node := range []*apptest.Shop{s, second} {
			a := node.Do("POST", "/console/providers/try", in.Token, fields{"channel": "sms", "to": "01012345678"})
			if !strings.Contains(a.Body, `"taken":true`) || len(got) != i+1 {
				t.Fatalf("a test message: %s, %d came", a.Body, len(got))
			}
			if f := got[i]; f.Get("login") != account+" twilio-hush" || f.Get("From") != "Nile 2" ||
				f.Get("To") != "+201012345678" ||
				!strings.HasPrefix(f.Get("StatusCallback"), "https://shop.example.com/api/v1"+hook+"?id=msg_") {
				t.Errorf("Twilio got %v", f)
			}
			if a, forged := report(node, "twilio-hush"), report(node, "guess"); a != 200 || forged == 200 {
				t.Errorf("a report: %d, a forged one: %d", a, forged)
			}
		}
		// The test message's own template has no id yet.
		if a := s.Do("POST", "/console/providers/try", in.Token,
			fields{"channel": "whatsapp", "to": "01012345678"}); !strings.Contains(a.Body, "notify_try") || len(got) != 2 {
			t.Errorf("without a template: %s", a.Body)
		}
		s.Do("PUT", "/console/providers", in.Token,
			body(v.Version, nil,
				fields{"contents": "notify.code:ar=" + content + "\nnotify.code:en=" + content + "\nnotify.try:en=" + content},
				fields{"token": ""})).Into(t, &v)
		if a := s.Do("POST", "/console/providers/try", in.Token,
			fields{"channel": "whatsapp", "to": "01012345678"}); !strings.Contains(a.Body, `"taken":true`) ||
			got[2].Get("From") != "whatsapp:+12025550123" || got[2].Get("ContentSid") != content {
			t.Errorf("by WhatsApp: %s %v", a.Body, got[2:])
		}

		// A variable takes precedence: its account also serves the console's settings for WhatsApp.
		variable := apptest.Node(t, d, clock.NewFake(shoptest.Now), apptest.Set(func(c *config.Serve) {
			c.Demo, c.Payments, c.CodeChannels, c.SMSBy, c.PublicURL = false, "cod", "sms", "twilio", "https://shop.example.com"
			c.Accounts = map[string]string{"WEKALA_TWILIO_URL": twilio.URL, "WEKALA_TWILIO_ACCOUNT_SID": other,
				"WEKALA_TWILIO_AUTH_TOKEN": "variable-hush", "WEKALA_TWILIO_SMS_FROM": "+12025550199"}
		}))
		a := variable.Do("GET", "/console/providers", in.Token, nil)
		if a.Into(t, &v); !v.Twilio.Variable || !v.SMS.Carried || !v.WhatsApp.Carried || strings.Contains(a.Body, "hush") {
			t.Errorf("by variable: %s", a.Body)
		}
		variable.Do("POST", "/console/providers/try", in.Token, fields{"channel": "sms", "to": "01012345678"})
		variable.Do("POST", "/console/providers/try", in.Token, fields{"channel": "whatsapp", "to": "01012345678"})
		if len(got) != 5 || got[3].Get("login") != other+" variable-hush" || got[3].Get("From") != "+12025550199" ||
			got[4].Get("login") != other+" variable-hush" {
			t.Errorf("by variable: %v", got[3:])
		}

		if a := s.Do("PUT", "/console/providers", in.Token,
			body(v.Version, fields{"on": false}, fields{"on": false}, fields{"token": ""})); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := report(s, "twilio-hush"); a != 404 {
			t.Errorf("switched off: %d", a)
		}
	})
}
