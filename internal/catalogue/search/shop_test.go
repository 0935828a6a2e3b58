package search_test

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
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
)

// shop is everything a search needs, over the test shop.
type shop struct {
	db      *db.DB
	clock   *clock.Fake
	api     *httpapi.API
	news    *changefeed.Feed
	feed    *search.Feed
	catalog *products.Service
}

func openShop(t *testing.T, d *db.DB) *shop {
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
	version := func() int64 { return s.news.Version() + s.feed.Version() }
	where := places.New(d, search.Fold)
	must(where.Load(ctx))
	sellers := branches.New(
		branches.Deps{DB: d, Clock: s.clock, Places: where, Pictures: pictures, Fold: search.Fold, Version: version})
	must(sellers.Load(ctx))
	where.Serves(sellers.Serves)
	s.catalog = products.New(products.Deps{DB: d, Clock: s.clock, Places: where, Branches: sellers, Library: pictures,
		Fold: search.Fold, Version: version})
	must(s.catalog.Load(ctx))
	s.feed = search.NewFeed(d, s.clock, sellers, s.catalog)
	hearts := func(_ context.Context, user string, _ []string) (map[string]bool, error) {
		return map[string]bool{"prd_milk": user == "usr_heart"}, nil
	}
	finder := search.NewService(
		search.Deps{Feed: s.feed, Clock: s.clock, Places: where, Branches: sellers, Catalog: s.catalog, Version: version})
	s.catalog.Join(finder, noBlocks{}, hearts)
	sellers.Join(s.catalog, hearts)
	s.news.Subscribe(changefeed.OnKinds(sellers.Load, branches.Changed))
	s.news.Subscribe(changefeed.OnKinds(s.catalog.Load, products.ChangedCategory))
	s.news.Subscribe(s.feed.Refresh)
	s.api.ResolveCustomer = func(_ context.Context, token string) (string, string, error) { return token, "ses", nil }
	finder.Routes(s.api)
	s.catalog.Routes(s.api)
	return s
}

type noBlocks struct{}

func (noBlocks) Rule(string, time.Time) (products.Rule, bool) { return products.Rule{}, false }

