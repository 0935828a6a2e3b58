package quotations_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/quotations"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func TestFromTheRequestToTheOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		v := asked(s, "usr")
		if v.State != "requested" || v.ItemsQuantity != 25 || v.TaxID != "123456789" || v.District.ID != "maadi" ||
			v.CanAccept || !v.CanDecline || v.Offer != nil {
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
		if v.State != "priced" || v.Offer.Total.Minor() != 111_000 || v.Offer.Price.Minor() != 110_000 ||
			v.Offer.DeliveryPrice.Minor() != 1000 ||
			v.Items[0].UnitPrice.Minor() != 4000 || v.Items[0].ListPrice.Minor() != 4500 || !v.CanAccept {
			t.Fatalf("%+v", v)
		}
		if got := buytest.Get[string](s, `SELECT template || ' ' || lang || ' ' || params FROM messages`); !strings.Contains(
			got, "quotations.notice_priced en") ||
			!strings.Contains(got, `"total":"1,110"`) {
			t.Errorf("told: %s", got)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE object = $1 AND action = 'quotation.price'`,
			v.ID); n != 1 {
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
		if v.Offer.Version != 2 || len(v.Earlier) != 1 || v.Earlier[0].Total.Minor() != 111_000 ||
			v.Offer.Total.Minor() != 110_550 ||
			v.Timeline[2].Note != "Cheaper delivery" {
			t.Fatalf("%+v", v)
		}
		if r := s.Do("POST", "/quotations/"+v.ID+"/accept", "usr", map[string]any{"version": 1}); r.Code() != "other_offer" ||
			r.Status != 409 {
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
		if q.Totals.Total.Minor() != 110_750 || q.Totals.DeliveryPrice.Minor() != 550 || !q.CanPlace ||
			len(q.Cart.Items) != 2 {
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
		if err := d.Select(t.Context(), &lines, `SELECT unit_price, list_price, qty FROM order_lines WHERE order_id = $1
			ORDER BY id`, *v.OrderID); err != nil {
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

// A request can name other lines and quantities than the cart's; the cart itself stays unchanged.
func TestAskedForOtherQuantitiesThanTheCarts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 3)
		s.Add("usr", "food", buytest.Koshary, buytest.Large, 1)
		small := buytest.Get[string](s, `SELECT id FROM cart_items WHERE variant_id = $1`, buytest.Small)
		large := buytest.Get[string](s, `SELECT id FROM cart_items WHERE variant_id = $1`, buytest.Large)
		of := func(pairs ...any) map[string]any {
			var lines []any
			for i := 0; i < len(pairs); i += 2 {
				lines = append(lines, map[string]any{"item_id": pairs[i], "qty": pairs[i+1]})
			}
			return map[string]any{"service_id": "food", "from_cart": true, "cart_items": lines}
		}
		with := func(body map[string]any, name string, value any) map[string]any {
			body[name] = value
			return body
		}
		for _, c := range []struct {
			want string
			body map[string]any
		}{
			{"400 cart_changed", of(small, 3, "itm_gone", 1)},
			{"422 qty_range", of(small, 0)},
			{"422 required", with(of(), "cart_items", []any{})},
			{"422 invalid", with(of(small, 1), "from_cart", false)},
			{"422 invalid", with(of(small, 1), "items", []any{map[string]any{"variant_id": buytest.Large, "qty": 1}})},
		} {
			if r := ask(s, "usr", c.body); outcome(r) != c.want {
				t.Errorf("%s, want %s: %s", outcome(r), c.want, r.Body)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM quotations`); n != 0 {
			t.Errorf("%d quotations of what was refused", n)
		}
		var one, both quotations.View
		ask(s, "usr", of(small, 40)).Into(t, &one)
		if len(one.Items) != 1 || one.Items[0].VariantID != buytest.Small || one.Items[0].Qty != 40 {
			t.Errorf("one line: %+v", one.Items)
		}
		ask(s, "usr", of(large, 7, small, 2)).Into(t, &both)
		if len(both.Items) != 2 || both.ItemsQuantity != 9 {
			t.Errorf("both lines: %+v", both.Items)
		}
		if n := buytest.Get[int](s, `SELECT SUM(qty) FROM cart_items`); n != 4 {
			t.Errorf("the cart holds %d", n)
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
		{"too many units", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 10_000)},
			"422 qty_range"},
		{
			"another service's", "usr", map[string]any{"service_id": "food", "branch_id": buytest.Koshary,
				"items": item(buytest.Milk, 1)}, "400 unavailable"},
		{"another service's branch", "usr", map[string]any{
			"service_id": "food", "branch_id": buytest.Bakala, "items": item(buytest.Milk, 1)}, "400 unavailable"},
		{"unknown", "usr", map[string]any{"service_id": "food", "branch_id": buytest.Koshary, "items": item("var_none", 1)},
			"400 unavailable"},
		{
			"not delivered", "usr", map[string]any{"service_id": "food", "branch_id": buytest.Zamalek,
				"items": item(buytest.Small, 1)}, "400 not_delivered"},
		{"no place", "far", map[string]any{"service_id": "food", "items": item(buytest.Small, 1)}, "400 place_needed"},
		{"tax number", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 1), "tax_number": "12"},
			"422 tax_id_invalid"},
		{
			"long note", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 1),
				"note": strings.Repeat("ن", 501)}, "422 too_long"},
		{"a price", "usr", map[string]any{"service_id": "food", "items": item(buytest.Small, 1), "unit_price": 1},
			"422 unknown_field"},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		for _, c := range cases {
			if r := ask(s, c.who, c.body); outcome(r) != c.want && !(c.name == "a price" && r.Status == 422) &&
				!(c.name == "no service" && r.Status == 422) {
				t.Errorf("%s: %s, want %s: %s", c.name, outcome(r), c.want, r.Body)
			}
		}
		if r := s.Do("POST", "/quotations", "usr", aList); outcome(r) != "422 key_required" {
			t.Errorf("no key: %s", r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM quotations`) +
			buytest.Get[int](s, `SELECT COUNT(*) FROM idempotency`); n != 0 {
			t.Errorf("%d rows were left behind", n)
		}
		// Without a branch it is the one that delivers there.
		var v quotations.View
		ask(s, "usr", map[string]any{"service_id": "food",
			"items": append(item(buytest.Small, 2), item(buytest.Small, 3)...)}).Into(t, &v)
		if v.Branch.ID != buytest.Koshary || len(v.Items) != 1 || v.Items[0].Qty != 5 {
			t.Errorf("%+v", v)
		}
	})
}

// TestQuotationsOfADayAreFew: also those that the customer declined.
func TestQuotationsOfADayAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		for range 30 {
			id := asked(s, "usr").ID
			if r := s.Do("POST", "/quotations/"+id+"/decline", "usr", map[string]any{}); r.Status != 200 {
				t.Fatal(r.Body)
			}
		}
		if r := ask(s, "usr", aList); r.Status != 429 || r.Code() != "too_many_today" {
			t.Errorf("one more: %d %s", r.Status, r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM quotations`); n != 30 {
			t.Errorf("%d quotations", n)
		}
		customer(s, "another")
		if r := ask(s, "another", aList); r.Status != 200 {
			t.Errorf("another customer: %s", r.Body)
		}
		s.Clock.Advance(24 * time.Hour)
		if r := ask(s, "usr", aList); r.Status != 200 {
			t.Errorf("the next day: %s", r.Body)
		}
	})
}
