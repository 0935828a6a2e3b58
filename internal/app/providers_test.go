package app_test

import (
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

var _ = addWrites(map[string]write{
	"console-save-providers": {share: 1, staff: true,
		body: func(ids) fields { return providersBody("https://sms.example/send", 0) }},
	"console-try-provider": {share: 1, staff: true,
		body: func(ids) fields { return fields{"channel": "sms", "to": "01012345678"} }},
})

func providersBody(address string, version int64) fields {
	return fields{
		"sms": fields{"on": true, "url": address, "method": "POST", "format": "form",
			"fields": "mobile={to_local}\nmsg={text}\npassword={secret}", "headers": "X-Sender: Nile", "success": "OK:",
			"secret": "carrier-hush"},
		"whatsapp": fields{"on": false, "phone_id": "", "prefix": "", "token": "", "secret": ""},
		"mail":     fields{"on": false, "host": "", "port": 587, "tls": "starttls", "user": "", "from": "", "password": ""},
		"version":  version,
	}
}

// carrier is a third-party SMS service, like local ones.
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

// TestAnOwnerSetsTheCarrier: a carrier set in the console carries messages on every node immediately; its secret is
// stored encrypted, shown nowhere, and sent to nobody else.
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
		if a := s.Do("POST", "/console/providers/try", in.Token,
			fields{"channel": "sms", "to": "01012345678"}); a.Short() != "409 nobody_carries" {
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
		if a := s.Do("PUT", "/console/providers", in.Token, providersBody(sms.URL, 0)); a.Short() != "409 moved_on" ||
			strings.Contains(a.Body, "hush") {
			t.Errorf("from an old version: %s", a.Body)
		}
		for _, table := range []string{`SELECT value FROM settings`,
			`SELECT COALESCE(before, '') || COALESCE(after, '') FROM audit_log`} {
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
		if got := sms.got[0]; got.Get("mobile") != "01012345678" || got.Get("password") != "carrier-hush" ||
			got.Get("msg") == "" || got.Get("header") != "Nile" {
			t.Errorf("the carrier got %v", got)
		}
		sms.answer = "ERR 7"
		if a := s.Do("POST", "/console/providers/try", in.Token,
			fields{"channel": "sms", "to": "01012345678"}); strings.Contains(a.Body, `"taken":true`) {
			t.Errorf("refused by its answer: %s", a.Body)
		}

		// Another address requires entering the secret again.
		elsewhere := providersBody(other.URL, v.Version)
		elsewhere["sms"].(fields)["secret"] = ""
		if a := s.Do("PUT", "/console/providers", in.Token, elsewhere); a.Short() != "422 secret_again" {
			t.Errorf("another address with the old secret: %s", a.Short())
		}
		// Another field for the secret requires it too, because the secret could arrive as an SMS to the owner; also after
		// switching the carrier off.
		for _, on := range []bool{true, false} {
			var now struct {
				Version int64
				SMS     struct {
					HasSecret bool `json:"has_secret"`
				}
			}
			s.Do("GET", "/console/providers", in.Token, nil).Into(t, &now)
			aloud := providersBody(sms.URL, now.Version)
			maps.Copy(aloud["sms"].(fields), fields{"on": on, "secret": "", "fields": "mobile={to}\nmsg={secret}\nnote={text}"})
			if a := s.Do("PUT", "/console/providers", in.Token, aloud); (a.Status == 200) != !on {
				t.Errorf("the old secret as the message, on: %v: %s", on, a.Short())
			}
			if s.Do("GET", "/console/providers", in.Token, nil).Into(t, &now); now.SMS.HasSecret != on {
				t.Errorf("the secret is kept: %v, on: %v", now.SMS.HasSecret, on)
			}
		}
		again := providersBody(sms.URL+"/send", 0)
		again["version"] = apptest.Get[int64](s, `SELECT version FROM settings WHERE key = 'shop.messages'`)
		s.Do("PUT", "/console/providers", in.Token, again).Into(t, &v)
		for want, change := range map[string]fields{
			"422 url_https":      {"url": "http://sms.example/send"},
			"422 fields_needed":  {"fields": "msg={text}"},
			"422 fields_format":  {"fields": "mobile={to}\nmsg={text} {secret}"},
			"422 headers_format": {"headers": "nothing"},
		} {
			body := providersBody(sms.URL, v.Version)
			maps.Copy(body["sms"].(fields), change)
			if a := s.Do("PUT", "/console/providers", in.Token, body); a.Short() != want {
				t.Errorf("%v: %s", change, a.Short())
			}
		}

		// The secret cannot be extracted either by switching off, changing the address and switching on again.
		for _, on := range []bool{false, true} {
			var now struct{ Version int64 }
			s.Do("GET", "/console/providers", in.Token, nil).Into(t, &now)
			body := providersBody(other.URL, now.Version)
			maps.Copy(body["sms"].(fields), fields{"on": on, "secret": ""})
			if a := s.Do("PUT", "/console/providers", in.Token, body); a.Status != 200 {
				t.Fatalf("on %t: %s", on, a.Body)
			}
		}
		s.Do("POST", "/console/providers/try", in.Token, fields{"channel": "sms", "to": "01012345678"})
		if len(other.got) != 1 || other.got[0].Get("password") != "" {
			t.Errorf("another carrier got %v", other.got)
		}
	})
}

