package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/ordering/calls"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// callShop is a shop without a carrier for codes, whose guests' orders are confirmed by call.
type callShop struct {
	*apptest.Shop
	owner, manager string
}

func newCallShop(t *testing.T, d *db.DB) *callShop {
	t.Helper()
	s := &callShop{Shop: apptest.New(t, d, notDemo)}
	s.owner, s.manager = s.Staff("owner"), s.Staff("manager", apptest.Koshary)
	s.turn(true, "200")
	return s
}

func (s *callShop) turn(on bool, want string) {
	s.TB.Helper()
	var is calls.CallsSetting
	s.Do("GET", "/console/calls", s.owner, nil).Into(s.TB, &is)
	if a := s.Do("PUT", "/console/calls", s.owner,
		map[string]any{"on": on, "most": 500, "minutes": 60, "version": is.Version}); a.Short() != want {
		s.TB.Fatalf("switching it to %v: %s", on, a.Body)
	}
}

// guest is a browser with two small koshary in its cart.
func (s *callShop) guest() apptest.Header {
	s.TB.Helper()
	var added struct {
		Token string `json:"cart_token"`
	}
	s.Do("POST", "/order/add-to-cart", "", map[string]any{
		"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 2}).Into(s.TB, &added)
	return apptest.Header{"cart-token": added.Token}
}

// again refills a browser's cart.
func (s *callShop) again(g apptest.Header) {
	s.TB.Helper()
	if a := s.Do("POST", "/order/add-to-cart", "",
		map[string]any{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 2},
		g); a.Status != 200 {
		s.TB.Fatal(a.Body)
	}
}

func (s *callShop) body(phone string) map[string]any {
	lat := apptest.Get[int64](s.Shop, `SELECT lat_e6 FROM districts WHERE id = 'maadi'`)
	lng := apptest.Get[int64](s.Shop, `SELECT lng_e6 FROM districts WHERE id = 'maadi'`)
	return map[string]any{"service_id": "food", "name": "Salma", "phone": phone, "district_id": "maadi",
		"address": "Road 9", "building_number": "12", "lat": float64(lat) / 1e6, "lng": float64(lng) / 1e6,
		"accept_terms": true, "expected_total": 105}
}

func (s *callShop) place(g apptest.Header, phone string) apptest.Answer {
	s.TB.Helper()
	return s.Do("POST", "/checkout/by-call", "", s.body(phone), g, apptest.Key(id.New("key")))
}

// placed is a placed order, as its browser knows it.
type placed struct {
	OrderID string `json:"order_id"`
	Token   string `json:"token"`
}

func (s *callShop) order(phone string) placed {
	s.TB.Helper()
	var p placed
	s.place(s.guest(), phone).Into(s.TB, &p)
	return p
}

func (p placed) header() apptest.Header { return apptest.Header{"order-token": p.Token} }

func (s *callShop) see(p placed) (v calls.CallOrder) {
	s.TB.Helper()
	s.Do("GET", "/call-orders/"+p.OrderID, "", nil, p.header()).Into(s.TB, &v)
	return v
}

func (s *callShop) say(staff, orderID, code string) apptest.Answer {
	s.TB.Helper()
	return s.Do("POST", "/console/orders/"+orderID+"/call", staff, map[string]any{"code": code})
}

func (s *callShop) move(staff, orderID, to string) apptest.Answer {
	s.TB.Helper()
	seq := apptest.Get[int64](s.Shop, `SELECT event_seq FROM orders WHERE id = $1`, orderID)
	return s.Do("POST", "/console/orders/"+orderID+"/move", staff,
		map[string]any{"to": to, "reason": "because", "expected_seq": seq})
}

// wrong returns a code that differs from the order's.
func wrong(code string) string {
	if code == "0000" {
		return "0001"
	}
	return "0000"
}

func (s *callShop) want(what string, got apptest.Answer, want string) {
	s.TB.Helper()
	if got.Short() != want {
		s.TB.Errorf("%s: %s, want %s (%s)", what, got.Short(), want, got.Body)
	}
}

func (s *callShop) reserved() int64 {
	return apptest.Get[int64](s.Shop, `SELECT reserved FROM stock WHERE branch_id = $1 AND variant_id = $2`,
		apptest.Koshary, apptest.Small)
}

func TestAnOrderByCallIsAcceptedOnceItsCodeWasHeard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		g := s.guest()
		var quote struct {
			CanPlace bool `json:"can_place"`
			Totals   struct {
				Total float64 `json:"total"`
			} `json:"totals"`
		}
		body := s.body("01012345678")
		s.Do("GET", fmt.Sprintf("/checkout/by-call?service_id=food&district_id=maadi&lat=%v&lng=%v", body["lat"],
			body["lng"]), "", nil, g).Into(t, &quote)
		if !quote.CanPlace || quote.Totals.Total != 105 {
			t.Fatalf("quote %+v", quote)
		}
		key := apptest.Key("one")
		got := apptest.Burst(8, 8, func(int) string { return s.Send("POST", "/checkout/by-call", "", body, g, key).Body })
		first := s.Do("POST", "/checkout/by-call", "", body, g, key)
		var p placed
		first.Into(t, &p)
		if len(got) != 1 || got[first.Body] != 8 {
			t.Errorf("the same key answers %v, then %s", got, first.Body)
		}
		body["note"] = "ring twice"
		s.want("the same key with another body", s.Do("POST", "/checkout/by-call", "", body, g, key),
			"422 idempotency_mismatch")
		delete(body, "note")
		s.want("another key for the same cart", s.Do("POST", "/checkout/by-call", "", body, g, apptest.Key("two")),
			"409 already_ordered")
		v := s.see(p)
		if v.Call.State != "waiting" || v.Call.Code == nil || len(*v.Call.Code) != 4 || v.Call.Until == nil ||
			v.Order.Status != "on_hold" || v.Call.Phone != "+201012345678" {
			t.Fatalf("waiting: %+v %s", v.Call, v.Order.Status)
		}
		if got := s.reserved(); got != 2 {
			t.Errorf("%d reserved", got)
		}
		// Neither the code nor the token is stored in plain text, and staff are not shown the code.
		for _, secret := range []string{*v.Call.Code, p.Token} {
			if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM call_orders WHERE nonce = $1 OR order_id = $1`,
				secret); n != 0 {
				t.Error("a secret is stored")
			}
			if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM idempotency WHERE answer = $1`, []byte(secret)); n != 0 {
				t.Error("a secret is kept as an answer")
			}
		}
		var seen struct {
			Call *struct {
				Phone string `json:"phone"`
			} `json:"call"`
			Moves []struct {
				To string `json:"to"`
			} `json:"moves"`
		}
		shown := s.Do("GET", "/console/orders/"+p.OrderID, s.manager, nil)
		shown.Into(t, &seen)
		if seen.Call == nil || seen.Call.Phone != "+201012345678" || strings.Contains(shown.Body, `"`+*v.Call.Code+`"`) {
			t.Errorf("staff see %s", shown.Body)
		}
		for _, m := range seen.Moves {
			if m.To == "pending" || m.To == "processing" {
				t.Errorf("offered to the branch: %s", m.To)
			}
		}
		for _, staff := range []string{s.owner, s.Staff("support")} {
			s.want("preparing it without a call", s.move(staff, p.OrderID, "processing"), "400 call_first")
			s.want("letting it go without a call", s.move(staff, p.OrderID, "pending"), "400 call_first")
		}
		s.want("accepting it without a call", s.move(s.manager, p.OrderID, "processing"), "400 move_not_yours")
		s.want("a wrong code", s.say(s.manager, p.OrderID, wrong(*v.Call.Code)), "422 code_wrong")
		arabic := strings.Map(func(r rune) rune { return r - '0' + '٠' }, *v.Call.Code)
		s.want("the code", s.say(s.manager, p.OrderID, " "+arabic+" "), "200")
		s.want("the code again", s.say(s.manager, p.OrderID, *v.Call.Code), "409 not_awaited")
		after := s.see(p)
		if after.Call.State != "confirmed" || after.Call.Code != nil || after.Order.Status != "pending" {
			t.Errorf("confirmed: %+v %s", after.Call, after.Order.Status)
		}
		s.want("accepting it", s.move(s.manager, p.OrderID, "processing"), "200")
		if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM audit_log WHERE action = 'order.call' AND object = $1`,
			p.OrderID); n != 2 {
			t.Errorf("%d tries are written down", n)
		}
		if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM user_phones WHERE phone = '+201012345678'`); n != 0 {
			t.Error("the guest was given an account")
		}
		if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM messages WHERE recipient = '+201012345678'`); n != 0 {
			t.Errorf("%d messages to a number before it was confirmed", n)
		}
		// The number can be used for another order, from this browser or another.
		s.order("01012345678")
		s.Healthy()
	})
}

// TestAnotherPersonsNumberGainsNothing: a number with an account is refused, from any browser, with the text of every
// other refusal of a number; and a browser's token for its own order opens nothing else.
func TestAnotherPersonsNumberGainsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		victim := s.Customer()
		withAccount := s.place(s.guest(), victim.Phone)
		s.want("a number with an account", withAccount, "422 number_refused")
		mine, theirs := s.order("01012345678"), s.order("01112345678")
		full := s.place(s.guest(), "01012345678")
		s.want("a number with an open order", full, "422 number_refused")
		if full.Body != withAccount.Body {
			t.Errorf("the refusals differ: %s and %s", full.Body, withAccount.Body)
		}
		s.Exec(`UPDATE users SET blocked_at = 1 WHERE phone = '+201112345678'`)
		s.Exec(`UPDATE orders SET updated_at = updated_at WHERE id = $1`, theirs.OrderID)
		s.want("cancelling theirs",
			s.Do("POST", "/call-orders/"+theirs.OrderID+"/cancel", "", map[string]any{}, theirs.header()), "200")
		s.want("a blocked number", s.place(s.guest(), "01112345678"), "422 number_refused")

		guest := apptest.Get[string](s.Shop, `SELECT user_id FROM orders WHERE id = $1`, mine.OrderID)
		for _, path := range []string{"/wallet", "/loyalty", "/addresses", "/orders", "/orders/" + mine.OrderID,
			"/user/sessions", "/checkout?service_id=food", "/user/profile"} {
			for what, auth := range map[string]struct {
				token   string
				headers []apptest.Header
			}{
				"as a header": {"", []apptest.Header{mine.header()}}, "as a session": {mine.Token, nil},
				"as both":        {mine.Token, []apptest.Header{mine.header()}},
				"as a cart":      {"", []apptest.Header{{"cart-token": mine.Token}}},
				"the guest's id": {guest, []apptest.Header{mine.header()}},
			} {
				if a := s.Do("GET", path, auth.token, nil, auth.headers...); a.Status != http.StatusUnauthorized &&
					a.Status != http.StatusNotFound {
					t.Errorf("the token %s at %s: %d %s", what, path, a.Status, a.Body)
				}
			}
		}
		s.want("ordering as a customer", s.Do("POST", "/checkout", mine.Token, map[string]any{"service_id": "food"},
			apptest.Key("k"), mine.header()), "401 unauthorized")
		for what, a := range map[string]apptest.Answer{
			"another's order": s.Do("GET", "/call-orders/"+theirs.OrderID, "", nil, mine.header()),
			"without a token": s.Do("GET", "/call-orders/"+mine.OrderID, "", nil),
			"with the order as token": s.Do("GET", "/call-orders/"+mine.OrderID, "", nil,
				apptest.Header{"order-token": mine.OrderID}),
			"a customer's session": s.Do("GET", "/call-orders/"+mine.OrderID, victim.Token, nil),
			"staff":                s.Do("GET", "/call-orders/"+mine.OrderID, s.owner, nil),
			"an order of somebody": s.Do("GET", "/call-orders/"+s.Buy(victim, "cod"), "", nil, mine.header()),
			"cancelling another's": s.Do("POST", "/call-orders/"+mine.OrderID+"/cancel", "", map[string]any{},
				theirs.header()),
			"cancelling without token": s.Do("POST", "/call-orders/"+mine.OrderID+"/cancel", "", map[string]any{}),
		} {
			s.want(what, a, "404 not_found")
		}
		// The number's owner signs in later: they see nothing of the guest's, and the guest nothing of theirs.
		s.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at)
			VALUES ('usr_real', '+201012345678', 'Real', 'ar', 1, 1)`)
		s.Exec(`INSERT INTO user_phones (phone, user_id) VALUES ('+201012345678', 'usr_real')`)
		if v := s.see(mine); v.Order.ID != mine.OrderID {
			t.Error("the guest's own order is gone")
		}
		s.Healthy()
	})
}

