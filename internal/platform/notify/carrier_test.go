package notify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/doctor"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/notify"
)

const publicURL = "https://shop.example.com"

// carrier is a server that speaks Twilio's and WhatsApp's protocols, and counts
// what reaches people.
type carrier struct {
	*httptest.Server
	mu      sync.Mutex
	next    int
	reached []delivery
	// answers instead; a message it does not accept is lost
	trouble func(w http.ResponseWriter, r *http.Request, d delivery) bool
	deaf    int // so many are taken without an answer
}

type delivery struct {
	channel, to, text, ref, ours string
	body                         map[string]any
}

func newCarrier(t *testing.T) (*carrier, notify.Config) {
	c := &carrier{}
	c.Server = httptest.NewServer(http.HandlerFunc(c.answer))
	t.Cleanup(c.Close)
	return c,
		notify.Config{Channels: []string{"sms", "whatsapp"}, PublicURL: publicURL, SMSBy: "twilio", WhatsAppBy: "cloud",
			Twilio: notify.Twilio{URL: c.URL, AccountSID: "AC1", AuthToken: "twilio-token", SMSFrom: "Wekala",
				WhatsAppFrom: "+201000000000", Templates: map[string]string{
					"notify.code:ar": "HX1", "orders.notice_processing:en": "HX2"}},
			Cloud: notify.Cloud{URL: c.URL, PhoneID: "1060", Token: "EAAG", AppSecret: "app-secret", VerifyToken: "verify-me",
				Prefix: "shop_"}}
}

func (c *carrier) answer(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	c.mu.Lock()
	c.next++
	d := delivery{ref: fmt.Sprint("SM", c.next)}
	if strings.HasPrefix(r.URL.Path, "/2010-04-01/Accounts/AC1/Messages.json") {
		form, _ := url.ParseQuery(string(raw))
		callback, _ := url.Parse(form.Get("StatusCallback"))
		d.channel, d.to, d.text, d.ours = "sms", form.Get("To"), form.Get("Body"), callback.Query().Get("id")
		d.body = map[string]any{"From": form.Get("From"), "ContentSid": form.Get("ContentSid"),
			"ContentVariables": form.Get("ContentVariables")}
		if strings.HasPrefix(d.to, "whatsapp:") {
			d.channel = "whatsapp"
		}
	} else {
		d.channel, d.ref = "whatsapp", fmt.Sprint("wamid.", c.next)
		_ = json.Unmarshal(raw, &d.body)
		d.to, _ = d.body["to"].(string)
		d.ours, _ = d.body["biz_opaque_callback_data"].(string)
	}
	trouble := c.trouble
	c.mu.Unlock()
	user, password, _ := r.BasicAuth()
	if authorized := user == "AC1" && password == "twilio-token" ||
		r.Header.Get("Authorization") == "Bearer EAAG"; !authorized {
		w.WriteHeader(401)
		return
	}
	if trouble != nil && trouble(w, r, d) {
		return
	}
	c.mu.Lock()
	c.reached = append(c.reached, d)
	deaf := c.deaf > 0
	if deaf {
		c.deaf--
	}
	c.mu.Unlock()
	if deaf {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_ = conn.Close()
		}
		return
	}
	if d.channel == "sms" || strings.HasPrefix(d.to, "whatsapp:") {
		w.WriteHeader(201)
		_, _ = fmt.Fprintf(w, `{"sid":%q,"status":"queued","error_code":null}`, d.ref)
		return
	}
	_, _ = fmt.Fprintf(w,
		`{"messaging_product":"whatsapp","contacts":[{"input":%q,"wa_id":%q}],"messages":[{"id":%q,"message_status":"accepted"}]}`, d.to, d.to, d.ref)
}

func (c *carrier) set(change func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
}

// got lists what reached people over a channel.
func (c *carrier) got(channel string) []delivery {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []delivery
	for _, d := range c.reached {
		if d.channel == channel {
			all = append(all, d)
		}
	}
	return all
}

// web is where providers report to.
func (sh *shop) web() *httpapi.API {
	api := httpapi.New(httpapi.Options{Version: "test"})
	sh.s.Routes(api)
	return api
}

func (sh *shop) post(path string, header http.Header, body []byte) int {
	r := httptest.NewRequest("POST", httpapi.Base+path, bytes.NewReader(body))
	for k, v := range header {
		r.Header[k] = v
	}
	w := httptest.NewRecorder()
	sh.web().ServeHTTP(w, r)
	return w.Code
}

func (sh *shop) twilioSays(d delivery, status, problem string) int {
	form := url.Values{"MessageSid": {d.ref}, "MessageStatus": {status}, "To": {d.to}, "AccountSid": {"AC1"}}
	if problem != "" {
		form.Set("ErrorCode", problem)
	}
	path := "/webhooks/twilio?id=" + url.QueryEscape(d.ours)
	return sh.post(path,
		http.Header{"X-Twilio-Signature": {notify.TwilioSignature("twilio-token", publicURL+httpapi.Base+path, form)},
			"Content-Type": {"application/x-www-form-urlencoded"}}, []byte(form.Encode()))
}

func cloudBody(d delivery, status, problems string) []byte {
	return []byte(
		fmt.Sprintf(
			`{"object":"whatsapp_business_account","entry":[{"id":"2","changes":[{"field":"messages","value":{"messaging_product":"whatsapp",
		"metadata":{"phone_number_id":"1060"},"statuses":[{"id":%q,"status":%q,"timestamp":"1795168800","recipient_id":%q,
		"biz_opaque_callback_data":%q,"errors":[%s]}]}}]}]}`, d.ref, status, d.to, d.ours, problems))
}

func (sh *shop) cloudSays(d delivery, status, problems string) int {
	body := cloudBody(d, status, problems)
	return sh.post("/webhooks/whatsapp", http.Header{"X-Hub-Signature-256": {notify.CloudSignature("app-secret", body)}},
		body)
}

// states are those of all messages, the oldest first.
func (sh *shop) states() string {
	sh.t.Helper()
	var all []string
	if err := sh.d.Select(sh.t.Context(), &all,
		`SELECT channel || ' ' || state FROM messages ORDER BY created_at, id`); err != nil {
		sh.t.Fatal(err)
	}
	return strings.Join(all, ", ")
}

func (sh *shop) healthy() {
	sh.t.Helper()
	results, err := doctor.Run(context.Background(), sh.d, notify.Checks())
	if err != nil {
		sh.t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			sh.t.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

func (sh *shop) after(d time.Duration) {
	sh.clock.Advance(d)
	sh.run()
}

func news(channel string) notify.Message {
	return notify.Message{Channel: channel, To: "+201001234567", Template: "orders.notice_processing", Lang: "en",
		Params: map[string]string{"number": "MD-1", "store": "Koshary \n House"}}
}

func refuses(status int, body string) func(http.ResponseWriter, *http.Request, delivery) bool {
	return func(w http.ResponseWriter, _ *http.Request, _ delivery) bool {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
		return true
	}
}