// TestTryingOpensNoDoors: all invalid answers produce the same text, so an owner's account cannot find out which
// services listen where.
func TestTryingOpensNoDoors(t *testing.T) {
	t.Parallel()
	s, link := fresh(t, dbtest.New(t, db.SQLite))
	var in struct {
		Token string `json:"token"`
	}
	s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
	listening := func(says string) string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = io.WriteString(c, says)
				_ = c.Close()
			}
		}()
		return l.Addr().String()
	}
	shut, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = shut.Close()
	asks := func(channel, address string) string {
		t.Helper()
		var now struct{ Version int64 }
		s.Do("GET", "/console/providers", in.Token, nil).Into(t, &now)
		body := providersBody("http://"+address, now.Version)
		host, port, _ := net.SplitHostPort(address)
		n, _ := strconv.Atoi(port)
		body["mail"] = fields{"on": channel == "email", "host": host, "port": n, "tls": "none", "user": "",
			"from": "Nile <shop@example.com>", "password": ""}
		if a := s.Do("PUT", "/console/providers", in.Token, body); a.Status != 200 {
			t.Fatal(a.Body)
		}
		s.Clock.Advance(10 * time.Minute)
		var tried struct {
			Taken   bool
			Problem string
		}
		s.Do("POST", "/console/providers/try", in.Token,
			fields{"channel": channel, "to": map[string]string{"sms": "01012345678", "email": "x@example.com"}[channel]}).
			Into(t, &tried)
		if tried.Taken {
			t.Errorf("%s took it", address)
		}
		return tried.Problem
	}
	for _, channel := range []string{"sms", "email"} {
		want := asks(channel, shut.Addr().String())
		if want == "" || strings.Contains(want, "127.0.0.1") {
			t.Errorf("%s: %q", channel, want)
		}
		for _, says := range []string{"", "-ERR unknown command\r\n", "SSH-2.0-OpenSSH_9.6\r\n", "\x15\x03\x01\x00\x02\x02",
			strings.Repeat("x", 1<<16)} {
			if got := asks(channel, listening(says)); got != want {
				t.Errorf("%s, a door that says %.12q: %q, not %q", channel, says, got, want)
			}
		}
		web := newCarrier(t)
		if channel == "email" {
			if got := asks(channel, web.Listener.Addr().String()); got != want {
				t.Errorf("a web server: %q", got)
			}
		}
	}
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "password hunter2 of db.internal is wrong", http.StatusUnauthorized)
	}))
	t.Cleanup(refusing.Close)
	if got := asks("sms", refusing.Listener.Addr().String()); !strings.Contains(got, "401") ||
		strings.Contains(got, "hunter2") {
		t.Errorf("a proper refusal: %q", got)
	}
}

