package notify_test

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/notify"
)

func TestWhatProvidersAreSent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, cfg := newCarrier(t)
		sh := newShop(t, d, cfg)
		sh.send(code("whatsapp"))
		sh.send(news("whatsapp"))
		sh.send(code("sms"))
		sh.run()
		wa, sms := c.got("whatsapp"), c.got("sms")
		if len(wa) != 2 || len(sms) != 1 || sh.states() != "whatsapp sent, whatsapp sent, sms sent" {
			t.Fatalf("%s: %v %v", sh.states(), wa, sms)
		}
		for i, want := range []string{
			`{"components":[{"parameters":[{"text":"4821","type":"text"}],"type":"body"},{"index":"0","parameters":[{"text":"4821","type":"text"}],"sub_type":"url","type":"button"}],"language":{"code":"ar"},"name":"shop_notify_code"}`,
			`{"components":[{"parameters":[{"parameter_name":"number","text":"MD-1","type":"text"},{"parameter_name":"store","text":"Koshary House","type":"text"}],"type":"body"}],"language":{"code":"en"},"name":"shop_orders_notice_processing"}`,
		} {
			if got, _ := json.Marshal(wa[i].body["template"]); string(got) != want || wa[i].to != "201001234567" {
				t.Errorf("template %s to %s", got, wa[i].to)
			}
		}
		if s := sms[0]; !strings.HasSuffix(s.text, "@shop.example.com #4821") || s.body["From"] != "Wekala" ||
			s.to != "+201001234567" {
			t.Errorf("sms %+v", s)
		}

		// WhatsApp by Twilio: contents it knows by their ids.
		cfg.WhatsAppBy = "twilio"
		sh = newShop(t, dbtest.New(t, d.Engine()), cfg)
		sh.send(code("whatsapp"))
		sh.send(news("whatsapp"))
		sh.run()
		wa = c.got("whatsapp")[2:]
		if len(wa) != 2 || wa[0].to != "whatsapp:+201001234567" || wa[0].body["ContentSid"] != "HX1" ||
			wa[0].body["ContentVariables"] != `{"1":"4821"}` ||
			wa[1].body["ContentVariables"] != `{"number":"MD-1","store":"Koshary House"}` ||
			wa[0].body["From"] != "whatsapp:+201000000000" {
			t.Errorf("by Twilio: %+v", wa)
		}
	})
}

// The person gets the message once, by WhatsApp or by SMS, in every case of failure at WhatsApp.
func TestWhatWhatsAppCannotDeliverGoesBySMS(t *testing.T) {
	undeliverable := `{"code":131026,"title":"Message undeliverable"}`
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			trouble func(http.ResponseWriter, *http.Request, delivery) bool
			says    []string // what WhatsApp reports afterwards
			want    string
			sms     int
		}{
			"delivered":             {nil, []string{"sent", "delivered", "read"}, "whatsapp delivered", 0},
			"in another order":      {nil, []string{"read", "delivered", "sent", "failed"}, "whatsapp delivered", 0},
			"undelivered, repeated": {nil, []string{"sent", "failed", "failed", "failed"}, "whatsapp undelivered, sms sent", 1},
			"refused":               {refuses(400, `{"error":{"code":131026}}`), nil, "whatsapp failed, sms sent", 1},
			"no such template":      {refuses(404, `{"error":{"code":132001}}`), nil, "whatsapp failed, sms sent", 1},
		} {
			carrier, cfg := newCarrier(t)
			sh := newShop(t, dbtest.New(t, d.Engine()), cfg)
			if c.trouble != nil {
				carrier.set(func() {
					carrier.trouble = func(w http.ResponseWriter, r *http.Request, d delivery) bool {
						return d.channel == "whatsapp" && c.trouble(w, r, d)
					}
				})
			}
			sh.send(code("whatsapp"))
			sh.run()
			for _, status := range c.says {
				problem := ""
				if status == "failed" {
					problem = undeliverable
				}
				if got := sh.cloudSays(carrier.got("whatsapp")[0], status, problem); got != 200 {
					t.Errorf("%s: %s answered %d", name, status, got)
				}
			}
			sh.run()
			if got := sh.states(); got != c.want || len(carrier.got("sms")) != c.sms {
				t.Errorf("%s: %s, %d SMS", name, got, len(carrier.got("sms")))
			}
			sh.healthy()
		}
	})
}

