// Package buytest assembles everything that belongs to buying over a test's database and shoptest's data: carts,
// checkout, orders, stock, payments with the sandbox gateway, the API in front and the jobs behind. Tests send HTTP
// requests, move the clock and run the jobs themselves; Healthy runs doctor.
//
// A token is a customer's id, or "staff:<id>" where a test resolves staff.
package buytest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/menus"
	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/approvals"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/coupons"
	"wekala/internal/money/ledger"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/ordering/quotations"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/jobs"
)

// Branches and variants of shoptest that tests buy from.
const (
	Koshary = "br_koshary_maadi" // food, promises minutes, minimum 50.00, fee 15.00 to Maadi
	Zamalek = "br_koshary_zamalek"
	Bakala  = "br_bakala_maadi" // grocery, round the clock, minimum 100.00, fee 10.00 to Maadi
	Nasr    = "br_gadgets_nasr" // general, promises two days, closed on Fridays

	Small = "var_koshary_s" // 45.00 at Koshary, 50 in stock
	Large = "var_koshary_l" // 65.00 at Koshary, 50 in stock
	Milk  = "var_milk"      // 40.00 at Bakala, 35.00 on offer until two hours from Now, 20 in stock
	Phone = "var_phone"     // 12,500.00 at Nasr, 5 in stock
)

// Shop is the assembled system.
type Shop struct {
	TB         testing.TB
	DB         *db.DB
	Clock      *clock.Fake
	Places     *places.Service
	Branches   *branches.Service
	Catalog    *products.Service
	Extras     *extras.Service
	Menus      *menus.Service
	Cart       *cart.Service
	Stock      *stock.Service
	Orders     *orders.Service
	Wallet     *wallet.Service
	Loyalty    *loyalty.Service
	Payments   *payments.Service
	Sandbox    *sandbox.Gateway
	Checkout   *checkout.Service
	Quotations *quotations.Service
	API        *httpapi.API
	Jobs       *jobs.Runner
}

// Secret keys PINs and webhooks in tests.
var Secret = []byte("buytest-secret-buytest-secret-32")

// Option changes how a Shop is built.
type Option func(*options)

type options struct {
	wrap func(payments.Gateway) payments.Gateway
	post sandbox.Poster
}

// Wrap puts a layer between the Shop and its gateway, to simulate time-outs and wrong responses.
func Wrap(f func(payments.Gateway) payments.Gateway) Option { return func(o *options) { o.wrap = f } }

// Post handles the gateway's webhooks in place of the Shop's API.
func Post(p sandbox.Poster) Option { return func(o *options) { o.post = p } }

// New fills d and builds a Shop on it.
func New(tb testing.TB, d *db.DB, opts ...Option) *Shop {
	tb.Helper()
	shoptest.Fill(tb, d)
	return Build(tb, d, clock.NewFake(shoptest.Now), opts...)
}

