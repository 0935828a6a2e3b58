package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestCashIsRoundedDown: only the amount due in cash, after wallet and points, is rounded down to the shop's step.
// The shop bears it, the VAT is unchanged, and refunds never exceed the payment.
func TestCashIsRoundedDown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, p := s.Staff("owner"), s.Customer()
		s.Stock(apptest.Koshary, apptest.Small, 1000)
		s.Exec(`UPDATE branch_prices SET price = 4537 WHERE variant_id = $1 AND branch_id = $2`, apptest.Small,
			apptest.Koshary)
		set := func(step float64) apptest.Answer {
			t.Helper()
			rules := shopRules(
				fields{"cash_step": step, "exceptions": []fields{
					{"target": "service", "slug": "food", "as_new_hours": 336, "defective_hours": 720, "kind": "general"}}})
			a := s.Do("PUT", "/console/rules", boss, settingFrom(s, "/console/rules", boss, rules))
			if err := s.App.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
			return a
		}
		if a := set(0.3); a.Status != 422 {
			t.Errorf("a step there is no coin for: %s", a.Short())
		}
		for _, role := range []string{"manager", "editor", "finance"} {
			if a := s.Do("PUT", "/console/rules", s.Staff(role), shopRules(fields{"cash_step": 1})); a.Status != 403 {
				t.Errorf("by a %s: %s", role, a.Short())
			}
		}
		buy := func(p apptest.Customer, method string, more fields) string {
			t.Helper()
			if more["filled"] == nil {
				s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
			}
			body := p.Body(method, 10574)
			if change := more["change_for"]; change != nil {
				body["change_for"] = change
			}
			var placed struct{ Order struct{ ID string } }
			a := s.Do("POST", "/checkout", p.Token, body, apptest.Key(id.New("key")))
			if a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			a.Into(t, &placed)
			return placed.Order.ID
		}
		is := func(what, order, want string) {
			t.Helper()
			if got := strings.Join(s.Lines(`SELECT total || ' ' || due || ' ' || paid || ' ' || rounded || ' ' || tax
				FROM orders WHERE id = $1`, order), ""); got != want {
				t.Errorf("%s: %q, not %q", what, got, want)
			}
		}
		is("without a step", buy(p, "cod", nil), "10574 10574 0 0 1299")
		for _, c := range []struct {
			step float64
			want string
		}{{0.25, "10574 10550 0 24 1299"}, {0.5, "10574 10550 0 24 1299"}, {1, "10574 10500 0 74 1299"}} {
			if a := set(c.step); a.Status != 200 {
				t.Fatal(a.Body)
			}
			is("in cash", buy(p, "cod", nil), c.want)
		}
		is("by card", buy(p, "card", nil), "10574 10574 0 0 1299")

		// The quote shows it, and change is calculated from the amount due.
		s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
		quote := s.Do("GET", "/checkout?service_id=food&address_id="+p.Address, p.Token, nil)
		for _, part := range []string{`"due":105.74`, `"cash_rounding":0.74`, `"code":"rounding"`,
			`"label":"Cash rounding"`} {
			if !strings.Contains(quote.Body, part) {
				t.Errorf("the quote lacks %s: %.1500s", part, quote.Body)
			}
		}
		order := buy(p, "cod", fields{"change_for": 105, "filled": true})
		shown := s.Do("GET", "/orders/"+order, p.Token, nil)
		for _, part := range []string{`"due":105,`, `"code":"rounding","label":"Cash rounding","amount":-0.74`} {
			if !strings.Contains(shown.Body, part) {
				t.Errorf("the order lacks %s: %.2000s", part, shown.Body)
			}
		}
		for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
			if !advance(s, p, boss, order, to) {
				t.Fatalf("not %s", to)
			}
		}
		is("delivered", order, "10574 0 10500 74 1299")
		if a := s.Do("GET", "/orders/"+order+"/invoice", p.Token, nil); !strings.Contains(a.Body, `"rounding":0.74`) ||
			!strings.Contains(a.Body, `"paid":105`) {
			t.Errorf("the invoice: %s", a.Body)
		}
		if got := s.Lines(`SELECT CAST(SUM(amount) AS BIGINT) FROM ledger_postings p
			JOIN ledger_transactions t ON t.id = p.transaction_id WHERE account = 'cash_rounding:shop'
			AND source = 'order:` + order + `:placed'`); got[0] != "74" {
			t.Errorf("the book: %v", got)
		}
		s.Healthy()

		// Both were faulty: goods and delivery fee are refunded, and no more than was paid.
		var offer struct {
			Items []struct {
				LineID string `json:"line_id"`
			}
			Slots []struct{ ID string }
		}
		s.Do("GET", "/orders/"+order+"/returnable", p.Token, nil).Into(t, &offer)
		ask := func(qty int, expected float64) apptest.Answer {
			return s.Do("POST", "/returns", p.Token, fields{
				"order_id": order,
				"items": []fields{
					{"line_id": offer.Items[0].LineID, "qty": qty, "reason_id": "not_as_described", "comment": "cold"}},
				"refund_to": "wallet", "address_id": "order", "slot_id": offer.Slots[0].ID, "expected_refund": expected},
				apptest.Key(id.New("key")))
		}
		if a := ask(2, 105.74); a.Status != 400 || !strings.Contains(a.Body, "105") {
			t.Errorf("more than was paid: %s", a.Body)
		}
		if a := ask(2, 105); a.Status != 200 || !strings.Contains(a.Body, `"code":"rounding"`) {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		s.Healthy()
		for range 8 {
			ret := s.Lines(`SELECT id FROM returns`)[0]
			state, seq := s.Lines(`SELECT state FROM returns`)[0], apptest.Get[int64](s, `SELECT event_seq FROM returns`)
			switch state {
			case "requested", "approved", "picked_up", "inspected":
				to := map[string]string{"requested": "approved", "approved": "picked_up", "picked_up": "received",
					"inspected": "settled"}[state]
				if a := s.Do("POST", "/console/returns/"+ret+"/move", boss,
					fields{"to": to, "expected_seq": seq}); a.Status != 200 {
					t.Fatal(a.Body)
				}
			case "received":
				units := []fields{}
				for _, n := range []int{1, 2} {
					units = append(units, fields{"line_id": offer.Items[0].LineID, "unit": n, "outcome": "scrap"})
				}
				if a := s.Do("POST", "/console/returns/"+ret+"/inspect", boss,
					fields{"units": units, "expected_seq": seq}); a.Status != 200 {
					t.Fatal(a.Body)
				}
			}
		}
		if got := s.Lines(`SELECT state || ' ' || refund || ' ' || rounded FROM returns`); got[0] != "refunded 10500 74" {
			t.Errorf("the return: %v", got)
		}
		if got := s.Lines(`SELECT CAST(SUM(amount) AS BIGINT) FROM wallet_entries WHERE user_id = $1 AND type = 'refund'`,
			p.ID); got[0] != "10500" {
			t.Errorf("the wallet got %v", got)
		}
		s.Healthy()
	})
}

