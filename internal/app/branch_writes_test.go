package app_test

import (
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// scopedTables are the tables in which staff of branches write only rows of the stores they work for.
var scopedTables = map[string]string{
	"products":       "version || ' ' || name_en || ' ' || store_id || ' ' || COALESCE(archived_at, 0)",
	"variants":       "product_id || ' ' || sku",
	"extra_groups":   "version || ' ' || name_en || ' ' || COALESCE(archived_at, 0)",
	"extras":         "group_id || ' ' || price",
	"product_extras": "product_id || ' ' || group_id",
	"menus":          "version || ' ' || name_en || ' ' || COALESCE(archived_at, 0)",
	"branches":       "version || ' ' || sort || ' ' || COALESCE(archived_at, 0)",
	"stores":         "version || ' ' || sort || ' ' || main_branch_id || ' ' || COALESCE(archived_at, 0)",
	"coupons":        "version || ' ' || code || ' ' || value || ' ' || stores",
	"name_waits":     "product_id || ' ' || version",
	"price_waits":    "product_id || ' ' || version",
	"audit_log":      "action || ' ' || object",
}

func scopedRows(s *apptest.Shop) []string {
	var all []string
	for table, columns := range scopedTables {
		key := "id"
		if table == "product_extras" {
			key = "sort"
		}
		all = append(all, s.Lines(`SELECT '`+table+` ' || `+key+` || ' ' || `+columns+` FROM `+table)...)
	}
	slices.Sort(all)
	return all
}

// TestStaffOfBranchesWriteNoOthers: staff of branches cannot write to other stores, whatever their role, singly, in
// bulk or by a file, and the export contains nothing of them.
func TestStaffOfBranchesWriteNoOthers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		m := newMatrix(s)
		bakala := s.Lines(`SELECT id FROM branches WHERE store_id = 'sto_bakala' ORDER BY id LIMIT 1`)[0]
		roles := []string{"editor", "support", "finance", "owner"}
		for _, role := range roles {
			m.tokens["bakala "+role] = s.Staff(role, bakala)
		}
		refused := func(t *testing.T, who, what string, ask func(token string) apptest.Answer) {
			t.Helper()
			before := scopedRows(s)
			got := ask(m.tokens[who])
			if got.Status == 200 ||
				!slices.Contains([]string{notFound, "403 not_allowed", "422 one_of", "422 no_store"}, got.Short()) {
				t.Errorf("%s: %s: %s %.300s", who, what, got.Short(), got.Body)
			}
			if after := scopedRows(s); !slices.Equal(before, after) {
				t.Errorf("%s was answered %d by %s, and yet something changed:\n%v", who, got.Status, what,
					difference(before, after))
			}
		}
		asked := 0
		for _, place := range idPlaces(t, s.App.API) {
			method, path, _ := strings.Cut(place, " ")
			subject, _, _ := strings.Cut(strings.TrimPrefix(path, "/console/"), "/")
			if subject, _, _ = strings.Cut(subject, " "); method == "GET" || strings.HasSuffix(place, ".category_id") ||
				!slices.Contains(
					[]string{"products", "extras", "menus", "branches", "stores", "coupons", "name-waits", "price-waits"}, subject) {
				continue
			}
			for _, c := range idCases[place] {
				if c.name == "of another store" { // theirs
					continue
				}
				asked++
				t.Run(strings.TrimSpace(place+" "+c.name), func(t *testing.T) {
					s.TB = t
					for _, role := range roles {
						th := c.make(m)
						s.RunJobs()
						who, c := "bakala "+role, c
						if c.body != nil { // its objects exist before
							body := c.body(m, th, th.id)
							c.body = func(*matrix, thing, string) any { return body }
						}
						refused(t, who, place, func(string) apptest.Answer { return m.ask(t, place, c, who, th, th.id) })
					}
				})
			}
		}
		s.TB = t
		if asked < 30 {
			t.Errorf("only %d writes were asked", asked)
		}

		for _, role := range roles {
			who := "bakala " + role
			for _, list := range []string{"branches", "stores"} {
				theirs := map[string]string{"branches": apptest.Koshary, "stores": "sto_koshary"}[list]
				refused(t, who, "order of "+list, func(token string) apptest.Answer {
					return s.Do("POST", "/console/"+list+"/order", token, fields{"ids": []string{theirs}})
				})
			}
			refused(t, who, "a new branch of another store", func(token string) apptest.Answer {
				return s.Do("POST", "/console/branches", token, but(branchBody(), "store", "sto_koshary"), keyHeader())
			})
			if got := s.Do("GET", "/console/stores/sto_koshary", m.tokens[who], nil); got.Short() != notFound &&
				got.Short() != "403 not_allowed" {
				t.Errorf("%s reads another store: %s", who, got.Short())
			}
			for _, action := range []string{"publish", "unpublish", "archive", "restore"} {
				m.bulkRefused(t, "/console/products/bulk", who, action, m.product().id, m.archivedProduct().id)
			}
			for _, action := range []string{"on", "off"} {
				m.bulkRefused(t, "/console/coupons/bulk", who, action, m.coupon(`["sto_koshary"]`).id, m.coupon(`[]`).id,
					m.coupon(`["sto_koshary","sto_bakala"]`).id)
			}
		}

		// They can neither change data that all stores share, nor grant it to others.
		for _, one := range []struct {
			method, path string
			body         any
		}{
			{"POST", "/console/categories/cat_meals/archive", fields{}},
			{"POST", "/console/categories/cat_meals/move", fields{"parent_id": "", "before_id": ""}},
			{"PUT", "/console/categories/cat_meals", fields{
				"name_en": "Taken", "name_ar": "غريب", "image": "", "active": false, "version": 1}},
			{"POST", "/console/services/svc_food/archive", fields{}},
			{"POST", "/console/services/order", fields{"ids": []string{"svc_food"}}},
			{"POST", "/console/stores", fields{}},
			{"POST", "/console/stores/sto_bakala/archive", fields{}}, // they have one of its branches
			{"POST", "/console/tags", fields{"name_en": "News", "name_ar": "أخبار"}},
			{"POST", "/console/invitations", fields{"name": "Wafaa", "phone": "01012345678", "role": "owner"}},
			{"GET", "/console/staff", nil},
			{"GET", "/console/audit", nil},
		} {
			for _, role := range roles {
				if got := s.Do(one.method, one.path, m.tokens["bakala "+role], one.body); got.Short() != "403 not_allowed" {
					t.Errorf("%s %s by a %s of some branches: %s %.200s", one.method, one.path, role, got.Short(), got.Body)
				}
			}
		}

		// A copy has only the prices of their branches, and a refused row reveals nothing of another store's product.
		const product = "prd_koshary" // sold in two of them
		var copied struct{ ID string }
		s.Do("POST", "/console/products/duplicate", s.Staff("editor", apptest.Koshary),
			fields{"product_id": product, "prices": true}, keyHeader()).Into(t, &copied)
		if got := s.Lines(`SELECT DISTINCT branch_id FROM branch_prices WHERE product_id = '` + copied.ID +
			`'`); !slices.Equal(got, []string{apptest.Koshary}) {
			t.Errorf("a copy by an editor of %s is sold in %v", apptest.Koshary, got)
		}
		shelves := s.Lines(`SELECT id FROM categories`)
		fresh := but(but(productBody(), "store_id", "sto_koshary"), "category_id", "")
		fresh["category_en"], fresh["category_ar"] = "Theirs", "قسمهم"
		if got := s.Do("POST", "/console/products", s.Staff("editor", apptest.Koshary), fresh,
			keyHeader()); got.Short() != "422 category_whole_shop" {
			t.Errorf("a category of their own by the product's form: %s %s", got.Short(), got.Body)
		}
		if now := s.Lines(`SELECT id FROM categories`); len(now) != len(shelves) {
			t.Error("and there it is")
		}
		// A product whose copy gets another name is copied without a price, and that is not an error.
		if got := s.Do("POST", "/console/products/duplicate", s.Staff("owner"),
			fields{"product_id": "prd_juice", "prices": true}, keyHeader()); got.Status != 200 {
			t.Errorf("a copy of a product none of whose variants is taken over: %s", got.Body)
		}
		theirs := apptest.Get[string](s, `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
			WHERE p.store_id = 'sto_bakala' ORDER BY v.id LIMIT 1`)
		got := s.Do("PUT", "/console/branches/"+apptest.Koshary+"/sold-out", s.Staff("manager", apptest.Koshary),
			fields{"variants": []string{theirs}, "sold_out": true})
		if got.Status != 200 || !strings.Contains(got.Body, `"rows":[]`) {
			t.Errorf("a refused row: %d %s", got.Status, got.Body)
		}
		if got := s.Do("GET", "/console/search?q=koshary", m.tokens["bakala owner"], nil); got.Status != 200 ||
			strings.Contains(got.Body, "sto_koshary") {
			t.Errorf("the search tells of other stores: %d %s", got.Status, got.Body)
		}

		// They can still change their own.
		own := s.Lines(`SELECT id FROM products WHERE store_id = 'sto_bakala' AND archived_at IS NULL ORDER BY id LIMIT 1`)[0]
		for _, role := range []string{"editor", "owner"} {
			for _, step := range []string{"archive", "restore"} {
				if got := s.Do("POST", "/console/products/"+own+"/"+step, m.tokens["bakala "+role], fields{}); got.Status != 200 {
					t.Errorf("%s of their own by %s: %s", step, role, got.Body)
				}
			}
			coupon := m.coupon(`["sto_bakala"]`).id
			if got := s.Do("POST", "/console/coupons/"+coupon+"/switch", m.tokens["bakala "+role],
				fields{"active": false}); got.Status != 200 {
				t.Errorf("their own coupon by %s: %s", role, got.Body)
			}
		}
	})
}

