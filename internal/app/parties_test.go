package app_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/parties"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
)

// TestPartiesTable: docs/parties.md matches parties.Table, each of its operations exists, and those that only set the
// platform's amounts concern the whole shop.
func TestPartiesTable(t *testing.T) {
	s := apptest.New(t, dbtest.New(t, db.SQLite))
	text, err := os.ReadFile("../../docs/parties.md")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| amount") {
			told = append(told, line)
		}
	}
	var want []string
	for _, row := range parties.Table {
		want = append(want, fmt.Sprintf("| %s | %s | %s | %s |", row.Name, row.Bears, row.Sets, row.Seconds))
		for _, name := range row.Operations {
			i := slices.IndexFunc(s.App.API.Routes, func(op httpapi.Op) bool { return op.ID == name })
			if i < 0 {
				t.Errorf("%s: there is no operation %s", row.Name, name)
			} else if whole := s.App.API.Routes[i].Branches == httpapi.WholeShop; row.PlatformOnly && !whole {
				t.Errorf("%s: %s is not refused to the seller's staff", row.Name, name)
			}
		}
	}
	if !slices.Equal(told, want) {
		t.Errorf("docs/parties.md says\n%s\nand the program\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

// TestTheSellerSetsNothingThatThePlatformBears: staff limited to a store try to set, or to approve, amounts that the
// marketplace pays; nothing changes.
func TestTheSellerSetsNothingThatThePlatformBears(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, finance := s.Staff("owner"), s.Staff("finance")
		store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		of := func(role string) string {
			return s.Staff(role, s.Lines(`SELECT id FROM branches WHERE store_id = '`+store+`'`)...)
		}
		owner, editor, manager := of("owner"), of("editor"), of("manager")
		s.Exec(`UPDATE stores SET commission_bp = 1250, owned_by = 'seller' WHERE id = $1`, store)

		// Commission and who delivers.
		storeBody := func(more fields) fields {
			var v map[string]any
			s.Do("GET", "/console/stores/"+store, owner, nil).Into(t, &v)
			if v["terms_fixed"] != true {
				t.Errorf("the console does not show that terms are fixed: %v", v["terms_fixed"])
			}
			body := fields{"name_en": v["name_en"], "name_ar": v["name_ar"], "version": v["version"]}
			for k, val := range more {
				body[k] = val
			}
			return body
		}
		for what, more := range map[string]fields{"no commission": {"commission": 0},
			"its own couriers": {"delivers": "store"}, "its own store": {"owned_by": "platform", "commission": 0},
			"both": {"commission": 1, "delivers": "store"}} {
			if a := s.Do("PUT", "/console/stores/"+store, owner, storeBody(more)); a.Short() != "422 terms_fixed" {
				t.Errorf("%s: %s", what, a.Short())
			}
		}
		for what, more := range map[string]fields{"neither": nil, "as they are": {"commission": 12.5, "delivers": "shop"}} {
			if a := s.Do("PUT", "/console/stores/"+store, owner, storeBody(more)); a.Status != 200 {
				t.Errorf("%s: %s", what, a.Body)
			}
		}
		if got := s.Lines(`SELECT commission_bp || ' ' || delivers FROM stores WHERE id = '` + store +
			`'`)[0]; got != "1250 shop" {
			t.Errorf("the store's terms are %s", got)
		}

		// Delivery fees, and the amount from which delivery is free.
		zones := func(fee float64) fields {
			body := kosharyZones(apptest.Get[int64](s, `SELECT zones_version FROM branches WHERE id = $1`, apptest.Koshary))
			body["zones"].([]fields)[0]["fee"] = fee
			return body
		}
		freeFrom := func(amount int) fields {
			body := settingsBody(s, 0)
			body["free_from"] = amount
			return body
		}
		fees := func() string {
			return strings.Join(s.Lines(`SELECT fee || ' ' || minutes FROM delivery_zones WHERE branch_id = 'br_koshary_maadi'
				ORDER BY district_id`), ",") +
				s.Lines(`SELECT ' ' || free_from FROM branches WHERE id = 'br_koshary_maadi'`)[0]
		}
		before := fees()
		const branch = "/console/branches/" + apptest.Koshary
		for who, token := range map[string]string{"the owner": owner, "the manager": manager} {
			if a := s.Do("PUT", branch+"/zones", token, zones(1)); a.Status != 403 {
				t.Errorf("%s sets a fee: %s", who, a.Short())
			}
			if a := s.Do("PUT", branch+"/settings", token, freeFrom(60)); a.Short() != "422 fees_of_shop" {
				t.Errorf("%s makes delivery free: %s", who, a.Short())
			}
		}
		if now := fees(); now != before {
			t.Errorf("delivery costs %s, was %s", now, before)
		}
		s.Exec(`UPDATE stores SET delivers = 'store' WHERE id = $1`, store)
		if a := s.Do("PUT", branch+"/zones", owner, zones(14)); a.Status != 200 {
			t.Errorf("a fee of the store's own couriers: %s", a.Body)
		}
		if a := s.Do("PUT", branch+"/settings", manager, freeFrom(600)); a.Status != 200 {
			t.Errorf("free with the store's own couriers: %s", a.Body)
		}
		s.Exec(`UPDATE stores SET delivers = 'shop' WHERE id = $1`, store)

		// Coupons.
		coupon := func(token, code string, value, uses int) (v struct {
			ID         string
			Version    int64
			Active     bool
			BorneBy    string `json:"borne_by"`
			CanEdit    bool   `json:"can_edit"`
			EditWhyNot string `json:"edit_why_not"`
		}) {
			t.Helper()
			s.Do("POST", "/console/coupons", token, fields{"code": code, "kind": "percent", "value": value, "cap": 20,
				"total_limit": uses, "stores": []string{store}}).Into(t, &v)
			return v
		}
		ours := coupon(s.Staff("editor"), "OURS", 100, 1000) // above one person's limit: it waits
		theirs := coupon(editor, "THEIRS", 10, 5)
		if ours.Active || ours.BorneBy != "shop" || !theirs.Active || theirs.BorneBy != "store" {
			t.Errorf("of the platform %+v, of the store %+v", ours, theirs)
		}
		if s.Do("GET", "/console/coupons/"+ours.ID, editor, nil).Into(t, &ours); ours.CanEdit || ours.EditWhyNot == "" {
			t.Errorf("the seller's editor may edit it: %+v", ours)
		}
		edit := func(version int64, value int) fields {
			return fields{"kind": "percent", "value": value, "cap": 20, "total_limit": 1000, "stores": []string{store},
				"version": version}
		}
		state := func() string {
			return strings.Join(s.Lines(`SELECT code || ' ' || value || ' ' || active || ' ' || version FROM coupons
				WHERE code IN ('OURS', 'THEIRS') ORDER BY code`), ",")
		}
		was := state()
		for what, c := range map[string]struct {
			token, method, path string
			body                fields
			want                string
		}{
			"their owner approves ours": {owner, "POST", ours.ID + "/decide", fields{"version": ours.Version,
				"approve": true}, "409 shop_bears"},
			"their owner declines ours": {owner, "POST", ours.ID + "/decide", fields{"version": ours.Version,
				"approve": false}, "409 shop_bears"},
			"their finance approves ours": {of("finance"), "POST", ours.ID + "/decide", fields{"version": ours.Version,
				"approve": true}, "409 shop_bears"},
			"their editor changes ours":   {editor, "PUT", ours.ID, edit(ours.Version, 90), "409 shop_bears"},
			"their editor turns ours off": {editor, "POST", ours.ID + "/switch", fields{"active": false}, "409 shop_bears"},
			"we widen theirs":             {boss, "PUT", theirs.ID, edit(theirs.Version, 90), "409 store_bears"},
		} {
			if a := s.Do(c.method, "/console/coupons/"+c.path, c.token, c.body); a.Short() != c.want {
				t.Errorf("%s: %s", what, a.Short())
			}
		}
		if now := state(); now != was {
			t.Errorf("coupons are %s, were %s", now, was)
		}
		if a := s.Do("POST", "/console/coupons/"+theirs.ID+"/switch", boss, fields{"active": false}); a.Status != 200 {
			t.Errorf("we turn theirs off: %s", a.Body)
		}
		if a := s.Do("POST", "/console/coupons/"+theirs.ID+"/switch", boss,
			fields{"active": true}); a.Short() != "409 store_bears" {
			t.Errorf("and on again: %s", a.Short())
		}
		if a := s.Do("POST", "/console/coupons/"+ours.ID+"/decide", finance, fields{"version": ours.Version,
			"approve": true}); a.Status != 200 {
			t.Errorf("our finance approves ours: %s", a.Body)
		}

		// Write-offs.
		for _, c := range []struct{ token, fault, want string }{
			{manager, "shop", "fault_of_shop"}, {manager, "courier", "fault_of_shop"}, {owner, "shop",
				"fault_of_shop"}, {manager, "branch", ""}, {boss, "shop", ""},
		} {
			left := apptest.Get[int64](s, `SELECT on_hand FROM stock WHERE branch_id = $1 AND variant_id = $2`,
				apptest.Koshary, apptest.Small)
			a := s.Do("PUT", branch+"/stock", c.token, fields{"source": id.New("src"), "rows": []fields{
				{"variant_id": apptest.Small, "written_off": 1, "fault": c.fault, "note": "spilt"}}})
			if a.Status != 200 || c.want != "" && !strings.Contains(a.Body, c.want) {
				t.Errorf("a write-off at the fault of %s: %s", c.fault, a.Body)
			}
			now := apptest.Get[int64](s, `SELECT on_hand FROM stock WHERE branch_id = $1 AND variant_id = $2`,
				apptest.Koshary, apptest.Small)
			if gone := left - now; c.want != "" && gone != 0 || c.want == "" && gone != 1 {
				t.Errorf("%d were written off at the fault of %s", gone, c.fault)
			}
		}
		s.Healthy()
	})
}

