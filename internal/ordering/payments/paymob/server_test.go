package paymob_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/paymob"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
)

const hmacSecret = "0A1B2C3D4E5F60718293A4B5C6D7E8F9"

// server implements Paymob's protocol with its own books.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	orders map[int64]*order
	calls  map[string]int
	next   int64
	// trouble may answer a request instead (true), or spoil it afterwards.
	trouble func(w http.ResponseWriter, r *http.Request) bool
	// deaf has a request take effect without an answer.
	deaf map[string]int
	// change rewrites a transaction on its way out.
	change func(obj map[string]any)
}

type order struct {
	id, amount    int64
	currency, ref string
	secret        string
	tx            int64 // 0: nobody tried to pay
	paid, pending bool
	refunded      int64
	refunds       int
	notify        string
}

func serve(t *testing.T) *server {
	s := &server{orders: map[int64]*order{}, calls: map[string]int{}, deaf: map[string]int{}, next: 217503000}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func (s *server) config() paymob.Config {
	return paymob.Config{URL: s.URL, APIKey: "api", SecretKey: "egy_sk_test_1", PublicKey: "egy_pk_test_1",
		HMACSecret: hmacSecret, Integrations: []int64{4097558}, Email: "orders@shop.test"}
}

// shop buys through the server.
func (s *server) shop(t *testing.T, d *db.DB) (*buytest.Shop, *paymob.Gateway) {
	t.Helper()
	var g *paymob.Gateway
	client := &http.Client{Timeout: 150 * time.Millisecond}
	shop := buytest.New(t, d, buytest.Wrap(func(inner payments.Gateway) payments.Gateway {
		var err error
		g, err = paymob.New(paymob.Deps{DB: d, Clock: inner.(*sandbox.Gateway).Clock, Config: s.config(), Client: client})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}))
	return shop, g
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	trouble := s.trouble
	s.mu.Unlock()
	if trouble != nil && trouble(w, r) {
		return
	}
	path := r.URL.Path
	if strings.HasPrefix(path, "/api/acceptance/transactions/") {
		path = "/api/acceptance/transactions/"
	}
	status, out := s.take(path, r, body)
	s.mu.Lock()
	s.calls[path]++
	deaf := s.deaf[path] > 0
	if deaf {
		s.deaf[path]--
	}
	s.mu.Unlock()
	if deaf {
		<-r.Context().Done() // the client gives up
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(out)
}

func (s *server) take(path string, r *http.Request, body []byte) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var in map[string]any
	_ = json.Unmarshal(body, &in)
	authorization := r.Header.Get("Authorization")
	switch path {
	case "/v1/intention/":
		return s.open(authorization, in)
	case "/api/auth/tokens":
		if in["api_key"] != "api" {
			return 403, map[string]any{"detail": "incorrect credentials"}
		}
		return 201, map[string]any{"token": "tok-" + strconv.Itoa(s.calls[path]), "profile": map[string]any{"id": 1}}
	case "/api/ecommerce/orders/transaction_inquiry":
		if !strings.HasPrefix(authorization, "Bearer tok-") {
			return 401, map[string]any{"detail": "token"}
		}
		id, _ := strconv.ParseInt(fmt.Sprint(in["order_id"]), 10, 64)
		if o := s.orders[id]; o != nil && o.tx > 0 {
			return 200, s.transaction(o)
		}
		return 404, map[string]any{"detail": "Not found."}
	case "/api/acceptance/transactions/":
		for _, o := range s.orders {
			if strconv.FormatInt(o.tx, 10) == r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:] {
				return 200, map[string]any{"type": "TRANSACTION", "obj": s.transaction(o)}
			}
		}
		return 404, map[string]any{"detail": "Not found."}
	case "/api/acceptance/void_refund/refund":
		return s.refund(authorization, in)
	}
	return 404, map[string]any{"detail": path}
}

