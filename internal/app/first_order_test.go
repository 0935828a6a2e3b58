package app_test

import (
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestOneOrderIsTheFirst: of two concurrent orders with coupons for the first order, one gets the discount.
func TestOneOrderIsTheFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 1000)
		s.Stock(apptest.Bakala, apptest.Milk, 1000)
		s.Exec(`UPDATE branches SET minimum_order = 0`)
		s.Exec(`INSERT INTO coupons (id, code, kind, value, cap, first_order, active)
			VALUES ('cpn_one', 'WELCOME', 'percent', 1000, 500, $1, $1),
			('cpn_two', 'HELLO', 'percent', 1000, 500, $1, $1)`, true)
		twice := 0
		for range 12 {
			p := s.Customer()
			bodies := make([]apptest.Checkout, 2)
			for i, one := range []struct{ service, branch, variant, code string }{
				{"food", apptest.Koshary, apptest.Small, "WELCOME"}, {"grocery", apptest.Bakala, apptest.Milk, "HELLO"}} {
				s.Add(p, one.service, one.branch, one.variant, 4)
				if a := s.Do("POST", "/add_coupon", p.Token, fields{
					"service_id": one.service, "coupon_code": one.code}); a.Status != 200 {
					t.Fatal(a.Body)
				}
				var q struct{ Totals struct{ Total float64 } }
				s.Do("GET", "/checkout?service_id="+one.service+"&address_id="+p.Address, p.Token, nil).Into(t, &q)
				bodies[i] = p.Body("cod", 0)
				bodies[i]["service_id"], bodies[i]["expected_total"] = one.service, q.Totals.Total
			}
			got := apptest.Burst(2, 2, func(i int) string {
				return s.Send("POST", "/checkout", p.Token, bodies[i], apptest.Key(id.New("key"))).Short()
			})
			if got["200"] > 1 {
				twice++
			} else if got["200"] != 1 {
				t.Errorf("%v", got)
			}
		}
		if twice > 0 {
			t.Errorf("%d of 12 customers had two first orders", twice)
		}
		s.Healthy()
	})
}
