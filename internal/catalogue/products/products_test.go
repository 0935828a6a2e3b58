package products_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/catalogue/search"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
)

type shop struct {
	*products.Service
	db    *db.DB
	clock *clock.Fake
	api   *httpapi.API
	news  *changefeed.Feed
}

// open puts the catalogue together over the test shop, without an index: the
// database answers listings.
func open(t *testing.T, d *db.DB) *shop {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	shoptest.Fill(t, d)
	pictures, err := files.New()
	must(err)
	s := &shop{db: d, clock: clock.NewFake(shoptest.Now), api: httpapi.New(httpapi.Options{Version: "test"})}
	s.news, err = changefeed.Open(ctx, d, products.VariantResolver)
	must(err)
	where := places.New(d, strings.ToLower)
	must(where.Load(ctx))
	sellers := branches.New(branches.Deps{
		DB: d, Clock: s.clock, Places: where, Pictures: pictures, Fold: strings.ToLower, Version: s.news.Version,
	})
	must(sellers.Load(ctx))
	s.Service = products.New(products.Deps{
		DB: d, Clock: s.clock, Places: where, Branches: sellers, Library: pictures, Fold: search.Fold,
		Version: s.news.Version,
	})
	must(s.Load(ctx))
	s.Join(products.NoIndex, blocks{}, func(_ context.Context, user string, ids []string) (map[string]bool, error) {
		marked := map[string]bool{}
		if user == "usr_heart" && slices.Contains(ids, "prd_milk") {
			marked["prd_milk"] = true
		}
		return marked, nil
	})
	s.api.ResolveCustomer = func(_ context.Context, token string) (string, string, error) { return token, "ses", nil }
	sellers.Join(s.Service, func(context.Context, string, []string) (map[string]bool, error) { return nil, nil })
	s.Routes(s.api)
	sellers.Routes(s.api)
	return s
}

type blocks struct{}

func (blocks) Rule(ref string, _ time.Time) (products.Rule, bool) {
	switch ref {
	case "picks":
		return products.Rule{ID: "blk_picks", Products: []string{"prd_tin05", "prd_hidden", "prd_milk"}}, true
	case "deals":
		return products.Rule{ID: "blk_deals", Query: products.Query{Service: "svc_grocery", OnOffer: true}}, true
	}
	return products.Rule{}, false
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

type answer struct {
	Response struct {
		Data []struct {
			ID     string `json:"id"`
			Branch struct {
				ID       string
				Delivers *bool
			}
			Price     float64
			OldPrice  *float64 `json:"old_price"`
			StockLeft *int     `json:"stock_left"`
			Available bool
			Favorite  int
			VariantID *string `json:"variant_id"`
			Varies    bool    `json:"price_varies"`
		}
		Meta httpapi.Meta
	}
}

func (s *shop) list(t *testing.T, path string, headers ...string) answer {
	t.Helper()
	w := s.get(path, headers...)
	var a answer
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != 200 {
		t.Fatalf("%s: %d %v %.300s", path, w.Code, err, w.Body)
	}
	return a
}

func (a answer) ids() []string {
	ids := []string{}
	for _, p := range a.Response.Data {
		ids = append(ids, p.ID)
	}
	return ids
}

func TestListings(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for _, c := range []struct {
			name, query string
			want        []string
			total       int
		}{
			{"a service, what is sold", "service_id=food", []string{"prd_koshary", "prd_juice"}, 2},
			{"by id", "service_id=svc_general", []string{"prd_phone"}, 1},
			{"a category by slug", "service_id=food&category_id=meals", []string{"prd_koshary"}, 1},
			{"a branch", "service_id=food&branch_id=koshary-zamalek", []string{"prd_koshary", "prd_juice"}, 2},
			{"a branch that gave up", "service_id=food&branch_id=br_koshary_old", []string{}, 0},
			{"a store", "service_id=grocery&store_id=bakala&category_id=milk", []string{"prd_milk"}, 1},
			{"a store of another service", "service_id=food&store_id=bakala", []string{}, 0},
			{"offers", "service_id=grocery&offer=true", []string{"prd_milk"}, 1},
			{"a block by hand, in its order", "service_id=grocery&block_id=picks", []string{"prd_tin05", "prd_milk"}, 2},
			{"a block by hand, narrowed", "service_id=grocery&block_id=picks&category_id=dairy", []string{"prd_milk"}, 1},
			{"a block by rule", "service_id=grocery&block_id=deals", []string{"prd_milk"}, 1},
			{"an unknown block", "service_id=grocery&block_id=none", []string{}, 0},
			{"cheap ones in stock", "service_id=grocery&price_max=11.5&in_stock=true",
				[]string{"prd_tin01", "prd_tin02", "prd_tin03"}, 3},
			{"in Arabic digits", "service_id=grocery&price_max=%D9%A1%D9%A1.%D9%A5&in_stock=true",
				[]string{"prd_tin01", "prd_tin02", "prd_tin03"}, 3},
			{"the offer's price counts", "service_id=grocery&price_min=34&price_max=36.01&in_stock=true",
				[]string{"prd_milk", "prd_tin49", "prd_tin50", "prd_tin51"}, 4},
			{"unknown category", "service_id=food&category_id=nothing", []string{}, 0},
			{"unknown service", "service_id=nothing", []string{}, 0},
			{"newest", "service_id=food&sort=newest", []string{"prd_juice", "prd_koshary"}, 2},
			{"cheapest", "service_id=food&sort=price_asc", []string{"prd_juice", "prd_koshary"}, 2},
			{"dearest", "service_id=food&sort=price_desc", []string{"prd_koshary", "prd_juice"}, 2},
		} {
			got := s.list(t, "/products?page=1&"+c.query)
			if ids := got.ids(); !slices.Equal(ids, c.want) || got.Response.Meta.Total != c.total {
				t.Errorf("%s: %v of %d, want %v of %d", c.name, ids, got.Response.Meta.Total, c.want, c.total)
			}
		}

		seen := map[string]bool{}
		for page := 1; page <= 4; page++ {
			got := s.list(t, "/products?service_id=grocery&page="+strconv.Itoa(page))
			for _, id := range got.ids() {
				if seen[id] {
					t.Errorf("%s stands on two pages", id)
				}
				seen[id] = true
			}
			want := map[int]int{1: 24, 2: 24, 3: 13, 4: 0}[page]
			if n := len(got.ids()); n != want || got.Response.Meta.LastPage != 3 {
				t.Errorf("page %d holds %d of %+v", page, n, got.Response.Meta)
			}
		}
	})
}