// TestTheSellerShortensNoPromiseOfThePlatform: a seller whose orders the platform delivers cannot promise less time
// than the platform does, in any way; it may promise more.
func TestTheSellerShortensNoPromiseOfThePlatform(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		of := func(role string) string {
			return s.Staff(role, s.Lines(`SELECT id FROM branches WHERE store_id = '`+store+`'`)...)
		}
		boss, owner, manager := s.Staff("owner"), of("owner"), of("manager")
		const branch = "/console/branches/" + apptest.Koshary
		s.Exec(`UPDATE branches SET delivery_minutes = 35 WHERE id = $1`, apptest.Koshary)
		zones := func(maadi, zahraa int) fields {
			body := kosharyZones(apptest.Get[int64](s, `SELECT zones_version FROM branches WHERE id = $1`, apptest.Koshary))
			body["zones"].([]fields)[0]["minutes"], body["zones"].([]fields)[1]["minutes"] = maadi, zahraa
			return body
		}
		profile := func(minutes int) fields {
			var v map[string]any
			s.Do("GET", branch, owner, nil).Into(t, &v)
			if fixed := apptest.Get[string](s, `SELECT delivers FROM stores WHERE id = $1`,
				store) == "shop"; v["minutes_of_shop"] != fixed {
				t.Errorf("the console says of fixed minutes: %v", v["minutes_of_shop"])
			}
			return fields{"name_en": v["name_en"], "name_ar": v["name_ar"], "address_en": v["address_en"],
				"address_ar": v["address_ar"], "district": v["district"].(map[string]any)["id"], "lat": v["lat"], "lng": v["lng"],
				"delivery_minutes": minutes, "version": v["version"]}
		}
		promised := func() string {
			return strings.Join(s.Lines(`SELECT minutes FROM delivery_zones WHERE branch_id = 'br_koshary_maadi'
				ORDER BY district_id`), " ") +
				s.Lines(`SELECT ' or ' || delivery_minutes FROM branches WHERE id = 'br_koshary_maadi'`)[0]
		}
		put := func(what, token, path string, body fields, answer, then string) {
			t.Helper()
			if a := s.Do("PUT", branch+path, token, body); a.Short() != answer || promised() != then {
				t.Errorf("%s: %s, promised are %s; want %s and %s", what, a.Body, promised(), answer, then)
			}
		}
		const refused = "422 minutes_of_shop"
		put("their manager shortens an area", manager, "/zones", zones(21, 40), refused, "30 40 or 35")
		put("their owner shortens the other", owner, "/zones", zones(30, 39), refused, "30 40 or 35")
		put("the branch's minutes are shorter", owner, "/zones", zones(30, 0), refused, "30 40 or 35")
		put("their owner shortens the branch", owner, "", profile(34), refused, "30 40 or 35")
		put("the branch's minutes are longer", manager, "/zones", zones(0, 40), "200", "0 40 or 35")
		put("their manager lengthens both", manager, "/zones", zones(50, 60), "200", "50 60 or 35")
		put("and can't go back", manager, "/zones", zones(0, 40), refused, "50 60 or 35")
		if a := s.Do("POST", "/console/audit/"+newestLine(s, "branch.zones")+"/revert", owner, nil); a.Status == 200 ||
			promised() != "50 60 or 35" {
			t.Errorf("nor from the log: %s, %s", a.Body, promised())
		}
		put("their owner lengthens the branch", owner, "", profile(45), "200", "50 60 or 45")
		if a := s.Do("POST", "/console/audit/"+newestLine(s, "branch.edit")+"/revert", owner, nil); a.Status == 200 ||
			promised() != "50 60 or 45" {
			t.Errorf("the branch from the log: %s, %s", a.Body, promised())
		}
		put("the platform shortens", boss, "/zones", zones(25, 30), "200", "25 30 or 45")
		put("the platform shortens the branch", boss, "", profile(40), "200", "25 30 or 40")
		s.Exec(`UPDATE stores SET delivers = 'store' WHERE id = $1`, store)
		put("with couriers of their own", manager, "/zones", zones(15, 20), "200", "15 20 or 40")
		put("the branch with couriers of their own", owner, "", profile(20), "200", "15 20 or 20")
		s.Healthy()
	})
}

