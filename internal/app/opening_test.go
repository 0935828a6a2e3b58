package app_test

import (
	"errors"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestFromNothingToADeliveredOrder follows a new owner through the API: an empty database, the set-up link, a new
// shop, invited customers, a delivered order. No row is written directly.
func TestFromNothingToADeliveredOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// As the program does before it serves.
		if err := errors.Join(places.EnsureSeeded(t.Context(), d),
			content.EnsureSeeded(t.Context(), d, shoptest.Now)); err != nil {
			t.Fatal(err)
		}
		s, link := fresh(t, d)
		owner := ""
		do := func(method, path, token string, body any, into any, headers ...apptest.Header) {
			t.Helper()
			// Customers see a change within a second; staff continue with theirs immediately.
			if token != owner {
				if err := s.App.Poll(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if a := s.Do(method, path, token, body, headers...); a.Status != 200 {
				t.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
			} else if into != nil {
				a.Into(t, into)
			}
		}
		type made struct{ ID string }
		var in struct{ Token string }
		do("POST", "/setup/owner", "", firstOwner(link), &in)
		owner = in.Token
		// Features that cost money are off until somebody switches them on.
		if lines := s.Lines(`SELECT key FROM settings WHERE key IN ('referral', 'shipping.late')
			AND value LIKE '%"enabled":false%' ORDER BY key`); len(lines) != 2 {
			t.Errorf("off are %v", lines)
		}
		if rates := apptest.Get[int](s, `SELECT SUM(points) FROM loyalty_rates WHERE service_id = ''`); rates != 0 {
			t.Errorf("a hundred pounds earn %d points", rates)
		}
		create := func(path string, body fields) string {
			t.Helper()
			var m made
			do("POST", path, owner, body, &m, apptest.Key(id.New("key")))
			if m.ID == "" {
				t.Fatalf("%s: no id", path)
			}
			return m.ID
		}

		service := create("/console/services", fields{
			"name_en": "Groceries", "name_ar": "بقالة", "tint": "grocery", "promise": "minutes", "active": true})
		// Prepared food can be returned only if something is wrong with it, until the owner decides otherwise.
		create("/console/services",
			fields{"name_en": "Kitchen", "name_ar": "مطبخ", "tint": "food", "promise": "minutes", "active": true})
		if rules := s.Lines(`SELECT target || ' ' || slug || ' ' || kind FROM return_rules WHERE as_new_hours = 0
			ORDER BY slug`); len(rules) != 1 || rules[0] != "service kitchen perishable" {
			t.Errorf("what may not come back as new: %v", rules)
		}
		store := create("/console/stores",
			fields{"service": service, "name_en": "Hoda's corner", "name_ar": "ركن هدى", "active": true})
		branch := create("/console/branches", fields{
			"store": store, "name_en": "Maadi", "name_ar": "المعادي", "address_ar": "شارع 9",
			"phone": "0223580000", "district": "maadi", "active": true})
		var week []fields
		for day := range 7 {
			week = append(week, fields{"day": day, "open": "00:00", "close": "00:00"})
		}
		do("PUT", "/console/branches/"+branch+"/hours", owner, fields{"hours": week, "exceptions": []fields{}, "version": 1},
			nil)
		do("PUT", "/console/branches/"+branch+"/zones", owner,
			fields{"zones": []fields{{"district": "maadi", "fee": 20, "minutes": 35, "minimum": 50}}, "version": 1}, nil)
		category := create("/console/categories", but(categoryBody(), "service_id", service))
		product := create("/console/products", but(but(productBody(), "store_id", store), "category_id", category))
		variant := apptest.Get[string](s, `SELECT id FROM variants WHERE product_id = $1`, product)
		var results struct {
			Refused int `json:"refused"`
		}
		do("PUT", "/console/branches/"+branch+"/prices", owner,
			fields{"rows": []fields{{"variant_id": variant, "price": 45, "sold": true, "version": 0}}}, &results)
		if n := apptest.Get[int64](s, `SELECT COALESCE(MAX(price), 0) FROM branch_prices WHERE variant_id = $1`,
			variant); n != 45_00 {
			t.Fatalf("the price is %d: %+v", n, results)
		}
		do("PUT", "/console/branches/"+branch+"/stock", owner,
			fields{"source": id.New("src"), "rows": []fields{{"variant_id": variant, "received": 3}}}, nil)
		do("POST", "/console/products/"+product+"/publish", owner, fields{"published": true}, nil)

		var o struct {
			Version int64
			WayIn   string `json:"way_in"`
		}
		do("GET", "/console/opening", owner, nil, &o)
		do("PUT", "/console/opening", owner, fields{"state": "soft", "phones": []string{"01012345678"}, "version": o.Version},
			&o)
		_, way, _ := strings.Cut(o.WayIn, "/early/")
		early := apptest.Header{"Cookie": "early=" + way}
		customer := func(method, path string, body any, into any, more ...apptest.Header) {
			t.Helper()
			do(method, path, in.Token, body, into, append(more, early)...)
		}
		in.Token = ""
		var sent struct {
			ByHand bool `json:"by_hand"`
		}
		customer("POST", "/user/login-by-otp", fields{"country_code": "+20", "phone": "01012345678", "method": "sms"}, &sent)
		if !sent.ByHand {
			t.Error("a code that nobody sends is said to be on its way")
		}
		var codes []struct{ Phone, Code string }
		do("POST", "/console/opening/codes", owner, nil, &codes)
		var ticket struct {
			Ticket string `json:"registration_ticket"`
		}
		customer("POST", "/user/verify-login-by-otp", fields{"phone": "+201012345678", "code": codes[0].Code}, &ticket)
		customer("POST", "/user/register-by-otp", fields{"registration_ticket": ticket.Ticket, "name": "Mona"}, &in)
		var address made
		customer("POST", "/addresses",
			fields{"type": "home", "district_id": "maadi", "address": "Road 9", "building_number": "64", "floor": "1",
				"apartment_number": "2", "lat": 29.9602, "lng": 31.2569}, &address)
		customer("POST", "/order/add-to-cart", fields{
			"service_id": service, "branch_id": branch, "product": variant, "qty": 2}, nil)
		var placed struct{ Order made }
		customer("POST", "/checkout",
			fields{"service_id": service, "address_id": address.ID, "payment_method": "cod", "accept_terms": true,
				"expected_total": 110}, &placed, apptest.Key(id.New("key")))
		s.RunJobs()
		for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
			var view struct{ PIN *string }
			customer("GET", "/orders/"+placed.Order.ID, nil, &view)
			body := fields{
				"to": to, "expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, placed.Order.ID)}
			if to == "delivered" && view.PIN != nil {
				body["pin"] = *view.PIN
			}
			do("POST", "/console/orders/"+placed.Order.ID+"/move", owner, body, nil)
			s.RunJobs()
		}
		if left := apptest.Get[int64](s, `SELECT on_hand FROM stock WHERE variant_id = $1`, variant); left != 1 {
			t.Errorf("%d are left of three", left)
		}
		do("PUT", "/console/opening", owner, fields{"state": "open", "version": o.Version}, nil)
		if a := s.Do("GET", "/branches/"+branch, "", nil); a.Status != 200 {
			t.Errorf("the branch, for everybody: %s", a.Short())
		}
		s.Healthy()
	})
}
