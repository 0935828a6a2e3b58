package branches_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

type shop struct {
	*branches.Service
	clock   *clock.Fake
	api     *httpapi.API
	version int64
}

func open(t *testing.T, d *db.DB) *shop {
	t.Helper()
	ctx := context.Background()
	shoptest.Fill(t, d)
	shoptest.Exec(t, d, `UPDATE branches SET rating_sum = 48 - sort, rating_count = 10`)
	pictures, err := files.New()
	if err != nil {
		t.Fatal(err)
	}
	where := places.New(d, strings.ToLower)
	if err := where.Load(ctx); err != nil {
		t.Fatal(err)
	}
	s := &shop{clock: clock.NewFake(shoptest.Now), api: httpapi.New(httpapi.Options{Version: "test"})}
	s.Service = branches.New(branches.Deps{
		DB: d, Clock: s.clock, Places: where, Pictures: pictures, Fold: strings.ToLower,
		Version: func() int64 { return s.version },
	})
	s.Join(shelves{}, func(_ context.Context, user string, ids []string) (map[string]bool, error) {
		return map[string]bool{"br_koshary_maadi": user == "usr_heart" && slices.Contains(ids, "br_koshary_maadi")}, nil
	})
	if err := s.Load(ctx); err != nil {
		t.Fatal(err)
	}
	s.api.ResolveCustomer = func(_ context.Context, token string) (string, string, error) { return token, "ses", nil }
	s.Routes(s.api)
	return s
}

type shelves struct{}

func (shelves) OfBranch(_ context.Context, _ string, _ i18n.Lang) ([]branches.Category, error) {
	return []branches.Category{{ID: "cat_meals", Children: []branches.Category{}}}, nil
}

func (shelves) Selling(_ context.Context, category string) (map[string]bool, error) {
	return map[string]bool{"br_koshary_zamalek": category == "drinks"}, nil
}

func (s *shop) get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, httpapi.Base+path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.api.ServeHTTP(w, r)
	return w
}

func (s *shop) ids(t *testing.T, path string, headers ...string) []string {
	t.Helper()
	w := s.get(path, headers...)
	var body httpapi.ListEnvelope[branches.BranchCard]
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != 200 {
		t.Fatalf("%d %v %s", w.Code, err, w.Body)
	}
	ids := []string{}
	for _, c := range body.Response.Data {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestSnapshot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		if n := len(s.ServiceTypes()); n != 3 {
			t.Errorf("%d services", n)
		}
		if n := len(s.All()); n != 5 {
			t.Errorf("%d branches", n)
		}
		byID, _ := s.Branch("br_koshary_maadi")
		bySlug, ok := s.Branch("koshary-maadi")
		if !ok || byID != bySlug || byID.Store.Slug != "koshary-house" || byID.Kind.ID != "svc_food" {
			t.Errorf("%+v", byID)
		}
		if old, ok := s.Branch("br_koshary_old"); !ok || old.Active || old.OpenAt(shoptest.Now).Open {
			t.Error("a branch that gave up must be found, and closed")
		}
		if zone, ok := byID.Zone("zahraa-el-maadi"); !ok || zone.Fee != 2050 || zone.Minutes != 40 {
			t.Errorf("%+v", zone)
		}
		if !s.Serves("manial") || s.Serves("mokattam") {
			t.Error("served districts are wrong")
		}
		if e := byID.Hours.Exceptions["2026-12-25"]; e.NoteEN != "Holiday" || len(e.Spans) != 0 {
			t.Errorf("%+v", e)
		}
		shoptest.Exec(t, d, `UPDATE branches SET switched_closed = $1 WHERE id = 'br_koshary_maadi'`, true)
		if err := s.Load(context.Background()); err != nil {
			t.Fatal(err)
		}
		if b, _ := s.Branch("br_koshary_maadi"); b.OpenAt(shoptest.Now).Reason != branches.ClosedBySwitch {
			t.Error("the switch is not seen after loading again")
		}
	})
}

