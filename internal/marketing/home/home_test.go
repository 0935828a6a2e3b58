package home_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/content"
	"wekala/internal/marketing/favourites"
	"wekala/internal/marketing/home"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

type shop struct {
	db    *db.DB
	clock *clock.Fake
	api   *httpapi.API
	feed  *search.Feed
	first *home.Service
	sells *branches.Service
	goods *products.Service
	said  *content.Service
}

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
	fill(t, d)
	s := &shop{db: d, clock: clock.NewFake(shoptest.Now), api: httpapi.New(httpapi.Options{Version: "test"})}
	pictures, err := files.New()
	must(err)
	version := func() int64 { return s.feed.Version() }
	where := places.New(d, search.Fold)
	must(where.Load(ctx))
	sellers := branches.New(
		branches.Deps{DB: d, Clock: s.clock, Places: where, Pictures: pictures, Fold: search.Fold, Version: version})
	must(sellers.Load(ctx))
	goods := products.New(products.Deps{DB: d, Clock: s.clock, Places: where, Branches: sellers, Library: pictures,
		Fold: search.Fold, Version: version})
	must(goods.Load(ctx))
	s.feed = search.NewFeed(d, s.clock, sellers, goods)
	finder := search.NewService(
		search.Deps{Feed: s.feed, Clock: s.clock, Places: where, Branches: sellers, Catalog: goods, Version: version})
	said := content.New(d, s.clock, pictures)
	must(content.EnsureSeeded(ctx, d, shoptest.Now))
	must(content.EnsureSeeded(ctx, d, shoptest.Now))
	must(said.Load(ctx))
	first := home.New(
		home.Deps{DB: d, Clock: s.clock, Places: where, Branches: sellers, Catalog: goods, Content: said, Version: version})
	must(first.Load(ctx))
	s.first, s.sells, s.goods, s.said = first, sellers, goods, said
	hearts := favourites.New(d)
	goods.Join(finder, first, hearts.Products)
	sellers.Join(goods, hearts.Branches)
	s.api.ResolveCustomer = func(_ context.Context, token string) (string, string, error) { return token, "ses", nil }
	first.Routes(s.api)
	said.Routes(s.api)
	finder.Routes(s.api)
	return s
}

// fill adds banners, blocks, hearts.
func fill(t *testing.T, d *db.DB) {
	t.Helper()
	banner := func(id string, service, district, starts, ends any) {
		shoptest.Exec(t, d, `INSERT INTO banners (id, service_id, district_id, title_en, title_ar, text_en, text_ar,
			action_en, action_ar, image, link, starts_at, ends_at, active, sort, version)
VALUES ($1, $2, $3, 'Title', 'عنوان', 'Text', 'نص', 'Go', 'اذهب', '', '/home', $4, $5, $6, 1,
1)`, id, service, district, starts, ends, true)
	}
	now := shoptest.Now
	banner("ban_all", nil, nil, nil, nil)
	banner("ban_food", "svc_food", nil, nil, nil)
	banner("ban_maadi", nil, "maadi", nil, nil)
	banner("ban_later", nil, nil, now.Add(time.Hour).UnixMilli(), nil)
	banner("ban_over", nil, nil, nil, now.UnixMilli())
	block := func(id, rule string, sort int64, starts any) {
		shoptest.Exec(t, d, `INSERT INTO blocks (id, slug, service_id, district_id, title_en, title_ar, rule, starts_at,
			ends_at, active, sort, version)
VALUES ($1, $2, 'svc_grocery', NULL, 'Row', 'صف', $3, $4, NULL, $5, $6, 1)`, "blk_"+id, id, rule, starts, true, sort)
	}
	block("deals", "offers", 2, nil)
	block("fresh", "newest", 3, nil)
	block("loved", "popular", 4, nil)
	block("milks", "category:milk", 5, nil)
	block("lost", "category:nothing", 6, nil)
	block("soon", "popular", 7, now.Add(time.Hour).UnixMilli())
	// Rows of one or two are not rows.
	shoptest.Exec(t, d, `UPDATE products SET category_id = 'cat_milk' WHERE id IN ('prd_tin01', 'prd_tin02')`)
	shoptest.Exec(t, d, `UPDATE branch_prices SET offer_price = 900, offer_from = $1, offer_to = $2
		WHERE variant_id IN ('var_prd_tin01', 'var_prd_tin02')`,
		now.Add(-2*time.Hour).UnixMilli(), now.Add(2*time.Hour).UnixMilli())
	for _, ref := range [][2]string{{"product", "prd_milk"}, {"branch", "br_bakala_maadi"}} {
		shoptest.Exec(t, d, `INSERT INTO favourites (user_id, kind, ref, created_at) VALUES ('usr_heart', $1, $2, 1)`, ref[0],
			ref[1])
	}
}

