// Package stripe takes cards through Stripe Checkout: our server makes a session, the customer pays on Stripe's own
// page, signed events notify us, and we ask Stripe before we trust them.
//
// A session is made with our payment's id as idempotency key, so asking again returns the same one. A refund carries
// its key twice: as idempotency key, which Stripe forgets after a day, and in its metadata, which is searched before
// another refund is made.
package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"wekala/internal/ordering/payments"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/remote"
)

// Name is the gateway's name in payments and webhooks.
const Name = "stripe"

// DefaultURL is Stripe's server.
const DefaultURL = "https://api.stripe.com"

const (
	version = "2024-06-20" // of the API, so that answers keep their shape
	timeout = 12 * time.Second
	// longest is the minimum lifetime of a session, beyond the draft's own: Stripe requires half an hour. Money that
	// arrives that late is refunded.
	longest = 31 * time.Minute
	// keyField is the name of a refund's key in its metadata.
	keyField = "wekala_refund"
)

// Config is an account at Stripe. SecretKey and WebhookSecret are required.
type Config struct {
	URL           string
	SecretKey     string
	WebhookSecret string
}

// Deps are the gateway's dependencies. Client is nil outside tests.
type Deps struct {
	Clock  clock.Clock
	Config Config
	Client *http.Client
}

// Gateway is the gateway for Stripe.
type Gateway struct{ Deps }

var _ payments.Gateway = (*Gateway)(nil)

// New returns a Gateway, or an error that lists every missing setting.
func New(deps Deps) (*Gateway, error) {
	c := &deps.Config
	if c.URL == "" {
		c.URL = DefaultURL
	}
	c.URL = strings.TrimRight(c.URL, "/")
	var missing []string
	if c.SecretKey == "" {
		missing = append(missing, "WEKALA_STRIPE_SECRET_KEY")
	}
	if c.WebhookSecret == "" {
		missing = append(missing, "WEKALA_STRIPE_WEBHOOK_SECRET")
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("the gateway stripe needs %s in the environment", strings.Join(missing, ", "))
	}
	if deps.Client == nil {
		deps.Client = remote.NewClient(timeout)
	}
	return &Gateway{deps}, nil
}

// Name is the gateway's name.
func (g *Gateway) Name() string { return Name }

// session is a Checkout session.
type session struct {
	ID            string         `json:"id"`
	URL           string         `json:"url"`
	Status        string         `json:"status"`         // open | complete | expired
	PaymentStatus string         `json:"payment_status"` // paid | unpaid | no_payment_required
	Amount        int64          `json:"amount_total"`
	Currency      string         `json:"currency"`
	Reference     string         `json:"client_reference_id"`
	Intent        *paymentIntent `json:"payment_intent"`
}

// paymentIntent is an id, or the whole object where it was requested.
type paymentIntent struct {
	ID     string `json:"id"`
	Charge *struct {
		Refunded int64 `json:"amount_refunded"`
	} `json:"latest_charge"`
}

// UnmarshalJSON reads either form.
func (p *paymentIntent) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &p.ID)
	}
	type plain paymentIntent
	return json.Unmarshal(raw, (*plain)(p))
}

// Create makes a session, or returns the one that Reference already has.
func (g *Gateway) Create(ctx context.Context, in payments.Intent) (payments.Opened, error) {
	form := url.Values{
		"mode": {"payment"}, "client_reference_id": {in.Reference},
		"success_url": {in.ReturnURL}, "cancel_url": {in.ReturnURL},
		"expires_at":                                    {strconv.FormatInt(in.ExpiresAt.Add(longest).Unix(), 10)},
		"line_items[0][quantity]":                       {"1"},
		"line_items[0][price_data][currency]":           {strings.ToLower(in.Currency)},
		"line_items[0][price_data][unit_amount]":        {strconv.FormatInt(in.Amount, 10)},
		"line_items[0][price_data][product_data][name]": {i18n.Brand().EN},
		"metadata[payment]":                             {in.Reference},
		"payment_intent_data[metadata][payment]":        {in.Reference},
	}
	if in.Lang == "en" {
		form.Set("locale", "en") // Stripe's page speaks no Arabic: then the browser's choice
	}
	if in.Billing.Email != "" {
		form.Set("customer_email", in.Billing.Email)
	}
	var s session
	if err := g.post(ctx, "/v1/checkout/sessions", form, "session:"+in.Reference, &s); err != nil {
		return payments.Opened{}, err
	}
	if s.ID == "" || s.URL == "" {
		return payments.Opened{}, errors.New("stripe: a session without its page")
	}
	if s.Reference != in.Reference || s.Amount != in.Amount || !strings.EqualFold(s.Currency, in.Currency) {
		return payments.Opened{}, fmt.Errorf("%w: stripe made a session for something else", payments.ErrRefused)
	}
	return payments.Opened{Ref: s.ID, URL: s.URL}, nil
}

func (g *Gateway) session(ctx context.Context, ref string) (*session, error) {
	var s session
	err := g.get(ctx, "/v1/checkout/sessions/"+url.PathEscape(ref),
		url.Values{"expand[]": {"payment_intent.latest_charge"}}, &s)
	return &s, err
}

