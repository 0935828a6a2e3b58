package app_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestCategoriesAndCostsGoBackFromTheLog: a change can be undone while it is in force, and its undo is refused after
// a later change.
func TestCategoriesAndCostsGoBackFromTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		newest := func(action string) string {
			return apptest.Get[string](s, `SELECT id FROM audit_log WHERE action = $1 ORDER BY at DESC, id DESC LIMIT 1`, action)
		}
		revert := func(id string) int {
			return s.Do("POST", "/console/audit/"+id+"/revert", owner, nil).Status
		}
		named := func() string {
			return apptest.Get[string](s, `SELECT name_en || ' ' || COALESCE(vat_bp, -1) || ' ' || COALESCE(return_class, '-')
				FROM categories WHERE id = 'cat_dairy'`)
		}
		s.Exec(`UPDATE categories SET return_class = 'perishable' WHERE id = 'cat_dairy'`)
		if a := s.Do("PUT", "/console/categories/cat_dairy", owner,
			fields{"name_en": "Milk things", "name_ar": "ألبان", "image": "", "active": true, "vat_bp": 500,
				"return_class": "general", "version": 1}); a.Status != 200 {
			t.Fatal(a.Status, a.Body)
		}
		line := newest("category.edit")
		if status := revert(line); status != 200 || named() != "Dairy -1 perishable" {
			t.Errorf("the category: %d %s", status, named())
		}
		if status := revert(line); status != 409 || named() != "Dairy -1 perishable" {
			t.Errorf("the category again: %d %s", status, named())
		}

		cost := func() int64 { return apptest.Get[int64](s, `SELECT COALESCE(MAX(cost), -1) FROM variant_costs`) }
		if _, _, code := setCost(s, owner, apptest.Koshary, apptest.Small, 20, nil); code != "" {
			t.Fatal(code)
		}
		line = newest("cost.set")
		if status := revert(line); status != 200 || cost() != -1 {
			t.Errorf("the cost: %d %d", status, cost())
		}
		if _, _, code := setCost(s, owner, apptest.Koshary, apptest.Small, 30, nil); code != "" {
			t.Fatal(code)
		}
		if status := revert(line); status != 409 || cost() != 3000 {
			t.Errorf("the cost after a change: %d %d", status, cost())
		}
	})
}

// newestLine is the newest line of an action.
func newestLine(s *apptest.Shop, action string) string {
	s.TB.Helper()
	return apptest.Get[string](s, `SELECT id FROM audit_log WHERE action = $1 ORDER BY at DESC, id DESC LIMIT 1`, action)
}

