package cart_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

const maadi = "maadi"

func add(s *buytest.Shop, token string, body map[string]any, headers ...buytest.Header) buytest.Res {
	if _, ok := body["service_id"]; !ok {
		body["service_id"] = "food"
	}
	if _, ok := body["qty"]; !ok {
		body["qty"] = 1
	}
	return s.Do("POST", "/order/add-to-cart", token, body, headers...)
}

func get(t *testing.T, s *buytest.Shop, token string, headers ...buytest.Header) cart.View {
	t.Helper()
	var v cart.View
	s.Do("GET", "/get_card?service_id=food", token, nil, headers...).Into(t, &v)
	return v
}

func text(v interface{ MarshalJSON() ([]byte, error) }) string {
	raw, _ := v.MarshalJSON()
	return string(raw)
}

func TestAddingUpdatingRemoving(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		place := buytest.Header{"district-id": maadi}
		if v := get(t, s, "usr"); v.ID != nil || len(v.Items) != 0 || v.CanCheckout {
			t.Errorf("an empty cart: %+v", v)
		}
		if r := s.Do("GET", "/get_card", "usr", nil); r.Status != 422 || r.Code() != "service_id_required" ||
			!strings.Contains(r.Body, "Service ID is required.") {
			t.Errorf("no service: %d %s", r.Status, r.Body)
		}
		for name, c := range map[string]struct {
			body map[string]any
			code string
			text string
		}{
			"sold out": {map[string]any{"product": "var_juice", "branch_id": buytest.Koshary}, "out_of_stock",
				"There is not enough stock available."},
			"unknown": {map[string]any{"product": "nothing"}, "unavailable", "This item is unavailable"},
			"not here": {map[string]any{"product": "var_unsold", "branch_id": buytest.Koshary}, "unavailable",
				"This item is unavailable"},
			"too many": {map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": 11}, "max_qty",
				"Max Quantity Reached"},
			"which one": {map[string]any{"product": "koshary", "branch_id": buytest.Koshary}, "choose_variant", ""},
			"none":      {map[string]any{"product": buytest.Small, "qty": 0}, "greater_than_zero", "Must be greater than 0"},
			"out of reach": {map[string]any{"product": buytest.Small, "branch_id": buytest.Zamalek}, "not_delivered",
				"We Don't Deliver To Your Location"},
			"other shelf": {map[string]any{"product": buytest.Milk, "branch_id": buytest.Bakala}, "unavailable", ""},
			"smuggled":    {map[string]any{"product": buytest.Small, "price": 1}, "unknown_field", ""},
		} {
			if r := add(s, "usr", c.body, place); r.Code() != c.code || !strings.Contains(r.Body, c.text) || r.Status < 400 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if r := add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": "koshary-maadi", "qty": "٢",
			"note": "no onions"}, place); r.Status != 200 {
			t.Fatal(r.Body)
		}
		add(s, "usr", map[string]any{"product": buytest.Small}, place)
		add(s, "usr", map[string]any{"product": buytest.Large}, place)
		v := get(t, s, "usr", place)
		if v.ItemsQuantity != 4 || len(v.Items) != 2 || text(v.Price) != "200" || text(v.DeliveryPrice) != "15" ||
			text(v.Total) != "215" ||
			text(v.Tax) != "26.4" || !v.CanCheckout || v.Items[0].Note != "no onions" || v.Branch.ID != buytest.Koshary {
			t.Errorf("cart: %+v", v)
		}
		item := v.Items[0].ID
		if r := s.Do("POST", "/order/update-cart", "usr", map[string]any{"service_id": "food", "item_id": item, "qty": 1},
			place); r.Status != 200 || !strings.Contains(r.Body, `"message":"Cart updated."`) {
			t.Errorf("update: %s", r.Body)
		}
		if r := s.Do("POST", "/order/update-cart", "other",
			map[string]any{"service_id": "food", "item_id": item, "qty": 3}); r.Code() != "no_such_item" {
			t.Errorf("somebody else's line: %s", r.Body)
		}
		if r := s.Do("DELETE", "/orders/item/"+item, "usr", nil); r.Status != 422 ||
			!strings.Contains(r.Body, "Service ID is required.") {
			t.Errorf("delete without a service: %d %s", r.Status, r.Body)
		}
		for range 2 {
			if r := s.Do("DELETE", "/orders/item/"+item+"?service_id=food", "usr", nil); r.Status != 200 {
				t.Errorf("delete: %s", r.Body)
			}
		}
		if v = get(t, s, "usr", place); len(v.Items) != 1 || v.ItemsQuantity != 1 {
			t.Errorf("after deleting: %+v", v.Items)
		}
		if r := s.Do("DELETE", "/orders/item/"+v.Items[0].ID+"?service_id=food", "usr", nil, place); r.Status != 200 {
			t.Errorf("delete the last: %s", r.Body)
		}
		if v = get(t, s, "usr", place); len(v.Items) != 0 || text(v.DeliveryPrice) != "0" || text(v.Total) != "0" ||
			text(v.Tax) != "0" {
			t.Errorf("an emptied cart costs %v + %v: %v", text(v.DeliveryPrice), text(v.Tax), text(v.Total))
		}
	})
}

