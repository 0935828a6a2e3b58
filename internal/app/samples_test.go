package app_test

import (
	"fmt"
	"slices"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

// TestSampleProducts: a set for every appearance of a service is added completely, in both languages, and one button
// removes it with the categories it created.
func TestSampleProducts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		names := func() []string {
			return s.Lines(`SELECT 'c ' || name_en || ' ' || name_ar FROM categories WHERE archived_at IS NULL
				UNION ALL SELECT 'p ' || name_en || ' ' || name_ar FROM products WHERE archived_at IS NULL ORDER BY 1`)
		}
		before := names()
		for look, pattern := range map[string]string{
			"food": "c Grills مشويات", "grocery": "c Home care منظفات", "general": "c Toys ألعاب"} {
			branch := apptest.Get[string](s, `SELECT b.id FROM branches b JOIN stores t ON t.id = b.store_id
				JOIN services k ON k.id = t.service_id
				WHERE k.tint = $1 ORDER BY b.id LIMIT 1`, look)
			var first, again struct{ Run *imports.RunView }
			if a := s.Do("POST", "/console/imports/samples", owner, fields{"branch_id": branch}); a.Status != 200 {
				t.Fatalf("%s: %d %s", look, a.Status, a.Body)
			} else if a.Into(t, &first); first.Run == nil || first.Run.State != imports.Running {
				t.Fatalf("%s: %s", look, a.Body)
			}
			r, err := s.App.Imports().Finish(t.Context(), first.Run.ID)
			if err != nil || r.State != imports.Done || r.Counts[imports.Added] < 12 || len(r.Counts) != 1 ||
				len(r.Mapping().Unplaced()) > 0 {
				t.Fatalf("%s: %+v %v", look, r, err)
			}
			for _, one := range results(t, s, r) {
				if len(one.Problems) > 0 {
					t.Errorf("%s: %s: %+v", look, one.Name, one.Problems)
				}
			}
			if !slices.Contains(names(), pattern) {
				t.Errorf("%s: no %q among %q", look, pattern, names())
			}
			if n := apptest.Get[int64](s, `SELECT COUNT(*) FROM products WHERE archived_at IS NULL AND active AND images = '[]'
				AND slug LIKE 'sample-%'`); n > 0 {
				t.Errorf("%s: %d without a picture", look, n)
			}
			if a := s.Do("POST", "/console/imports/samples", owner, fields{"branch_id": branch}); a.Status != 409 ||
				a.Code() != "samples_there" {
				t.Errorf("%s twice: %d %s", look, a.Status, a.Body)
			}
			s.Do("GET", "/console/imports/samples", owner, nil).Into(t, &again)
			if again.Run == nil || again.Run.ID != r.ID || !slices.Contains(again.Run.Can, "undo") {
				t.Errorf("%s: read again: %+v", look, again.Run)
			}
			if left := undone(t, s, r.ID); len(left) > 0 {
				t.Errorf("%s: left %+v", look, left)
			}
			if after := names(); !slices.Equal(before, after) {
				t.Errorf("%s: after removing %q, before %q", look, after, before)
			}
			again.Run = nil
			s.Do("GET", "/console/imports/samples", owner, nil).Into(t, &again)
			if again.Run != nil {
				t.Errorf("%s: still there: %+v", look, again.Run)
			}
		}
		s.Healthy()
	})
}

// TestSamplesThatAreUsedStay: a category of the samples that contains other products stays; staff who may not edit
// the catalogue cannot add any; two owners add one set.
func TestSamplesThatAreUsedStay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		branch := apptest.Get[string](s, `SELECT id FROM branches WHERE slug = 'koshary-maadi'`)
		for _, token := range []string{s.Staff("manager", branch), s.Staff("support")} {
			if a := s.Do("POST", "/console/imports/samples", token, fields{"branch_id": branch}); a.Status != 403 {
				t.Errorf("%d %s", a.Status, a.Body)
			}
		}
		if a := s.Do("POST", "/console/imports/samples", owner, fields{"branch_id": "br_none"}); a.Status != 422 {
			t.Errorf("no branch: %d %s", a.Status, a.Body)
		}
		outcome := apptest.Burst(4, 4, func(int) string {
			return fmt.Sprint(s.Do("POST", "/console/imports/samples", owner, fields{"branch_id": branch}).Status)
		})
		if outcome["200"] != 1 || outcome["409"] != 3 {
			t.Fatalf("four at once: %v", outcome)
		}
		if n := apptest.Get[int64](s, `SELECT COUNT(*) FROM imports`); n != 1 {
			t.Fatalf("%d files", n)
		}
		ref := apptest.Get[string](s, `SELECT id FROM imports`)
		if _, err := s.App.Imports().Finish(t.Context(), ref); err != nil {
			t.Fatal(err)
		}
		mains := apptest.Get[string](s, `SELECT id FROM categories WHERE name_en = 'Mains' AND archived_at IS NULL`)
		// A real product is put among the samples.
		s.Exec(`UPDATE products SET category_id = $1 WHERE id = $2`, mains,
			apptest.Get[string](s, `SELECT MIN(id) FROM products WHERE slug NOT LIKE 'sample-%'`))
		if left := undone(t, s, ref); len(left) > 0 {
			t.Errorf("%+v", left)
		}
		if now := s.Lines(`SELECT name_en FROM categories WHERE name_en IN ('Mains', 'Grills', 'Desserts')
			AND archived_at IS NULL`); !slices.Equal(now, []string{"Mains"}) {
			t.Errorf("categories that stay: %q", now)
		}
		if err := s.App.Imports().TakeBack(t.Context(), imports.Actor{StaffID: asOwner}, ref, -1); !errs.Is(err,
			"imports.not_now") {
			t.Error(err)
		}
	})
}
