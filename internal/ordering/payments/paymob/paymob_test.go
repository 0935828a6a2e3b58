package paymob_test

import (
	"context"
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
	"wekala/internal/ordering/payments/paymob"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

const (
	intentionPath = "/v1/intention/"
	refundPath    = "/api/acceptance/void_refund/refund"
	inquiryPath   = "/api/ecommerce/orders/transaction_inquiry"
)

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

// The values of Paymob's own example, and the text they must make.
func TestSignedFieldsAreThoseOfTheDocumentation(t *testing.T) {
	body :=
		`{"type":"TRANSACTION","obj":{"id":192036465,"pending":false,"amount_cents":100000,"success":true,"is_auth":false,
		"is_capture":false,"is_standalone_payment":true,"is_voided":false,"is_refunded":false,"is_3d_secure":true,
		"integration_id":4097558,"has_parent_transaction":false,"order":{"id":217503754},"created_at":"2024-06-13T11:33:44.592345",
		"currency":"EGP","source_data":{"pan":"2346","type":"card","sub_type":"MasterCard"},"error_occured":false,"owner":302852}}`
	values, ok := paymob.Values([]byte(body))
	const want = "1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalsetruefalse217503754302852false2346MasterCardcardtrue"
	if got := strings.Join(values, ""); !ok || got != want {
		t.Errorf("signed %q\nwant   %q", got, want)
	}
}

func TestMissingSettingsAreNamed(t *testing.T) {
	_, err := paymob.New(paymob.Deps{Clock: clock.System, Config: paymob.Config{APIKey: "x", SecretKey: "secret-value"}})
	if err == nil ||
		!strings.Contains(err.Error(), "WEKALA_PAYMOB_PUBLIC_KEY, WEKALA_PAYMOB_HMAC_SECRET, WEKALA_PAYMOB_INTEGRATIONS") ||
		strings.Contains(err.Error(), "secret-value") || strings.Contains(err.Error(), "API_KEY") {
		t.Errorf("got %v", err)
	}
}

func TestPaidOnceHoweverOftenItIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pm := serve(t)
		s, _ := pm.shop(t, d)
		// As many as the full run buys.
		s.Exec(`UPDATE stock SET on_hand = 1000 WHERE on_hand > 0`)
		s.Exec(`UPDATE stock_moves SET qty = 1000 WHERE qty > 0`)
		var ids []string
		for i := range counts(4, 40) {
			ids = append(ids, buy(s, fmt.Sprint("usr", i)))
		}
		url := buytest.Get[string](s, `SELECT checkout_url FROM payments WHERE order_id = $1`, ids[0])
		if !strings.HasPrefix(url, pm.URL+"/unifiedcheckout/?clientSecret=egy_csk_test_") ||
			!strings.Contains(url, "publicKey=egy_pk_test_1") {
			t.Errorf("the page is %s", url)
		}
		// A declined attempt, then a paid one; the notices come in the wrong order, several times and concurrently.
		type notice struct {
			body      []byte
			signature string
		}
		var all []notice
		for _, id := range ids {
			pm.pay(s.Ref(id), false)
			body, signature := pm.callback(t, s.Ref(id))
			declined := notice{body, signature}
			if got := post(s, body, signature); got != 200 || s.Status(id) != "draft" {
				t.Fatalf("declined: %d, %s", got, s.Status(id))
			}
			pm.pay(s.Ref(id), true)
			body, signature = pm.callback(t, s.Ref(id))
			for range 3 {
				all = append(all, notice{body, signature})
			}
			all = append(all, declined)
		}
		var wg sync.WaitGroup
		start := make(chan struct{})
		for _, n := range all {
			wg.Go(func() {
				<-start
				if got := post(s, n.body, n.signature); got != 200 && got != 503 { // 503: asked to come again
					t.Errorf("notice: %d", got)
				}
			})
		}
		close(start)
		wg.Wait()
		s.After(2 * time.Minute) // the reconciliation finds payments whose customers were asked to return
		for _, id := range ids {
			if s.Status(id) != "pending" {
				t.Errorf("%s is %s", id, s.Status(id))
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM ledger_transactions WHERE kind = 'payment_captured'`); n != len(
			ids) {
			t.Errorf("%d captures of %d payments", n, len(ids))
		}
		if n := buytest.Get[int](s, `SELECT COUNT(DISTINCT transaction_id) FROM paymob_intents`); n != len(ids) {
			t.Errorf("%d transactions for %d payments", n, len(ids))
		}
		s.Healthy()
	})
}

func TestNoForgeryIsAccepted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pm := serve(t)
		s, g := pm.shop(t, d)
		id, other := buy(s, "usr"), buy(s, "other")
		pm.pay(s.Ref(id), true)
		body, signature := pm.callback(t, s.Ref(id))
		values, _ := paymob.Values(body)
		r := rand.New(rand.NewPCG(5, 6))
		for i := range counts(400, 10_000) {
			b, sig := append([]byte{}, body...), []byte(signature)
			if i%2 == 0 {
				b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
			} else {
				at := r.IntN(len(sig))
				sig[at] = "0123456789abcdef"[(strings.IndexByte("0123456789abcdef", sig[at])+1+r.IntN(15))%16]
			}
			_, err := g.Verify(http.Header{payments.QueryHeader: {"hmac=" + string(sig)}}, b)
			if now, ok := paymob.Values(b); err == nil && (!ok || strings.Join(now, "") != strings.Join(values, "")) {
				t.Fatalf("mutation %d passed: %s %s", i, sig, b)
			}
		}
		for name, sig := range map[string]string{"none": "", "another secret": paymob.Sign("guess", values), "no hex": "xyz",
			"half": signature[:64]} {
			if got := post(s, body, sig); got != http.StatusBadRequest {
				t.Errorf("%s: %d", name, got)
			}
		}
		// Twice in the address, or in a header of the sender's own: no.
		if got := s.Do("POST", "/webhooks/paymob?hmac="+signature+"&hmac="+signature, "", body).Status; got != 400 {
			t.Errorf("two signatures: %d", got)
		}
		if got := s.Do("POST", "/webhooks/paymob", "", body, buytest.Header{payments.QueryHeader: "hmac=" + signature}).
			Status; got != 400 {
			t.Errorf("a signature in a header: %d", got)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payment_events`); n != 0 {
			t.Errorf("%d forged events kept", n)
		}
		// The signature does not cover our reference: another payment's there
		// does not get the money.
		mine, theirs := payment(s, id), payment(s, other)
		moved := []byte(strings.ReplaceAll(string(body), mine, theirs))
		if got := post(s, moved, signature); got != 200 || s.Status(other) != "draft" || s.Status(id) != "draft" {
			t.Errorf("another reference: %d, %s, %s", got, s.Status(other), s.Status(id))
		}
		s.After(2 * time.Minute)
		if s.Status(id) != "pending" || s.Status(other) != "draft" {
			t.Errorf("in the end %s and %s", s.Status(id), s.Status(other))
		}
		s.Healthy()
	})
}

