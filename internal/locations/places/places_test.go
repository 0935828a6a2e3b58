package places_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// plain replaces the search's folding.
func plain(s string) string {
	return strings.NewReplacer("أ", "ا", "ة", "ه").Replace(strings.ToLower(strings.TrimSpace(s)))
}

func seeded(t *testing.T, d *db.DB) *places.Service {
	t.Helper()
	ctx := context.Background()
	for range 2 { // the second time changes nothing
		if err := places.EnsureSeeded(ctx, d); err != nil {
			t.Fatal(err)
		}
	}
	s := places.New(d, plain)
	if err := s.Load(ctx); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSeededPlaces(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := seeded(t, d)
		if n := len(s.Districts()); n < 30 {
			t.Fatalf("%d districts", n)
		}
		if n := len(s.Governorates()); n != 27 {
			t.Fatalf("%d governorates", n)
		}
		for _, dist := range s.Districts() {
			found, ok := s.Locate(dist.Center)
			if !ok || found.ID != dist.ID {
				t.Errorf("the centre of %s lies in %v", dist.ID, found)
			}
		}
		if found, ok := s.Locate(places.At(25.6872, 32.6396)); ok {
			t.Errorf("Luxor lies in %s", found.ID)
		}
		for text, want := range map[string]string{
			"maadi": "maadi", "المعادي": "maadi", "degla": "maadi", "دجله": "", "zamalek": "zamalek",
		} {
			var got string
			if found := s.Search(text, i18n.EN); len(found) > 0 {
				got = found[0].ID
			}
			if want != "" && got != want {
				t.Errorf("search %q finds %q first, want %q", text, got, want)
			}
		}
		if found := s.Search("qqqq", i18n.AR); len(found) != 0 {
			t.Errorf("nonsense finds %d districts", len(found))
		}
	})
}

// TestDistrictsAreListedByName: under their governorates in the alphabet's order of the language that
// is read, in Arabic without the article.
func TestDistrictsAreListedByName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := seeded(t, d)
		for lang, want := range map[i18n.Lang]string{
			i18n.EN: "october agouza dokki faisal giza-square hadayek-el-ahram haram imbaba mohandessin sheikh-zayed",
			i18n.AR: "october imbaba hadayek-el-ahram dokki sheikh-zayed agouza faisal mohandessin giza-square haram",
		} {
			var got, governorates []string
			for _, one := range s.Search("", lang) {
				if one.Governorate.ID == "giza" {
					got = append(got, one.ID)
				}
				governorates = append(governorates, one.Governorate.ID)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %s", lang, strings.Join(got, " "))
			}
			if parts := strings.Join(slices.Compact(governorates), " "); parts != "cairo giza qalyubia" {
				t.Errorf("%s: %s", lang, parts)
			}
		}
	})
}

func TestPlaceOfACaller(t *testing.T) {
	dbtest.Each(t, testPlaceOfACaller)
}

func testPlaceOfACaller(t *testing.T, d *db.DB) {
	s := seeded(t, d)
	maadi, _ := s.District("maadi")
	middle, luxor := maadi.Center, places.At(25.6872, 32.6396)
	inMaadi := places.Point{LatE6: middle.LatE6 + 1, LngE6: middle.LngE6}
	for _, c := range []struct {
		name, district string
		pin            *places.Point
		want           string
		pinned         bool
	}{
		{"nothing", "", nil, "", false},
		{"a district", "maadi", nil, "maadi", false},
		{"an unknown district", "atlantis", nil, "", false},
		{"a pin", "", &inMaadi, "maadi", true},
		{"what a browser keeps of a district chosen by name", "maadi", &middle, "maadi", false},
		{"a pin far away", "", &luxor, "", false},
		{"both", "zamalek", &inMaadi, "zamalek", true},
		{"unknown district, good pin", "atlantis", &inMaadi, "maadi", true},
	} {
		got := s.Of(c.district, c.pin)
		if got.DistrictID() != c.want || got.Pinned != c.pinned || got.Known() != (c.want != "") {
			t.Errorf("%s: %q pinned %v", c.name, got.DistrictID(), got.Pinned)
		}
	}
}

func TestMetres(t *testing.T) {
	tahrir, pyramids := places.At(30.0444, 31.2357), places.At(29.9792, 31.1342)
	if m := places.Metres(tahrir, pyramids); m < 12_000 || m > 12_400 {
		t.Errorf("Tahrir to the pyramids is %d m", m)
	}
	if m := places.Metres(tahrir, tahrir); m != 0 {
		t.Errorf("a point is %d m from itself", m)
	}
}

func TestEndpoints(t *testing.T) {
	dbtest.Each(t, testEndpoints)
}