// bulkRefused expects every row of a list to be refused as not found, and unchanged.
func (m *matrix) bulkRefused(t *testing.T, path, who, action string, ids ...string) {
	t.Helper()
	before := scopedRows(m.s)
	got := m.s.Do("POST", path, m.tokens[who], bulkBody(action, ids...))
	if got.Short() != "403 not_allowed" {
		var r httpapi.BulkResult
		got.Into(t, &r)
		if r.Done != 0 || len(r.Refused) != len(ids) {
			t.Errorf("%s: %s: %s", who, action, got.Body)
		}
		for _, one := range r.Refused {
			if one.Code != "not_found" {
				t.Errorf("%s: %s: %+v", who, action, one)
			}
		}
	}
	if after := scopedRows(m.s); !slices.Equal(before, after) {
		t.Errorf("%s: %s changed\n%v", who, action, difference(before, after))
	}
}

// TestFilesOfBranchesHoldNoOthers: a file of staff of branches changes no product of another store, nor does its
// undo, and their export contains none.
func TestFilesOfBranchesHoldNoOthers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		bakala := s.Lines(`SELECT id FROM branches WHERE store_id = 'sto_bakala' ORDER BY id LIMIT 1`)[0]
		editor, boss := s.Staff("editor", bakala), s.Staff("owner")
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		type view struct {
			ID, State string
			Version   int64
			Counts    map[string]int
		}
		read := func(ref string) (v view) {
			t.Helper()
			s.Do("GET", "/console/imports/"+ref, boss, nil).Into(t, &v)
			return v
		}
		step := func(ref, what string) view {
			t.Helper()
			if got := s.Do("POST", "/console/imports/"+ref+"/"+what, editor,
				fields{"version": read(ref).Version}); got.Status != 200 {
				t.Fatal(what, got.Body)
			}
			s.RunJobs()
			return read(ref)
		}
		brought := func(text string) view {
			t.Helper()
			var v view
			s.Do("POST", "/console/imports?name=f.csv", editor, text, apptest.Header{"Content-Type": "text/csv"}).Into(t, &v)
			return step(v.ID, "start")
		}
		said := func(ref string) string {
			t.Helper()
			return s.Do("GET", "/console/imports/"+ref+"/rows?phase=run", boss, nil, apptest.Header{"Accept-Language": "en"}).
				Body
		}
		before := scopedRows(s)
		changed := func() []string {
			return slices.DeleteFunc(difference(before, scopedRows(s)),
				func(line string) bool { return strings.Contains(line, "audit_log") })
		}
		head := "handle,store,category,name_en,name_ar,sku,price\n"
		there := brought(head + "stranger,sto_koshary,Meals,By a stranger,غريب," + sku + ",1\n")
		missing := brought("sku,branch,price\nNO-SUCH," + bakala + ",1\n")
		if there.Counts["refused"] != 1 || missing.Counts["refused"] != 1 {
			t.Errorf("%+v %+v: %s", there, missing, said(there.ID))
		}
		const reason = "SKU"
		if a, b := said(there.ID), said(missing.ID); !strings.Contains(a, reason) || !strings.Contains(b, reason) {
			t.Errorf("%s\n%s", a, b)
		}
		if fresh := brought(head + "fresh,sto_koshary,Meals,Fresh,جديد,FRESH-1,1\n"); fresh.Counts["refused"] != 1 {
			t.Errorf("%+v: %s", fresh, said(fresh.ID))
		}
		if got := changed(); len(got) > 0 {
			t.Errorf("a file changed another store: %v", got)
		}

		// They cannot undo an import that they made while they worked for that store.
		s.Exec(`UPDATE staff_branches SET branch_id = $1`, apptest.Koshary)
		s.Exec(`UPDATE products SET images = '[]' WHERE id = 'prd_koshary'`)
		run := brought("name_en,sku,keywords\n," + sku + ",by file\n")
		if run.Counts["changed"] != 1 {
			t.Fatalf("%+v: %s", run, said(run.ID))
		}
		s.Exec(`UPDATE staff_branches SET branch_id = $1`, bakala)
		before = scopedRows(s)
		step(run.ID, "undo")
		if got := changed(); len(got) > 0 {
			t.Errorf("an undo changed another store: %v", got)
		}

		others := append(s.Lines(`SELECT slug FROM products WHERE store_id <> 'sto_bakala'`),
			s.Lines(`SELECT sku FROM variants v JOIN products p ON p.id = v.product_id WHERE p.store_id <> 'sto_bakala'
				AND sku <> ''`)...)
		for _, what := range []string{"products", "prices"} {
			got := s.Do("GET", "/console/export?what="+what+"&kind=csv", editor, nil)
			if got.Status != 200 || len(strings.Split(got.Body, "\n")) < 3 {
				t.Errorf("%s: %d %s", what, got.Status, got.Body)
			}
			for _, one := range others {
				if strings.Contains(","+strings.ReplaceAll(got.Body, "\n", ","), ","+one+",") {
					t.Errorf("the export of %s tells of %s", what, one)
				}
			}
		}
	})
}
