package quotations_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/auth"
	"wekala/internal/checkout"
	"wekala/internal/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/quotations"
)

var people = map[string]auth.Staff{
	"owner":   {ID: "stf_owner", Name: "Omar", Role: auth.Owner},
	"manager": {ID: "stf_manager", Name: "Mai", Role: auth.Manager, Branches: []string{buytest.Koshary}},
	"other":   {ID: "stf_other", Name: "Zain", Role: auth.Manager, Branches: []string{buytest.Zamalek}},
	"support": {ID: "stf_support", Name: "Salma", Role: auth.Support},
	"picker":  {ID: "stf_picker", Name: "Pola", Role: auth.Picker, Branches: []string{buytest.Koshary}},
	"editor":  {ID: "stf_editor", Name: "Eman", Role: auth.Editor},
}

func shop(t *testing.T, d *db.DB) *buytest.Shop {
	t.Helper()
	s := buytest.New(t, d)
	s.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
		who, ok := people[token]
		if !ok {
			return ctx, "", errs.Unauthorized()
		}
		return auth.WithStaff(ctx, who), who.ID, nil
	}
	shopper(s, "usr")
	return s
}

// shopper makes one who lives in Maadi and can be told things.
func shopper(s *buytest.Shop, id string) {
	s.TB.Helper()
	s.Shopper(id, "maadi")
	s.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at) VALUES ($1, '+201001234567', 'Mona', 'ar', 1, 1)`, id)
}

// plenty puts more on the shelf than anybody asks for.
func plenty(s *buytest.Shop) {
	for _, variant := range []string{buytest.Small, buytest.Large} {
		s.Exec(`UPDATE stock SET on_hand = 100000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, variant)
		s.Exec(`UPDATE stock_moves SET qty = 100000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, variant)
	}
}

var keys int

func ask(s *buytest.Shop, who string, body map[string]any, headers ...buytest.Header) buytest.Res {
	keys++
	return s.Do("POST", "/quotations", who, body, append([]buytest.Header{{"Idempotency-Key": fmt.Sprint("k", keys)}}, headers...)...)
}

var aList = map[string]any{"service_id": "food", "branch_id": buytest.Koshary, "note": "For Thursday", "company_name": "Nile Co",
	"tax_number": "١٢٣-٤٥٦-٧٨٩", "items": []any{map[string]any{"variant_id": buytest.Small, "qty": 20}, map[string]any{"variant_id": buytest.Large, "qty": 5}}}

func asked(s *buytest.Shop, who string) quotations.View {
	s.TB.Helper()
	var v quotations.View
	ask(s, who, aList).Into(s.TB, &v)
	return v
}

// price sends an offer: the first line at 40, the others at 60, delivery 10.
func price(s *buytest.Shop, who string, v quotations.View, changes ...any) buytest.Res {
	lines := []any{}
	for i, it := range v.Items {
		unit := "60"
		if i == 0 {
			unit = "٤٠"
		}
		lines = append(lines, map[string]any{"id": it.ID, "unit_price": unit})
	}
	body := map[string]any{"lines": lines, "delivery_price": 10, "valid_days": 7, "note": "Fresh that morning", "expected_seq": v.EventSeq}
	for i := 0; i+1 < len(changes); i += 2 {
		body[changes[i].(string)] = changes[i+1]
	}
	return s.Do("POST", "/console/quotations/"+v.ID+"/price", who, body)
}

// priced is a quotation with an offer of 20 × 40 + 5 × 60 + 10.
func priced(s *buytest.Shop, who string) quotations.View {
	s.TB.Helper()
	v := asked(s, who)
	if r := price(s, "manager", v); r.Status != 200 {
		s.TB.Fatal(r.Body)
	}
	return get(s, who, v.ID)
}

func get(s *buytest.Shop, who, id string) quotations.View {
	s.TB.Helper()
	var v quotations.View
	s.Do("GET", "/quotations/"+id, who, nil).Into(s.TB, &v)
	return v
}

func accept(s *buytest.Shop, who string, v quotations.View) buytest.Res {
	version := int64(0)
	if v.Offer != nil {
		version = v.Offer.Version
	}
	return s.Do("POST", "/quotations/"+v.ID+"/accept", who, map[string]any{"version": version})
}

func order(who, id, method string, total any) buytest.Order {
	return buytest.Order{"quotation_id": id, "address_id": "adr_" + who, "payment_method": method, "accept_terms": true, "expected_total": total}
}

func outcome(r buytest.Res) string {
	if r.Status == 200 {
		return "ok"
	}
	return fmt.Sprint(r.Status, " ", r.Code())
}

func TestFromTheRequestToTheOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		v := asked(s, "usr")
		if v.State != "requested" || v.ItemsQuantity != 25 || v.TaxID != "123456789" || v.District.ID != "maadi" || v.CanAccept || !v.CanDecline || v.Offer != nil {
			t.Fatalf("%+v", v)
		}
		var detail quotations.Detail
		s.Do("GET", "/console/quotations/"+v.ID, "manager", nil).Into(t, &detail)
		if detail.Customer.Name != "Mona" || detail.Shelf[0].ShelfPrice.Minor() != 4500 || detail.Shelf[0].InStock != 50 ||
			detail.DeliveryFee.Minor() != 1500 || !detail.CanPrice {
			t.Fatalf("%+v", detail)
		}
		if r := price(s, "manager", v); r.Status != 200 {
			t.Fatal(r.Body)
		}
		v = get(s, "usr", v.ID)
		if v.State != "priced" || v.Offer.Total.Minor() != 111_000 || v.Offer.Price.Minor() != 110_000 || v.Offer.DeliveryPrice.Minor() != 1000 ||
			v.Items[0].UnitPrice.Minor() != 4000 || v.Items[0].ListPrice.Minor() != 4500 || !v.CanAccept {
			t.Fatalf("%+v", v)
		}
		if got := buytest.Get[string](s, `SELECT template || ' ' || lang || ' ' || params FROM messages`); !strings.Contains(got, "quotations.notice_priced en") ||
			!strings.Contains(got, `"total":"1110"`) {
			t.Errorf("told: %s", got)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE object = $1 AND action = 'quotation.price'`, v.ID); n != 1 {
			t.Errorf("%d audit lines", n)
		}

		// A change, and another offer; the first one is kept.
		r := s.Do("POST", "/quotations/"+v.ID+"/change", "usr", map[string]any{"version": 1, "note": "Cheaper delivery"})
		if r.Status != 200 {
			t.Fatal(r.Body)
		}
		if r := price(s, "manager", get(s, "usr", v.ID), "delivery_price", "5.50"); r.Status != 200 {
			t.Fatal(r.Body)
		}
		v = get(s, "usr", v.ID)
		if v.Offer.Version != 2 || len(v.Earlier) != 1 || v.Earlier[0].Total.Minor() != 111_000 || v.Offer.Total.Minor() != 110_550 ||
			v.Timeline[2].Note != "Cheaper delivery" {
			t.Fatalf("%+v", v)
		}
		if r := s.Do("POST", "/quotations/"+v.ID+"/accept", "usr", map[string]any{"version": 1}); r.Code() != "other_offer" || r.Status != 409 {
			t.Errorf("the offer before: %s", r.Body)
		}
		for range 2 { // said twice is said once
			if r := accept(s, "usr", v); r.Status != 200 {
				t.Fatal(r.Body)
			}
		}
		v = get(s, "usr", v.ID)
		if v.State != "accepted" || !v.CanOrder || v.CanDecline || v.EventSeq != 5 {
			t.Fatalf("%+v", v)
		}

		// The checkout page, then the order.
		var q checkout.Quote
		s.Do("GET", "/checkout?quotation_id="+v.ID+"&tip=2", "usr", nil).Into(t, &q)
		if q.Totals.Total.Minor() != 110_750 || q.Totals.DeliveryPrice.Minor() != 550 || !q.CanPlace || len(q.Cart.Items) != 2 {
			t.Fatalf("%+v %+v", q.Totals, q.Problems)
		}
		if r := s.Place("usr", "o1", order("usr", v.ID, "cod", 1)); r.Code() != "price_changed" {
			t.Errorf("another total: %s", r.Body)
		}
		first := s.Place("usr", "o1", order("usr", v.ID, "cod", "1105.5"))
		if first.Status != 200 {
			t.Fatal(first.Body)
		}
		if again := s.Place("usr", "o1", order("usr", v.ID, "cod", "1105.5")); again.Body != first.Body {
			t.Error("the same key is answered with other bytes")
		}
		if r := s.Place("usr", "o2", order("usr", v.ID, "cod", "1105.5")); outcome(r) != "409 already_ordered" {
			t.Errorf("another key: %s", r.Body)
		}
		v = get(s, "usr", v.ID)
		if v.State != "ordered" || v.OrderID == nil || v.CanOrder {
			t.Fatalf("%+v", v)
		}
		var lines []struct {
			Unit int64 `db:"unit_price"`
			List int64 `db:"list_price"`
			Qty  int64
		}
		if err := d.Select(t.Context(), &lines, `SELECT unit_price, list_price, qty FROM order_lines WHERE order_id = $1 ORDER BY id`, *v.OrderID); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(lines) != "[{4000 4500 20} {6000 6500 5}]" {
			t.Errorf("lines: %v", lines)
		}
		s.Healthy()
	})
}

