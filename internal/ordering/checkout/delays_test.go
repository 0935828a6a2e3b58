package checkout_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// TestADelayIsToldOnce: the customer of a late order in preparation or on its way is notified of the estimate that its
// page shows, once, however often and on however many nodes the job runs.
func TestADelayIsToldOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		staff := orders.Actor{Kind: "staff", ID: "stf", Name: "Staff",
			Capacities: []orders.Capacity{orders.Branch, orders.Courier, orders.Ops}}
		order := func(user string, to ...orders.Status) string {
			t.Helper()
			s.Customer(user, "maadi")
			id := s.Buy(user, "food", buytest.Koshary, buytest.Small, 2, "cod")
			for _, status := range to {
				if _, err := s.Orders.Transition(t.Context(),
					orders.Transition{OrderID: id, To: status, Actor: staff, Reason: "stock_check"}); err != nil {
					t.Fatal(err)
				}
			}
			return id
		}
		made := order("made", orders.Processing)
		way := order("way", orders.Processing, orders.Shipped, orders.OutForDelivery)
		ready := order("ready", orders.Processing, orders.Shipped)
		s.Exec(`UPDATE orders SET fulfilment = 'pickup' WHERE id = $1`, ready)
		order("waits")
		order("held", orders.Processing, orders.OnHold)
		over := order("over", orders.Processing)
		promised := buytest.Get[db.Millis](s, `SELECT MAX(promised_at) FROM orders`).Time()
		s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, over, db.At(promised.Add(-4*time.Hour)))
		ask := func() int {
			t.Helper()
			n, err := s.Orders.TellDelays(t.Context(), shipping.When)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		told := func() string {
			t.Helper()
			var who []string
			if err := d.Select(t.Context(), &who, `SELECT user_id FROM messages WHERE template = $1 ORDER BY user_id`,
				orders.DelayTemplate); err != nil {
				t.Fatal(err)
			}
			return strings.Join(who, ", ")
		}

		s.Clock.Set(promised.Add(5*time.Minute - time.Millisecond))
		if n := ask(); n != 0 {
			t.Errorf("not five minutes late, and %d are told: %s", n, told())
		}
		s.Clock.Set(promised.Add(5 * time.Minute))
		sum := 0
		for answer, times := range burst(6, 6, func(int) string {
			n, err := s.Orders.TellDelays(t.Context(), shipping.When)
			return fmt.Sprint(n, " ", err)
		}) {
			var n int
			if _, err := fmt.Sscanf(answer, "%d <nil>", &n); err != nil {
				t.Errorf("a node fails: %s", answer)
			}
			sum += n * times
		}
		if sum != 2 || told() != "made, way" {
			t.Errorf("%d are told: %s", sum, told())
		}
		for _, id := range []string{made, way} {
			v, err := s.Orders.ViewOf(t.Context(), id, i18n.EN)
			if err != nil || v.ExpectedAt == nil {
				t.Fatalf("%s: %v", id, err)
			}
			when := shipping.When(i18n.EN, v.ExpectedAt.Time(), s.Clock.Now())
			params := buytest.Get[string](s, `SELECT params FROM messages WHERE template = $1 AND link = $2`,
				orders.DelayTemplate, orders.Page(id))
			if !strings.Contains(params, fmt.Sprintf("%q:%q", "when_en", when)) {
				t.Errorf("the page expects it %s, the message says %s", when, params)
			}
		}
		// The inbox's text has no time, which may have passed when it is read.
		for _, lang := range i18n.Langs {
			values := map[string]string{"number": "W-1", "store": "El Baraka", "when": "8:40"}
			for channel, says := range map[string]bool{notify.SMS: true, notify.Push: true, notify.Inbox: false} {
				if text := notify.Rendered(orders.DelayTemplate, channel, lang, values, "", ""); strings.Contains(text,
					"8:40") != says {
					t.Errorf("%s in %s says %q", channel, lang, text)
				}
			}
		}
		// Customers are not notified again: not when the estimate moves, nor after the next step.
		s.Clock.Set(promised.Add(2 * time.Hour))
		if _, err := s.Orders.Transition(t.Context(),
			orders.Transition{OrderID: made, To: orders.Shipped, Actor: staff}); err != nil {
			t.Fatal(err)
		}
		if n := ask(); n != 0 || told() != "made, way" {
			t.Errorf("told again, %d: %s", n, told())
		}
	})
}
