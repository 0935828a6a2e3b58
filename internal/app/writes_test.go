package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/account"
	team "wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// fields is a body.
type fields = map[string]any

// write is an operation that changes something: who may call it, and with which body.
type write struct {
	staff bool
	path  string // the value for the id in the path
	body  func(in ids) fields
	// share is how often it is chosen among the writes.
	share int
}

// ids are the ids that bodies contain.
type ids struct {
	address, item, order, ordered, ticket, phone string
	quotation, line                              string
	seq                                          int64
	total                                        money.Major
}

// writes has every operation with a body. A new one without an entry fails the tests that send malformed bodies.
var writes = map[string]write{
	"login-by-otp": {share: 2, body: func(in ids) fields {
		return fields{"country_code": "+20", "phone": in.phone, "method": "sms"}
	}},
	"verify-login-by-otp": {share: 2, body: func(in ids) fields {
		return fields{"country_code": "+20", "phone": in.phone, "code": "0000"}
	}},
	"register-by-otp": {share: 3, body: func(in ids) fields {
		return fields{"registration_ticket": in.ticket, "name": "Mona", "email": "mona@example.com",
			"referral_code": "FRIEND"}
	}},
	"login-by-password": {share: 1, body: func(in ids) fields {
		return fields{"country_code": "+20", "phone": in.phone, "password": "wrong-Pass-1"}
	}},
	"forget-password": {share: 1, body: func(in ids) fields {
		return fields{"country_code": "+20", "phone": in.phone, "method": "sms"}
	}},
	"reset-password": {share: 1, body: func(in ids) fields {
		return fields{"country_code": "+20", "phone": in.phone, "code": "0000", "password": "n3w!harbour",
			"password_confirmation": "n3w!harbour"}
	}},
	"change-password": {share: 1, body: func(ids) fields {
		return fields{"current_password": "wrong-Pass-1", "code": "0000", "password": "n3w!harbour",
			"password_confirmation": "n3w!harbour"}
	}},
	"send-password-code": {share: 1, body: func(ids) fields { return fields{"method": "sms"} }},
	"verify-email": {
		share: 1, body: func(ids) fields { return fields{"email": "mona@example.com", "code": "0000"} }},
	"change-profile": {share: 5, body: func(ids) fields {
		return fields{"name": "Mona", "email": "mona@example.com", "company_name": "Mona & Co", "birthdate": "1990-01-31",
			"gender": "female", "photo": "pho_none"}
	}},
	"change-preferences": {share: 3, body: func(ids) fields {
		return fields{"lang": "en", "figures": "latn", "currency": "EGP", "offers": fields{"sms": true, "email": false},
			"version": account.WordingVersion}
	}},
	"send-delete-code": {share: 1, body: func(ids) fields { return fields{"method": "sms"} }},
	"delete-account":   {share: 1, body: func(ids) fields { return fields{"password": "wrong-Pass-1", "code": "0000"} }},
	"create-address":   {share: 8, body: func(ids) fields { return fullAddress() }},
	"update-address":   {share: 8, path: "address", body: func(ids) fields { return fullAddress() }},
	"add-to-cart": {share: 14, body: func(ids) fields {
		return fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 1,
			"replace_cart": true, "note": "no onions"}
	}},
	"update-cart": {share: 14, body: func(in ids) fields {
		return fields{"service_id": "food", "item_id": in.item, "qty": 2, "note": "hot"}
	}},
	"add-coupon": {share: 8, body: func(ids) fields { return fields{"service_id": "food", "coupon_code": "TEN"} }},
	"reorder": {share: 6, body: func(in ids) fields {
		return fields{"order_id": in.ordered, "replace_cart": true, "confirm": true}
	}},
	"place-order": {share: 30, body: func(in ids) fields {
		return fields{"service_id": "food", "address_id": in.address, "payment_method": "cod", "note": "ring twice", "tip": 0,
			"change_for": 2000, "accept_terms": true, "expected_total": in.total, "wallet_amount": 0, "points": 0}
	}},
	"cancel-order": {share: 6, path: "order", body: func(ids) fields { return fields{"reason": "changed my mind"} }},
	"subscribe-push": {share: 2, body: func(ids) fields {
		return fields{"endpoint": "https://fcm.googleapis.com/fcm/send/x", "keys": fields{
			"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
			"auth":   "BTBZMqHH6r4Tts7J_aSIgg"}}
	}},
	"top-up-wallet":  {share: 4, body: func(ids) fields { return fields{"amount": 50} }},
	"convert-points": {share: 4, body: func(ids) fields { return fields{"points": 100} }},
	"settle-points":  {share: 1, body: func(ids) fields { return fields{"points": 100} }},
	"console-give-credit": {share: 1, staff: true, body: func(in ids) fields {
		return fields{"phone": in.phone, "amount": 20, "reason": "late"}
	}},
	"console-decide-credit": {share: 1, staff: true, path: "nothing",
		body: func(ids) fields { return fields{"approve": true, "reason": ""} }},
	"console-refund-paid": {share: 1, staff: true, path: "nothing",
		body: func(ids) fields { return fields{"reference": "TRX 1"} }},
	"console-take-cash": {share: 1, staff: true, body: func(ids) fields {
		return fields{"branch_id": apptest.Koshary, "courier_id": "", "expected": 20, "counted": 20, "reason": ""}
	}},
	"console-create-coupon": {share: 1, staff: true, body: func(ids) fields {
		return fields{"code": "SPRING", "kind": "percent", "value": 10, "minimum": 100, "cap": 50, "customer_limit": 1,
			"listed": true, "version": 0}
	}},
	"console-update-coupon": {share: 1, staff: true, path: "address", body: func(ids) fields {
		return fields{"kind": "amount", "value": 10, "services": []string{"food"}, "version": 1}
	}},
	"console-switch-coupon": {share: 1, staff: true, path: "address",
		body: func(ids) fields { return fields{"active": false} }},
	"console-decide-coupon": {share: 1, staff: true, path: "address",
		body: func(ids) fields { return fields{"version": 1, "approve": true, "reason": ""} }},
	"console-preview-coupon": {share: 1, staff: true,
		body: func(ids) fields { return fields{"kind": "percent", "value": 10, "basket": 200} }},
	"console-decide-referral": {share: 1, staff: true, path: "address",
		body: func(ids) fields { return fields{"approve": true, "note": "neighbours"} }},
	"console-login": {
		share: 1, body: func(ids) fields { return fields{"email": "stf@example.com", "password": "wrong-Pass-1"} }},
	"console-move-order": {share: 8, staff: true, path: "ordered", body: func(in ids) fields {
		return fields{"to": "processing", "reason": "because", "expected_seq": in.seq}
	}},
}