func payment(s *buytest.Shop, orderID string) string {
	return buytest.Get[string](s, `SELECT id FROM payments WHERE order_id = $1`, orderID)
}

// Wrong answers of a gateway are never accepted.
func TestWrongAnswersChangeNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pm := serve(t)
		s, _ := pm.shop(t, d)
		id := buy(s, "usr")
		pm.pay(s.Ref(id), true)
		for name, change := range map[string]func(map[string]any){
			"amount":          func(o map[string]any) { o["amount_cents"] = 1 },
			"currency":        func(o map[string]any) { o["currency"] = "USD" },
			"order":           func(o map[string]any) { o["order"].(map[string]any)["id"] = 1 },
			"reference":       func(o map[string]any) { o["order"].(map[string]any)["merchant_order_id"] = "pay_other-1" },
			"only authorised": func(o map[string]any) { o["is_auth"] = true },
			"voided":          func(o map[string]any) { o["is_voided"] = true },
			"pending":         func(o map[string]any) { o["pending"] = "true" },
			"a fraction":      func(o map[string]any) { o["amount_cents"] = 105.5 },
		} {
			pm.set(func() { pm.change = change })
			s.After(65 * time.Second)
			if s.Status(id) != "draft" {
				t.Fatalf("paid although the %s is wrong", name)
			}
		}
		pm.set(func() { pm.change = nil })
		for name, trouble := range map[string]func(http.ResponseWriter, *http.Request) bool{
			"down":     func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(503); return true },
			"nonsense": func(w http.ResponseWriter, _ *http.Request) bool { _, _ = w.Write([]byte("<html>")); return true },
			"slow":     func(_ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true },
		} {
			pm.set(func() { pm.trouble = trouble })
			body, signature := pm.callback(t, s.Ref(id))
			if got := post(s, body, signature); got != 503 || s.Status(id) != "draft" {
				t.Errorf("%s: %d, %s", name, got, s.Status(id))
			}
		}
		pm.set(func() { pm.trouble = nil })
		body, signature := pm.callback(t, s.Ref(id))
		if got := post(s, body, signature); got != 200 || s.Status(id) == "draft" {
			t.Errorf("mended: %d, %s", got, s.Status(id))
		}
		s.RunJobs()
		s.Healthy()
	})
}

