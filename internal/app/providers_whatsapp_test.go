package app_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

// TestAnOwnerSetsWhatsApp: an account entered in the console carries messages on every node, answers WhatsApp's
// verification requests without a restart, and its secrets are shown to nobody.
func TestAnOwnerSetsWhatsApp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var mu sync.Mutex
		var got []string
		meta := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			mu.Lock()
			defer mu.Unlock()
			got = append(got, r.URL.Path+" "+r.Header.Get("Authorization")+" "+string(body))
			_, _ = io.WriteString(w, `{"messages":[{"id":"wamid.1"}]}`)
		}))
		defer meta.Close()
		there := apptest.Set(func(c *config.Serve) {
			c.Accounts = maps.Clone(c.Accounts)
			if c.Accounts == nil {
				c.Accounts = map[string]string{}
			}
			c.Accounts["WEKALA_WHATSAPP_URL"] = meta.URL
		})
		s, link := fresh(t, d, there)
		second, _ := fresh(t, d, there)
		var in struct{ Token string }
		s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		const hook = "/webhooks/whatsapp"
		if a := s.Do("GET", hook+"?hub.mode=subscribe&hub.challenge=7", "", nil); a.Status != 404 {
			t.Errorf("before anybody set it: %d %s", a.Status, a.Body)
		}
		body := func(version int64, change fields) fields {
			all := providersBody("", version)
			all["sms"].(fields)["on"] = false
			maps.Copy(all["whatsapp"].(fields),
				fields{"on": true, "phone_id": "106540352242922", "prefix": "nile_", "token": "token-hush", "secret": "app-hush"})
			maps.Copy(all["whatsapp"].(fields), change)
			return all
		}
		for want, change := range map[string]fields{
			"422 phone_id_format": {"phone_id": "01012345678x"},
			"422 prefix_format":   {"prefix": "Nile-"},
			"422 required":        {"token": ""},
		} {
			if a := s.Do("PUT", "/console/providers", in.Token, body(0, change)); a.Short() != want {
				t.Errorf("%v: %s", change, a.Body)
			}
		}
		var v struct {
			Version  int64
			WhatsApp struct {
				Carried, On      bool
				HasToken         bool `json:"has_token"`
				HasSecret        bool `json:"has_secret"`
				Callback, Verify string
			} `json:"whatsapp"`
		}
		saved := s.Do("PUT", "/console/providers", in.Token, body(0, nil))
		saved.Into(t, &v)
		if w := v.WhatsApp; !w.Carried || !w.On || !w.HasToken || !w.HasSecret || !strings.HasSuffix(w.Callback, hook) ||
			len(w.Verify) != 32 || strings.Contains(saved.Body, "hush") {
			t.Fatalf("saved: %s", saved.Body)
		}
		// Secrets that are not entered again stay.
		a := s.Do("PUT", "/console/providers", in.Token,
			body(v.Version, fields{"token": "", "secret": "", "prefix": "shop_"}))
		if a.Into(t, &v); !v.WhatsApp.HasToken || !v.WhatsApp.Carried {
			t.Fatalf("kept: %s", a.Body)
		}
		for _, table := range []string{`SELECT value FROM settings`,
			`SELECT COALESCE(before, '') || COALESCE(after, '') FROM audit_log`} {
			if stored := strings.Join(s.Lines(table), "\n"); strings.Contains(stored, "hush") {
				t.Errorf("a secret stands in the database: %s", stored)
			}
		}
		// The templates to register match the messages that are sent: the same names, texts with WhatsApp's own
		// placeholders.
		for _, want := range []string{`{"name":"shop_notify_code","language":"ar","category":"AUTHENTICATION","lines":[]`,
			`"name":"shop_favourites_notice_cheaper","language":"en","category":"MARKETING","lines":["`,
			`"name":"shop_notify_try","language":"en","category":"UTILITY"`, "{{"} {
			if !strings.Contains(a.Body, want) {
				t.Errorf("no %s in %s", want, a.Body)
			}
		}
		if err := second.App.Poll(context.Background()); err != nil {
			t.Fatal(err)
		}
		report := `{"entry":[]}`
		for i, node := range []*apptest.Shop{s, second} {
			var tried struct {
				Taken   bool
				Problem string
			}
			node.Do("POST", "/console/providers/try", in.Token, fields{"channel": "whatsapp", "to": "01012345678"}).
				Into(t, &tried)
			if !tried.Taken || len(got) != i+1 ||
				!strings.HasPrefix(got[i], "/v21.0/106540352242922/messages Bearer token-hush ") ||
				!strings.Contains(got[i], `"to":"201012345678"`) || !strings.Contains(got[i], `"name":"shop_notify_try"`) {
				t.Fatalf("a test message: %+v %q", tried, got)
			}
			for want, ask := range map[string]func() apptest.Answer{
				"asked with the token": func() apptest.Answer {
					return node.Do("GET", hook+"?hub.mode=subscribe&hub.challenge=4711&hub.verify_token="+v.WhatsApp.Verify, "", nil)
				},
				"asked with another": func() apptest.Answer {
					return node.Do("GET", hook+"?hub.mode=subscribe&hub.challenge=4711&hub.verify_token=guess", "", nil)
				},
				"a report": func() apptest.Answer {
					return node.Do("POST", hook, "", report, apptest.Header{
						"X-Hub-Signature-256": notify.CloudSignature("app-hush", []byte(report))})
				},
				"a forged report": func() apptest.Answer {
					return node.Do("POST", hook, "", report, apptest.Header{
						"X-Hub-Signature-256": notify.CloudSignature("app-hash", []byte(report))})
				},
			} {
				a, good := ask(), want == "asked with the token" || want == "a report"
				if (a.Status == 200) != good || want == "asked with the token" && a.Body != "4711" {
					t.Errorf("%s: %d %s", want, a.Status, a.Body)
				}
			}
		}
		off := body(v.Version, fields{"on": false, "token": "", "secret": ""})
		if a := s.Do("PUT", "/console/providers", in.Token, off); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := s.Do("GET", hook+"?hub.mode=subscribe&hub.challenge=7&hub.verify_token="+v.WhatsApp.Verify, "",
			nil); a.Status != 404 {
			t.Errorf("switched off: %d %s", a.Status, a.Body)
		}
	})
}
