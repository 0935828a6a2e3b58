package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestCategoriesHaveNoTwins: a name with the same spelling at the same place in the tree is refused with a link to
// the existing category, and files use that one.
func TestCategoriesHaveNoTwins(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		editor := s.Staff("editor")
		form := func(service, parent, en, ar string) fields {
			return fields{"service_id": service, "parent_id": parent, "name_en": en, "name_ar": ar, "image": "", "active": true}
		}
		for _, c := range []struct {
			body fields
			code string
		}{
			{form("svc_grocery", "", "DAIRY", ""), "category_twin"},
			{form("svc_grocery", "", "", "أَلبان"), "category_twin"},
			{form("svc_grocery", "", "", "البان"), "category_twin"},
			{form("svc_grocery", "cat_dairy", "Dairy", ""), ""}, // elsewhere in the tree
			{form("svc_general", "", "Dairy", ""), ""},
			{form("svc_grocery", "", "Bakery", "فطيرة"), ""},
			{form("svc_grocery", "", "Pies", "فطيره"), "category_twin"},
		} {
			a := s.Do("POST", "/console/categories", editor, c.body, keyHeader())
			if c.code == "" && a.Status != 200 || c.code != "" && a.Code() != c.code {
				t.Errorf("%v: %s", c.body, a.Short())
			}
			if c.code != "" && !strings.Contains(a.Body, `"twin.cat_`) {
				t.Errorf("%v leads nowhere: %s", c.body, a.Body)
			}
		}
		rename := func(en string) string {
			return s.Do("PUT", "/console/categories/cat_pantry", editor,
				fields{"name_en": en, "name_ar": "مخزن", "image": "", "active": true,
					"version": apptest.Get[int64](s, `SELECT version FROM categories WHERE id = 'cat_pantry'`)}).Short()
		}
		if got := rename("dairy"); !strings.HasSuffix(got, "category_twin") {
			t.Error("renamed to a twin:", got)
		}
		if got := rename("PANTRY"); !strings.HasPrefix(got, "200") {
			t.Error("its own name:", got)
		}
		// Nor by moving one or by restoring it.
		below := `SELECT id FROM categories WHERE name_en = 'Dairy' AND parent_id = 'cat_dairy'`
		nested := apptest.Get[string](s, below)
		step := func(ref, step string, body fields) string {
			return s.Do("POST", "/console/categories/"+ref+"/"+step, editor, body).Short()
		}
		if got := step(nested, "move", fields{"parent_id": "", "before_id": ""}); !strings.HasSuffix(got, "category_twin") {
			t.Error("moved beside its twin:", got)
		}
		if got := apptest.Get[string](s, below); got != nested {
			t.Error("a refused move moved it")
		}
		pies := apptest.Get[string](s, `SELECT id FROM categories WHERE name_en = 'Bakery'`)
		if got := step(pies, "archive", nil); !strings.HasPrefix(got, "200") {
			t.Error(got)
		}
		if a := s.Do("POST", "/console/categories", editor, form("svc_grocery", "", "Pies", "فطيره"),
			keyHeader()); a.Status != 200 {
			t.Error("an archived one is no twin:", a.Short())
		}
		if got := step(pies, "restore", nil); !strings.HasSuffix(got, "category_twin") {
			t.Error("restored beside its twin:", got)
		}
		if apptest.Get[int64](s, `SELECT COUNT(*) FROM categories WHERE id = $1 AND archived_at IS NULL`, pies) != 0 {
			t.Error("a refused restore restored it")
		}
		before := len(s.Lines(`SELECT id FROM categories`))
		inShop(t, s, "name_en,sku,category,price\nYoghurt,YOG,البان,10\nCheese,CHE,dairy > MILK,20\n",
			wanted{store: "sto_bakala", branches: []string{apptest.Bakala}})
		if now := len(s.Lines(`SELECT id FROM categories`)); now != before {
			t.Errorf("a file made %d twins", now-before)
		}
	})
}

// TestSoldByChangesUntilItIsSold: by the piece or by weight can be changed until a quantity exists in it.
func TestSoldByChangesUntilItIsSold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, p := s.Staff("owner"), s.Customer()
		set := func(grams int) apptest.Answer {
			t.Helper()
			var now map[string]any
			s.Do("GET", "/console/products/prd_koshary", boss, nil).Into(t, &now)
			form := fields{}
			for _, field := range []string{"store_id", "category_id", "name_en", "name_ar", "description_en", "description_ar",
				"unit_en", "unit_ar", "keywords", "tags", "attributes", "options", "min_qty", "max_qty", "step_qty", "vat_bp",
				"version"} {
				form[field] = now[field]
			}
			form["images"], form["unit_grams"] = []string{}, grams
			variants := []fields{}
			for _, one := range now["variants"].([]any) {
				v, kept := one.(map[string]any), fields{"image": ""}
				for _, field := range []string{"id", "sku", "barcode", "choices", "active", "weight_grams"} {
					kept[field] = v[field]
				}
				variants = append(variants, kept)
			}
			form["variants"] = variants
			return s.Do("PUT", "/console/products/prd_koshary", boss, form)
		}
		is := func(when string, a apptest.Answer, code string, grams int64) {
			t.Helper()
			if a.Code() != code || apptest.Get[int64](s, `SELECT unit_grams FROM products WHERE id = 'prd_koshary'`) != grams {
				t.Errorf("%s: %s %s", when, a.Short(), a.Body)
			}
		}
		is("with stock", set(250), "unit_in_stock", 0)
		s.Exec(`UPDATE stock_moves SET qty = 0 WHERE variant_id IN ('var_koshary_s', 'var_koshary_l')`)
		s.Exec(`UPDATE stock SET on_hand = 0 WHERE variant_id IN ('var_koshary_s', 'var_koshary_l')`)
		is("never sold", set(250), "", 250)
		is("and back", set(0), "", 0)
		s.Stock(apptest.Koshary, apptest.Small, 100)
		s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
		is("in a cart", set(250), "unit_in_cart", 0)
		s.Exec(`DELETE FROM cart_items`)
		s.Buy(s.Customer(), "cod")
		is("sold", set(250), "unit_fixed", 0)
	})
}
