package checkout_test

import (
	"fmt"
	"testing"

	"wekala/internal/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAZonesOwnMinimumAndFreeDelivery: what a zone says of them counts at the
// quote and at the order, not what the branch says.
func TestAZonesOwnMinimumAndFreeDelivery(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr_far", "zahraa-el-maadi")
		s.Exec(`UPDATE delivery_zones SET minimum = 10000, free_from = 13500 WHERE branch_id = $1 AND district_id = 'zahraa-el-maadi'`, buytest.Koshary)
		if err := s.Branches.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		quote := func() string {
			var q struct {
				Cart struct {
					Minimum float64 `json:"minimum_order"`
					Missing float64 `json:"missing_to_minimum"`
				} `json:"cart"`
				Totals struct {
					Delivery float64 `json:"delivery_price"`
					Total    float64 `json:"total"`
				} `json:"totals"`
				Problems []struct {
					Code string `json:"code"`
				} `json:"problems"`
			}
			s.Do("GET", "/checkout?service_id=food", "usr_far", nil).Into(t, &q)
			return fmt.Sprint(q.Cart.Minimum, q.Cart.Missing, q.Totals.Delivery, q.Totals.Total, q.Problems)
		}
		s.Add("usr_far", "food", buytest.Koshary, "var_koshary_s", 2) // 90: enough for the branch, not for the zone
		if got := quote(); got != "100 10 20.5 110.5 [{below_minimum}]" {
			t.Error(got)
		}
		body := s.Body("usr_far", "food", "cod")
		if r := s.Place("usr_far", "key-1", body); r.Code() != "below_minimum" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		s.Add("usr_far", "food", buytest.Koshary, "var_koshary_s", 1) // 135: delivery is free
		if got := quote(); got != "100 0 0 135 []" {
			t.Error(got)
		}
		if r := s.Place("usr_far", "key-2", s.Body("usr_far", "food", "cod")); r.Status != 200 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if fee := buytest.Get[int](s, `SELECT delivery_fee FROM orders WHERE user_id = 'usr_far'`); fee != 0 {
			t.Errorf("a fee of %d", fee)
		}
	})
}
