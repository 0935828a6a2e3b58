package notify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"wekala/internal/platform/remote"
)

// HTTPSMS is an SMS carrier that accepts a form, as local ones do. Each has its own field names and its own way to
// confirm success.
type HTTPSMS struct {
	URL    string
	Method string // GET or POST
	JSON   bool   // posts the fields as JSON instead of a form
	// Fields and Headers are names and values with placeholders: {to} is +201012345678, {to_digits} 201012345678,
	// {to_local} 01012345678; {text}, {code} and {id} are the message's, {guid} its id as a GUID; {if_latin:a:b} is a if
	// the text needs no Unicode, else b; {secret} is Secret.
	Fields, Headers [][2]string
	// Body is the JSON to post if it is nested, with the same placeholders in its strings. It replaces Fields.
	Body   string
	Secret string
	// Success is a part of the response that confirms success; empty if a 2xx status is enough.
	Success string
	// Accepted is a pattern for the whole response of a known carrier; nil accepts any response.
	Accepted *regexp.Regexp
	// Networks are the networks that its address may lead to.
	Networks *remote.AllowedNetworks
}

// check returns missing settings before anything is sent.
func (c HTTPSMS) check() error {
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && local(u.Hostname())) {
		return errors.New("the SMS carrier's address must be https (http only on this machine): codes travel there")
	}
	if c.Method != http.MethodGet && c.Method != http.MethodPost {
		return errors.New("an SMS carrier is asked by GET or POST")
	}
	return nil
}

type httpSMS struct {
	cfg    HTTPSMS
	client *http.Client
}

func newHTTPSMS(cfg HTTPSMS) *httpSMS { return &httpSMS{cfg, cfg.Networks.Client(webhookTimeout)} }

func (h *httpSMS) name() string { return ByHTTP }
func (h *httpSMS) forgetful()   {}

var ifLatin = regexp.MustCompile(`\{if_latin:([^:{}]*):([^:{}]*)\}`)

// guidOf returns a GUID that is always the same for a message.
func guidOf(messageID string) string {
	sum := sha256.Sum256([]byte(messageID))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8, for custom formats
	h := hex.EncodeToString(sum[:16])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// InJSON escapes a value for a place between the quotes of a JSON string.
func InJSON(value string) string {
	raw, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(raw[1 : len(raw)-1])
}

// fill replaces the placeholders of field values with a message's values, each converted by as.
func (h *httpSMS) fill(m Outgoing, as func(string) string) func(string) string {
	digits := strings.TrimPrefix(m.To, "+")
	at := digits
	if rest, ok := strings.CutPrefix(digits, "20"); ok {
		at = "0" + rest
	}
	which := "$2"
	if _, _, alone, _ := SMSCost(m.Text); alone == latinLetters {
		which = "$1"
	}
	values := strings.NewReplacer("{to}", as(m.To), "{to_digits}", as(digits), "{to_local}", as(at), "{text}", as(m.Text),
		"{code}", as(m.Code), "{id}", as(m.ID), "{guid}", guidOf(m.ID), "{secret}", as(h.cfg.Secret))
	return func(value string) string { return values.Replace(ifLatin.ReplaceAllString(value, which)) }
}

func asIs(value string) string { return value }

func (h *httpSMS) request(ctx context.Context, m Outgoing) (*http.Request, error) {
	fill := h.fill(m, asIs)
	form, object := url.Values{}, map[string]string{}
	for _, f := range h.cfg.Fields {
		form.Set(f[0], fill(f[1]))
		object[f[0]] = fill(f[1])
	}
	u, err := url.Parse(h.cfg.URL)
	if err != nil {
		return nil, errors.New("the SMS carrier's address cannot be read")
	}
	body, kind := form.Encode(), "application/x-www-form-urlencoded"
	switch {
	case h.cfg.Method == http.MethodGet:
		query := u.Query()
		for name, values := range form {
			query[name] = values
		}
		u.RawQuery, body = query.Encode(), ""
	case h.cfg.Body != "":
		body, kind = h.fill(m, InJSON)(h.cfg.Body), "application/json"
	case h.cfg.JSON:
		raw, err := json.Marshal(object)
		if err != nil {
			return nil, err
		}
		body, kind = string(raw), "application/json"
	}
	r, err := http.NewRequestWithContext(ctx, h.cfg.Method, u.String(), strings.NewReader(body))
	if err != nil {
		return nil, errors.New("the SMS carrier's address cannot be read")
	}
	if body != "" {
		r.Header.Set("Content-Type", kind)
	}
	for _, f := range h.cfg.Headers {
		r.Header.Set(f[0], fill(f[1]))
	}
	return r, nil
}

func (h *httpSMS) send(ctx context.Context, m Outgoing) (string, error) {
	r, err := h.request(ctx, m)
	if err != nil {
		return "", permanent{err}
	}
	answer, err := remote.Do(ctx, h.client, r)
	if err != nil {
		return "", heard(err)
	}
	if !answer.OK() {
		return "", judge(answer, answered{"the SMS carrier", answer.Status, 0})
	}
	if h.cfg.Success != "" && !strings.Contains(string(answer.Body), h.cfg.Success) {
		return "", permanent{errNotTaken}
	}
	if h.cfg.Accepted != nil && !h.cfg.Accepted.Match(answer.Body) {
		return "", permanent{errNotTaken}
	}
	return "", nil
}