// TestTheSellerCountsNoShortageOfThePlatform: a courier owes any shortage of the cash they hand over, and the
// platform bears its couriers' shortages: the seller's staff accept such cash in full or not at all.
func TestTheSellerCountsNoShortageOfThePlatform(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		boss, manager := s.Staff("owner"), m.ofStore("manager")
		for _, c := range []struct {
			whose, token, delivers, role string
			short                        float64
			want                         string
		}{
			{"the platform's courier", manager, "shop", "courier", 10, "422 cash_of_shop"},
			{"the platform's courier, all of it", manager, "shop", "courier", 0, "200"},
			{"the platform's courier, counted by the platform", boss, "shop", "courier", 10, "200"},
			{"their own courier", manager, "store", "courier", 10, "200"},
			{"their own picker", manager, "shop", "picker", 10, "200"},
			{"somebody of the platform", manager, "shop", "support", 10, "422 cash_of_shop"},
		} {
			m.delivered()
			of := []string{apptest.Koshary}
			if c.role == "support" {
				of = nil
			}
			who := staffOf(s, s.Staff(c.role, of...))
			s.Exec(`UPDATE cash_open SET courier_id = $1`, who)
			s.Exec(`UPDATE orders SET delivered_by = $1`, c.delivers)
			due, _ := m.cashOf()
			a := s.Do("POST", "/console/cash/handovers", c.token, fields{"branch_id": apptest.Koshary, "courier_id": who,
				"expected": due, "counted": due - c.short, "reason": "change was short"})
			if a.Short() != c.want {
				t.Errorf("%s hands over %v less: %s, want %s", c.whose, c.short, a.Short(), c.want)
			}
			owed := apptest.Get[int64](s,
				`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_postings WHERE account = $1`, "cash_short:"+who)
			if want := int64(c.short * 100); c.want == "200" && owed != want || c.want != "200" && owed != 0 {
				t.Errorf("%s owes %d", c.whose, owed)
			}
		}
		s.Healthy()
	})
}

