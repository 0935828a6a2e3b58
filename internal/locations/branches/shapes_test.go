package branches_test

import (
	"strings"
	"testing"

	"wekala/internal/locations/branches"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func square(lat, lng, half float64) [][2]float64 {
	return [][2]float64{{lat - half, lng - half}, {lat - half, lng + half}, {lat + half, lng + half},
		{lat + half, lng - half}}
}

// TestZonesNarrowedByShapes writes shapes, reads them as they were, and refuses
// what is none. Managers may not move a line.
func TestZonesNarrowedByShapes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := console(t, d)
		at := "/console/branches/" + buytest.Koshary + "/zones"
		maadi, _ := s.Places.District("maadi")
		lat, lng := maadi.Center.Lat(), maadi.Center.Lng()
		inner, wider := square(lat, lng, 0.002), square(lat, lng, 0.005)
		read := func(who string) (v branches.ZonesRecord) {
			t.Helper()
			s.Do("GET", at, who, nil).Into(t, &v)
			return v
		}
		before := read("owner").Version
		put := func(who string, version int64, zones ...fields) buytest.Res {
			return s.Do("PUT", at, who, fields{"version": version, "zones": zones})
		}
		bow := [][2]float64{{lat, lng}, {lat + 0.01, lng + 0.01}, {lat + 0.01, lng}, {lat, lng + 0.01}}
		for _, c := range []struct {
			name, field, text string
			zones             []fields
		}{
			{"lines that cross", "zones.0.shape", "crosses", []fields{{"district": "maadi", "fee": 10, "shape": bow}}},
			{"two corners", "zones.0.shape", "corners", []fields{{"district": "maadi", "fee": 10, "shape": inner[:2]}}},
			{"a doorstep", "zones.0.shape", "too small", []fields{
				{"district": "maadi", "fee": 10, "shape": square(lat, lng, 0.0001)}}},
			{"another city", "zones.0.shape", "outside the area",
				[]fields{{"district": "maadi", "fee": 10, "shape": square(31.2, 29.95, 0.01)}}},
			{"all of it twice", "zones.1.district", "already",
				[]fields{{"district": "maadi", "fee": 10}, {"district": "maadi", "fee": 20}}},
			{"a shape behind all of it", "zones.1.shape", "whole area",
				[]fields{{"district": "maadi", "fee": 10}, {"district": "maadi", "fee": 20, "shape": inner}}},
		} {
			if r := put("owner", before, c.zones...); r.Status != 422 || !strings.Contains(r.Body, `"`+c.field+`"`) ||
				!strings.Contains(r.Body, c.text) {
				t.Errorf("%s: %d %s", c.name, r.Status, r.Body)
			}
		}
		if now := read("owner"); now.Version != before {
			t.Fatalf("something was written: %+v", now)
		}
		zones := []fields{{"district": "maadi", "fee": 10, "shape": inner}, {"district": "dokki", "fee": 40},
			{"district": "maadi", "fee": 15, "minutes": 35, "minimum": 90, "free_from": 400, "shape": wider}}
		ok(t, put("owner", before, zones...))
		v := read("owner")
		if len(v.Zones) != 3 {
			t.Fatalf("%+v", v.Zones)
		}
		var fees []float64
		for _, z := range v.Zones {
			if z.District.ID == "maadi" {
				fees = append(fees, float64(len(z.Shape)))
			}
		}
		if len(fees) != 2 || fees[0] != 4 || fees[1] != 4 {
			t.Errorf("%+v", v.Zones)
		}
		reload(t, s)
		b, _ := s.Branches.Branch(buytest.Koshary)
		for _, c := range []struct {
			name     string
			north    float64
			coverage branches.Coverage
			fee      int64
		}{
			{"in both", 0.001, branches.Reached, 1000},
			{"on the inner line", 0.002, branches.Reached, 1000},
			{"in the wider alone", 0.003, branches.Reached, 1500},
			{"outside", 0.006, branches.Outside, 0},
		} {
			p := maadi.Center
			p.LatE6 += int64(c.north * 1e6)
			if z, found := b.ZoneAt("maadi", p); found != c.coverage || z.Fee != c.fee {
				t.Errorf("%s: %d %d", c.name, found, z.Fee)
			}
		}
		if _, found := b.ZoneAt("zamalek", maadi.Center); found != branches.Nowhere {
			t.Errorf("a district without a zone: %d", found)
		}
		if !b.Partly("maadi") || b.Partly("dokki") || b.Partly("zamalek") {
			t.Error("which districts are delivered to in part")
		}

		// A manager lengthens minutes, and changes neither a line nor its order.
		zones[0]["minutes"] = 40
		ok(t, put("manager", v.Version, zones...))
		moved := fields{"district": "maadi", "fee": 10, "minutes": 40, "shape": square(lat, lng, 0.003)}
		if r := put("manager", v.Version+1, moved, zones[1], zones[2]); r.Status != 403 {
			t.Errorf("a manager moved a line: %d %s", r.Status, r.Body)
		}
		if r := put("manager", v.Version+1, zones[2], zones[1], zones[0]); r.Status != 403 {
			t.Errorf("a manager changed their order: %d %s", r.Status, r.Body)
		}
	})
}
