// Package sandbox is a card gateway for demos, development and tests. It behaves like a real one: it has its own books
// and its own payment page, sends signed webhooks until they are accepted, sometimes late and sometimes twice, and
// answers inquiries. No money moves and no card is real.
//
// Card numbers decide the outcome; the page lists them. A number is read and then dropped; only its last four digits
// are kept.
package sandbox

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"wekala/internal/ordering/payments"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/remote"
)

// Path is the path of the gateway's own pages.
const Path = "/gateway/sandbox/"

// Name is the gateway's name in orders and webhooks.
const Name = "sandbox"

// Cards with a special outcome; every other number of 16 digits is approved immediately.
const (
	Approved = "4111111111111111"
	Declined = "4000000000000002"
	Slow     = "4000000000000077" // approved some seconds later
	Repeated = "4000000000000101" // approved, the webhook comes three times
)

const (
	jobNotify = "sandbox.notify"
	jobSettle = "sandbox.settle"
	// slowness is how long a payment with a slow card takes.
	slowness = 8 * time.Second
	// repeats is how often a repeated card's webhook is sent.
	repeats = 3
	// signedFor is the maximum age of a signature.
	signedFor = 5 * time.Minute
	// SignatureHeader carries "t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>".
	SignatureHeader = "Sandbox-Signature"
)

// Poster delivers a webhook and returns the status of the response.
type Poster func(ctx context.Context, url string, header http.Header, body []byte) (status int, err error)

// Deps are the gateway's dependencies. Post is nil outside tests.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Secret    []byte // signs webhooks
	PublicURL string
	Post      Poster
}

// Gateway is the sandbox. As a handler it serves its pages under Path.
type Gateway struct {
	Deps
	pages http.Handler
}

var _ payments.Gateway = (*Gateway)(nil)

// New returns a Gateway.
func New(deps Deps) *Gateway {
	if deps.Post == nil {
		client := remote.NewClient(10 * time.Second)
		deps.Post = func(ctx context.Context, url string, header http.Header, body []byte) (int, error) {
			return post(ctx, client, url, header, body)
		}
	}
	g := &Gateway{Deps: deps}
	g.pages = g.handler()
	return g
}

// ServeHTTP serves the gateway's pages.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.pages.ServeHTTP(w, r) }

func post(ctx context.Context, client *http.Client, url string, header http.Header, body []byte) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header = header
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<16))
	return res.StatusCode, nil
}

// Jobs registers the jobs that send webhooks and complete slow payments.
func (g *Gateway) Jobs(r *jobs.Runner) {
	r.Handle(jobNotify, g.notify)
	r.Handle(jobSettle, g.settle)
}

// Name is the gateway's name.
func (g *Gateway) Name() string { return Name }

// intent is a row of the gateway's books.
type intent struct {
	ID        string    `db:"id"`
	Reference string    `db:"reference"`
	Amount    int64     `db:"amount"`
	Currency  string    `db:"currency"`
	State     string    `db:"state"`
	ReturnURL string    `db:"return_url"`
	NotifyURL string    `db:"notify_url"`
	Declines  int64     `db:"declines"`
	ExpiresAt db.Millis `db:"expires_at"`
	Refunded  int64     `db:"refunded"`
}

// refPrefix begins the gateway's references.
const refPrefix = "sbx_"

// The states of intents in the gateway's own books.
const (
	open     = "open"
	settling = "settling" // a slow card
	paid     = "paid"
)

const columns = `id, reference, amount, currency, state, return_url, notify_url, declines, expires_at, refunded`

