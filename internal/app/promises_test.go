package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestOrdersFreezeWhatSettlingNeeds names every figure that an order stores when it is placed, changes all of their
// sources, and verifies that the figures stay the same: in the order, its lines, and their effects.
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
			body := fields{"name_en": v["name_en"], "name_ar": v["name_ar"], "active": true, "version": v["version"],
				"commission": commission, "delivers": delivers, "owned_by": "seller"}
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
		save(
			fields{
				"exceptions": []fields{
					{"target": "service", "slug": "food", "as_new_hours": 3, "defective_hours": 48, "kind": "custom"}}})
		s.Do("PUT", "/console/points/rates", boss,
			settingFrom(s, "/console/points/rates", boss, fields{"rates": pointRates("", 10, "svc_food", 70)}))
		s.Do("PUT", "/console/late", boss,
			settingFrom(s, "/console/late", boss, fields{"enabled": true, "steps": lateSteps(15, 12)}))
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		p := s.Customer()
		order := s.Buy(p, "cod")

		frozen := map[string]string{
			"commission rate and base": `SELECT commission_bp || ' ' || (commission_base = items_total) || ' ' ||
				commission_base FROM orders WHERE id = '` + order + `'`,
			"whose the store is":      `SELECT store_owner FROM orders WHERE id = '` + order + `'`,
			"who delivers":            `SELECT delivered_by FROM orders WHERE id = '` + order + `'`,
			"who bears each discount": `SELECT '<' || discount_by || '>' FROM orders WHERE id = '` + order + `'`,
			"seller's tax status":     `SELECT seller FROM orders WHERE id = '` + order + `'`,
			"VAT class, VAT and price": `SELECT vat_class || ' ' || vat_bp || ' ' || unit_price || ' ' || list_price
				FROM order_lines WHERE order_id = '` + order + `'`,
			"until when it may go back": `SELECT as_new_hours || ' ' || defective_hours || ' ' || return_kind FROM order_lines
				WHERE order_id = '` + order + `'`,
			"points and lateness": `SELECT promises FROM orders WHERE id = '` + order + `'`,
		}
		want := map[string]string{"commission rate and base": "1250 ", "whose the store is": "seller",
			"who delivers": "store", "who bears each discount": "<>", "VAT class, VAT and price": "1400 ",
			"until when it may go back": "3 48 custom", "points and lateness": `"points":70`}
		before := map[string]string{}
		for name, query := range frozen {
			before[name] = strings.Join(s.Lines(query), "|")
			if !strings.Contains(before[name], want[name]) || before[name] == "" {
				t.Errorf("%s: %q, want %q", name, before[name], want[name])
			}
		}

		// All sources change.
		setStore(20, "shop")
		s.Exec(`UPDATE stores SET owned_by = 'platform' WHERE id = $1`, store)
		save(fields{"as_new_days": 1, "defective_days": 2})
		s.Do("PUT", "/console/points/rates", boss,
			settingFrom(s, "/console/points/rates", boss, fields{"rates": pointRates("", 1)}))
		s.Do("PUT", "/console/late", boss,
			settingFrom(s, "/console/late", boss, fields{"enabled": false, "steps": lateSteps()}))
		s.Exec(`UPDATE products SET vat_bp = 0`)
		s.Exec(`UPDATE branch_prices SET price = price + 100`)
		for name, query := range frozen {
			if now := strings.Join(s.Lines(query), "|"); now != before[name] {
				t.Errorf("%s moved from %q to %q", name, before[name], now)
			}
		}
		// Their effects: an hour late, it pays the promised credit, and earns the promised points.
		s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, s.Clock.Now().Add(-time.Hour).UnixMilli())
		for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
			if !advance(s, p, boss, order, to) {
				t.Fatalf("not %s", to)
			}
		}
		if got := strings.Join(s.Lines(`SELECT points || ' at ' || rate FROM points_earned WHERE order_id = '`+order+`'`),
			""); !strings.HasSuffix(got, " at 70") {
			t.Errorf("it earned %q", got)
		}
		if got := s.Lines(`SELECT type || ' ' || amount FROM wallet_entries WHERE user_id = $1`, p.ID); len(got) != 1 ||
			got[0] != "late 1200" {
			t.Errorf("its lateness was worth %v", got)
		}
		s.Exec(`UPDATE branch_prices SET price = price - 100`)
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		fresh := s.Buy(s.Customer(), "cod")
		if got := s.Lines(`SELECT commission_bp || ' ' || delivered_by FROM orders WHERE id = '` + fresh +
			`'`); got[0] != "2000 shop" {
			t.Errorf("a new order: %v", got)
		}
		if got := s.Lines(`SELECT as_new_hours || ' ' || defective_hours FROM order_lines WHERE order_id = '` + fresh +
			`'`); got[0] != "0 24" {
			t.Errorf("a new order may go back within %v", got)
		}
	})
}