// addWrites lets a feature's own file add valid bodies of its operations.
func addWrites(more map[string]write) bool {
	for name, w := range more {
		if _, twice := writes[name]; twice {
			panic("two entries for " + name)
		}
		writes[name] = w
	}
	return true
}

func fullAddress() fields {
	return fields{"type": "home", "name": "Home", "contact_name": "Mona", "phone": "+201001234567", "district_id": "maadi",
		"city": "Cairo", "address": "Road 9", "building_number": "12", "floor": "3", "apartment_number": "7",
		"landmark":    "By the station",
		"postal_code": "11728", "lat": 29.9602, "lng": 31.2569, "is_default": false}
}

// valid is a body that an operation accepts.
func valid(t *testing.T, s *apptest.Shop, op httpapi.Op) any {
	t.Helper()
	w, known := writes[op.ID]
	if !known {
		return nil
	}
	return w.body(ids{address: "adr", item: "itm", order: "ord", ordered: "ord", ticket: "t", phone: "01001234567",
		quotation: "quo", line: "qln", seq: 1, total: money.EGP(1_00).Major()})
}

// writer sends writes as one customer and two members of staff, and keeps the necessary objects available.
type writer struct {
	s         *apptest.Shop
	ops       map[string]httpapi.Op
	customer  apptest.Customer
	bystander apptest.Customer
	theirs    ids    // the bystander's
	staff     string // a manager
	boss      string // an owner, where a manager has no permission
	phones    int
	mine      ids
	sent      int
}

func newWriter(t *testing.T, s *apptest.Shop) *writer {
	t.Helper()
	w := &writer{s: s, ops: map[string]httpapi.Op{}, customer: s.Customer(), bystander: s.Customer(),
		staff: s.Staff("manager", apptest.Koshary), boss: s.Staff("owner")}
	for _, op := range s.App.API.Routes {
		w.ops[op.ID] = op
		if described := s.App.API.OpenAPI().Paths[op.Path]; described != nil && op.Method == "POST" &&
			takesJSON(described.Post) ||
			described != nil && op.Method == "PUT" && takesJSON(described.Put) {
			if _, known := writes[op.ID]; !known {
				t.Errorf("%s takes a body and is not among the writes", op.ID)
			}
		}
	}
	for name := range writes {
		if _, there := w.ops[name]; !there {
			t.Fatalf("%s is not in the API", name)
		}
	}
	s.Stock(apptest.Koshary, apptest.Small, 10_000_000)
	s.Exec(`UPDATE branches SET minimum_order = 0`)
	s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active)
		VALUES ('cpn_ten', 'TEN', 'percent', 1000, $1, $2)`, false, true)
	s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active)
		VALUES ('cpn_all', 'SECRETALL', 'percent', 10000, $1, $2)`, false, false)
	s.Exec(`CREATE TABLE settings_before AS SELECT * FROM settings`)
	w.theirs.ordered = s.Buy(w.bystander, "cod")
	w.theirs.address = w.bystander.Address
	s.Carts([]apptest.Customer{w.bystander}, apptest.TwoSmall)
	w.theirs.item = w.firstItem(w.bystander.ID)
	return w
}