// Each product is shown once, by the branch that serves the place best.
func TestTheBranchFitsThePlace(t *testing.T) {
	s := open(t, dbtest.New(t, db.SQLite))
	for _, c := range []struct {
		name, query, district string
		branch                string
		price                 float64
		delivers, available   bool
	}{
		{"no place: the main branch", "service_id=food&category_id=koshary", "", "br_koshary_maadi", 45, false, true},
		{"no place: the main branch, though sold out", "service_id=food&category_id=drinks", "", "br_koshary_maadi", 30,
			false, false},
		{"delivers there", "service_id=food&category_id=koshary", "manial", "br_koshary_zamalek", 50, true, true},
		{"delivers there, though sold out", "service_id=food&category_id=drinks", "maadi", "br_koshary_maadi", 30, true,
			false},
		{"nobody delivers: the nearest", "service_id=food&category_id=koshary", "nasr-city", "br_koshary_zamalek", 50, false,
			true},
		{"open comes before cheaper", "service_id=grocery&category_id=milk", "maadi", "br_bakala_maadi", 35, true, true},
		{"a branch by name", "service_id=grocery&category_id=milk&branch_id=bakala-dokki", "maadi", "br_bakala_dokki", 38,
			true, true},
	} {
		got := s.list(t, "/products?page=1&"+c.query, "district-id", c.district).Response.Data
		if len(got) != 1 {
			t.Errorf("%s: %d products", c.name, len(got))
			continue
		}
		p := got[0]
		if p.Branch.ID != c.branch || p.Price != c.price || p.Available != c.available ||
			(c.district == "") != (p.Branch.Delivers == nil) || p.Branch.Delivers != nil && *p.Branch.Delivers != c.delivers {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
}

func TestCards(t *testing.T) {
	s := open(t, dbtest.New(t, db.SQLite))
	for _, c := range []struct {
		name, path string
		headers    []string
		want       []string
	}{
		{"an offer", "/products?page=1&service_id=grocery&category_id=milk", nil,
			[]string{`"price":35,`, `"old_price":40,`, `"discount_percent":12,`, `"variant_id":"var_milk"`,
				`"price_varies":false`, `"stock_left":null`, `"favorite":0`, `"currency":"EGP"`}},
		{"several variants", "/products?page=1&service_id=food&category_id=koshary", nil,
			[]string{`"variant_id":null`, `"price":45,`, `"price_varies":true`, `"old_price":null`, `"delivers":null`,
				`"max_qty":10`, `"unit":"piece"`, `"choices":2`}},
		{"few left", "/products?page=1&service_id=general", nil,
			[]string{`"stock_left":5`, `"price":12500,`, `"is_closed":true`}},
		{"in Arabic", "/products?page=1&service_id=food&category_id=koshary", []string{"Accept-Language", "ar"},
			[]string{`"name":"كشري"`, `"unit":"قطعة"`, `"name":"بيت الكشري المعادي"`}},
		{"marked", "/products?page=1&service_id=grocery&category_id=milk", []string{"Authorization", "Bearer usr_heart"},
			[]string{`"favorite":1`}},
		{"not marked by this one", "/products?page=1&service_id=grocery&category_id=milk",
			[]string{"Authorization", "Bearer usr_other"}, []string{`"favorite":0`}},
	} {
		body := s.get(c.path, c.headers...).Body.String()
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s: %s is not in %.900s", c.name, want, body)
			}
		}
	}
}