func TestListsAreOrderedForThePlace(t *testing.T) {
	s := open(t, dbtest.New(t, db.SQLite))
	for _, c := range []struct {
		name, query, district string
		want                  []string
	}{
		{"no place", "service_id=food", "", []string{"br_koshary_maadi", "br_koshary_zamalek"}},
		{"by slug of the other service", "service_id=grocery", "", []string{"br_bakala_maadi", "br_bakala_dokki"}},
		{"those that deliver come first", "service_id=svc_food", "zamalek",
			[]string{"br_koshary_zamalek", "br_koshary_maadi"}},
		{"nearest", "service_id=svc_food&sort=nearest", "maadi", []string{"br_koshary_maadi", "br_koshary_zamalek"}},
		{"best rated", "service_id=svc_food&sort=rating", "", []string{"br_koshary_maadi", "br_koshary_zamalek"}},
		{"fastest", "service_id=grocery&sort=fastest", "maadi", []string{"br_bakala_maadi", "br_bakala_dokki"}},
		{"open now", "service_id=grocery&open=true", "", []string{"br_bakala_maadi"}},
		{"by name", "service_id=food&q=zamalek", "", []string{"br_koshary_zamalek"}},
		{"by name in Arabic", "service_id=food&q=%D8%A7%D9%84%D8%B2%D9%85%D8%A7%D9%84%D9%83", "",
			[]string{"br_koshary_zamalek"}},
		{"of a category", "service_id=food&category_id=drinks", "", []string{"br_koshary_zamalek"}},
		{"of a store", "service_id=food&store_id=koshary-house", "", []string{"br_koshary_maadi", "br_koshary_zamalek"}},
		{"of another service's store", "service_id=food&store_id=bakala", "", []string{}},
		{"unknown service", "service_id=nothing", "", []string{}},
		{"beyond the last page", "service_id=food&page=9", "", []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			query := c.query
			if !strings.Contains(query, "&page=") {
				query += "&page=1"
			}
			if got := s.ids(t, "/branches?"+query, "district-id", c.district); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// TestWhatOpensSoonestComesFirst closes all branches of a service: the list is ordered by when they open, and branches
// without a time come last.
func TestWhatOpensSoonestComesFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		// 10:00 becomes 13:00 in Maadi; Zamalek opens at noon.
		shoptest.Exec(t, d, `UPDATE branches SET hours = REPLACE(hours, '10:00', '13:00') WHERE id = 'br_koshary_maadi'`)
		night := time.Date(2026, 11, 21, 3, 0, 0, 0, clock.Cairo)
		list := func(sort string) []string {
			t.Helper()
			s.version++
			if err := s.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
			return s.ids(t, "/branches?page=1&service_id=food&sort="+sort)
		}
		s.clock.Set(night)
		maadi, zamalek := "br_koshary_maadi", "br_koshary_zamalek"
		for sort, want := range map[string][]string{
			"recommended": {zamalek, maadi}, "fastest": {zamalek, maadi}, "rating": {maadi, zamalek},
		} {
			if got := list(sort); !slices.Equal(got, want) {
				t.Errorf("by %s at night: %v", sort, got)
			}
		}
		shoptest.Exec(t, d, `UPDATE branches SET switched_closed = $1 WHERE id = 'br_koshary_zamalek'`, true)
		if got := list("recommended"); !slices.Equal(got, []string{maadi, zamalek}) {
			t.Errorf("with one that says no time: %v", got)
		}
		s.clock.Set(night.Add(12 * time.Hour))
		if got := list("recommended"); got[0] != maadi {
			t.Errorf("by day the open one comes first: %v", got)
		}
	})
}

func TestEndpoints(t *testing.T) {
	dbtest.Each(t, testEndpoints)
}