// TestChangesGoBackFromTheLog: each kind of change can be undone while its result is in force, as a separate change
// that can itself be undone, and the undo is refused without writing anything after a later change.
func TestChangesGoBackFromTheLog(t *testing.T) {
	type change struct {
		action, record string // the log's name for it, and where the record is read
		method, path   string // "" for PUT to where it is read
		body           func(is map[string]any) fields
		other          func(is map[string]any) fields // another person's later change
	}
	form := func(names ...string) func(is map[string]any) fields {
		return func(is map[string]any) fields {
			out := fields{}
			for _, name := range names {
				out[name] = is[name]
			}
			return out
		}
	}
	edited := func(of func(map[string]any) fields, name string, value any) func(map[string]any) fields {
		return func(is map[string]any) fields { return but(of(is), name, value) }
	}
	is := func(f fields) func(map[string]any) fields {
		return func(now map[string]any) fields { return but(f, "version", now["version"]) }
	}
	say := func(f fields) func(map[string]any) fields {
		return func(map[string]any) fields { return f }
	}
	product := form("store_id", "category_id", "name_en", "name_ar", "description_en", "description_ar", "unit_en",
		"unit_ar", "keywords", "tags", "images", "attributes", "options", "variants", "min_qty", "max_qty", "step_qty",
		"unit_grams", "vat_bp", "version")
	branch := func(now map[string]any) fields {
		out := form("name_en", "name_ar", "address_en", "address_ar", "phone", "lat", "lng", "delivery_minutes",
			"seller_code", "legal_name", "tax_number", "tax_branch_code", "active", "version")(now)
		out["district"] = now["district"].(map[string]any)["id"]
		return out
	}
	hours := form("hours", "exceptions", "version")
	zones := func(fee any) func(map[string]any) fields {
		return is(fields{"zones": []fields{{"district": "maadi", "fee": fee, "minutes": 35, "minimum": 80, "free_from": 400},
			{"district": "zahraa-el-maadi", "fee": 22, "shape": [][2]float64{{29.95, 31.30}, {29.97, 31.32}, {29.97, 31.30}}}}})
	}
	const koshary, prd = "/console/branches/" + apptest.Koshary, "/console/products/prd_koshary"
	shopOfTheirs := fields{"name_en": "Hoda's", "name_ar": "هدى", "colour": "#0e7a5f", "legal_name": "Hoda Trading",
		"vat_payer": false}
	ways := fields{"cash": true, "card": false, "top_up": false, "cash_most": 500, "cash_first": 200, "gateway": "",
		"paymob": fields{}, "stripe": fields{}}
	for name, c := range map[string]change{
		"a product": {"product.edit", prd, "", "",
			edited(edited(edited(product, "name_en", "Koshary of old"), "description_ar", "بصل"), "attributes",
				[]fields{{"name": fields{"en": "Spice", "ar": "حرارة"}, "value": fields{"en": "Hot", "ar": "حار"}}}),
			edited(edited(product, "keywords", "onions"), "tags", []string{"Hot", "New"})},
		"its state": {"product.publish", prd, "POST", prd + "/publish", say(fields{"published": false}),
			say(fields{"published": true})},
		"a product put away": {"product.archive", prd, "POST", prd + "/archive", nil, nil},
		"a branch": {"branch.edit", koshary, "", "", edited(edited(branch, "name_en", "Corner"), "active", false),
			edited(branch, "phone", "0223456789")},
		"hours": {"branch.hours", koshary + "/hours", "", "",
			edited(edited(hours, "hours", []fields{{"day": 2, "open": "11:00", "close": "01:00"}}), "exceptions", []fields{}),
			is(hoursBody(0))},
		"zones": {"branch.zones", koshary + "/zones", "", "", zones(17.5), zones(18)},
		"how it takes orders": {"branch.settings", koshary + "/settings", "", "",
			is(
				fields{"slot_capacity": 4, "pickup_minutes": 30, "accept_minutes": 9, "minimum_order": 10, "free_from": 0,
					"closed": false}),
			is(fields{"slot_capacity": 5, "pickup_minutes": 30, "accept_minutes": 9, "minimum_order": 10, "free_from": 0,
				"closed": false})},
		"the shop": {"shop.profile", "/console/shop", "", "", is(but(shopOfTheirs, "commercial", "12345")),
			is(but(shopOfTheirs, "commercial", "54321"))},
		"a pause": {"branch.pause", koshary, "POST", koshary + "/pause",
			say(fields{"reason": "staff", "minutes": 45}), say(fields{"reason": "busy", "minutes": 30})},
		"a branch closed": {"branch.archive", koshary, "POST", koshary + "/archive", nil, nil},
		"points": {"settings.points", "/console/points/rates", "", "",
			is(fields{"rates": pointRates("", 30, "svc_food", 70)}), is(fields{"rates": pointRates("", 20)})},
		"lateness": {"settings.late", "/console/late", "", "",
			is(fields{"enabled": true, "steps": lateSteps(15, 20, 40, 30.5)}),
			is(fields{"enabled": false, "steps": lateSteps()})},
		"invitations": {"settings.referral", "/console/referrals/terms", "", "", is(referralTerms(nil)),
			is(referralTerms(fields{"rate": 3}))},
		"rules": {"settings.rules", "/console/rules", "", "", is(shopRules(nil)),
			is(shopRules(fields{"hold_minutes": 40}))},
		"orders by call": {"shop.calls", "/console/calls", "", "", is(fields{"on": false, "most": 700, "minutes": 45}),
			is(fields{"on": false, "most": 800, "minutes": 45})},
		"ways to pay": {"shop.ways", "/console/ways", "", "", is(ways), is(but(ways, "cash_most", 700))},
		"safety": {"settings.safety", "/console/safety", "", "",
			is(fields{"alone": 300, "drop": 40, "drop_days": 40, "second_factor": false}),
			is(fields{"alone": 200, "drop": 40, "drop_days": 40, "second_factor": false})},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := apptest.New(t, d)
				owner := s.Staff("owner")
				s.Exec(`UPDATE products SET images = '[]'`) // the library of a test is empty
				read := func() map[string]any {
					t.Helper()
					var v map[string]any
					s.Do("GET", c.record, owner, nil).Into(t, &v)
					return v
				}
				shown := func() string { // all but versions and timestamps
					v := read()
					// the store's main branch has changed meanwhile, and nodes learn of it later
					for _, moving := range []string{"version", "updated_at", "archived_at", "main", "open", "closed_reason"} {
						delete(v, moving)
					}
					raw, _ := json.Marshal(v)
					return string(raw)
				}
				change := func(body func(map[string]any) fields) {
					t.Helper()
					method, path := c.method, c.path
					if method == "" {
						method, path = "PUT", c.record
					}
					var sent any
					if body != nil {
						sent = body(read())
					}
					if a := s.Do(method, path, owner, sent); a.Status != 200 {
						t.Fatal(a.Status, a.Body)
					}
				}
				lines := func() int { return apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`) }
				revert := func(line string) string { return s.Do("POST", "/console/audit/"+line+"/revert", owner, nil).Short() }
				if c.action == "shop.profile" { // a profile without a name is not restored
					change(is(shopOfTheirs))
					s.Clock.Advance(time.Second)
				}
				was := shown()
				change(c.body)
				made := shown()
				if made == was {
					t.Fatalf("nothing was changed: %s", was)
				}
				line := newestLine(s, c.action)
				s.Clock.Advance(time.Second)
				n := lines()
				if got := revert(line); got != "200" || shown() != was || lines() <= n {
					t.Fatalf("undone: %s, %d lines\nwas %s\nis  %s", got, lines()-n, was, shown())
				}
				n = lines()
				if got := revert(line); got != "409 changed_since" || shown() != was || lines() != n {
					t.Errorf("undone twice: %s, %d lines, %s", got, lines()-n, shown())
				}
				undone := apptest.Get[string](s,
					`SELECT id FROM audit_log WHERE before <> 'null' ORDER BY at DESC, id DESC LIMIT 1`)
				s.Clock.Advance(time.Second)
				if got := revert(undone); !strings.HasPrefix(got, "200") {
					t.Errorf("undoing was not undone: %s", got)
				}
				if c.action == "product.archive" { // shown again by two lines, each separately
					return
				}
				if shown() != made {
					t.Errorf("undoing was undone to\n%s, want\n%s", shown(), made)
				}
				if c.other == nil {
					return
				}
				s.Clock.Advance(time.Second)
				line = newestLine(s, c.action)
				change(c.other)
				after, n := shown(), lines()
				if got := revert(line); got != "409 changed_since" || shown() != after || lines() != n {
					t.Errorf("after another change: %s, %d lines, %s", got, lines()-n, shown())
				}
			})
		})
	}
}

// TestPricesGoBackFromTheLog: an increased price is restored; one that would fall far does not wait for approval: the
// undo is refused, and nothing is requested.
func TestPricesGoBackFromTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		s.Staff("owner") // with only one owner nothing waits
		price := func() int64 {
			return apptest.Get[int64](s, `SELECT price FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
				apptest.Koshary, apptest.Small)
		}
		ask := func(pounds float64) string {
			t.Helper()
			v := apptest.Get[int64](s, `SELECT version FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
				apptest.Koshary, apptest.Small)
			a := s.Do("PUT", "/console/branches/"+apptest.Koshary+"/prices", owner,
				fields{"rows": []fields{{"variant_id": apptest.Small, "price": pounds, "sold": true, "version": v}}})
			if a.Status != 200 {
				t.Fatal(a.Body)
			}
			s.Clock.Advance(time.Second)
			return newestLine(s, "price.set")
		}
		revert := func(line string) string {
			s.Clock.Advance(time.Second)
			return s.Do("POST", "/console/audit/"+line+"/revert", owner, nil).Short()
		}
		was := price()
		up := ask(float64(was+100) / 100)
		if got := revert(up); got != "200" || price() != was {
			t.Errorf("a pound more: %s, %d", got, price())
		}
		if got := revert(up); got != "409 changed_since" || price() != was {
			t.Errorf("twice: %s, %d", got, price())
		}
		far := ask(float64(was*5) / 100)
		s.Clock.Advance(45 * 24 * time.Hour)
		owner = s.Staff("owner")
		n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`)
		if got := revert(far); got != "400 revert_takes_two" || price() != was*5 ||
			apptest.Get[int](s, `SELECT COUNT(*) FROM price_waits`) != 0 ||
			apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`) != n {
			t.Errorf("five times the price: %s, %d", got, price())
		}
	})
}

// TestWhatTakesTwoIsNotUndone: looser rules, and a name like that of an expensive product, are refused; objects that
// the shop no longer has are refused with the reason.
func TestWhatTakesTwoIsNotUndone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		s.Staff("owner")
		put := func(path string, body fields) {
			t.Helper()
			if a := s.Do("PUT", path, owner, settingFrom(s, path, owner, body)); a.Status != 200 {
				t.Fatal(a.Body)
			}
			s.Clock.Advance(time.Second)
		}
		revert := func(action string) apptest.Answer {
			return s.Do("POST", "/console/audit/"+newestLine(s, action)+"/revert", owner, nil)
		}
		put("/console/safety", fields{"alone": 1, "drop": 2, "drop_days": 80, "second_factor": false})
		n := apptest.Get[int](s, `SELECT COUNT(*) FROM settings`)
		if got := revert("settings.safety"); got.Short() != "400 revert_takes_two" ||
			apptest.Get[int](s, `SELECT COUNT(*) FROM settings`) != n {
			t.Errorf("looser rules: %s", got.Short())
		}
		s.Exec(`INSERT INTO audit_log (id, staff_id, action, object, before, after, reason, at)
			VALUES ('aud_old', 'x', 'branch.edit', $1, '{"district":{"id":"maadi"}}', '{"district":"maadi"}', '',
			1)`, apptest.Koshary)
		if got := revert("branch.edit"); got.Short() != "400 no_revert" {
			t.Errorf("what an older program told: %s", got.Body)
		}
		put("/console/rules", shopRules(nil))
		put("/console/rules", shopRules(fields{"exceptions": []fields{}}))
		s.Exec(`UPDATE services SET slug = 'eating' WHERE slug = 'food'`)
		if got := revert("settings.rules"); got.Short() != "400 revert_invalid" ||
			!strings.Contains(got.Body, "can't be used any more.") {
			t.Errorf("an exception of what is gone: %s", got.Body)
		}
	})
}

// TestShelvesGoBackFromTheLog: a count, receipt or write-off is corrected by a separate stock move, unless something
// was moved since.
func TestShelvesGoBackFromTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, p := s.Staff("owner"), s.Customer()
		const at = "/console/branches/" + apptest.Koshary + "/stock"
		shelf := func() string {
			return s.Lines(`SELECT on_hand || ' ' || CASE WHEN counted THEN 'counted' ELSE 'not' END || ' ' || warn_at
				FROM stock WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary, apptest.Small)[0]
		}
		change := func(row fields) string {
			t.Helper()
			s.Clock.Advance(time.Second)
			a := s.Do("PUT", at, owner, fields{"source": id.Short(), "rows": []fields{but(row, "variant_id", apptest.Small)}})
			if a.Status != 200 || !strings.Contains(a.Body, `"ok":true`) {
				t.Fatal(a.Body)
			}
			line := newestLine(s, "shelf.change")
			s.Clock.Advance(time.Second)
			return line
		}
		revert := func(line string) string { return s.Do("POST", "/console/audit/"+line+"/revert", owner, nil).Short() }
		change(fields{"on_hand": 40, "warn_at": 3})
		for name, row := range map[string]fields{
			"a count": {"on_hand": 12}, "what was received": {"received": 7},
			"what was written off": {"written_off": 4, "fault": "branch", "note": "broken"},
			"a warning":            {"warn_at": 9}, "not counted": {"counted": false},
			"a count and a warning": {"on_hand": 50, "warn_at": 1},
		} {
			was := shelf()
			line := change(row)
			made := shelf()
			if got := revert(line); got != "200" || shelf() != was || made == was {
				t.Errorf("%s: %s, %s made of %s, now %s", name, got, made, was, shelf())
			}
			s.Clock.Advance(time.Second)
			if got := revert(line); got != "409 changed_since" || shelf() != was {
				t.Errorf("%s, twice: %s, %s", name, got, shelf())
			}
			s.Healthy()
		}
		// Something was moved since, even if receipts and issues balance.
		line := change(fields{"received": 7})
		change(fields{"received": 1})
		change(fields{"written_off": 1, "fault": "shop", "note": "broken"})
		was := shelf()
		if got := revert(line); got != "409 changed_since" || shelf() != was {
			t.Errorf("moved since: %s, %s", got, shelf())
		}
		// Not below the quantity held for orders, and not by staff of other branches.
		change(fields{"on_hand": 0})
		line = change(fields{"on_hand": 10})
		s.Buy(p, "cod")
		if got := revert(line); got != "400 below_reserved" || !strings.HasPrefix(shelf(), "10 ") {
			t.Errorf("held: %s, %s", got, shelf())
		}
		s.Healthy()
	})
}

// TestAPauseThatIsOverIsNotMadeAgain: a restored setting lasts only as long as it originally would have.
func TestAPauseThatIsOverIsNotMadeAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		const koshary = "/console/branches/" + apptest.Koshary
		s.Do("POST", koshary+"/pause", owner, fields{"reason": "staff", "minutes": 5})
		s.Clock.Advance(time.Minute)
		s.Do("POST", koshary+"/resume", owner, nil)
		line := newestLine(s, "branch.resume")
		s.Clock.Advance(10 * time.Minute)
		n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`)
		if got := s.Do("POST", "/console/audit/"+line+"/revert", owner, nil).Short(); got != "409 changed_since" ||
			apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`) != n {
			t.Error(got)
		}
	})
}