func TestTheCodeIsGuessedFiveTimesAtMost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		p := s.order("01012345678")
		code := *s.see(p).Call.Code
		results := apptest.Burst(40, 20, func(int) string {
			return s.Send("POST", "/console/orders/"+p.OrderID+"/call", s.manager, map[string]any{"code": wrong(code)}).Short()
		})
		if results["422 code_wrong"] != calls.CodeTries-1 || results["409 codes_spent"] != 1 ||
			results["409 not_awaited"] != 40-calls.CodeTries {
			t.Errorf("guesses answer %v", results)
		}
		s.want("the right one, too late", s.say(s.manager, p.OrderID, code), "409 not_awaited")
		if v := s.see(p); v.Call.State != "ended" || v.Order.Status != "cancelled" || v.Call.Code != nil {
			t.Errorf("afterwards %+v %s", v.Call, v.Order.Status)
		}
		if got := s.reserved(); got != 0 {
			t.Errorf("%d still reserved", got)
		}
		if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM audit_log WHERE action = 'order.call' AND object = $1`,
			p.OrderID); n != calls.CodeTries {
			t.Errorf("%d tries are written down", n)
		}
		s.Healthy()
	})
}

func TestOnlyItsBranchConfirmsAnOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		p := s.order("01012345678")
		code := *s.see(p).Call.Code
		for who, want := range map[string]string{
			s.Staff("manager", apptest.Zamalek): "404 not_found", s.Staff("picker", apptest.Bakala): "404 not_found",
			s.Staff("courier", apptest.Koshary): "404 not_found",
			s.Staff("finance"):                  "400 move_not_yours", s.Staff("editor"): "403 not_allowed",
			"": "401 unauthorized", p.Token: "401 unauthorized", s.Customer().Token: "401 unauthorized",
		} {
			s.want("who may not", s.say(who, p.OrderID, code), want)
		}
		if tries := apptest.Get[int64](s.Shop, `SELECT tries FROM call_orders WHERE order_id = $1`, p.OrderID); tries != 0 {
			t.Errorf("who may not confirm used up %d tries", tries)
		}
		// Concurrent confirmations: one succeeds, and it is logged once.
		results := apptest.Burst(10, 10, func(int) string {
			return s.Send("POST", "/console/orders/"+p.OrderID+"/call", s.manager, map[string]any{"code": code}).Short()
		})
		if results["200"] != 1 || results["409 not_awaited"] != 9 {
			t.Errorf("at once: %v", results)
		}
		if n := apptest.Get[int64](s.Shop,
			`SELECT COUNT(*) FROM order_events WHERE order_id = $1 AND from_status = 'on_hold'`, p.OrderID); n != 1 {
			t.Errorf("%d moves", n)
		}
		// An order that awaits no call cannot be confirmed.
		other := s.Buy(s.Customer(), "cod")
		s.want("an order of an account", s.say(s.manager, other, "1234"), "409 not_awaited")
		s.want("no order", s.say(s.manager, "ord_none", "1234"), "404 not_found")
		s.Healthy()
	})
}

// TestOpenOrdersByCallAreBounded: at a time, a number has one, a browser two and a network twenty.
func TestOpenOrdersByCallAreBounded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 1000)
		send := func(g apptest.Header, phone string) string {
			return s.Send("POST", "/checkout/by-call", "", s.body(phone), g, apptest.Key(id.New("key"))).Short()
		}
		browsers := make([]apptest.Header, 12)
		for i := range browsers {
			browsers[i] = s.guest()
		}
		// One number, twelve browsers.
		if got := apptest.Burst(12, 12, func(i int) string { return send(browsers[i], "01012345678") }); got["200"] != 1 ||
			got["422 number_refused"] != 11 {
			t.Errorf("one number: %v", got)
		}
		// One browser, many numbers: its one cart is ordered once, and two of its orders wait.
		one := s.guest()
		for i := range 3 {
			if i > 0 {
				s.again(one)
			}
			got := apptest.Burst(6, 6, func(n int) string { return send(one, fmt.Sprintf("011000%d00%02d", i, n)) })
			switch {
			case i < calls.OpenByDevice && got["200"] != 1, i >= calls.OpenByDevice && got["400 too_many_here"] != 6:
				t.Errorf("one browser, order %d: %v", i, got)
			}
		}
		// One network.
		open := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM call_orders WHERE state = 'waiting'`)
		crowd := make([]apptest.Header, 25)
		for i := range crowd {
			crowd[i] = s.guest()
		}
		got := apptest.Burst(25, 25, func(i int) string { return send(crowd[i], fmt.Sprintf("012000000%02d", i)) })
		if int64(got["200"]) != calls.OpenByNetwork-open || got["200"]+got["400 too_many_here"] != 25 {
			t.Errorf("one network, %d open before: %v", open, got)
		}
		s.Healthy()
		// Each one that ends makes room for another.
		s.After(61 * time.Minute)
		if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM call_orders WHERE state = 'waiting'`); n != 0 {
			t.Errorf("%d still wait", n)
		}
		if n := apptest.Get[int64](s.Shop, `SELECT COALESCE(SUM(open), 0) FROM call_open`); n != 0 {
			t.Errorf("%d places are still taken", n)
		}
		if got := s.reserved(); got != 0 {
			t.Errorf("%d still reserved", got)
		}
		s.Healthy()
	})
}

func TestANumberIsCalledInVainThreeTimesADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		for i := range calls.DayByNumber {
			p := s.order("01012345678")
			if i == 0 { // that customer knows nothing of it
				s.want("rejecting it", s.move(s.manager, p.OrderID, "rejected"), "200")
				continue
			}
			s.want("cancelling it", s.Do("POST", "/call-orders/"+p.OrderID+"/cancel", "", map[string]any{}, p.header()), "200")
		}
		s.want("the fourth of a day", s.place(s.guest(), "01012345678"), "422 number_refused")
		s.Clock.Advance(25 * time.Hour)
		s.order("01012345678")
		s.Healthy()
	})
}

// TestAnUnconfirmedOrderEnds: it ends at its time, not before; afterwards its code is useless.
func TestAnUnconfirmedOrderEnds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		p := s.order("01012345678")
		code := *s.see(p).Call.Code
		s.After(59 * time.Minute)
		if got := s.Status(p.OrderID); got != "on_hold" {
			t.Errorf("before its time: %s", got)
		}
		s.Clock.Advance(time.Minute)
		late := s.Staff("manager", apptest.Koshary) // the other's session has expired
		s.want("the code, too late, before the sweep", s.say(late, p.OrderID, code), "409 not_awaited")
		s.RunJobs()
		if v := s.see(p); v.Order.Status != "cancelled" || v.Call.State != "ended" {
			t.Errorf("after it: %s %+v", v.Order.Status, v.Call)
		}
		if got := s.reserved(); got != 0 {
			t.Errorf("%d still reserved", got)
		}
		s.want("the code, too late", s.say(late, p.OrderID, code), "409 not_awaited")
		if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM messages WHERE recipient = '+201012345678'`); n != 0 {
			t.Errorf("%d messages to a number that nobody confirmed", n)
		}
		s.Clock.Advance(calls.TokenLife)
		s.want("the token of an order long over", s.Do("GET", "/call-orders/"+p.OrderID, "", nil, p.header()),
			"404 not_found")
		// A quarter later no data identifies the guest.
		s.After(100 * 24 * time.Hour)
		for _, query := range []string{`SELECT COUNT(*) FROM users WHERE phone = '+201012345678' AND guest_since IS NOT NULL
			OR name = 'Salma'`, `SELECT COUNT(*) FROM call_guests`,
			`SELECT COUNT(*) FROM orders WHERE address LIKE '%1012345678%'`,
			`SELECT COUNT(*) FROM call_orders WHERE number_key <> ''`} {
			if n := apptest.Get[int64](s.Shop, query); n != 0 {
				t.Errorf("%s: %d", query, n)
			}
		}
		s.Healthy()
	})
}

