package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestGoodsAreWeighedAsTheyArePicked: cash orders pay for the weighed amount, prepaid ones never for more than was
// ordered, and the money for missing goods is refunded.
func TestGoodsAreWeighedAsTheyArePicked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		_, variant := tomatoes(t, s, boss)
		s.Exec(`INSERT INTO coupons (id, code, kind, value, minimum, services, stores, categories, first_order, active,
			listed, updated_at)
			VALUES ('cpn_tenth', 'TENTH', 'percent', 1000, 0, '[]', '[]', '[]', $2, $1, $2, 0),
			('cpn_ten', 'TENOFF', 'amount', 1000, 17500, '[]', '[]', '[]', $2, $1, $2, 0)`, true, false)
		s.Stock(apptest.Koshary, variant, 1000)
		s.Exec(`UPDATE stock_moves SET qty = 1000 WHERE variant_id = $1`, variant)
		p := s.Customer()
		credit := s.Do("POST", "/console/wallet/credits", boss,
			fields{"phone": p.Phone, "amount": 900, "reason": "for the test"}, apptest.Key(id.New("key")))
		if credit.Status != 200 {
			t.Fatal(credit.Body)
		}
		// 1.5 kg at 120.00: 180.00, with 15.00 for delivery.
		place := func(method, coupon string, total int64, more fields) string {
			t.Helper()
			s.Exec(`UPDATE carts SET state = 'emptied' WHERE owner = $1 AND state = 'active'`, p.ID)
			s.Add(p, "food", apptest.Koshary, variant, 30)
			if coupon != "" {
				if a := s.Do("POST", "/add_coupon", p.Token, fields{"service_id": "food", "coupon_code": coupon}); a.Status != 200 {
					t.Fatal(a.Body)
				}
			}
			body := p.Body(method, total)
			for k, v := range more {
				body[k] = v
			}
			var placed struct{ Order struct{ ID string } }
			s.Do("POST", "/checkout", p.Token, body, apptest.Key(id.New("key"))).Into(t, &placed)
			if method == "card" {
				gatewayPay(s, p, placed.Order.ID, sandbox.Approved)
				s.RunJobs()
			}
			if !advance(s, p, boss, placed.Order.ID, "processing") {
				t.Fatal("not accepted: ", s.Status(placed.Order.ID))
			}
			return placed.Order.ID
		}
		line := func(order string) string { return s.Lines(`SELECT id FROM order_lines WHERE order_id = $1`, order)[0] }
		ready := func(order string, weights ...fields) apptest.Answer {
			return s.Do("POST", "/console/orders/"+order+"/move", boss, fields{"to": "shipped", "weights": weights,
				"expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)},
				apptest.Header{"Accept-Language": "en"})
		}
		for _, c := range []struct {
			name, method, coupon string
			total                int64
			more                 fields
			grams                int64
			want                 string // items, discount, total, due, given back, charged
		}{
			{"cash, less", "cod", "", 195_00, nil, 1420, "17040 0 18540 18540 0 1420"},
			{"cash, more", "cod", "", 195_00, nil, 1650, "19800 0 21300 21300 0 1650"},
			{"cash, a tenth off", "cod", "TENTH", 177_00, nil, 1420, "17040 1704 16836 16836 0 1420"},
			{"cash, an amount off that would no longer be reached", "cod", "TENOFF", 185_00, nil, 1420,
				"17040 1000 17540 17540 0 1420"},
			{"card, less", "card", "", 195_00, nil, 1350, "16200 0 17700 0 1800 1350"},
			{"card, more is free", "card", "", 195_00, nil, 1650, "18000 0 19500 0 0 1500"},
			{"wallet, less", "wallet", "", 195_00, fields{"wallet_amount": 195}, 1495, "17940 0 19440 0 60 1495"},
			{"wallet and cash, less: the cash first", "cod", "", 195_00, fields{"wallet_amount": 190}, 1450,
				"17400 0 18900 0 100 1450"},
			{"wallet and cash, more", "cod", "", 195_00, fields{"wallet_amount": 100}, 1600, "19200 0 20700 10700 0 1600"},
			{"wallet and card, less", "card", "", 195_00, fields{"wallet_amount": 95}, 1400, "16800 0 18300 0 1200 1400"},
		} {
			order := place(c.method, c.coupon, c.total, c.more)
			if a := ready(order, fields{"line_id": line(order), "grams": c.grams}); a.Status != 200 {
				t.Fatalf("%s: %s", c.name, a.Body)
			}
			got := s.Lines(`SELECT o.items_total || ' ' || o.discount || ' ' || o.total || ' ' || o.due || ' ' || o.given_back
				|| ' ' || l.charged_grams
				FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = $1`, order)
			if got[0] != c.want {
				t.Errorf("%s: %s, want %s", c.name, got[0], c.want)
			}
			s.RunJobs()
			if s.Healthy(); t.Failed() {
				t.Fatal(c.name)
			}
			for _, to := range []string{"out_for_delivery", "delivered"} {
				if !advance(s, p, boss, order, to) {
					t.Fatalf("%s: not %s", c.name, to)
				}
			}
			if s.Healthy(); t.Failed() {
				t.Fatal(c.name)
			}
		}

		// The day's figures: the payments match the orders' totals.
		var day struct {
			All struct{ Total, Cash, Card, Wallet, Points, Refunds float64 }
		}
		s.Do("GET", "/console/takings", boss, nil).Into(t, &day)
		if a := day.All; a.Total != a.Cash+a.Card+a.Wallet+a.Points || a.Refunds != 0 || a.Card == 0 || a.Wallet == 0 {
			t.Errorf("%+v", a)
		}

		// The weight is shown on the order, on the invoice and in the log.
		order := place("card", "", 195_00, nil)
		if a := ready(order, fields{"line_id": line(order), "grams": 1600}); !strings.Contains(a.Body,
			`"weighed_grams":1600,"charged_grams":1500`) {
			t.Error(a.Body)
		}
		if a := s.Do("GET", "/orders/"+order+"/invoice", p.Token, nil); !strings.Contains(a.Body, `"charged_grams":1500}`) {
			t.Error(a.Body)
		}

		// Returns show the delivered weight, not the ordered one.
		if a := s.Do("GET", "/orders/"+order+"/returnable", p.Token, nil); !strings.Contains(a.Body, `"weight_grams":1600,`) {
			t.Error(a.Body)
		}

		// Refused at its field, and nothing changes.
		order = place("cod", "", 195_00, nil)
		own := line(order)
		for name, weights := range map[string][]fields{
			"none": nil, "a gram too little": {{"line_id": own, "grams": 1349}},
			"a gram too much": {{"line_id": own, "grams": 1651}}, "below nothing": {{"line_id": own, "grams": -1500}},
			"of another order": {{"line_id": "oln_other", "grams": 1500}},
			"twice":            {{"line_id": own, "grams": 1500}, {"line_id": own, "grams": 1400}},
			"with another":     {{"line_id": own, "grams": 1500}, {"line_id": "oln_other", "grams": 1}},
		} {
			if a := ready(order, weights...); a.Status != 422 || !strings.Contains(a.Body, "weights") {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		if a := ready(order, fields{"line_id": own, "grams": 900}); !strings.Contains(strings.ReplaceAll(a.Body, ",", ""),
			"Enter a weight from 1350 to 1650 g.") {
			t.Error(a.Body)
		}
		if s.Status(order) != "processing" ||
			apptest.Get[int64](s, `SELECT total FROM orders WHERE id = $1`, order) != 195_00 {
			t.Error("it moved")
		}
		// Weighed, and refused at the door: all of it is returned, and the rest of the payment refunded.
		for _, method := range []string{"cod", "card"} {
			order = place(method, "", 195_00, nil)
			if a := ready(order, fields{"line_id": line(order), "grams": 1400}); a.Status != 200 {
				t.Fatal(a.Body)
			}
			for _, to := range []string{"out_for_delivery", "in_return", "return_received"} {
				if !advance(s, p, boss, order, to) {
					t.Fatal(method, " not ", to)
				}
			}
			s.RunJobs()
			if got := s.Lines(`SELECT status || ' ' || (paid - given_back) || ' ' || due FROM orders WHERE id = $1`,
				order)[0]; got != "returned 0 0" {
				t.Errorf("%s: %s", method, got)
			}
		}
		s.Healthy()
	})
}

