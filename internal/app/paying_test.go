package app_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// internal/ordering/payments tests webhooks of every kind, ten thousand forgeries and late payments. Here a browser
// pays on the gateway's own page and the gateway's webhooks are sent over the network.

// gatewayPay fills in the gateway's page for an order and returns its answer.
func gatewayPay(s *apptest.Shop, p apptest.Customer, orderID, card string) apptest.Answer {
	s.TB.Helper()
	var to struct {
		URL string `json:"redirect_url"`
	}
	s.Send("POST", "/orders/"+orderID+"/pay", p.Token, nil).Into(s.TB, &to)
	return typeCard(s, to.URL, card)
}

// typeCard fills in a page of the gateway.
func typeCard(s *apptest.Shop, page, card string) apptest.Answer {
	s.TB.Helper()
	path, ours := strings.CutPrefix(page, s.URL)
	if !ours || !strings.HasPrefix(path, sandbox.Path) {
		s.TB.Fatalf("the gateway's page is %s", page)
	}
	form := url.Values{"number": {card}, "month": {"12"}, "year": {"30"}, "cvv": {"123"}}
	return s.Send("POST", "="+path, "", form.Encode(), apptest.Header{"Content-Type": "application/x-www-form-urlencoded"})
}

// TestPayingInTheBrowser pays by card as a browser does. The browser's return proves nothing; only the webhook and
// the gateway's answer do.
func TestPayingInTheBrowser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		for _, card := range []string{sandbox.Approved, sandbox.Repeated, sandbox.Declined} {
			p := s.Customer()
			order := s.Buy(p, "card")
			// Returned without having paid.
			for _, path := range []string{"=/en/account/my-orders/" + order + "?paid=1",
				"=/account/my-orders/" + order + "?paid=1&status=paid", "/orders/" + order + "?paid=1",
				"=/api/v1/orders/" + order + "?paid=1&payment_state=paid"} {
				s.Send("GET", path, p.Token, nil)
			}
			s.RunJobs()
			if got := s.Status(order); got != "draft" {
				t.Fatalf("coming back made the order %s", got)
			}
			answer := gatewayPay(s, p, order, card)
			if card == sandbox.Declined {
				if s.RunJobs(); answer.Status == 303 || s.Status(order) != "draft" {
					t.Errorf("a declined card: %d, %s", answer.Status, s.Status(order))
				}
				continue
			}
			if back := answer.Header.Get("Location"); answer.Status != 303 || !strings.HasPrefix(back, s.URL+"/") ||
				!strings.Contains(back, order) {
				t.Fatalf("paid: %d to %s", answer.Status, back)
			}
			if s.Status(order) != "draft" {
				t.Error("paid before the gateway said so")
			}
			s.RunJobs()
			if n := apptest.Get[int64](s, `SELECT captured FROM payments WHERE order_id = $1`,
				order); s.Status(order) != "pending" || n != 10500 {
				t.Errorf("%s with %d captured", s.Status(order), n)
			}
			if n := apptest.Get[int](s, `SELECT COUNT(*) FROM order_events WHERE order_id = $1 AND to_status = 'pending'`,
				order); n != 1 {
				t.Errorf("it became pending %d times", n)
			}
		}
		s.Healthy()
	})
}