// TestTheSwitchOfOrdersByCall: off by default, ineffective and impossible to switch on while codes reach phones;
// waiting orders continue unchanged.
func TestTheSwitchOfOrdersByCall(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := &callShop{Shop: apptest.New(t, d, notDemo)}
		s.owner, s.manager = s.Staff("owner"), s.Staff("manager", apptest.Koshary)
		isOpen := func() (v calls.CallsOpen) {
			s.TB.Helper()
			s.Do("GET", "/remote-config/order-by-call", "", nil).Into(t, &v)
			return v
		}
		if isOpen().Open {
			t.Error("it is on by default")
		}
		s.want("ordering while it is off", s.place(s.guest(), "01012345678"), "400 closed")
		s.turn(true, "200")
		p, q := s.order("01012345678"), s.order("01112345678")
		s.turn(false, "200")
		s.want("ordering once it is off", s.place(s.guest(), "01212345678"), "400 closed")
		s.want("what waits is confirmed all the same", s.say(s.manager, p.OrderID, *s.see(p).Call.Code), "200")
		s.turn(true, "200")

		// A carrier is added: a node that has one.
		carried := &callShop{Shop: apptest.Node(t, d, s.Clock, apptest.Set(func(c *config.Serve) {
			c.Demo, c.Payments, c.CodeChannels, c.SMSBy = true, "cod", "sms", ""
		})), owner: s.owner, manager: s.manager}
		carried.want("ordering once codes reach phones", carried.place(s.guest(), "01212345678"), "400 closed")
		carried.want("what waits is confirmed all the same", carried.say(s.manager, q.OrderID, *carried.see(q).Call.Code),
			"200")
		carried.turn(false, "200")
		carried.turn(true, "422 codes_work")
		for _, role := range []string{"manager", "support", "editor"} {
			carried.want(role, carried.Do("GET", "/console/calls", s.Staff(role), nil), "403 not_allowed")
		}
		s.Healthy()
	})
}

func TestWhatAGuestMayNotOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		g := s.guest()
		send := func(change map[string]any, headers ...apptest.Header) apptest.Answer {
			body := s.body("01012345678")
			for k, v := range change {
				body[k] = v
			}
			return s.Do("POST", "/checkout/by-call", "", body, append(headers, apptest.Key(id.New("key")))...)
		}
		for want, change := range map[string]map[string]any{
			"422 required": {"name": ""}, "422 phone_invalid": {"phone": "0223456789"},
			"422 district_unknown": {"district_id": "atlantis"},
			"422 terms_required":   {"accept_terms": false}, "400 price_changed": {"expected_total": 1},
			"400 not_delivered": {"district_id": "nasr-city", "lat": 30.06, "lng": 31.34},
		} {
			s.want(fmt.Sprint(change), send(change, g), want)
		}
		s.want("without a number", send(map[string]any{"phone": " "}, g), "422 required")
		for _, field := range []string{"wallet_amount", "points", "payment_method", "address_id", "quotation_id", "user_id",
			"coupon_code"} {
			if a := send(map[string]any{field: 1}, g); a.Status != 422 {
				t.Errorf("%s: %d %s", field, a.Status, a.Body)
			}
		}
		s.want("without a cart", send(nil), "400 empty_cart")
		s.want("with another's cart token", send(nil, apptest.Header{"cart-token": strings.Repeat("x", 43)}),
			"400 empty_cart")
		if a := s.Do("PUT", "/console/calls", s.owner,
			map[string]any{"on": true, "most": 104, "minutes": 60, "version": 1}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		s.want("too much", send(nil, g), "400 too_much")
		if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM orders`); n != 0 {
			t.Errorf("%d orders", n)
		}
		if n := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM users WHERE guest_since IS NOT NULL`); n != 0 {
			t.Errorf("refusals left %d guests", n)
		}
		s.Healthy()
	})
}