func (s *shop) build(t *testing.T) {
	t.Helper()
	if err := s.feed.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func (s *shop) poll(t *testing.T) {
	t.Helper()
	if err := s.news.Poll(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.feed.Settle()
}

// change runs one statement and publishes the change.
func (s *shop) change(t *testing.T, kind, ref, query string, args ...any) {
	t.Helper()
	err := s.db.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, query, args...); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, kind, ref)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.poll(t)
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

func (s *shop) find(t *testing.T, path string, headers ...string) search.PagePayload {
	t.Helper()
	w := s.get(path, headers...)
	var p search.Page
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != 200 {
		t.Fatalf("%s: %d %v %.300s", path, w.Code, err, w.Body)
	}
	return p.Response
}

func ids(p search.PagePayload) []string {
	out := []string{}
	for _, c := range p.Data {
		out = append(out, c.ID)
	}
	return out
}

// The words people type, and what they must find on every engine.
func TestSearchAnswersAlikeOnEveryEngine(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openShop(t, d)
		s.build(t)
		for _, c := range []struct {
			name, query string
			headers     []string
			want        []string
		}{
			{"English", "q=koshary", nil, []string{"prd_koshary"}},
			{"Arabic", "q=كشري", nil, []string{"prd_koshary"}},
			{"Arabic, other spelling", "q=كُشَرى", nil, []string{"prd_koshary"}},
			{"a slip", "q=koshaary", nil, []string{"prd_koshary"}},
			{"unfinished", "q=mang", nil, []string{"prd_juice"}},
			{"Arabic, unfinished", "q=عصي", nil, []string{"prd_juice"}},
			{"Franco-Arabic", "q=3aseer", nil, []string{"prd_juice"}},
			{"by its shelf", "q=dairy", nil, []string{"prd_milk"}},
			{"by its shelf in Arabic", "q=ألبان", nil, []string{"prd_milk"}},
			{"Arabic digits", "q=beans tin ٥٧", nil, []string{"prd_tin57"}},
			{"another service", "q=koshary&service_id=grocery", nil, []string{}},
			{"withdrawn", "q=hidden", nil, []string{}},
			{"sold nowhere", "q=unsold", nil, []string{}},
			{"nonsense", "q=zzzzqqqq", nil, []string{}},
			{"narrowed by price", "q=beans&price_min=39&sort=price_asc", nil, []string{"prd_tin58", "prd_tin59"}},
			{"narrowed by stock and price", "q=beans&price_max=11.5&in_stock=true&sort=price_asc", nil,
				[]string{"prd_tin01", "prd_tin02", "prd_tin03"}},
			{"narrowed by offer", "offer=true", nil, []string{"prd_milk"}},
			{"narrowed by store and category", "store_id=bakala&category_id=dairy", nil, []string{"prd_milk"}},
			{"nothing typed", "service_id=food", nil, []string{"prd_koshary", "prd_juice"}},
			{"dearest", "service_id=food&sort=price_desc", nil, []string{"prd_koshary", "prd_juice"}},
			{"newest", "service_id=food&sort=newest", nil, []string{"prd_juice", "prd_koshary"}},
		} {
			path := "/search?" + strings.ReplaceAll(c.query, " ", "%20")
			if got := ids(s.find(t, path, c.headers...)); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
		p := s.find(t, "/search?q=koshaary")
		if p.Corrected == nil || *p.Corrected != "Koshary" || len(p.Branches) != 2 || p.Branches[0].ID != "br_koshary_maadi" {
			t.Errorf("corrected %v, branches %v", p.Corrected, p.Branches)
		}
		// A correction in Arabic letters is shown only to readers of Arabic.
		if en, ar := s.find(t, "/search?q=عصيير"),
			s.find(t, "/search?q=عصيير", "Accept-Language", "ar"); en.Corrected != nil ||
			ar.Corrected == nil || *ar.Corrected != "عصير" || !slices.Equal(ids(en), ids(ar)) || len(en.Data) == 0 {
			t.Errorf("in English corrected %v, in Arabic %v", en.Corrected, ar.Corrected)
		}
		// A store's name finds its products and its branches, not products spelled similarly, with any filter.
		for query, want := range map[string]int{
			"q=bakala": shoptest.Paging + 1, "q=بقالة%20الحي": shoptest.Paging + 1, "q=الحي": shoptest.Paging + 1,
			"q=bakalla": shoptest.Paging + 1, "q=بقاله%20الحى": shoptest.Paging + 1, "q=بقالا%20الحي": shoptest.Paging + 1,
			"q=bakala&store_id=bakala": shoptest.Paging + 1, "q=bakala&category_id=dairy": 1,
			"q=bakala&category_id=pantry": shoptest.Paging,
		} {
			p := s.find(t, "/search?"+query)
			if p.Corrected != nil || p.Meta.Total != want || len(p.Branches) == 0 || p.Data[0].Store.ID != "sto_bakala" {
				t.Errorf("%s: corrected %v, %d products, branches %v", query, p.Corrected, p.Meta.Total, p.Branches)
			}
		}
		for _, c := range []struct{ query, area string }{
			{"q=Maadi", "maadi"}, {"q=معادي", "maadi"}, {"q=المعادى", "maadi"},
			{"q=koshary", ""}, {"q=koshary%20maadi", ""}, {"q=maad", ""}, {"q=zamalek", "zamalek"}, {"q=heliopolis", ""},
			{"", ""},
		} {
			got := ""
			if p := s.find(t, "/search?"+c.query); p.Area != nil {
				got = p.Area.ID
			}
			if got != c.area {
				t.Errorf("%s names the area %q, want %q", c.query, got, c.area)
			}
		}
		p = s.find(t, "/search?service_id=grocery", "Accept-Language", "ar")
		if p.Corrected != nil || p.Meta.Total != shoptest.Paging+1 || p.Facets.Offer != 1 || p.Facets.InStock != 46 ||
			p.Facets.Categories[0].ID != "cat_pantry" || p.Facets.Categories[0].Name != "مخزن" ||
			p.Facets.Categories[0].Count != shoptest.Paging ||
			p.Facets.Stores[0].Slug != "bakala" || p.Facets.Price.Min.Minor() != 1000 || p.Facets.Price.Max.Minor() != 3950 {
			t.Errorf("%+v %+v", p.Meta, p.Facets)
		}
	})
}

