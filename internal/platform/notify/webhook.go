package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/remote"
)

// The headers of a posted message. The signature is "v1=" and the hex HMAC-SHA256 of timestamp, dot and raw body under
// the shared secret. Receivers check it first, refuse timestamps over five minutes off, send each Idempotency-Key once,
// and answer 2xx when done; 408, 425, 429, 5xx or no answer in ten seconds means "again later", others "never".
const (
	HeaderTimestamp = "Wekala-Timestamp" // unix seconds
	HeaderSignature = "Wekala-Signature"
	HeaderKey       = "Idempotency-Key"
)

const webhookTimeout = 10 * time.Second

// posted is the request body. It serves providers that accept texts, and those that accept a template's name with its
// values, as WhatsApp requires for codes.
type posted struct {
	ID       string            `json:"id"`
	Channel  string            `json:"channel"`
	To       string            `json:"to"`
	Lang     string            `json:"lang"`
	Template string            `json:"template"`
	Params   map[string]string `json:"params"`
	Text     string            `json:"text"`
	Code     string            `json:"code,omitempty"`
}

type webhook struct {
	cfg    Webhook
	clock  clock.Clock
	client *http.Client
}

func newWebhook(cfg Webhook, c clock.Clock) *webhook {
	return &webhook{cfg: cfg, clock: c, client: remote.NewClient(webhookTimeout)}
}

// Sign computes the signature header's value; receivers in Go may use it.
func Sign(secret, timestamp string, body []byte) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(timestamp))
	h.Write([]byte{'.'})
	h.Write(body)
	return "v1=" + hex.EncodeToString(h.Sum(nil))
}

func (w *webhook) name() string { return "webhook" }

func (w *webhook) send(ctx context.Context, m Outgoing) (string, error) { return "", w.post(ctx, m) }

func (w *webhook) post(ctx context.Context, m Outgoing) error {
	body, err := json.Marshal(posted{ID: m.ID, Channel: m.Channel, To: m.To, Lang: m.Lang, Template: m.Template,
		Params: m.Params, Text: m.Text, Code: m.Code})
	if err != nil {
		return permanent{err}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.cfg.URL, bytes.NewReader(body))
	if err != nil {
		return permanent{err}
	}
	timestamp := strconv.FormatInt(w.clock.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "wekala")
	r.Header.Set(HeaderTimestamp, timestamp)
	r.Header.Set(HeaderSignature, Sign(w.cfg.Secret, timestamp, body))
	r.Header.Set(HeaderKey, m.ID)
	answer, err := w.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10) // so that the connection can be reused
	switch code := answer.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code == http.StatusRequestTimeout, code == http.StatusTooEarly, code == http.StatusTooManyRequests, code >= 500:
		return fmt.Errorf("the web hook answered %d", code)
	default:
		return permanent{fmt.Errorf("the web hook answered %d", code)}
	}
}