// TestTheSellerNotesNoLatenessOfThePlatform: the store's staff could record a delivery as late as they like, so the
// platform pays for lateness only if its own staff recorded it.
func TestTheSellerNotesNoLatenessOfThePlatform(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		for _, c := range []struct {
			who, role, delivers string
			cost                int64
		}{
			{"the store's manager", "manager", "shop", 0},
			{"the store's courier", "courier", "store", 0},
			{"the platform's courier", "courier", "shop", 40_00},
		} {
			p := s.Customer()
			order := s.Buy(p, "cod")
			s.Exec(`UPDATE orders SET delivered_by = $1`, c.delivers)
			for _, to := range []string{"processing", "shipped"} {
				if !advance(s, p, m.limited("manager"), order, to) {
					t.Fatal(s.Status(order))
				}
			}
			s.Clock.Advance(3 * time.Hour)
			who := m.limited(c.role)
			if c.role == "courier" && !advance(s, p, who, order, "out_for_delivery") || !advance(s, p, who, order,
				"delivered") {
				t.Fatalf("%s notes no delivery: %s", c.who, s.Status(order))
			}
			if credit := apptest.Get[int64](s, `SELECT amount FROM wallet_entries WHERE user_id = $1 AND type = 'late'`,
				p.ID); credit != 40_00 {
				t.Errorf("%s: the customer gets %d", c.who, credit)
			}
			got := apptest.Get[int64](s, `SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM ledger_postings p
				JOIN ledger_transactions t ON t.id = p.transaction_id WHERE p.account = 'late_cost:shop'
				AND t.source LIKE '%' || $1 || '%'`, order)
			if got != c.cost {
				t.Errorf("%s notes a late delivery: the platform bears %d, want %d", c.who, got, c.cost)
			}
			s.Clock.Advance(-3 * time.Hour)
		}
		s.Healthy()
	})
}

