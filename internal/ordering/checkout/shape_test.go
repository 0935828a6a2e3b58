package checkout_test

import (
	"fmt"
	"strings"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAShapeDecidesWhoIsDeliveredTo: an address inside a zone's shape, or on its edge, is delivered to for that zone's
// fee; one outside is refused in the cart, the quote and the order, unless another zone contains it.
func TestAShapeDecidesWhoIsDeliveredTo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		maadi, _ := s.Places.District("maadi")
		lat, lng := maadi.Center.LatE6, maadi.Center.LngE6
		// The square of two hundred metres north of the middle, its lower side
		// through the middle.
		near := fmt.Sprintf("[[%d,%d],[%d,%d],[%d,%d],[%d,%d]]", lat, lng-1000, lat, lng+1000, lat+2000, lng+1000, lat+2000,
			lng-1000)
		s.Exec(`UPDATE delivery_zones SET shape = $2, priority = 1, fee = 700 WHERE branch_id = $1 AND district_id = 'maadi'`,
			buytest.Koshary, near)
		load := func() {
			t.Helper()
			if err := s.Branches.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		load()
		people := map[string][2]int64{"usr_in": {lat + 500, lng}, "usr_edge": {lat, lng}, "usr_out": {lat - 1, lng}}
		for who, at := range people {
			s.Customer(who, "maadi")
			s.Exec(`UPDATE addresses SET lat_e6 = $2, lng_e6 = $3 WHERE user_id = $1`, who, at[0], at[1])
			s.Add(who, "food", buytest.Koshary, "var_koshary_s", 2)
		}
		type seen struct {
			Cart     []problem
			Quote    []problem
			Delivery float64
		}
		look := func(who string) seen {
			t.Helper()
			var c struct {
				Problems []problem `json:"problems"`
			}
			s.Do("GET", "/get_card?service_id=food", who, nil,
				buytest.Header{"District-Id": "maadi", "Address-Id": "adr_" + who}).Into(t, &c)
			var q struct {
				Problems []problem `json:"problems"`
				Totals   struct {
					Delivery float64 `json:"delivery_price"`
				} `json:"totals"`
			}
			s.Do("GET", "/checkout?service_id=food", who, nil).Into(t, &q)
			return seen{c.Problems, q.Problems, q.Totals.Delivery}
		}
		for _, who := range []string{"usr_in", "usr_edge"} {
			if got := look(who); len(got.Cart)+len(got.Quote) > 0 || got.Delivery != 7 {
				t.Errorf("%s: %+v", who, got)
			}
		}
		out := look("usr_out")
		if len(out.Cart) != 1 || out.Cart[0].Code != "outside_zone" || len(out.Quote) != 1 ||
			out.Quote[0].Code != "outside_zone" || !strings.Contains(out.Quote[0].Message, "part of Maadi") {
			t.Errorf("%+v", out)
		}
		if r := s.Place("usr_out", "key-out", s.Body("usr_out", "food", "cod")); r.Status != 400 ||
			r.Code() != "outside_zone" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		// Nothing is known of the address: the branch may reach it.
		var c struct {
			Problems []problem `json:"problems"`
			Can      bool      `json:"can_checkout"`
		}
		s.Do("GET", "/get_card?service_id=food", "usr_out", nil, buytest.Header{"District-Id": "maadi"}).Into(t, &c)
		if len(c.Problems) != 1 || c.Problems[0].Code != "part_of_area" || !c.Can {
			t.Errorf("%+v", c)
		}
		if r := s.Place("usr_in", "key-in", s.Body("usr_in", "food", "cod")); r.Status != 200 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if fee := buytest.Get[int](s, `SELECT delivery_fee FROM orders WHERE user_id = 'usr_in'`); fee != 700 {
			t.Errorf("a fee of %d", fee)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE user_id = 'usr_out'`); n != 0 {
			t.Errorf("%d orders from outside", n)
		}

		// From now on the rest of the district has its own zone.
		s.Exec(
			`INSERT INTO delivery_zones (branch_id, district_id, priority, fee, minutes) VALUES ($1, 'maadi', 0, 2500, 50)`,
			buytest.Koshary)
		load()
		if got := look("usr_out"); len(got.Cart)+len(got.Quote) > 0 || got.Delivery != 25 {
			t.Errorf("%+v", got)
		}
		if got := look("usr_edge"); len(got.Cart)+len(got.Quote) > 0 || got.Delivery != 7 {
			t.Errorf("%+v", got)
		}
	})
}

type problem struct{ Code, Message string }
