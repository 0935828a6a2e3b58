package app_test

import (
	"maps"

	"wekala/internal/app/apptest"
)

var newAddress = map[string]any{"type": "work", "district_id": "maadi", "address": "Road 10", "building_number": "1",
	"lat": 29.9602, "lng": 31.2569}

func addressIn(_ *matrix, _ thing, district string) any {
	a := maps.Clone(newAddress)
	a["district_id"] = district
	return a
}

// Accounts, products, carts, orders and their console.
var _ = addCases(map[string][]idCase{
	"DELETE /user/sessions/{id}": {{make: (*matrix).session, want: private}},

	"PUT /addresses/{id}": {
		{make: (*matrix).address, body: func(*matrix, thing, string) any { return newAddress }, want: private}},
	"POST /addresses .district_id": {{make: fixed("maadi", "no-such"), body: addressIn, want: with(private, other, ok)}},
	"PUT /addresses/{id} .district_id": {{make: func(m *matrix) thing {
		t := m.address()
		return thing{id: "maadi", missing: "no-such", path: t.id, owner: t.owner}
	}, body: addressIn, want: private}},
	"DELETE /addresses/{id}":       {{make: (*matrix).address, want: private}},
	"POST /addresses/{id}/default": {{make: (*matrix).address, want: private}},

	"DELETE /orders/item/{id}": {
		{name: "a customer's", make: (*matrix).item, query: "?service_id=food",
			want: with(publicOptional, other, ofNothing, guest, ofNothing)},
		{name: "a guest's", make: (*matrix).guestItem, query: "?service_id=food",
			want: with(publicOptional, other, ofNothing, guest, ofNothing)},
	},
	"POST /order/update-cart .item_id": {{make: (*matrix).item,
		body: func(_ *matrix, _ thing, id string) any {
			return map[string]any{"service_id": "food", "item_id": id, "qty": 3}
		},
		want: with(publicOptional, other, "400 no_such_item", guest, "400 no_such_item")}},
	"POST /carts/{id}/restore": {
		{name: "a customer's", make: (*matrix).parkedCart,
			want: with(publicOptional, other, "400 nothing_parked", guest, "400 nothing_parked")},
		{name: "a guest's", make: (*matrix).guestParked,
			want: with(publicOptional, other, "400 nothing_parked", guest, "400 nothing_parked")},
	},
	"POST /order/add-to-cart .branch_id": {{make: fixed("koshary-maadi", "no-such-branch"),
		body: func(_ *matrix, _ thing, id string) any {
			return map[string]any{"service_id": "food", "branch_id": id, "product": apptest.Small, "qty": 1}
		}, want: publicOptional}},
	"POST /order/reorder .order_id": {{make: (*matrix).order,
		body: func(_ *matrix, _ thing, id string) any { return map[string]any{"order_id": id} }, want: private}},

	"GET /checkout ?address_id": {{make: (*matrix).addressWithCart, query: "&service_id=food",
		want: with(private, other, "422 invalid")}},
	"POST /checkout .address_id": {{make: (*matrix).addressWithCart, header: apptest.Key("matrix"),
		body: func(_ *matrix, t thing, id string) any {
			b := t.owner.Body("cod", 105_00)
			b["address_id"] = id
			return b
		}, want: with(private, other, "422 invalid")}},

	"GET /orders/{id}": {{make: (*matrix).order, want: private},
		{name: "by number", make: (*matrix).orderByNumber, want: private}},
	"POST /orders/{id}/cancel": {
		{make: (*matrix).order, body: func(*matrix, thing, string) any { return map[string]any{} }, want: private}},
	"GET /orders/{id}/events":      {{make: (*matrix).order, stream: true, want: private}},
	"GET /orders/{id}/invoice.pdf": {{make: (*matrix).delivered, want: private}},
	"GET /orders/{id}/invoice":     {{make: (*matrix).delivered, want: private}},
	"POST /orders/{id}/pay":        {{make: (*matrix).draft, want: private}},
	"GET /console/orders/{id}": {{make: (*matrix).order, want: ofBranch},
		{name: "a draft", make: (*matrix).draft, want: with(ofBranch, staff, notFound, boss, notFound)}},
	"POST /console/orders/{id}/move": {{make: (*matrix).order, want: ofBranch,
		body: func(m *matrix, t thing, _ string) any {
			return map[string]any{"to": "processing", "expected_seq": m.seq(t.id)}
		}}},
	"GET /console/orders ?branch_id":        {{make: fixed(apptest.Koshary, "br_none"), want: ofBranch}},
	"GET /console/orders/events ?branch_id": {{make: fixed(apptest.Koshary, "br_none"), stream: true, want: ofBranch}},

	"GET /branches/{id}": {{name: "open", make: fixed("koshary-maadi", "no-such"), want: publicOptional},
		{name: "given up", make: fixed("koshary-old", "no-such"), want: hiddenOptional}},
	"GET /products/{id}": {{name: "on sale", make: fixed("koshary", "no-such"), want: publicOptional},
		{name: "taken out", make: fixed("hidden", "no-such"), want: hiddenOptional}},
	"GET /products/{id} ?branch_id": {{make: func(m *matrix) thing {
		return thing{id: "koshary-zamalek", missing: "no-such", path: "koshary", owner: m.s.Customer()}
	}, want: publicOptional}},
	"GET /categories/{id}": {{make: fixed("koshary", "no-such"), want: everybody(ok)}},
	"GET /pages/{name}":    {{make: fixed("privacy", "no-such"), want: everybody(ok)}},

	"GET /products ?block_id": {
		{make: fixed("picks", "no-such"), query: "&page=1&service_id=grocery", want: publicOptional}},
	"GET /products ?branch_id": {
		{make: fixed("koshary-maadi", "no-such"), query: "&page=1&service_id=food", want: publicOptional}},
	"GET /products ?store_id": {
		{make: fixed("koshary-house", "no-such"), query: "&page=1&service_id=food", want: publicOptional}},
	"GET /products ?category_id": {
		{make: fixed("koshary", "no-such"), query: "&page=1&service_id=food", want: publicOptional}},
	"GET /search ?branch_id": {
		{make: fixed("koshary-maadi", "no-such"), query: "&q=koshary", want: publicOptional}},
	"GET /search ?store_id": {
		{make: fixed("koshary-house", "no-such"), query: "&q=koshary", want: publicOptional}},
	"GET /search ?category_id": {
		{make: fixed("koshary", "no-such"), query: "&q=koshary", want: publicOptional}},
	"GET /search ?block_id": {
		{make: fixed("picks", "no-such"), query: "&q=milk", want: publicOptional}},
	"GET /search ?first_service_id": {
		{make: fixed("food", "no-such"), query: "&q=koshary", want: publicOptional}},
	"GET /search/suggestions ?first_service_id": {
		{make: fixed("food", "no-such"), query: "&q=koshary", want: everybody(ok)}},
	"GET /branches ?store_id": {
		{make: fixed("koshary-house", "no-such"), query: "&page=1&service_id=food", want: publicOptional}},
	"GET /branches ?category_id": {
		{make: fixed("koshary", "no-such"), query: "&page=1&service_id=food", want: publicOptional}},
},
	`SELECT 'cart ' || id || owner || state || version || COALESCE(coupon_id, '') FROM carts WHERE owner IN ($1, $2, $3)`,
	`SELECT 'item ' || i.cart_id || i.id || i.qty || i.note FROM cart_items i JOIN carts c ON c.id = i.cart_id
		WHERE c.owner IN ($1, $2, $3)`,
	`SELECT 'address ' || id || address || updated_at || COALESCE(CAST(deleted_at AS TEXT), '') FROM addresses
		WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'default ' || user_id || address_id FROM default_addresses WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'order ' || id || status || event_seq || payment_state || updated_at FROM orders
		WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'event ' || e.order_id || e.seq FROM order_events e JOIN orders o ON o.id = e.order_id
		WHERE o.user_id IN ($1, $2, $3)`,
	`SELECT 'payment ' || id || state || captured || refunded FROM payments WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'held ' || r.order_id || r.variant_id || r.state || r.qty FROM reservations r
		JOIN orders o ON o.id = r.order_id WHERE o.user_id IN ($1, $2, $3)`,
	`SELECT 'session ' || id || COALESCE(CAST(revoked_at AS TEXT), '') FROM sessions WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'key ' || caller || operation || key || status FROM idempotency WHERE caller IN ($1, $2, $3)`,
)
