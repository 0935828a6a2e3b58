package notify_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/notify"
)

const secret = "a secret of sixteen or more"

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// shop is a node that sends messages to a provider of a test.
type shop struct {
	t      *testing.T
	d      *db.DB
	clock  *clock.Fake
	s      *notify.Service
	runner *jobs.Runner
	live   bool // whether codes are still of use
}

func newShop(t *testing.T, d *db.DB, cfg notify.Config) *shop {
	t.Helper()
	sh := &shop{t: t, d: d, clock: clock.NewFake(start), live: true}
	var err error
	sh.s, err = notify.New(d, sh.clock, cfg, func(_ context.Context, challengeID string) (string, bool, error) {
		if challengeID == "otp_gone" {
			return "", false, db.ErrNoRows
		}
		return "4821", sh.live, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sh.runner = jobs.New(d, sh.clock, slog.New(slog.DiscardHandler))
	sh.s.Register(sh.runner)
	return sh
}

func (sh *shop) send(m notify.Message) {
	sh.t.Helper()
	m.At = sh.clock.Now()
	err := sh.d.InTx(sh.t.Context(), func(ctx context.Context, tx *db.Tx) error { return notify.Send(ctx, tx, m) })
	if err != nil {
		sh.t.Fatal(err)
	}
}

// run does what is due. Failing jobs are not an error here: they come back.
func (sh *shop) run() {
	sh.t.Helper()
	if _, err := sh.runner.RunDue(sh.t.Context()); err != nil {
		sh.t.Log(err)
	}
}

type status struct {
	State     string     `db:"state"`
	Attempts  int64      `db:"attempts"`
	LastError *string    `db:"last_error"`
	SentAt    *db.Millis `db:"sent_at"`
}

func (sh *shop) status() status {
	sh.t.Helper()
	var all []status
	if err := sh.d.Select(sh.t.Context(), &all, `SELECT state, attempts, last_error, sent_at FROM messages ORDER BY created_at DESC, id DESC`); err != nil || len(all) == 0 {
		sh.t.Fatalf("no message: %v", err)
	}
	return all[0]
}

func (sh *shop) want(state string, attempts int64) {
	sh.t.Helper()
	got := sh.status()
	if got.State != state || got.Attempts != attempts || (got.SentAt != nil) != (state == "sent") {
		sh.t.Errorf("message %+v, want %s after %d attempts", got, state, attempts)
	}
	if got.LastError != nil && strings.Contains(*got.LastError, "4821") {
		sh.t.Errorf("the error kept holds the code: %s", *got.LastError)
	}
}

// receiver is a provider's web hook.
type receiver struct {
	mu     sync.Mutex
	answer func(w http.ResponseWriter, r *http.Request)
	posts  []post
}

type post struct {
	header http.Header
	body   []byte
}

func newReceiver(t *testing.T) (*receiver, notify.Config) {
	rc := &receiver{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		rc.mu.Lock()
		rc.posts = append(rc.posts, post{r.Header.Clone(), body})
		answer := rc.answer
		rc.mu.Unlock()
		if answer != nil {
			answer(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return rc, notify.Config{Channels: []string{"sms", "whatsapp"}, PublicURL: "https://shop.example.com",
		Webhook: notify.Webhook{URL: server.URL + "/codes", Secret: secret}}
}

func (rc *receiver) answers(fn func(w http.ResponseWriter, r *http.Request)) {
	rc.mu.Lock()
	defer rc.mu.Unlock()
	rc.answer = fn
}

func (rc *receiver) got() []post {
	rc.mu.Lock()
	defer rc.mu.Unlock()
	return append([]post(nil), rc.posts...)
}

func code(channel string) notify.Message {
	return notify.Message{Channel: channel, To: "+201001234567", Template: notify.TemplateCode, Lang: "ar", ChallengeID: "otp_1"}
}

func TestWebhook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rc, cfg := newReceiver(t)
		sh := newShop(t, d, cfg)
		sh.send(code("sms"))
		if len(rc.got()) != 0 {
			t.Fatal("sent inside the transaction")
		}
		sh.run()
		sh.want("sent", 1)
		sh.run() // nothing is left to do
		posts := rc.got()
		if len(posts) != 1 {
			t.Fatalf("%d posts", len(posts))
		}
		p := posts[0]
		if want := notify.Sign(secret, p.header.Get(notify.HeaderTimestamp), p.body); p.header.Get(notify.HeaderSignature) != want {
			t.Errorf("signature %q, want %q", p.header.Get(notify.HeaderSignature), want)
		}
		if p.header.Get(notify.HeaderTimestamp) != "1795168800" {
			t.Errorf("timestamp %s", p.header.Get(notify.HeaderTimestamp))
		}
		var body map[string]any
		if err := json.Unmarshal(p.body, &body); err != nil {
			t.Fatal(err)
		}
		text, _ := body["text"].(string)
		if body["id"] != p.header.Get(notify.HeaderKey) || body["to"] != "+201001234567" || body["channel"] != "sms" ||
			body["code"] != "4821" || body["template"] != "notify.code" || body["lang"] != "ar" ||
			!strings.Contains(text, "4821 هو رمز الدخول إلى وكالة") || !strings.HasSuffix(text, "\n\n@shop.example.com #4821") {
			t.Errorf("body %s", p.body)
		}
		// Another secret, another time or another body is another signature.
		for _, other := range []string{notify.Sign("x", "1", []byte("b")), notify.Sign("y", "1", []byte("b")),
			notify.Sign("x", "2", []byte("b")), notify.Sign("x", "1", []byte("c"))} {
			if other == p.header.Get(notify.HeaderSignature) {
				t.Error("signatures collide")
			}
		}
	})
}

func TestWebhookThatFails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rc, cfg := newReceiver(t)
		sh := newShop(t, d, cfg)

		// Trouble that passes: tried again later, with the same id, then done.
		for i, status := range []int{500, 503, 429, 408} {
			rc.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
			before := len(rc.got())
			sh.send(code("sms"))
			sh.run()
			sh.want("queued", 1)
			sh.run() // not yet due
			if n := len(rc.got()) - before; n != 1 {
				t.Errorf("%d: %d posts at once", status, n)
			}
			rc.answers(nil)
			sh.clock.Advance(time.Hour)
			sh.run()
			sh.want("sent", 2)
			posts := rc.got()
			if a, b := posts[len(posts)-2].header.Get(notify.HeaderKey), posts[len(posts)-1].header.Get(notify.HeaderKey); a != b || a == "" {
				t.Errorf("%d: round %d: ids %q and %q", status, i, a, b)
			}
		}

		// A refusal is final, and so is a redirect: it is not followed.
		for _, status := range []int{400, 401, 404, 302} {
			rc.answers(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(status)
			})
			before := len(rc.got())
			sh.send(code("sms"))
			sh.run()
			sh.want("failed", 1)
			sh.clock.Advance(time.Hour)
			sh.run()
			if n := len(rc.got()) - before; n != 1 {
				t.Errorf("%d: %d posts", status, n)
			}
		}

		// A code that is of no use any more is not sent.
		rc.answers(nil)
		before := len(rc.got())
		sh.live = false
		sh.send(code("sms"))
		sh.run()
		sh.want("stale", 1)
		if len(rc.got()) != before {
			t.Error("a stale code was sent")
		}
	})
}