// TestACountIsWhatIsShown: each count equals the total of the same search filtered by it and delivered here, in both
// languages and every order.
func TestACountIsWhatIsShown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openShop(t, d)
		s.build(t)
		shown := func(query string, headers []string, parted bool) (n int) {
			for page := 1; ; page++ {
				p := s.find(t, "/search?"+query+"&page="+strconv.Itoa(page), headers...)
				for _, card := range p.Data {
					if !parted || *card.Branch.Delivers {
						n++
					}
				}
				if page >= p.Meta.LastPage {
					return n
				}
			}
		}
		for _, district := range []string{"", "maadi", "zamalek", "dokki", "nasr-city", "heliopolis"} {
			for _, lang := range []string{"en", "ar"} {
				for _, query := range []string{"service_id=grocery", "service_id=food&sort=popular", "q=bakala&sort=newest",
					"branch_id=bakala-dokki", "in_stock=true"} {
					headers := []string{"district-id", district, "Accept-Language", lang}
					f := s.find(t, "/search?"+query, headers...).Facets
					same := func(narrowed string, want int) {
						t.Helper()
						if got := shown(query+narrowed, headers, f.Delivered != nil); got != want {
							t.Errorf("%q in %s: %s%s shows %d, counted were %d", district, lang, query, narrowed, got, want)
						}
					}
					if f.Delivered != nil {
						same("", *f.Delivered)
					}
					if parted := district != "" && district != "heliopolis" &&
						!strings.HasPrefix(query, "branch_id"); parted != (f.Delivered != nil) {
						t.Errorf("%q: %s says what is delivered: %v", district, query, f.Delivered)
					}
					same("&in_stock=true", f.InStock)
					same("&offer=true", f.Offer)
					for _, c := range f.Categories {
						same("&category_id="+c.ID, c.Count)
					}
					for _, c := range f.Stores {
						same("&store_id="+c.ID, c.Count)
					}
					if f.Price.Max.Minor() > 0 {
						same("&price_min="+f.Price.Min.String()+"&price_max="+f.Price.Max.String(),
							shown(query, headers, f.Delivered != nil))
					}
				}
			}
		}
		// The store that the text names comes first; others are listed only if they are chosen.
		for query, want := range map[string][]string{
			"q=bakala": {"bakala"}, "q=بقالة%20الحي": {"bakala"}, "q=bakala&store_id=koshary-house": {"bakala", "koshary-house"},
		} {
			got := []string{}
			for _, c := range s.find(t, "/search?"+query, "district-id", "maadi").Facets.Stores {
				got = append(got, c.Slug)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s lists the stores %v, want %v", query, got, want)
			}
		}
		// A chosen category or store is listed even if it has no results.
		f := s.find(t, "/search?category_id=pantry&store_id=bakala&q=koshary", "district-id", "zamalek").Facets
		if !slices.ContainsFunc(f.Categories, func(c search.ShelfCount) bool {
			return c.ID == "cat_pantry" && c.Count == 0
		}) ||
			!slices.ContainsFunc(f.Stores, func(c search.CountView) bool { return c.ID == "sto_bakala" && c.Count == 0 }) {
			t.Errorf("%+v", f)
		}
	})
}

// Listings are the same whether the index or the database answers them, where
// the order does not depend on who sells.
func TestTheIndexAndTheDatabaseAgree(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openShop(t, d)
		paths := []string{}
		for _, query := range []string{
			"service_id=food&sort=popular", "service_id=grocery&sort=popular", "service_id=grocery&sort=popular&page=3",
			"service_id=general&sort=newest",
			"service_id=grocery&sort=newest&page=2", "service_id=food&category_id=meals&sort=popular",
			"service_id=grocery&branch_id=bakala-dokki&sort=popular",
			"service_id=grocery&in_stock=true&sort=popular", "service_id=grocery&offer=true&sort=popular",
			"service_id=grocery&price_max=20&sort=price_asc",
		} {
			if !strings.Contains(query, "page=") {
				query += "&page=1"
			}
			paths = append(paths, "/products?"+query)
		}
		paths = append(paths, "/categories?service_id=grocery", "/products/koshary")
		for _, district := range []string{"", "maadi", "zamalek", "nasr-city"} {
			stored := openShop(t, dbtest.New(t, d.Engine()))
			for _, path := range paths {
				from := stored.get(path, "district-id", district).Body.String()
				if s.feed.Ready() == false {
					s.build(t)
				}
				if of := s.get(path, "district-id", district).Body.String(); of != from {
					t.Errorf("%s at %q\nindex    %.700s\ndatabase %.700s", path, district, of, from)
				}
			}
		}
	})
}

