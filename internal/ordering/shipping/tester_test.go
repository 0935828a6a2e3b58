package shipping_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

// TestTheTesterSaysWhatTheShopDoes asks the tester about places and moments, and checks that checkout gives the same
// answer.
func TestTheTesterSaysWhatTheShopDoes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		who := map[string]staff.Member{"owner": {ID: "stf_owner", Role: staff.Owner},
			"manager": {ID: "stf_manager", Role: staff.Manager, Branches: []string{buytest.Bakala}}}
		s.API.Allowed = staff.Allowed
		s.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
			m, ok := who[token]
			if !ok {
				return ctx, "", errs.Unauthorized()
			}
			return staff.With(ctx, m), m.ID, nil
		}
		(&shipping.Tester{DB: d, Branches: s.Branches, Places: s.Places}).ConsoleRoutes(s.API)
		try := func(as string, query url.Values) shipping.Tried {
			t.Helper()
			var v shipping.Tried
			s.Do("GET", "/console/delivery?"+query.Encode(), as, nil).Into(t, &v)
			return v
		}
		one := func(v shipping.Tried, branch string) string {
			t.Helper()
			for _, b := range v.Branches {
				if b.Branch.ID == branch {
					var why []string
					for _, w := range b.Why {
						why = append(why, w.Code)
					}
					fee := "none"
					if b.Fee != nil {
						fee = b.Fee.String()
					}
					return fmt.Sprint(b.Orders, " ", fee, " ", b.Promise != nil, " ", b.FreeSlots > 0, " ", why)
				}
			}
			return "not asked"
		}
		maadi, _ := s.Places.District("maadi")
		middle := maadi.Center
		square := fmt.Sprintf("[[%d,%d],[%d,%d],[%d,%d],[%d,%d]]", middle.LatE6-1000, middle.LngE6-1000, middle.LatE6-1000,
			middle.LngE6+1000, middle.LatE6+1000, middle.LngE6+1000, middle.LatE6+1000, middle.LngE6-1000)
		s.Exec(`UPDATE delivery_zones SET shape = $2 WHERE branch_id = $1 AND district_id = 'maadi'`, buytest.Koshary, square)
		load := func() {
			t.Helper()
			if err := s.Branches.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		load()
		pin := func(north int64) url.Values {
			return url.Values{"lat": {fmt.Sprintf("%.6f", float64(middle.LatE6+north)/1e6)},
				"lng": {fmt.Sprintf("%.6f", middle.Lng())}}
		}
		inMaadi := url.Values{"district": {"maadi"}}
		night := shoptest.Now.Add(24 * time.Hour).Truncate(24 * time.Hour).Add(3 * time.Hour).Format(time.RFC3339)
		for _, c := range []struct {
			name  string
			query url.Values
			want  string
		}{
			{"a pin inside", pin(900), "true 15 true true []"},
			{"a pin on the line", pin(1000), "true 15 true true []"},
			{"a pin outside", pin(1001), "false none false false [outside_zone]"},
			{"the district as a whole", inMaadi, "true 15 true true []"},
			{"another district", url.Values{"district": {"zamalek"}}, "false none false false [no_zone]"},
			{"at night", url.Values{"district": {"maadi"}, "at": {night}}, "true 15 false true [hours]"},
		} {
			if got := one(try("owner", c.query), buytest.Koshary); got != c.want {
				t.Errorf("%s: %s", c.name, got)
			}
		}
		// Days are relative to now, not to the moment that is tried.
		later := url.Values{"district": {"maadi"}, "at": {shoptest.Now.Add(24 * time.Hour).Format(time.RFC3339)}}
		for _, b := range try("owner", later).Branches {
			if b.Branch.ID == buytest.Koshary &&
				(b.Promise == nil || !strings.Contains(*b.Promise, "Tomorrow") || !strings.Contains(*b.NextSlot, "Tomorrow")) {
				t.Errorf("tomorrow's order comes %q, its first hour is %q", *b.Promise, *b.NextSlot)
			}
		}
		if v := try("owner", pin(0)); v.District == nil || v.District.ID != "maadi" || !v.Exact || v.Branches[0].Fee == nil {
			t.Errorf("%+v", v)
		}
		if v := try("owner", url.Values{"lat": {"25.68"}, "lng": {"32.63"}}); v.District != nil || v.Why == nil ||
			v.Why.Code != "location_not_supported" {
			t.Errorf("Luxor: %+v", v)
		}
		if v := try("manager", inMaadi); len(v.Branches) != 1 || v.Branches[0].Branch.ID != buytest.Bakala {
			t.Errorf("a manager sees %+v", v.Branches)
		}
		for query, field := range map[string]string{"": "district", "district=maadi&at=tomorrow": "at"} {
			if r := s.Do("GET", "/console/delivery?"+query, "owner", nil); r.Status != 422 {
				t.Errorf("%q, %s: %d %s", query, field, r.Status, r.Body)
			}
		}

		// Checkout agrees, on both sides of the line.
		for who, north := range map[string]int64{"usr_in": 1000, "usr_out": 1001} {
			s.Customer(who, "maadi")
			s.Exec(`UPDATE addresses SET lat_e6 = $2, lng_e6 = $3 WHERE user_id = $1`, who, middle.LatE6+north, middle.LngE6)
			s.Add(who, "food", buytest.Koshary, "var_koshary_s", 2)
			got := s.Place(who, "key-"+who, s.Body(who, "food", "cod")).Status == 200
			if told := one(try("owner", pin(north)), buytest.Koshary)[:4] == "true"; got != told {
				t.Errorf("%s: the shop says %v, the tester %v", who, got, told)
			}
		}

		// Full hours, a pause, a switch, a branch that is hidden.
		s.Exec(`UPDATE branches SET slot_capacity = 1 WHERE id = $1`, buytest.Koshary)
		load()
		b, _ := s.Branches.Branch(buytest.Koshary)
		zone, _ := b.Zone("maadi")
		slots := shipping.Slots(b, zone, s.Clock.Now())
		for _, slot := range slots {
			s.Exec(`INSERT INTO slot_bookings (branch_id, slot_at, used) VALUES ($1, $2, 1)`, b.ID, db.At(slot.From))
		}
		v := try("owner", inMaadi)
		if got := one(v, buytest.Koshary); got != "true 15 true false [slots_full]" {
			t.Errorf("full, yet open: %s", got)
		}
		s.Exec(`UPDATE branches SET paused_until = $2, pause_reason = 'busy' WHERE id = $1`, b.ID,
			db.At(s.Clock.Now().Add(time.Hour)))
		load()
		if got := one(try("owner", inMaadi), buytest.Koshary); got != "false 15 false false [paused slots_full]" {
			t.Errorf("full and paused: %s", got)
		}
		s.Exec(`UPDATE branches SET paused_until = NULL, switched_closed = $2 WHERE id = $1`, b.ID, true)
		load()
		if got := one(try("owner", inMaadi), buytest.Koshary); got != "false 15 false false [switched]" {
			t.Errorf("switched off: %s", got)
		}
		s.Exec(`UPDATE branches SET active = $2 WHERE id = $1`, b.ID, false)
		load()
		if got := one(try("owner", inMaadi), buytest.Koshary); got != "false 15 false false [hidden]" {
			t.Errorf("hidden: %s", got)
		}
		s.Exec(`UPDATE branches SET archived_at = 1 WHERE id = $1`, b.ID)
		load()
		if got := one(try("owner", inMaadi), buytest.Koshary); got != "not asked" {
			t.Errorf("closed for good: %s", got)
		}
	})
}