// TestAClosedBranchCallsOnceItOpens: an order placed at night for the next day waits until the morning's call.
func TestAClosedBranchCallsOnceItOpens(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		s.Clock.Advance(15 * time.Hour) // 3 at night
		g := s.guest()
		var q struct {
			Times struct {
				Slots []struct {
					ID string `json:"id"`
				} `json:"slots"`
			} `json:"times"`
		}
		body := s.body("01012345678")
		s.Do("GET", fmt.Sprintf("/checkout/by-call?service_id=food&district_id=maadi&lat=%v&lng=%v", body["lat"],
			body["lng"]), "", nil, g).Into(t, &q)
		if len(q.Times.Slots) == 0 {
			t.Fatal("no hour can be chosen at night")
		}
		body["slot_id"] = q.Times.Slots[0].ID
		var p placed
		s.Do("POST", "/checkout/by-call", "", body, g, apptest.Key("k")).Into(t, &p)
		until := s.see(p).Call.Until.Time()
		if wait := until.Sub(s.Clock.Now()); wait < 2*time.Hour {
			t.Errorf("until %s, %s from now", until, wait)
		}
		s.Healthy()
	})
}

// TestAGuestsLimitIsOfTheRoundedAmount: the quote and the order check the cash that is actually due.
func TestAGuestsLimitIsOfTheRoundedAmount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		s.Exec(`UPDATE branch_prices SET price = 4537 WHERE variant_id = $1 AND branch_id = $2`, apptest.Small,
			apptest.Koshary)
		if a := s.Do("PUT", "/console/rules", s.owner,
			settingFrom(s.Shop, "/console/rules", s.owner, shopRules(fields{"cash_step": 1}))); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := s.Do("PUT", "/console/calls", s.owner,
			map[string]any{"on": true, "most": 105, "minutes": 60, "version": 1}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		g, body := s.guest(), s.body("01012345678")
		quote := s.Do("GET", fmt.Sprintf("/checkout/by-call?service_id=food&district_id=maadi&lat=%v&lng=%v", body["lat"],
			body["lng"]), "", nil, g)
		if !strings.Contains(quote.Body, `"cash_rounding":0.74`) || strings.Contains(quote.Body, "too_much") {
			t.Errorf("quote: %s", quote.Body)
		}
		body["expected_total"] = 105.74
		var p placed
		s.Do("POST", "/checkout/by-call", "", body, g, apptest.Key("k")).Into(t, &p)
		if due := apptest.Get[int64](s.Shop, `SELECT due FROM orders WHERE id = $1`, p.OrderID); due != 105_00 {
			t.Errorf("due %d", due)
		}
		s.Healthy()
	})
}