// home is the home page at a path.
func (s *shop) home(t *testing.T, path string, headers ...string) home.View {
	t.Helper()
	var page struct{ Response struct{ Data home.View } }
	if err := json.Unmarshal(s.get(path, headers...).Body.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	return page.Response.Data
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

func TestEndpoints(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for _, built := range []bool{false, true} {
			if built {
				if err := s.feed.Build(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range []struct {
				name, path string
				headers    []string
				status     int
				want       []string
				not        []string
			}{
				{
					"the first service", "/home", nil, 200, []string{`"service":{"id":"svc_food"`, `"slug":"general"`,
						`"id":"ban_all"`, `"id":"ban_food"`, `"id":"br_koshary_maadi"`, `"title":"Popular","products":[{`},
					[]string{"ban_maadi", "ban_later", "ban_over", "br_bakala"}},
				{"an unknown service", "/home?service_id=x", nil, 200, []string{`"service":{"id":"svc_food"`}, nil},
				{"another service", "/home?service_id=grocery", nil, 200, []string{
					`"service":{"id":"svc_grocery"`, `"id":"cat_dairy"`,
					`{"id":"blk_picks","slug":"picks","lang":"en","title":"Our picks","products":[{"id":"prd_tin05"`,
					`"more":"/search-results?block_id=picks\u0026service_id=grocery"`,
					`"more":"/search-results?offer=true\u0026service_id=grocery"`,
					`"more":"/search-results?service_id=grocery\u0026sort=newest"`, `"more":"/categories/milk"`,
				}, []string{"ban_food", "blk_lost", "blk_soon"}},
				{"at a place, in Arabic", "/home?service_id=grocery", []string{"district-id", "maadi", "Accept-Language", "ar"},
					200,
					[]string{`"id":"ban_maadi"`, `"title":"اختياراتنا"`, `"action":"اذهب"`, `"delivers":true`, `"name":"ألبان"`},
					[]string{"Our picks"}},
				{"hearts", "/home?service_id=grocery", []string{"Authorization", "Bearer usr_heart"}, 200,
					[]string{`"favorite":1`, `"is_favorite":true`}, nil},
				{"no hearts for others", "/home?service_id=grocery", []string{"Authorization", "Bearer usr_other"}, 200,
					[]string{`"favorite":0`}, []string{`"favorite":1`, `"is_favorite":true`}},
				{"a policy", "/pages/terms", nil, 200, []string{
					`"name":"terms"`, `"version":1`, `\u003ch2`, `"updated_at":"2026-11-20T12:00:00Z"`}, nil},
				{"a policy in Arabic", "/pages/privacy", []string{"Accept-Language", "ar"}, 200,
					[]string{`"title":"سياسة الخصوصية"`}, []string{`"title":"Privacy`}},
				{"no page", "/pages/cookies", nil, 404, []string{`"code":"not_found"`}, nil},
			} {
				w := s.get(c.path, c.headers...)
				body := w.Body.String()
				if w.Code != c.status {
					t.Errorf("%s: %d %.400s", c.name, w.Code, body)
					continue
				}
				for _, want := range c.want {
					if !strings.Contains(body, want) {
						t.Errorf("%s (index %v): %s is not in %.3000s", c.name, built, want, body)
					}
				}
				for _, not := range c.not {
					if strings.Contains(body, not) {
						t.Errorf("%s: %s is in %.900s", c.name, not, body)
					}
				}
			}
		}
		if w := s.get("/search?block_id=picks"); !strings.Contains(w.Body.String(), `"total":2`) ||
			!strings.Contains(w.Body.String(), "prd_tin05") {
			t.Errorf("a search in a block: %.500s", w.Body)
		}
		if w := s.get("/search?block_id=milks&service_id=grocery"); !strings.Contains(w.Body.String(), `"total":3`) {
			t.Errorf("a search in a block by rule: %.500s", w.Body)
		}
	})
}

// TestWhatIsNotDeliveredHereStandsLast: a category from which no branch delivers anything here comes after the others,
// and no banner leads to it.
func TestWhatIsNotDeliveredHereStandsLast(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		shoptest.Exec(t, d, `UPDATE categories SET sort = -1 WHERE slug = 'pantry'`)
		shoptest.Exec(t, d, `UPDATE banners SET link = '/categories/pantry' WHERE id = 'ban_all'`)
		for _, load := range []func(context.Context) error{s.goods.Load, s.said.Load} {
			if err := load(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		for _, built := range []bool{false, true} {
			if built {
				if err := s.feed.Build(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range []struct {
				district, want string
				banner         bool
			}{
				{"dokki", "dairy true, pantry false", false},
				{"maadi", "pantry true, dairy true", true},
				{"null", "pantry ?, dairy ?", true},
			} {
				page := s.home(t, "/home?service_id=grocery", "district-id", c.district)
				var got []string
				for _, v := range page.Categories {
					delivers := "?"
					if v.Delivers != nil {
						delivers = strconv.FormatBool(*v.Delivers)
					}
					got = append(got, v.Slug+" "+delivers)
				}
				banner := slices.ContainsFunc(page.Banners, func(b home.BannerView) bool { return b.ID == "ban_all" })
				if all := strings.Join(got, ", "); all != c.want || banner != c.banner {
					t.Errorf("in %s (index %v): %s, banner %v", c.district, built, all, banner)
				}
			}
		}
	})
}

// No banner leads to a category at any depth, or to a branch, that delivers nothing here.
func TestNoBannerLeadsToWhatIsNotDeliveredHere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		shoptest.Exec(t, d, `UPDATE categories SET parent_id = 'cat_dairy' WHERE slug = 'pantry'`)
		for _, c := range []struct {
			link  string
			shown map[string]bool
		}{
			{"/categories/pantry", map[string]bool{"dokki": false, "maadi": true, "null": true}},
			{"/categories/pantry?sort=popular", map[string]bool{"dokki": false, "maadi": true, "null": true}},
			{"/categories/dairy", map[string]bool{"dokki": true, "maadi": true, "null": true}},
			{"/categories/none", map[string]bool{"dokki": true, "maadi": true, "null": true}},
			{"/branches/bakala-maadi", map[string]bool{"dokki": false, "maadi": true, "null": true}},
			{"/search-results?q=milk", map[string]bool{"dokki": true, "maadi": true, "null": true}},
		} {
			shoptest.Exec(t, d, `UPDATE banners SET link = '`+c.link+`' WHERE id = 'ban_all'`)
			for _, load := range []func(context.Context) error{s.goods.Load, s.said.Load, s.feed.Build} {
				if err := load(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			for district, want := range c.shown {
				page := s.home(t, "/home?service_id=grocery", "district-id", district)
				if got := slices.ContainsFunc(page.Banners, func(b home.BannerView) bool {
					return b.ID == "ban_all"
				}); got != want {
					t.Errorf("%s in %s: shown %v", c.link, district, got)
				}
			}
		}
	})
}

// TestTheScheduleEndsThePage: an event that begins within the page's lifetime ends it.
func TestTheScheduleEndsThePage(t *testing.T) {
	s := open(t, dbtest.New(t, db.SQLite))
	if err := s.feed.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	begins := shoptest.Now.Add(time.Hour)
	if got := s.get("/home?service_id=grocery").Header().
		Get("X-Wekala-Expires"); got != strconv.FormatInt(begins.UnixMilli(), 10) {
		t.Errorf("expires at %s, want %d", got, begins.UnixMilli())
	}
	s.clock.Set(begins)
	body := s.get("/home?service_id=grocery").Body.String()
	if !strings.Contains(body, "ban_later") || !strings.Contains(body, "blk_soon") {
		t.Errorf("what begins now is not shown: %.400s", body)
	}
}

// A row for some hours of the day is on the first page only at those, also past midnight; its whole list can be read at
// any time.
func TestRowsOfSomeHours(t *testing.T) {
	ctx := context.Background()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		edit := home.BlockEdit{Slug: "loved", ServiceID: "svc_grocery", TitleEN: "Row", Rule: "popular", Active: true,
			Sort: 4, Version: 1}
		for _, c := range []struct{ from, to, field string }{
			{"16:00", "", "day_to"}, {"", "02:00", "day_from"}, {"4 pm", "02:00", "day_from"}, {"25:00", "02:00", "day_from"},
		} {
			edit.DayFrom, edit.DayTo = c.from, c.to
			_, err := s.first.SaveBlock(ctx, staff.Member{ID: "stf"}, "blk_loved", edit)
			var e *errs.Error
			if !errors.As(err, &e) || len(e.Fields) != 1 || e.Fields[0].Name != c.field {
				t.Errorf("%q to %q: %v", c.from, c.to, err)
			}
		}
		edit.DayFrom, edit.DayTo = "١٦:٣٠", "2:30"
		if _, err := s.first.SaveBlock(ctx, staff.Member{ID: "stf"}, "blk_loved", edit); err != nil {
			t.Fatal(err)
		}
		if err := s.first.Load(ctx); err != nil {
			t.Fatal(err)
		}
		begins := shoptest.Now.Add(150 * time.Minute) // 16:30 in Cairo
		for _, c := range []struct {
			at    time.Time
			shown bool
		}{
			{begins.Add(-time.Millisecond), false}, {begins, true}, {begins.Add(9 * time.Hour), true},
			{begins.Add(10 * time.Hour), false}, {begins.Add(24 * time.Hour), true},
		} {
			s.clock.Set(c.at)
			page := s.get("/home?service_id=grocery")
			if got := strings.Contains(page.Body.String(), "blk_loved"); got != c.shown {
				t.Errorf("%s: shown %v", c.at, got)
			}
			if until := page.Header().Get("X-Wekala-Expires"); c.at.Before(begins) &&
				until > strconv.FormatInt(begins.UnixMilli(), 10) {
				t.Errorf("the page of before expires at %s", until)
			}
			if rule, ok := s.first.Rule("loved", c.at); !ok || rule.ID != "blk_loved" {
				t.Errorf("%s: its list cannot be read", c.at)
			}
		}
	})
}

// At seven in the morning restaurants are closed and a grocery is open: who named
// no service sees the grocery, by day the first service of all.
func TestTheFirstPageIsOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for _, c := range []struct {
			at   time.Time
			want string
		}{
			{shoptest.Now, "svc_food"},
			{shoptest.Now.Add(17 * time.Hour), "svc_grocery"},
			{shoptest.Now.Add(24 * time.Hour), "svc_food"},
		} {
			s.clock.Set(c.at)
			for _, headers := range [][]string{nil, {"district-id", "maadi"}} {
				if body := s.get("/home", headers...).Body.String(); !strings.Contains(body, `"service":{"id":"`+c.want+`"`) {
					t.Errorf("%s %v: not %s: %.300s", c.at, headers, c.want, body)
				}
			}
			if body := s.get("/home?service_id=food").Body.String(); !strings.Contains(body, `"service":{"id":"svc_food"`) {
				t.Errorf("%s: a caller for food gets something else", c.at)
			}
		}
	})
}