// TestMoneyAfterTheGoodsWent has a slow bank approve a card after the order's quarter of an hour has passed and
// another customer has bought the last units: the payment is refunded automatically, whichever comes first, the sweep
// or the payment.
func TestMoneyAfterTheGoodsWent(t *testing.T) {
	for _, first := range []string{"sweep", "money"} {
		t.Run(first, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := apptest.New(t, d)
				s.Stock(apptest.Koshary, apptest.Small, 2)
				people := s.Customers(2)
				order := s.Buy(people[0], "card")
				s.Clock.Advance(15*time.Minute - 5*time.Second)
				if a := gatewayPay(s, people[0], order, sandbox.Slow); a.Status != 303 {
					t.Fatalf("the bank took it: %d", a.Status)
				}
				if first == "sweep" {
					s.After(6 * time.Second) // expired, and the bank has not answered
					if s.Status(order) != "cancelled" {
						t.Fatalf("not paid in time, and %s", s.Status(order))
					}
					if got := s.Buy(people[1], "cod"); s.Status(got) != "pending" {
						t.Error("the units were not free again")
					}
				}
				for range 4 {
					s.After(10 * time.Second)
				}
				if s.Status(order) != "cancelled" {
					t.Errorf("paid too late, and %s", s.Status(order))
				}
				if got := apptest.Get[string](s, `SELECT payment_state FROM orders WHERE id = $1`, order); got != "refunded" {
					t.Errorf("the payment is %s", got)
				}
				if n := apptest.Get[int64](s, `SELECT refunded FROM sandbox_intents`); n != 10500 {
					t.Errorf("the gateway gave back %d", n)
				}
				if n := apptest.Get[int64](s, `SELECT reserved FROM stock WHERE branch_id = $1 AND variant_id = $2`,
					apptest.Koshary, apptest.Small); first == "money" && n != 0 {
					t.Errorf("%d units are still held", n)
				}
				s.Healthy()
			})
		})
	}
}

// TestCancelAgainstCapture has customers cancel while the gateway's confirmation arrives: every order ends cancelled,
// and a payment is refunded once.
func TestCancelAgainstCapture(t *testing.T) {
	orders := apptest.Count(12, 300)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 100_000)
		people := s.Customers(orders)
		ids := make([]string, orders)
		bodies := make([][]byte, orders)
		for i, p := range people {
			ids[i] = s.Buy(p, "card")
			if a := gatewayPay(s, p, ids[i], sandbox.Approved); a.Status != 303 {
				t.Fatal(a.Status)
			}
			payment := apptest.Get[string](s, `SELECT id FROM payments WHERE order_id = $1`, ids[i])
			ref := apptest.Get[string](s, `SELECT gateway_ref FROM payments WHERE order_id = $1`, ids[i])
			bodies[i] = sandbox.Body(ref, payment, "payment.paid", 10500, "EGP")
		}
		got := apptest.Burst(4*orders, clients, func(i int) string {
			n := i / 4
			if i%4 == 0 {
				return "cancel " + s.Send("POST", "/orders/"+ids[n]+"/cancel", people[n].Token, fields{}).Short()
			}
			return "webhook " + s.Send("POST", "/webhooks/sandbox", "", bodies[n],
				apptest.Header{sandbox.SignatureHeader: sandbox.Sign(apptest.Secret, bodies[n], s.Clock.Now())}).Short()
		})
		for short := range got {
			if !strings.HasSuffix(short, " 200") && short != "cancel 409 moved_on" {
				t.Errorf("%v", got)
			}
		}
		s.RunJobs()
		for n, order := range ids {
			if s.Status(order) == "pending" { // the cancelling customer got a conflict
				s.Do("POST", "/orders/"+order+"/cancel", people[n].Token, fields{})
			}
		}
		for range 3 {
			s.After(time.Minute)
		}
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM orders WHERE status = 'cancelled'`:                          orders,
			`SELECT COUNT(*) FROM payments WHERE captured = 10500 AND refunded = 10500`:       orders,
			`SELECT COUNT(*) FROM sandbox_intents WHERE refunded = 10500`:                     orders,
			`SELECT COUNT(*) FROM sandbox_refunds`:                                            orders,
			`SELECT COUNT(*) FROM reservations WHERE state = 'active'`:                        0,
			`SELECT COUNT(*) FROM ledger_transactions WHERE source LIKE 'payment:%:captured'`: orders,
		} {
			if n := apptest.Get[int](s, query); n != want {
				t.Errorf("%s: %d, want %d (%s)", query, n, want, fmt.Sprint(got))
			}
		}
		s.Healthy()
	})
}