// The cart's fields have the names and kinds of the specification.
func TestFieldsOfACart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`INSERT INTO coupons (id, code, kind, value, minimum, first_order, active)
			VALUES ('c1', 'TEN', 'percent', 1000, 10000, $1, $2)`, false, true)
		place := buytest.Header{"district-id": maadi}
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": 3}, place)
		read := func() (cart, item map[string]any) {
			s.Do("GET", "/get_card?service_id=food", "usr", nil, place).Into(t, &cart)
			items, _ := cart["items"].([]any)
			if len(items) != 1 {
				t.Fatalf("items: %v", cart["items"])
			}
			item, _ = items[0].(map[string]any)
			return cart, item
		}
		check := func(got map[string]any, want map[string]any) {
			t.Helper()
			for field, value := range want {
				if have, there := got[field]; !there || have != value {
					t.Errorf("%s is %#v, want %#v", field, have, value)
				}
			}
		}
		got, item := read()
		check(got,
			map[string]any{"items_quantity": 3.0, "price": 135.0, "cart_total": 135.0, "coupon_discount": 0.0, "tax": 18.42,
				"delivery_price": 15.0, "total": 150.0, "coupon_id": nil, "coupon_code": nil})
		check(item, map[string]any{"favorite": false, "qty": 3.0})
		if id, _ := item["id"].(string); id == "" {
			t.Errorf("id %v", item["id"])
		}
		order, _ := item["order"].(map[string]any)
		check(order, map[string]any{"unit_price": 45.0, "line_total": 135.0, "min_qty": 1.0, "max_qty": 10.0, "problem": nil})

		var c map[string]any
		s.Do("POST", "/add_coupon", "usr", map[string]any{"service_id": "food", "coupon_code": "ten"}, place).Into(t, &c)
		with := map[string]any{"price": 135.0, "coupon_discount": 13.5, "cart_total": 121.5, "tax": 16.76,
			"delivery_price": 15.0, "total": 136.5, "coupon_id": "c1", "coupon_code": "TEN"}
		check(c, map[string]any{"qty": 3.0})
		order, _ = c["order"].(map[string]any)
		check(order, with)

		s.Exec(`INSERT INTO favourites (user_id, kind, ref, created_at)
			VALUES ('usr', 'product', 'prd_koshary', 1), ('other', 'product', 'prd_juice', 1)`)
		got, item = read()
		check(got, with)
		check(item, map[string]any{"favorite": true})
		s.Exec(`DELETE FROM favourites WHERE user_id = 'usr'`)
		if _, item = read(); item["favorite"] != false {
			t.Errorf("after the heart was taken away: %v", item["favorite"])
		}
	})
}