func testEndpoints(t *testing.T, d *db.DB) {
	s := open(t, d)
	for _, c := range []struct {
		name, path string
		headers    []string
		status     int
		want       []string
		not        string
	}{
		{"services", "/services", nil, 200, []string{
			`"slug":"food"`, `"tint":"food"`, `"promise":"days"`, `"name":"Grocery"`}, ""},
		{"services in Arabic", "/services", []string{"Accept-Language", "ar"}, 200, []string{`"name":"بقالة"`}, "Grocery"},
		{"list without page", "/branches?service_id=food", nil, 422,
			[]string{`"page":["Page is required."]`, `"code":"page_required"`}, "service_id"},
		{"list of page 0", "/branches?page=0&service_id=food", nil, 422,
			[]string{`"page":["Must be greater than 0"]`, `"code":"greater_than_zero"`}, "required"},
		{"list of a page below 0", "/branches?page=-1&service_id=food", nil, 422,
			[]string{`"page":["Must be greater than 0"]`}, "required"},
		{"list of page 0 in Arabic digits and text", "/branches?page=%D9%A0&service_id=food",
			[]string{"Accept-Language", "ar"}, 422, []string{"يجب أن يكون أكبر من 0"}, "مطلوب"},
		{"list of an empty page", "/branches?page=&service_id=food", nil, 422, []string{`"page":["Page is required."]`}, ""},
		{"list without service", "/branches?page=1", nil, 422, []string{`"service_id":["Service ID is required."]`},
			`"page"`},
		{"list without anything, in Arabic", "/branches", []string{"Accept-Language", "ar"}, 422,
			[]string{"رقم الصفحة مطلوب."}, "required."},
		{"list with nonsense", "/branches?page=x&service_id=food", nil, 422, []string{`"page"`}, ""},
		{"list with a bad sort", "/branches?page=1&service_id=food&sort=price", nil, 422, []string{`"sort"`}, ""},
		{"page in Arabic digits", "/branches?page=%D9%A1&service_id=food", nil, 200,
			[]string{`"current_page":1`, `"last_page":1`, `"per_page":24`, `"total":2`}, ""},
		{"branch without a place", "/branches/koshary-maadi", nil, 200,
			[]string{`"delivers":null`, `"delivery_fee":null`, `"distance_m":null`, `"delivery_minutes":35`,
				`"minimum_order":50,`, `"is_closed":false`, `"closes_at":"2026-11-21T00:00:00Z"`, `"opens_at":null`,
				`"closed_reason":null`, `"rating":{"average":4.8,"count":10}`,
				`"day":"2026-12-25","hours":[],"note":"Holiday"`, `"id":"cat_meals"`, `"open":"10:00","close":"02:00"`,
				`"is_favorite":false`, `"currency":"EGP"`}, ""},
		{"branch at a place", "/branches/br_koshary_maadi", []string{"district-id", "zahraa-el-maadi"}, 200,
			[]string{`"delivers":true`, `"delivery_fee":20.5`, `"delivery_minutes":40`, `"distance_m":`}, `"distance_m":null`},
		{"branch by pin", "/branches/br_koshary_maadi", []string{"latitude", "29.96", "longitude", "31.258"}, 200,
			[]string{`"delivers":true`, `"distance_m":0`}, `"delivering"`},
		{"branch that does not reach", "/branches/br_koshary_maadi", []string{"district-id", "mokattam"}, 200,
			[]string{`"delivers":false`, `"delivery_fee":null`, `"delivery_minutes":35`}, `"delivering"`},
		{"branch that does not reach, of a store that does", "/branches/br_koshary_maadi", []string{"district-id", "zamalek"},
			200,
			[]string{`"delivers":false`,
				`"delivering":{"id":"br_koshary_zamalek","slug":"koshary-zamalek","name":"Koshary House Zamalek"}`}, ""},
		{"place nobody knows", "/branches/br_koshary_maadi", []string{"district-id", "atlantis"}, 200,
			[]string{`"delivers":null`}, ""},
		{"switched off", "/branches/bakala-dokki", nil, 200,
			[]string{`"is_closed":true`, `"closed_reason":"switched"`, `"opens_at":null`}, ""},
		{"closed by hours, promise in days", "/branches/gadgets-nasr", nil, 200,
			[]string{`"is_closed":true`, `"closed_reason":"hours"`, `"opens_at":"2026-11-21T08:00:00Z"`, `"promise":"days"`,
				`"promise_days":2`, `"delivery_minutes":null`}, ""},
		{"round the clock", "/branches/bakala-maadi", nil, 200, []string{`"is_closed":false`, `"closes_at":null`}, ""},
		{"in Arabic", "/branches/koshary-maadi", []string{"Accept-Language", "ar"}, 200,
			[]string{"بيت الكشري المعادي", `"note":"عطلة"`, "من نحن"}, "Koshary House"},
		{"not there", "/branches/nowhere", nil, 404, []string{`"code":"not_found"`}, ""},
		{"not there any more", "/branches/br_koshary_old", nil, 404, []string{`"code":"not_found"`}, ""},
		{"marked by the caller", "/branches/koshary-maadi", []string{"Authorization", "Bearer usr_heart"}, 200,
			[]string{`"is_favorite":true`}, ""},
		{"marked by another", "/branches/koshary-maadi", []string{"Authorization", "Bearer usr_other"}, 200,
			[]string{`"is_favorite":false`}, ""},
		{"marked in a list", "/branches?page=1&service_id=food", []string{"Authorization", "Bearer usr_heart"}, 200,
			[]string{`"is_favorite":true`, `"is_favorite":false`}, ""},
		{"nothing personal for guests", "/branches?page=1&service_id=food", nil, 200, nil, `"is_favorite":true`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := s.get(c.path, c.headers...)
			body := w.Body.String()
			if w.Code != c.status {
				t.Fatalf("%d %.600s", w.Code, body)
			}
			for _, want := range c.want {
				if !strings.Contains(body, want) {
					t.Errorf("%s is not in %.900s", want, body)
				}
			}
			if c.not != "" && strings.Contains(body, c.not) {
				t.Errorf("%s is in %.600s", c.not, body)
			}
		})
	}
}