// The rows offer available products; if there are few, such as at night, also products of branches that open later;
// never those of branches that were switched off.
func TestRowsOfferWhatCanBeHad(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		// Juice is Zamalek's alone then.
		shoptest.Exec(t, d, `DELETE FROM branch_prices WHERE branch_id = 'br_koshary_maadi' AND variant_id = 'var_juice'`)
		offered := func() string {
			page := s.home(t, "/home?service_id=food")
			seen := map[string]bool{}
			for _, b := range page.Blocks {
				for _, p := range b.Products {
					seen[p.Branch.ID] = true
				}
			}
			return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
		}
		switchOff := func(id string) {
			shoptest.Exec(t, d, `UPDATE branches SET switched_closed = $1 WHERE id = $2`, true, id)
			if err := s.sells.Load(context.Background()); err != nil {
				t.Fatal(err)
			}
			if err := s.feed.Build(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			name string
			at   time.Duration
			want string
		}{
			{"by day", 0, "br_koshary_maadi br_koshary_zamalek"},
			{"at seven, when both are closed", 17 * time.Hour, "br_koshary_maadi br_koshary_zamalek"},
			{"at half past ten, when Maadi is open", 20*time.Hour + 30*time.Minute, "br_koshary_maadi br_koshary_zamalek"},
		} {
			s.clock.Set(shoptest.Now.Add(c.at))
			if got := offered(); got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
		}
		s.clock.Set(shoptest.Now.Add(17 * time.Hour))
		if body := s.get("/home?service_id=food").Body.String(); !strings.Contains(body, `"is_closed":true,"opens_at":"`) {
			t.Errorf("when they open is not in %.900s", body)
		}
		s.clock.Set(shoptest.Now.Add(20*time.Hour + 30*time.Minute))
		switchOff("br_koshary_maadi")
		if got := offered(); got != "br_koshary_zamalek" {
			t.Errorf("with Maadi switched off: %q", got)
		}
		switchOff("br_koshary_zamalek")
		if got := offered(); got != "" {
			t.Errorf("with both switched off: %q", got)
		}
	})
}