// Create opens an intent, or returns the one that Reference already has.
func (g *Gateway) Create(ctx context.Context, in payments.Intent) (payments.Opened, error) {
	var it intent
	err := g.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO sandbox_intents (id, reference, amount, currency, state, return_url, notify_url,
			expires_at, created_at)
			VALUES ($1, $2, $3, $4, 'open', $5, $6, $7, $8) ON CONFLICT (reference) DO NOTHING`,
			refPrefix+id.Secret(18), in.Reference, in.Amount, in.Currency, in.ReturnURL, in.NotifyURL,
			db.At(in.ExpiresAt), db.At(g.Clock.Now()))
		if err != nil {
			return err
		}
		return tx.Get(ctx, &it, `SELECT `+columns+` FROM sandbox_intents WHERE reference = $1`, in.Reference)
	})
	if err != nil {
		return payments.Opened{}, err
	}
	if it.Amount != in.Amount || it.Currency != in.Currency {
		return payments.Opened{}, fmt.Errorf("%w: the reference has another amount", payments.ErrRefused)
	}
	return payments.Opened{Ref: it.ID, URL: g.PublicURL + Path + "pay/" + it.ID + "?lang=" + in.Lang}, nil
}

func (g *Gateway) intent(ctx context.Context, q db.Querier, ref string) (*intent, error) {
	var it intent
	if !strings.HasPrefix(ref, refPrefix) || !utf8.ValidString(ref) || strings.ContainsRune(ref, 0) {
		return nil, db.ErrNoRows
	}
	err := q.Get(ctx, &it, `SELECT `+columns+` FROM sandbox_intents WHERE id = $1`, ref)
	return &it, err
}

// Inquire returns the status of an intent.
func (g *Gateway) Inquire(ctx context.Context, ref string) (payments.GatewayStatus, error) {
	it, err := g.intent(ctx, g.DB, ref)
	if err != nil {
		return payments.GatewayStatus{}, err
	}
	st := payments.GatewayStatus{Ref: it.ID, Reference: it.Reference, Amount: it.Amount, Currency: it.Currency,
		Refunded: it.Refunded, State: payments.IntentOpen}
	switch {
	case it.State == paid:
		st.State = payments.IntentPaid
	case it.State == open && it.ExpiresAt <= db.At(g.Clock.Now()):
		st.State = payments.IntentExpired
	}
	return st, nil
}

// Refund refunds money once per key.
func (g *Gateway) Refund(ctx context.Context, r payments.RefundRequest) (string, error) {
	var done struct {
		ID       string `db:"id"`
		IntentID string `db:"intent_id"`
		Amount   int64  `db:"amount"`
	}
	err := g.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		added, err := tx.Exec(ctx, `INSERT INTO sandbox_refunds (id, intent_id, key, amount, at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (key) DO NOTHING`, id.New("sbr"), r.Ref, r.Key, r.Amount, db.At(g.Clock.Now()))
		if err != nil {
			return err
		}
		if err := tx.Get(ctx, &done, `SELECT id, intent_id, amount FROM sandbox_refunds WHERE key = $1`, r.Key); err != nil {
			return err
		}
		if done.IntentID != r.Ref || done.Amount != r.Amount {
			return fmt.Errorf("%w: the key was used for another refund", payments.ErrRefused)
		}
		if added == 0 {
			return nil
		}
		n, err := tx.Exec(ctx, `UPDATE sandbox_intents SET refunded = refunded + $2
			WHERE id = $1 AND state = 'paid' AND currency = $3 AND refunded + $2 <= amount`, r.Ref, r.Amount, r.Currency)
		if err == nil && n == 0 {
			return fmt.Errorf("%w: more than was paid", payments.ErrRefused)
		}
		return err
	})
	return done.ID, err
}

// event is the body of a webhook.
type event struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	Intent    string `json:"intent"`
	Reference string `json:"reference"`
	Amount    int64  `json:"amount"`
	Currency  string `json:"currency"`
	Status    string `json:"status"`
}

// Sign makes the signature header for a body sent at the given time.
func Sign(secret, body []byte, at time.Time) string {
	t := strconv.FormatInt(at.Unix(), 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(digest(secret, t, body))
}

func digest(secret []byte, t string, body []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(t))
	mac.Write([]byte{'.'})
	mac.Write(body)
	return mac.Sum(nil)
}

// Verify checks a webhook's signature over its raw bytes and only then reads
// them.
func (g *Gateway) Verify(header http.Header, body []byte) (payments.Notice, error) {
	values := header.Values(SignatureHeader)
	if len(values) != 1 {
		return payments.Notice{}, payments.ErrForged
	}
	stamp, signature, ok := strings.Cut(values[0], ",v1=")
	t, ok2 := strings.CutPrefix(stamp, "t=")
	claimed, err := hex.DecodeString(signature)
	if !ok || !ok2 || err != nil || !hmac.Equal(claimed, digest(g.Secret, t, body)) {
		return payments.Notice{}, payments.ErrForged
	}
	seconds, err := strconv.ParseInt(t, 10, 64)
	age := g.Clock.Now().Sub(time.Unix(seconds, 0))
	if err != nil || age > signedFor || age < -signedFor {
		return payments.Notice{}, payments.ErrForged
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil || e.ID == "" {
		return payments.Notice{}, errors.Join(payments.ErrForged, err)
	}
	return payments.Notice{ID: e.ID, Ref: e.Intent, Reference: e.Reference, Amount: e.Amount, Currency: e.Currency}, nil
}

type notifyPayload struct {
	Intent string `json:"intent"`
	Type   string `json:"type"`
	Times  int    `json:"times"`
}

// notify sends a webhook, as often as its card requires. It is retried until it is accepted.
func (g *Gateway) notify(ctx context.Context, payload json.RawMessage) error {
	var in notifyPayload
	if err := json.Unmarshal(payload, &in); err != nil {
		return jobs.GiveUp(err)
	}
	it, err := g.intent(ctx, g.DB, in.Intent)
	if err != nil {
		return err
	}
	body := Body(it.ID, it.Reference, in.Type, it.Amount, it.Currency)
	for range max(1, in.Times) {
		header := http.Header{"Content-Type": {"application/json"}, SignatureHeader: {Sign(g.Secret, body, g.Clock.Now())}}
		status, err := g.Post(ctx, it.NotifyURL, header, body)
		if err != nil {
			return err
		}
		if status < 200 || status > 299 {
			return fmt.Errorf("sandbox: the shop answered a webhook with %d", status)
		}
	}
	return nil
}

// Body is a webhook's body. The event's id is derived from its content, so a repetition has the same id.
func Body(ref, reference, kind string, amount int64, currency string) []byte {
	status := strings.TrimPrefix(kind, "payment.")
	raw, err := json.Marshal(event{ID: "evt_" + ref + "_" + status, Type: kind, Intent: ref, Reference: reference,
		Amount: amount, Currency: currency, Status: status})
	if err != nil {
		panic("sandbox: " + err.Error())
	}
	return raw
}

func (g *Gateway) enqueue(ctx context.Context, tx *db.Tx, ref, kind string, times int) error {
	return jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobNotify, Payload: notifyPayload{ref, kind, times}})
}

// Try succeeds: the sandbox is part of the program.
func (*Gateway) Try(context.Context) error { return nil }
