package branches_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

type fields = map[string]any

// console opens a shop whose staff are the members above.
func console(t *testing.T, d *db.DB) *buytest.Shop {
	s := buytest.New(t, d)
	s.API.Allowed = staff.Allowed
	s.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
		who, ok := member[token]
		if !ok {
			return ctx, "", errs.Unauthorized()
		}
		return staff.With(ctx, who), who.ID, nil
	}
	return s
}

var keys int

// made is the record that an owner's creation answers.
func made[T any](t *testing.T, s *buytest.Shop, path string, body fields) T {
	t.Helper()
	keys++
	var v T
	s.Do("POST", path, "owner", body, buytest.Header{"Idempotency-Key": fmt.Sprint("key ", keys)}).Into(t, &v)
	return v
}

// TestFromServiceToZone creates a service, a store and a branch with only the required fields, gives it hours and
// zones, and checks what customers see at each step.
func TestFromServiceToZone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := console(t, d)
		k := made[branches.KindRecord](t, s, "/console/services", fields{"name_ar": "ورد", "name_en": "Flowers & Gifts"})
		if k.Slug != "flowers-gifts" || k.Tint != "general" || k.Promise != branches.ByMinutes || k.State != "shown" ||
			k.Version != 1 {
			t.Fatalf("%+v", k)
		}
		st := made[branches.StoreRecord](t, s, "/console/stores",
			fields{"service": k.Slug, "name_en": "Rosa", "name_ar": "روزا", "tax_number": "١٢٣-٤٥٦-٧٨٩"})
		if st.TaxNumber != "123456789" || st.Service.ID != k.ID || st.Main != "" {
			t.Fatalf("%+v", st)
		}
		b := made[branches.BranchRecord](t, s, "/console/branches",
			fields{"store": st.ID, "name_en": "Rosa Maadi", "name_ar": "روزا المعادي", "lat": 29.9602, "lng": 31.2569})
		if b.District.ID != "maadi" || !b.Main || b.Zones != 0 || b.State != "shown" || b.DeliveryMinutes != 45 {
			t.Fatalf("%+v", b)
		}
		reload(t, s)
		seen := func() branches.BranchCard {
			t.Helper()
			now, ok := s.Branches.Branch(b.Slug)
			if !ok {
				t.Fatal("it is not there")
			}
			return now.Card("en", s.Places.Of("maadi", nil), s.Clock.Now())
		}
		// It delivers nowhere yet, so it is not open at any hours.
		if v := seen(); !v.IsClosed || v.ClosedReason == nil || *v.ClosedReason != branches.ClosedNowhere ||
			v.OpensAt != nil {
			t.Fatalf("%+v", v)
		}

		at := "/console/branches/" + b.ID
		zones := fields{
			"version": 1,
			"zones": []fields{{"district": "maadi", "fee": "12.50", "minutes": 25, "minimum": 80, "free_from": 300},
				{"district": "dokki", "fee": 30}}}
		ok(t, s.Do("PUT", at+"/zones", "owner", zones))
		reload(t, s)
		v := seen()
		if v.IsClosed || !*v.Delivers ||
			fmt.Sprintf("%v %v %v %v", *v.DeliveryFee, *v.DeliveryMinutes, v.MinimumOrder, *v.FreeFrom) != "12.50 25 80 300" {
			t.Fatalf("%+v", v)
		}
		// For places without delivery it still shows its usual minutes and minimum.
		now, _ := s.Branches.Branch(b.Slug)
		if v := now.Card("en", s.Places.Of("heliopolis", nil), s.Clock.Now()); *v.Delivers || v.DeliveryFee != nil ||
			v.DeliveryMinutes == nil || *v.DeliveryMinutes <= 0 {
			t.Errorf("where it doesn't deliver: %+v", v)
		}
		if r := s.Do("PUT", at+"/zones", "owner", zones); r.Status != 409 || r.Code() != "moved_on" {
			t.Errorf("an old form: %d %s", r.Status, r.Code())
		}

		// Closed today, and a feast with its own hours.
		ok(t,
			s.Do("PUT", at+"/hours", "owner", fields{"version": 1,
				"hours":      []fields{{"day": 5, "open": "٩:٠٠", "close": "12:00"}, {"day": 5, "open": "13:30", "close": "02:00"}},
				"exceptions": []fields{}}))
		reload(t, s)
		if v := seen(); v.IsClosed || v.ClosesAt.Time().UTC().Format(time.DateTime) != "2026-11-21 00:00:00" {
			t.Errorf("on Friday at 14:00: %+v", v)
		}
		feast := made[branches.RangeRecord](t, s, "/console/hours",
			fields{"name_en": "Feast", "name_ar": "العيد", "starts_on": "2026-11-21", "ends_on": "2026-11-23",
				"hours": []fields{}, "branches": []string{b.ID}})
		reload(t, s)
		if v := seen(); v.IsClosed {
			t.Error("the feast is tomorrow, and it is closed today")
		}
		ok(t, s.Do("POST", "/console/hours/"+feast.ID+"/move", "owner", fields{"days": -1, "version": 1}))
		reload(t, s)
		if v := seen(); !v.IsClosed || *v.ClosedReason != "hours" {
			t.Errorf("the feast was moved to today: %+v", v)
		}
		ok(t, s.Do("POST", "/console/hours/"+feast.ID+"/archive", "owner", nil))
		reload(t, s)

		// A pause ends automatically; customers see when and why.
		ok(t, s.Do("POST", at+"/pause", "owner", fields{"reason": "power", "until": "18:30"}))
		// The member who paused it sees the pause immediately, before this node has reloaded the branch.
		var record branches.BranchRecord
		s.Do("GET", at, "owner", nil).Into(t, &record)
		if record.ClosedReason == nil || *record.ClosedReason != "paused" || record.PausedUntil == nil ||
			record.PauseReason != "power" {
			t.Errorf("right after the pause: %+v", record)
		}
		reload(t, s)
		if v := seen(); !v.IsClosed || *v.ClosedReason != "paused" || v.OpensAt.Time().UTC().Format("15:04") != "16:30" {
			t.Errorf("paused: %+v", v)
		}
		s.Clock.Advance(5 * time.Hour)
		if v := seen(); v.IsClosed {
			t.Error("it did not open again by itself")
		}

		// Closed for good: gone for customers, in sight for staff, and back.
		ok(t, s.Do("POST", at+"/archive", "owner", nil))
		reload(t, s)
		if now, _ := s.Branches.Branch(b.Slug); now.Active || !now.Archived || slices.Contains(s.Branches.All(), now) ||
			!slices.Contains(s.Branches.Every(), now) {
			t.Errorf("closed for good: %+v", now)
		}
		var list []branches.BranchRecord
		s.Do("GET", "/console/branches?state=archived", "owner", nil).Into(t, &list)
		if len(list) != 1 || list[0].ID != b.ID {
			t.Errorf("%+v", list)
		}
		ok(t, s.Do("POST", at+"/restore", "owner", nil))
		reload(t, s)
		if now, _ := s.Branches.Branch(b.Slug); !now.Active {
			t.Error("it did not come back")
		}
	})
}