func testEndpoints(t *testing.T, d *db.DB) {
	s := seeded(t, d)
	s.Serves(func(id string) bool { return id == "maadi" })
	a := httpapi.New(httpapi.Options{Version: "test"})
	s.Routes(a)
	for _, c := range []struct {
		name, path, lang string
		status           int
		want, not        string
	}{
		{"all", "/districts", "en", 200, `"id":"zamalek"`, ""},
		{"search in Arabic", "/districts?q=%D8%A7%D9%84%D9%85%D8%B9%D8%A7%D8%AF%D9%8A", "ar", 200, `"name":"المعادي"`,
			`zamalek`},
		{"none found", "/districts?q=qqqq", "en", 200, `"data":[]`, ""},
		{"served", "/districts/locate?lat=29.96&lng=31.258", "en", 200, `"delivers":true`, "Sorry"},
		{"Arabic digits", "/districts/locate?lat=%D9%A2%D9%A9.96&lng=31.258", "en", 200, `"id":"maadi"`, ""},
		{"unserved", "/districts/locate?lat=30.013&lng=31.301", "en", 200, "Sorry, we don't deliver to your area now!",
			`"delivers":true`},
		{"unserved in Arabic", "/districts/locate?lat=30.013&lng=31.301", "ar", 200, "عذرًا", "Sorry"},
		{"outside", "/districts/locate?lat=25.68&lng=32.63", "en", 400, `"code":"location_not_supported"`, ""},
		{"outside, text", "/districts/locate?lat=25.68&lng=32.63", "en", 400, `"Location not supported"`, ""},
		{"no point", "/districts/locate?lat=25.68", "en", 422, `"lng"`, ""},
		{"nonsense", "/districts/locate?lat=x&lng=1", "en", 422, `"lat"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, httpapi.Base+c.path, nil)
			r.Header.Set("Accept-Language", c.lang)
			w := httptest.NewRecorder()
			a.ServeHTTP(w, r)
			body := w.Body.String()
			if w.Code != c.status || !strings.Contains(body, c.want) || c.not != "" && strings.Contains(body, c.not) {
				t.Errorf("%d %.400s", w.Code, body)
			}
		})
	}
}

// TestAreasWithoutAnOutlineAreMatchedByDistance: the nearest middle within its radius; an
// outline comes first, of outlines over each other the nearest middle; beyond, nothing.
func TestAreasWithoutAnOutlineAreMatchedByDistance(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		s := seeded(t, d)
		if _, ok := s.Locate(places.At(31.2156, 29.9490)); ok {
			t.Error("a hidden area is found")
		}
		err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE districts SET active = TRUE WHERE governorate_id IN ('alexandria', 'dakahlia')`)
			if err != nil {
				return err
			}
			// One drawn around a pin in Smouha, over its neighbours; and one without a radius.
			_, err = tx.Exec(ctx, `INSERT INTO districts (id, governorate_id, name_en, name_ar, lat_e6, lng_e6, outline, active,
				sort) VALUES
				('mine', 'giza', 'Mine', 'منطقتي', 29990000, 31230000,
				'[[29950000,31200000],[29950000,31300000],[30050000,31300000],[30050000,31200000]]', TRUE, 900),
				('bare', 'matrouh', 'Bare', 'بلا حدود', 31000000, 26000000, '[]', TRUE, 901)`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Load(ctx); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			lat, lng float64
			want     string
		}{
			"in Smouha":                          {31.2150, 29.9500, "smouha"},
			"between, nearer to Sidi Gaber":      {31.2200, 29.9415, "sidi-gaber"},
			"Mansoura":                           {31.0364, 31.3807, "mansoura"},
			"in the sea":                         {31.4000, 29.9000, ""},
			"desert":                             {28.0000, 27.0000, ""},
			"no radius of its own, 2 km away":    {31.0180, 26.0000, "bare"},
			"no radius of its own, 3 km away":    {31.0270, 26.0000, ""},
			"Zamalek is not swallowed":           {30.0490, 31.2240, "zamalek"},
			"the middle of the one drawn over":   {29.9900, 31.2300, "mine"},
			"Maadi, although drawn over as well": {29.9600, 31.2580, "maadi"},
		} {
			got := ""
			if found, ok := s.Locate(places.At(c.lat, c.lng)); ok {
				got = found.ID
			}
			if got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
	})
}

// TestSeedingAddsHiddenAreasToAShopThatExists: what its customers can choose stays as it was.
func TestSeedingAddsHiddenAreasToAShopThatExists(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		seeded(t, d)
		count := func(query string) (n int64) {
			if err := d.Get(ctx, &n, query); err != nil {
				t.Fatal(err)
			}
			return n
		}
		shown := count(`SELECT COUNT(*) FROM districts WHERE active`)
		err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM districts WHERE id IN ('smouha', 'zamalek')`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		seeded(t, d)
		if n := count(`SELECT COUNT(*) FROM districts WHERE id IN ('smouha', 'zamalek') AND NOT active`); n != 2 {
			t.Errorf("%d of 2 missing areas came in hidden", n)
		}
		if n := count(`SELECT COUNT(*) FROM districts WHERE active`); n != shown-1 {
			t.Errorf("%d shown, want %d", n, shown-1)
		}
	})
}