// Build builds a Shop on a filled database, as a second node would be.
func Build(tb testing.TB, d *db.DB, c *clock.Fake, opts ...Option) *Shop {
	tb.Helper()
	o := options{wrap: func(g payments.Gateway) payments.Gateway { return g }}
	for _, opt := range opts {
		opt(&o)
	}
	plain := func(text string) string { return text }
	version := func() int64 { return 1 }
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	pictures, err := files.New()
	if err != nil {
		tb.Fatal(err)
	}
	s := &Shop{TB: tb, DB: d, Clock: c}
	s.Places = places.New(d, plain)
	s.Branches = branches.New(
		branches.Deps{DB: d, Clock: c, Places: s.Places, Pictures: pictures, Fold: plain, Version: version})
	s.Places.Serves(s.Branches.Serves)
	s.Catalog = products.New(products.Deps{DB: d, Clock: c, Places: s.Places, Branches: s.Branches, Library: pictures,
		Fold: plain, Version: version})
	s.load()
	s.Stock = stock.New(d, c)
	s.Orders = orders.New(
		orders.Deps{DB: d, Clock: c, Secret: Secret, Branches: s.Branches, Places: s.Places, Pictures: pictures})
	s.Extras = extras.New(extras.Deps{DB: d, Clock: c, Branches: s.Branches, Catalog: s.Catalog})
	s.Menus = menus.New(menus.Deps{DB: d, Clock: c, Branches: s.Branches, Catalog: s.Catalog})
	s.Catalog.OnMenus(s.Menus.OnMenu)
	s.Cart = cart.New(cart.Deps{DB: d, Clock: c, Branches: s.Branches, Places: s.Places, Catalog: s.Catalog,
		Extras: s.Extras, Menus: s.Menus, Pictures: pictures})
	if o.post == nil {
		o.post = s.post
	}
	s.Sandbox = sandbox.New(sandbox.Deps{DB: d, Clock: c, Secret: Secret, PublicURL: "http://shop.test", Post: o.post})
	s.Wallet = wallet.New(wallet.Deps{DB: d, Clock: c, Cards: true, Orders: s.Orders.InHistories})
	s.Loyalty = loyalty.New(loyalty.Deps{DB: d, Clock: c, Wallet: s.Wallet})
	s.Payments = payments.New(
		payments.Deps{DB: d, Clock: c, Orders: s.Orders, Wallet: s.Wallet, Loyalty: s.Loyalty, Gateway: o.wrap(s.Sandbox),
			PublicURL: "http://shop.test", Log: log})
	s.Quotations = quotations.New(quotations.Deps{
		DB: d, Clock: c, Branches: s.Branches, Places: s.Places, Catalog: s.Catalog, Extras: s.Extras, Pictures: pictures})
	s.Checkout = checkout.New(checkout.Deps{DB: d, Clock: c, Branches: s.Branches, Places: s.Places, Cart: s.Cart,
		Orders: s.Orders, Stock: s.Stock, Payments: s.Payments, Wallet: s.Wallet, Loyalty: s.Loyalty,
		Addresses: addresses.New(d, c, s.Places), Quotations: s.Quotations, Cash: true, Card: true})
	s.Orders.OnStatus(s.Checkout.OnStatus)
	s.Orders.OnStatus(s.Payments.Earn)
	s.Orders.OnStatus(shipping.Late{Credit: s.Wallet.Credit}.OnStatus)
	s.Orders.CreditsLate(shipping.CreditOf)
	s.Stock.OnAvailability(products.PublishVariants)
	s.Jobs = jobs.New(d, c, log)
	s.Checkout.Jobs(s.Jobs)
	s.Payments.Jobs(s.Jobs)
	s.Quotations.Jobs(s.Jobs)
	s.Loyalty.Jobs(s.Jobs)
	s.Sandbox.Jobs(s.Jobs)
	s.API = httpapi.New(httpapi.Options{Version: "test", Log: log})
	s.API.ResolveCustomer = func(_ context.Context, token string) (string, string, error) {
		return token, "ses_" + token, nil
	}
	s.Cart.Routes(s.API)
	s.Extras.Routes(s.API)
	s.Checkout.Routes(s.API)
	s.Orders.Routes(s.API)
	s.Orders.ConsoleRoutes(s.API)
	s.Branches.ConsoleRoutes(s.API)
	s.Payments.Routes(s.API)
	s.Quotations.Routes(s.API)
	s.Quotations.ConsoleRoutes(s.API)
	s.Wallet.Routes(s.API)
	s.Loyalty.Routes(s.API)
	return s
}

func (s *Shop) load() {
	s.TB.Helper()
	ctx := context.Background()
	for _, load := range []func(context.Context) error{s.Places.Load, s.Branches.Load, s.Catalog.Load} {
		if err := load(ctx); err != nil {
			s.TB.Fatal(err)
		}
	}
}

// post delivers a webhook to the Shop's own API.
func (s *Shop) post(ctx context.Context, _ string, header http.Header, body []byte) (int, error) {
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, httpapi.Base+"/webhooks/sandbox", bytes.NewReader(body))
	r.Header = header
	s.API.ServeHTTP(w, r)
	return w.Code, nil
}

// Exec runs one statement.
func (s *Shop) Exec(query string, args ...any) {
	s.TB.Helper()
	shoptest.Exec(s.TB, s.DB, query, args...)
}

// Get reads one value.
func Get[T any](s *Shop, query string, args ...any) T {
	s.TB.Helper()
	var v T
	if err := s.DB.Get(context.Background(), &v, query, args...); err != nil {
		s.TB.Fatalf("%s: %v", query, err)
	}
	return v
}

// Customer makes a customer with an account and a default address in a district and returns the
// address's id. The token is the customer's id.
func (s *Shop) Customer(userID, districtID string) (addressID string) {
	s.TB.Helper()
	for _, stmt := range s.CustomerRows(userID, districtID) {
		s.Exec(stmt.SQL, stmt.Args...)
	}
	return "adr_" + userID
}

// CustomerRows is Customer as statements, for tests that need thousands.
func (s *Shop) CustomerRows(userID, districtID string) []db.Stmt {
	return []db.Stmt{
		{SQL: `INSERT INTO users (id, phone, name, lang, created_at, updated_at)
			VALUES ($1, '+201001234567', 'Mona', 'en', 1, 1)
			ON CONFLICT (id) DO NOTHING`, Args: []any{userID}},
		{SQL: `INSERT INTO addresses (user_id, id, type, name, contact_name, phone, governorate_id, district_id, city,
			address,
			building, lat_e6, lng_e6, created_at, updated_at)
			SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), 'home', 'Home', 'Mona', '+201001234567', governorate_id, id, '',
			'Road 9', '12',
			lat_e6, lng_e6, CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM districts WHERE id = $4`,
			Args: []any{userID, "adr_" + userID, db.At(s.Clock.Now()), districtID}},
		{SQL: `INSERT INTO default_addresses (user_id, address_id) VALUES ($1, $2)`, Args: []any{userID, "adr_" + userID}},
	}
}