// TestWhatIsWrongWithARecord: each is refused at its field, and nothing is made.
func TestWhatIsWrongWithARecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := console(t, d)
		before := buytest.Get[int](s, `SELECT (SELECT COUNT(*) FROM services) + (SELECT COUNT(*)
			FROM stores) + (SELECT COUNT(*) FROM branches)`)
		branch := func(more fields) fields {
			body := fields{"store": "koshary-house", "name_en": "New", "district": "maadi"}
			for k, v := range more {
				body[k] = v
			}
			return body
		}
		for name, c := range map[string]struct {
			path  string
			body  fields
			field string
		}{
			"a service without a name": {"services", fields{"tint": "food"}, "name_en"},
			"a colour that is none":    {"services", fields{"name_en": "x", "tint": "blue"}, "tint"},
			"a store of nothing":       {"stores", fields{"name_en": "x", "service": "no-such"}, "service"},
			"half a tax number": {"stores", fields{"name_en": "x", "service": "food", "tax_number": "1234"},
				"tax_number"},
			"a picture that is not here": {"stores", fields{"name_en": "x", "service": "food", "image": "no-such"}, "image"},
			"a branch of nothing":        {"branches", branch(fields{"store": "no-such"}), "store"},
			"a branch nowhere":           {"branches", fields{"store": "koshary-house", "name_en": "x"}, "district"},
			"a pin in the sea": {"branches", fields{"store": "koshary-house", "name_en": "x", "lat": 33.5, "lng": 30},
				"district"},
			"a pin on another planet": {"branches", branch(fields{"lat": 133.5, "lng": 30}), "lat"},
			"a phone that is none":    {"branches", branch(fields{"phone": "12"}), "phone"},
		} {
			keys++
			r := s.Do("POST", "/console/"+c.path, "owner", c.body, buytest.Header{"Idempotency-Key": fmt.Sprint("key ", keys)})
			if r.Status != 422 || len(wrongAt(r, c.field)) == 0 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		at := "/console/branches/" + buytest.Koshary
		for name, c := range map[string]struct {
			path  string
			body  fields
			field string
		}{
			"hours that overlap": {
				"/hours",
				fields{"version": 1, "exceptions": []fields{},
					"hours": []fields{{"day": 1, "open": "09:00", "close": "13:00"}, {"day": 1, "open": "12:00", "close": "15:00"}}},
				"hours"},
			"an hour that is none": {
				"/hours", fields{"version": 1, "exceptions": []fields{},
					"hours": []fields{{"day": 1, "open": "25:00", "close": "13:00"}}}, "hours.0.open"},
			"a day that is over": {
				"/hours", fields{"version": 1, "hours": []fields{},
					"exceptions": []fields{{"day": "2026-11-01", "hours": []fields{}}}}, "exceptions.0.day"},
			"a district twice": {
				"/zones", fields{"version": 1, "zones": []fields{{"district": "maadi", "fee": 1}, {"district": "maadi", "fee": 2}}},
				"zones.1.district"},
			"a fee below zero": {"/zones", fields{"version": 1, "zones": []fields{{"district": "maadi", "fee": -1}}},
				"zones.0.fee"},
			"an unknown district": {"/zones", fields{"version": 1, "zones": []fields{{"district": "atlantis", "fee": 1}}},
				"zones.0.district"},
		} {
			if r := s.Do("PUT", at+c.path, "owner", c.body); r.Status != 422 || len(wrongAt(r, c.field)) == 0 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if after := buytest.Get[int](s, `SELECT (SELECT COUNT(*) FROM services) + (SELECT COUNT(*)
			FROM stores) + (SELECT COUNT(*) FROM branches)`); after != before {
			t.Errorf("%d things were made", after-before)
		}
	})
}