// TestRoundingIsOfWhoCollects: the seller bears the rounding where its own staff collect the cash, because they could
// invent orders that end in 99 piastres; it is booked back when the order ends.
func TestRoundingIsOfWhoCollects(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, p := s.Staff("owner"), s.Customer()
		s.Exec(`UPDATE branch_prices SET price = 4537 WHERE variant_id = $1 AND branch_id = $2`, apptest.Small,
			apptest.Koshary)
		s.Do("PUT", "/console/rules", boss, settingFrom(s, "/console/rules", boss, shopRules(fields{"cash_step": 1}))).
			Into(t, &struct{}{})
		store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		for _, c := range []struct {
			owner, delivers string
			platform, owed  int64
		}{{"seller", "store", 0, 105_00}, {"seller", "shop", 74, 90_74}, {"platform", "store", 74, 105_74}} {
			s.Do("PUT", "/console/stores/"+store, boss, storeTerms(s, boss, store,
				fields{"owned_by": c.owner, "delivers": c.delivers, "commission": 0})).Into(t, &struct{}{})
			if err := s.App.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
			var placed struct{ Order struct{ ID string } }
			s.Do("POST", "/checkout", p.Token, p.Body("cod", 105_74), apptest.Key(id.New("key"))).Into(t, &placed)
			booked := func(account string) int64 {
				return apptest.Get[int64](s, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_postings
					WHERE account = $1`, account)
			}
			if got := booked("cash_rounding:shop"); got != c.platform {
				t.Errorf("%+v: the platform bears %d", c, got)
			}
			if got := -booked("branch_payable:" + apptest.Koshary); got != c.owed {
				t.Errorf("%+v: the branch is owed %d", c, got)
			}
			s.Healthy()
			if a := s.Do("POST", "/orders/"+placed.Order.ID+"/cancel", p.Token, fields{}); a.Status != 200 {
				t.Fatal(a.Body)
			}
			if got := booked("cash_rounding:shop"); got != 0 {
				t.Errorf("%+v: %d are left when the order is off", c, got)
			}
			s.Healthy()
		}
	})
}