func (s *server) open(authorization string, in map[string]any) (int, any) {
	if authorization != "Token egy_sk_test_1" {
		return 401, map[string]any{"detail": "Authentication credentials were not provided."}
	}
	billing, _ := in["billing_data"].(map[string]any)
	for _, field := range []string{"first_name", "last_name", "phone_number", "email", "building", "floor", "apartment",
		"street"} {
		if v, _ := billing[field].(string); v == "" {
			return 400, map[string]any{"billing_data": map[string]any{field: []string{"This field is required."}}}
		}
	}
	ref, _ := in["special_reference"].(string)
	for _, o := range s.orders {
		if o.ref == ref {
			return 400, map[string]any{"special_reference": []string{"duplicate"}}
		}
	}
	s.next++
	amount, _ := in["amount"].(float64)
	currency, _ := in["currency"].(string)
	notify, _ := in["notification_url"].(string)
	o := &order{id: s.next, amount: int64(amount), currency: currency, ref: ref,
		secret: fmt.Sprint("egy_csk_test_", s.next), notify: notify}
	s.orders[o.id] = o
	return 201, map[string]any{"id": fmt.Sprint("pi_test_", o.id), "client_secret": o.secret, "intention_order_id": o.id,
		"intention_detail": map[string]any{"amount": o.amount, "currency": o.currency}, "special_reference": o.ref,
		"status": "intended"}
}

// transaction is the object of callbacks and inquiries, with the fields of
// Paymob's documented sample.
func (s *server) transaction(o *order) map[string]any {
	obj := map[string]any{
		"id": o.tx, "pending": o.pending, "amount_cents": o.amount, "success": o.paid, "is_auth": false, "is_capture": false,
		"is_standalone_payment": true, "is_voided": false, "is_refunded": o.refunded > 0, "is_3d_secure": true,
		"integration_id": 4097558, "profile_id": 164295, "has_parent_transaction": false,
		"order": map[string]any{"id": o.id, "created_at": "2026-11-20T12:00:03.307045", "amount_cents": o.amount,
			"currency": o.currency, "merchant_order_id": o.ref, "paid_amount_cents": o.amount},
		"created_at": "2026-11-20T12:03:44.592345", "currency": o.currency,
		"source_data":           map[string]any{"pan": "2346", "type": "card", "sub_type": "MasterCard"},
		"refunded_amount_cents": o.refunded, "captured_amount": 0, "error_occured": false, "owner": 302852,
		"data": map[string]any{"message": "Approved", "txn_response_code": "APPROVED"},
	}
	if s.change != nil {
		s.change(obj)
	}
	return obj
}

func (s *server) refund(authorization string, in map[string]any) (int, any) {
	if authorization != "Token egy_sk_test_1" {
		return 401, map[string]any{"detail": "credentials"}
	}
	amount, _ := strconv.ParseInt(fmt.Sprint(in["amount_cents"]), 10, 64)
	for _, o := range s.orders {
		if fmt.Sprint(o.tx) != in["transaction_id"] {
			continue
		}
		if !o.paid || amount < 1 || o.refunded+amount > o.amount {
			return 400, map[string]any{"message": "amount"}
		}
		o.refunded += amount
		o.refunds++
		s.next++
		return 201, map[string]any{"id": s.next, "pending": false, "amount_cents": amount, "success": true, "is_refund": true,
			"has_parent_transaction": true, "currency": o.currency, "order": map[string]any{"id": o.id}}
	}
	return 404, map[string]any{"detail": "Not found."}
}

// pay lets a customer pay on Paymob's page, or be declined there.
func (s *server) pay(orderRef string, success bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, _ := strconv.ParseInt(orderRef, 10, 64)
	o := s.orders[id]
	s.next++
	o.tx, o.paid = 192000000+s.next, success
}

// callback is a callback's body and signature as Paymob would send it now.
func (s *server) callback(t *testing.T, orderRef string) (body []byte, signature string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	id, _ := strconv.ParseInt(orderRef, 10, 64)
	body, err := json.Marshal(map[string]any{"type": "TRANSACTION", "obj": s.transaction(s.orders[id])})
	if err != nil {
		t.Fatal(err)
	}
	return body, sign(t, body)
}

func sign(t *testing.T, body []byte) string {
	t.Helper()
	values, ok := paymob.Values(body)
	if !ok {
		t.Fatalf("no transaction: %s", body)
	}
	return paymob.Sign(hmacSecret, values)
}

func post(shop *buytest.Shop, body []byte, signature string) int {
	return shop.Do("POST", "/webhooks/paymob?hmac="+url.QueryEscape(signature), "", body).Status
}

func (s *server) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[path]
}

func (s *server) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// refunds returns the sum and the number of refunds.
func (s *server) refunds(orderRef string) (amount int64, times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, _ := strconv.ParseInt(orderRef, 10, 64)
	return s.orders[id].refunded, s.orders[id].refunds
}