func TestLeastAndMostOfAProduct(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE products SET min_qty = 2 WHERE id = 'prd_koshary'`)
		said := func(r buytest.Res, status int, code, text string) {
			t.Helper()
			if r.Status != status || r.Code() != code || !strings.Contains(r.Body, `"errors":{"error":["`+text+`"]}`) {
				t.Errorf("%d %s, want %s", r.Status, r.Body, text)
			}
		}
		put := func(qty int) buytest.Res {
			return add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": qty})
		}
		said(put(1), 400, "min_qty", "Min Quantity Reached")
		said(put(11), 400, "max_qty", "Max Quantity Reached")
		if r := put(2); r.Status != 200 {
			t.Fatal(r.Body)
		}
		item := get(t, s, "usr").Items[0].ID
		update := func(qty int) buytest.Res {
			return s.Do("POST", "/order/update-cart", "usr", map[string]any{"service_id": "food", "item_id": item, "qty": qty})
		}
		said(update(1), 400, "min_qty", "Min Quantity Reached")
		said(update(11), 400, "max_qty", "Max Quantity Reached")
		if v := get(t, s, "usr"); v.ItemsQuantity != 2 {
			t.Errorf("refusals left %d in the cart", v.ItemsQuantity)
		}
	})
}

// TestQuantitiesGoUpInSteps: a product with a minimum of two and steps of four can be ordered as two, six or ten; if
// the rule changes, the cart shows an allowed quantity.
func TestQuantitiesGoUpInSteps(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE products SET min_qty = 2, step_qty = 4 WHERE id = 'prd_koshary'`)
		put := func(qty int) buytest.Res {
			return add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": qty})
		}
		for qty, code := range map[int]string{1: "min_qty", 3: "step_qty", 4: "step_qty", 5: "step_qty", 11: "max_qty"} {
			if r := put(qty); r.Code() != code {
				t.Errorf("%d: %s, want %s", qty, r.Body, code)
			}
		}
		if r := put(4); !strings.Contains(r.Body, "Choose 2 or more, in steps of 4") {
			t.Error(r.Body)
		}
		if r := put(6); r.Status != 200 {
			t.Fatal(r.Body)
		}
		v := get(t, s, "usr")
		item := v.Items[0].ID
		if o := v.Items[0].Order; o.StepQty != 4 || o.MinQty != 2 || o.Problem != nil {
			t.Errorf("in the cart: %+v", o)
		}
		update := func(qty int) buytest.Res {
			return s.Do("POST", "/order/update-cart", "usr", map[string]any{"service_id": "food", "item_id": item, "qty": qty})
		}
		// Decreasing is checked too: quantities between the steps are refused.
		for qty, code := range map[int]string{4: "step_qty", 5: "step_qty", 7: "step_qty"} {
			if r := update(qty); r.Code() != code {
				t.Errorf("to %d: %s", qty, r.Body)
			}
		}
		if r := update(10); r.Status != 200 {
			t.Error(r.Body)
		}
		if r := update(2); r.Status != 200 {
			t.Error(r.Body)
		}
		for now, want := range map[string]int64{"step_qty = 3": 8, "step_qty = 5": 7, "min_qty = 3, step_qty = 4": 7} {
			s.Exec(`UPDATE products SET min_qty = 2, step_qty = 1 WHERE id = 'prd_koshary'`)
			if r := update(9); r.Status != 200 {
				t.Fatal(r.Body)
			}
			s.Exec(`UPDATE products SET ` + now + ` WHERE id = 'prd_koshary'`)
			p := get(t, s, "usr").Items[0].Order.Problem
			if p == nil || p.Code != "step_qty" || p.SuggestedQty == nil || *p.SuggestedQty != want {
				t.Errorf("%s: %+v", now, p)
			}
		}
		// Too few are left: the largest quantity that can be ordered is offered.
		s.Exec(`UPDATE products SET min_qty = 2, step_qty = 4 WHERE id = 'prd_koshary'`)
		s.Exec(`UPDATE stock SET on_hand = 8, reserved = 0 WHERE variant_id = $1`, buytest.Small)
		if p := get(t, s, "usr").Items[0].Order.Problem; p == nil || p.Code != "out_of_stock" || *p.SuggestedQty != 6 {
			t.Errorf("with 8 left: %+v", p)
		}
	})
}