// TestAKnownCarrierNeedsAnAccountAlone: for a carrier whose API is known an owner enters user, secret and sender; the
// kept secret is sent to no other carrier and to no other host.
func TestAKnownCarrierNeedsAnAccountAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, link := fresh(t, d)
		var in struct {
			Token string `json:"token"`
		}
		s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		var now struct {
			Version int64
			SMS     struct {
				Carried   bool   `json:"carried"`
				HasSecret bool   `json:"has_secret"`
				Carrier   string `json:"carrier"`
				User      string `json:"user"`
			} `json:"sms"`
			Carriers []struct{ ID, Host, Basis, Checked string } `json:"carriers"`
		}
		save := func(change fields) apptest.Answer {
			s.Do("GET", "/console/providers", in.Token, nil).Into(t, &now)
			body := providersBody("", now.Version)
			sms := fields{"on": true, "by": "http", "method": "POST", "format": "form", "url": "", "fields": "", "headers": "",
				"success": "", "carrier": "smsmisr", "user": "nile", "sender": "token-1", "secret": ""}
			maps.Copy(sms, change)
			body["sms"] = sms
			return s.Do("PUT", "/console/providers", in.Token, body)
		}
		for want, change := range map[string]fields{
			"422 required":    {"secret": ""},
			"422 one_of":      {"carrier": "nobody", "secret": "hush"},
			"422 user_format": {"user": "{secret}", "secret": "hush"},
		} {
			if a := save(change); a.Short() != want {
				t.Errorf("%v: %s, want %s", change, a.Short(), want)
			}
		}
		if a := save(fields{"sender": "{secret}", "secret": "hush"}); a.Short() != "422 user_format" {
			t.Errorf("a sender that carries the secret: %s", a.Short())
		}
		save(fields{"secret": "carrier-hush"}).Into(t, &now)
		if !now.SMS.Carried || !now.SMS.HasSecret || now.SMS.Carrier != "smsmisr" || len(now.Carriers) < 5 {
			t.Errorf("a known carrier is set: %+v", now)
		}
		if a := save(fields{"user": "delta"}); a.Status != 200 {
			t.Errorf("another user at the same carrier: %s", a.Short())
		}
		for name, change := range map[string]fields{
			"another carrier": {"carrier": "unifonic"},
			"any carrier": {"carrier": "", "url": "https://smsmisr.com/api/SMS/",
				"fields": "mobile={to}\nmessage={text}\npassword={secret}"},
		} {
			if a := save(change); a.Short() != "422 secret_again" {
				t.Errorf("%s with the kept secret: %s", name, a.Short())
			}
		}
		// Off, another address, on again: the secret is deleted.
		save(fields{"on": false, "carrier": "unifonic"}).Into(t, &now)
		if now.SMS.HasSecret {
			t.Error("the secret went along to another carrier while SMS was off")
		}
		save(fields{"carrier": "infobip", "user": "https://ABC1.api.infobip.com/", "sender": "Nile", "secret": "key"}).
			Into(t, &now)
		if now.SMS.User != "abc1" {
			t.Errorf("a pasted base URL is read as %q", now.SMS.User)
		}
		if a := save(fields{"carrier": "infobip", "user": "evil.example/x?", "sender": "Nile",
			"secret": "key"}); a.Short() != "422 user_format" {
			t.Errorf("a base that is none: %s", a.Short())
		}
		if a := save(fields{"carrier": "infobip", "user": "other", "sender": "Nile"}); a.Short() != "422 secret_again" {
			t.Errorf("another base with the kept secret: %s", a.Short())
		}
	})
}