func TestAnIntentionWhoseAnswerGotLost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pm := serve(t)
		s, g := pm.shop(t, d)
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("usr", "food", "card")
		pm.set(func() { pm.deaf[intentionPath] = 1 })
		if r := s.Place("usr", "key", body); r.Code() != "payment_failed" {
			t.Fatalf("lost: %d %s", r.Status, r.Body)
		}
		pm.set(func() {
			pm.trouble = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true }
		})
		if r := s.Place("usr", "key", body); r.Code() != "payment_failed" {
			t.Fatalf("down: %d %s", r.Status, r.Body)
		}
		pm.set(func() { pm.trouble = nil })
		var a checkout.Answer
		s.Place("usr", "key", body).Into(t, &a)
		if a.Payment.RedirectURL == nil {
			t.Fatal("nowhere to pay")
		}
		// Asked again, concurrently and later, there is one page.
		p := payment(s, a.Order.ID)
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				o, err := g.Create(context.Background(), payments.Intent{
					Reference: p, Amount: 10500, Currency: "EGP", ExpiresAt: s.Clock.Now().Add(time.Hour)})
				if err != nil || o.URL != *a.Payment.RedirectURL {
					t.Errorf("again: %v %v", o, err)
				}
			})
		}
		wg.Wait()
		if _, err := g.Create(t.Context(), payments.Intent{Reference: p, Amount: 1, Currency: "EGP"}); !errors.Is(err,
			payments.ErrRefused) {
			t.Errorf("another amount: %v", err)
		}
		if n := pm.count(intentionPath); n != 2 {
			t.Errorf("%d intentions were opened", n)
		}
		pm.pay(s.Ref(a.Order.ID), true)
		raw, signature := pm.callback(t, s.Ref(a.Order.ID))
		if got := post(s, raw, signature); got != 200 || s.Status(a.Order.ID) != "pending" {
			t.Errorf("%d %s", got, s.Status(a.Order.ID))
		}
		s.Healthy()
	})
}

func paidOrder(t *testing.T, s *buytest.Shop, pm *server, user string) (id, ref string) {
	t.Helper()
	id = buy(s, user)
	ref = s.Ref(id)
	pm.pay(ref, true)
	body, signature := pm.callback(t, ref)
	if got := post(s, body, signature); got != 200 || s.Status(id) != "pending" {
		t.Fatalf("%d %s", got, s.Status(id))
	}
	return id, ref
}

// However a refund's answer gets lost, the money is refunded once.
func TestARefundWhoseAnswerGotLostIsPaidOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			begin func(pm *server)
			sent  int // how often a refund was asked for
		}{
			"took effect": {func(pm *server) { pm.deaf[refundPath] = 1 }, 1},
			"did not": {func(pm *server) {
				failures := 3
				pm.trouble = func(w http.ResponseWriter, r *http.Request) bool {
					if r.URL.Path != refundPath || failures == 0 {
						return false
					}
					failures--
					w.WriteHeader(504)
					return true
				}
			}, 1},
		} {
			pm := serve(t)
			s, _ := pm.shop(t, dbtest.New(t, d.Engine()))
			id, ref := paidOrder(t, s, pm, "usr")
			pm.set(func() { c.begin(pm) })
			s.Do("POST", "/orders/"+id+"/cancel", "usr", `{}`)
			for range 40 {
				s.After(time.Minute)
			}
			amount, times := pm.refunds(ref)
			if amount != 10500 || times != 1 || pm.count(refundPath) != c.sent {
				t.Errorf("%s: %d back in %d refunds after %d requests", name, amount, times, pm.count(refundPath))
			}
			if got := buytest.Get[string](s, `SELECT payment_state FROM orders WHERE id = $1`, id); got != "refunded" {
				t.Errorf("%s: payment is %s", name, got)
			}
			s.Healthy()
		}
	})
}