// TestRowsOfferWhatIsServedNow: products that a menu serves later are not offered now, unless they fill a row with few
// available products.
func TestRowsOfferWhatIsServedNow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		later := db.At(shoptest.Now.Add(time.Hour))
		served := map[string]*products.OnMenu{}
		s.goods.OnMenus(func(_ *branches.Branch, product, _ string, _ i18n.Lang, _ time.Time) (*products.OnMenu, time.Time) {
			return served[product], time.Time{}
		})
		blocks := func() []home.BlockView {
			return s.home(t, "/home?service_id=grocery").Blocks
		}
		row := func() (ids []string) {
			longest := slices.MaxFunc(blocks(), func(a, b home.BlockView) int {
				return cmp.Compare(len(a.Products), len(b.Products))
			})
			for _, p := range longest.Products {
				ids = append(ids, p.ID)
			}
			return ids
		}
		all := row()
		if len(all) < 6 {
			t.Fatalf("a row of %d", len(all))
		}
		served[all[0]] = &products.OnMenu{Name: "Breakfast", Now: true}
		served[all[1]] = &products.OnMenu{Name: "Breakfast", From: &later}
		served[all[2]] = &products.OnMenu{Name: "Breakfast"}
		if err := s.feed.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		got := row()
		if !slices.Contains(got, all[0]) || slices.Contains(got, all[1]) || slices.Contains(got, all[2]) {
			t.Errorf("%q of %q", got, all)
		}
		// A row with only products served later comes after rows with available ones.
		first := blocks()[0]
		for _, p := range first.Products {
			served[p.ID] = &products.OnMenu{Name: "Breakfast", From: &later}
		}
		if err := s.feed.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := blocks(); len(got) > 1 && got[0].ID == first.ID {
			t.Errorf("%s stands first of %d rows", first.Slug, len(got))
		}
	})
}

