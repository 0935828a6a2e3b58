package addresses_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"wekala/internal/locations/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
)

// Every field of the form is in the answer and in the list, as it was entered.
func TestEveryFieldIsKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for _, kind := range []string{"home", "work", "other"} {
			a := w.call("en", "POST", "/addresses", "usr_mona",
				form{"type": kind, "name": "Mum's", "contact_name": "Sara", "phone": "٠١١١٢٢٢٣٣٣٤",
					"district_id": "maadi", "city": "Cairo", "address": "Road 9", "building_number": "64", "floor": "3",
					"apartment_number": "6",
					"landmark":         "By the metro", "postal_code": "١١٤٣١", "lat": 29.9604, "lng": 31.2576, "is_default": true})
			var saved struct {
				ID string `json:"id"`
			}
			if err := json.Unmarshal(a.Response.Data, &saved); err != nil || saved.ID == "" {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			var list []map[string]any
			if err := json.Unmarshal(w.call("en", "GET", "/addresses", "usr_mona", nil).Response.Data, &list); err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(list, func(one map[string]any) bool { return one["id"] == saved.ID })
			if at < 0 {
				t.Fatalf("%s is not in the list", saved.ID)
			}
			got := list[at]
			for field, want := range map[string]any{"type": kind, "name": "Mum's", "contact_name": "Sara",
				"phone": "+201112223334", "country": "EG", "city": "Cairo", "address": "Road 9", "building_number": "64",
				"floor": "3", "apartment_number": "6", "landmark": "By the metro",
				"postal_code": "11431", "lat": 29.9604, "lng": 31.2576, "is_default": true} {
				if got[field] != want {
					t.Errorf("%s is %v, want %v", field, got[field], want)
				}
			}
			if region, _ := got["region"].(map[string]any); region["name"] != "Cairo" {
				t.Errorf("region %v", got["region"])
			}
		}
		w.healthy()
	})
}