// Answers are kept, but never past the next opening or closing in them.
func TestAnswersEndWithTheHours(t *testing.T) {
	s := open(t, dbtest.New(t, db.SQLite))
	const path = "/branches/koshary-zamalek"
	w := s.get(path)
	closing := time.Date(2026, 11, 20, 21, 0, 0, 0, time.UTC)
	if got := w.Header().Get("X-Wekala-Expires"); got != "1795208400000" || closing.UnixMilli() != 1795208400000 {
		t.Errorf("expires at %s, want %d", got, closing.UnixMilli())
	}
	s.clock.Set(closing.Add(-time.Second))
	if !strings.Contains(s.get(path).Body.String(), `"is_closed":false`) {
		t.Error("closed a second early")
	}
	s.clock.Set(closing)
	if !strings.Contains(s.get(path).Body.String(), `"is_closed":true`) {
		t.Error("still open at closing time")
	}
	// Which branch delivers instead depends on their hours, too.
	elsewhere := s.get(path, "district-id", "maadi")
	if got := elsewhere.Header().Get("X-Wekala-Expires"); got != "1795219200000" ||
		!strings.Contains(elsewhere.Body.String(), `"delivering":{"id":"br_koshary_maadi"`) {
		t.Errorf("with one that delivers instead it expires at %s: %.300s", got, elsewhere.Body)
	}
	if list := s.get("/branches?page=1&service_id=food"); list.Header().Get("X-Wekala-Expires") != "1795219200000" {
		t.Errorf("the list expires at %s", list.Header().Get("X-Wekala-Expires"))
	}
	// A branch that is switched off is no destination.
	shoptest.Exec(t, s.DB, `UPDATE branches SET switched_closed = $1 WHERE id = 'br_koshary_maadi'`, true)
	s.version++
	if err := s.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if body := s.get(path, "district-id", "maadi").Body.String(); strings.Contains(body, `"delivering"`) {
		t.Errorf("leads to a branch that is switched off: %.600s", body)
	}
}
