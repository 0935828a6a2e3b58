package cart_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/money"
)

// coupon writes a coupon; set names further columns with their SQL values.
func coupon(s *buytest.Shop, code, kind string, value int64, set string) {
	s.TB.Helper()
	s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, listed, active) VALUES ($1, $2, $3, $4, $5, $6, $6)`,
		"cpn_"+code, code, kind, value, false, true)
	if set != "" {
		s.Exec(`UPDATE coupons SET `+set+` WHERE code = $1`, code)
	}
}

// TestEveryRuleOfACoupon types a coupon of each rule, over a cart of three
// small koshary for 135.00 with 15.00 for delivery.
func TestEveryRuleOfACoupon(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("old", maadi)
		s.Buy("old", "food", buytest.Koshary, buytest.Small, 2, "cod")
		now := s.Clock.Now().UnixMilli()
		store := buytest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, buytest.Koshary)
		rules := []struct {
			name, kind string
			value      int64
			set        string
			refusal    string // of who has ordered before
			discount   string
			total      string
		}{
			{"PERCENT", "percent", 1000, "", "", "13.5", "136.5"},
			{"ODD", "percent", 333, "", "", "4.5", "145.5"},
			{"CAPPED", "percent", 5000, "cap = 2000", "", "20", "130"},
			{"WHOLE", "percent", 10000, "", "", "135", "15"},
			{"AMOUNT", "amount", 2500, "", "", "25", "125"},
			{"MORE", "amount", 50000, "", "", "135", "15"},
			{"DELIVERY", "free_delivery", 0, "", "", "0", "135"},
			{"REACHED", "amount", 1000, "minimum = 13500", "", "10", "140"},
			{"MINIMUM", "amount", 1000, "minimum = 13501", "below_minimum", "", ""},
			{"EARLY", "amount", 1000, fmt.Sprint("starts_at = ", now+1000), "not_yet", "", ""},
			{"BEGUN", "amount", 1000, fmt.Sprint("starts_at = ", now), "", "10", "140"},
			{"LATE", "amount", 1000, fmt.Sprint("ends_at = ", now), "ended", "", ""},
			{"LAST", "amount", 1000, fmt.Sprint("ends_at = ", now+1000), "", "10", "140"},
			{"OFF", "amount", 1000, "active = (1 = 0)", "unknown", "", ""},
			{"FIRST", "amount", 1000, "first_order = (1 = 1)", "first_order", "", ""},
			{"FOOD", "amount", 1000, `services = '["svc_food"]'`, "", "10", "140"},
			{"GROCERY", "amount", 1000, `services = '["svc_grocery"]'`, "other_service", "", ""},
			{"HERE", "amount", 1000, `stores = '["` + store + `"]'`, "", "10", "140"},
			{"THERE", "amount", 1000, `stores = '["sto_other"]'`, "other_store", "", ""},
			{"SHELF", "amount", 1000, `categories = '["cat_milk"]'`, "no_items", "", ""},
		}
		s.Add("old", "food", buytest.Koshary, buytest.Small, 3)
		for _, r := range rules {
			coupon(s, r.name, r.kind, r.value, r.set)
			got := s.Do("POST", "/add_coupon", "old", map[string]any{
				"service_id": "food", "coupon_code": strings.ToLower(r.name)},
				buytest.Header{"district-id": maadi})
			if r.refusal != "" {
				if got.Status != 400 || got.Code() != r.refusal {
					t.Errorf("%s: %d %s", r.name, got.Status, got.Body)
				}
				continue
			}
			var a cart.CouponAnswer
			got.Into(t, &a)
			o := a.Order
			if a.Qty != 3 || text(o.Price) != "135" || text(o.CouponDiscount) != r.discount || text(o.Total) != r.total ||
				o.CouponCode != r.name || o.CouponID != "cpn_"+r.name {
				t.Errorf("%s: %+v", r.name, a)
			}
			// The figures add up, here and in the cart: a coupon's discount on the delivery is not subtracted twice.
			v := get(t, s, "old", buytest.Header{"district-id": maadi})
			for _, sums := range [][5]money.Major{
				{o.Price, o.CouponDiscount, o.CartTotal, o.DeliveryPrice, o.Total},
				{v.Price, v.CouponDiscount, v.CartTotal, v.DeliveryPrice, v.Total},
			} {
				var n [5]float64
				for i, one := range sums {
					n[i], _ = strconv.ParseFloat(text(one), 64)
				}
				if n[0]-n[1] != n[2] || n[2]+n[3] != n[4] {
					t.Errorf("%s: %v - %v = %v, + %v = %v", r.name, sums[0], sums[1], sums[2], sums[3], sums[4])
				}
			}
		}
	})
}

// TestWhyACouponStoppedIsSaidInTheCart changes the cart, the coupon and the
// time under a coupon that was fine.
func TestWhyACouponStoppedIsSaidInTheCart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		coupon(s, "TEN", "percent", 1000, fmt.Sprint("minimum = 9000, ends_at = ", s.Clock.Now().Add(time.Hour).UnixMilli()))
		v := s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		item := v.Items[0].ID
		if r := s.Do("POST", "/add_coupon", "usr", map[string]any{
			"service_id": "food", "coupon_code": "TEN"}); r.Status != 200 {
			t.Fatal(r.Body)
		}
		set := func(qty int) cart.View {
			t.Helper()
			var v cart.View
			s.Do("POST", "/order/update-cart", "usr", map[string]any{"service_id": "food", "item_id": item, "qty": qty}).
				Into(t, &v)
			return v
		}
		if v := set(1); v.CouponProblem == nil || !strings.Contains(*v.CouponProblem, "Add EGP 45 ") ||
			text(v.CouponDiscount) != "0" || text(v.Total) != "45" {
			t.Errorf("one less: %v, %+v", v.CouponProblem, v.CouponDiscount)
		}
		if v := set(2); v.CouponProblem != nil || text(v.CouponDiscount) != "9" {
			t.Errorf("and again: %v", v.CouponProblem)
		}
		s.Clock.Advance(2 * time.Hour)
		if v := get(t, s, "usr"); v.CouponProblem == nil || *v.CouponProblem != "This coupon has expired. Try another one." ||
			text(v.CouponDiscount) != "0" {
			t.Errorf("two hours later: %v", v.CouponProblem)
		}
		arabic := get(t, s, "usr", buytest.Header{"Accept-Language": "ar"})
		if arabic.CouponProblem == nil || *arabic.CouponProblem != "انتهت صلاحية هذا الكوبون. جرّب كوبونًا آخر." {
			t.Errorf("in Arabic: %v", arabic.CouponProblem)
		}
	})
}

// TestCouponsAreShownToWhoMayUseThem checks the picker.
func TestCouponsAreShownToWhoMayUseThem(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("old", maadi)
		s.Buy("old", "food", buytest.Koshary, buytest.Small, 2, "cod")
		now := s.Clock.Now().UnixMilli()
		coupon(s, "TEN", "percent", 1000, fmt.Sprint("ends_at = ", now+3600_000))
		coupon(s, "FAR", "amount", 1000, "minimum = 50000")
		coupon(s, "FIRST", "amount", 1000, "first_order = (1 = 1)")
		coupon(s, "GROCERY", "amount", 1000, `services = '["svc_grocery"]'`)
		coupon(s, "SECRET", "amount", 1000, "listed = (1 = 0)")
		coupon(s, "OFF", "amount", 1000, "active = (1 = 0)")
		coupon(s, "GONE", "amount", 1000, "total_limit = 1")
		coupon(s, "LATE", "amount", 1000, fmt.Sprint("ends_at = ", now))
		coupon(s, "EARLY", "amount", 1000, fmt.Sprint("starts_at = ", now+1))
		s.Customer("once", maadi)
		use := func(user, code string) {
			t.Helper()
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			if r := s.Do("POST", "/add_coupon", user, map[string]any{
				"service_id": "food", "coupon_code": code}); r.Status != 200 {
				t.Fatal(r.Body)
			}
			if r := s.Place(user, "key"+code, s.Body(user, "food", "cod")); r.Status != 200 {
				t.Fatal(r.Body)
			}
		}
		use("once", "GONE")
		shown := func(token, query string, headers ...buytest.Header) string {
			t.Helper()
			var all []cart.CouponView
			s.Do("GET", "/coupons"+query, token, nil, headers...).Into(t, &all)
			var words []string
			for _, c := range all {
				word := c.Code
				switch {
				case c.Problem != nil:
					word += " " + c.Problem.Code
					if c.Missing != nil {
						word += " by " + text(*c.Missing)
					}
				case c.Saves != nil:
					word += " saves " + text(*c.Saves)
				}
				if c.Applied {
					word += " applied"
				}
				words = append(words, word)
			}
			return strings.Join(words, ", ")
		}
		for who, want := range map[string]string{"": "TEN, FAR, FIRST, GROCERY", "new": "TEN, FAR, FIRST, GROCERY",
			"old": "TEN, FAR, GROCERY"} {
			if got := shown(who, ""); got != want {
				t.Errorf("%q is shown %s, want %s", who, got, want)
			}
		}
		s.Add("new", "food", buytest.Koshary, buytest.Small, 2)
		if got := shown("new", "?service_id=food"); got != "TEN saves 9, FAR below_minimum by 410, FIRST saves 10" {
			t.Errorf("over a cart: %s", got)
		}
		s.Do("POST", "/add_coupon", "new", map[string]any{"service_id": "food", "coupon_code": "TEN"})
		if got := shown("new", "?service_id=food"); got != "TEN saves 9 applied, FAR below_minimum by 410, FIRST saves 10" {
			t.Errorf("with one in it: %s", got)
		}
		s.Exec(`UPDATE coupons SET customer_limit = 1 WHERE code = 'TEN'`)
		use("once", "TEN")
		if got := shown("once", ""); got != "FAR, GROCERY" {
			t.Errorf("after using one: %s", got)
		}
		s.Healthy()
	})
}