func TestALinesNoteCanBeChanged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		add(s, "usr", map[string]any{"product": buytest.Small, "qty": 2, "note": "no onions"})
		item := get(t, s, "usr").Items[0].ID
		update := func(body map[string]any) buytest.Res {
			body["service_id"], body["item_id"] = "food", item
			return s.Do("POST", "/order/update-cart", "usr", body)
		}
		update(map[string]any{"qty": 3, "note": " extra sauce "})
		if it := get(t, s, "usr").Items[0]; it.Qty != 3 || it.Note != "extra sauce" {
			t.Errorf("with a note: %+v", it)
		}
		update(map[string]any{"qty": 1})
		if it := get(t, s, "usr").Items[0]; it.Qty != 1 || it.Note != "extra sauce" {
			t.Errorf("without one it stays: %+v", it)
		}
		update(map[string]any{"qty": 1, "note": ""})
		if it := get(t, s, "usr").Items[0]; it.Note != "" {
			t.Errorf("taken away: %+v", it)
		}
		if r := update(map[string]any{"qty": 1, "note": strings.Repeat("ن", 201)}); r.Status != 422 ||
			r.Code() != "too_long" {
			t.Errorf("too long: %d %s", r.Status, r.Body)
		}
	})
}

func TestAnotherBranchParksTheCart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": 2})
		body := map[string]any{"product": "var_juice", "branch_id": buytest.Zamalek}
		r := add(s, "usr", body)
		if r.Status != http.StatusBadRequest || r.Code() != "different_store" || !strings.Contains(r.Body,
			`"message":"There are items from different store in your cart. `+
				`Would you like to empty your cart to add this item?"`) ||
			!strings.Contains(r.Body, `"errors":{"error":["There are items from`) {
			t.Fatalf("conflict: %d %s", r.Status, r.Body)
		}
		if r := add(s, "usr", body, buytest.Header{"Accept-Language": "ar"}); r.Code() != "different_store" ||
			strings.Contains(r.Body, "There are") {
			t.Errorf("in Arabic: %s", r.Body)
		}
		body["replace_cart"] = true
		var v cart.View
		add(s, "usr", body).Into(t, &v)
		if v.Branch.ID != buytest.Zamalek || v.Parked == nil || v.Parked.Branch.ID != buytest.Koshary ||
			text(v.Parked.Total) != "90" {
			t.Fatalf("replaced: %+v", v)
		}
		if r := s.Do("POST", "/carts/"+v.Parked.ID+"/restore", "other", nil); r.Code() != "nothing_parked" {
			t.Errorf("somebody else restores it: %s", r.Body)
		}
		s.Do("POST", "/carts/"+v.Parked.ID+"/restore", "usr", nil).Into(t, &v)
		if v.Branch.ID != buytest.Koshary || v.ItemsQuantity != 2 || v.Parked == nil ||
			v.Parked.Branch.ID != buytest.Zamalek {
			t.Errorf("restored: %+v", v)
		}
		// Somewhere else the listing speaks of a branch that delivers there.
		if r := add(s, "usr", map[string]any{"product": buytest.Small},
			buytest.Header{"district-id": "zamalek"}); r.Code() != "different_store" {
			t.Errorf("after moving: %s", r.Body)
		}
	})
}

func TestCartsStandInTheOrderOfTheServices(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		listed := func() (out []string) {
			var carts []cart.Summary
			s.Do("GET", "/carts", "usr", nil).Into(t, &carts)
			for _, c := range carts {
				out = append(out, c.Service.Slug)
			}
			return out
		}
		want := []string{"food", "grocery"}
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary})
		s.Clock.Advance(time.Minute)
		add(s, "usr", map[string]any{"service_id": "grocery", "product": buytest.Milk, "branch_id": buytest.Bakala, "qty": 3})
		if got := listed(); !slices.Equal(got, want) {
			t.Errorf("grocery was filled last: %v, want %v", got, want)
		}
		s.Clock.Advance(time.Minute)
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary})
		if got := listed(); !slices.Equal(got, want) {
			t.Errorf("food was filled last: %v, want %v", got, want)
		}
	})
}