// TestManagersChangeMinutesAlone: what delivery costs is the owner's.
func TestManagersChangeMinutesAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := console(t, d)
		at := "/console/branches/" + buytest.Koshary + "/zones"
		zone := func(district string, fee any, minutes int) fields {
			return fields{"district": district, "fee": fee, "minutes": minutes}
		}
		put := func(version int, zones ...fields) string {
			r := s.Do("PUT", at, "manager", fields{"version": version, "zones": zones})
			return fmt.Sprint(r.Status, " ", r.Code())
		}
		const no = "403 not_allowed"
		maadi, zahraa := zone("maadi", 15, 30), zone("zahraa-el-maadi", "20.5", 40)
		minimum := zone("maadi", 15, 30)
		minimum["minimum"] = 10
		free := zone("maadi", 15, 30)
		free["free_from"] = 10
		for name, got := range map[string]string{
			"another fee":     put(1, zone("maadi", 14, 30), zahraa),
			"a zone less":     put(1, maadi),
			"a zone more":     put(1, maadi, zahraa, zone("dokki", 0, 10)),
			"another minimum": put(1, minimum, zahraa),
			"free delivery":   put(1, free, zahraa),
		} {
			if got != no {
				t.Errorf("%s: %s", name, got)
			}
		}
		if got := put(1, zone("maadi", 15, 55), zahraa); got != "200 " {
			t.Errorf("other minutes: %s", got)
		}
		if n := buytest.Get[int](s, `SELECT minutes FROM delivery_zones WHERE branch_id = $1 AND district_id = 'maadi'`,
			buytest.Koshary); n != 55 {
			t.Errorf("%d minutes", n)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'branch.zones'`); n != 1 {
			t.Errorf("%d lines in the log", n)
		}
	})
}

// wrongAt lists the errors of a field.
func wrongAt(r buytest.Res, field string) []string {
	var f struct {
		Errors map[string][]string `json:"errors"`
	}
	_ = json.Unmarshal([]byte(r.Body), &f)
	return f.Errors[field]
}

func ok(t *testing.T, r buytest.Res) {
	t.Helper()
	if r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
}

func reload(t *testing.T, s *buytest.Shop) {
	t.Helper()
	if err := s.Branches.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
}