// Res is a response of the API.
type Res struct {
	Status int
	Body   string
}

// Code is the error code of a refusal.
func (r Res) Code() string {
	var f struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal([]byte(r.Body), &f)
	return f.Code
}

// Into decodes the data of a success.
func (r Res) Into(tb testing.TB, v any) {
	tb.Helper()
	var e struct {
		Response struct {
			Data json.RawMessage `json:"data"`
		} `json:"response"`
	}
	if r.Status != http.StatusOK {
		tb.Fatalf("status %d: %s", r.Status, r.Body)
	}
	if err := json.Unmarshal([]byte(r.Body), &e); err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(e.Response.Data, v); err != nil {
		tb.Fatalf("%v in %s", err, r.Body)
	}
}

// Header is a request's headers.
type Header map[string]string

// Do sends a request to the API. body is a string, bytes or a value to encode.
func (s *Shop) Do(method, path, token string, body any, headers ...Header) Res {
	var in []byte
	switch b := body.(type) {
	case nil:
	case string:
		in = []byte(b)
	case []byte:
		in = b
	default:
		in, _ = json.Marshal(b)
	}
	r := httptest.NewRequest(method, httpapi.Base+path, bytes.NewReader(in))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, h := range headers {
		for k, v := range h {
			r.Header.Set(k, v)
		}
	}
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return Res{w.Code, w.Body.String()}
}

// Add puts units of a variant at a branch into a customer's cart.
func (s *Shop) Add(userID, serviceID, branchID, variantID string, qty int) cart.View {
	s.TB.Helper()
	var v cart.View
	s.Do("POST", "/order/add-to-cart", userID, map[string]any{"service_id": serviceID, "branch_id": branchID,
		"product": variantID, "qty": qty}).Into(s.TB, &v)
	return v
}

// Order is the body of a checkout.
type Order map[string]any

// Body is a valid checkout request for a customer's cart of a service.
func (s *Shop) Body(userID, serviceID, method string) Order {
	s.TB.Helper()
	var q struct {
		Totals struct {
			Total json.Number `json:"total"`
		} `json:"totals"`
	}
	s.Do("GET", "/checkout?service_id="+serviceID, userID, nil).Into(s.TB, &q)
	return Order{"service_id": serviceID, "address_id": "adr_" + userID, "payment_method": method, "accept_terms": true,
		"expected_total": q.Totals.Total}
}

// Place sends a checkout.
func (s *Shop) Place(userID, key string, body any) Res {
	return s.Do("POST", "/checkout", userID, body, Header{"Idempotency-Key": key})
}

// Buy orders units of a variant and returns the order's id.
func (s *Shop) Buy(userID, serviceID, branchID, variantID string, qty int, method string) string {
	s.TB.Helper()
	s.Add(userID, serviceID, branchID, variantID, qty)
	var a checkout.Answer
	s.Place(userID, fmt.Sprint("key-", userID, "-", variantID, s.Clock.Now().UnixNano()),
		s.Body(userID, serviceID, method)).Into(s.TB, &a)
	return a.Order.ID
}

// RunJobs runs due jobs until there are none.
func (s *Shop) RunJobs() {
	s.TB.Helper()
	for range 20 {
		n, err := s.Jobs.RunDue(context.Background())
		if err != nil {
			s.TB.Logf("jobs: %v", err)
		}
		if n == 0 {
			return
		}
	}
}

// After moves the clock and runs the jobs that are due then.
func (s *Shop) After(d time.Duration) {
	s.TB.Helper()
	s.Clock.Advance(d)
	s.RunJobs()
}

// Healthy fails the test if doctor finds a problem.
func (s *Shop) Healthy() {
	s.TB.Helper()
	checks := slices.Concat(ledger.Checks(), approvals.Checks(), stock.Checks(s.Clock.Now()), coupons.Checks(),
		orders.Checks(), payments.Checks(), shipping.Checks(), checkout.Checks(), quotations.Checks(), extras.Checks(),
		wallet.Checks(), loyalty.Checks())
	results, err := doctor.Run(context.Background(), s.DB, checks)
	if err != nil {
		s.TB.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			s.TB.Errorf("doctor: %s: %d of %d: %v", r.Check, r.Violations, r.Rows, r.First)
		}
	}
}

// Status is an order's status.
func (s *Shop) Status(orderID string) string {
	s.TB.Helper()
	return Get[string](s, `SELECT status FROM orders WHERE id = $1`, orderID)
}

// Ref is the gateway's reference of an order's payment.
func (s *Shop) Ref(orderID string) string {
	s.TB.Helper()
	return Get[string](s, `SELECT gateway_ref FROM payments WHERE order_id = $1`, orderID)
}