func TestParkedCartsAreGivenUpAfterAMonth(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary})
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Zamalek, "replace_cart": true})
		for _, c := range []struct {
			wait   time.Duration
			parked int
		}{{29 * 24 * time.Hour, 1}, {2 * 24 * time.Hour, 0}} {
			s.Clock.Advance(c.wait)
			if err := s.Cart.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE state = 'parked'`); n != c.parked {
				t.Errorf("after %s: %d parked", c.wait, n)
			}
		}
		if v := get(t, s, "usr"); v.ItemsQuantity != 1 || v.Parked != nil {
			t.Errorf("the live one: %+v", v)
		}
	})
}

func TestGuestsCartsAreRemovedAfterThreeMonths(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		add(s, "", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary})
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary})
		for _, c := range []struct {
			wait  time.Duration
			carts int
		}{{89 * 24 * time.Hour, 2}, {2 * 24 * time.Hour, 1}} {
			s.Clock.Advance(c.wait)
			if err := s.Cart.SweepGuests(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts`); n != c.carts {
				t.Errorf("after %s: %d carts", c.wait, n)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM cart_items`); n != 1 {
			t.Errorf("%d lines are left, of one cart", n)
		}
	})
}

// TestGuestsOfOneNetworkBeginSoManyCarts: any made-up token is a guest, and each would be a row. Carts that are there,
// customers who are known and the next hour are not touched.
func TestGuestsOfOneNetworkBeginSoManyCarts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		body := map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary}
		mine := buytest.Header{"Cart-Token": strings.Repeat("a", 32)}
		another := buytest.Header{"Cart-Token": strings.Repeat("b", 32)}
		if r := add(s, "", body, mine); r.Status != 200 {
			t.Fatal(r.Body)
		}
		s.Exec(`UPDATE rate_counters SET used = 3000 WHERE key = 'cart:192.0.2.0/24' AND used = 1`)
		before := buytest.Get[int](s, `SELECT COUNT(*) FROM carts`)
		for name, header := range map[string]buytest.Header{"a made-up token": another, "none": {}} {
			if r := add(s, "", body, header); r.Status != 429 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts`); n != before {
			t.Errorf("%d carts were begun", n-before)
		}
		for name, r := range map[string]buytest.Res{"theirs": add(s, "", body, mine), "a customer": add(s, "usr", body)} {
			if r.Status != 200 {
				t.Errorf("%s: %s", name, r.Body)
			}
		}
		s.Clock.Advance(time.Hour)
		if r := add(s, "", body, another); r.Status != 200 {
			t.Errorf("an hour later: %s", r.Body)
		}
	})
}

func TestAMixedListingStaysAtTheCartsBranch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		zamalek := buytest.Header{"district-id": "zamalek"}
		var v cart.View
		add(s, "usr", map[string]any{"product": buytest.Small}, zamalek).Into(t, &v)
		if v.Branch.ID != buytest.Zamalek {
			t.Errorf("the best branch for Zamalek is %s", v.Branch.ID)
		}
		add(s, "one", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary})
		// Without a place the main branch, Maadi's, speaks for the store; the juice
		// is sold out there, and the cart is there.
		if r := add(s, "one", map[string]any{"product": "var_juice"}); r.Code() != "out_of_stock" {
			t.Errorf("sold out at the cart's branch: %s", r.Body)
		}
		add(s, "one", map[string]any{"product": buytest.Large}).Into(t, &v)
		if v.Branch.ID != buytest.Koshary || v.ItemsQuantity != 2 {
			t.Errorf("stayed at %s with %d", v.Branch.ID, v.ItemsQuantity)
		}
	})
}

