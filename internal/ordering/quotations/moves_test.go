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

// TestGuards tries every transition in every state.
func TestGuards(t *testing.T) {
	moves := []string{"price", "accept", "change", "decline", "turn down", "order"}
	want := map[string]string{
		"requested":        "ok|400 move_refused|400 move_refused|ok|ok|400 not_accepted",
		"change_requested": "ok|400 move_refused|400 move_refused|ok|ok|400 not_accepted",
		"priced":           "ok|ok|ok|ok|400 move_not_yours|400 not_accepted",
		"accepted":         "400 move_refused|ok|400 move_refused|400 move_refused|400 move_refused|ok",
		"ordered": "400 move_refused|400 move_not_yours|400 move_refused|400 move_refused|400 move_refused|409 " +
			"already_ordered",
		"declined": "400 move_refused|400 move_refused|400 move_refused|400 move_refused|400 move_refused|400 not_accepted",
		"expired":  "400 move_refused|400 expired|400 expired|400 expired|400 move_refused|400 expired",
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		plenty(s)
		n := 0
		at := func(state string) (string, quotations.View) {
			n++
			who := fmt.Sprint("usr", n)
			customer(s, who)
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
					r = s.Do("POST", "/quotations/"+v.ID+"/change", who,
						map[string]any{"version": max(1, len(v.Earlier)+1), "note": "x"})
				case "decline":
					r = s.Do("POST", "/quotations/"+v.ID+"/decline", who, map[string]any{})
				case "turn down":
					r = s.Do("POST", "/console/quotations/"+v.ID+"/decline", "manager",
						map[string]any{"note": "no", "expected_seq": v.EventSeq})
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
		if r := accept(s, "usr", v); outcome(r) != "400 out_of_stock" ||
			!strings.Contains(r.Body, "There is not enough stock available.") {
			t.Errorf("%s", r.Body)
		}
		s.Exec(`UPDATE stock SET on_hand = 20 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		s.Exec(`UPDATE stock_moves SET qty = 20 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		if r := accept(s, "usr", v); r.Status != 200 {
			t.Fatal(r.Body)
		}
		// Another customer takes one: the accepted offer reserves no stock.
		customer(s, "fast")
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
		if r := s.Place("usr", "k", order("usr", v.ID, "cod", 1110)); outcome(r) != "400 other_district" ||
			!strings.Contains(r.Body, "Maadi") {
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