func TestEndpoints(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for _, c := range []struct {
			name, path string
			headers    []string
			status     int
			want       []string
			not        string
		}{
			{"list without page", "/products?service_id=food", nil, 422, []string{`"page":["Page is required."]`}, ""},
			{"a menu says what is in its dishes", "/products?page=1&service_id=food&branch_id=koshary-maadi", nil, 200,
				[]string{`"id":"prd_koshary"`, `"description":"Good."`}, ""},
			{"other lists do not", "/products?page=1&service_id=food", nil, 200, []string{`"id":"prd_koshary"`},
				`"description"`},
			{"nor those of other branches", "/products?page=1&service_id=grocery&branch_id=bakala-maadi", nil, 200,
				[]string{`"id":"prd_milk"`}, `"description"`},
			{"list without service, in Arabic", "/products?page=1", []string{"Accept-Language", "ar"}, 422,
				[]string{"معرّف الخدمة مطلوب.", `"code":"service_id_required"`}, ""},
			{"list with a negative page", "/products?page=-1&service_id=food", nil, 422,
				[]string{`"page":["Must be greater than 0"]`}, "required"},
			{"list of page 0", "/products?page=0&service_id=food", nil, 422,
				[]string{`"page":["Must be greater than 0"]`, `"code":"greater_than_zero"`}, "required"},
			{"list of page 0, in Arabic", "/products?page=0&service_id=food", []string{"Accept-Language", "ar"}, 422,
				[]string{"يجب أن يكون أكبر من 0"}, "مطلوب"},
			{"list with a bad sort", "/products?page=1&service_id=food&sort=rating", nil, 422, []string{`"sort"`}, ""},
			{"a product", "/products/koshary", nil, 200, []string{
				`"id":"prd_koshary"`, `"description":"Good."`, `"vat_percent":14`,
				`"attributes":[{"name":"Made in","value":"Egypt"}]`,
				`"options":[{"id":"size","name":"Size","values":[{"id":"var_koshary_s","name":"Small"}`,
				`"breadcrumbs":[{"id":"cat_meals","slug":"meals","name":"Meals"},{"id":"cat_koshary"`,
				`"choices":{"size":"var_koshary_l"}`,
				`"id":"br_koshary_zamalek"`, `"related":[{"id":"prd_juice"`}, ""},
			{"a product by id in Arabic", "/products/prd_koshary", []string{"Accept-Language", "ar"}, 200,
				[]string{`"name":"الحجم"`, "جيد.", "وجبات"}, "Meals"},
			{"at a place, as soon as its branch's card says", "/products/koshary", []string{"district-id", "zamalek"}, 200,
				[]string{`"price":50,`, `"delivers":true,"delivery_minutes":30},"category"`}, ""},
			{"at a branch", "/products/koshary?branch_id=koshary-zamalek", nil, 200,
				[]string{`"branch":{"id":"br_koshary_zamalek"`, `"available":false`}, ""},
			{"at a branch that does not sell it", "/products/koshary?branch_id=bakala-maadi", nil, 200,
				[]string{`"branch":{"id":"br_koshary_maadi"`}, ""},
			{"its link names a branch that does not deliver here: at one that does",
				"/products/koshary?branch_id=koshary-zamalek", []string{"district-id", "maadi"}, 200,
				[]string{`"branch":{"id":"br_koshary_maadi"`, `"delivers":true`}, ""},
			{"it is sold out where it would be delivered from: as asked for, and what can be had in its stead",
				"/products/prd_juice?branch_id=koshary-zamalek", []string{"district-id", "maadi"}, 200,
				[]string{`"branch":{"id":"br_koshary_zamalek"`, `"delivers":false`, `"related":[{"id":"prd_koshary"`}, ""},
			{"where nothing can be had", "/products/koshary", []string{"district-id", "nasr-city"}, 200,
				[]string{`"delivers":false},"category"`, `"related":[]`}, ""},
			{"withdrawn", "/products/hidden", nil, 404, []string{`"code":"not_found"`}, ""},
			{"sold nowhere", "/products/unsold", nil, 404, []string{`"code":"not_found"`}, ""},
			{"not there", "/products/nothing", nil, 404, nil, ""},
			{"categories", "/categories?service_id=grocery", nil, 200,
				[]string{`"id":"cat_dairy"`, `"children":[{"id":"cat_milk"`, `"products":60`, `"parent_id":"cat_dairy"`}, ""},
			{"categories, none empty", "/categories?service_id=general", nil, 200, []string{"cat_phones"}, "cat_empty"},
			{"categories without service", "/categories", nil, 422, []string{`"service_id_required"`}, ""},
			{"categories of an unknown service", "/categories?service_id=x", nil, 200, []string{`"data":[]`}, ""},
			{"a category", "/categories/milk", []string{"Accept-Language", "ar"}, 200,
				[]string{`"name":"حليب"`, `"breadcrumbs":[{"id":"cat_dairy"`, `"service":{"id":"svc_grocery"`, `"products":1`}, ""},
			{"no category", "/categories/none", nil, 404, nil, ""},
			{"a branch's shelves", "/branches/koshary-zamalek", nil, 200,
				[]string{`"categories":[{"id":"cat_meals"`, `"children":[{"id":"cat_koshary"`}, "cat_dairy"},
			{"branches of a category", "/branches?page=1&service_id=grocery&category_id=pantry", nil, 200,
				[]string{"br_bakala_maadi", `"total":1`}, "br_bakala_dokki"},
		} {
			w := s.get(c.path, c.headers...)
			body := w.Body.String()
			if w.Code != c.status {
				t.Errorf("%s: %d %.400s", c.name, w.Code, body)
				continue
			}
			for _, want := range c.want {
				if !strings.Contains(body, want) {
					t.Errorf("%s: %s is not in %.1500s", c.name, want, body)
				}
			}
			if c.not != "" && strings.Contains(body, c.not) {
				t.Errorf("%s: %s is in %.900s", c.name, c.not, body)
			}
		}
	})
}