func TestForm(t *testing.T) {
	cases := []struct {
		name   string
		change form
		field  string // empty: saved
		text   string // under the field, or in the answer
	}{
		{"the least", nil, "", `"contact_name":"منى","phone":"+201001234567"`},
		{
			"everything", form{"name": "Mum's", "contact_name": "Sara", "phone": "٠١١١٢٢٢٣٣٣٤", "city": "Cairo", "floor": "٣",
				"apartment_number": "6",
				"landmark":         "أمام المترو", "postal_code": "١١٤٣١", "is_default": true}, "", `"phone":"+201112223334"`},
		{"a landline to call", form{"phone": "0223456789"}, "", `"phone":"+20223456789"`},
		{"a pin that is whole", form{"lat": 30, "lng": 31.25}, "", `"lat":30,`},
		{"no type", form{"type": ""}, "type", "This field is required"},
		{"type left out", form{"type": nil}, "type", "This field is required"},
		{"another type", form{"type": "castle"}, "type", "Choose one"},
		{"no district", form{"district_id": ""}, "district_id", "This field is required"},
		{"a district that is none", form{"district_id": "atlantis"}, "district_id", "Choose an area"},
		{"no street", form{"address": " \u202e\u200b "}, "address", "This field is required"},
		{"a short street", form{"address": "٩"}, "address", "Too Short! The minimum character is 3"},
		{"a long street", form{"address": strings.Repeat("ش", 201)}, "address", "Too long! The maximum character is 200"},
		{"just not too long", form{"address": strings.Repeat("ش", 200)}, "", "ش"},
		{"a text as long as a body may be", form{"landmark": strings.Repeat("x", 60<<10)}, "landmark", "Too long! The maximum character is 120"},
		{"no building", form{"building_number": nil}, "building_number", "This field is required"},
		{"a long name", form{"name": strings.Repeat("x", 61)}, "name", "Too long! The maximum character is 60"},
		{"a long floor", form{"floor": "between the third and the fourth"}, "floor", "Too long! The maximum character is 10"},
		{"a phone that is none", form{"phone": "01301234567"}, "phone", "Phone Number is Invalid"},
		{"a postcode of letters", form{"postal_code": "AB1"}, "postal_code", "Numbers only"},
		{"no pin", form{"lat": nil, "lng": nil}, "lat", "This field is required"},
		{"half a pin", form{"lng": nil}, "lng", "This field is required"},
		{"a pin in the sea", form{"lat": 33.0, "lng": 30.0}, "lat", "Location not supported"},
		{"a pin turned around", form{"lat": 31.2581, "lng": 19.9601}, "lat", "Location not supported"},
		{"no such latitude", form{"lat": 1e308}, "lat", "Location not supported"},
		{"a pin across the city", form{"district_id": "badr"}, "lat", "The pin is far from Badr"},
		{"text for a pin", form{"lat": "north"}, "lat", ""},
		{"hostile text is text", form{"name": "<script>alert(1)</script>", "landmark": "'; DROP TABLE addresses; --\x00\x1b"},
			"",
			`"name":"\u003cscript\u003ealert(1)\u003c/script\u003e"`},
		{"a smuggled owner is ignored", form{"user_id": "usr_sara", "id": "adr_1", "country": "US"}, "", `"country":"EG"`},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		kept := w.add("usr_mona")
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				w.t = t
				for _, how := range []struct{ method, path string }{{"POST", "/addresses"}, {"PUT", "/addresses/" + kept}} {
					before := w.state()
					a := w.call("en", how.method, how.path, "usr_mona", good(c.change))
					if c.field == "" {
						if a.Status != 200 || !strings.Contains(a.Body, c.text) || a.Response.Message != "Address saved." {
							t.Errorf("%s: %d %s", how.method, a.Status, a.Body)
						}
						continue
					}
					if a.Status != 422 || len(a.Errors[c.field]) == 0 || !strings.Contains(a.Errors[c.field][0], c.text) {
						t.Errorf("%s: %d %s", how.method, a.Status, a.Body)
					}
					if w.state() != before {
						t.Errorf("%s: something was saved all the same", how.method)
					}
				}
			})
		}
		w.t = t
		w.healthy()
		a := w.call("ar", "POST", "/addresses", "usr_mona", good(form{"district_id": "badr", "type": "x", "phone": "1"}))
		if a.Code != "one_of" || len(a.Errors) != 3 || !strings.Contains(a.Errors["lat"][0], "العلامة بعيدة عن منطقة بدر") {
			t.Errorf("all at once, in Arabic: %s", a.Body)
		}
	})
}

func TestWhoseAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		first, second := w.add("usr_mona"), w.add("usr_mona")
		theirs := w.add("usr_sara")
		deleted := w.add("usr_mona")
		if a := w.call("en", "DELETE", "/addresses/"+deleted, "usr_mona", nil); a.Status != 200 ||
			a.Response.Message != "Address deleted." {
			t.Fatalf("delete: %s", a.Body)
		}
		before := w.state()
		for _, c := range []struct{ method, path string }{
			{"GET", "/addresses"}, {"POST", "/addresses"}, {"PUT", "/addresses/" + second}, {"DELETE", "/addresses/" + second},
			{"POST", "/addresses/" + second + "/default"},
		} {
			var body any
			if c.method == "PUT" || c.path == "/addresses" && c.method == "POST" {
				body = good(nil)
			}
			for _, token := range []string{"null", "", "usr_nobody"} {
				if a := w.call("en", c.method, c.path, token, body); a.Status != 401 {
					t.Errorf("%s %s as %q: %d", c.method, c.path, token, a.Status)
				}
			}
			if !strings.Contains(c.path, second) {
				continue
			}
			for _, id := range []string{theirs, deleted, "adr_none", "' OR 1=1 --", "%2e%2e"} {
				path := strings.Replace(c.path, second, strings.ReplaceAll(id, " ", "%20"), 1)
				if a := w.call("en", c.method, path, "usr_mona", body); a.Status != 404 || a.Code != "not_found" {
					t.Errorf("%s %s: %d %s", c.method, path, a.Status, a.Body)
				}
			}
			if c.method == "PUT" {
				// A stranger learns nothing from the form's errors.
				if a := w.call("en", "PUT", "/addresses/"+theirs, "usr_mona", good(form{"address": ""})); a.Status != 404 {
					t.Errorf("a bad form for another's address: %d", a.Status)
				}
			}
		}
		if a := w.call("en", "DELETE", "/addresses/"+first, "usr_mona", nil); a.Status != 400 ||
			a.Code != "default_cannot_be_deleted" ||
			a.Errors["error"][0] != "The default address cannot be deleted." {
			t.Errorf("the default: %d %s", a.Status, a.Body)
		}
		if w.state() != before {
			t.Errorf("something changed:\n%s\n\n%s", before, w.state())
		}
		a := w.call("ar", "GET", "/addresses", "usr_mona", nil)
		var all []addresses.View
		if err := json.Unmarshal(a.Response.Data, &all); err != nil || len(all) != 2 || all[0].ID != first ||
			!all[0].IsDefault ||
			all[1].IsDefault || all[0].District.Name != "المعادي" || all[0].Region.Name != "القاهرة" || !all[0].Delivers {
			t.Errorf("list: %s", a.Body)
		}
		if a := w.call("en", "GET", "/addresses", "usr_sara", nil); strings.Contains(a.Body, first) ||
			!strings.Contains(a.Body, theirs) {
			t.Errorf("another's list: %s", a.Body)
		}
		w.healthy()
	})
}

