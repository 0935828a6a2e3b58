package app_test

import (
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestOrdersFreezeWhatSettlingNeeds names every figure that an order keeps from
// the moment it was placed, changes all that they come from, and finds them as
// they were: on the order, its lines, and in what comes of it.
func TestOrdersFreezeWhatSettlingNeeds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		s.Stock(apptest.Koshary, apptest.Small, 100)
		store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		setStore := func(commission float64, delivers string) {
			t.Helper()
			var v map[string]any
			s.Do("GET", "/console/stores/"+store, boss, nil).Into(t, &v)
			body := fields{"name_en": v["name_en"], "name_ar": v["name_ar"], "active": true, "version": v["version"], "commission": commission, "delivers": delivers}
			if a := s.Do("PUT", "/console/stores/"+store, boss, body); a.Status != 200 {
				t.Fatal(a.Body)
			}
		}
		var v struct{ Version int64 }
		save := func(more fields) {
			t.Helper()
			more["version"] = v.Version
			s.Do("PUT", "/console/rules", boss, shopRules(more)).Into(t, &v)
		}
		setStore(12.5, "store")
		save(fields{"exceptions": []fields{{"target": "service", "slug": "food", "as_new_hours": 3, "defective_hours": 48, "kind": "custom"}}})
		s.Do("PUT", "/console/points/rates", boss, settingFrom(s, "/console/points/rates", boss, fields{"rates": pointRates("", 10, "svc_food", 70)}))
		s.Do("PUT", "/console/late", boss, settingFrom(s, "/console/late", boss, fields{"enabled": true, "steps": lateSteps(15, 12)}))
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		p := s.Customer()
		order := s.Buy(p, "cod")

		frozen := map[string]string{
			"commission rate and base":  `SELECT commission_bp || ' ' || (commission_base = items_total) || ' ' || commission_base FROM orders WHERE id = '` + order + `'`,
			"who delivers":              `SELECT delivered_by FROM orders WHERE id = '` + order + `'`,
			"who bears each discount":   `SELECT '<' || discount_by || '>' FROM orders WHERE id = '` + order + `'`,
			"seller's tax status":       `SELECT seller FROM orders WHERE id = '` + order + `'`,
			"VAT class, VAT and price":  `SELECT vat_class || ' ' || vat_bp || ' ' || unit_price || ' ' || list_price FROM order_lines WHERE order_id = '` + order + `'`,
			"until when it may go back": `SELECT as_new_hours || ' ' || defective_hours || ' ' || return_kind FROM order_lines WHERE order_id = '` + order + `'`,
			"points and lateness":       `SELECT promises FROM orders WHERE id = '` + order + `'`,
		}
		want := map[string]string{"commission rate and base": "1250 ", "who delivers": "store", "who bears each discount": "<>", "VAT class, VAT and price": "1400 ",
			"until when it may go back": "3 48 custom", "points and lateness": `"points":70`}
		before := map[string]string{}
		for name, query := range frozen {
			before[name] = strings.Join(s.Lines(query), "|")
			if !strings.Contains(before[name], want[name]) || before[name] == "" {
				t.Errorf("%s: %q, want %q", name, before[name], want[name])
			}
		}

		// Everything changes.
		setStore(20, "shop")
		save(fields{"as_new_days": 1, "defective_days": 2})
		s.Do("PUT", "/console/points/rates", boss, settingFrom(s, "/console/points/rates", boss, fields{"rates": pointRates("", 1)}))
		s.Do("PUT", "/console/late", boss, settingFrom(s, "/console/late", boss, fields{"enabled": false, "steps": lateSteps()}))
		s.Exec(`UPDATE products SET vat_bp = 0`)
		s.Exec(`UPDATE branch_prices SET price = price + 100`)
		for name, query := range frozen {
			if now := strings.Join(s.Lines(query), "|"); now != before[name] {
				t.Errorf("%s moved from %q to %q", name, before[name], now)
			}
		}
		// And what comes of it: an hour late, it is worth what was promised, and earns so.
		s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, s.Clock.Now().Add(-time.Hour).UnixMilli())
		for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
			if !advance(s, p, boss, order, to) {
				t.Fatalf("not %s", to)
			}
		}
		if got := strings.Join(s.Lines(`SELECT points || ' at ' || rate FROM points_earned WHERE order_id = '`+order+`'`), ""); !strings.HasSuffix(got, " at 70") {
			t.Errorf("it earned %q", got)
		}
		if got := s.Lines(`SELECT type || ' ' || amount FROM wallet_entries WHERE user_id = $1`, p.ID); len(got) != 1 || got[0] != "late 1200" {
			t.Errorf("its lateness was worth %v", got)
		}
		s.Exec(`UPDATE branch_prices SET price = price - 100`)
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		fresh := s.Buy(s.Customer(), "cod")
		if got := s.Lines(`SELECT commission_bp || ' ' || delivered_by FROM orders WHERE id = '` + fresh + `'`); got[0] != "2000 shop" {
			t.Errorf("a new order: %v", got)
		}
		if got := s.Lines(`SELECT as_new_hours || ' ' || defective_hours FROM order_lines WHERE order_id = '` + fresh + `'`); got[0] != "0 24" {
			t.Errorf("a new order may go back within %v", got)
		}
	})
}