// noParty are operations that take amounts which no party bears.
var noParty = map[string]string{
	"top-up-wallet":          "the customer's own money",
	"request-return":         "compared with what is reckoned",
	"console-preview-coupon": "reckons and keeps nothing",
	"console-set-costs":      "what the store says that goods cost it",
	"console-save-ways":      "bounds of cash",
	"console-save-calls":     "a bound of cash",
	"place-call-order":       "compared with what is reckoned, and the note that is paid with",
	"console-save-safety":    "a limit of the whole shop's",
}

// TestAmountsHaveAParty: an operation that takes an amount, according to the API's description, is in the table of
// parties, or has a reason why no party bears it.
func TestAmountsHaveAParty(t *testing.T) {
	s := apptest.New(t, dbtest.New(t, db.SQLite))
	doc := s.App.API.OpenAPI()
	said := map[string]bool{}
	for _, row := range parties.Table {
		for _, name := range row.Operations {
			said[name] = true
		}
	}
	amounts := 0
	for _, op := range s.App.API.Routes {
		item := doc.Paths[op.Path]
		if item == nil {
			continue
		}
		body := methodsOf(item)[op.Method].RequestBody
		if body == nil || body.Content[httpapi.JSON] == nil {
			continue
		}
		var found []string
		var walk func(schema *huma.Schema, at string)
		walk = func(schema *huma.Schema, at string) {
			if schema.Ref != "" {
				schema = doc.Components.Schemas.SchemaFromRef(schema.Ref)
			}
			for name, field := range schema.Properties {
				walk(field, at+"."+name)
			}
			if schema.Items != nil {
				walk(schema.Items, at+"[]")
			}
			if len(schema.AnyOf) > 0 && schema.AnyOf[0].Type == huma.TypeNumber { // httpapi.Amount
				found = append(found, at)
			}
		}
		walk(body.Content[httpapi.JSON].Schema, "")
		amounts += len(found)
		switch {
		case len(found) == 0:
			if noParty[op.ID] != "" {
				t.Errorf("%s takes no amount any more", op.ID)
			}
		case !said[op.ID] && noParty[op.ID] == "":
			t.Errorf("%s takes %v: say in parties.Table who bears it, and who may set it", op.ID, found)
		case said[op.ID] && noParty[op.ID] != "":
			t.Errorf("%s is said twice", op.ID)
		}
	}
	if amounts < 40 {
		t.Errorf("only %d amounts were found", amounts)
	}
}

