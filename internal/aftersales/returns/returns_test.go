package returns_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/aftersales/returns"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAPartComesBack follows a return of two units of three from the request to
// the wallet.
func TestAPartComesBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "cod", 3, 1000) // 135.00 − 10.00 + 15.00 delivery
		shelf := s.onHand()

		var offer returns.Returnable
		s.Do("GET", "/orders/"+order+"/returnable", "usr", nil).Into(t, &offer)
		if !offer.CanReturn || len(offer.Items) != 1 || offer.Items[0].Left != 3 ||
			len(offer.Items[0].Reasons) != len(offer.Reasons)-2 ||
			len(offer.Methods) != 2 || offer.Methods[0].ID != "wallet" || len(offer.Slots) == 0 ||
			offer.Addresses[0].ID != "order" {
			t.Fatalf("offer: %+v", offer)
		}

		var preview returns.Preview
		s.Do("POST", "/orders/"+order+"/return/preview", "usr",
			fields{"items": []fields{{"line_id": offer.Items[0].LineID, "qty": "٢",
				"reason_id": "changed_mind"}}}).Into(t, &preview)
		// The coupon's 1000 over three units: 334, 333, 333.
		if preview.Total.Minor() != 9000-667 || len(preview.Steps) != 4 || preview.Steps[1].Amount.Minor() != -667 ||
			preview.Steps[2].Amount.Minor() != 0 {
			t.Errorf("preview: %+v", preview)
		}

		ret := s.asked(order, 2, "changed_mind")
		s.healthy()
		if s.Status(order) != "delivered" {
			t.Errorf("the order is %s when a return is only asked for", s.Status(order))
		}
		for _, step := range []struct{ who, to, order string }{
			{"support", "approved", "in_return"}, {"courier", "picked_up", "in_return"},
			{"manager", "received", "return_received"},
		} {
			if r := s.move(step.who, ret, step.to); r.Status != 200 {
				t.Fatalf("%s: %s", step.to, r.Body)
			}
			s.Clock.Advance(time.Minute)
			if got := s.Status(order); got != step.order {
				t.Errorf("%s: the order is %s", step.to, got)
			}
			s.healthy()
		}
		if r := s.inspect("manager", ret, func(i int) string { return []string{"restock", "scrap"}[i] }); r.Status != 200 {
			t.Fatal(r.Body)
		}
		if r := s.move("finance", ret, "settled"); r.Status != 200 {
			t.Fatal(r.Body)
		}
		s.healthy()
		var v returns.View
		s.Do("GET", "/returns/"+ret, "usr", nil).Into(t, &v)
		if v.State != "refunded" || v.Refund.State != "done" || v.Refund.Total.Minor() != 8333 || s.wallet("usr") != 8333 {
			t.Errorf("%s, %s, %d in the wallet", v.State, v.Refund.State, s.wallet("usr"))
		}
		var cards []returns.Card
		s.Do("GET", "/returns", "usr", nil).Into(t, &cards)
		if len(cards) != 1 || len(cards[0].FirstImages) != len(cards[0].FirstItems) || len(cards[0].FirstImages) != 1 ||
			cards[0].Tint == "" ||
			cards[0].StateAt != db.At(s.Clock.Now()) || cards[0].CreatedAt == cards[0].StateAt {
			t.Errorf("in the list: %+v", cards)
		}
		if s.Status(order) != "delivered" || s.onHand() != shelf+1 {
			t.Errorf("the order is %s, %d on the shelf after %d", s.Status(order), s.onHand(), shelf)
		}
		if n := buytest.Get[int](s.Shop, `SELECT COUNT(*) FROM audit_log WHERE object = $1`, ret); n != 5 {
			t.Errorf("%d lines in the audit log", n)
		}
		if n := buytest.Get[int](s.Shop, `SELECT COUNT(*) FROM messages
			WHERE template IN ('returns.notice_approved', 'returns.notice_refunded')`); n != 2 {
			t.Errorf("%d notices", n)
		}

		// The last unit, like the first two: everything that was paid for the goods.
		s.through(s.asked(order, 1, "changed_mind"), always("restock"))
		if s.Status(order) != "returned" || s.wallet("usr") != 12_500 {
			t.Errorf("the order is %s, %d in the wallet", s.Status(order), s.wallet("usr"))
		}
		if n := buytest.Get[int](s.Shop, `SELECT uses FROM coupons`); n != 0 {
			t.Errorf("the coupon is used %d times after a full return", n)
		}
		s.healthy()
	})
}

