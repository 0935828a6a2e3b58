package app_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

var _ = addWrites(map[string]write{
	"console-save-providers": {share: 1, staff: true, body: func(ids) fields { return providersBody("https://sms.example/send", 0) }},
	"console-try-provider":   {share: 1, staff: true, body: func(ids) fields { return fields{"channel": "sms", "to": "01012345678"} }},
})

func providersBody(address string, version int64) fields {
	return fields{
		"sms": fields{"on": true, "url": address, "method": "POST", "format": "form", "fields": "mobile={to_local}\nmsg={text}\npassword={secret}",
			"headers": "X-Sender: Nile", "success": "OK:", "secret": "carrier-hush"},
		"mail":    fields{"on": false, "host": "", "port": 587, "tls": "starttls", "user": "", "from": "", "password": ""},
		"version": version,
	}
}

// carrier is somebody's SMS service, as local ones are.
type carrier struct {
	*httptest.Server
	mu     sync.Mutex
	got    []url.Values
	answer string
}

func newCarrier(t *testing.T) *carrier {
	c := &carrier{answer: "OK: 1"}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		r.Form.Set("header", r.Header.Get("X-Sender"))
		c.mu.Lock()
		defer c.mu.Unlock()
		c.got = append(c.got, r.Form)
		_, _ = io.WriteString(w, c.answer)
	}))
	t.Cleanup(c.Close)
	return c
}

// TestAnOwnerSetsTheCarrier: what is set in the console carries messages on every
// node at once; its secret is stored sealed, shown nowhere, and goes to nobody
// else.
func TestAnOwnerSetsTheCarrier(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		sms, other := newCarrier(t), newCarrier(t)
		s, link := fresh(t, d)
		second, _ := fresh(t, d)
		var in struct {
			Token string `json:"token"`
		}
		s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		methods := func(s *apptest.Shop) string {
			return s.Do("GET", "/remote-config/check-verification-method-by-country?country_code=20", "", nil).Body
		}
		s.Do("PUT", "/console/opening", in.Token, fields{"state": "open", "version": 1})
		if err := second.App.Poll(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := methods(second); strings.Contains(got, "true") {
			t.Errorf("a fresh shop sends codes: %s", got)
		}
		if a := s.Do("POST", "/console/providers/try", in.Token, fields{"channel": "sms", "to": "01012345678"}); a.Short() != "409 nobody_carries" {
			t.Errorf("a test that nobody carries: %s", a.Short())
		}

		var v struct {
			Version int64 `json:"version"`
			SMS     struct {
				Carried   bool `json:"carried"`
				HasSecret bool `json:"has_secret"`
			} `json:"sms"`
		}
		saved := s.Do("PUT", "/console/providers", in.Token, providersBody(sms.URL+"/send", 0))
		saved.Into(t, &v)
		if !v.SMS.Carried || !v.SMS.HasSecret || strings.Contains(saved.Body, "hush") {
			t.Errorf("saved: %s", saved.Body)
		}
		if a := s.Do("PUT", "/console/providers", in.Token, providersBody(sms.URL, 0)); a.Short() != "409 moved_on" || strings.Contains(a.Body, "hush") {
			t.Errorf("from an old version: %s", a.Body)
		}
		for _, table := range []string{`SELECT value FROM settings`, `SELECT COALESCE(before, '') || COALESCE(after, '') FROM audit_log`} {
			if stored := strings.Join(s.Lines(table), "\n"); strings.Contains(stored, "hush") {
				t.Errorf("the secret stands in the database: %s", stored)
			}
		}
		if err := second.App.Poll(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := methods(second); !strings.Contains(got, `"verification_methods_sms":true`) {
			t.Errorf("another node: %s", got)
		}
		for i, node := range []*apptest.Shop{s, second} {
			var tried struct {
				Taken   bool   `json:"taken"`
				Problem string `json:"problem"`
			}
			node.Do("POST", "/console/providers/try", in.Token, fields{"channel": "sms", "to": "٠١٠١٢٣٤٥٦٧٨"}).Into(t, &tried)
			if !tried.Taken || len(sms.got) != i+1 {
				t.Fatalf("a test message: %+v, %d came", tried, len(sms.got))
			}
		}
		if got := sms.got[0]; got.Get("mobile") != "01012345678" || got.Get("password") != "carrier-hush" || got.Get("msg") == "" || got.Get("header") != "Nile" {
			t.Errorf("the carrier got %v", got)
		}
		sms.answer = "ERR 7"
		if a := s.Do("POST", "/console/providers/try", in.Token, fields{"channel": "sms", "to": "01012345678"}); strings.Contains(a.Body, `"taken":true`) {
			t.Errorf("refused by its answer: %s", a.Body)
		}

		// Another address needs the secret again.
		elsewhere := providersBody(other.URL, v.Version)
		elsewhere["sms"].(fields)["secret"] = ""
		if a := s.Do("PUT", "/console/providers", in.Token, elsewhere); a.Short() != "422 secret_again" {
			t.Errorf("another address with the old secret: %s", a.Short())
		}
		for want, change := range map[string]fields{
			"422 url_https":      {"url": "http://sms.example/send"},
			"422 fields_needed":  {"fields": "msg={text}"},
			"422 fields_format":  {"fields": "whatever"},
			"422 headers_format": {"headers": "nothing"},
		} {
			body := providersBody(sms.URL, v.Version)
			maps.Copy(body["sms"].(fields), change)
			if a := s.Do("PUT", "/console/providers", in.Token, body); a.Short() != want {
				t.Errorf("%v: %s", change, a.Short())
			}
		}
		if len(other.got) != 0 {
			t.Error("the secret's address was left")
		}
	})
}