func TestLinesTellWhatIsWrong(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": 5})
		add(s, "usr", map[string]any{"product": buytest.Large, "qty": 1})
		s.Exec(`UPDATE stock SET on_hand = 2 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		s.Exec(`UPDATE branch_prices SET price = 7000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary,
			buytest.Large)
		v := get(t, s, "usr")
		p := v.Items[0].Order.Problem
		if p == nil || p.Code != "out_of_stock" || p.SuggestedQty == nil || *p.SuggestedQty != 2 || v.CanCheckout ||
			*v.Items[0].Order.StockLeft != 2 {
			t.Errorf("problem: %+v", p)
		}
		if was := v.Items[1].Order.PriceWas; was == nil || text(*was) != "65" || text(v.Items[1].Order.UnitPrice) != "70" {
			t.Errorf("price was %v", was)
		}
		if o := v.Items[0].Order; o.Pack == "" || o.Pack != o.Variant.Name {
			t.Errorf("the pack is %q, the variant %q", o.Pack, o.Variant.Name)
		}
		// Taking fewer is how it is mended.
		for _, qty := range []int{4, 2} {
			if r := s.Do("POST", "/order/update-cart", "usr",
				map[string]any{"service_id": "food", "item_id": v.Items[0].ID, "qty": qty}); r.Status != 200 {
				t.Errorf("%d: %s", qty, r.Body)
			}
		}
		if v = get(t, s, "usr"); v.Items[0].Order.Problem != nil || !v.CanCheckout {
			t.Errorf("mended: %+v", v.Items[0].Order.Problem)
		}
		s.Exec(`UPDATE branch_prices SET active = $1 WHERE variant_id = $2`, false, buytest.Large)
		if v = get(t, s, "usr"); v.Items[1].Order.Problem == nil || v.Items[1].Order.Problem.Code != "unavailable" ||
			text(v.Price) != "90" {
			t.Errorf("withdrawn: %+v %s", v.Items[1].Order.Problem, text(v.Price))
		}
	})
}

