package notify_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

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
	return notify.Message{Channel: channel, To: "+201001234567", Template: notify.TemplateCode, Lang: "ar",
		ChallengeID: "otp_1"}
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
		if want := notify.Sign(secret, p.header.Get(notify.HeaderTimestamp),
			p.body); p.header.Get(notify.HeaderSignature) != want {
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
			!strings.Contains(text, "4821 هو كود دخول «وكالة»") || !strings.HasSuffix(text, "\n\n@shop.example.com #4821") {
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
			if a, b := posts[len(posts)-2].header.Get(notify.HeaderKey),
				posts[len(posts)-1].header.Get(notify.HeaderKey); a != b || a == "" {
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