func TestTheFeedFollows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openShop(t, d)
		// Changes before and during the build are not lost.
		s.change(t, products.ChangedProduct, "prd_juice",
			`UPDATE products SET name_en = 'Guava juice' WHERE id = 'prd_juice'`)
		s.build(t)
		found := func(query string, want ...string) {
			t.Helper()
			if got := ids(s.find(t, "/search?"+query)); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		found("q=guava", "prd_juice")
		s.change(t, products.ChangedProduct, "prd_hidden", `UPDATE products SET active = $1 WHERE id = 'prd_hidden'`, true)
		found("q=hidden", "prd_hidden")
		s.change(t, products.ChangedProduct, "prd_hidden", `UPDATE products SET active = $1 WHERE id = 'prd_hidden'`, false)
		found("q=hidden")
		// Sold out, published for the variant.
		found("service_id=general&in_stock=true", "prd_phone")
		s.change(t, products.ChangedVariant, "var_phone",
			`UPDATE stock SET reserved = on_hand WHERE variant_id = 'var_phone'`)
		found("service_id=general&in_stock=true")
		// A branch that closes for good takes its products with it.
		s.change(t, branches.Changed, "br_gadgets_nasr", `UPDATE branches SET active = $1 WHERE id = 'br_gadgets_nasr'`,
			false)
		found("service_id=general")
		s.change(t, branches.Changed, "br_gadgets_nasr", `UPDATE branches SET active = $1 WHERE id = 'br_gadgets_nasr'`, true)
		found("service_id=general", "prd_phone")
		// A renamed category, and everything together.
		s.change(t, products.ChangedCategory, "cat_phones",
			`UPDATE categories SET name_en = 'Telephones' WHERE id = 'cat_phones'`)
		found("q=telephones", "prd_phone")
		s.change(t, changefeed.All, "", `UPDATE products SET name_en = 'Tablet' WHERE id = 'prd_phone'`)
		found("q=tablet", "prd_phone")
	})
}

func TestOffersBeginAndEnd(t *testing.T) {
	s := openShop(t, dbtest.New(t, db.SQLite))
	s.build(t)
	ctx := context.Background()
	end := shoptest.Now.Add(2 * time.Hour)
	if !s.feed.Boundary().Equal(end) {
		t.Errorf("the next boundary is %s", s.feed.Boundary())
	}
	if got := ids(s.find(t, "/search?offer=true")); !slices.Equal(got, []string{"prd_milk"}) {
		t.Errorf("on offer: %v", got)
	}
	s.clock.Set(end)
	if err := s.feed.Tick(ctx); err != nil {
		t.Fatal(err)
	}
	if got := ids(s.find(t, "/search?offer=true")); len(got) != 0 {
		t.Errorf("on offer after its end: %v", got)
	}
	if !s.feed.Boundary().IsZero() {
		t.Errorf("a boundary is left: %s", s.feed.Boundary())
	}
}

// TestComparisonNamesAreSearched: products to compare can be searched by name, within the base product's service at
// most.
func TestComparisonNamesAreSearched(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openShop(t, d)
		s.build(t)
		for query, want := range map[string][]string{
			"search=juice":                      {"prd_juice"},
			"search=juice&base_product=koshary": {"prd_juice"},
			"search=milk&base_product=koshary":  {},
			"search=zzqqzz":                     {},
		} {
			if got := ids(s.find(t, "/products/comparison/names?"+query)); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
	})
}

