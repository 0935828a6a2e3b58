package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestACopyIsACopy: extras, menus, uncounted stock and its own return rule are copied, and its address follows its
// name until customers could see it.
func TestACopyIsACopy(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		var group, menu struct{ ID string }
		s.Do("POST", "/console/extras", boss, but(groupBody(), "store_id", "sto_koshary"), keyHeader()).Into(t, &group)
		if a := s.Do("PUT", "/console/products/prd_koshary/extras", boss,
			fields{"groups": []string{group.ID}, "was": []string{}}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		body := but(but(menuBody(), "store_id", "sto_koshary"), "products", []string{"prd_koshary"})
		s.Do("POST", "/console/menus", boss, body, keyHeader()).Into(t, &menu)
		s.Exec(`UPDATE stock SET counted = FALSE WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary, apptest.Small)
		rules := shopRules(
			fields{
				"exceptions": []fields{
					{"target": "product", "slug": "koshary", "as_new_hours": 3, "defective_hours": 5, "kind": "custom"}}})
		if a := s.Do("PUT", "/console/rules", boss, settingFrom(s, "/console/rules", boss, rules)); a.Status != 200 {
			t.Fatal(a.Body)
		}
		type product struct {
			ID, Slug string
			Version  int64
			NameEN   string `json:"name_en"`
			NameAR   string `json:"name_ar"`
		}
		var copied product
		a := s.Do("POST", "/console/products/duplicate", boss, fields{"product_id": "prd_koshary", "prices": true},
			keyHeader())
		a.Into(t, &copied)
		if a.Status != 200 {
			t.Fatal(a.Body)
		}
		look := func(when, slug string) {
			t.Helper()
			for name, c := range map[string]struct{ query, want string }{
				"extras": {`SELECT group_id FROM product_extras WHERE product_id = $1`, group.ID},
				"count":  {`SELECT CAST(extra_groups AS TEXT) FROM products WHERE id = $1`, "1"},
				"stock": {`SELECT k.branch_id || ' ' || k.on_hand FROM stock k JOIN variants v ON v.id = k.variant_id
					WHERE v.product_id = $1 AND NOT k.counted`, apptest.Koshary + " 0"},
				"address": {`SELECT slug FROM products WHERE id = $1`, slug},
				"rule": {`SELECT CAST(as_new_hours AS TEXT) FROM return_rules r JOIN products p ON p.slug = r.slug
					WHERE r.target = 'product' AND p.id = $1`, "3"},
			} {
				if got := strings.Join(s.Lines(c.query, copied.ID), "|"); got != c.want {
					t.Errorf("%s: %s is %q, not %q", when, name, got, c.want)
				}
			}
			if got := s.Lines(`SELECT products FROM menus WHERE id = $1`, menu.ID)[0]; !strings.Contains(got, copied.ID) ||
				!strings.Contains(got, "prd_koshary") {
				t.Errorf("%s: the menu has %s", when, got)
			}
		}
		look("copied", "koshary-copy")
		rename := func(en, ar string) {
			t.Helper()
			var now map[string]any
			s.Do("GET", "/console/products/"+copied.ID, boss, nil).Into(t, &now)
			form := fields{}
			for _, field := range []string{"store_id", "category_id", "description_en", "description_ar", "unit_en", "unit_ar",
				"keywords", "tags", "attributes", "options", "min_qty", "max_qty", "step_qty", "unit_grams", "vat_bp", "version"} {
				form[field] = now[field]
			}
			form["name_en"], form["name_ar"], form["images"] = en, ar, []string{}
			variants := []fields{}
			for _, one := range now["variants"].([]any) {
				v, kept := one.(map[string]any), fields{"image": ""}
				for _, field := range []string{"id", "sku", "barcode", "choices", "active", "weight_grams"} {
					kept[field] = v[field]
				}
				variants = append(variants, kept)
			}
			form["variants"] = variants
			if a := s.Do("PUT", "/console/products/"+copied.ID, boss, form); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}
		rename("Lentil bowl", "طبق عدس")
		look("renamed", "lentil-bowl")
		if got := s.Lines(`SELECT slug FROM products WHERE id = 'prd_koshary'`)[0]; got != "koshary" {
			t.Error("the original is at", got)
		}
		rename("Koshary", "كشري") // a copy never takes an existing address
		if got := s.Lines(`SELECT slug FROM products WHERE id = $1`, copied.ID)[0]; got != "lentil-bowl" {
			t.Error("renamed again, it is at", got)
		}
		s.Healthy()

		// A published product keeps its address.
		a = s.Do("POST", "/console/products/duplicate", boss, fields{"product_id": "prd_koshary", "prices": true},
			keyHeader())
		a.Into(t, &copied)
		for _, published := range []bool{true, false} {
			if a := s.Do("POST", "/console/products/"+copied.ID+"/publish", boss,
				fields{"published": published}); a.Status != 200 {
				t.Fatal(a.Body)
			}
		}
		rename("Seen", "شوهد")
		if got := s.Lines(`SELECT slug FROM products WHERE id = $1`, copied.ID)[0]; got != "koshary-copy" {
			t.Error("one that was published moved to", got)
		}
	})
}