// TestAReturnSaysWhatIsNext follows a return and reads the next step on its page: the answer before the pickup, the
// pickup, and the refund's day.
func TestAReturnSaysWhatIsNext(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "cod", 2, 0)
		ret := s.asked(order, 1, "changed_mind")
		next := func() string {
			t.Helper()
			var v returns.View
			s.Do("GET", "/returns/"+ret, "usr", nil).Into(t, &v)
			return v.Next
		}
		expect := func(state, part string) {
			t.Helper()
			if got := next(); !strings.Contains(got, part) {
				t.Errorf("%s: %q does not say %q", state, got, part)
			}
		}
		var asked returns.View
		s.Do("GET", "/returns/"+ret, "usr", nil).Into(t, &asked)
		expect("requested", asked.Pickup.Label)
		expect("requested", "answer before")
		later := asked.Pickup.To.Time().Add(time.Minute).Sub(s.Clock.Now())
		s.Clock.Advance(later)
		expect("nobody answered", "haven't answered")
		s.Clock.Advance(-later)
		s.move("support", ret, "approved")
		expect("approved", asked.Pickup.Label)
		s.Clock.Advance(later)
		expect("nobody came", "has passed")
		s.move("courier", ret, "picked_up")
		expect("picked up", "14 days")
		s.move("manager", ret, "received")
		by := s.Clock.Now().Add(returns.RefundWithin)
		expect("received", by.In(clock.Cairo).Format("2 Jan"))
		s.inspect("manager", ret, always("restock"))
		expect("inspected", by.In(clock.Cairo).Format("2 Jan"))
		s.Clock.Set(by.Add(time.Minute))
		expect("too late", "by now")
		s.move("finance", ret, "settled")
		if got := next(); got != "" {
			t.Errorf("refunded: %q", got)
		}
	})
}

// saidTo are the specified texts of refusals, by code.
var saidTo = map[string]string{"required": "This field is required",
	"too_long": "Too long! The maximum character is 200", "greater_than_zero": "Must be greater than 0",
	"no_items": "Choose at least one item to return."}

// TestWhichReasonsNeedAComment requests a return for each reason: without a comment, with the longest one, and with one
// character more.
func TestWhichReasonsNeedAComment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "cod", 8, 0)
		var offer returns.Returnable
		s.Do("GET", "/orders/"+order+"/returnable", "usr", nil).Into(t, &offer)
		if offer.MaxComment != 200 {
			t.Errorf("a comment has at most %d characters", offer.MaxComment)
		}
		asked := 0
		for _, reason := range offer.Reasons {
			if reason.NeedsPhoto {
				continue
			}
			for _, c := range []struct {
				comment string
				code    string
			}{{strings.Repeat("ش", 201), "too_long"}, {"", "required"}, {"   ", "required"}, {strings.Repeat("ش", 200), ""}} {
				body := s.want(order, 1, reason.ID)
				body["items"].([]fields)[0]["comment"] = c.comment
				if c.code == "required" && !reason.NeedsComment {
					if c.comment != "" {
						continue
					}
					c.code = ""
				}
				r := s.ask(order, body)
				var failure struct {
					Errors map[string][]string `json:"errors"`
				}
				_ = json.Unmarshal([]byte(r.Body), &failure)
				said := failure.Errors["items.0.comment"]
				if c.code == "" {
					asked++
				}
				if (c.code == "") != (r.Status < 300) || c.code != "" &&
					(r.Status != 422 || !slices.Equal(said, []string{saidTo[c.code]})) {
					t.Errorf("%s, %d characters: %d %s", reason.ID, len([]rune(c.comment)), r.Status, r.Body)
				}
			}
		}
		if n := buytest.Get[int](s.Shop, `SELECT COUNT(*) FROM return_lines`); n != asked || asked != 7 {
			t.Errorf("%d were asked for, %d are there", asked, n)
		}
	})
}

