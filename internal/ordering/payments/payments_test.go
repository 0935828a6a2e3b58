package payments_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func counts(small, full int) int {
	if os.Getenv("WEKALA_PROVE") != "" {
		return full
	}
	return small
}

// notice is a webhook's body about an order's payment.
func notice(s *buytest.Shop, orderID string) []byte {
	return sandbox.Body(s.Ref(orderID), buytest.Get[string](s, `SELECT id FROM payments WHERE order_id = $1`, orderID),
		"payment.paid", buytest.Get[int64](s, `SELECT amount FROM payments WHERE order_id = $1`, orderID), "EGP")
}

func send(s *buytest.Shop, body []byte, signature string) int {
	return s.Do("POST", "/webhooks/sandbox", "", body, buytest.Header{sandbox.SignatureHeader: signature}).Status
}

func pay(t *testing.T, s *buytest.Shop, orderID, card string) {
	t.Helper()
	if problem, err := s.Sandbox.Pay(t.Context(), s.Ref(orderID), card); err != nil || problem != "" {
		t.Fatal(problem, err)
	}
}

func TestWebhooksInAnyOrderAndNumberCaptureOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE stock SET on_hand = 500 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		s.Exec(`UPDATE stock_moves SET qty = 500 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		var ids []string
		for i := range counts(5, 50) {
			user := fmt.Sprint("usr", i)
			s.Customer(user, "maadi")
			ids = append(ids, s.Buy(user, "food", buytest.Koshary, buytest.Small, 2, "card"))
			if i%3 == 0 { // Reported before it is true: nothing happens.
				if got := send(s, notice(s, ids[i]), sandbox.Sign(buytest.Secret, notice(s, ids[i]), s.Clock.Now())); got != 200 {
					t.Errorf("early notice: %d", got)
				}
				if s.Status(ids[i]) != "draft" {
					t.Error("an early notice paid")
				}
			}
			pay(t, s, ids[i], sandbox.Approved)
		}
		var wg sync.WaitGroup
		start := make(chan struct{})
		for i, id := range ids {
			body := notice(s, id)
			body = []byte(strings.Replace(string(body), `"id":"evt`, `"id":"x_evt`, 1))
			for range 1 + i%5 {
				wg.Go(func() {
					<-start
					if got := send(s, body, sandbox.Sign(buytest.Secret, body, s.Clock.Now())); got != 200 {
						t.Errorf("notice: %d", got)
					}
				})
			}
		}
		close(start)
		wg.Wait()
		s.RunJobs() // and the gateway's own, later
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

func TestNoMutationIsAccepted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "card")
		pay(t, s, id, sandbox.Approved)
		body := notice(s, id)
		good := sandbox.Sign(buytest.Secret, body, s.Clock.Now())
		r := rand.New(rand.NewPCG(3, 4))
		for i := range counts(500, 10_000) {
			b, sig := append([]byte{}, body...), []byte(good)
			switch i % 4 {
			case 0:
				b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
			case 1:
				at := r.IntN(len(sig))
				sig[at] = "0123456789abcdef=,tv"[(strings.IndexByte("0123456789abcdef=,tv", sig[at])+1+r.IntN(18))%20]
			case 2:
				b = b[:r.IntN(len(b))]
			case 3:
				b = append(b, byte(r.IntN(256)))
			}
			if string(b) == string(body) && string(sig) == good {
				continue
			}
			if got := send(s, b, string(sig)); got != http.StatusBadRequest {
				t.Fatalf("mutation %d was answered %d: %s %s", i, got, sig, b)
			}
		}
		for name, sig := range map[string]string{
			"none": "", "other key": sandbox.Sign([]byte("guess"), body, s.Clock.Now()),
			"replayed": sandbox.Sign(buytest.Secret, body, s.Clock.Now().Add(-6*time.Minute)),
		} {
			if got := send(s, body, sig); got != http.StatusBadRequest {
				t.Errorf("%s: %d", name, got)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payment_events`); n != 0 || s.Status(id) != "draft" {
			t.Errorf("%d forged events kept, order %s", n, s.Status(id))
		}
		// Signed, but of another amount, currency or payment: taken and ignored.
		ref, payment := s.Ref(id), buytest.Get[string](s, `SELECT id FROM payments`)
		for _, b := range [][]byte{
			sandbox.Body(ref, payment, "payment.paid", 1, "EGP"),
			sandbox.Body(ref+"x", payment, "payment.refused", 10500, "EGP"),
			sandbox.Body(ref, payment, "payment.dollars", 10500, "USD"),
			sandbox.Body(ref, "pay_other", "payment.other", 10500, "EGP"),
		} {
			if got := send(s, b, sandbox.Sign(buytest.Secret, b, s.Clock.Now())); got != 200 {
				t.Errorf("%s: %d", b, got)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payment_events WHERE state = 'ignored'`); n != 4 ||
			s.Status(id) != "draft" {
			t.Errorf("%d ignored, order %s", n, s.Status(id))
		}
		s.Healthy()
		// A webhook that arrives after the customer's account was erased is processed, but its body is not kept.
		s.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at, erased_at)
			SELECT user_id, '', '', 'en', 1, 1, 1 FROM payments WHERE id = $1
			ON CONFLICT (id) DO UPDATE SET erased_at = 1`, payment)
		late := sandbox.Body(ref+"late", payment, "payment.refused", 10500, "EGP")
		if got := send(s, late, sandbox.Sign(buytest.Secret, late, s.Clock.Now())); got != 200 {
			t.Errorf("late: %d", got)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payment_events WHERE state = 'ignored' AND body = ''`); n != 1 {
			t.Errorf("%d notices without their words", n)
		}
	})
}

func TestMoneyThatComesTooLateGoesBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		for name, sweep := range map[string]bool{"swept": true, "unswept": false} {
			s.Customer(name, "maadi")
			id := s.Buy(name, "food", buytest.Koshary, buytest.Small, 2, "card")
			s.Clock.Advance(15*time.Minute - 2*time.Second)
			pay(t, s, id, sandbox.Slow)
			s.Clock.Advance(10 * time.Second)
			if sweep {
				if _, err := s.Orders.ExpireDrafts(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			s.RunJobs()
			if s.Status(id) != "cancelled" {
				t.Errorf("%s: %s", name, s.Status(id))
			}
			if got := buytest.Get[string](s, `SELECT payment_state FROM orders WHERE id = $1`, id); got != "refunded" {
				t.Errorf("%s: payment is %s", name, got)
			}
			if n := buytest.Get[int64](s, `SELECT refunded FROM sandbox_intents WHERE id = $1`, s.Ref(id)); n != 10500 {
				t.Errorf("%s: %d went back", name, n)
			}
			s.Healthy()
		}
	})
}

// flaky fails the first calls of each method, half of them after they took
// effect, as a time-out does.
type flaky struct {
	payments.Gateway
	failures int64
	creates  atomic.Int64
	refunds  atomic.Int64
	silent   atomic.Bool
}

var errTimeout = errors.New("time-out")

func (f *flaky) Create(ctx context.Context, in payments.Intent) (payments.Opened, error) {
	o, err := f.Gateway.Create(ctx, in)
	if f.creates.Add(1) <= f.failures {
		return payments.Opened{}, errTimeout
	}
	return o, err
}

func (f *flaky) Refund(ctx context.Context, r payments.RefundRequest) (string, error) {
	n := f.refunds.Add(1)
	if n <= f.failures && n%2 == 0 {
		return "", errTimeout
	}
	ref, err := f.Gateway.Refund(ctx, r)
	if n <= f.failures {
		return "", errTimeout
	}
	return ref, err
}

func (f *flaky) Inquire(ctx context.Context, ref string) (payments.GatewayStatus, error) {
	if f.silent.Load() {
		return payments.GatewayStatus{}, errTimeout
	}
	return f.Gateway.Inquire(ctx, ref)
}

func TestARefundSurvivesTimeoutsAndIsPaidOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		gate := &flaky{}
		s := buytest.New(t, d, buytest.Wrap(func(g payments.Gateway) payments.Gateway { gate.Gateway = g; return gate }))
		s.Customer("usr", "maadi")
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "card")
		pay(t, s, id, sandbox.Approved)
		s.RunJobs()
		gate.failures = 4
		s.Do("POST", "/orders/"+id+"/cancel", "usr", `{}`)
		for range 30 {
			s.After(time.Minute)
		}
		if gate.refunds.Load() < 5 {
			t.Errorf("asked %d times", gate.refunds.Load())
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM sandbox_refunds`); n != 1 {
			t.Errorf("the gateway paid %d refunds", n)
		}
		if got := buytest.Get[string](s, `SELECT payment_state FROM orders WHERE id = $1`, id); got != "refunded" {
			t.Errorf("payment is %s", got)
		}
		s.Healthy()
	})
}