func TestDefault(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		if _, ok, err := addresses.Default(t.Context(), d, "usr_mona"); ok || err != nil {
			t.Errorf("a default of nothing: %v, %v", ok, err)
		}
		if id, err := addresses.DefaultID(t.Context(), d, "usr_mona"); id != "" || err != nil {
			t.Errorf("a default of nothing: %q, %v", id, err)
		}
		want := func(id string) {
			t.Helper()
			a, ok, err := addresses.Default(t.Context(), d, "usr_mona")
			if err != nil || !ok || a.ID != id || !a.IsDefault {
				t.Errorf("default %q, %v, %v; want %q", a.ID, ok, err, id)
			}
			if got, err := addresses.DefaultID(t.Context(), d, "usr_mona"); got != id || err != nil {
				t.Errorf("default id %q, %v; want %q", got, err, id)
			}
			w.healthy()
		}
		first, second := w.add("usr_mona"), w.add("usr_mona")
		want(first)
		if a := w.call("en", "POST", "/addresses/"+second+"/default", "usr_mona", nil); a.Status != 200 ||
			!strings.Contains(a.Body, `"is_default":true`) {
			t.Errorf("%s", a.Body)
		}
		want(second)
		// Unticking the box on the default itself changes nothing.
		if a := w.call("en", "PUT", "/addresses/"+second, "usr_mona",
			good(form{"is_default": false})); !strings.Contains(a.Body, `"is_default":true`) {
			t.Errorf("%s", a.Body)
		}
		want(second)
		w.call("en", "PUT", "/addresses/"+first, "usr_mona", good(form{"is_default": true}))
		want(first)
		if a := w.call("en", "DELETE", "/addresses/"+second, "usr_mona", nil); a.Status != 200 {
			t.Errorf("%s", a.Body)
		}
		a := w.call("en", "POST", "/addresses", "usr_mona",
			good(form{"is_default": true, "district_id": "maadi", "type": "work"}))
		var v addresses.View
		if err := json.Unmarshal(a.Response.Data, &v); err != nil || !v.IsDefault {
			t.Fatalf("%s", a.Body)
		}
		want(v.ID)
	})
}

