package stripe

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"wekala/internal/ordering/payments"
)

// SignatureHeader carries "t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>",
// with several v1 while a secret is being replaced.
const SignatureHeader = "Stripe-Signature"

// tolerance is the maximum age of a signature.
const tolerance = 5 * time.Minute

// Sign makes the signature header for a body sent at the given time.
func Sign(secret string, body []byte, at time.Time) string {
	t := strconv.FormatInt(at.Unix(), 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(digest(secret, t, body))
}

func digest(secret, t string, body []byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t))
	mac.Write([]byte{'.'})
	mac.Write(body)
	return mac.Sum(nil)
}

// genuine checks a signature over the raw body.
func (g *Gateway) genuine(header http.Header, body []byte) bool {
	values := header.Values(SignatureHeader)
	if len(values) != 1 {
		return false
	}
	var stamp string
	var claims []string
	for _, part := range strings.Split(values[0], ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			stamp = value
		case "v1":
			claims = append(claims, value)
		}
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	age := g.Clock.Now().Sub(time.Unix(seconds, 0))
	if err != nil || age > tolerance || age < -tolerance {
		return false
	}
	expected := digest(g.Config.WebhookSecret, stamp, body)
	for _, claim := range claims {
		if claimed, err := hex.DecodeString(claim); err == nil && hmac.Equal(claimed, expected) {
			return true
		}
	}
	return false
}

// Verify checks an event's signature over its raw bytes and only then reads them. Events that are not about a session
// name no payment; they are stored and ignored.
func (g *Gateway) Verify(header http.Header, body []byte) (payments.Notice, error) {
	if !g.genuine(header, body) {
		return payments.Notice{}, payments.ErrForged
	}
	var e struct {
		ID   string `json:"id"`
		Type string `json:"type"`
		Data struct {
			Object json.RawMessage `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &e); err != nil || e.ID == "" {
		return payments.Notice{}, payments.ErrForged
	}
	n := payments.Notice{ID: e.ID}
	var s session
	if strings.HasPrefix(e.Type, "checkout.session.") && json.Unmarshal(e.Data.Object, &s) == nil {
		n.Ref, n.Reference, n.Amount, n.Currency = s.ID, s.Reference, s.Amount, strings.ToUpper(s.Currency)
	}
	return n, nil
}
