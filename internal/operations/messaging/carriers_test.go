package messaging

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// asked is a request to a carrier, with the address first.
type asked struct{ line, body, header string }

// TestKnownCarriersAreAskedAsTheyWant pins the request that each known carrier gets for an
// Arabic message, and which answers count: changing a fact changes a line here.
func TestKnownCarriersAreAskedAsTheyWant(t *testing.T) {
	const taken, refused = 0, 1
	want := map[string]struct {
		asked
		answers [2]string
	}{
		"smsmisr": {
			asked{"POST /api/SMS/",
				"environment=1&language=2&message=TEXT&mobile=201012345678&password=s3%26cret&sender=Nile&username=me", ""},
			[2]string{`{"code":"1901","SMSID":"7"}`, `{"code":"1903"}`}},
		"victorylink": {asked{"POST /VLSMSPlatformResellerAPI/NewSendingAPI/api/SMSSender/SendSMS",
			`{"Password":"s3\u0026cret","SMSID":"GUID","SMSLang":"A","SMSReceiver":"201012345678","SMSSender":"Nile","SMSText":"TEXT","UserName":"me"}`, ""},
			[2]string{"0", "-10"}},
		"cequens": {
			asked{"POST /sms/v1/messages",
				`{"messageText":"TEXT","messageType":"text","recipients":"201012345678","senderName":"Nile"}`,
				"Bearer s3&cret"}, [2]string{`{"replyCode": 0,"replyMessage":"ok"}`, `{"replyCode":401}`}},
		"smseg": {
			asked{"GET /sms/api/?message=TEXT&mobiles=201012345678&password=s3%26cret&sendername=Nile&username=me", "", ""},
			[2]string{`[{"type":"success","msg":"x"}]`, `{"type":"error","error":{"number":300}}`}},
		"beon": {asked{"POST /api/v3/messages/sms/bulk", `{"phoneNumbers": ["+201012345678"], "message": "TEXT"}`, "s3&cret"},
			[2]string{`{"status":200}`, `{"status":401}`}},
		"unifonic": {
			asked{"POST /rest/SMS/messages", "AppSid=s3%26cret&Body=TEXT&Recipient=201012345678&SenderID=Nile&responseType=JSON",
				""},
			[2]string{`{"success":true}`, `{"success":"false","errorCode":"ER-02"}`}},
		"infobip": {asked{"POST /sms/3/messages",
			`{"messages": [{"sender": "Nile", "destinations": [{"to": "201012345678"}], "content": {"text": "TEXT"}}]}`,
			"App s3&cret"},
			[2]string{`{"messages":[{"status":{"groupName":"PENDING"}}]}`,
				`{"messages":[{"status":{"groupName":"REJECTED"}}]}`}},
	}
	guid := regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
	for _, c := range carriers {
		w, ok := want[c.ID]
		if !ok {
			t.Errorf("%s: no request is pinned", c.ID)
			continue
		}
		if u, err := url.Parse(strings.ReplaceAll(c.URL, "{user}", "me")); err != nil || u.Scheme != "https" {
			t.Errorf("%s: %s is not https", c.ID, c.URL)
		}
		if _, err := time.Parse(time.DateOnly, c.Checked); err != nil || c.Basis != "docs" && c.Basis != "code" ||
			c.NameAR == "" {
			t.Errorf("%s: when and how it was checked is missing", c.ID)
		}
		var got asked
		answer := w.answers[taken]
		server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			got = asked{r.Method + " " + r.URL.RequestURI(), string(body),
				r.Header.Get("Authorization") + r.Header.Get("beon-token")}
			_, _ = io.WriteString(out, answer)
		}))
		cfg := c.request(SMS{Carrier: c.ID, User: "me", Sender: "Nile"}, "s3&cret", nil)
		u, _ := url.Parse(cfg.URL)
		cfg.URL = server.URL + u.RequestURI()
		s, err := notify.New(nil, clock.System, notify.Config{
			Channels: []string{notify.SMS}, SMSBy: notify.ByHTTP, HTTPSMS: cfg}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Try(context.Background(), notify.SMS, "+201012345678", i18n.AR); err != nil {
			t.Errorf("%s: its answer of a taken message counts as refused: %v", c.ID, err)
		}
		text := i18n.T(i18n.AR, "notify.try")
		for _, as := range []string{url.QueryEscape(text), notify.InJSON(text)} {
			got.line, got.body = strings.ReplaceAll(got.line, as, "TEXT"), strings.ReplaceAll(got.body, as, "TEXT")
		}
		got.body = guid.ReplaceAllString(got.body, "GUID")
		if got != w.asked {
			t.Errorf("%s\n got  %+v\n want %+v", c.ID, got, w.asked)
		}
		answer = w.answers[refused]
		if s.Try(context.Background(), notify.SMS, "+201012345678", i18n.AR) == nil {
			t.Errorf("%s: its refusal counts as taken", c.ID)
		}
		answer = ""
		if s.Try(context.Background(), notify.SMS, "+201012345678", i18n.AR) == nil {
			t.Errorf("%s: an empty answer counts as taken", c.ID)
		}
		server.Close()
	}
}