func TestEndpoints(t *testing.T) {
	s := openShop(t, dbtest.New(t, db.SQLite))
	s.build(t)
	for _, c := range []struct {
		name, path string
		headers    []string
		status     int
		want       []string
		not        string
	}{
		{"a page beyond", "/search?q=beans&page=99", nil, 200, []string{`"data":[]`, `"total":60`, `"current_page":99`}, ""},
		{"a negative page", "/search?q=beans&page=-1", nil, 422, []string{`"page"`}, ""},
		{"a bad sort", "/search?q=beans&sort=x", nil, 422, []string{`"sort"`}, ""},
		{"an unknown service", "/search?q=beans&service_id=x", nil, 200, []string{`"data":[]`, `"facets":{"categories":[]`},
			""},
		{"an unknown store", "/search?q=beans&store_id=x", nil, 200, []string{`"data":[]`}, ""},
		{"hearts", "/search?q=milk", []string{"Authorization", "Bearer usr_heart"}, 200, []string{`"favorite":1`}, ""},
		{"no hearts for others", "/search?q=milk", nil, 200, []string{`"favorite":0`}, `"favorite":1`},
		{"a branch by its whole name", "/search?q=bakala%20maadi", nil, 200, []string{`"br_bakala_maadi"`},
			`"id":"br_bakala_dokki"`},
		{"at a place", "/search?q=koshary", []string{"district-id", "manial"}, 200,
			[]string{`"delivers":true,"delivery_minutes":45},"category"`, `"price":50,`, `"delivered":1`}, ""},
		{"at a place that nobody delivers to", "/search?q=koshary", []string{"district-id", "nasr-city"}, 200,
			[]string{`"total":1`, `"delivered":0`}, ""},
		{"without a place", "/search?q=koshary", nil, 200, []string{`"delivered":null`, `"only_near":false`}, ""},
		{"a part of what was asked for", "/search?q=koshary%20zzqqzz", nil, 200,
			[]string{`"near":["prd_koshary"]`, `"only_near":true`}, ""},
		{"suggestions", "/search/suggestions?q=kos", nil, 200,
			[]string{
				`{"kind":"product","id":"prd_koshary","slug":"koshary","label":"Koshary","highlight":[[0,3]],"service_slug":"food"}`, `"kind":"category"`, `"kind":"store"`, `"slug":"koshary-house"`}, ""},
		{"suggestions in Arabic", "/search/suggestions?q=%D9%83%D8%B4%D8%B1&service_id=food",
			[]string{"Accept-Language", "ar"}, 200, []string{`"label":"كشري"`, `"highlight":[[0,3]]`}, ""},
		{"suggestions of a store that is named stand alone above what it sells", "/search/suggestions?q=bakala", nil, 200,
			[]string{`"data":[{"kind":"store","id":"sto_bakala"`, `},{"kind":"product","id":"prd_milk"`}, `prd_koshary`},
		{"a store that is named nearly so", "/search/suggestions?q=%D8%A8%D9%82%D8%A7%D9%84%D8%A7%20%D8%A7%D9%84%D8%AD%D9%8A",
			nil, 200,
			[]string{`"data":[{"kind":"store","id":"sto_bakala"`, `},{"kind":"product","id":"prd_milk"`}, `prd_koshary`},
		// بقالة الحي المعادي
		{
			"a store as its branch is called",
			"/search/suggestions?q=%D8%A8%D9%82%D8%A7%D9%84%D8%A9%20%D8%A7%D9%84%D8%AD%D9%8A%20%D8%A7%D9%84%D9%85%D8%B9%D8%A7%D8%AF%D9%8A", nil, 200,
			[]string{`"data":[{"kind":"store","id":"sto_bakala"`, `},{"kind":"product","id":"prd_milk"`}, `prd_koshary`},
		// بوكلة الحاي
		{"a store by the sound of its name",
			"/search/suggestions?q=%D8%A8%D9%88%D9%83%D9%84%D8%A9%20%D8%A7%D9%84%D8%AD%D8%A7%D9%8A", nil, 200,
			[]string{`"data":[{"kind":"store","id":"sto_bakala"`, `},{"kind":"product","id":"prd_milk"`}, `prd_koshary`},
		{"a store by the sound of its name in Franco", "/search/suggestions?q=ba2alet%20el7ay", nil, 200, // ba2alet el7ay
			[]string{`"data":[{"kind":"store","id":"sto_bakala"`, `},{"kind":"product","id":"prd_milk"`}, `prd_koshary`},
		{"a store by the sound of one word, which nothing else has", "/search/suggestions?q=bokalah", nil, 200, // bokalah
			[]string{`"data":[{"kind":"store","id":"sto_bakala"`, `},{"kind":"product","id":"prd_milk"`}, `prd_koshary`},
		{"what a store sells keeps its name", "/search/suggestions?q=koshary", nil, 200,
			[]string{`"data":[{"kind":"category","id":"cat_koshary"`, `prd_koshary`}, ""},
		{"suggestions of another service", "/search/suggestions?q=koshary&service_id=general", nil, 200,
			[]string{`"data":[]`}, ""},
		{"an area", "/search/suggestions?q=Maad", nil, 200,
			[]string{`"data":[{"kind":"area","id":"maadi","slug":"maadi","label":"Maadi","highlight":[],"service_slug":""}`},
			""},
		{"an area in Arabic, without the article", "/search/suggestions?q=%D9%85%D8%B9%D8%A7%D8%AF",
			[]string{"Accept-Language", "ar"}, 200, []string{`"kind":"area"`, `"label":"المعادي"`}, ""},
		{"an area by a place in it", "/search/suggestions?q=Degla", nil, 200, []string{`"data":[{"kind":"area","id":"maadi"`},
			""},
		{"two letters are no area yet", "/search/suggestions?q=Ma", nil, 200, nil, `"area"`},
		{"an area without delivery", "/search/suggestions?q=Mokattam", nil, 200, nil, `"area"`},
		{"suggestions of nothing", "/search/suggestions", nil, 200, []string{`"data":[]`}, ""},
		{"too long a text", "/search?q=" + strings.Repeat("a", 201), nil, 422, []string{`"q"`}, ""},
	} {
		w := s.get(c.path, c.headers...)
		body := w.Body.String()
		if w.Code != c.status {
			t.Errorf("%s: %d %.400s", c.name, w.Code, body)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s: %s is not in %.1200s", c.name, want, body)
			}
		}
		if c.not != "" && strings.Contains(body, c.not) {
			t.Errorf("%s: %s is in %.900s", c.name, c.not, body)
		}
	}
	// A square's name that is a thing's as well means the thing.
	s.change(t, products.ChangedProduct, "prd_juice", `UPDATE products SET name_en = 'Degla juice' WHERE id = 'prd_juice'`)
	s.poll(t)
	if w := s.get("/search/suggestions?q=Degla"); !strings.Contains(w.Body.String(), "prd_juice") ||
		strings.Contains(w.Body.String(), `"area"`) {
		t.Errorf("a thing called as a place in an area: %.900s", w.Body)
	}
	// One word that only sounds like a store's name also means the thing.
	s.change(t, products.ChangedProduct, "prd_juice",
		`UPDATE products SET name_en = 'Bookla juice' WHERE id = 'prd_juice'`)
	s.poll(t)
	if w := s.get("/search/suggestions?q=bookla"); !strings.Contains(w.Body.String(), "prd_juice") ||
		strings.Contains(w.Body.String(), `"store"`) {
		t.Errorf("a thing that sounds like a store: %.900s", w.Body)
	}
}