func TestAskedFromTheCart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		if r := ask(s, "usr", map[string]any{"service_id": "food", "from_cart": true}); r.Code() != "empty_cart" {
			t.Errorf("an empty cart: %s", r.Body)
		}
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 3)
		body := map[string]any{"service_id": "food", "from_cart": true}
		key := buytest.Header{"Idempotency-Key": "mine"}
		first := s.Do("POST", "/quotations", "usr", body, key)
		var v quotations.View
		first.Into(t, &v)
		if len(v.Items) != 1 || v.Items[0].Qty != 3 || v.Branch.ID != buytest.Koshary {
			t.Fatalf("%+v", v)
		}
		if again := s.Do("POST", "/quotations", "usr", body, key); again.Body != first.Body {
			t.Error("the same key is answered with other bytes")
		}
		body["note"] = "other"
		if r := s.Do("POST", "/quotations", "usr", body, key); r.Status != 422 || r.Code() != "idempotency_mismatch" {
			t.Errorf("the key with another body: %s", r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM quotations`); n != 1 {
			t.Errorf("%d quotations", n)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE state = 'active'`); n != 1 {
			t.Error("the cart is gone")
		}
		s.Healthy()
	})
}

func TestRefusedRequests(t *testing.T) {
	item := func(variant string, qty any) []any {
		return []any{map[string]any{"variant_id": variant, "qty": qty}}
	}
	cases := []struct {
		name string
		who  string
		body map[string]any
		want string
	}{
		{"a guest", "", map[string]any{"service_id": "food", "items": item(buytest.Small, 1)}, "401 unauthorized"},
		{"no service", "usr", map[string]any{"items": item(buytest.Small, 1)}, "422 required"},
		{"nothing", "usr", map[string]any{"service_id": "food"}, "422 required"},
		{"no units", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 0)}, "422 qty_range"},
		{"too many units", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 10_000)}, "422 qty_range"},
		{"another service's", "usr", map[string]any{"service_id": "food", "branch_id": buytest.Koshary, "items": item(buytest.Milk, 1)}, "400 unavailable"},
		{"another service's branch", "usr", map[string]any{"service_id": "food", "branch_id": buytest.Bakala, "items": item(buytest.Milk, 1)}, "400 unavailable"},
		{"unknown", "usr", map[string]any{"service_id": "food", "branch_id": buytest.Koshary, "items": item("var_none", 1)}, "400 unavailable"},
		{"not delivered", "usr", map[string]any{"service_id": "food", "branch_id": buytest.Zamalek, "items": item(buytest.Small, 1)}, "400 not_delivered"},
		{"no place", "far", map[string]any{"service_id": "food", "items": item(buytest.Small, 1)}, "400 place_needed"},
		{"tax number", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 1), "tax_number": "12"}, "422 tax_id_invalid"},
		{"long note", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 1), "note": strings.Repeat("ن", 501)}, "422 too_long"},
		{"a price", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 1), "unit_price": 1}, "422 unknown_field"},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		for _, c := range cases {
			if r := ask(s, c.who, c.body); outcome(r) != c.want && !(c.name == "a price" && r.Status == 422) && !(c.name == "no service" && r.Status == 422) {
				t.Errorf("%s: %s, want %s: %s", c.name, outcome(r), c.want, r.Body)
			}
		}
		if r := s.Do("POST", "/quotations", "usr", aList); outcome(r) != "422 key_required" {
			t.Errorf("no key: %s", r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM quotations`) + buytest.Get[int](s, `SELECT COUNT(*) FROM quotation_keys`); n != 0 {
			t.Errorf("%d rows were left behind", n)
		}
		// Without a branch it is the one that delivers there.
		var v quotations.View
		ask(s, "usr", map[string]any{"service_id": "food", "items": append(item(buytest.Small, 2), item(buytest.Small, 3)...)}).Into(t, &v)
		if v.Branch.ID != buytest.Koshary || len(v.Items) != 1 || v.Items[0].Qty != 5 {
			t.Errorf("%+v", v)
		}
	})
}

// TestGuards asks for every move in every state.
func TestGuards(t *testing.T) {
	moves := []string{"price", "accept", "change", "decline", "turn down", "order"}
	want := map[string]string{
		"requested":        "ok|400 move_refused|400 move_refused|ok|ok|400 not_accepted",
		"change_requested": "ok|400 move_refused|400 move_refused|ok|ok|400 not_accepted",
		"priced":           "ok|ok|ok|ok|400 move_not_yours|400 not_accepted",
		"accepted":         "400 move_refused|ok|400 move_refused|400 move_refused|400 move_refused|ok",
		"ordered":          "400 move_refused|400 move_not_yours|400 move_refused|400 move_refused|400 move_refused|409 already_ordered",
		"declined":         "400 move_refused|400 move_refused|400 move_refused|400 move_refused|400 move_refused|400 not_accepted",
		"expired":          "400 move_refused|400 expired|400 expired|400 expired|400 move_refused|400 expired",
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		plenty(s)
		n := 0
		at := func(state string) (string, quotations.View) {
			n++
			who := fmt.Sprint("usr", n)
			shopper(s, who)
			v := asked(s, who)
			if state == "requested" {
				return who, v
			}
			if state == "declined" {
				s.Do("POST", "/quotations/"+v.ID+"/decline", who, map[string]any{})
				return who, get(s, who, v.ID)
			}
			price(s, "manager", v)
			v = get(s, who, v.ID)
			switch state {
			case "change_requested":
				s.Do("POST", "/quotations/"+v.ID+"/change", who, map[string]any{"version": 1, "note": "x"})
			case "accepted", "ordered":
				accept(s, who, v)
			case "expired":
				s.Exec(`UPDATE quotations SET expires_at = 1 WHERE id = $1`, v.ID)
				if n, err := s.Quotations.ExpireDue(t.Context()); n != 1 || err != nil {
					t.Fatal(n, err)
				}
			}
			if state == "ordered" {
				if r := s.Place(who, "first", order(who, v.ID, "cod", 1110)); r.Status != 200 {
					t.Fatal(r.Body)
				}
			}
			return who, get(s, who, v.ID)
		}
		for state, line := range want {
			for i, expected := range strings.Split(line, "|") {
				who, v := at(state)
				if v.State != state {
					t.Fatalf("%s is %s", state, v.State)
				}
				var r buytest.Res
				switch moves[i] {
				case "price":
					r = price(s, "manager", v)
				case "accept":
					r = accept(s, who, v)
				case "change":
					r = s.Do("POST", "/quotations/"+v.ID+"/change", who, map[string]any{"version": max(1, len(v.Earlier)+1), "note": "x"})
				case "decline":
					r = s.Do("POST", "/quotations/"+v.ID+"/decline", who, map[string]any{})
				case "turn down":
					r = s.Do("POST", "/console/quotations/"+v.ID+"/decline", "manager", map[string]any{"note": "no", "expected_seq": v.EventSeq})
				case "order":
					r = s.Place(who, "second", order(who, v.ID, "cod", 1110))
				}
				if outcome(r) != expected {
					t.Errorf("%s: %s: %s, want %s", state, moves[i], r.Body, expected)
				}
				if after := get(s, who, v.ID); r.Status != 200 && (after.State != v.State || after.EventSeq != v.EventSeq) {
					t.Errorf("%s: a refused %s left %s", state, moves[i], after.State)
				}
			}
		}
	})
}

func TestStaffSeeTheirBranches(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		v := asked(s, "usr")
		for who, want := range map[string][3]string{
			"owner": {"ok", "ok", "ok"}, "manager": {"ok", "ok", "409 moved_on"}, "other": {"404 not_found", "ok", "404 not_found"},
			"support": {"ok", "ok", "400 not_allowed"}, "picker": {"400 not_allowed", "400 not_allowed", "400 not_allowed"},
			"editor": {"400 not_allowed", "400 not_allowed", "400 not_allowed"}, "usr": {"401 unauthorized", "401 unauthorized", "401 unauthorized"},
		} {
			if who == "owner" {
				continue // prices it last, below
			}
			if got := outcome(s.Do("GET", "/console/quotations/"+v.ID, who, nil)); got != want[0] {
				t.Errorf("%s reads: %s", who, got)
			}
			r := s.Do("GET", "/console/quotations", who, nil)
			if got := outcome(r); got != want[1] || who == "other" && strings.Contains(r.Body, v.ID) {
				t.Errorf("%s lists: %s", who, r.Body)
			}
			if got := outcome(price(s, who, v, "expected_seq", 9)); got != want[2] {
				t.Errorf("%s prices: %s", who, got)
			}
		}
		for name, c := range map[string]struct {
			change []any
			want   string
		}{
			"a line missing": {[]any{"lines", []any{map[string]any{"id": v.Items[0].ID, "unit_price": 1}}}, "422 price_every_line"},
			"below zero":     {[]any{"delivery_price", -1}, "422 price_range"},
			"too long":       {[]any{"valid_days", 91}, "422 days_range"},
			"not seen":       {[]any{"expected_seq", 0}, "422 required"},
			"a foreign line": {[]any{"lines", []any{map[string]any{"id": v.Items[0].ID, "unit_price": 1}, map[string]any{"id": v.Items[1].ID, "unit_price": 1}, map[string]any{"id": "x", "unit_price": 1}}}, "422 no_such_line"},
		} {
			if got := outcome(price(s, "manager", v, c.change...)); got != c.want {
				t.Errorf("%s: %s", name, got)
			}
		}
		if r := s.Do("POST", "/console/quotations/"+v.ID+"/decline", "manager", map[string]any{"note": " ", "expected_seq": 1}); outcome(r) != "422 required" {
			t.Errorf("no reason: %s", r.Body)
		}
		if got := get(s, "usr", v.ID); got.State != "requested" || got.EventSeq != 1 {
			t.Errorf("refusals left %+v", got)
		}
		if r := s.Do("GET", "/quotations/"+v.ID, "stranger", nil); outcome(r) != "404 not_found" {
			t.Errorf("a stranger: %s", r.Body)
		}
		if got := outcome(price(s, "owner", v)); got != "ok" {
			t.Error(got)
		}
		s.Healthy()
	})
}

func TestOffersRunOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		a, b := priced(s, "usr"), priced(s, "usr")
		if r := accept(s, "usr", b); r.Status != 200 {
			t.Fatal(r.Body)
		}
		s.Clock.Advance(7 * 24 * time.Hour)
		if r := accept(s, "usr", a); outcome(r) != "400 expired" {
			t.Errorf("accepted late: %s", r.Body)
		}
		if r := s.Place("usr", "k", order("usr", b.ID, "cod", 1110)); outcome(r) != "400 expired" {
			t.Errorf("ordered late: %s", r.Body)
		}
		if v := get(s, "usr", b.ID); v.CanOrder {
			t.Error("the page offers to order it")
		}
		s.RunJobs()
		for _, id := range []string{a.ID, b.ID} {
			if v := get(s, "usr", id); v.State != "expired" {
				t.Errorf("%s", v.State)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders`); n != 0 {
			t.Errorf("%d orders", n)
		}
		s.Healthy()
	})
}