// TestWhatCannotComeBack requests what the rules refuse, and checks that nothing is left behind.
func TestWhatCannotComeBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		s.Customer("other", "maadi")
		order := s.delivered("usr", "cod", 3, 0)
		good := s.want(order, 2, "changed_mind")
		item := func(change fields) fields {
			one := fields{"line_id": s.line(order), "qty": 1, "reason_id": "changed_mind"}
			for k, v := range change {
				one[k] = v
			}
			return fields{"items": []fields{one}}
		}
		for name, c := range map[string]struct {
			change fields
			status int
			code   string
			field  string
		}{
			"no line":          {item(fields{"line_id": ""}), 422, "required", "items.0.line_id"},
			"nothing":          {fields{"items": []fields{}}, 422, "no_items", "items"},
			"too many":         {item(fields{"qty": 4}), 422, "too_many_units", "items.0.qty"},
			"none":             {item(fields{"qty": 0}), 422, "greater_than_zero", "items.0.qty"},
			"no reason":        {item(fields{"reason_id": ""}), 422, "required", "items.0.reason_id"},
			"a strange reason": {item(fields{"reason_id": "fun"}), 422, "one_of", "items.0.reason_id"},
			"a needed comment": {item(fields{"reason_id": "other"}), 422, "required", "items.0.comment"},
			"a needed photo":   {item(fields{"reason_id": "damaged"}), 422, "photo_required", "items.0.photos"},
			"a long comment":   {item(fields{"comment": strings.Repeat("ش", 201)}), 422, "too_long", "items.0.comment"},
			"a photo of nobody": {item(fields{"reason_id": "damaged", "photos": []string{"pho_1"}, "comment": ""}), 400,
				"refund_changed", ""},
			"another's line":     {item(fields{"line_id": "oln_1"}), 422, "invalid", "items.0.line_id"},
			"a card for cash":    {fields{"refund_to": "card"}, 422, "one_of", "refund_to"},
			"a bank without one": {fields{"refund_to": "bank"}, 422, "required", "bank.iban"},
			"a wrong IBAN": {fields{"refund_to": "bank", "bank": fields{"iban": "EG38", "holder": "Mona"}}, 422,
				"iban_wrong", "bank.iban"},
			"no slot":           {fields{"slot_id": ""}, 422, "required", "slot_id"},
			"a past slot":       {fields{"slot_id": "1"}, 422, "slot_gone", "slot_id"},
			"another's address": {fields{"address_id": "adr_other"}, 422, "invalid", "address_id"},
			"another refund":    {fields{"expected_refund": 1}, 400, "refund_changed", ""},
			"smuggled":          {fields{"refund": 1000}, 422, "unknown_field", ""},
			"another's order":   {fields{"order_id": "ord_1"}, 404, "not_found", ""},
		} {
			body := fields{}
			for k, v := range good {
				body[k] = v
			}
			for k, v := range c.change {
				body[k] = v
			}
			r := s.ask(order, body)
			var failure struct {
				Errors map[string][]string `json:"errors"`
			}
			_ = json.Unmarshal([]byte(r.Body), &failure)
			if r.Status != c.status || r.Code() != c.code || c.field != "" && failure.Errors[c.field] == nil {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
			if c.code == "refund_changed" && !strings.Contains(r.Body, "is now EGP ") {
				t.Errorf("%s: the amount without its currency: %s", name, r.Body)
			}
			if text := saidTo[c.code]; text != "" && !slices.Equal(failure.Errors[c.field], []string{text}) {
				t.Errorf("%s: %v, not %q", name, failure.Errors[c.field], text)
			}
		}
		if r := s.Do("POST", "/returns", "usr", good); r.Code() != "key_required" {
			t.Errorf("without a key: %s", r.Body)
		}
		body := fields{}
		for k, v := range good {
			body[k] = v
		}
		body["items"] = item(fields{"reason_id": "damaged", "photos": []string{"pho_1"}})["items"]
		body["expected_refund"] = 45
		if r := s.ask(order, body); r.Code() != "not_yours" {
			t.Errorf("a photo of nobody: %s", r.Body)
		}
		for _, table := range []string{"returns", "return_lines", "return_units", "return_events",
			"idempotency WHERE operation = 'request-return'"} {
			if n := buytest.Get[int](s.Shop, `SELECT COUNT(*) FROM `+table); n != 0 {
				t.Errorf("refusals left %d rows in %s", n, table)
			}
		}
		for _, path := range []string{"/orders/" + order + "/returnable", "/orders/ord_none/returnable"} {
			if r := s.Do("GET", path, "other", nil); r.Status != 404 {
				t.Errorf("%s by another: %d", path, r.Status)
			}
		}
	})
}