// rereadBranches reloads stores and branches that a test changed in the database.
func rereadBranches(s *apptest.Shop) {
	s.TB.Helper()
	err := s.DB.InTx(s.TB.Context(), func(ctx context.Context, tx *db.Tx) error {
		return changefeed.Publish(ctx, tx, branches.Changed, apptest.Koshary)
	})
	if err = errors.Join(err, s.App.Poll(s.TB.Context())); err != nil {
		s.TB.Fatal(err)
	}
}

// TestOffersCostTheSeller: a reduction of the usual delivery fee in an accepted offer costs the seller, regardless of
// who delivers; the goods pay the seller the offered price.
func TestOffersCostTheSeller(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for delivers, want := range map[string]map[string]int64{
			// 80 for goods and 10 for delivery, which usually costs 15.
			"shop":  {"delivery_income:shop": -15_00, "branch_payable:" + apptest.Koshary: -75_00, "coupon_cost:shop": 0},
			"store": {"delivery_income:shop": 0, "branch_payable:" + apptest.Koshary: -90_00, "coupon_cost:shop": 0},
		} {
			t.Run(delivers, func(t *testing.T) {
				s := apptest.New(t, dbtest.New(t, d.Engine()))
				s.Exec(`UPDATE branches SET minimum_order = 0`)
				s.Exec(`UPDATE stores SET delivers = $1`, delivers)
				rereadBranches(s)
				p := s.Customer()
				quotation := newQuotation(s, p)
				priceQuotation(s, s.Staff("manager", apptest.Koshary), quotation)
				acceptQuotation(s, p, quotation)
				var placed struct{ Order struct{ ID string } }
				s.Do("POST", "/checkout", p.Token, fields{"quotation_id": quotation, "address_id": p.Address,
					"payment_method": "cod",
					"accept_terms":   true, "expected_total": 90}, apptest.Key("k")).Into(t, &placed)
				balance := func(account string) int64 {
					return apptest.Get[int64](s,
						`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_postings WHERE account = $1`, account)
				}
				for account, amount := range want {
					if got := balance(account); got != amount {
						t.Errorf("%s holds %d, want %d", account, got, amount)
					}
				}
				s.Healthy()
				new(drilled).cancel(s, s.Staff("owner"), placed.Order.ID)
				for account := range want {
					if got := balance(account); got != 0 {
						t.Errorf("after the order ended %s holds %d", account, got)
					}
				}
				s.Healthy()
			})
		}
	})
}

// TestOffersMoveNoPriceIntoDelivery: the part of a seller's offered delivery fee above the usual one pays commission
// like the goods; where the platform delivers, the fee belongs to the platform.
func TestOffersMoveNoPriceIntoDelivery(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for delivers, want := range map[string]int64{"store": 80_00 + 10_00 - 4_00, "shop": 80_00} {
			s := apptest.New(t, dbtest.New(t, d.Engine()))
			s.Exec(`UPDATE branches SET minimum_order = 0`)
			s.Exec(`UPDATE delivery_zones SET fee = 400`)
			s.Exec(`UPDATE stores SET delivers = $1, owned_by = 'seller', commission_bp = 1000`, delivers)
			rereadBranches(s)
			p := s.Customer()
			quotation := newQuotation(s, p)
			priceQuotation(s, s.Staff("manager", apptest.Koshary), quotation)
			acceptQuotation(s, p, quotation)
			s.Do("POST", "/checkout", p.Token,
				fields{"quotation_id": quotation, "address_id": p.Address, "payment_method": "cod",
					"accept_terms": true, "expected_total": 90}, apptest.Key("k")).Into(t, &struct{}{})
			if got := apptest.Get[int64](s, `SELECT commission_base FROM orders`); got != want {
				t.Errorf("where %s delivers, commission is of %d, want %d", delivers, got, want)
			}
			s.Healthy()
		}
	})
}

