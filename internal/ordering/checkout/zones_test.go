package checkout_test

import (
	"fmt"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAZonesOwnMinimumAndFreeDelivery: a zone's own values apply to quote and order, not the branch's.
func TestAZonesOwnMinimumAndFreeDelivery(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr_far", "zahraa-el-maadi")
		s.Exec(`UPDATE delivery_zones SET minimum = 10000, free_from = 13500 WHERE branch_id = $1
			AND district_id = 'zahraa-el-maadi'`, buytest.Koshary)
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

// TestAnAddressThatIsDeliveredToIsOffered: the default before others, one that the
// branch reaches before the default, and of which it reaches none the default.
func TestAnAddressThatIsDeliveredToIsOffered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		far := buytest.Get[string](s, `SELECT id FROM districts
			WHERE id NOT IN (SELECT district_id FROM delivery_zones WHERE branch_id = $1) ORDER BY id LIMIT 1`, buytest.Koshary)
		quote := func(who, asked string) string {
			var q struct {
				Address struct {
					ID string `json:"id"`
				} `json:"address"`
				Unreached []string `json:"unreached"`
				Problems  []struct {
					Code string `json:"code"`
				} `json:"problems"`
			}
			s.Do("GET", "/checkout?service_id=food"+asked, who, nil).Into(t, &q)
			return fmt.Sprintf("%s %v %v", q.Address.ID, q.Unreached, q.Problems)
		}
		second := func(who, district string) {
			s.Exec(`INSERT INTO addresses (user_id, id, type, name, contact_name, phone, governorate_id, district_id, city,
				address, building, lat_e6, lng_e6, created_at, updated_at)
				SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), 'work', 'Work', 'Mona', '+201001234567', governorate_id, id, '',
				'Road 10', '1', lat_e6, lng_e6, 2, 2 FROM districts WHERE id = $3`,
				who, "adr_2"+who, district)
		}
		for who, of := range map[string][2]string{"usr_a": {far, "maadi"}, "usr_b": {"maadi", far}, "usr_c": {far, far}} {
			s.Customer(who, of[0])
			second(who, of[1])
			s.Add(who, "food", buytest.Koshary, "var_koshary_s", 2)
		}
		for _, c := range []struct{ who, asked, want string }{
			{"usr_a", "", "adr_2usr_a [adr_usr_a] []"},
			{"usr_a", "&address_id=adr_usr_a", "adr_usr_a [adr_usr_a] [{not_delivered}]"},
			{"usr_b", "", "adr_usr_b [adr_2usr_b] []"},
			{"usr_c", "", "adr_usr_c [adr_usr_c adr_2usr_c] [{not_delivered}]"},
		} {
			if got := quote(c.who, c.asked); got != c.want {
				t.Errorf("%s%s: %s, want %s", c.who, c.asked, got, c.want)
			}
		}
	})
}