func TestAGuestsCartComesAlong(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		guest := func(branch, variant string, qty int) string {
			t.Helper()
			var v cart.View
			add(s, "", map[string]any{"product": variant, "branch_id": branch, "qty": qty}).Into(t, &v)
			if len(v.CartToken) < 40 {
				t.Fatalf("cart token %q", v.CartToken)
			}
			return v.CartToken
		}
		token := guest(buytest.Koshary, buytest.Small, 8)
		if v := get(t, s, "", buytest.Header{"cart-token": token}); v.ItemsQuantity != 8 || v.CartToken != "" {
			t.Errorf("the guest's own: %+v", v)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE owner = $1`, "guest:"+token); n != 0 {
			t.Error("the token is stored in plain")
		}
		var c cart.Claimed
		claim := func(user, token string) cart.Claimed {
			t.Helper()
			c = cart.Claimed{}
			s.Do("POST", "/carts/claim", user, nil, buytest.Header{"cart-token": token}).Into(t, &c)
			return c
		}
		if claim("new", token); c.Merged != 1 || c.Cart.ItemsQuantity != 8 || c.Conflict != nil {
			t.Errorf("a new customer: %+v", c)
		}
		if claim("new", token); c.Merged != 0 {
			t.Errorf("claimed twice: %+v", c)
		}
		// Same branch: quantities add up to the maximum of ten.
		add(s, "same", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": 5})
		if claim("same", guest(buytest.Koshary, buytest.Small, 8)); c.Merged != 1 || len(c.Capped) != 1 ||
			c.Capped[0].Qty != 10 || c.Cart.ItemsQuantity != 10 {
			t.Errorf("same branch: %+v", c)
		}
		// Another branch: both are kept, the customer decides.
		add(s, "other", map[string]any{"product": buytest.Small, "branch_id": buytest.Zamalek, "qty": 1})
		if claim("other", guest(buytest.Koshary, buytest.Small, 2)); c.Conflict == nil ||
			c.Conflict.Branch.ID != buytest.Koshary || c.Cart.Branch.ID != buytest.Zamalek {
			t.Errorf("another branch: %+v", c)
		}
		if r := s.Do("POST", "/carts/claim", "", nil,
			buytest.Header{"cart-token": token}); r.Status != http.StatusUnauthorized {
			t.Errorf("a guest claims: %d", r.Status)
		}
	})
}

func TestCoupons(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`INSERT INTO coupons (id, code, kind, value, minimum, first_order, active)
			VALUES ('c1', 'TEN', 'percent', 1000, 10000, $1, $2)`, false, true)
		s.Exec(`INSERT INTO coupons (id, code, kind, value, categories, first_order, active)
			VALUES ('c2', 'MILK', 'amount', 500, '["cat_milk"]', $1, $2)`, false, true)
		coupon := func(code string) buytest.Res {
			return s.Do("POST", "/add_coupon", "usr", map[string]any{"service_id": "food", "coupon_code": code},
				buytest.Header{"district-id": maadi})
		}
		if r := coupon("ten"); r.Code() != "empty_cart" {
			t.Errorf("without a cart: %s", r.Body)
		}
		for _, none := range []string{"", "  "} {
			if r := coupon(none); r.Status != http.StatusUnprocessableEntity ||
				!strings.Contains(r.Body, `"coupon_code":["This field is required"]`) {
				t.Errorf("no code %q: %d %s", none, r.Status, r.Body)
			}
		}
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": 2})
		if r := coupon("nothing"); r.Code() != "unknown" {
			t.Errorf("unknown: %s", r.Body)
		}
		if r := coupon("ten"); r.Code() != "below_minimum" || !strings.Contains(r.Body, "Add EGP 10 ") {
			t.Errorf("below its minimum: %s", r.Body)
		}
		if r := coupon("milk"); r.Code() != "no_items" {
			t.Errorf("other shelf: %s", r.Body)
		}
		add(s, "usr", map[string]any{"product": buytest.Small, "qty": 1})
		var a cart.CouponAnswer
		coupon(" ten ").Into(t, &a)
		if a.Qty != 3 || a.Order.CouponCode != "TEN" || text(a.Order.Price) != "135" ||
			text(a.Order.CouponDiscount) != "13.5" ||
			text(a.Order.CartTotal) != "121.5" || text(a.Order.Total) != "136.5" || text(a.Order.DeliveryPrice) != "15" {
			t.Errorf("with it: %+v", a)
		}
		s.Exec(`UPDATE coupons SET active = $1`, false)
		if v := get(t, s, "usr"); v.CouponProblem == nil || text(v.CouponDiscount) != "0" || v.CouponCode == nil {
			t.Errorf("withdrawn: %+v", v.CouponProblem)
		}
		var v cart.View
		s.Do("DELETE", "/coupon?service_id=food", "usr", nil).Into(t, &v)
		if v.CouponID != nil || v.CouponProblem != nil {
			t.Errorf("removed: %+v", v)
		}
	})
}

func TestReorderShowsWhatChanged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", maadi)
		add(s, "usr", map[string]any{"product": buytest.Large, "branch_id": buytest.Koshary, "qty": 4})
		order := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 3, "cod")
		s.Exec(`UPDATE branch_prices SET price = 5000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary,
			buytest.Small)
		s.Exec(`UPDATE stock SET on_hand = 6, reserved = 4 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary,
			buytest.Large)
		var r cart.Reordered
		s.Do("POST", "/order/reorder", "usr", map[string]any{"order_id": order}).Into(t, &r)
		codes := map[string]string{}
		for _, c := range r.Changes {
			codes[c.Code] = c.From + ">" + c.To
		}
		if codes["price"] != "45>50" || codes["quantity"] != "4>2" || len(r.Changes) != 2 || r.Cart != nil {
			t.Errorf("preview: %+v", r)
		}
		s.Do("POST", "/order/reorder", "usr", map[string]any{"order_id": order}, buytest.Header{"district-id": "nasr-city"}).
			Into(t, &r)
		if len(r.Changes) != 3 || r.Changes[0].Code != "not_delivered" || r.Changes[0].Message == "" {
			t.Errorf("where nobody delivers: %+v", r.Changes)
		}
		add(s, "usr", map[string]any{"product": "var_juice", "branch_id": buytest.Zamalek})
		if got := s.Do("POST", "/order/reorder", "usr",
			map[string]any{"order_id": order, "confirm": true}); got.Code() != "different_store" {
			t.Errorf("another cart: %s", got.Body)
		}
		s.Do("POST", "/order/reorder", "usr", map[string]any{"order_id": order, "confirm": true, "replace_cart": true}).
			Into(t, &r)
		if r.Cart == nil || r.Cart.ItemsQuantity != 5 || r.Cart.Parked == nil {
			t.Errorf("confirmed: %+v", r.Cart)
		}
		if got := s.Do("POST", "/order/reorder", "other",
			map[string]any{"order_id": order}); got.Status != http.StatusNotFound {
			t.Errorf("somebody else's order: %d", got.Status)
		}
	})
}

// TestALineOnOfferSaysWhatItWouldComeTo: a discounted line shows its full price next to its total; other lines do not.
func TestALineOnOfferSaysWhatItWouldComeTo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary, "qty": 3})
		if o := get(t, s, "usr").Items[0].Order; o.OldLineTotal != nil || text(o.LineTotal) != "135" {
			t.Errorf("without an offer: %v, before %v", o.LineTotal, o.OldLineTotal)
		}
		s.Exec(`UPDATE branch_prices SET offer_price = 4050 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary,
			buytest.Small)
		o := get(t, s, "usr").Items[0].Order
		if o.OldLineTotal == nil || text(*o.OldLineTotal) != "135" || text(o.LineTotal) != "121.5" ||
			text(*o.OldUnitPrice) != "45" {
			t.Errorf("with one: %v, before %v", o.LineTotal, o.OldLineTotal)
		}
	})
}