// Two refunds of one payment and repeated ones, all concurrently.
func TestRefundsOfOnePayment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pm := serve(t)
		s, g := pm.shop(t, d)
		_, ref := paidOrder(t, s, pm, "usr")
		part := func(key string, amount int64) payments.RefundRequest {
			return payments.RefundRequest{Ref: ref, Key: key, Amount: amount, Currency: "EGP"}
		}
		var wg sync.WaitGroup
		start := make(chan struct{})
		for i := range 8 {
			wg.Go(func() {
				<-start
				_, _ = g.Refund(context.Background(), part(fmt.Sprint("rfd_", i%2), 4000)) // refunds that must wait return an error
			})
		}
		close(start)
		wg.Wait()
		for _, key := range []string{"rfd_0", "rfd_1"} {
			if _, err := g.Refund(t.Context(), part(key, 4000)); err != nil {
				t.Errorf("%s: %v", key, err)
			}
		}
		if amount, times := pm.refunds(ref); amount != 8000 || times != 2 {
			t.Errorf("%d back in %d refunds", amount, times)
		}
		for name, r := range map[string]payments.RefundRequest{
			"the key with another amount": part("rfd_0", 1), "more than is left": part("rfd_2", 4000),
			"another currency": {Ref: ref, Key: "rfd_3", Amount: 1, Currency: "USD"},
			"an unknown order": {Ref: "1", Key: "rfd_4", Amount: 1, Currency: "EGP"},
		} {
			if _, err := g.Refund(t.Context(), r); !errors.Is(err, payments.ErrRefused) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if amount, _ := pm.refunds(ref); amount != 8000 {
			t.Errorf("%d back in the end", amount)
		}
	})
}

func TestAPageWhoseTimeIsUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pm := serve(t)
		s, _ := pm.shop(t, d)
		id := buy(s, "usr")
		ref := s.Ref(id)
		s.After(30 * time.Minute)
		if got := buytest.Get[string](s, `SELECT state FROM payments WHERE order_id = $1`, id); got != payments.Expired ||
			s.Status(id) != "cancelled" {
			t.Errorf("the payment is %s, the order %s", got, s.Status(id))
		}
		// Paid after all: the money is refunded automatically.
		pm.pay(ref, true)
		body, signature := pm.callback(t, ref)
		if got := post(s, body, signature); got != 200 {
			t.Errorf("late: %d", got)
		}
		s.RunJobs()
		if amount, times := pm.refunds(ref); amount != 10500 || times != 1 {
			t.Errorf("%d back in %d refunds", amount, times)
		}
		s.Healthy()
	})
}

// A token for inquiries is reused until Paymob refuses it.
func TestTokens(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pm := serve(t)
		s, g := pm.shop(t, d)
		id := buy(s, "usr")
		for range 3 {
			if _, err := g.Inquire(t.Context(), s.Ref(id)); err != nil {
				t.Fatal(err)
			}
		}
		if n := pm.count("/api/auth/tokens"); n != 1 {
			t.Errorf("%d sign-ins", n)
		}
		refused := 1
		pm.set(func() {
			pm.trouble = func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path == inquiryPath && refused > 0 {
					refused--
					w.WriteHeader(401)
					return true
				}
				return false
			}
		})
		if _, err := g.Inquire(t.Context(), s.Ref(id)); err != nil || pm.count("/api/auth/tokens") != 2 {
			t.Errorf("%v after %d sign-ins", err, pm.count("/api/auth/tokens"))
		}
	})
}