func TestStockIsCheckedWhenItIsAccepted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		v := priced(s, "usr")
		s.Exec(`UPDATE stock SET on_hand = 19 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		s.Exec(`UPDATE stock_moves SET qty = 19 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		if r := accept(s, "usr", v); outcome(r) != "400 out_of_stock" || !strings.Contains(r.Body, "There is not enough stock available.") {
			t.Errorf("%s", r.Body)
		}
		s.Exec(`UPDATE stock SET on_hand = 20 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		s.Exec(`UPDATE stock_moves SET qty = 20 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		if r := accept(s, "usr", v); r.Status != 200 {
			t.Fatal(r.Body)
		}
		// Somebody else takes one: the accepted offer holds no stock.
		shopper(s, "fast")
		s.Buy("fast", "food", buytest.Koshary, buytest.Small, 2, "cod")
		if r := s.Place("usr", "k", order("usr", v.ID, "cod", 1110)); outcome(r) != "400 out_of_stock" {
			t.Errorf("%s", r.Body)
		}
		if v := get(s, "usr", v.ID); v.State != "accepted" {
			t.Errorf("%s", v.State)
		}
		s.Healthy()
	})
}

func TestAnUnpaidOrderGivesTheQuotationBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		v := priced(s, "usr")
		accept(s, "usr", v)
		if r := s.Place("usr", "k1", order("usr", v.ID, "card", 1110)); r.Status != 200 {
			t.Fatal(r.Body)
		}
		if v := get(s, "usr", v.ID); v.State != "ordered" {
			t.Fatal(v.State)
		}
		s.After(16 * time.Minute)
		s.RunJobs()
		v = get(s, "usr", v.ID)
		if v.State != "accepted" || v.OrderID != nil || !v.CanOrder {
			t.Fatalf("%+v", v)
		}
		s.Healthy()
		if r := s.Place("usr", "k2", order("usr", v.ID, "cod", 1110)); r.Status != 200 {
			t.Fatal(r.Body)
		}
		s.Healthy()
	})
}