// TestWhatStandsBesideIsDeliveredHere holds that a product's page offers nothing that no branch brings to the place.
func TestWhatStandsBesideIsDeliveredHere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		shoptest.Exec(t, d, `UPDATE branch_prices SET active = $1 WHERE branch_id = 'br_koshary_maadi'
			AND variant_id = 'var_juice'`, false)
		for _, c := range []struct {
			name, district, want string
		}{
			{"no place", "", `"related":[{"id":"prd_juice"`},
			{"where a branch has both", "zamalek", `"related":[{"id":"prd_juice"`},
			{"where nobody brings it", "maadi", `"related":[]`},
		} {
			if body := s.get("/products/koshary", "district-id", c.district).Body.String(); !strings.Contains(body, c.want) {
				t.Errorf("%s: %s is not in %.1500s", c.name, c.want, body)
			}
		}
	})
}

// A product's card says how soon its branch delivers as the branch's own does.
func TestCardsSayHowSoonTheirBranchDelivers(t *testing.T) {
	s := open(t, dbtest.New(t, db.SQLite))
	s.clock.Advance(24 * time.Hour) // a Saturday, when all are open
	for _, c := range []struct{ product, branch, district, want string }{
		{"koshary", "koshary-maadi", "zahraa-el-maadi", `"delivery_minutes":40`},
		{"fresh-milk", "bakala-maadi", "maadi", `"delivery_minutes":20`},
		{"phone", "gadgets-nasr", "maadi", `"promise_days":2`},
	} {
		of := s.get("/branches/"+c.branch, "district-id", c.district).Body.String()
		if !strings.Contains(of, c.want) {
			t.Errorf("%s: %s is not in %.900s", c.branch, c.want, of)
		}
		card := s.get("/products/"+c.product+"?branch_id="+c.branch, "district-id", c.district).Body.String()
		if want := `"delivers":true,` + c.want + `},"category"`; !strings.Contains(card, want) {
			t.Errorf("%s: %s is not in %.900s", c.product, want, card)
		}
	}
}