// TestWindows checks what may be returned as time passes, under the rules of the shop, a service, a category and a
// product.
func TestWindows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "cod", 3, 0)
		offer := func() (can bool, reasons int, why string) {
			var o returns.Returnable
			s.Do("GET", "/orders/"+order+"/returnable", "usr", nil).Into(t, &o)
			if o.Why != nil {
				why = *o.Why
			}
			return o.CanReturn, len(o.Items[0].Reasons), why
		}
		rule := func(target, slug string, asNew, defective int, kind string) {
			s.Exec(`INSERT INTO return_rules (target, slug, as_new_hours, defective_hours, kind) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT (target, slug) DO UPDATE SET as_new_hours = excluded.as_new_hours,
				defective_hours = excluded.defective_hours, kind = excluded.kind`,
				target, slug, int64(asNew), int64(defective), kind)
		}
		all, faults := 6, 4
		look := func(when string, can bool, reasons int) {
			t.Helper()
			if c, n, why := offer(); c != can || n != reasons {
				t.Errorf("%s: %v with %d reasons (%s)", when, c, n, why)
			}
		}
		look("at once", true, all)
		rule("service", "food", 0, 24, "perishable")
		look("food", true, faults)
		rule("category", "meals", 48, 48, "general")
		look("meals, above koshary", true, all)
		rule("category", "koshary", 0, 0, "custom")
		look("koshary, nearer", false, 0)
		rule("product", "koshary", 0, 12, "hygiene")
		look("this koshary", true, faults)
		s.Clock.Advance(13 * time.Hour)
		look("after its time", false, 0)
		if _, _, why := offer(); why != "Returns were for faults only, and that period is over." {
			t.Errorf("why a fault comes too late: %s", why)
		}
		s.Exec(`DELETE FROM return_rules WHERE target <> 'shop'`)
		look("food, of which nothing is said", true, faults)
		rule("service", "food", 14*24, 30*24, "general")
		look("as everything else", true, all)
		s.Clock.Advance(14 * 24 * time.Hour)
		look("after two weeks", true, faults)
		if r := s.Do("POST", "/orders/"+order+"/return/preview", "usr",
			fields{
				"items": []fields{
					{"line_id": s.line(order), "qty": 1, "reason_id": "changed_mind"}}}); r.Code() != "too_late_for_this_reason" {
			t.Errorf("too late for it: %s", r.Body)
		}
		s.Clock.Advance(16 * 24 * time.Hour)
		look("after a month", false, 0)
		if _, _, why := offer(); why != "The return period is over. Contact us if something's wrong." {
			t.Errorf("why: %s", why)
		}
		order = s.delivered("usr", "cod", 3, 0)
		s.asked(order, 1, "changed_mind")
		s.Clock.Advance(31 * 24 * time.Hour)
		if _, _, why := offer(); why != "The return period for the rest is over. Contact us if something's wrong." {
			t.Errorf("why the rest stays: %s", why)
		}
		rule("product", "koshary", 0, 0, "hygiene")
		s.Exec(`UPDATE order_lines SET return_kind = NULL WHERE order_id = $1`, order)
		if _, _, why := offer(); why != "The rest is items that can't be returned." {
			t.Errorf("why the rest never comes back: %s", why)
		}
		open := s.bought("usr", "cod", 2)
		order = open
		if can, _, why := offer(); can ||
			why != "Only delivered orders can be returned. You can cancel this one on its page if it isn't prepared yet." {
			t.Errorf("an open order: %v %s", can, why)
		}
	})
}

