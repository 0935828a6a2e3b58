package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"wekala/internal/platform/i18n"
	"wekala/internal/platform/remote"
)

// Cloud is an account at WhatsApp's own Cloud API, where every message is an approved template: our name with
// underscores after Prefix ("orders_notice_rejected"), language en or ar, our text with named parameters ({{number}}
// for {number}). Codes use an authentication template with a copy-code button. Our ids are only repeated in reports.
type Cloud struct {
	URL         string // https://graph.facebook.com
	Version     string // of the API
	PhoneID     string // the id of the sending number
	Token       string
	AppSecret   string // signs reports
	VerifyToken string // proves to us that the subscription comes from Meta
	Prefix      string
}

const (
	cloudURL     = "https://graph.facebook.com"
	cloudVersion = "v21.0"
)

func (c Cloud) check() error {
	var missing []string
	for _, s := range []struct{ name, value string }{
		{"WEKALA_WHATSAPP_PHONE_ID", c.PhoneID}, {"WEKALA_WHATSAPP_TOKEN", c.Token},
		{"WEKALA_WHATSAPP_APP_SECRET", c.AppSecret}, {"WEKALA_WHATSAPP_VERIFY_TOKEN", c.VerifyToken},
	} {
		if s.value == "" {
			missing = append(missing, s.name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("whatsapp needs %s in the environment", strings.Join(missing, ", "))
	}
	return nil
}

type cloud struct {
	cfg    Cloud
	client *http.Client
}

func newCloud(c Config) *cloud {
	w := &cloud{cfg: c.Cloud, client: remote.NewClient(webhookTimeout)}
	if w.cfg.URL == "" {
		w.cfg.URL = cloudURL
	}
	if w.cfg.Version == "" {
		w.cfg.Version = cloudVersion
	}
	return w
}

func (w *cloud) name() string { return byCloud }
func (w *cloud) forgetful()   {}

type placeholder struct{ name, value string }

// placeholders are the values of a template's text, in the order of the names, as providers want them: on one line and
// never empty. They are those of the program's text, and the shop's own text must use the same ones: templates
// registered at WhatsApp cannot change when a text does.
func placeholders(m Outgoing) []placeholder {
	args := arguments(m.Lang, m.Params)
	var all []placeholder
	for _, found := range inText.FindAllStringSubmatch(i18n.T(m.Lang, textKey(m.Lang, m.Template, m.Channel)), -1) {
		p := placeholder{name: found[1]}
		for i := 0; i+1 < len(args); i += 2 {
			if args[i] == p.name {
				p.value = strings.Join(strings.Fields(fmt.Sprint(args[i+1])), " ")
			}
		}
		if p.value == "" {
			p.value = "-"
		}
		if !slices.ContainsFunc(all, func(o placeholder) bool { return o.name == p.name }) {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b placeholder) int { return strings.Compare(a.name, b.name) })
	return all
}

type parameter struct {
	Type string `json:"type"`
	Name string `json:"parameter_name,omitempty"`
	Text string `json:"text"`
}

type component struct {
	Type       string      `json:"type"`
	SubType    string      `json:"sub_type,omitempty"`
	Index      string      `json:"index,omitempty"`
	Parameters []parameter `json:"parameters"`
}

type cloudTemplate struct {
	Name     string `json:"name"`
	Language struct {
		Code string `json:"code"`
	} `json:"language"`
	Components []component `json:"components,omitempty"`
}

type cloudMessage struct {
	Product   string        `json:"messaging_product"`
	Recipient string        `json:"recipient_type"`
	To        string        `json:"to"`
	Type      string        `json:"type"`
	Template  cloudTemplate `json:"template"`
	Ours      string        `json:"biz_opaque_callback_data"`
}

func (w *cloud) message(m Outgoing) cloudMessage {
	out := cloudMessage{Product: "whatsapp", Recipient: "individual", To: strings.TrimPrefix(m.To, "+"), Type: "template",
		Ours: m.ID}
	out.Template.Name = templateName(w.cfg.Prefix, m.Template)
	out.Template.Language.Code = m.Lang
	if m.Code != "" {
		code := []parameter{{Type: "text", Text: m.Code}}
		out.Template.Components = []component{{Type: "body", Parameters: code},
			{Type: "button", SubType: "url", Index: "0", Parameters: code}}
		return out
	}
	body := component{Type: "body"}
	for _, p := range placeholders(m) {
		body.Parameters = append(body.Parameters, parameter{Type: "text", Name: p.name, Text: p.value})
	}
	if len(body.Parameters) > 0 {
		out.Template.Components = []component{body}
	}
	return out
}

func (w *cloud) send(ctx context.Context, m Outgoing) (string, error) {
	body, err := json.Marshal(w.message(m))
	if err != nil {
		return "", permanent{err}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost,
		w.cfg.URL+"/"+w.cfg.Version+"/"+url.PathEscape(w.cfg.PhoneID)+"/messages", bytes.NewReader(body))
	if err != nil {
		return "", permanent{errors.New("whatsapp's address cannot be read")}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+w.cfg.Token)
	answer, err := remote.Do(ctx, w.client, r)
	if err != nil {
		return "", heard(err)
	}
	var got struct {
		Messages []struct {
			ID string `json:"id"`
		} `json:"messages"`
		Error *struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	readable := json.Unmarshal(answer.Body, &got) == nil
	switch {
	case answer.OK() && readable && len(got.Messages) == 1 && got.Messages[0].ID != "":
		return got.Messages[0].ID, nil
	case answer.OK():
		return "", unsure{errors.New("whatsapp's answer cannot be read")}
	case !readable || got.Error == nil:
		return "", judge(answer, answered{"whatsapp", answer.Status, 0})
	}
	err = answered{"whatsapp", answer.Status, got.Error.Code}
	if passing[got.Error.Code] || answer.Again() {
		return "", err // it said what is wrong, so it did not take it
	}
	return "", judge(answer, err)
}

// passing are the error codes for temporary failures: errors at WhatsApp, limits, an expired token.
var passing = map[int]bool{1: true, 2: true, 4: true, 10: true, 190: true, 200: true, 80007: true, 130429: true,
	131000: true, 131016: true, 131048: true, 131056: true, 131057: true, 133004: true, 133016: true}

// CloudSignature computes the signature header of a report's raw body.
func CloudSignature(secret string, body []byte) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write(body)
	return "sha256=" + hex.EncodeToString(h.Sum(nil))
}

// cloudReports reads WhatsApp's reports about messages. It ignores other kinds of report.
func cloudReports(body []byte) ([]report, error) {
	var in struct {
		Entry []struct {
			Changes []struct {
				Value struct {
					Statuses []struct {
						ID     string `json:"id"`
						Status string `json:"status"`
						Ours   string `json:"biz_opaque_callback_data"`
						Errors []struct {
							Code int `json:"code"`
						} `json:"errors"`
					} `json:"statuses"`
				} `json:"value"`
			} `json:"changes"`
		} `json:"entry"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	var all []report
	for _, e := range in.Entry {
		for _, c := range e.Changes {
			for _, st := range c.Value.Statuses {
				r := report{provider: byCloud, messageID: st.Ours, ref: st.ID}
				switch st.Status {
				case "sent", "accepted":
					r.state = stateSent
				case "delivered", "read":
					r.state = stateDelivered
				case "failed":
					r.state, r.problem = stateUndelivered, "whatsapp"
					for _, e := range st.Errors {
						r.problem += " " + strconv.Itoa(e.Code)
					}
				default:
					continue
				}
				if r.ref != "" {
					all = append(all, r)
				}
			}
		}
	}
	return all, nil
}

// Registered is a template in the form that WhatsApp registers.
type Registered struct {
	Name     string `json:"name"`
	Language string `json:"language" enum:"ar,en"`
	Category string `json:"category" enum:"AUTHENTICATION,UTILITY,MARKETING"`
	// Lines are the lines of its text.
	Lines []string `json:"lines" doc:"Of its text, with {{name}} for what is filled in; none for codes, whose words are WhatsApp's own."`
	Key   string   `json:"key" doc:"What its id at Twilio is entered under."`
}

// Templates lists what has to be registered for messages through WhatsApp's own API, by name: the messages in
// categories, given by key with their category.
func (s *Service) Templates(prefix string, categories map[string]string) []Registered {
	var all []Registered
	for _, key := range slices.Sorted(maps.Keys(categories)) {
		for _, lang := range []i18n.Lang{i18n.AR, i18n.EN} {
			one := Registered{Key: key + ":" + string(lang), Name: templateName(prefix, key), Language: string(lang),
				Category: strings.ToUpper(categories[key]), Lines: []string{}}
			if one.Category != "AUTHENTICATION" {
				one.Lines = strings.Split(inText.ReplaceAllString(s.worded(key, WhatsApp, lang), "{{$1}}"), "\n")
			}
			all = append(all, one)
		}
	}
	return all
}

func templateName(prefix, key string) string { return prefix + strings.ReplaceAll(key, ".", "_") }

// worded returns a text of a message without its values.
func (s *Service) worded(message, slot string, lang i18n.Lang) string {
	if text, ok := s.wording().own(message, slot, lang, nil); ok {
		return text
	}
	return i18n.T(lang, usualKey(lang, message, slot))
}