// Inquire returns the status of a session.
func (g *Gateway) Inquire(ctx context.Context, ref string) (payments.GatewayStatus, error) {
	s, err := g.session(ctx, ref)
	if err != nil {
		return payments.GatewayStatus{}, err
	}
	st := payments.GatewayStatus{Ref: s.ID, Reference: s.Reference, Amount: s.Amount,
		Currency: strings.ToUpper(s.Currency), State: payments.IntentOpen}
	switch {
	case s.Status == "complete" && s.PaymentStatus == "paid":
		st.State = payments.IntentPaid
	case s.Status == "expired":
		st.State = payments.IntentExpired
	}
	if s.Intent != nil && s.Intent.Charge != nil {
		st.Refunded = s.Intent.Charge.Refunded
	}
	return st, nil
}

// Try sends the request with which every payment begins, without creating one.
func (g *Gateway) Try(ctx context.Context) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, g.Config.URL+"/v1/checkout/sessions?limit=1", nil)
	if err != nil {
		return err
	}
	var got struct{}
	return g.do(ctx, r, &got)
}

type refund struct {
	ID       string            `json:"id"`
	Amount   int64             `json:"amount"`
	Status   string            `json:"status"` // pending | requires_action | succeeded | failed | canceled
	Metadata map[string]string `json:"metadata"`
}

// Refund refunds money once per key.
func (g *Gateway) Refund(ctx context.Context, r payments.RefundRequest) (string, error) {
	s, err := g.session(ctx, r.Ref)
	if err != nil {
		return "", err
	}
	if s.Intent == nil || s.Intent.ID == "" || !strings.EqualFold(s.Currency, r.Currency) {
		return "", fmt.Errorf("%w: stripe knows of no such payment", payments.ErrRefused)
	}
	done, err := g.find(ctx, s.Intent.ID, r)
	if err != nil || done != nil {
		return done.took(err)
	}
	var made refund
	err = g.post(ctx, "/v1/refunds",
		url.Values{"payment_intent": {s.Intent.ID}, "amount": {strconv.FormatInt(r.Amount, 10)},
			"metadata[" + keyField + "]": {r.Key}}, "refund:"+r.Key, &made)
	return made.took(err)
}

// find searches for an earlier refund with the same key.
func (g *Gateway) find(ctx context.Context, intentID string, r payments.RefundRequest) (*refund, error) {
	query := url.Values{"payment_intent": {intentID}, "limit": {"100"}}
	for {
		var page struct {
			Data []refund `json:"data"`
			More bool     `json:"has_more"`
		}
		if err := g.get(ctx, "/v1/refunds", query, &page); err != nil {
			return nil, err
		}
		for i := range page.Data {
			if page.Data[i].Metadata[keyField] != r.Key {
				continue
			}
			if page.Data[i].Amount != r.Amount {
				return nil, fmt.Errorf("%w: the key was used for another refund", payments.ErrRefused)
			}
			return &page.Data[i], nil
		}
		if !page.More || len(page.Data) == 0 {
			return nil, nil
		}
		query.Set("starting_after", page.Data[len(page.Data)-1].ID)
	}
}

// took returns the outcome of a refund.
func (r *refund) took(err error) (string, error) {
	switch {
	case err != nil:
		return "", err
	case r.Status == "failed", r.Status == "canceled":
		return "", fmt.Errorf("%w: the refund %s %s", payments.ErrRefused, r.ID, r.Status)
	case r.ID == "":
		return "", errors.New("stripe: a refund without an id")
	}
	return r.ID, nil
}

func (g *Gateway) get(ctx context.Context, path string, query url.Values, out any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, g.Config.URL+path+"?"+query.Encode(), nil)
	if err != nil {
		return errors.New("stripe: its address cannot be read")
	}
	return g.do(ctx, r, out)
}

func (g *Gateway) post(ctx context.Context, path string, form url.Values, key string, out any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, g.Config.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		return errors.New("stripe: its address cannot be read")
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Idempotency-Key", key)
	return g.do(ctx, r, out)
}

func (g *Gateway) do(ctx context.Context, r *http.Request, out any) error {
	r.SetBasicAuth(g.Config.SecretKey, "")
	r.Header.Set("Stripe-Version", version)
	answer, err := remote.Do(ctx, g.Client, r)
	if err != nil {
		return err
	}
	if answer.OK() {
		if err := json.Unmarshal(answer.Body, out); err != nil {
			return fmt.Errorf("stripe: the answer cannot be read: %w", err)
		}
		return nil
	}
	var failure struct {
		Error struct {
			Type string `json:"type"`
			Code string `json:"code"`
		} `json:"error"`
	}
	_ = json.Unmarshal(answer.Body, &failure) // a proxy's page has none
	err = fmt.Errorf("stripe answered %d %s %s", answer.Status, failure.Error.Type, failure.Error.Code)
	switch {
	case answer.Again(), answer.Status < 400,
		answer.Status == http.StatusUnauthorized, answer.Status == http.StatusForbidden, // our settings, which can be mended
		answer.Status == http.StatusConflict: // the same key is being worked on
		return err
	}
	return fmt.Errorf("%w: %w", payments.ErrRefused, err)
}