// A closed branch whose products come first does not empty a row: the next ones are read.
func TestRowsGoOnBehindClosedBranches(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		last := fmt.Sprintf("prd_tin%02d", shoptest.Paging-1)
		for _, change := range []string{
			`UPDATE branch_prices SET branch_id = 'br_bakala_dokki' WHERE product_id = '` + last + `'`,
			`UPDATE stock SET branch_id = 'br_bakala_dokki', on_hand = 9 WHERE variant_id = 'var_` + last + `'`,
			`UPDATE branches SET switched_closed = (id = 'br_bakala_maadi') WHERE service_id = 'svc_grocery'`,
		} {
			shoptest.Exec(t, d, change)
		}
		if err := s.sells.Load(context.Background()); err != nil {
			t.Fatal(err)
		}
		_, row, _ := strings.Cut(s.get("/home?service_id=grocery").Body.String(), `"slug":"loved"`)
		if !strings.Contains(row, last) {
			t.Errorf("%s is not in %.600s", last, row)
		}
	})
}

// A row of products available later comes after rows of available ones, whatever its position.
func TestRowsOfWhatOpensLaterStandLast(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for _, change := range []string{
			`DELETE FROM branch_prices WHERE product_id = 'prd_milk' AND branch_id <> 'br_bakala_dokki'`,
			`UPDATE branch_prices SET branch_id = 'br_bakala_dokki' WHERE product_id IN ('prd_tin01', 'prd_tin02')`,
			`UPDATE stock SET branch_id = 'br_bakala_dokki' WHERE variant_id IN ('var_prd_tin01', 'var_prd_tin02')`,
			`UPDATE branches SET switched_closed = (id = '') WHERE id = 'br_bakala_dokki'`,
			`UPDATE blocks SET sort = 1 WHERE id = 'blk_milks'`,
		} {
			shoptest.Exec(t, d, change)
		}
		rows := func(pausedUntil time.Time) string {
			t.Helper()
			shoptest.Exec(t, d, `UPDATE branches SET paused_until = $1 WHERE id = 'br_bakala_dokki'`, pausedUntil.UnixMilli())
			for _, load := range []func(context.Context) error{s.sells.Load, s.feed.Build, s.first.Load} {
				if err := load(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			page := s.home(t, "/home?service_id=grocery")
			var slugs []string
			for _, b := range page.Blocks {
				slugs = append(slugs, b.Slug)
			}
			return strings.Join(slugs, " ")
		}
		if got := rows(shoptest.Now); !strings.HasPrefix(got, "milks ") {
			t.Errorf("with all open: %q", got)
		}
		if got := rows(shoptest.Now.Add(time.Hour)); !strings.HasSuffix(got, " milks") {
			t.Errorf("with the branch of the first paused: %q", got)
		}
	})
}

