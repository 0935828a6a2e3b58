package app_test

import (
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestCategoriesAndCostsGoBackFromTheLog: a line is undone while what it says still
// holds, and refused after somebody changed it.
func TestCategoriesAndCostsGoBackFromTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		newest := func(action string) string {
			return apptest.Get[string](s, `SELECT id FROM audit_log WHERE action = $1 ORDER BY at DESC, id DESC LIMIT 1`, action)
		}
		revert := func(id string) int {
			return s.Do("POST", "/console/audit/"+id+"/revert", owner, nil).Status
		}
		named := func() string {
			return apptest.Get[string](s, `SELECT name_en || ' ' || COALESCE(vat_bp, -1) FROM categories WHERE id = 'cat_dairy'`)
		}
		if a := s.Do("PUT", "/console/categories/cat_dairy", owner, fields{"name_en": "Milk things", "name_ar": "ألبان", "image": "", "active": true, "vat_bp": 500, "version": 1}); a.Status != 200 {
			t.Fatal(a.Status, a.Body)
		}
		line := newest("category.edit")
		if status := revert(line); status != 200 || named() != "Dairy -1" {
			t.Errorf("the category: %d %s", status, named())
		}
		if status := revert(line); status != 409 || named() != "Dairy -1" {
			t.Errorf("the category again: %d %s", status, named())
		}

		cost := func() int64 { return apptest.Get[int64](s, `SELECT COALESCE(MAX(cost), -1) FROM variant_costs`) }
		if _, _, code := setCost(s, owner, apptest.Koshary, apptest.Small, 20, nil); code != "" {
			t.Fatal(code)
		}
		line = newest("cost.set")
		if status := revert(line); status != 200 || cost() != -1 {
			t.Errorf("the cost: %d %d", status, cost())
		}
		if _, _, code := setCost(s, owner, apptest.Koshary, apptest.Small, 30, nil); code != "" {
			t.Fatal(code)
		}
		if status := revert(line); status != 409 || cost() != 3000 {
			t.Errorf("the cost after a change: %d %d", status, cost())
		}
	})
}