// TestANumberIsJudgedLast: only an order that its branch sees reveals whether a number has an account, never one that
// would be refused for another reason.
func TestANumberIsJudgedLast(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		has, free := s.Customer().Phone, "01012345678"
		try := func(g apptest.Header, phone string, change map[string]any) string {
			t.Helper()
			body := s.body(phone)
			for k, v := range change {
				body[k] = v
			}
			return s.Do("POST", "/checkout/by-call", "", body, g, apptest.Key(id.New("key"))).Body
		}
		g := s.guest()
		for what, change := range map[string]map[string]any{
			"another total": {"expected_total": 1}, "change that is too little": {"change_for": 1},
			"an hour there is none of":         {"slot_id": "never"},
			"older terms":                      {"terms_version": "older"},
			"a place that is not delivered to": {"district_id": "nasr-city", "lat": 30.06, "lng": 31.34},
			"no cart of that kind":             {"service_id": "grocery"},
		} {
			if a, b := try(g, has, change), try(g, free, change); a != b {
				t.Errorf("%s tells an account: %s, without one %s", what, a, b)
			}
		}
		// A browser at its limit.
		full := s.guest()
		for i := range 2 {
			if i > 0 {
				s.again(full)
			}
			s.want("an order", s.place(full, fmt.Sprintf("0111000000%d", i)), "200")
		}
		s.again(full)
		if a, b := try(full, has, nil), try(full, free, nil); a != b {
			t.Errorf("a full browser tells an account: %s, without one %s", a, b)
		}
		// A number that is blocked, or has a waiting order, is refused like one with an account.
		s.want("a number with an account", s.place(s.guest(), has), "422 number_refused")
		s.want("a number that waits", s.place(s.guest(), "01110000000"), "422 number_refused")
		s.Exec(`UPDATE users SET blocked_at = 1 WHERE phone = '+201110000001'`)
		s.After(61 * time.Minute)
		if got := apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM users WHERE guest_since IS NOT NULL`); got != 2 {
			t.Errorf("refusals left guests: %d in all", got)
		}
		s.want("a blocked number", s.place(s.guest(), "01110000001"), "422 number_refused")
		s.Healthy()
	})
}

// TestGuestsAreGivenNothingAndForgotten: a delivered order earns no points and a late one no credit, which nobody
// could spend and which would keep the guest's name and number.
func TestGuestsAreGivenNothingAndForgotten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		p := s.order("01012345678")
		s.want("the code", s.say(s.manager, p.OrderID, *s.see(p).Call.Code), "200")
		for _, to := range []string{"processing", "shipped", "out_for_delivery"} {
			s.want(to, s.move(s.owner, p.OrderID, to), "200")
		}
		s.Clock.Advance(3 * time.Hour)
		s.owner = s.Staff("owner")
		pin := s.Do("GET", "/call-orders/"+p.OrderID, "", nil, p.header())
		var v struct {
			Order struct{ PIN *string }
		}
		pin.Into(t, &v)
		seq := apptest.Get[int64](s.Shop, `SELECT event_seq FROM orders WHERE id = $1`, p.OrderID)
		body := map[string]any{"to": "delivered", "expected_seq": seq}
		if v.Order.PIN != nil {
			body["pin"] = *v.Order.PIN
		}
		s.want("delivered", s.Do("POST", "/console/orders/"+p.OrderID+"/move", s.owner, body), "200")
		if n := apptest.Get[int64](s.Shop, `SELECT (SELECT COUNT(*) FROM wallet_entries) + (SELECT COUNT(*)
			FROM points_entries) + (SELECT COUNT(*) FROM messages WHERE template = 'shipping.notice_late')`); n != 0 {
			t.Errorf("%d credits for a wallet that nobody can open", n)
		}
		links := `SELECT COUNT(*) FROM messages WHERE recipient = '+201012345678' AND link `
		if n, at := apptest.Get[int64](s.Shop, links+`IS NOT NULL`),
			apptest.Get[int64](s.Shop, links+`= '/call-orders/`+p.OrderID+`'`); n == 0 || at != n {
			t.Errorf("%d of %d messages lead to the page of the guest's order", at, n)
		}
		// The number gets an account: the account's data stays when the guest is erased.
		owner := s.Customer()
		s.Exec(`UPDATE users SET phone = '+201012345678' WHERE id = $1`, owner.ID)
		s.Exec(`UPDATE user_phones SET phone = '+201012345678' WHERE user_id = $1`, owner.ID)
		s.Exec(`INSERT INTO otp_phones (phone, asked_at) VALUES ('+201012345678', $1)`, db.At(s.Clock.Now().AddDate(2, 0, 0)))
		for range 8 {
			s.After(25 * 24 * time.Hour)
		}
		if apptest.Get[int64](s.Shop, `SELECT COUNT(*) FROM otp_phones WHERE phone = '+201012345678'`) != 1 {
			t.Error("forgetting a guest lets the number's owner ask for codes anew")
		}
		for _, query := range []string{`SELECT COUNT(*) FROM users WHERE phone = '+201012345678' AND guest_since IS NOT NULL
			OR name = 'Salma'`, `SELECT COUNT(*) FROM call_guests`,
			`SELECT COUNT(*) FROM orders WHERE address LIKE '%1012345678%'`} {
			if n := apptest.Get[int64](s.Shop, query); n != 0 {
				t.Errorf("%s: %d", query, n)
			}
		}
		s.Healthy()
	})
}

// TestOrdersAndCancellationsOfOneNetworkPassEachOther: both lock the network's row before those of stock. In opposite
// order, sixteen guests blocked PostgreSQL, and all other buyers of the same products, for half a minute.
func TestOrdersAndCancellationsOfOneNetworkPassEachOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newCallShop(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 1000)
		guests := make([]apptest.Header, 16)
		for i := range guests {
			guests[i] = s.guest()
		}
		got := apptest.Burst(len(guests), len(guests), func(i int) string {
			var p placed
			a := s.Send("POST", "/checkout/by-call", "", s.body(fmt.Sprintf("012000000%02d", i)), guests[i],
				apptest.Key(id.New("key")))
			if a.Status != 200 {
				return a.Short()
			}
			a.Into(t, &p)
			return s.Send("POST", "/call-orders/"+p.OrderID+"/cancel", "", map[string]any{}, p.header()).Short()
		})
		if got["200"] != len(guests) {
			t.Errorf("placed and cancelled: %v", got)
		}
		s.Healthy()
	})
}