// TestFeesMoveNoPriceIntoDelivery: the part of a seller's delivery fee above the platform's highest fee pays
// commission like its goods, in an offer and at the listed price, even if it raises its fee only during an order.
func TestFeesMoveNoPriceIntoDelivery(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		highest := apptest.Get[int64](s, `SELECT COALESCE(MAX(z.fee), 0) FROM delivery_zones z
			JOIN branches b ON b.id = z.branch_id WHERE b.store_id <> $1`, store)
		if highest == 0 {
			t.Fatal("no other store has a fee: this test would find nothing")
		}
		p := s.Customer()
		for i, c := range []struct {
			owner, delivers string
			fee, want       int64
		}{
			{"seller", "store", highest, 90_00},
			{"seller", "store", highest + 200_00, 290_00},
			{"platform", "store", highest + 200_00, 90_00},
			{"seller", "shop", highest + 200_00, 90_00},
		} {
			s.Exec(`UPDATE branches SET minimum_order = 0, free_from = 0`)
			s.Exec(`UPDATE delivery_zones SET fee = $2 WHERE branch_id = $1`, apptest.Koshary, c.fee)
			s.Exec(`UPDATE stores SET owned_by = $2, delivers = $3 WHERE id = $1`, store, c.owner, c.delivers)
			err := s.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return changefeed.Publish(ctx, tx, branches.Changed, apptest.Koshary)
			})
			if err = errors.Join(err, s.App.Poll(t.Context())); err != nil {
				t.Fatal(err)
			}
			s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
			s.Do("POST", "/checkout", p.Token, p.Body("cod", 90_00+c.fee), apptest.Key(fmt.Sprint(i))).Into(t, &struct{}{})
			if got := apptest.Get[int64](s, `SELECT commission_base FROM orders
				ORDER BY created_at DESC, id DESC LIMIT 1`); got != c.want {
				t.Errorf("%+v: commission is of %d", c, got)
			}
			s.Clock.Advance(time.Minute)
		}
		s.Healthy()
	})
}

