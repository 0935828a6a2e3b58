package stripe_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/ordering/payments/stripe"
	"wekala/internal/platform/db"
)

const (
	secretKey     = "sk_test_51"
	webhookSecret = "whsec_8d1f"
)

// server implements Stripe's protocol with its own books.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	sessions map[string]map[string]any
	refunds  []map[string]any
	keys     map[string]any    // idempotency key to answer
	forms    map[string]string // and what it was sent with
	calls    map[string]int
	next     int
	trouble  func(w http.ResponseWriter, r *http.Request) bool
	deaf     map[string]int
	change   func(session map[string]any)
}

func serve(t *testing.T) *server {
	s := &server{sessions: map[string]map[string]any{}, keys: map[string]any{}, forms: map[string]string{},
		calls: map[string]int{}, deaf: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func (s *server) shop(t *testing.T, d *db.DB) (*buytest.Shop, *stripe.Gateway) {
	t.Helper()
	var g *stripe.Gateway
	shop := buytest.New(t, d, buytest.Wrap(func(inner payments.Gateway) payments.Gateway {
		var err error
		g, err = stripe.New(
			stripe.Deps{Clock: inner.(*sandbox.Gateway).Clock, Client: &http.Client{Timeout: 150 * time.Millisecond},
				Config: stripe.Config{URL: s.URL, SecretKey: secretKey, WebhookSecret: webhookSecret}})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}))
	return shop, g
}

func failure(kind, code string) any {
	return map[string]any{"error": map[string]any{"type": kind, "code": code, "message": "no"}}
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	s.mu.Lock()
	trouble := s.trouble
	s.mu.Unlock()
	if trouble != nil && trouble(w, r) {
		return
	}
	s.mu.Lock()
	status, out := 401, failure("invalid_request_error", "api_key")
	name := r.Method + " " + r.URL.Path
	if user, _, _ := r.BasicAuth(); user == secretKey {
		status, out = s.take(name, r)
	}
	s.calls[name]++
	deaf := s.deaf[name] > 0
	if deaf {
		s.deaf[name]--
	}
	raw, _ := json.Marshal(out)
	s.mu.Unlock()
	if deaf {
		<-r.Context().Done()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}

func (s *server) take(name string, r *http.Request) (int, any) {
	key := r.Header.Get("Idempotency-Key")
	if r.Method == "POST" {
		if done, ok := s.keys[key]; ok && key != "" {
			if s.forms[key] != r.PostForm.Encode() {
				return 400, failure("idempotency_error", "")
			}
			return 200, done
		}
	}
	status, out := s.work(name, r)
	if r.Method == "POST" && status == 200 {
		s.keys[key], s.forms[key] = out, r.PostForm.Encode()
	}
	return status, out
}

func (s *server) work(name string, r *http.Request) (int, any) {
	s.next++
	switch {
	case name == "POST /v1/checkout/sessions":
		amount, _ := strconv.ParseInt(r.PostForm.Get("line_items[0][price_data][unit_amount]"), 10, 64)
		id := fmt.Sprint("cs_test_", s.next)
		s.sessions[id] = map[string]any{"id": id, "object": "checkout.session", "url": s.URL + "/c/pay/" + id,
			"status": "open", "payment_status": "unpaid", "amount_total": amount,
			"currency":            r.PostForm.Get("line_items[0][price_data][currency]"),
			"client_reference_id": r.PostForm.Get("client_reference_id"), "payment_intent": nil,
			"expires_at": r.PostForm.Get("expires_at")}
		return 200, s.sessions[id]
	case strings.HasPrefix(name, "GET /v1/checkout/sessions/"):
		kept := s.sessions[strings.TrimPrefix(name, "GET /v1/checkout/sessions/")]
		if kept == nil {
			return 404, failure("invalid_request_error", "resource_missing")
		}
		out := map[string]any{}
		for k, v := range kept {
			out[k] = v
		}
		if pi, ok := out["payment_intent"].(string); ok {
			out["payment_intent"] = map[string]any{"id": pi, "latest_charge": map[string]any{"amount_refunded": s.back(pi)}}
		}
		if s.change != nil {
			s.change(out)
		}
		return 200, out
	case name == "GET /v1/refunds":
		list := []map[string]any{}
		for _, f := range s.refunds {
			if f["payment_intent"] == r.Form.Get("payment_intent") {
				list = append(list, f)
			}
		}
		return 200, map[string]any{"object": "list", "data": list, "has_more": false}
	case name == "POST /v1/refunds":
		pi := r.PostForm.Get("payment_intent")
		amount, _ := strconv.ParseInt(r.PostForm.Get("amount"), 10, 64)
		for _, kept := range s.sessions {
			if kept["payment_intent"] == pi && s.back(pi)+amount <= kept["amount_total"].(int64) {
				f := map[string]any{"id": fmt.Sprint("re_", s.next), "object": "refund", "amount": amount, "status": "succeeded",
					"payment_intent": pi, "metadata": map[string]string{"wekala_refund": r.PostForm.Get("metadata[wekala_refund]")}}
				s.refunds = append(s.refunds, f)
				return 200, f
			}
		}
		return 400, failure("invalid_request_error", "charge_already_refunded")
	}
	return 404, failure("invalid_request_error", "url")
}

func (s *server) back(pi string) (sum int64) {
	for _, f := range s.refunds {
		if f["payment_intent"] == pi {
			sum += f["amount"].(int64)
		}
	}
	return sum
}

// forget drops the stored idempotency keys, as Stripe does after a day.
func (s *server) forget() { s.set(func() { clear(s.keys) }) }

func (s *server) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *server) pay(ref string) {
	s.set(func() {
		s.next++
		s.sessions[ref]["status"], s.sessions[ref]["payment_status"] = "complete", "paid"
		s.sessions[ref]["payment_intent"] = fmt.Sprint("pi_", s.next)
	})
}

// event is an event's body as Stripe would send it now.
func (s *server) event(t *testing.T, id, kind, ref string) []byte {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := json.MarshalIndent(map[string]any{
		"id": id, "object": "event", "api_version": "2024-06-20", "created": 1795168800,
		"livemode": false, "type": kind, "data": map[string]any{"object": s.sessions[ref]}}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func post(s *buytest.Shop, body []byte, signature string) int {
	return s.Do("POST", "/webhooks/stripe", "", body, buytest.Header{stripe.SignatureHeader: signature}).Status
}

func (s *server) count(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[name]
}