func TestAGatewayThatDoesNotAnswerLeavesADraftToGoOnWith(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		gate := &flaky{failures: 2}
		s := buytest.New(t, d, buytest.Wrap(func(g payments.Gateway) payments.Gateway { gate.Gateway = g; return gate }))
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("usr", "food", "card")
		for range 2 {
			r := s.Place("usr", "key", body)
			if r.Status != http.StatusBadRequest || r.Code() != "payment_failed" ||
				!strings.Contains(r.Body, "An error occured while processing your payment, please try again later") {
				t.Errorf("gateway down: %d %s", r.Status, r.Body)
			}
		}
		var a checkout.Answer
		s.Place("usr", "key", body).Into(t, &a)
		if a.Payment.RedirectURL == nil {
			t.Fatal("nowhere to pay")
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders`) +
			buytest.Get[int](s, `SELECT COUNT(*) FROM sandbox_intents`); n != 2 {
			t.Errorf("%d rows for one order and one intent", n)
		}
		s.Healthy()
	})
}

// TestACrashBetweenOrderAndGateway leaves an order whose program died before it asked the gateway: the key is leased,
// but no request is working on it.
func TestACrashBetweenOrderAndGateway(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		gate := &flaky{failures: 1}
		s := buytest.New(t, d, buytest.Wrap(func(g payments.Gateway) payments.Gateway { gate.Gateway = g; return gate }))
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("usr", "food", "card")
		s.Place("usr", "key", body)
		s.Exec(`UPDATE idempotency SET lease_until = $1`, db.At(s.Clock.Now().Add(30*time.Second)))
		s.After(2 * time.Minute) // the reconciliation comes by
		id := buytest.Get[string](s, `SELECT id FROM orders`)
		if s.Ref(id) == "" {
			t.Error("the reconciliation did not ask the gateway")
		}
		var a checkout.Answer
		s.Place("usr", "key", body).Into(t, &a)
		if a.Order.ID != id || a.Payment.RedirectURL == nil {
			t.Errorf("taken up: %+v", a.Payment)
		}
		s.Healthy()
	})
}

func TestReconciliationFindsWhatWebhooksLost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		deaf := func(context.Context, string, http.Header, []byte) (int, error) { return 503, nil }
		gate := &flaky{}
		s := buytest.New(t, d, buytest.Post(deaf),
			buytest.Wrap(func(g payments.Gateway) payments.Gateway { gate.Gateway = g; return gate }))
		s.Customer("usr", "maadi")
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "card")
		pay(t, s, id, sandbox.Approved)
		gate.silent.Store(true)
		s.After(2 * time.Minute)
		if s.Status(id) != "draft" {
			t.Error("paid without an answer of the gateway")
		}
		gate.silent.Store(false)
		s.After(2 * time.Minute)
		if s.Status(id) != "pending" {
			t.Errorf("the order is %s", s.Status(id))
		}
		s.Healthy()
	})
}

// TestReconciliationTakesTurns: however much one customer leaves unpaid, others' orders and top-ups whose webhook was
// lost are asked about in the next round.
func TestReconciliationTakesTurns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		deaf := func(context.Context, string, http.Header, []byte) (int, error) { return 503, nil }
		s := buytest.New(t, d, buytest.Post(deaf))
		s.Customer("usr", "maadi")
		for _, purpose := range []string{payments.ForOrder, payments.ForTopUp} {
			var rows []db.Stmt
			for i := range 150 {
				rows = append(rows, db.Stmt{SQL: `INSERT INTO payments (id, purpose, order_id, user_id, gateway, gateway_ref, state,
					amount, currency, created_at, updated_at) VALUES ($1, $2, $1, 'many', 'sandbox', $1, 'open', 5000, 'EGP', $3, 1)`,
					Args: []any{fmt.Sprint("pay_", purpose, i), purpose, db.At(s.Clock.Now())}})
			}
			err := s.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return tx.Batch(ctx, rows)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		order := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "card")
		topUpID := topped(t, s, "usr", "k", 70)
		pay(t, s, order, sandbox.Approved)
		pay(t, s, topUpID, sandbox.Approved)
		s.Clock.Advance(time.Minute)
		_ = s.Payments.Reconcile(t.Context()) // the gateway does not know the others
		if got := s.Status(order); got != "pending" {
			t.Errorf("the order is %s", got)
		}
		if got := balance(t, s, "usr"); got != 70_00 {
			t.Errorf("balance %d", got)
		}
		s.Clock.Advance(time.Minute)
		for range 2 {
			_ = s.Payments.Reconcile(t.Context())
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payments WHERE updated_at = 1`); n != 0 {
			t.Errorf("%d were never asked about", n)
		}
	})
}