// An answer gets lost: the provider's report settles the matter; without one the message is sent once more and then
// reported.
func TestAnswersThatGetLost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, cfg := newCarrier(t)
		sh := newShop(t, d, cfg)
		c.set(func() { c.deaf = 1 })
		sh.send(news("sms"))
		sh.run()
		sh.after(30 * time.Second)
		if n := len(c.got("sms")); n != 1 || sh.states() != "sms queued" {
			t.Fatalf("%d SMS, %s", n, sh.states())
		}
		if got := sh.twilioSays(c.got("sms")[0], "sent", ""); got != 200 {
			t.Errorf("report: %d", got)
		}
		for range 5 {
			sh.after(time.Hour)
		}
		if n := len(c.got("sms")); n != 1 || sh.states() != "sms sent" {
			t.Errorf("%d SMS, %s", n, sh.states())
		}
		// Its id was learnt from the report.
		sh.twilioSays(delivery{ref: c.got("sms")[0].ref}, "delivered", "")
		if sh.states() != "sms delivered" {
			t.Errorf("in the end %s", sh.states())
		}
		sh.healthy()

		// No report ever arrives.
		sh = newShop(t, dbtest.New(t, d.Engine()), cfg)
		before := len(c.got("sms"))
		c.set(func() { c.deaf = 10 })
		sh.send(news("sms"))
		for range 10 {
			sh.after(2 * time.Minute)
		}
		if n := len(c.got("sms")) - before; n != 2 || sh.states() != "sms failed" {
			t.Errorf("%d SMS, %s", n, sh.states())
		}
		dead, err := notify.Undelivered(t.Context(), sh.d, math.MaxInt64, "", 20)
		if err != nil || len(dead) != 1 || dead[0].Problem == "" || dead[0].Masked() != "•••567" {
			t.Errorf("staff see %+v, %v", dead, err)
		}
		sh.healthy()
	})
}