// Two tabs act concurrently: in any order, one existing default remains.
func TestOneDefaultWhateverHappensAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		second := addresses.New(dbtest.Another(t, d), w.clock, atlas{})
		lat, lng := 29.96, 31.258
		in := addresses.Input{Type: "home", DistrictID: "maadi", Address: "9 Street", BuildingNumber: "1", Lat: &lat,
			Lng: &lng}
		together := func(n int, fn func(s *addresses.Service, i int)) {
			barrier := make(chan struct{})
			var wg sync.WaitGroup
			for i := range n {
				wg.Add(1)
				go func() {
					defer wg.Done()
					<-barrier
					fn([]*addresses.Service{w.s, second}[i%2], i)
				}()
			}
			close(barrier)
			wg.Wait()
			w.healthy()
		}
		together(8, func(s *addresses.Service, _ int) {
			if _, err := s.Create(context.Background(), "usr_mona", in); err != nil {
				t.Error(err)
			}
		})
		all, err := addresses.List(t.Context(), d, "usr_mona")
		if err != nil || len(all) != 8 {
			t.Fatalf("%d, %v", len(all), err)
		}
		// Half are deleted while the default is handed around among all.
		together(32, func(s *addresses.Service, i int) {
			id := all[i/4].ID
			if i%4 < 2 {
				if err := s.Delete(context.Background(), "usr_mona", id); err != nil &&
					!errs.Is(err, "addresses.default_cannot_be_deleted") && !errs.Is(err, "common.not_found") {
					t.Error(err)
				}
				return
			}
			if _, err := s.SetDefault(context.Background(), "usr_mona", id); err != nil && !errs.Is(err, "common.not_found") {
				t.Error(err)
			}
		})
	})
}

// TestNobodyAddsAnAddressAfterLeaving: an address sent at the moment of leaving is not kept.
func TestNobodyAddsAnAddressAfterLeaving(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		id := w.add("usr_mona")
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE users SET phone = '', name = '', erased_at = 2 WHERE id = 'usr_mona'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		before := w.state()
		body := good(nil)
		body["contact_name"], body["phone"] = "Mona", "01001234567"
		for path, method := range map[string]string{"/addresses": "POST", "/addresses/" + id: "PUT"} {
			if a := w.call("en", method, path, "usr_mona", body); a.Status != 401 {
				t.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
			}
		}
		if after := w.state(); after != before {
			t.Errorf("%s, then %s", before, after)
		}
	})
}

func TestTooMany(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for range addresses.Max {
			w.add("usr_mona")
		}
		before := w.state()
		a := w.call("en", "POST", "/addresses", "usr_mona", good(nil))
		if a.Status != 400 || a.Code != "too_many" || !strings.Contains(a.Body, "50") || w.state() != before {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		w.add("usr_sara")
	})
}

func TestSnapshot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		id := w.add("usr_mona")
		a, err := addresses.Get(t.Context(), d, "usr_mona", id)
		if err != nil {
			t.Fatal(err)
		}
		stored := w.s.Snapshot(a).JSON()
		back, err := addresses.ParseSnapshot(stored)
		if err != nil || back != w.s.Snapshot(a) {
			t.Fatalf("%s: %v", stored, err)
		}
		if v := back.View("ar"); v.District.Name != "المعادي" || v.Region.Name != "القاهرة" || v.Lat != 29.9601 ||
			v.BuildingNumber != "12" {
			t.Errorf("%+v", v)
		}
		if v := back.View("en"); v.District.Name != "Maadi" || fmt.Sprint(v.Lng) != "31.2581" {
			t.Errorf("%+v", v)
		}
		a.DistrictID = "gone"
		if v := w.s.View(a, "en"); v.District.ID != "gone" || v.Delivers {
			t.Errorf("%+v", v)
		}
		if _, err := addresses.ParseSnapshot("{"); err == nil {
			t.Error("nonsense was read")
		}
	})
}

// TestTheDefaultIsAnAddress holds that the database itself refuses a default that
// is no address of its customer.
func TestTheDefaultIsAnAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.add("usr_mona")
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE default_addresses SET address_id = 'adr_none'`)
			return err
		})
		if err == nil {
			t.Error("a default that names nothing was taken")
		}
	})
}

func TestDoctorSeesDamage(t *testing.T) {
	for _, damage := range []string{`DELETE FROM default_addresses`, `UPDATE addresses SET deleted_at = 1`} {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			w := newWorld(t, d)
			w.add("usr_mona")
			w.healthy()
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, damage)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			results, err := doctor.Run(t.Context(), d, addresses.Checks())
			if err != nil || results[0].Violations != 1 {
				t.Errorf("%s: %+v, %v", damage, results, err)
			}
		})
	}
}
