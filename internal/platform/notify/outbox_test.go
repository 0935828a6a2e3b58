package notify_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

func TestSendRefusesNonsense(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, m := range []notify.Message{{}, {To: "x"}, {Template: "notify.code"},
			{To: "x", Template: "y", Channel: "pigeon"}} {
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error { return notify.Send(ctx, tx, m) })
			if err == nil {
				t.Errorf("%+v was taken", m)
			}
		}
		var n int64
		if err := d.Get(t.Context(), &n,
			`SELECT (SELECT COUNT(*) FROM messages) + (SELECT COUNT(*) FROM jobs)`); err != nil || n != 0 {
			t.Errorf("%d rows, %v", n, err)
		}
	})
}

func TestOutbox(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		sh := newShop(t, d, notify.Config{Demo: true, Channels: []string{"sms", "whatsapp", "email"}})
		get := func(target, accept, lang string) *httptest.ResponseRecorder {
			r := httptest.NewRequest("GET", target, nil)
			r.Header.Set("Accept", accept)
			r.Header.Set("Accept-Language", lang)
			w := httptest.NewRecorder()
			sh.s.Outbox().ServeHTTP(w, r)
			return w
		}
		if w := get("/dev/outbox", "application/json", ""); w.Body.String() != "[]\n" {
			t.Errorf("empty: %s", w.Body)
		}
		if w := get("/dev/outbox", "text/html", "ar"); !strings.Contains(w.Body.String(), `<html lang="ar" dir="rtl">`) {
			t.Errorf("empty page: %s", w.Body)
		}
		sh.send(code("sms"))
		sh.clock.Advance(time.Second)
		sh.send(notify.Message{To: "<b>@example.com", Template: "notify.subject", Lang: "en"})
		// Messages to nobody are not shown: this number is not served.
		sh.send(notify.Message{To: "+4915112345678", Template: "notify.subject", Lang: "en"})
		sh.run()
		gone := code("sms")
		gone.ChallengeID = "otp_gone"
		sh.send(gone)
		var all []map[string]string
		w := get("/dev/outbox", "application/json", "")
		if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil {
			t.Fatal(err)
		}
		if len(all) != 2 || all[0]["channel"] != "email" || all[0]["code"] != "" || all[1]["code"] != "4821" ||
			all[1]["to"] != "+201001234567" || all[1]["at"] != "2026-11-20T10:00:00Z" ||
			!strings.Contains(all[1]["body"], "4821") {
			t.Errorf("%s", w.Body)
		}
		if w := get("/dev/outbox?to=+201001234567", "application/json", ""); strings.Count(w.Body.String(), `"at"`) != 1 {
			t.Errorf("one receiver: %s", w.Body)
		}
		w = get("/dev/outbox", "text/html,application/xhtml+xml", "en-GB")
		page := w.Body.String()
		if !strings.Contains(page, "<b>4821</b>") || strings.Contains(page, "<b>@") || strings.Contains(page, "<script") ||
			!strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'; style-src 'sha256-") {
			t.Errorf("%v\n%s", w.Header(), page)
		}
		// The demo hands nothing over and yet is done.
		sh.run()
		sh.want("queued", 0) // the newest is the one whose challenge is gone
		r := httptest.NewRequest("POST", "/dev/outbox", nil)
		w = httptest.NewRecorder()
		sh.s.Outbox().ServeHTTP(w, r)
		if w.Code != 405 {
			t.Errorf("POST: %d", w.Code)
		}
	})
}

func TestNoOutboxWithoutDemo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, cfg := newReceiver(t)
		sh := newShop(t, d, cfg)
		sh.send(code("sms"))
		w := httptest.NewRecorder()
		sh.s.Outbox().ServeHTTP(w, httptest.NewRequest("GET", "/dev/outbox", nil))
		if w.Code != 404 || strings.Contains(w.Body.String(), "4821") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if _, err := sh.s.Shown(t.Context(), ""); err == nil {
			t.Error("messages can be listed")
		}
	})
}

func TestCheck(t *testing.T) {
	hook := notify.Webhook{URL: "https://sms.example.com/send", Secret: secret}
	smtp := notify.SMTP{URL: "smtp://u:p@mail.example.com:587", From: "Wekala <shop@example.com>"}
	for _, c := range []struct {
		name string
		cfg  notify.Config
		want string // in the error; empty: fine
	}{
		{"nothing is on", notify.Config{}, ""},
		{"the demo needs nothing", notify.Config{Demo: true, Channels: []string{"sms", "whatsapp", "email"}}, ""},
		{"all there", notify.Config{Channels: []string{"sms", "whatsapp", "email"}, Webhook: hook, SMTP: smtp}, ""},
		{"only what is on", notify.Config{Channels: []string{"email"}, SMTP: smtp}, ""},
		{"a hook on this machine",
			notify.Config{Channels: []string{"sms"}, Webhook: notify.Webhook{URL: "http://127.0.0.1:9/x", Secret: secret}}, ""},
		{"no hook", notify.Config{Channels: []string{"sms"}}, "WEKALA_WEBHOOK_URL and WEKALA_WEBHOOK_SECRET"},
		{
			"an open hook", notify.Config{Channels: []string{"whatsapp"},
				Webhook: notify.Webhook{URL: "http://sms.example.com", Secret: secret}}, "https"},
		{"a short secret", notify.Config{Channels: []string{"sms"}, Webhook: notify.Webhook{URL: hook.URL, Secret: "x"}},
			"16 characters"},
		{"no mail server", notify.Config{Channels: []string{"email"}}, "WEKALA_SMTP_URL"},
		{
			"a mail server in the open", notify.Config{Channels: []string{"email"},
				SMTP: notify.SMTP{URL: "smtp+plain://mail.example.com", From: smtp.From}}, "this machine"},
		{
			"another protocol", notify.Config{Channels: []string{"email"},
				SMTP: notify.SMTP{URL: "https://mail.example.com", From: smtp.From}}, "smtp://"},
		{"no sender", notify.Config{Channels: []string{"email"}, SMTP: notify.SMTP{URL: smtp.URL}}, "WEKALA_MAIL_FROM"},
		{"a channel that is none", notify.Config{Demo: true, Channels: []string{"pigeon"}}, "pigeon"},
	} {
		err := notify.Check(c.cfg)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q in it", c.name, err, c.want)
		case err != nil && strings.Contains(err.Error(), secret):
			t.Errorf("%s: the secret is in the error", c.name)
		}
		if _, made := notify.New(nil, clock.System, c.cfg, nil); (made != nil) != (err != nil) {
			t.Errorf("%s: New says %v", c.name, made)
		}
	}
}