// The answer is kept, but not past an offer's end and not past a change.
func TestAnswersEndWithOffersAndChanges(t *testing.T) {
	s := open(t, dbtest.New(t, db.SQLite))
	const path = "/products/fresh-milk?branch_id=br_bakala_maadi"
	w := s.get(path)
	end := shoptest.Now.Add(2 * time.Hour)
	if got := w.Header().Get("X-Wekala-Expires"); got != strconv.FormatInt(end.UnixMilli(), 10) {
		t.Errorf("expires at %s, want %d", got, end.UnixMilli())
	}
	s.clock.Set(end)
	if body := s.get(path).Body.String(); !strings.Contains(body, `"price":40,"price_varies":false,"old_price":null`) {
		t.Errorf("the offer is over: %.700s", body)
	}
	shoptest.Exec(t, s.db, `UPDATE branch_prices SET price = 4100 WHERE branch_id = 'br_bakala_maadi'
		AND variant_id = 'var_milk'`)
	if !strings.Contains(s.get(path).Body.String(), `"price":40,`) {
		t.Error("an answer that nobody touched is kept")
	}
	touch(t, s.db, products.ChangedProduct, "prd_milk")
	if err := s.news.Poll(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(s.get(path).Body.String(), `"price":41,`) {
		t.Error("the change is not seen")
	}
}

func TestOffersForCarts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		s := open(t, d)
		got, err := s.Offers(ctx, d, "br_bakala_maadi", []string{"var_milk", "var_koshary_s", "var_prd_tin07", "var_none"})
		if err != nil || len(got) != 3 {
			t.Fatalf("%v %v", got, err)
		}
		milk := got["var_milk"]
		if milk.Price != 3500 || milk.ListPrice != 4000 || !milk.Active || milk.Available != 20 || milk.VATBP != 1400 ||
			milk.MaxQty != 10 ||
			milk.Image != "one" || milk.Name.AR != "حليب طازج" ||
			!slices.Equal(milk.CategoryIDs, []string{"cat_milk", "cat_dairy"}) {
			t.Errorf("%+v", milk)
		}
		if got["var_koshary_s"].Active {
			t.Error("a variant is sold where it has no price")
		}
		if o, err := s.Offer(ctx, d, "br_koshary_old", "var_koshary_s"); err != nil || o.Active {
			t.Errorf("a branch that gave up sells: %+v %v", o, err)
		}
		if _, err := s.Offer(ctx, d, "br_bakala_maadi", "var_none"); errs.Key(err) != "common.not_found" {
			t.Errorf("%v", err)
		}
		for ref, want := range map[string]string{"var_koshary_l": "var_koshary_l", "prd_milk": "var_milk",
			"fresh-milk": "var_milk"} {
			if id, err := s.Resolve(ctx, d, ref); err != nil || id != want {
				t.Errorf("%s is %s %v", ref, id, err)
			}
		}
		for ref, want := range map[string]string{"koshary": "catalog.choose_variant", "hidden": "catalog.unavailable",
			"var_hidden": "catalog.unavailable", "x": "catalog.unavailable"} {
			if _, err := s.Resolve(ctx, d, ref); !errs.Is(err, want) {
				t.Errorf("%s: %v", ref, err)
			}
		}
		maadi, _ := s.Places.District("maadi")
		place := places.Place{District: maadi, At: maadi.Center}
		if b, ok, err := s.BestBranch(ctx, d, "var_milk", place); err != nil || !ok || b.ID != "br_bakala_maadi" {
			t.Errorf("%v %v %v", b, ok, err)
		}
		if _, ok, err := s.BestBranch(ctx, d, "var_unsold", place); err != nil || ok {
			t.Errorf("%v %v", ok, err)
		}
	})
}