// Pages do not wait for the index; a search does, as long as its caller.
func TestBeforeTheIndexIsThere(t *testing.T) {
	s := openShop(t, dbtest.New(t, db.SQLite))
	if w := s.get("/products?page=1&service_id=food"); w.Code != 200 || !strings.Contains(w.Body.String(), "prd_koshary") {
		t.Errorf("%d %.300s", w.Code, w.Body)
	}
	waiting := make(chan *httptest.ResponseRecorder)
	go func() { waiting <- s.get("/search?q=koshary") }()
	s.build(t)
	if w := <-waiting; w.Code != 200 || !strings.Contains(w.Body.String(), "prd_koshary") {
		t.Errorf("%d %.300s", w.Code, w.Body)
	}
}

// TestNothingIsLostWhileBuilding: changes during a build are in the index at the end, and a failed build is repeated.
func TestNothingIsLostWhileBuilding(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openShop(t, d)
		gone, leave := context.WithCancel(context.Background())
		leave()
		if err := s.feed.Build(gone); err == nil || s.feed.Ready() {
			t.Fatal("built without a database")
		}
		s.clock.Advance(5 * time.Second)
		built := make(chan error)
		go func() { built <- s.feed.Tick(context.Background()) }()
		for i := range 40 {
			s.change(t, products.ChangedProduct, "prd_phone", `UPDATE products SET name_en = $1 WHERE id = 'prd_phone'`,
				"Model "+strings.Repeat("x", i+1))
			if i == 20 {
				s.change(t, changefeed.All, "", `UPDATE products SET name_en = 'Gibna' WHERE id = 'prd_milk'`)
			}
		}
		if err := <-built; err != nil {
			t.Fatal(err)
		}
		s.poll(t)
		if got := ids(s.find(t, "/search?q="+strings.Repeat("x", 40))); !slices.Equal(got, []string{"prd_phone"}) {
			t.Errorf("the last change is not found: %v", got)
		}
		if got := ids(s.find(t, "/search?q=gibna")); !slices.Equal(got, []string{"prd_milk"}) {
			t.Errorf("a change told of as everything is not found: %v", got)
		}
	})
}