// TestReorderingTwiceFillsTheCartOnce: confirming twice, one after the other or concurrently, adds the ordered goods
// once; a new confirmation adds them again.
func TestReorderingTwiceFillsTheCartOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", maadi)
		order := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 3, "cod")
		confirm := func(key string, replace bool) buytest.Res {
			body := map[string]any{"order_id": order, "confirm": true, "replace_cart": replace}
			if key == "" {
				return s.Do("POST", "/order/reorder", "usr", body)
			}
			return s.Do("POST", "/order/reorder", "usr", body, buytest.Header{"Idempotency-Key": key})
		}
		units := func() int64 { return get(t, s, "usr").ItemsQuantity }

		start := make(chan struct{})
		answers := make(chan buytest.Res, 8)
		for range cap(answers) {
			go func() {
				<-start
				answers <- confirm("first", true)
			}()
		}
		close(start)
		for range cap(answers) {
			var r cart.Reordered
			if (<-answers).Into(t, &r); r.Cart == nil || r.Cart.ItemsQuantity != 3 {
				t.Errorf("one of eight at once: %+v", r.Cart)
			}
		}
		if n := units(); n != 3 {
			t.Errorf("after eight at once there are %d", n)
		}
		before := confirm("first", true)
		s.Exec(`UPDATE branch_prices SET price = 5000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary,
			buytest.Small)
		var r cart.Reordered
		confirm("first", true).Into(t, &r)
		if before.Status != http.StatusOK || len(r.Changes) != 0 || units() != 3 {
			t.Errorf("again: %d, %+v, %d units", before.Status, r.Changes, units())
		}
		if again := confirm("first", false); again.Status != http.StatusUnprocessableEntity {
			t.Errorf("the key with other content: %d %s", again.Status, again.Body)
		}
		confirm("second", true).Into(t, &r)
		if len(r.Changes) != 1 || units() != 6 {
			t.Errorf("confirmed anew: %+v, %d units", r.Changes, units())
		}
		// A refusal does not use up the key.
		add(s, "usr", map[string]any{"product": "var_juice", "branch_id": buytest.Zamalek, "replace_cart": true})
		if got := confirm("third", false); got.Code() != "different_store" {
			t.Errorf("another branch's cart: %s", got.Body)
		}
		if got := confirm("third", true); got.Status != http.StatusOK {
			t.Errorf("the same key once that is agreed to: %s", got.Body)
		}
	})
}

func TestManyTabsAddAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Exec(`UPDATE products SET max_qty = 0`)
		const tabs = 6
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range tabs {
			wg.Go(func() {
				<-start
				body := map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary}
				if i%2 == 0 {
					body["product"] = buytest.Large
				}
				if r := add(s, "usr", body); r.Status != 200 {
					t.Errorf("tab %d: %s", i, r.Body)
				}
			})
		}
		close(start)
		wg.Wait()
		if v := get(t, s, "usr"); v.ItemsQuantity != tabs || len(v.Items) != 2 {
			t.Errorf("%d units in %d lines", v.ItemsQuantity, len(v.Items))
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE state = 'active'`); n != 1 {
			t.Errorf("%d live carts", n)
		}
	})
}