// takesJSON reports whether an operation has a body of fields; an uploaded file is not one.
func takesJSON(op *huma.Operation) bool {
	return op.RequestBody != nil && op.RequestBody.Content[httpapi.JSON] != nil
}

func (w *writer) firstItem(cartOwner string) string {
	w.s.TB.Helper()
	items := w.s.Lines(`SELECT i.id FROM cart_items i JOIN carts c ON c.id = i.cart_id
		WHERE c.owner = $1 AND c.state = 'active' AND c.service_id = 'svc_food'`, cartOwner)
	if len(items) == 0 {
		return ""
	}
	return items[0]
}

// prepare ensures that the objects of an operation exist.
func (w *writer) prepare(op string) ids {
	w.s.TB.Helper()
	s, p := w.s, w.customer
	in := ids{address: p.Address, ordered: w.mine.ordered, order: w.mine.order, phone: "01099999999"}
	switch op {
	case "update-cart", "add-coupon", "place-order":
		if op == "place-order" {
			w.makeRoom()
		}
		if in.item = w.firstItem(p.ID); in.item == "" {
			s.Exec(`UPDATE carts SET state = 'emptied' WHERE owner = $1 AND state = 'active'`, p.ID)
			s.Carts([]apptest.Customer{p}, apptest.TwoSmall)
			in.item = w.firstItem(p.ID)
		}
		if op == "place-order" {
			var quote struct {
				Totals struct {
					Total money.Major `json:"total"`
				} `json:"totals"`
			}
			if a := s.Do("GET", "/checkout?service_id=food&address_id="+p.Address, p.Token, nil); a.Status == 200 {
				a.Into(s.TB, &quote)
			}
			in.total = quote.Totals.Total
		}
	case "cancel-order":
		if in.order == "" || s.Status(in.order) != "pending" {
			w.mine.order = w.bought()
			in.order = w.mine.order
		}
	case "create-address":
		if apptest.Get[int](s, `SELECT COUNT(*) FROM addresses WHERE user_id = $1 AND deleted_at IS NULL`, p.ID) > 5 {
			s.Exec(`UPDATE addresses SET deleted_at = 1 WHERE user_id = $1 AND id <> $2 AND deleted_at IS NULL`, p.ID, p.Address)
			s.Exec(`UPDATE default_addresses SET address_id = $2 WHERE user_id = $1`, p.ID, p.Address)
		}
	case "reorder", "console-move-order", "console-confirm-call", "preview-return", "request-return", "withdraw-return",
		"console-move-return", "console-inspect-return":
		if in.ordered == "" || s.Status(in.ordered) != "pending" {
			w.mine.ordered = w.bought()
			in.ordered = w.mine.ordered
		}
		in.seq = apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, in.ordered)
	case "register-by-otp":
		in.ticket = w.ticket()
	case "ask-quotation", "accept-quotation", "change-quotation", "decline-quotation", "console-price-quotation",
		"console-decline-quotation", "console-decide-quotation":
		in.quotation = w.quotation(op)
		in.line = s.Lines(`SELECT id FROM quotation_lines WHERE quotation_id = $1 ORDER BY id`, in.quotation)[0]
		in.seq = apptest.Get[int64](s, `SELECT event_seq FROM quotations WHERE id = $1`, in.quotation)
	}
	return in
}

// quotation is one of the customer's quotations that an operation can use; earlier ones are deleted, because there
// would soon be too many.
func (w *writer) quotation(op string) string {
	w.s.TB.Helper()
	want := "requested"
	if op == "accept-quotation" || op == "change-quotation" {
		want = "priced"
	}
	if have := w.s.Lines(`SELECT id FROM quotations WHERE user_id = $1 AND state = $2 ORDER BY id`, w.customer.ID,
		want); len(have) > 0 && len(have) < 5 {
		return have[0]
	}
	for _, old := range w.s.Lines(`SELECT id FROM quotations WHERE user_id = $1 ORDER BY id`, w.customer.ID) {
		for _, table := range []string{"quotation_proposals", "quotation_lines", "quotation_offers", "quotation_prices",
			"quotation_events"} {
			w.s.Exec(`DELETE FROM `+table+` WHERE quotation_id = $1`, old)
		}
		w.s.Exec(`DELETE FROM quotations WHERE id = $1`, old)
	}
	w.s.Exec(`DELETE FROM rate_counters WHERE key LIKE 'quotation:%'`)
	made := newQuotation(w.s, w.customer)
	if want == "priced" {
		priceQuotation(w.s, w.staff, made)
	}
	return made
}