// A provider that never answers must not hold a job for ever, and a connection
// that is cut is trouble that passes.
func TestWebhookThatHangsOrCuts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rc, cfg := newReceiver(t)
		sh := newShop(t, d, cfg)
		rc.answers(func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_ = conn.Close()
			}
		})
		sh.send(code("sms"))
		sh.run()
		sh.want("queued", 1)

		ctx, cancel := context.WithCancel(t.Context())
		rc.answers(func(_ http.ResponseWriter, r *http.Request) {
			cancel() // the runner gives up; so does the request, at once
			<-r.Context().Done()
		})
		sh.send(code("whatsapp"))
		_, _ = sh.runner.RunDue(ctx)
		if got := sh.status(); got.State != "queued" {
			t.Errorf("%+v", got)
		}
	})
}

// mailServer speaks as much SMTP as a client needs to hand over a message.
type mailServer struct {
	address string
	mu      sync.Mutex
	refuse  string // an answer to RCPT instead of 250
	mails   []string
	sent    []string // commands
}

func newMailServer(t *testing.T) *mailServer {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &mailServer{address: l.Addr().String()}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go m.serve(conn)
		}
	}()
	return m
}

func (m *mailServer) serve(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	say := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	say("220 test ESMTP")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		m.mu.Lock()
		m.sent = append(m.sent, line)
		refuse := m.refuse
		m.mu.Unlock()
		switch verb := strings.ToUpper(strings.SplitN(line, " ", 2)[0]); verb {
		case "EHLO":
			say("250-test")
			say("250-8BITMIME")
			say("250 SMTPUTF8")
		case "RCPT":
			if refuse != "" {
				say(refuse)
				continue
			}
			say("250 ok")
		case "DATA":
			say("354 go on")
			var mail strings.Builder
			for {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if strings.TrimRight(line, "\r\n") == "." {
					break
				}
				mail.WriteString(line)
			}
			m.mu.Lock()
			m.mails = append(m.mails, mail.String())
			m.mu.Unlock()
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

func (m *mailServer) got() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.mails...)
}

func (m *mailServer) refuses(line string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuse = line
}