// TestRowsOfOneOrTwoAreGathered: a row of one or two is not shown: products only in it are appended to the popular row,
// or form a row with those of other such rows if they are enough; a row that staff made of two stays.
func TestRowsOfOneOrTwoAreGathered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		rows := func(changes ...string) string {
			t.Helper()
			for _, change := range changes {
				shoptest.Exec(t, d, change)
			}
			for _, load := range []func(context.Context) error{s.goods.Load, s.feed.Build, s.first.Load} {
				if err := load(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			page := s.home(t, "/home?service_id=grocery")
			var got []string
			for _, b := range page.Blocks {
				ids := make([]string, len(b.Products))
				for i, p := range b.Products {
					ids[i] = strings.TrimPrefix(p.ID, "prd_")
				}
				got = append(got, b.Slug+" "+strings.Join(ids, ","))
			}
			return strings.Join(got, "; ")
		}
		only := func(blocks string) string { return `UPDATE blocks SET active = id IN (` + blocks + `)` }
		if got := rows(only(`'blk_picks', 'blk_milks'`)); got != "picks tin05,milk; milks milk,tin01,tin02" {
			t.Errorf("two made by hand, three of a rule: %q", got)
		}
		// Milk is sold out: of the picks and of the milks too few are left, and the popular one has neither.
		soldOut := `UPDATE stock SET on_hand = 0 WHERE variant_id IN ('var_milk', 'var_prd_tin02')`
		if got := rows(soldOut, `UPDATE products SET popularity = 0 WHERE id IN ('prd_tin01', 'prd_tin05')`,
			only(`'blk_picks', 'blk_loved', 'blk_milks'`)); !strings.HasPrefix(got, "loved ") ||
			!strings.HasSuffix(got, ",tin05,tin01") || strings.Contains(got, ";") {
			t.Errorf("one each, beside the popular row: %q", got)
		}
		if got := rows(only(`'blk_milks'`)); got != "milks tin01" {
			t.Errorf("a row alone: %q", got)
		}
		if got := rows(only(`'blk_picks', 'blk_milks'`)); got != "more tin05,tin01" {
			t.Errorf("two rows of one each: %q", got)
		}
	})
}

// If few branches of a service deliver, open ones of the others are shown too; one that takes no orders is shown only
// if there is no other.
func TestOtherServicesFillAThinHome(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		named := func(district string) string {
			t.Helper()
			page := s.home(t, "/home?service_id=grocery", "district-id", district)
			ids := func(cards []branches.BranchCard) string {
				var out []string
				for _, b := range cards {
					out = append(out, b.ID)
				}
				return strings.Join(out, ",")
			}
			return ids(page.Branches) + " + " + ids(page.Others)
		}
		for district, want := range map[string]string{
			"maadi": "br_bakala_maadi + br_koshary_maadi",
			"dokki": "br_bakala_dokki + ",
			"null":  "br_bakala_maadi + ",
		} {
			if got := named(district); got != want {
				t.Errorf("in %s: %q, want %q", district, got, want)
			}
		}
	})
}

