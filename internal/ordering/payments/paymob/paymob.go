// Package paymob takes cards through Paymob, Egypt's gateway. Our server opens an intention, the customer pays on
// Paymob's own page, and Paymob notifies us with a signed callback, after which we ask it ourselves.
//
// Three properties of Paymob shape this package. Its references must be new each time, and the address of a page is
// returned only once: so an intention is stored as soon as it is opened, the first one of a payment counts, and one
// whose answer got lost cannot be paid. Its signature covers Paymob's order but not our reference: so a callback is
// matched by the order we stored (see payments.Receive). Its refunds have no idempotency key: so each is stored with
// the sum refunded before it, and after a lost answer the transaction is asked whether the refund took effect; it is
// never sent again before it had time to.
package paymob

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"wekala/internal/ordering/payments"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
	"wekala/internal/platform/remote"
)

// Name is the gateway's name in payments and webhooks.
const Name = "paymob"

// DefaultURL is Paymob's server for Egypt.
const DefaultURL = "https://accept.paymob.com"

const (
	timeout = 12 * time.Second
	// tokenFor is how long a token for inquiries is reused; Paymob's tokens are valid for an hour.
	tokenFor = 50 * time.Minute
	// expiryGrace is the time after its expiry in which a page may still complete a payment.
	expiryGrace = 10 * time.Minute
	// unknown fills fields that Paymob requires and for which we have no data.
	unknown = "NA"
)

// Config is an account at Paymob. All fields except URL are required.
type Config struct {
	URL          string  // DefaultURL, or another country's server
	APIKey       string  // asks about transactions
	SecretKey    string  // opens intentions and refunds
	PublicKey    string  // part of the payment page's address
	HMACSecret   string  // signs callbacks
	Integrations []int64 // ways to pay, by Paymob's integration ids
	Email        string  // for customers without one
}

// Deps are the gateway's dependencies. Client is nil outside tests.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Config Config
	Client *http.Client
}

// Gateway is the gateway for Paymob.
type Gateway struct {
	Deps

	mu        sync.Mutex
	token     string
	tokenEnds time.Time
}

var _ payments.Gateway = (*Gateway)(nil)

// New returns a Gateway, or an error that lists every missing setting.
func New(deps Deps) (*Gateway, error) {
	c := &deps.Config
	if c.URL == "" {
		c.URL = DefaultURL
	}
	c.URL = strings.TrimRight(c.URL, "/")
	var missing []string
	for _, s := range []struct{ name, value string }{
		{"WEKALA_PAYMOB_API_KEY", c.APIKey}, {"WEKALA_PAYMOB_SECRET_KEY", c.SecretKey},
		{"WEKALA_PAYMOB_PUBLIC_KEY", c.PublicKey}, {"WEKALA_PAYMOB_HMAC_SECRET", c.HMACSecret},
	} {
		if s.value == "" {
			missing = append(missing, s.name)
		}
	}
	if len(c.Integrations) == 0 {
		missing = append(missing, "WEKALA_PAYMOB_INTEGRATIONS")
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("the gateway paymob needs %s in the environment", strings.Join(missing, ", "))
	}
	if deps.Client == nil {
		deps.Client = remote.NewClient(timeout)
	}
	return &Gateway{Deps: deps}, nil
}

// Name is the gateway's name.
func (g *Gateway) Name() string { return Name }

type item struct {
	Name     string `json:"name"`
	Amount   int64  `json:"amount"`
	Quantity int64  `json:"quantity"`
}

type billingData struct {
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email"`
	Phone     string `json:"phone_number"`
	Apartment string `json:"apartment"`
	Floor     string `json:"floor"`
	Building  string `json:"building"`
	Street    string `json:"street"`
	City      string `json:"city"`
	State     string `json:"state"`
	Country   string `json:"country"`
}

type intention struct {
	Amount       int64       `json:"amount"` // cents
	Currency     string      `json:"currency"`
	Methods      []int64     `json:"payment_methods"`
	Items        []item      `json:"items"`
	Billing      billingData `json:"billing_data"`
	Reference    string      `json:"special_reference"`
	Expiration   int64       `json:"expiration"` // seconds
	Notification string      `json:"notification_url"`
	Redirection  string      `json:"redirection_url"`
}

// opened is Paymob's response to an intention.
type opened struct {
	OrderID      json.Number `json:"intention_order_id"`
	ClientSecret string      `json:"client_secret"`
	Detail       struct {
		Amount   *json.Number `json:"amount"`
		Currency string       `json:"currency"`
	} `json:"intention_detail"`
}

func known(s string) string {
	if s = strings.TrimSpace(s); s == "" {
		return unknown
	}
	return s
}

func (g *Gateway) billing(b payments.Billing) billingData {
	first, last, _ := strings.Cut(strings.TrimSpace(b.Name), " ")
	email := b.Email
	if email == "" {
		email = g.Config.Email
	}
	city := b.City
	if city == "" {
		city = b.District
	}
	return billingData{FirstName: known(first), LastName: known(last), Email: known(email), Phone: known(b.Phone),
		Apartment: known(b.Apartment), Floor: known(b.Floor), Building: known(b.Building), Street: known(b.Street),
		City: known(city), State: known(b.Region), Country: "EG"}
}