func TestMail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		server := newMailServer(t)
		sh := newShop(t, d, notify.Config{Channels: []string{"email"}, PublicURL: "https://shop.example.com",
			SMTP: notify.SMTP{URL: "smtp+plain://" + server.address, From: "Wekala <shop@example.com>"}})
		m := notify.Message{To: "mona@example.com", Template: notify.TemplateCode, Lang: "ar", ChallengeID: "otp_1"}
		sh.send(m)
		sh.run()
		sh.want("sent", 1)
		mails := server.got()
		if len(mails) != 1 {
			t.Fatalf("%d mails", len(mails))
		}
		for _, want := range []string{"To: <mona@example.com>", `From: "Wekala" <shop@example.com>`, "Message-ID: <msg_", "@shop.example.com>",
			"multipart/alternative", "text/plain", "text/html", "=?UTF-8?q?4821_",
			"Date: Fri, 20 Nov 2026 10:00:00 +0000"} {
			if !strings.Contains(mails[0], want) {
				t.Errorf("%q is not in %s", want, mails[0])
			}
		}

		server.refuses("451 come back later")
		sh.send(m)
		sh.run()
		sh.want("queued", 1)
		server.refuses("")
		sh.clock.Advance(time.Hour)
		sh.run()
		sh.want("sent", 2)

		server.refuses("550 nobody here")
		sh.send(m)
		sh.run()
		sh.want("failed", 1)
		if n := len(server.got()); n != 2 {
			t.Errorf("%d mails taken", n)
		}
		// A name with line breaks must not become a header.
		server.refuses("")
		sh.send(notify.Message{To: "mona@example.com", Template: "notify.subject", Lang: "en", Params: map[string]string{"x": "a\r\nBcc: all@example.com"}})
		sh.run()
		for _, command := range server.sent {
			if strings.Contains(command, "all@example.com") {
				t.Errorf("smuggled: %s", command)
			}
		}
	})
}

func TestMailServerThatIsAway(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		away := l.Addr().String()
		_ = l.Close()
		sh := newShop(t, d, notify.Config{Channels: []string{"email"},
			SMTP: notify.SMTP{URL: "smtp+plain://" + away, From: "shop@example.com"}})
		sh.send(notify.Message{To: "mona@example.com", Template: "notify.subject", Lang: "en"})
		sh.run()
		sh.want("queued", 1)
		// The other channels are off: that is said, not tried for ever.
		sh.send(notify.Message{To: "+201001234567", Template: "notify.subject", Lang: "en"})
		sh.run()
		sh.want("skipped", 1)
	})
}

func TestSendRefusesNonsense(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, m := range []notify.Message{{}, {To: "x"}, {Template: "notify.code"}, {To: "x", Template: "y", Channel: "pigeon"}} {
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error { return notify.Send(ctx, tx, m) })
			if err == nil {
				t.Errorf("%+v was taken", m)
			}
		}
		var n int64
		if err := d.Get(t.Context(), &n, `SELECT (SELECT COUNT(*) FROM messages) + (SELECT COUNT(*) FROM jobs)`); err != nil || n != 0 {
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
		gone := code("sms")
		gone.ChallengeID = "otp_gone"
		sh.send(gone)
		var all []map[string]string
		w := get("/dev/outbox", "application/json", "")
		if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil {
			t.Fatal(err)
		}
		if len(all) != 2 || all[0]["channel"] != "email" || all[0]["code"] != "" || all[1]["code"] != "4821" ||
			all[1]["to"] != "+201001234567" || all[1]["at"] != "2026-11-20T10:00:00Z" || !strings.Contains(all[1]["body"], "4821") {
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
		{"a hook on this machine", notify.Config{Channels: []string{"sms"}, Webhook: notify.Webhook{URL: "http://127.0.0.1:9/x", Secret: secret}}, ""},
		{"no hook", notify.Config{Channels: []string{"sms"}}, "WEKALA_WEBHOOK_URL and WEKALA_WEBHOOK_SECRET"},
		{"an open hook", notify.Config{Channels: []string{"whatsapp"}, Webhook: notify.Webhook{URL: "http://sms.example.com", Secret: secret}}, "https"},
		{"a short secret", notify.Config{Channels: []string{"sms"}, Webhook: notify.Webhook{URL: hook.URL, Secret: "x"}}, "16 characters"},
		{"no mail server", notify.Config{Channels: []string{"email"}}, "WEKALA_SMTP_URL"},
		{"a mail server in the open", notify.Config{Channels: []string{"email"}, SMTP: notify.SMTP{URL: "smtp+plain://mail.example.com", From: smtp.From}}, "this machine"},
		{"another protocol", notify.Config{Channels: []string{"email"}, SMTP: notify.SMTP{URL: "https://mail.example.com", From: smtp.From}}, "smtp://"},
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
