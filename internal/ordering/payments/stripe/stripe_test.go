package stripe_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/stripe"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

const completed = "checkout.session.completed"

func counts(small, full int) int {
	if os.Getenv("WEKALA_PROVE") != "" {
		return full
	}
	return small
}

func buy(s *buytest.Shop, user string) (orderID string) {
	s.TB.Helper()
	s.Customer(user, "maadi")
	return s.Buy(user, "food", buytest.Koshary, buytest.Small, 2, "card")
}

func TestMissingSettingsAreNamed(t *testing.T) {
	_, err := stripe.New(stripe.Deps{Clock: clock.System})
	if err == nil || !strings.Contains(err.Error(), "WEKALA_STRIPE_SECRET_KEY, WEKALA_STRIPE_WEBHOOK_SECRET") {
		t.Errorf("got %v", err)
	}
}

func TestPaidOnceHoweverOftenItIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		st := serve(t)
		s, _ := st.shop(t, d)
		// As many as the full run buys.
		s.Exec(`UPDATE stock SET on_hand = 1000 WHERE on_hand > 0`)
		s.Exec(`UPDATE stock_moves SET qty = 1000 WHERE qty > 0`)
		var ids []string
		var bodies [][]byte
		for i := range counts(4, 40) {
			id := buy(s, fmt.Sprint("usr", i))
			ids = append(ids, id)
			ref := s.Ref(id)
			// Reported before it is true; reported for a bank transfer in progress.
			early := st.event(t, fmt.Sprint("evt_early", i), completed, ref)
			if got := post(s, early, stripe.Sign(webhookSecret, early, s.Clock.Now())); got != 200 || s.Status(id) != "draft" {
				t.Fatalf("early: %d %s", got, s.Status(id))
			}
			st.pay(ref)
			done := st.event(t, fmt.Sprint("evt_done", i), completed, ref)
			later := st.event(t, fmt.Sprint("evt_later", i), "checkout.session.async_payment_succeeded", ref)
			bodies = append(bodies, later, done, done, early,
				[]byte(`{"id":"evt_other","type":"charge.succeeded","data":{"object":{"id":"ch_1"}}}`))
		}
		var wg sync.WaitGroup
		start := make(chan struct{})
		for _, body := range bodies {
			wg.Go(func() {
				<-start
				if got := post(s, body, stripe.Sign(webhookSecret, body, s.Clock.Now())); got != 200 && got != 503 {
					t.Errorf("event: %d", got)
				}
			})
		}
		close(start)
		wg.Wait()
		s.After(2 * time.Minute)
		for _, id := range ids {
			if s.Status(id) != "pending" {
				t.Errorf("%s is %s", id, s.Status(id))
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM ledger_transactions WHERE kind = 'payment_captured'`); n != len(
			ids) {
			t.Errorf("%d captures of %d payments", n, len(ids))
		}
		s.Healthy()
	})
}

func TestNoForgeryIsAccepted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		st := serve(t)
		s, g := st.shop(t, d)
		id := buy(s, "usr")
		st.pay(s.Ref(id))
		body := st.event(t, "evt_1", completed, s.Ref(id))
		good := stripe.Sign(webhookSecret, body, s.Clock.Now())
		r := rand.New(rand.NewPCG(7, 8))
		for i := range counts(400, 10_000) {
			b, sig := append([]byte{}, body...), []byte(good)
			switch i % 3 {
			case 0:
				b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
			case 1:
				at := r.IntN(len(sig))
				sig[at] = "0123456789abcdef=,tv"[(strings.IndexByte("0123456789abcdef=,tv", sig[at])+1+r.IntN(18))%20]
			case 2:
				b = b[:r.IntN(len(b))]
			}
			if _, err := g.Verify(http.Header{stripe.SignatureHeader: {string(sig)}}, b); !errors.Is(err, payments.ErrForged) {
				t.Fatalf("mutation %d passed: %s %s", i, sig, b)
			}
		}
		now := s.Clock.Now()
		for name, sig := range map[string]string{
			"none": "", "another secret": stripe.Sign("whsec_guess", body, now),
			"too old":       stripe.Sign(webhookSecret, body, now.Add(-301*time.Second)),
			"of tomorrow":   stripe.Sign(webhookSecret, body, now.Add(301*time.Second)),
			"an old scheme": strings.Replace(good, "v1=", "v0=", 1),
		} {
			if got := post(s, body, sig); got != http.StatusBadRequest {
				t.Errorf("%s: %d", name, got)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payment_events`); n != 0 || s.Status(id) != "draft" {
			t.Errorf("%d forged events kept, order %s", n, s.Status(id))
		}
		// Two signatures while a secret is replaced: one of them is right.
		both := stripe.Sign("whsec_old", body, now) + good[strings.IndexByte(good, ','):]
		if got := post(s, body, both); got != 200 || s.Status(id) != "pending" {
			t.Errorf("two secrets: %d %s", got, s.Status(id))
		}
		s.Healthy()
	})
}

func TestWrongAnswersChangeNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		st := serve(t)
		s, _ := st.shop(t, d)
		id := buy(s, "usr")
		st.pay(s.Ref(id))
		for name, change := range map[string]func(map[string]any){
			"amount":      func(o map[string]any) { o["amount_total"] = 1 },
			"currency":    func(o map[string]any) { o["currency"] = "usd" },
			"session":     func(o map[string]any) { o["id"] = "cs_other" },
			"reference":   func(o map[string]any) { o["client_reference_id"] = "pay_other" },
			"bank's word": func(o map[string]any) { o["payment_status"] = "unpaid" },
			"status":      func(o map[string]any) { o["status"] = "open" },
		} {
			st.set(func() { st.change = change })
			s.After(65 * time.Second)
			if s.Status(id) != "draft" {
				t.Fatalf("paid although the %s is wrong", name)
			}
		}
		st.set(func() { st.change = nil })
		body := st.event(t, "evt_1", completed, s.Ref(id))
		for name, trouble := range map[string]func(http.ResponseWriter, *http.Request) bool{
			"down":     func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(502); return true },
			"nonsense": func(w http.ResponseWriter, _ *http.Request) bool { _, _ = w.Write([]byte("[]")); return true },
			"slow":     func(_ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true },
			"busy":     func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(429); return true },
		} {
			st.set(func() { st.trouble = trouble })
			if got := post(s, body, stripe.Sign(webhookSecret, body, s.Clock.Now())); got != 503 || s.Status(id) != "draft" {
				t.Errorf("%s: %d %s", name, got, s.Status(id))
			}
		}
		st.set(func() { st.trouble = nil })
		if got := post(s, body, stripe.Sign(webhookSecret, body, s.Clock.Now())); got != 200 || s.Status(id) != "pending" {
			t.Errorf("mended: %d %s", got, s.Status(id))
		}
		s.Healthy()
	})
}

func TestASessionWhoseAnswerGotLost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		st := serve(t)
		s, _ := st.shop(t, d)
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("usr", "food", "card")
		st.set(func() { st.deaf["POST /v1/checkout/sessions"] = 1 })
		if r := s.Place("usr", "key", body); r.Code() != "payment_failed" {
			t.Fatalf("lost: %d %s", r.Status, r.Body)
		}
		s.Clock.Advance(3 * time.Second)
		var a checkout.Answer
		s.Place("usr", "key", body).Into(t, &a)
		if a.Payment.RedirectURL == nil || !strings.HasPrefix(*a.Payment.RedirectURL, st.URL+"/c/pay/cs_test_") {
			t.Fatalf("paid at %v", a.Payment.RedirectURL)
		}
		st.set(func() {
			if len(st.sessions) != 1 {
				t.Errorf("%d sessions", len(st.sessions))
			}
		})
		s.Healthy()
	})
}

func TestARefundWhoseAnswerGotLostIsPaidOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		st := serve(t)
		s, g := st.shop(t, d)
		id := buy(s, "usr")
		ref := s.Ref(id)
		st.pay(ref)
		body := st.event(t, "evt_1", completed, ref)
		post(s, body, stripe.Sign(webhookSecret, body, s.Clock.Now()))
		// The answer is lost, and by the next try Stripe has forgotten the key.
		st.set(func() { st.deaf["POST /v1/refunds"] = 1 })
		s.Do("POST", "/orders/"+id+"/cancel", "usr", `{}`)
		s.RunJobs()
		st.forget()
		for range 10 {
			s.After(time.Minute)
		}
		if n := st.count("POST /v1/refunds"); n != 1 || len(st.refunds) != 1 {
			t.Errorf("%d refunds after %d requests", len(st.refunds), n)
		}
		if got := buytest.Get[string](s, `SELECT payment_state FROM orders WHERE id = $1`, id); got != "refunded" {
			t.Errorf("payment is %s", got)
		}
		for name, r := range map[string]payments.RefundRequest{
			"more than was paid": {Ref: ref, Key: "rfd_x", Amount: 1, Currency: "EGP"},
			"another currency":   {Ref: ref, Key: "rfd_y", Amount: 1, Currency: "USD"},
			"an unknown session": {Ref: "cs_none", Key: "rfd_z", Amount: 1, Currency: "EGP"},
		} {
			if _, err := g.Refund(t.Context(), r); !errors.Is(err, payments.ErrRefused) {
				t.Errorf("%s: %v", name, err)
			}
		}
		s.Healthy()
	})
}

func TestASessionThatExpires(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		st := serve(t)
		s, _ := st.shop(t, d)
		id := buy(s, "usr")
		st.set(func() { st.sessions[s.Ref(id)]["status"] = "expired" })
		s.After(2 * time.Minute)
		if got := buytest.Get[string](s, `SELECT state FROM payments WHERE order_id = $1`, id); got != payments.Expired {
			t.Errorf("the payment is %s", got)
		}
		s.Healthy()
	})
}
