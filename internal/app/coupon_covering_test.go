package app_test

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestCouponsReachNoProductsByAMove: two people agreed on what a coupon gives and on which category. Moving products
// that are sold into it gives the coupon to more, so an owner of the party that bears it does that.
func TestCouponsReachNoProductsByAMove(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, editor := s.Staff("owner"), s.Staff("editor")
		const product = "prd_koshary"
		s.Exec(`UPDATE products SET ever_active = TRUE, images = '[]'`)
		home := apptest.Get[string](s, `SELECT category_id FROM products WHERE id = $1`, product)
		category := func(name string) string {
			t.Helper()
			var made struct{ ID string }
			s.Do("POST", "/console/categories", boss, fields{"service_id": "svc_food", "name_en": name, "name_ar": name + " ع",
				"image": "", "active": true}, apptest.Key(name)).Into(t, &made)
			return made.ID
		}
		covered, other := category("Sweets"), category("Salads")
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		seller := s.Staff("owner", s.Lines(`SELECT id FROM branches WHERE store_id =
			(SELECT store_id FROM products WHERE id = $1)`, product)...)
		coupon := func() {
			t.Helper()
			s.Exec(`DELETE FROM coupons`)
			body := fields{"code": "SWEET50", "kind": "percent", "value": 50, "total_limit": 10, "cap": 20,
				"categories": []string{covered}}
			s.Do("POST", "/console/coupons", boss, body, apptest.Key(id.New("key"))).Into(t, &struct{}{})
		}
		is := func() string {
			return apptest.Get[string](s, `SELECT category_id FROM products WHERE id = $1`, product)
		}
		for name, c := range map[string]struct {
			to    string
			set   string // what is done to the coupon
			by    string
			moved bool
		}{
			"into what it covers":         {covered, "", editor, false},
			"while it is off":             {covered, `active = FALSE`, editor, false},
			"before it starts":            {covered, `starts_at = 99999999999999`, editor, false},
			"by the seller's owner":       {covered, "", seller, false},
			"by an owner of the platform": {covered, "", boss, true},
			"the seller bears it":         {covered, `borne_by = 'store'`, seller, true},
			"the platform moves it":       {covered, `borne_by = 'store'`, boss, false},
			"elsewhere":                   {other, "", editor, true},
			"of another store":            {covered, `stores = '["sto_none"]'`, editor, true},
			"it has ended":                {covered, `ends_at = 1`, editor, true},
			"it is used up":               {covered, `uses = 10`, editor, false},
			"of both":                     {covered, `categories = '["` + home + `","` + covered + `"]'`, editor, true},
			"of all":                      {covered, `categories = '[]'`, editor, true},
		} {
			coupon()
			s.Exec(`UPDATE products SET category_id = $2 WHERE id = $1`, product, home)
			if c.set != "" {
				s.Exec(`UPDATE coupons SET ` + c.set)
			}
			a := recategorise(s, c.by, product, c.to)
			want := home
			if c.moved {
				want = c.to
			}
			if got := is(); got != want || (a.Status == 200) != c.moved ||
				!c.moved && (!strings.Contains(a.Body, "SWEET50") || a.Code() != "coupon_covers") {
				t.Errorf("%s: %d %s, it is in %s", name, a.Status, a.Body, got)
			}
		}
		// A category brings its products along.
		coupon()
		s.Exec(`UPDATE products SET category_id = $2 WHERE id = $1`, product, home)
		move := func(token string) string {
			return s.Do("POST", "/console/categories/"+home+"/move", token,
				fields{"parent_id": covered, "before_id": ""}).Short()
		}
		if got := move(editor); got != "422 coupon_covers" {
			t.Errorf("the whole category: %s", got)
		}
		if got := s.Lines(`SELECT COALESCE(parent_id, '') FROM categories WHERE id = $1`, home)[0]; got == covered {
			t.Error("the category was moved")
		}
		if got := move(boss); got != "200 " && got != "200" {
			t.Errorf("by an owner: %s", got)
		}
		// A draft without a price was never sold: its prices are judged as they come.
		coupon()
		s.Exec(`UPDATE categories SET parent_id = NULL WHERE id = $1`, home)
		s.Exec(`UPDATE products SET active = FALSE, ever_active = FALSE, category_id = $2 WHERE id = $1`, product, home)
		if a := recategorise(s, editor, product, covered); a.Code() != "coupon_covers" || is() != home {
			t.Errorf("a draft that has a price: %s", a.Short())
		}
		s.Exec(`DELETE FROM branch_prices WHERE product_id = $1`, product)
		if a := recategorise(s, editor, product, covered); a.Status != 200 || is() != covered {
			t.Errorf("a draft: %s", a.Body)
		}
	})
}

// TestCouponsReachNoProductsByAFile: nor do they by a category that the file itself makes below theirs.
func TestCouponsReachNoProductsByAFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		const product = "prd_koshary"
		s.Exec(`UPDATE products SET ever_active = TRUE, images = '[]'`)
		home := apptest.Get[string](s, `SELECT category_id FROM products WHERE id = $1`, product)
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE product_id = $1 ORDER BY sort LIMIT 1`, product)
		var made struct{ ID string }
		s.Do("POST", "/console/categories", boss, fields{"service_id": "svc_food", "name_en": "Sweets", "name_ar": "حلويات",
			"image": "", "active": true}, apptest.Key("sweets")).Into(t, &made)
		s.Do("POST", "/console/coupons", boss, fields{"code": "SWEET50", "kind": "percent", "value": 50, "total_limit": 10,
			"cap": 20, "categories": []string{made.ID}}, apptest.Key("coupon")).Into(t, &struct{}{})
		for i, category := range []string{"Sweets", "Sweets > Cakes"} {
			all := byEditor(t, s, "imp_"+strconv.Itoa(i), "sku,name_en,category\n"+sku+",Koshary,"+category+"\n")
			if got := s.Lines(`SELECT category_id FROM products WHERE id = $1`, product)[0]; got != home ||
				len(all) != 1 || len(all[0].Problems) != 1 || all[0].Problems[0].Key != "catalog.coupon_covers" {
				t.Errorf("%s: it is in %s, %+v", category, got, all)
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM categories WHERE name_en = 'Cakes' AND parent_id = $1`,
			made.ID); n != 1 {
			t.Errorf("the file made %d categories", n)
		}
	})
}

// recategorise saves a product as it is, in another category.
func recategorise(s *apptest.Shop, token, product, category string) apptest.Answer {
	s.TB.Helper()
	return s.Do("PUT", "/console/products/"+product, token, saved(s, token, product, fields{"category_id": category}))
}

// saved is the form of a product as it is, with some fields changed.
func saved(s *apptest.Shop, token, product string, changed fields) fields {
	s.TB.Helper()
	var v map[string]any
	s.Do("GET", "/console/products/"+product, token, nil).Into(s.TB, &v)
	body := fields{"version": v["version"], "images": []string{}}
	for k := range productBody() {
		if body[k] == nil && k != "variants" {
			body[k] = v[k]
		}
	}
	var variants []fields
	for _, one := range v["variants"].([]any) {
		of := fields{}
		for _, k := range []string{"id", "sku", "barcode", "choices", "image", "active", "weight_grams"} {
			of[k] = one.(map[string]any)[k]
		}
		variants = append(variants, of)
	}
	body["variants"] = variants
	maps.Copy(body, changed)
	return body
}
