package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestReturnClassOfACategory: the class of a category, or of its nearest ancestor with one, decides how its products
// in future orders may be returned; earlier orders keep their terms.
func TestReturnClassOfACategory(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		editor, p := s.Staff("editor"), s.Customer()
		s.Stock(apptest.Koshary, apptest.Small, 100)
		type view struct {
			Class   *string `json:"return_class"`
			New     string  `json:"new_return_class"`
			Version int64
		}
		read := func(id string) (v view) {
			t.Helper()
			s.Do("GET", "/console/categories/"+id, editor, nil).Into(t, &v)
			return v
		}
		put := func(class any) apptest.Answer {
			t.Helper()
			a := s.Do("PUT", "/console/categories/cat_meals", editor,
				fields{"name_en": "Meals", "name_ar": "وجبات", "image": "", "active": true, "vat_bp": nil,
					"return_class": class, "version": read("cat_meals").Version})
			if err := s.App.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
			return a
		}
		page := func(lang string) string {
			t.Helper()
			var v struct {
				Returns struct {
					Kind string
					Text string
				}
			}
			s.Do("GET", "/products/koshary", "", nil, apptest.Header{"Accept-Language": lang}).Into(t, &v)
			return v.Returns.Kind + ": " + v.Returns.Text
		}
		promised := func() string {
			t.Helper()
			order := s.Buy(p, "cod")
			return strings.Join(s.Lines(`SELECT as_new_hours || ' ' || defective_hours || ' ' || return_kind FROM order_lines
				WHERE order_id = '`+order+`'`), "")
		}
		for _, c := range []struct {
			class          any
			want, kind, en string
		}{
			{"general", "336 720 general", "general", "within 14 days of delivery in its original condition"},
			{"perishable", "0 24 perishable", "perishable", "wrong, damaged or spoiled: tell us within 1 day"},
			{"hygiene", "336 720 hygiene", "hygiene", "unopened within 14 days"},
			{nil, "0 24 perishable", "perishable", "tell us within 1 day"}, // as for the kind of store
		} {
			if a := put(c.class); a.Status != 200 {
				t.Fatalf("%v: %d %s", c.class, a.Status, a.Body)
			}
			if v := read("cat_koshary"); v.Class != nil || v.New != c.kind {
				t.Errorf("%v: below it %+v", c.class, v)
			}
			if got := page("en"); !strings.HasPrefix(got, c.kind+": ") || !strings.Contains(got, c.en) {
				t.Errorf("%v: the page says %q", c.class, got)
			}
			if got := page("ar"); strings.Contains(got, "{") || !strings.Contains(got, "الاستلام") {
				t.Errorf("%v: the page says %q", c.class, got)
			}
			if got := promised(); got != c.want {
				t.Errorf("%v: promised %q, not %q", c.class, got, c.want)
			}
		}
		if got := len(s.Lines(`SELECT 1 FROM order_lines WHERE return_kind = 'general'`)); got != 1 {
			t.Errorf("%d orders keep the first promise", got)
		}
		if a := put("fresh"); a.Status != 422 {
			t.Errorf("no such class: %d %s", a.Status, a.Body)
		}
	})
}

// TestNewCategoriesBeginWithAReturnClass: by their names in a grocery, by a file's value, otherwise by the kind of
// store.
func TestNewCategoriesBeginWithAReturnClass(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		editor := s.Staff("editor")
		for _, c := range []struct{ service, en, ar, own, comes string }{
			{"svc_grocery", "Fresh vegetables", "خضروات طازجة", "perishable", "perishable"},
			{"svc_grocery", "", "ألبان وأجبان", "perishable", "perishable"},
			{"svc_grocery", "Diapers and wipes", "حفاضات", "hygiene", "hygiene"},
			{"svc_grocery", "", "منظفات", "general", "general"},
			{"svc_grocery", "Offers", "عروض", "", "perishable"},
			{"svc_food", "Dairy desserts", "ألبان", "", "perishable"},
			{"svc_general", "Fish tanks", "أحواض سمك", "", "general"},
			{"svc_general", "", "العناية بالبشرة", "hygiene", "hygiene"},
		} {
			var v struct {
				Class *string `json:"return_class"`
				New   string  `json:"new_return_class"`
			}
			a := s.Do("POST", "/console/categories", editor,
				fields{"service_id": c.service, "name_en": c.en, "name_ar": c.ar, "image": "", "active": true},
				apptest.Key(id.New("key")))
			a.Into(t, &v)
			if own := ""; v.Class != nil && *v.Class != c.own || v.Class == nil && c.own != own || v.New != c.comes {
				t.Errorf("%s %s: %v, comes to %s", c.en, c.ar, v.Class, v.New)
			}
		}
		file := "name_en,sku,category,return_class,price\nRazors,RZR,Personal,hygiene,10\nBasil,BSL,Garden,سريع " +
			"التلف,20\nSoap,SOP,Suds,?,5\n"
		inShop(t, s, file, wanted{store: "sto_bakala", branches: []string{apptest.Bakala}})
		for name, want := range map[string]string{"Personal": "hygiene", "Garden": "perishable", "Suds": ""} {
			if got := apptest.Get[string](s, `SELECT COALESCE(return_class, '') FROM categories WHERE name_en = $1`,
				name); got != want {
				t.Errorf("%s: %q", name, got)
			}
		}
	})
}
