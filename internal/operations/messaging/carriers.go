package messaging

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"

	"wekala/internal/platform/notify"
	"wekala/internal/platform/remote"
)

// Carrier contains the public facts about one SMS carrier's API, so that an owner enters only a user, a password and a
// sender. It was not tested with the carrier: Basis names the source of the facts, and Checked the day on which they
// were read.
type Carrier struct {
	ID       string          `json:"id"`
	NameEN   string          `json:"name_en"`
	NameAR   string          `json:"name_ar"`
	Docs     string          `json:"docs"`
	Checked  string          `json:"checked"`
	Basis    string          `json:"basis"` // docs: the carrier's own pages; code: public integrations
	URL      string          `json:"url"`
	Method   string          `json:"method"`
	Format   string          `json:"format"`
	Fields   [][2]string     `json:"fields"`
	Body     json.RawMessage `json:"body"` // where JSON is nested; instead of fields
	Headers  [][2]string     `json:"headers"`
	Accepted string          `json:"accepted"` // a regular expression of the answer
	User     string          `json:"user"`     // what the carrier calls it; empty where it has none
	Secret   string          `json:"secret"`
	Sender   string          `json:"sender"`
}

//go:embed carriers.json
var carriersFile []byte

var carriers = func() (all []Carrier) {
	if err := json.Unmarshal(carriersFile, &all); err != nil {
		panic("providers: carriers.json: " + err.Error())
	}
	for _, c := range all {
		regexp.MustCompile(c.Accepted)
	}
	return all
}()

func carrierOf(id string) (Carrier, bool) {
	for _, c := range carriers {
		if c.ID == id {
			return c, true
		}
	}
	return Carrier{}, false
}

// carrierName returns a carrier's name for the log; empty for one that is configured field by field.
func carrierName(id string) string {
	c, _ := carrierOf(id)
	return c.NameEN
}

const (
	userBase   = "base"
	baseSuffix = ".api.infobip.com"
)

var (
	// Braces would be read as placeholders and could send the secret to another host.
	plainValue = regexp.MustCompile(`^[^{}\x00-\x1f]{1,200}$`)
	baseLabel  = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)
)

// tidyUser reduces a pasted base URL to the label that differs between accounts.
func (c Carrier) tidyUser(user string) string {
	if c.User == "" {
		return ""
	}
	if c.User != userBase {
		return user
	}
	user = strings.TrimPrefix(strings.ToLower(user), "https://")
	return strings.TrimSuffix(strings.TrimSuffix(user, "/"), baseSuffix)
}

func (c Carrier) validUser(user string) bool {
	if c.User == userBase {
		return baseLabel.MatchString(user)
	}
	return c.User == "" || plainValue.MatchString(user)
}

// request returns the carrier's request with an owner's account.
func (c Carrier) request(s SMS, secret string, networks *remote.AllowedNetworks) notify.HTTPSMS {
	own := strings.NewReplacer("{user}", s.User, "{sender}", s.Sender)
	filled := func(pairs [][2]string) [][2]string {
		all := make([][2]string, len(pairs))
		for i, p := range pairs {
			all[i] = [2]string{p[0], own.Replace(p[1])}
		}
		return all
	}
	return notify.HTTPSMS{URL: own.Replace(c.URL), Method: c.Method, JSON: c.Format == "json", Fields: filled(c.Fields),
		Headers: filled(c.Headers), Body: c.bodyFor(s), Secret: secret, Accepted: regexp.MustCompile(c.Accepted),
		Networks: networks}
}

// bodyFor fills the owner's own values into a nested body, escaped as JSON.
func (c Carrier) bodyFor(s SMS) string {
	if len(c.Body) == 0 {
		return ""
	}
	own := strings.NewReplacer("{user}", notify.InJSON(s.User), "{sender}", notify.InJSON(s.Sender))
	return own.Replace(string(c.Body))
}

// hostOf returns the host that a setting's messages are sent to.
func (s SMS) hostOf() (scheme, host string, ok bool) {
	address := s.URL
	if c, known := carrierOf(s.Carrier); known {
		address = strings.ReplaceAll(c.URL, "{user}", s.User)
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", "", false
	}
	return u.Scheme, u.Host, true
}

// CarrierView is a carrier to choose.
type CarrierView struct {
	ID      string `json:"id"`
	NameEN  string `json:"name_en"`
	NameAR  string `json:"name_ar"`
	Docs    string `json:"docs" doc:"The carrier's page for developers."`
	Checked string `json:"checked" doc:"The day its facts were read."`
	Basis   string `json:"basis" enum:"docs,code" doc:"Its own pages, or public integrations; never tried live."`
	Host    string `json:"host" doc:"Where messages go."`
	User    string `json:"user" enum:",username,base" doc:"What to enter as user; empty where there is none."`
	Secret  string `json:"secret" enum:"password,access_token,app_sid,api_key"`
	Sender  string `json:"sender" enum:",name,token" doc:"What to enter as sender; empty where the account has it."`
}

func carrierViews() []CarrierView {
	all := make([]CarrierView, len(carriers))
	for i, c := range carriers {
		all[i] = CarrierView{c.ID, c.NameEN, c.NameAR, c.Docs, c.Checked, c.Basis,
			host(strings.ReplaceAll(c.URL, "{user}", "*")), c.User, c.Secret, c.Sender}
	}
	return all
}

// cleanCarrier validates the account at a carrier whose API is known.
func (c *Change) cleanCarrier(before SMS, no func(field, key string, args ...any)) {
	sms := &c.SMS
	known, ok := carrierOf(sms.Carrier)
	if !ok {
		no("sms.carrier", "common.one_of")
		return
	}
	sms.User = known.tidyUser(sms.User)
	switch {
	case known.User != "" && sms.User == "":
		no("sms.user", "common.required")
	case !known.validUser(sms.User):
		no("sms.user", "providers.user_format")
	}
	switch {
	case known.Sender == "":
		sms.Sender = ""
	case sms.Sender == "":
		no("sms.sender", "common.required")
	case !plainValue.MatchString(sms.Sender):
		no("sms.sender", "providers.user_format")
	}
	switch {
	case c.SMSSecret != "":
	case before.Sealed == "":
		no("sms.secret", "common.required")
	case !sms.keepsSecret(before):
		no("sms.secret", "providers.secret_again")
	}
}

// keepsSecret reports whether a kept secret is still sent only to the same places.
func (s SMS) keepsSecret(before SMS) bool {
	if s.Carrier != before.Carrier || !s.sameCarrier(before) {
		return false
	}
	return s.Carrier != "" || s.saysSecret(before)
}