// Create opens an intention, or returns the one that Reference already has.
func (g *Gateway) Create(ctx context.Context, in payments.Intent) (payments.Opened, error) {
	kept, err := intentOf(ctx, g.DB, in.Reference)
	switch {
	case err == nil:
		return kept.opened(in)
	case !errors.Is(err, db.ErrNoRows):
		return payments.Opened{}, err
	}
	now := g.Clock.Now()
	ask := intention{
		Amount: in.Amount, Currency: in.Currency, Methods: g.Config.Integrations,
		Items:   []item{{Name: "Order", Amount: in.Amount, Quantity: 1}},
		Billing: g.billing(in.Billing), Reference: in.Reference + "-" + id.Secret(6),
		Expiration:   max(60, int64(in.ExpiresAt.Sub(now)/time.Second)),
		Notification: in.NotifyURL, Redirection: in.ReturnURL,
	}
	var got opened
	status, err := g.call(ctx, http.MethodPost, "/v1/intention/", "Token "+g.Config.SecretKey, ask, &got)
	if err != nil {
		return payments.Opened{}, err
	}
	if status != http.StatusOK && status != http.StatusCreated {
		return payments.Opened{}, refusal("an intention", status)
	}
	if got.ClientSecret == "" || got.OrderID.String() == "" {
		return payments.Opened{}, errors.New("paymob: an intention without its order or its secret")
	}
	if d := got.Detail; d.Amount != nil && d.Amount.String() != strconv.FormatInt(in.Amount, 10) || d.Currency != "" &&
		d.Currency != in.Currency {
		return payments.Opened{}, fmt.Errorf("%w: paymob opened an intention of another amount", payments.ErrRefused)
	}
	page := g.Config.URL + "/unifiedcheckout/?" +
		url.Values{"publicKey": {g.Config.PublicKey}, "clientSecret": {got.ClientSecret}}.Encode()
	row := intent{Reference: in.Reference, OrderID: got.OrderID.String(), CheckoutURL: page, Amount: in.Amount,
		Currency: in.Currency, ExpiresAt: db.At(in.ExpiresAt)}
	if kept, err = g.keep(ctx, row, db.At(now)); err != nil {
		return payments.Opened{}, err
	}
	return kept.opened(in)
}

func (it *intent) opened(in payments.Intent) (payments.Opened, error) {
	if it.Amount != in.Amount || it.Currency != in.Currency {
		return payments.Opened{}, fmt.Errorf("%w: the reference has another amount", payments.ErrRefused)
	}
	return payments.Opened{Ref: it.OrderID, URL: it.CheckoutURL}, nil
}

// call sends and receives JSON. A 2xx response that cannot be parsed is an error; the caller evaluates other responses
// by their status.
func (g *Gateway) call(ctx context.Context, method, path, authorization string, in, out any) (int, error) {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return 0, err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, g.Config.URL+path, bytes.NewReader(body))
	if err != nil {
		return 0, errors.New("paymob: its address cannot be read")
	}
	r.Header.Set("Accept", "application/json")
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	answer, err := remote.Do(ctx, g.Client, r)
	if err != nil {
		return 0, err
	}
	if answer.OK() {
		if err := json.Unmarshal(answer.Body, out); err != nil {
			return answer.Status, fmt.Errorf("paymob: the answer of %s cannot be read: %w", path, err)
		}
	}
	return answer.Status, nil
}

// refusal turns a status into an error: a final one, unless it may be temporary or is caused by our own settings.
func refusal(what string, status int) error {
	err := fmt.Errorf("paymob answered %s with %d", what, status)
	switch {
	case remote.Answer{Status: status}.Again(), status == http.StatusUnauthorized, status == http.StatusForbidden,
		status < 400:
		return err
	}
	return fmt.Errorf("%w: %w", payments.ErrRefused, err)
}

// bearer returns the token for inquiries, and signs in if there is none.
func (g *Gateway) bearer(ctx context.Context) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.token != "" && g.Clock.Now().Before(g.tokenEnds) {
		return g.token, nil
	}
	var got struct {
		Token string `json:"token"`
	}
	status, err := g.call(ctx, http.MethodPost, "/api/auth/tokens", "", map[string]string{"api_key": g.Config.APIKey},
		&got)
	if err != nil {
		return "", err
	}
	if got.Token == "" {
		return "", fmt.Errorf("paymob answered a sign-in with %d", status)
	}
	g.token, g.tokenEnds = got.Token, g.Clock.Now().Add(tokenFor)
	return g.token, nil
}

// Try signs in again.
func (g *Gateway) Try(ctx context.Context) error {
	g.mu.Lock()
	g.token = ""
	g.mu.Unlock()
	_, err := g.bearer(ctx)
	return err
}

// forget drops a token that Paymob rejected.
func (g *Gateway) forget(token string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.token == token {
		g.token = ""
	}
}