// TestWithdrawnAndRefusedFreeTheirUnits also checks what both leave behind.
func TestWithdrawnAndRefusedFreeTheirUnits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "cod", 3, 0)
		body := s.want(order, 3, "changed_mind")
		body["refund_to"], body["bank"] = "bank", fields{
			"iban": "EG38 0019 0005 0000 0000 2631 8000 2", "holder": "Mona Adel"}
		var v returns.View
		first := s.ask(order, body)
		first.Into(t, &v)
		if strings.Contains(first.Body, "EG3800190005") || v.Refund.BankMasked != "EG•• •••• 0002" {
			t.Errorf("the account is shown: %s", first.Body)
		}
		if r := s.Do("GET", "/console/returns/"+v.ID, "staff:owner", nil); strings.Contains(r.Body, "0019") {
			t.Errorf("the account is shown to staff: %s", r.Body)
		}
		s.healthy()
		if r := s.ask(order, body); r.Code() != "all_returned" {
			t.Errorf("the same units again: %s", r.Body)
		}
		s.move("owner", v.ID, "approved")
		if r := s.Do("POST", "/returns/"+v.ID+"/cancel", "other", fields{}); r.Status != 404 {
			t.Errorf("withdrawn by another: %d", r.Status)
		}
		if r := s.Do("POST", "/returns/"+v.ID+"/cancel", "usr", fields{}); r.Status != 200 {
			t.Fatal(r.Body)
		}
		if s.Status(order) != "delivered" || s.state(v.ID) != "withdrawn" {
			t.Errorf("%s, the order %s", s.state(v.ID), s.Status(order))
		}
		s.healthy()
		again := s.asked(order, 3, "changed_mind")
		if r := s.Do("POST", "/console/returns/"+again+"/move", "staff:owner",
			fields{"to": "refused", "expected_seq": 1}); r.Code() != "reason_required" {
			t.Errorf("refused without a reason: %s", r.Body)
		}
		if r := s.move("owner", again, "refused"); r.Status != 200 {
			t.Fatal(r.Body)
		}
		third := s.asked(order, 1, "changed_mind")
		s.healthy()
		for _, to := range []string{"approved", "picked_up"} {
			s.move("owner", third, to)
		}
		if r := s.Do("POST", "/returns/"+third+"/cancel", "usr", fields{}); r.Code() != "cannot_move" {
			t.Errorf("withdrawn after the pickup: %s", r.Body)
		}
		s.healthy()
	})
}

// TestRefusedUnitsStayTheCustomers has an inspection find faults.
func TestRefusedUnitsStayTheCustomers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "cod", 3, 0)
		ret := s.asked(order, 2, "changed_mind")
		s.through(ret, func(i int) string { return []string{"refuse", "restock"}[i] })
		var v returns.View
		s.Do("GET", "/returns/"+ret, "usr", nil).Into(t, &v)
		if v.State != "refunded" || v.Refund.Total.Minor() != 4500 || len(v.Items[0].Refused) != 1 ||
			v.Items[0].Refused[0].Why != "used" {
			t.Errorf("%+v", v)
		}
		all := s.asked(order, 1, "changed_mind")
		s.through(all, always("refuse"))
		if s.state(all) != "refused" || s.Status(order) != "delivered" || s.wallet("usr") != 4500 {
			t.Errorf("%s, the order %s, %d", s.state(all), s.Status(order), s.wallet("usr"))
		}
		if r := s.Do("GET", "/orders/"+order+"/returnable", "usr", nil); !strings.Contains(r.Body, `"can_return":false`) {
			t.Errorf("refused units can be given back again: %s", r.Body)
		}
		s.healthy()
	})
}

// TestTheDeliveryFee: it is refunded only when the whole order was the shop's fault.
func TestTheDeliveryFee(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "card", 3, 1000)
		s.through(s.asked(order, 2, "defective"), always("scrap"))
		s.RunJobs()
		s.healthy()
		last := s.asked(order, 1, "defective")
		s.through(last, always("scrap"))
		if s.state(last) != "settled" {
			t.Errorf("before the gateway answered: %s", s.state(last))
		}
		s.healthy()
		s.RunJobs()
		if s.state(last) != "refunded" || s.Status(order) != "returned" {
			t.Errorf("%s, the order %s", s.state(last), s.Status(order))
		}
		if got := buytest.Get[int64](s.Shop, `SELECT refunded FROM payments WHERE order_id = $1`, order); got != 14_000 {
			t.Errorf("%d of 14000 went back", got)
		}
		if got := buytest.Get[int64](s.Shop, `SELECT refunded FROM sandbox_intents
			WHERE reference = (SELECT id FROM payments WHERE order_id = $1)`, order); got != 14_000 {
			t.Errorf("the gateway gave %d", got)
		}
		s.healthy()
	})
}