// A process that dies while it sends leaves the next one in doubt.
func TestAProcessThatDiesWhileItSends(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, cfg := newCarrier(t)
		sh := newShop(t, d, cfg)
		sh.send(news("sms"))
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE messages SET unsure = 1, tried_at = $1`, db.At(sh.clock.Now()))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sh.run()
		if len(c.got("sms")) != 0 {
			t.Error("sent again without waiting for a report")
		}
		sh.after(2 * time.Minute)
		if len(c.got("sms")) != 1 || sh.states() != "sms sent" {
			t.Errorf("%d SMS, %s", len(c.got("sms")), sh.states())
		}
		sh.healthy()
	})
}

func TestTroubleThatPasses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, trouble := range map[string]func(http.ResponseWriter, *http.Request, delivery) bool{
			"busy": refuses(429, `{"code":20429}`), "closed": refuses(503, ``), "a wrong token": refuses(401, `{"code":20003}`),
			"a limit": refuses(400, `{"error":{"code":130429}}`), "theirs": refuses(500, `{"error":{"code":131000}}`),
		} {
			c, cfg := newCarrier(t)
			sh := newShop(t, dbtest.New(t, d.Engine()), cfg)
			c.set(func() { c.trouble = trouble })
			channel := "whatsapp"
			if name == "busy" || name == "a wrong token" {
				channel = "sms"
			}
			sh.send(news(channel))
			sh.run()
			sh.after(time.Minute)
			if len(c.got(channel)) != 0 || sh.states() != channel+" queued" {
				t.Errorf("%s: %s", name, sh.states())
			}
			c.set(func() { c.trouble = nil })
			sh.after(time.Hour)
			if len(c.got(channel)) != 1 || sh.states() != channel+" sent" {
				t.Errorf("%s: in the end %d, %s", name, len(c.got(channel)), sh.states())
			}
			sh.healthy()
		}
		// A code does not wait for a WhatsApp that is down.
		c, cfg := newCarrier(t)
		sh := newShop(t, dbtest.New(t, d.Engine()), cfg)
		c.set(func() {
			c.trouble = func(w http.ResponseWriter, r *http.Request, d delivery) bool {
				if d.channel == "whatsapp" {
					w.WriteHeader(503)
				}
				return d.channel == "whatsapp"
			}
		})
		sh.send(code("whatsapp"))
		for range 6 {
			sh.after(10 * time.Second)
		}
		if len(c.got("sms")) != 1 || sh.states() != "whatsapp failed, sms sent" {
			t.Errorf("a code: %d SMS, %s", len(c.got("sms")), sh.states())
		}
		sh.healthy()
	})
}

func TestForgedReports(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, cfg := newCarrier(t)
		sh := newShop(t, d, cfg)
		sh.send(news("whatsapp"))
		sh.send(news("sms"))
		sh.run()
		wa, sms := c.got("whatsapp")[0], c.got("sms")[0]
		body := cloudBody(wa, "failed", `{"code":131026}`)
		good := notify.CloudSignature("app-secret", body)
		for name, h := range map[string]http.Header{
			"none": nil, "another secret": {"X-Hub-Signature-256": {notify.CloudSignature("guess", body)}},
			"another body": {"X-Hub-Signature-256": {notify.CloudSignature("app-secret", append(body, ' '))}},
			"two":          {"X-Hub-Signature-256": {good, good}},
		} {
			if got := sh.post("/webhooks/whatsapp", h, body); got != 400 {
				t.Errorf("whatsapp, %s: %d", name, got)
			}
		}
		form := url.Values{"MessageSid": {sms.ref}, "MessageStatus": {"failed"}}
		signed := func(address string) http.Header {
			return http.Header{"X-Twilio-Signature": {notify.TwilioSignature("twilio-token", address, form)}}
		}
		path := "/webhooks/twilio?id=" + sms.ours
		for name, h := range map[string]http.Header{"none": nil,
			"another address": signed("https://evil.example.com" + httpapi.Base + path),
			"another message": signed(publicURL + httpapi.Base + "/webhooks/twilio?id=msg_other")} {
			if got := sh.post(path, h, []byte(form.Encode())); got != 400 {
				t.Errorf("twilio, %s: %d", name, got)
			}
		}
		if sh.states() != "whatsapp sent, sms sent" {
			t.Errorf("believed: %s", sh.states())
		}
		if sh.twilioSays(delivery{ref: "SM-of-somebody-else", ours: "msg_none"}, "failed", "30003") != 200 ||
			sh.states() != "whatsapp sent, sms sent" {
			t.Errorf("a message that is not ours: %s", sh.states())
		}
		if sh.twilioSays(sms, "undelivered", "30003"); sh.states() != "whatsapp sent, sms undelivered" {
			t.Errorf("true: %s", sh.states())
		}
		// WhatsApp verifies our address before it reports.
		ask := func(token string) (int, string) {
			w := httptest.NewRecorder()
			sh.web().
				ServeHTTP(w,
					httptest.NewRequest("GET",
						httpapi.Base+"/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token="+token, nil))
			return w.Code, w.Body.String()
		}
		if status, text := ask("verify-me"); status != 200 || text != "1158201444" {
			t.Errorf("subscribing: %d %s", status, text)
		}
		if status, _ := ask("guess"); status != 400 {
			t.Errorf("subscribing with a guess: %d", status)
		}
		sh.healthy()
	})
}
