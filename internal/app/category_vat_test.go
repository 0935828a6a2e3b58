package app_test

import (
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestNewProductsTakeTheirCategorysVAT: a category's class applies to the categories below it and to imported
// products without their own, and changes no existing product.
func TestNewProductsTakeTheirCategorysVAT(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		editor := s.Staff("editor")
		type view struct {
			VAT     *int64 `json:"vat_bp"`
			New     int64  `json:"new_vat_bp"`
			Version int64
		}
		read := func(id string) (v view) {
			t.Helper()
			s.Do("GET", "/console/categories/"+id, editor, nil).Into(t, &v)
			return v
		}
		put := func(vat any, version int64) apptest.Answer {
			return s.Do("PUT", "/console/categories/cat_dairy", editor,
				fields{"name_en": "Dairy", "name_ar": "ألبان", "image": "", "active": true, "vat_bp": vat, "version": version})
		}
		if v := read("cat_milk"); v.VAT != nil || v.New != 1400 {
			t.Errorf("before: %+v", v)
		}
		if a := put(700, 1); a.Status != 422 {
			t.Errorf("no such class: %d %s", a.Status, a.Body)
		}
		if a := put(0, 1); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		if v := read("cat_dairy"); v.VAT == nil || *v.VAT != 0 || v.New != 0 || v.Version != 2 {
			t.Errorf("said: %+v", v)
		}
		// Saving the same values is not a change.
		if a := put(0, 2); a.Status != 200 || read("cat_dairy").Version != 2 {
			t.Errorf("the same: %d %+v", a.Status, read("cat_dairy"))
		}
		if v := read("cat_milk"); v.VAT != nil || v.New != 0 {
			t.Errorf("below: %+v", v)
		}
		if vat := apptest.Get[int64](s, `SELECT vat_bp FROM products WHERE id = 'prd_milk'`); vat != 1400 {
			t.Error("a product there was has", vat)
		}
		file := "name_en,sku,category,vat,price\nYoghurt,YOG,Dairy > Milk,,10\nCheese,CHE,Dairy > " +
			"Cheese,,20\nCream,CRE,Dairy > Milk,5,30\nRice,RIC,Pantry,,40\n"
		inShop(t, s, file, wanted{store: "sto_bakala", branches: []string{apptest.Bakala}})
		for sku, want := range map[string]int64{"YOG": 0, "CHE": 0, "CRE": 500, "RIC": 1400} {
			if vat := apptest.Get[int64](s, `SELECT p.vat_bp FROM products p JOIN variants v ON v.product_id = p.id
				WHERE v.sku = $1`, sku); vat != want {
				t.Errorf("%s: %d, not %d", sku, vat, want)
			}
		}
		if a := put(nil, 2); a.Status != 200 || read("cat_milk").New != 1400 {
			t.Errorf("forgotten: %d %+v", a.Status, read("cat_milk"))
		}
	})
}