// TestRulesOfTheShop: who may change them, which values are refused, that they apply immediately on both of two
// nodes, and that pages show them.
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
			"worth": {"worth": 0}, "life_days": {"life_days": 0}, "nudge_days": {"nudge_days": 301},
			"least_convert": {"least_convert": 0},
			"as_new_days":   {"as_new_days": 366}, "defective_days": {"defective_days": 13}, "hold_minutes": {"hold_minutes": 4},
			"tip_most":     {"tip_most": -1},
			"top_up_least": {"top_up_least": 6000}, "confirm_first": {"confirm_first": -1}, "confirm_lost": {"confirm_lost": 11},
			"exceptions.0.slug": {"exceptions": []fields{
				{"target": "category", "slug": "none-such", "as_new_hours": 0, "defective_hours": 1, "kind": "custom"}}},
			"exceptions.0.defective_hours": {"exceptions": []fields{
				{"target": "service", "slug": "food", "as_new_hours": 2, "defective_hours": 1, "kind": "custom"}}},
			"exceptions.1.slug": {"exceptions": []fields{
				{"target": "service", "slug": "food", "as_new_hours": 0, "defective_hours": 1, "kind": "custom"},
				{"target": "service", "slug": "food", "as_new_hours": 0, "defective_hours": 2, "kind": "custom"}}},
		} {
			if a := s.Do("PUT", "/console/rules", boss, shopRules(wrong)); a.Status != 422 ||
				!strings.Contains(a.Body, `"`+field+`"`) {
				t.Errorf("wrong %s: %s", field, a.Body)
			}
		}
		s.Do("PUT", "/console/rules", boss,
			shopRules(fields{"as_new_days": 20, "hold_minutes": 25, "tip_most": 50, "top_up_least": 20, "confirm_first": 10,
				"confirm_lost": 1})).Into(t, &v)
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
			if a := node.Do("POST", "/checkout", p.Token, tipped, apptest.Key("k-tip-"+name)); a.Status != 422 ||
				!strings.Contains(a.Body, `"tip"`) {
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
			if page := node.Do("GET", "/pages/returns", "", nil); !strings.Contains(unmarked.Replace(page.Body),
				v.Exceptions[0].Name+": only if wrong or faulty, within 1 day.") {
				t.Errorf("the returns page of node %s does not name the exception: %.900s", name, page.Body)
			}
			p = s.Customer()
			// A first cash order waits for a call; later ones do not.
			order := node.Buy(p, "cod")
			if got := s.Lines(`SELECT status || ' ' || held_from || ' ' || event_seq FROM orders WHERE id = '` + order +
				`'`); got[0] != "on_hold pending 3" {
				t.Errorf("a first order at node %s: %v", name, got)
			}
			if got := node.Do("GET", "/orders/"+order, p.Token, nil); !strings.Contains(got.Body, "call you to confirm") {
				t.Errorf("the customer is not told why: %.400s", got.Body)
			}
			if told := s.Lines(`SELECT channel || ' ' || template FROM messages WHERE user_id = $1`, p.ID); !slices.Equal(told,
				[]string{"sms orders.notice_confirm"}) {
				t.Errorf("who is going to be called is told %v at node %s", told, name)
			}
			if a := node.Do("POST", "/console/orders/"+order+"/transition", s.Staff("support"),
				fields{"to": "pending"}); a.Status != 200 {
				t.Logf("let go on: %s", a.Body)
			}
			s.Exec(`UPDATE orders SET status = 'delivered', delivered_at = 1 WHERE id = $1`, order)
			if again := node.Buy(p, "cod"); s.Lines(`SELECT status FROM orders WHERE id = '` + again + `'`)[0] != "pending" {
				t.Error("an order after the first delivery is held as well")
			}
			if told := s.Lines(`SELECT template FROM messages WHERE user_id = $1`, p.ID); len(told) != 1 {
				t.Errorf("an order that waits for no call is told of one: %v", told)
			}
			s.Exec(`UPDATE orders SET status = 'returned', delivered_at = NULL WHERE id = $1`, order)
			if again := node.Buy(p, "cod"); s.Lines(`SELECT status FROM orders WHERE id = '` + again + `'`)[0] != "on_hold" {
				t.Error("whoever let a delivery fail is not held")
			}
		}
		// While customers hold points their value cannot be lowered; raising it is allowed.
		s.Exec(`INSERT INTO points_accounts (user_id, debt) SELECT id, 0 FROM users
			WHERE id NOT IN (SELECT user_id FROM points_accounts)`)
		s.Exec(`INSERT INTO points_lots (id, user_id, source, points, unused, earned_at, expires_at)
			SELECT 'lot_' || id, id, 'test:' || id, 10, 10, $1, $2 FROM users`,
			s.Clock.Now().UnixMilli(), s.Clock.Now().Add(time.Hour).UnixMilli())
		if a := s.Do("PUT", "/console/rules", boss, shopRules(fields{"worth": 4.99, "version": 1})); a.Status != 422 ||
			!strings.Contains(a.Body, `"worth"`) {
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

// TestTheDeliveryPageSaysWhatLatenessIsWorth switches credit for late orders on and off, and reads the page of
// deliveries in both languages.
func TestTheDeliveryPageSaysWhatLatenessIsWorth(t *testing.T) {
	s := apptest.New(t, dbtest.New(t, db.SQLite))
	boss := s.Staff("owner")
	says := func(credit bool) {
		t.Helper()
		for lang, text := range map[string]string{"en": "arrives 15 minutes late or more, we add credit",
			"ar": "إذا تأخر التوصيل 15 دقيقة أو أكثر، أضفنا رصيدًا"} {
			if a := s.Send("GET", "/pages/shipping", "", nil, apptest.Header{"Accept-Language": lang}); strings.Contains(a.Body,
				text) != credit {
				t.Errorf("credit is %t, and the page (%s) says %.1500s", credit, lang, a.Body)
			}
		}
	}
	for _, on := range []bool{true, false, true} {
		form := fields{"enabled": on, "steps": lateSteps(15, 12)}
		if a := s.Do("PUT", "/console/late", boss, settingFrom(s, "/console/late", boss, form)); a.Status != 200 {
			t.Fatal(a.Body)
		}
		says(on)
	}
}

// unmarked removes the markup that makes names bold.
var unmarked = strings.NewReplacer(`\u003cstrong\u003e`, "", `\u003c/strong\u003e`, "")

// TestPagesNameExceptionsAndWaysToPay changes which products can be returned and how orders are paid, and reads the
// pages about it, in both languages.
func TestPagesNameExceptionsAndWaysToPay(t *testing.T) {
	s := apptest.New(t, dbtest.New(t, db.SQLite))
	boss := s.Staff("owner")
	says := func(page, lang, text string, yes bool) {
		t.Helper()
		if a := s.Send("GET", "/pages/"+page, "", nil,
			apptest.Header{"Accept-Language": lang}); strings.Contains(unmarked.Replace(a.Body), text) != yes {
			t.Errorf("the page %s (%s) says %q: %t, want %t: %.1500s", page, lang, text, !yes, yes, a.Body)
		}
	}
	exception := func(target, slug string, asNew, fault int64) fields {
		return fields{"target": target, "slug": slug, "as_new_hours": asNew, "defective_hours": fault, "kind": "custom"}
	}
	koshary := apptest.Get[string](s, `SELECT slug FROM products
		WHERE id = (SELECT product_id FROM variants WHERE id = $1)`, apptest.Small)
	save := func(exceptions ...fields) {
		t.Helper()
		if exceptions == nil {
			exceptions = []fields{}
		}
		body := shopRules(fields{"exceptions": exceptions})
		if a := s.Do("PUT", "/console/rules", boss, settingFrom(s, "/console/rules", boss, body)); a.Status != 200 {
			t.Fatal(a.Body)
		}
	}
	save(exception("service", "food", 0, 24), exception("category", "milk", 0, 24),
		exception("category", "phones", 72, 168), exception("category", "pantry", 0, 0),
		exception("product", koshary, 36, 36))
	for _, page := range []string{"returns", "terms"} {
		for _, text := range []string{"Pantry: no returns.", "Food, Milk: only if wrong or faulty, within 1 day.", "36 hours",
			"Phones: within 3 days in original condition, or 7 days if wrong or faulty.", "1 individual product: "} {
			says(page, "en", text, true)
		}
		says(page, "ar", "مخزن: لا يُقبل إرجاعها.", true)
		says(page, "ar", "خلال يوم واحد إذا كانت معيبة أو مختلفة عما طلبته فقط.", true)
	}
	// Prepared food is an exception by its kind, unless a rule overrides this.
	save(exception("service", "food", 336, 720))
	for _, page := range []string{"returns", "terms"} {
		says(page, "en", "None at the moment.", true)
		says(page, "ar", "لا توجد حاليًا.", true)
		says(page, "en", "Pantry", false)
	}
	none := settingFrom(s, "/console/rules", boss, shopRules(fields{"exceptions": []fields{}, "as_new_days": 0}))
	if a := s.Do("PUT", "/console/rules", boss, none); a.Status != 200 {
		t.Fatal(a.Body)
	}
	for _, page := range []string{"returns", "terms"} {
		says(page, "en", "Items that aren't faulty can't be returned.", true)
		says(page, "ar", "لا يُقبل إرجاع المنتجات السليمة.", true)
		says(page, "en", "within 30 days of delivery", true)
		says(page, "en", " 0 days", false)
	}
	save()
	for _, page := range []string{"about", "faq", "terms"} {
		says(page, "en", "cash on delivery, or by card at checkout", true)
		says(page, "ar", "نقدًا عند الاستلام أو بالبطاقة", true)
	}

	s = apptest.New(t, dbtest.New(t, db.SQLite),
		apptest.Set(func(c *config.Serve) { c.Demo, c.Payments, c.CodeChannels = false, "", "" }))
	boss = s.Staff("owner")
	for _, page := range []string{"about", "faq", "terms"} {
		says(page, "en", "cash on delivery", true)
		says(page, "en", "by card at checkout", false)
	}
	cashless := fields{"cash": false, "card": false, "top_up": true, "cash_most": 0, "cash_first": 0, "gateway": "",
		"paymob": fields{}, "stripe": fields{}}
	if a := s.Do("PUT", "/console/ways", boss, settingFrom(s, "/console/ways", boss, cashless)); a.Status != 200 {
		t.Fatal(a.Body)
	}
	for _, page := range []string{"about", "faq", "terms"} {
		says(page, "en", "from your wallet", true)
		says(page, "en", "cash on delivery,", false)
		says(page, "ar", "الدفع نقدًا", false)
	}
}

// TestReasonsAreWordedForWhoReadsThem cancels an order for a reason of the list: the customer reads it addressed to
// them and in their language, staff in theirs; the message states the outcome for the money. Typed reasons stay
// unchanged.
func TestReasonsAreWordedForWhoReadsThem(t *testing.T) {
	s := apptest.New(t, dbtest.New(t, db.SQLite))
	s.Stock(apptest.Koshary, apptest.Small, 100)
	support := s.Staff("support")
	cancelled := func(reason string) (apptest.Customer, string) {
		t.Helper()
		p := s.Customer()
		order := s.Buy(p, "cod")
		seq := apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)
		if a := s.Do("POST", "/console/orders/"+order+"/move", support,
			fields{"to": "cancelled", "reason": reason, "expected_seq": seq}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		return p, order
	}
	reads := func(path, token, lang, text string) {
		t.Helper()
		if a := s.Send("GET", path, token, nil, apptest.Header{"Accept-Language": lang}); !strings.Contains(a.Body, text) {
			t.Errorf("%s (%s) does not say %q: %.1500s", path, lang, text, a.Body)
		}
	}
	p, order := cancelled("no_answer")
	reads("/orders/"+order, p.Token, "en", "couldn't reach you")
	reads("/orders/"+order, p.Token, "ar", "لم نتمكن من الوصول إليك")
	reads("/console/orders/"+order, support, "en", "Customer isn't answering")
	reads("/console/orders/"+order, support, "ar", "العميل لا يرد")
	if got := s.Lines(`SELECT template FROM messages WHERE user_id = $1 AND channel = 'sms'`, p.ID); len(got) == 0 ||
		got[len(got)-1] != "orders.notice_cancelled" {
		t.Errorf("who paid nothing is told %v", got)
	}
	p, order = cancelled("The cook went home")
	reads("/orders/"+order, p.Token, "ar", "The cook went home")
	reads("/console/orders/"+order, support, "ar", "The cook went home")
}