// TestTwoPersonsForMuchMoney: the inspector of returns may settle as much per day as one person's limit, into however
// many returns it is split; above that another person settles, and the sole owner of a shop alone.
func TestTwoPersonsForMuchMoney(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		s.Customer("usr2", "maadi")
		s.Exec(`UPDATE branch_prices SET price = 20000 WHERE variant_id = $1`, buytest.Small)
		inspected := func(order, who string, n int) string {
			ret := s.asked(order, n, "changed_mind")
			for _, to := range []string{"approved", "picked_up", "received"} {
				s.move("owner", ret, to)
			}
			s.inspect(who, ret, always("restock"))
			return ret
		}
		first, second, third := s.delivered("usr", "cod", 4, 0), s.delivered("usr", "cod", 1, 0),
			s.delivered("usr2", "cod", 1, 0)
		a := inspected(first, "manager", 1)
		if r := s.move("manager", a, "settled"); r.Status != 200 {
			t.Fatalf("the first 200: %s", r.Body)
		}
		b := inspected(first, "manager", 1)
		if r := s.move("manager", b, "settled"); r.Status != 200 {
			t.Fatalf("up to 400: %s", r.Body)
		}
		c := inspected(second, "manager", 1)
		var page struct {
			Moves []struct {
				To           string
				Problem      *string
				SecondPerson bool `json:"second_person"`
			}
		}
		s.Do("GET", "/console/returns/"+c, "staff:manager", nil).Into(t, &page)
		if len(page.Moves) != 1 || page.Moves[0].Problem == nil || !page.Moves[0].SecondPerson {
			t.Errorf("the page does not say that it waits: %+v", page)
		}
		if r := s.move("manager", c, "settled"); r.Code() != "second_person" {
			t.Errorf("600 in three returns: %s", r.Body)
		}
		other := inspected(third, "manager", 1)
		if r := s.move("manager", other, "settled"); r.Code() != "second_person" {
			t.Errorf("another customer's: %s", r.Body)
		}
		by2 := inspected(s.delivered("usr2", "cod", 2, 0), "manager2", 2)
		if r := s.move("manager2", by2, "settled"); r.Status != 200 {
			t.Errorf("a colleague's own 400: %s", r.Body)
		}
		for _, ret := range []string{c, other} {
			if r := s.move("manager2", ret, "settled"); r.Status != 200 {
				t.Errorf("somebody else: %s", r.Body)
			}
		}
		s.Clock.Advance(24 * time.Hour)
		large := inspected(first, "owner", 2)
		s.Exec(`UPDATE branch_prices SET price = 120000 WHERE variant_id = $1`, buytest.Small)
		s.Exec(`INSERT INTO staff (id, email, name, role, password_hash, lang, created_at)
			VALUES ('stf_owner', 'o', 'x', 'owner', '', 'en', 1)`)
		if r := s.move("owner", large, "settled"); r.Status != 200 {
			t.Errorf("the one owner: %s", r.Body)
		}
		more := s.delivered("usr", "cod", 1, 0)
		last := inspected(more, "owner", 1)
		s.Exec(`INSERT INTO staff (id, email, name, role, password_hash, lang, created_at, disabled_at)
			VALUES ('stf_owner2', 'p', 'x', 'owner', '', 'en', 1, $1)`,
			db.At(s.Clock.Now()))
		if r := s.move("owner", last, "settled"); r.Code() != "second_person" {
			t.Errorf("after locking the other owner out: %s", r.Body)
		}
		s.Exec(`UPDATE staff SET disabled_at = 1 WHERE id = 'stf_owner2'`)
		if r := s.move("owner", last, "settled"); r.Status != 200 {
			t.Errorf("the one owner of a long time: %s", r.Body)
		}
		s.healthy()
	})
}

// TestSettlingManyAtOnce: returns inspected by one person, all settled by them concurrently, do not exceed the limit of
// one person.
func TestSettlingManyAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Exec(`UPDATE branch_prices SET price = 20000 WHERE variant_id = $1`, buytest.Small)
		var rets []string
		for i := range 5 {
			user := fmt.Sprint("usr", i)
			s.Customer(user, "maadi")
			ret := s.asked(s.delivered(user, "cod", 1, 0), 1, "changed_mind")
			for _, to := range []string{"approved", "picked_up", "received"} {
				s.move("owner", ret, to)
			}
			s.inspect("manager", ret, always("restock"))
			rets = append(rets, ret)
		}
		start := make(chan struct{})
		var settled atomic.Int64
		var wg sync.WaitGroup
		for _, ret := range rets {
			wg.Go(func() {
				<-start
				switch r := s.move("manager", ret, "settled"); {
				case r.Status == 200:
					settled.Add(1)
				case r.Code() != "second_person":
					t.Error(r.Body)
				}
			})
		}
		close(start)
		wg.Wait()
		if settled.Load() != 2 {
			t.Errorf("%d of 200 each settled by who inspected them", settled.Load())
		}
		s.healthy()
	})
}