// A store is listed once among the branches, with its best one, open before near; the only store of a service is listed
// with all of them.
func TestAStoreStandsOnceAmongTheBranches(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		change := func(statements ...string) string {
			t.Helper()
			for _, one := range statements {
				shoptest.Exec(t, d, one)
			}
			if err := s.sells.Load(context.Background()); err != nil {
				t.Fatal(err)
			}
			// Earlier answers have expired.
			s.clock.Advance(24 * time.Hour)
			page := s.home(t, "/home?service_id=grocery", "district-id", "maadi")
			var ids []string
			for _, b := range page.Branches {
				ids = append(ids, b.ID)
			}
			return strings.Join(ids, ",")
		}
		if got, want := change(`UPDATE branches SET switched_closed = (id = 'none') WHERE store_id = 'sto_bakala'`),
			"br_bakala_maadi,br_bakala_dokki"; got != want {
			t.Errorf("one store: %q, want %q", got, want)
		}
		if got, want := change(`UPDATE stores SET service_id = 'svc_grocery' WHERE id = 'sto_koshary'`,
			`UPDATE branches SET service_id = 'svc_grocery' WHERE store_id = 'sto_koshary'`),
			"br_koshary_maadi,br_bakala_maadi"; got != want {
			t.Errorf("two stores: %q, want %q", got, want)
		}
		if got, want := change(
			`UPDATE branches SET switched_closed = (id = 'br_bakala_maadi') WHERE store_id = 'sto_bakala'`),
			"br_koshary_maadi,br_bakala_dokki"; got != want {
			t.Errorf("the better one closed: %q, want %q", got, want)
		}
	})
}

// TestTextsSayTheirLanguage: texts that exist in one language only name that language, each text of a banner
// separately.
func TestTextsSayTheirLanguage(t *testing.T) {
	d := dbtest.New(t, db.SQLite)
	shoptest.Exec(t, d, `INSERT INTO banners (id, service_id, district_id, title_en, title_ar, text_en, text_ar,
		action_en, action_ar, image, link, starts_at, ends_at, active, sort, version)
VALUES ('ban_half', NULL, NULL, '', 'للعيد', 'Sweets', 'حلويات', 'Look', '', '', '/home', NULL, NULL, $1, 1, 1)`, true)
	s := open(t, d)
	shoptest.Exec(t, d, `UPDATE blocks SET title_ar = '' WHERE id = 'blk_loved'`)
	if err := s.first.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{
		"en": {
			`"id":"ban_half","lang":"ar","title":"للعيد","text_lang":"en","text":"Sweets","action_lang":"en","action":"Look"`,
			`"slug":"loved","lang":"en","title":"Row"`},
		"ar": {
			`"id":"ban_half","lang":"ar","title":"للعيد","text_lang":"ar","text":"حلويات","action_lang":"en","action":"Look"`,
			`"slug":"loved","lang":"en","title":"Row"`},
	} {
		body := s.get("/home?service_id=grocery", "Accept-Language", lang).Body.String()
		for _, one := range want {
			if !strings.Contains(body, one) {
				t.Errorf("in %s: %s is not in %.2000s", lang, one, body)
			}
		}
	}
}

func TestAnEmptyShopHasAHome(t *testing.T) {
	ctx := context.Background()
	d := dbtest.New(t, db.SQLite)
	c := clock.NewFake(shoptest.Now)
	pictures, _ := files.New()
	version := func() int64 { return 1 }
	where := places.New(d, search.Fold)
	sellers := branches.New(
		branches.Deps{DB: d, Clock: c, Places: where, Pictures: pictures, Fold: search.Fold, Version: version})
	goods := products.New(products.Deps{DB: d, Clock: c, Places: where, Branches: sellers, Library: pictures,
		Fold: search.Fold, Version: version})
	said := content.New(d, c, pictures)
	first := home.New(
		home.Deps{DB: d, Clock: c, Places: where, Branches: sellers, Catalog: goods, Content: said, Version: version})
	for _, load := range []func(context.Context) error{where.Load, sellers.Load, goods.Load, said.Load, first.Load} {
		if err := load(ctx); err != nil {
			t.Fatal(err)
		}
	}
	s := &shop{api: httpapi.New(httpapi.Options{Version: "test"})}
	first.Routes(s.api)
	if w := s.get("/home"); w.Code != 200 || !strings.Contains(w.Body.String(), `"services":[]`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