// TestRulesOfTheShop: who may change them, what is refused, that they hold at
// once on both of two nodes, and that pages say them.
func TestRulesOfTheShop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		two := apptest.Node(t, d, s.Clock)
		boss := s.Staff("owner")
		var v struct {
			Version     int64
			Worth       float64
			AsNewDays   int64 `json:"as_new_days"`
			HoldMinutes int64 `json:"hold_minutes"`
			Exceptions  []struct{ Slug, Name, Kind string }
		}
		s.Do("GET", "/console/rules", boss, nil).Into(t, &v)
		if v.Worth != 5 || v.AsNewDays != 14 || v.HoldMinutes != 15 || v.Version != 0 {
			t.Errorf("a fresh shop: %+v", v)
		}
		for field, wrong := range map[string]fields{
			"worth": {"worth": 0}, "life_days": {"life_days": 0}, "nudge_days": {"nudge_days": 301}, "least_convert": {"least_convert": 0},
			"as_new_days": {"as_new_days": 366}, "defective_days": {"defective_days": 13}, "hold_minutes": {"hold_minutes": 4}, "tip_most": {"tip_most": -1},
			"top_up_least": {"top_up_least": 6000}, "confirm_first": {"confirm_first": -1}, "confirm_lost": {"confirm_lost": 11},
			"exceptions.0.slug":            {"exceptions": []fields{{"target": "category", "slug": "none-such", "as_new_hours": 0, "defective_hours": 1, "kind": "custom"}}},
			"exceptions.0.defective_hours": {"exceptions": []fields{{"target": "service", "slug": "food", "as_new_hours": 2, "defective_hours": 1, "kind": "custom"}}},
			"exceptions.1.slug": {"exceptions": []fields{{"target": "service", "slug": "food", "as_new_hours": 0, "defective_hours": 1, "kind": "custom"},
				{"target": "service", "slug": "food", "as_new_hours": 0, "defective_hours": 2, "kind": "custom"}}},
		} {
			if a := s.Do("PUT", "/console/rules", boss, shopRules(wrong)); a.Status != 422 || !strings.Contains(a.Body, `"`+field+`"`) {
				t.Errorf("wrong %s: %s", field, a.Body)
			}
		}
		s.Do("PUT", "/console/rules", boss, shopRules(fields{"as_new_days": 20, "hold_minutes": 25, "tip_most": 50, "top_up_least": 20, "confirm_first": 10, "confirm_lost": 1})).Into(t, &v)
		if v.Version != 1 || len(v.Exceptions) != 1 || v.Exceptions[0].Name == "" {
			t.Errorf("saved: %+v", v)
		}
		if a := s.Do("PUT", "/console/rules", boss, shopRules(nil)); a.Status != 409 {
			t.Errorf("from an older version: %s", a.Short())
		}
		if err := two.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Stock(apptest.Koshary, apptest.Small, 100)
		for name, node := range map[string]*apptest.Shop{"one": s, "two": two} {
			p := s.Customer()
			s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
			var q struct {
				TipMost float64 `json:"tip_most"`
				Hold    int64   `json:"hold_minutes"`
			}
			node.Do("GET", "/checkout?service_id=food&address_id="+p.Address, p.Token, nil).Into(t, &q)
			if q.TipMost != 50 || q.Hold != 25 {
				t.Errorf("the checkout of node %s: %+v", name, q)
			}
			tipped := p.Body("cod", 156_00)
			tipped["tip"] = 51
			if a := node.Do("POST", "/checkout", p.Token, tipped, apptest.Key("k-tip-"+name)); a.Status != 422 || !strings.Contains(a.Body, `"tip"`) {
				t.Errorf("a tip above the limit at node %s: %s", name, a.Short())
			}
			var w struct {
				TopUp struct{ Least float64 } `json:"top_up"`
			}
			node.Do("GET", "/wallet", p.Token, nil).Into(t, &w)
			if w.TopUp.Least != 20 {
				t.Errorf("the wallet of node %s: %+v", name, w)
			}
			if page := node.Do("GET", "/pages/returns", "", nil); !strings.Contains(page.Body, "20 days") {
				t.Errorf("the returns page of node %s does not say 20 days: %.400s", name, page.Body)
			}
			p = s.Customer()
			// A first order in cash waits for a call; later ones do not.
			order := node.Buy(p, "cod")
			if got := s.Lines(`SELECT status || ' ' || held_from || ' ' || event_seq FROM orders WHERE id = '` + order + `'`); got[0] != "on_hold pending 3" {
				t.Errorf("a first order at node %s: %v", name, got)
			}
			if got := node.Do("GET", "/orders/"+order, p.Token, nil); !strings.Contains(got.Body, "confirmed by phone") {
				t.Errorf("the customer is not told why: %.400s", got.Body)
			}
			if a := node.Do("POST", "/console/orders/"+order+"/transition", s.Staff("support"), fields{"to": "pending"}); a.Status != 200 {
				t.Logf("let go on: %s", a.Body)
			}
			if again := node.Buy(p, "cod"); s.Lines(`SELECT status FROM orders WHERE id = '` + again + `'`)[0] != "pending" {
				t.Error("a second order is held as well")
			}
			s.Exec(`UPDATE orders SET status = 'returned' WHERE id = $1`, order)
			if again := node.Buy(p, "cod"); s.Lines(`SELECT status FROM orders WHERE id = '` + again + `'`)[0] != "on_hold" {
				t.Error("whoever let a delivery fail is not held")
			}
		}
		// While customers hold points they are not worth less; more is fine.
		s.Exec(`INSERT INTO points_accounts (user_id, debt) SELECT id, 0 FROM users WHERE id NOT IN (SELECT user_id FROM points_accounts)`)
		s.Exec(`INSERT INTO points_lots (id, user_id, source, points, unused, earned_at, expires_at) SELECT 'lot_' || id, id, 'test:' || id, 10, 10, $1, $2 FROM users`,
			s.Clock.Now().UnixMilli(), s.Clock.Now().Add(time.Hour).UnixMilli())
		if a := s.Do("PUT", "/console/rules", boss, shopRules(fields{"worth": 4.99, "version": 1})); a.Status != 422 || !strings.Contains(a.Body, `"worth"`) {
			t.Errorf("points that are held are worth less: %s", a.Body)
		}
		s.Do("PUT", "/console/rules", boss, shopRules(fields{"worth": 6, "version": 1})).Into(t, &v)
		s.Exec(`UPDATE points_lots SET unused = 0`)
		s.Do("PUT", "/console/rules", boss, shopRules(fields{"worth": 2, "version": 2})).Into(t, &v)
		if v.Worth != 2 {
			t.Errorf("nobody holds points: %+v", v)
		}
	})
}