// bought is a new order of the customer's.
func (w *writer) bought() string {
	w.s.TB.Helper()
	w.makeRoom()
	w.s.Exec(`UPDATE carts SET state = 'emptied' WHERE owner = $1 AND state = 'active'`, w.customer.ID)
	return w.s.Buy(w.customer, "cod")
}

// makeRoom lets the customer order again: open orders end, waiting or on their way, and cancelled ones become two
// days old.
func (w *writer) makeRoom() {
	w.s.TB.Helper()
	const open = `FROM orders WHERE user_id = $1 AND status IN ('pending', 'processing', 'on_hold', 'shipped',
		'out_for_delivery')`
	units := apptest.Get[int64](w.s, `SELECT COALESCE(SUM(qty), 0) FROM order_lines WHERE order_id IN (SELECT id `+open+
		`)`, w.customer.ID)
	live := w.s.Lines(`SELECT id `+open+` ORDER BY id`, w.customer.ID)
	if len(live) >= orders.MaxWaiting || units > orders.MaxUnits/2 {
		for _, order := range live {
			to := "rejected"
			if status := w.s.Status(order); status == "shipped" || status == "out_for_delivery" {
				to = "in_return"
			}
			seq := apptest.Get[int64](w.s, `SELECT event_seq FROM orders WHERE id = $1`, order)
			a := w.s.Do("POST", "/console/orders/"+order+"/move", w.boss,
				fields{"to": to, "reason": "too much to do", "expected_seq": seq})
			if a.Status != 200 {
				w.s.TB.Fatalf("to %s: %s", to, a.Body)
			}
		}
	}
	w.s.Exec(`UPDATE orders SET created_at = $2 WHERE user_id = $1 AND status = 'cancelled' AND created_at > $2`,
		w.customer.ID, w.s.Clock.Now().Add(-48*time.Hour).UnixMilli())
}

// openAgain reverts shop-wide settings of an owner's body, because a closed shop shows nothing of later bodies.
func (w *writer) openAgain() {
	w.s.TB.Helper()
	w.s.Exec(`DELETE FROM settings`)
	w.s.Exec(`INSERT INTO settings SELECT * FROM settings_before`)
	w.s.Exec(`UPDATE catalog_version SET version = version + 1`)
	if err := w.s.App.Poll(context.Background()); err != nil {
		w.s.TB.Fatal(err)
	}
}

// ticket is a registration ticket; the phone is created for it.
func (w *writer) ticket() string {
	w.s.TB.Helper()
	if w.mine.ticket != "" &&
		apptest.Get[int](w.s, `SELECT COUNT(*) FROM registration_tickets WHERE ticket_hash = $1 AND used_at IS NULL`,
			id.Digest(w.mine.ticket)) == 1 {
		return w.mine.ticket
	}
	w.phones++
	w.mine.ticket = id.Secret(32)
	challenge := id.New("otp")
	now := w.s.Clock.Now().UnixMilli()
	w.s.Exec(`INSERT INTO registration_tickets (ticket_hash, phone, challenge_id, expires_at) VALUES ($1, $2, $3, $4)`,
		id.Digest(w.mine.ticket), fmt.Sprintf("+2012%08d", w.phones), challenge, now+900_000)
	w.s.Exec(`INSERT INTO otp_challenges (id, purpose, phone, channel, nonce, code_hmac, tries, created_at, expires_at,
		used_at)
		VALUES ($1, 'login', $2, 'sms', $3, $4, 1, $5, $6,
		$5)`, challenge, fmt.Sprintf("+2012%08d", w.phones), id.Secret(32), id.Digest("x"), now, now+300_000)
	return w.mine.ticket
}

// send posts a body to an operation, valid or not.
func (w *writer) send(op string, in ids, body string, headers ...apptest.Header) apptest.Answer {
	w.s.TB.Helper()
	w.sent++
	how, route := writes[op], w.ops[op]
	token := w.customer.Token
	switch {
	case how.staff && !(team.Member{Role: team.Manager}).May(route.Capability):
		token = w.boss
	case how.staff:
		token = w.staff
	case route.Audience == httpapi.Public:
		token = ""
	}
	ref := map[string]string{"address": in.address, "order": in.order, "nothing": "no-such", "ordered": in.ordered,
		"quotation": in.quotation}[how.path]
	headers = append([]apptest.Header{apptest.Key(fmt.Sprint("key", w.sent))}, headers...)
	return w.s.Do(route.Method, strings.ReplaceAll(route.Path, "{id}", ref), token, body, headers...)
}
