package notify

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"wekala/internal/platform/remote"
)

// HTTPSMS is a carrier of SMS that takes a form, as local ones do: every one
// names its fields differently, and says in its own way that it took a message.
type HTTPSMS struct {
	URL    string
	Method string // GET or POST
	JSON   bool   // the fields are posted as JSON and not as a form
	// Fields and Headers are names and values, in which {to} stands for
	// +201012345678, {to_digits} for 201012345678, {to_local} for 01012345678,
	// {text}, {code} and {id} for the message's, and {secret} for Secret.
	Fields, Headers [][2]string
	Secret          string
	// Success is a part of the answer that says it was taken; empty where the
	// status 2xx says it.
	Success string
	// Networks is where its address may lead.
	Networks *remote.AllowedNetworks
}

// check says what is missing before anything is sent.
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

// fill writes a message into the values of fields.
func (h *httpSMS) fill(m Outgoing) func(string) string {
	digits := strings.TrimPrefix(m.To, "+")
	at := digits
	if rest, ok := strings.CutPrefix(digits, "20"); ok {
		at = "0" + rest
	}
	return strings.NewReplacer("{to}", m.To, "{to_digits}", digits, "{to_local}", at, "{text}", m.Text, "{code}", m.Code, "{id}", m.ID,
		"{secret}", h.cfg.Secret).Replace
}

func (h *httpSMS) request(ctx context.Context, m Outgoing) (*http.Request, error) {
	fill := h.fill(m)
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
	return "", nil
}