// TestCouponsCostTheirParty: an order's discount, and a waived fee, cost the party that created the coupon; the party
// that delivers gets the fee; and an order that ends leaves no balance behind.
func TestCouponsCostTheirParty(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			kind, by, delivers       string
			total, cost, fee, branch int64 // what the customer pays, and the accounts' balances
			atMost                   int64 // of a fee that the seller sets; 0: any
		}{
			"no coupon, we deliver":             {"", "", "shop", 105_00, 0, -15_00, -90_00, 0},
			"no coupon, they deliver":           {"", "", "store", 105_00, 0, 0, -105_00, 0},
			"our coupon":                        {"amount", "shop", "shop", 95_00, 10_00, -15_00, -90_00, 0},
			"their coupon":                      {"amount", "store", "shop", 95_00, 0, -15_00, -80_00, 0},
			"their coupon, they deliver":        {"amount", "store", "store", 95_00, 0, 0, -95_00, 0},
			"our free delivery, we deliver":     {"free_delivery", "shop", "shop", 90_00, 0, 0, -90_00, 0},
			"our free delivery, they deliver":   {"free_delivery", "shop", "store", 90_00, 15_00, 0, -105_00, 0},
			"our free delivery, they raised it": {"free_delivery", "shop", "store", 90_00, 10_00, 0, -100_00, 10_00},
			"our free delivery, ours is dear":   {"free_delivery", "shop", "shop", 90_00, 0, 0, -90_00, 10_00},
			"their free delivery, we deliver":   {"free_delivery", "store", "shop", 90_00, 0, -15_00, -75_00, 0},
			"their free delivery, they deliver": {"free_delivery", "store", "store", 90_00, 0, 0, -90_00, 0},
		} {
			t.Run(name, func(t *testing.T) {
				s := apptest.New(t, dbtest.New(t, d.Engine()))
				s.Exec(`UPDATE stores SET delivers = $1`, c.delivers)
				rereadBranches(s)
				p := s.Customer()
				s.Carts([]apptest.Customer{p}, apptest.TwoSmall)
				if c.kind != "" {
					s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active, borne_by, delivery_cap)
						VALUES ('cpn_x', 'X', $1, $2, $3, $4, $5, NULLIF(CAST($6 AS BIGINT), 0))`,
						c.kind, map[string]int64{"amount": 10_00}[c.kind], false, true, c.by, c.atMost)
					s.Exec(`UPDATE carts SET coupon_id = 'cpn_x' WHERE state = 'active'`)
				}
				var placed struct{ Order struct{ ID string } }
				s.Do("POST", "/checkout", p.Token, p.Body("cod", c.total), apptest.Key("k")).Into(t, &placed)
				balance := func(account string) int64 {
					return apptest.Get[int64](s,
						`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_postings WHERE account = $1`, account)
				}
				want := map[string]int64{"coupon_cost:shop": c.cost, "delivery_income:shop": c.fee,
					"branch_payable:" + apptest.Koshary: c.branch}
				for account, amount := range want {
					if got := balance(account); got != amount {
						t.Errorf("%s holds %d, want %d", account, got, amount)
					}
				}
				s.Healthy()
				s.Clock.Advance(time.Hour)
				x := drilled{}
				x.cancel(s, s.Staff("owner"), placed.Order.ID)
				for account := range want {
					if got := balance(account); got != 0 {
						t.Errorf("after the order ended %s holds %d", account, got)
					}
				}
				s.Healthy()
			})
		}
	})
}

// TestFeesStayWhileMinutesChange: the seller's staff may change minutes, but cannot change fees by sending the next
// version while that change is under way.
func TestFeesStayWhileMinutesChange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		seller := s.Staff("owner", apptest.Koshary)
		path := "/console/branches/" + apptest.Koshary + "/zones"
		fees := func() string {
			return s.Lines(`SELECT SUM(fee) FROM delivery_zones WHERE branch_id = $1`, apptest.Koshary)[0]
		}
		before := fees()
		read := func() (zones []fields, version int64) {
			var v struct {
				Zones []struct {
					District struct{ ID string }
					Fee      float64
					Minutes  int64
					Minimum  *float64
					FreeFrom *float64 `json:"free_from"`
					Shape    any
				}
				Version int64
			}
			s.Do("GET", path, seller, nil).Into(t, &v)
			for _, z := range v.Zones {
				one := fields{"district": z.District.ID, "fee": z.Fee, "minutes": z.Minutes}
				if z.Minimum != nil {
					one["minimum"] = *z.Minimum
				}
				if z.FreeFrom != nil {
					one["free_from"] = *z.FreeFrom
				}
				if z.Shape != nil {
					one["shape"] = z.Shape
				}
				zones = append(zones, one)
			}
			return zones, v.Version
		}
		zones, version := read()
		cheap, _ := read()
		for _, z := range cheap {
			z["fee"] = 0
		}
		if a := s.Do("PUT", path, seller, fields{"zones": cheap, "version": version}); a.Status != 403 {
			t.Fatalf("by the front door: %s", a.Body)
		}
		for i := range 20 {
			zones, version = read()
			zones[0]["minutes"] = 40 + i%2
			got := apptest.Burst(6, 6, func(n int) string {
				if n == 0 {
					return s.Send("PUT", path, seller, fields{"zones": zones, "version": version}).Short()
				}
				return s.Send("PUT", path, seller, fields{"zones": cheap, "version": version + 1}).Short()
			})
			if is := fees(); is != before {
				t.Fatalf("round %d: fees of %s are %s: %v", i, before, is, got)
			}
		}
		s.Healthy()
	})
}