func TestTheGatewaysPage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "card")
		path := sandbox.Path + "pay/" + s.Ref(id)
		form := func(number, month, year, cvv, lang string) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(url.Values{"number": {number}, "month": {month},
				"year": {year}, "cvv": {cvv}, "lang": {lang}}.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			s.Sandbox.ServeHTTP(w, r)
			return w
		}
		for _, c := range []struct {
			number, month, year, cvv string
			status                   int
			text                     string
		}{
			{"411111111111111", "12", "30", "123", 422, "يتكوّن رقم البطاقة من 16 رقمًا."},
			{sandbox.Approved, "13", "30", "123", 422, "الشهر رقم من 1 إلى 12."},
			{sandbox.Approved, "12", "2030", "123", 422, "تتكوّن السنة من رقمين."},
			{sandbox.Approved, "10", "26", "123", 422, "انتهت صلاحية هذه البطاقة."},
			{sandbox.Approved, "12", "30", "12", 422, "يتكوّن رقم CVV من 3 أرقام."},
			{sandbox.Declined, "12", "30", "123", 402, "رفض البنك هذه البطاقة. جرّب بطاقة أخرى."},
		} {
			w := form(c.number, c.month, c.year, c.cvv, "ar")
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.text) ||
				!strings.Contains(w.Body.String(), `dir="rtl"`) {
				t.Errorf("%v: %d", c, w.Code)
			}
		}
		for _, c := range []struct{ lang, figures string }{{"ar", ""}, {"ar", "arab"}, {"ar", "latn"}, {"en", "arab"}} {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, path+"?lang="+c.lang, nil)
			if c.figures != "" {
				r.AddCookie(&http.Cookie{Name: "figures", Value: c.figures})
			}
			s.Sandbox.ServeHTTP(w, r)
			_, body, _ := strings.Cut(w.Body.String(), "<body>")
			words := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, "")
			arab, latin := strings.ContainsAny(words, "٠١٢٣٤٥٦٧٨٩"), strings.ContainsAny(words, "0123456789")
			if want := c.lang == "ar" && c.figures == "arab"; arab != want || latin == want {
				t.Errorf("%v: ٠١٢ is %v, 012 is %v: %s", c, arab, latin, words)
			}
		}
		w := form("٤١١١ ١١١١ ١١١١ ١١١١", "١٢", "٣٠", "١٢٣", "ar")
		if w.Code != http.StatusSeeOther ||
			!strings.HasSuffix(w.Header().Get("Location"), "/account/my-orders/"+id+"?paid=1") {
			t.Errorf("paid: %d %s", w.Code, w.Header().Get("Location"))
		}
		s.RunJobs()
		if s.Status(id) != "pending" {
			t.Errorf("the order is %s", s.Status(id))
		}
		for _, table := range []string{`SELECT COUNT(*) FROM sandbox_intents WHERE card_last4 = '1111'`,
			`SELECT COUNT(*) FROM payments`} {
			if n := buytest.Get[int](s, table); n != 1 {
				t.Errorf("%s: %d", table, n)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM jobs WHERE payload <> REPLACE(payload, '4111', '')`); n != 0 {
			t.Error("a card number was kept")
		}
	})
}

// liar is a gateway whose answers to our questions are changed.
type liar struct {
	payments.Gateway
	change atomic.Pointer[func(*payments.GatewayStatus)]
}

func (g *liar) Inquire(ctx context.Context, ref string) (payments.GatewayStatus, error) {
	st, err := g.Gateway.Inquire(ctx, ref)
	if change := g.change.Load(); change != nil {
		(*change)(&st)
	}
	return st, err
}

// TestTheGatewaysOwnAnswerMustFit: a payment counts only when the gateway, asked by us, reports this payment in full,
// whether a webhook or the reconciliation is the reason to ask. After that the payment continues.
func TestTheGatewaysOwnAnswerMustFit(t *testing.T) {
	lies := []struct {
		name   string
		change func(*payments.GatewayStatus)
	}{
		{"less than the amount", func(st *payments.GatewayStatus) { st.Amount-- }},
		{"more than the amount", func(st *payments.GatewayStatus) { st.Amount++ }},
		{"nothing", func(st *payments.GatewayStatus) { st.Amount = 0 }},
		{"another currency", func(st *payments.GatewayStatus) { st.Currency = "USD" }},
		{"another payment", func(st *payments.GatewayStatus) { st.Reference += "x" }},
		{"another intent", func(st *payments.GatewayStatus) { st.Ref += "x" }},
	}
	for _, asked := range []string{"because of a webhook", "by ourselves"} {
		t.Run(asked, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				gate := &liar{}
				deaf := func(context.Context, string, http.Header, []byte) (int, error) { return 503, nil }
				s := buytest.New(t, d, buytest.Post(deaf),
					buytest.Wrap(func(g payments.Gateway) payments.Gateway { gate.Gateway = g; return gate }))
				s.Customer("usr", "maadi")
				order := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "card")
				added := topped(t, s, "usr", "k", 50)
				ids := []string{order, added}
				for _, id := range ids {
					pay(t, s, id, sandbox.Approved)
				}
				tell := func(i int, id string) {
					t.Helper()
					body := []byte(strings.Replace(string(notice(s, id)), `"id":"evt`, fmt.Sprintf(`"id":"x%d_evt`, i), 1))
					if got := send(s, body, sandbox.Sign(buytest.Secret, body, s.Clock.Now())); got != 200 {
						t.Errorf("the webhook was answered with %d", got)
					}
				}
				ask := func(i int) {
					t.Helper()
					if asked == "by ourselves" {
						s.After(2 * time.Minute)
						return
					}
					for _, id := range ids {
						tell(i, id)
					}
				}
				for i, lie := range lies {
					gate.change.Store(&lie.change)
					ask(i)
					if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payments WHERE state = 'captured' OR captured > 0`); n != 0 {
						t.Fatalf("%s: %d payments were captured", lie.name, n)
					}
					if s.Status(order) != "draft" || balance(t, s, "usr") != 0 {
						t.Fatalf("%s: the order is %s, %d in the wallet", lie.name, s.Status(order), balance(t, s, "usr"))
					}
				}
				if asked == "because of a webhook" {
					if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payment_events WHERE state = 'ignored'`); n != len(lies)*len(
						ids) {
						t.Errorf("%d webhooks were ignored", n)
					}
				}
				s.Healthy()
				gate.change.Store(nil)
				ask(len(lies))
				if s.Status(order) != "pending" || balance(t, s, "usr") != 50_00 {
					t.Errorf("the truth: the order is %s, %d in the wallet", s.Status(order), balance(t, s, "usr"))
				}
				s.Healthy()
			})
		})
	}
}