func TestTheFeeIsForItsDistrict(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		v := priced(s, "usr")
		accept(s, "usr", v)
		s.Exec(`UPDATE addresses SET district_id = 'zahraa-el-maadi' WHERE user_id = 'usr'`)
		if r := s.Place("usr", "k", order("usr", v.ID, "cod", 1110)); outcome(r) != "400 other_district" || !strings.Contains(r.Body, "Maadi") {
			t.Errorf("%s", r.Body)
		}
		var q checkout.Quote
		s.Do("GET", "/checkout?quotation_id="+v.ID, "usr", nil).Into(t, &q)
		if q.CanPlace || q.Problems[0].Code != "other_district" {
			t.Errorf("%+v", q.Problems)
		}
		s.Healthy()
	})
}

// counts gives the small number of every day, or the full one when
// WEKALA_PROVE is set.
func counts(small, full int) int {
	if os.Getenv("WEKALA_PROVE") != "" {
		return full
	}
	return small
}

// together runs functions from a barrier and counts what they answer.
func together(fns ...func() string) map[string]int {
	start := make(chan struct{})
	var mu sync.Mutex
	got := map[string]int{}
	var wg sync.WaitGroup
	for _, fn := range fns {
		wg.Go(func() {
			<-start
			a := fn()
			mu.Lock()
			got[a]++
			mu.Unlock()
		})
	}
	close(start)
	wg.Wait()
	return got
}