// TestTwoPeopleWeighOneOrder: the weight of one of them counts, once.
func TestTwoPeopleWeighOneOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, p := s.Staff("owner"), s.Customer()
		_, variant := tomatoes(t, s, boss)
		s.Add(p, "food", apptest.Koshary, variant, 30)
		var placed struct{ Order struct{ ID string } }
		s.Do("POST", "/checkout", p.Token, p.Body("card", 195_00), apptest.Key(id.New("key"))).Into(t, &placed)
		order := placed.Order.ID
		gatewayPay(s, p, order, sandbox.Approved)
		s.RunJobs()
		if !advance(s, p, boss, order, "processing") {
			t.Fatal("not accepted")
		}
		own, seq := s.Lines(`SELECT id FROM order_lines WHERE order_id = $1`, order)[0],
			apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)
		got := apptest.Burst(8, 8, func(i int) string {
			return fmt.Sprint(s.Send("POST", "/console/orders/"+order+"/move", boss, fields{"to": "shipped", "expected_seq": seq,
				"weights": []fields{{"line_id": own, "grams": 1380 + 10*i}}}).Status)
		})
		if got["200"] != 1 || got["409"] != 7 {
			t.Error(got)
		}
		s.RunJobs()
		back := s.Lines(`SELECT given_back || ' ' || (SELECT SUM(amount) FROM refunds WHERE order_id = o.id) FROM orders o
			WHERE id = $1`, order)
		if n := s.Lines(`SELECT id FROM refunds WHERE order_id = $1`, order); len(n) != 1 ||
			len(slices.Compact(strings.Fields(back[0]))) != 1 {
			t.Error(n, back)
		}
		s.Healthy()
	})
}
