package notify

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"wekala/internal/platform/remote"
)

// Twilio is an account at Twilio. It doesn't accept our id, but repeats it in the address of its reports.
type Twilio struct {
	URL        string // https://api.twilio.com
	AccountSID string
	AuthToken  string
	// SMSFrom is a number, an alphanumeric sender, or the id of a messaging
	// service ("MG…"). WhatsAppFrom is a number.
	SMSFrom, WhatsAppFrom string
	// Templates names the approved WhatsApp templates: "<template>:<lang>" to
	// the content's id ("HX…"). Codes are notify.code.
	Templates map[string]string
}

const twilioURL = "https://api.twilio.com"

func (t Twilio) check() error {
	var missing []string
	if t.AccountSID == "" {
		missing = append(missing, "WEKALA_TWILIO_ACCOUNT_SID")
	}
	if t.AuthToken == "" {
		missing = append(missing, "WEKALA_TWILIO_AUTH_TOKEN")
	}
	if len(missing) > 0 {
		return fmt.Errorf("twilio needs %s in the environment", strings.Join(missing, ", "))
	}
	return nil
}

func (t Twilio) checkSender(channel string) error {
	switch {
	case channel == SMS && t.SMSFrom == "":
		return errors.New("twilio needs WEKALA_TWILIO_SMS_FROM: a number, a sender or a messaging service")
	case channel == WhatsApp && t.WhatsAppFrom == "":
		return errors.New("twilio needs WEKALA_TWILIO_WHATSAPP_FROM: the number WhatsApp messages come from")
	case channel == WhatsApp && len(t.Templates) == 0:
		return errors.New(`twilio needs WEKALA_TWILIO_TEMPLATES: {"notify.code:ar": "HX…", …}`)
	}
	return nil
}

// errNoTemplate reports that a message has no configured WhatsApp template.
var errNoTemplate = errors.New("no WhatsApp template")

type twilio struct {
	cfg      Twilio
	callback string // the address for reports, "" for none
	client   *http.Client
}

func newTwilio(c Config) *twilio {
	t := &twilio{cfg: c.Twilio, client: remote.NewClient(webhookTimeout)}
	if t.cfg.URL == "" {
		t.cfg.URL = twilioURL
	}
	if c.host() != "" {
		t.callback = c.PublicURL + reportsBase + twilioReports
	}
	return t
}

func (t *twilio) name() string { return byTwilio }
func (t *twilio) forgetful()   {}

func (t *twilio) form(m Outgoing) (url.Values, error) {
	form := url.Values{}
	if m.Channel == WhatsApp {
		content := t.cfg.Templates[m.Template+":"+m.Lang]
		if content == "" {
			return nil, permanent{fmt.Errorf("%w for %s in %s", errNoTemplate, m.Template, m.Lang)}
		}
		variables := map[string]string{}
		if m.Code != "" {
			variables["1"] = m.Code
		} else {
			for _, p := range placeholders(m) {
				variables[p.name] = p.value
			}
		}
		raw, err := json.Marshal(variables)
		if err != nil {
			return nil, permanent{err}
		}
		form.Set("To", "whatsapp:"+m.To)
		form.Set("From", "whatsapp:"+t.cfg.WhatsAppFrom)
		form.Set("ContentSid", content)
		form.Set("ContentVariables", string(raw))
	} else {
		form.Set("To", m.To)
		form.Set("Body", m.Text)
		if strings.HasPrefix(t.cfg.SMSFrom, "MG") {
			form.Set("MessagingServiceSid", t.cfg.SMSFrom)
		} else {
			form.Set("From", t.cfg.SMSFrom)
		}
	}
	if t.callback != "" {
		form.Set("StatusCallback", t.callback+"?id="+url.QueryEscape(m.ID))
	}
	return form, nil
}

func (t *twilio) send(ctx context.Context, m Outgoing) (string, error) {
	form, err := t.form(m)
	if err != nil {
		return "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost,
		t.cfg.URL+"/2010-04-01/Accounts/"+url.PathEscape(t.cfg.AccountSID)+"/Messages.json", strings.NewReader(form.Encode()))
	if err != nil {
		return "", permanent{errors.New("twilio's address cannot be read")}
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth(t.cfg.AccountSID, t.cfg.AuthToken)
	answer, err := remote.Do(ctx, t.client, r)
	if err != nil {
		return "", heard(err)
	}
	var got struct {
		SID  string `json:"sid"`
		Code int    `json:"code"`
	}
	readable := json.Unmarshal(answer.Body, &got) == nil
	if answer.OK() {
		if !readable || got.SID == "" {
			return "", unsure{errors.New("twilio's answer cannot be read")}
		}
		return got.SID, nil
	}
	return "", judge(answer, answered{"twilio", answer.Status, got.Code})
}

// heard distinguishes a request that never arrived from one whose response was lost.
func heard(err error) error {
	if errors.Is(err, remote.ErrUnheard) {
		return err
	}
	return unsure{err}
}

// judge returns the meaning of a refusal: never, later, or unknown.
func judge(answer remote.Answer, err error) error {
	switch answer.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusRequestTimeout, http.StatusTooEarly:
		return err
	case http.StatusUnauthorized, http.StatusForbidden:
		return err // an error in our settings, which the owner can correct
	}
	if answer.Status >= 500 {
		return unsure{err}
	}
	return permanent{err}
}

// TwilioSignature computes the signature of a report: over its address and the form's fields sorted by name.
func TwilioSignature(token, address string, form url.Values) string {
	h := hmac.New(sha1.New, []byte(token))
	h.Write([]byte(address))
	names := make([]string, 0, len(form))
	for name := range form {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		values := slices.Clone(form[name])
		slices.Sort(values)
		for _, v := range slices.Compact(values) {
			h.Write([]byte(name + v))
		}
	}
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// twilioReport reads Twilio's report about a message.
func twilioReport(messageID string, form url.Values) (report, bool) {
	r := report{provider: byTwilio, messageID: messageID, ref: form.Get("MessageSid")}
	switch form.Get("MessageStatus") {
	case "accepted", "scheduled", "queued", "sending", "sent":
		r.state = stateSent
	case "delivered", "read":
		r.state = stateDelivered
	case "undelivered", "failed", "canceled":
		r.state, r.problem = stateUndelivered, "twilio "+form.Get("ErrorCode")
	default:
		return r, false
	}
	return r, r.ref != ""
}