func times(n int, fn func(i int) string) []func() string {
	out := make([]func() string, n)
	for i := range n {
		out[i] = func() string { return fn(i) }
	}
	return out
}

// wire is the API over one HTTP connection, as many callers at once use it.
func wire(t *testing.T, s *buytest.Shop) func(method, path, token, key string, body any) string {
	server := httptest.NewUnstartedServer(s.API)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return func(method, path, token, key string, body any) string {
		raw, _ := json.Marshal(body)
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+httpapi.Base+path, strings.NewReader(string(raw)))
		if err != nil {
			return err.Error()
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", key)
		res, err := server.Client().Do(r)
		if err != nil {
			return err.Error()
		}
		defer func() { _ = res.Body.Close() }()
		var f struct {
			Code string `json:"code"`
		}
		_ = json.NewDecoder(res.Body).Decode(&f)
		if res.StatusCode == 200 {
			return "ok"
		}
		return fmt.Sprint(res.StatusCode, " ", f.Code)
	}
}

func TestAcceptedAndOrderedOnce(t *testing.T) {
	rounds, clients := counts(2, 50), counts(8, 40)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		plenty(s)
		call := wire(t, s)
		for round := range rounds {
			v := priced(s, "usr")
			got := together(times(clients, func(int) string {
				return call("POST", "/quotations/"+v.ID+"/accept", "usr", "", map[string]any{"version": 1})
			})...)
			if got["ok"] != clients {
				t.Fatalf("accepting: %v", got)
			}
			if seq := get(s, "usr", v.ID).EventSeq; seq != 3 {
				t.Fatalf("accepted %d times", seq-2)
			}
			method := []string{"cod", "card"}[round%2]
			got = together(times(clients, func(i int) string {
				return call("POST", "/checkout", "usr", fmt.Sprint(v.ID, i), order("usr", v.ID, method, 1110))
			})...)
			if got["ok"] != 1 || got["409 already_ordered"] != clients-1 {
				t.Fatalf("ordering: %v", got)
			}
			if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE cart_id = $1`, v.ID); n != 1 {
				t.Fatalf("%d orders", n)
			}
		}
		s.Healthy()
	})
}

func TestAcceptAgainstAnotherOffer(t *testing.T) {
	rounds := counts(6, 200)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		call := wire(t, s)
		won := map[string]int{}
		for round := range rounds {
			who := fmt.Sprint("usr", round)
			shopper(s, who)
			v := priced(s, who)
			lines := []any{}
			for _, it := range v.Items {
				lines = append(lines, map[string]any{"id": it.ID, "unit_price": 90})
			}
			var accepted, repriced string
			together(func() string {
				accepted = call("POST", "/quotations/"+v.ID+"/accept", who, "", map[string]any{"version": 1})
				return ""
			}, func() string {
				repriced = call("POST", "/console/quotations/"+v.ID+"/price", "manager", "", map[string]any{"lines": lines,
					"delivery_price": 0, "valid_days": 1, "expected_seq": v.EventSeq})
				return ""
			})
			after := get(s, who, v.ID)
			switch {
			case accepted == "ok" && repriced != "ok" && after.State == "accepted" && after.Offer.Version == 1:
				won["shopper"]++
			case accepted == "409 other_offer" && repriced == "ok" && after.State == "priced" && after.Offer.Version == 2:
				won["staff"]++
			default:
				t.Fatalf("accepting %s, pricing %s: %s, offer %d", accepted, repriced, after.State, after.Offer.Version)
			}
		}
		t.Log(won)
		s.Healthy()
	})
}

func TestOrderedWhileItRunsOut(t *testing.T) {
	rounds := counts(4, 100)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		plenty(s)
		call := wire(t, s)
		for range rounds {
			v := priced(s, "usr")
			accept(s, "usr", v)
			var ordered string
			together(func() string {
				ordered = call("POST", "/checkout", "usr", v.ID, order("usr", v.ID, "cod", 1110))
				return ""
			}, func() string {
				s.Clock.Advance(7 * 24 * time.Hour)
				_, err := s.Quotations.ExpireDue(context.Background())
				return fmt.Sprint(err)
			})
			after := get(s, "usr", v.ID)
			n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE cart_id = $1`, v.ID)
			switch {
			case ordered == "ok" && after.State == "ordered" && n == 1:
			case ordered == "400 expired" && after.State == "expired" && n == 0:
			default:
				t.Fatalf("%s: %s, %d orders", ordered, after.State, n)
			}
		}
		s.Healthy()
	})
}

func TestOnlySoManyAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		call := wire(t, s)
		got := together(times(24, func(i int) string { return call("POST", "/quotations", "usr", fmt.Sprint("b", i), aList) })...)
		if got["ok"] != 10 || got["400 too_many_open"] != 14 {
			t.Fatalf("%v", got)
		}
		same := together(times(8, func(int) string { return call("POST", "/quotations", "usr", "b99", aList) })...)
		if same["ok"] != 0 {
			t.Fatalf("%v", same)
		}
		id := buytest.Get[string](s, `SELECT id FROM quotations ORDER BY id LIMIT 1`)
		s.Do("POST", "/quotations/"+id+"/decline", "usr", map[string]any{})
		if same = together(times(8, func(int) string { return call("POST", "/quotations", "usr", "b99", aList) })...); same["ok"] != 8 {
			t.Fatalf("one key: %v", same)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM quotations`); n != 11 {
			t.Errorf("%d quotations", n)
		}
		s.Healthy()
	})
}

func TestDoctorSeesDamage(t *testing.T) {
	for name, damage := range map[string]string{
		"events":   `DELETE FROM quotation_events WHERE seq = 2`,
		"moves":    `UPDATE quotation_events SET to_state = 'declined' WHERE seq = 4`,
		"state":    `UPDATE quotations SET state = 'expired'`,
		"versions": `UPDATE quotation_offers SET version = 2`,
		"sums":     `UPDATE quotation_offers SET total = total + 1`,
		"prices":   `DELETE FROM quotation_prices`,
		"late":     `UPDATE quotation_offers SET expires_at = 1`,
		"order":    `UPDATE quotations SET order_id = NULL`,
		"second":   `UPDATE orders SET user_id = 'other'`,
		"quoted":   `UPDATE order_lines SET unit_price = unit_price + 1`,
		"fee":      `UPDATE orders SET delivery_fee = delivery_fee + 1`,
	} {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			s := shop(t, d)
			v := priced(s, "usr")
			accept(s, "usr", v)
			if r := s.Place("usr", "k", order("usr", v.ID, "cod", 1110)); r.Status != 200 {
				t.Fatal(r.Body)
			}
			s.Healthy()
			s.Exec(damage)
			results, err := doctor.Run(t.Context(), d, quotations.Checks())
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				if r.Violations > 0 {
					return
				}
			}
			t.Errorf("%s was not seen", name)
		})
	}
}
